"""Limits are met where they say, and the driver hears of it at once."""

import gc
import mmap
import sys
import threading
from collections.abc import Mapping
from itertools import product
from types import SimpleNamespace

import pytest

from every import every
from gridwise.core import run as run_module
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import COUNTERS, Stop
from gridwise.core.run import Counters, Run, check_current_run, checking, resident_bytes


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    fake = SimpleNamespace(perf_counter=made, process_time=lambda: made.now / 2)
    monkeypatch.setattr(run_module, "time", fake)
    return made


def ticks_until_stop(run: Run, at_most: int) -> tuple[int, Stop | None]:
    for done in range(at_most):
        try:
            run.tick()
        except Interrupted as interrupted:
            return done, interrupted.stop
    return at_most, None


@every(
    "name, value",
    list(product(("time_s", "nodes", "memory_bytes", "solutions"), (0, -1, float("nan")))),
)
def test_a_limit_is_above_zero(name: str, value: float) -> None:
    with pytest.raises(ParameterError, match=name):
        Limits(**{name: value})


@every("nodes", [1, 2, 3, 7, 100, 4097, 20_000])
def test_node_limit_is_met_exactly(nodes: int) -> None:
    run = Run(Limits(nodes=nodes))
    assert ticks_until_stop(run, nodes + 1) == (nodes, Stop.NODE_LIMIT)
    assert run.nodes == nodes
    assert ticks_until_stop(run, 1) == (0, Stop.NODE_LIMIT)  # and it stays so
    assert run.nodes == nodes


def test_no_limits_do_not_stop() -> None:
    run = Run()
    assert ticks_until_stop(run, 50_000) == (50_000, None)
    assert run.nodes == 50_000
    assert run.remaining_s() is None


def test_cancel_before_the_first_node() -> None:
    cancel = threading.Event()
    cancel.set()
    done, stop = ticks_until_stop(Run(cancel=cancel), 10)
    assert (done, stop) == (0, Stop.CANCELLED)


def test_anything_with_is_set_is_a_cancel_token() -> None:
    class Countdown:
        left = 3

        def is_set(self) -> bool:
            self.left -= 1
            return self.left < 0

    assert ticks_until_stop(Run(cancel=Countdown()), 100_000)[1] is Stop.CANCELLED


@pytest.mark.parametrize("tick_s", [1e-6, 5e-5, 3e-4, 2e-3, 0.05])
def test_cancel_and_time_are_noticed_soon(clock: Clock, tick_s: float) -> None:
    cancel = threading.Event()
    run = Run(cancel=cancel)
    for _ in range(int(0.5 / tick_s)):
        clock.now += tick_s
        run.tick()
    cancel.set()
    set_at = clock.now
    with pytest.raises(Interrupted) as caught:
        while True:
            clock.now += tick_s
            run.tick()
    assert caught.value.stop is Stop.CANCELLED
    assert clock.now - set_at < max(0.01, 2 * tick_s)


@pytest.mark.parametrize("tick_s", [1e-6, 5e-5, 2e-3, 0.05])
def test_time_limit_is_met_nearly(clock: Clock, tick_s: float) -> None:
    run = Run(Limits(time_s=0.3))
    started = clock.now
    with pytest.raises(Interrupted) as caught:
        while True:
            clock.now += tick_s
            run.tick()
    assert caught.value.stop is Stop.TIME_LIMIT
    assert 0.3 <= clock.now - started < 0.3 + max(0.01, 2 * tick_s)
    assert run.remaining_s() == 0.0


def test_remaining_and_elapsed_time(clock: Clock) -> None:
    run = Run(Limits(time_s=2.0))
    clock.now += 0.5
    assert run.remaining_s() == pytest.approx(1.5)
    assert run.elapsed_s() == pytest.approx(0.5)
    assert run.rest().time_s == pytest.approx(1.5)
    clock.now += 1.6
    with pytest.raises(Interrupted):
        run.rest()
    assert Run(Limits(nodes=3)).rest() == Limits(nodes=3)


def test_progress_is_told_about_ten_times_a_second(clock: Clock) -> None:
    calls: list[tuple[float, int, set[str]]] = []

    def progress(seconds: float, counters: Mapping[str, int]) -> None:
        calls.append((seconds, counters["decisions"], set(counters)))

    run = Run(progress=progress)
    for _ in range(20_000):
        clock.now += 1e-4
        run.count.decisions += 1
        run.tick()
    assert 18 <= len(calls) <= 20
    assert [c[0] for c in calls] == sorted(c[0] for c in calls)
    assert all(abs(decisions * 1e-4 - seconds) < 1e-3 for seconds, decisions, _ in calls)
    assert all(keys == set(COUNTERS) for *_, keys in calls)


def test_memory_limit_and_peak(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    size = [1000]
    monkeypatch.setattr(run_module, "resident_bytes", lambda: size[0])
    run = Run(Limits(memory_bytes=500))
    size[0] = 1400
    clock.now += 1
    run.check()
    size[0] = 1200
    clock.now += 1
    run.check()
    assert run.peak_bytes == 400
    size[0] = 1501
    clock.now += 1
    with pytest.raises(Interrupted) as caught:
        run.check()
    assert caught.value.stop is Stop.MEMORY_LIMIT


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS tells only the peak")
def test_resident_memory_sees_a_large_allocation() -> None:
    gc.collect()  # what is freed meanwhile would hide a part of it
    before = resident_bytes()
    with mmap.mmap(-1, 256 << 20) as block:  # never from memory that the process holds already
        block.write(bytes(256 << 20))
        grown = resident_bytes() - before
    assert before > 1 << 20
    assert 192 << 20 < grown < 384 << 20


def test_statistics_hold_what_the_method_says_it_counts(clock: Clock) -> None:
    run = Run()
    run.count.decisions, run.count.conflicts = 5, 2
    run.compile_s = 0.25
    clock.now += 3.0
    found = run.statistics(frozenset({"decisions", "layouts"}))
    assert dict(found.counters) == {"decisions": 5, "layouts": 0}
    assert found.wall_s == pytest.approx(3.0)
    assert found.cpu_s == pytest.approx(1.5)
    assert found.compile_s == 0.25


def test_counters_are_the_closed_list() -> None:
    counters = Counters()
    assert counters.as_dict() == dict.fromkeys(COUNTERS, 0)
    with pytest.raises(AttributeError):
        counters.nodes = 1  # type: ignore[attr-defined]


def test_making_tables_is_counted_apart_and_the_limit_goes_on(clock: Clock) -> None:
    run = Run(Limits(time_s=3))
    with run.making_tables():
        clock.now += 5
        run.compiled(1, 1)  # a part of it was compiling: that puts the limit off, by itself
    assert run.tables_s == pytest.approx(4) and run.compile_s == 1
    assert run.statistics(frozenset()).wall_s == pytest.approx(0)
    assert run.statistics(frozenset()).as_dict()["tables_s"] == run.tables_s
    with pytest.raises(Interrupted):
        run.check()


def test_code_that_makes_a_view_checks_the_current_run(clock: Clock) -> None:
    run = Run(Limits(time_s=5))
    with run.current():
        seen = []
        with pytest.raises(Interrupted):
            for part in checking(range(100_000)):
                seen.append(part)
                clock.now += 0.001
        assert 5000 <= len(seen) <= 6100
    check_current_run()
    assert len(list(checking(range(10_000)))) == 10_000, "no run is current any more"


def test_one_run_inside_another_is_checked_alone(clock: Clock) -> None:
    outer, inner = Run(Limits(time_s=1)), Run(Limits(time_s=9))
    with outer.current():
        clock.now += 2
        with inner.current():
            check_current_run()
        with pytest.raises(Interrupted):
            check_current_run()


def test_the_peak_between_two_samples_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now, highest = [1000], [5000]
    monkeypatch.setattr(run_module, "resident_bytes", lambda: now[0])
    monkeypatch.setattr(run_module, "highest_bytes", lambda: highest[0])
    run = Run()
    assert run.statistics(frozenset()).peak_bytes == 0, "what was before is not the run's"
    highest[0] = 9000
    assert run.statistics(frozenset()).peak_bytes == 8000
    highest[0] = 20_000
    run.compiled(0.0, 0.0, 500)
    assert run.statistics(frozenset()).peak_bytes == 8000, "nor is what compiling took"


def test_what_tables_and_compiling_took_is_kept_by_both_clocks(clock: Clock) -> None:
    run = Run()
    with run.making_tables():
        clock.now += 5  # of which the process had half
        run.compiled(1, 0.25)
    found = run.statistics(frozenset())
    assert (found.tables_s, found.tables_cpu_s) == pytest.approx((4, 2.25))
    assert (found.compile_s, found.compile_cpu_s) == (1, 0.25)
    assert found.cpu_s == pytest.approx(0)


def test_a_limit_of_processor_time_counts_no_other_time(clock: Clock) -> None:
    run = Run(Limits(cpu_s=1.0))
    clock.now += 1.9  # the process had half of it
    run.check()
    run.compiled(1.0, 0.5)
    assert run.rest().cpu_s == pytest.approx(0.55)
    clock.now += 1.0
    run.check()
    run.add_cpu(0.06)  # another process worked for it
    with pytest.raises(Interrupted) as end:
        run.check()
    assert end.value.stop is Stop.TIME_LIMIT
    with pytest.raises(Interrupted):
        run.rest()
