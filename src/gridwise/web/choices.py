"""What a visitor can choose, beside the language: each choice with its values and its default."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from gridwise.core.message import Message, msg


class Chooser(Protocol):
    """Whoever has settings."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return what was chosen, by name."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One setting.

    Parameters
    ----------
    label, hint
        Its name, and what it does.
    values
        What can be chosen; the first is the default.
    """

    label: Message
    hint: Message
    values: Mapping[str, Message]

    @property
    def default(self) -> str:
        """Return what holds where nothing was chosen."""
        return next(iter(self.values))


SKIN = Choice(
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

CHOICES: Mapping[str, Choice] = {
    "skin": SKIN,
    "timer": Choice(
        msg("Clock"),
        msg("The clock beside the board. It runs either way."),
        {"shown": msg("Shown"), "hidden": msg("Hidden")},
    ),
    "motion": Choice(
        msg("Motion"),
        msg("Whether tiles slide and replays glide, or change at once."),
        {"system": msg("As the system says"), "less": msg("Reduced")},
    ),
    "confirm": Choice(
        msg("New game"),
        msg("Whether to ask before a new game takes the place of one that is not finished."),
        {"ask": msg("Ask first"), "never": msg("Begin at once")},
    ),
    "arrows": Choice(
        msg("Arrow keys"),
        msg("What an arrow key moves where tiles slide."),
        {"tile": msg("Move the tile"), "gap": msg("Move the gap")},
    ),
}


def chosen(visitor: Chooser, name: str) -> str:
    """Return what a visitor chose, the default where that is nothing we know."""
    choice = CHOICES[name]
    value = visitor.settings.get(name)
    return value if isinstance(value, str) and value in choice.values else choice.default
