"""The parts of a board's count sum to its number of solutions."""

from gridwise.core.run import Run
from gridwise.puzzles.sudoku.batch import count, parts
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.puzzle import PUZZLE
from gridwise.solving.solve import count as count_whole
from samples import THOROUGH

SEVERAL = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000800000",
    "000000010400000000020000000000050407008000300001090000300400200050100000000000000",
)


def test_the_parts_sum_to_the_whole():
    for line in SEVERAL if THOROUGH else SEVERAL[:1]:
        position = PUZZLE.parse(line)
        whole = count_whole(position).answer.number
        for least in (1, 2, 50, 400) if THOROUGH else (2, 50):
            cut = parts(position, least)
            assert len(cut) >= min(least, 2)
            assert sum(count(part, Run()) for part in cut) == whole


def test_a_full_board_is_one_part():
    solved = PUZZLE.parse(SEVERAL[0])
    cells = bytes(next(iter(parts(solved, 1))).cells)
    assert len(cells) == 81
    row = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    full = PUZZLE.parse(row)
    assert list(parts(full, 5)) == [full]
    assert count(full, Run()) == 1


def test_other_sizes_are_not_cut():
    assert not parts(Position(2, 2, bytes(16)), 4)
