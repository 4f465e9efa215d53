"""A real scheduler and real workers that are killed, paused and started again; and TLS."""

import gc
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from batch.dask_processes import DaskProcesses
from batch.support import run_batch
from gridwise.batch import cluster
from gridwise.batch.cluster import ClusterExecutor
from gridwise.batch.run import BatchProgress
from gridwise.core.errors import InputError, ParameterError

GOLDEN = Path(__file__).parents[2] / "golden" / "sudoku"
EXAMPLES = Path(__file__).parents[3] / "examples" / "cluster"

pytestmark = [
    # Dask leaves the sockets of a worker that was killed to the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP"),
]


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    yield
    gc.collect()


def test_nothing_is_lost_or_doubled_when_workers_and_the_scheduler_die(tmp_path: Path) -> None:
    boards = (GOLDEN / "magictour.txt").read_text().splitlines()[1:]
    source = tmp_path / "boards.txt"
    source.write_text("\n".join((boards * 600)[:600]) + "\n")
    local = run_batch(source, tmp_path / "local.csv", method="exact_cover", workers=2)
    with DaskProcesses(tmp_path, 3) as dask:
        executor = ClusterExecutor(dask.address)
        executor.slice_bytes = 5 * 82
        events = [
            (60, lambda: dask.workers[0].signal(signal.SIGKILL)),
            (120, lambda: dask.workers[1].signal(signal.SIGKILL)),
            (180, lambda: dask.workers[2].signal(signal.SIGSTOP)),
            (300, lambda: dask.scheduler.signal(signal.SIGKILL)),
            (450, lambda: dask.workers[2].signal(signal.SIGCONT)),
        ]

        def happens(progress: BatchProgress) -> None:
            if events and progress.rows >= events[0][0]:
                events.pop(0)[1]()

        there = run_batch(
            source,
            tmp_path / "there.csv",
            method="exact_cover",
            executor=executor,
            progress=happens,
        )
        executor.close()
        assert not events
        assert all(worker.starts > 1 for worker in dask.workers)
        assert dask.scheduler.starts == 2
    assert (there.rows, dict(there.ends)) == (600, {"answered": 600})
    assert there.output.read_bytes() == local.output.read_bytes()


def test_certificates_are_the_same_when_a_worker_dies(tmp_path: Path) -> None:
    boards = (GOLDEN / "magictour.txt").read_text().splitlines()[1:41]
    source = tmp_path / "boards.txt"
    source.write_text("\n".join([*boards, "bad", "queens:6:r1c1", "sliding:3x2:1,2,5,3,4,0"]))

    def ran(name: str, **options: Any) -> tuple[dict[str, int], dict[str, bytes]]:
        proofs = tmp_path / name
        done = run_batch(
            source, tmp_path / f"{name}.csv", do="certify", certificate=proofs, **options
        )
        files = {path.name: path.read_bytes() for path in (done.output, *proofs.iterdir())}
        files["rows"] = files.pop(done.output.name)
        return dict(done.ends), files

    local = ran("local", workers=1)
    with DaskProcesses(tmp_path, 2) as dask:
        executor = ClusterExecutor(dask.address)
        executor.slice_bytes = 82
        killed: list[int] = []

        def happens(progress: BatchProgress) -> None:
            if not killed and progress.rows >= 2:
                dask.workers[0].signal(signal.SIGKILL)
                killed.append(progress.rows)

        there = ran("there", executor=executor, progress=happens)
        executor.close()
    assert killed
    assert killed[0] < len(boards)
    assert there == local
    boards_with_one = {int(name[:8]) for name in local[1] if name != "rows"}
    readable = {*range(1, len(boards) + 1), len(boards) + 2, len(boards) + 3}
    assert boards_with_one == readable


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
            [sys.executable, "-c", program, dask.address],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.stdout == f"1024 {dask.address}\n", done.stderr
        # The same scheduler takes nobody without its certificates.
        monkeypatch.setattr(cluster, "_ANSWER_S", 3.0)
        with pytest.raises(ParameterError, match="No Dask scheduler answers at tcp://"):
            ClusterExecutor(dask.address.replace("tls", "tcp"))


def test_other_versions_on_the_cluster_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "site" / "gridwise-0.0.1.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: gridwise\nVersion: 0.0.1\n")
    own = {"PYTHONPATH": str(other.parent)}
    with (
        DaskProcesses(tmp_path, 1, environment=own) as dask,
        pytest.raises(ParameterError, match=r"The scheduler has gridwise 0\.0\.1 and this command"),
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
        with pytest.raises(InputError, match="No Dask scheduler answers at"):
            work.result(60)
        executor.close()
