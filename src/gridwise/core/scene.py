"""A drawing of a board as data, for any renderer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gridwise.core.message import Message


class Role(Enum):
    """A cell's role; the renderer chooses its look, which never differs by colour alone."""

    EMPTY = "empty"
    GIVEN = "given"
    FILLED = "filled"
    COVERED = "covered"
    NUMBER = "number"
    MINE = "mine"
    SAFE = "safe"
    QUEEN = "queen"
    BLOCKED = "blocked"
    TILE = "tile"
    BLANK = "blank"
    FLAG = "flag"
    """The player's own sign that a covered cell is a mine."""
    EXPLODED = "exploded"
    """The mine that was opened."""
    WRONG_FLAG = "wrong flag"
    """A flag where no mine was, shown after the end."""
    CROSS = "cross"
    """The player's own sign that the cell stays empty."""


class Highlight(Enum):
    """An emphasis on a cell, on top of its role."""

    CONFLICT = "conflict"
    REASON = "reason"
    TARGET = "target"
    TRIED = "tried"


class Shade(Enum):
    """A faint background: how a cell is related to the selected one, or that it is ruled out."""

    PEER = "peer"
    """Shares a row, a column or a box with the selected cell."""
    SAME = "same"
    """Holds what the selected cell holds."""
    ATTACKED = "attacked"
    """A queen attacks it."""


class Tone(Enum):
    """How a candidate is marked in the drawing of a step; never by colour alone."""

    FIRST = "first"
    SECOND = "second"
    REMOVED = "removed"
    """It is crossed out."""


@dataclass(frozen=True, slots=True)
class CandidateMark:
    """A candidate of a cell, marked; `value` is its text, empty for the whole cell."""

    cell: int
    value: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class CandidateLink:
    """A line between two candidates, each (cell, text); an empty text stands for the whole cell.

    A strong link says that one of the two holds, a weak one that not both do.
    """

    start: tuple[int, str]
    end: tuple[int, str]
    strong: bool = True


@dataclass(frozen=True, slots=True)
class Overlay:
    """A drawing over a board that explains a step.

    Parameters
    ----------
    candidates
        Marked candidates.
    links
        Lines between candidates, in the order of the argument.
    areas
        Groups of cells to outline, such as houses.
    """

    candidates: tuple[CandidateMark, ...] = ()
    links: tuple[CandidateLink, ...] = ()
    areas: tuple[tuple[int, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.candidates or self.links or self.areas)

    @property
    def needs_candidates(self) -> bool:
        """Whether it has to be drawn over all candidates: it marks more than true ones."""
        marked = any(mark.value and mark.tone is not Tone.FIRST for mark in self.candidates)
        return marked or any(link.start[1] or link.end[1] for link in self.links)


NO_OVERLAY = Overlay()

COLOURS = 6
"""The number of colours that a player can give a cell; each has a pattern of its own."""


@dataclass(frozen=True, slots=True)
class SceneCell:
    """One cell of a drawing.

    Parameters
    ----------
    role, text
        The cell's role, and the text in it.
    notes
        Small notes in the corners or in a grid (candidates).
    centre
        Small notes in the middle, side by side.
    overlay
        A short text over the cell, such as a chance in per cent.
    heat
        The strength of its tint, 0 to 1; None for no tint.
    shade
        Its relation to the selected cell.
    ident
        Identifies a piece that moves when the board changes (a tile's number); None for none.
    home
        The cell whose part of a picture is drawn here, if the board shows one.
    given
        Whether a sign was given and cannot be changed; a digit's role says so itself.
    colour
        The player's own colour of the cell, 1 to `COLOURS`; 0 for none.
    """

    role: Role
    text: str = ""
    notes: tuple[str, ...] = ()
    centre: tuple[str, ...] = ()
    overlay: str = ""
    heat: float | None = None
    shade: Shade | None = None
    ident: int | None = None
    home: int | None = None
    given: bool = False
    colour: int = 0

    @property
    def value(self) -> int | str:
        """The value of the cell in a program, as `Board.to_list` gives it."""
        if self.text.isdecimal():
            return int(self.text)
        return "-" if self.role is Role.COVERED else _NUMBERS.get(self.text, self.text)


_NUMBERS = {"": 0, "Q": 1}
"""The values of cells that programs write as numbers."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing of one position.

    Parameters
    ----------
    width, height
        The size in cells.
    cells
        The cells, row-major, width * height of them.
    heavy_rows, heavy_cols
        Heavy lines above row r, left of column c, as wide as the grid; the outline is implied.
    highlights
        The emphasis by cell.
    title
        One line for captions and screen readers.
    overlay
        The drawing that explains a step.
    chequered
        Whether its squares are light and dark in turn, as on a chessboard.
    """

    width: int
    height: int
    cells: tuple[SceneCell, ...]
    heavy_rows: tuple[int, ...] = ()
    heavy_cols: tuple[int, ...] = ()
    highlights: Mapping[int, Highlight] = field(default_factory=dict)
    title: Message | str = ""
    overlay: Overlay = NO_OVERLAY
    chequered: bool = False

    def is_dark(self, cell: int) -> bool:
        """Return whether a cell is a dark square; its upper left one is light."""
        return self.chequered and sum(divmod(cell, self.width)) % 2 == 1

    def __post_init__(self) -> None:
        if len(self.cells) != self.width * self.height:
            raise ValueError(f"{len(self.cells)} cells for {self.width}x{self.height}")
