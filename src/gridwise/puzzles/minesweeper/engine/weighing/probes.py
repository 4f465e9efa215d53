"""Foresees the number of a cell and its effects: the twin of `kernels.probe`.

The layouts are counted with the cell safe and watched: a watched cell is a number that counts its
mines up. One pass forward gives the weight of every number that it may show, one pass back for each
of them the cells that are safe then.
"""

from dataclasses import dataclass, field
from math import exp

from gridwise.puzzles.minesweeper.engine.weighing.board import (
    UNDECIDED,
    WeighedBoard,
    binomials,
    product,
)
from gridwise.puzzles.minesweeper.engine.weighing.chains import (
    MINES_AT,
    WATCH_AT,
    Boxes,
    Counted,
    links,
)
from gridwise.puzzles.minesweeper.engine.weighing.outlook import ForcedGuesses


@dataclass(slots=True)
class ProbeResult:
    """The effects of opening a cell, by the number that it may show.

    Attributes
    ----------
    shows
        The weights of the numbers; they add up to the chance that the cell is safe.
    least
        The least risk of a cell then. With an outlook it leaves out the cells that tell nothing if
        others are left.
    free
        The number of cells safe then.
    forced
        The guesses that will be forced; with an outlook.
    """

    shows: list[float] = field(default_factory=lambda: [0.0] * 9)
    least: list[float] = field(default_factory=lambda: [1.0] * 9)
    free: list[float] = field(default_factory=lambda: [0.0] * 9)
    forced: list[float] = field(default_factory=lambda: [0.0] * 9)


def probe(board: WeighedBoard, cell: int, outlook: ForcedGuesses | None) -> ProbeResult:
    """Return the effects of opening an undecided cell; after `weigh`.

    Components that neither the cell nor its neighbours touch are taken with the mines that they
    can have, but the risks in them stay as before.

    Parameters
    ----------
    outlook
        The guesses that may be forced; None does not look ahead.
    """
    found = ProbeResult()
    near, know = board.near[cell], board.know
    mined = sum(know[c] == 1 for c in near)
    fresh = [c for c in near if know[c] == UNDECIDED]
    beside = list(board.beside)
    for other in fresh:
        beside[other] = tuple(sorted((*beside[other], cell)))
    cells = [c for c in board.cells if beside[c] and c != cell]
    boxes = Boxes(cells, beside)
    starts: list[int] = []
    for other in near:
        if board.shown[other] <= 8:
            starts += boxes.beside.get(other, ())
        elif know[other] == UNDECIDED:
            starts.append(boxes.of[other])
    chain: list[int] = []
    for box in starts:
        if not boxes.taken(box):
            chain += boxes.ordered(*boxes.component(box))
    counted = Counted(links(boxes, chain, board.need, cell), board.run) if chain else None
    _tell(
        board, cell, found, boxes, chain, counted, mined, len(board.cells) - 1 - len(cells), outlook
    )
    return found


def _tell(
    board: WeighedBoard,
    cell: int,
    found: ProbeResult,
    boxes: Boxes,
    chain: list[int],
    counted: Counted | None,
    mined: int,
    rest: int,
    outlook: ForcedGuesses | None,
) -> None:
    before, weighed = board.boxes, board.weighed
    touched = {before.of[c] for box in chain if (c := boxes.first[box]) in before.of}
    if cell in before.of:
        touched.add(before.of[cell])
    # The components that are left alone: their mines, and the least risk in them.
    lowest, safest = 0, 1.0
    other = [1.0]
    for component in board.components:
        if not touched.isdisjoint(component.chain):
            continue
        lowest += component.counted.low
        other = product(other, component.counted.poly)
        safest = min(safest, *(weighed.chance[box] for box in component.chain))
    if rest > 0:
        safest = min(safest, weighed.elsewhere)
    mines = [key >> MINES_AT for key in counted.keys] if counted else [0]
    low = min(mines)
    widest = max(mines) - low + len(other) - 1
    tail, scale = binomials(rest, board.mines - board.known - low - lowest, widest)
    factor = exp(scale - weighed.scale) / weighed.total
    weights = []
    for i in range(widest - len(other) + 2):
        weight = 0.0
        for j, number in enumerate(other):
            weight += number * tail[i + j]
        weights.append(weight * factor)
    telling = outlook.touch(cell, boxes) if outlook else safest
    if counted is None:
        found.shows[mined] = weights[0]
        found.least[mined] = safest
        if outlook:
            found.least[mined] = telling if telling < 1.0 else safest
            found.forced[mined] = outlook.forced()
            outlook.chance[cell] = board.risk[cell]
        return
    shown = [mined + (key >> WATCH_AT & 15) for key in counted.keys]
    ends = [weights[number - low] for number in mines]
    for value, ways, weight in zip(shown, counted.values[-1], ends, strict=True):
        found.shows[value] += ways * weight
    for value in range(mined, 9):
        if found.shows[value] <= 0.0:
            continue
        back = [w if v == value else 0.0 for v, w in zip(shown, ends, strict=True)]
        sums = counted.mines(back)
        least = safest
        for box, number in zip(chain, sums, strict=True):
            size = boxes.sizes[box]
            if number <= 0.0:
                found.free[value] += size
                least = 0.0
            else:
                least = min(least, number / (found.shows[value] * size))
        found.least[value] = least
        if outlook:
            risks = {
                box: number / (found.shows[value] * boxes.sizes[box])
                for box, number in zip(chain, sums, strict=True)
            }
            least, found.forced[value] = outlook.ahead(cell, boxes, risks, telling)
            if least < 1.0:
                found.least[value] = least
    if outlook:
        outlook.chance[cell] = board.risk[cell]
