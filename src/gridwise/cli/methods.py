"""`gridwise methods`: the methods, the puzzles that they work on, and their options."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.language import named, words
from gridwise.cli.shared.options import completer
from gridwise.cli.shared.terminal import Terminal, Text, table
from gridwise.comparing.measures import name_of
from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.core.method import Method, Option
from gridwise.render.spoken import spoken
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


@takes_options()
def methods(
    name: Annotated[
        str | None,
        Parameter(
            name="NAME",
            help="Show the details of this method.",
            completer=completer(registry.methods),
        ),
    ] = None,
    /,
    *,
    puzzle: str | None = None,
    json: bool = False,
) -> int:
    """List the methods, or show the details of one."""
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
    yes, no = msg("yes"), msg("no")
    rows = [
        (
            method.name,
            named(method.title),
            yes if method.complete else no,
            yes if method.emits else no,
            ", ".join(fitting(method, known)) or "-",
        )
        for method in found
    ]
    head = (msg("method"), msg("title"), msg("complete"), msg("watched"), msg("puzzles"))
    terminal.table(head, rows)
    terminal.line()
    terminal.line(msg("complete: given enough time, finds every solution, or that there is none"))
    terminal.line(msg("watched:  records its steps (--trace)"))
    terminal.line(msg("`gridwise methods NAME` shows the details of one, with its options"))
    return 0


def _detail(method: Method, known: Mapping[str, Views]) -> list[str]:
    no = msg("no")
    pairs: list[tuple[Text, Text]] = [
        (msg("source"), named(method.source)),
        (msg("works on"), msg("{names}", names=_spoken(view.kind for view in method.views))),
        (msg("puzzles"), ", ".join(fitting(method, known)) or "-"),
        (msg("complete"), msg("yes") if method.complete else no),
        (msg("one node"), named(method.node)),
        (msg("counters"), msg("{names}", names=tuple(map(name_of, sorted(method.counts))))),
        (
            msg("watched"),
            msg("{names}", names=_spoken(k.name.lower() for k in sorted(method.emits)))
            if method.emits
            else no,
        ),
    ]
    lines = [f"{method.name}: {named(method.title)}"]
    lines += _aligned(pairs)
    if method.options:
        lines.append(words(msg("Options (--set NAME=VALUE)")))
        lines += _option_lines(method.options, heuristics(method, known))
    for kind, options in view_options(method, known).items():
        lines.append(words(msg("Options of its view of {puzzle}", puzzle=kind)))
        lines += _option_lines(options)
    return lines


def _spoken(names: Iterable[str]) -> tuple[Message, ...]:
    return tuple(map(spoken, names))


def _aligned(pairs: Sequence[tuple[Text, Text]], indent: str = "  ") -> list[str]:
    return [f"{indent}{line}" for line in table(pairs[0], pairs[1:])]


def _option_lines(
    options: tuple[Option, ...], names: Mapping[str, HeuristicClaims] | None = None
) -> list[str]:
    rows: list[tuple[Text, Text]] = []
    for option in options:
        about: Text = named(option.text)
        if option.views:
            about = msg("{text} (on its {views} view)", text=about, views=option.views)
        rows.append((option.name, about))
        default = str(option.default)
        if option.heuristic and names:
            rows.append(("", msg("{name}, the first (default), or by puzzle:", name=default)))
            for kind, known in names.items():
                rows.append(("", f"  {kind}"))
                claims: list[tuple[Text, Text]] = [(name, _claims(known[name])) for name in known]
                rows += [("", line) for line in _aligned(claims, "    ")]
            continue
        values: Text = ", ".join(option.choices)
        if not option.choices and isinstance(option.default, int):
            values = msg("a whole number above 0")
        said = msg("(default {value})", value=default)
        rows.append(
            ("", msg("{values} {default}", values=values, default=said) if values else said)
        )
    return _aligned(rows)


_CLAIMS = {
    "admissible": (msg("admissible"), msg("not admissible"), msg("admissible on some boards")),
    "consistent": (msg("consistent"), msg("not consistent"), msg("consistent on some boards")),
}


def _claims(claims: Mapping[str, bool | str | None]) -> Message:
    said = []
    for claim, (holds, fails, sometimes) in _CLAIMS.items():
        value = claims[claim]
        said.append(sometimes if value is None else holds if value else fails)
    return msg("{claims}: {text}", claims=tuple(said), text=named(str(claims["text"])))
