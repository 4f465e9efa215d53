"""Batches of a server: uploads, quotas, pauses, what outlives a server, and the REST API."""

import gzip
import io
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from browser._server import Server
from gridwise.batch.run import run_batch
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.web.server import batches as module
from gridwise.web.server.batches import Batches, BatchState
from gridwise.web.server.busy import BusyError
from gridwise.web.server.stored_jobs import OPEN, JobPhase

SMALL = "sudoku:2x2:1.....2..3.....4\nsudoku:2x2:no\n\n# comment\nqueens:6:\n"
PATIENCE_S = 240.0


@pytest.fixture
def batches(tmp_path: Path) -> Iterator[Batches]:
    made = Batches(tmp_path / "batches")
    yield made
    made.close()


@pytest.fixture
def idle(batches: Batches, monkeypatch: pytest.MonkeyPatch) -> Batches:
    """Batches that only wait."""
    monkeypatch.setattr(batches, "_next", lambda: None)
    return batches


def started(batches: Batches, content: bytes | str, owner: str = "me", **asked: Any) -> str:
    with batches.receiving(owner) as path:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return batches.start(path, asked.pop("name", "p.txt"), owner=owner, **asked)


def ended(batches: Batches, ident: str) -> BatchState:
    return until(lambda: batches.state(ident), lambda state: state.phase not in OPEN)


def until(read: Callable[[], Any], right: Callable[[Any], bool]) -> Any:
    end = time.monotonic() + PATIENCE_S
    while not right(found := read()):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("do", ["solve", "certify"])
def test_a_batch_gives_the_bytes_of_the_program(batches: Batches, tmp_path: Path, do: str) -> None:
    ident = started(batches, gzip.compress(SMALL.encode()), name="../a b/p.txt.gz", do=do)
    state = ended(batches, ident)
    assert (state.phase, state.done, state.total, state.bad) == (JobPhase.DONE, 3, 3, 1)
    assert state.download == f"p-{do}.csv"
    found = batches.result(ident)
    assert found is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        Path("p.txt.gz").write_bytes(gzip.compress(SMALL.encode()))
        run_batch("p.txt.gz", "wanted.csv", workers=1, do=do)
    assert found.read_bytes() == (tmp_path / "wanted.csv").read_bytes()
    batches.close()
    assert Batches(tmp_path / "batches").state(ident) == state


@pytest.mark.slow
def test_what_was_paused_stays_so_and_what_ran_goes_on(idle: Batches, tmp_path: Path) -> None:
    paused, left = started(idle, SMALL), started(idle, SMALL)
    idle.cancel(paused)
    assert idle.state(paused).phase is JobPhase.STOPPED
    idle.close()
    other = Batches(tmp_path / "batches")
    assert other.state(paused).phase is JobPhase.STOPPED
    assert ended(other, left).phase is JobPhase.DONE
    other.resume(paused)
    assert ended(other, paused).phase is JobPhase.DONE
    other.close()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no puzzle"),
        (b"# nothing\n\n", "no puzzle"),
        (b"\x89PNG\r\n\x1a\n\x00", "expected UTF-8 text"),
        (b"name,age\nx,3\n", "no known form|header"),
        (gzip.compress(b"queens:4:\n" * 2, mtime=0)[:-6], "damaged"),
        (b"\x1f\x8bnothing", "damaged"),
        (b"one\rline", "no known form"),
    ],
)
def test_a_bad_file_is_refused_and_leaves_nothing(
    idle: Batches, tmp_path: Path, content: bytes, said: str
) -> None:
    with pytest.raises(GridwiseError, match=said) as caught:
        started(idle, content)
    assert str(tmp_path) not in str(caught.value)
    assert not list((tmp_path / "batches").iterdir())


@pytest.mark.parametrize("line", [b"queens:4:\n" * 100, b"1" * 9_000_000])
def test_a_bomb_is_refused(idle: Batches, monkeypatch: pytest.MonkeyPatch, line: bytes) -> None:
    monkeypatch.setattr(module, "MOST_UNPACKED", 1_000)
    monkeypatch.setattr(module, "_BLOCK", 500)
    with pytest.raises(GridwiseError, match=r"unpacks to more|more than .* bytes"):
        started(idle, gzip.compress(b"queens:4:\n" + line * 3))


@pytest.mark.parametrize(
    "asked",
    [
        {"do": "guess"},
        {"form": "docx"},
        {"method": "no"},
        {"do": "rate", "method": "sat"},
        {"puzzle": "chess"},
        {"time_s": 61.0},
    ],
)
def test_wrong_names_and_limits_are_refused(idle: Batches, asked: dict[str, Any]) -> None:
    with pytest.raises(GridwiseError):
        started(idle, SMALL, **asked)


def test_a_visitor_has_so_many_batches_rows_and_bytes(
    idle: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_BATCHES", 2)
    ident = started(idle, SMALL)
    monkeypatch.setattr(module, "MOST_ROWS", 5)
    with pytest.raises(BusyError, match="5 rows"):
        started(idle, SMALL)
    monkeypatch.setattr(module, "MOST_ROWS", 50)
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    with pytest.raises(BusyError, match="MB"):
        started(idle, SMALL)
    monkeypatch.setattr(module, "MOST_BYTES", 10_000)
    with idle.receiving("me"), pytest.raises(BusyError, match="2 batches"):
        started(idle, SMALL)
    started(idle, SMALL, owner="you")
    idle.remove(ident)
    started(idle, SMALL)


def test_a_visitor_sees_only_their_own(idle: Batches) -> None:
    ident = started(idle, SMALL)
    assert [state.ident for state in idle.of("me")] == [ident]
    assert idle.of("you") == () and idle.state_of(ident, "you") is None


@pytest.mark.slow
def test_too_many_answers_end_a_batch(batches: Batches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 2_000)
    ident = started(batches, "queens:24:\n" * 80, method="backtracking")
    state = ended(batches, ident)
    assert state.phase is JobPhase.FAILED and "MB" in state.error


def test_the_batches_of_all_visitors_share_one_disk(
    idle: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = started(idle, SMALL)
    monkeypatch.setattr(module, "MOST_STORED", 400)
    with pytest.raises(BusyError, match="on this server take more than"):
        started(idle, "1" * 300 + "\n" + SMALL, owner="you")
    assert idle.of("you") == ()
    monkeypatch.setattr(module, "MOST_STORED", 100)
    with pytest.raises(BusyError, match="on this server"), idle.receiving("you"):
        pytest.fail("nothing more is received")
    idle.remove(first)
    started(idle, "queens:6:\n", owner="you", time_s=1.0)


@pytest.mark.slow
def test_a_batch_stops_at_a_full_disk_and_goes_on_when_there_is_room(
    batches: Batches, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = "queens:20:\n" * 30
    monkeypatch.setattr(module, "MOST_STORED", 1_500)
    ident = started(batches, boards, method="backtracking")
    state = ended(batches, ident)
    assert state.phase is JobPhase.FAILED and "on this server" in state.error
    with pytest.raises(BusyError, match="on this server"):
        batches.resume(ident)
    monkeypatch.undo()
    batches.resume(ident)
    assert ended(batches, ident).phase is JobPhase.DONE
    source = tmp_path / "p.txt"
    source.write_text(boards)
    alone = run_batch(source, tmp_path / "alone.csv", method="backtracking", workers=1)
    result = batches.result(ident)
    assert result is not None
    assert result.read_bytes() == alone.output.read_bytes()


def test_old_batches_and_broken_uploads_are_deleted(idle: Batches, tmp_path: Path) -> None:
    old, new = started(idle, SMALL), started(idle, SMALL)
    for ident in (old, new):
        idle.cancel(ident)
    long_ago = time.time() - module.KEPT_S - 60
    os.utime(tmp_path / "batches" / old / "ended.json", (long_ago, long_ago))
    (tmp_path / "batches" / "upload-x").write_text("half")
    idle.close()
    other = Batches(tmp_path / "batches")
    assert [path.name for path in (tmp_path / "batches").iterdir()] == [new]
    other.close()


@pytest.mark.parametrize("ident", ["", "..", "a" * 24 + "/..", "0" * 24])
def test_an_id_that_is_none_is_unknown(batches: Batches, ident: str) -> None:
    for ask in (batches.state, batches.cancel, batches.remove, batches.resume, batches.result):
        with pytest.raises(UnknownNameError):
            ask(ident)


def test_a_closed_server_takes_no_more(batches: Batches) -> None:
    batches.close()
    with pytest.raises(ParameterError):
        started(batches, SMALL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("rest"), args=["--workers", "1"]) as made:
        yield made


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.url}api/v1", timeout=120) as made:
        yield made


@pytest.mark.slow
def test_rest_from_upload_to_download(server: Server, client: httpx.Client) -> None:
    asked = {"do": "count", "format": "jsonl", "name": "mine.txt"}
    answer = client.post("/batch", content=SMALL, params=asked)
    assert answer.status_code == 202
    job = answer.json()
    assert answer.headers["location"] == f"/api/v1/batch/{job['id']}"
    early = client.get(f"/batch/{job['id']}/result").status_code
    assert early in (200, 409)
    path = f"/batch/{job['id']}"
    job = until(lambda: client.get(path).json(), lambda one: one["state"] == "done")
    assert (job["rows"], job["total"], job["bad"], job["error"]) == (3, 3, 1, None)
    assert client.post(f"{path}/pause").json()["state"] == "done"
    assert job["id"] in [one["id"] for one in client.get("/batch").json()]
    result = client.get(f"{path}/result")
    assert result.headers["content-type"].startswith("application/x-ndjson")
    assert 'filename="mine-count.jsonl"' in result.headers["content-disposition"]
    assert "mine.txt:2:" in result.text and str(server.folder) not in result.text
    assert client.delete(path).status_code == 204
    for address in (path, f"{path}/result"):
        assert client.get(address).status_code == 404


@pytest.mark.slow
def test_rest_takes_zstd_and_gives_parquet(client: httpx.Client, tmp_path: Path) -> None:
    zstandard, parquet = pytest.importorskip("zstandard"), pytest.importorskip("pyarrow.parquet")
    packed = zstandard.compress(SMALL.encode())
    asked = {"do": "count", "format": "parquet", "name": "mine.txt.zst"}
    path = f"/batch/{client.post('/batch', content=packed, params=asked).json()['id']}"
    until(lambda: client.get(path).json(), lambda one: one["state"] == "done")
    result = client.get(f"{path}/result")
    assert result.headers["content-type"] == "application/vnd.apache.parquet"
    assert 'filename="mine-count.parquet"' in result.headers["content-disposition"]
    (tmp_path / "mine.txt.zst").write_bytes(packed)
    alone = run_batch(
        tmp_path / "mine.txt.zst", tmp_path / "alone.parquet", do="count", workers=1, time_s=10.0
    )
    there = parquet.read_table(io.BytesIO(result.content)).to_pydict()
    assert there["count"][-1] == 4
    here = parquet.read_table(alone.output).to_pydict()
    for table in (here, there):  # errors name the file as it was given
        table["error"] = [str(error).rpartition("/")[2] for error in table["error"]]
    assert there == here


def test_rest_refuses_what_is_too_large_or_foreign(client: httpx.Client) -> None:
    assert client.post("/batch", content=b"1" * 30_000_001).status_code == 413
    foreign = {"Origin": "http://example.org"}
    assert client.post("/batch", content=SMALL, headers=foreign).status_code == 403
    answer = client.post("/batch", content=b"nothing\n", params={"name": "/etc/x.txt"})
    assert answer.status_code == 422 and "x.txt:1:1" in answer.json()["detail"]
