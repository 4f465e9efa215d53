"""The details of a step: the search tree, OPEN and CLOSED, KB and KB0, the method's tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, msg
from gridwise.core.trace import Kind
from gridwise.recording.recording import Recording
from gridwise.web.pages.replay.tree_view import TreeView, path_words
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.parts import box, text
from gridwise.web.widgets.tables import TableElement, cell, heads, title

_WAITING, _CLAUSES, _ROWS = 8, 12, 40
_TREE_NOTE = msg(
    "The path from the root to the node of this step, and the nodes beside it. ◆ here, ● done, "
    "○ waiting, ✕ contradiction, ★ solution."
)


class StepDetails:
    """The parts below the board of one recording; built inside the current slot."""

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
        """Show the details of a step."""
        for show in self._shown:
            show(step)

    def _part(self, title: Message) -> ui.element:
        made = box("details", "gw-replay-part", open=True)
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
            text("p", self._words(_TREE_NOTE), "gw-small")

        def show(step: int) -> None:
            path.text = path_words(recording, step, self._words)
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
            waiting = TableElement(caption, heads, named=True)

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
        with self._part(title(name)):
            table = TableElement(words(title(name)), heads(columns, words), heard=True)
        by_step = "chosen" in columns

        def show(step: int) -> None:
            found = rows
            if by_step:
                # The rows of the latest decision; before any, those of the first.
                decided = recording.last(Kind.DECIDE, step)
                subject = rows[0][columns[0]] if decided is None else decided.subject
                found = [row for row in rows if row[columns[0]] == subject]
            found = found[:_ROWS]
            lit = frozenset(at for at, row in enumerate(found) if row.get("chosen"))
            table.show([[cell(c, row[c], words) for c in columns] for row in found], lit)

        self._shown.append(show)
