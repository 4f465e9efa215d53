"""Batches of a server that run: their bytes, their ends, and the routes of the REST API."""

import gzip
import io
from pathlib import Path

import httpx
import pytest

from batch.support import run_batch
from browser._server import Server
from gridwise.jobs.stored import BusyError, JobPhase
from gridwise.web.server import batches as module
from gridwise.web.server.batches import Batches
from web.batch_support import SMALL, batches, ended, idle, started, until

__all__ = ["batches", "idle"]


@pytest.mark.parametrize("do", ["solve", "certify"])
def test_a_batch_gives_the_bytes_of_the_program(batches: Batches, tmp_path: Path, do: str) -> None:
    ident = started(batches, gzip.compress(SMALL.encode()), name="../a b/p.txt.gz", do=do)
    state = ended(batches, ident)
    assert (state.phase, state.done, state.total, state.bad) == (JobPhase.DONE, 3, 3, 1)
    assert state.download == f"p-{do}.csv"
    found = state.result()
    assert found is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        Path("p.txt.gz").write_bytes(gzip.compress(SMALL.encode()))
        run_batch("p.txt.gz", "wanted.csv", workers=1, do=do)
    assert found.read_bytes() == (tmp_path / "wanted.csv").read_bytes()
    batches.close()
    again = Batches(tmp_path / "batches").find(ident)  # as after a new start of the server
    for name in ("phase", "done", "total", "bad", "error", "made", "name", "do", "form"):
        assert getattr(again, name) == getattr(state, name), name


def test_what_was_paused_stays_so_and_what_ran_goes_on(idle: Batches, tmp_path: Path) -> None:
    paused, left = started(idle, SMALL), started(idle, SMALL)
    idle.cancel(paused)
    assert idle.find(paused).phase is JobPhase.STOPPED
    idle.close()
    other = Batches(tmp_path / "batches")
    assert other.find(paused).phase is JobPhase.STOPPED
    assert ended(other, left).phase is JobPhase.DONE
    other.resume(paused)
    assert ended(other, paused).phase is JobPhase.DONE
    other.close()


def test_too_many_answers_end_a_batch(batches: Batches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 2_000)
    ident = started(batches, "queens:24:\n" * 80, method="backtracking")
    state = ended(batches, ident)
    assert state.phase is JobPhase.FAILED and "MB" in state.error


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
    result = batches.find(ident).result()
    assert result is not None
    assert result.read_bytes() == alone.output.read_bytes()


def test_rest_from_upload_to_download(api: Server, client: httpx.Client) -> None:
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
    assert "mine.txt:2:" in result.text and str(api.folder) not in result.text
    assert client.delete(path).status_code == 204
    for address in (path, f"{path}/result"):
        assert client.get(address).status_code == 404


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
    assert answer.status_code == 422, answer.text
    assert "x.txt:1:1" in answer.json()["detail"]
