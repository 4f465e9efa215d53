"""Read boards by a module of a puzzle's `formats`, and nothing else."""

from random import Random
from typing import Any

from fuzz.mutation import check, mutated
from gridwise.core.errors import ParseError
from gridwise.core.puzzle import Puzzle
from gridwise.core.reading import Format
from samples import THOROUGH

HEAD = 4_096
TEXTS = 4_000 if THOROUGH else 600
"""Mutated texts a format."""


def board(module: Format, text: str) -> Any:
    """Return the only board of a text that the format claims."""
    assert module.claims(text[:HEAD]), text
    (entry,) = module.read(text, "f")
    assert entry.error is None, str(entry.error)
    return entry.position


def error(module: Format, text: str, index: int = 0) -> ParseError:
    """Return the error of a part of a text."""
    entry = list(module.read(text, "f"))[index]
    assert entry.error is not None, entry.position
    assert entry.error.source == "f"
    return entry.error


def try_mutated(puzzle: Puzzle[Any, Any], module: Format, *texts: str) -> None:
    """Change texts at random: whatever comes is a board that reads back, or a `ParseError`."""
    random = Random(module.NAME)
    good = bad = 0
    for _ in range(TEXTS):
        text = mutated(random, texts)
        module.claims(text[:HEAD])
        lines = []
        for entry in module.read(text, "f"):
            assert (entry.position is None) != (entry.error is None), text
            lines.append(entry.line)
            if entry.error is None:
                good += 1
                notation = puzzle.format(entry.position)
                assert puzzle.parse(notation) == entry.position, text
            else:
                bad += 1
                check(entry.error, text)
                assert entry.error.source == "f"
        assert lines == sorted(lines), text
    assert good > TEXTS // 16, good
    assert bad > TEXTS // 8, bad
