"""A question is declared once: a file with one function gives it every door."""

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from gridwise import questions
from gridwise.board import Board
from gridwise.cli import main
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.workers.kinds import task_kinds
from gridwise.workers.protocol import Call

PAGE = (Path(__file__).parents[2] / "docs" / "add-a-question.md").read_text("utf-8")
NEW = PAGE.split("```python\n")[1].split("```")[0]
"""The file of the page that tells how a question is added."""
BOARD = "sudoku:2x2:1.......3......4"


def _forget() -> None:
    registry.questions.cache_clear()
    main._commands.cache_clear()
    task_kinds.cache_clear()
    sys.modules.pop("gridwise.workers.tasks.questions", None)


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "filling.py").write_text(NEW, "utf-8")
    monkeypatch.setattr(questions, "__path__", [*questions.__path__, str(tmp_path)])
    _forget()
    yield
    sys.modules.pop("gridwise.questions.filling", None)
    _forget()


@pytest.mark.usefixtures("new")
def test_a_new_question_is_a_function_and_a_method() -> None:
    board: Any = Board(BOARD)
    assert gw.filling(BOARD).cells == board.filling().cells == 3  # type: ignore[attr-defined]
    assert board.filling(factor=2).cells == 6
    with pytest.raises(ParameterError, match="factor: Found int 0, expected a whole number above"):
        board.filling(factor=0)


@pytest.mark.usefixtures("new")
def test_a_new_question_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["filling", BOARD, "--factor", "2"]) == 0
    assert capsys.readouterr().out == "6 cells\n"
    assert main.run(["filling", "queens:4:r1c2", BOARD, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [{"index": 0, "cells": 1}, {"index": 1, "cells": 3}]
    assert main.run(["filling", BOARD, "--factor", "0"]) == 2
    assert "--factor: Expected a whole number above 0, not '0'." in capsys.readouterr().err
    assert main.run(["filling", "--help"]) == 0
    assert "Count each cell N times." in capsys.readouterr().out


@pytest.mark.usefixtures("new")
def test_a_new_question_is_a_task_and_a_route() -> None:
    from gridwise.web.api.models import request_model

    kind = task_kinds()["filling"]
    answer = kind.run({"notation": BOARD, "factor": 3}, Call(cancel=_Never()))
    assert (answer.value, kind.short) == ({"cells": 9}, True)
    schema = request_model("filling", 30.0).model_json_schema()
    assert schema["properties"]["factor"]["minimum"] == 1
    assert schema["properties"]["factor"]["description"] == "Count each cell N times."


class _Never:
    def is_set(self) -> bool:
        return False


def test_each_question_is_one_function() -> None:
    for name, question in registry.questions().items():
        assert getattr(gw, name) is question.function is getattr(Board, name)
        first, *others = inspect.signature(question.function).parameters.values()
        assert first.name == "board"
        assert all(one.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD for one in others)
