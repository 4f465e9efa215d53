"""The work of one slice of a batch: a pure function of its question and its lines."""

from collections.abc import Sequence


def warm(kinds: Sequence[str]) -> None:
    """Load the engines of puzzles into this process, so that its first slice does not wait."""
    from gridwise.core import registry
    from gridwise.core.capabilities.batch import BatchSolver
    from gridwise.core.run import Run

    for kind in kinds:
        engine = registry.capability(kind, BatchSolver)
        if engine is not None:
            engine.solve_many([registry.puzzle(kind).parse(engine.example)], Run(), limit=1)
