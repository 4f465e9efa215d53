"""A puzzle's levels: the boards that a game of one click is played on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gridwise.core.capabilities import Capability
from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message


@dataclass(frozen=True, slots=True)
class GameLevel:
    """One level: what its boards are made with.

    Parameters
    ----------
    title
        Its name for people, a word or two.
    line
        What its boards are like, a few words.
    size
        As the generator takes it.
    options
        Of the generator, by name.
    """

    title: Message
    line: Message
    size: str
    options: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameLevels(Capability):
    """The levels of a puzzle; every board of one is made within a few seconds by plain code.

    Parameters
    ----------
    by_name
        The levels by name, the easiest first.
    daily
        The name of the level of the daily puzzle.
    """

    constant = "GAME_LEVELS"
    module = "generate"

    by_name: Mapping[str, GameLevel]
    daily: str

    def named(self, name: str) -> GameLevel:
        """Return one level, or raise `UnknownNameError`."""
        if name not in self.by_name:
            raise UnknownNameError("level", name, self.by_name)
        return self.by_name[name]
