"""The generator: boards in mid-game, a layout by seed opened as a player would."""

from collections.abc import Mapping

from gridwise.core.capabilities.generation import Generated, GenerationContext, Generator
from gridwise.core.grid import neighbours
from gridwise.core.method import Option
from gridwise.puzzles.minesweeper.position import COVERED, Position
from gridwise.puzzles.minesweeper.referee import REFEREE, read_board

_CHECK_EVERY = 1000  # cells that are opened

PARAMS = "WIDTHxHEIGHTxMINES (9x9x10)"
OPTIONS = (
    Option("opened", 30, (), "open at least so many percent of the safe cells"),
    Option("total", "yes", ("no", "yes"), "whether the number of mines is given"),
)


def generate(
    params: str, context: GenerationContext, options: Mapping[str, str | int]
) -> Generated[Position] | None:
    """Return a partly opened board, which has at least one layout.

    Random safe cells beside open ones are opened, and 0s flood, until the share is reached.

    Parameters
    ----------
    params
        The board; empty for 9x9x10.
    context
        The generation context; its random generator is used.
    options
        See `OPTIONS`.

    Raises
    ------
    ParameterError
        No such board.
    """
    board = params or "9x9x10"
    width, height, mines = read_board(board)
    share = min(100, int(options.get("opened", 30)))
    wanted = -(-share * (width * height - mines) // 100)
    context.check()
    state = REFEREE.deal(board, seed=context.random.getrandbits(40), first_click="any")
    solved = REFEREE.answer(state).shown
    context.check()
    opened = _opened(solved, width, height, wanted, context)
    position = Position(
        width,
        height,
        bytes(code if open_ else COVERED for code, open_ in zip(solved, opened, strict=True)),
        mines if options.get("total", "yes") == "yes" else None,
    )
    return Generated(position, {"opened": sum(opened)})


def _opened(
    solved: bytes, width: int, height: int, wanted: int, context: GenerationContext
) -> bytearray:
    """Return a byte a cell, 1 for open cells: at least `wanted`, if so many are safe. O(cells)."""
    opened = bytearray(len(solved))
    closed, near = (
        _CellIndex(len(solved)),
        _CellIndex(len(solved)),
    )  # the safe ones; those beside open ones
    for cell, code in enumerate(solved):
        if code <= 8:
            closed.add(cell)
    zeros = [cell for cell, code in enumerate(solved) if code == 0]
    start = context.random.choice(zeros or closed) if len(closed) else None
    done = 0
    while start is not None:
        flood = [start]
        opened[start] = 1
        for at, cell in enumerate(flood):  # grows while it is read
            if at % _CHECK_EVERY == 0:
                context.check()
            closed.remove(cell)
            near.remove(cell)
            for beside in neighbours(cell, width, height):
                if opened[beside] or solved[beside] > 8:
                    continue
                if solved[cell]:
                    near.add(beside)
                else:
                    opened[beside] = 1
                    flood.append(beside)
        done += len(flood)
        if done >= wanted:
            break
        start = context.random.choice(near if len(near) else closed)
    return opened


class _CellIndex:
    """A set of cells with fast access to the k-th in row-major order.

    It keeps counts for every hundred and every ten thousand cells.
    """

    def __init__(self, size: int) -> None:
        self._inside = bytearray(size)
        self._hundreds = [0] * (size // 100 + 1)
        self._myriads = [0] * (size // 10_000 + 1)
        self._number = 0

    def add(self, cell: int) -> None:
        if not self._inside[cell]:
            self._change(cell, 1)

    def remove(self, cell: int) -> None:
        if self._inside[cell]:
            self._change(cell, -1)

    def _change(self, cell: int, by: int) -> None:
        self._inside[cell] += by
        self._hundreds[cell // 100] += by
        self._myriads[cell // 10_000] += by
        self._number += by

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, k: int) -> int:
        if not 0 <= k < self._number:
            raise IndexError(k)
        myriad = 0
        while k >= self._myriads[myriad]:
            k -= self._myriads[myriad]
            myriad += 1
        hundred = myriad * 100
        while k >= self._hundreds[hundred]:
            k -= self._hundreds[hundred]
            hundred += 1
        cell = self._inside.index(1, hundred * 100)
        for _ in range(k):
            cell = self._inside.index(1, cell + 1)
        return cell


GENERATOR = Generator(OPTIONS, PARAMS, generate)
