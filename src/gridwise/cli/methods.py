"""`gridwise methods`: what there is, what it works on, what it can be told."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli._params import Json, Kind
from gridwise.cli._terminal import Terminal, table
from gridwise.core.method import Method, Option
from gridwise.core.puzzle import Puzzle
from gridwise.core.views import View


def methods(
    name: Annotated[
        str | None, Parameter(name="NAME", help="Show this method alone, in full.")
    ] = None,
    /,
    *,
    puzzle: Kind = None,
    json: Json = False,
) -> int:
    """List the methods, or show one."""
    from gridwise.core import registry

    terminal = Terminal(json=json)
    kinds = {
        kind: views_of(one)
        for kind, one in registry.puzzles().items()
        if puzzle is None or one is registry.puzzle(puzzle)
    }
    if puzzle is not None:
        registry.puzzle(puzzle)  # an unknown name is an error also where nothing is installed
    if name is not None:
        method = registry.method(name)
        terminal.record(_record(method, kinds))
        for line in _detail(method, kinds):
            terminal.line(line, "" if line.startswith(" ") else "bold")
        return 0
    found = [m for m in registry.methods().values() if puzzle is None or _fitting(m, kinds)]
    found.sort(key=lambda method: (-method.rank, method.name))
    for method in found:
        terminal.record(_record(method, kinds))
    rows = [
        (
            method.name,
            method.title,
            "yes" if method.complete else "no",
            "yes" if method.emits else "no",
            ", ".join(_fitting(method, kinds)) or "-",
        )
        for method in found
    ]
    head, *body = table(("method", "title", "complete", "watched", "puzzles"), rows)
    terminal.line(head, "bold")
    for line in body:
        terminal.line(line)
    terminal.line()
    terminal.line("complete: given the time, finds every solution or proves that there is none")
    terminal.line("watched:  can be traced step by step (--trace)")
    terminal.line("`gridwise methods NAME` shows one in full, with its options")
    return 0


def views_of(puzzle: Puzzle[Any, Any]) -> Mapping[type[View[Any]], tuple[Option, ...]]:
    """Return the views that a puzzle offers, with their options, seen on an example."""
    position = puzzle.parse(puzzle.examples[0]) if puzzle.examples else puzzle.sample(Random(0))
    return {view: offer.options for view, offer in puzzle.views(position).items()}


_Kinds = Mapping[str, Mapping[type[View[Any]], tuple[Option, ...]]]


def _fitting(method: Method, kinds: _Kinds) -> list[str]:
    return [kind for kind, views in kinds.items() if method.view_for(frozenset(views)) is not None]


def _view_options(method: Method, kinds: _Kinds) -> dict[str, tuple[Option, ...]]:
    """Return by puzzle the options of the view that the method would take there."""
    out: dict[str, tuple[Option, ...]] = {}
    for kind, views in kinds.items():
        view = method.view_for(frozenset(views))
        if view is not None and views[view]:
            out[kind] = views[view]
    return out


def _record(method: Method, kinds: _Kinds) -> dict[str, Any]:
    return {
        "method": method.name,
        "title": method.title,
        "source": method.source,
        "views": [view.kind for view in method.views],
        "complete": method.complete,
        "counters": sorted(method.counts),
        "node": method.node,
        "emits": [kind.name for kind in sorted(method.emits)],
        "puzzles": _fitting(method, kinds),
        "options": [_option_record(option) for option in method.options],
        "view_options": {
            kind: [_option_record(option) for option in options]
            for kind, options in _view_options(method, kinds).items()
        },
    }


def _option_record(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "text": option.text,
    }


def _detail(method: Method, kinds: _Kinds) -> list[str]:
    pairs = [
        ("source", method.source),
        ("works on", ", ".join(view.kind for view in method.views)),
        ("puzzles", ", ".join(_fitting(method, kinds)) or "-"),
        ("complete", "yes" if method.complete else "no"),
        ("one node", method.node),
        ("counters", ", ".join(sorted(method.counts))),
        ("watched", ", ".join(k.name.lower() for k in sorted(method.emits)) or "no"),
    ]
    lines = [f"{method.name}: {method.title}"]
    lines += [f"  {name:<9} {text}" for name, text in pairs]
    if method.options:
        lines += ["Options (--set NAME=VALUE)", *_option_lines(method.options)]
    for kind, options in _view_options(method, kinds).items():
        lines += [f"Options of its model for {kind}", *_option_lines(options)]
    return lines


def _option_lines(options: tuple[Option, ...]) -> list[str]:
    width = max(len(option.name) for option in options)
    out = []
    for option in options:
        choices = ", ".join(option.choices) or "a whole number above 0"
        out.append(f"  {option.name:<{width}}  {option.text}")
        out.append(f"  {'':<{width}}  {choices} (default {option.default})")
    return out
