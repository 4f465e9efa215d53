"""Drives the compiled search for chains of the Sudoku Explainer rating."""

from functools import lru_cache
from typing import Any

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.rating.chains import ChainSearch
from gridwise.puzzles.sudoku.rating.grid import (
    CHOICES,
    HOUSES,
    HOUSES_OF,
    PEERS,
    PLACE,
    Board,
    SeStep,
)
from gridwise.puzzles.sudoku.rating.patterns import CROSSINGS

_MODULE = "gridwise.puzzles.sudoku.engine.kernels.chains"
CODE = CompiledCode(_MODULE, "search", compile_s=8.4, apart=True)
_NONE = 1 << 62
_NODES, _PARENTS = 2_200_000, 16_000_000


@lru_cache(maxsize=1)
def _geometry() -> Any:
    import numpy as np

    crossing = np.zeros((4, 9, 9), np.int32)
    for pair, (_, second, rows) in enumerate(CROSSINGS):
        for house, shared in enumerate(rows):
            for other, mask in shared:
                crossing[pair, house, other - second] = mask
    place = [[PLACE[cell][house] for house in HOUSES_OF[cell]] for cell in range(81)]
    return jit.load(_MODULE).ChainHouses(
        np.array(HOUSES, np.int32),
        np.array(HOUSES_OF, np.int32),
        np.array(place, np.int32),
        np.array(PEERS, np.int32),
        crossing,
        np.array([mask.bit_count() for mask in range(512)], np.int32),
        np.array(CHOICES[2], np.int32),
    )


@lru_cache(maxsize=1)
def _work() -> Any:
    """Return the arrays that searches work in, most of them memory that is never touched."""
    import numpy as np

    def room(*shape: int) -> Any:
        return np.zeros(shape, np.int32)

    return jit.load(_MODULE).Nets(
        masks=room(81),
        places=room(27, 9),
        now_masks=room(81),
        now_places=room(27, 9),
        empty=room(27),
        digits=room(9),
        known=np.zeros(1458, np.int8),
        at=room(1458, 1458),
        order=room(1458, 2, 729),
        size=room(1458, 2),
        absurd=room(1458, 2),
        key=room(_NODES),
        first=room(_NODES),
        last=room(_NODES),
        parent=room(_PARENTS),
        stamp=room(1459),
        queue=room(1458),
        made=room(4096, 3),
        spare=room(16384),
        info=np.zeros(8, np.int64),
        gone=room(81),
        branch=room(4, 65536),
    )


def fits(search: ChainSearch) -> bool:
    """Return whether the kernels do what a search does: all but nested chains."""
    return search.level <= 1


def best(search: ChainSearch, board: Board, run: Run) -> SeStep | None:
    """Return the step of the shortest chain, as `ChainSearch.best` does."""
    with jit.compiling(run):
        kernels: Any = jit.load(_MODULE)
        geometry, work = _geometry(), _work()
        work.masks[:] = board.masks
        work.places[:] = board.places
        work.empty[:] = board.empty
        work.digits[:] = [board.digits.count(digit) for digit in range(1, 10)]
        work.known[:] = 0
        work.stamp[:] = 0
        work.info[:] = 0
        work.info[kernels.SCORE] = _NONE
        if not (search.multiple or search.dynamic):
            kernels.simple(geometry, work)
        else:
            for cell in range(81):
                run.check()
                kernels.search(
                    geometry,
                    work,
                    search.base,
                    search.multiple,
                    search.dynamic,
                    search.nishio,
                    search.level,
                    cell,
                )
    score, target = int(work.info[kernels.SCORE]), int(work.info[kernels.TARGET])
    if score == _NONE:
        return None
    rating, order = score >> 24, score & 15
    if target < 0:
        gone = tuple((cell, mask) for cell, mask in enumerate(work.gone.tolist()) if mask)
        return SeStep("bidirectional cycle", rating, gone)
    cell, digit = divmod(target // 2, 9)
    name = search.title(order, cycle=False)
    if not target & 1:
        return SeStep(name, rating, ((cell, 1 << digit),))
    others = board.masks[cell] & ~(1 << digit)
    return SeStep(name, rating, ((cell, others),), (cell, digit))
