"""What is shown beside the board on demand: a method's tables, the clauses of the chosen cell."""

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, from_json, msg
from gridwise.core.views import CnfModel
from gridwise.render.words import number
from gridwise.web.pages.play.bar import heading
from gridwise.web.pages.play.job import failed
from gridwise.web.pages.play.table import Table
from gridwise.web.widgets.parts import Choice, box, text
from gridwise.web.widgets.push import Push
from gridwise.web.widgets.tables import Table as Rows
from gridwise.web.widgets.tables import cell, heads, title

CLAUSES_S = 10.0
MOST_SHOWN = 200
"""More clauses of a family, or rows of a table, are counted and not shown."""
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
"""Brings a panel and the board into the window; the board last, where there is no room for both."""

Row = Mapping[str, Any]


class Tables:
    """The tables of the run that solved the board, such as F1 and F2 of every choice.

    A table of choices (with a column `chosen`) is shown a variable at a time: that of the list,
    which follows the row of the board that the person goes to.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._tables: dict[str, Sequence[Row]] = {}
        self._followed: list[tuple[str, Choice, Rows]] = []
        with ui.element("section").classes("gw-panel gw-beside") as self.panel:
            self.panel.props["aria-label"] = table.words(msg("Tables of the run"))
            self.place = ui.element("div").classes("gw-tables")
            with ui.element("div").classes("gw-buttons"):
                Push(table.words(msg("Close")), self.close)
        self.panel.set_visibility(False)
        self._sitting = table.session
        table.watchers.append(self._left)
        table.pickers.append(self._follow)

    def _left(self) -> None:
        """Put the tables of another game away; they stay while one moves."""
        if self.table.session is not self._sitting:
            self.close()

    def close(self) -> None:
        """Put the tables away."""
        self._tables = {}
        self._followed = []
        self.panel.set_visibility(False)

    def show(self, tables: Mapping[str, Sequence[Row]]) -> None:
        """Show the tables of a run; nothing where it kept none."""
        self.close()
        self._sitting = self.table.session
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
        words = self.table.words
        columns = list(rows[0])
        called = words(title(name))
        heading(called, 2)
        if "chosen" not in columns:
            made = Rows(called, heads(columns, words), heard=True)
            made.show([[cell(c, row[c], words) for c in columns] for row in rows[:MOST_SHOWN]])
            return
        first, rest = columns[0], columns[1:]
        label = heads([first], words)[0]
        names = {str(row[first]): f"{label} {cell(first, row[first], words)}" for row in rows}
        chosen = Choice(label, names, next(iter(names)))
        made = Rows(called, heads(rest, words), heard=True)
        chosen.on_choice(lambda: self._fill(name, chosen, made))
        self._fill(name, chosen, made)
        if first == "row":
            self._followed.append((name, chosen, made))

    def _fill(self, name: str, chosen: Choice, made: Rows) -> None:
        rows = self._tables[name]
        first, *rest = rows[0]
        found = [row for row in rows if str(row[first]) == chosen.value][:MOST_SHOWN]
        lit = frozenset(at for at, row in enumerate(found) if row["chosen"])
        words = self.table.words
        made.show([[cell(c, row[c], words) for c in rest] for row in found], lit)

    def _follow(self) -> None:
        """Show the choices of the row that the person went to."""
        row = str(self.table.selected // self.table.board.scene.width)
        for name, chosen, made in self._followed:
            if row in chosen.options and row != chosen.value:
                chosen.set_options(dict(chosen.options), row)
                self._fill(name, chosen, made)


class Beside:
    """A panel beside the board that a button opens and puts away.

    Parameters
    ----------
    table
        Of the page.
    title
        Of the panel and of its button.
    """

    def __init__(self, table: Table, title: Message) -> None:
        self.table, self.title = table, table.words(title)
        self.open = False
        self._opener: Push | None = None
        with ui.element("section").classes("gw-panel gw-beside") as self.panel:
            self.panel.props["aria-label"] = self.title
            heading(self.title, 2)
            self._build()
        self.panel.set_visibility(False)

    def _build(self) -> None:
        """Build what is inside, in the current slot."""
        raise NotImplementedError

    def button(self) -> None:
        """Build the button that opens it, inside the current slot."""
        self._opener = Push(self.title, self.turn)
        self._opener.say("aria-pressed", "false")

    def turn(self) -> Any:
        """Open it, or put it away."""
        self.open = not self.open
        if self._opener is not None:
            self._opener.say("aria-pressed", "true" if self.open else "false")
        self.panel.set_visibility(self.open)
        if self.open:
            self.panel.move(target_index=0)  # before what was opened earlier
            ui.run_javascript(IN_SIGHT)


class Clauses(Beside):
    """The clauses that the chosen cell gives, by family; follows the cell while it is open."""

    def __init__(self, table: Table) -> None:
        self._asked: object = None
        self._working = False
        super().__init__(table, msg("Clauses of a cell"))
        self.timer = ui.timer(0.02, self._look, active=False)
        table.pickers.append(self._again)
        table.watchers.append(self._again)

    def _build(self) -> None:
        words = self.table.words
        self.line = ui.label().classes("gw-clauses-line")
        self.line.props('role="status" aria-live="polite"')
        self.place = box("div", "gw-clauses", tabindex=0, role="region")
        self.place.props["aria-label"] = words(msg("Clauses by family"))
        with ui.element("div").classes("gw-buttons"):
            Push(words(msg("Close")), self.turn)

    @property
    def offered(self) -> bool:
        """Whether the puzzle is written as clauses."""
        return CnfModel in self.table.puzzle.views(self.table.session.origin)

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
        """Ask for the clauses of the cell that is chosen now; one question at a time."""
        self.timer.deactivate()
        table = self.table
        if self._working or not self.open:
            return
        if table.selected < 0:
            self._say(table.words(msg("choose a cell: a number that is shown, or what is given")))
            return
        notation = table.puzzle.format(table.session.position)
        asked = (notation, table.selected)
        if asked == self._asked:
            return
        self._asked, self._working = asked, True
        args = {"notation": notation, "puzzle": table.kind, "cell": table.selected}
        try:
            outcome = await table.server.ask(
                "clauses",
                args,
                owner=table.visitor.owner,
                time_s=CLAUSES_S,
                cancel=table.gone,
            )
        finally:
            self._working = False
        if table.gone.is_set() or not self.open:
            return
        trouble = failed(outcome)
        if trouble is not None or outcome.value is None:
            self._say(table.words(trouble or msg("stopped")))
        else:
            self._show(outcome.value)
        self._again()  # the person may have gone on meanwhile

    def _say(self, words: str) -> None:
        self.line.set_text(words)
        self.place.clear()
        self.place.set_visibility(False)

    def _show(self, found: Mapping[str, Any]) -> None:
        words, total = self.table.words, int(found["number"])
        if not total:
            self._say(words(msg("{cell} gives no clauses of its own", cell=found["name"])))
            return
        self._say(words(msg("{cell}: {number} clauses", cell=found["name"], number=number(total))))
        self.place.set_visibility(True)
        with self.place:
            for family in found["families"]:
                self._family(family)

    def _family(self, family: Mapping[str, Any]) -> None:
        words, clauses = self.table.words, family["clauses"]
        said = msg(
            "{family} ({number}): {premise}",
            family=family["name"],
            number=len(clauses),
            premise=from_json(family["from"]),
        )
        heading(words(said), 3)
        with box("ul", "gw-clause-list"):
            for clause in clauses[:MOST_SHOWN]:
                with box("li"):
                    text("span", clause["text"], "gw-mono", aria_hidden="true")
                    text("span", words(from_json(clause["words"])), "gw-unseen")
            if len(clauses) > MOST_SHOWN:
                more = msg("and {more} more", more=number(len(clauses) - MOST_SHOWN))
                text("li", words(more), "gw-small")
