"""The meaning of a program's trace on a board: cells, values, moves, reasons."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gridwise.core.grid import parse_cell_name
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.scene import Role, Scene
from gridwise.core.trace import CodesFacts, Decoder, Reason, Trace, WrappedDecoder
from gridwise.core.views import CnfModel, CountModel, StateSpace

_AWAY: Mapping[tuple[int, int], str] = {
    (0, -1): "left",
    (0, 1): "right",
    (-1, 0): "up",
    (1, 0): "down",
}
_BACK = {"left": "right", "right": "left", "up": "down", "down": "up"}


@dataclass(frozen=True, slots=True)
class ProgramTrace:
    """The run of a program on a board.

    Parameters
    ----------
    puzzle, position
        The board.
    program
        The name that the program gives itself.
    trace
        The steps; `trace.dropped` counts the lines that are not kept.
    more
        Whether the file has further runs.
    """

    puzzle: Puzzle[Any, Any]
    position: Any
    program: str
    trace: Trace
    more: bool = False


class TracedBoard(ABC):
    """A board in the words of programs.

    Parameters
    ----------
    scene
        The board's drawing.
    decoder
        The decoder of the view whose facts are used.
    start
        The state before the first step, if moves depend on it.
    """

    def __init__(self, scene: Scene, decoder: Decoder[Any], start: Any = None) -> None:
        self.scene, self.decoder, self.start = scene, decoder, start
        self.cells = len(scene.cells)

    def cell(self, given: object) -> int | None:
        """Return the cell that `r1c1` or [1, 1] names, or None if the board has none."""
        if isinstance(given, list) and len(given) == 2:
            if not all(type(number) is int for number in given):
                return None
            given = "r{}c{}".format(*given)
        if not isinstance(given, str):
            return None
        return parse_cell_name(given, self.scene.width, self.scene.height)

    @abstractmethod
    def takes(self, cell: int, value: object) -> bool:
        """Return whether a mark can say this value of a cell."""


class ValuesBoard(TracedBoard):
    """A board whose cells take values."""

    def __init__(
        self, scene: Scene, view: CnfModel[Any] | CountModel[Any], absent: str = ""
    ) -> None:
        super().__init__(scene, view.decoder)
        number = view.primary if isinstance(view, CnfModel) else view.variables
        self._facts: list[dict[str, int]] = [{} for _ in range(self.cells)]
        for variable in range(1, number + 1):
            for mark in view.decoder.marks(variable):
                self._facts[mark.cell][str(mark.value)] = variable
        for takes in self._facts:
            if absent and len(takes) == 1:
                takes[absent] = -next(iter(takes.values()))

    def values(self, cell: int) -> tuple[str, ...]:
        """Return the values that a cell can take."""
        return tuple(self._facts[cell])

    def takes(self, cell: int, value: object) -> bool:
        return type(value) in (int, str) and str(value) in self._facts[cell]

    def fact(self, cell: int, value: object) -> int | None:
        """Return the fact that a cell has a value, or None if it cannot take the value.

        Without a value it is the fact of the cell's only value.
        """
        takes = self._facts[cell]
        if value is None:
            positive = [fact for fact in takes.values() if fact > 0]
            return positive[0] if len(positive) == 1 else None
        return takes.get(str(value)) if type(value) in (int, str) else None

    def fits(self, cell: int, fact: int) -> bool:
        """Return whether the board leaves this open, or has it already."""
        drawn = self.scene.cells[cell]
        if drawn.role is Role.GIVEN:
            return fact == self._facts[cell].get(drawn.text)
        if drawn.role in (Role.QUEEN, Role.MINE):
            return fact > 0
        return fact < 0 if drawn.role in (Role.BLOCKED, Role.NUMBER, Role.SAFE) else True


class PathBoard(TracedBoard):
    """A board on which every move leads to another arrangement.

    `of_blank` says that directions are those of the blank, not of the moving tile.
    """

    def __init__(self, scene: Scene, space: StateSpace[Any, Any], *, of_blank: bool) -> None:
        super().__init__(scene, space.decoder, space.initial())
        self._space, self._of_blank = space, of_blank
        self._pieces = {cell.text for cell in scene.cells if cell.text}

    def takes(self, cell: int, value: object) -> bool:
        return type(value) is int and str(value) in self._pieces

    def _named(self, state: Any) -> Iterable[tuple[str, str, int, Any]]:
        """Yield each move: its direction, the piece, the fact, the state after it."""
        decoder, width = self.decoder, self.scene.width
        for fact, after, _ in self._space.successors(state):
            (mark,) = decoder.marks(fact)
            # The piece came from the place to which the reverse move brings it.
            back = next(fact for fact, old, _ in self._space.successors(after) if old == state)
            (other,) = decoder.marks(back)
            row, col = mark.cell // width, mark.cell % width
            direction = _AWAY[row - other.cell // width, col - other.cell % width]
            yield _BACK[direction] if self._of_blank else direction, str(mark.value), fact, after

    def moves(self, state: Any) -> tuple[str, ...]:
        """Return the moves in a state, as errors show them."""
        return tuple(f"{said} ({piece})" for said, piece, _, _ in self._named(state))

    def step(self, state: Any, move: object) -> tuple[int, Any] | None:
        """Return the fact of a move and the state after it, or None for an illegal move."""
        if type(move) not in (int, str):
            return None
        for said, piece, fact, after in self._named(state):
            if str(move) in (said, piece):
                return fact, after
        return None


def traced_board(
    puzzle: Puzzle[Any, Any], position: Any, *, of_blank: bool = False
) -> ValuesBoard | PathBoard | None:
    """Return the board of a trace, or None if it is too large for the views that it needs."""
    offers: Mapping[Any, Any] = puzzle.views(position)
    if not puzzle.countable:
        if StateSpace not in offers:
            return None
        space = offers[StateSpace].make()
        return PathBoard(puzzle.scene(position), space, of_blank=of_blank)
    kind = next((kind for kind in (CountModel, CnfModel) if kind in offers), None)
    if kind is None:
        return None
    return ValuesBoard(puzzle.scene(position), offers[kind].make(), puzzle.absent)


class _ProgramDecoder(WrappedDecoder[Any]):
    """The decoder of a board, with a program's reasons."""

    def __init__(self, inner: Decoder[Any]) -> None:
        super().__init__(inner)
        self.reasons: list[Reason] = []

    def reason(self, constraint: int) -> Reason | None:
        return self.reasons[constraint]


class ProgramView(CodesFacts[Any]):
    """Codes the facts of a program's trace: facts of a view of the board."""

    kind = "program"

    def __init__(self, decoder: Decoder[Any]) -> None:
        self.decoder = self._decoder = _ProgramDecoder(decoder)
        self._known: dict[Reason, int] = {}

    def fact(self, subject: int, value: int) -> int:
        return value

    def because(self, note: str, cells: tuple[int, ...], said: Message | None = None) -> int:
        """Return the number of a reason, as rows have it in `CAUSE`, or 0.

        `said` takes the place of the note.
        """
        if said is None and note:
            said = msg("{what}", what=note)
        if said is None and cells:
            named = tuple(self._decoder.cell_name(cell) for cell in cells)
            said = msg("because of {cells}", cells=named)
        if said is None:
            return 0
        reason = Reason(said, cells)
        number = self._known.get(reason)
        if number is None:
            self._decoder.reasons.append(reason)
            number = self._known[reason] = len(self._decoder.reasons)
        return number
