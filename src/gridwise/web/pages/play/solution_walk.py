"""The bar of a shown solution: a walk through it move by move, and the way back."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Action
from gridwise.core.message import Message, msg
from gridwise.core.scene import Highlight
from gridwise.render.words import number
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.keys import WALK_KEYS
from gridwise.web.widgets.parts import Button, box, buttons, group, text, tool

MOST_WALKED = 1000
"""The most moves of a solution that is walked through; a longer one is shown as a whole."""


class SolutionWalk:
    """The bar, built in the current slot; it takes the place of the pad.

    A solution is shown in place of the game's board, which does not change: the board is marked as
    a solution, and one step, by a button, a key or undo, shows the game again.
    """

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self._whole: Any = None
        self._moves: Sequence[str] = ()
        self._positions: list[Any] = []
        self._at = 0
        self._shown = False
        words = page.words
        title = words(msg("A solution, not your moves"))
        with box("section", "gw-panel gw-solution", aria_label=title) as self.root:
            with box("div", "gw-solution-title"):
                self.place = text("strong", "", "gw-solution-place")
                text("span", title, "gw-small")
            with group(words(msg("Move by move")), "gw-solution-walk") as self._walk:
                self._first = tool(words(msg("To the start")), "first_page", partial(self.go, 0))
                self._back = tool(words(msg("Step back")), "navigate_before", self.back)
                self._count = text("span", "", "gw-solution-count")
                self._on = tool(words(msg("Step forward")), "navigate_next", self.forward)
                self._last = tool(words(msg("To the end")), "last_page", self._to_end)
            with buttons():
                Button(words(msg("Restore")), page.undo, icon="undo")
                Button(words(msg("Take this solution")), self._take)
        self.root.set_visibility(False)
        keys = (self.back, self.forward, page.undo)
        page.solution_keys = dict(zip(WALK_KEYS, keys, strict=True))
        page.board.set_keys(page.keys)
        page.on_change.append(self.refresh)

    def show(self, notation: str, moves: Sequence[str], place: Message) -> None:
        """Show a solution of the game's board, with the moves that lead to it, as a whole."""
        page = self.page
        self._whole = self._loaded(notation)
        self._positions = [page.session.position]
        self._moves = moves if len(moves) <= MOST_WALKED else ()
        self._at = len(self._moves)
        self.place.set_text(page.visitor.heading(place))
        page.highlights = {}
        self._shown = True
        page.show_state(self._whole)

    def _loaded(self, notation: str) -> Any:
        page = self.page
        return page.interaction.apply(page.session.state, Action("load", value=notation))

    def _position(self, at: int) -> Any:
        """Return the board after so many moves."""
        puzzle, known = self.page.puzzle, self._positions
        while len(known) <= at:
            before = known[-1]
            move = puzzle.parse_move(before, self._moves[len(known) - 1])
            known.append(puzzle.apply(before, move))
        return known[at]

    def go(self, at: int) -> None:
        """Show the board after so many moves of the solution, the last one marked."""
        page = self.page
        if page.other_state is None or not 0 <= at <= len(self._moves):
            return
        try:
            after = self._position(at)
            before = self._position(max(0, at - 1))
            state = self._loaded(page.puzzle.format(after))
        except GridwiseError as error:
            page.say(error.message)
            return
        self._at = at
        drawn = zip(page.puzzle.scene(before).cells, page.puzzle.scene(after).cells, strict=True)
        cells = (cell for cell, (old, new) in enumerate(drawn) if old != new)
        page.highlights = dict.fromkeys(cells, Highlight.TARGET)
        page.show_state(state)
        if at:
            page.say(msg("{what}", what=self._moves[at - 1]))

    def back(self) -> None:
        """Take the last move of the solution away."""
        self.go(self._at - 1)

    def forward(self) -> None:
        """Show one more move of the solution."""
        self.go(self._at + 1)

    def _to_end(self) -> None:
        self.go(len(self._moves))

    def _take(self) -> None:
        """Enter the whole solution as one step of the game."""
        page = self.page
        if page.other_state is None or self._whole is None:
            return
        notation = page.puzzle.format(page.interaction.position(self._whole))
        page.do(Action("load", value=notation))

    def refresh(self) -> None:
        """Follow the page: the bar stays as long as a solution of ours is shown."""
        page = self.page
        on_view = self._shown and page.other_state is not None
        self.root.set_visibility(on_view)
        page.board.classes(**{"add" if on_view else "remove": "gw-solution-shown"})
        if self._shown and not on_view:
            self._shown = False
            if page.highlights:
                page.highlights = {}
                page.draw()
        if not on_view:
            return
        self._walk.set_visibility(len(self._moves) > 1)
        done = msg("{nth} of {total}", nth=number(self._at), total=number(len(self._moves)))
        self._count.set_text(page.words(done))
        ends: tuple[tuple[Callable[[bool], Any], bool], ...] = (
            (self._first.set_enabled, self._at > 0),
            (self._back.set_enabled, self._at > 0),
            (self._on.set_enabled, self._at < len(self._moves)),
            (self._last.set_enabled, self._at < len(self._moves)),
        )
        for enable, is_open in ends:
            enable(is_open)
