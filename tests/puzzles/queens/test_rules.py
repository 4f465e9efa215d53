"""Positions, violations, moves, symmetries."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.puzzles.queens import MAX_N, PUZZLE, SYMMETRIES, PlaceQueen, Position
from gridwise.puzzles.queens.position import OccupiedLines, attack_free
from oracles import queens as oracle
from samples import sample


@st.composite
def boards(draw: st.DrawFn) -> Position:
    n = draw(st.integers(1, 9))
    cells = st.sets(st.integers(0, n * n - 1), max_size=n + 2)
    return Position(n, tuple(sorted(draw(cells))), tuple(sorted(draw(cells))))


@every(
    "n, queens, blocked",
    [
        (0, (), ()),
        (MAX_N + 1, (), ()),
        (4, (3, 3), ()),
        (4, (5, 3), ()),
        (4, (-1,), ()),
        (4, (16,), ()),
        (4, (), (2, 16)),
        (4, (), (2, 1)),
    ],
)
def test_a_position_that_does_not_fit_together(n, queens, blocked):
    with pytest.raises(ParameterError):
        Position(n, queens, blocked)


def texts(notation):
    return [str(v.text) for v in PUZZLE.violations(PUZZLE.parse(notation))]


def test_violations_are_named_by_square():
    assert texts("queens:8:r1c1,r5c2") == []
    assert texts("queens:8:r1c1,r3c3") == ["r1c1 and r3c3 attack each other on a diagonal"]
    assert texts("queens:8:r2c7,r5c4") == ["r2c7 and r5c4 attack each other on a diagonal"]
    assert texts("queens:8:r4c2,r4c8") == ["r4c2 and r4c8 attack each other in a row"]
    assert texts("queens:8:r1c5,r8c5") == ["r1c5 and r8c5 attack each other in a column"]
    assert texts("queens:8:r1c5,xr1c5") == ["r1c5 is blocked but holds a queen"]
    assert texts("queens:4:r1c1,r1c2,r2c1,r2c2,xr2c2") == [
        "r1c1 and r1c2 attack each other in a row",
        "r1c1 and r2c1 attack each other in a column",
        "r1c2 and r2c1 attack each other on a diagonal",
        "r2c2 is blocked but holds a queen",
    ]
    [violation] = PUZZLE.violations(PUZZLE.parse("queens:8:r1c1,r3c3"))
    assert violation.cells == (0, 18)


def test_two_and_three_break_no_rule_and_have_no_solution():
    for n in (2, 3):
        assert PUZZLE.violations(Position(n)) == ()
        assert oracle.solutions(f"queens:{n}:") == []


@given(boards())
def test_violations_agree_with_the_oracle(board):
    found = PUZZLE.violations(board)
    n, queens, blocked = oracle._read(PUZZLE.format(board))
    peaceful = oracle._peaceful(sorted(queens))
    assert (found == ()) == (peaceful and queens.isdisjoint(blocked))
    assert attack_free(n, board.queens) == peaceful
    for violation in found:
        squares = [divmod(cell, n) for cell in violation.cells]
        if len(squares) == 2:
            assert oracle._attack(*squares)
            assert set(squares) <= queens
        else:
            assert set(squares) <= queens & blocked


@given(boards())
def test_moves_are_the_squares_that_nothing_forbids(board):
    n, queens, blocked = oracle._read(PUZZLE.format(board))
    free = [
        PlaceQueen(r * n + c)
        for r in range(n)
        for c in range(n)
        if (r, c) not in blocked and not any(oracle._attack((r, c), q) for q in queens)
    ]
    assert list(PUZZLE.moves(board)) == free
    for cell in range(n * n):
        if PlaceQueen(cell) in free:
            after = PUZZLE.apply(board, PlaceQueen(cell))
            assert set(after.queens) == {*board.queens, cell}
        else:
            with pytest.raises(ParameterError):
                PUZZLE.apply(board, PlaceQueen(cell))


@given(boards(), st.lists(st.integers(-2, 90), max_size=8))
def test_all_moves_at_once_are_the_same_as_one_by_one(board, cells):
    moves = [PlaceQueen(cell) for cell in cells]

    def one_by_one():
        position = board
        for move in moves:
            position = PUZZLE.apply(position, move)
        return position

    try:
        expected = one_by_one()
    except ParameterError:
        # Where several rules are broken, which of them is named may differ.
        with pytest.raises(ParameterError):
            PUZZLE.apply_all(board, moves)
    else:
        assert PUZZLE.apply_all(board, moves) == expected


@pytest.mark.parametrize("count", [4096, 4097, 9000])
def test_many_queens_are_checked_the_same_way(count):
    n = 10_007  # a prime: the squares of a multiplication by 3 attack nobody on lines of ours
    queens = [row * n + (3 * row) % n for row in range(count)]
    assert attack_free(n, queens) == OccupiedLines(n).add(queens)
    for wrong in (queens[5], queens[5] + 1, queens[7] + n):
        bad = [*queens, wrong]
        assert not OccupiedLines(n).add(bad)
        assert not attack_free(n, bad)


def test_a_board_remembers_whether_its_queens_attack_each_other():
    """What was seen of one board is not taken for another, and comparing boards ignores it."""
    n = 5000
    good = tuple(row * n + (2 * row) % n for row in range(2400))
    played = PUZZLE.apply_all(PUZZLE.parse(f"queens:{n}:"), [PlaceQueen(cell) for cell in good])
    fresh = Position(n, good)
    assert played == fresh
    assert played.peaceful
    assert fresh.peaceful
    assert pickle.loads(pickle.dumps(played)) == fresh
    bad = Position(n, (*good, n * n - 1))
    assert not bad.peaceful
    assert PUZZLE.violations(bad)
    assert not PUZZLE.is_solved(Position(4, (0, 5, 10, 15)))


def test_squares_out_of_order_are_refused_however_many():
    n = 5000
    squares = tuple(range(0, 4500 * n, n))
    for wrong in ((squares[1], squares[0], *squares[2:]), (*squares[:-1], squares[-2]), (0, 0)):
        with pytest.raises(ParameterError, match="ascending"):
            Position(n, wrong)
    with pytest.raises(ParameterError, match="not on a board"):
        Position(n, (*squares, 1 << 70))


def test_a_wrong_move_among_very_many_is_named():
    n = 5000
    position = PUZZLE.parse(f"queens:{n}:")
    good = [PlaceQueen(row * n + (2 * row) % n) for row in range(2400)]
    with pytest.raises(ParameterError, match="r1c1 and r5000c5000 attack"):
        PUZZLE.apply_all(position, [*good, PlaceQueen(n * n - 1)])
    with pytest.raises(ParameterError, match="not on a board"):
        PUZZLE.apply_all(position, [*good, PlaceQueen(n * n)])


def test_solved():
    solved = PUZZLE.parse("queens:4:2,4,1,3")
    assert PUZZLE.is_solved(solved)
    assert PUZZLE.order_key(solved) == (1, 3, 0, 2)
    assert not PUZZLE.is_solved(PUZZLE.parse("queens:4:2,4,1,0"))
    assert not PUZZLE.is_solved(PUZZLE.parse("queens:4:2,4,1,4"))
    assert not PUZZLE.is_solved(PUZZLE.parse("queens:4:2,4,1,3,xr1c2"))
    assert PUZZLE.is_solved(PUZZLE.parse("queens:4:2,4,1,3,xr1c1"))
    assert not PUZZLE.is_solved(PUZZLE.parse("queens:2:1,2"))


def test_facts():
    position = PUZZLE.parse("queens:8:r1c1,r5c2,xr3c3")
    assert registry.features(position) == {"n": 8, "fixed": 2, "blocked": 1}


def images(key):
    """Return all eight images of a solution, by hand on squares."""
    n = len(key)
    found = set()
    for swap in (False, True):
        for rows in (False, True):
            for columns in (False, True):
                squares = [(c, r) if swap else (r, c) for r, c in enumerate(key)]
                squares = [
                    (n - 1 - r if rows else r, n - 1 - c if columns else c) for r, c in squares
                ]
                found.add(tuple(c for _, c in sorted(squares)))
    return found


def test_symmetries_of_an_empty_board():
    key = (2, 4, 1, 7, 0, 6, 3, 5)
    maps = SYMMETRIES.of(Position(8))
    assert len(maps) == 7
    assert {image(key) for image in maps} | {key} == images(key)


@every(
    "notation, number",
    [
        ("queens:8:r1c1", 1),  # mirrored at the diagonal through it
        ("queens:8:r1c2", 0),
        ("queens:5:r3c3", 7),
        ("queens:8:xr1c1,xr8c8", 3),
        ("queens:8:xr1c1,xr1c8,xr8c1,xr8c8", 7),
        ("queens:8:r1c2,xr8c7", 0),
        ("queens:8:r1c2,r8c7", 1),  # half a turn
    ],
)
def test_only_symmetries_that_keep_what_is_given_count(notation, number):
    assert len(SYMMETRIES.of(PUZZLE.parse(notation))) == number


def test_the_scene():
    position = PUZZLE.parse("queens:3:r1c1,xr2c3")
    scene = PUZZLE.scene(position)
    assert [cell.role.name for cell in scene.cells].count("QUEEN") == 1
    assert scene.cells[5].role.name == "BLOCKED"
    assert str(scene.title) == "Queens 3x3, queens 1, blocked 1"
    both = PUZZLE.scene(PUZZLE.parse("queens:3:r1c1,xr1c1"))
    assert both.cells[0].role.name == "QUEEN"
    assert both.highlights[0].name == "CONFLICT"
    with pytest.raises(ParameterError, match="not drawn"):
        PUZZLE.scene(Position(1001))


def test_a_position_takes_memory_for_its_queens_only():
    assert len(pickle.dumps(Position(MAX_N))) < 200
    assert next(iter(PUZZLE.moves(Position(MAX_N)))) == PlaceQueen(0)


def test_samples_differ_and_are_small():
    found = {sample(PUZZLE, Random(seed)) for seed in range(300)}
    assert len(found) > 150
    assert all(position.n <= 6 for position in found)
    assert any(position.blocked for position in found)
    assert any(PUZZLE.violations(position) for position in found)
