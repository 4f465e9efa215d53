"""The panel of the setter's bench: what the givens of the board do."""

from collections.abc import Mapping
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities.givens import Givens
from gridwise.core.grid import cell_name
from gridwise.core.interaction import Mode
from gridwise.core.message import Message, from_json, msg
from gridwise.web.pages.play.side_panels import SidePanel
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, box, buttons, text

BENCH_S = 10.0


class SetterPanel(SidePanel):
    """True candidates with their solutions, givens that are not needed, the nearest solutions."""

    def __init__(self, page: PlayPage) -> None:
        self._minimised = ""
        super().__init__(page, msg("Setter's bench"))
        page.on_change.append(self._forget)

    @property
    def offered(self) -> bool:
        """Whether the puzzle has givens that can be taken away."""
        return registry.capability(self.page.kind, Givens) is not None

    def _build(self) -> None:
        words = self.page.words
        self.found = box("ul", "gw-setter")
        with buttons():
            self.again = Button(words(msg("Look at the givens")), self._look)
            self.smaller = Button(words(msg("Take away givens that are not needed")), self._shrink)
            Button(words(msg("Close")), self.turn)
        self.smaller.set_visibility(False)
        self.page.task.block_while_busy(self.again)

    async def turn(self) -> None:
        """Show it and look at the givens, or hide it."""
        super().turn()
        if self.open:
            await self._look()

    def _forget(self) -> None:
        """Clear what was found for another board."""
        self.found.clear()
        self.smaller.set_visibility(False)

    async def _look(self) -> None:
        page = self.page
        title = msg("looking at the givens")
        outcome = await page.ask(title, "setter_bench", page.args(), time_s=BENCH_S)
        if page.closed.is_set() or outcome is None or outcome.value is None:
            return
        value = outcome.value
        self._minimised = value["minimised"] or ""
        self.smaller.set_visibility(bool(value["redundant"]) and bool(self._minimised))
        if value["nearest"]:
            page.mark_conflicts(value["nearest"]["cells"])
        self.found.clear()
        with self.found:
            for line in (*map(from_json, value["lines"]), *self._cells(value)):
                text("li", page.words(line))
        page.say(msg("the givens were looked at"))

    def _cells(self, value: Mapping[str, Any]) -> list[Message]:
        """Return the cells of the givens that are not needed, and those where solutions differ."""
        width = self.page.scene.width

        def names(cells: Any) -> tuple[str, ...]:
            return tuple(cell_name(cell, width) for cell in cells)

        said: list[Message] = []
        if value["redundant"]:
            said.append(msg("not needed, each alone: {cells}", cells=names(value["redundant"])))
        if value["nearest"]:
            differ = names(value["nearest"]["cells"])
            said.append(msg("marked, where the solutions differ: {cells}", cells=differ))
        return said

    def _shrink(self) -> None:
        """Put the minimised board into the editor."""
        page = self.page
        page.begin(page.puzzle.parse(self._minimised), mode=Mode.EDIT)
        page.say(msg("givens that are not needed were taken away"))
