"""Directives whose text comes from the code: what is registered, counted and raised.

A table that is derived cannot go stale, and a new puzzle or method needs no line in it.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import gridwise
import gridwise.core
from gridwise.core import errors, registry
from gridwise.core.method import Method, Option
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import COUNTERS, MEASURES, Stop
from gridwise.core.views import View
from gridwise.solving import listing


def ours(things: Mapping[str, Any]) -> list[Any]:
    """Return what the package ships, without what tests have registered."""
    return [t for t in things.values() if type(t).__module__.startswith("gridwise.")]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return a Markdown table."""
    names = list(head)
    return [
        "| " + " | ".join(names) + " |",
        "|" + " --- |" * len(names),
        *("| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows),
        "",
    ]


def method_link(name: str) -> str:
    return f"[`{name}`](/methods/{name}.md)"


def puzzle_link(name: str) -> str:
    return f"[`{name}`](/{name}.md)"


def code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"


def offers(puzzle: Puzzle[Any, Any]) -> dict[type[View[Any]], tuple[Option, ...]]:
    """Return the views that a puzzle offers on any of its examples, with their options."""
    found: dict[type[View[Any]], tuple[Option, ...]] = {}
    positions = [puzzle.parse(text) for text in puzzle.examples]
    for position in positions:
        for view, offer in puzzle.views(position).items():
            found.setdefault(view, offer.options)
    return found


def option_rows(options: Iterable[Option]) -> list[tuple[str, ...]]:
    return [
        (
            f"`{o.name}`",
            o.text + (f" (on the views {code(o.views)})" if o.views else ""),
            "a heuristic, below"
            if o.heuristic
            else code(o.choices)
            if o.choices
            else _TAKES[isinstance(o.default, str)],
            f"`{o.default}`",
        )
        for o in options
    ]


_TAKES = {True: "a word", False: "a whole number above 0"}
_CLAIMS = {True: "yes", False: "no", None: "on some boards"}
OPTION_HEAD = ("option", "what it is", "choices", "default")


class Generated(SphinxDirective):
    """A directive that writes Markdown lines."""

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(self.lines()))

    def lines(self) -> list[str]:
        raise NotImplementedError


class Named(Generated):
    required_arguments = 1

    def thing(self, things: Mapping[str, Any]) -> Any:
        found = things.get(self.arguments[0])
        if found is None:
            raise self.error(f"{self.arguments[0]} is not registered")
        return found


class PuzzleTable(Generated):
    def lines(self) -> list[str]:
        rows = [
            (
                puzzle_link(p.name),
                p.title,
                code(q.value for q in p.questions),
                code(view.kind for view in offers(p)),
            )
            for p in ours(registry.puzzles())
        ]
        return table(
            ("puzzle", "what it is", "questions (the first is the default)", "views"), rows
        )


class MethodTable(Generated):
    def lines(self) -> list[str]:
        kinds = {p.name: frozenset(offers(p)) for p in ours(registry.puzzles())}
        found: list[Method] = sorted(ours(registry.methods()), key=lambda m: (-m.rank, m.name))
        rows = [
            (
                method_link(m.name),
                m.title,
                code(view.kind for view in m.views),
                ", ".join(puzzle_link(n) for n, views in kinds.items() if m.view_for(views))
                or "none",
                "yes" if m.complete else "no",
                "yes" if m.emits else "no",
            )
            for m in found
        ]
        head = (
            "method",
            "what it is",
            "views, best first",
            "puzzles",
            "complete",
            "can be watched",
        )
        return table(head, rows)


class MethodCard(Named):
    """What a method declares of itself."""

    def lines(self) -> list[str]:
        m: Method = self.thing(registry.methods())
        rows = [
            ("views, best first", code(view.kind for view in m.views)),
            ("one node of `--nodes`", m.node),
            ("complete", "yes" if m.complete else "no"),
            ("counters", code(name for name in COUNTERS if name in m.counts)),
            (
                "trace kinds",
                code(kind.name for kind in sorted(m.emits))
                if m.emits
                else "none: it cannot be watched",
            ),
            ("names the givens of a contradiction", "yes" if m.explains else "no"),
            ("rank for `auto`", str(m.rank)),
            ("source", m.source),
        ]
        lines = table(("", m.title), rows)
        if m.options:
            lines += ["Options, given by `--set NAME=VALUE` or `options={...}`:", ""]
            lines += table(OPTION_HEAD, option_rows(m.options))
        known = listing.heuristics(m, [p.name for p in ours(registry.puzzles())])
        if known:
            lines += ["Heuristics, the default of each puzzle first:", ""]
            lines += table(
                ("puzzle", "heuristic", "what it is", "admissible", "consistent"),
                [
                    (
                        kind,
                        f"`{name}`",
                        str(one["text"]),
                        *(_CLAIMS[one[c]] for c in ("admissible", "consistent")),
                    )
                    for kind, names in known.items()
                    for name, one in names.items()
                ],
            )
        return lines


class PuzzleCard(Named):
    """What a puzzle declares of itself."""

    def lines(self) -> list[str]:
        p: Puzzle[Any, Any] = self.thing(registry.puzzles())
        views = offers(p)
        fitting = [m for m in ours(registry.methods()) if m.view_for(frozenset(views))]
        rows = [
            ("questions (the first is the default)", code(q.value for q in p.questions)),
            ("looks for a second solution", "yes" if p.wants_unique else "no"),
            ("views", code(view.kind for view in views)),
            ("methods", ", ".join(method_link(m.name) for m in fitting)),
            ("own endings of file names", code(p.extensions)),
        ]
        lines = table(("", p.title), rows)
        lines += ["Styles that it is written in:", ""]
        lines += table(("style", "what it is"), [(f"`{k}`", v) for k, v in p.styles.items()])
        for view, options in views.items():
            if options:
                lines += [f"Options of its `{view.kind}` view:", ""]
                lines += table(OPTION_HEAD, option_rows(options))
        return lines


class CounterTable(Generated):
    def lines(self) -> list[str]:
        keepers = {
            name: ", ".join(
                method_link(m.name) for m in ours(registry.methods()) if name in m.counts
            )
            for name in COUNTERS
        }
        rows = [(f"`{name}`", text, keepers[name] or "-") for name, text in COUNTERS.items()]
        return table(("counter", "how many", "kept by"), rows)


class MeasureTable(Generated):
    def lines(self) -> list[str]:
        return table(
            ("measure", "what, and its unit"), [(f"`{k}`", v) for k, v in MEASURES.items()]
        )


class ErrorTable(Generated):
    def lines(self) -> list[str]:
        rows = []

        def walk(kind: type[errors.GridwiseError], depth: int) -> None:
            text = (kind.__doc__ or "").strip().splitlines()[0]
            indent = "\u2003" * depth
            rows.append((f"{indent}`{kind.__name__}`", str(kind.exit_status), text))
            for child in kind.__subclasses__():
                if child.__module__ == errors.__name__:
                    walk(child, depth + 1)

        walk(errors.GridwiseError, 0)
        return table(("error", "exit", "what it says"), rows)


class CoreModules(Generated):
    """Every module of the core, with what it documents."""

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(self.lines()), allow_section_headings=True)

    def lines(self) -> list[str]:
        found = []
        for info in pkgutil.walk_packages(gridwise.core.__path__, "gridwise.core."):
            found += [f"## `{info.name}`", "", "```{eval-rst}", f".. automodule:: {info.name}"]
            if not hasattr(importlib.import_module(info.name), "__all__"):  # else re-exports
                found += ["   :members:", "   :show-inheritance:"]
            found += ["```", ""]
        return found


class StopTable(Generated):
    TEXT: Mapping[Stop, str] = {
        Stop.COMPLETED: "it looked everywhere that the question needed",
        Stop.SOLUTION_LIMIT: "as many solutions as were asked for are found; there may be more",
        Stop.TIME_LIMIT: "`Limits.time_s`",
        Stop.NODE_LIMIT: "`Limits.nodes`",
        Stop.MEMORY_LIMIT: "`Limits.memory_bytes`",
        Stop.CANCELLED: "the cancel token was set, or Ctrl-C",
        Stop.INCOMPLETE: "the method gave up a part of the space on its own",
    }

    def lines(self) -> list[str]:
        return table(("stop", "why the run ended"), [(f"`{s.value}`", self.TEXT[s]) for s in Stop])


def keep_colons(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Keep napoleon from reading the words before a colon in an attribute's text as its type."""
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]  # an empty comment


def once(
    app: Sphinx, what: str, name: str, thing: object, skip: bool, options: object
) -> bool | None:
    """Leave out of the core's page what the page of the public API has already."""
    if what == "module" and app.env.docname == "core" and name in gridwise.__all__:
        return True
    return None


def setup(app: Sphinx) -> dict[str, bool]:
    for name, directive in {
        "puzzle-table": PuzzleTable,
        "method-table": MethodTable,
        "method-card": MethodCard,
        "puzzle-card": PuzzleCard,
        "counter-table": CounterTable,
        "measure-table": MeasureTable,
        "error-table": ErrorTable,
        "stop-table": StopTable,
        "core-modules": CoreModules,
    }.items():
        app.add_directive(name, directive)
    app.connect("autodoc-process-docstring", keep_colons, priority=100)  # before napoleon
    app.connect("autodoc-skip-member", once)
    return {"parallel_read_safe": True}
