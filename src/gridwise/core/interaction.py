"""How a person plays a puzzle: what can be done to a board, and what is seen of it after.

An interaction is stateless, as a puzzle is; its states are frozen. A state holds
the givens, the entries of the person, notes and flags, and the hidden layout if there is one.
History, time and storage belong to `games.session`, drawing to `core.scene` and `render`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from gridwise.core.capabilities import Capability
from gridwise.core.message import Message
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Violation
from gridwise.core.scene import Highlight, Scene

P = TypeVar("P")
S = TypeVar("S")


class Mode(Enum):
    """What entering means."""

    PLAY = "play"
    """It solves: givens stay as they are."""
    EDIT = "edit"
    """It makes the puzzle: what is entered is given."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a person does.

    Parameters
    ----------
    name
        One of the interaction's `acts`.
    cell
        The cell it is done to; -1 where it is done to none.
    value
        What is entered: a digit, a direction, a move or a notation; empty where nothing is.
    """

    name: str
    cell: int = -1
    value: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """A button of the pad, and the keys that do the same.

    Parameters
    ----------
    act
        What it does; where `at_cell`, to the selected cell.
    label
        Its name.
    sign
        What stands on it, where that is not its name.
    keys
        Physical keys (`KeyboardEvent.code`), with `Shift+`, `Control+` or `Alt+` before it.
    at_cell
        Whether it needs a selected cell.
    pen
        Whether it enters a value that the chosen pen says the meaning of; `act.name` is then
        that of the first pen.
    """

    act: Act
    label: Message
    sign: str = ""
    keys: tuple[str, ...] = ()
    at_cell: bool = True
    pen: bool = False


@dataclass(frozen=True, slots=True)
class Pen:
    """A meaning that values or clicks may have: a digit or a note, to open or to flag."""

    act: str
    label: Message
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A number about the game, for the line beside the board."""

    label: Message
    value: int | str


class Interaction(Capability, ABC, Generic[P, S]):
    """How a person plays one puzzle, stateless; held as `INTERACTION`.

    All acts are pure: the state before stays as it was. An act that changes nothing returns the
    same object; one that the rules or the mode forbid raises `ParameterError` with words for the
    player. A state is small: it is kept for every step of a game.
    """

    constant = "INTERACTION"
    module = "interaction"

    name: ClassVar[str]
    """The puzzle's name."""
    acts: ClassVar[Mapping[str, str]]
    """The names of acts, and what each is. `put` (value: a move as the puzzle writes it, enters
    what a hint or a solution says) and `become` (value: a notation with the same givens, the
    whole board at once) are in every interaction."""
    click: ClassVar[str] = ""
    """The act of a click on a cell in `PLAY`; empty where a click only selects. Where there are
    pens that are not for values, the chosen pen's act takes its place."""
    second: ClassVar[str] = ""
    """The act of the other button, and of a long press; empty for none."""
    sizes: ClassVar[Mapping[str, Message]]
    """What `new` offers first: a size as `generate` and `empty` take it, and its name."""
    example: ClassVar[str]
    """A line that `typed` takes on most boards, to show what such lines are like."""
    deals: ClassVar[bool] = False
    """Whether a new game is `empty(size)`, begun with a seed: what is hidden is dealt then. Else
    it is a board of the generator."""

    @abstractmethod
    def begin(
        self, position: P, *, mode: Mode = Mode.PLAY, seed: int = 0, options: Mapping[str, str] = {}
    ) -> S:
        """Return the state at the beginning of a game on this position.

        What is hidden is dealt from the seed; `options` are those of `choices`.
        """

    @abstractmethod
    def empty(self, size: str) -> P:
        """Return the empty board of a size, to type into; raise `ParameterError`."""

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        """Return options of `begin`: what each is, and its values; the first is the default."""
        return {}

    @abstractmethod
    def mode(self, state: S) -> Mode:
        """Return what entering means."""

    @abstractmethod
    def position(self, state: S) -> P:
        """Return the board as it stands, for methods: givens and what was entered, no notes."""

    @abstractmethod
    def origin(self, state: S) -> P:
        """Return the board as it was given."""

    @abstractmethod
    def act(self, state: S, act: Act) -> S:
        """Return the state after it; see the class for what is refused."""

    @abstractmethod
    def scene(
        self,
        state: S,
        *,
        selected: int = -1,
        highlights: Mapping[int, Highlight] | None = None,
        chances: Sequence[float | None] | None = None,
    ) -> Scene:
        """Return the drawing.

        Parameters
        ----------
        state
            What is drawn.
        selected
            The cell that the person is at, -1 for none; what goes with it is shaded.
        highlights
            Put on top of those that the state itself has (conflicts).
        chances
            How likely each cell is to hold a mine, None where nothing is to be said.
        """

    @abstractmethod
    def verdict(self, state: S) -> GameStatus:
        """Return whether the game goes on, is won or is lost. A board in `EDIT` is open."""

    @abstractmethod
    def conflicts(self, state: S) -> tuple[Violation, ...]:
        """Return the rules that what stands there breaks."""

    def wrong(self, state: S) -> tuple[int, ...] | None:
        """Return the player's own signs that are not true of what is hidden.

        None where nothing is hidden; then a solver has to say whether all is right so far.
        """
        return None

    @abstractmethod
    def inputs(self, state: S) -> tuple[Input, ...]:
        """Return the buttons of the pad."""

    def pens(self, state: S) -> tuple[Pen, ...]:
        """Return the pens, the first being that of the beginning."""
        return ()

    @abstractmethod
    def facts(self, state: S) -> tuple[Fact, ...]:
        """Return what is said beside the board: empty cells, mines left, moves made."""

    def walked(self, state: S) -> int:
        """Return the cost of the moves made, where the way is the answer; 0 elsewhere."""
        return 0

    def goal(self, state: S) -> S | None:
        """Return the state to be reached, where it is one board; None elsewhere."""
        return None

    def remark(self, state: S) -> Message | None:
        """Return what is worth saying of a state once it is reached, None where nothing is."""
        return None

    def game(self, state: S, *, afresh: bool = False) -> Any:
        """Return the state of the referee that the game is played with, None where there is none.

        Flags and the like, which are opinions of the player, are not in it. With `afresh` it is
        that of the beginning, with the same hidden layout.
        """
        return None

    @abstractmethod
    def dump(self, state: S) -> dict[str, Any]:
        """Return the state as JSON; raises nothing."""

    @abstractmethod
    def load(self, saved: Mapping[str, Any]) -> S:
        """Return the state that `dump` made this of; raise `ParameterError` at anything else."""

    @abstractmethod
    def typed(self, state: S, text: str) -> Act:
        """Return the act that a typed line names, such as `r3c5 7`; raise `ParseError`."""
