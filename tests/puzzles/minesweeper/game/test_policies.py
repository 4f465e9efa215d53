"""The policies: sound on every board, complete where they say so, the same for the same seed."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from every import every
from gridwise.agents.play import play
from gridwise.agents.simulate import simulate
from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.playback import Playback
from gridwise.core.policy import GameStatus
from gridwise.core.result import COUNTERS, Stop
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.puzzles.minesweeper import MINE, PUZZLE, SAFE, MarkMine, Open, Safe
from gridwise.puzzles.minesweeper.policies.resolution import knowledge
from gridwise.puzzles.minesweeper.referee import REFEREE
from oracles.minesweeper_policies import ReportAgent
from puzzles.minesweeper.game.support import POLICIES, Oracle, cells, player, steps, true_of
from puzzles.minesweeper.support import board, layouts
from samples import THOROUGH, sample, seeds

SIZES = (
    ("5x5x4", 4, 60),
    ("9x9x10", 4, 80),
    ("9x9x20", 4, 60),
    ("16x16x40", 2, 60),
    ("30x16x99", 1, 40),
)
"""Boards, with how many games of each are tried, and how many thoroughly."""


def deals(sizes=SIZES):
    for name, few, many in sizes:
        for seed in seeds(few, many):
            rule = ("zero", "safe")[seed % 2]
            yield REFEREE.deal(name, seed=seed, first_click=rule, free_cells=seed % 4 // 2 * 1 + 1)


def test_they_are_found_by_the_registry():
    found = registry.policies("minesweeper")
    guessing = ("expert", "pseq", "safest")
    assert tuple(name for name in found if name not in guessing) == POLICIES
    assert set(found) == {*POLICIES, *guessing}
    assert registry.policy("minesweeper").name == "resolution"
    for policy in found.values():
        assert policy.title
        assert policy.source
        assert policy.counts <= set(COUNTERS)
        assert policy.guesses == (policy.name in guessing)
    assert registry.policies("sudoku") == {}


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_untrue_is_claimed(policy):
    claimed = won = games = 0
    for state in deals():
        games += 1
        for now, claims in steps(policy, state):
            claimed += len(claims)
            assert all(true_of(now, claim) for claim in claims)
        assert now.exploded is None
        won += REFEREE.verdict(now) is GameStatus.WON
    assert claimed > 30 * games
    assert won > games // 5


@pytest.mark.parametrize("policy", POLICIES)
def test_every_claim_follows_from_what_is_seen(policy):
    positions = 0
    for state in deals((("6x6x7", 4, 40), ("9x9x14", 2, 40), ("12x10x22", 1, 15))):
        for now, claims in steps(policy, state):
            told = SAFE in now.position.shown
            if not claims or told:
                continue
            positions += 1
            with Oracle(now.position, total=policy == "sat") as oracle:
                for claim in claims:
                    assert oracle.follows(claim.cell, isinstance(claim, MarkMine))
    assert positions > (2000 if policy == "resolution" else 200) // (1 if THOROUGH else 20)


def random_boards(number, seed, *, total):
    """Yield consistent boards of all sorts: not only those that a player would have come to."""
    rng = Random(seed)
    while number:
        position = sample(PUZZLE, rng)
        if SAFE in position.shown:
            continue
        if next(layouts(position), None) is not None:
            number -= 1
            yield position if total else replace(position, mines=None)


@pytest.mark.parametrize("policy", POLICIES)
def test_on_random_boards_claims_are_of_the_backbone(policy):
    claimed = missed = 0
    for position in random_boards(len(seeds(100, 500)), seed=5, total=policy == "sat"):
        fitting = list(layouts(position))
        covered = [c for c in range(len(position.shown)) if position.shown[c] == 9]
        true = {(c, True) for c in covered if all(f[c] for f in fitting)}
        true |= {(c, False) for c in covered if not any(f[c] for f in fitting)}
        found = cells(player(policy, position).decide(position))
        assert found <= true, PUZZLE.format(position)
        claimed += bool(found)
        missed += bool(true) and not found
    assert claimed > len(seeds(100, 500)) // 5
    assert missed == 0 or policy != "sat"


@pytest.mark.parametrize("policy", POLICIES)
def test_on_boards_without_a_layout_nothing_breaks(policy):
    rng = Random(9)
    seen = 0
    while seen < len(seeds(20, 200)):
        position = sample(PUZZLE, rng)
        if next(layouts(position), None) is None:
            seen += 1
            player(policy, position).decide(position)
    for text in ("2x1:8-", "1x1:5", "3x1:-0X", "3x1x5:-1-", "2x2x0:1-/--"):
        player(policy, board(text)).decide(board(text))


def test_sat_is_stuck_only_where_nothing_follows():
    stuck = 0
    for state in deals((("6x6x9", 10, 40), ("9x9x18", 10, 40))):
        now = list(steps("sat", state))[-1][0]
        if REFEREE.verdict(now) is GameStatus.WON:
            continue
        stuck += 1
        with Oracle(now.position, total=True) as oracle:
            assert not oracle.backbone()
    assert stuck > 5


def test_sat_without_a_total_is_stuck_only_where_the_numbers_say_no_more():
    stuck = 0
    for dealt in deals((("9x9x18", 12, 40), ("16x16x50", 3, 30))):
        state, now = dealt, replace(dealt.position, mines=None)
        agent = player("sat", now)
        while claims := agent.decide(now):
            for claim in claims:
                state = REFEREE.reply(state, claim).state
            now = replace(state.position, mines=None)
        if REFEREE.verdict(state) is GameStatus.WON:
            continue
        stuck += 1
        with Oracle(now, total=False) as oracle:
            assert not oracle.backbone()
    assert stuck > len(seeds(2, 5))


def test_resolution_without_rules_on_lengths_misses_nothing_that_the_numbers_say():
    stuck = more = 0
    for seed in seeds(25, 60):
        games = [
            play(
                "minesweeper",
                board="12x3x7",  # narrow, as KB grows without bound on others
                free_cells=1,
                seed=seed,
                options={"short": 1, "lengths": lengths},
            )
            for lengths in ("limited", "any")
        ]
        more += games[1].won > games[0].won
        assert games[1].won >= games[0].won
        if not games[1].won:
            stuck += 1
            with Oracle(games[1].position, total=False) as oracle:
                assert not oracle.backbone()
    assert stuck > 3
    assert more > 0


@every(
    "policy, text, claims",
    [
        # one number
        ("single_point", "3x1:1-1", {(1, True)}),
        ("single_point", "3x1:0--", {(1, False)}),
        # a set within another: r1c3 and r1c4 of the 2 hold what the 1 and the wall leave
        ("subset", "5x2:-----/01221", None),
        # 1-1 from a wall: the third cell is safe
        ("subset", "4x2:----/111-", {(2, False)}),
        ("resolution", "4x2:----/111-", {(2, False)}),
        # the total alone
        ("sat", "3x2x1:---/1--", None),
        ("sat", "2x2x0:--/--", {(0, False), (1, False), (2, False), (3, False)}),
        ("sat", "2x2x4:--/--", {(0, True), (1, True), (2, True), (3, True)}),
    ],
)
def test_small_boards(policy, text, claims):
    position = board(text)
    found = cells(player(policy, position).decide(position))
    if claims is None:
        with Oracle(position, total=position.mines is not None) as oracle:
            claims = oracle.backbone()
    assert found
    assert found <= claims


def test_single_point_takes_one_number_at_a_time():
    position = board("4x2:----/111-")
    assert not player("single_point", position).decide(position)


@pytest.mark.parametrize("policy", POLICIES)
def test_cells_said_to_be_safe_are_opened_first(policy):
    position = board("3x2x1:s-s/---")
    claims = tuple(player(policy, position).decide(position))
    assert claims[0] == Safe(0)
    assert set(claims) <= {Safe(0), Safe(2)}


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_seed_is_the_same_game(policy):
    for guess in ("never", "random"):
        for seed in (1, 2):
            one, two = (
                play("minesweeper", board="9x9x15", policy=policy, seed=seed, guess=guess)
                for _ in range(2)
            )
            assert one.turns == two.turns
            assert (one.outcome, one.known, one.answer) == (two.outcome, two.known, two.answer)
            assert one.statistics.counters == two.statistics.counters


@pytest.mark.parametrize("policy", POLICIES)
def test_what_it_knows_is_true_and_all_that_was_decided(policy):
    for seed in seeds(4, 10):
        game = play("minesweeper", board="9x9x12", policy=policy, free_cells=1, seed=seed)
        seen, answer = game.position.shown, game.answer.shown
        known = {move.cell: move for move in game.known}
        assert len(known) == len(game.known) == game.facts["decided"]
        assert {c for c, code in enumerate(seen) if code <= 8 or code == MINE} == set(known)
        for cell, move in known.items():
            assert move == (MarkMine(cell) if answer[cell] == MINE else Open(cell, answer[cell]))


@pytest.mark.parametrize("policy", POLICIES)
def test_a_player_looks_at_its_limits(policy):
    game = play("minesweeper", board="16x16x40", policy=policy, seed=3, limits=Limits(nodes=20))
    assert game.stop is Stop.NODE_LIMIT
    assert game.outcome is None


@pytest.mark.parametrize("policy", POLICIES)
def test_the_trace_folds_to_what_it_knows(policy):
    for seed in seeds(3, 6):
        game = play(
            "minesweeper", board="9x9x12", policy=policy, free_cells=1, seed=seed, trace=True
        )
        trace = game.trace
        assert {row.kind for row in trace} <= registry.policy("minesweeper", policy).emits
        playback = Playback(trace)
        known = {m.cell + 1 if isinstance(m, MarkMine) else -m.cell - 1 for m in game.known}
        assert set(playback.frame(len(trace)).facts) == known
        hints = 0
        for event in playback.events():
            assert str(event.text)
            assert event.row.kind is Kind.LEARN or event.marks
            if event.row.cause:
                cell = event.row.cause - 1
                assert event.cells == (cell,)
                shown = f"r{cell // 9 + 1}c{cell % 9 + 1} shows {game.answer.shown[cell]}"
                assert shown in str(event.text)
                hints += 1
        assert hints > 5 or policy == "sat"  # its conclusions come from all numbers at once
        untraced = play("minesweeper", board="9x9x12", policy=policy, free_cells=1, seed=seed)
        assert untraced.turns == game.turns


@pytest.mark.parametrize("short", [2, 8])
def test_the_trace_tells_the_state_of_kb_and_kb0(short):
    for seed in seeds(2, 4):
        state = REFEREE.deal("7x7x9", seed=seed, first_click="safe", free_cells=1)
        from gridwise.core.trace import Trace

        run = Run(trace=Trace(), options={"short": short})
        agent = player("resolution", state.position, run)
        while claims := agent.decide(state.position):
            literals = frozenset(
                m.cell + 1 if isinstance(m, MarkMine) else -m.cell - 1 for m in agent.known()
            )
            kb, kb0 = knowledge(run.trace, len(run.trace))
            assert kb0 == literals
            own = {
                frozenset(-(x >> 1) - 1 if x & 1 else (x >> 1) + 1 for x in clause)
                for clause in agent.kb
            }
            assert kb == own
            for claim in claims:
                state = REFEREE.reply(state, claim).state
        assert run.count.learned > 0


def test_a_player_may_start_in_the_middle():
    for policy in POLICIES:
        state = REFEREE.deal("9x9x10", seed=6, first_click="zero")
        state = REFEREE.reply(state, Safe(40)).state
        for now, claims in list(steps(policy, state))[:5]:
            again = player(policy, now.position)
            assert bool(again.decide(now.position)) == bool(claims)


def test_the_total_is_seen_by_sat_alone():
    position = board("5x1x1:--1--")
    for policy in POLICIES:
        found = cells(player(policy, position).decide(position))
        assert found == ({(0, False), (4, False)} if policy == "sat" else set())
        assert not player(policy, replace(position, mines=None)).decide(
            position.__class__(position.width, position.height, position.shown, None)
        )


def test_the_native_solver_leaves_an_interrupt_to_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A call of `solve` takes the signal for itself and ends in an error of its own."""
    from pysat.solvers import Solver

    asked = []
    limited = Solver.solve_limited

    def watched(self: Any, assumptions: Any = (), expect_interrupt: bool = False) -> Any:
        asked.append(expect_interrupt)
        return limited(self, assumptions=assumptions, expect_interrupt=expect_interrupt)

    monkeypatch.setattr(Solver, "solve_limited", watched)
    monkeypatch.setattr(Solver, "solve", lambda *_, **__: pytest.fail("it takes the signal"))
    done = simulate("minesweeper", policy="sat", board="9x9x10", games=3)
    assert done.rows[0].games == 3
    assert asked and all(asked)


def _as_literals(claims: Iterable[Any]) -> list[int]:
    return [c.cell + 1 if isinstance(c, MarkMine) else -c.cell - 1 for c in claims]


@every("board", ("3x3x2", "5x4x3", "6x6x4", "9x9x6", "16x16x25"))
def test_either_loop_of_the_agent_plays_as_the_report_describes(board: str) -> None:
    """The printed one cell by cell in the same order, and both to the same end."""
    width = int(board.split("x")[0])
    missed = 0
    for seed in seeds(4 if width == 16 else 12, 40):
        dealt = REFEREE.deal(board, seed=seed, first_click="safe", free_cells=1)
        assert dealt.hidden is not None
        layout = tuple(int(code == MINE) for code in dealt.hidden)
        free = [cell for cell, code in enumerate(dealt.position.shown) if code == SAFE]
        for loop in ("printed", "mended"):
            game = play("minesweeper", board=board, policy="resolution", free_cells=1, seed=seed,
                        options={"lengths": "any", "loop": loop})  # fmt: skip
            theirs = ReportAgent(layout, width, free, skipping=loop == "printed")
            known = _as_literals(game.known)
            assert sorted(known) == sorted(theirs.kb0)
            assert loop == "mended" or known == theirs.kb0
            clauses = {frozenset(_as_literals(clause)) for clause in game.clauses}
            assert clauses == set(theirs.kb)
            left = set(range(len(layout))) - {abs(literal) - 1 for literal in known}
            assert game.won == all(layout[cell] for cell in left)
            missed += len(left) if loop == "printed" else -len(left)
    assert missed >= 0


def test_the_report_s_own_game_comes_out_cell_by_cell() -> None:
    """Its easy board with the 18 cells that it was told, in its order: KB0 as it prints it."""
    report = suites()["report-agent"].report
    assert report is not None
    easy = next(one for one in report.worked if one["name"] == "easy")
    answer = PUZZLE.parse(easy["answer"])
    layout = tuple(int(code == MINE) for code in answer.shown)
    kb0 = easy["report"]["kb0"]
    free = [-literal - 1 for literal in kb0[:18]]
    start = PUZZLE.parse(easy["start"]).shown
    assert {cell for cell, code in enumerate(start) if code == SAFE} == set(free)
    assert ReportAgent(layout, 9, free, skipping=True).kb0 == kb0
    assert ReportAgent(layout, 9, free, skipping=False).kb0 != kb0


@every("options", ({"loop": "printed"}, {"loop": "printed", "lengths": "any"}))
def test_the_printed_loop_is_a_policy_like_any_other(options: dict[str, str]) -> None:
    """Sound, its trace folds to what it knows, guesses are taken in, limits end it."""
    claimed = 0
    for state in deals((("9x9x10", 2, 20),)):
        now, agent = state, player("resolution", state.position, Run(options=options))
        while claims := agent.decide(now.position):
            for claim in claims:
                assert true_of(now, claim)
                now = REFEREE.reply(now, claim).state
            claimed += len(claims)
    assert claimed > 30
    for guess in ("never", "random"):
        game = play("minesweeper", board="9x9x10", policy="resolution", guess=guess, seed=2,
                    trace=True, options=options, limits=Limits(nodes=2000))  # fmt: skip
        assert game.trace is not None
        facts = set(Playback(game.trace).frame(len(game.trace)).facts)
        assert facts == set(_as_literals(game.known)) and facts
        assert all(str(event.text) for event in Playback(game.trace).events())
    stopped = play("minesweeper", board="16x16x40", policy="resolution", seed=3, options=options,
                   limits=Limits(nodes=5))  # fmt: skip
    assert stopped.stop is Stop.NODE_LIMIT and stopped.outcome is None
    for text in ("2x1:8-", "1x1:5", "3x1:-0X", "3x1x5:-1-", "2x2x0:1-/--", "3x3:11-/X2-/--s"):
        player("resolution", board(text), Run(options=options)).decide(board(text))


def test_a_game_goes_on_from_a_board_whose_layout_is_known() -> None:
    start, answer = board("3x2x1:s--/---"), board("3x2x1:01X/011")
    state = REFEREE.resume(start, answer)
    assert state.left == 5 and REFEREE.answer(state) == answer
    assert REFEREE.reply(state, Safe(0)).state.left == 1
    for wrong in ("3x2x1:--s/---", "3x2x1:1--/---", "2x3x1:--/--/--"):
        with pytest.raises(ParameterError):
            REFEREE.resume(board(wrong), answer)
    with pytest.raises(ParameterError):
        REFEREE.resume(start, board("3x2x1:02X/011"))
