"""Mutated inputs: whatever is read, nothing but an error of the tree comes out."""

import re
from random import Random

import pytest

from gridwise.core.errors import GridwiseError, ParseError
from gridwise.puzzles.queens import PUZZLE, Position

BOARDS = (
    *PUZZLE.examples,
    "Q . . .\n. . x .\n. . . .\n. Q . !\n",
    "\ufeff.Q\r\n..\r\n\r\n8\r\nr1c1 r5c2\r\n",
    "# a comment\nn = 8\nr1c1,\tr5c2,\nxr3c3\n6\n10\n\nQ",
    "Q,.,.\n.,x,.\n.,.,.\n\n..\n..\n",
    "queens:4:0,4,0,0,r1c2,xr3c3\n\nqueens:1\n12\n",
)
MOVES = ("r1c1", "r2c12", "r10c10", "r3c7")
PIECES = (
    *"0123456789Qqxrc.!,:;=#n-X \t\n\r\v\0",
    "\r\n",
    "\n\n",
    "\ufeff",
    "\u2028",
    "\u0661",
    "\xa0",
    "\ud800",
    "\U0001f600",
    "r1c1",
    "xr2c2",
    "n = ",
    "queens:",
    "sudoku:3x3:",
    "9" * 30,
    "1000000",
    "1000001",
    "-0",
    "1_0",
    "0" * 5000,
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
    random = Random(2024)
    good = bad = 0
    for _ in range(20_000):
        text = mutated(random, BOARDS)
        assert 0 <= PUZZLE.recognise(text, random.choice(("", "queens.txt"))) <= 100
        for entry in PUZZLE.read(text, source="f"):
            assert (entry.position is None) != (entry.error is None)
            if entry.error is not None:
                assert isinstance(entry.error, ParseError)
                assert place_is_in(entry.error, text), (text, entry.error)
                str(entry.error)
                bad += 1
                continue
            good += 1
            position = entry.position
            style = random.choice(tuple(PUZZLE.styles))
            if style != "compact" or position.n <= 1000:
                assert PUZZLE.parse(PUZZLE.format(position, style)) == position
            if position.n <= 2000:
                PUZZLE.violations(position)
        try:
            position = PUZZLE.parse(text)
        except GridwiseError:
            continue
        assert isinstance(position, Position)
    assert good > 5_000
    assert bad > 5_000


def test_moves():
    random = Random(7)
    position = Position(12)
    good = 0
    for _ in range(20_000):
        text = mutated(random, MOVES)
        try:
            move = PUZZLE.parse_move(position, text)
        except GridwiseError as error:
            assert isinstance(error, ParseError)
            continue
        good += 1
        assert 0 <= move.cell < 144
        assert PUZZLE.parse_move(position, PUZZLE.format_move(position, move)) == move
    assert good > 200


@pytest.mark.parametrize("text", ["\ud800", "Q\ud800", "queens:\ud800", "8\nr1c\ud800"])
def test_lone_surrogates(text):
    assert any(entry.error is not None for entry in PUZZLE.read(text))
    with pytest.raises(GridwiseError):
        PUZZLE.parse_move(Position(8), text)
