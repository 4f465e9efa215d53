"""Records a method or a player at work: a drawing and a sentence for each step.

A recording is a JSON object, which `recording.recording.Recording` reads. Step k of a method is
the board after k rows of its trace, as `core.playback.Playback` folds them; step k of a game is
the board after k turns. Everything is computed here, so that the page of a recording solves
nothing.
"""

import time
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from gridwise.agents.play import GameTurn, PlayedGame, Why, turns
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.interaction import Action
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import Message, msg
from gridwise.core.playback import KEYFRAME_EVERY, Event, Playback
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Question
from gridwise.core.result import Result
from gridwise.core.run import Progress
from gridwise.core.trace import Kind, Trace, line_of
from gridwise.recording.frames import (
    OUTCOMES,
    game_frames,
    method_frames,
    played_frames,
    played_states,
)
from gridwise.recording.pack import MessageWriter, SceneWriter, packed
from gridwise.recording.read_trace import trace_of
from gridwise.solving.solve import solve

FORMAT = "gridwise-replay"
VERSION = 1
DEFAULT_STEPS, MOST_STEPS = 5_000, 20_000
MOST_CHANGES = 2_500_000
"""The most numbers for changes of the board; a longer recording is cut."""
MOST_TEXT = 4_000_000
"""The most characters of the words of all steps; a longer recording is cut."""
MOST_TABLE_ROWS = 5_000
_LOOK_EVERY = 64


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


@dataclass
class _Draft:
    """A recording in the making."""

    scenes: SceneWriter = field(default_factory=lambda: SceneWriter(KEYFRAME_EVERY))
    texts: MessageWriter = field(default_factory=MessageWriter)
    said: "array[int]" = field(default_factory=lambda: array("i"))
    named: "array[int]" = field(default_factory=lambda: array("i"))
    cut: str | None = None

    def full(self) -> bool:
        if len(self.scenes.changes) > MOST_CHANGES or self.texts.size > MOST_TEXT:
            self.cut = "size"
        return self.cut is not None


def record_method(
    position: object,
    *,
    method: str = "auto",
    origin: object | None = None,
    question: Question | None = None,
    max_steps: int = DEFAULT_STEPS,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    options: Mapping[str, str | int] | None = None,
    budget: RecordingBudget | None = None,
) -> dict[str, Any]:
    """Solve a position with a method that can be watched, and return the recording.

    Parameters
    ----------
    position, method, question, limits, seed, options
        As for `solve`; `limits` are limits of the method alone.
    origin
        The board as given, so that the drawing tells entries from givens.
    max_steps
        The most steps that are kept; the method goes on, and later steps are only counted.
    budget
        The budget for drawing and describing; once it ends, the recording is shorter and says so.

    Raises
    ------
    UsageError
        As for `solve`; also for a method that traces nothing.
    """
    budget = budget or RecordingBudget()
    result = solve(
        position,
        method=method,
        question=question,
        limits=limits,
        cancel=budget.cancel,
        trace=max_steps,
        progress=budget.progress,
        seed=seed,
        options=options,
    )
    trace = result.trace
    assert trace is not None
    draft = _Draft()
    _add_steps(position, origin, Playback[Any](trace), draft, budget)
    steps = len(draft.scenes) - 1
    out = _common(draft, trace, steps, range(steps + 1), steps)
    tables = {
        name: [dict(row) for row in rows]
        for name, rows in {**result.tables, **trace.tables}.items()
    }
    out.update(
        _head(result.puzzle, result.notation, "method", result.method),
        code=_code(result.method, trace, steps),
        options=dict(options or {}),
        question=result.question,
        seed=seed,
        result=_result(result),
        tables={name: rows[:MOST_TABLE_ROWS] for name, rows in tables.items()},
        table_sizes={name: len(rows) for name, rows in tables.items()},
    )
    return out


def record_trace(
    stream: BinaryIO,
    source: str,
    *,
    max_steps: int = DEFAULT_STEPS,
    budget: RecordingBudget | None = None,
) -> dict[str, Any]:
    """Return the recording of a program's trace; see `recording.read_trace`.

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
    program = trace_of(stream, source, max_steps=max_steps)
    draft = _Draft()
    playback = Playback[Any](program.trace)
    _add_steps(program.position, program.position, playback, draft, budget or RecordingBudget())
    steps = len(draft.scenes) - 1
    out = _common(draft, program.trace, steps, range(steps + 1), steps)
    notation = program.puzzle.format(program.position)
    result: dict[str, Any] = {
        "status": None,
        "stop": None,
        "note": None,
        "conflict": None,
        "statistics": {},
    }
    out.update(
        _head(program.puzzle.name, notation, "program", program.program),
        options={},
        result=result,
        tables={},
        table_sizes={},
    )
    return out


def _head(puzzle: str, notation: str, by: str, name: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "puzzle": puzzle,
        "notation": notation,
        "by": by,
        "name": name,
    }


def _result(result: Result[Any]) -> dict[str, Any]:
    conflict = result.conflict
    return {
        "status": result.status.value,
        "stop": result.stop.value,
        "note": None if result.note is None else result.note.as_json(),
        "conflict": None if conflict is None else conflict.text.as_json(),
        "statistics": result.statistics.as_dict(),
    }


def _add_steps(
    position: Any,
    origin: Any,
    playback: Playback[Any],
    draft: _Draft,
    budget: RecordingBudget,
) -> None:
    for frame in method_frames(position, origin, playback):
        if frame.event is not None:
            draft.said.append(draft.texts.add(frame.text))
            draft.named.append(_named(frame.event, playback, draft.texts))
        draft.scenes.add(frame.scene)
        if frame.step % _LOOK_EVERY == 0:
            if draft.full():
                return
            if budget.over(frame.step):
                draft.cut = "time"
                return


def _named(event: Event, playback: Playback[Any], texts: MessageWriter) -> int:
    """Return the index of the name of the node that a row makes, or -1."""
    if event.row.kind not in (Kind.DECIDE, Kind.GENERATE) or not event.marks:
        return -1
    word = playback.view.decoder.word
    return texts.add(msg("{marks}", marks=tuple(word(mark) for mark in event.marks)))


def _common(
    draft: _Draft, trace: Trace | None, steps: int, row_at: "range | array[int]", rows: int
) -> dict[str, Any]:
    """Return the part that recordings of methods and of games share."""
    out: dict[str, Any] = {
        "steps": steps,
        "cut": draft.cut,
        "dropped": 0,
        "scenes": draft.scenes.record(),
        "said": packed(draft.said),
        "named": packed(draft.named),
        "rows": packed(()),
        "row_at": packed(row_at),
        "clauses": packed(()),
        "facts": {},
        "code": {"lines": [], "at": packed(())},
    }
    if trace is not None:
        kept = array("i")
        for index in range(rows):
            kept.extend(trace[index])
        out["rows"] = packed(kept)
        out["dropped"] = len(trace) - rows + trace.dropped
        out.update(_clauses(trace, rows, draft.texts))
    out["templates"], out["messages"] = draft.texts.templates, draft.texts.nodes
    return out


def _code(method: str, trace: Trace, rows: int) -> dict[str, Any]:
    """Return the pseudo-code of a method, and for each row the line that wrote it."""
    code = registry.method(method).pseudocode
    at = (line_of(code, row) for row in _rows(trace, rows))
    return {
        "lines": [line.text for line in code],
        "at": packed(-1 if line is None else line for line in at),
    }


def _clauses(trace: Trace, rows: int, texts: MessageWriter) -> dict[str, Any]:
    """Return the clauses learnt in these rows, each after its length, and words for literals."""
    if not trace.clauses or trace.view is None:  # a trace in a file has no clauses
        return {}
    learnt = [trace.clauses[row.subject] for row in _rows(trace, rows) if row.kind is Kind.LEARN]
    flat, decoder = array("i"), trace.view.decoder
    facts: dict[str, int] = {}
    for clause in learnt:
        flat.append(len(clause))
        flat.extend(clause)
        for literal in clause:
            if str(literal) not in facts:
                words = tuple(decoder.word(mark) for mark in decoder.marks(literal))
                what = msg("{marks}", marks=words) if words else msg("an auxiliary variable")
                facts[str(literal)] = texts.add(what)
    return {"clauses": packed(flat), "facts": facts}


def _rows(trace: Trace, rows: int) -> Any:
    return (trace[index] for index in range(rows))


def record_game(
    puzzle: str,
    *,
    board: str | None = None,
    policy: str | None = None,
    first_click: str | None = None,
    free_cells: int = 0,
    guess: str = "never",
    seed: int = 0,
    game: Any = None,
    max_steps: int = DEFAULT_STEPS,
    limits: Limits = NO_LIMITS,
    options: Mapping[str, str | int] | None = None,
    budget: RecordingBudget | None = None,
) -> dict[str, Any]:
    """Let a policy play a game and return the recording; a step is a turn.

    Parameters
    ----------
    puzzle, board, policy, first_click, free_cells, guess, seed, game, limits, options
        As for `agents.play.turns`.
    max_steps
        The most turns that are kept; the game goes on to its end.
    budget
        As for `record_method`.
    """
    budget = budget or RecordingBudget()
    rules, draft = registry.puzzle(puzzle), _Draft()
    steps = turns(
        puzzle,
        board=board,
        policy=policy,
        first_click=first_click,
        free_cells=free_cells,
        guess=guess,
        seed=seed,
        game=game,
        limits=limits,
        cancel=budget.cancel,
        trace=MOST_STEPS,
        options=options,
    )
    kept: list[GameTurn] = []
    more = 0
    try:
        while True:
            turn = next(steps)
            if len(kept) < max_steps:
                kept.append(turn)
            else:
                more += 1
            if len(kept) % _LOOK_EVERY == 0 and budget.progress is not None:
                since = time.perf_counter() - budget.began
                budget.progress(since, {"steps": len(kept) + more})
    except StopIteration as end:
        played: PlayedGame = end.value
    trace = played.trace
    playback = None if trace is None or trace.view is None else Playback[Any](trace)
    taken = _add_turns(played, kept, playback, draft, budget, whole=not more)
    shown = len(taken) - 1
    out = _common(draft, trace, shown, taken, 0 if trace is None else taken[-1])
    turns_left = more + len(kept) - min(shown, len(kept))
    out.update(
        _head(puzzle, rules.format(played.begin), "policy", played.policy),
        options=dict(options or {}),
        seed=seed,
        rows_dropped=out["dropped"],
        dropped=turns_left,
        decided=packed(_DECIDED[turn.why] for turn in kept[:shown]),
        result={
            "status": None,
            "stop": played.stop.value,
            "outcome": None if played.outcome is None else played.outcome.value,
            "note": OUTCOMES[played.outcome].as_json(),
            "conflict": None,
            "guesses": played.guesses,
            "statistics": played.statistics.as_dict(),
        },
        facts_known=dict(played.facts),
        tables={},
        table_sizes={},
    )
    return out


_DECIDED: Mapping[Why, int] = {Why.FIRST: 0, Why.CONCLUDED: 1, Why.GUESS: 2}
"""The number of each cause of a turn."""


def _add_turns(
    played: PlayedGame,
    kept: list[GameTurn],
    playback: Playback[Any] | None,
    draft: _Draft,
    budget: RecordingBudget,
    *,
    whole: bool,
) -> "array[int]":
    """Add the turns to the draft; return the number of rows of the trace at each step."""
    row_at = array("i")
    for frame in game_frames(played, kept, playback, whole=whole):
        if frame.step:
            draft.said.append(draft.texts.add(frame.text))
        draft.scenes.add(frame.scene)
        row_at.append(frame.rows)
        if 0 < frame.step <= len(kept) and kept[frame.step - 1].number % _LOOK_EVERY == 0:
            if draft.full():
                return row_at
            if budget.over(frame.step):
                draft.cut = "time"
                return row_at
    return row_at


def record_played(
    puzzle: str,
    state: Mapping[str, Any],
    actions: Sequence[Any],
    *,
    max_steps: int = DEFAULT_STEPS,
    budget: RecordingBudget | None = None,
) -> dict[str, Any]:
    """Return the recording of a game that a person played; a step is a step of its history.

    Parameters
    ----------
    puzzle, state, actions
        The game as `games.session.GameSession.played` returns it.
    max_steps
        The most steps that are kept.
    budget
        As for `record_method`.

    Raises
    ------
    ParameterError
        The first state or an action cannot be read.
    """
    budget = budget or RecordingBudget()
    interaction, rules, draft = registry.interaction(puzzle), registry.puzzle(puzzle), _Draft()
    first = interaction.load(state)
    steps = [_actions(saved) for saved in actions[:max_steps]]
    states = played_states(interaction, first, steps)
    for frame in played_frames(interaction, states, steps):
        if frame.step:
            draft.said.append(draft.texts.add(frame.text))
        draft.scenes.add(frame.scene)
        if frame.step % _LOOK_EVERY == 0:
            if draft.full():
                break
            if budget.over(frame.step):
                draft.cut = "time"
                break
    shown = len(draft.scenes) - 1
    verdict = interaction.verdict(states[shown])
    over = verdict is not GameStatus.OPEN
    out = _common(draft, None, shown, array("i", (0,)) * (shown + 1), 0)
    out.update(
        _head(puzzle, rules.format(interaction.origin(first)), "person", ""),
        options={},
        dropped=len(actions) - shown,
        decided=packed((_DECIDED[Why.CONCLUDED],) * shown),
        result={
            "status": None,
            "stop": None,
            "outcome": verdict.value if over else None,
            "note": _ENDS[verdict].as_json(),
            "conflict": None,
            "statistics": {},
        },
        tables={},
        table_sizes={},
    )
    return out


_ENDS: Mapping[GameStatus, Message] = {
    GameStatus.OPEN: msg("still open"),
    GameStatus.WON: msg("won"),
    GameStatus.LOST: msg("lost"),
}


def _actions(saved: Any) -> tuple[Action, ...]:
    """Read the actions of a saved step."""
    try:
        rows = [(saved["name"], saved["cell"], saved["value"]), *saved.get("more", ())]
        return tuple(Action(str(name), int(cell), str(value)) for name, cell, value in rows)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ParameterError(msg("this is no saved game of this puzzle")) from error
