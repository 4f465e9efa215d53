"""Hints in stages: something is wrong, where to look, the reason drawn, do it."""

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.capabilities.probabilities import ProbabilityModel
from gridwise.core.interaction import Action
from gridwise.core.message import from_json, msg
from gridwise.core.scene import Highlight
from gridwise.web.pages.play.bar import heading
from gridwise.web.pages.play.extras import Chances
from gridwise.web.pages.play.table import Table
from gridwise.web.widgets.push import Push, tool

HINT_S = 10.0
WHERE, REASON = 1, 2
"""The stages at which the place is shown, and from which the reason is drawn."""


class Hints:
    """The panel of hints, built inside the current slot; hidden until one is asked for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: Mapping[str, Any] | None = None
        self.stage = 0
        words = table.words
        with table.tools:
            button = tool(words(msg("Hint")), "lightbulb_outline", self.ask)
            button.look("gw-act-main", True)
        table.job.needed_by(button)
        with ui.element("section").classes("gw-panel gw-hint") as self.panel:
            self.panel.props["aria-label"] = words(msg("Hint"))
            heading(words(msg("Hint")), 2)
            self.lines = ui.element("ol").classes("gw-hint-lines")
            with ui.element("div").classes("gw-buttons"):
                self.more = Push(words(msg("Tell me more")), self._more, main=True)
                self.do = Push(words(msg("Do it")), self._do, main=True)
                Push(words(msg("Close")), self.close)
        self.panel.set_visibility(False)
        table.movers.append(self.close)
        if registry.capability(table.kind, ProbabilityModel) is not None:
            Chances(table)

    def close(self) -> None:
        """Put the hint away."""
        if self.found is None:
            return
        self.found = None
        self.panel.set_visibility(False)
        if self.table.highlights:
            self.table.highlights = {}
            self.table.draw()

    async def ask(self) -> None:
        """Ask for a hint, or for the next stage of the one that is there."""
        if self.found is not None:
            self._more()
            return
        table = self.table
        table.look_away()
        args = {
            "notation": table.puzzle.format(table.session.position),
            "origin": table.puzzle.format(table.session.origin),
            "puzzle": table.kind,
        }
        outcome = await table.ask(msg("looking for a hint"), "hint_stages", args, time_s=HINT_S)
        if outcome is None or outcome.value is None or not table.helped():
            return
        self.found, self.stage = outcome.value, 0
        self._show()

    def _more(self) -> None:
        if self.found is not None and self.stage < len(self.found["stages"]) - 1:
            self.stage += 1
            self._show()

    def _show(self) -> None:
        assert self.found is not None
        table, found = self.table, self.found
        said = [table.words(from_json(stage)) for stage in found["stages"][: self.stage + 1]]
        self.lines.clear()
        with self.lines:
            for line in said:
                item = ui.label(line)
                item.tag = "li"
        last = self.stage >= len(found["stages"]) - 1
        self.more.show(not last)
        self.do.show(found.get("move") is not None and self.stage >= REASON)
        self.panel.set_visibility(True)
        marks: dict[int, Highlight] = {}
        if self.stage >= REASON:
            marks.update((mark["cell"], Highlight.REASON) for mark in found["premises"])
        if self.stage == WHERE:
            marks.update(dict.fromkeys(found["where"], Highlight.TARGET))
        elif self.stage >= REASON:
            marks.update(dict.fromkeys(found["cells"], Highlight.TARGET))
        if found["technique"] == "wrong":
            marks = dict.fromkeys(marks, Highlight.CONFLICT)
        table.highlights = marks
        table.draw()
        table.say(from_json(found["stages"][self.stage]))

    def _do(self) -> None:
        if self.found is None or self.found.get("move") is None:
            return
        move, text = str(self.found["move"]), from_json(self.found["stages"][-1])
        if self.table.do(Action("put", value=move)):
            self.table.say(text)
