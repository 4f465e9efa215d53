"""`gridwise solve`: answer puzzles, or say what is known where there is no answer."""

from pathlib import Path
from typing import Annotated, Any

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.options import Inputs
from gridwise.core.question import Arg
from gridwise.questions.solve import solve as solved


@takes_options(
    solved,
    order="puzzle goal method layout all_solutions count nth limit time_s cpu_s nodes memory seed "
    "settings encoding workers cluster json ascii trace certificate style output",
)
def solve(
    *inputs: Inputs,
    layout: Annotated[
        bool, Arg("Find a whole solution also where only what is certain is the default.")
    ] = False,
    count: Annotated[bool, Arg("Count the solutions.")] = False,
    trace: Annotated[
        Path | None,
        Arg("Write every step of the method to a file of JSON lines.", metavar="F.jsonl"),
    ] = None,
    output: Annotated[
        Path | None,
        Arg(
            "Write the answers to a file, in the format of its ending. Without it, the answer to "
            "InputX.txt is written to OutputX.txt.",
            option=("--output", "-o"),
            metavar="OUT",
        ),
    ] = None,
    **asked: Any,
) -> int:
    """Solve puzzles, or find that they have none; on a terminal without INPUT, ask."""
    from gridwise.cli.shared.exit_status import CANCELLED
    from gridwise.cli.shared.solve_request import SolveRequest
    from gridwise.cli.shared.solve_run import run
    from gridwise.core.errors import ParameterError
    from gridwise.core.message import msg
    from gridwise.core.puzzle import Question

    listed, nth = asked.get("all_solutions"), asked.get("nth")
    chosen = [name for name, on in (("--all", listed), ("--count", count), ("--nth", nth)) if on]
    if len(chosen) > 1:
        raise ParameterError(msg("{a} and {b} exclude each other", a=chosen[0], b=chosen[1]))
    if count and (trace is not None or output is not None):
        raise ParameterError(msg("--count finds a number: leave out --trace and -o"))
    names = inputs
    if not names and not asked.get("json"):
        from gridwise.cli.shared import menu

        if menu.possible():
            typed = menu.ask(asked.get("puzzle"), asked.get("method"))
            if typed is None:
                return CANCELLED
            names, asked["method"] = typed
    question = Question.SOLUTION if layout or listed or nth is not None else None
    return run(
        SolveRequest.of(
            names, question=question, counting=count, trace=trace, output=output, **asked
        )
    )
