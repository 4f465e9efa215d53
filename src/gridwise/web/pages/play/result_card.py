"""The card over the board when a game ends: its numbers, and the next games."""

from collections.abc import Mapping

from nicegui import ui

from gridwise.core import registry
from gridwise.core.capabilities import Ratings
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.render.words import number
from gridwise.solving.generate import game_levels
from gridwise.web.pages.play.clock import clock_words
from gridwise.web.pages.play.files import copy_link
from gridwise.web.pages.play.new_game import NewGameDialog
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, box, buttons, text

RATE_S = 5.0
"""Seconds for the rating of the board, which is left out if it takes longer."""
_SAME_S = 0.1
"""The tolerance of a time, as the clock stops a moment after its time is saved."""
_NAME, _FACTS = "gw-result-name", "gw-result-facts"
_FOCUS = """
  setTimeout(() => document.querySelector(".gw-result")?.focus({ preventScroll: true }))
"""
_BACK = """
  document.querySelector(".gw-play-left [role=gridcell][tabindex='0']")
    ?.focus({ preventScroll: true })
"""
_LEVELS: Mapping[str, Message] = {
    "easy": msg("Easy"),
    "medium": msg("Medium"),
    "hard": msg("Hard"),
    "unfair": msg("Fiendish"),
    "extreme": msg("Extreme"),
}


class ResultCard:
    """The card, built in the slot of the board; hidden until a game ends.

    It is no modal dialog: the board and the tools can be used meanwhile. It takes the focus, so
    that it is read out, and leaves it to the board.
    """

    def __init__(self, page: PlayPage, new: NewGameDialog) -> None:
        self.page, self.new = page, new
        words = page.words
        attributes = {"aria_labelledby": _NAME, "aria_describedby": _FACTS}
        with box("div", "gw-result", role="dialog", tabindex=-1, **attributes) as self.card:
            self.title = text("h2", "", "gw-h2", id=_NAME)
            self.facts = box("dl", "gw-result-facts", id=_FACTS)
            with buttons():
                self.undo = Button(words(msg("Take back the last move")), page.undo)
                self.next = Button(words(msg("Next puzzle")), self._next, main=True)
                Button(words(msg("The same again")), self._again)
                Button(words(msg("Replay")), page.replay)
                Button(words(msg("Copy the link")), lambda: copy_link(page))
                Button(words(msg("See the board")), self.close)
        page.task.block_while_busy(self.next)
        self.card.on("keydown.escape", self.close)
        self.card.on("keydown.ctrl.z.prevent", page.undo)
        self.card.on("keydown.meta.z.prevent", page.undo)
        self.card.set_visibility(False)
        self.timer = ui.timer(0.02, self._rate, active=False)
        page.on_end.append(self.show)
        page.on_change.append(self._left)

    def show(self) -> None:
        """Show how the game ended."""
        page, session = self.page, self.page.session
        won = session.verdict is GameStatus.WON
        self.title.set_text(page.words(msg("Solved!") if won else msg("Lost")))
        self.undo.set_visibility(not won)
        self._fill()
        self.card.set_visibility(True)
        ui.run_javascript(_FOCUS)
        if won:
            self.timer.activate()

    def close(self) -> None:
        """Hide the card and go back to the board."""
        if self.card.visible:
            self.card.set_visibility(False)
            ui.run_javascript(_BACK)

    def _left(self) -> None:
        """Hide the card if the game goes on, or another game is shown."""
        page = self.page
        if page.session.verdict is GameStatus.OPEN or page.other_state is not None:
            self.close()

    def _fill(self) -> None:
        page, session = self.page, self.page.session
        store, owner, kind = page.server.store, page.visitor.owner, page.kind
        tallied = (
            store.statistics_by_level(owner, kind).get(session.level)
            if session.level
            else store.statistics(owner, kind).get(session.size)
        )
        self.facts.clear()
        self._fact(msg("Time"), clock_words(session.elapsed_s))
        if tallied is not None and tallied.best_s is not None:
            best = clock_words(tallied.best_s)
            new = tallied.unaided > 1 and abs(session.elapsed_s - tallied.best_s) < _SAME_S
            words = page.words(msg("{time}, set just now", time=best)) if new else best
            self._fact(msg("Best time"), words)
        self._fact(msg("Moves"), page.words(number(session.step)))
        other = msg("used") if session.was_helped else msg("none")  # a solution, or the chances
        hints = page.words(number(session.hints) if session.hints else other)
        self._fact(msg("Hints"), hints)
        level = game_levels(kind).by_name.get(session.level) if session.level else None
        if level is not None:
            self._fact(msg("Level"), page.words(level.title))

    def _fact(self, name: Message, words: str) -> None:
        with self.facts, box("div", "gw-fact"):
            text("dt", self.page.words(name))
            text("dd", words)

    async def _rate(self) -> None:
        """Show the level of a board without a chosen level, if a model rates it in time."""
        self.timer.deactivate()
        page, session = self.page, self.page.session
        if (
            session.level
            or page.interaction.deals
            or registry.capability(page.kind, Ratings) is None
        ):
            return
        args = {"notation": page.puzzle.format(session.origin), "puzzle": page.kind}
        outcome = await page.server.ask(
            "rate", args, owner=page.visitor.owner, time_s=RATE_S, cancel=page.closed
        )
        if page.closed.is_set() or page.session is not session or not outcome.value:
            return
        for rating in outcome.value.values():
            level = rating.get("level") if isinstance(rating, Mapping) else None
            if str(level).casefold() in _LEVELS:
                self._fact(msg("Level"), page.words(_LEVELS[str(level).casefold()]))
                return

    async def _next(self) -> None:
        await self.new.another()

    def _again(self) -> None:
        page, session = self.page, self.page.session
        page.begin(
            session.origin,
            seed=session.seed,
            options=session.options,
            level=session.level,
            daily=session.daily,
            board=session.board_key,
        )
        page.say(msg("the game begins"))
