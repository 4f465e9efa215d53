"""`gridwise solve`: answer puzzles, and say what is known where there is no answer."""

from pathlib import Path
from typing import Annotated

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import (
    Ascii,
    Encoding,
    Inputs,
    Json,
    Kind,
    Limit,
    Memory,
    Nodes,
    OptionalMethod,
    Settings,
    Style,
    Time,
    flag,
    valued,
)


def solve(
    *inputs: Inputs,
    puzzle: Kind = None,
    method: OptionalMethod = None,
    layout: Annotated[
        bool, flag("--layout", "A whole solution, where the default is what is forced.")
    ] = False,
    all_solutions: Annotated[bool, flag("--all", "All solutions, in the defined order.")] = False,
    count: Annotated[bool, flag("--count", "The number of solutions.")] = False,
    nth: Annotated[
        int | None, valued("--nth", "K", "The k-th solution in the defined order.", _params.whole)
    ] = None,
    limit: Limit = None,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = None,
    seed: Annotated[
        int, valued("--seed", "S", "For methods that choose at random.", _params.natural)
    ] = 0,
    settings: Settings = None,
    encoding: Encoding = None,
    json: Json = False,
    ascii: Ascii = False,
    trace: Annotated[
        Path | None,
        valued(
            "--trace",
            "F.jsonl",
            "Write what the method does, step by step, as JSON lines.",
            _params.file_name,
        ),
    ] = None,
    style: Style = None,
    output: Annotated[
        Path | None,
        valued(
            ("--output", "-o"),
            "OUT",
            "Write the answers to a file; its ending says in which format. Without it, what "
            "answers InputX.txt is written to OutputX.txt.",
            _params.file_name,
        ),
    ] = None,
) -> int:
    """Solve puzzles, or prove that they have no solution; on a terminal it asks which, if none."""
    from gridwise.cli.shared import menu as _menu
    from gridwise.cli.shared.job import CANCELLED, Job, run
    from gridwise.core.errors import ParameterError
    from gridwise.core.puzzle import Question

    chosen = [
        name for name, on in (("--all", all_solutions), ("--count", count), ("--nth", nth)) if on
    ]
    if len(chosen) > 1:
        raise ParameterError(f"{' and '.join(chosen)} exclude each other")
    if count and (trace is not None or output is not None):
        raise ParameterError("--count finds a number: leave out --trace and -o")
    names = _params.unshielded(inputs)
    if not names and not json and _menu.possible():
        chosen_there = _menu.ask(puzzle, method)
        if chosen_there is None:
            return CANCELLED
        names, method = chosen_there
    whole = layout or all_solutions or nth is not None
    return run(
        Job(
            inputs=names,
            puzzle=puzzle,
            method=method or "auto",
            question=Question.SOLUTION if whole else None,
            counting=count,
            nth=nth,
            all_solutions=all_solutions,
            limits=_params.limits(time, nodes, memory, limit),
            seed=seed,
            options=_params.settings(settings or (), encoding),
            json=json,
            ascii=ascii,
            trace=trace,
            output=output,
            style=style,
        )
    )
