"""The compiled policies: the same games turn by turn and at once, and what they are worth."""

from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

import gridwise
from every import every
from gridwise.agents.plan import planned
from gridwise.agents.play import Why, play
from gridwise.agents.statistics import GameCounts
from gridwise.compiled import jit
from gridwise.core import registry
from gridwise.core.grid import neighbours
from gridwise.core.policy import GameEnd, GameStatus
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.policies import _weighing
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, Safe
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.puzzles.minesweeper.referee import REFEREE
from oracles import minesweeper as oracle
from samples import seeds

NAMES = ("safest", "pseq", "expert")


def kernels() -> Any:
    return jit.load(_weighing.MODULE)


def ended(name: str, board: str, rule: str, seeds: list[int]) -> list[GameEnd]:
    policy = registry.policy("minesweeper", name)
    ends = policy.games(board, first_click=rule, seeds=seeds, run=Run())
    assert ends is not None
    return list(ends)


def at_once(name: str, board: str, rule: str, seeds: list[int]) -> list[bool]:
    return [end.verdict is GameStatus.WON for end in ended(name, board, rule, seeds)]


@every("name, rule", lambda: product(NAMES, ["any", "safe", "zero"]))
def test_a_game_ends_alike_turn_by_turn(name: str, rule: str) -> None:
    guesses = set()
    for board, many in (("9x9x10", 12), ("16x16x40", 4), ("7x5x9", 20), ("4x4x0", 1)):
        seeds = [1000 + i for i in range(many)]
        for seed, end in zip(seeds, ended(name, board, rule, seeds), strict=True):
            game = play("minesweeper", board=board, policy=name, first_click=rule, seed=seed)
            won = GameStatus.WON if end.guesses else GameStatus.FINISHED
            assert game.outcome is (won if end.verdict is GameStatus.WON else GameStatus.LOST), seed
            assert game.guesses == end.guesses, (board, seed)
            whys = [turn.why for turn in game.turns]
            assert (whys[0], whys.count(Why.FIRST)) == (Why.FIRST, 1)
            assert whys.count(Why.GUESS) == game.guesses
            guesses.add(end.guesses)
    assert {0, 1, 2} <= guesses


@pytest.mark.parametrize("name", NAMES)
def test_simulate_counts_guesses_alike_in_compiled_code(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same row as game by game, with no plain player started."""
    plan = planned("minesweeper", policy=name, board="8x8x12", games=40, seed=6)
    plain = GameCounts("8x8x12", 0, 0, 1)
    for number in range(1, 41):
        plain = plain.with_game(plan.game("8x8x12", 0, 1, number))

    def refuse(*args: object) -> None:
        raise AssertionError("a plain player was started")

    policy = registry.policy("minesweeper", name)
    policy.games("4x4x2", first_click="safe", seeds=[1], run=Run())  # an empty cache has none
    monkeypatch.setattr(type(policy), "start", refuse)
    done = gridwise.simulate("minesweeper", policy=name, board="8x8x12", games=40, seed=6)
    with pytest.raises(AssertionError, match="plain player"):  # too few for it to pay
        gridwise.simulate("minesweeper", policy=name, board="8x8x12", games=1)
    counted = [
        (row.games, row.wins, row.finished, row.stuck, row.lost, row.guesses)
        for row in (plain, done.rows[0])
    ]
    assert counted[0] == counted[1]
    games, wins, finished, stuck, lost, guesses = counted[0]
    assert wins + lost == games == finished + stuck  # with a safe first click nobody loses before
    assert 0 < finished < wins
    assert guesses > stuck > 0


def test_tables_that_are_too_small_are_made_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    won = at_once("pseq", "16x16x40", "safe", list(seeds(6, 20)))
    monkeypatch.setattr(_weighing, "_ENTRIES", 16)
    assert at_once("pseq", "16x16x40", "safe", list(seeds(6, 20))) == won
    game = play("minesweeper", board="16x16x40", policy="pseq", first_click="safe", seed=4)
    assert game.won == won[4]


def test_what_a_probe_tells_is_what_counting_with_the_number_says() -> None:
    """Weights of the numbers, and the least risk then, by counting each board that may follow."""
    code = kernels()
    tried = 0
    for seed in seeds(10, 60):
        position = _in_play(seed)
        table = code.new_table(position.width, position.height, 1 << 12)
        table.board.shown[:] = np.frombuffer(position.shown, np.uint8)
        if code.advise(table, position.mines, code.PSEQ) != 0:
            continue
        exact = probability.tally(position, Run())
        assert exact is not None
        code.label(table.board)
        for cell in range(0, len(position.shown), 3):
            if table.board.know[cell] != 0 or table.probe.risk[cell] >= 1:
                continue
            assert code.probe(table, np.int32(cell), position.mines, False) == code.DONE
            for number in range(9):
                shown = bytearray(position.shown)
                shown[cell] = number
                after = Position(position.width, position.height, bytes(shown), position.mines)
                then = probability.tally(after, Run())
                weight = 0.0 if then is None else then.layouts / exact.layouts
                assert table.probe.shows[number] == pytest.approx(weight, abs=1e-12)
                if then is None:
                    continue
                tried += 1
                safe = [
                    c for c, code_ in enumerate(shown) if code_ == COVERED and not then.mines[c]
                ]
                if table.probe.free[number]:
                    assert safe, "cells that are said to be safe are"
    assert tried > len(seeds(30, 200))


def test_mines_that_are_proved_are_counted_once_by_a_probe() -> None:
    """On boards of several components, where the count of layouts proves mines and no safe cell."""
    code = kernels()
    tried = 0
    for seed in seeds(60, 150):
        state = REFEREE.deal("16x16x48", seed=seed, first_click="zero")
        state = REFEREE.reply(state, Safe(3 * 17)).state
        table = code.new_table(16, 16, 1 << 14)
        table.board.shown[:] = np.frombuffer(REFEREE.position(state).shown, np.uint8)
        while code.advise(table, 48, code.PSEQ) > 0:
            for cell in table.deal.list[: code.advise(table, 48, code.PSEQ)].tolist():
                state = REFEREE.reply(state, Safe(cell)).state
            table.board.shown[:] = np.frombuffer(REFEREE.position(state).shown, np.uint8)
        position = REFEREE.position(state)
        exact = probability.tally(position, Run())
        cell = int(table.deal.list[0])
        if cell < 0 or exact is None or exact.layouts < 2:
            continue
        tried += 1
        code.label(table.board)
        assert code.probe(table, np.int32(cell), 48, False) == code.DONE
        safe = 1 - exact.mines[cell] / exact.layouts
        assert table.probe.shows.sum() == pytest.approx(safe, abs=1e-9), seed
    assert tried > len(seeds(15, 50))


def _in_play(seed: int) -> Position:
    """A board after a first click and a few opened cells."""
    state = REFEREE.deal("8x6x10", seed=seed, first_click="safe")
    state = REFEREE.reply(state, Safe(0)).state
    answer = REFEREE.answer(state)
    random = Random(seed)
    for _ in range(seed % 4):
        cell = random.randrange(48)
        if answer.shown[cell] != MINE and state.position.shown[cell] == COVERED:
            state = REFEREE.reply(state, Safe(cell)).state
    return REFEREE.position(state)


def test_the_share_of_games_won_is_what_is_known_of_it() -> None:
    """PSEQ wins 91.7 % of beginner games and 39.6 % of expert ones; five standard errors."""
    beginner = at_once("pseq", "9x9x10", "safe", list(range(2000)))
    assert abs(sum(beginner) / 2000 - 0.917) < 0.031
    expert = at_once("pseq", "30x16x99", "safe", list(range(1000)))
    assert abs(sum(expert) / 1000 - 0.396) < 0.078


def ends(width: int, height: int) -> Any:
    end = jit.load("gridwise.puzzles.minesweeper.engine.kernels.end")
    return end, end.new_end(width * height, 64, 2000, 1 << 18)


def test_perfect_play_of_tiny_boards() -> None:
    """4x4 with 4 mines and no protection of the first click: 961 of the 1,820 layouts."""
    for width, height, mines, wins in ((2, 2, 1, 1), (3, 3, 2, by_hand(3, 3, 2)), (4, 4, 4, 961)):
        table = kernels().new_table(width, height, 1 << 12)
        table.board.shown[:] = COVERED
        kernels().scan(table.board)
        assert kernels().weigh(table, mines) == 0
        end, space = ends(width, height)
        _, won = end.best_play(table.board, space, mines, 10**7)
        assert won == wins, (width, height, mines)


def by_hand(width: int, height: int, mines: int) -> int:
    """Perfect play by trying every cell, with nothing left out and nothing remembered but sets."""
    cells = range(width * height)
    near = [neighbours(cell, width, height) for cell in cells]
    layouts = frozenset(frozenset(c) for c in combinations(cells, mines))
    known: dict[tuple[frozenset[frozenset[int]], frozenset[int]], int] = {}

    def value(left: frozenset[frozenset[int]], shown: frozenset[int]) -> int:
        if len(shown) == width * height - mines:
            return len(left)
        key = (left, shown)
        if key not in known:
            best = 0
            for cell in cells:
                if cell in shown:
                    continue
                parts: dict[int, set[frozenset[int]]] = {}
                for layout in left:
                    if cell not in layout:
                        parts.setdefault(sum(n in layout for n in near[cell]), set()).add(layout)
                best = max(best, sum(value(frozenset(p), shown | {cell}) for p in parts.values()))
            known[key] = best
        return known[key]

    return value(layouts, frozenset())


def test_the_first_move_of_an_end_is_the_best_one() -> None:
    """On boards in play with few layouts, against a search that leaves nothing out."""
    tried = 0
    for seed in seeds(250, 500):
        state = REFEREE.deal("5x4x5", seed=seed, first_click="safe")
        state = REFEREE.reply(state, Safe(seed % 20)).state
        answer = REFEREE.answer(state).shown
        for more in Random(seed).sample(range(20), 5):
            if answer[more] != MINE:
                state = REFEREE.reply(state, Safe(more)).state
        position = REFEREE.position(state)
        table = kernels().new_table(5, 4, 1 << 12)
        table.board.shown[:] = np.frombuffer(position.shown, np.uint8)
        exact = probability.tally(position, Run())
        assert exact is not None
        if kernels().advise(table, 5, 0) != 0 or not 2 <= exact.layouts <= 32:
            continue
        tried += 1
        end, space = ends(5, 4)
        cell, won = end.best_play(table.board, space, 5, 10**6)
        layouts = frozenset(
            frozenset(c for c, mine in enumerate(layout) if mine)
            for layout in oracle.solutions(PUZZLE.format(position))
        )
        values = {c: _worth(layouts, c) for c in range(20) if position.shown[c] == COVERED}
        assert won == max(values.values()), PUZZLE.format(position)
        assert values[cell] == won
    assert tried > 3


@cache
def _worth(layouts: frozenset[frozenset[int]], cell: int) -> int:
    """In how many layouts a player wins who opens this cell and then plays perfectly."""
    parts: dict[int, set[frozenset[int]]] = {}
    for layout in layouts:
        if cell not in layout:
            number = sum(n in layout for n in neighbours(cell, 5, 4))
            parts.setdefault(number, set()).add(layout)
    total = 0
    for part in parts.values():
        if len(part) == 1:
            total += 1
        elif part != layouts:
            total += max(_worth(frozenset(part), c) for c in range(20))
    return total
