"""The verifier's clauses are those of the package, made apart: equal as sets on random boards."""

from random import Random

import pytest

import gridwise as gw
from gridwise.verifier.boards import minesweeper, queens, sliding, sudoku


def as_set(clauses: object) -> set[tuple[int, ...]]:
    return {tuple(sorted(clause)) for clause in clauses}  # type: ignore[attr-defined]


def random_minesweeper(rng: Random) -> str:
    width, height = rng.randint(1, 7), rng.randint(1, 7)
    rows = ("".join(rng.choice("-------012X3s") for _ in range(width)) for _ in range(height))
    total = f"x{rng.randint(0, width * height)}" if rng.random() < 0.7 else ""
    return f"minesweeper:{width}x{height}{total}:{'/'.join(rows)}"


def random_sudoku(rng: Random) -> str:
    height, width = rng.choice([(2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (2, 5)])
    size = height * width
    symbols = ".123456789A"[: size + 1]
    cells = "".join(rng.choice(symbols + "." * 20) for _ in range(size * size))
    return f"sudoku:{height}x{width}:{cells}"


def random_queens(rng: Random) -> str:
    n = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 12, 12, 12, 42])
    squares = rng.sample(range(n * n), min(n * n, rng.randint(0, 5)))
    parts = (f"{rng.choice(('', 'x'))}r{s // n + 1}c{s % n + 1}" for s in squares)
    return f"queens:{n}:{','.join(parts)}"


@pytest.mark.parametrize(
    ("make", "rules", "options"),
    [
        (random_minesweeper, minesweeper.rules, {}),
        (random_sudoku, sudoku.rules, {"givens": "premises"}),
        (random_queens, queens.rules, {}),
    ],
)
def test_the_clauses_are_those_of_the_package(make, rules, options) -> None:  # type: ignore[no-untyped-def]
    rng = Random(7)
    for _ in range(25):
        board = make(rng)
        theirs, mine = gw.encode(board, options=options), rules(board)
        assert as_set(mine.clauses) == as_set(theirs.clauses), board
        assert mine.variables == theirs.variables


def test_a_total_over_many_cells_is_counted_in_unary_alike() -> None:
    board = "minesweeper:16x16x40:" + "/".join(["-" * 16] * 16)
    assert as_set(minesweeper.rules(board).clauses) == as_set(gw.encode(board).clauses)
    with pytest.raises(ValueError, match="too many cells"):
        minesweeper.rules("minesweeper:40x40x400:" + "/".join(["-" * 40] * 40))


@pytest.mark.parametrize(
    ("rules", "board", "wrong"),
    [
        (sudoku.rules, "sudoku:2x2:1" + "." * 15, "sudoku:2x2:1234341221434312"),
        (sudoku.rules, "sudoku:2x2:1" + "." * 15, "sudoku:2x2:2134342112434312"),
        (sudoku.rules, "sudoku:2x2:1" + "." * 15, "sudoku:2x2:1.34341221434321"),
        (queens.rules, "queens:4:r1c2", "queens:4:r1c3,r2c1,r3c4,r4c2"),
        (queens.rules, "queens:4:", "queens:4:r1c1,r2c2,r3c3,r4c4"),
        (queens.rules, "queens:4:", "queens:4:r1c2"),
        (minesweeper.rules, "minesweeper:2x1x1:1-", "minesweeper:2x1x1:10"),
        (minesweeper.rules, "minesweeper:2x1:1-", "minesweeper:2x1:0s"),
        (minesweeper.rules, "minesweeper:2x1:1-", "minesweeper:2x1:1-"),
    ],
)
def test_what_is_no_solution_is_refused(rules, board: str, wrong: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"."):
        rules(board).literals(wrong)


def test_sliding_boards_that_the_rules_call_unsolvable_are_found_so() -> None:
    rng = Random(3)
    for _ in range(200):
        width, height = rng.randint(1, 4), rng.randint(1, 4)
        tiles = list(range(width * height))
        rng.shuffle(tiles)
        goal = rng.choice(["", "@last"])
        board = f"sliding:{width}x{height}:{','.join(map(str, tiles))}{goal}"
        if width * height > 6 and not sliding.is_unsolvable(board):
            continue  # solving takes long
        answer = gw.solve(board)
        assert sliding.is_unsolvable(board) == (answer.status.value == "UNSATISFIABLE"), board
        if answer.board is not None:
            length = len(answer.moves)
            assert answer.optimal
            assert sliding.distance(board) <= length
            assert sliding.search_sizes(board, length) is not None
            assert sliding.search_sizes(board, length + 2) is None
