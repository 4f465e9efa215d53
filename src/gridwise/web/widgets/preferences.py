"""What a visitor can choose, beside the language: each choice with its values and its default."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.web.widgets.names import named


class HasSettings(Protocol):
    """Whoever has settings."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return what was chosen, by name."""
        ...


@dataclass(frozen=True, slots=True)
class Preference:
    """One setting.

    Parameters
    ----------
    label, hint
        Its name, and what it does.
    values
        What can be chosen; the first is the default.
    flag
        Whether it is kept as true or false, true being any value but the empty one.
    """

    label: Message
    hint: Message
    values: Mapping[str, Message]
    flag: bool = False

    @property
    def default(self) -> str:
        """Return what holds where nothing was chosen."""
        return next(iter(self.values))

    def kept(self, value: str) -> str | bool:
        """Return what is kept of a value."""
        return bool(value) if self.flag else value


SKIN = Preference(
    msg("Look"),
    msg("The colours of everything. Automatic follows your system between light and dark."),
    {
        "auto": msg("Automatic"),
        "paper": msg("Paper"),
        "night": msg("Night"),
        "high-contrast": msg("High contrast"),
        "colour-blind": msg("Colour-blind safe"),
        "forest": msg("Forest"),
        "dusk": msg("Dusk"),
    },
)

ARROWS = "pad_arrows"

PREFERENCES: Mapping[str, Preference] = {
    "skin": SKIN,
    "hide_clock": Preference(
        msg("Clock"),
        msg("The clock beside the board. It runs either way."),
        {"": msg("Shown"), "hidden": msg("Hidden")},
        flag=True,
    ),
    ARROWS: Preference(
        msg("Arrows on the pad"),
        msg("Buttons beside the digits that select another cell."),
        {
            "touch": msg("On touch screens"),
            "shown": msg("Always"),
            "hidden": msg("Never"),
        },
    ),
    "keys": Preference(
        msg("Keys"),
        msg("Whether keys count anywhere on the page of a game, or only while the board has them."),
        {"page": msg("Anywhere on the page"), "board": msg("Only on the board")},
    ),
    "motion": Preference(
        msg("Motion"),
        msg("Whether tiles slide and replays glide, or change at once."),
        {"system": msg("As the system says"), "less": msg("Reduced")},
    ),
    "confirm": Preference(
        msg("New game"),
        msg("Whether to ask before a new game replaces an unfinished one."),
        {"ask": msg("Ask first"), "never": msg("Begin at once")},
    ),
}


def preferences() -> Mapping[str, Preference]:
    """Return all choices by the name of their setting, with those that the interactions offer.

    The setting of an interaction's choice is `KIND.CHOICE`; a game that begins takes it over.
    """
    found = dict(PREFERENCES)
    for kind, interaction in registry.interactions().items():
        for name, (label, values) in interaction.choices.items():
            title = msg("{puzzle}: {choice}", puzzle=named(kind), choice=label)
            found[f"{kind}.{name}"] = Preference(title, msg("For games begun from now on."), values)
    return found


def preferred(visitor: HasSettings, name: str) -> str:
    """Return what a visitor chose, the default where that is nothing we know."""
    preference = preferences()[name]
    found = visitor.settings.get(name)
    for value in preference.values:
        if found == preference.kept(value):
            return value
    return preference.default
