"""The settings page: the language and the preferences."""

from gridwise.core.message import msg
from gridwise.render.catalogue import LANGUAGES
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets import live
from gridwise.web.widgets.parts import box, text
from gridwise.web.widgets.preference_field import choice, preference_field
from gridwise.web.widgets.preferences import preferences


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page."""
    words = visitor.words

    def speak(language: str) -> None:
        shell = live.shell_here()
        if shell is None:
            visitor.set("language", language)
        else:
            shell.speak(language)

    with box("article", "gw-page gw-settings"):
        text("h1", words(msg("Settings")))
        text("p", words(msg("They are kept for this browser and take effect at once.")), "gw-lead")
        hint = msg("The language of everything but the names of methods.")
        languages = dict(LANGUAGES)
        choice(visitor, "language", msg("Language"), hint, languages, visitor.language, speak)
        for name in preferences():
            preference_field(visitor, name)
