"""`gridwise count`: how many solutions there are, or at least how many."""

from gridwise.cli.shared.options import (
    Certificate,
    Cluster,
    Cpu,
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
    Workers,
    limits_of,
    settings_of,
)


def count(
    *inputs: Inputs,
    puzzle: Kind = None,
    method: MethodName = "auto",
    limit: Limit = None,
    time: Time = None,
    cpu: Cpu = None,
    nodes: Nodes = None,
    memory: Memory = None,
    settings: Settings = None,
    encoding: Encoding = None,
    fundamental: Fundamental = False,
    workers: Workers = None,
    cluster: Cluster = None,
    certificate: Certificate = None,
    json: Json = False,
) -> int:
    """Count the solutions of puzzles."""
    from gridwise.cli.shared.solve_request import SolveRequest
    from gridwise.cli.shared.solve_run import run

    return run(
        SolveRequest(
            inputs=inputs,
            puzzle=puzzle,
            method=method,
            counting=True,
            limits=limits_of(time, cpu, nodes=nodes, memory_mb=memory, solutions=limit),
            options=settings_of(settings, encoding),
            fundamental=fundamental,
            workers=workers,
            cluster=cluster,
            certificate=certificate,
            json=json,
        )
    )
