"""The choices, as JSON: puzzles, methods, policies, techniques, themes.

The command line and the REST API give the same lists.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import GameLevels
from gridwise.core.method import Method, Option
from gridwise.core.policy import Policy
from gridwise.core.puzzle import Offer, Puzzle
from gridwise.core.question import typed
from gridwise.core.step import Technique
from gridwise.core.views import View
from gridwise.render.palette import THEMES

Views = Mapping[type[View[Any]], tuple[Option, ...]]
"""The views of a puzzle, each with its options."""


def views_of(puzzle: Puzzle[Any, Any]) -> Views:
    """Return the views of a puzzle with their options, as an example offers them."""
    position = puzzle.parse(puzzle.examples[0])
    return {view: offer.options for view, offer in puzzle.views(position).items()}


def kinds(puzzle: str | None = None) -> Mapping[str, Views]:
    """Return the views of every puzzle by its name, or of the named puzzle.

    Raises
    ------
    UnknownNameError
        The puzzle does not exist.
    """
    known = registry.puzzles() if puzzle is None else {puzzle: registry.puzzle(puzzle)}
    return {name: views_of(kind) for name, kind in known.items()}


def options_on(method: Method, offers: Mapping[type[View[Any]], Offer[Any]]) -> tuple[Option, ...]:
    """Return the options of a method and of its view on one board; none if it shares no view.

    The heuristics of that board are choices.
    """
    kind = method.view_for(frozenset(offers))
    if kind is None:
        return ()
    offer, own = offers[kind], method.options_for(kind)
    names = method.heuristics(kind, offer.make) if any(option.heuristic for option in own) else ()
    own = tuple(replace(o, choices=(str(o.default), *names)) if o.heuristic else o for o in own)
    return (*own, *offer.options)


HeuristicClaims = Mapping[str, Mapping[str, bool | str | None]]
"""The claims by the heuristic's name: `admissible`, `consistent`, `text`."""


def heuristics(method: Method, known: Iterable[str]) -> dict[str, HeuristicClaims]:
    """Return by puzzle the heuristics that a method takes, on any of the puzzle's examples.

    The default is the first. A claim that holds on some boards only is None.
    """
    out: dict[str, HeuristicClaims] = {}
    if not any(option.heuristic for option in method.options):
        return out
    for kind in known:
        puzzle = registry.puzzle(kind)
        found: dict[str, dict[str, bool | str | None]] = {}
        for notation in puzzle.examples:
            offers = puzzle.views(puzzle.parse(notation))
            view = method.view_for(frozenset(offers))
            if view is None:
                continue
            for name, claims in method.heuristics(view, offers[view].make).items():
                both = {"admissible": claims.admissible, "consistent": claims.consistent}
                one = found.setdefault(name, {**both, "text": str(claims.text)})
                one.update({key: None for key, value in both.items() if one[key] is not value})
        if found:
            out[kind] = found
    return out


def fitting(method: Method, known: Mapping[str, Views]) -> list[str]:
    """Return the puzzles that a method works on."""
    return [kind for kind, views in known.items() if method.view_for(frozenset(views)) is not None]


def view_options(method: Method, known: Mapping[str, Views]) -> dict[str, tuple[Option, ...]]:
    """Return by puzzle the options of the view that the method would take there."""
    out: dict[str, tuple[Option, ...]] = {}
    for kind, views in known.items():
        view = method.view_for(frozenset(views))
        if view is not None and views[view]:
            out[kind] = views[view]
    return out


def puzzle_as_json(puzzle: Puzzle[Any, Any]) -> dict[str, Any]:
    """Return one puzzle."""
    levels = registry.capability(puzzle.name, GameLevels)
    return {
        "puzzle": puzzle.name,
        "title": puzzle.title,
        "questions": [question.value for question in puzzle.questions],
        "extensions": list(puzzle.extensions),
        "styles": dict(puzzle.styles),
        "examples": list(puzzle.examples),
        "levels": {}
        if levels is None
        else {
            name: {"title": str(level.title), "size": level.size, "options": dict(level.options)}
            for name, level in levels.by_name.items()
        },
    }


def method_as_json(method: Method, known: Mapping[str, Views]) -> dict[str, Any]:
    """Return one method, with the puzzles of `known` that it works on."""
    return {
        "method": method.name,
        "title": method.title,
        "source": method.source,
        "views": [view.kind for view in method.views],
        "complete": method.complete,
        "counters": sorted(method.counts),
        "node": method.node,
        "emits": [kind.name for kind in sorted(method.emits)],
        "puzzles": fitting(method, known),
        "options": [
            {
                **option_as_json(option),
                "views": list(option.views),
                "names": heuristics(method, known) if option.heuristic else {},
            }
            for option in method.options
        ],
        "view_options": {
            kind: [*map(option_as_json, options)]
            for kind, options in view_options(method, known).items()
        },
    }


def policy_as_json(kind: str, policy: Policy[Any, Any]) -> dict[str, Any]:
    """Return one policy of a puzzle."""
    return {
        "policy": policy.name,
        "puzzle": kind,
        "title": policy.title,
        "source": policy.source,
        "guesses": policy.guesses,
        "counters": sorted(policy.counts),
        "emits": [row.name for row in sorted(policy.emits)],
        "options": [*map(option_as_json, policy.options)],
    }


def puzzles() -> list[dict[str, Any]]:
    """Return all puzzles."""
    return [puzzle_as_json(puzzle) for puzzle in registry.puzzles().values()]


def methods(puzzle: str | None = None) -> list[dict[str, Any]]:
    """Return all methods, or a puzzle's methods; the first choice first."""
    known = kinds(puzzle)
    return [method_as_json(method, known) for method in methods_on(puzzle, known)]


def methods_on(puzzle: str | None, known: Mapping[str, Views]) -> list[Method]:
    """Return all methods, or a puzzle's methods; the first choice first."""
    fit = [m for m in registry.methods().values() if puzzle is None or fitting(m, known)]
    return sorted(fit, key=lambda method: (-method.rank, method.name))


def policies_of(puzzle: str | None = None) -> Iterator[tuple[str, Policy[Any, Any]]]:
    """Yield all policies with their puzzle, or a puzzle's policies; the first choice first."""
    if puzzle is not None:
        registry.puzzle(puzzle)
    for kind in registry.referees():
        if puzzle in (None, kind):
            known = registry.policies(kind).values()
            for policy in sorted(known, key=lambda one: (-one.rank, one.name)):
                yield kind, policy


@typed
def policies(puzzle: str | None = None) -> Mapping[str, Policy[Any, Any]]:
    """Return the policies that play games, by name: all, or a puzzle's."""
    return {policy.name: policy for _, policy in policies_of(puzzle)}


def techniques_of(puzzle: str | None = None) -> Iterator[tuple[str, Technique]]:
    """Yield all techniques with their puzzle, or a puzzle's techniques; the easiest first."""
    known = registry.puzzles() if puzzle is None else {puzzle: registry.puzzle(puzzle)}
    for kind in known:
        for technique in registry.techniques(kind).values():
            yield kind, technique


def technique_as_json(kind: str, technique: Technique) -> dict[str, Any]:
    """Return one technique of a puzzle."""
    return {
        "technique": technique.name,
        "puzzle": kind,
        "title": str(technique.title),
        "level": technique.level,
        "ratings": dict(technique.ratings),
    }


@typed
def techniques(puzzle: str | None = None) -> Mapping[str, Technique]:
    """Return the techniques that explain puzzles, by name: all, or a puzzle's."""
    return {technique.name: technique for _, technique in techniques_of(puzzle)}


def themes() -> list[dict[str, Any]]:
    """Return all themes of drawings and documents."""
    return [
        {"theme": theme.name, "title": str(theme.title), "scheme": theme.scheme}
        for theme in THEMES.values()
    ]


def option_as_json(option: Option) -> dict[str, Any]:
    """Return the JSON object of an option."""
    return {
        "name": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "text": option.text,
    }
