"""Mutated inputs: whatever is read, nothing but an error of the tree comes out."""

import re
from random import Random

import pytest

from gridwise.core.errors import GridwiseError, ParseError
from gridwise.puzzles.sliding import PUZZLE, Position

BOARDS = (
    *PUZZLE.examples,
    "1 2 3\n4 5 6\n7 8 0\n",
    "\ufeff# goal: last\r\n1,2,3\r\n4,,5\r\n\r\n3\t2\n1\t\n",
    "# size: 3x2\n1 2 3 4 5 0\n0 1 2 3 4 5\n",
    "1 | 45 | 35 | 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n2 | 0 | 0 | 0 1 2 3\n",
    "17 1 2 3 0\n18 0 3 2 1\n",
    "# a comment\n\n0 1 2 3\n4 5 6 7\n\nsliding:2x1:1,0@1,0\n_ 1\n2 3\n",
)
MOVES = ("5", "15", " 7 ", "1")
PIECES = (
    *"0123456789_,;|@>#:x/ \t\n\r\v\0-",
    "\r\n",
    "\n\n",
    "\ufeff",
    "\u2028",
    "\u0663",
    "\xa0",
    "\xb2",
    "\ud800",
    "\U0001f600",
    "sliding:",
    "sudoku:3x3:",
    "# goal: ",
    "# size: 4x1\n",
    "last",
    "@last",
    ">1,0",
    "9" * 30,
    "1" * 8,
    "-0",
    "1_0",
    "0 " * 3000,
)


def mutated(random: Random, texts: tuple[str, ...]) -> str:
    """Return a text with one to six changes: pieces put in, cut, doubled, swapped, another's."""
    text = random.choice(texts)
    for _ in range(random.randint(1, 6)):
        a, b = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
        match random.randrange(6):
            case 0:
                text = text[:a] + random.choice(PIECES) + text[a:]
            case 1:
                text = text[:a] + random.choice(PIECES) + text[a + 1 :]
            case 2:
                text = text[:a] + text[min(b, a + 5) :]
            case 3:
                text = text[:b] + text[a:b] + text[b:]
            case 4:
                text = text[:a] + chr(random.randrange(0x2100)) + text[a + 1 :]
            case _:
                other = random.choice(texts)
                text = text[:a] + other[random.randint(0, len(other)) :]
    return text[:20_000]


def place_is_in(error: ParseError, text: str) -> bool:
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    return 1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1


def test_boards():
    random = Random(2025)
    good = bad = 0
    for _ in range(20_000):
        text = mutated(random, BOARDS)
        score = PUZZLE.recognise(text, random.choice(("", "15-puzzle.txt")))
        assert 0 <= score <= 100
        for entry in PUZZLE.read(text, source="f"):
            assert (entry.position is None) != (entry.error is None)
            if entry.error is not None:
                assert isinstance(entry.error, ParseError)
                assert place_is_in(entry.error, text), (text, entry.error)
                str(entry.error)
                bad += 1
                continue
            good += 1
            style = random.choice(tuple(PUZZLE.styles))
            assert PUZZLE.parse(PUZZLE.format(entry.position, style)) == entry.position
            PUZZLE.violations(entry.position)
        try:
            position = PUZZLE.parse(text)
        except GridwiseError:
            continue
        assert isinstance(position, Position)
    assert good > 5_000
    assert bad > 5_000


def test_moves():
    random = Random(7)
    position = PUZZLE.parse("sliding:4x4:" + ",".join(map(str, range(16))))
    good = 0
    for _ in range(20_000):
        text = mutated(random, MOVES)
        try:
            move = PUZZLE.parse_move(position, text)
        except GridwiseError as error:
            assert isinstance(error, ParseError)
            assert place_is_in(error, text), (text, error)
            continue
        good += 1
        assert 1 <= move.tile <= 15
        assert PUZZLE.parse_move(position, PUZZLE.format_move(position, move)) == move
    assert good > 1_000


@pytest.mark.parametrize(
    "text", ["\ud800", "1 \ud800\n0 2", "sliding:\ud800", "sliding:1x1:0@\ud800"]
)
def test_lone_surrogates(text):
    entries = list(PUZZLE.read(text))
    assert entries
    assert all(entry.error is not None for entry in entries)
    with pytest.raises(GridwiseError):
        PUZZLE.parse_move(PUZZLE.parse("sliding:2x1:0,1"), text)
