"""Probabilities drawn over the covered cells."""

from collections.abc import Sequence
from fractions import Fraction

from nicegui import ui

from gridwise.core.message import msg
from gridwise.core.policy import GameStatus
from gridwise.web.pages.play.running_task import failed
from gridwise.web.pages.play.state import PlayPage

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
