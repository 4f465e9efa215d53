"""`gridwise count`: how many solutions there are, or at least how many."""

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import (
    Encoding,
    Fundamental,
    Inputs,
    Json,
    Kind,
    Limit,
    Memory,
    MethodName,
    Nodes,
    Settings,
    Time,
)


def count(
    *inputs: Inputs,
    puzzle: Kind = None,
    method: MethodName = "auto",
    limit: Limit = None,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = None,
    settings: Settings = None,
    encoding: Encoding = None,
    fundamental: Fundamental = False,
    json: Json = False,
) -> int:
    """Count the solutions of puzzles."""
    from gridwise.cli.shared.job import Job, run

    return run(
        Job(
            inputs=_params.unshielded(inputs),
            puzzle=puzzle,
            method=method,
            counting=True,
            limits=_params.limits(time, nodes, memory, limit),
            options=_params.settings(settings or (), encoding),
            fundamental=fundamental,
            json=json,
        )
    )
