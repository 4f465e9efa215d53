"""The cluster's executor with `local:2`, and what it refuses before it connects."""

import gc
import operator
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("distributed")

from gridwise.batch import cluster, cluster_worker, work
from gridwise.batch.cluster import ClusterExecutor
from gridwise.batch.cluster_worker import OtherVersionsError, Warm, run_slice, versions
from gridwise.batch.executors import WorkerLost
from gridwise.batch.run import StoppedError, run_batch
from gridwise.core.errors import InputError, ParameterError

dask = pytest.importorskip("dask")

# Dask leaves the sockets of a worker that was killed to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(scope="module")
def pair() -> Iterator[ClusterExecutor]:
    executor = ClusterExecutor("local:2", preload=["queens"])
    yield executor
    executor.close()
    gc.collect()


@pytest.mark.slow
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
    pair.rebuild()
    after = pair.submit(lambda: "after")
    assert (before.result(240), after.result(240)) == ("before", "after")


@pytest.mark.slow
def test_a_cancelled_slice_is_not_run(pair: ClusterExecutor, tmp_path: Path) -> None:
    first = [pair.submit(time.sleep, 2) for _ in range(2)]
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_workers_that_come_late_are_waited_for(empty: ClusterExecutor) -> None:
    answer = empty.submit(pow, 2, 10)
    while empty._empty is None:
        time.sleep(0.02)
    assert empty._cluster is not None
    empty._cluster.scale(1)
    assert answer.result(240) == 1024
    empty.submit(time.sleep, 0.2).result(240)
    assert empty._empty is None


@pytest.mark.slow
def test_after_close_nothing_is_taken() -> None:
    executor = ClusterExecutor("local:1")
    left = executor.submit(time.sleep, 60)
    executor.close()
    executor.close()
    assert left.cancelled()
    with pytest.raises(RuntimeError, match="closed"):
        executor.submit(pow, 2, 2)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("local:", "expected local:4"),
        ("local:0", "expected local:4"),
        ("local:-1", "expected local:4"),
        ("somewhere", "expected the address of a Dask scheduler"),
        ("10.0.0.5:8786", "expected the address of a Dask scheduler"),
        ("http://127.0.0.1:8786", "expected the address of a Dask scheduler"),
        ("tcp://127.0.0.1:99999", "expected the address of a Dask scheduler"),
        ("tcp://", "expected the address of a Dask scheduler"),
        ("tcp://[::1", "expected the address of a Dask scheduler"),
        ("tcp://10.0.0.5", r"expected tls://10\.0\.0\.5:8786, or insecure\+tcp://10\.0\.0\.5 on"),
        ("tcp://0.0.0.0:8786", "no TLS"),
        ("tls://10.0.0.5:8786", "DASK_DISTRIBUTED__COMM__TLS__CA_FILE"),
    ],
)
def test_refuses_an_address_in_one_line(address: str, said: str) -> None:
    with pytest.raises(ParameterError, match=said) as caught:
        ClusterExecutor(address)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("tcp://127.0.0.1:9000", "tcp://127.0.0.1:9000"),
        ("tcp://127.3.2.1", "tcp://127.3.2.1:8786"),
        ("tcp://localhost:9000", "tcp://localhost:9000"),
        ("tcp://[::1]:9000", "tcp://[::1]:9000"),
        ("insecure+tcp://10.0.0.5:9000", "tcp://10.0.0.5:9000"),
    ],
)
def test_takes_an_address_as_dask_has_it(address: str, taken: str) -> None:
    assert cluster._checked(address) == taken


def test_takes_tls_where_dask_is_configured_for_it() -> None:
    with dask.config.set({"distributed.comm.tls.ca-file": "/certificates/ca.pem"}):
        assert cluster._checked("tls://gridwise-scheduler:8786") == "tls://gridwise-scheduler:8786"


def test_says_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ANSWER_S", 0.5)
    with pytest.raises(ParameterError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1 "):
        ClusterExecutor("tcp://127.0.0.1:1")


def _versions(change: dict[str, str | None]) -> dict[str, Any]:
    own = {**dict(versions()), "python": "{}.9.final.0".format(dict(versions())["python"])}
    return {"packages": {**own, **change}}


@pytest.mark.parametrize(
    ("scheduler", "worker", "said"),
    [
        ({"gridwise": "0.0.1"}, {}, "the scheduler has gridwise 0.0.1 and this command has "),
        ({}, {"numba": "0.1"}, "the worker tcp://w:1 has numba 0.1 and this command has "),
        ({}, {"numpy": None}, r"the worker tcp://w:1 has numpy \(not installed\) and "),
        ({}, {"python": "3.1.0.final.0"}, "the worker tcp://w:1 has python 3.1 and "),
    ],
)
def test_refuses_other_versions_by_name(scheduler: Any, worker: Any, said: str) -> None:
    found = {"scheduler": _versions(scheduler), "workers": {"tcp://w:1": _versions(worker)}}
    client = SimpleNamespace(get_versions=lambda packages: found)
    with pytest.raises(ParameterError, match=said):
        cluster._compare(client)


def test_takes_the_same_versions() -> None:
    found = {"scheduler": _versions({}), "workers": {"tcp://w:1": _versions({})}}
    cluster._compare(SimpleNamespace(get_versions=lambda packages: found))


def test_a_slice_is_refused_by_a_worker_that_came_later_with_other_versions() -> None:
    assert run_slice(versions(), pow, 2, 5) == 32
    other = tuple((name, "0.1" if name == "numba" else found) for name, found in versions())
    with pytest.raises(OtherVersionsError) as caught:
        run_slice(other, pow, 2, 5)
    assert caught.value.args == ("numba", dict(versions())["numba"], "0.1")


def test_other_versions_of_a_later_worker_end_the_run(
    pair: ClusterExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tuple((name, "0.1" if name == "numba" else found) for name, found in versions())
    executor = ClusterExecutor(pair.address)
    try:
        monkeypatch.setattr(cluster_worker, "versions", lambda: wrong)
        with pytest.raises(WorkerLost):
            executor.submit(pow, 2, 2).result(240)
        with pytest.raises(InputError, match=r"a worker has numba .* this command has 0\.1"):
            executor.rebuild()
        with pytest.raises(InputError, match="numba"):
            executor.submit(pow, 2, 2)
    finally:
        executor.close()


def test_the_plugin_loads_what_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(work, "warm", asked.append)
    asyncio.run(Warm(["sudoku", "queens"]).setup(SimpleNamespace()))
    assert asked == [("sudoku", "queens")]


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
