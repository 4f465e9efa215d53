"""The preferences of a visitor beside the language, each with its values and default."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.web.widgets.names import named


class HasSettings(Protocol):
    """A visitor, or another holder of settings."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return the stored settings by name."""
        ...


@dataclass(frozen=True, slots=True)
class Preference:
    """One preference.

    Parameters
    ----------
    label, hint
        The name and the effect.
    values
        The names of its values; the first is the default.
    flag
        Whether it is stored as a bool, true for any value but the empty one.
    """

    label: Message
    hint: Message
    values: Mapping[str, Message]
    flag: bool = False

    @property
    def default(self) -> str:
        """Return the default value."""
        return next(iter(self.values))

    def kept(self, value: str) -> str | bool:
        """Return the stored form of a value."""
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

ARROWS, HIDE_CLOCK = "pad_arrows", "hide_clock"
AUTO_CHECK, FIRST, COORDINATES = "auto_check", "first", "coordinates"

PREFERENCES: Mapping[str, Preference] = {
    "skin": SKIN,
    HIDE_CLOCK: Preference(
        msg("Clock"),
        msg("The clock beside the board. It runs either way."),
        {"": msg("Shown"), "hidden": msg("Hidden")},
        flag=True,
    ),
    AUTO_CHECK: Preference(
        msg("Wrong entries"),
        msg("Whether each entry is checked as soon as it is made."),
        {"asked": msg("Marked when you ask"), "at once": msg("Marked at once")},
    ),
    FIRST: Preference(
        msg("Entering digits"),
        msg("With the digit first, a click or a drag enters the digit chosen on the pad."),
        {"cell": msg("The cell first"), "digit": msg("The digit first")},
    ),
    COORDINATES: Preference(
        msg("Rows and columns"),
        msg("Their numbers around the board, as hints call them."),
        {"hidden": msg("Not numbered"), "shown": msg("Numbered")},
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
    """Return all preferences by name, with the interactions' choices as `KIND.CHOICE`."""
    every = dict(PREFERENCES)
    for kind, interaction in registry.interactions().items():
        for name, (label, values) in interaction.choices.items():
            title = msg("{puzzle}: {choice}", puzzle=named(kind), choice=label)
            every[f"{kind}.{name}"] = Preference(title, msg("For games begun from now on."), values)
    return every


def preferred(visitor: HasSettings, name: str) -> str:
    """Return a visitor's value, or the default if the stored value is unknown."""
    preference = preferences()[name]
    stored = visitor.settings.get(name)
    for value in preference.values:
        if stored == preference.kept(value):
            return value
    return preference.default
