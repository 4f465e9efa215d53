"""Each clock is compared with itself: what is left out, what a stopped run says, and the words."""

import math
import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from comparing.test_verdict import QUICK, SLOW, said
from documents import made
from gridwise import Board
from gridwise.agents import whole_games
from gridwise.agents.intervals import newcombe, newcombe_paired
from gridwise.agents.plan import Setting, planned
from gridwise.comparing import significance
from gridwise.comparing.charts import charts
from gridwise.comparing.results import Comparison, row_of
from gridwise.comparing.significance import Extent
from gridwise.comparing.tables import cell_words, result_table, rows_table
from gridwise.comparing.verdict import standings, verdict
from gridwise.core.policy import GameEnd, GameStatus
from gridwise.core.result import Statistics
from gridwise.documents.report.conclusions import conclusions, sentence
from gridwise.documents.report.results import results
from gridwise.process.stranger import Ended, RunLimits
from gridwise.workers.kinds import task_kind
from gridwise.workers.own_solver.judge import why_ended
from gridwise.workers.own_solver.record import record
from gridwise.workers.protocol import Call

NONE_WON = "No two methods answered on the same boards, so that none won."


def test_each_clock_is_rid_of_what_it_measured_itself() -> None:
    call = Call(threading.Event(), wall_s=10.0, cpu_s=2.0, compile_s=1.0, compile_cpu_s=0.5)
    call.leave_out(Statistics(compile_s=3.0, compile_cpu_s=0.6, tables_s=4.0, tables_cpu_s=0.25))
    assert (call.wall_s, call.compile_s) == (10.0 - 2.0 - 4.0, 3.0)
    assert (call.cpu_s, call.compile_cpu_s) == pytest.approx((2.0 - 0.1 - 0.25, 0.6))


def test_a_run_of_no_time_is_no_lack_of_a_common_board() -> None:
    lines = said({("sat", "3x3"): [0.0, *QUICK[1:]], ("dpll", "3x3"): QUICK})
    assert NONE_WON not in lines
    assert lines[0] == (
        "sat and dpll answered on equally many boards; their times cannot be compared, as a run "
        "of them measured none."
    )


def test_no_common_board_is_said_only_where_no_two_have_one() -> None:
    runs = {("sat", "3x3"): QUICK, ("dpll", "3x3"): ["time_limit"] * 5}
    runs |= {("sat", "4x3"): ["time_limit"] * 5, ("dpll", "4x3"): QUICK}
    assert said(runs)[0] == NONE_WON
    third = {("a_star", "3x3"): ["time_limit"] * 5, ("a_star", "4x3"): SLOW}
    (first, *_) = said({**runs, **third})
    assert first == (
        "sat and dpll answered on equally many boards, but not on the same ones, so that neither "
        "won."
    )


def rows_of(who: str, ends: Sequence[float | tuple[str, float]], board: str = "3x3") -> list[Any]:
    """Return runs of a contender: seconds, or how it ended and what it had used until then."""
    rows = []
    for at, end in enumerate(ends, 1):
        name, used = end if isinstance(end, tuple) else (None, end)
        row = made.row(who, board, at, name or used)
        rows.append(row_of({**row, "cpu_s": used, "wall_s": 5 * used}))
    return rows


def of_rows(rows: Sequence[Any], **changes: Any) -> Comparison:
    """Return a comparison of rows, as of a busy machine: five seconds on the clock a CPU second."""
    keys = {(row.contender, row.subject): [0.0] for row in rows}
    return Comparison(made.manifest(keys, **changes), tuple(rows))


def stopped(*used: float) -> list[tuple[str, float]]:
    return [("time_limit", one) for one in used]


ANSWERED = [0.201, 0.134, 0.149, 0.114, 0.198]
"""What linear_conflict took on 4x4 with 32 slides, where others were stopped by the clock."""


@pytest.mark.parametrize(
    ("used", "extent"),
    [
        ((0.381, 0.199, 0.264, 0.220), Extent.NOWHERE),  # one was stopped before 201 ms
        ((0.381, 0.299, 0.264, 0.220), Extent.EVERYWHERE),
    ],
)
def test_a_stopped_run_is_above_what_it_had_used_and_no_more(
    used: Sequence[float], extent: Extent
) -> None:
    found = of_rows([*rows_of("a", ANSWERED), *rows_of("b", stopped(*used))])
    pair = significance.pair(found, "a", "b", "cpu_s")
    assert pair is not None and (pair.first, pair.extent) == ("a", extent)
    blocks = [str(item) for block in conclusions(found) for item in getattr(block, "items", ())]
    faster = [line for line in blocks if line.startswith("a is faster than b")]
    assert bool(faster) is (extent is Extent.EVERYWHERE)
    level = [line for line in blocks if line == "a and b (boards compared: 1)"]
    assert bool(level) is (extent is Extent.NOWHERE), "among those that cannot be told apart"


def test_a_median_is_known_only_where_what_was_stopped_cannot_change_it() -> None:
    rows = rows_of("a", [0.2, 0.3, 0.4, *stopped(0.5)])
    found = of_rows(rows)
    assert found.runs_of("a", "3x3").median("cpu_s") == pytest.approx(0.35)
    early = of_rows(rows_of("a", [0.2, 0.3, 0.4, *stopped(0.25)]))
    assert early.runs_of("a", "3x3").median("cpu_s") is None
    assert early.runs_of("a", "3x3").spread("cpu_s") == (0.2, math.inf)
    low = of_rows(rows_of("a", [0.2, 0.3, 0.4, *stopped(0.1)]))
    assert low.runs_of("a", "3x3").spread("cpu_s") == (0.1, math.inf)


def test_what_was_stopped_is_shown_and_drawn_at_what_it_had_used() -> None:
    found = of_rows([*rows_of("a", ANSWERED), *rows_of("b", stopped(0.381, 0.1999))])
    assert str(cell_words(found, "b", "3x3", "cpu_s")) == "> 199 ms (time)"
    assert str(cell_words(found, "b", "3x3", "wall_s")) == "> 999 ms (time)"
    chart = next(one for one in charts(found) if one.name == "time_by_size")
    assert [one.censored for one in chart.series] == [(), ((1, 0.1999),)]


def test_who_gives_up_is_in_no_sentence_about_time() -> None:
    gave_up = [("incomplete", 0.001)] * 5
    found = of_rows([*rows_of("a", ANSWERED), *rows_of("b", gave_up)])
    assert significance.pair(found, "a", "b", "cpu_s") is None
    text = "\n".join(str(item) for b in conclusions(found) for item in getattr(b, "items", ()))
    assert "faster" not in text and "slower" not in text
    assert not [one for chart in charts(found) for one in chart.series if one.label == "b"]


def counted(who: str, board: str, *counts: int) -> list[Any]:
    return [
        row_of({**made.row(who, board, at, 0.1), "counters": {"expanded": count}})
        for at, count in enumerate(counts, 1)
    ]


def test_equal_counts_are_called_equal_and_make_no_toss() -> None:
    rows = []
    for at in range(6):
        rows += counted("a", f"s{at}", *[5] * 4) + counted("b", f"s{at}", *[5] * 4)
    alike = significance.pair(of_rows(rows), "a", "b", "expanded")
    assert alike is not None and alike.extent is Extent.EQUAL and alike.chance == 1
    one_more = [*rows, *counted("a", "s6", *[3] * 4), *counted("b", "s6", *[9] * 4)]
    found = of_rows(one_more)
    pair = significance.pair(found, "a", "b", "expanded")
    assert pair is not None
    assert (pair.below, len(pair.equal), pair.level) == (("s6",), 6, ())
    assert str(sentence(alike, found.labels)) == (
        "a and b are equal on each of the boards compared (6)"
    )
    assert str(sentence(pair, found.labels)) == (
        "a is below b on 1 of 7 boards (s6); of the others: equal on 6"
    )
    least = significance.least(found, "s0", "expanded")
    assert least is not None and (least.level, least.equal) == ((), ("b",))
    varied = of_rows([*counted("a", "s", 5, 5, 5, 5), *counted("b", "s", 5, 5, 5, 6)])
    level = significance.pair(varied, "a", "b", "expanded")
    assert level is not None and level.extent is Extent.NOWHERE


def held(who: str, *sizes: int) -> list[Any]:
    return [
        row_of({**made.row(who, "3x3", at, 0.1), "peak_bytes": size, "counters": {}})
        for at, size in enumerate(sizes, 1)
    ]


def test_memory_is_spoken_of_above_its_noise_alone() -> None:
    pages = of_rows([*held("a", *[4096] * 4), *held("b", *[143_360] * 4)])
    assert significance.pair(pages, "a", "b", "peak_bytes") is None
    assert significance.least(pages, "3x3", "peak_bytes") is None
    near = of_rows([*held("a", *[2_000_000] * 4), *held("b", *[2_900_000] * 4)])
    found = significance.pair(near, "a", "b", "peak_bytes")
    assert found is not None and found.extent is Extent.NOWHERE
    far = of_rows([*held("a", *[4096] * 4), *held("b", *[30_000_000] * 4)])
    found = significance.pair(far, "a", "b", "peak_bytes")
    assert found is not None and found.extent is Extent.EVERYWHERE
    lines = [str(i) for block in conclusions(far) for i in getattr(block, "items", ())]
    assert "3x3: the least median is that of a, less than 1.0 MB" in lines


def test_the_memory_of_an_own_solver_holds_an_interpreter_and_is_not_compared() -> None:
    rows = [*held("sat", *[400_000] * 4), *held("mine.py", *[31_000_000] * 4)]
    found = of_rows(rows)
    assert found.own == {"mine.py"}
    assert significance.pair(found, "sat", "mine.py", "peak_bytes") is None
    assert significance.least(found, "3x3", "peak_bytes") is None
    assert "whole processes, the interpreter included" in str(result_table(found))
    assert "whole processes" not in str(result_table(of_rows(rows[:4])))


def test_the_start_of_a_program_is_said_where_a_function_has_none() -> None:
    who = (("./solver {board}", SLOW), ("mine.py", QUICK), ("sat", QUICK))
    found = of_rows([row for one, times in who for row in rows_of(one, times)])
    note = (
        "The times of a program have the start of its process in them, those of a method or a "
        "function have not. Programs are: ./solver {board}."
    )
    assert note in [str(line) for line in verdict(found)]
    assert note in str(result_table(found)) and note in str(rows_table(found))
    assert note in [str(getattr(one, "text", "")) for one in results(found, {})]
    assert note in [str(getattr(one, "text", "")) for one in conclusions(found)]
    found = of_rows([*rows_of("other.py", QUICK), *rows_of("mine.py", SLOW)])
    assert not any("start of its process" in str(line) for line in verdict(found))


def ended(end: str, **taken: Any) -> Ended:
    parts: dict[str, Any] = {"cpu_s": 1.4, "wall_s": 9.0, "peak_bytes": None}
    return Ended(end, None, b'{"cpu_s": 0.9}\n{"cpu_s": 0.9}\n', b"", **{**parts, **taken})


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("time", "no answer within 3 s"),
        ("cpu", "no answer within 0.5 s of CPU time"),
    ],
)
def test_a_stopped_solver_keeps_what_it_used_since_it_was_entered(end: str, said: str) -> None:
    run = ended(end, start_s=5.0, start_cpu_s=0.9)
    limits = RunLimits(3.0, cpu_s=0.5)
    found = record(Board("sudoku:2x2:1....2....3....4").position, run, limits, python=True)
    assert (found["stop"], found["fault"]) == ("TIME_LIMIT", None)
    assert found["statistics"]["cpu_s"] == pytest.approx(0.5)
    assert found["statistics"]["wall_s"] == pytest.approx(4.0)
    assert str(why_ended(run, limits)) == said


def test_a_start_that_never_ends_is_no_slow_answer() -> None:
    found = record(Board("queens:4:").position, ended("start"), RunLimits(), python=True)
    assert found["stop"] == "INCOMPLETE"
    assert found["fault"] == "its file was not loaded within 60 s"


def test_the_paired_interval_covers_as_often_as_it_says() -> None:
    """Over all tables of 24 pairs, weighed by their probability; method 10 of Newcombe 1998."""
    n = 24
    for odds in ((0.5, 0.15, 0.05, 0.3), (0.7, 0.1, 0.1, 0.1), (0.3, 0.0, 0.1, 0.6)):
        covered = 0.0
        for both in range(n + 1):
            for one in range(n + 1 - both):
                for other in range(n + 1 - both - one):
                    table = (both, one, other, n - both - one - other)
                    ways = math.factorial(n)
                    chance = 1.0
                    for many, odd in zip(table, odds, strict=True):
                        ways //= math.factorial(many)
                        chance *= odd**many
                    low, high = newcombe_paired(*table)
                    covered += ways * chance * (low <= odds[1] - odds[2] <= high)
        assert 0.93 < covered < 0.995, (odds, covered)


def test_the_paired_interval_on_known_tables() -> None:
    assert newcombe_paired(36, 12, 2, 0) == pytest.approx((0.0569, 0.3404), abs=5e-5)
    low, high = newcombe_paired(12, 2, 36, 0)
    assert newcombe_paired(12, 36, 2, 0) == pytest.approx((-high, -low))
    low, high = newcombe_paired(440, 0, 0, 60)
    assert low < 0 < high, "the same games were finished"


def played(
    who: str, board: str, *runs: "int | None", games: int = 100, hidden: bool = False
) -> list[Any]:
    """Return runs of a player that finished the games of these bits; None of a stopped run."""
    rows = []
    for at, bits in enumerate(runs, 1):
        known = {} if bits is None else {"games": games, "finished": bits.bit_count()}
        row = made.row(who, board, at, "time_limit" if bits is None else 0.5)
        row |= {"kind": "games", "claims": {}, "counters": known}
        row["finished_games"] = None if bits is None or hidden else f"{bits:x}"
        rows.append(row_of(row))
    return rows


def first(many: int, less: int = 0) -> int:
    """Return the bits of the first games, without as many of the very first."""
    return ((1 << many) - 1) & ~((1 << less) - 1)


def of_games(*rows: list[Any]) -> Comparison:
    return of_rows([row for part in rows for row in part], question="games", metrics=[])


def test_the_same_games_are_told_apart_where_pools_are_not() -> None:
    """Of the same 500 games one finishes all that the other does, and 20 more."""
    one, other = [first(90)] * 5, [first(90, 4)] * 5
    found = significance.shares(
        of_games(played("a", "s", *one), played("b", "s", *other)), ("a", "s"), ("b", "s")
    )
    assert found is not None and found.told_apart
    assert (found.first_counts, found.second_counts) == ((450, 500), (430, 500))
    unknown = of_games(played("a", "s", *one, hidden=True), played("b", "s", *other))
    pooled = significance.shares(unknown, ("a", "s"), ("b", "s"))
    assert pooled is not None and not pooled.told_apart
    assert pooled.ci95 == newcombe((450, 500), (430, 500))


def test_only_rounds_that_both_ended_are_compared() -> None:
    a = played("a", "s", first(90), first(10), None)
    b = played("b", "s", first(80), None, first(100))
    found = significance.shares(of_games(a, b), ("b", "s"), ("a", "s"))
    assert found is not None
    assert (found.first, found.first_counts, found.second_counts) == ("a", (90, 100), (80, 100))
    assert significance.shares(of_games(a[2:], b), ("a", "s"), ("b", "s")) is None


def test_a_player_that_was_stopped_does_not_rank_higher_for_it() -> None:
    """Both finish the same games; one was stopped four times of five on the hard board."""
    easy, hard = [first(94)] * 5, [first(7)] * 5
    rows = played("whole", "easy", *easy), played("whole", "hard", *hard)
    stop = played("stopped", "easy", *easy), played("stopped", "hard", hard[0], *[None] * 4)
    found = of_games(*stop, *rows)
    totals = {one.contender: one.finished / one.games for one in standings(found)}
    assert totals["stopped"] > totals["whole"], "pools of different boards say the opposite"
    assert [one.contender for one in standings(found)] == ["whole", "stopped"]
    headline, boards, *others = map(str, verdict(found))
    assert boards == "On no single board can whole and stopped be told apart."
    assert headline.startswith("It is not sure who finishes most games without a guess: ")
    assert "50.5 % on average over 2 boards" in headline and "same 600 games" in headline
    assert others == ["No answer in some runs: stopped on 1 of 2 boards (time limit)."]


def test_the_headline_and_the_sections_agree() -> None:
    """Equal on two boards, and better on two: then better over all four."""
    alike, one, other = [first(88)] * 5, [first(60)] * 5, [first(60, 4)] * 5
    rows = []
    for who, runs in (("a", one), ("b", other)):
        for board, games in (("s1", alike), ("s2", alike), ("s3", runs), ("s4", runs)):
            rows += played(who, board, *games)
    found = of_games(rows)
    headline, boards = map(str, verdict(found))
    assert headline.startswith("a finished most games without a guess: 74.0 % on average over 4")
    assert boards == (
        "a finished more games on s3, s4; on the other boards the two cannot be told apart."
    )
    lines = [str(i) for block in conclusions(found) for i in getattr(block, "items", ())]
    assert sum(line.startswith(("s3: a finishes", "s4: a finishes")) for line in lines) == 2
    assert any(line.startswith("s1: these cannot be told apart") for line in lines)


def test_which_games_were_finished_is_kept_whoever_plays() -> None:
    asked = {"puzzle": "minesweeper", "board": "6x6x6", "games": 40, "free_cells": 2, "seed": 5}
    task = task_kind("simulate")
    value = task.run({**asked, "numbered": True}, Call(threading.Event())).value
    assert (
        value is not None and "finished_games" not in task.run(asked, Call(threading.Event())).value
    )  # type: ignore[operator]
    bits = int(value["finished_games"], 16)
    assert 0 < bits.bit_count() == value["finished"] < 40
    plan = planned("minesweeper", board="6x6x6", games=40, free_cells=2, seed=5)
    game = plan.game("6x6x6", 2, 1, 7)
    assert (game.outcome is GameStatus.FINISHED) is bool(bits >> 6 & 1)


def test_compiled_code_says_too_which_games_were_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games 3 to 5 of a row, of which the first was lost and the second won with a guess."""
    ends = [GameEnd(GameStatus.LOST, 0), GameEnd(GameStatus.WON, 1), GameEnd(GameStatus.WON, 0)]
    plan = planned("minesweeper", board="6x6x6", games=40, free_cells=2, seed=5)
    setting = Setting(plan, "6x6x6", 2, 1)
    policy = SimpleNamespace(games=lambda *_, **__: ends)
    monkeypatch.setattr(whole_games.registry, "policy", lambda *_: policy)
    row = whole_games.play_whole(setting, range(3, 6), None)
    assert (row.finished, row.which) == (1, 1 << 4)
    assert row.plus(setting.empty.numbered([1])).which == 1 | 1 << 4
