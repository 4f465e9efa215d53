"""What is laid out to be handed in: complete, readable again, and made from the comparison."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import gridwise
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.run import run_plan
from gridwise.core.errors import GridwiseError, InputError
from gridwise.documents.fonts import MissingFontError
from gridwise.documents.hand_in import lay_out

BOARDS = ("queens:4:", "queens:3:", "queens:6:r1c2")


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    where = tmp_path_factory.mktemp("hand_in")
    run_plan(plan_comparison(BOARDS, methods=["sat", "min_max"], repeats=1), where / "out")
    return where / "out", lay_out(where / "out", where / "in", "vi")


def test_everything_is_there(done: tuple[Path, Path]) -> None:
    source, target = done
    assert {path.name for path in target.iterdir()} == {
        "README.txt", "REPORT.docx", "REPORT.pdf", "SOURCE", "BOARDS", "TABLES",
    }  # fmt: skip
    assert (target / "REPORT.docx").read_bytes()[:2] == b"PK"
    assert (target / "REPORT.pdf").read_bytes()[:4] == b"%PDF"
    for name in ("manifest.json", "runs.jsonl", "runs.csv", "table.csv"):
        assert (target / "TABLES" / name).read_bytes() == (source / name).read_bytes()


def test_answers_are_those_of_the_boards(done: tuple[Path, Path]) -> None:
    boards = done[1] / "BOARDS"
    assert {path.name for path in boards.iterdir()} == {
        "Input1.txt", "Output1.txt", "Input2.txt", "Input3.txt", "Output3.txt",
    }  # fmt: skip
    for at, notation in enumerate(BOARDS, 1):
        begin = gridwise.parse((boards / f"Input{at}.txt").read_text(), puzzle="queens")
        assert begin == gridwise.parse(notation)
    puzzle = gridwise.puzzle_of(begin)
    end = gridwise.parse((boards / "Output3.txt").read_text(), puzzle="queens")
    assert puzzle.is_solved(end) and "Q" in (boards / "Output3.txt").read_text()


def test_the_readme_says_how_to_make_it_again(done: tuple[Path, Path]) -> None:
    text = (done[1] / "README.txt").read_text("utf-8")
    assert "gridwise compare queens:4: queens:3: queens:6:r1c2 --methods sat,min_max" in text
    assert "queens:3:" in text.split("REPORT.docx", 1)[1]
    assert "báo cáo" in text  # in Vietnamese, and so are the reports that it makes
    again = [line.strip() for line in text.splitlines() if line.startswith("  gridwise ")]
    assert [line.split()[1] for line in again] == ["compare", "report"]
    assert all("--lang vi" in line for line in again)
    assert again[0].endswith("-o DIR --hand-in HAND_IN --lang vi") and " --full " in again[1]


def test_the_times_are_one_table(done: tuple[Path, Path]) -> None:
    lines = (done[1] / "TABLES/times.txt").read_text("utf-8").splitlines()
    head = next(at for at, line in enumerate(lines) if line.split()[1:] == ["M1", "M2"])
    assert [line.split()[0] for line in lines[head + 1 : head + 4]] == list(BOARDS)
    assert any(line.startswith("M1: ") for line in lines)


def test_one_file_holds_all_that_solves_the_boards(done: tuple[Path, Path], tmp_path: Path) -> None:
    """It is run where no other gridwise can be imported."""
    program, board = done[1] / "SOURCE/solve.py", tmp_path / "Input1.txt"
    board.write_text((done[1] / "BOARDS/Input3.txt").read_text())
    lines = [
        "import runpy, sys",
        "sys.path[:] = [p for p in sys.path if not p.endswith('src')]",
        "sys.meta_path[:] = [f for f in sys.meta_path if 'editable' not in repr(f).lower()]",
        "try:",
        "    import gridwise",
        "    sys.exit('another gridwise')",
        "except ImportError:",
        "    pass",
        f"sys.argv = [{str(program)!r}, {str(board)!r}, '1']",
        f"runpy.run_path({str(program)!r}, run_name='__main__')",
    ]
    ran = subprocess.run(
        [sys.executable, "-P", "-c", "\n".join(lines)], capture_output=True, text=True,
        check=False, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    solved = (tmp_path / "Output1.txt").read_text()
    assert solved.strip() in ran.stdout
    position = gridwise.parse(solved, puzzle="queens")
    assert gridwise.puzzle_of(position).is_solved(position)
    assert "sat: " in ran.stdout


def test_without_a_font_there_is_no_pdf_and_the_readme_says_so(
    done: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gridwise.documents.hand_in as module

    whole = module.report

    def refused(folder: Path, path: Path, **how: str) -> None:
        if path.suffix == ".pdf":
            raise MissingFontError("no font")
        whole(folder, path, **how)

    monkeypatch.setattr(module, "report", refused)
    target = lay_out(done[0], tmp_path / "in")
    assert not (target / "REPORT.pdf").exists()
    assert "No font here has the letters for a PDF." in (target / "README.txt").read_text()


def test_the_sources_hold_what_they_import(done: tuple[Path, Path]) -> None:
    folder = done[1] / "SOURCE"
    for name in ("methods/min_max.py", "methods/sat.py", "puzzles/queens/rules.py"):
        assert (folder / "gridwise" / name).is_file()
    assert not (folder / "gridwise/puzzles/sudoku").exists()
    assert not (folder / "gridwise/methods/a_star.py").exists()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gridwise."):
                part = (node.module or "").split(".")
                if part[1] in ("core", "methods", "puzzles"):
                    file = folder.joinpath(*part)
                    assert file.with_suffix(".py").is_file() or (file / "__init__.py").is_file()


def test_games_are_handed_in_as_they_began_and_ended(tmp_path: Path) -> None:
    from documents import made
    from gridwise.comparing.results import Comparison

    where = made.games(tmp_path / "out")
    assert Comparison.load(where).manifest["question"] == "games"
    target = lay_out(where, tmp_path / "in")
    begin = gridwise.parse((target / "BOARDS/Input1.txt").read_text(), puzzle="minesweeper")
    end = gridwise.parse((target / "BOARDS/Output1.txt").read_text(), puzzle="minesweeper")
    assert begin != end and (begin.width, end.width) == (9, 9)
    assert not (target / "SOURCE/solve.py").exists()


def test_what_cannot_be_written_is_said_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="Found a file, expected a folder"):
        lay_out(tmp_path, tmp_path / "file")
    with pytest.raises(GridwiseError, match="manifest"):
        lay_out(tmp_path, tmp_path / "in")
    words = ["compare", "queens:4:", "-o", "out", "--hand-in", "file"]
    ran = subprocess.run(
        [sys.executable, "-m", "gridwise", *words], cwd=tmp_path, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert ran.returncode == 30
    assert ran.stderr == "file: Found a file, expected a folder to hand in.\n"
    assert not (tmp_path / "out").exists()


def test_the_command_lays_it_out(tmp_path: Path) -> None:
    words = ["compare", "queens:4:", "--methods", "sat", "--repeats", "1", "-o", "out"]
    ran = subprocess.run(
        [sys.executable, "-m", "gridwise", *words, "--hand-in", "in", "--lang", "zh-Hant"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    laid = [name for name in ("REPORT.docx", "REPORT.pdf") if (tmp_path / "in" / name).exists()]
    assert f"in: {', '.join(['README.txt', *laid, 'SOURCE', 'BOARDS', 'TABLES'])}" in ran.stdout
    assert "REPORT.docx" in laid
    assert json.loads((tmp_path / "in/TABLES/manifest.json").read_text())["repeats"] == 1
