"""`gridwise solve`: answer puzzles, or say what is known where there is no answer."""

from pathlib import Path
from typing import Annotated

from gridwise.cli.shared.options import (
    Ascii,
    Certificate,
    Cluster,
    Cpu,
    Encoding,
    Goal,
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
    Workers,
    file_name,
    flag,
    limits_of,
    natural,
    settings_of,
    valued,
    whole,
)


def solve(
    *inputs: Inputs,
    puzzle: Kind = None,
    goal: Goal = None,
    method: OptionalMethod = None,
    layout: Annotated[
        bool,
        flag("--layout", "Find a whole solution also where only what is certain is the default."),
    ] = False,
    all_solutions: Annotated[bool, flag("--all", "List all solutions, in a fixed order.")] = False,
    count: Annotated[bool, flag("--count", "Count the solutions.")] = False,
    nth: Annotated[
        int | None, valued("--nth", "K", "Find the K-th solution in that order.", whole)
    ] = None,
    limit: Limit = None,
    time: Time = None,
    cpu: Cpu = None,
    nodes: Nodes = None,
    memory: Memory = None,
    seed: Annotated[
        int, valued("--seed", "S", "Seed of methods that choose at random.", natural)
    ] = 0,
    settings: Settings = None,
    encoding: Encoding = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: Json = False,
    ascii: Ascii = False,
    trace: Annotated[
        Path | None,
        valued(
            "--trace",
            "F.jsonl",
            "Write every step of the method to a file of JSON lines.",
            file_name,
        ),
    ] = None,
    certificate: Certificate = None,
    style: Style = None,
    output: Annotated[
        Path | None,
        valued(
            ("--output", "-o"),
            "OUT",
            "Write the answers to a file, in the format of its ending. Without it, the answer to "
            "InputX.txt is written to OutputX.txt.",
            file_name,
        ),
    ] = None,
) -> int:
    """Solve puzzles, or find that they have none; on a terminal without INPUT, ask."""
    from gridwise.cli.shared.exit_status import CANCELLED
    from gridwise.cli.shared.solve_request import SolveRequest
    from gridwise.cli.shared.solve_run import run
    from gridwise.core.errors import ParameterError
    from gridwise.core.message import msg
    from gridwise.core.puzzle import Question

    chosen = [
        name for name, on in (("--all", all_solutions), ("--count", count), ("--nth", nth)) if on
    ]
    if len(chosen) > 1:
        raise ParameterError(msg("{a} and {b} exclude each other", a=chosen[0], b=chosen[1]))
    if count and (trace is not None or output is not None):
        raise ParameterError(msg("--count finds a number: leave out --trace and -o"))
    names = inputs
    if not names and not json:
        from gridwise.cli.shared import menu

        if menu.possible():
            asked = menu.ask(puzzle, method)
            if asked is None:
                return CANCELLED
            names, method = asked
    return run(
        SolveRequest(
            inputs=names,
            puzzle=puzzle,
            goal=goal,
            method=method or "auto",
            question=Question.SOLUTION if layout or all_solutions or nth is not None else None,
            counting=count,
            nth=nth,
            all_solutions=all_solutions,
            limits=limits_of(time, cpu, nodes=nodes, memory_mb=memory, solutions=limit),
            seed=seed,
            options=settings_of(settings, encoding),
            workers=workers,
            cluster=cluster,
            json=json,
            ascii=ascii,
            trace=trace,
            output=output,
            style=style,
            certificate=certificate,
        )
    )
