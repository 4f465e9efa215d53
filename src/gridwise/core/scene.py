"""A drawing of a board as data, for any renderer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from gridwise.core.message import Message


class Role(Enum):
    """What a cell is; the renderer chooses its look, which never differs by colour alone."""

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


@dataclass(frozen=True, slots=True)
class SceneCell:
    """One cell of a drawing.

    Parameters
    ----------
    role, text
        What the cell is, and the text in it.
    notes
        Small notes in the corners or in a grid (candidates).
    centre
        Small notes in the middle, side by side.
    overlay
        A short text over the cell, such as a chance in per cent.
    heat
        How strongly it is tinted, 0 to 1; None for not at all.
    shade
        How it is related to the selected cell.
    ident
        Identifies a piece that moves when the board changes (a tile's number); None for none.
    home
        The cell whose part of a picture is drawn here, if the board shows one.
    given
        Whether a sign was given and cannot be changed; a digit's role says so itself.
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


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing of one position.

    Parameters
    ----------
    width, height
        In cells.
    cells
        Row-major, width * height of them.
    heavy_rows, heavy_cols
        Heavy lines above row r, left of column c, as wide as the grid; the outline is implied.
    highlights
        By cell.
    title
        One line for captions and screen readers.
    """

    width: int
    height: int
    cells: tuple[SceneCell, ...]
    heavy_rows: tuple[int, ...] = ()
    heavy_cols: tuple[int, ...] = ()
    highlights: Mapping[int, Highlight] = field(default_factory=dict)
    title: Message | str = ""

    def __post_init__(self) -> None:
        if len(self.cells) != self.width * self.height:
            raise ValueError(f"{len(self.cells)} cells for {self.width}x{self.height}")
