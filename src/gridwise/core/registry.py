"""Finds what there is, by a scan for the constants PUZZLE, METHOD, REFEREE, DESK and POLICY."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from gridwise.core.about import About
from gridwise.core.desk import Desk
from gridwise.core.errors import UnknownNameError
from gridwise.core.method import Method
from gridwise.core.policy import Policy, Referee
from gridwise.core.puzzle import Puzzle

_EXTRA: dict[str, list[object]] = {"PUZZLE": [], "METHOD": []}


def _scan(package: str, constant: str) -> dict[str, Any]:
    root = importlib.import_module(package)
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(root.__path__):
        if info.name.startswith("_"):
            continue
        thing = getattr(importlib.import_module(f"{package}.{info.name}"), constant, None)
        if thing is not None:
            if thing.name != info.name:
                raise ValueError(f"{package}.{info.name} holds {constant} named {thing.name!r}")
            found[info.name] = thing
    for thing in _EXTRA.get(constant, ()):
        found[thing.name] = thing  # type: ignore[attr-defined]  # checked in register
    return dict(sorted(found.items()))


@cache
def puzzles() -> Mapping[str, Puzzle[Any, Any]]:
    """Return the puzzles by name."""
    return _scan("gridwise.puzzles", "PUZZLE")


@cache
def methods() -> Mapping[str, Method]:
    """Return the methods by name."""
    return _scan("gridwise.methods", "METHOD")


def puzzle(name: str) -> Puzzle[Any, Any]:
    """Return one puzzle, or raise `UnknownNameError` with near names."""
    try:
        return puzzles()[name]
    except KeyError:
        raise UnknownNameError("puzzle", name, puzzles()) from None


def method(name: str) -> Method:
    """Return one method, or raise `UnknownNameError` with near names."""
    try:
        return methods()[name]
    except KeyError:
        raise UnknownNameError("method", name, methods()) from None


def puzzle_of(position: object) -> Puzzle[Any, Any]:
    """Return the puzzle that a position is of."""
    for candidate in puzzles().values():
        if isinstance(position, candidate.position_type):
            return candidate
    raise UnknownNameError("position type", type(position).__name__, puzzles())


def methods_for(position: object) -> tuple[Method, ...]:
    """Return the methods that share a view with this position, highest rank first."""
    kinds = frozenset(puzzle_of(position).views(position))
    fitting = [m for m in methods().values() if m.view_for(kinds) is not None]
    return tuple(sorted(fitting, key=lambda m: (-m.rank, m.name)))


def _part(kind: str, module: str) -> str | None:
    """Return the name of a puzzle's module, None where it has none or is from outside."""
    name = f"gridwise.puzzles.{puzzle(kind).name}"
    try:
        found = importlib.util.find_spec(f"{name}.{module}")
    except ModuleNotFoundError:
        return None
    return f"{name}.{module}" if found is not None else None


@cache
def referees() -> Mapping[str, Referee[Any, Any, Any]]:
    """Return the referees of the puzzles that can be played as a game, by puzzle."""
    found = {}
    for kind in puzzles():
        module = _part(kind, "game")
        if module is not None:
            found[kind] = importlib.import_module(module).REFEREE
    return found


def referee(kind: str) -> Referee[Any, Any, Any]:
    """Return the referee of a puzzle, or raise `UnknownNameError`."""
    try:
        return referees()[kind]
    except KeyError:
        raise UnknownNameError("game", kind, referees()) from None


@cache
def policies(kind: str) -> Mapping[str, Policy[Any, Any]]:
    """Return the policies that play a puzzle, by name; none where it is no game."""
    package = _part(kind, "policies")
    return {} if package is None else _scan(package, "POLICY")


def policy(kind: str, name: str | None = None) -> Policy[Any, Any]:
    """Return one policy, the highest-ranked without a name, or raise `UnknownNameError`."""
    known = policies(kind)
    if name is None and known:
        return max(known.values(), key=lambda one: (one.rank, one.name))
    if name is None or name not in known:
        raise UnknownNameError(f"policy for {kind}", name or "", known)
    return known[name]


@cache
def desks() -> Mapping[str, Desk[Any, Any]]:
    """Return the desks of the puzzles that a person can play, by puzzle."""
    found = {}
    for kind in puzzles():
        module = _part(kind, "desk")
        if module is not None:
            found[kind] = importlib.import_module(module).DESK
    return found


def desk(kind: str) -> Desk[Any, Any]:
    """Return the desk of a puzzle, or raise `UnknownNameError`."""
    try:
        return desks()[kind]
    except KeyError:
        raise UnknownNameError("puzzle to play", kind, desks()) from None


@cache
def about(kind: str) -> About | None:
    """Return what a puzzle tells readers of itself, None where it tells nothing."""
    module = _part(kind, "about")
    found = None if module is None else importlib.import_module(module).ABOUT
    assert found is None or isinstance(found, About)
    return found


def register(module: ModuleType) -> None:
    """Add a puzzle or method from outside the package, by its module."""
    for constant, kind in (("PUZZLE", Puzzle), ("METHOD", Method)):
        thing = getattr(module, constant, None)
        if thing is None:
            continue
        if not isinstance(thing, kind):
            raise TypeError(f"{module.__name__}.{constant} is not a {kind.__name__}")
        _EXTRA[constant].append(thing)
    puzzles.cache_clear()
    methods.cache_clear()
