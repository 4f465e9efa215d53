"""Small random positions of a puzzle, from its own sampler, and how many are tried."""

from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Sampler
from gridwise.core.puzzle import Puzzle

FEW, MANY = 8, 80
THOROUGH = False
"""Whether `--thorough` was given, as `.ci/run` does."""
SAMPLES = FEW
"""Random positions a puzzle."""


def seeds(few: int, many: int) -> range:
    """Return the seeds of a test: a few, or with `--thorough` many."""
    return range(many if THOROUGH else few)


def sample(puzzle: Puzzle[Any, Any], random: Random) -> Any:
    """Return a position of a puzzle; every puzzle that the suite runs on has a sampler."""
    sampler = registry.capability(puzzle.name, Sampler)
    assert sampler is not None, f"{puzzle.name} has no SAMPLER"
    return sampler.sample(random)
