"""Korf's 15-puzzles by tables that are made for it, which takes most of the time."""

import gridwise
from golden.sliding.instances import INSTANCES
from gridwise.puzzles.sliding import PUZZLE


def test_pattern_database(tmp_path, monkeypatch):
    """All ten; the three tables are made for it, which takes most of the time."""
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path))
    for optimal, _, text in INSTANCES.values():
        result = gridwise.solve(
            PUZZLE.parse(text), method="ida_star", options={"heuristic": "pattern_database"}
        )
        assert (result.optimal, len(result.answer.items[0].moves)) == (True, optimal)
    assert len([p for p in tmp_path.iterdir() if p.suffix == ".v1"]) == 3
