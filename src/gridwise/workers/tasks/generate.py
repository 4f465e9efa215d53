"""A task that answers as `gridwise generate` does."""

from dataclasses import dataclass, field
from typing import Annotated

from gridwise.core.limits import Limits, time_limits
from gridwise.core.question import Arg
from gridwise.core.run import Run
from gridwise.solving.generate import DEFAULT_S, as_json, generate_many, of_level
from gridwise.workers.arguments import MOST_NAME, MOST_SEED, Options, PuzzleName
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateArguments(Arguments):
    """As `gridwise generate`."""

    puzzle: PuzzleName
    params: Annotated[str, Arg("The size, as 3x3 or 9x9x10.", most_remote=MOST_NAME)] = ""
    seed: (
        Annotated[
            int,
            Arg("One is chosen without; the result says it.", least=0, most_remote=MOST_SEED),
        ]
        | None
    ) = None
    options: Options = field(default_factory=dict)
    level: Annotated[
        str, Arg("A level of the game, which sets size and options.", most_remote=MOST_NAME)
    ] = ""


def generate_task(call: Call, args: GenerateArguments) -> TaskAnswer:
    """Return the record of `gridwise generate`; the default seed is 0."""
    seed, clock = args.seed or 0, Run(time_limits(call.left_s(), call.left_cpu_s(), DEFAULT_S))
    time_s, cpu_s = clock.limits.time_s or DEFAULT_S, clock.limits.cpu_s
    params, options = args.params, dict(args.options)
    if args.level:
        params, options = of_level(args.puzzle, args.level, params, options)
    with call.measured():
        ((_, made, near),) = generate_many(
            args.puzzle,
            params,
            [seed],
            time_s=time_s,
            cpu_s=cpu_s,
            cancel=call.cancel,
            options=options,
        )
    # No puzzle may mean that none exists; only the clocks say that the generator timed out.
    late = made is None and 0.0 in (clock.remaining_s(), clock.remaining_cpu_s())
    limits = Limits(time_s=round(time_s, 3), cpu_s=cpu_s)
    answer = as_json(made, args.puzzle, seed, limits, near)
    return TaskAnswer(answer, "TIME_LIMIT" if late else None)


TASKS = (TaskKind("generate", GenerateArguments, generate_task, short=True),)
