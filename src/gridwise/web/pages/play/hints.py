"""Hints in stages: something is wrong, where to look, the reason drawn, do it."""

from collections.abc import Mapping
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities.probabilities import ProbabilityModel
from gridwise.core.interaction import Action
from gridwise.core.message import from_json, msg
from gridwise.core.scene import NO_OVERLAY, Highlight
from gridwise.core.trace import Mark
from gridwise.solving.hint import ruled_out
from gridwise.solving.hint.stages import REASON, WHERE
from gridwise.solving.hint.step import overlay_of
from gridwise.web.pages.play.probabilities import ProbabilityOverlay
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, box, buttons, panel, text, tool

HINT_S = 10.0


class HintPanel:
    """The hint panel, built in the current slot; hidden until a hint is asked for."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self.found: Mapping[str, Any] | None = None
        self.stage = 0
        words = page.words
        with page.tools:
            button = tool(words(msg("Hint")), "lightbulb_outline", self.ask, "gw-act-main")
        page.task.block_while_busy(button)
        with panel(words(msg("Hint")), "gw-hint") as self.panel:
            self.lines = box("ol", "gw-hint-lines")
            with buttons():
                self.more = Button(words(msg("Tell me more")), self._more, main=True)
                self.do = Button(words(msg("Do it")), self._do, main=True)
                Button(words(msg("Close")), self.close)
        self.panel.set_visibility(False)
        page.on_board_change.append(self.close)
        if registry.capability(page.kind, ProbabilityModel) is not None:
            ProbabilityOverlay(page)

    def close(self) -> None:
        """Hide the hint."""
        if self.found is None:
            return
        self.found = None
        self.panel.set_visibility(False)
        if self.page.highlights or self.page.overlay:
            self.page.highlights, self.page.overlay = {}, NO_OVERLAY
            self.page.draw()

    async def ask(self) -> None:
        """Ask for a hint, or show the next stage of the current one."""
        if self.found is not None:
            self._more()
            return
        page = self.page
        page.show_game()
        noted = page.interaction.marks(page.session.state)
        ruled = ruled_out.as_text(noted, page.scene.width)
        asked = page.args(origin=True, **({"ruled_out": ruled} if ruled else {}))
        outcome = await page.ask(msg("looking for a hint"), "hint_stages", asked, time_s=HINT_S)
        if outcome is None or outcome.value is None or not page.helped():
            return
        self.found, self.stage = outcome.value, 0
        self._show()

    def _more(self) -> None:
        if self.found is not None and self.stage < len(self.found["stages"]) - 1:
            self.stage += 1
            self._show()

    def _show(self) -> None:
        assert self.found is not None
        page, found = self.page, self.found
        said = [page.words(from_json(stage)) for stage in found["stages"][: self.stage + 1]]
        self.lines.clear()
        with self.lines:
            for line in said:
                text("li", line)
        last = self.stage >= len(found["stages"]) - 1
        self.more.set_visibility(not last)
        self.do.set_visibility(self.stage >= REASON and self._action() is not None)
        self.panel.set_visibility(True)
        marks: dict[int, Highlight] = {}
        if self.stage >= REASON:
            marks.update((mark["cell"], Highlight.REASON) for mark in found["premises"])
        if WHERE <= self.stage < REASON:
            marks.update(dict.fromkeys(found["where"], Highlight.TARGET))
        elif self.stage >= REASON:
            marks.update(dict.fromkeys(found["cells"], Highlight.TARGET))
        if found["technique"] == "wrong":
            marks = dict.fromkeys(marks, Highlight.CONFLICT)
        page.highlights = marks
        page.overlay = overlay_of(found["overlay"]) if self.stage >= REASON else NO_OVERLAY
        page.draw()
        page.say(from_json(found["stages"][self.stage]))

    def _action(self) -> Action | None:
        """Return the action that does what the hint says; None where there is nothing to do."""
        found, page = self.found, self.page
        if found is None:
            return None
        if found.get("move") is not None:
            return Action("put", value=str(found["move"]))
        marks = [Mark(one["cell"], one["value"], one["holds"]) for one in found["conclusions"]]
        return page.interaction.removal(page.session.state, marks)

    def _do(self) -> None:
        action = self._action()
        if self.found is None or action is None:
            return
        text = from_json(self.found["stages"][-1])
        if self.page.do(action):
            self.page.say(text)
