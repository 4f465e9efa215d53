"""Mine count: the mines left on the board, with numbers that have no cell in common.

Numbers without a common cell need different mines. If they need all that are left, every other
cell is safe; if they leave as many mines as other cells, all of those are mines.
"""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import (
    CellSum,
    MineBoard,
    every_once,
    make_step,
)

_NAME, _TITLE, _RUNG = "mine_count", msg("Mine count"), 8
_MOST_CHOICES = 3000
"""The most choices of numbers that are looked at; a person looks at few."""


def find(board: MineBoard) -> Iterator[Step]:
    """Yield the steps by the total, the fewest numbers first."""
    return every_once(sorted(_steps(board), key=lambda step: len(step.overlay.areas)))


def _steps(board: MineBoard) -> Iterator[Step]:
    total = board.total_sum()
    if total is None:
        return
    for chosen in _apart(board.sums(), total):
        cells = sum(cell_sum.cells for cell_sum in chosen)
        rest, mines = total.cells & ~cells, total.mines - sum(cell_sum.mines for cell_sum in chosen)
        if not rest or mines not in (0, rest.bit_count()):
            continue
        if not chosen:
            reason = (
                msg("{total}; as many covered cells are left as mines", total=board.words(total))
                if mines
                else msg("{total}; no mine is left to find", total=board.words(total))
            )
        elif mines:
            reason = msg(
                "{total}, {numbers}; these numbers have no cell in common, and they leave as many "
                "mines as other cells",
                total=board.words(total),
                numbers=tuple(map(board.words, chosen)),
            )
        else:
            reason = msg(
                "{total}, {numbers}; these numbers have no cell in common, and they need all mines "
                "that are left",
                total=board.words(total),
                numbers=tuple(map(board.words, chosen)),
            )
        safe, full = (0, rest) if mines else (rest, 0)
        yield make_step(
            board, _NAME, _TITLE, _RUNG, reason, safe=safe, mines=full, sums=(total, *chosen)
        )


def _apart(sums: list[CellSum], total: CellSum) -> Iterator[tuple[CellSum, ...]]:
    """Yield sets of sums without common cells that could decide the rest, the empty one first.

    Depth first, the sums with the most mines for their cells first, so many at most.
    """
    yield ()
    ordered = sorted(
        {one.cells: one for one in sums}.values(), key=lambda one: (-one.mines, one.size, one.cells)
    )
    left = _MOST_CHOICES

    def extend(
        start: int, chosen: tuple[CellSum, ...], cells: int, mines: int
    ) -> Iterator[tuple[CellSum, ...]]:
        nonlocal left
        for at in range(start, len(ordered)):
            one = ordered[at]
            if one.cells & cells or one.mines > total.mines - mines:
                continue
            left -= 1
            if left < 0:
                return
            more = (*chosen, one)
            covered, needed = cells | one.cells, mines + one.mines
            rest = total.size - covered.bit_count()
            if needed == total.mines or total.mines - needed == rest:
                yield more
            yield from extend(at + 1, more, covered, needed)

    yield from extend(0, (), 0, 0)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 80, find, {"ladder": _RUNG})
