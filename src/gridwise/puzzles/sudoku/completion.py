"""Completes boards without compiled code: the first solution, and whether there is another.

A board is a list with the places of each digit, a set of cells (see `candidates`): the cells that
it can go to and the cells where it stands.
"""

from collections.abc import Callable
from dataclasses import replace

from gridwise.puzzles.sudoku.candidates import Geometry, bits, geometry
from gridwise.puzzles.sudoku.position import Position

Places = list[int]
_Check = Callable[[], object]


def first_solution(position: Position, check: _Check, *, ordered: bool = True) -> Position | None:
    """Return a solution, or None without one.

    Parameters
    ----------
    position
        The board.
    check
        Called now and then; an exception ends the search.
    ordered
        Whether it is the first in row-major order, smaller digits first; else any, sooner.
    """
    shape = geometry(position.shape)
    solution = _solution(_places(position, shape), 0, shape, check, ordered=ordered)
    if solution is None:
        return None
    cells = bytearray(len(position.cells))
    for digit, places in enumerate(solution, 1):
        for cell in bits(places):
            cells[cell] = digit
    return replace(position, cells=bytes(cells))


def has_other(position: Position, solution: Position, check: _Check) -> bool:
    """Return whether a board has a solution beside the one that is known."""
    shape = geometry(position.shape)
    places, done = _places(position, shape), 0
    while True:
        check()
        done = _settle(places, done, shape)
        if done == shape.every:
            return False
        cell = _open_cell(places, done, shape.every)
        known = solution.cells[cell] - 1
        for digit, at in enumerate(places):
            if digit != known and at >> cell & 1:
                trial = places[:]
                _enter(trial, cell, digit, shape)
                if _solution(trial, done, shape, check) is not None:
                    return True
        _enter(places, cell, known, shape)


def _places(position: Position, shape: Geometry) -> Places:
    places, own = [shape.every] * position.size, [0] * position.size
    given = 0
    for cell, digit in enumerate(position.cells):
        if digit:
            places[digit - 1] &= ~shape.peers[cell]
            own[digit - 1] |= 1 << cell
            given |= 1 << cell
    places = [at & ~given | held for at, held in zip(places, own, strict=True)]
    for cell, mask in enumerate(position.removed_candidates):
        for digit in bits(mask):
            places[digit - 1] &= ~(1 << cell)
    return places


def _enter(places: Places, cell: int, digit: int, shape: Geometry) -> None:
    keep = ~(1 << cell)
    for other in range(len(places)):
        if other != digit:
            places[other] &= keep
    places[digit] &= ~shape.peers[cell]


def _solution(
    places: Places, done: int, shape: Geometry, check: _Check, *, ordered: bool = False
) -> Places | None:
    """Return the places of a solution; the first in order if `ordered`."""
    done = _settle(places, done, shape)
    if done < 0:
        return None
    if done == shape.every:
        return places
    check()
    first = (~done & -~done).bit_length() - 1
    cell = first if ordered else _open_cell(places, done, shape.every)
    for digit, at in enumerate(places):
        if at >> cell & 1:
            trial = places[:]
            _enter(trial, cell, digit, shape)
            solution = _solution(trial, done, shape, check, ordered=ordered)
            if solution is not None:
                return solution
    return None


def _open_cell(places: Places, done: int, every: int) -> int:
    """Return a cell with few candidates: two, if there is one."""
    at_least = [every & ~done]
    for at in places:
        for more in range(len(at_least) - 1, -1, -1):
            both = at_least[more] & at
            if both:
                if more + 1 == len(at_least):
                    at_least.append(0)
                at_least[more + 1] |= both
    for few, more_than in zip(at_least[2:], [*at_least[3:], 0], strict=True):
        cells = few & ~more_than
        if cells:
            return (cells & -cells).bit_length() - 1
    raise AssertionError("an open cell has candidates")


def _settle(places: Places, done: int, shape: Geometry) -> int:
    """Enter naked and hidden singles until none is left; return the cells entered, -1 for a clash.

    `done` are cells that were entered before.
    """
    every, houses, peers = shape.every, shape.houses, shape.peers
    while True:
        once = more = 0
        for at in places:
            more |= once & at
            once |= at
        if once != every:
            return -1
        naked = once & ~more & ~done
        if naked:
            done |= naked
            for digit, at in enumerate(places):
                hit = at & naked
                while hit:
                    low = hit & -hit
                    hit ^= low
                    places[digit] &= ~peers[low.bit_length() - 1]
            continue
        before = done
        for digit in range(len(places)):
            at = places[digit]
            if not at & ~done:
                if at.bit_count() != len(places):
                    return -1
                continue
            for house in houses:
                place = at & house
                if not place & (place - 1):
                    if not place:
                        return -1
                    if not place & done:
                        done |= place
                        for other in range(len(places)):
                            places[other] &= ~place
                        at &= ~peers[place.bit_length() - 1]
            places[digit] = at
        if done == before:
            return done
