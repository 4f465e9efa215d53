"""The lines of a folder of results: what is kept of them, and what cannot be read."""

from pathlib import Path

import pytest

from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.message import msg
from gridwise.jobs.folder import append_line, keep_lines, locked, read_lines


def lines(path: Path) -> list[int]:
    return read_lines(path, int, "numbers", "a number")


def test_lines_come_back_without_one_that_was_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    assert lines(path) == []
    with path.open("a") as file:
        for number in range(3):
            append_line(file, number)
        file.write("12")  # of 123
    assert lines(path) == [0, 1, 2]
    keep_lines(path, lines(path))
    assert path.read_text() == "0\n1\n2\n"
    before = path.stat().st_ino
    keep_lines(path, lines(path))
    assert path.stat().st_ino == before, "a file without anything to drop is not written again"


@pytest.mark.parametrize("wrong", ["x", "[]", "[" * 100_000])
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text(f"1\n{wrong}\n")
    with pytest.raises(ParseError, match=r"runs\.jsonl:2"):
        lines(path)


def test_a_folder_is_held_by_one_run(tmp_path: Path) -> None:
    with (
        locked(tmp_path / "out", msg("busy")),
        pytest.raises(ParameterError, match="Busy"),
        locked(tmp_path / "out", msg("busy")),
    ):
        raise AssertionError
    with locked(tmp_path / "out", msg("busy")):
        assert not lines(tmp_path / "out" / "runs.jsonl")
