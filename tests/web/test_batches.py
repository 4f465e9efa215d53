"""Batches of a server: uploads, quotas, pauses, what outlives a server, and the REST API."""

import gzip
import os
import time
from pathlib import Path
from typing import Any

import pytest

from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.jobs.stored import BusyError
from gridwise.web.server import batches as module
from gridwise.web.server.batches import Batches
from web.batch_support import SMALL, batches, idle, started

__all__ = ["batches", "idle"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no puzzle"),
        (b"# nothing\n\n", "no puzzle"),
        (b"\x89PNG\r\n\x1a\n\x00", "no text"),
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
        {"cpu_s": 0.0},
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
    assert [job.ident for job in idle.of("me")] == [ident]
    assert idle.of("you") == () and idle.get(ident, "you") is None


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
    for ask in (batches.find, batches.cancel, batches.remove, batches.resume):
        with pytest.raises(UnknownNameError):
            ask(ident)


def test_a_closed_server_takes_no_more(batches: Batches) -> None:
    batches.close()
    with pytest.raises(ParameterError):
        started(batches, SMALL)
