"""The music panel: it plays the visitor's own files, which never leave the browser.

`static/music.js` does it all; the server sends the texts of the buttons and learns nothing, not
even the names of the files.
"""

from pathlib import Path

from nicegui import ui

from gridwise.core.message import msg
from gridwise.web.server.visitor import Visitor


class Music(ui.element, component=Path(__file__).parents[1] / "static" / "music.js"):
    """The element with the playlist and its buttons; `words` by the component's names for them."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__()
        self.props["words"] = words


class MusicPanel:
    """The panel, closed at first; `opener` is the button that opens it."""

    def __init__(self, visitor: Visitor, opener: ui.element) -> None:
        self._opener = opener
        words = visitor.words
        self._music = Music(
            {
                "title": words(msg("Music")),
                "private": words(msg("Your own files. They stay in this browser.")),
                "add": words(msg("Add files")),
                "play": words(msg("Play")),
                "pause": words(msg("Pause")),
                "stop": words(msg("Stop")),
                "previous": words(msg("Previous")),
                "next": words(msg("Next")),
                "volume": words(msg("Volume")),
                "list": words(msg("Playlist")),
                "empty": words(msg("Nothing here yet.")),
                "remove": words(msg("Take off the list")),
                "unplayable": words(msg("cannot be played")),
                "close": words(msg("Close")),
            }
        ).classes("gw-music")
        self._music.props["id"] = "gw-music"
        self._music.props["open"] = False
        self._music.on("close", lambda _: self.show(False), [])

    def toggle(self) -> None:
        """Open or close it."""
        self.show(not self._music.props["open"])

    def show(self, wanted: bool) -> None:
        """Open or close it; the music goes on."""
        self._music.props["open"] = wanted
        self._opener.props["aria-expanded"] = "true" if wanted else "false"
        self._music.run_method("arrive" if wanted else "leave")
