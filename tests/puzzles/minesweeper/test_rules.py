from random import Random

import pytest
from hypothesis import given

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.grid import neighbours
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE, MarkMine, Open, Position, Safe
from puzzles.minesweeper.support import board, positions


@every(
    "notation, texts, cells",
    [
        ("3x3:---/-1-/---", [], []),
        ("2x2:4-/--", ["r1c1 shows 4 but has only 3 covered neighbours"], [(0, 1, 2, 3)]),
        ("3x1:2-1", ["r1c1 shows 2 but at most 1 of its neighbours can be mines"], [(0, 1)]),
        ("2x1:11", ["r1c1 shows 1 but at most 0 of its neighbours can be mines"], [(0,)]),
        (
            "2x2:3X/s-",  # the safe one cannot be a mine
            ["r1c1 shows 3 but at most 2 of its neighbours can be mines"],
            [(0, 1, 3)],
        ),
        (
            "2x2:0X/X-",
            ["r1c1 shows 0 but these around it are known mines: r1c2, r2c1"],
            [(0, 1, 2)],
        ),
        ("2x2x1:-X/X-", ["the total is 1 but more mines are known: 2"], [(1, 2)]),
        (
            "3x2x5:0X-/-s-",
            [
                "r1c1 shows 0 but these around it are known mines: r1c2",
                "the total is 5 but at most 4 of the cells can be mines",
            ],
            [(0, 1), (1, 2, 3, 5)],
        ),
        ("2x1x0:--", [], []),
        ("2x1x2:--", [], []),
        ("1x1:0", [], []),
        ("1x1:1", ["r1c1 shows 1 but at most 0 of its neighbours can be mines"], [(0,)]),
        # One of each sort, though both numbers are wrong.
        ("3x1:2-2", ["r1c1 shows 2 but at most 1 of its neighbours can be mines"], [(0, 1)]),
    ],
)
def test_violations(notation, texts, cells):
    found = PUZZLE.violations(board(notation))
    assert [str(v.text) for v in found] == texts
    assert [v.cells for v in found] == cells


def slow_moves(position: Position) -> list:
    found = []
    for cell, code in enumerate(position.shown):
        near = [position.shown[n] for n in neighbours(cell, position.width, position.height)]
        numbers = range(near.count(MINE), near.count(MINE) + near.count(COVERED) + 1)
        if code == COVERED:
            found += [MarkMine(cell), Safe(cell)]
        if code in (COVERED, SAFE):
            found += [Open(cell, n) for n in numbers]
    return found


@given(positions())
def test_moves_are_those_that_apply_takes(position):
    allowed = list(PUZZLE.moves(position))
    assert allowed == slow_moves(position)
    asked = {
        move
        for cell in range(-1, len(position.shown) + 1)
        for move in (MarkMine(cell), Safe(cell), *(Open(cell, n) for n in range(-1, 10)))
    }
    taken = set()
    for move in asked:
        try:
            after = PUZZLE.apply(position, move)
        except ParameterError:
            continue
        taken.add(move)
        new = {MarkMine: MINE, Safe: SAFE}.get(type(move), getattr(move, "number", None))
        assert after.shown[move.cell] == new
        assert (after.width, after.height, after.mines) == (
            position.width,
            position.height,
            position.mines,
        )
        differ = [c for c in range(len(after.shown)) if after.shown[c] != position.shown[c]]
        assert differ == [move.cell]
    assert taken == set(allowed)


@every(
    "move, words",
    [
        (Open(0, 1), "r1c1 is open and shows 1"),
        (MarkMine(1), "r1c2 is a known mine"),
        (Open(1, 1), "r1c2 is a known mine"),
        (Safe(2), "r1c3 is known to be safe"),
        (MarkMine(2), "r1c3 is known to be safe"),
        (Open(3, 0), "r2c1 cannot show 0, only 1 to 2"),
        (Open(3, 3), "r2c1 cannot show 3, only 1 to 2"),
        (MarkMine(6), "Cell 6 is not on a board of 3x2"),
        (MarkMine(-1), "Cell -1 is not on a board of 3x2"),
    ],
)
def test_moves_that_are_refused(move, words):
    with pytest.raises(ParameterError, match=words):
        PUZZLE.apply(board("3x2:1Xs/---"), move)


@every(
    "notation, solved",
    [
        ("2x2:1X/11", True),
        ("2x2x1:1X/11", True),
        ("2x2x2:1X/11", False),
        ("2x2x0:1X/11", False),
        ("2x2:1X/12", False),
        ("2x2:1X/10", False),
        ("2x2:1X/1s", False),
        ("2x2:1X/1-", False),
        ("1x1:0", True),
        ("1x1:X", True),
        ("1x1x1:0", False),
        ("1x1:1", False),
        ("1x1:-", False),
    ],
)
def test_is_solved(notation, solved):
    assert PUZZLE.is_solved(board(notation)) == solved


def test_a_finished_board_is_solved_exactly_when_it_is_true():
    """Random full boards: `is_solved` against counting by hand."""
    random = Random(5)
    seen = set()
    for _ in range(400):
        width, height = random.randint(1, 3), random.randint(1, 3)
        size = width * height
        mines = [random.random() < 0.4 for _ in range(size)]
        shown = bytearray(
            MINE if mines[c] else sum(mines[n] for n in neighbours(c, width, height))
            for c in range(size)
        )
        if random.random() < 0.5:
            cell = random.randrange(size)
            shown[cell] = random.choice([n for n in (*range(9), MINE) if n != shown[cell]])
        total = random.choice([None, sum(mines)])
        position = Position(width, height, bytes(shown), total)
        true = all(
            n == MINE or n == sum(shown[x] == MINE for x in neighbours(c, width, height))
            for c, n in enumerate(shown)
        ) and total in (None, shown.count(MINE))
        assert PUZZLE.is_solved(position) == true
        assert bool(PUZZLE.violations(position)) == (not true)
        seen.add(true)
    assert seen == {True, False}


def test_facts():
    assert registry.features(board("3x2:1Xs/--0")) == {
        "covered": 2,
        "shown": 2,
        "known_mines": 1,
        "known_safe": 1,
    }
    assert registry.features(board("2x1x1:1-"))["mines_total"] == 1


def test_order_key():
    assert PUZZLE.order_key(board("3x1:1X1")) == (0, 1, 0)
    assert PUZZLE.order_key(board("3x1:1X1")) < PUZZLE.order_key(board("3x1:X1X"))
