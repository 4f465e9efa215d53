"""The task that checks clauses for the page."""

import json
import threading
from pathlib import Path

import pytest

from gridwise.core.errors import ParseError
from gridwise.core.message import from_json
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call

CNF = (Path(__file__).parents[2] / "examples/encodings/queens-one-diagonal.cnf").read_text()


def ask(**args: str) -> dict[str, object]:
    answer = task_kind("check_encoding").run(args, Call(threading.Event(), time_s=60.0))
    assert answer.value is not None
    found: dict[str, object] = json.loads(json.dumps(answer.value))
    return found


def test_it_returns_what_the_page_shows() -> None:
    found = ask(notation="queens:6:", cnf=CNF, name="mine.cnf")
    assert found["right"] is False
    assert [{"msg": "at most one queen on a rising diagonal", "with": {}}, 55, 0, 55] == found[
        "families"
    ][3][:4]  # type: ignore[index]
    (board,) = found["boards"]  # type: ignore[misc, attr-defined]
    assert board["svg"].startswith("<svg")
    assert str(from_json(board["lines"][0])).startswith("rule: at most one queen")
    assert str(from_json(found["lines"][0])).startswith("mine.cnf: 36 variables")  # type: ignore[index]


def test_a_text_is_never_a_path(tmp_path: Path) -> None:
    secret = tmp_path / "secret.cnf"
    secret.write_text("p cnf 36 0\n")
    with pytest.raises(ParseError, match=r"x.cnf:1:1: found '/.*', expected p cnf"):
        ask(notation="queens:6:", cnf=str(secret), name="x.cnf")
    with pytest.raises(ParseError, match=r"m.json:1:1: found .*, expected JSON"):
        ask(notation="queens:6:", cnf=CNF, map=str(secret), map_name="m.json")
