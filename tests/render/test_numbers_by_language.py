"""Numbers in the language of the text around them; formats for machines know no language."""

import json

import pytest

import gridwise as gw
from gridwise.cli.main import run
from gridwise.core.message import msg
from gridwise.core.numbers import number, percent
from gridwise.documents.model import words as document_words
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.charts import Axis, Chart, Point, Series
from gridwise.render.plots import figure
from gridwise.render.screen import PlainScreen
from gridwise.render.words import byte_size, counter_words, duration, in_language, limit_words
from gridwise.web.server.visitor import Visitor

NUMERALS = {
    number(1_234_567): ("1,234,567", "1.234.567"),
    percent(0.125): ("12.5", "12,5"),
    duration(1.25): ("1.25 s", "1,25 s"),
    duration(125): ("2 min 05 s", "2 min 05 s"),
    limit_words(0.5): ("0.5 s", "0,5 s"),
    byte_size(1500): ("1.5 kB", "1,5 kB"),
    number(10**2000): ("1" + "0" * 19 + "..." + "0" * 20 + " (2,001 digits)",) * 2,
}


def test_every_way_to_a_text_writes_them_so() -> None:
    for numeral, (english, vietnamese) in NUMERALS.items():
        assert str(numeral) == english
        for language in LANGUAGES:
            words = catalogue(language)
            expected = vietnamese if language == "vi" else english
            if "digits" in expected and language != "en":
                assert in_language(numeral, words).startswith("1" + "0" * 19 + "...")
                assert "digits" not in in_language(numeral, words)
                assert ("2.001" if language == "vi" else "2,001") in in_language(numeral, words)
                continue
            assert in_language(numeral, words) == expected
            assert msg("{n}", n=numeral).words(words) == expected
            assert msg("{n}", n=(numeral, "1.5")).words(words).startswith(expected)
            assert document_words(numeral, words) == expected
            assert Visitor("", {"language": language}).words(numeral) == expected
            screen = PlainScreen(catalogue=words)
            screen.line(numeral)
            screen.table(["a"], [[numeral]])
            assert [line.strip() for line in screen.text.splitlines()] == [expected, "a", expected]


def test_counters() -> None:
    counters = {"decisions": 1234, "cpu_s": 1.5}
    assert "1,234" in counter_words(counters)
    vietnamese = counter_words(counters, catalogue("vi"))
    assert "1.234" in vietnamese
    assert "1,50 s" in vietnamese


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "1,500.5"), ("vi", "1.500,5"), ("zh-Hant", "1,500.5")]
)
def test_the_axis_of_a_chart(language: str, expected: str) -> None:
    series = Series("a", 0, (Point(1, 1500.5),))
    chart = Chart("a", msg("a"), Axis(), msg("b"), (series,), 1, log=False)
    axes = figure(chart, words=catalogue(language)).axes[0]
    assert axes.yaxis.get_major_formatter()(1500.5, 0) == expected


def test_texts_that_are_no_numbers_stay_as_they_are() -> None:
    said = msg("{name}", name="1,234.5")  # the name of a file
    assert said.words(catalogue("vi")) == "1,234.5"


@pytest.mark.parametrize(
    ("language", "share"), [("en", "40.0 %"), ("vi", "40,0 %"), ("zh-Hant", "40.0 %")]
)
def test_the_command_line(language: str, share: str, capsys: pytest.CaptureFixture[str]) -> None:
    board = "minesweeper:3x4x5:-4-/---/---/-1-"
    assert run(["hint", board, "--time", "60", "--lang", language]) == 0
    assert share in capsys.readouterr().out
    assert run(["hint", board, "--time", "60", "--lang", language, "--json"]) == 0
    assert "40.0 %" in json.loads(capsys.readouterr().out)["text"]
    assert run(["count", "queens:3:", "--lang", language]) == 10
    said = capsys.readouterr().out
    assert ("no solution" in said) == (language == "en")
    assert gw.count("queens:4:").to_dict()["count"] == 2
