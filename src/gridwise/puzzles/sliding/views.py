"""The views of a board: the state space, constructions of a solution, and the compiled search."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from gridwise.compiled import jit
from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import Run
from gridwise.core.trace import Decoder, Mark
from gridwise.core.views import (
    Claims,
    CompiledPart,
    Construction,
    EngineView,
    Heuristic,
    Model,
    Shortening,
    Stage,
    StateSpace,
    View,
)
from gridwise.puzzles.sliding import row_by_row, rules
from gridwise.puzzles.sliding.engine import a_star, windows
from gridwise.puzzles.sliding.engine.beam import beam
from gridwise.puzzles.sliding.engine.ida_star import choose, code_for, shortest
from gridwise.puzzles.sliding.engine.turned import turn
from gridwise.puzzles.sliding.heuristics import Heuristics
from gridwise.puzzles.sliding.heuristics._estimator import GoalBoard
from gridwise.puzzles.sliding.pdb.exact import swaps
from gridwise.puzzles.sliding.position import Position, Slide, adjacent


@dataclass(frozen=True)
class SlideDecoder(Decoder[Slide]):
    """Decodes slides: a fact is cell * size + tile, the tile and its cell after the slide.

    The marks of a path, in order, give the board at its end.
    """

    position: Position
    slides: tuple[Slide, ...] = field(init=False, repr=False)
    """One move a tile, shared by all slides of a path."""

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


class SlideView(View[Slide]):
    """A view whose models are paths and whose trace values are facts."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.decoder = SlideDecoder(position)

    def fact(self, subject: int, value: int) -> int:
        return value


class SlidingSpace(StateSpace[Slide, bytes]):
    """The arrangements that slides can reach; a slide costs 1.

    A state is the tiles, row-major, a byte each. Successors come in the order of `rules.moves`.
    `position` gives the root and the goal.
    """

    wants_path = True

    def __init__(self, position: Position) -> None:
        self.decoder = SlideDecoder(position)
        self.reachable = rules.unsolvable(position) is None
        self.heuristics = Heuristics(GoalBoard(position.width, position.height, position.goal))
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


class RowByRow(SlideView, Construction[Slide]):
    """The construction `row_by_row`: a path far from the shortest, but quick on any board."""

    def construct(self, run: Run) -> Iterable[Model]:
        if rules.unsolvable(self.position) is None:
            yield row_by_row.construct(self.position, run)

    def stages(self, run: Run) -> tuple[Stage, ...]:
        return row_by_row.stages(self.position, run)


class WindowShortening(SlideView, Shortening[Slide]):
    """The path of `row_by_row`, shortened by `windows`."""

    def shorten(self, run: Run, widest: int, seconds: float) -> Iterable[Model]:
        if rules.unsolvable(self.position) is None:
            yield windows.shorten(self.position, widest, seconds, run)


class SlidingKernel(SlideView, EngineView[Slide]):
    """The compiled IDA* of `ida_star`, or the A* of `a_star`: one shortest path.

    Parameters
    ----------
    position
        The root and the goal.
    tables
        The pattern databases of IDA*, one of `ida_star.TABLES`.
    search
        `ida_star`, or `a_star` on boards of at most `a_star.MOST_CELLS` cells.
    """

    def __init__(self, position: Position, tables: str = "auto", search: str = "ida_star") -> None:
        super().__init__(position)
        self.tables, self.search = tables, search

    def load(self, run: Run) -> None:
        jit.warm(run)

    def code(self, *, counting: bool) -> CompiledPart:
        if self.search == "a_star":
            return a_star.CODE
        return code_for(turn(self.position), self.tables)

    def models(self, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        if rules.unsolvable(self.position) is not None:
            return
        run.report.optimal = True
        if self.search == "a_star":
            model = a_star.shortest(self.position, run)
        else:
            model = shortest(self.position, run, self.tables)
        run.count.layouts += 1
        yield model
