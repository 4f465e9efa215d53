"""Forced guesses and dead cells, as the kernels see them, against all layouts of small boards."""

from collections.abc import Collection
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from gridwise.compiled import jit
from gridwise.core.grid import neighbours
from gridwise.puzzles.minesweeper.policies import _weighing
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, Safe
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.puzzles.minesweeper.referee import REFEREE
from samples import THOROUGH, seeds

NEAR = [list(neighbours(cell, 5, 4)) for cell in range(20)]


def outlook() -> Any:
    return jit.load("gridwise.puzzles.minesweeper.engine.kernels.outlook")


def weighed(position: Position) -> Any:
    """The table of a board where a guess is needed; None where it is not."""
    code = jit.load(_weighing.MODULE)
    table = code.new_table(position.width, position.height, 1 << 12)
    table.board.shown[:] = np.frombuffer(position.shown, np.uint8)
    if code.advise(table, position.mines, code.SAFEST) != 0 or table.deal.list[0] < 0:
        return None
    outlook().find_pairs(table, position.mines)
    outlook().find_dead(table.board, table.outlook)
    code.label(table.board)
    return table


def in_play(seed: int) -> Position:
    """A board of 5x4 with 5 mines and some cells open."""
    state = REFEREE.deal("5x4x5", seed=seed, first_click="safe")
    state = REFEREE.reply(state, Safe(seed % 20)).state
    answer = REFEREE.answer(state).shown
    for cell in Random(seed).sample(range(20), 7):
        if answer[cell] != MINE:
            state = REFEREE.reply(state, Safe(cell)).state
    return REFEREE.position(state)


def layouts(position: Position) -> list[set[int]]:
    """The mines of every layout that fits the board and its total."""
    covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
    numbers = [(cell, code) for cell, code in enumerate(position.shown) if code <= 8]
    return [
        set(mines)
        for mines in combinations(covered, 5)
        if all(number(cell, mines) == code for cell, code in numbers)
    ]


def number(cell: int, mines: Collection[int]) -> int:
    return sum(near in mines for near in NEAR[cell])


def test_a_dead_cell_shows_the_same_in_all_layouts() -> None:
    dead, live = 0, 0
    for seed in seeds(80, 300):
        position = in_play(seed)
        table = weighed(position)
        if table is None:
            continue
        every = layouts(position)
        for cell in np.flatnonzero(table.board.know == 0).tolist():
            shows = {number(cell, mines) for mines in every if cell not in mines}
            if table.outlook.dead[cell]:
                assert len(shows) == 1, (PUZZLE.format(position), cell)
                dead += 1
            else:
                live += 1
    assert dead > 1
    assert live > 20


def test_where_no_safe_cell_tells_anything_none_does() -> None:
    """A probe that looks ahead gives the same weights, and calls no news what is none.

    Cells are of the type that the players have, for which a probe is compiled already.
    """
    code = jit.load(_weighing.MODULE)
    alike, silent = 0, 0
    for seed in {*seeds(80, 400), 283, 333}:  # on the last two a number is no news
        position = in_play(seed)
        table = weighed(position)
        if table is None:
            continue
        every = layouts(position)
        for cell in np.flatnonzero(table.board.know == 0).tolist():
            assert code.probe(table, np.int32(cell), 5, False) == code.DONE
            shows, least = table.probe.shows.copy(), table.probe.least.copy()
            assert code.probe(table, np.int32(cell), 5, True) == code.DONE
            assert table.probe.shows.tolist() == shows.tolist()
            for v in np.flatnonzero(shows > 0).tolist():
                alike += table.probe.least[v] == least[v]
                if least[v] > 0 or table.probe.least[v] == 0:
                    continue
                silent += 1
                left = [m for m in every if cell not in m and number(cell, m) == v]
                for other in range(20):
                    safe = table.outlook.touched[other] and not any(other in m for m in left)
                    if safe and other != cell:
                        assert len({number(other, m) for m in left}) == 1
    assert alike > 100
    assert silent > 0


def test_pairs_and_squares_look_the_same_either_way_round() -> None:
    """With mines on all outer cells, every other number stays when the mines change places."""
    groups = outlook().new_outlook(5, 4)
    kinds = set()
    for row, outer, many in zip(groups.pairs, groups.outer, groups.outers, strict=True):
        cells = [cell for cell in row.tolist() if cell >= 0]
        kinds.add((len(cells), int(many)))
        around = set(outer[:many].tolist())
        one, other = ({cells[0], cells[-1]}, set(cells[1:-1])) if len(cells) == 4 else (
            {cells[0]},
            {cells[1]},
        )  # fmt: skip
        for cell in set(range(20)) - set(cells) - around:
            assert number(cell, one | around) == number(cell, other | around)
        for cell in around:  # each of them would tell
            assert number(cell, one) != number(cell, other)
    assert {(2, 2), (2, 6), (4, 1), (4, 4)} <= kinds


def test_forced_guesses_are_counted_exactly() -> None:
    """In what share of the layouts a pair or square is lost to chance, and nothing else changed."""
    counted = {2: 0, 4: 0}
    for seed in seeds(200, 1200):
        position = in_play(seed)
        table = weighed(position)
        if table is None:
            continue
        every = layouts(position)
        state = [a.copy() for a in (table.board.know, table.board.need, table.board.open)]
        o = table.outlook
        for pair, row in enumerate(o.pairs):
            cells = [cell for cell in row.tolist() if cell >= 0]
            around = o.outer[pair, : o.outers[pair]].tolist()
            if any(table.board.know[cells] != 0) or any(table.board.know[around] == 2):
                continue
            one = {cells[0], cells[-1]} if len(cells) == 4 else {cells[0]}
            ways = (one, set(cells) - one)
            lost = [
                m for m in every if m >= set(around) and m & set(cells) in ways
            ]  # swapped, they are layouts as well
            share = outlook().count_forced(table, pair, 5)
            assert share == pytest.approx(len(lost) / len(every)), (PUZZLE.format(position), cells)
            counted[len(cells)] += bool(lost)
        board = table.board
        for before, after in zip(state, (board.know, board.need, board.open), strict=True):
            assert before.tolist() == after.tolist()
    assert counted[2] > 1, counted
    assert counted[4] > 1 or not THOROUGH, counted


@pytest.mark.parametrize(
    ("rows", "mines", "cells"),
    [
        ("-1/-3/XX", 3, [0, 2]),  # nothing tells r1c1 and r2c1 apart
        ("12XX/--5X/--5X/12XX", 8, [4, 5, 8, 9]),  # nor the diagonals of this square
    ],
)
def test_what_is_surely_forced_counts_as_one(rows: str, mines: int, cells: list[int]) -> None:
    height, width = rows.count("/") + 1, rows.index("/")
    signs = {"-": COVERED, "X": MINE}
    shown = bytes(signs.get(sign, ord(sign) - 48) for sign in rows.replace("/", ""))
    table = weighed(Position(width, height, shown, mines))
    assert table.outlook.sums[outlook().ALL] == pytest.approx(1.0)
    assert np.flatnonzero((table.outlook.ends > 0.9) & (table.board.know == 0)).tolist() == cells
    code = jit.load(_weighing.MODULE)
    assert code.probe(table, np.int32(cells[0]), mines, True) == code.DONE
    found = table.probe
    assert max(found.forced[found.shows > 0]) == pytest.approx(0.0), "guessed, it is over"
