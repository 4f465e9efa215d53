"""Numbers of any size: exact in JSON, shortened for people."""

import json
import sys
from fractions import Fraction

import pytest

import gridwise as gw
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.capabilities import Probabilities
from gridwise.core.message import from_json, msg
from gridwise.core.numbers import (
    LongInteger,
    Numeral,
    digits,
    dumps,
    integer,
    loads,
    number,
    percent,
)
from gridwise.core.result import Count, Result, Status, Stop
from gridwise.jobs import journal
from gridwise.process.child import _read_message
from gridwise.render.words import count_words, measure
from gridwise.web.api.job_routes import JobResponse, event

LONG = 3**20_000
"""Of 9,543 digits."""


@pytest.fixture
def text_of_long() -> str:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(LONG)
    finally:
        sys.set_int_max_str_digits(limit)


def test_python_refuses_to_write_it() -> None:
    """What is worked around: without this the rest tests nothing."""
    with pytest.raises(ValueError, match="limit"):
        str(LONG)


def test_all_digits(text_of_long: str) -> None:
    assert digits(LONG) == text_of_long
    assert digits(-LONG) == f"-{text_of_long}"
    assert integer(text_of_long) == LONG
    for value in (0, -7, 10**4300 - 1, 10**4300, 10**4299):
        assert integer(digits(value)) == value


def test_a_long_integer_prints_itself(text_of_long: str) -> None:
    value = LongInteger.of(LONG)
    assert (str(value), repr([value]), f"{value:d}") == (
        text_of_long,
        f"[{text_of_long}]",
        text_of_long,
    )
    assert f"{value:,}".replace(",", "") == text_of_long
    assert type(LongInteger.of(12)) is int
    for held in (Count(LONG, True), Probabilities(None, LONG)):  # type: ignore[arg-type]
        assert text_of_long in repr(held)


def test_json_of_any_size_there_and_back(text_of_long: str) -> None:
    value = {"n": LONG, "in": [1, {"deep": -LONG}, "text", None, 1.5, True], "é": "✹"}
    text = dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert f'"n":{text_of_long},' in text
    assert "é" in text
    assert loads(text) == value
    assert loads(dumps(value).encode()) == value
    assert dumps({"a": 1}) == json.dumps({"a": 1})
    with pytest.raises(json.JSONDecodeError):
        loads('{"a": ')
    with pytest.raises(ValueError, match="Out of range"):
        dumps(float("nan"), allow_nan=False)


def test_it_passes_through_every_door(
    text_of_long: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The pipe from a child process, the command line's JSON, REST, and the journal of a batch."""
    value = {"count": LONG}
    assert _read_message(dumps({"answer": value}).encode() + b"\n") == {"answer": value}
    Terminal(json=True).json_line(value)
    assert capsys.readouterr().out == f'{{"count": {text_of_long}}}\n'
    assert JobResponse(value).body.decode() == f'{{"count":{text_of_long}}}'
    assert f'{{"count": {text_of_long}}}' in event("end", value)
    assert journal._value(journal._line(value)) == value


def test_people_see_the_ends_and_how_many_digits(text_of_long: str) -> None:
    short = f"{text_of_long[:20]}...{text_of_long[-20:]} (9,543 digits)"
    assert number(LONG) == short
    assert str(count_words(Count(LONG, True))) == short
    assert str(msg("{n} of them", n=LONG)) == f"{short} of them"
    assert str(msg("step {n}, line {line}", n=34309, line=34309)) == "step 34,309, line 34309"
    assert measure("layouts", LONG) == short
    assert number(10**999) == f"{10**999:,}"
    assert str(count_words(Count(10**999, True))) == str(10**999)
    assert str(msg("{n} found", n=count_words(Count(14200, True)))) == "14,200 found"


def test_a_result_with_such_a_count(text_of_long: str) -> None:
    result = Result(
        Status.SOLVED,
        Stop.COMPLETED,
        answer=Count(LONG, True),
        puzzle="minesweeper",
        question="count",
        position=gw.parse("minesweeper:1x1:-"),
    )
    answer = gw.Answer.of(result, gw.Board("minesweeper:1x1:-"))
    assert answer.count == LONG
    assert "(9,543 digits)" in str(answer)
    assert "(9,543 digits)" in repr(answer)
    assert text_of_long in repr(answer.to_dict())
    assert text_of_long in dumps(answer.to_dict())


def test_an_empty_board_of_14400_cells_is_counted_exactly() -> None:
    board = gw.Board("minesweeper:120x120:" + "/".join(["-" * 120] * 120))
    answer = board.count()
    assert answer.count == 2**14_400
    assert str(answer) == number(2**14_400)
    chances = board.probabilities()
    assert chances.to_dict()["layouts"] == digits(2**14_400)
    assert chances.to_dict()["probabilities"][3][4] == "1/2"
    assert "6.791e4334" in str(chances)


def test_percents_are_0_and_100_only_where_it_is_certain() -> None:
    assert percent(Fraction(0)) == "0"
    assert percent(Fraction(1)) == "100"
    assert percent(Fraction(1, 3)) == "33.3"
    assert percent(Fraction(1, 10**6)) == "<0.1"
    assert percent(1 - Fraction(1, 10**6)) == ">99.9"
    assert percent(0.999, 0) == ">99"
    for k in range(1001):
        found = percent(Fraction(k, 1000))
        assert found in ("0", "100", f"{k / 10:.1f}")


def test_a_numeral_keeps_its_kind_in_json() -> None:
    said = msg("{n} of {all}", n=number(12_345), all=(number(LONG), "1,5"))
    again = from_json(loads(dumps(said.as_json())))
    assert again == said
    assert isinstance(dict(again.params)["n"], Numeral)
    vi = {"1,234.5": "1.234,5", "{n} digits": "{n} chữ số"}
    assert again.words(vi).startswith("12.345 of ")
    assert "(9.543 chữ số), 1,5" in again.words(vi)  # a text that is no numeral stays as it is
