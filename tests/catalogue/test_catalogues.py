"""The catalogues translate texts of the sources, with the same fields.

Texts without a translation are shown in English; `update.py --check` refuses them at a release.
"""

import re
import string
from typing import Any

import pytest
from babel.messages.catalog import Message

from catalogue.update import (
    FOLDER,
    calls,
    missing,
    read,
    registered,
    template,
    templates,
    unused,
)
from gridwise.core.errors import UnknownNameError
from gridwise.core.message import FULL_STOP, msg
from gridwise.render.catalogue import LANGUAGES, catalogue

FOLDERS = ("vi", "zh_Hant")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.fixture(scope="module")
def sources() -> tuple[dict[str, str], list[str]]:
    """The texts of the sources, and the calls whose text no tool can read."""
    return templates()


@pytest.fixture(scope="module")
def wanted(sources: tuple[dict[str, str], list[str]]) -> dict[str, str]:
    """Every text of the sources, with where it comes from."""
    return sources[0]


@pytest.fixture(scope="module", params=FOLDERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def messages(language: str) -> list[Any]:
    """The file of a language."""
    return [message for message in read(language) if message.id]


@pytest.fixture(scope="module")
def entries(messages: list[Any]) -> dict[str, str]:
    """The texts of a language by those in English."""
    assert all(isinstance(one.id, str) and isinstance(one.string, str) for one in messages)
    return {message.id: message.string for message in messages}


def test_there_is_a_file_for_every_language_but_english() -> None:
    assert {f.name for f in FOLDER.iterdir()} == set(FOLDERS)
    assert {tag.replace("-", "_") for tag in LANGUAGES} == {*FOLDERS, "en"}


def test_every_template_can_be_read_from_the_sources(
    sources: tuple[dict[str, str], list[str]],
) -> None:
    assert sources[1] == []


def test_texts_without_a_translation_are_listed(language: str) -> None:
    file = read(language)
    file["words for it"] = Message("words for it", "lời")
    file["no words yet"] = Message("no words yet", "")
    wanted = {"words for it": "a.py", "no words yet": "b.py", "brand new": "c.py"}
    assert missing(file, wanted) == {"no words yet": "b.py", "brand new": "c.py"}
    del wanted["words for it"]
    left = unused(file, wanted)
    assert "words for it" in left
    assert "no words yet" not in left
    assert "solved" in left


def test_the_fields_agree(entries: dict[str, str]) -> None:
    translated = {key: words for key, words in entries.items() if words}
    assert [key for key, words in translated.items() if fields(key) != fields(words)] == []


def test_nothing_longer_is_left_in_english(messages: list[Any], entries: dict[str, str]) -> None:
    same = [key for key, words in entries.items() if words == key]
    # Formulas and names such as OPEN and CLOSED are the same in every language.
    words = {key: re.findall(r"[a-z]{2,}", re.sub(r"\{\w*\}", "", key)) for key in same}
    assert [key for key in same if len(words[key]) > 3] == []
    assert not [message for message in messages if message.fuzzy]


def test_the_file_is_read_as_babel_reads_it(language: str, entries: dict[str, str]) -> None:
    translated = {key: words for key, words in entries.items() if words}
    assert dict(catalogue(language.replace("_", "-"))) == translated


def test_texts_of_the_registry_hold_no_fields() -> None:
    assert [text for text in registered() if fields(text)] == [FULL_STOP]


def test_the_sources_are_looked_through(wanted: dict[str, str]) -> None:
    assert wanted["{digit} twice in {house}: {cells}"] == "puzzles/sudoku/rules.py"
    assert wanted["one state expanded"]


def test_a_text_that_no_tool_can_read_is_named() -> None:
    read = [template(call) for call in calls("msg('a {b}', b=1); x.msg(c); msg('d' + e)")]
    assert read[0] == "a {b}"
    assert all(text is None for text in read[1:])


def test_a_message_in_each_language() -> None:
    row = msg("row {index}", index=3)
    text = msg("{digit} twice in {house}: {cells}", digit=5, house=row, cells=("r3c1", "r3c2"))
    assert text.words(catalogue("en")) == "5 twice in row 3: r3c1, r3c2"
    assert text.words(catalogue("vi")) == "5 xuất hiện hai lần trong hàng 3: r3c1, r3c2"
    assert text.words(catalogue("zh-Hant")) == "5 在第 3 列出現兩次：r3c1、r3c2"


def test_unknown_languages_are_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean zh-Hant"):
        catalogue("zh-Hans")
