"""The cluster's executor on a scheduler and two workers of this machine, and what it answers."""

import gc
import operator
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

import gridwise
from batch.support import run_batch
from gridwise.batch import cluster, cluster_worker
from gridwise.batch.boards import generate_shared
from gridwise.batch.cluster import ClusterExecutor
from gridwise.batch.cluster_worker import versions
from gridwise.batch.run import StoppedError
from gridwise.cli.main import run
from gridwise.core.errors import InputError
from gridwise.process.sharing import WorkerLost
from gridwise.puzzles.sliding.generate import random_position
from gridwise.solving.generate import generate_many

# Dask leaves the sockets of a worker that was killed to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    yield
    gc.collect()


def test_runs_slices_on_both_workers(pair: ClusterExecutor) -> None:
    assert pair.workers == 2
    futures = [pair.submit(pow, 3, number) for number in range(50)]
    assert [future.result(240) for future in futures] == [3**number for number in range(50)]
    busy = [pair.submit(lambda: (time.sleep(0.2), os.getpid())[1]) for _ in range(8)]
    found = {future.result(240) for future in busy}
    assert len(found) == 2
    assert os.getpid() not in found


def test_a_functions_own_error_comes_back(pair: ClusterExecutor) -> None:
    with pytest.raises(ZeroDivisionError):
        pair.submit(operator.truediv, 1, 0).result(240)
    with pytest.raises(ConnectionResetError):  # which could be taken for a lost connection
        pair.submit(_raise(ConnectionResetError("own"))).result(240)
    with pytest.raises(TypeError):  # what cannot be sent is nobody's lost connection either
        pair.submit(print, threading.Lock()).result(240)


def _raise(error: Exception) -> Any:
    def raise_it() -> None:
        raise error

    return raise_it


def test_a_slice_that_kills_its_worker_says_so_and_the_others_go_on(pair: ClusterExecutor) -> None:
    before = pair.submit(lambda: (time.sleep(0.5), "before")[1])
    with pytest.raises(WorkerLost):
        pair.submit(os._exit, 3).result(240)
    after = pair.submit(lambda: "after")
    assert (before.result(240), after.result(240)) == ("before", "after")


def test_a_cancelled_slice_is_not_run(pair: ClusterExecutor, tmp_path: Path) -> None:
    first = [pair.submit(time.sleep, 1) for _ in range(2)]
    mark = tmp_path / "ran"
    late = pair.submit(mark.touch)
    assert late.cancel()
    wait(first, 240)
    pair.submit(pow, 2, 2).result(240)
    assert not mark.exists()


def test_a_lost_connection_is_made_again_and_slices_are_sent_again(pair: ClusterExecutor) -> None:
    futures = [pair.submit(lambda n=n: (time.sleep(0.1), n)[1]) for n in range(20)]
    client = pair._client
    assert client is not None
    client.loop.add_callback(client.scheduler_comm.comm.abort)
    assert [future.result(240) for future in futures] == list(range(20))
    assert pair._client is not client


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> Iterator[ClusterExecutor]:
    """A cluster of this machine that has lost its one worker."""
    monkeypatch.setattr(cluster, "_COUNT_S", 0.1)
    executor = ClusterExecutor("local:1")
    try:
        assert executor._cluster is not None
        assert executor._client is not None
        executor._cluster.scale(0)
        while executor._client.nthreads():
            time.sleep(0.02)
        yield executor
    finally:
        executor.close()


def test_a_run_ends_where_all_workers_stay_away(
    empty: ClusterExecutor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cluster, "_AWAY_S", 0.5)
    source, output = tmp_path / "boards.txt", tmp_path / "out.csv"
    source.write_text("queens:6:\nqueens:8:\n")
    with pytest.raises(StoppedError, match=r"has had no workers for 0 minutes; .* again"):
        run_batch(source, output, executor=empty)
    with pytest.raises(InputError, match="has had no workers"):
        empty.submit(pow, 2, 2)
    empty.close()
    assert run_batch(source, output, workers=1).rows == 2


def test_workers_that_come_late_are_waited_for(empty: ClusterExecutor) -> None:
    answer = empty.submit(pow, 2, 10)
    while empty._empty is None:
        time.sleep(0.02)
    assert empty._cluster is not None
    empty._cluster.scale(1)
    assert answer.result(240) == 1024
    empty.submit(time.sleep, 0.2).result(240)
    assert empty._empty is None


def test_after_close_nothing_is_taken(pair: ClusterExecutor) -> None:
    executor = ClusterExecutor(pair.address)
    left = [executor.submit(time.sleep, 0.5) for _ in range(8)]
    executor.close()
    executor.close()
    assert left[-1].cancelled()
    with pytest.raises(RuntimeError, match="closed"):
        executor.submit(pow, 2, 2)


def test_other_versions_of_a_later_worker_end_the_run(
    pair: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tuple((name, "0.1" if name == "numba" else found) for name, found in versions())
    executor = ClusterExecutor(pair.address)
    try:
        monkeypatch.setattr(cluster_worker, "versions", lambda: wrong)
        with pytest.raises(InputError, match=r"A worker has numba .* this command has 0\.1"):
            executor.submit(pow, 2, 2).result(240)
        with pytest.raises(InputError, match="numba"):
            executor.submit(pow, 2, 2)
    finally:
        executor.close()


def test_a_batch_has_the_same_bytes_as_one_without_a_cluster(
    pair: ClusterExecutor, tmp_path: Path
) -> None:
    source = tmp_path / "boards.txt"
    boards = ["queens:6:", "queens:5:r1c1", "no board", "queens:8:r1c1,r2c2"]
    source.write_text("\n".join(boards * 5) + "\n")
    pair.slice_bytes = 40
    there = run_batch(source, tmp_path / "there.csv", executor=pair)
    here = run_batch(source, tmp_path / "here.csv", workers=1)
    assert there.rows == here.rows == 20
    assert there.output.read_bytes() == here.output.read_bytes()


def test_slices_of_many_workers_are_longer(pair: ClusterExecutor) -> None:
    assert pair.slice_s == 1.0
    pair._set_workers(1000)
    assert (pair.workers, pair.slice_s) == (1000, 10.0)
    pair._set_workers(2)


# All that takes `--cluster` gives the same answers as alone.


def test_count_is_that_of_one_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "queens:12:", "--cluster", "local:2"]) == 0
    assert capsys.readouterr().out == "14200\n"


def test_simulate_is_that_of_one_process(pair: ClusterExecutor) -> None:
    asked = {"board": "5x5x4", "policy": "single_point", "guess": "random", "games": 60}
    alone = gridwise.simulate("minesweeper", **asked).rows[0]
    there = gridwise.simulate("minesweeper", cluster=pair.address, **asked).rows[0]
    assert (there.games, there.wins, there.lost) == (60, alone.wins, alone.lost)


def test_solve_is_that_of_one_process(pair: ClusterExecutor) -> None:
    board = random_position(4, 4, 3)
    there = gridwise.solve(board, cluster=pair.address, tables="default")
    here = gridwise.solve(board, workers=1, tables="default")
    assert (there.optimal, there.moves) == (True, here.moves)
    assert there.statistics.counters == here.statistics.counters


def test_generate_is_that_of_one_process(pair: ClusterExecutor) -> None:
    seeds = range(5, 25)
    there = list(generate_shared("sudoku", "2x2", seeds, cluster=pair.address))
    assert there == list(generate_many("sudoku", "2x2", seeds))


def test_compare_is_that_of_one_process(pair: ClusterExecutor, tmp_path: Path) -> None:
    boards, asked = ["queens:4:", "queens:5:r1c1"], {"methods": ["sat", "dpll"], "repeats": 1}
    there = gridwise.compare(boards, tmp_path / "there", cluster=pair.address, **asked)
    here = gridwise.compare(boards, **asked)
    assert [(row.key, row.end, row.claims) for row in there.rows] == [
        (row.key, row.end, row.claims) for row in here.rows
    ]
