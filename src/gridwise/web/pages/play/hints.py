"""Hints in stages: something is wrong, where to look, the reason drawn, do it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.capabilities import ProbabilityModel
from gridwise.core.grid import cell_name
from gridwise.core.interaction import Action
from gridwise.core.message import from_json, msg
from gridwise.core.policy import GameStatus
from gridwise.core.scene import NO_OVERLAY, Highlight
from gridwise.core.trace import Mark
from gridwise.render.cells import legend, overlay_of, overlay_words
from gridwise.solving.hint import ruled_out
from gridwise.solving.hint.shown import drawn_at
from gridwise.solving.hint.stages import DO, REASON, WHERE, as_json, in_stages
from gridwise.solving.hint.step import Hint
from gridwise.solving.instance import Instance
from gridwise.web.pages.play.running_task import failed
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, box, buttons, panel, text, tool

CHANCES_S = 20.0
_SOON_S = 0.05


class ProbabilityOverlay:
    """A switch that draws the probability over every covered cell."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self.on = ui.switch(page.words(msg("Show probabilities")), on_change=self._turned)
        self._asked: object = None
        self.timer = ui.timer(_SOON_S, self.refresh, active=False)
        page.on_change.append(self._again)

    async def _turned(self) -> None:
        if self.on.value:
            await self.refresh()
            return
        self._asked = None
        self.page.chances = None
        self.page.draw()

    def _again(self) -> None:
        if self.on.value and self.page.chances is None:
            self.timer.activate()

    async def refresh(self) -> None:
        """Request the probabilities of the current board."""
        page = self.page
        if self.on.value and page.task.busy:  # try again once that has ended
            if not self.timer.active:
                page.say(msg("the probabilities follow when the running task ends"))
            self.timer.activate()
            return
        self.timer.deactivate()
        session = page.session
        if not self.on.value or session.verdict is not GameStatus.OPEN:
            return
        question = (session.game_id, session.step)
        if question == self._asked and page.chances is not None:
            return
        self._asked = question
        title, args = msg("counting"), page.args()
        outcome = await page.task.ask(title, "probabilities", args, time_s=CHANCES_S)
        if outcome is None:
            self._asked = None
            return
        if question != self._asked or (page.session.game_id, page.session.step) != question:
            self._again()
            return
        trouble = failed(outcome)
        if trouble is not None or outcome.value is None or outcome.value["probabilities"] is None:
            page.say(trouble or msg("no solution fits what is shown"))
            return
        if not page.helped():
            return
        page.chances = flat(outcome.value["probabilities"])
        page.draw()


def flat(rows: Sequence[Sequence[str | None]]) -> list[float | None]:
    """Return the probabilities of all cells, row-major."""
    return [None if chance is None else float(Fraction(chance)) for row in rows for chance in row]


HINT_S = 10.0
_BOARD_INTO_VIEW = """if (matchMedia('(max-width: 62rem)').matches)
  document.querySelector('.gw-play-left .gw-board').scrollIntoView({block: 'start'})"""
"""Scrolls a narrow page, on which the hint covers the foot of the window, to the board."""


class HintPanel:
    """The hint panel, built in the current slot; hidden until the first hint."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self.found: Mapping[str, Any] | None = None
        self.stage = 0
        self._counted: Any = None
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
            self.legend = box("ul", "gw-legend")
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
        self.page.status.classes(remove="gw-unseen")
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
        if page.catch_up():
            return
        marked = self._wrong_mark()
        if marked is not None:
            if page.helped():
                self.found, self.stage = marked, 0
                self._show()
            return
        noted = page.interaction.marks(page.session.state)
        ruled = ruled_out.as_text(noted, page.scene.width)
        args = page.args(origin=True, **({"ruled_out": ruled} if ruled else {}))
        outcome = await page.ask(msg("looking for a hint"), "hint_stages", args, time_s=HINT_S)
        if outcome is None or outcome.value is None:
            return
        state = page.session.state
        if not page.helped(hint=state is not self._counted):  # the same hint counts once
            return
        self._counted = state
        self.found, self.stage = self._with_suspect(outcome.value), 0
        self._show()

    def _with_suspect(self, found: Mapping[str, Any]) -> Mapping[str, Any]:
        """If entries contradict each other, name one of the player's, the last, to take back."""
        if found["technique"] != "wrong" or found["conclusions"]:
            return found
        for mark in reversed(found["premises"]):
            if self._take_back(mark["cell"]) is not None:
                name = cell_name(mark["cell"], self.page.scene.width)
                last = msg("take {value} out of {cell}", value=mark["value"], cell=name)
                taken = {"conclusions": [{**mark, "holds": False}]}
                return {**found, **taken, "stages": [*found["stages"][:DO], last.as_json()]}
        return found

    def _more(self) -> None:
        if self.found is not None and self.stage < len(self.found["stages"]) - 1:
            self.stage += 1
            self._show()

    def _show(self) -> None:
        assert self.found is not None
        page, found = self.page, self.found
        stages = [page.sentence(from_json(stage)) for stage in found["stages"][: self.stage + 1]]
        if self.stage == DO and found["technique"] in registry.techniques(page.kind):
            del stages[REASON]  # the step says it again
        self.lines.clear()
        with self.lines:
            for line in stages:
                text("li", line)
        last = self.stage >= len(found["stages"]) - 1
        self.more.set_visibility(not last)
        self.do.set_visibility(self.stage >= REASON and self._action() is not None)
        self.panel.set_visibility(True)
        conclusions = [
            Mark(mark["cell"], mark["value"], mark["holds"]) for mark in found["conclusions"]
        ]
        page.overlay = drawn_at(self.stage, overlay_of(found["overlay"]), conclusions)
        page.highlights = self._highlights()
        page.draw()
        self._explain()
        page.say(from_json(found["stages"][self.stage]))
        page.status.classes("gw-unseen")  # the panel shows it
        ui.run_javascript(_BOARD_INTO_VIEW)

    @property
    def _conclusions(self) -> list[Mark]:
        assert self.found is not None
        return [Mark(m["cell"], m["value"], m["holds"]) for m in self.found["conclusions"]]

    @property
    def _wrong_cells(self) -> list[int]:
        return [mark.cell for mark in self._conclusions if not mark.holds]

    def _highlights(self) -> dict[int, Highlight]:
        """Return the cells to notice: not those whose candidates are marked."""
        found, stage, over = self.found, self.stage, self.page.overlay
        assert found is not None
        marks: dict[int, Highlight] = {}
        if WHERE <= stage < REASON:
            marks.update(dict.fromkeys(found["where"], Highlight.TARGET))
        elif stage >= REASON:
            drawn = {mark.cell for mark in over.candidates} if over.needs_candidates else set()
            marks.update((mark["cell"], Highlight.REASON) for mark in found["premises"])
            marks.update(dict.fromkeys(found["cells"], Highlight.TARGET))
            marks = {cell: mark for cell, mark in marks.items() if cell not in drawn}
        if found["technique"] == "wrong":
            return dict.fromkeys(marks, Highlight.CONFLICT)
        return marks

    def _explain(self) -> None:
        """Show the meaning of the marks on the board, and for screen readers all marks."""
        page = self.page
        self.legend.clear()
        with self.legend:
            for kind, words in legend(page.overlay, self._conclusions):
                with box("li"):
                    box("span", f"gw-key gw-key-{kind}", aria_hidden="true")
                    text("span", page.words(words))
            if page.overlay:
                drawn = tuple(overlay_words(page.scene))
                text("li", page.words(msg("{parts}", parts=drawn)), "gw-unseen")

    def _action(self) -> Action | None:
        """Return the action of the hint, or None."""
        found, page = self.found, self.page
        if found is None:
            return None
        if found["technique"] == "wrong":
            return next(filter(None, map(self._take_back, self._wrong_cells)), None)
        if found.get("move") is not None:
            return Action("put", value=str(found["move"]))
        return page.interaction.removal(page.session.state, self._conclusions)

    def _wrong_mark(self) -> Mapping[str, Any] | None:
        """Return the hint that a mark of the player contradicts the hidden layout, if one does.

        A solver does not get such marks: they are opinions.
        """
        page = self.page
        wrong = page.interaction.mistakes(page.session.state)
        if not wrong:
            return None
        name = cell_name(wrong[0], page.scene.width)
        text = msg("what you marked in {cell} is wrong", cell=name)
        mark = Mark(wrong[0], page.scene.cells[wrong[0]].role.value, holds=False)
        step = Hint("wrong", text, conclusions=(mark,), difficulty=1)
        position = page.session.position
        staged = in_stages(step, Instance.of(position))
        first, where, look, why, _ = staged.stages
        last = msg("remove your mark from {cell}", cell=name)
        return as_json(replace(staged, stages=(first, where, look, why, last)), position)

    def _take_back(self, cell: int) -> Action | None:
        return self.page.interaction.take_back(self.page.session.state, cell)

    def _do(self) -> None:
        action = self._action()
        if self.found is None or action is None:
            return
        text = from_json(self.found["stages"][-1])
        if self.page.do(action) and self.page.session.verdict is GameStatus.OPEN:
            self.page.say(text)
