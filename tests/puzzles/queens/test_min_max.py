"""The greedy of the course note, against a second writing of its text."""

from random import Random

import pytest

import gridwise
from every import every
from gridwise.core.result import Status, Stop
from gridwise.puzzles.queens import PUZZLE, Position
from samples import THOROUGH, sample

SOLVED_ALONE = (1, 5, 7, 10)
"""The boards up to 60 rows that the greedy solves from empty; the page says so too."""


def attacks(one, other):
    return (
        one[0] == other[0] or one[1] == other[1] or abs(one[0] - other[0]) == abs(one[1] - other[1])
    )


def note(n, queens=(), blocked=(), open_rows=False):
    """Return the table of the note, and whether it filled every row; squares by hand.

    F2 is the least over all rows below, or over those without a queen.
    """
    board = {divmod(cell, n) for cell in queens}
    shut = {divmod(cell, n) for cell in blocked}
    table = []

    def free(row, placed):
        return [
            (row, c)
            for c in range(n)
            if (row, c) not in shut and not any(attacks((row, c), q) for q in placed)
        ]

    for row in range(n):
        if any(r == row for r, _ in board):
            continue
        values = []
        for square in free(row, board):
            after = board | {square}
            below = list(range(row + 1, n))
            if open_rows:
                below = [r for r in below if not any(q[0] == r for q in after)]
            left = [len(free(r, after)) for r in below]  # none in a row that has a queen
            f1, f2 = sum(left), (min(left) if left else 0)
            values.append((square[1], f1, f2))
        if not values:
            return table, False
        best = max(f1 + f2 for _, f1, f2 in values)
        equal = [c for c, f1, f2 in values if f1 + f2 == best]
        chosen = equal[len(equal) // 2] if len(equal) % 2 == 1 else equal[-1]
        table += [
            {
                "row": row,
                "col": c,
                "f1": f1,
                "f2": f2,
                "mean": (f1 + f2) / 2,
                "chosen": int(c == chosen),
            }
            for c, f1, f2 in values
        ]
        board |= {(row, chosen)}
    return table, True


@every("n", range(1, 13))
def test_the_table_is_the_note_s(n):
    result = gridwise.solve(Position(n), method="min_max")
    table, filled = note(n)
    assert result.tables["min_max"] == table
    assert (result.status is Status.SOLVED) == filled == (n in SOLVED_ALONE)


@pytest.mark.parametrize("f2", ["every_row", "open_rows"])
def test_the_table_with_fixed_queens_and_blocked_squares(f2):
    random = Random(4)
    solved = 0
    for _ in range(120):
        board = sample(PUZZLE, random)
        if random.random() < 0.5:
            n = random.randint(6, 9)
            board = Position(n, (random.randrange(n * n),))
        if PUZZLE.violations(board):
            continue
        result = gridwise.solve(board, method="min_max", options={"f2": f2})
        table, filled = note(board.n, board.queens, board.blocked, f2 == "open_rows")
        assert result.tables["min_max"] == table, PUZZLE.format(board)
        assert (result.status is Status.SOLVED) == filled
        solved += filled
    assert solved > 10


def test_which_empty_boards_the_greedy_solves():
    found = []
    for n in range(1, 61 if THOROUGH else 41):
        result = gridwise.solve(Position(n), method="min_max")
        if result.status is Status.SOLVED:
            found.append(n)
            assert PUZZLE.is_solved(result.answer.items[0].position)
        else:
            assert (result.status, result.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
            assert result.conflict is None
            best = result.best.items[0]
            assert 0 < len(best.moves) < n
            assert PUZZLE.violations(best.position) == ()
            assert "does not go back" in str(result.note)
    assert tuple(found) == SOLVED_ALONE


@pytest.mark.parametrize(("f2", "solved"), [("every_row", 16), ("open_rows", 13)])
def test_how_many_first_queens_the_greedy_completes(f2, solved):
    found = {}
    for cell in range(64):
        result = gridwise.solve(Position(8, (cell,)), method="min_max", options={"f2": f2})
        if result.status is Status.SOLVED:
            queens = result.answer.items[0].position.queens
            found[cell] = [queen % 8 + 1 for queen in sorted(queens)]
    assert len(found) == solved
    # The board that the note draws, from a queen on r6c2.
    assert found.get(5 * 8 + 1) == ([3, 1, 7, 5, 8, 2, 4, 6] if f2 == "every_row" else None)


def test_the_row_that_the_note_works_out():
    result = gridwise.solve(gridwise.parse("queens:8:r1c4,r2c2,r3c8"), method="min_max")
    fourth = [row for row in result.tables["min_max"] if row["row"] == 3]
    assert [row["f1"] for row in fourth] == [8, 9, 10]
    assert [row["f2"] for row in fourth] == [1, 1, 2]


def test_a_given_variable_below_leaves_nothing():
    board = gridwise.parse("sudoku:2x2:12..34..214.43..")
    tables = {
        f2: gridwise.solve(board, method="min_max", options={"f2": f2}).tables["min_max"]
        for f2 in ("every_row", "open_rows")
    }
    last = 13  # r4c2, the last cell that is given
    for row in tables["every_row"]:
        assert row["variable"] > last or row["f2"] == 0
    assert any(row["f2"] > 0 for row in tables["open_rows"] if row["variable"] < last)


@pytest.mark.parametrize("f2", ["every_row", "open_rows"])
def test_the_complete_search_takes_the_same_rule(f2):
    board = gridwise.parse("queens:8:r6c2")
    first = gridwise.solve(board, method="min_max_backtracking", options={"f2": f2})
    greedy = gridwise.solve(board, method="min_max", options={"f2": f2})
    assert first.tables["min_max"] == [r for r in greedy.tables["min_max"] if r["row"] == 0]
    assert first.status is Status.SOLVED
    number = gridwise.count(board, method="min_max_backtracking", options={"f2": f2})
    assert number.answer == gridwise.count(board, method="backtracking").answer


def test_ties():
    from gridwise.methods._shared.min_max import choose, ranked

    assert choose([(4, 1, 1)]) == 4
    assert choose([(0, 3, 1), (1, 2, 2), (2, 1, 1)]) == 1  # an even number: the last of them
    assert choose([(0, 3, 1), (1, 2, 2), (5, 4, 0)]) == 1  # an odd number: the middle one
    assert choose([(0, 1, 0), (1, 9, 0), (2, 1, 0)]) == 1
    assert ranked([(0, 3, 1), (1, 2, 2), (5, 4, 0), (7, 0, 0)]) == [1, 5, 0, 7]


def test_the_complete_search_begins_as_the_greedy():
    for n in SOLVED_ALONE:
        greedy, complete = (
            gridwise.solve(Position(n), method=name) for name in ("min_max", "min_max_backtracking")
        )
        assert greedy.answer == complete.answer
        assert complete.statistics.counters["assignments"] == n
    first = gridwise.solve(Position(8), method="min_max_backtracking")
    assert first.tables["min_max"] == note(8)[0][:8]


def test_it_runs_on_any_domains():
    board = gridwise.parse("sudoku:2x2:12..34..214.43..")
    result = gridwise.solve(board, method="min_max")
    assert {"variable", "value", "f1", "f2", "mean", "chosen"} == set(result.tables["min_max"][0])
    assert result.status is Status.SOLVED
    many = gridwise.parse("sudoku:2x2:1.......3......4")
    numbers = {
        gridwise.count(many, method=name).answer
        for name in ("backtracking", "min_max_backtracking")
    }
    assert len(numbers) == 1
