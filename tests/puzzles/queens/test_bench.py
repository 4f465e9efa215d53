"""The benchmark sets measure what they say, and preparing leaves everything compiled."""

import pytest

from every import every
from gridwise.comparing.bench import measure
from gridwise.core.errors import ParameterError, ParseError, UnknownNameError, WrongAnswerError
from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.puzzles.queens import bench, prepare


@every("name", ["count:8", "count:9", "count:14", "completion:30", "first:2000", "local:2000"])
def test_a_set(name):
    row = measure(bench.BENCH, name, scale=0.2)
    assert row["set"] == name
    assert row["items"] == (16 if name.startswith("completion") else 1)
    assert row["cpu_s"] > 0
    assert row["rate_per_s"] == pytest.approx(row["items"] / row["cpu_s"])
    assert row["compile_s"] >= 0
    if name == "count:14":
        assert (row["count"], row["fundamental"]) == (365596, 45752)
    if name.startswith("completion"):
        assert row["solved"] + row["unsolvable"] == row["items"]
        assert row["solved"] > 0
        assert row["nodes"] > 0


def test_boards_are_the_same_every_time():
    assert list(bench.boards(30, 8)) == list(bench.boards(30, 16))[:8]
    [large] = bench.boards(1000, 1)
    assert (len(large.queens), large.blocked) == (333, ())


def test_boards_of_ones_own():
    row = measure(bench.BENCH, "completion:30", data="queens:8:r1c1\n\nqueens:6:r1c1\nqueens:4\n")
    assert (row["items"], row["solved"], row["unsolvable"]) == (3, 2, 1)
    with pytest.raises(ParseError):
        measure(bench.BENCH, "completion:30", data="queens:x")


@every(
    "name, error",
    [
        ("count", UnknownNameError),
        ("count:x", UnknownNameError),
        ("counts:8", UnknownNameError),
        ("count:23", ParameterError),
        ("completion:1001", ParameterError),
        ("first:3", ParameterError),
    ],
)
def test_what_is_no_set(name, error):
    with pytest.raises(error):
        measure(bench.BENCH, name)


def test_every_set_has_a_line():
    titles = [one.title for one in bench.BENCH.sets.values()]
    assert all(line and "\n" not in line for line in titles)
    assert all(line and "\n" not in line for line in prepare.PREPARE.tables.values())


def test_a_wrong_answer_is_no_benchmark(monkeypatch):
    monkeypatch.setattr(bench, "KNOWN", (*bench.KNOWN[:7], 93, *bench.KNOWN[8:]))
    with pytest.raises(WrongAnswerError):
        measure(bench.BENCH, "count:8")


def test_prepare():
    prepare.PREPARE.make("kernels", Run())
    again = Run()
    prepare.PREPARE.make("kernels", again)
    assert again.compile_s == 0
    with pytest.raises(UnknownNameError):
        prepare.PREPARE.make("kernel", Run())
    with pytest.raises(Interrupted):
        prepare.PREPARE.make("kernels", Run(cancel=_Set()))


class _Set:
    def is_set(self):
        return True
