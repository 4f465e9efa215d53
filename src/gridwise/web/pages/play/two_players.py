"""The game of two players on the board of the page, against the computer."""

import random
from typing import Any

from nicegui import ui

from gridwise.core.interaction import Action, Mode
from gridwise.core.message import Message, msg
from gridwise.core.views import GameTree
from gridwise.web.pages.play.side_panels import SidePanel
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, buttons, text

THINK_S = 5.0
"""Seconds for a move of the computer; after them it does not know who wins."""
_FASTER = {"symmetry": "no"}
"""Options of the search: it looks at more positions, in less time."""

_BEGIN = msg("make a move, or let the computer begin")
_YOURS = msg("it is your turn")
_AGAINST_RULES = msg("this breaks a rule of the game: take it back")


class TwoPlayersPanel(SidePanel):
    """While it is shown, the computer answers each move of the player with a best one.

    Undoing a move calls for no answer; then either may go on.
    """

    def __init__(self, page: PlayPage) -> None:
        self._opened: Any = None
        """The position when the panel was shown."""
        self._before: Any = None
        """The position that the next change is compared with."""
        self._made: set[Any] = set()
        """The positions after moves of the computer."""
        super().__init__(page, msg("Two players"))
        self.timer = ui.timer(0.02, self._answer, active=False)
        page.on_board_change.append(self._changed)

    def _build(self) -> None:
        words = self.page.words
        rules = msg(
            "You and the computer move by turns; who has no move left has lost. It knows who wins "
            "if it can look at the rest of the game within {seconds} s.",
            seconds=f"{THINK_S:g}",
        )
        text("p", words(rules), "gw-small")
        self.line = text("div", "")
        self.line.props('role="status" aria-live="polite"')
        with buttons():
            move = Button(words(msg("The computer moves")), self._answer, main=True)
            Button(words(msg("Take back my move")), self._take_back)
            Button(words(msg("Close")), self.turn)
        self.page.task.block_while_busy(move)

    @property
    def offered(self) -> bool:
        """Whether the puzzle has a game of two players."""
        return GameTree in self.page.puzzle.views(self.page.session.origin)

    def button(self) -> None:
        if self.offered:
            super().button()

    def turn(self) -> None:
        super().turn()
        self._opened = self._before = self.page.session.position
        self._made = set()
        self._say(self._ended() or _BEGIN)

    def _say(self, words: Message) -> None:
        self.line.set_text(self.page.sentence(words))

    def _changed(self) -> None:
        """Answer if the change was a move of the player."""
        page, rules, before = self.page, self.page.puzzle, self._before
        position = self._before = page.session.position
        playing = page.interaction.mode(page.session.state) is Mode.PLAY
        if not (self.open and playing) or before == position:
            return
        ended = self._ended()
        moves = () if ended or position in self._made else rules.moves(before)
        if any(rules.apply(before, move) == position for move in moves):
            self.timer.activate()
        self._say(ended or _YOURS)

    def _ended(self) -> Message | None:
        """Return who has won if no move is left, or that a rule is broken."""
        rules, position = self.page.puzzle, self.page.session.position
        if rules.violations(position):
            return _AGAINST_RULES
        if any(True for _ in rules.moves(position)):
            return None
        if position in self._made:
            return msg("you have no move left: the computer has won")
        if position == self._opened:
            return msg("no move is left: the game is over")
        return msg("the computer has no move left: you have won")

    async def _answer(self) -> None:
        """Let the computer move."""
        self.timer.deactivate()
        page = self.page
        if not self.open or self._ended() is not None:
            return
        self._say(msg("the computer looks for its move"))
        outcome = await page.ask(
            msg("the computer looks for its move"),
            "solve",
            page.args(question="winner", options=_FASTER),
            time_s=THINK_S,
        )
        if page.closed.is_set() or not self.open:
            return
        if outcome is None or outcome.value is None:
            self._say(_YOURS)
            return
        rules, position = page.puzzle, page.session.position
        found = {rules.format_move(position, move): move for move in rules.moves(position)}
        best = outcome.value["moves"] or (random.choice(list(found)),)
        self._made.add(rules.apply(position, found[best[0]]))
        if page.do(Action("put", value=best[0]), by_method=True):
            self._say(self._ended() or _told(best[0], outcome.value.get("game_value")))

    def _take_back(self) -> None:
        """Undo the player's last move, and the computer's answer."""
        for _ in range(2 if self.page.session.position in self._made else 1):
            self.page.undo()


def _told(move: str, value: int | None) -> Message:
    """Return the move of the computer, and what it knows of the end."""
    if value is None:
        return msg("{move}; the computer does not know who wins. It is your turn", move=move)
    if value > 0:
        return msg("{move}; the computer wins, whatever you do. It is your turn", move=move)
    return msg("{move}; you can win. It is your turn", move=move)
