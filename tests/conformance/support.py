"""The properties of the suite, the pairs and positions they are tried on, and what is asked."""

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain
from math import prod
from random import Random
from typing import Any

import pytest

import every
import gridwise
from gridwise.core import registry
from gridwise.core.errors import UsageError
from gridwise.core.method import Method, Option
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Result, Solution, Solutions, Status, Stop
from gridwise.core.views import CnfModel, DomainModel, View
from samples import MANY, SAMPLES, sample

DRAWN = max(64, SAMPLES)
"""Random positions a puzzle of which `SAMPLES` are taken, so that there are some of every kind."""
FEWER: dict[tuple[str, str], tuple[int, str]] = {
    ("latin", "brute_force"): (30, "up to 4096 assignments a search, and traced ones at that"),
    ("latin", "a_star"): (60, "thousands of nodes a search"),
}
"""Pairs that take fewer positions: how many, and why."""
UNGUIDED = ("brute_force", "a_star")
"""Methods that take too long where the assignments are many."""


@dataclass(frozen=True, repr=False, eq=False)
class Case:
    """A position, and what the oracle says of it."""

    puzzle: Puzzle[Any, Any]
    seed: int
    position: Any
    notation: str

    @property
    def oracle(self) -> Any:
        return oracle(self.puzzle.name)

    @cached_property
    def solutions(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.oracle.solutions(self.notation))

    @cached_property
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
def drawn(name: str) -> tuple[Case, ...]:
    """Return different random positions of a puzzle; the same ones in every run."""
    puzzle = registry.puzzle(name)
    found: dict[str, Case] = {}
    for seed in range(4 * MANY):
        position = sample(puzzle, Random(seed))
        text = puzzle.format(position)
        found.setdefault(text, Case(puzzle, seed, position, text))
        if len(found) == MANY:
            break
    return tuple(found.values())


def _spread(found: Iterable[Case]) -> tuple[Case, ...]:
    """Return positions in turn: without a solution, with one, with two or three, with more."""
    groups: dict[int, list[Case]] = {0: [], 1: [], 2: [], 4: []}
    for case in found:
        groups[max(kind for kind in groups if kind <= len(case.solutions))].append(case)
    turns = range(max(map(len, groups.values())))
    mixed = (group[turn] for turn in turns for group in groups.values() if turn < len(group))
    return tuple(mixed)[:SAMPLES]


@cache
def cases(name: str) -> tuple[Case, ...]:
    """Return the positions of a puzzle; the first few are of all kinds."""
    return _spread(drawn(name)[:DRAWN])


@cache
def cases_for(
    puzzle: Puzzle[Any, Any], method: Method, kind: type[View[Any]] | None = None
) -> tuple[Case, ...]:
    """Return the positions that a method is tried on: those it can search to the end."""
    if method.name not in UNGUIDED:
        return cases(puzzle.name)
    limit, _ = FEWER.get((puzzle.name, method.name), (SAMPLES, ""))
    pool = drawn(puzzle.name)[:DRAWN]
    found = _spread(case for case in pool if searchable(case, method, kind))
    assert len(found) >= SAMPLES // 4
    return found[:limit]


def searchable(case: Case, method: Method, kind: type[View[Any]] | None = None) -> bool:
    """Return whether a method can search a position, or a view of it, to the end."""
    if method.name not in (UNGUIDED if kind else ("brute_force",)):
        return True
    return not too_many_to_enumerate(view_of(case, kind or view_kind(case, method)), method)


def view_kind(case: Case, method: Method) -> type[View[Any]]:
    """Return the kind of view of a position that a method takes."""
    kind = method.view_for(frozenset(case.puzzle.views(case.position)))
    assert kind is not None
    return kind


def view_of(case: Case, kind: type[View[Any]], **how: Any) -> View[Any]:
    """Return a view of a position."""
    return case.puzzle.views(case.position)[kind].make(**how)


@cache
def kinds_of(name: str) -> frozenset[type[View[Any]]]:
    """Return the kinds of views that a puzzle offers."""
    puzzle = registry.puzzle(name)
    return frozenset(
        kind for seed in range(20) for kind in puzzle.views(sample(puzzle, Random(seed)))
    )


def puzzles() -> list[dict[str, Any]]:
    return [{"puzzle": puzzle} for puzzle in registry.puzzles().values()]


def methods() -> list[dict[str, Any]]:
    return [{"method": method} for method in registry.methods().values()]


def pairs() -> list[dict[str, Any]]:
    """Return every puzzle with every method that finds its solutions."""
    return [
        {"puzzle": puzzle, "method": method}
        for puzzle in registry.puzzles().values()
        for method in registry.methods().values()
        if Question.SOLUTION in method.questions
        and method.view_for(kinds_of(puzzle.name)) is not None
    ]


def games() -> list[dict[str, Any]]:
    """Return every puzzle with every method that can play it as a game of two players."""
    return [
        {"puzzle": puzzle, "method": method}
        for puzzle in registry.puzzles().values()
        for method in registry.methods().values()
        if Question.WINNER in method.questions
        and method.view_for(kinds_of(puzzle.name)) is not None
    ]


def each_puzzle() -> pytest.MarkDecorator:
    """Parametrise over every puzzle."""
    return pytest.mark.parametrize(
        "puzzle", list(registry.puzzles().values()), ids=lambda p: p.name
    )


def complete(method: Method) -> bool:
    return method.complete


@dataclass(frozen=True)
class Property:
    """A function that fails where something does not hold, and what it is tried on."""

    holds: Callable[..., Iterable[object] | None]
    fits: Callable[[Method], object]
    countable: bool
    most: int
    shows: Callable[..., Iterable[object]] | None

    @property
    def name(self) -> str:
        return self.holds.__name__

    @property
    def at_positions(self) -> bool:
        return "case" in inspect.signature(self.holds).parameters

    def is_of(self, subject: Mapping[str, Any]) -> bool:
        """Return whether the property is one of this puzzle and method."""
        if "method" in subject and not self.fits(subject["method"]):
            return False
        return not self.countable or bool(subject["puzzle"].countable)


def call(function: Callable[..., Any], values: Mapping[str, Any]) -> Any:
    """Call a function with those of the values that it has parameters for."""
    parameters = inspect.signature(function).parameters
    return function(**{name: values[name] for name in parameters if name in values})


class Properties:
    """What holds for each of several subjects: pairs, puzzles, methods or desks.

    A property is a function whose parameters are parts of a subject, and perhaps `case`: then it is
    tried on the subject's positions. The properties of a subject are one test, which tries them all
    and names each that failed with its position. All are tried on a position before the next, so
    that they share what `asked` keeps.
    """

    def __init__(self, subjects: Callable[[], list[dict[str, Any]]]) -> None:
        self._subjects = subjects
        self._all: list[Property] = []

    def hold(
        self,
        fits: Callable[[Method], object] = lambda method: True,
        *,
        countable: bool = False,
        most: int = SAMPLES,
        shows: Callable[..., Iterable[object]] | None = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add a function to the properties.

        Parameters
        ----------
        fits
            Says of a method whether the property is one of its pairs.
        countable
            Whether it is one only of puzzles whose solutions can be listed and counted.
        most
            How many positions it is tried on.
        shows
            Returns of a subject what at least one position has to show, where the function
            returns what its position showed. More positions are tried until all was seen.
        """

        def add(holds: Callable[..., Any]) -> Callable[..., Any]:
            self._all.append(Property(holds, fits, countable, most, shows))
            return holds

        return add

    def test(self) -> Callable[[dict[str, Any]], None]:
        """Return the test of these properties, with a parameter for each subject."""
        found = [one for one in self._subjects() if any(p.is_of(one) for p in self._all)]

        @pytest.mark.parametrize("subject", found, ids=name_of)
        def test(subject: dict[str, Any]) -> None:
            collected = every.Collected()
            _try([p for p in self._all if p.is_of(subject)], subject, collected)
            collected.end()

        return test


def name_of(subject: Mapping[str, Any]) -> str:
    """Return the name of a subject, such as `sudoku-dpll`."""
    parts = subject.values()
    return "-".join(part.kind if isinstance(part, type) else part.name for part in parts)


def _try(found: list[Property], subject: dict[str, Any], collected: every.Collected) -> None:
    """Try the properties of a subject, each on its positions."""
    shown: dict[str, set[object]] = {one.name: set() for one in found}
    for one in found:
        if not one.at_positions:
            with collected.case(one.name) as runs:
                if runs:
                    call(one.holds, subject)
    placed = [one for one in found if one.at_positions]
    positions: tuple[Case, ...] = ()
    if placed:
        positions = cases_for(**subject) if "method" in subject else cases(subject["puzzle"].name)
    for at, case in enumerate(positions):
        for one in placed:
            if at < one.most:
                with collected.case(f"{one.name} [{case.notation}]") as runs:
                    if runs:
                        shown[one.name].update(call(one.holds, {**subject, "case": case}) or ())
    for one in placed:
        if one.shows is not None:
            with collected.case(f"{one.name} [somewhere]") as runs:
                if runs:
                    _seek(one, subject, shown[one.name], positions)


def _seek(
    one: Property, subject: dict[str, Any], shown: set[object], positions: tuple[Case, ...]
) -> None:
    """Fail if no position shows what has to be shown; try more until one does."""
    assert one.shows is not None
    missing = set(call(one.shows, subject)) - shown
    for case in chain(positions, drawn(subject["puzzle"].name)):
        if not missing:
            break
        if "method" not in subject or call(searchable, {**subject, "case": case}):
            missing -= set(call(one.holds, {**subject, "case": case}) or ())
    assert not missing, f"no position shows {missing}"


def ask(case: Case, method: Method, **how: Any) -> Result[Solutions[Any, Any]]:
    """Ask what the method answers first: for solutions (not for what is forced), or who wins.

    Where a path is the solution, "all" becomes "one": there are infinitely many.
    """
    how.setdefault("question", method.questions[0])
    if not case.puzzle.countable:
        how.pop("all_solutions", None)
    return gridwise.solve(case.position, method=method.name, **how)


def count(case: Case, method: Method, **how: Any) -> Result[Any]:
    """Ask for the number of solutions."""
    return gridwise.count(case.position, method=method.name, **how)


# These remember what was answered, for the other properties of a position.
asked = lru_cache(maxsize=64, typed=True)(ask)  # True is another argument than 1
counted = lru_cache(maxsize=16)(count)


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
    if isinstance(view, CnfModel) and method.name in UNGUIDED:
        return len(view.expanded().decisions) + len(view.auxiliary) > 13
    if isinstance(view, DomainModel) and method.name == "brute_force":
        return prod(map(len, view.domains)) > 4096
    return False


Choice = tuple[str, str | int]
"""An option and a value."""


def choices(options: tuple[Option, ...], case: Case, method: Method) -> Iterator[Choice]:
    """Yield (option, value); a word whose choices depend on the view is refused with them."""
    for option in options:
        if option.choices:
            yield from ((option.name, choice) for choice in option.choices)
        elif isinstance(option.default, int):
            yield from ((option.name, number) for number in (1, 2, 3, 4, 5, 6, 50))
        else:
            with pytest.raises(UsageError) as refused:
                ask(case, method, options={option.name: "no such word"})
            known = getattr(refused.value, "known", (option.default,))  # a number names none
            assert option.default in known
            yield from ((option.name, word) for word in known)
