"""`gridwise count`: how many solutions there are, or at least how many."""

from typing import Any

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.options import Inputs
from gridwise.questions.count import count as counted


@takes_options(
    counted,
    order="puzzle method limit time_s cpu_s nodes memory settings encoding up_to_symmetry workers "
    "cluster certificate json",
)
def count(*inputs: Inputs, **asked: Any) -> int:
    """Count the solutions of puzzles."""
    from gridwise.cli.shared.solve_request import SolveRequest
    from gridwise.cli.shared.solve_run import run

    return run(SolveRequest.of(inputs, counting=True, **asked))
