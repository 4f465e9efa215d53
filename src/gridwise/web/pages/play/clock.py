"""The line above the board: time, and the numbers of the game."""

from nicegui import ui

from gridwise.core.message import msg
from gridwise.core.policy import GameStatus
from gridwise.web.pages.play.table import Table
from gridwise.web.widgets.push import tool

HIDDEN = "hide_clock"
"""The setting that says whether the time is hidden."""


class Clock:
    """Built inside the current slot."""

    def __init__(self, table: Table) -> None:
        self.table = table
        with ui.element("div").classes("gw-facts"):
            self.facts = ui.element("dl").classes("gw-fact-list")
            with ui.element("div").classes("gw-clock"):
                self.time = ui.label().classes("gw-time")
                self.time.props["role"] = "timer"
                self.hide = tool("", "timer_off", self._turn)
        self._name = ""
        self._facts: tuple[tuple[str, str], ...] = ()
        self.timer = ui.timer(1.0, self._tick)
        table.watchers.append(self.refresh)
        self.refresh()

    @property
    def hidden(self) -> bool:
        """Whether the time is hidden."""
        return bool(self.table.visitor.settings.get(HIDDEN))

    def _turn(self) -> None:
        self.table.visitor.set(HIDDEN, not self.hidden)
        self.refresh()

    def _tick(self) -> None:
        session = self.table.session
        if self.table.session.verdict is GameStatus.OPEN:
            session.tick()
        if not self.hidden:
            self.time.set_text(clock_words(session.elapsed_s))

    def refresh(self) -> None:
        """Show the numbers as they are now; only those that changed are sent."""
        table = self.table
        facts = tuple(
            (table.words(fact.label), str(fact.value))
            for fact in table.interaction.status_items(
                table.session.state if table.shown is None else table.shown
            )
        )
        if facts != self._facts:
            if [name for name, _ in facts] == [name for name, _ in self._facts]:
                for value, (_, words) in zip(self._values, facts, strict=True):
                    value.set_text(words)
            else:
                self._build(facts)
            self._facts = facts
        self.time.set_visibility(not self.hidden)
        if not self.hidden:
            self.time.set_text(clock_words(table.session.elapsed_s))
        name = msg("Show the time") if self.hidden else msg("Hide the time")
        words = table.words(name)
        if words != self._name:
            self._name = words
            self.hide.call("", "timer" if self.hidden else "timer_off")
            self.hide.say("aria-label", words)
            self.hide.say("title", words)

    def _build(self, facts: tuple[tuple[str, str], ...]) -> None:
        self.facts.clear()
        self._values: list[ui.label] = []
        with self.facts:
            for name, words in facts:
                with ui.element("div").classes("gw-fact"):
                    _text("dt", name)
                    self._values.append(_text("dd", words))


def _text(tag: str, text: str) -> ui.label:
    label = ui.label(text)
    label.tag = tag
    return label


def clock_words(seconds: float) -> str:
    """Return a time as a clock shows it: 4:05, 1:02:33."""
    whole = int(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
