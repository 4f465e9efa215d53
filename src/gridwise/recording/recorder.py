"""Records a method or a player at work: a drawing and a sentence for each step.

A recording is a JSON object, which `recording.recording.Recording` reads. A step is a frame of
`recording.frames`. Everything is computed here, so that the page of a recording solves nothing.
"""

import time
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from gridwise.agents.play import GameTurn, PlayedGame, Why, turns
from gridwise.core import registry
from gridwise.core.limits import CancelToken
from gridwise.core.message import Message, msg
from gridwise.core.playback import KEYFRAME_EVERY, Event, Playback
from gridwise.core.policy import GameStatus
from gridwise.core.run import Progress
from gridwise.core.trace import Decoder, Kind, Trace, line_of
from gridwise.recording.frames import (
    OUTCOMES,
    BoardFrame,
    PlayedStep,
    game_frames,
    method_frames,
    played_frames,
    played_states,
)
from gridwise.recording.pack import MessageWriter, SceneWriter, packed
from gridwise.recording.trace_file import trace_of
from gridwise.solving.solve import solve

DEFAULT_STEPS, MOST_STEPS = 5_000, 20_000
MOST_CHANGES = 2_500_000
"""The most numbers for changes of the board; a longer recording is cut."""
MOST_TEXT = 12_000_000
"""The most characters of the words of all steps as JSON; a longer recording is cut."""
MOST_TABLE_ROWS = 5_000
_LOOK_EVERY = 64
_DECIDED: Mapping[Why, int] = {Why.FIRST: 0, Why.CONCLUDED: 1, Why.GUESS: 2}
"""The number of each cause of a turn."""
_ENDS: Mapping[GameStatus, Message] = {
    GameStatus.OPEN: msg("still open"),
    GameStatus.WON: msg("won"),
    GameStatus.LOST: msg("lost"),
}


@dataclass
class RecordingBudget:
    """The time for drawing and describing the steps, and a token that ends it early.

    Parameters
    ----------
    until
        The end on the clock of `time.perf_counter`, or None.
    cancel, progress
        As for a run.
    """

    until: float | None = None
    cancel: CancelToken | None = None
    progress: Progress | None = None
    began: float = field(default_factory=time.perf_counter)

    def over(self, steps: int) -> bool:
        """Return whether to end here; report progress."""
        if self.cancel is not None and self.cancel.is_set():
            return True
        now = time.perf_counter()
        if self.progress is not None and steps:
            self.progress(now - self.began, {"steps": steps})
        return self.until is not None and now >= self.until


class _Draft:
    """The frames of a run, packed until the budget ends or they are too large."""

    def __init__(
        self,
        frames: Iterable[BoardFrame],
        budget: RecordingBudget,
        playback: Playback[Any] | None = None,
    ) -> None:
        self.scenes, self.texts = SceneWriter(KEYFRAME_EVERY), MessageWriter()
        self.said, self.named, self.row_at = array("i"), array("i"), array("i")
        self.cut: str | None = None
        for frame in frames:
            if frame.step:
                self.said.append(self.texts.add(frame.text))
            if frame.event is not None and playback is not None:
                self.named.append(self._named(frame.event, playback.view.decoder))
            self.scenes.add(frame.scene)
            self.row_at.append(frame.rows)
            if frame.step % _LOOK_EVERY == 0:
                if len(self.scenes.changes) > MOST_CHANGES or self.texts.size > MOST_TEXT:
                    self.cut = "size"
                elif budget.over(frame.step):
                    self.cut = "time"
                if self.cut is not None:
                    break

    @property
    def steps(self) -> int:
        """The number of steps; the board at the start is none."""
        return len(self.scenes) - 1

    def _named(self, event: Event, decoder: Decoder[Any]) -> int:
        """Return the index of the name of the node that a row makes, or -1."""
        kind, level = event.row.kind, event.row.depth
        made = kind in (Kind.DECIDE, Kind.GENERATE) or (kind is Kind.ELIMINATE and level > 0)
        if not made or not event.marks:
            return -1
        marks = (replace(mark, holds=True) for mark in event.marks)  # also of a move left out
        return self.texts.add(msg("{marks}", marks=tuple(map(decoder.word, marks))))

    def record(
        self,
        by: str,
        puzzle: str,
        notation: str,
        name: str,
        trace: Trace | None = None,
        *,
        code: Mapping[str, Any] | None = None,
        result: Mapping[str, Any] | None = None,
        tables: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """Return the recording; `more` are the fields of one sort of recordings."""
        kept, count = array("i"), self.row_at[-1]
        for index in range(count):
            kept.extend(trace[index] if trace is not None else ())
        ended = dict.fromkeys(("status", "stop", "note", "conflict"))
        all_rows = {name: [dict(row) for row in rows] for name, rows in (tables or {}).items()}
        clauses, facts = _clauses(trace, count, self.texts)
        return {
            "by": by,
            "puzzle": puzzle,
            "notation": notation,
            "name": name,
            "steps": self.steps,
            "cut": self.cut,
            "dropped": 0 if trace is None else len(trace) - count + trace.dropped,
            "scenes": self.scenes.record(),
            "said": packed(self.said),
            "named": packed(self.named),
            "rows": packed(kept),
            "row_at": packed(self.row_at),
            "clauses": packed(clauses),
            "facts": facts,
            "code": code or {"lines": [], "at": packed(())},
            "result": {**ended, "statistics": {}, **(result or {})},
            "tables": {name: rows[:MOST_TABLE_ROWS] for name, rows in all_rows.items()},
            "table_sizes": {name: len(rows) for name, rows in all_rows.items()},
            "messages": self.texts.record(),
            **more,
        }


def _clauses(
    trace: Trace | None, count: int, texts: MessageWriter
) -> "tuple[array[int], dict[str, int]]":
    """Return the clauses learnt in these rows, each after its length, and words for literals."""
    flat, facts = array("i"), dict[str, int]()
    if trace is None or not trace.clauses or trace.view is None:  # a file has no clauses
        return flat, facts
    decoder = trace.view.decoder
    for row in (trace[index] for index in range(count)):
        if row.kind is not Kind.LEARN:
            continue
        clause = trace.clauses[row.subject]
        flat.extend((len(clause), *clause))
        for literal in clause:
            if str(literal) not in facts:
                words = tuple(map(decoder.word, decoder.marks(literal)))
                what = msg("{marks}", marks=words) if words else msg("an auxiliary variable")
                facts[str(literal)] = texts.add(what)
    return flat, facts


def record_method(
    position: object,
    *,
    method: str = "auto",
    origin: object | None = None,
    max_steps: int = DEFAULT_STEPS,
    budget: RecordingBudget | None = None,
    **asked: Any,
) -> dict[str, Any]:
    """Solve a position with a method that can be watched, and return the recording.

    Parameters
    ----------
    position, method
        As for `solve`.
    origin
        The board as given, so that the drawing tells entries from givens.
    max_steps
        The most steps that are kept; the method goes on, and later steps are only counted.
    budget
        The budget for drawing and describing; once it ends, the recording is shorter and says so.
    asked
        `question`, `limits` of the method alone, `seed` and `options`, as for `solve`.

    Raises
    ------
    UsageError
        As for `solve`; also for a method that traces nothing.
    """
    budget = budget or RecordingBudget()
    result = solve(
        position,
        method=method,
        cancel=budget.cancel,
        trace=max_steps,
        progress=budget.progress,
        **asked,
    )
    trace, conflict = result.trace, result.conflict
    assert trace is not None
    playback = Playback[Any](trace)
    draft = _Draft(method_frames(position, origin, playback), budget, playback)
    code = registry.method(result.method).pseudocode
    lines = (line_of(code, trace[index]) for index in range(draft.steps))
    return draft.record(
        *("method", result.puzzle, result.notation, result.method, trace),
        code={
            "lines": [line.text for line in code],
            "at": packed(-1 if line is None else line for line in lines),
        },
        result={
            "status": result.status.value,
            "stop": result.stop.value,
            "note": None if result.note is None else result.note.as_json(),
            "conflict": None if conflict is None else conflict.text.as_json(),
            "statistics": result.statistics.as_dict(),
        },
        tables={**result.tables, **trace.tables},
    )


def record_trace(
    stream: BinaryIO,
    source: str,
    *,
    max_steps: int = DEFAULT_STEPS,
    budget: RecordingBudget | None = None,
) -> dict[str, Any]:
    """Return the recording of a program's trace; see `recording.trace_file`.

    Parameters
    ----------
    stream, source
        The file, and its name in errors.
    max_steps
        The most steps that are kept; later steps are only counted.
    budget
        As for `record_method`.

    Raises
    ------
    ParseError
        A kept line cannot be read.
    """
    run = trace_of(stream, source, max_steps=max_steps)
    playback = Playback[Any](run.trace)
    frames = method_frames(run.position, run.position, playback)
    draft = _Draft(frames, budget or RecordingBudget(), playback)
    notation = run.puzzle.format(run.position)
    return draft.record("program", run.puzzle.name, notation, run.program, run.trace)


def record_game(
    puzzle: str,
    *,
    max_steps: int = DEFAULT_STEPS,
    budget: RecordingBudget | None = None,
    **asked: Any,
) -> dict[str, Any]:
    """Let a policy play a game and return the recording; a step is a turn.

    Parameters
    ----------
    puzzle, asked
        As for `agents.play.turns`.
    max_steps
        The most turns that are kept; the game goes on to its end.
    budget
        As for `record_method`.
    """
    budget = budget or RecordingBudget()
    steps = turns(puzzle, cancel=budget.cancel, trace=MOST_STEPS, **asked)
    kept: list[GameTurn] = []
    count = 0
    try:
        while True:
            turn = next(steps)
            count += 1
            if len(kept) < max_steps:
                kept.append(turn)
            if count % _LOOK_EVERY == 0:
                budget.over(count)  # it tells the progress
    except StopIteration as end:
        played: PlayedGame = end.value
    trace = played.trace
    playback = None if trace is None or trace.view is None else Playback[Any](trace)
    draft = _Draft(game_frames(played, kept, playback, whole=count == len(kept)), budget)
    return draft.record(
        *("policy", puzzle, registry.puzzle(puzzle).format(played.begin), played.policy, trace),
        dropped=max(0, count - draft.steps),
        decided=packed(_DECIDED[turn.why] for turn in kept[: draft.steps]),
        result={
            "stop": played.stop.value,
            "outcome": None if played.outcome is None else played.outcome.value,
            "note": OUTCOMES[played.outcome].as_json(),
            "guesses": played.guesses,
            "statistics": played.statistics.as_dict(),
        },
    )


def record_played(
    puzzle: str,
    state: Mapping[str, Any],
    actions: Sequence[Any],
    *,
    name: str = "",
    max_steps: int = DEFAULT_STEPS,
    budget: RecordingBudget | None = None,
) -> dict[str, Any]:
    """Return the recording of a game that a person played; a step is a step of its history.

    Parameters
    ----------
    puzzle, state, actions
        The game as `games.session.GameSession.played` returns it; a step may also have the seconds
        on the clock, `time_s`.
    name
        The name of its file, if it is of another program.
    max_steps
        The most steps that are kept.
    budget
        As for `record_method`.

    Raises
    ------
    ParameterError
        The first state or an action cannot be read.
    """
    interaction = registry.interaction(puzzle)
    first = interaction.load(state)
    steps = list(map(PlayedStep.of, actions[:max_steps]))
    states = played_states(interaction, first, steps)
    draft = _Draft(played_frames(interaction, states, steps), budget or RecordingBudget())
    verdict = interaction.verdict(states[draft.steps])
    return draft.record(
        *("person", puzzle, registry.puzzle(puzzle).format(interaction.origin(first)), name),
        dropped=len(actions) - draft.steps,
        decided=packed((_DECIDED[Why.CONCLUDED],) * draft.steps),
        result={
            "outcome": None if verdict is GameStatus.OPEN else verdict.value,
            "note": _ENDS[verdict].as_json(),
        },
    )
