"""`GameTree`: a game of two players who move by turns, from a position to its ends."""

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from gridwise.core.message import msg
from gridwise.core.trace import Decoder, Reason
from gridwise.core.views.base import Question, View

M = TypeVar("M")
S = TypeVar("S", bound=Hashable)

CUT, REMEMBERED = 0, 1
"""The constraints of a trace: why a move is left out, and why a position is not looked at."""


class GameTree(View[M], Generic[M, S]):
    """A game of two players who move by turns, without chance and with nothing hidden.

    What one player gains the other loses, so one number is the value of a position: it is counted
    for the player to move. A fact is a move; a model is a line of best play, the moves from the
    root to an end.
    """

    kind: ClassVar[str] = "game"
    questions: ClassVar[tuple[Question, ...]] = (Question.WINNER,)

    bounds: ClassVar[tuple[int, int]] = (-1, 1)
    """The least and the greatest value of a position: lost and won."""

    @abstractmethod
    def initial(self) -> S:
        """Return the root."""

    @abstractmethod
    def moves(self, state: S) -> Iterable[tuple[int, S]]:
        """Yield (move, state after it), in a fixed order; nothing at an end of the game."""

    @abstractmethod
    def value(self, state: S) -> int:
        """Return the value of an end for the player whose turn it would be."""

    def canonical(self, state: S) -> tuple[Hashable, Sequence[int] | None]:
        """Return a key that a state shares with its images under symmetries of the game.

        Returns
        -------
        tuple[Hashable, Sequence[int] or None]
            The key, and the image of each move in the state of that key; None if all moves stay.
        """
        return state, None

    def fact(self, subject: int, value: int) -> int:
        return subject


class GameDecoder(Decoder[M]):
    """A decoder of moves whose reasons are those of a search of a game tree."""

    def reason(self, constraint: int) -> Reason | None:
        match constraint:
            case 0:
                return Reason(msg("cut, as the player before has a better move already"))
            case 1:
                return Reason(msg("an equal position was looked at before"))
        return None
