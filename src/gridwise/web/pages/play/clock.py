"""The line above the board: facts of the game, and its clock, which a pause stops."""

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from gridwise.core.message import msg
from gridwise.core.policy import GameStatus
from gridwise.web.pages.play.state import FULL_SCREEN, PlayPage
from gridwise.web.widgets.parts import Button, box, text, tool
from gridwise.web.widgets.preferences import HIDE_CLOCK


class Clock:
    """The line, built in the current slot."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        with box("div", "gw-facts"):
            self.facts = box("dl", "gw-fact-list")
            with box("div", "gw-clock"):
                self.time = text("div", "", "gw-time", role="timer")
                self.pause = tool("", "pause", page.turn_pause)
                full = tool("", "fullscreen", None, "gw-for-keys")
                full.on("click", js_handler=f"() => {{ {FULL_SCREEN} }}")
                for button, name in ((self.pause, msg("Pause")), (full, msg("Full screen"))):
                    button.set_attribute("aria-label", page.words(name))
                    button.set_attribute("title", page.words(name))
                self.hide = tool("", "timer_off", self._turn)
        self._name = ""
        self._facts: tuple[tuple[str, str], ...] = ()
        self.timer = ui.timer(1.0, self._tick)
        page.on_change.append(self.refresh)
        self.refresh()

    @property
    def hidden(self) -> bool:
        """Whether the time is hidden."""
        return bool(self.page.visitor.settings.get(HIDE_CLOCK))

    def _turn(self) -> None:
        self.page.visitor.set(HIDE_CLOCK, not self.hidden)
        self.refresh()

    def _tick(self) -> None:
        session = self.page.session
        if self.page.session.verdict is GameStatus.OPEN:
            session.tick()
        if not self.hidden:
            self.time.set_text(clock_words(session.elapsed_s))

    def refresh(self) -> None:
        """Update the facts and the time; only changes are sent."""
        page = self.page
        facts = tuple(
            (page.words(fact.label), str(fact.value))
            for fact in page.interaction.status_items(page.shown_state)
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
            self.time.set_text(clock_words(page.session.elapsed_s))
        paused = page.paused
        self.pause.set_icon("play_arrow" if paused else "pause")
        self.pause.set_attribute("aria-pressed", "true" if paused else "false")
        self.pause.set_enabled(page.can_pause)
        name = msg("Show the time") if self.hidden else msg("Hide the time")
        words = page.words(name)
        if words != self._name:
            self._name = words
            self.hide.set_icon("timer" if self.hidden else "timer_off")
            self.hide.set_attribute("aria-label", words)
            self.hide.set_attribute("title", words)

    def _build(self, facts: tuple[tuple[str, str], ...]) -> None:
        self.facts.clear()
        self._values: list[TextElement] = []
        with self.facts:
            for name, words in facts:
                with box("div", "gw-fact"):
                    text("dt", name)
                    self._values.append(text("dd", words))


class PauseCover:
    """The cover, built in the slot of the board and hidden while the game goes on.

    Board and tools keep their place and are hidden by style, so that nothing moves.
    """

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        with box("div", "gw-paused") as self.cover:
            text("p", words(msg("Paused")), "gw-paused-name")
            self.go_on = Button(words(msg("Go on")), page.turn_pause, main=True)
        page.on_change.append(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the cover, or hide it."""
        self.cover.set_visibility(self.page.paused)


def clock_words(seconds: float) -> str:
    """Return a time as a clock shows it: 4:05, 1:02:33."""
    whole = int(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
