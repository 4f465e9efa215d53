"""The contract of interactive play: the actions on a board, and the player's view after each.

An interaction is stateless, as a puzzle is; its states are frozen. A state holds the givens, the
player's entries, notes and flags, and the hidden layout if there is one. History, clock and
storage belong to `games.session`, drawing to `core.scene` and `render`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from gridwise.core.capabilities import Capability
from gridwise.core.errors import MOVE, GridwiseError, ParameterError, ParseError
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Puzzle, Violation
from gridwise.core.reading import quoted
from gridwise.core.scene import Highlight, Scene
from gridwise.core.trace import Mark

MOST_CELLS = 2500
"""Boards with more cells are neither played nor edited."""


LAYOUT = "layout"
"""The claim that is the solved board of hidden cells, as a notation; see `Interaction.claims`."""


class Mode(Enum):
    """The meaning of an entry."""

    PLAY = "play"
    """A part of the answer: givens are fixed."""
    EDIT = "edit"
    """A part of the puzzle: every entry is a given."""


class InteractionState(Protocol):
    """The common interface of all interactions' states."""

    @property
    def mode(self) -> Mode:
        """The meaning of an entry."""

    @property
    def origin(self) -> Any:
        """The position at the beginning of the game."""


P = TypeVar("P")
S = TypeVar("S", bound=InteractionState)


@dataclass(frozen=True, slots=True)
class Action:
    """One step of a player.

    Parameters
    ----------
    name
        One of the interaction's `actions`.
    cell
        The cell that it changes; -1 if it needs none.
    value
        The entry: a digit, a direction, a move or a notation; empty if the action needs none.
    """

    name: str
    cell: int = -1
    value: str = ""


@dataclass(frozen=True, slots=True)
class PadButton:
    """A button of the pad beside the board, and its keyboard keys.

    Parameters
    ----------
    action
        The action of a press; with `at_cell`, on the selected cell.
    label
        Its name.
    sign
        Its caption, if that is not the name.
    keys
        Physical keys (`KeyboardEvent.code`), each after `Shift+`, `Control+` or `Alt+` if needed.
    at_cell
        Whether it needs a selected cell.
    pen
        Whether the selected pen decides the action; `action.name` is then the first pen's.
    left
        The number of such entries that the board still takes; None to show no number.
    """

    action: Action
    label: Message
    sign: str = ""
    keys: tuple[str, ...] = ()
    at_cell: bool = True
    pen: bool = False
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Pen:
    """An input mode: the action of a value or of a click, such as digit or note, open or flag.

    Parameters
    ----------
    action
        The action, which replaces the action of a button with `PadButton.pen`.
    label
        Its name.
    keys
        Physical keys that choose it.
    colours
        The number of its colours, the values 1, 2, ...; 0 for a pen that enters values.
    """

    action: str
    label: Message
    keys: tuple[str, ...] = ()
    colours: int = 0


@dataclass(frozen=True, slots=True)
class StatusItem:
    """A number about the game, shown beside the board."""

    label: Message
    value: int | str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Additions to the drawing of a game's state.

    Parameters
    ----------
    selected
        The selected cell, -1 for none; related cells are shaded.
    highlights
        Highlights over the state's own (conflicts).
    chances
        Each cell's probability of holding a mine; None for no number.
    value
        An entry whose cells are shaded if none is selected, such as the digit to enter next.
    """

    selected: int = -1
    highlights: Mapping[int, Highlight] = field(default_factory=dict)
    chances: Sequence[float | None] | None = None
    value: str = ""


PLAIN = Emphasis()


class Interaction(Capability, ABC, Generic[P, S]):
    """How a person plays one puzzle, stateless; held as `INTERACTION`.

    Actions are pure: the state before is not changed. An action without effect returns the same
    object; one that the rules or the mode forbid raises `ParameterError` with a message for the
    player. A state is small: a game keeps one for each step.
    """

    constant = "INTERACTION"
    module = "interaction"

    name: ClassVar[str]
    """The puzzle's name."""
    puzzle: ClassVar[Puzzle[Any, Any]]
    """The puzzle; for `board`, `verdict` and `conflicts`."""
    actions: ClassVar[Mapping[str, str]]
    """The names of actions, each with its description. Every interaction has `put` (enters a move
    of a hint or a solution; value: the move as the puzzle formats it) and `load` (enters a whole
    board; value: a notation with the same givens)."""
    cell_actions: ClassVar[frozenset[str]] = frozenset()
    """The actions that need a cell."""
    click: ClassVar[str] = ""
    """The action of a click on a cell in `PLAY`; empty if a click only selects. The selected
    pen's action replaces it, unless pens are for values."""
    secondary_click: ClassVar[str] = ""
    """The action of the other mouse button and of a long press; empty for none."""
    sizes: ClassVar[Mapping[str, Message]]
    """The sizes that `new` offers first, as `generate` and `empty` take them, with their names."""
    new_options: ClassVar[Mapping[str, str]] = {}
    """Options of a new game that differ from the generator's defaults."""
    first_board: ClassVar[str] = ""
    """The notation of a person's first game; empty for the puzzle's first example."""
    example: ClassVar[str]
    """A typed line that `parse_action` accepts on most boards."""
    claims: ClassVar[frozenset[str]] = frozenset()
    """The claims of a generated board, such as its hidden cells, that `begin` takes as options."""
    selects_many: ClassVar[bool] = False
    """Whether an entry can be made in several selected cells at once; see `for_cells`."""
    deals: ClassVar[bool] = False
    """Whether a new game is `empty(size)` whose hidden layout `begin` deals from a seed. Else it is
    a board of the generator."""

    def begin(
        self, position: P, *, mode: Mode = Mode.PLAY, seed: int = 0, options: Mapping[str, str] = {}
    ) -> S:
        """Return the first state of a game on this position.

        A hidden layout follows from the seed; `options` are among `choices` and `claims`. Raises
        `ParameterError` for other options, and for a position with a rule that it does not know.
        """
        self.puzzle.further_rules(position, self.constant)
        return self.first_state(position, mode, seed, self.chosen(options))

    @abstractmethod
    def first_state(self, position: P, mode: Mode, seed: int, chosen: Mapping[str, str]) -> S:
        """Do the work of `begin`; `chosen` has a value for each of `choices`."""

    @abstractmethod
    def empty(self, size: str) -> P:
        """Return the empty board of a size; raise `ParameterError`."""

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        """Return the options of `begin`: label and values of each, the default value first."""
        return {}

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the options with the defaults of `choices`; raise `ParameterError` for others."""
        chosen = {name: next(iter(values)) for name, (_, values) in self.choices.items()}
        chosen.update(options)
        for name, value in chosen.items():
            if name in self.claims:
                continue
            if name not in self.choices or value not in self.choices[name][1]:
                raise ParameterError(msg("there is no such choice for a game"))
        return chosen

    def mode(self, state: S) -> Mode:
        """Return the meaning of an entry."""
        return state.mode

    @abstractmethod
    def position(self, state: S) -> P:
        """Return the board for methods: givens and entries, without notes."""

    def origin(self, state: S) -> P:
        """Return the board with its givens only."""
        origin: P = state.origin if state.mode is Mode.PLAY else self.position(state)
        return origin

    @abstractmethod
    def apply(self, state: S, action: Action) -> S:
        """Return the state after an action; see the class for errors."""

    def for_cells(self, state: S, action: Action, cells: Sequence[int]) -> tuple[Action, ...]:
        """Return the actions that repeat an action in several cells.

        Cells that refuse it are left out. A toggle does the same in all cells: off only if it is
        on in each. Used with `selects_many`; by default it acts in the first cell.
        """
        return tuple(replace(action, cell=cell) for cell in cells[:1])

    def check(self, action: Action, cells: int) -> None:
        """Raise `ParameterError` for an unknown action and for a missing cell."""
        if action.name not in self.actions:
            raise ParameterError(msg("there is no action {name}", name=action.name))
        if action.name in self.cell_actions and not 0 <= action.cell < cells:
            raise ParameterError(msg("choose a cell of the board first"))

    def board(self, text: object) -> P:
        """Return the position of a notation; raise `ParameterError` for anything else."""
        try:
            if isinstance(text, str) and text.startswith(f"{self.name}:"):
                position: P = self.puzzle.parse(text)
                return position
        except GridwiseError:
            pass
        raise ParameterError(msg("this is no board"))

    @abstractmethod
    def scene(self, state: S, emphasis: Emphasis = PLAIN) -> Scene:
        """Return the drawing."""

    def verdict(self, state: S) -> GameStatus:
        """Return whether the game goes on, is won or is lost. A board in `EDIT` is open."""
        won = state.mode is Mode.PLAY and self.puzzle.is_solved(self.position(state))
        return GameStatus.WON if won else GameStatus.OPEN

    def conflicts(self, state: S) -> tuple[Violation, ...]:
        """Return the rules that the entries on the board break."""
        return self.puzzle.violations(self.position(state))

    def mistakes(self, state: S) -> tuple[int, ...] | None:
        """Return the player's marks that contradict the hidden layout.

        None if nothing is hidden; a solver can then tell whether the board is right so far.
        """
        return None

    @abstractmethod
    def pad_buttons(self, state: S) -> tuple[PadButton, ...]:
        """Return the buttons of the pad."""

    def pens(self, state: S) -> tuple[Pen, ...]:
        """Return the pens, the default first."""
        return ()

    @abstractmethod
    def status_items(self, state: S) -> tuple[StatusItem, ...]:
        """Return the numbers shown beside the board: empty cells, mines left, moves made."""

    def moves_made(self, state: S) -> int:
        """Return the cost of the moves made if the path is the solution, else 0."""
        return 0

    def goal(self, state: S) -> S | None:
        """Return the goal state if there is exactly one, else None."""
        return None

    def remark(self, state: S) -> Message | None:
        """Return a message for a player who has reached this state; None for none."""
        return None

    def referee_state(self, state: S, *, restart: bool = False) -> Any:
        """Return the state of the game's referee, or None without a referee.

        It is without the player's own flags. With `restart` it is the state at the beginning, with
        the same hidden layout.
        """
        return None

    def marks(self, state: S) -> tuple[Mark, ...]:
        """Return marks that do not hold: the values that the player's notes rule out."""
        return ()

    def removal(self, state: S, marks: Iterable[Mark]) -> Action | None:
        """Return the action that rules these out in the notes, or None without notes."""
        return None

    def take_back(self, state: S, cell: int) -> Action | None:
        """Return the action that removes the player's entry in a cell, or None without one."""
        return None

    @abstractmethod
    def dump(self, state: S) -> dict[str, Any]:
        """Return the state as JSON; raises nothing."""

    @abstractmethod
    def load(self, saved: Mapping[str, Any]) -> S:
        """Return the state of a `dump`; raise `ParameterError` for anything else."""

    @abstractmethod
    def parse_action(self, state: S, text: str) -> Action:
        """Return the action of a typed line, such as `r3c5 7`; raise `ParseError`."""


@contextmanager
def reading_saved() -> Iterator[None]:
    """Turn every error of reading a saved state into a `ParameterError`; also a decorator."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, GridwiseError) as error:
        raise ParameterError(msg("this is no saved game of this puzzle")) from error


def require(holds: bool) -> None:
    """Raise `ValueError` unless a saved state has a property; for use in `reading_saved`."""
    if not holds:
        raise ValueError


def int_below(value: object, bound: int) -> int:
    """Return a saved number that is an int from 0 to below the bound; raise `ValueError`."""
    if type(value) is not int or not 0 <= value < bound:
        raise ValueError
    return value


class TypedLine:
    """The words of a line that a player typed.

    Parameters
    ----------
    text
        The line.
    separators
        Characters that separate words, beside white space.

    Attributes
    ----------
    words
        The words as typed; indexing the line gives them in lower case, and "" past the end.
    """

    def __init__(self, text: str, separators: str = "") -> None:
        matches = list(re.finditer(rf"[^\s{separators}]+", text))
        self.words = [match[0] for match in matches]
        self._columns = [match.start() + 1 for match in matches]
        self._end = matches[-1].end() + 1 if matches else 1

    def __getitem__(self, at: int) -> str:
        return self.words[at].lower() if at < len(self.words) else ""

    def __len__(self) -> int:
        return len(self.words)

    def unexpected(self, at: int, expected: Message) -> ParseError:
        """Return the error of the word at an index, or of the line's end."""
        if at < len(self.words):
            found = quoted(self.words[at])
            return ParseError(found, expected, source=MOVE, column=self._columns[at])
        end = msg("the end") if self.words else msg("nothing")
        return ParseError(end, expected, source=MOVE, column=self._end)

    def require_end(self, at: int) -> None:
        """Raise `ParseError` if there is a word at an index."""
        if at < len(self.words):
            raise self.unexpected(at, msg("the end"))
