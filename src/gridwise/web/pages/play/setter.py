"""The panel of the setter's bench: candidates, unneeded givens, and the rating of the board."""

from collections.abc import Iterator, Mapping
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Givens
from gridwise.core.grid import cell_name
from gridwise.core.interaction import Action, Mode
from gridwise.core.limits import Limits
from gridwise.core.message import Message, from_json, msg
from gridwise.core.scene import NO_OVERLAY, CandidateMark, Highlight, Overlay, Tone
from gridwise.solving import rate
from gridwise.web.pages.play.side_panels import SidePanel, count_words
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, box, buttons, heading, text

BENCH_S, RATE_S = 10.0, 30.0


class SetterPanel(SidePanel):
    """True candidates with their solutions, needless givens, the nearest solutions, the rating."""

    def __init__(self, page: PlayPage) -> None:
        self._minimised = ""
        self._pair: tuple[str, ...] = ()
        self._marked = NO_OVERLAY
        self._working = False
        super().__init__(page, msg("Setter's bench"))
        page.on_board_change.append(self._forget)
        page.on_change.append(self._refresh)

    def _build(self) -> None:
        words = self.page.words
        self.found, self.rated = box("ul", "gw-setter"), box("ul", "gw-setter")
        with buttons():
            self.again = Button(words(msg("Look at the givens")), self._look)
            self.smaller = Button(words(msg("Minimise")), self._shrink)
            self.solutions = [
                Button(words(msg("First solution")), lambda: self._show(0), aria_pressed="false"),
                Button(words(msg("Second solution")), lambda: self._show(1), aria_pressed="false"),
            ]
            self.rate = Button(words(msg("Rate")), self._rate)
            Button(words(msg("Close")), self.turn)
        with box("div") as self.candidates:
            heading(words(msg("Candidates, and the solutions of each")), 3)
            name = words(msg("Candidates"))
            with box(
                "div", "gw-clauses gw-setter-candidates", tabindex=0, role="region", aria_label=name
            ):
                self.counts = box("ul", "gw-setter")
        self.page.task.block_while_busy(self.again, self.smaller, self.rate)
        self._forget()

    def button(self) -> None:
        if registry.capability(self.page.kind, Givens) is not None:
            super().button()

    async def turn(self) -> None:
        """Show it and examine the givens, or hide it and stop."""
        super().turn()
        if self.open:
            await self._look()
            return
        if self._working:
            self.page.task.stop()
        self._unmark()

    def _unmark(self) -> None:
        page = self.page
        page.show_game()
        if page.overlay is self._marked and self._marked:
            page.overlay = NO_OVERLAY
            page.draw()

    def _forget(self) -> None:
        """Clear the findings about another board."""
        for part in (self.found, self.rated, self.counts):
            part.clear()
        self._pair, self._minimised = (), ""
        self._refresh()

    def _refresh(self) -> None:
        """Update the set of buttons."""
        self.smaller.set_visibility(bool(self._minimised))
        self.candidates.set_visibility(bool(self._pair))
        shown = self.page.other_state
        board = "" if shown is None else self._format(self.page.interaction.position(shown))
        for at, one in enumerate(self.solutions):
            one.set_visibility(bool(self._pair))
            here = bool(self._pair) and self._pair[at] == board
            one.set_attribute("aria-pressed", "true" if here else "false")

    def _format(self, position: Any) -> str:
        return self.page.puzzle.format(position)

    @property
    def _givens(self) -> Any:
        """The board without the player's entries; all of it while it is edited."""
        session = self.page.session
        editing = self.page.interaction.mode(session.state) is Mode.EDIT
        return session.position if editing else session.origin

    async def _ask(self, title: Message, name: str, time_s: float) -> Mapping[str, Any] | None:
        page = self.page
        args = {"notation": self._format(self._givens), "puzzle": page.kind}
        self._working = True
        try:
            outcome = await page.ask(title, name, args, time_s=time_s)
        finally:
            self._working = False
        if page.closed.is_set() or outcome is None or not self.open:
            return None
        return outcome.value

    async def _look(self) -> None:
        page = self.page
        self._unmark()
        self._forget()
        value = await self._ask(msg("looking at the givens"), "setter_bench", BENCH_S)
        if value is None:
            return
        self._minimised = (value["redundant"] and value["minimised"]) or ""
        self._pair = tuple(value["nearest"]["solutions"]) if value["nearest"] else ()
        self._mark(value)
        lines = list(self._lines(value))
        with self.found:
            for line in lines:
                text("li", page.sentence(line))
        with self.counts:
            for line in value["lines"]:
                text("li", page.sentence(from_json(line)))
        self._refresh()
        first, *more = lines
        page.say(msg("{first}; {second}", first=first, second=more[-1]) if more else first)

    def _mark(self, value: Mapping[str, Any]) -> None:
        """Draw the candidates, or mark the givens that are not needed, or those in conflict."""
        page = self.page
        if not value["solutions"]["count"]:
            broken = page.puzzle.violations(self._givens)
            page.mark_conflicts(broken[0].cells if broken else ())
            return
        page.highlights = dict.fromkeys(value["redundant"] or (), Highlight.REASON)
        if value["nearest"]:
            page.highlights = dict.fromkeys(value["nearest"]["cells"], Highlight.TARGET)
            marks = (
                CandidateMark(int(cell), digit, Tone.SECOND)
                for cell, digits in value["candidates"].items()
                for digit in digits
            )
            page.overlay = self._marked = Overlay(tuple(marks))
        page.draw()

    def _lines(self, value: Mapping[str, Any]) -> Iterator[Message]:
        """Yield the findings, the most important last."""
        page, near = self.page, value["nearest"]
        broken = page.puzzle.violations(self._givens)
        if broken:
            yield msg("no solution: {why}", why=broken[0].text)
            return

        def names(cells: Any) -> tuple[str, ...]:
            return tuple(cell_name(cell, page.scene.width) for cell in cells)

        solutions = value["solutions"]
        yield count_words(int(solutions["count"]), bool(solutions["exact"]), None)
        if value["redundant"]:
            yield msg("not needed, each alone: {cells}", cells=names(value["redundant"]))
        if value["redundant"] is not None:
            yield msg("givens that are not needed: {number}", number=len(value["redundant"]))
        if near:
            cells = names(near["cells"])
            if near["exact"]:
                yield msg("the nearest two solutions differ in {cells}", cells=cells)
            else:
                yield msg("the nearest two of those compared differ in {cells}", cells=cells)
        if value["stopped"]:
            yield msg("time ran out: this is a part of what was asked")

    def _show(self, nth: int) -> None:
        """Show one of the nearest two solutions in place of the board, or the board again."""
        page = self.page
        shown = self.solutions[nth].props["aria-pressed"] == "true"
        page.show_game()
        if not shown:
            load = Action("load", value=self._pair[nth])
            page.show_state(page.interaction.apply(page.session.state, load))

    async def _rate(self) -> None:
        page = self.page
        value = await self._ask(msg("rating the board"), "rate", RATE_S)
        if value is None:
            return
        parts = list(
            rate.lines(
                page.kind, {k: v for k, v in value.items() if k != "notation"}, Limits(RATE_S)
            )
        )
        self.rated.clear()
        with self.rated:
            for line in parts:
                text("li", page.sentence(line))
        page.say(msg("{parts}", parts=tuple(parts)))

    def _shrink(self) -> None:
        """Put the minimised board into the editor."""
        page = self.page
        page.begin(page.puzzle.parse(self._minimised), mode=Mode.EDIT)
        page.say(msg("givens that are not needed were taken away"))
