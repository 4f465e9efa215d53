"""729 signs are the candidates of a board."""

from every import every
from gridwise.puzzles.sudoku import PUZZLE
from gridwise.puzzles.sudoku.formats import candidates
from gridwise.puzzles.sudoku.position import candidate_masks
from puzzles.formats import board, error, try_mutated
from puzzles.sudoku.support import pencilled


def line(position, empty="."):
    """Write the candidates as the head of tdoku.h says."""
    cells = zip(position.cells, candidate_masks(position), strict=True)
    masks = [1 << digit if digit else mask for digit, mask in cells]
    return "".join(str(d) if mask >> d & 1 else empty for mask in masks for d in range(1, 10))


def test_what_is_written_reads_back():
    for position in pencilled(20):
        again = board(candidates, line(position))
        assert line(again) == line(position)
        assert board(candidates, line(position, "0")) == again


def test_a_single_candidate_is_a_digit_unless_a_peer_has_it_too():
    every_one = "123456789" * 80
    alone = board(candidates, "......7.." + every_one.replace("7", "."))
    assert alone.cells[0] == 7
    shared = board(candidates, "......7.." + every_one)
    assert shared.cells[0] == 0
    assert candidate_masks(shared)[0] == 1 << 7


@every(
    "text, column, found",
    [
        ("123456789" * 80 + "12345678", 729, "728 characters"),
        ("123456789" * 81 + ".", 730, "730 characters"),
        ("123456789" * 40 + "1123" + "123456789" * 41, 362, "733 characters"),
        ("123456789" * 80 + "113456789", 722, "'1'"),
    ],
)
def test_an_error_names_its_place(text, column, found):
    wrong = error(candidates, text)
    assert wrong.found == found
    assert found.endswith("characters") or wrong.column == column


def test_a_file_is_claimed_by_its_first_characters():
    assert candidates.claims("\n".join(["123456789" * 81] * 9)[:4_096])


def test_other_lines_of_digits_are_not_claimed():
    assert not candidates.claims("1234567.." * 9)  # 81 cells, a board of its own
    assert not candidates.claims("53..7...." * 81)


def test_mutated_lines():
    lines = [line(position) for position in pencilled(4)]
    try_mutated(PUZZLE, candidates, *lines, "\n".join(lines))
