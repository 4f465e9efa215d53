"""`gridwise export`: what it writes, says and returns."""

import random
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from cli.boards import EMPTY_9, HARD, MINES, NONE, RING, SOLVED, THREE, TWICE
from cli.running import Command
from every import every
from gridwise.cli.shared.cancel import Cancel

SLIDING = "sliding:3x3:1,0,2,3,4,5,6,7,8"
EVERY = (HARD, RING, "queens:6", SLIDING)
FORMATS = (".docx", ".html", ".pdf", ".png", ".svg", ".txt")
typst = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("typst", "docx")), reason="needs the extra report"
)


def names() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


@typst
@pytest.mark.parametrize("ending", FORMATS)
def test_one_board(ending: str, gridwise: Command) -> None:
    ran = gridwise("export", HARD, "-o", f"a{ending}")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"a{ending} written: 1 board.\n"
    assert names() == [f"a{ending}"]
    start = {".docx": b"PK", ".html": b"<!DOCTYPE html>", ".pdf": b"%PDF-", ".png": b"\x89PNG"}
    assert Path(f"a{ending}").read_bytes().startswith(start.get(ending, b""))


@typst
@pytest.mark.parametrize("ending", [".docx", ".html", ".pdf"])
def test_all_puzzles_in_one_document(ending: str, gridwise: Command) -> None:
    ran = gridwise("export", *EVERY, "-o", f"a{ending}", "--solution", "--theme", "dark")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"a{ending} written: 4 boards, 4 solutions.\n"


def test_pictures_of_several_boards(gridwise: Command) -> None:
    ran = gridwise("export", *EVERY, "-o", "a.svg", "--solution")
    assert ran.status == 0
    assert ran.out == "8 files from a-1.svg to a-4-solution.svg written: 4 boards, 4 solutions.\n"
    assert len(names()) == 8


def test_a_file_of_boards_and_standard_input(gridwise: Command) -> None:
    Path("two.sdm").write_text(f"{HARD[11:]}\n{SOLVED}\n")
    ran = gridwise("export", "two.sdm", HARD, "--output=three.csv")
    assert (ran.status, ran.out) == (0, "three.csv written: 3 boards.\n")
    lines = [f"{cells}," for cells in (HARD[11:], SOLVED, HARD[11:])]
    assert Path("three.csv").read_text().splitlines()[1:] == lines
    ran = gridwise("export", "-", "-o", "mines.txt", "--solution", stdin=MINES)
    assert (ran.status, ran.out) == (0, "mines.txt written: 1 board, 1 solution.\n")
    assert Path("mines.txt").read_text().startswith("0 1 1 1 0\n0 1 X 1 0\n")


def test_boards_without_a_solution(gridwise: Command) -> None:
    Path("two.sdm").write_text(f"{SOLVED}\n")
    ran = gridwise("export", "two.sdm", TWICE, NONE, "-o", "a.html", "--solution")
    assert ran.status == 10
    assert ran.out == "a.html written: 3 boards, 1 solution.\n"
    first, second = ran.err.splitlines()
    assert first == "<notation>:1: Board 2: no solution: 1 twice in row 1: r1c1, r1c2."
    assert second.startswith("<notation>:1: Board 3: no solution: ")
    assert "no solution: 1 twice in row 1" in Path("a.html").read_text("utf-8")
    ran = gridwise("export", TWICE, "-o", "a.txt", "--solution")
    assert ran.status == 10
    assert ran.out == "a.txt not written: there is no answer.\n"
    assert not Path("a.txt").exists()
    assert gridwise("export", TWICE, "-o", "a.txt").status == 0  # it is a board all the same


def test_boards_that_take_too_long(gridwise: Command) -> None:
    hard = "sliding:6x6:" + ",".join(map(str, [*range(35, 1, -1), 1, 0]))
    ran = gridwise("export", hard, TWICE, "-o", "a.html", "--solution", "--time", "0.2")
    assert ran.status == 20
    first = ran.err.splitlines()[0]
    assert first.startswith("<notation>:1: Board 1: gave up: time limit of 0.2 s reached; ")
    assert ran.out == "a.html written: 2 boards, 0 solutions.\n"
    assert "gave up: time limit" in Path("a.html").read_text("utf-8")


def test_cancelled(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cancel, "is_set", lambda self: True)
    ran = gridwise("export", HARD, "-o", "a.html", "--solution")
    assert (ran.status, ran.out, ran.err) == (21, "a.html not written: cancelled.\n", "")
    assert names() == []


def test_one_bad_board_does_not_lose_the_others(gridwise: Command) -> None:
    Path("two.sdm").write_text(f"{SOLVED}\n{SOLVED[:80]}z\n{SOLVED}\n")
    ran = gridwise("export", "two.sdm", "nowhere", "-o", "a.svg")
    assert ran.status == 30
    assert [line.split(": ")[0] for line in ran.err.splitlines()] == ["two.sdm:2:81", "nowhere:1:1"]
    assert names() == ["a-1.svg", "a-2.svg", "two.sdm"]
    ran = gridwise("export", "nowhere", "-o", "b.svg")
    assert ran.status == 30
    assert ran.out == "b.svg not written: there is no board.\n"


@every(
    "args, status, words",
    [
        (("-o", "a.svg"), 2, "No input"),
        ((HARD,), 2, "--output"),
        ((HARD, "-o"), 2, "-o needs a value"),
        ((HARD, "-o", "a.foo"), 2, "a.foo: A .foo file; known endings: "),
        ((HARD, "-o", "foo"), 2, "foo: A file name without an ending; known endings: "),
        ((RING, "-o", "a.sdk"), 2, "a.sdk: minesweeper is not written to a .sdk file; known: "),
        ((THREE, "-o", "a.sdk"), 2, "a.sdk: Board 1: the style sdk is for 9x9 boards"),
        ((HARD, RING, "-o", "a.csv"), 2, "one puzzle, not of minesweeper and sudoku"),
        ((HARD, "-o", "a.svg", "--theme", "drak"), 2, "did you mean dark"),
        ((HARD, "-o", "a.svg", "--per-page", "2"), 2, "a.svg: Only .docx and .pdf"),
        ((HARD, "-o", "a.svg", "--title", "x"), 2, "a.svg: Only .docx, .html, .pdf have a title."),
        ((HARD, "-o", "a.html", "--time", "3"), 2, "--solution"),
        ((HARD, "-o", "a.html", "--certificate", "c"), 2, "--solution"),
        (
            (HARD, "-o", "a.svg", "--certificate", "c", "--solution"),
            2,
            "a.svg: Only .docx, .html, .pdf tell of certificates.",
        ),
        ((HARD, "-o", "a.html", "--puzzle", "sudoko"), 2, "did you mean sudoku"),
        (("queens:2000", "-o", "a.svg"), 2, "Board 1: a board of 2000 rows is not drawn"),
        ((HARD, "-o", "no/a.svg"), 30, "no/a.svg: Cannot be written: no such directory."),
        ((HARD, "-o", "."), 2, "without an ending"),
    ],
)
def test_what_is_refused(args: tuple[str, ...], status: int, words: str, gridwise: Command) -> None:
    ran = gridwise("export", *args)
    assert ran.status == status
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert (ran.out, names()) == ("", [])


def test_the_input_is_not_written_over(gridwise: Command) -> None:
    Path("a.sdm").write_text(f"{HARD[11:]}\n")
    ran = gridwise("export", "a.sdm", "-o", "./a.sdm", "--solution")
    assert (ran.status, ran.out) == (30, "")
    assert ran.err == "a.sdm: Cannot be written: it is an input.\n"
    assert Path("a.sdm").read_text() == f"{HARD[11:]}\n"


@pytest.mark.parametrize("ending", [".pdf", ".docx", ".png"])
def test_a_missing_library(ending: str, gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("typst", "docx"):
        monkeypatch.setitem(sys.modules, name, None)
    ran = gridwise("export", HARD, "-o", f"a{ending}")
    library = "docx" if ending == ".docx" else "typst"
    assert (ran.status, ran.out, names()) == (2, "", [])
    assert ran.err == (
        f"gridwise: a{ending}: a {ending} file needs {library}, which is not installed: "
        'pip install "gridwise[report]"\n'
    )


@typst
def test_names_and_titles_that_look_like_markup(gridwise: Command) -> None:
    name = "#panic() $x$ [b] & 'q'.pdf"
    ran = gridwise("export", HARD, "-o", name, "--title", "<i> #panic() </title>")
    assert (ran.status, ran.out) == (0, f"{name} written: 1 board.\n")
    ran = gridwise("export", HARD, "-o", "a.html", "--title", "<i> & </title>")
    text = Path("a.html").read_text("utf-8")
    assert text.count("&lt;i&gt; &amp; &lt;/title&gt;") == 2
    assert "<i>" not in text


def shuffled(cells: str, seed: int) -> str:
    """Another Sudoku with the same number of solutions: rows, columns and digits exchanged."""
    dice = random.Random(seed)
    digits = dict(zip("123456789", dice.sample("123456789", 9), strict=True))
    rows, cols = (
        [3 * band + line for band in dice.sample(range(3), 3) for line in dice.sample(range(3), 3)]
        for _ in range(2)
    )
    return "".join(digits.get(cells[9 * row + col], ".") for row in rows for col in cols)


@typst
def test_160_sudokus_with_solutions_in_a_booklet(gridwise: Command) -> None:
    boards = [shuffled(HARD[11:], seed) for seed in range(160)]
    assert len(set(boards)) == 160
    Path("many.sdm").write_text("\n".join(boards) + "\n")
    ran = gridwise("export", "many.sdm", "-o", "many.pdf", "--solution", "--per-page", "6")
    assert (ran.status, ran.out) == (0, "many.pdf written: 160 boards, 160 solutions.\n")
    pypdf = pytest.importorskip("pypdf")
    pages = pypdf.PdfReader("many.pdf").pages
    assert len(pages) == 27 + 8
    assert pages[27].extract_text().startswith("Solutions")


def test_a_board_with_many_solutions_shows_one(gridwise: Command) -> None:
    ran = gridwise("export", EMPTY_9, "-o", "a.html", "--solution")
    assert (ran.status, ran.err) == (0, "")
    assert "solved, not unique" in Path("a.html").read_text("utf-8")
