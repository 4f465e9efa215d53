"""The referee: how boards are dealt, what it answers, and what it refuses."""

import pickle
from collections import Counter
from itertools import combinations, product

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.policy import GameStatus
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE, MarkMine, Open, Safe
from gridwise.puzzles.minesweeper.referee import REFEREE, read_board
from puzzles.minesweeper.support import layouts
from samples import seeds


def mines_of(hidden: bytes) -> frozenset[int]:
    return frozenset(c for c, code in enumerate(hidden) if code == MINE)


def test_it_is_found_by_the_registry():
    assert registry.referee("minesweeper") is REFEREE
    assert list(registry.referees()) == ["minesweeper"]
    with pytest.raises(UnknownNameError, match="Unknown game 'sudoku'"):
        registry.referee("sudoku")


def test_the_layout_of_a_seed_is_what_it_was():
    # The generator is versioned: these change only together with its version.
    state = REFEREE.deal("5x4x6", seed=1, first_click="any")
    assert PUZZLE.format(REFEREE.answer(state), "compact").splitlines() == GOLDEN_ANY
    state = REFEREE.deal("5x4x6", seed=1, first_click="safe", free_cells=2)
    assert PUZZLE.format(state.position, "compact").splitlines() == GOLDEN_FREE


GOLDEN_ANY = ["# mines: 6", "X2011", "X311X", "3X322", "2X3X1"]
GOLDEN_FREE = ["# mines: 6", "---ss", "-sss-", "--s-s", "s----"]


def test_a_hidden_board_shows_true_numbers():
    for seed in range(50):
        answer = REFEREE.answer(REFEREE.deal("7x5x9", seed=seed, first_click="any"))
        assert answer.shown.count(MINE) == 9
        assert not PUZZLE.violations(answer)
        assert PUZZLE.is_solved(answer)


@every(
    "rule, clicked, free",
    [("any", None, 9), ("safe", 4, 8), ("safe", 0, 8), ("zero", 0, 5), ("zero", 1, 3)],
)
def test_every_layout_that_the_rule_allows_is_as_likely(rule, clicked, free):
    count, games = Counter(), len(seeds(1200, 3000))
    for seed in range(games):
        if rule == "zero":
            # The rule is for every first click, so the smallest board has room around the middle.
            state = REFEREE.deal("3x4x2", seed=seed, first_click=rule)
        else:
            state = REFEREE.deal("3x3x2", seed=seed, first_click=rule)
        if clicked is not None:
            state = REFEREE.reply(state, Safe(clicked)).state
        count[mines_of(REFEREE.answer(state).shown)] += 1
    if rule == "zero":
        near = {0: {0, 1, 3, 4}, 1: {0, 1, 2, 3, 4, 5}}[clicked]
        allowed = [c for c in range(12) if c not in near]
    else:
        allowed = [c for c in range(9) if c != clicked]
    expected = {frozenset(pair) for pair in combinations(allowed, 2)}
    assert set(count) == expected
    mean = games / len(expected)
    chi2 = sum((count[pair] - mean) ** 2 / mean for pair in expected)
    freedom = len(expected) - 1
    assert chi2 < freedom + 5 * (2 * freedom) ** 0.5


def test_the_first_click():
    lost, many = 0, len(seeds(90, 300))
    for seed in range(many):
        for rule in REFEREE.first_clicks:
            state = REFEREE.deal("6x6x12", seed=seed, first_click=rule)
            assert REFEREE.untouched(state)
            reply = REFEREE.reply(state, Safe(seed % 36))
            verdict = REFEREE.verdict(reply.state)
            if rule == "any":
                lost += verdict is GameStatus.LOST
            else:
                assert verdict is not GameStatus.LOST
            if rule == "zero":
                assert reply.moves[0] == Open(seed % 36, 0)
            assert not REFEREE.untouched(reply.state)
    assert 0.2 * many < lost < 0.47 * many  # a third is what 12 mines in 36 cells give


def test_a_reply_is_moves_that_the_rules_allow():
    for seed in range(60):
        state = REFEREE.deal("9x7x6", seed=seed, first_click="safe")
        board = state.position
        for cell in range(63):
            if REFEREE.verdict(state) is not GameStatus.OPEN:
                break
            reply = REFEREE.reply(state, Safe(cell))
            for move in reply.moves:
                board = PUZZLE.apply(board, move)
            assert reply.state.position == board
            state = reply.state


def test_a_zero_opens_what_lies_around_it():
    for seed in range(40):
        state = REFEREE.deal("10x10x8", seed=seed, first_click="zero")
        reply = REFEREE.reply(state, Safe(55))
        hidden = REFEREE.answer(reply.state).shown
        opened = {move.cell for move in reply.moves}
        assert len(opened) == len(reply.moves)
        reached, edge = {55}, {55}
        while edge:  # by another way than the referee's
            near = {
                r * 10 + c
                for cell in edge
                if hidden[cell] == 0
                for r in range(max(0, cell // 10 - 1), min(10, cell // 10 + 2))
                for c in range(max(0, cell % 10 - 1), min(10, cell % 10 + 2))
            }
            edge = near - reached
            reached |= edge
        assert opened == reached
        assert reply.state.left == 92 - len(opened)


def test_a_flood_stops_at_marks():
    dealt = (REFEREE.deal("5x1x1", seed=seed, first_click="any") for seed in range(50))
    state = next(s for s in dealt if REFEREE.answer(s).shown[0] == MINE)
    far = 4
    marked = REFEREE.reply(state, MarkMine(2)).state
    reply = REFEREE.reply(marked, Safe(far))
    assert 2 not in {move.cell for move in reply.moves}
    assert reply.state.position.shown[2] == MINE


def test_the_end():
    state = REFEREE.deal("4x4x3", seed=5, first_click="any")
    hidden = REFEREE.answer(state).shown
    mine = hidden.index(MINE)
    lost = REFEREE.reply(state, Safe(mine))
    assert REFEREE.verdict(lost.state) is GameStatus.LOST
    assert lost.moves == (MarkMine(mine),)
    assert lost.state.exploded == mine
    with pytest.raises(ParameterError, match="lost"):
        REFEREE.reply(lost.state, Safe(0))
    for cell, code in enumerate(hidden):
        assert REFEREE.verdict(state) is GameStatus.OPEN or code == MINE
        if code != MINE:
            state = REFEREE.reply(state, Safe(cell)).state
    assert REFEREE.verdict(state) is GameStatus.WON
    for cell, code in enumerate(hidden):
        if code == MINE:
            state = REFEREE.reply(state, MarkMine(cell)).state
    assert state.position == REFEREE.answer(state)
    assert PUZZLE.is_solved(state.position)


def test_states_do_not_change():
    state = REFEREE.deal("4x4x3", seed=5, first_click="safe")
    twin = REFEREE.deal("4x4x3", seed=5, first_click="safe")
    assert state == twin
    assert hash(state) == hash(twin)
    after = REFEREE.reply(state, Safe(6)).state
    assert state == twin != after
    assert pickle.loads(pickle.dumps(after)) == after
    assert REFEREE.reply(twin, Safe(6)).state == after


def test_what_is_nothing_new_and_what_is_refused():
    state = REFEREE.deal("5x5x2", seed=8, first_click="zero")
    state = REFEREE.reply(state, Safe(12)).state
    assert REFEREE.reply(state, Safe(12)).moves == ()
    mine = REFEREE.answer(state).shown.index(MINE)
    state = REFEREE.reply(state, MarkMine(mine)).state
    assert REFEREE.reply(state, MarkMine(mine)).moves == ()
    for claim, words in (
        (Safe(mine), "marked"),
        (MarkMine(12), "open"),
        (Open(0, 1), "The referee says the number"),
        (Safe(25), "not on a board"),
        (Safe(-1), "not on a board"),
    ):
        with pytest.raises(ParameterError, match=words):
            REFEREE.reply(state, claim)


@every("rule, factor", lambda: product(["any", "safe", "zero"], [1, 2, 3]))
def test_free_cells(rule, factor):
    for seed in range(30):
        state = REFEREE.deal("9x9x10", seed=seed, first_click=rule, free_cells=factor)
        told = [c for c, code in enumerate(state.position.shown) if code == SAFE]
        assert len(told) == 9 * factor
        hidden = REFEREE.answer(state).shown
        assert MINE not in {hidden[c] for c in told}
        assert (0 in {hidden[c] for c in told}) or rule != "zero"
        assert not REFEREE.untouched(state)
        assert state.position.shown.count(COVERED) == 81 - 9 * factor
        assert next(iter(REFEREE.guesses(state))).cell not in told


def test_free_cells_are_any_safe_cells():
    count = Counter()
    for seed in range(2000):
        state = REFEREE.deal("2x2x2", seed=seed, first_click="any", free_cells=1)
        told = frozenset(c for c, code in enumerate(state.position.shown) if code == SAFE)
        count[told] += 1
    assert len(count) == 6  # two of two safe cells: the six layouts
    assert min(count.values()) > 250


def test_the_unit_of_free_cells_is_the_rounded_root():
    assert [REFEREE.free_unit(b) for b in ("9x9x10", "16x16x25", "30x16x99")] == [9, 16, 22]


@every(
    "board, rule, free",
    [
        ("3x3x10", "any", 0),
        ("3x3x9", "safe", 0),
        ("3x3x1", "zero", 0),
        ("4x4x8", "zero", 0),
        ("2x1x1", "zero", 0),
        ("3x3x4", "any", 2),
        ("0x3x0", "any", 0),
        ("2000x2000x1", "any", 0),
        ("3x3", "any", 0),
        ("3x3x-1", "any", 0),
        ("3x3x1 ", "any", 0),
        ("9x9x10", "any", -1),
    ],
)
def test_what_cannot_be_dealt(board, rule, free):
    with pytest.raises(ParameterError):
        REFEREE.deal(board, seed=1, first_click=rule, free_cells=free)


def test_the_most_that_can_be_dealt():
    assert REFEREE.verdict(REFEREE.deal("3x3x9", seed=1, first_click="any")) is GameStatus.WON
    state = REFEREE.reply(REFEREE.deal("3x3x8", seed=1, first_click="safe"), Safe(4)).state
    assert REFEREE.verdict(state) is GameStatus.WON
    state = REFEREE.reply(REFEREE.deal("4x4x7", seed=1, first_click="zero"), Safe(5)).state
    assert REFEREE.verdict(state) is GameStatus.WON
    state = REFEREE.reply(REFEREE.deal("4x3x0", seed=1, first_click="any"), Safe(0)).state
    assert REFEREE.verdict(state) is GameStatus.WON
    with pytest.raises(UnknownNameError, match="did you mean zero"):
        REFEREE.deal("9x9x10", seed=1, first_click="zeros")


def test_a_dealt_board_fits_what_is_seen():
    for seed in range(20):
        state = REFEREE.deal("4x3x3", seed=seed, first_click="safe")
        state = REFEREE.reply(state, Safe(seed % 12)).state
        hidden = REFEREE.answer(state).shown
        assert tuple(int(code == MINE) for code in hidden) in set(layouts(state.position))


def test_boards_are_read():
    assert read_board("30x16x99") == (30, 16, 99)
