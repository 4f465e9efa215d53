"""Each clock is compared with itself: what is left out, what a stopped run says, and the words."""

import threading

import pytest

from comparing.test_verdict import QUICK, SLOW, said
from gridwise.core.result import Statistics
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
