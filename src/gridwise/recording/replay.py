"""A traced run as the sequence of its boards; a notebook shows it with a slider."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from gridwise.agents.play import PlayedGame
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.core.playback import Playback
from gridwise.core.result import Result
from gridwise.core.trace import Trace
from gridwise.recording.frames import BoardFrame, frame_of, game_frames
from gridwise.recording.player import packed_frames, player
from gridwise.recording.read_trace import read_trace
from gridwise.recording.traced_board import ProgramTrace
from gridwise.render.svg import escaped
from gridwise.render.words import Catalogue, in_words

MOST_FRAMES = 300
"""The most boards of a player, by default."""
MOST_BYTES = 300_000
"""The most characters of a player's packed boards; above it shows fewer boards."""

_SHORT = 40
"""The most characters of a notation in a title."""

_PAGE_STYLE = "body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 40rem }"


class Replay(Sequence[BoardFrame]):
    """The boards of a run: `replay[k]` is the board after k steps, `replay[0]` the first.

    Boards are drawn on access. A notebook shows a player: the board, a slider, and each step with
    its reason.

    Parameters
    ----------
    frame
        Returns the board after so many steps.
    steps
        The number of steps.
    title
        The name of the run.
    dropped
        Steps that were not recorded, as the trace was full.
    """

    def __init__(
        self, frame: Callable[[int], BoardFrame], steps: int, title: Message, dropped: int = 0
    ) -> None:
        self._frame, self.steps, self.title, self.dropped = frame, steps, title, dropped

    def __len__(self) -> int:
        return self.steps + 1

    @overload
    def __getitem__(self, index: int) -> BoardFrame: ...
    @overload
    def __getitem__(self, index: slice) -> list[BoardFrame]: ...
    def __getitem__(self, index: int | slice) -> BoardFrame | list[BoardFrame]:
        if isinstance(index, slice):
            return [self._frame(step) for step in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"step {index} of {self.steps}")
        return self._frame(index % len(self))

    def __iter__(self) -> Iterator[BoardFrame]:
        return map(self._frame, range(len(self)))

    def __repr__(self) -> str:
        return f"<Replay of {self.steps} steps: {self.title}>"

    def html(
        self,
        first: int = 0,
        last: int | None = None,
        *,
        most: int = MOST_FRAMES,
        catalogue: Catalogue | None = None,
    ) -> str:
        """Return a player as HTML that loads nothing.

        Parameters
        ----------
        first, last
            The steps to show; to the end by default.
        most
            The most boards, at least 2. Of a longer run every second, third, ... step is shown,
            always with the first and the last, and a line below says so.
        catalogue
            The language; English without one.

        Raises
        ------
        ParameterError
            The steps do not exist, or there are fewer than 2 boards.
        """
        last = self.steps if last is None else last
        if not 0 <= first <= last <= self.steps or most < 2:
            raise ParameterError(
                f"a player shows steps between 0 and {self.steps}, and at least 2 boards; "
                f"found {first} to {last}, {most} boards"
            )
        while True:
            every = max(1, -(-(last - first) // (most - 1)))
            shown = [*range(first, last, every), last]
            frames = [self._frame(step) for step in shown]
            packed = packed_frames(frames, self.steps, catalogue)
            if len(packed) <= MOST_BYTES or len(shown) <= 2:
                break
            most = max(2, len(shown) // 2)
        notes = []
        if every > 1:
            notes.append(
                msg(
                    "One of every {every} steps from {first} to {last} is shown. To see each step "
                    "of a part, call html(first, last)",
                    every=every,
                    first=first,
                    last=last,
                )
            )
        if self.dropped:
            notes.append(
                msg(
                    "recorded the first {steps} of {total} steps",
                    steps=number(self.steps),
                    total=number(self.steps + self.dropped),
                )
            )
        return player(
            frames,
            steps=self.steps,
            title=self.title,
            notes=notes,
            packed=packed,
            catalogue=catalogue,
        )

    def page(self, *, catalogue: Catalogue | None = None, language: str = "en") -> str:
        """Return a whole HTML page with the player of all steps, as `html` makes it."""
        title = escaped(in_words(self.title, catalogue))
        return (
            f'<!doctype html>\n<html lang="{language}">\n<head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>{title}</title>\n<style>{_PAGE_STYLE}</style></head>\n<body>\n"
            f"<h1>{title}</h1>\n{self.html(catalogue=catalogue)}</body>\n</html>\n"
        )

    def _repr_html_(self) -> str:
        return self.html()


def of_trace(position: Any, trace: Trace, *, origin: Any = None, title: Message) -> Replay:
    """Return the replay of a trace.

    Parameters
    ----------
    position
        The position that was solved.
    trace
        The trace of its run.
    origin
        The board as given, so that the drawing tells entries from givens; the position itself by
        default.
    title
        The name of the run.
    """
    playback = Playback[Any](trace)
    start = position if origin is None else origin

    def frame(step: int) -> BoardFrame:
        return frame_of(position, start, playback, playback.frame(step))

    return Replay(frame, len(playback), title, trace.dropped)


def replay(
    run: Result[Any] | PlayedGame | str | os.PathLike[str],
    *,
    origin: Any = None,
    index: int | None = None,
) -> Replay:
    """Return a run as the sequence of its boards, which a notebook shows with a slider.

    Parameters
    ----------
    run
        The result of `solve` with `trace=True`; a game of `play`, whose steps are its turns; or
        the path of a trace, which `gridwise solve --trace` or another program wrote.
    origin
        See `of_trace`.
    index
        The puzzle of the wanted run, in a file of several runs; by default the first run.

    Raises
    ------
    ParameterError
        The run was not traced.
    InputError
        The file holds no trace; the error says the line and column.

    Examples
    --------
    >>> import gridwise as gw
    >>> result = gw.solve(gw.parse("queens:4:"), method="dpll", trace=True)
    >>> frames = replay(result)
    >>> print(frames[-1])
    9  solution 1
    ┌─────────┐
    │ · ♛ · · │
    │ · · · ♛ │
    │ ♛ · · · │
    │ · · ♛ · │
    └─────────┘
    """
    if isinstance(run, PlayedGame):
        return _of_game(run)
    if isinstance(run, str | os.PathLike):
        return of_program(read_trace(run, index=index), origin=origin)
    if run.trace is None or run.position is None:
        raise ParameterError("this run was not recorded: solve again with trace=True")
    title = msg("{method} on {board}", method=run.method, board=_short(run))
    return of_trace(run.position, run.trace, origin=origin, title=title)


def of_program(found: ProgramTrace, *, origin: Any = None) -> Replay:
    """Return the replay of a program's trace; `origin` as for `of_trace`."""
    notation = found.puzzle.format(found.position)
    board = notation if len(notation) <= _SHORT else found.puzzle.name
    title = msg("{method} on {board}", method=found.program, board=board)
    return of_trace(found.position, found.trace, origin=origin, title=title)


def _short(run: Result[Any]) -> str:
    """Return the notation, or the puzzle's name if it is long."""
    return run.notation if len(run.notation) <= _SHORT else run.puzzle


def _of_game(game: PlayedGame) -> Replay:
    if not game.turns and game.position != game.begin:
        raise ParameterError("the turns of this game were not kept: play it by play()")
    trace = game.trace
    playback = None if trace is None or trace.view is None else Playback[Any](trace)
    frames = list(game_frames(game, game.turns, playback, whole=True))
    title = msg("{method} on {board}", method=game.policy, board=f"{game.puzzle} {game.board}")
    return Replay(frames.__getitem__, len(frames) - 1, title)
