"""Every public call that takes a cancel token answers CANCELLED, or raises what is documented."""

import inspect
from typing import Any

import gridwise as gw
from every import every
from gridwise.core.limits import Limits
from gridwise.solving.rate import lines

SUDOKU = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
MINES = "minesweeper:4x4x5:-2--/---1/-1--/----"
SLIDING = "sliding:3x3:8,6,7,2,5,4,3,0,1"

Ask = Any
CASES: dict[str, tuple[Ask, ...]] = {
    "solve": (
        lambda c: gw.solve(SUDOKU, method="backtracking", cancel=c),
        lambda c: gw.solve(MINES, cancel=c),
        lambda c: gw.solve(SLIDING, cancel=c),
        lambda c: gw.solve("queens:8:", all_solutions=True, cancel=c),
    ),
    "count": (lambda c: gw.count("queens:8:", method="dpll", cancel=c),),
    "hint": tuple(
        lambda c, board=board: gw.hint(board, cancel=c) for board in (SUDOKU, MINES, SLIDING)
    ),
    "explain": tuple(
        lambda c, board=board: gw.explain(board, cancel=c) for board in (SUDOKU, MINES)
    ),
    "rate": (lambda c: gw.rate(SUDOKU, cancel=c), lambda c: gw.rate(SLIDING, cancel=c)),
    "setter_bench": (lambda c: gw.setter_bench("sudoku:2x2:1.......3......4", cancel=c),),
    "probabilities": (lambda c: gw.probabilities(MINES, cancel=c),),
    "heuristics": (lambda c: gw.heuristics(SLIDING, cancel=c),),
    "check_encoding": (lambda c: gw.check_encoding([[1]], "minesweeper:2x2x1:--/--", cancel=c),),
    "simulate": (lambda c: gw.simulate("minesweeper", board="5x5x4", games=3, cancel=c),),
    "play": (lambda c: gw.play("minesweeper", board="5x5x4", policy="single_point", cancel=c),),
    "solve_many": (lambda c: gw.solve_many([gw.parse(SUDOKU)] * 3, cancel=c),),
    "generate": (lambda c: gw.generate("sudoku", "2x2", seed=1, cancel=c),),
    "daily": (lambda c: gw.daily("queens", "2026-11-23", cancel=c),),
}
STARTS_PROCESSES = {"batch", "compare", "export", "grade", "prepare", "report", "verify"}
"""These are asked in their own tests; what they raise passes through the same door."""


class After:
    """A token that is set from the k-th look at it on."""

    def __init__(self, looks: int) -> None:
        self.left, self.looked = looks, 0

    def is_set(self) -> bool:
        self.looked += 1
        return self.looked > self.left


def takers() -> set[str]:
    """Return the names of the public functions that take a cancel token."""
    public = {name: getattr(gw, name) for name in gw.__all__}
    return {
        name
        for name, one in public.items()
        if inspect.isfunction(one) and "cancel" in inspect.signature(one).parameters
    }


def test_every_function_with_a_token_is_asked() -> None:
    assert takers() == {*CASES, *STARTS_PROCESSES}


def ended(ask: Ask, token: After) -> gw.Stop | None:
    """Return why a call ended; None for an answer without a `stop`."""
    try:
        return getattr(ask(token), "stop", None)
    except gw.EndedEarlyError as error:
        assert str(error)
        return error.stop


@every("name", sorted(CASES))
def test_a_token_that_is_set_is_answered(name: str) -> None:
    """Before the call, and after so many looks, until the call ends by itself."""
    for ask in CASES[name]:
        stops = []
        for looks in (0, 1, 2, 3, 5, 8, 13, 30, 10**9):
            token = After(looks)
            stops.append(ended(ask, token))
            if token.looked <= looks:
                break
            assert stops[-1] in (gw.Stop.CANCELLED, gw.Stop.COMPLETED, gw.Stop.SOLUTION_LIMIT)
        assert stops[0] is gw.Stop.CANCELLED, (name, stops)
        assert stops[-1] is not gw.Stop.CANCELLED


def test_what_a_cancelled_answer_says() -> None:
    hint = gw.hint(SUDOKU, cancel=After(0))
    said = (hint.technique, hint.move, hint.text)
    assert said == ("unknown", None, "cancelled before a step was found")
    found = gw.explain(SUDOKU, cancel=After(0))
    assert (found.steps, found.solved, bool(found)) == ((), False, False)
    assert "cancelled" in str(found)
    rated = gw.rate(SUDOKU, cancel=After(0))
    assert set(rated.values()) == {None}
    said = [str(line) for line in lines("sudoku", rated, Limits(time_s=60))]
    assert all(line.endswith(": cancelled") for line in said)
    assert len(gw.heuristics(SLIDING, cancel=After(0))) == 0


def test_an_answer_is_true_where_something_was_found() -> None:
    assert gw.solve("queens:4:")
    assert not gw.solve("queens:3:")
    assert not gw.solve("queens:8:", cancel=After(0))
    assert not gw.solve("queens:4:", nth=9)
    assert gw.solve("queens:4:", nth=2)
    assert gw.count("queens:4:")
    assert not gw.count("queens:3:")
    assert gw.probabilities("minesweeper:2x2x1:--/--")
    assert not gw.probabilities("minesweeper:2x2x1:0-/--")
    assert gw.explain(SUDOKU)
    assert not gw.check_encoding([[1]], "minesweeper:2x1:--")
