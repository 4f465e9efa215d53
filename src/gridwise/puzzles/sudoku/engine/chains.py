"""Drives the compiled search for chains of the Sudoku Explainer rating."""

from functools import lru_cache
from typing import Any

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.rating.chains import ChainSearch
from gridwise.puzzles.sudoku.rating.grid import (
    BITS,
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
_NETS = "gridwise.puzzles.sudoku.engine.kernels.nets"
_REACH = "gridwise.puzzles.sudoku.engine.kernels.reach"
CODE = CompiledCode(_MODULE, "search", compile_s=10.0, apart=True)
NESTED = CompiledCode(_MODULE, "nest", compile_s=6.0, apart=True)
_NODES, _PARENTS = 2_200_000, 24_000_000
_SLOTS, _CYCLES, _CHAINS = 1714, 256, 1 << 18


@lru_cache(maxsize=1)
def _geometry() -> Any:
    import numpy as np

    crossing = np.zeros((4, 9, 9), np.int32)
    for pair, (_, second, rows) in enumerate(CROSSINGS):
        for house, shared in enumerate(rows):
            for other, mask in shared:
                crossing[pair, house, other - second] = mask
    place = [[PLACE[cell][house] for house in HOUSES_OF[cell]] for cell in range(81)]
    return jit.load(_NETS).ChainHouses(
        np.array(HOUSES, np.int32),
        np.array(HOUSES_OF, np.int32),
        np.array(place, np.int32),
        np.array(PEERS, np.int32),
        crossing,
        np.array([mask.bit_count() for mask in range(512)], np.int32),
        np.array(CHOICES[2], np.int32),
        np.array([(*BITS[mask], *[0] * 9)[:9] for mask in range(512)], np.int32),
    )


@lru_cache(maxsize=2)
def _work(layer: int) -> Any:
    """Return the arrays that searches work in, mostly memory that is never touched.

    Layer 1 is for chains nested in chains of layer 0.
    """
    import numpy as np

    def room(*shape: int, dtype: Any = np.int32) -> Any:
        return np.zeros(shape, dtype)

    chains = 1 if layer else _CHAINS
    return jit.load(_NETS).Nets(
        masks=room(81),
        places=room(27, 9),
        now_masks=room(81),
        now_places=room(27, 9),
        empty=room(27),
        digits=room(9),
        known=room(1458, dtype=np.int8),
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
        info=room(16, dtype=np.int64),
        gone=room(81),
        branch=room(4, 65536),
        cause=room(_NODES, dtype=np.int8),
        nested=room(_NODES),
        identity=room(chains, dtype=np.int64),
        length=room(chains),
        met=room(chains),
        best=room(_SLOTS, dtype=np.int64),
        target=room(_SLOTS),
        why=room(_SLOTS),
        count=room(_SLOTS),
        witness=room(_SLOTS, 9),
        takes=room(_CYCLES, 81),
        chain=room(9),
        all_nets=room(9),
        nets=room(9),
        out=room(40),
        out_cause=room(4),
        heads=room(2),
        cells=room(20),
        gone_masks=room(20),
        seen=room(81, 9, dtype=np.int8),
        inside=room(81, dtype=np.int8),
        sorted=room(_SLOTS),
        reach=room(729, 27, dtype=np.int64),
        links=room(2048, 2),
        present=room(27, dtype=np.int64),
        ends=room(27, dtype=np.int64),
        round=room(27, dtype=np.int64),
        hit=room(81, dtype=np.int8),
    )


def fits(search: ChainSearch) -> bool:
    """Return whether the kernels can do a search: all but chains nested twice."""
    return search.level < 4 or search.inner < 2


def left_s(search: ChainSearch) -> float:
    """Return the processor seconds that a plain search may take before compiled code is better."""
    if search.level < 2:
        return CODE.left_s()
    spent = CODE.spent_s + NESTED.spent_s
    return max(0.0, CODE.price_s + NESTED.missing_s - spent)


def best(search: ChainSearch, board: Board, run: Run) -> SeStep | None:
    """Return the step of the shortest chain, as `ChainSearch.best` does."""
    with jit.compiling(run):
        kernels: Any = jit.load(_MODULE)
        geometry, work = _geometry(), _work(0)
        work.masks[:] = board.masks
        work.places[:] = board.places
        work.empty[:] = board.empty
        work.digits[:] = [board.digits.count(digit) for digit in range(1, 10)]
        if work.info[kernels.CHAINS]:
            work.met[:] = work.identity[:] = 0
        work.stamp[:] = work.info[:] = 0
        kernels.clear(work, 0)
        if search.level > 1:
            inner = _work(1)
            inner.empty[:], inner.digits[:] = work.empty, work.digits
            inner.stamp[:] = inner.info[:] = 0
            jit.load(_REACH).find_reach(geometry, work)
            for cell in range(81):
                for digit in BITS[board.masks[cell]]:
                    for literal in (18 * cell + 2 * digit + 1, 18 * cell + 2 * digit):
                        run.check()
                        kernels.nest(geometry, work, inner, literal, search.level, search.inner)
        if not (search.multiple or search.dynamic):
            kernels.simple(geometry, work, True)
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
    if work.info[kernels.FULL]:
        return search.best(board)
    score, slot = int(work.info[kernels.SCORE]), int(work.info[kernels.SLOT])
    if score == kernels.NONE:
        return None
    rating, order = score >> 44, score >> 24 & 15
    target = int(work.target[slot])
    if slot >= kernels.LITERALS:
        gone = work.takes[slot - kernels.LITERALS].tolist()
        removed = tuple((cell, mask) for cell, mask in enumerate(gone) if mask)
    else:
        cell, digit = divmod(slot // 2, 9)
        mask = 1 << digit
        removed = ((cell, board.masks[cell] & ~mask if slot & 1 else mask),)
    name = search.title(order, cycle=target < 0)
    return SeStep(
        name, rating, removed, divmod(target // 2, 9) if target & 1 and target > 0 else None
    )
