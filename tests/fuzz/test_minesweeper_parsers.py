"""Mutated inputs: whatever is read, nothing but an error of the tree comes out."""

import re
from random import Random

import pytest

from gridwise.core.errors import GridwiseError, ParseError
from gridwise.puzzles.minesweeper import PUZZLE, Position
from gridwise.puzzles.minesweeper.views import cnf_model as board_cnf
from gridwise.solving.encoding.dimacs import cnf_model, dumps, loads

BOARDS = (
    *PUZZLE.examples,
    "# mines: 10\n- - 1 0\n- X 1 0\n1 s 1 0\n",
    "\ufeff1-X\r\n0s8\r\n\r\ntotal 3\r\n---\r\n",
    "1,-,X\n0,s,8\n\n-\t-\n1\t1\n",
    "minesweeper:2x2x1:1-/--\n\nmines 2\n--\n11\n",
    "# a comment\n\n---\n-1-\n---\n\n\n1 -\n- 1\n",
)
DIMACS = (
    "p cnf 3 2\n1 -2 0\n-1 3 0\n",
    "c a comment\np cnf 4 3\n1 2\n-3 0 4 0\n0\n%\n0\n",
    dumps(board_cnf(PUZZLE.parse(PUZZLE.examples[1])), cells=True),
)
MOVES = ("r1c1=3", "r2c2=X", "r3c1=s", "r10c10=0")
PIECES = (
    *"0123456789-Xxs*S/:,;#.= \t\n\r\v\0xcrp%",
    "\r\n",
    "\n\n",
    "\ufeff",
    "\u2028",
    "\u0661",
    "\xa0",
    "\ud800",
    "\U0001f600",
    "mines",
    "total",
    "# mines: ",
    "minesweeper:",
    "sudoku:3x3:",
    "9" * 30,
    "-0",
    "1_0",
    "p cnf 9 9\n",
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
        score = PUZZLE.recognise(text, random.choice(("", "Input1.txt")))
        assert 0 <= score <= 100
        entries = list(PUZZLE.read(text, source="f"))
        for entry in entries:
            assert (entry.position is None) != (entry.error is None)
            if entry.error is not None:
                assert isinstance(entry.error, GridwiseError)
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
    position = PUZZLE.parse("minesweeper:12x10:" + "/".join(["-" * 12] * 10))
    good = 0
    for _ in range(20_000):
        text = mutated(random, MOVES)
        try:
            move = PUZZLE.parse_move(position, text)
        except GridwiseError as error:
            assert isinstance(error, ParseError)
            continue
        good += 1
        assert 0 <= move.cell < 120
        assert PUZZLE.parse_move(position, PUZZLE.format_move(position, move)) == move
    assert good > 200


def test_dimacs():
    random = Random(11)
    good = bad = 0
    for _ in range(20_000):
        text = mutated(random, DIMACS)
        try:
            variables, clauses = loads(text, "f")
        except GridwiseError as error:
            assert isinstance(error, ParseError)
            assert error.line <= text.count("\n") + 1
            bad += 1
            continue
        good += 1
        assert loads(dumps(clauses, variables=variables)) == (variables, clauses)
        if variables < 1_000:
            model = cnf_model(text)
            assert all(model.clauses)
    assert good > 500
    assert bad > 5_000


@pytest.mark.parametrize("text", ["\ud800", "-\ud800", "minesweeper:\ud800", "r1c1=\ud800"])
def test_lone_surrogates(text):
    for entry in PUZZLE.read(text):
        assert entry.error is not None
    with pytest.raises(GridwiseError):
        PUZZLE.parse_move(PUZZLE.parse("-"), text)
    with pytest.raises(GridwiseError):
        loads(text)
