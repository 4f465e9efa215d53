"""Small random positions of a puzzle, from its own sampler."""

import os
from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Sampler
from gridwise.core.puzzle import Puzzle

SAMPLES = int(os.environ.get("GRIDWISE_SAMPLES", "80"))
"""Random positions a puzzle; `.ci/run` runs the tests that use it again with 240."""


def sample(puzzle: Puzzle[Any, Any], random: Random) -> Any:
    """Return a position of a puzzle; every puzzle that the suite runs on has a sampler."""
    sampler = registry.capability(puzzle.name, Sampler)
    assert sampler is not None, f"{puzzle.name} has no SAMPLER"
    return sampler.sample(random)
