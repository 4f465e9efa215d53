"""A run ends at its limits while a view is made, too."""

from typing import Any

import pytest

import gridwise
from gridwise.core import run as module
from gridwise.core.limits import Limits
from gridwise.core.result import Status, Stop

WIDE = "1--1" * 15
BOARDS = {
    ("minesweeper", "sat"): f"minesweeper:60x60:{'/'.join([WIDE] * 60)}",
    ("sudoku", "sat"): f"sudoku:5x5:{'.' * 625}",
    ("queens", "sat"): "queens:60:",
}


class Token:
    """A cancel token that is set after some looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize(("kind", "method"), list(BOARDS))
def test_the_making_of_a_view_ends_at_the_token(
    kind: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = gridwise.parse(BOARDS[kind, method])
    token = Token(3)
    puzzle = gridwise.puzzles()[kind]
    views = puzzle.views
    made: list[str] = []

    def watching(position: Any) -> Any:
        offers = views(position)

        def offer(one: Any) -> Any:
            def make(**options: Any) -> Any:
                view = one.make(**options)
                made.append("whole")
                return view

            return type(one)(make, one.options, one.counts_only, one.by_name)

        return {view: offer(one) for view, one in offers.items()}

    monkeypatch.setattr(puzzle, "views", watching)
    result = gridwise.solve(position, method=method, cancel=token)
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.CANCELLED)
    assert not made


@pytest.mark.parametrize(("kind", "method"), list(BOARDS))
def test_so_it_does_at_a_memory_limit(
    kind: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = [10**9]

    def growing() -> int:
        held[0] += 10**6
        return held[0]

    monkeypatch.setattr(module, "resident_bytes", growing)
    monkeypatch.setattr(module, "highest_bytes", lambda: 0)
    monkeypatch.setattr(module, "_MEMORY_EVERY_S", 0.0)
    position = gridwise.parse(BOARDS[kind, method])
    result = gridwise.solve(position, method=method, limits=Limits(memory_bytes=3 * 10**6))
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.MEMORY_LIMIT)
    assert 3 * 10**6 < result.statistics.peak_bytes < 10**7
