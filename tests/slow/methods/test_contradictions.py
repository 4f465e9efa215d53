"""Givens of larger Sudokus that contradict each other, for which the oracle takes seconds."""

from itertools import islice

from methods.contradictions import check_givens, impossible
from samples import seeds


def test_givens_of_a_sudoku_of_6x6() -> None:
    large = (case for case in impossible("sudoku") if len(case.position.cells) == 36)
    tried = list(islice(large, len(seeds(3, 8))))
    assert len(tried) >= 3
    for case in tried:
        check_givens(case)
