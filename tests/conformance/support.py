"""The pairs and positions that the suite runs over, and what is asked of an answer."""

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from random import Random
from typing import Any

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Result, Solution, Solutions, Status, Stop
from gridwise.core.views import CnfModel, DomainModel, View
from samples import SAMPLES, sample

FEWER: dict[tuple[str, str], tuple[int, str]] = {
    ("latin", "brute_force"): (60, "up to 4096 assignments a search, and traced ones at that"),
}
"""Pairs that take fewer positions: how many, and why."""


@dataclass(frozen=True, repr=False)
class Case:
    """A position, and what the oracle says of it."""

    puzzle: Puzzle[Any, Any]
    seed: int
    position: Any
    notation: str
    solutions: tuple[tuple[int, ...], ...]

    @property
    def oracle(self) -> Any:
        return oracle(self.puzzle.name)

    @property
    def forced(self) -> dict[int, int]:
        """What every solution has in common: cell and value."""
        common = zip(*self.solutions, strict=True)
        return {cell: values[0] for cell, values in enumerate(common) if len(set(values)) == 1}

    def reading(self, position: Any) -> tuple[int | None, ...]:
        found: tuple[int | None, ...] = self.oracle.reading(self.puzzle.format(position))
        return found

    def __repr__(self) -> str:
        return f"{self.notation} (seed {self.seed})"


@cache
def oracle(name: str) -> Any:
    """Return the oracle of a puzzle; a puzzle without one is not finished."""
    return importlib.import_module(f"oracles.{name}")


@cache
def cases(name: str, most: int = SAMPLES) -> tuple[Case, ...]:
    """Return different random positions of a puzzle; the same ones in every run."""
    puzzle = registry.puzzle(name)
    found: dict[str, Case] = {}
    for seed in range(4 * most):
        position = sample(puzzle, Random(seed))
        text = puzzle.format(position)
        if text not in found:
            found[text] = Case(puzzle, seed, position, text, ())
        if len(found) == most:
            break
    return tuple(
        Case(puzzle, case.seed, case.position, text, tuple(oracle(name).solutions(text)))
        for text, case in found.items()
    )


@cache
def _searchable(name: str, method: str) -> tuple[Case, ...]:
    """Return the positions of a puzzle that a method can search to the end."""
    how = registry.method(method)
    found = []
    for case in cases(name):
        offers = case.puzzle.views(case.position)
        kind = how.view_for(frozenset(offers))
        assert kind is not None
        if how.name != "brute_force" or not too_many_to_enumerate(offers[kind].make(), how):
            found.append(case)
    assert len(found) >= SAMPLES // 2
    return tuple(found)


def cases_for(puzzle: Puzzle[Any, Any], method: Method, most: int = SAMPLES) -> tuple[Case, ...]:
    """Return the positions that this pair is tried on."""
    limit, _ = FEWER.get((puzzle.name, method.name), (SAMPLES, ""))
    return _searchable(puzzle.name, method.name)[: min(most, limit)]


def spread(found: tuple[Case, ...], number: int) -> tuple[Case, ...]:
    """Return some of the positions, those without a solution, with one and with many alike."""
    groups: dict[int, list[Case]] = {0: [], 1: [], 2: []}
    for case in found:
        groups[min(2, len(case.solutions))].append(case)
    picked: list[Case] = []
    while len(picked) < number and any(groups.values()):
        picked.extend(group.pop(0) for group in groups.values() if group)
    return tuple(picked[:number])


@cache
def kinds_of(name: str) -> frozenset[type[View[Any]]]:
    """Return the kinds of views that a puzzle offers."""
    puzzle = registry.puzzle(name)
    return frozenset(
        kind for seed in range(20) for kind in puzzle.views(sample(puzzle, Random(seed)))
    )


def pairs(
    fits: Callable[[Method], object] = lambda method: True, *, countable: bool = False
) -> pytest.MarkDecorator:
    """Parametrise over every puzzle and every method that can work on it.

    With `countable`, only over puzzles whose solutions can be listed and counted.
    """
    return pytest.mark.parametrize(
        ("puzzle", "method"),
        [
            pytest.param(puzzle, method, id=f"{puzzle.name}-{method.name}")
            for puzzle in registry.puzzles().values()
            for method in registry.methods().values()
            if method.view_for(kinds_of(puzzle.name)) is not None and fits(method)
            if puzzle.countable or not countable
        ],
    )


def each_puzzle() -> pytest.MarkDecorator:
    """Parametrise over every puzzle."""
    return pytest.mark.parametrize(
        "puzzle", list(registry.puzzles().values()), ids=lambda p: p.name
    )


def each_method() -> pytest.MarkDecorator:
    """Parametrise over every method."""
    return pytest.mark.parametrize(
        "method", list(registry.methods().values()), ids=lambda m: m.name
    )


def ask(case: Case, method: Method, **how: Any) -> Result[Solutions[Any, Any]]:
    """Ask for solutions, by default (not for what is forced).

    Where a path is the solution, "all" becomes "one": there are infinitely many.
    """
    how.setdefault("question", Question.SOLUTION)
    if not case.puzzle.countable:
        how.pop("all_solutions", None)
    return gridwise.solve(case.position, method=method.name, **how)


def replays(case: Case, solution: Solution[Any, Any]) -> tuple[int, ...]:
    """Replay an answer move by move; return its reading, which the oracle has found right."""
    position = case.position
    for move in solution.moves:
        position = case.puzzle.apply(position, move)
    assert position == solution.position, case
    assert case.puzzle.is_solved(position), case
    assert case.puzzle.violations(position) == (), case
    wrong = case.oracle.breaks(case.notation, case.puzzle.format(position))
    assert wrong is None, f"{case}: {wrong}"
    reading = case.reading(position)
    assert reading in case.solutions, case
    return reading  # type: ignore[return-value]  # a solution says something of every cell


def readings(case: Case, result: Result[Solutions[Any, Any]]) -> list[tuple[int, ...]]:
    """Return the readings of all items of an answer, each replayed."""
    assert result.answer is not None, case
    return [replays(case, item) for item in result.answer.items]


def concluded(result: Result[Any]) -> tuple[Status, Stop]:
    return result.status, result.stop


UNSATISFIABLE = (Status.UNSATISFIABLE, Stop.COMPLETED)
SOLVED = (Status.SOLVED, Stop.COMPLETED)


class CancelAfter:
    """A token that says "stop" once it has been asked so many times."""

    def __init__(self, checks: int) -> None:
        self.left = checks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def models(
    method: Method, view: View[Any], run: Any, *, ordered: bool = False
) -> Iterator[tuple[int, ...]]:
    """Run a method on a view, all solutions spelt out."""
    return method.models(view.expanded(), run, ordered=ordered)


def read_model(case: Case, view: View[Any], facts: Iterable[int]) -> tuple[int | None, ...]:
    """Return what the facts of a model say of the cells once their moves are made."""
    position = case.position
    for move in view.decoder.moves(view.complete(tuple(facts))):
        position = case.puzzle.apply(position, move)
    return case.reading(position)


def too_many_to_enumerate(view: View[Any], method: Method) -> bool:
    """Return whether a method without propagation would be at it for seconds.

    Brute force is, with a few thousand assignments, and A* with dozens of auxiliary variables.
    """
    if isinstance(view, CnfModel) and method.name in ("brute_force", "a_star"):
        return len(view.expanded().decisions) + len(view.auxiliary) > 13
    if isinstance(view, DomainModel) and method.name == "brute_force":
        return prod(map(len, view.domains)) > 4096
    return False
