"""What a board looks like, without saying how it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Role(Enum):
    """What a cell is; the renderer chooses the look, and never by colour alone."""

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


class Highlight(Enum):
    """What is to be noticed about a cell, on top of its role."""

    CONFLICT = "conflict"
    REASON = "reason"
    TARGET = "target"
    TRIED = "tried"


@dataclass(frozen=True, slots=True)
class SceneCell:
    """One cell: what it is, the text in it, and small notes (candidates)."""

    role: Role
    text: str = ""
    notes: tuple[str, ...] = ()


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
        A short line for captions and for those who do not see the drawing.
    """

    width: int
    height: int
    cells: tuple[SceneCell, ...]
    heavy_rows: tuple[int, ...] = ()
    heavy_cols: tuple[int, ...] = ()
    highlights: Mapping[int, Highlight] = field(default_factory=dict)
    title: str = ""

    def __post_init__(self) -> None:
        if len(self.cells) != self.width * self.height:
            raise ValueError(f"{len(self.cells)} cells for {self.width}x{self.height}")
