"""No format of a program claims a text that is in none: a board as Gridwise writes it."""

from typing import Any

from conformance.support import each_puzzle
from fuzz.test_readers import seeds
from gridwise.core import registry
from gridwise.core.puzzle import Puzzle
from puzzles.formats import HEAD


@each_puzzle()
def test_no_format_claims_plain_boards(puzzle: Puzzle[Any, Any]) -> None:
    formats = [one for kind in registry.puzzles() for one in registry.formats(kind).values()]
    assert formats
    for text in seeds(puzzle):
        assert [one.NAME for one in formats if one.claims(text[:HEAD])] == [], text
