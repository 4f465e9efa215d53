"""The contracts of games with a hidden layout: referee, player and policy.

A *referee* deals the layout and answers each claim of the player with an observation. A *policy*
is a strategy; it starts a *player* for each game, which may remember what it has learnt. Claims
and observations are moves of the puzzle. A claim is a move without an observation ("this cell is
safe", "this cell is a mine").
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from gridwise.core.capabilities import Capability
from gridwise.core.message import Message
from gridwise.core.method import Option
from gridwise.core.run import Run
from gridwise.core.trace import Kind

NEVER, RANDOM = "never", "random"
"""Rules for a player that concludes nothing more: it stops, or is given a random guess."""


class PlayerError(Exception):
    """A player that is not ours failed: the game ends as lost, and the message says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


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


class GameEnd(NamedTuple):
    """How a whole game ended.

    Parameters
    ----------
    verdict
        WON or LOST.
    guesses
        The number of guesses, without the first click.
    """

    verdict: GameStatus
    guesses: int = 0


def guess_seed_text(seed: int) -> str:
    """Return the seed of the random generator for a game's guesses and random first click."""
    return f"guess/1:{seed}"


@dataclass(frozen=True, slots=True)
class Reply(Generic[S, M]):
    """The referee's answer to a claim: the game after it, and the observed moves.

    `moves` is empty if the claim is nothing new.
    """

    state: S
    moves: tuple[M, ...]


class Referee(Capability, ABC, Generic[P, M, S]):
    """Deals the games of a puzzle and answers claims, stateless; held as `REFEREE`.

    A state is frozen, holds the hidden layout, and follows from a seed alone.
    """

    constant = "REFEREE"
    module = "referee"

    name: ClassVar[str]
    """The puzzle's name."""
    levels: ClassVar[Mapping[str, str]]
    """Named boards, by name, easiest first; the first is the default."""
    first_clicks: ClassVar[Mapping[str, str]]
    """The rules for the first cell opened, each with its description; the first is the default."""

    @abstractmethod
    def check(self, board: str, *, first_click: str, free_cells: int = 0) -> None:
        """Raise the errors of `deal` for the same parameters. O(1)."""

    @abstractmethod
    def deal(self, board: str, *, seed: int, first_click: str, free_cells: int = 0) -> S:
        """Return a new game.

        Parameters
        ----------
        board
            The board's parameters as text, in the style of `levels`.
        seed
            Every random choice follows from it.
        first_click
            One of `first_clicks`.
        free_cells
            The units of safe cells revealed at the start; see `free_unit`.

        Raises
        ------
        ParameterError
            No such board.
        """

    @abstractmethod
    def resume(self, position: P, answer: P) -> S:
        """Return a game at a position whose hidden layout is known.

        Raises
        ------
        ParameterError
            The answer is no whole board, or the position contradicts it.
        """

    @abstractmethod
    def free_unit(self, board: str) -> int:
        """Return the number of cells in one unit of free cells on this board."""

    @abstractmethod
    def position(self, state: S) -> P:
        """Return the position that the player sees."""

    @abstractmethod
    def answer(self, state: S) -> P:
        """Return the solved board."""

    @abstractmethod
    def verdict(self, state: S) -> GameStatus:
        """Return how the game stands."""

    @abstractmethod
    def reply(self, state: S, claim: M) -> Reply[S, M]:
        """Answer one claim; raise `ParameterError` if it is not allowed."""

    @abstractmethod
    def guesses(self, state: S) -> Sequence[M]:
        """Return the claims among which a guess is drawn, in a fixed order."""

    @abstractmethod
    def untouched(self, state: S) -> bool:
        """Return whether nothing has been revealed yet."""

    def view(self, position: P) -> Mapping[str, Any]:
        """Return a program's view of a position beside its notation, as JSON."""
        return {}


class Player(ABC, Generic[P, M]):
    """One player of one game. It sees positions and never the state.

    Attributes
    ----------
    guess
        The claim of the last `decide` that is a guess; None if all of them follow.
    """

    guess: M | None = None

    @abstractmethod
    def decide(self, position: P) -> Sequence[M]:
        """Return the next claims, in order; none if nothing follows.

        Parameters
        ----------
        position
            The board now: all that was visible before, and the claims made since.
        """

    @abstractmethod
    def known(self) -> Sequence[M]:
        """Return the facts that it is certain of, revealed or concluded, in their order."""

    def clauses(self) -> Sequence[Sequence[M]]:
        """Return its clauses: in each, at least one of the claims is true."""
        return ()

    def statistics(self) -> Mapping[str, int]:
        """Return the sizes of its knowledge, by name."""
        return {}

    def close(self) -> None:
        """Free its resources: the game is over."""
        return


class Policy(ABC, Generic[P, M]):
    """A strategy. Stateless; its module holds it as `POLICY`."""

    name: ClassVar[str]
    """Module = command-line name = registry key."""
    title: ClassVar[str]
    """One line for menus."""
    source: ClassVar[str]
    """The paper or book that it comes from."""
    guesses: ClassVar[bool]
    """Whether it may guess."""
    trusted: ClassVar[bool] = True
    """Whether a claim of it that breaks the rules is a fault of ours; else the game is lost."""
    counts: ClassVar[frozenset[str]]
    """The counters that it updates."""
    emits: ClassVar[frozenset[Kind]] = frozenset()
    """The kinds of trace rows that it writes; empty without a trace."""
    options: ClassVar[tuple[Option, ...]] = ()
    rank: ClassVar[int] = 0
    """The policy with the highest rank is the default."""
    pays_from: ClassVar[int] = 1
    """The number of games from which loading the compiled code of `games` pays."""
    compile_s: ClassVar[float] = 0.0
    """Processor seconds that compiling the code of `games` takes, about."""

    @abstractmethod
    def start(self, position: P, run: Run) -> Player[P, M]:
        """Return a player of a game that begins, or goes on, at this position.

        `run.options` also holds the rule of the first click, as `first_click`, if it is known.
        """

    def games(
        self,
        board: str,
        *,
        first_click: str,
        seeds: Sequence[int],
        run: Run,
        free_cells: int = 0,
    ) -> Sequence[GameEnd] | None:
        """Play whole games in compiled code; return None if the policy has none.

        Only a policy that guesses by itself offers it.

        Parameters
        ----------
        board, first_click, free_cells
            As for `Referee.deal`.
        seeds
            A seed for each game. Its end is the same as turn by turn.
        run
            `run.check()` is called every few milliseconds. Several threads may play at once, each
            with its own run.
        """
        return None

    def is_ready(self) -> bool:
        """Return whether `games` needs no compiling first. Cheap."""
        return True

    def option(self, run: Run, name: str) -> str | int:
        """Return an option's value in this run, or its default."""
        option = next(o for o in self.options if o.name == name)
        return option.read(run.options.get(name, option.default))
