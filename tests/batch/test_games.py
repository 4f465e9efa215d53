"""Games shared out: each follows from its own seed, so the rows are those of one process."""

from dataclasses import replace
from threading import Event

import pytest

from batch.inline import Inline
from gridwise.agents.plan import planned
from gridwise.agents.simulate import rows, simulate
from gridwise.batch import games
from gridwise.core.result import Stop

ASKED = {"board": ("5x5x4", "4x4x3"), "policy": "single_point", "guess": "random", "games": 30}


def without_times(done):
    return [replace(row, cpu_s=0.0) for row in done]


@pytest.mark.parametrize("lost", [(), (1, 4, 5)])
def test_the_rows_are_those_of_one_process(lost, monkeypatch):
    executor = Inline(lost=lost)
    monkeypatch.setattr(games, "open_executor", lambda workers, cluster: executor)
    plan = planned("minesweeper", repeat=2, **ASKED)
    alone = list(rows(plan, compiling=False))
    with games.sharing(None, "local:1") as share:
        found = list(rows(plan, share=share, compiling=False))
    assert without_times(found) == without_times(alone)
    assert not lost or executor.calls > max(lost)


def test_one_process_is_not_shared():
    for workers in (None, 1):
        with games.sharing(workers, None) as share:
            assert share is None


def test_a_cancelled_run_keeps_what_was_played(monkeypatch):
    cancel = Event()
    monkeypatch.setattr(games, "open_executor", lambda workers, cluster: Inline(never={4}))

    def progress(played, total):
        cancel.set()

    asked = {**ASKED, "policy": "sat"}
    done = simulate("minesweeper", workers=2, cancel=cancel, progress=progress, **asked)
    assert done.stop is Stop.CANCELLED
    assert 0 < done.rows[0].games < 30
