"""The language of messages: by option, by the environment; never of files, JSON and statuses."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

from cli.boards import EMPTY_4, HARD, TWICE
from cli.running import Command
from every import every
from gridwise.cli.shared import language
from gridwise.cli.shared.terminal import columns, table
from gridwise.core.errors import ParameterError
from gridwise.render.catalogue import LANGUAGES, language_of

SOLVED = {"en": "Solved, unique", "vi": "Đã giải, duy nhất", "zh-Hant": "已解出，唯一解"}


@every(
    "tag, expected",
    [
        ("vi", "vi"),
        ("vi_VN.UTF-8", "vi"),
        ("VI", "vi"),
        ("zh", "zh-Hant"),
        ("zh_TW", "zh-Hant"),
        ("zh_HK.UTF-8", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("zh_TW.Big5@radical", "zh-Hant"),
        ("en_GB.UTF-8", "en"),
        ("zh_CN.UTF-8", None),  # Simplified Chinese has no catalogue
        ("zh-Hans-CN", None),
        ("fr_FR", None),
        ("C", None),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
    ],
)
def test_what_a_locale_stands_for(tag: str, expected: str | None) -> None:
    assert language_of(tag) == expected


@every(
    "environment, expected",
    [
        ({}, "en"),
        ({"LANG": "vi_VN.UTF-8"}, "vi"),
        ({"LANG": "vi_VN.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "vi_VN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "vi_VN.UTF-8", "LC_ALL": ""}, "vi"),
        ({"LANG": "zh_CN.UTF-8"}, "en"),
    ],
)
def test_the_environment(environment: dict[str, str], expected: str) -> None:
    try:
        assert language.choose(["solve", "x"], environment) == ["solve", "x"]
        assert language.heading(language.msg("solved, unique")) == SOLVED[expected]
        assert language.of_documents() == "en"
    finally:
        language.choose([], {})


@every(
    "args, rest, chosen",
    [
        (["--lang", "vi", "solve", "x"], ["solve", "x"], "vi"),
        (["solve", "x", "--lang=zh-Hant"], ["solve", "x"], "zh-Hant"),
        (["--lang", "vi", "solve", "--lang", "en"], ["solve"], "en"),
        (["solve", "--", "--lang", "vi"], ["solve", "--", "--lang", "vi"], "en"),
    ],
)
def test_the_option_stands_anywhere(args: list[str], rest: list[str], chosen: str) -> None:
    try:
        assert language.choose(args, {"LANG": "vi_VN"} if chosen != "en" else {}) == rest
        assert language.heading(language.msg("solved, unique")) == SOLVED[chosen]
        assert language.of_documents() == chosen
    finally:
        language.choose([], {})


@pytest.mark.parametrize("args", [["--lang", "fr"], ["--lang"], ["solve", "--lang="]])
def test_other_languages_are_refused(args: list[str], gridwise: Command) -> None:
    with pytest.raises(ParameterError):
        language.choose(args, {})
    ran = gridwise(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("gridwise: --lang ")
    assert ran.err.count("\n") == 1


def test_the_languages_that_there_are_are_named(gridwise: Command) -> None:
    assert gridwise("--lang", "fr").err == "gridwise: --lang takes en | vi | zh-Hant, not 'fr'.\n"


@pytest.mark.parametrize("name", LANGUAGES)
def test_messages_in_each_language(gridwise: Command, name: str) -> None:
    ran = gridwise("--lang", name, "solve", HARD)
    assert ran.status == 0
    assert SOLVED[name] in ran.out
    drawn = ran.out[: ran.out.index(SOLVED[name])]
    assert drawn == gridwise("solve", HARD).out[: len(drawn)]  # boards are the same everywhere


@pytest.mark.parametrize("name", LANGUAGES)
def test_json_and_statuses_know_no_language(gridwise: Command, name: str) -> None:
    def record(*args: str) -> dict[str, object]:
        found = json.loads(gridwise(*args).out.splitlines()[0])
        found.pop("statistics", None)
        return dict(found)

    for args in (("solve", HARD), ("count", EMPTY_4), ("solve", TWICE), ("hint", HARD)):
        assert record(*args, "--json", "--lang", name) == record(*args, "--json")
    assert gridwise("solve", "nowhere", "--lang", name).status == 30
    assert gridwise("solve", TWICE, "--lang", name).status == 10
    assert gridwise("slove", "--lang", name).status == 2


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_parse_error_begins_with_its_place(gridwise: Command, name: str) -> None:
    Path("b.txt").write_text("12\n3?\n")
    ran = gridwise("solve", "b.txt", "--puzzle", "sudoku", "--lang", name)
    assert ran.status == 30
    assert ran.err.startswith("b.txt:")
    assert ran.err.split(" ")[0].count(":") == 3
    english = gridwise("solve", "b.txt", "--puzzle", "sudoku").err
    assert (ran.err == english) == (name == "en")


def test_a_document_follows_the_option_and_not_the_environment(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "vi_VN.UTF-8")
    ran = gridwise("export", HARD, "-o", "one.html")
    assert "Đã ghi one.html" in ran.out
    assert '<html lang="en"' in Path("one.html").read_text("utf-8")
    gridwise("--lang", "vi", "export", HARD, "-o", "two.html")
    assert '<html lang="vi"' in Path("two.html").read_text("utf-8")


@every(
    "name, command", lambda: product(LANGUAGES, ["methods", "puzzles", "policies", "techniques"])
)
def test_columns_stand_below_each_other(gridwise: Command, command: str, name: str) -> None:
    """A Chinese character takes two columns; the second column begins in one place in all rows."""
    lines = gridwise(command, "--lang", name).out.split("\n\n")[0].splitlines()
    names = [re.split(r" {2,}", line)[0] for line in lines]
    begins = {
        columns(line[: len(first)]) + len(line[len(first) :]) - len(line[len(first) :].lstrip())
        for line, first in zip(lines, names, strict=True)
    }
    assert len(begins) == 1


def test_the_width_of_a_table() -> None:
    lines = table(("方法", "b"), [("a", "1"), ("abcdef", "2")], right=(1,))
    assert lines == ["方法    b", "a       1", "abcdef  2"]
