"""Tiny boards whose clauses were counted, or written out, by hand."""

from collections import Counter

import pytest

from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.views import cnf_model
from gridwise.solving.encoding.dimacs import loads


def model_of(rows: str):
    return cnf_model(PUZZLE.parse(rows))


# board, raw clauses by family, units by propagation, simplified clauses
COUNTED = {
    # 1 of 8: C(8,8) = 1 positive, C(8,2) = 28 negative
    "1 in the middle": ("---/-1-/---", {"shown": 1, "number": 29}, 1, 29),
    # 2 of 8: C(8,7) + C(8,3) = 8 + 56
    "2 in the middle": ("---/-2-/---", {"shown": 1, "number": 64}, 1, 64),
    # 4 of 8: C(8,5) + C(8,5) = 56 + 56
    "4 in the middle": ("---/-4-/---", {"shown": 1, "number": 112}, 1, 112),
    # 7 of 8: C(8,2) + C(8,8) = 28 + 1
    "7 in the middle": ("---/-7-/---", {"shown": 1, "number": 29}, 1, 29),
    # k = 0 and k = n: a unit for each neighbour
    "0 in the middle": ("---/-0-/---", {"shown": 1, "number": 8}, 9, 0),
    "8 in the middle": ("---/-8-/---", {"shown": 1, "number": 8}, 9, 0),
    # 1 of 3 in a corner: C(3,3) + C(3,2) = 1 + 3
    "1 in the corner": ("1-/--", {"shown": 1, "number": 4}, 1, 4),
    # 1 of the same two, said twice: 2 clauses, not 4
    "the same number twice": ("1-/1-", {"shown": 2, "number": 2}, 2, 2),
    # the left 1: a+b = 1; the right 1: b = 1, a unit; then b decides a
    "a 1 between two": ("-1-1", {"shown": 2, "number": 3}, 4, 0),
    # a+b = 1 and b+c = 1: 2 clauses each
    "two 1s in a chain": ("-1-1-", {"shown": 2, "number": 4}, 2, 4),
    # the number less the known mine: 1 of 7, C(7,7) + C(7,2) = 1 + 21
    "2 beside a known mine": ("X--/-2-/---", {"known_mine": 1, "shown": 1, "number": 22}, 2, 22),
    # one known to be safe: 1 of 7
    "1 beside a known safe": ("s--/-1-/---", {"known_safe": 1, "shown": 1, "number": 22}, 2, 22),
    # the known mine is all there is: the other 7 are safe, a unit each
    "1 beside a known mine": ("X--/-1-/---", {"known_mine": 1, "shown": 1, "number": 7}, 9, 0),
    "nothing shown": ("--/--", {}, 0, 0),
    "everything shown": ("11/1X", {"shown": 3, "known_mine": 1}, 4, 0),
}


@pytest.mark.parametrize("name", COUNTED)
def test_counted_by_hand(name):
    rows, families, units, simplified = COUNTED[name]
    model = model_of(rows.replace("/", "\n"))
    assert Counter(model.families[f].name for f in model.family_of) == families
    assert len(model.simplified.units) == units
    assert len(model.simplified.clauses) == simplified
    assert model.simplified.contradiction is None


# 2x2 and a total: 1 mine in {2, 3, 4} said by the number, 1 in {2, 3, 4} said by the total: the
# same clauses, kept once. With 2 in total: C(3,2) + C(3,3) of the total come on top.
@pytest.mark.parametrize(
    ("header", "families", "contradiction"),
    [
        ("mines 1", {"shown": 1, "number": 4}, False),
        ("mines 2", {"shown": 1, "number": 4, "total": 4}, False),
        ("mines 3", {"shown": 1, "number": 4, "total": 3}, True),
        ("mines 0", {"shown": 1, "number": 4, "total": 3}, True),
        ("mines 4", {"shown": 1, "number": 4, "total": 2}, True),  # 4 of 3: v and -v
    ],
)
def test_totals_counted_by_hand(header, families, contradiction):
    model = model_of(f"{header}\n1-\n--")
    assert Counter(model.families[f].name for f in model.family_of) == families
    assert (model.simplified.contradiction is not None) == contradiction


def test_written_out_by_hand():
    """A 3x2 board; cells 1 2 3 over 4 5 6, shown are 2 (r1c2) and 1 (r2c1).

    r1c2 = 2 has the covered neighbours 1, 3, 5, 6; r2c1 = 1 has 1, 5.
    """
    by_hand = """\
p cnf 6 12
-2 0
-4 0
1 3 5 0
1 3 6 0
1 5 6 0
3 5 6 0
-1 -3 -5 0
-1 -3 -6 0
-1 -5 -6 0
-3 -5 -6 0
1 5 0
-1 -5 0
"""
    variables, clauses = loads(by_hand)
    model = model_of("- 2 -\n1 - -")
    assert model.variables == variables
    assert set(map(frozenset, model.clauses)) == set(map(frozenset, clauses))
    assert len(model.clauses) == len(clauses)


# What every player knows, worked out by hand.
@pytest.mark.parametrize(
    ("rows", "forced"),
    [
        ("11211/-----", "11211/1X2X1"),  # 1-2-1 along a wall
        ("0111/----", "0111/01X1"),
        ("11--/----", "11s-/--s-"),  # 1-1 from a wall: the third column is safe, unknown numbers
        ("1221/----", "1221/1XX1"),
        ("-1-", "-1-"),  # one of two, it cannot be told which
    ],
)
def test_patterns_every_player_knows(rows, forced):
    position = PUZZLE.parse(rows.replace("/", "\n"))
    model = cnf_model(position)
    from pysat.solvers import Solver

    with Solver(name="glucose4", bootstrap_with=[list(c) for c in model.clauses]) as solver:
        assert solver.solve()
        first = solver.get_model()[: model.primary]
        backbone = [x for x in first if not solver.solve(assumptions=[-x])]
    after = position
    for move in model.decoder.moves(backbone):
        after = PUZZLE.apply(after, move)
    assert PUZZLE.format(after, "compact") == forced.replace("/", "\n")
