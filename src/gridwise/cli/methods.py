"""`gridwise methods`: what there is, what it works on, what it can be told."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli._params import Json, Kind
from gridwise.cli._terminal import Terminal, table
from gridwise.core.method import Method, Option
from gridwise.workbench.listing import Views, fitting, kinds, method_record, view_options


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
    known = kinds(puzzle)
    if name is not None:
        method = registry.method(name)
        terminal.record(method_record(method, known))
        for line in _detail(method, known):
            terminal.line(line, "" if line.startswith(" ") else "bold")
        return 0
    found = [m for m in registry.methods().values() if puzzle is None or fitting(m, known)]
    found.sort(key=lambda method: (-method.rank, method.name))
    for method in found:
        terminal.record(method_record(method, known))
    rows = [
        (
            method.name,
            method.title,
            "yes" if method.complete else "no",
            "yes" if method.emits else "no",
            ", ".join(fitting(method, known)) or "-",
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


def _detail(method: Method, known: Mapping[str, Views]) -> list[str]:
    pairs = [
        ("source", method.source),
        ("works on", ", ".join(view.kind for view in method.views)),
        ("puzzles", ", ".join(fitting(method, known)) or "-"),
        ("complete", "yes" if method.complete else "no"),
        ("one node", method.node),
        ("counters", ", ".join(sorted(method.counts))),
        ("watched", ", ".join(k.name.lower() for k in sorted(method.emits)) or "no"),
    ]
    lines = [f"{method.name}: {method.title}"]
    lines += [f"  {name:<9} {text}" for name, text in pairs]
    if method.options:
        lines += ["Options (--set NAME=VALUE)", *_option_lines(method.options)]
    for kind, options in view_options(method, known).items():
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
