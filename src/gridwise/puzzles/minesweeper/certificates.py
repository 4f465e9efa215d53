"""Minesweeper's part of certificates: known cells as literals of the clauses, and layouts."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gridwise.core.capabilities import Certificates
from gridwise.core.method import Refutation
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, around


def _facts(position: Position) -> tuple[int, ...]:
    return tuple(
        cell + 1 if code == MINE else -cell - 1
        for cell, code in enumerate(position.shown)
        if code != COVERED
    )


def _filled(position: Position, facts: Iterable[int]) -> Position:
    mines = bytes(MINE if fact > 0 else 0 for fact in sorted(facts, key=abs))
    near = around(mines, position.width, position.height, (MINE,))
    shown = bytes(MINE if code == MINE else near[cell] for cell, code in enumerate(mines))
    return replace(position, shown=shown)


def _refuted(position: Position, run: Run) -> Mapping[int, Refutation]:
    from gridwise.puzzles.minesweeper.policies.resolution import refutations

    return refutations(position, run)


CERTIFICATES = Certificates(_facts, _filled, hidden=True, refuted=_refuted)
