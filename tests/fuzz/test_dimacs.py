"""The reader of DIMACS, given mutated texts."""

from random import Random

import pytest

from fuzz.mutation import check, mutated
from gridwise.core.errors import GridwiseError, ParseError
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.views import cnf_model as board_cnf
from gridwise.solving.encoding.dimacs import cnf_model, dumps, loads
from samples import THOROUGH

DIMACS = (
    "p cnf 3 2\n1 -2 0\n-1 3 0\n",
    "c a comment\np cnf 4 3\n1 2\n-3 0 4 0\n0\n%\n0\n",
    dumps(board_cnf(PUZZLE.parse(PUZZLE.examples[1])), cells=True),
)


def test_dimacs() -> None:
    random = Random(11)
    texts = 4_000 if THOROUGH else 2_000
    good = bad = 0
    for _ in range(texts):
        text = mutated(random, DIMACS)
        try:
            variables, clauses = loads(text, "f")
        except GridwiseError as error:
            assert isinstance(error, ParseError)
            check(error, text, line_ends="\n")
            bad += 1
            continue
        good += 1
        assert loads(dumps(clauses, variables=variables)) == (variables, clauses)
        if variables < 1_000:
            model = cnf_model(text)
            assert all(model.clauses)
    assert good > texts // 40
    assert bad > texts // 4


def test_lone_surrogates() -> None:
    with pytest.raises(ParseError):
        loads("\ud800")
