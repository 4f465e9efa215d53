"""Ten of Korf's 15-puzzles, optimally; see the head of `korf10.txt` for where they are from."""

from pathlib import Path

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.result import Status
from gridwise.puzzles.sliding import PUZZLE

HERE = Path(__file__).parent
LINES = [
    line.split("|")
    for line in (HERE / "korf10.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
INSTANCES = {int(line[0]): (int(line[1]), int(line[2]), line[-1].strip()) for line in LINES}


def test_there_are_ten():
    assert len(INSTANCES) == 10


@pytest.mark.parametrize("number", INSTANCES)
def test_ida_star(number):
    optimal, manhattan, text = INSTANCES[number]
    board = PUZZLE.parse(text)
    assert registry.features(board)["manhattan"] == manhattan
    result = gridwise.solve(board, method="ida_star")
    assert (result.status, result.optimal) == (Status.SOLVED, True)
    assert len(result.answer.items[0].moves) == optimal
    assert result.answer.items[0].position.tiles == tuple(range(16))


@pytest.mark.parametrize(
    ("number", "method", "heuristic"),
    [
        (79, "ida_star", "manhattan"),
        (12, "ida_star", "walking_distance"),
        (55, "ida_star", "walking_distance"),
        (79, "a_star", "linear_conflict"),
        (9, "a_star", "linear_conflict"),
    ],
)
def test_other_ways_to_the_same_length(number, method, heuristic):
    optimal, _, text = INSTANCES[number]
    result = gridwise.solve(PUZZLE.parse(text), method=method, options={"heuristic": heuristic})
    assert (result.optimal, len(result.answer.items[0].moves)) == (True, optimal)


@pytest.mark.slow
def test_pattern_database(tmp_path, monkeypatch):
    """All ten; the three tables are made for it, which takes most of the time."""
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path))
    for optimal, _, text in INSTANCES.values():
        result = gridwise.solve(
            PUZZLE.parse(text), method="ida_star", options={"heuristic": "pattern_database"}
        )
        assert (result.optimal, len(result.answer.items[0].moves)) == (True, optimal)
    assert len([p for p in tmp_path.iterdir() if p.suffix == ".v1"]) == 3
