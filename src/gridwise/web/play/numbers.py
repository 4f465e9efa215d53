"""The numbers of a board in one dialog: what it holds, and how many solutions it has."""

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, msg
from gridwise.render.words import number
from gridwise.web.parts import box, text
from gridwise.web.play.bar import heading, titled
from gridwise.web.play.job import ENDS, Job, failed
from gridwise.web.play.push import Push
from gridwise.web.play.table import Table

COUNT_S = 3600.0


class Numbers:
    """The dialog; `open` shows it and begins to count.

    Parameters
    ----------
    table
        Of the page.
    counted
        Called with a number of solutions of the board on the table, and whether it is exact.
    """

    def __init__(self, table: Table, counted: Callable[[int, bool], None]) -> None:
        self.table, self._counted = table, counted
        words = table.words
        with ui.dialog() as self.dialog, ui.card().classes("gw-dialog"):
            titled(self.dialog, words(msg("Board statistics")))
            self.facts = box("dl", "gw-numbers")
            heading(words(msg("Solutions")), 3)
            self.answer = ui.label().classes("gw-known")
            self.answer.props('role="status" aria-live="polite"')
            self.job = Job(table.house, table.visitor)
            with ui.element("div").classes("gw-buttons"):
                self.again = Push(words(msg("Count again")), self._count)
                Push(words(msg("Close")), self.dialog.close, main=True)
        self.dialog.on("hide", self.job.stop)
        self.again.show(False)

    async def open(self) -> None:
        """Show the numbers of the board as it stands, and count its solutions."""
        self._fill()
        self.dialog.open()
        if self.table.puzzle.countable:
            await self._count()
        else:
            said = msg("not counted: any path can be made longer, so there are infinitely many")
            self.answer.set_text(self.table.words(said))

    def _fill(self) -> None:
        """Show what is said beside the board, and the puzzle's own facts that are not there."""
        table = self.table
        shown = {
            str(fact.label).casefold(): (table.words(fact.label), str(fact.value))
            for fact in table.desk.facts(table.sitting.state)
        }
        for name, value in table.puzzle.facts(table.sitting.position).items():
            label = Message(name.replace("_", " "))
            shown.setdefault(str(label), (table.words(label), number(value)))
        self.facts.clear()
        with self.facts:
            for name, words in shown.values():
                with box("div", "gw-fact"):
                    text("dt", name[:1].upper() + name[1:])
                    text("dd", words)

    async def _count(self) -> None:
        table = self.table
        sitting, step = table.sitting, table.sitting.step
        args = {"notation": table.puzzle.format(sitting.position), "puzzle": table.kind}
        self.again.show(False)
        self.answer.set_text(table.words(msg("counting the solutions")))
        outcome = await self.job.ask(msg("counting the solutions"), "count", args, time_s=COUNT_S)
        if outcome is None or self.answer.is_deleted:
            return
        trouble = failed(outcome)
        value: Mapping[str, Any] = outcome.value or {}
        if value.get("count") is None:
            said = trouble or ENDS.get(outcome.end, msg("nothing is known"))
        else:
            found, exact = int(value["count"]), bool(value["exact"])
            said = _words(found, exact, ENDS.get(outcome.end))
            if table.sitting is sitting and sitting.step == step:
                self._counted(found, exact)
        self.answer.set_text(table.words(said))
        self.again.show(not value.get("exact"))


def _words(found: int, exact: bool, why: Message | None) -> Message:
    """Return a number of solutions in words that never pass "at least" off as all."""
    shown = number(found)
    if exact:
        if found == 0:
            return msg("no solution (proved)")
        return (
            msg("1 solution, the only one")
            if found == 1
            else msg("{number} solutions", number=shown)
        )
    if why is None:
        return msg("at least {number} solutions", number=shown)
    return msg("at least {n} solutions ({why})", n=shown, why=why)
