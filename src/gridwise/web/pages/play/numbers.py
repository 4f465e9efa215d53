"""The numbers of a board beside it: what it holds, and how many solutions it has."""

from collections.abc import Callable

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import Message, from_json, msg
from gridwise.render.words import number
from gridwise.web.pages.play.bar import heading
from gridwise.web.pages.play.beside import Beside
from gridwise.web.pages.play.job import ENDS
from gridwise.web.pages.play.table import Table
from gridwise.web.widgets.parts import box, text
from gridwise.web.widgets.push import Push

COUNT_S = 3600.0


class Numbers(Beside):
    """The panel of numbers; it begins to count when it is opened, and one plays on meanwhile.

    `counted` is called with a number of solutions of the board, and whether it is exact.
    """

    counted: Callable[[int, bool], None]

    def __init__(self, table: Table) -> None:
        self._working = False
        self._known: object = None
        super().__init__(table, msg("Board statistics"))
        table.watchers.append(self._refresh)

    def _build(self) -> None:
        words = self.table.words
        self.facts = box("dl", "gw-numbers")
        heading(words(msg("Solutions")), 3)
        self.answer = ui.label().classes("gw-count")
        with ui.element("div").classes("gw-buttons"):
            self.again = Push(words(msg("Count the solutions")), self._count)
            Push(words(msg("Close")), self.turn)
        self.table.job.needed_by(self.again)

    async def turn(self) -> None:
        """Open it and count, or put it away and stop."""
        super().turn()
        if not self.open:
            if self._working:
                self.table.job.stop()
            return
        self._known = None
        self._refresh()
        if self.table.puzzle.countable:
            await self._count()

    def _refresh(self) -> None:
        """Show the numbers of the board as it stands; those of another board are no longer true."""
        if not self.open:
            return
        self._fill()
        if self._known is not self.table.session.state and not self._working:
            self._known = None
            countable = self.table.puzzle.countable
            self.again.show(countable)
            said = msg("not counted: any path can be made longer, so there are infinitely many")
            self.answer.set_text("" if countable else self.table.words(said))

    def _fill(self) -> None:
        """Show what is said beside the board, and the puzzle's own facts that are not there."""
        table = self.table
        shown = {
            str(fact.label).casefold(): (table.words(fact.label), str(fact.value))
            for fact in table.interaction.status_items(table.session.state)
        }
        for name, value in registry.features(table.session.position).items():
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
        state = table.session.state
        args = {
            "notation": table.puzzle.format(table.session.position),
            "puzzle": table.kind,
            "messages": True,
        }
        self._working = True
        self.again.show(False)
        self.answer.set_text(table.words(msg("counting the solutions")))
        try:
            outcome = await table.ask(msg("counting the solutions"), "count", args, time_s=COUNT_S)
        finally:
            self._working = False
        if table.gone.is_set():
            return
        if outcome is None or outcome.value is None:
            self._known = state
            self.answer.set_text(table.words(msg("nothing is known")))
            self.again.show(True)
            return
        value, why = outcome.value, ENDS.get(outcome.end)
        conflict = value["conflict"]
        if conflict is not None:
            table.mark(conflict["cells"])
            said = msg("no solution: {why}", why=from_json(conflict["message"]))
        elif value["count"] is None:
            said = why or msg("nothing is known")
        else:
            said = _words(int(value["count"]), bool(value["exact"]), why)
        self._known = state
        if value["count"] is not None:
            self.counted(int(value["count"]), bool(value["exact"]))
        self.answer.set_text(table.words(said))
        self.again.show(not value["exact"])
        table.say(said)


def _words(found: int, exact: bool, why: Message | None) -> Message:
    """Return a number of solutions in words that never pass "at least" off as all."""
    shown = number(found)
    if exact and found == 0:
        return msg("no solution (proved)")
    if exact:
        only = msg("1 solution, the only one")
        return only if found == 1 else msg("{number} solutions", number=shown)
    if why is None:
        return msg("at least {number} solutions", number=shown)
    return msg("at least {n} solutions ({why})", n=shown, why=why)
