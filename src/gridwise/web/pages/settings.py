"""The settings page: the language and the preferences."""

from functools import partial

from gridwise.core.message import Message, msg
from gridwise.render.catalogue import LANGUAGES
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets import live
from gridwise.web.widgets.parts import box, text
from gridwise.web.widgets.preferences import preferences, preferred


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page."""
    words = visitor.words
    with box("article", "gw-page gw-settings"):
        text("h1", words(msg("Settings")))
        text("p", words(msg("They are kept for this browser and take effect at once.")), "gw-lead")
        _group(
            visitor,
            "language",
            msg("Language"),
            msg("The language of everything but the names of methods."),
            dict(LANGUAGES),
            visitor.language,
        )
        for name, preference in preferences().items():
            values = {value: words(label) for value, label in preference.values.items()}
            _group(
                visitor, name, preference.label, preference.hint, values, preferred(visitor, name)
            )


def _group(
    visitor: Visitor, name: str, label: Message, hint: Message, values: dict[str, str], now: str
) -> None:
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
                    radio.on("change", partial(_choose, visitor, name, value), [])
                    radio.mark(f"{name}={value}")
                    one = text("span", shown)
                    if name == "language":
                        one.props["lang"] = value


def _choose(visitor: Visitor, name: str, value: str, _: object = None) -> None:
    shell = live.shell_here()
    if shell is None:
        visitor.set(name, preferences()[name].kept(value) if name != "language" else value)
    elif name == "language":
        shell.speak(value)
    else:
        shell.choose(name, value)
        live.announce(visitor.words(msg("Kept.")))
