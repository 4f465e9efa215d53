"""A position is read, looked up and given its views once, whatever is asked of it."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

import gridwise
from every import every
from gridwise.cli.main import run
from gridwise.core import registry
from gridwise.solving.check import check
from gridwise.solving.encoding.encode import encode
from gridwise.solving.hint import hint
from gridwise.solving.hint.stages import staged
from gridwise.solving.instance import Instance
from gridwise.solving.solve import count, solve
from template_puzzle import PUZZLE

SQUARE = "latin:3:1../.../..2"
TWICE = "latin:3:1.1/.../..2"
UNSOLVABLE = "latin:4:1..4/..../.2../4..1"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is asked of the registered puzzle, and the searches for a position's puzzle."""
    found: Counter[str] = Counter()

    def counting(holder: Any, name: str) -> None:
        plain = getattr(holder, name)

        def called(*args: Any, **options: Any) -> Any:
            found[name] += 1
            return plain(*args, **options)

        monkeypatch.setattr(holder, name, called)

    for name in ("views", "parse_notation", "format_move"):
        counting(PUZZLE, name)
    counting(registry, "puzzle_of")
    counting(registry, "methods_on")
    return found


QUESTIONS: Mapping[str, Callable[[Any], object]] = {
    "solve": solve,
    "all": lambda position: solve(position, all_solutions=True),
    "count": count,
    "hint": hint,
    "stages": staged,
    "check": check,
    "encode": encode,
}
API: Mapping[str, Callable[[Any], object]] = {
    "gridwise.solve": gridwise.solve,
    "gridwise.count": gridwise.count,
    "gridwise.hint": gridwise.hint,
    "gridwise.encode": gridwise.encode,
}


@every("question, text", list(product([*QUESTIONS, *API], [SQUARE, UNSOLVABLE])))
def test_the_views_are_listed_once(calls: Counter[str], question: str, text: str) -> None:
    position = gridwise.parse(text)
    calls.clear()
    {**QUESTIONS, **API}[question](position)
    assert calls["views"] == 1
    assert calls["methods_on"] <= 1


@every("question", QUESTIONS)
def test_an_instance_is_taken_for_its_position(calls: Counter[str], question: str) -> None:
    instance = Instance.of(gridwise.parse(SQUARE))
    calls.clear()
    QUESTIONS[question](instance)
    assert calls["views"] == 0


@every(
    "words, form",
    list(product([("solve",), ("count",), ("hint",), ("solve", "--all")], [(), ("--json",)])),
)
def test_a_command_reads_a_board_and_chooses_a_method_once(
    calls: Counter[str],
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    form: tuple[str, ...],
) -> None:
    calls.clear()
    assert run([*words, SQUARE, *form]) == 0
    assert calls["parse_notation"] == calls["views"] == 1
    assert calls["methods_on"] <= 1
    assert calls["puzzle_of"] <= 1
    assert capsys.readouterr().out


def test_every_method_works_on_the_same_views(
    calls: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", SQUARE, "--method", "each", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 3
    assert calls["parse_notation"] == calls["views"] == calls["methods_on"] == 1


def test_the_moves_of_a_result_are_written_without_reading_its_notation(
    calls: Counter[str],
) -> None:
    result = gridwise.solve(gridwise.parse(SQUARE))
    calls.clear()
    value = gridwise.as_json(result)
    assert calls["parse_notation"] == 0
    assert calls["format_move"] == len(value["moves"]) == 7


def test_givens_that_break_a_rule_need_no_method(calls: Counter[str]) -> None:
    result = gridwise.solve(gridwise.parse(TWICE))
    assert result.conflict is not None
    assert calls["views"] == 1
