"""The views of a board: a space of arrangements to search, and a rule that needs no search."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from gridwise.core.grid import cell_name
from gridwise.core.limits import Run
from gridwise.core.message import Message, msg
from gridwise.core.trace import Decoder, Mark
from gridwise.core.views import (
    Claims,
    Construction,
    Heuristic,
    Kernel,
    Model,
    Shortening,
    Stage,
    StateSpace,
)
from gridwise.puzzles.sliding import row_by_row as construct
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.engine import a_star, windows
from gridwise.puzzles.sliding.engine.beam import beam
from gridwise.puzzles.sliding.engine.ida_star import choose, shortest
from gridwise.puzzles.sliding.engine.turned import turn
from gridwise.puzzles.sliding.heuristics import Heuristics
from gridwise.puzzles.sliding.heuristics._estimator import Board
from gridwise.puzzles.sliding.pdb.exact import swaps
from gridwise.puzzles.sliding.position import Position, Slide, adjacent


@dataclass(frozen=True)
class SlideLens(Decoder[Slide]):
    """The fact of a slide is cell * size + tile: the tile, and the cell that it is in after it.

    The marks of a path, one after the other, give the board at its end.
    """

    position: Position
    slides: tuple[Slide, ...] = field(init=False, repr=False)
    """One move a tile, as a long path repeats them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slides", tuple(map(Slide, range(self.position.size))))

    def marks(self, fact: int) -> tuple[Mark, ...]:
        cell, tile = divmod(fact, self.position.size)
        return (Mark(cell, tile),)

    def moves(self, facts: Iterable[int]) -> tuple[Slide, ...]:
        size, slides = self.position.size, self.slides
        return tuple(slides[fact % size] for fact in facts)

    def cell_name(self, cell: int) -> str:
        return cell_name(cell, self.position.width)

    def word(self, mark: Mark) -> Message:
        return msg("{tile} slides to {cell}", tile=mark.value, cell=self.cell_name(mark.cell))


class SlidingSpace(StateSpace[Slide, bytes]):
    """All arrangements that slides lead to; a slide costs 1.

    A state is the tiles row by row, a byte each. Successors come in the order of the rules: the
    tile above the blank, left of it, right of it, below it.

    Parameters
    ----------
    position
        The root, and the goal.
    """

    wants_path = True

    def __init__(self, position: Position) -> None:
        self.decoder = SlideLens(position)
        self.reachable = rules.unsolvable(position) is None
        self.heuristics = Heuristics(Board(position.width, position.height, position.goal))
        self._position = position
        self._root, self._goal = bytes(position.tiles), bytes(position.goal)
        near = adjacent(position.width, position.height)
        self._near = tuple(
            tuple((cell, blank * position.size) for cell in near[blank])
            for blank in range(position.size)
        )
        self._swap = swaps(position.size)

    def initial(self) -> bytes:
        return self._root

    def is_goal(self, state: bytes) -> bool:
        return state == self._goal

    def successors(self, state: bytes) -> Iterable[tuple[int, bytes, int]]:
        swap = self._swap
        out = []
        for cell, code in self._near[state.index(0)]:
            tile = state[cell]
            out.append((code + tile, state.translate(swap[tile]), 1))
        return out

    def heuristic(self, name: str, run: Run) -> Heuristic[bytes]:
        made = self.heuristics
        assert isinstance(made, Heuristics)
        if name in made:
            with run.making_tables():
                return made.make(name, run.check)
        return super().heuristic(name, run)

    def claims(self) -> Mapping[str, Claims]:
        assert isinstance(self.heuristics, Heuristics)
        return self.heuristics.claims()

    def missing_tables(self, name: str) -> str | None:
        assert isinstance(self.heuristics, Heuristics)
        return self.heuristics.missing_tables(name)

    @property
    def has_beam(self) -> bool:
        return choose(turn(self._position), "auto") is not None

    def beam(self, width: int, run: Run) -> Model | None:
        return beam(self._position, width, run)

    def facts(self, model: Model) -> tuple[int, ...]:
        """Return nothing: a slide on the way says nothing of the solved board."""
        return ()


class RowByRow(Construction[Slide]):
    """The rule of `construct`: far from the shortest way, but quick on any board."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.decoder = SlideLens(position)

    def fact(self, subject: int, value: int) -> int:
        return value

    def construct(self, run: Run) -> Iterable[Model]:
        if rules.unsolvable(self.position) is None:
            yield construct.construct(self.position, run)

    def stages(self, run: Run) -> tuple[Stage, ...]:
        return construct.stages(self.position, run)

    def facts(self, model: Model) -> tuple[int, ...]:
        """Return nothing: a slide on the way says nothing of the solved board."""
        return ()


class Windows(Shortening[Slide]):
    """The way of `construct`, shortened by `windows`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.decoder = SlideLens(position)

    def fact(self, subject: int, value: int) -> int:
        return value

    def shorten(self, run: Run, widest: int, seconds: float) -> Iterable[Model]:
        if rules.unsolvable(self.position) is None:
            yield windows.shorten(self.position, widest, seconds, run)

    def facts(self, model: Model) -> tuple[int, ...]:
        """Return nothing: a slide on the way says nothing of the solved board."""
        return ()


class SlidingKernel(Kernel[Slide]):
    """The compiled IDA* of `engine`, or the A* of `a_star`: one shortest way.

    Parameters
    ----------
    position
        The root, and the goal.
    tables
        Which pattern databases IDA* uses, one of `engine.TABLES`.
    search
        `ida_star`, or `a_star` on boards of at most `a_star.MOST_CELLS` cells.
    """

    def __init__(self, position: Position, tables: str = "auto", search: str = "ida_star") -> None:
        self.position, self.tables, self.search = position, tables, search
        self.decoder = SlideLens(position)

    def fact(self, subject: int, value: int) -> int:
        return value

    def models(self, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        if rules.unsolvable(self.position) is not None:
            return
        run.optimal = True
        if self.search == "a_star":
            model = a_star.shortest(self.position, run)
        else:
            model = shortest(self.position, run, self.tables)
        run.count.layouts += 1
        yield model

    def facts(self, model: Model) -> tuple[int, ...]:
        """Return nothing: a slide on the way says nothing of the solved board."""
        return ()
