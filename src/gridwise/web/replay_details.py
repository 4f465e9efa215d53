"""What stands behind a step: the search tree, OPEN and CLOSED, KB and KB0, a method's tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, msg
from gridwise.core.trace import Kind
from gridwise.web.parts import box, text
from gridwise.web.replay_tree import TreeView, way
from gridwise.web.visitor import Visitor
from gridwise.workbench.recording import Recording

_WAITING, _CLAUSES, _ROWS = 8, 12, 40

_COLUMNS: Mapping[str, Message] = {
    "row": msg("row"),
    "col": msg("column"),
    "variable": msg("variable"),
    "value": msg("value"),
    "f1": msg("F1"),
    "f2": msg("F2"),
    "mean": msg("(F1 + F2) / 2"),
    "chosen": msg("chosen"),
    "bound": msg("bound"),
    "generated": msg("generated"),
    "expanded": msg("expanded"),
    "reopened": msg("reopened"),
    "open": msg("OPEN"),
    "open_peak": msg("OPEN at most"),
    "closed": msg("CLOSED"),
    "layer": msg("layer"),
    "states": msg("states"),
}
_FROM_ONE = frozenset({"row", "col"})
"""Columns that count from 0 inside, and from 1 for people."""
_TITLES: Mapping[str, Message] = {
    "min_max": msg("F1 and F2 of the choices here"),
    "iterations": msg("Searches, by bound"),
    "open_closed": msg("OPEN and CLOSED at the end"),
    "layers": msg("Layers"),
}


class Table:
    """A table whose rows change; built inside the current slot."""

    def __init__(
        self, caption: str, heads: Sequence[str], *, named: bool = False, heard: bool = False
    ) -> None:
        self._rows: list[list[str]] = []
        self._named = named
        around = box("div", "gw-replay-scroll", tabindex=0, role="region", aria_label=caption)
        with around, box("table", "gw-table"):
            text("caption", caption, "gw-unseen" if heard else "")
            with box("thead"), box("tr"):
                for head in heads:
                    text("th", head, scope="col")
            self._body = box("tbody")

    def show(self, rows: list[list[str]], lit: frozenset[int] = frozenset()) -> None:
        """Show these rows; those `lit` are marked as chosen."""
        if rows == self._rows:
            return
        self._rows = rows
        self._body.clear()
        with self._body:
            for at, row in enumerate(rows):
                with box("tr", "gw-lit-row" if at in lit else ""):
                    for column, cell in enumerate(row):
                        head = self._named and column == 0
                        text("th" if head else "td", cell, scope="row" if head else False)


class Details:
    """What is below the board, for one recording; built inside the current slot."""

    def __init__(self, recording: Recording, visitor: Visitor) -> None:
        self._recording, self._words = recording, visitor.words
        self._shown: list[Callable[[int], None]] = []
        self._tree_part()
        self._open_part()
        self._knowledge_part()
        for name, rows in recording.tables.items():
            if rows:
                self._table_part(name, rows)
        self.show(0)

    def show(self, step: int) -> None:
        """Show what goes with a step."""
        for show in self._shown:
            show(step)

    def _part(self, title: Message, *, opened: bool = True) -> ui.element:
        made = box("details", "gw-replay-part", open=opened)
        with made:
            text("summary", self._words(title))
        return made

    def _tree_part(self) -> None:
        recording = self._recording
        if recording.tree is None or len(recording.tree) < 2:
            return
        with self._part(msg("Search tree")):
            path = text("p", "", "gw-replay-path").mark("path")
            view = TreeView(recording, self._words)
            text(
                "p",
                self._words(
                    msg(
                        "The way from the root to where the search is, and what stands beside it. "
                        "◆ here, ● done, ○ waiting, ✕ contradiction, ★ solution."
                    )
                ),
                "gw-small",
            )

        def show(step: int) -> None:
            path.text = way(recording, step, self._words)
            view.show(step)

        self._shown.append(show)

    def _open_part(self) -> None:
        recording, words = self._recording, self._words
        tree = recording.tree
        if tree is None or not tree.is_space:
            return
        with self._part(msg("OPEN, CLOSED and f = g + h")):
            sizes = text("p", "", "gw-replay-sizes").mark("open-closed")
            heads = [words(msg("state")), "g", "h", "f"]
            caption = words(msg("First in OPEN, by least f"))
            waiting = Table(caption, heads, named=True)

        def show(step: int) -> None:
            found = recording.measures(step)
            assert found is not None
            assert tree is not None
            sizes.text = words(
                msg(
                    "g = {g}, h = {h}, f = {f} · OPEN {open} · CLOSED {closed}",
                    g=found.g,
                    h=found.h,
                    f=found.f,
                    open=f"{found.open:,}",
                    closed=f"{found.closed:,}",
                )
            )
            rows = [
                [words(recording.name_of(one.node)), str(one.g), str(one.h), str(one.f)]
                for one in tree.frontier(step, _WAITING)
            ]
            waiting.show(rows)

        self._shown.append(show)

    def _knowledge_part(self) -> None:
        recording, words = self._recording, self._words
        knowledge = recording.knowledge
        if knowledge is None:
            return
        with self._part(msg("Knowledge base")):
            sizes = text("p", "", "gw-replay-sizes").mark("knowledge")
            clauses = box("ul", "gw-replay-clauses")

        def show(step: int) -> None:
            rows = recording.rows_at(step)
            kb, kb0 = knowledge.sizes(rows)
            sizes.text = words(
                msg("KB: {kb} clauses · KB0: {kb0} cells decided", kb=f"{kb:,}", kb0=f"{kb0:,}")
            )
            found = knowledge.clauses(rows)
            clauses.clear()
            with clauses:
                for clause in found[:_CLAUSES]:
                    text("li", words(knowledge.word(clause)))
                if len(found) > _CLAUSES:
                    more = msg("and {more} more", more=f"{len(found) - _CLAUSES:,}")
                    text("li", words(more), "gw-small")

        self._shown.append(show)

    def _table_part(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        recording, words = self._recording, self._words
        columns = list(rows[0])
        title = _TITLES.get(name, Message(name.replace("_", " ")))
        with self._part(title):
            heads = [words(_COLUMNS[c]) if c in _COLUMNS else c.replace("_", " ") for c in columns]
            table = Table(words(title), heads, heard=True)
        by_step = "chosen" in columns

        def show(step: int) -> None:
            found = rows
            if by_step:
                # The rows of the choice made last, or of the first one.
                decided = recording.last(Kind.DECIDE, step)
                subject = rows[0][columns[0]] if decided is None else decided.subject
                found = [row for row in rows if row[columns[0]] == subject]
            found = found[:_ROWS]
            lit = frozenset(at for at, row in enumerate(found) if row.get("chosen"))
            table.show([[_cell(c, row[c], words) for c in columns] for row in found], lit)

        self._shown.append(show)


def _cell(column: str, value: Any, words: Callable[[Message], str]) -> str:
    if column == "chosen":
        return words(msg("yes")) if value else ""
    if column in _FROM_ONE and isinstance(value, int):
        return str(value + 1)
    return f"{value:g}" if isinstance(value, float) else str(value)
