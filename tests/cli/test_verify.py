"""`gridwise verify`, and `--certificate` of `solve` and `count`."""

import gzip
import json
from pathlib import Path

import pytest

from cli.boards import NONE, RING, THREE
from cli.conftest import Command


def test_what_solve_writes_is_verified(gridwise: Command, tmp_path: Path) -> None:
    done = gridwise("solve", NONE, RING, "--certificate", str(tmp_path))
    assert done.status == 10
    assert done.out.count("proved: ") == 2
    files = sorted(map(str, tmp_path.iterdir()))
    assert [Path(name).name for name in files] == [
        "0001-solutions.jsonl.gz",
        "0002-forced.jsonl.gz",
    ]
    checked = gridwise("verify", *files)
    assert checked.status == 0
    assert checked.out.splitlines()[0] == f"{files[0]}: proved: there is no solution"


def test_json_has_the_certificates_and_the_verdict(gridwise: Command, tmp_path: Path) -> None:
    done = gridwise("count", THREE, "--certificate", str(tmp_path), "--time", "60", "--json")
    (one,) = json.loads(done.out)["certificate"]
    assert one["claim"] == {"kind": "solutions", "number": 3}
    assert one["proved"] is True
    verdict = json.loads(gridwise("verify", one["path"], "--json").out)
    assert {"claim", "proved", "checker", "steps"} <= verdict.keys()
    assert verdict["proved"] is True
    assert verdict["checker"] == "strict RUP"


def test_both_asks_the_second_checker(gridwise: Command, tmp_path: Path) -> None:
    pytest.importorskip("dratify")
    gridwise("solve", "queens:6:r1c1", "--certificate", str(tmp_path))
    done = gridwise("verify", str(tmp_path / "0001-solutions.jsonl.gz"), "--both", "--json")
    assert json.loads(done.out)["checker"] == "strict RUP, dratify"
    assert json.loads(done.out)["proved"] is True


def test_a_damaged_file_is_refused_and_the_others_are_checked(
    gridwise: Command, tmp_path: Path
) -> None:
    gridwise("solve", NONE, "--certificate", str(tmp_path))
    good, bad = tmp_path / "0001-solutions.jsonl.gz", tmp_path / "bad.gz"
    bad.write_bytes(gzip.compress(b'{"format": "other"}\n'))
    done = gridwise("verify", str(bad), str(tmp_path / "none"), str(good))
    assert done.status == 30
    assert f"{bad}:1: this is no certificate of Gridwise" in done.err
    assert "no such file" in done.err
    assert "proved: there is no solution" in done.out
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("verify",), "no certificate"),
        (("solve", THREE, "--method", "each", "--certificate", "x"), "exclude each other"),
        (("count", "queens:4:", "--fundamental", "--certificate", "x"), "exclude each other"),
    ],
)
def test_wrong_usage(gridwise: Command, args: tuple[str, ...], why: str) -> None:
    done = gridwise(*args)
    assert done.status == 2
    assert why in done.err


def test_a_folder_that_cannot_be_made_is_one_line(gridwise: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    done = gridwise("solve", NONE, "--certificate", str(tmp_path / "file" / "deep"))
    assert done.status == 30
    assert "not a directory" in done.err
