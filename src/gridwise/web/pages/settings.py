"""The settings page: the language and the preferences, each with its choices."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.render.catalogue import LANGUAGES
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets import live
from gridwise.web.widgets.parts import box, text
from gridwise.web.widgets.preferences import preferences, preferred


def preference_field(
    visitor: Visitor, name: str, on_change: Callable[[], Any] | None = None
) -> None:
    """Build the choice of a preference; it is stored and takes effect at once.

    `on_change` is called afterwards.
    """
    one, words = preferences()[name], visitor.words
    values = {value: words(label) for value, label in one.values.items()}

    def choose(value: str) -> None:
        shell = live.shell_here()
        if shell is None:
            visitor.set(name, one.kept(value))
        else:
            shell.choose(name, value)
            live.announce(words(msg("Kept.")))
        if on_change is not None:
            on_change()

    choice(visitor, name, one.label, one.hint, values, preferred(visitor, name), choose)


def choice(
    visitor: Visitor,
    name: str,
    label: Message,
    hint: Message,
    values: Mapping[str, str],
    now: str,
    choose: Callable[[str], Any],
) -> None:
    """Build a group of radio buttons; `values` are their names by value."""
    words = visitor.words
    hint_id = f"gw-small-{name.replace('.', '-')}"
    with box("fieldset", "gw-choice", aria_describedby=hint_id):
        text("legend", words(label))
        text("p", words(hint), "gw-small", id=hint_id)
        with box("div", "gw-radios"):
            for value, shown in values.items():
                with box("label", "gw-radio"):
                    radio = box("input", type="radio", name=f"gw-{name}", value=value)
                    radio.props["checked"] = value == now
                    radio.on("change", partial(_chosen, choose, value), [])
                    radio.mark(f"{name}={value}")
                    one = text("span", shown)
                    if name == "language":
                        one.props["lang"] = value


def _chosen(choose: Callable[[str], Any], value: str, _: object = None) -> None:
    choose(value)


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
