"""The task that checks clauses for the page."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from catalogue.marked import MARKED
from gridwise.core.errors import ParseError
from gridwise.core.message import from_json
from gridwise.render.catalogue import catalogue
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


@pytest.mark.parametrize(
    ("lang", "title", "empty"),
    [("vi", "Quân hậu 6x6", "mệnh đề rỗng"), ("zh-Hant", "皇后 6x6", "空子句")],
)
def test_drawings_and_answers_are_in_the_language_of_the_reader(
    lang: str, title: str, empty: str
) -> None:
    words = catalogue(lang)
    impossible = CNF.replace("p cnf 36 247", "p cnf 36 248") + "0\n"
    for cnf in (CNF, impossible):
        found: Any = ask(notation="queens:6:", cnf=cnf, name="mine.cnf", lang=lang)
        said = [*found["lines"], *found["remarks"], found["verdict"]]
        (board,) = found["boards"]
        said += [board["title"], *board["lines"]]
        assert f">{title}</title>" in board["svg"]
        assert "Row 1" not in board["svg"]
        for line in said:
            assert from_json(line).words(MARKED) != from_json(line).words(), line
    assert any(empty in from_json(line).words(words) for line in said)


def test_a_text_is_never_a_path(tmp_path: Path) -> None:
    secret = tmp_path / "secret.cnf"
    secret.write_text("p cnf 36 0\n")
    with pytest.raises(ParseError, match=r"x.cnf:1:1: Found '/.*', expected p cnf"):
        ask(notation="queens:6:", cnf=str(secret), name="x.cnf")
    with pytest.raises(ParseError, match=r"m.json:1:1: Found .*, expected JSON"):
        ask(notation="queens:6:", cnf=CNF, map=str(secret), map_name="m.json")
