"""`gridwise bench` and `gridwise prepare`."""

from pathlib import Path

import pytest

from cli.running import Command
from every import every
from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks, Preparation

BENCHMARKS = registry.capabilities(Benchmarks)
KINDS = list(BENCHMARKS)


def test_every_puzzle_of_ours_is_measured() -> None:
    assert KINDS == ["minesweeper", "queens", "sliding", "sudoku"]
    for name in KINDS:
        preparation = registry.capabilities(Preparation)[name]
        assert "kernels" in preparation.tables or name == "minesweeper"
        assert set(preparation.default) <= set(preparation.tables)


def test_a_count_is_measured_and_right(gridwise: Command) -> None:
    ran = gridwise("bench", "queens", "--set", "count:8", "--json")
    assert (ran.status, ran.err) == (0, "")
    row = ran.record
    assert (row["bench"], row["set"], row["count"], row["fundamental"]) == (
        "queens",
        "count:8",
        92,
        12,
    )
    assert row["cpu_s"] > 0 and row["rate_per_s"] == pytest.approx(
        row["items"] / row["cpu_s"], 0.01
    )
    assert {"compile_s", "cpu", "python", "numba", "date", "resident_bytes"} <= row.keys()


def test_a_file_takes_the_place_of_the_instances(gridwise: Command, tmp_path: Path) -> None:
    lines = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "." * 81,
    ]
    (tmp_path / "two.txt").write_text("\n".join(lines) + "\n")
    ran = gridwise("bench", "sudoku", "two.txt", "--json", "--scale", "1")
    assert ran.status == 0, ran.err
    row = ran.record
    assert (row["set"], row["unique"], row["several"], row["none"]) == ("two", 1, 1, 0)
    table = gridwise("bench", "sudoku", "two.txt").out.splitlines()
    assert table[0].split()[:2] == ["set", "items"] and table[1].startswith("two ")
    assert "One core, CPU seconds" in table[2]


def test_the_sets_and_tables_are_listed(gridwise: Command) -> None:
    for name in KINDS:
        ran = gridwise("bench", name, "--list", "--json")
        assert [record["set"] for record in ran.records] == list(BENCHMARKS[name].sets)
    tables = [record["table"] for record in gridwise("prepare", "--list", "--json").records]
    assert "sliding:7-8" in tables and "sudoku:kernels" in tables


@every(
    "words, status, text",
    [
        (("bench", "chess"), 2, "chess"),
        (("bench", "queens", "--set", "nothing"), 2, "nothing"),
        (("bench", "sudoku", "nowhere.txt"), 30, "nowhere.txt"),
        (("bench", "sudoku", "--scale", "2"), 2, "scale"),
        (("prepare", "nothing"), 2, "nothing"),
        (("prepare", "sliding:nothing"), 2, "sliding:nothing"),
    ],
)
def test_what_cannot_be(gridwise: Command, words: tuple[str, ...], status: int, text: str) -> None:
    ran = gridwise(*words)
    assert ran.status == status and text in ran.err and "Traceback" not in ran.err
