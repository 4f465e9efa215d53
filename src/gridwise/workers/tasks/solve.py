"""Tasks that answer as `gridwise solve` and `gridwise count` do."""

from dataclasses import dataclass
from typing import Annotated, Any

from gridwise.core.errors import ParameterError
from gridwise.core.puzzle import Question
from gridwise.core.result import Result
from gridwise.solving.result_json import as_json
from gridwise.solving.solve import count, solve
from gridwise.workers.arguments import MOST_COUNT, ByMethod, QuestionName
from gridwise.workers.protocol import Arg, Call, TaskAnswer, TaskKind

MOST_SOLUTIONS = 1_000
"""The most solutions that the REST API lists."""

_Messages = Annotated[
    bool, Arg("Give the reason of a conflict also as a message, for any language.", remote=False)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveArguments(ByMethod):
    """As `gridwise solve`."""

    question: QuestionName | None = None
    all: Annotated[bool, Arg("All solutions, in the defined order.")] = False
    nth: (
        Annotated[int, Arg("The n-th in the defined order.", least=1, most_remote=10**9)] | None
    ) = None
    limit: (
        Annotated[
            int,
            Arg("With `all`: stop after so many solutions.", least=1, most_remote=MOST_SOLUTIONS),
        ]
        | None
    ) = None
    messages: _Messages = False

    def __post_init__(self) -> None:
        if self.all and self.nth is not None:
            raise ParameterError("all and nth exclude each other")
        if self.limit is not None and not self.all:
            raise ParameterError("limit goes with all")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountArguments(ByMethod):
    """As `gridwise count`."""

    limit: Annotated[int, Arg(least=1, most_remote=MOST_COUNT)] | None = None
    up_to_symmetry: Annotated[
        bool, Arg("Count solutions that mirror or turn into each other once.")
    ] = False
    messages: _Messages = False


def solve_task(call: Call, args: SolveArguments) -> TaskAnswer:
    """Return the record of `gridwise solve`."""
    position = args.position()
    with call.measured():
        result = solve(
            position,
            method=args.method,
            question=None if args.question is None else Question(args.question),
            nth=args.nth,
            all_solutions=args.all,
            limits=call.limits(nodes=args.nodes, solutions=args.limit),
            cancel=call.cancel,
            progress=call.progress,
            seed=args.seed,
            options=args.options,
        )
    return _answer(call, result, args.messages)


def count_task(call: Call, args: CountArguments) -> TaskAnswer:
    """Return the record of `gridwise count`."""
    position = args.position()
    with call.measured():
        result = count(
            position,
            method=args.method,
            limits=call.limits(nodes=args.nodes, solutions=args.limit),
            cancel=call.cancel,
            progress=call.progress,
            seed=args.seed,
            options=args.options,
            up_to_symmetry=args.up_to_symmetry,
        )
    return _answer(call, result, args.messages)


def _answer(call: Call, result: Result[Any], messages: bool) -> TaskAnswer:
    call.leave_out(result.statistics)
    value = as_json(result)
    if messages and result.conflict is not None:
        value["conflict"]["message"] = result.conflict.text.as_json()
    return TaskAnswer(value, result.stop.value)


TASKS = (
    TaskKind("solve", SolveArguments, solve_task),
    TaskKind("count", CountArguments, count_task),
)
