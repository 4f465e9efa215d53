"""Tasks that record a method, a player or a program, and that list what can be recorded."""

import io
from dataclasses import dataclass, field
from typing import Annotated, Any

from gridwise.agents.play import GUESSES
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.policy import NEVER
from gridwise.core.puzzle import Question
from gridwise.core.question import Arg
from gridwise.reading import binary
from gridwise.recording.recorder import (
    DEFAULT_STEPS,
    MOST_STEPS,
    RecordingBudget,
    record_game,
    record_method,
    record_played,
    record_trace,
)
from gridwise.solving.listing import option_as_json, options_on
from gridwise.workers.arguments import (
    AUTO,
    MethodName,
    OnBoard,
    OnBoardSince,
    Options,
    PuzzleName,
    QuestionName,
    Seed,
)
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind

_SLACK_S = 0.3
"""Seconds of the limit that are kept for writing the answer after recording."""
_LEAST_S = 0.05
MOST_TRACE = 4_000_000
"""Characters of the trace of a visitor's program."""

MaxSteps = Annotated[int, Arg(least=1, most=MOST_STEPS)]
RunTime = Annotated[float, Arg("Seconds for the method itself.", above=0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMethodArguments(OnBoardSince):
    """Arguments of `record_method`."""

    method: MethodName = AUTO
    options: Options = field(default_factory=dict)
    question: QuestionName | None = None
    seed: Seed = 0
    max_steps: MaxSteps = DEFAULT_STEPS
    run_s: RunTime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGameArguments(Arguments):
    """Arguments of `record_game`: of a new game, or `state`, a game that was kept."""

    puzzle: PuzzleName
    board: str | None = None
    policy: str | None = None
    options: Options = field(default_factory=dict)
    first_click: str | None = None
    free_cells: Annotated[int, Arg(least=0)] = 0
    guess: str = NEVER
    seed: Seed = 0
    state: dict[str, Any] | None = None
    from_start: bool = False
    max_steps: MaxSteps = DEFAULT_STEPS
    run_s: RunTime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTraceArguments(Arguments):
    """Arguments of `record_trace`."""

    text: Annotated[
        str, Arg("The trace as JSON lines, or a replay as a data URL.", most=MOST_TRACE)
    ]
    name: str = "trace.jsonl"
    max_steps: MaxSteps = DEFAULT_STEPS


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPlayedArguments(Arguments):
    """Arguments of `record_played`: the first state and the actions of a game that was kept."""

    puzzle: PuzzleName
    state: dict[str, Any]
    actions: list[Any]
    max_steps: MaxSteps = DEFAULT_STEPS


def recordable(call: Call, args: OnBoard) -> TaskAnswer:
    """Return the methods that work on a board, which of them can be recorded, and their options.

    For a puzzle with hidden cells also its boards, its policies and its rules of the first click.
    """
    position = args.position()
    puzzle = registry.puzzle_of(position)
    offers = puzzle.views(position)
    with call.measured():
        methods = [
            {
                "name": method.name,
                "title": method.title,
                "watched": bool(method.emits),
                "complete": method.complete,
                "questions": [q.value for q in puzzle.questions if q in method.questions],
                "options": [option_as_json(option) for option in options_on(method, offers)],
            }
            for method in registry.methods_for(position, None)
        ]
    answer: dict[str, Any] = {
        "puzzle": puzzle.name,
        "methods": methods,
        "game": None,
    }
    referee = registry.referees().get(puzzle.name)
    if referee is not None:
        policies = sorted(registry.policies(puzzle.name).values(), key=lambda p: (-p.rank, p.name))
        answer["game"] = {
            "levels": dict(referee.levels),
            "first_clicks": dict(referee.first_clicks),
            "guesses": dict(GUESSES),
            "policies": [
                {
                    "name": policy.name,
                    "title": policy.title,
                    "guesses": policy.guesses,
                    "watched": bool(policy.emits),
                    "options": [option_as_json(option) for option in policy.options],
                }
                for policy in policies
            ],
        }
    return TaskAnswer(answer)


def method_task(call: Call, args: RecordMethodArguments) -> TaskAnswer:
    """Record a method on a board."""
    position, origin = args.positions()
    with call.measured():
        recording = record_method(
            position,
            method=args.method,
            origin=origin,
            question=None if args.question is None else Question(args.question),
            max_steps=args.max_steps,
            limits=_limits(call, args.run_s),
            seed=args.seed,
            options=args.options,
            budget=_budget(call),
        )
    return _answer(call, recording)


def game_task(call: Call, args: RecordGameArguments) -> TaskAnswer:
    """Record a policy that plays a new game, or goes on with a kept one."""
    game = None
    if args.state is not None:
        interaction = registry.interaction(args.puzzle)
        game = interaction.referee_state(interaction.load(args.state), restart=args.from_start)
        if game is None:
            raise ParameterError("there is no game to play on here: begin a new one")
    with call.measured():
        recording = record_game(
            args.puzzle,
            board=args.board,
            policy=args.policy,
            first_click=args.first_click,
            free_cells=args.free_cells,
            guess=args.guess,
            seed=args.seed,
            game=game,
            max_steps=args.max_steps,
            limits=_limits(call, args.run_s),
            options=args.options,
            budget=_budget(call),
        )
    return _answer(call, recording)


def trace_task(call: Call, args: RecordTraceArguments) -> TaskAnswer:
    """Read the trace of a visitor's own program, or the replay of a game."""
    data = binary.of_url(args.text, args.name)
    played = None if data is None else binary.played(data, args.name)
    if played is not None:
        return played_task(
            call, RecordPlayedArguments(**played, max_steps=args.max_steps), args.name
        )
    stream = io.BytesIO(args.text.encode("utf-8", "replace"))
    with call.measured():
        recording = record_trace(stream, args.name, max_steps=args.max_steps, budget=_budget(call))
    return _answer(call, recording)


def played_task(call: Call, args: RecordPlayedArguments, name: str = "") -> TaskAnswer:
    """Record a game that a person played, in a file of this name if in any."""
    with call.measured():
        recording = record_played(
            args.puzzle,
            args.state,
            args.actions,
            name=name,
            max_steps=args.max_steps,
            budget=_budget(call),
        )
    return _answer(call, recording)


def _budget(call: Call) -> RecordingBudget:
    until = None
    if call.time_s is not None:
        until = call.began + call.time_s - min(_SLACK_S, call.time_s / 4)
    return RecordingBudget(until, call.cancel, call.progress)


def _limits(call: Call, run_s: float | None) -> Limits:
    """Return the limits of the method itself: `run_s`, and no more than the task has left."""
    known = [value for value in (run_s, call.left_s()) if value is not None]
    time_s = max(_LEAST_S, min(known)) if known else None
    return Limits(time_s, memory_bytes=call.memory_bytes)


def _answer(call: Call, recording: dict[str, Any]) -> TaskAnswer:
    return TaskAnswer(None, "CANCELLED") if call.cancel.is_set() else TaskAnswer(recording)


TASKS = (
    TaskKind("recordable", OnBoard, recordable, short=True),
    TaskKind("record_method", RecordMethodArguments, method_task),
    TaskKind("record_game", RecordGameArguments, game_task, short=True),
    TaskKind("record_played", RecordPlayedArguments, played_task, short=True),
    TaskKind("record_trace", RecordTraceArguments, trace_task, short=True),
)
