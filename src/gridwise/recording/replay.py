"""A traced run as the sequence of its boards; a notebook shows it with a slider.

The player of a notebook loads nothing and needs no widget library. Without scripts it shows the
last board. Its pictures are packed: each distinct line of their SVG is kept once, a picture is a
list of line numbers, and all is compressed; the browser unpacks it.
"""

import base64
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, overload

from gridwise.agents.play import PlayedGame
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.core.playback import Playback
from gridwise.core.result import Result
from gridwise.core.trace import Trace
from gridwise.reading import binary
from gridwise.recording.frames import (
    BoardFrame,
    PlayedStep,
    frame_of,
    game_frames,
    played_frames,
    played_states,
)
from gridwise.recording.pack import compressed
from gridwise.recording.trace_file import read_trace
from gridwise.recording.trace_lines import ProgramTrace
from gridwise.render.svg import escaped, to_svg
from gridwise.render.words import Catalogue, in_sentence, in_words
from gridwise.solving.inputs import load, reading

MOST_FRAMES = 300
"""The most boards of a player, by default."""
MOST_BYTES = 300_000
"""The most characters of a player's packed boards; above it shows fewer boards."""

MOST_PLAYED = 20_000
"""The most steps of a person's game that are kept."""
_SHORT = 40
"""The most characters of a notation in a title."""
_REM_A_CELL, _LEAST_REM, _MOST_REM = 2.4, 12.0, 30.0
_PAGE_STYLE = "body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 40rem }"

_SCRIPT = """
(function start(tries) {
  var found = document.querySelectorAll('[data-gridwise="ID"]:not([data-ready])');
  if (!found.length && tries) { setTimeout(start, 100, tries - 1); return; }
  if (!window.DecompressionStream) { return; }
  var packed = Uint8Array.from(atob("DATA"), function (c) { return c.charCodeAt(0); });
  var stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  new Response(stream).json().then(function (data) {
    found.forEach(function (root) { play(root, data); });
  });
  function play(root, data) {
    function part(name) { return root.querySelector('[data-part="' + name + '"]'); }
    var slider = part("slider"), said = part("said"), stage = part("stage");
    var button = part("play"), last = data.frames.length - 1, timer = null;
    function show(at) {
      at = Math.max(0, Math.min(last, at));
      stage.innerHTML = data.frames[at].map(function (n) { return data.lines[n]; }).join("");
      said.textContent = data.said[at];
      slider.value = at;
      slider.setAttribute("aria-valuetext", data.said[at]);
    }
    function stop() {
      clearInterval(timer);
      timer = null;
      button.textContent = data.play;
      said.setAttribute("aria-live", "polite");
    }
    button.addEventListener("click", function () {
      if (timer !== null) { stop(); return; }
      if (+slider.value === last) { show(0); }
      button.textContent = data.pause;
      said.setAttribute("aria-live", "off");
      timer = setInterval(function () {
        if (!root.isConnected || +slider.value === last) { stop(); return; }
        show(+slider.value + 1);
      }, Math.max(80, Math.min(800, 20000 / (last + 1))));
    });
    slider.addEventListener("input", function () { stop(); show(+slider.value); });
    part("back").addEventListener("click", function () { stop(); show(+slider.value - 1); });
    part("on").addEventListener("click", function () { stop(); show(+slider.value + 1); });
    root.setAttribute("data-ready", "");
    part("controls").hidden = false;
    show(last);
  }
})(50);
"""


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
    played
        The steps of a game that a person played; empty for other runs.
    """

    def __init__(
        self,
        frame: Callable[[int], BoardFrame],
        steps: int,
        title: Message,
        dropped: int = 0,
        played: Sequence[PlayedStep] = (),
    ) -> None:
        self._frame, self.steps, self.title, self.dropped = frame, steps, title, dropped
        self.played = played

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
            sentences = [self._sentence(frame, catalogue) for frame in frames]
            packed = _packed(frames, sentences, catalogue)
            if len(packed) <= MOST_BYTES or len(shown) <= 2:
                break
            most = max(2, len(shown) // 2)
        below: list[Message] = []
        if every > 1:
            below.append(
                msg(
                    "One of every {every} steps from {first} to {last} is shown. To see each step "
                    "of a part, call html(first, last)",
                    every=every,
                    first=first,
                    last=last,
                )
            )
        if self.dropped:
            below.append(
                msg(
                    "recorded the first {steps} of {total} steps",
                    steps=number(self.steps),
                    total=number(self.steps + self.dropped),
                )
            )

        def say(message: Message) -> str:
            return escaped(in_words(message, catalogue))

        notes = "".join(f"<br>{escaped(in_sentence(note, catalogue))}" for note in below)
        end, text = frames[-1].scene, escaped(sentences[-1])
        svg = to_svg(end, title=sentences[-1], catalogue=catalogue).encode("utf-8", "replace")
        picture = base64.b64encode(svg).decode("ascii")
        wide = min(_MOST_REM, max(_LEAST_REM, _REM_A_CELL * end.width))
        most = len(frames) - 1
        ident = hashlib.sha256(packed.encode()).hexdigest()[:12]
        script = _SCRIPT.replace("ID", ident, 1).replace("DATA", packed, 1)
        return f"""<div data-gridwise="{ident}" role="group" aria-label="{say(self.title)}" \
data-lm-suppress-shortcuts="true" style="max-width: {wide:g}rem">
<div data-part="stage"><img alt="{text}" style="width: 100%" \
src="data:image/svg+xml;base64,{picture}"></div>
<div data-part="controls" hidden>
<label style="display: block">{say(msg("Step"))}
<input data-part="slider" type="range" min="0" max="{most}" value="{most}" step="1" \
data-lm-suppress-shortcuts="true" style="width: 100%"></label>
<button data-part="play" type="button">{say(msg("Play"))}</button>
<button data-part="back" type="button">{say(msg("Step back"))}</button>
<button data-part="on" type="button">{say(msg("Step forward"))}</button>
</div>
<p data-part="said" aria-live="polite" style="min-height: 3em">{text}</p>
<p><small>{say(self.title)}{notes}</small></p>
<script>{script}</script>
</div>
"""

    def _sentence(self, frame: BoardFrame, catalogue: Catalogue | None) -> str:
        if not frame.step:
            return in_sentence(frame.text, catalogue)
        step = msg("step {step} of {steps}", step=frame.step, steps=self.steps)
        return in_sentence(msg("{what}: {why}", what=step, why=frame.text), catalogue)

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


def _packed(
    frames: Sequence[BoardFrame], sentences: Sequence[str], catalogue: Catalogue | None
) -> str:
    """Return the pictures and words of frames as compressed JSON."""
    lines: dict[str, int] = {}
    pictures = [
        [lines.setdefault(line, len(lines)) for line in svg.split("\n")]
        for svg in (
            to_svg(frame.scene, title=title, catalogue=catalogue)
            for frame, title in zip(frames, sentences, strict=True)
        )
    ]
    data = {
        "lines": list(lines),
        "frames": pictures,
        "said": sentences,
        "play": msg("Play").words(catalogue),
        "pause": msg("Pause").words(catalogue),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return compressed(text.encode("utf-8", "replace"), 9)


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
        the path of a trace, which `gridwise solve --trace` or another program wrote, or of a
        replay of a Minesweeper program (`.avf`, `.mvf`, `.rmv`, `.evf`).
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
        game = game_in(run, index=index)
        if game is not None:
            return game
        return of_program(read_trace(run, index=index), origin=origin)
    if run.trace is None or run.position is None:
        raise ParameterError("this run was not recorded: solve again with trace=True")
    title = msg("{method} on {board}", method=run.method, board=_short(run))
    return of_trace(run.position, run.trace, origin=origin, title=title)


def game_in(source: str | os.PathLike[str], *, index: int | None = None) -> Replay | None:
    """Return the replay of the game that another program recorded, None for a file of text.

    Parameters
    ----------
    source
        The path of the file, or `-` for standard input.
    index
        As for `replay`: such a file holds one game.

    Raises
    ------
    InputError
        The file is damaged or holds no game, or cannot be read.
    """
    arg = os.fspath(source)
    name = "<stdin>" if arg == "-" else arg
    with reading(arg, name):
        if arg == "-":
            peek = getattr(sys.stdin.buffer, "peek", None)
            head = peek(binary.HEAD_BYTES) if peek else b""
        else:
            with Path(arg).open("rb") as file:
                head = file.read(binary.HEAD_BYTES)
    if not binary.may_be_binary(head):
        return None
    data = binary.of_url(load(arg, name), name)
    played = None if data is None else binary.played(data, name)
    if played is None:
        return None
    if index:
        expected = msg("a run of the puzzle {index}", index=index)
        raise ParseError(msg("a trace of one run"), expected, source=name)
    return of_played(**played, name=Path(name).name)


def of_played(
    puzzle: str, state: Mapping[str, Any], actions: Sequence[Any], *, name: str = ""
) -> Replay:
    """Return the replay of a game that a person played; as for `recorder.record_played`."""
    interaction = registry.interaction(puzzle)
    steps = [PlayedStep.of(saved) for saved in actions[:MOST_PLAYED]]
    states = played_states(interaction, interaction.load(state), steps)

    def frame(step: int) -> BoardFrame:
        before = max(0, step - 1)
        *_, last = played_frames(interaction, states[before : step + 1], steps[before:step])
        return replace(last, step=step)

    title = msg("{method} on {board}", method=name, board=puzzle)
    played = steps[: len(states) - 1]
    return Replay(frame, len(played), title, len(actions) - len(played), played)


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
