"""Record what a method or a player does, as a list of drawings and words that is quickly sought in.

A recording is a JSON object: `workbench.recording.Recording` reads it. Step k of a method is the
board after k rows of its trace, as `core.playback.Playback` folds them; step k of a game is the
board after k turns. What a recording holds was all made in one place, so the page that plays it
solves nothing and folds nothing.
"""

import time
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gridwise.agents.play import GameTurn, PlayedGame, Why, turns
from gridwise.core import registry
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import Message, msg
from gridwise.core.playback import KEYFRAME_EVERY, Event, Playback
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Result
from gridwise.core.run import Progress
from gridwise.core.scene import Highlight, Scene
from gridwise.core.trace import Kind, Trace
from gridwise.recording.pack import Scenes, Texts, packed
from gridwise.solving.solve import solve

FORMAT = "gridwise-replay"
VERSION = 1
DEFAULT_ROWS, MOST_ROWS = 5_000, 20_000
MOST_CHANGES = 2_500_000
"""Numbers that say what changes on the board; the recording is cut where they are more."""
MOST_TEXT = 4_000_000
"""Characters of the words of all events; likewise."""
MOST_TABLE_ROWS = 5_000
_LOOK_EVERY = 64
_SEEN_NAMED = 6

_OUTCOMES: Mapping[GameStatus | None, Message] = {
    GameStatus.FINISHED: msg("won, with no guess"),
    GameStatus.WON: msg("won, with a guess"),
    GameStatus.LOST: msg("lost: there was a mine"),
    GameStatus.STUCK: msg("stuck: nothing follows any more, and it was not to guess"),
    None: msg("broken off before the end of the game"),
}
_WHY: Mapping[Why, Message] = {
    Why.FIRST: msg("first click"),
    Why.CONCLUDED: msg("concluded"),
    Why.GUESS: msg("guess"),
}


def highlights(event: Event) -> dict[int, Highlight]:
    """Return what is to be noticed on the board right after an event."""
    row = event.row
    reason = Highlight.CONFLICT if row.kind is Kind.CONFLICT else Highlight.REASON
    found = dict.fromkeys(event.cells, reason)
    mark = Highlight.TRIED if row.kind is Kind.DECIDE else Highlight.TARGET
    found.update((one.cell, mark) for one in event.marks)
    return found


@dataclass
class Budget:
    """How long lifting may take, and who may stop it.

    Parameters
    ----------
    until
        On the clock of `time.perf_counter`; None for no end.
    cancel, progress
        As for a run.
    """

    until: float | None = None
    cancel: CancelToken | None = None
    progress: Progress | None = None
    began: float = field(default_factory=time.perf_counter)

    def over(self, steps: int) -> bool:
        """Return whether to end here; tell how far it is."""
        if self.cancel is not None and self.cancel.is_set():
            return True
        now = time.perf_counter()
        if self.progress is not None and steps:
            self.progress(now - self.began, {"steps": steps})
        return self.until is not None and now >= self.until


@dataclass
class _Book:
    """What is written down while events are lifted."""

    scenes: Scenes = field(default_factory=lambda: Scenes(KEYFRAME_EVERY))
    texts: Texts = field(default_factory=Texts)
    said: "array[int]" = field(default_factory=lambda: array("i"))
    named: "array[int]" = field(default_factory=lambda: array("i"))
    cut: str | None = None

    def full(self) -> bool:
        if len(self.scenes.changes) > MOST_CHANGES or self.texts.size > MOST_TEXT:
            self.cut = "size"
        return self.cut is not None


def replay(
    position: object,
    *,
    method: str = "auto",
    origin: object | None = None,
    question: Question | None = None,
    max_rows: int = DEFAULT_ROWS,
    limits: Limits = NO_LIMITS,
    seed: int = 0,
    options: Mapping[str, str | int] | None = None,
    budget: Budget | None = None,
) -> dict[str, Any]:
    """Solve a position with a method that can be watched, and return the recording.

    Parameters
    ----------
    position, method, question, limits, seed, options
        As for `solve`; `limits` are those of the method alone.
    origin
        The board as it was given, so that the drawing tells what was filled in.
    max_rows
        The most steps that are kept; the method runs on, and what comes after is counted.
    budget
        Of the lifting; where it ends, the recording is shorter, and says so.

    Raises
    ------
    UsageError
        As `solve` does; also for a method that records nothing.
    """
    budget = budget or Budget()
    result = solve(
        position,
        method=method,
        question=question,
        limits=limits,
        cancel=budget.cancel,
        trace=max_rows,
        progress=budget.progress,
        seed=seed,
        options=options,
    )
    trace = result.trace
    assert trace is not None
    book = _Book()
    _lift(position, origin, Playback[Any](trace), book, budget)
    steps = len(book.scenes) - 1
    out = _record(book, trace, steps, range(steps + 1), steps)
    tables = {name: [dict(row) for row in rows] for name, rows in result.tables.items()}
    out.update(
        _head(result.puzzle, result.notation, "method", result.method),
        options=dict(options or {}),
        question=result.question,
        seed=seed,
        result=_result(result),
        tables={name: rows[:MOST_TABLE_ROWS] for name, rows in tables.items()},
        table_sizes={name: len(rows) for name, rows in tables.items()},
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


def _lift(position: Any, origin: Any, playback: Playback[Any], book: _Book, budget: Budget) -> None:
    puzzle = registry.puzzle_of(position)
    for frame in playback.frames():
        step = frame.step
        lit: dict[int, Highlight] = {}
        if step:
            event = playback.event(step - 1)
            book.said.append(book.texts.add(event.text))
            book.named.append(_named(event, playback, book.texts))
            lit = highlights(event)
        scene = puzzle.scene(position, origin=origin, marks=frame.marks, highlights=lit)
        book.scenes.add(scene)
        if step % _LOOK_EVERY == 0:
            if book.full():
                return
            if budget.over(step):
                book.cut = "time"
                return


def _named(event: Event, playback: Playback[Any], texts: Texts) -> int:
    """Return where the name of the node is that a row makes, -1 where it makes none."""
    if event.row.kind not in (Kind.DECIDE, Kind.GENERATE) or not event.marks:
        return -1
    word = playback.view.decoder.word
    return texts.add(msg("{marks}", marks=tuple(word(mark) for mark in event.marks)))


def _record(
    book: _Book, trace: Trace | None, steps: int, row_at: "range | array[int]", rows: int
) -> dict[str, Any]:
    """Return what a recording of either kind holds."""
    out: dict[str, Any] = {
        "steps": steps,
        "cut": book.cut,
        "dropped": 0,
        "scenes": book.scenes.record(),
        "said": packed(book.said),
        "named": packed(book.named),
        "rows": packed(()),
        "row_at": packed(row_at),
        "clauses": packed(()),
        "facts": {},
    }
    if trace is not None:
        kept = array("i")
        for index in range(rows):
            kept.extend(trace[index])
        out["rows"] = packed(kept)
        out["dropped"] = len(trace) - rows + trace.dropped
        out.update(_clauses(trace, rows, book.texts))
    out["templates"], out["messages"] = book.texts.templates, book.texts.nodes
    return out


def _clauses(trace: Trace, rows: int, texts: Texts) -> dict[str, Any]:
    """Return the clauses learnt in these rows, each after its length, and their literals in words.

    A literal is a fact or the contrary of one.
    """
    learnt = [trace.clauses[row.subject] for row in _rows(trace, rows) if row.kind is Kind.LEARN]
    if not learnt or trace.view is None:
        return {}
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


def let_play(
    puzzle: str,
    *,
    board: str | None = None,
    policy: str | None = None,
    first_click: str | None = None,
    free_cells: int = 0,
    guess: str = "never",
    seed: int = 0,
    game: Any = None,
    max_turns: int = DEFAULT_ROWS,
    limits: Limits = NO_LIMITS,
    options: Mapping[str, str | int] | None = None,
    budget: Budget | None = None,
) -> dict[str, Any]:
    """Let a policy play a game and return the recording; a step is a turn.

    Parameters
    ----------
    puzzle, board, policy, first_click, free_cells, guess, seed, game, limits, options
        As for `workbench.play.turns`.
    max_turns
        The most that are kept; the game is played on to its end.
    budget
        As for `replay`.
    """
    budget = budget or Budget()
    rules, book = registry.puzzle(puzzle), _Book()
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
        trace=MOST_ROWS,
        options=options,
    )
    kept: list[GameTurn] = []
    more = 0
    try:
        while True:
            turn = next(steps)
            if len(kept) < max_turns:
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
    taken = _take_turns(rules, played, kept, playback, book, budget, whole=not more)
    shown = len(taken) - 1
    out = _record(book, trace, shown, taken, 0 if trace is None else taken[-1])
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
            "note": _OUTCOMES[played.outcome].as_json(),
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
"""How a turn's cause is written down."""


def _take_turns(
    rules: Puzzle[Any, Any],
    played: PlayedGame,
    kept: list[GameTurn],
    playback: Playback[Any] | None,
    book: _Book,
    budget: Budget,
    *,
    whole: bool,
) -> "array[int]":
    """Write down the turns, and return how many rows of the trace there were at each."""
    before = rules.scene(played.begin)
    book.scenes.add(before)
    at, row_at, was = 0, array("i", [0]), played.begin
    why: dict[int, Message] = {}
    for turn in kept:
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
        lit = Highlight.TRIED if turn.why is not Why.CONCLUDED else Highlight.TARGET
        book.scenes.add(_lit(after, dict.fromkeys(cells, lit)))
        book.said.append(book.texts.add(_turn_words(rules, was, turn, cells, why)))
        row_at.append(at)
        before, was = after, turn.position
        if turn.number % _LOOK_EVERY == 0:
            if book.full():
                return row_at
            if budget.over(turn.number):
                book.cut = "time"
                return row_at
    if whole:
        book.scenes.add(_lit(before, {}))
        book.said.append(book.texts.add(msg("{end}", end=_OUTCOMES[played.outcome])))
        row_at.append(at)
    return row_at


def _lit(scene: Scene, lit: dict[int, Highlight]) -> Scene:
    return Scene(
        scene.width,
        scene.height,
        scene.cells,
        scene.heavy_rows,
        scene.heavy_cols,
        lit,
        scene.title,
    )


def _turn_words(
    rules: Puzzle[Any, Any], was: Any, turn: GameTurn, cells: list[int], why: dict[int, Message]
) -> Message:
    """Return why a turn was taken, what was claimed and what was then seen."""
    claim = msg("{why}: {claim}", why=_WHY[turn.why], claim=rules.format_move(was, turn.claim))
    reason = next((why[cell] for cell in cells if cell in why), None)
    if reason is not None and turn.why is Why.CONCLUDED:
        claim = msg("{why}: {claim}", why=_WHY[turn.why], claim=reason)
    named = tuple(rules.format_move(was, move) for move in turn.moves[:_SEEN_NAMED])
    rest = len(turn.moves) - len(named)
    if rest > 0:
        return msg("{claim}; seen: {moves} and {more} more", claim=claim, moves=named, more=rest)
    return msg("{claim}; seen: {moves}", claim=claim, moves=named)
