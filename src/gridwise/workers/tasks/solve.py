"""Tasks that answer as `gridwise solve` and `gridwise count` do."""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.puzzle import Question
from gridwise.core.question import Arg
from gridwise.core.result import Result, Stop
from gridwise.questions.count import count as asked_count
from gridwise.questions.solve import solve as asked_solve
from gridwise.solving.certificates import certified_in
from gridwise.solving.result_json import as_json
from gridwise.solving.solve import count, solve
from gridwise.workers.arguments import MOST_COUNT, ByMethod, QuestionName, takes_parameters
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind

MOST_SOLUTIONS = 1_000
"""The most solutions that the REST API lists."""
MOST_SENT_BYTES = 5_000_000
"""The largest certificate that is sent; a larger one is checked and reported without its file."""

_Messages = Annotated[
    bool,
    Arg(
        "Give the reason of a conflict, and what is said of certificates, also as messages, for "
        "any language.",
        remote=False,
    ),
]
_Certificate = Annotated[
    bool,
    Arg(
        "Make a certificate of every claim and check it; `data` holds each file (JSON lines, gzip) "
        "in base64."
    ),
]


@takes_parameters(asked_solve)
@dataclass(frozen=True, slots=True, kw_only=True)
class SolveArguments(ByMethod):
    """As `gridwise solve`."""

    question: QuestionName | None = None
    all: Annotated[bool, Arg("All solutions, in the defined order.")] = False
    nth: int | None = None
    limit: (
        Annotated[
            int,
            Arg("With `all`: stop after so many solutions.", least=1, most_remote=MOST_SOLUTIONS),
        ]
        | None
    ) = None
    certificate: _Certificate = False
    messages: _Messages = False

    def __post_init__(self) -> None:
        if self.all and self.nth is not None:
            raise ParameterError("all and nth exclude each other")
        if self.limit is not None and not self.all:
            raise ParameterError("limit goes with all")


@takes_parameters(asked_count)
@dataclass(frozen=True, slots=True, kw_only=True)
class CountArguments(ByMethod):
    """As `gridwise count`."""

    limit: Annotated[int, Arg(least=1, most_remote=MOST_COUNT)] | None = None
    up_to_symmetry: bool = False
    certificate: _Certificate = False
    messages: _Messages = False

    def __post_init__(self) -> None:
        if self.up_to_symmetry and self.certificate:
            raise ParameterError(
                msg("{a} and {b} exclude each other", a="up_to_symmetry", b="certificate")
            )


def solve_task(call: Call, args: SolveArguments) -> TaskAnswer:
    """Return the record of `gridwise solve`."""
    question = None if args.question is None else Question(args.question)
    return _asked(call, args, solve, question=question, nth=args.nth, all_solutions=args.all)


def count_task(call: Call, args: CountArguments) -> TaskAnswer:
    """Return the record of `gridwise count`."""
    return _asked(call, args, count, up_to_symmetry=args.up_to_symmetry)


def _asked(
    call: Call,
    args: SolveArguments | CountArguments,
    ask: Callable[..., Result[Any]],
    **own: Any,
) -> TaskAnswer:
    position = args.position()
    with call.measured():
        result = ask(
            position,
            method=args.method,
            limits=call.limits(nodes=args.nodes, solutions=args.limit),
            cancel=call.cancel,
            progress=call.progress,
            seed=args.seed,
            options=args.options,
            **own,
        )
    call.leave_out(result.statistics)
    with TemporaryDirectory(prefix="gridwise-") as folder:
        if args.certificate:
            result = certified_in(result, folder, call.limits(), call.cancel)
        value = as_json(result)
        for one in value["certificate"] or ():
            _send(one)
    if args.messages:
        if result.conflict is not None:
            value["conflict"]["message"] = result.conflict.text.as_json()
        for shown, made in zip(value["certificate"] or (), result.certificate or (), strict=True):
            shown["message"] = made.text.as_json()
            shown["said"] = None if made.said is None else made.said.as_json()
    stopped = args.certificate and call.cancel.is_set()  # also while it was being proved
    return TaskAnswer(value, (Stop.CANCELLED if stopped else result.stop).value)


def _send(one: dict[str, Any]) -> None:
    """Add the file of a certificate, whose path is its name alone then."""
    one["data"] = None
    if one["path"] is None:
        return
    path = Path(one["path"])
    one["path"] = path.name
    if one["bytes"] <= MOST_SENT_BYTES:
        one["data"] = base64.b64encode(path.read_bytes()).decode("ascii")


TASKS = (
    TaskKind("solve", SolveArguments, solve_task),
    TaskKind("count", CountArguments, count_task),
)
