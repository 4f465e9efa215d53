"""`gridwise verify`, and `--certificate` of `solve` and `count`."""

import gzip
import hashlib
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import gridwise as gw
from cli.boards import NONE, RING, THREE
from cli.running import Command
from gridwise.core.limits import Interrupted
from without_children import proofs_here

__all__ = ["proofs_here"]
pytestmark = pytest.mark.usefixtures("proofs_here")


def test_what_solve_writes_is_verified(gridwise: Command, tmp_path: Path) -> None:
    done = gridwise("solve", NONE, RING, "--certificate", str(tmp_path))
    assert done.status == 10
    assert done.out.count("Proved: ") == 2
    files = sorted(map(str, tmp_path.iterdir()))
    assert [Path(name).name for name in files] == [
        "0001-solutions.jsonl.gz",
        "0002-forced.jsonl.gz",
    ]
    checked = gridwise("verify", *files)
    assert checked.status == 0
    assert checked.out.splitlines()[0] == f"{files[0]}: Proved: there is no solution."


def test_json_has_the_certificates_and_the_verdict(
    gridwise: Command, tmp_path: Path, validator: Any
) -> None:
    done = gridwise("count", THREE, "--certificate", str(tmp_path), "--time", "60", "--json")
    validator.validate(done.record)
    (one,) = json.loads(done.out)["certificate"]
    assert one["claim"] == {"kind": "solutions", "number": 3}
    assert one["proved"] is True
    verdict = json.loads(gridwise("verify", one["path"], "--json").out)
    assert {"claim", "proved", "checker", "steps"} <= verdict.keys()
    assert verdict["proved"] is True
    assert verdict["checker"] == "strict RUP"


def test_both_asks_the_second_checker(gridwise: Command, tmp_path: Path) -> None:
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
    assert f"{bad}:1: This is no certificate of Gridwise" in done.err
    assert "No such file" in done.err
    assert "Proved: there is no solution." in done.out
    assert "Traceback" not in done.err


def test_false_evidence_is_refused_with_its_line(gridwise: Command, tmp_path: Path) -> None:
    gridwise("solve", "queens:2:", "--method", "dpll", "--certificate", str(tmp_path))
    path = tmp_path / "0001-solutions.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)[:-1]
    at, listed = next((at, json.loads(x)) for at, x in enumerate(lines) if b"resolution" in x)
    cyclic = listed["resolution"][2]
    cyclic[1] = len(listed["resolution"])  # a parent that comes later
    lines[at] = json.dumps(listed).encode() + b"\n"
    data = b"".join(lines)
    end = json.dumps({"sha256": hashlib.sha256(data).hexdigest()}).encode()
    path.write_bytes(gzip.compress(data + end + b"\n"))
    done = gridwise("verify", str(path))
    assert (done.status, done.err) == (30, "")
    why = "clause 3 has a parent that is not before it."
    said = f"{path}:{at + 1}: Not proved: there is no solution: {why}"
    assert done.out == f"{said}\n  board: queens:2:\n"


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("verify",), "No certificate"),
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
    assert "Not a directory" in done.err


def test_steps_of_a_search_are_listed_and_drawn(gridwise: Command, tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    gridwise("solve", "queens:2:", "--method", "dpll", "--certificate", str(folder))
    path, tree = str(folder / "0001-solutions.jsonl.gz"), tmp_path / "tree.svg"
    done = gridwise("verify", path, "--list", "--tree", str(tree))
    assert done.status == 0
    first, _, *steps, written = done.out.splitlines()
    assert written == f"{tree} written."
    assert first == f"{path}: Proved: there is no solution."
    assert steps[2] == "3. ¬r1c1 ∨ r1c2   from 1 and 2"
    assert steps[-1].startswith(f"{len(steps)}. □   from ")
    drawn = ElementTree.fromstring(tree.read_text(encoding="utf-8"))
    texts = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("□") == 1
    value = json.loads(gridwise("verify", path, "--list", "--json").out)
    assert value["checker"] == "resolution"
    assert value["list"] == steps
    dark = gw.resolution_tree(path, theme="dark")
    assert 'color-scheme="dark"' in dark
    with pytest.raises(gw.ParameterError, match="holds 1 refutations"):
        gw.resolution_tree(path, number=2)


def test_what_cannot_be_listed_or_drawn_is_one_line(gridwise: Command, tmp_path: Path) -> None:
    gridwise("solve", "queens:6:r1c1", "--certificate", str(tmp_path / "a"))
    gridwise("count", "queens:6:", "--method", "dpll", "--certificate", str(tmp_path / "b"))
    path, large = (str(tmp_path / name / "0001-solutions.jsonl.gz") for name in "ab")
    done = gridwise("verify", path, "--list")
    assert done.status == 2
    assert "holds no resolution refutation: they are in certificates of dpll" in done.err
    done = gridwise("verify", large, "--tree", str(tmp_path / "tree.svg"))
    assert done.status == 2
    assert re.search(r"The tree has \d+ clauses, and at most 250 are drawn", done.err)
    assert not (tmp_path / "tree.svg").exists()
    assert gridwise("verify", path, large, "--tree", "x.svg").status == 2


def test_each_forced_cell_has_a_tree(gridwise: Command, tmp_path: Path) -> None:
    board = "minesweeper:4x3x2:--1-/--21/----"
    gridwise("solve", board, "--method", "dpll", "--certificate", str(tmp_path))
    path = str(tmp_path / "0001-forced.jsonl.gz")
    done = gridwise("verify", path, "--list", "--tree", str(tmp_path / "t.svg"))
    assert len(list(tmp_path.glob("t-*.svg"))) == 3
    assert done.out.count("□") == 3
    assert done.out.count("   assumed") == 3


def test_a_time_limit_ends_the_check(gridwise: Command, tmp_path: Path) -> None:
    gridwise("solve", "queens:2:", "--certificate", str(tmp_path))
    path = str(tmp_path / "0001-solutions.jsonl.gz")
    done = gridwise("verify", path, "--time", "0.000001")
    assert done.status == 20
    assert done.out == f"{path}: Not proved: a limit was reached before the check ended.\n"
    assert gridwise("verify", path, "--cpu", "0.000001").status == 20
    assert gridwise("verify", path, "--time", "60", "--cpu", "60").status == 0
    with pytest.raises(Interrupted):
        gw.verify(path, cpu_s=1e-9)
    with pytest.raises(Interrupted):
        gw.verify(path, time_s=1e-9)
