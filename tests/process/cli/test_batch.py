"""`gridwise batch` and its twin in Python, with workers."""

from pathlib import Path

import pytest

import gridwise as gw
from cli.boards import HARD, SOLVED
from cli.running import Command

LINE = HARD.rpartition(":")[2]


def test_batch(gridwise: Command) -> None:
    Path("in.txt").write_text(f"{LINE}\nqueens:3:\nqueens:6:\n")
    ran = gridwise("batch", "in.txt", "-o", "out.csv", "--workers", "1")
    assert (ran.status, ran.err) == (10, "")
    assert ran.out.startswith("3 puzzles in ")
    assert ran.out.endswith(": 2 answered, 1 without a solution.\n")
    lines = Path("out.csv").read_text().splitlines()
    assert lines[:2] == [
        "puzzle,solution,status,stop,unique,error,notes",
        f"{LINE},{SOLVED},SOLVED,COMPLETED,true,,",
    ]
    assert lines[2] == "queens:3:,,UNSATISFIABLE,COMPLETED,,,"


def test_json_and_the_highest_status(gridwise: Command) -> None:
    Path("in.txt").write_text(f"{LINE}\nnonsense\n")
    ran = gridwise("batch", "in.txt", "-o", "out.jsonl", "--workers", "1", "--json")
    assert ran.status == 30
    expected = {"rows": 2, "answered": 1, "no_solution": 0, "unknown": 0, "bad": 1, "fault": 0}
    assert ran.record.items() >= {**expected, "completed": True, "resumed": 0}.items()


def test_the_twin_in_python(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text(f"{LINE}\nbad\nqueens:6:\n" * 2000)
    shown = []
    done = gw.batch(source, tmp_path / "out.parquet", workers=1, progress=shown.append)
    assert isinstance(done, gw.BatchSummary)
    assert (done.rows, done.ends["answered"], done.ends["bad"]) == (6000, 4000, 2000)
    assert shown
    assert all(0 <= one.rows <= 6000 and one.per_s >= 0 for one in shown)
    assert [one.rows for one in shown] == sorted(one.rows for one in shown)
    assert all(one.left_s is not None and one.left_s >= 0 for one in shown)
    table = gw.read_results(tmp_path / "out.parquet")
    assert table["status"].value_counts().to_dict() == {"SOLVED": 4000, "ERROR": 2000}


def test_results_as_tables(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text(f"{LINE}\n{'.' * 81}\nbad\n")
    for ending in (".csv", ".jsonl", ".parquet"):
        path = tmp_path / f"out{ending}"
        gw.batch(source, path, do="count", limit=9, workers=1)
        pandas, polars = gw.read_results(path), gw.read_results(path, library="polars")
        for table in (pandas, polars):
            assert list(table.columns)[:5] == ["puzzle", "count", "exact", "stop", "error"]
            assert list(table["count"])[:2] == [1, 9]
            assert list(table["exact"])[:2] == [True, False]
            assert table["puzzle"][0] == LINE
    with pytest.raises(gw.ParameterError, match="Library is one of pandas, polars"):
        gw.read_results(path, library="excel")
    with pytest.raises(gw.ParameterError, match=r"Results are read from \.csv"):
        gw.read_results(tmp_path / "out.txt")


def test_certify_writes_what_verify_accepts(gridwise: Command) -> None:
    Path("in.txt").write_text(f"{LINE}\nqueens:3:\nsliding:3x2:1,2,5,3,4,0\n")
    words = ("in.txt", "-o", "out.csv", "--do", "certify", "--certificate", "proofs")
    ran = gridwise("batch", *words, "--workers", "1", "--time", "60")
    assert (ran.status, ran.err) == (10, "")
    assert ran.out.endswith(": 2 answered, 1 without a solution.\n")
    made = sorted(map(str, Path("proofs").iterdir()))
    assert made[0] == "proofs/00000001-solutions.jsonl.gz"
    checked = gridwise("verify", *made)
    assert checked.status == 0
    assert checked.out.count(": Proved: ") == len(made) >= 3
    refused = gridwise("batch", "in.txt", "-o", "x.csv", "--certificate", "proofs")
    assert (refused.status, refused.err) == (2, "gridwise: Only certify takes certificate.\n")
