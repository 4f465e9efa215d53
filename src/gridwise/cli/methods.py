"""`gridwise methods`: the methods, the puzzles that they work on, and their options."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared.options import Json, Kind
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.method import Method, Option
from gridwise.solving.listing import (
    HeuristicClaims,
    Views,
    fitting,
    heuristics,
    kinds,
    method_as_json,
    methods_on,
    view_options,
)


def methods(
    name: Annotated[
        str | None, Parameter(name="NAME", help="Show the details of this method.")
    ] = None,
    /,
    *,
    puzzle: Kind = None,
    json: Json = False,
) -> int:
    """List the methods, or show the details of one."""
    from gridwise.core import registry

    terminal = Terminal(json=json)
    known = kinds(puzzle)
    if name is not None:
        method = registry.method(name)
        terminal.json_line(method_as_json(method, known))
        for line in _detail(method, known):
            terminal.line(line, "" if line.startswith(" ") else "bold")
        return 0
    found = methods_on(puzzle, known)
    for method in found:
        terminal.json_line(method_as_json(method, known))
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
    terminal.table(("method", "title", "complete", "watched", "puzzles"), rows)
    terminal.line()
    terminal.line("complete: given enough time, finds every solution or proves that there is none")
    terminal.line("watched:  records its steps (--trace)")
    terminal.line("`gridwise methods NAME` shows the details of one, with its options")
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
        lines.append("Options (--set NAME=VALUE)")
        lines += _option_lines(method.options, heuristics(method, known))
    for kind, options in view_options(method, known).items():
        lines += [f"Options of its view of {kind}", *_option_lines(options)]
    return lines


def _option_lines(
    options: tuple[Option, ...], names: Mapping[str, HeuristicClaims] | None = None
) -> list[str]:
    width = max(len(option.name) for option in options)
    out = []
    for option in options:
        about = f" (on its {', '.join(option.views)} view)" if option.views else ""
        lines = [option.text + about]
        if option.heuristic and names:
            lines.append(f"{option.default}, the first (default), or by puzzle:")
            for kind, known in names.items():
                long = max(map(len, known))
                lines.append(f"  {kind}")
                lines += [f"    {name:<{long}}  {_claims(known[name])}" for name in known]
        else:
            lines.append(f"{_values(option)}(default {option.default})")
        out.append(f"  {option.name:<{width}}  {lines[0]}")
        out += [f"  {'':<{width}}  {line}" for line in lines[1:]]
    return out


def _values(option: Option) -> str:
    if option.choices:
        return ", ".join(option.choices) + " "
    return "a whole number above 0 " if isinstance(option.default, int) else ""


def _claims(claims: Mapping[str, bool | str | None]) -> str:
    words = []
    for claim in ("admissible", "consistent"):
        value = claims[claim]
        words.append(
            f"{claim} on some boards" if value is None else claim if value else f"not {claim}"
        )
    return ", ".join(words) + f": {claims['text']}"
