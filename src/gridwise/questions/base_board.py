"""The board that people hold, without the questions to it: what it is, its moves, its drawing."""

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from operator import index
from pathlib import Path
from types import MappingProxyType, MethodType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle, Violation
from gridwise.core.question import Source, told, typed
from gridwise.core.scene import Highlight, Scene
from gridwise.questions.moves import played
from gridwise.reading import values
from gridwise.render.catalogue import catalogue
from gridwise.render.display import bundle_of, text_of
from gridwise.render.palette import theme_named
from gridwise.render.svg import to_svg
from gridwise.solving.files import style_named
from gridwise.solving.inputs import parse, read_board, read_inputs, read_text, with_goal
from gridwise.solving.instance import Instance

if TYPE_CHECKING:
    import numpy as np


class BaseBoard:
    """A board of any puzzle: what `Board` is without the questions to it.

    A question is also found by its name as a method of a board, wherever its file lies.
    """

    __slots__ = ("claims", "notes", "origin", "position", "puzzle")

    puzzle: Puzzle[Any, Any]
    position: Any
    origin: Any
    claims: Mapping[str, bool | int | str]
    notes: tuple[Message, ...]
    """What was assumed where the text of the board can be read in several ways; no part of it."""

    _held: ClassVar[type["BaseBoard"] | None] = None
    """`gridwise.Board` where it is imported."""

    def __init_subclass__(cls) -> None:
        BaseBoard._held = BaseBoard._held or cls

    def __init__(
        self,
        source: Source,
        *,
        puzzle: str | None = None,
        goal: Source = None,
    ) -> None:
        kind, position, origin, claims, notes = _read(source, puzzle)
        if goal is not None:
            goal = goal.position if isinstance(goal, BaseBoard) else goal
            position, origin = with_goal(position, goal), with_goal(origin, goal)
        self._fill(kind, position, origin, claims, notes)

    @classmethod
    def of(
        cls,
        puzzle: Puzzle[Any, Any],
        position: Any,
        origin: Any = None,
        claims: Mapping[str, bool | int | str] = MappingProxyType({}),
        notes: tuple[Message, ...] = (),
    ) -> Self:
        """Return the board of a position whose puzzle is known."""
        board = object.__new__(cls)
        board._fill(puzzle, position, position if origin is None else origin, claims, notes)
        return board

    def _fill(
        self,
        puzzle: Puzzle[Any, Any],
        position: Any,
        origin: Any,
        claims: Mapping[str, bool | int | str],
        notes: tuple[Message, ...],
    ) -> None:
        object.__setattr__(self, "puzzle", puzzle)
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "origin", origin)
        object.__setattr__(self, "claims", claims)
        object.__setattr__(self, "notes", notes)

    @classmethod
    @typed
    def read(cls, path: str | os.PathLike[str], *, puzzle: str | None = None) -> Self:
        """Return the one board of a file; `puzzle` is its kind, by default read from it."""
        kind, entry = read_board(Path(path), puzzle=puzzle)
        return cls.of(kind, entry.position, notes=entry.notes)

    @classmethod
    @typed
    def empty(cls, puzzle: str, size: str | int = "") -> Self:
        """Return a board with nothing on it.

        Parameters
        ----------
        puzzle
            The kind.
        size
            As `generate` takes it (`"3x3"`, `"9x9x10"`, `8`); by default the usual size. A sliding
            board is then solved.
        """
        interaction = registry.interaction(registry.puzzle(puzzle).name)
        wanted = str(size) or next(iter(interaction.sizes))
        return cls.of(interaction.puzzle, interaction.empty(wanted))

    @property
    def notation(self) -> str:
        """The board on one line, as every command and function reads it."""
        return self.puzzle.format(self.position)

    @typed
    def to_text(self, style: str = "grid") -> str:
        """Return the board as the text of a file; `style` is one of `puzzle.styles`."""
        return self.puzzle.format(self.position, style_named(style, self.puzzle))

    def to_list(self) -> list[list[int | str]]:
        """Return the values of the cells, a list a row; `Board` takes it back.

        Numbers are numbers, and 0 is an empty cell of a Sudoku or the blank of a sliding board. A
        queen is 1, an empty square 0, a blocked one `"x"`, a queen on a blocked one `"!"`. Cells of
        Minesweeper without a number are `"-"` (covered), `"X"` (a mine) and `"s"` (safe).

        The values say neither boxes of a shape that is not the usual one, nor the goal of a sliding
        board, nor the number of mines.

        Raises
        ------
        ParameterError
            The board is too large to be drawn.

        Examples
        --------
        >>> board = Board([[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 3, 0], [0, 0, 0, 4]])
        >>> board.to_list()[1]
        [0, 2, 0, 0]
        >>> Board(board.to_list()) == board
        True
        """
        scene = self.scene()
        cells, width = scene.cells, scene.width
        starts = range(0, len(cells), width)
        return [[cell.value for cell in cells[start : start + width]] for start in starts]

    def to_numpy(self) -> "np.ndarray[Any, Any]":
        """Return the values of `to_list` as an array of rows x columns.

        It holds whole numbers (int64), or objects if the cells of the board hold signs too.
        """
        import numpy as np

        rows = self.to_list()
        signs = any(isinstance(value, str) for row in rows for value in row)
        return np.array(rows, object if signs else np.int64)

    def __iter__(self) -> Iterator[list[int | str]]:
        """Iterate over the rows, as NumPy does."""
        return iter(self.to_list())

    def __getitem__(self, cell: str | int | tuple[int, int]) -> Any:
        """Return the value of a cell, `board["r1c1"]` or `board[0, 0]`, or a row, `board[0]`.

        Rows and columns of numbers count from 0, from the end if they are negative.
        """
        rows = self.to_list()
        height, width = len(rows), len(rows[0])
        try:
            if isinstance(cell, tuple):
                row, column = map(index, cell)
                return rows[row][column]
            if not isinstance(cell, str):
                return rows[index(cell)]
            at = parse_cell_name(cell, width, height)
            if at is not None:
                return rows[at // width][at % width]
        except (TypeError, ValueError, IndexError):
            pass
        last = cell_name(height * width - 1, width)
        expected = msg("a cell from r1c1 to {last}", last=last)
        if not isinstance(cell, str):
            expected = msg(
                "a row from 0 to {row} and a column from 0 to {column}",
                row=height - 1,
                column=width - 1,
            )
        raise ParameterError(
            msg("found {found}, expected {expected}", found=told(cell), expected=expected)
        )

    def scene(self, *, highlights: Mapping[int, Highlight] | None = None) -> Scene:
        """Return the drawing as data: cells with their roles, lines, `highlights` by cell.

        Raises
        ------
        ParameterError
            The board is too large to be drawn.
        """
        return self.puzzle.scene(self.position, origin=self.origin, highlights=highlights)

    @typed
    def svg(self, *, theme: str = "light", lang: str = "en") -> str:
        """Return the drawing as an SVG document; `lang` is the language of its description."""
        return to_svg(self.scene(), theme=theme_named(theme), catalogue=catalogue(lang))

    def legal_moves(self) -> tuple[str, ...]:
        """Return the moves that the rules allow, wise or not, as `play` takes them."""
        return self.moves_as_text(self.puzzle.moves(self.position))

    def moves_as_text(self, moves: Iterable[Any]) -> tuple[str, ...]:
        """Return moves of the puzzle as text."""
        return tuple(self.puzzle.format_move(self.position, move) for move in moves)

    def play(self, *moves: Any) -> Self:
        """Return the board after moves, in order.

        Parameters
        ----------
        *moves
            Each the text of a move (`"r1c3=4"`, `"r1c1"`, `"8"`) or a move of the puzzle.

        Raises
        ------
        ParseError, ParameterError
            The text is no move, or the move is not legal; the error names similar legal moves.

        Examples
        --------
        >>> Board("queens:4:").play("r1c2", "r2c4").notation
        'queens:4:r1c2,r2c4'
        """
        position = self.position
        for move in moves:
            position = played(self.puzzle, position, move)
        return self.with_position(position)

    def with_position(self, position: Any) -> Self:
        """Return the board with another position of its puzzle, and the same origin."""
        return type(self).of(self.puzzle, position, self.origin)

    def violations(self) -> tuple[Violation, ...]:
        """Return the rules that the board breaks, each with its `text` and `cells`."""
        return self.puzzle.violations(self.position)

    @property
    def is_solved(self) -> bool:
        """Whether nothing is left to do and no rule is broken."""
        return self.puzzle.is_solved(self.position)

    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods that work on this board, the first choice first."""
        return tuple(method.name for method in registry.methods_for(self.position))

    def _repr_svg_(self) -> str | None:
        return bundle_of(self).get("image/svg+xml")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"Board({self.notation!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseBoard):
            return NotImplemented
        return self.puzzle is other.puzzle and bool(self.position == other.position)

    def __hash__(self) -> int:
        return hash((self.puzzle.name, self.position))

    def __reduce__(self) -> tuple[Any, ...]:
        origin = None if self.origin == self.position else self.puzzle.format(self.origin)
        return _unpickled, (self.puzzle.name, self.notation, origin, dict(self.claims))

    def __getattr__(self, name: str) -> Any:
        question = None if name.startswith("_") else registry.questions().get(name)
        if question is None or name in self.__slots__:
            kind = type(self).__name__
            raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=self)
        return MethodType(question.function, self)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a board does not change: play() returns another one (set {name!r})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a board does not change (delete {name!r})")


def held_class() -> type[BaseBoard]:
    """Return the class of the boards that questions return."""
    return BaseBoard._held or BaseBoard


def board_of(source: Source, **options: Any) -> BaseBoard:
    """Return the board of a question: the source itself, or one that is made of it."""
    if isinstance(source, BaseBoard) and all(value is None for value in options.values()):
        return source
    if isinstance(source, Instance):
        return held_class().of(source.puzzle, source.position)
    return held_class()(source, **options)


@typed
def read_boards(source: Source, *, puzzle: str | None = None) -> list[BaseBoard]:
    """Return all boards of a file, a text or a list.

    Parameters
    ----------
    source
        Anything that `Board` takes, but with any number of boards; or several of these. A list of
        texts is the rows of one board if they make one.
    puzzle
        The kind; by default it is read from the content.

    Raises
    ------
    ParseError
        A part is no board.

    Examples
    --------
    >>> [board.notation for board in read_boards(["queens:4:", "sudoku:2x2:1.......3......4"])]
    ['queens:4:', 'sudoku:2x2:1.......3......4']
    """
    if _is_several(source, puzzle):
        return [board for one in source for board in read_boards(one, puzzle=puzzle)]
    if not _is_text(source):
        return [held_class()(source, puzzle=puzzle)]
    out = []
    for item in read_inputs([source], puzzle=puzzle):
        if item.entry.error is not None:
            raise item.entry.error
        assert item.puzzle is not None
        out.append(held_class().of(item.puzzle, item.entry.position, notes=item.entry.notes))
    return out


def _is_text(source: Source) -> bool:
    """Return whether a source is a text, a path or values, which are read."""
    if isinstance(source, BaseBoard):
        return False
    return isinstance(source, str | os.PathLike) or values.text_of(source) is not None


def sources_of(boards: Source) -> list[Any]:
    """Return the sources of several boards: the items of a list, or the only source."""
    return list(boards) if _is_several(boards, None) else [boards]


def _is_several(source: Source, puzzle: str | None) -> bool:
    """Return whether a source is a list of sources, not a board by itself.

    A list of texts is the rows of a board if these make one, and else a list of sources.
    """
    single = isinstance(source, str | os.PathLike | BaseBoard) or getattr(source, "ndim", 1) == 0
    if single or not isinstance(source, Iterable):
        return False
    text = values.text_of(source)
    listed = not isinstance(source, Mapping) and getattr(source, "ndim", 1) == 1
    if text is None or not listed or not isinstance(next(iter(source)), str):
        return text is None
    entries = [entry for _, entry in islice(read_text(text, puzzle=puzzle), 2)]
    return len(entries) > 1 or entries[0].error is not None


def instance_of(source: Source) -> Instance:
    """Return the position, the puzzle and the views of the board of a question."""
    if isinstance(source, Instance):
        return source
    board = board_of(source)
    return Instance.of(board.position, board.puzzle)


def _read(
    source: Source, puzzle: str | None
) -> tuple[Puzzle[Any, Any], Any, Any, Mapping[str, bool | int | str], tuple[Message, ...]]:
    """Return the parts of a board: puzzle, position, origin, claims, notes."""
    claims: Mapping[str, bool | int | str] = MappingProxyType({})
    notes: tuple[Message, ...] = ()
    if isinstance(source, BaseBoard):
        kind, position, origin, claims = (
            source.puzzle,
            source.position,
            source.origin,
            source.claims,
        )
        notes = source.notes
    elif _is_text(source):
        kind, entry = read_board(source, puzzle=puzzle)
        return kind, entry.position, entry.position, claims, entry.notes
    else:
        position = origin = source.position if isinstance(source, Instance) else source
        try:
            kind = registry.puzzle_of(position)
        except UnknownNameError:
            raise ParameterError(
                msg(
                    "found {what}, expected a board: a notation such as {example}, the text of a "
                    "board, a list of rows, the path of a file, a position or a Board",
                    what=told(source),
                    example=next(iter(registry.puzzles().values())).examples[0],
                )
            ) from None
    if puzzle is not None and registry.puzzle(puzzle) is not kind:
        found, wanted = kind.name, puzzle
        raise ParameterError(
            msg("found a board of {found}, expected {wanted}", found=found, wanted=wanted)
        )
    return kind, position, origin, claims, notes


def _unpickled(
    puzzle: str, notation: str, origin: str | None, claims: Mapping[str, bool | int | str]
) -> BaseBoard:
    position = parse(notation, puzzle=puzzle)
    start = position if origin is None else parse(origin, puzzle=puzzle)
    return held_class().of(registry.puzzle(puzzle), position, start, claims)
