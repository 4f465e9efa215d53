"""The boards of a run, one after each step, each with its step in words.

Step k of a method is the board after k rows of its trace, as `core.playback.Playback` folds them;
step k of a game is the board after k turns, of a person's game after k steps of its history.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridwise.agents.play import GameTurn, PlayedGame, Why
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Action, Interaction
from gridwise.core.message import Message, msg
from gridwise.core.playback import Event, Frame, Playback
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Puzzle
from gridwise.core.scene import NO_OVERLAY, Highlight, Scene
from gridwise.core.trace import Kind
from gridwise.render.cells import cell_words, changed, same_frame
from gridwise.render.svg import to_svg
from gridwise.render.text import draw, plain
from gridwise.render.words import in_words

START = msg("the board as it is at the start")
OUTCOMES: Mapping[GameStatus | None, Message] = {
    GameStatus.FINISHED: msg("won, with no guess"),
    GameStatus.WON: msg("won, with a guess"),
    GameStatus.LOST: msg("lost"),
    GameStatus.STUCK: msg("stuck: nothing follows any more, and guessing is off"),
    None: msg("stopped before the end of the game"),
}
_WHY: Mapping[Why, Message] = {
    Why.FIRST: msg("first click"),
    Why.CONCLUDED: msg("concluded"),
    Why.GUESS: msg("guess"),
}
_SEEN_NAMED = 6
_BY_HINT = ("put", "rule_out")
"""The actions of a hint; see `core.interaction`."""


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step of a person's game: its actions, and the seconds on the clock where that is known."""

    actions: tuple[Action, ...]
    time_s: float | None = None

    @classmethod
    def of(cls, saved: Any) -> "PlayedStep":
        """Return a saved step; raise `ParameterError` for anything else."""
        try:
            rows = [(saved["name"], saved["cell"], saved["value"]), *saved.get("more", ())]
            time_s = saved.get("time_s")
            return cls(
                tuple(Action(str(name), int(cell), str(value)) for name, cell, value in rows),
                None if time_s is None else float(time_s),
            )
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise ParameterError(msg("this is no saved game of this puzzle")) from error


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """The board after a step of a run.

    `print` writes the step and the drawing, and a notebook shows the picture.

    Parameters
    ----------
    step
        The number of steps so far; 0 is the board at the start.
    scene
        The drawing, with the cells of the last step highlighted.
    text
        The last step and its reason, in words.
    event
        The row of the trace that is the last step; None in a game, and at the start.
    rows
        The number of rows of the trace so far.
    """

    step: int
    scene: Scene
    text: Message
    event: Event | None = None
    rows: int = 0

    def __str__(self) -> str:
        return f"{self.step}  {in_words(self.text)}\n{plain(draw(self.scene))}"

    def svg(self) -> str:
        """Return the drawing as an SVG picture; its title says what the step did."""
        return to_svg(self.scene, title=f"{self.step}: {in_words(self.text)}")

    def _repr_svg_(self) -> str:
        return self.svg()


def highlights(event: Event) -> dict[int, Highlight]:
    """Return the highlights of the board right after an event.

    Cells of the reason, and ruled out cells, are left out if the drawing of a step marks them.
    """
    row = event.row
    reason = Highlight.CONFLICT if row.kind is Kind.CONFLICT else Highlight.REASON
    drawn = {candidate.cell for candidate in event.overlay.candidates}
    marked = {cell: reason for cell in event.cells if cell not in drawn}
    mark = Highlight.TRIED if row.kind is Kind.DECIDE else Highlight.TARGET
    marked.update((m.cell, mark) for m in event.marks if m.holds or m.cell not in drawn)
    return marked


def frame_of(position: Any, origin: Any, playback: Playback[Any], frame: Frame) -> BoardFrame:
    """Return the board of a frame of the trace; `origin` tells entries from givens."""
    event = playback.event(frame.step - 1) if frame.step else None
    lit = {} if event is None else highlights(event)
    rules = registry.puzzle_of(position)
    overlay = NO_OVERLAY if event is None else event.overlay
    scene = rules.scene(position, origin=origin, marks=frame.marks, highlights=lit, overlay=overlay)
    text = START if event is None else event.text
    return BoardFrame(frame.step, scene, text, event, frame.step)


def method_frames(position: Any, origin: Any, playback: Playback[Any]) -> Iterator[BoardFrame]:
    """Yield the boards of a trace, in one pass."""
    return (frame_of(position, origin, playback, frame) for frame in playback.frames())


def game_frames(
    game: PlayedGame, kept: Sequence[GameTurn], playback: Playback[Any] | None, *, whole: bool
) -> Iterator[BoardFrame]:
    """Yield the board at the start, after each turn and, if `whole`, at the end of the game.

    Parameters
    ----------
    game, kept
        The game, and its turns that are shown.
    playback
        The game's trace, which gives the reasons of claims, or None.
    """
    rules: Puzzle[Any, Any] = registry.puzzle(game.puzzle)
    before, was, at = rules.scene(game.begin), game.begin, 0
    yield BoardFrame(0, before, START)
    why: dict[int, Message] = {}
    for step, turn in enumerate(kept, 1):
        if playback is not None:
            until = min(turn.rows, len(playback))
            for index in range(at, until):
                event = playback.event(index)
                if event.row.kind is Kind.IMPLY:
                    why.update((mark.cell, event.text) for mark in event.marks)
            at = max(at, until)
        after = rules.scene(turn.position)
        cells = [
            c for c, (a, b) in enumerate(zip(before.cells, after.cells, strict=True)) if a != b
        ]
        mark = Highlight.TRIED if turn.why is not Why.CONCLUDED else Highlight.TARGET
        lit = replace(after, highlights=dict.fromkeys(cells, mark))
        yield BoardFrame(step, lit, _turn_words(rules, was, turn, cells, why), rows=at)
        before, was = after, turn.position
    if whole:
        text = msg("{end}", end=OUTCOMES[game.outcome])
        yield BoardFrame(len(kept) + 1, replace(before, highlights={}), text, rows=at)


def _turn_words(
    rules: Puzzle[Any, Any], was: Any, turn: GameTurn, cells: list[int], why: dict[int, Message]
) -> Message:
    """Return the cause of a turn, its claim and its observations, in words."""
    claim = msg("{why}: {claim}", why=_WHY[turn.why], claim=rules.format_move(was, turn.claim))
    reason = next((why[cell] for cell in cells if cell in why), None)
    if reason is not None and turn.why is Why.CONCLUDED:
        claim = msg("{why}: {claim}", why=_WHY[turn.why], claim=reason)
    named = tuple(rules.format_move(was, move) for move in turn.moves[:_SEEN_NAMED])
    rest = len(turn.moves) - len(named)
    if rest > 0:
        return msg("{claim}; seen: {moves} and {more} more", claim=claim, moves=named, more=rest)
    return msg("{claim}; seen: {moves}", claim=claim, moves=named)


def played_states(
    interaction: Interaction[Any, Any], first: Any, steps: Sequence[PlayedStep]
) -> list[Any]:
    """Return the states of a person's game, up to an action that is refused."""
    states = [first]
    for step in steps:
        state = states[-1]
        try:
            for action in step.actions:
                state = interaction.apply(state, action)
        except GridwiseError:
            break
        states.append(state)
    return states


def played_frames(
    interaction: Interaction[Any, Any], states: Sequence[Any], steps: Sequence[PlayedStep]
) -> Iterator[BoardFrame]:
    """Yield the boards of a person's game: at the start, and after each step of its history.

    `states` come from `played_states` for the actions of each step.
    """
    before = interaction.scene(states[0])
    yield BoardFrame(0, before, START)
    for number, (state, step) in enumerate(zip(states[1:], steps, strict=False), 1):
        after = interaction.scene(state)
        cells = changed(before, after) if same_frame(before, after) else []
        lit = {action.cell for action in step.actions if 0 <= action.cell < len(after.cells)}
        shown = sorted(lit & set(cells)) or cells
        marks = {**dict.fromkeys(shown, Highlight.TARGET), **after.highlights}
        yield BoardFrame(
            number, replace(after, highlights=marks), _step_words(after, step, shown, cells)
        )
        before = after


def _step_words(
    after: Scene, step: PlayedStep, shown: Sequence[int], cells: Sequence[int]
) -> Message:
    """Return the changes of a person's step: its own cells, and the number of others."""
    named = tuple(cell_words(after, cell) for cell in shown[:_SEEN_NAMED])
    rest = len(cells) - len(named)
    what = msg("{parts}", parts=named)
    if not named:
        what = msg("nothing on the board changed")
    elif rest:
        what = msg("{moves} and {more} more", moves=named, more=rest)
    if step.actions[0].name in _BY_HINT:
        what = msg("by a hint: {what}", what=what)
    if step.time_s is not None:
        what = msg("{seconds} s: {what}", seconds=f"{step.time_s:.2f}", what=what)
    return what
