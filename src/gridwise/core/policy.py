"""Games whose board is hidden from the player: who deals and answers, and who plays.

A *referee* keeps what is hidden and answers each claim of the player with what is then seen. A
*policy* is a way to play; for each game it starts a *player*, which may keep what it has learnt.
Claims and observations are moves of the puzzle. A claim is a move that needs no observation
("this cell is safe", "this cell is a mine").
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Generic, NamedTuple, TypeVar

from gridwise.core.capabilities import Capability
from gridwise.core.method import Option
from gridwise.core.run import Run
from gridwise.core.trace import Kind

NEVER, RANDOM = "never", "random"
"""What is done for a player of whom nothing follows any more: it stops, or a guess is made."""

P = TypeVar("P")
M = TypeVar("M")
S = TypeVar("S")


class GameStatus(Enum):
    """The state of a game, or how it ended.

    A referee knows whether a game is open, won or lost; how it was played tells a win without a
    guess, and a player that could conclude nothing more.
    """

    OPEN = "open"
    """The game goes on."""
    WON = "won"
    FINISHED = "finished"
    """Won, and every claim but the first was concluded."""
    LOST = "lost"
    STUCK = "stuck"
    """Nothing followed any more, and the player was not to guess."""


class Ended(NamedTuple):
    """How a whole game ended.

    Parameters
    ----------
    verdict
        WON, LOST, or STUCK.
    guesses
        How many were made, by the player or for it; the first click is none.
    """

    verdict: GameStatus
    guesses: int = 0


def guess_seed(seed: int) -> str:
    """Return what the dice of a game's guesses, and of a first click, are seeded with."""
    return f"guess/1:{seed}"


@dataclass(frozen=True, slots=True)
class Reply(Generic[S, M]):
    """The referee's answer to a claim: the game after it, and the moves that it amounts to.

    `moves` is empty where the claim says nothing new.
    """

    state: S
    moves: tuple[M, ...]


class Referee(Capability, ABC, Generic[P, M, S]):
    """Deals the games of a puzzle and answers claims, stateless; held as `REFEREE`.

    A state is frozen, holds what is hidden, and is made from a seed alone.
    """

    constant = "REFEREE"
    module = "referee"

    name: ClassVar[str]
    """The puzzle's name."""
    levels: ClassVar[Mapping[str, str]]
    """Boards that have a name, by name, easiest first; the first is the default board."""
    first_clicks: ClassVar[Mapping[str, str]]
    """The rules for the first cell opened, and what each is; the first named is the default."""

    @abstractmethod
    def check(self, board: str, *, first_click: str, free_cells: int = 0) -> None:
        """Refuse what `deal` cannot deal; parameters and errors as there. O(1)."""

    @abstractmethod
    def deal(self, board: str, *, seed: int, first_click: str, free_cells: int = 0) -> S:
        """Return a new game.

        Parameters
        ----------
        board
            The board's parameters as text, in the style of `levels`.
        seed
            All that chance decides follows from it.
        first_click
            One of `first_clicks`.
        free_cells
            How many units of safe cells are told at the start; see `free_unit`.

        Raises
        ------
        ParameterError
            What no board can be.
        """

    @abstractmethod
    def free_unit(self, board: str) -> int:
        """Return how many cells a unit of free cells is on this board."""

    @abstractmethod
    def position(self, state: S) -> P:
        """Return what the player sees."""

    @abstractmethod
    def answer(self, state: S) -> P:
        """Return the whole board, with nothing hidden."""

    @abstractmethod
    def verdict(self, state: S) -> GameStatus:
        """Return how the game stands."""

    @abstractmethod
    def reply(self, state: S, claim: M) -> Reply[S, M]:
        """Answer one claim; raise `ParameterError` where it is not allowed."""

    @abstractmethod
    def guesses(self, state: S) -> Sequence[M]:
        """Return what a player who knows nothing more could claim, in a fixed order."""

    @abstractmethod
    def untouched(self, state: S) -> bool:
        """Return whether the player has been told nothing yet."""


class Player(ABC, Generic[P, M]):
    """One player of one game. It sees positions and never the state.

    Attributes
    ----------
    guess
        The claim of the last `decide` that does not follow; None where all of them do.
    """

    guess: M | None = None

    @abstractmethod
    def decide(self, position: P) -> Sequence[M]:
        """Return claims that are to be made next, in order; none where it has none to make.

        Parameters
        ----------
        position
            What is seen now. It has at least what was seen before, and the claims made since.
        """

    @abstractmethod
    def known(self) -> Sequence[M]:
        """Return what it holds for certain, told or concluded, in the order it came."""

    def clauses(self) -> Sequence[Sequence[M]]:
        """Return the clauses that it holds beside: in each, at least one of the claims is true."""
        return ()

    def facts(self) -> Mapping[str, int]:
        """Return numbers about what it knows, by name."""
        return {}


class Policy(ABC, Generic[P, M]):
    """A way to play. Stateless; its module holds it as `POLICY`."""

    name: ClassVar[str]
    """Module = command-line name = registry key."""
    title: ClassVar[str]
    """One line for menus."""
    source: ClassVar[str]
    """Where it comes from."""
    guesses: ClassVar[bool]
    """Whether it may claim what does not follow."""
    counts: ClassVar[frozenset[str]]
    """The counters that it keeps."""
    emits: ClassVar[frozenset[Kind]] = frozenset()
    """The kinds of trace rows that it writes; empty where it cannot be watched."""
    options: ClassVar[tuple[Option, ...]] = ()
    rank: ClassVar[int] = 0
    """The highest-ranked policy plays where none is named."""
    pays_from: ClassVar[int] = 1
    """Fewer games than this are over sooner turn by turn than the code for `games` is loaded."""

    @abstractmethod
    def start(self, position: P, run: Run) -> Player[P, M]:
        """Return a player of a game that begins, or goes on, at this position.

        `run.options` also says the rule of the first click, as `first_click`, where it is known.
        """

    def games(
        self,
        board: str,
        *,
        first_click: str,
        seeds: Sequence[int],
        run: Run,
        free_cells: int = 0,
        guess: str = NEVER,
    ) -> Sequence[Ended] | None:
        """Play whole games at once and return how they ended; None where that cannot be done.

        Parameters
        ----------
        board, first_click, free_cells
            As for `Referee.deal`.
        seeds
            A game each. They end as they do when they are played turn by turn.
        run
            `run.check()` is called every few milliseconds. Several threads may play at once, each
            with its own run.
        guess
            `NEVER` or `RANDOM`. A policy that guesses has no need of it.
        """
        return None

    def is_at_hand(self, *, whole: bool) -> bool:
        """Return whether it plays without compiling first; cheap to ask.

        Parameters
        ----------
        whole
            Ask for `games`, else for a player.
        """
        return True

    def option(self, run: Run, name: str) -> str | int:
        """Return an option's value in this run, or its default."""
        option = next(o for o in self.options if o.name == name)
        return option.read(run.options.get(name, option.default))
