"""Which puzzle a text is taken for, which boards it holds, and what is noted of the choice."""

import json
from pathlib import Path
from typing import Any

import pytest

from every import every
from gridwise.core import registry
from gridwise.reading import choose

CASES = Path(__file__).parents[1] / "golden" / "reading" / "cases.json"
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = "\n".join(SUDOKU[at : at + 9] for at in range(0, 81, 9))


@pytest.fixture(autouse=True)
def _without_the_template(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose among the puzzles that people have; the template reads any square of digits."""
    puzzles = {name: kind for name, kind in registry.puzzles().items() if name != "latin"}
    monkeypatch.setattr(registry, "puzzles", lambda: puzzles)
    monkeypatch.setattr(registry, "puzzle_names", lambda: tuple(puzzles))


def boards(text: str, filename: str = "") -> tuple[list[str], list[str], list[str]]:
    """Return the notations of the boards of a text, its errors and its notes."""
    entries = list(choose.read(text, filename=filename, source="f"))
    good = [kind.format(entry.position) for kind, entry in entries if kind and not entry.error]
    return (
        good,
        [str(entry.error) for _, entry in entries if entry.error is not None],
        [str(note) for _, entry in entries for note in entry.notes],
    )


def cases() -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{kind} {at}", case)
        for kind, several in json.loads(CASES.read_text("utf-8")).items()
        for at, case in enumerate(several)
    ]


@every("name, case", cases, ids=lambda value: value[0])
def test_texts_as_people_have_them(name: str, case: dict[str, Any]) -> None:
    good, errors, _ = boards(case["text"], case["file"])
    if errors and (case["may_refuse"] or not case["expected"]):
        assert not good and all(": Found " in error for error in errors)
        return
    assert (good, errors) == (case["expected"], [])


SMALL = {
    "sudoku": "1...\n..3.\n.2..\n...4\n",
    "minesweeper": "1--\n2--\n1--\n",
    "queens": "Q...\n....\n....\n....\n",
    "sliding": "1 2 3\n4 5 6\n7 _ 8\n",
}


@every(
    "puzzle, line, left_out",
    [
        ("minesweeper", "boxes: 2x3", True),
        ("minesweeper", "size: 4x3", True),
        ("minesweeper", "size: 3x3", False),
        ("minesweeper", "mines: 3", False),
        ("sudoku", "mines: 3", True),
        ("sudoku", "goal: last", True),
        ("sudoku", "boxes: 2x2", False),
        ("sudoku", "n: 4", False),
        ("queens", "goal: last", True),
        ("queens", "boxes: 2x2", True),
        ("queens", "n: 4", False),
        ("sliding", "mines: 3", True),
        ("sliding", "goal: last", False),
        ("sliding", "n: 3", False),
    ],
)
def test_what_a_line_says_is_heeded_or_noted(puzzle: str, line: str, left_out: bool) -> None:
    name, _, said = line.partition(": ")
    for text, at in ((f"{line}\n{SMALL[puzzle]}", 1), (f"words\n# {line}\n{SMALL[puzzle]}", 2)):
        good, errors, notes = boards(text, f"{puzzle}.txt")
        assert errors == [] and [one.partition(":")[0] for one in good] == [puzzle]
        assert notes == ([f"{name} {said} in line {at} is left out"] if left_out else [])


@every(
    "text, puzzle",
    [
        (SUDOKU, "sudoku"),
        (ROWS.replace(".", "0"), "sudoku"),
        (ROWS.replace(".", "-"), "sudoku"),
        ("1000\n0030\n0200\n0004", "sudoku"),
        ("puzzle,solution\n1.3.............,", "sudoku"),
        ("# mines: 10\n- - 1\n- X 1\n1 1 1", "minesweeper"),
        ("--1-\n2-2-\n--1-", "minesweeper"),
        ("mines: 2\n....\n.11.", "minesweeper"),
        ("8", "queens"),
        ("n = 8\nr1c1 r2c3", "queens"),
        ("8\nr1c1 r2c3", "queens"),
        ("Q..\n..Q\n...", "queens"),
        ("Q . . .\n. . x .\n. . . .\n. q . !", "queens"),
        ("2 4 1 3", "queens"),
        ("1 2 3\n4 5 6\n7 8 0", "sliding"),
        ("7 2 4\n5 x 6\n8 3 1", "sliding"),
        ("# goal: last\n1 0\n3 2", "sliding"),
        ("4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15", "sliding"),
    ],
)
def test_the_puzzle_of_a_text(text: str, puzzle: str) -> None:
    ((kind, entry),) = choose.read(text)
    assert kind is not None and (kind.name, entry.error) == (puzzle, None)


def test_what_other_puzzles_write_is_theirs() -> None:
    for puzzle in registry.puzzles().values():
        if not type(puzzle).__module__.startswith("gridwise."):
            continue
        for example in puzzle.examples:
            position = puzzle.parse(example)
            for style in ("notation", "grid"):
                text = puzzle.format(position, style)
                ((kind, entry),) = choose.read(text)
                # Another puzzle that the same text fits is named.
                assert kind is puzzle or entry.notes, text


@every(
    "text, filename, puzzle",
    [
        ("0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0", "queens.txt", "queens"),
        ("....\n....\n....\n....", "queens.txt", "queens"),
        ("....\n....\n....\n....", "a.sdk", "sudoku"),
        ("....\n....\n....\n....", "minesweeper.txt", "minesweeper"),
        ("0 1\n3 2", "15-puzzle.txt", "sliding"),
        ("0 1\n3 2", "minesweeper.txt", "minesweeper"),
    ],
)
def test_the_name_of_the_file_decides(text: str, filename: str, puzzle: str) -> None:
    ((kind, entry),) = choose.read(text, filename=filename)
    assert kind is not None and (kind.name, entry.error) == (puzzle, None)


@every(
    "text, others",
    [
        ("....\n....\n....\n....", ("sudoku", "queens", "minesweeper")),
        ("0100\n0001\n1000\n0010", ("sudoku", "queens", "minesweeper")),
        ("724\n506\n831", ("sliding", "minesweeper")),
    ],
)
def test_a_text_that_fits_two_puzzles_says_so(text: str, others: tuple[str, ...]) -> None:
    ((kind, entry),) = choose.read(text)
    assert kind is not None and kind.name in others
    for note in map(str, entry.notes):
        assert f"read as {kind.name}" not in note or "--puzzle" in note or "breaks" in note
    again = list(choose.read(text, puzzle=kind))
    assert [other.position for _, other in again] == [entry.position]
    assert not any("--puzzle" in str(note) for _, other in again for note in other.notes)


def test_the_note_names_the_puzzle_and_the_other() -> None:
    _, _, notes = boards("....\n....\n....\n....")
    assert any("read as " in note and "--puzzle " in note for note in notes), notes


@every(
    "text, filename, error",
    [
        (ROWS.replace("8", "&", 1), "", "f:3:3: Found '&'"),
        (ROWS[:-10], "", "f:8:10: Found the end after 8 rows, expected 9 rows"),
        ("- 1 -\n- 9 -", "minesweeper.txt", "f:2:3: Found '9', expected -, 0 to 8, X or s"),
        ("7 2 4\n5 0 6\n8 3 3", "puzzle.8puzzle", "f:3:5: Found 3 a second time"),
        ("Q..\n...", "", "f:2:1: Found only 2, expected 3 rows, as many as columns"),
    ],
)
def test_an_error_is_about_the_likeliest_puzzle(text: str, filename: str, error: str) -> None:
    good, errors, _ = boards(text, filename)
    assert not good
    assert errors[0].startswith(error) and "(read as " in errors[0]


@pytest.mark.parametrize("text", ["", "hello", "to be or not to be", "\n\n"])
def test_no_puzzle_at_all(text: str) -> None:
    good, errors, _ = boards(text)
    assert not good
    assert errors == [errors[0]] and "a puzzle (" in errors[0]


def test_notations_of_several_puzzles_in_one_text() -> None:
    text = "# mine\nqueens:4:\nsudoku:2x2:" + "." * 16 + "\nsliding:2x2:0,1,2,x\n"
    entries = list(choose.read(text, source="f"))
    assert [kind and kind.name for kind, _ in entries] == ["queens", "sudoku", "sliding"]
    assert [entry.line for _, entry in entries] == [2, 3, 4]
    assert entries[2][1].error is not None and entries[2][1].error.column == 19
