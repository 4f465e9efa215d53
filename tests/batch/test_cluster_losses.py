"""A real scheduler and real workers that are killed, paused and started again; and TLS."""

import gc
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from batch.dask_processes import DaskProcesses
from gridwise.batch import cluster
from gridwise.batch.cluster import ClusterExecutor
from gridwise.batch.executors import WorkerLost
from gridwise.core.errors import ParameterError

EXAMPLES = Path(__file__).parents[2] / "examples" / "cluster"

pytestmark = [
    pytest.mark.slow,
    # Dask leaves the sockets of a worker that was killed to the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP"),
]


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    yield
    gc.collect()


def _squares(executor: ClusterExecutor, number: int, at: dict[int, Callable[[], None]]) -> int:
    """Run slices as a coordinator does, with an event after so many; return how many were lost."""
    found: dict[int, int] = {}
    todo = list(range(number))[::-1]
    under_way: dict[Future[int], int] = {}
    lost = 0
    while todo or under_way:
        while todo and len(under_way) < 12:
            item = todo.pop()
            work = executor.submit(lambda item=item: (time.sleep(0.05), item * item)[1])
            under_way[work] = item
        for work in wait(under_way, 120, FIRST_COMPLETED).done:
            item = under_way.pop(work)
            try:
                value = work.result()
            except WorkerLost:
                executor.rebuild()
                todo.append(item)
                lost += 1
                continue
            assert item not in found
            found[item] = value
            if len(found) in at:
                at[len(found)]()
    assert found == {item: item * item for item in range(number)}
    return lost


def test_nothing_is_lost_or_doubled_when_workers_and_the_scheduler_die(tmp_path: Path) -> None:
    with DaskProcesses(tmp_path, 4) as dask:
        executor = ClusterExecutor(dask.address)
        until = time.monotonic() + 60
        while executor.workers < 4 and time.monotonic() < until:
            time.sleep(0.5)
            cluster._COUNT_S = 0.1
            executor.submit(pow, 2, 2).result(60)
        events: dict[int, Callable[[], None]] = {
            60: lambda: dask.workers[0].signal(signal.SIGKILL),
            90: lambda: dask.workers[1].signal(signal.SIGKILL),
            120: lambda: dask.workers[2].signal(signal.SIGSTOP),
            200: lambda: dask.scheduler.signal(signal.SIGKILL),
            280: lambda: dask.workers[2].signal(signal.SIGCONT),
        }
        lost = _squares(executor, 400, events)
        executor.close()
        assert [worker.starts > 1 for worker in dask.workers] == [True] * 4
        assert dask.scheduler.starts == 2
        assert lost >= 1  # what a killed worker was at


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    if shutil.which("openssl") is None or shutil.which("sh") is None:
        pytest.skip("openssl makes the certificates")
    folder = tmp_path / "certificates"
    subprocess.run(["sh", EXAMPLES / "certificates.sh", folder], check=True)
    return folder


def test_tls_by_the_configuration_of_the_examples(
    tmp_path: Path, certificates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {path.name for path in certificates.iterdir()}
    assert made == {"ca.pem", "dask.key", "dask.pem", "dask.yaml"}
    assert (certificates / "dask.key").stat().st_mode & 0o077 == 0
    own = {"DASK_CONFIG": str(certificates / "dask.yaml")}
    program = (
        "from gridwise.batch.cluster import ClusterExecutor\n"
        "import sys\n"
        "executor = ClusterExecutor(sys.argv[1])\n"
        "print(executor.submit(pow, 2, 10).result(60), executor.address)\n"
        "executor.close()\n"
    )
    with DaskProcesses(tmp_path, 1, scheme="tls", environment=own) as dask:
        for name, value in own.items():
            monkeypatch.setenv(name, value)
        done = subprocess.run(
            [sys.executable, "-c", program, dask.address], capture_output=True, text=True
        )
        assert done.stdout == f"1024 {dask.address}\n", done.stderr
        # The same scheduler takes nobody without its certificates.
        monkeypatch.setattr(cluster, "_ANSWER_S", 3.0)
        with pytest.raises(ParameterError, match="no Dask scheduler answers at tcp://"):
            ClusterExecutor(dask.address.replace("tls", "tcp"))


def test_other_versions_on_the_cluster_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "site" / "gridwise-0.0.1.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: gridwise\nVersion: 0.0.1\n")
    own = {"PYTHONPATH": str(other.parent)}
    with (
        DaskProcesses(tmp_path, 1, environment=own) as dask,
        pytest.raises(ParameterError, match=r"the scheduler has gridwise 0\.0\.1 and this command"),
    ):
        ClusterExecutor(dask.address)


def test_a_scheduler_without_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_FIRST_WORKER_S", 1.0)
    with (
        DaskProcesses(tmp_path, 0) as dask,
        pytest.raises(ParameterError, match="has no workers; start one with: dask worker tcp"),
    ):
        ClusterExecutor(dask.address)


def test_a_scheduler_that_stays_away_ends_the_run_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_AWAY_S", 1.0)
    monkeypatch.setattr(cluster, "_ANSWER_S", 1.0)
    with DaskProcesses(tmp_path, 1) as dask:
        monkeypatch.setattr(cluster, "_ANSWER_S", 10.0)
        executor = ClusterExecutor(dask.address)
        monkeypatch.setattr(cluster, "_ANSWER_S", 1.0)
        work = executor.submit(time.sleep, 60)
        dask.scheduler.end()
        with pytest.raises(WorkerLost):
            work.result(60)
        with pytest.raises(ParameterError, match="no Dask scheduler answers at"):
            executor.rebuild()
        executor.close()
