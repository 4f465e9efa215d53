"""Certificates that a child process makes and checks: as a part of an answer, and from a text."""

import base64
import gzip
import hashlib
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from gridwise.core.errors import GridwiseError
from gridwise.core.message import from_json
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call
from gridwise.workers.tasks import solve
from without_children import proofs_here

__all__ = ["proofs_here"]
pytestmark = pytest.mark.usefixtures("proofs_here")
NONE = "queens:6:r1c1"


def done(kind: str, **given: Any) -> dict[str, Any]:
    value = task_kind(kind).run(given, Call(threading.Event(), time_s=120.0)).value
    assert value is not None
    return value


def certificate(**given: Any) -> dict[str, Any]:
    (one,) = done("solve", notation=NONE, certificate=True, **given)["certificate"]
    assert isinstance(one, dict)
    return one


def test_the_file_comes_with_the_answer(tmp_path: Path) -> None:
    one = certificate()
    assert (one["proved"], one["checker"], one["steps"] > 0) == (True, "strict RUP", True)
    path = tmp_path / one["path"]
    path.write_bytes(base64.b64decode(one["data"]))
    assert path.name == "0001-solutions.jsonl.gz"
    assert path.stat().st_size == one["bytes"]
    verdict = gw.verify(path)
    assert verdict.proved
    assert (verdict.steps, verdict.claim) == (one["steps"], one["claim"])
    assert "message" not in one


def test_it_says_for_any_language_what_is_claimed() -> None:
    one = certificate(messages=True)
    assert str(from_json(one["said"])) == "there is no solution"
    assert str(from_json(one["message"])) == one["text"] == "proved: there is no solution"


def test_a_large_file_is_told_of_and_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "MOST_SENT_BYTES", 100)
    one = certificate()
    assert (one["data"], one["proved"]) == (None, True)
    assert one["bytes"] > 100


def test_a_number_gets_one_too() -> None:
    (one,) = done("count", notation="queens:6:", certificate=True)["certificate"]
    assert one["claim"] == {"kind": "solutions", "number": 4}
    (many,) = done("count", notation="queens:12:", certificate=True)["certificate"]
    assert (many["proved"], many["path"], many["data"]) == (False, None, None)
    assert "at most 1,000" in many["text"]
    assert done("count", notation="queens:6:")["certificate"] is None
    with pytest.raises(GridwiseError, match="exclude each other"):
        done("count", notation="queens:6:", certificate=True, up_to_symmetry=True)


@pytest.mark.parametrize("form", ["base64", "lines"])
def test_both_forms_of_a_certificate_are_checked(form: str) -> None:
    data = certificate()["data"]
    text = data if form == "base64" else gzip.decompress(base64.b64decode(data)).decode()
    verdict = done("verify", certificate=text)
    assert (verdict["proved"], verdict["text"]) == (True, "there is no solution")


def test_a_false_one_is_not_proved_and_a_damaged_one_refused_with_its_line() -> None:
    lines = gzip.decompress(base64.b64decode(certificate()["data"])).decode().splitlines()
    damaged = ["nonsense!", "{}", "\n".join(["{", *lines[1:]])]
    damaged += ["\n".join([*lines[:1], "{}", *lines[1:]]), "\n".join(lines[:-1])]
    wanted = ["Neither base64", ":1: This is no", ":1: This is not", ":2: ", "end is missing"]
    for text, why in zip(damaged, wanted, strict=True):
        with pytest.raises(GridwiseError, match=why) as refused:
            done("verify", certificate=text)
        assert str(refused.value).startswith("certificate:")
    head = json.loads(lines[0]) | {"claim": {"kind": "solutions", "number": 1}}
    body = "".join(f"{line}\n" for line in (json.dumps(head), *lines[1:-1]))
    end = json.dumps({"sha256": hashlib.sha256(body.encode()).hexdigest()})
    verdict = done("verify", certificate=body + end + "\n")
    assert (verdict["proved"], verdict["line"]) == (False, 1)
