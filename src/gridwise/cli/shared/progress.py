"""The line on standard error that shows the progress of a long run."""

import time
from collections.abc import Mapping

from gridwise.cli.shared.language import current, words
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.message import msg
from gridwise.core.views import compile_notice
from gridwise.render.words import counter_words, duration, limit_words, number

STARTS_AFTER_S = 0.5
_EVERY_S = 0.1


class ProgressLine:
    """Shows elapsed time and counters, after half a second, where standard error is a terminal.

    Parameters
    ----------
    terminal
        The command's streams.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._label = ""
        self._time_s: float | None = None
        self._began = time.monotonic()
        self._shown = self._began

    def begin(self, label: str, time_s: float | None) -> None:
        """Say what runs next, and its time limit."""
        self._label, self._time_s = label, time_s

    def compiling(self, puzzle: str, seconds: float) -> None:
        """Say that an engine is going to be compiled; a `core.views.compile_notice.Listener`."""
        self.terminal.progress(words(compile_notice.words(puzzle, seconds)))

    def __call__(self, elapsed_s: float, counters: Mapping[str, int]) -> None:
        """Show a run's progress; a `core.run.Progress`."""
        if elapsed_s < STARTS_AFTER_S:
            return
        time = words(duration(elapsed_s))
        if self._time_s is not None:
            time = words(msg("{time} of {limit}", time=time, limit=limit_words(self._time_s)))
        parts = [self._label, time, counter_words(counters, current())]
        self.terminal.progress(" · ".join(part for part in parts if part))

    def done(self, done: int) -> None:
        """Show how many puzzles are done, where nothing else tells: the output goes to a file."""
        if not self.terminal.out_is_terminal and self._is_due():
            passed = duration(time.monotonic() - self._began)
            self.terminal.progress(msg("{n} done · {time}", n=number(done), time=passed))

    def games(self, played: int, total: int) -> None:
        """Show how many games are done; an `agents.simulate.Progress`."""
        if self._is_due():
            self.terminal.progress(
                msg("{played} of {total} games", played=number(played), total=number(total))
            )

    def _is_due(self) -> bool:
        """Return whether a run is to be shown that has no clock: a few times a second."""
        now = time.monotonic()
        if now - self._began < STARTS_AFTER_S or now - self._shown < _EVERY_S:
            return False
        self._shown = now
        return True
