"""The policies that weigh risks: games in compiled code, what they weigh, the end of a game."""

from functools import cache
from itertools import combinations, product
from random import Random

import pytest

import gridwise
from every import every
from gridwise.agents.plan import planned
from gridwise.agents.play import Why, play
from gridwise.agents.statistics import GameCounts
from gridwise.core import registry
from gridwise.core.grid import neighbours
from gridwise.core.policy import GameEnd, GameStatus
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import choice, ends, plain, probability
from gridwise.puzzles.minesweeper.engine.chains import StepBudget
from gridwise.puzzles.minesweeper.engine.foresight import probe
from gridwise.puzzles.minesweeper.engine.open_board import SAFE, UNDECIDED
from gridwise.puzzles.minesweeper.engine.weighed_board import ChainCache, WeighedBoard
from gridwise.puzzles.minesweeper.policies import _weighing
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, Safe
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.puzzles.minesweeper.referee import REFEREE
from oracles import minesweeper as oracle
from samples import seeds

NAMES = ("safest", "pseq", "expert")


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


def test_the_share_of_games_won_is_what_is_known_of_it() -> None:
    """PSEQ wins 91.7 % of beginner games and 39.6 % of expert ones; five standard errors."""
    beginner = at_once("pseq", "9x9x10", "safe", list(range(2000)))
    assert abs(sum(beginner) / 2000 - 0.917) < 0.031
    expert = at_once("pseq", "30x16x99", "safe", list(range(1000)))
    assert abs(sum(expert) / 1000 - 0.396) < 0.078


def weighed(position: Position) -> WeighedBoard | None:
    """The board with its risks; None if a cell is proved safe."""
    board = WeighedBoard(position, Run(), ChainCache())
    board.deduce()
    if any(k == SAFE and c == COVERED for k, c in zip(board.know, board.shown, strict=True)):
        return None
    board.weigh()
    return None if choice._certain(board) else board


def test_what_a_probe_tells_is_what_counting_with_the_number_says() -> None:
    """Weights of the numbers, and the least risk then, by counting each board that may follow."""
    tried = 0
    for seed in seeds(10, 60):
        position = _in_play(seed)
        board = weighed(position)
        if board is None:
            continue
        exact = probability.tally(position, Run())
        assert exact is not None
        for cell in board.cells[::3]:
            if board.risk[cell] >= 1 or board.know[cell] != UNDECIDED:
                continue
            effects = probe(board, cell, None)
            for number in range(9):
                shown = bytearray(position.shown)
                shown[cell] = number
                after = Position(position.width, position.height, bytes(shown), position.mines)
                then = probability.tally(after, Run())
                weight = 0.0 if then is None else then.layouts / exact.layouts
                assert effects.shows[number] == pytest.approx(weight, abs=1e-12)
                if then is None:
                    continue
                tried += 1
                if effects.free[number]:
                    assert any(
                        c == COVERED and not m for c, m in zip(shown, then.mines, strict=True)
                    )
    assert tried > len(seeds(30, 200))


def test_mines_that_are_proved_are_counted_once_by_a_probe() -> None:
    """On boards of several components, where the count of layouts proves mines and no safe cell."""
    tried = 0
    for seed in seeds(60, 150):
        state = REFEREE.deal("16x16x48", seed=seed, first_click="zero")
        state = REFEREE.reply(state, Safe(3 * 17)).state
        while safe := choice.advise(REFEREE.position(state), Run(), choice.PSEQ).safe:
            for cell in safe:
                state = REFEREE.reply(state, Safe(cell)).state
        position = REFEREE.position(state)
        cell = choice.advise(position, Run(), choice.PSEQ).guess
        exact = probability.tally(position, Run())
        if cell is None or exact is None or exact.layouts < 2:
            continue
        tried += 1
        board = weighed(position)
        assert board is not None
        chance = 1 - exact.mines[cell] / exact.layouts
        assert sum(probe(board, cell, None).shows) == pytest.approx(chance, abs=1e-9), seed
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


def test_perfect_play_of_tiny_boards() -> None:
    """4x4 with 4 mines and no protection of the first click: 961 of the 1,820 layouts."""
    for width, height, mines, wins in ((2, 2, 1, 1), (3, 3, 2, by_hand(3, 3, 2)), (4, 4, 4, 961)):
        empty = Position(width, height, bytes([COVERED] * width * height), mines)
        assert played_out(empty)[1] == wins, (width, height, mines)


def played_out(position: Position) -> tuple[int, int]:
    layouts = plain.layouts(position, Run(), StepBudget(10**6))
    return ends.best_play(position, layouts, Run(), 10**7)


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
        exact = probability.tally(position, Run())
        assert exact is not None
        if weighed(position) is None or not 2 <= exact.layouts <= 32:
            continue
        tried += 1
        cell, won = played_out(position)
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
