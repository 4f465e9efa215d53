"""Panels beside the board: tables of a run, clauses of a cell, statistics of the board."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import Message, from_json, msg
from gridwise.core.views import CnfModel
from gridwise.render.words import number
from gridwise.web.pages.play.running_task import ENDS, failed
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, Select, box, buttons, heading, panel, text
from gridwise.web.widgets.tables import TableElement, cell, heads, title

CLAUSES_S, COUNT_S = 10.0, 3600.0
MOST_SHOWN = 200
"""The most clauses of a family and rows of a table that are shown; others are only counted."""
IN_SIGHT = """
(() => {
  for (const seen of ["section.gw-beside", ".gw-play-left .gw-board"]) {
    const part = [...document.querySelectorAll(seen)].find(e => e.offsetParent !== null);
    if (!part) continue;
    const top = part.getBoundingClientRect().top;
    if (top < 60 || top > innerHeight - 100) part.scrollIntoView({ block: "start" });
  }
})()
"""
"""Scrolls a panel and the board into view; the board last, as it matters more."""

Row = Mapping[str, Any]


class RunTables:
    """The tables of the run that solved the board, such as F1 and F2 of every choice.

    A table of choices (with a column `chosen`) is shown a variable at a time. A list selects the
    variable; it follows the row of the selected cell.
    """

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self._tables: dict[str, Sequence[Row]] = {}
        self._followed: list[tuple[str, Select, TableElement]] = []
        with box("section", "gw-panel gw-beside") as self.panel:
            self.panel.props["aria-label"] = page.words(msg("Tables of the run"))
            self.place = box("div", "gw-tables")
            with buttons():
                Button(page.words(msg("Close")), self.close)
        self.panel.set_visibility(False)
        self._session = page.session
        page.on_change.append(self._left)
        page.on_select.append(self._follow)

    def _left(self) -> None:
        """Hide the tables of another game; they stay during moves of their own game."""
        if self.page.session is not self._session:
            self.close()

    def close(self) -> None:
        """Hide the tables."""
        self._tables = {}
        self._followed = []
        self.panel.set_visibility(False)

    def show(self, tables: Mapping[str, Sequence[Row]]) -> None:
        """Show the tables of a run, if it kept any."""
        self.close()
        self._session = self.page.session
        self._tables = {name: rows for name, rows in tables.items() if rows}
        if not self._tables:
            return
        self.place.clear()
        with self.place:
            for name, rows in self._tables.items():
                self._build(name, rows)
        self.panel.move(target_index=0)
        self.panel.set_visibility(True)

    def _build(self, name: str, rows: Sequence[Row]) -> None:
        words = self.page.words
        columns = list(rows[0])
        called = words(title(name))
        heading(called, 2)
        if "chosen" not in columns:
            made = TableElement(called, heads(columns, words), heard=True)
            made.show([[cell(c, row[c], words) for c in columns] for row in rows[:MOST_SHOWN]])
            return
        first, rest = columns[0], columns[1:]
        label = heads([first], words)[0]
        names = {str(row[first]): f"{label} {cell(first, row[first], words)}" for row in rows}
        chosen = Select(label, names, next(iter(names)), framed=True)
        made = TableElement(called, heads(rest, words), heard=True)
        chosen.on_change = lambda _: self._fill(name, chosen, made)
        self._fill(name, chosen, made)
        if first == "row":
            self._followed.append((name, chosen, made))

    def _fill(self, name: str, chosen: Select, made: TableElement) -> None:
        rows = self._tables[name]
        first, *rest = rows[0]
        chosen_rows = [row for row in rows if str(row[first]) == chosen.value][:MOST_SHOWN]
        lit = frozenset(at for at, row in enumerate(chosen_rows) if row["chosen"])
        words = self.page.words
        made.show([[cell(c, row[c], words) for c in rest] for row in chosen_rows], lit)

    def _follow(self) -> None:
        """Show the choices of the selected row of the board."""
        row = str(self.page.selected // self.page.board.scene.width)
        for name, chosen, made in self._followed:
            if row in chosen.options and row != chosen.value:
                chosen.set_options(dict(chosen.options), row)
                self._fill(name, chosen, made)


class SidePanel:
    """A panel beside the board that a button with the same title shows and hides."""

    def __init__(self, page: PlayPage, title: Message) -> None:
        self.page, self.title = page, page.words(title)
        self.open = False
        self._opener: Button | None = None
        with panel(self.title, "gw-beside") as self.panel:
            self._build()
        self.panel.set_visibility(False)

    def _build(self) -> None:
        """Build the content in the current slot."""
        raise NotImplementedError

    def button(self) -> None:
        """Build the button in the current slot."""
        self._opener = Button(self.title, self.turn)
        self._opener.set_attribute("aria-pressed", "false")

    def turn(self) -> Any:
        """Show or hide it."""
        self.open = not self.open
        if self._opener is not None:
            self._opener.set_attribute("aria-pressed", "true" if self.open else "false")
        self.panel.set_visibility(self.open)
        if self.open:
            self.panel.move(target_index=0)  # before panels opened earlier
            ui.run_javascript(IN_SIGHT)


class ClausesPanel(SidePanel):
    """The clauses of the selected cell, by family; it follows the selection."""

    def __init__(self, page: PlayPage) -> None:
        self._asked: object = None
        self._working = False
        super().__init__(page, msg("Clauses of a cell"))
        self.timer = ui.timer(0.02, self._look, active=False)
        page.on_select.append(self._again)
        page.on_change.append(self._again)

    def _build(self) -> None:
        words = self.page.words
        self.line = text("div", "", "gw-clauses-line")
        self.line.props('role="status" aria-live="polite"')
        self.place = box("div", "gw-clauses", tabindex=0, role="region")
        self.place.props["aria-label"] = words(msg("Clauses by family"))
        with buttons():
            Button(words(msg("Close")), self.turn)

    @property
    def offered(self) -> bool:
        """Whether the puzzle has a CNF view."""
        return CnfModel in self.page.puzzle.views(self.page.session.origin)

    def button(self) -> None:
        if self.offered:
            super().button()

    def turn(self) -> None:
        self._asked = None
        super().turn()
        self._again()

    def _again(self) -> None:
        if self.open:
            self.timer.activate()

    async def _look(self) -> None:
        """Ask for the clauses of the selected cell; one question at a time."""
        self.timer.deactivate()
        page = self.page
        if self._working or not self.open:
            return
        if page.selected < 0:
            self._say(page.sentence(msg("select a cell: a shown number or a given")))
            return
        args = page.args(cell=page.selected)
        if args == self._asked:
            return
        self._asked, self._working = args, True
        try:
            outcome = await page.server.ask(
                "clauses",
                args,
                owner=page.visitor.owner,
                time_s=CLAUSES_S,
                cancel=page.closed,
            )
        finally:
            self._working = False
        if page.closed.is_set() or not self.open:
            return
        trouble = failed(outcome)
        if trouble is not None or outcome.value is None:
            self._say(page.sentence(trouble or msg("stopped")))
        else:
            self._show(outcome.value)
        self._again()  # another cell may be selected by now

    def _say(self, words: str) -> None:
        self.line.set_text(words)
        self.place.clear()
        self.place.set_visibility(False)

    def _show(self, found: Mapping[str, Any]) -> None:
        total = int(found["number"])
        if not total:
            summary = msg("{cell} gives no clauses of its own", cell=found["name"])
            self._say(self.page.sentence(summary))
            return
        summary = msg("{cell}: {number} clauses", cell=found["name"], number=number(total))
        if total == 1:
            summary = msg("{cell}: 1 clause", cell=found["name"])
        self._say(self.page.sentence(summary))
        self.place.set_visibility(True)
        with self.place:
            for family in found["families"]:
                self._family(family)

    def _family(self, family: Mapping[str, Any]) -> None:
        words, clauses = self.page.words, family["clauses"]
        line = msg(
            "{family} ({number}): {premise}",
            family=family["name"],
            number=len(clauses),
            premise=from_json(family["from"]),
        )
        heading(words(line), 3)
        with box("ul", "gw-clause-list"):
            for clause in clauses[:MOST_SHOWN]:
                with box("li"):
                    text("span", clause["text"], "gw-mono", aria_hidden="true")
                    text("span", words(from_json(clause["words"])), "gw-unseen")
            if len(clauses) > MOST_SHOWN:
                more = msg("and {more} more", more=number(len(clauses) - MOST_SHOWN))
                text("li", words(more), "gw-small")


class BoardStatistics(SidePanel):
    """The facts of the board, and its number of solutions, counted while the player plays on.

    `counted` is called with the number of solutions and whether it is exact.
    """

    counted: Callable[[int, bool], None]

    def __init__(self, page: PlayPage) -> None:
        self._working = False
        self._known: object = None
        super().__init__(page, msg("Board statistics"))
        page.on_change.append(self._refresh)

    def _build(self) -> None:
        words = self.page.words
        self.facts = box("dl", "gw-numbers")
        heading(words(msg("Solutions")), 3)
        self.answer = text("div", "", "gw-count")
        with buttons():
            self.again = Button(words(msg("Count the solutions")), self._count)
            Button(words(msg("Close")), self.turn)
        self.page.task.block_while_busy(self.again)

    async def turn(self) -> None:
        """Show it and count, or hide it and stop counting."""
        super().turn()
        if not self.open:
            if self._working:
                self.page.task.stop()
            return
        self._known = None
        self._refresh()
        if self.page.puzzle.countable:
            await self._count()

    def _refresh(self) -> None:
        """Update the facts; drop the count of another board."""
        if not self.open:
            return
        self._fill()
        if self._known is not self.page.session.state and not self._working:
            self._known = None
            countable = self.page.puzzle.countable
            self.again.set_visibility(countable)
            note = msg("not counted: any path can be made longer, so there are infinitely many")
            self.answer.set_text("" if countable else self.page.sentence(note))

    def _fill(self) -> None:
        """Show the interaction's facts, and further features of the puzzle."""
        page = self.page
        shown = {
            str(fact.label).casefold(): (page.words(fact.label), str(fact.value))
            for fact in page.interaction.status_items(page.session.state)
        }
        for name, value in registry.features(page.session.position).items():
            label = Message(name.replace("_", " "))
            shown.setdefault(str(label), (page.words(label), page.words(number(value))))
        self.facts.clear()
        with self.facts:
            for name, words in shown.values():
                with box("div", "gw-fact"):
                    text("dt", name[:1].upper() + name[1:])
                    text("dd", words)

    async def _count(self) -> None:
        page = self.page
        state = page.session.state
        args = page.args(messages=True)
        self._working = True
        self.again.set_visibility(False)
        self.answer.set_text(page.sentence(msg("counting the solutions")))
        try:
            outcome = await page.ask(msg("counting the solutions"), "count", args, time_s=COUNT_S)
        finally:
            self._working = False
        if page.closed.is_set():
            return
        if outcome is None or outcome.value is None:
            self._known = state
            self.answer.set_text(page.sentence(msg("nothing is known")))
            self.again.set_visibility(True)
            return
        value, why = outcome.value, ENDS.get(outcome.end)
        conflict = value["conflict"]
        if conflict is not None:
            page.mark_conflicts(conflict["cells"])
            result = msg("no solution: {why}", why=from_json(conflict["message"]))
        elif value["count"] is None:
            result = why or msg("nothing is known")
        else:
            result = count_words(int(value["count"]), bool(value["exact"]), why)
        self._known = state
        if value["count"] is not None:
            self.counted(int(value["count"]), bool(value["exact"]))
        self.answer.set_text(page.sentence(result))
        self.again.set_visibility(not value["exact"])
        page.say(result)


def count_words(found: int, exact: bool, why: Message | None) -> Message:
    """Return a number of solutions in words; a lower bound is never given as exact."""
    shown = number(found)
    if exact and found == 0:
        return msg("no solution")
    if exact:
        only = msg("1 solution, the only one")
        return only if found == 1 else msg("{number} solutions", number=shown)
    if why is None:
        return msg("at least {number} solutions", number=shown)
    return msg("at least {n} solutions ({why})", n=shown, why=why)
