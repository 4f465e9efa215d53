"""The details of a step: search tree, pseudo-code, OPEN and CLOSED, bounds, KB, tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.recording.recording import Recording
from gridwise.recording.timelines import BoundTimeline
from gridwise.web.pages.replay.tree_view import TreeView, path_words
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.parts import box, text
from gridwise.web.widgets.tables import TableElement, cell, heads, title

_WAITING, _CLAUSES, _ROWS = 8, 12, 40
_BOUNDS = "iterations"
"""The table of the searches of iterative deepening, at the end of a run."""
_TREE_NOTE = msg("◆ here · ● done · ○ waiting · ✕ contradiction · ★ solution")
_GAME_NOTE = msg("◆ here · ● done · +1 the first player wins · -1 the second one · ✂ cut")


class StepDetails:
    """The parts below the board of one recording; built inside the current slot.

    `lane` is the name of its lane, for screen readers.
    """

    def __init__(self, recording: Recording, visitor: Visitor, lane: Message) -> None:
        self._recording, self._words, self._lane = recording, visitor.words, lane
        self._shown: list[Callable[[int], None]] = []
        self._tree_part()
        self._code_part()
        with box("div", "gw-replay-tables"):
            if recording.deepening is None:
                self._open_part()
            else:
                self._bound_part(recording.deepening)
            self._knowledge_part()
            for name, rows in recording.tables.items():
                # The bounds themselves, which follow the steps, stand above.
                if rows and not (name == _BOUNDS and recording.deepening is not None):
                    self._table_part(name, rows)
        self.show(0)

    def show(self, step: int) -> None:
        """Show the details of a step."""
        for show in self._shown:
            show(step)

    def _part(self, title: Message, classes: str = "") -> ui.element:
        made = box("details", f"gw-replay-part {classes}".rstrip(), open=True)
        with made:
            text("summary", self._words(title))
        return made

    def _tree_part(self) -> None:
        recording = self._recording
        if recording.tree is None or len(recording.tree) < 2:
            return
        title = msg("Search tree")
        with self._part(title, "gw-replay-drawn"):
            path = text("p", "", "gw-replay-path").mark("path")
            label = msg("{name}: {text}", name=title, text=self._lane)
            view = TreeView(recording, self._words, label)
            note = _GAME_NOTE if recording.tree.is_game else _TREE_NOTE
            text("p", self._words(note), "gw-small gw-replay-signs")

        def show(step: int) -> None:
            path.text = path_words(recording, step, self._words)
            view.show(step)

        self._shown.append(show)

    def _code_part(self) -> None:
        recording = self._recording
        if not recording.code:
            return
        lines: list[ui.element] = []
        # Code is the same in every language, and read verbatim.
        with (
            self._part(msg("Pseudo-code"), "gw-replay-code"),
            box("ol", "gw-code-lines", lang="en", translate="no"),
        ):
            for line in recording.code:
                indent = (len(line) - len(line.lstrip())) // 4
                with box("li", "gw-code-line").style(f"--indent: {indent}") as made:
                    text("code", line.strip())
                lines.append(made)
        before: list[int] = []

        def show(step: int) -> None:
            at = recording.line(step)
            wanted = [] if at is None else [at]
            if wanted == before:
                return
            for line in before:
                lines[line].classes(remove="gw-code-now")
                lines[line].props.pop("aria-current", None)
            for line in wanted:
                lines[line].classes(add="gw-code-now")
                lines[line].props["aria-current"] = "step"
            before[:] = wanted

        self._shown.append(show)

    def _bound_part(self, deepening: BoundTimeline) -> None:
        words = self._words
        with self._part(msg("Searches, by bound")):
            names = (msg("bound on f"), msg("generated"), msg("expanded"), msg("least f above it"))
            table = TableElement(
                words(msg("Searches, by bound")), [words(name) for name in names], heard=True
            )

        def show(step: int) -> None:
            searches = deepening.searches(step)
            rows = [
                [
                    words(number(one.bound)),
                    words(number(one.generated)),
                    words(number(one.expanded)),
                    "" if one.above is None else words(number(one.above)),
                ]
                for one in searches[-_ROWS:]
            ]
            table.show(rows, frozenset({len(rows) - 1}))

        self._shown.append(show)

    def _open_part(self) -> None:
        recording, words = self._recording, self._words
        tree = recording.tree
        if tree is None or not tree.is_space:
            return
        with self._part(msg("OPEN, CLOSED and f = g + h")):
            sizes = text("p", "", "gw-replay-sizes").mark("open-closed")
            heads = [words(msg("state")), "g", "h", "f"]
            with box("div", "gw-replay-pair"):
                caption = words(msg("First in OPEN, by least f"))
                waiting = TableElement(caption, heads, named=True)
                caption = words(msg("Last in CLOSED, the newest first"))
                done = TableElement(caption, heads, named=True)

        def show(step: int) -> None:
            measures = recording.measures(step)
            assert measures is not None
            assert tree is not None
            sizes.text = words(
                msg(
                    "g = {g}, h = {h}, f = {f} · OPEN {open} · CLOSED {closed}",
                    g=measures.g,
                    h=measures.h,
                    f=measures.f,
                    open=number(measures.open),
                    closed=number(measures.closed),
                )
            )

            def rows(nodes: Iterable[int]) -> list[list[str]]:
                numbers = [(node, tree.depth[node], tree.h[node]) for node in nodes]
                return [
                    [words(recording.name_of(node)), str(g), str(h), str(g + h)]
                    for node, g, h in numbers
                ]

            waiting.show(rows(node.node for node in tree.frontier(step, _WAITING)))
            done.show(rows(tree.closed(step, _WAITING)), frozenset({0}))

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
                msg("KB: {kb} clauses · KB0: {kb0} cells decided", kb=number(kb), kb0=number(kb0))
            )
            found = knowledge.clauses(rows)
            clauses.clear()
            with clauses:
                for clause in found[:_CLAUSES]:
                    text("li", words(knowledge.word(clause)))
                if len(found) > _CLAUSES:
                    more = msg("and {more} more", more=number(len(found) - _CLAUSES))
                    text("li", words(more), "gw-small")

        self._shown.append(show)

    def _table_part(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        recording, words = self._recording, self._words
        columns = [name for name in rows[0] if name != "at_step"]
        with self._part(title(name)):
            table = TableElement(words(title(name)), heads(columns, words), heard=True)
        by_step = "chosen" in columns

        def show(step: int) -> None:
            found, chosen = recording.choices(name, step) if by_step else (rows, None)
            lit = frozenset() if chosen is None else frozenset({chosen})
            table.show([[cell(c, row[c], words) for c in columns] for row in found[:_ROWS]], lit)

        self._shown.append(show)
