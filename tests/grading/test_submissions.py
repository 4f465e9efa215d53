"""Submissions: found whatever their names, links left out, sizes bounded, changes noticed."""

import os
import sys
from pathlib import Path

import pytest

import gridwise as gw
from gridwise.grading import submissions
from gridwise.grading.submissions import find_submissions, lay_out

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="names and links of POSIX")


def test_folders_and_files_of_one_name_are_submissions(tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text("x")
    (tmp_path / "ann.cnf").write_text("p cnf 0 0")
    (tmp_path / "ben" / "inner").mkdir(parents=True)
    (tmp_path / "ben" / "inner" / "tool.py").write_text("y")
    (tmp_path / "ben" / "solver.py").write_text("z")
    (tmp_path / ".DS_Store").write_text("junk")
    (tmp_path / "__MACOSX").mkdir()
    ann, ben = find_submissions(tmp_path)
    assert (ann.student, ann.loose, sorted(ann.files)) == ("ann", True, ["ann.cnf", "ann.py"])
    assert (ann.find("solver.py"), ann.find("board.cnf")) == ("ann.py", "ann.cnf")
    assert ann.find("main.c") is None
    assert (ben.student, ben.loose) == ("ben", False)
    assert sorted(ben.files) == ["inner/tool.py", "solver.py"]
    assert ben.find("solver.py") == "solver.py"
    assert ben.find("tool.py") is None


def test_a_file_and_a_folder_of_one_name_are_two_students(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "solver.py").write_text("x")
    (tmp_path / "ann.py").write_text("x")
    found = find_submissions(tmp_path)
    assert {one.student for one in found} == {"ann", "ann.py"}
    assert len({one.folder for one in found}) == 2


@POSIX
def test_odd_names_stay_apart_and_safe(tmp_path: Path) -> None:
    names = [
        "Nguyễn Văn An",
        "王小明",
        "two\nlines",
        "two_lines",
        "a:b",
        "a?b",
        "-x",
        "x..",
        "Ann",
        "ann",
    ]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "solver.py").write_text(name)
    (tmp_path / os.fsdecode(b"\xff\xfe.py")).write_text("no UTF-8")
    found = find_submissions(tmp_path)
    assert len(found) == len(names) + 1
    folders = [one.folder for one in found]
    assert len({folder.casefold() for folder in folders}) == len(folders)
    for one in found:
        assert one.error is None
        assert one.student.isprintable()
        assert not set(one.folder) & set('/\\:?*"<>|\n')
        assert one.folder.strip(". ") == one.folder
        (tmp_path / "out" / one.folder).mkdir(parents=True)
    assert r"two\nlines" in [one.student for one in found]


@POSIX
def test_links_and_pipes_are_left_out(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    handed_in = tmp_path / "in"
    ann = handed_in / "ann"
    ann.mkdir(parents=True)
    (ann / "solver.py").symlink_to(secret)
    (ann / "all").symlink_to("/")
    os.mkfifo(ann / "pipe")
    (ann / "own.py").write_text("x")
    (handed_in / "ben").symlink_to(ann)
    (handed_in / "cho.py").symlink_to(secret)
    first, ben, cho = find_submissions(handed_in)
    assert first.left_out == ("all", "pipe", "solver.py")
    assert list(first.files) == ["own.py"]
    assert first.find("solver.py") is None
    for one in (ben, cho):
        assert one.files == {}
        assert one.error is not None
    target = tmp_path / "copy"
    target.mkdir()
    lay_out(first, first.contents(), target, "solver.py")
    assert [path.name for path in target.iterdir()] == ["own.py"]


def test_the_one_file_of_a_student_gets_the_name_of_the_solver(tmp_path: Path) -> None:
    handed_in = tmp_path / "in"
    handed_in.mkdir()
    (handed_in / "ann.py").write_text("x")
    (handed_in / "ann.json").write_text("{}")
    (one,) = find_submissions(handed_in)
    target = tmp_path / "copy"
    target.mkdir()
    lay_out(one, one.contents(), target, "solver.py")
    assert sorted(path.name for path in target.iterdir()) == ["ann.json", "solver.py"]


def test_what_holds_too_much_is_not_graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_FILES", 3)
    monkeypatch.setattr(submissions, "MOST_BYTES", 100)
    for name, files in (("many", 4), ("few", 3), ("large", 1)):
        (tmp_path / name).mkdir()
        for at in range(files):
            (tmp_path / name / f"{at}.py").write_text("x" * (101 if name == "large" else 1))
    few, large, many = find_submissions(tmp_path)
    assert few.error is None
    assert "more than 3 files" in str(large.error)
    assert "more than 3 files" in str(many.error)


def test_files_that_change_while_the_class_is_graded_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text("x")
    (one,) = find_submissions(tmp_path)
    assert one.contents() == {"ann.py": b"x"}
    (tmp_path / "ann.py").write_text("y")
    with pytest.raises(OSError, match="changed"):
        one.contents()
    (other,) = find_submissions(tmp_path)
    assert other.digest != one.digest


def test_a_folder_without_submissions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(gw.ParseError, match="Found nothing, expected a folder or a file"):
        find_submissions(tmp_path)
    with pytest.raises(gw.ParseError, match="no such file"):
        find_submissions(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    (one,) = find_submissions(tmp_path)
    assert str(one.error) == "it holds no file"
