"""The compiled engine on boards that take long."""

from random import Random

import gridwise
from gridwise.core.result import Count, Status
from gridwise.core.run import Run
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.engine.counting import unturned
from puzzles.queens.support import ALL, FUNDAMENTAL, board, kernel
from samples import THOROUGH


def test_known_numbers():
    for n in (17, 18) if THOROUGH else (17,):
        assert gridwise.count(Position(n)).answer == Count(ALL[n - 1], True)
        found = gridwise.count(Position(n), up_to_symmetry=True)
        assert found.answer == Count(FUNDAMENTAL[n - 1], True)
        assert found.method == "kernel"


def test_known_numbers_of_turned_solutions():
    """OEIS A032522 and A033148."""
    assert [unturned(n, Run())[0] for n in range(10, 17)] == [12, 48, 80, 136, 420, 1240, 3000]
    wanted = {12: 8, 13: 8, 14: 0, 16: 64, 17: 128, 20: 480, 21: 704}
    assert {n: unturned(n, Run())[1] for n in wanted} == wanted


def test_completions_of_30_rows_are_decided_as_by_sat():
    random = Random(2)
    seen = set()
    for fixed, share in ((12, 0.2), (5, 0.66), (0, 0.77), (17, 0), (10, 0.5)):
        for _ in range(3):
            position = board(random, 30, fixed, share)
            found = next(kernel(position).models(Run()), None)
            other = gridwise.solve(position, method="sat").status
            assert (found is None) == (other is Status.UNSATISFIABLE)
            seen.add(other)
            if found is not None:
                solved = Position(30, found, position.blocked)
                assert PUZZLE.is_solved(solved)
                assert set(position.queens) <= set(found)
    assert seen == {Status.SOLVED, Status.UNSATISFIABLE}
