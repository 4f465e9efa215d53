"""Boards in a column of CSV and under a key of JSON; `columns` names both."""

import json

import pytest

import gridwise as gw
from every import every
from gridwise.core import registry
from gridwise.reading import columns
from gridwise.solving.inputs import read_text

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NOTATIONS = [f"sudoku:3x3:{BOARD}", "queens:5:r1c1", "minesweeper:2x2x1:--/-1"]
PUZZLE = registry.puzzle("sudoku")
GRID = "1 2 3\n4 5 6\n7 8 _"


def read(text: str) -> list[tuple[int, str | None, int | None]]:
    """Return the line, the notation and the column of the error of each board."""
    return [
        (
            entry.line,
            None if kind is None or entry.position is None else kind.format(entry.position),
            None if entry.error is None else entry.error.column,
        )
        for kind, entry in read_text(text)
    ]


@every("name", [*columns.COLUMNS, *registry.puzzle_names()])
def test_a_column_of_notations_and_other_boards(name: str) -> None:
    rows = [*NOTATIONS, BOARD]
    text = "\n".join(
        [f"id,{name.title()},score", *(f"{at},{row},9" for at, row in enumerate(rows))]
    )
    expected = [*NOTATIONS, NOTATIONS[0]]
    assert [notation for _, notation, _ in read(text)] == expected
    objects = [json.dumps({"id": at, name.title(): row}) for at, row in enumerate(rows)]
    assert read("\n".join(objects)) == [(at, text, None) for at, text in enumerate(expected, 1)]
    listed = json.dumps([json.loads(line) for line in objects], indent=1)
    assert [notation for _, notation, _ in read(listed)] == expected


def test_what_gridwise_prints_is_read() -> None:
    lines = [
        json.dumps({"index": 0, "puzzle": "queens", "notation": NOTATIONS[1], "board": None}),
        json.dumps({"index": 1, "puzzle": "sudoku", "notation": NOTATIONS[0], "board": "5 3"}),
    ]
    assert [notation for _, notation, _ in read("\n".join(lines))] == NOTATIONS[1::-1]


def test_a_grid_under_a_key() -> None:
    text = json.dumps({"puzzle": "sliding", "board": GRID})
    assert read(text) == [(1, "sliding:3x3:1,2,3,4,5,6,7,8,0", None)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"id,puzzle\n4,{BOARD[:-1]}!", (2, 83)),
        (json.dumps({"id": 4, "puzzle": BOARD[:-1] + "!"}), (1, 102)),
    ],
)
def test_an_error_is_at_its_cell(text: str, place: tuple[int, int]) -> None:
    (only,) = [entry for _, entry in read_text(text, puzzle="sudoku")]
    assert only.error is not None
    assert (only.error.line, only.error.column) == place
    assert text.splitlines()[place[0] - 1][place[1] - 1] == "!"


def test_solutions_stand_beside_boards() -> None:
    solved = "1342243142133124"
    for text in (
        f"puzzle,solution\n1....2....3....4,{solved}",
        json.dumps({"puzzle": "1....2....3....4", "solution": solved}),
    ):
        (only,) = [entry for _, entry in read_text(text, puzzle="sudoku")]
        assert PUZZLE.format(only.solution) == f"sudoku:2x2:{solved}"


SHORT = ("1....2....3....4", "1.....3..2.....4")
SOLVED = ("1342421324313124", "1342243142133124")


def test_solutions_below_their_boards() -> None:
    text = "\n".join([*SHORT, "", "solutions:", *SOLVED])
    entries = [entry for _, entry in read_text(text, puzzle="sudoku")]
    found = [(PUZZLE.format(one.position), PUZZLE.format(one.solution)) for one in entries]
    assert found == [
        (f"sudoku:2x2:{board}", f"sudoku:2x2:{solved}")
        for board, solved in zip(SHORT, SOLVED, strict=True)
    ]


@every("last", [SHORT[1], SOLVED[0][:-1] + ".", "\n".join([SOLVED[0], SHORT[0]])])
def test_words_of_solutions_above_other_boards(last: str) -> None:
    text = f"{SHORT[0]}\n\n# boards with several solutions\n{last}\n"
    found = [board.notation for board in gw.read_boards(text)]
    assert found == [f"sudoku:2x2:{board}" for board in (SHORT[0], *last.split())]


@every("text", ['{"board": [[1, 0], [0, 1]]}', '{"puzzle": 7}', '{"puzzle": "x"', "{" * 5_000])
def test_other_json_is_none(text: str) -> None:
    assert columns.in_json(text, frozenset(registry.puzzle_names())) is None


@every(
    "text, expected",
    [
        ("1\t\t\t\n\t\t3\t\n\t2\t\t\n\t\t\t4", "sudoku:2x2:1.....3..2.....4"),
        ("1\n\t\t3\n\t2\n\t\t\t4", "sudoku:2x2:1.....3..2.....4"),
        ("\t\tQ\n\t\t\tQ\nQ\n\tQ\n", "queens:4:r1c3,r2c4,r3c1,r4c2"),
    ],
)
def test_a_sheet_with_one_cell_in_each_row(text: str, expected: str) -> None:
    assert read(text) == [(1, expected, None)]


def test_a_name_with_a_colon_is_no_row() -> None:
    text = "start:\n7 2 4\n5 0 6\n8 3 1\n\ngoal:\n1 2 3\n4 5 6\n7 8 0\n"
    assert read(text) == [(2, "sliding:3x3:7,2,4,5,0,6,8,3,1@last", None)]
