"""`gridwise verify`: the board that is printed and asked for, and the files for other checkers."""

import json
from pathlib import Path

import pytest

from cli.conftest import Command

NONE = "queens:3:"
MINES = "minesweeper:3x2:1-1/-2-"


@pytest.fixture
def certificate(gridwise: Command, tmp_path: Path) -> Path:
    gridwise("solve", NONE, MINES, "--method", "dpll", "--certificate", tmp_path / "proofs")
    return tmp_path / "proofs" / "0001-solutions.jsonl.gz"


def test_the_board_is_printed_with_what_is_shown_of_it(gridwise: Command, tmp_path: Path) -> None:
    boards = "queens:4:r1c2,xr1c1", "sliding:2x2:1,0,2,3"
    gridwise("solve", *boards, "--method", "bfs", "--certificate", tmp_path)
    for path in sorted(tmp_path.iterdir()):
        done = gridwise("verify", path)
        said = json.loads(gridwise("verify", path, "--json").out)
        first, board, *shown = done.out.splitlines()
        assert first == f"{path}: Proved: {said['text']}."
        assert board == f"  board: {said['notation']}"
        assert said["notation"] in boards
        if said["slides"]:
            assert shown == ["  slides: 1"]
        elif said["solution"]:
            assert shown == [f"  solution: {said['solution']}"]


def test_a_certificate_of_another_board_is_refused(
    gridwise: Command, certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert gridwise("verify", certificate, "--board", NONE).status == 0
    (tmp_path / "board.txt").write_text(". . .\n. . .\n. . .\n", encoding="ascii")
    assert gridwise("verify", certificate, "--board", "board.txt", "--puzzle", "queens").status == 0
    done = gridwise("verify", certificate, "--board", "queens:4:")
    why = f"{certificate}:1: A certificate of another board: found queens:3:, expected queens:4:"
    assert (done.status, done.out, done.err) == (30, "", f"{why}\n")
    done = gridwise("verify", certificate, "--board", "queens:4:", "--json")
    assert (done.status, done.record["error"], done.record["claim"]) == (30, why, None)
    for board, status in (("queens:x:", 30), ("nowhere.txt", 30)):
        assert gridwise("verify", certificate, "--board", board).status == status
    (tmp_path / "two.txt").write_text("queens:3:\nqueens:4:\n", encoding="ascii")
    done = gridwise("verify", certificate, "--board", "two.txt")
    assert (done.status, "two.txt:2:1: Found a second puzzle" in done.err) == (30, True)


def test_refutations_are_exported(gridwise: Command, certificate: Path, tmp_path: Path) -> None:
    forced = certificate.with_name("0002-forced.jsonl.gz")
    done = gridwise("verify", certificate, forced, "--export", "out")
    names = [f"0002-forced-{cell}" for cell in ("r1c2-safe", "r2c1-mine", "r2c3-mine")]
    files = [f"out/{name}.{end}" for name in ("0001-solutions", *names) for end in ("cnf", "drat")]
    assert [line for line in done.out.splitlines() if line.endswith("written.")] == [
        f"{name} written." for name in files
    ]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(
        Path(name).name for name in files
    )
    said = json.loads(gridwise("verify", certificate, "--export", "out", "--json").out)
    assert said["exported"] == files[:2]


def test_what_cannot_be_exported_is_one_line(
    gridwise: Command, certificate: Path, tmp_path: Path
) -> None:
    gridwise("solve", "sliding:2x2:1,0,2,3", "--certificate", tmp_path / "path")
    path = tmp_path / "path" / "0001-shortest.jsonl.gz"
    done = gridwise("verify", path, "--export", "out")
    assert done.status == 0
    assert done.out.splitlines()[-1] == f"{path} holds no refutation to export."
    other = tmp_path / "path" / certificate.name
    other.write_bytes(certificate.read_bytes())
    done = gridwise("verify", certificate, other, "--export", "out")
    assert done.status == 2
    assert "2 certificates are called 0001-solutions" in done.err
    (tmp_path / "file").write_text("", encoding="ascii")
    done = gridwise("verify", certificate, "--export", "file/deep")
    assert (done.status, "Not a directory" in done.err) == (30, True)
