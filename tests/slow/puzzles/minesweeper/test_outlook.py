"""Forced guesses and dead cells, against all layouts of small boards."""

from collections.abc import Collection
from itertools import combinations
from random import Random

import pytest

from gridwise.core.grid import neighbours
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import choice
from gridwise.puzzles.minesweeper.engine.foresight import ForcedGuesses, groups, probe
from gridwise.puzzles.minesweeper.engine.open_board import SAFE, UNDECIDED
from gridwise.puzzles.minesweeper.engine.weighed_board import ChainCache, WeighedBoard
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, Safe
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.puzzles.minesweeper.referee import REFEREE
from samples import THOROUGH, seeds

NEAR = [list(neighbours(cell, 5, 4)) for cell in range(20)]


def weighed(position: Position) -> ForcedGuesses | None:
    """The forced guesses of a board where a guess is needed; None if it is not."""
    if choice.advise(position, Run(), choice.SAFEST).guess is None:
        return None
    board = WeighedBoard(position, Run(), ChainCache())
    board.deduce()
    board.weigh()
    choice._certain(board)
    return ForcedGuesses(board)


def undecided(outlook: ForcedGuesses) -> list[int]:
    return [cell for cell in outlook.board.cells if outlook.board.know[cell] == UNDECIDED]


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
        outlook = weighed(position)
        if outlook is None:
            continue
        every = layouts(position)
        for cell in undecided(outlook):
            shows = {number(cell, mines) for mines in every if cell not in mines}
            if cell in outlook._dead:
                assert len(shows) == 1, (PUZZLE.format(position), cell)
                dead += 1
            else:
                live += 1
    assert dead > 1
    assert live > 20


def test_where_no_safe_cell_tells_anything_none_does() -> None:
    """A probe that looks ahead gives the same weights, and calls no news what is none."""
    alike, silent = 0, 0
    for seed in {*seeds(80, 400), 283, 333}:  # on the last two a number is no news
        position = in_play(seed)
        outlook = weighed(position)
        if outlook is None:
            continue
        every = layouts(position)
        for cell in undecided(outlook):
            alone, ahead = probe(outlook.board, cell, None), probe(outlook.board, cell, outlook)
            assert ahead.shows == alone.shows
            for v in (v for v in range(9) if alone.shows[v] > 0):
                alike += ahead.least[v] == alone.least[v]
                if alone.least[v] > 0 or ahead.least[v] == 0:
                    continue
                silent += 1
                left = [m for m in every if cell not in m and number(cell, m) == v]
                for other in outlook._touched:
                    if not any(other in m for m in left):
                        assert len({number(other, m) for m in left}) == 1
    assert alike > 100
    assert silent > 0


def test_pairs_and_squares_look_the_same_either_way_round() -> None:
    """With mines on all outer cells, every other number stays when the mines change places."""
    kinds = set()
    for group, outer in groups(5, 4):
        kinds.add((len(group), len(outer)))
        cells, around = list(group), set(outer)
        one = {cells[0], cells[-1]} if len(cells) == 4 else {cells[0]}
        other = set(cells) - one
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
        outlook = weighed(position)
        if outlook is None:
            continue
        every = layouts(position)
        board = outlook.board
        state = [*board.know], [*board.need]
        for group in groups(5, 4):
            cells, around = group
            if any(board.know[c] != UNDECIDED for c in cells) or any(
                board.know[c] == SAFE for c in around
            ):
                continue
            one = {cells[0], cells[-1]} if len(cells) == 4 else {cells[0]}
            ways = (one, set(cells) - one)
            lost = [
                m for m in every if m >= set(around) and m & set(cells) in ways
            ]  # swapped, they are layouts as well
            share = outlook._counted(group)
            assert share == pytest.approx(len(lost) / len(every)), (PUZZLE.format(position), cells)
            counted[len(cells)] += bool(lost)
        assert state == ([*board.know], [*board.need])
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
    outlook = weighed(Position(width, height, shown, mines))
    assert outlook is not None
    assert outlook.total == pytest.approx(1.0)
    assert [cell for cell in undecided(outlook) if outlook.ends[cell] > 0.9] == cells
    effects = probe(outlook.board, cells[0], outlook)
    forced = [f for f, shows in zip(effects.forced, effects.shows, strict=True) if shows > 0]
    assert max(forced) == pytest.approx(0.0), "guessed, it is over"
