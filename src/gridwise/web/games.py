"""The games of a visitor, as the pages around the board speak of them."""

from dataclasses import dataclass

from gridwise.core.message import Message, msg
from gridwise.web.house import House
from gridwise.web.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Game:
    """One game that was kept."""

    game_id: str
    kind: str


def last_open(house: House, visitor: Visitor) -> Game | None:
    """Return the game that was played last, None where none is open."""
    return None


def described(game: Game) -> Message:
    """Return a line about a game."""
    return msg("{puzzle}", puzzle=game.kind)
