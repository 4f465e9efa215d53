"""The board as text, with typed moves."""

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import msg
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, buttons, text

LONGEST_LINE = 200


class TextBoard:
    """The text board, built in the current slot; its text is made only while it is open."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        self.place = ui.expansion(words(msg("Board as text"))).classes("gw-panel gw-text")
        with self.place:
            name = words(msg("Board as text"))
            self.board = text("pre", "", "gw-board-text", tabindex=0, aria_label=name)
            sample = page.interaction.example
            example = words(msg("Type a move, such as {example}", example=sample))
            self.line = ui.input(example).props(f"outlined maxlength={LONGEST_LINE}")
            self.line.props("autocomplete=off spellcheck=false").classes("gw-mono")
            self.line.on("keydown.enter", self._typed)
            with buttons():
                Button(words(msg("Do it")), self._typed, main=True)
        self.place.on_value_change(self.refresh)
        page.on_change.append(self.refresh)

    def refresh(self) -> None:
        """Update the text, if it is open."""
        if self.place.value:
            page = self.page
            position = page.interaction.position(page.shown_state)
            self.board.set_text(page.puzzle.format(position, "grid"))

    def _typed(self) -> None:
        page, text = self.page, str(self.line.value or "")[:LONGEST_LINE].strip()
        if not text:
            return
        try:
            action = page.interaction.parse_action(page.session.state, text)
        except GridwiseError as error:
            page.say(error.message)
            return
        if page.do(action):
            page.say(msg("done: {what}", what=text))
        self.line.set_value("")
