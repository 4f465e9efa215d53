"""The catalogues hold exactly the texts of the sources, with the same fields, and are compiled."""

import re
import string
from collections.abc import Iterator

import pytest

from catalogue.update import FOLDER, SOURCES, calls, read, registered, template, templates
from gridwise.core.errors import UnknownNameError
from gridwise.core.message import msg
from gridwise.render.catalogue import LANGUAGES, catalogue

FOLDERS = ("vi", "zh_Hant")
RUN = "run python tests/catalogue/update.py"


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def entries(language: str) -> Iterator[tuple[str, str]]:
    for message in read(language):
        if message.id:
            assert isinstance(message.id, str) and isinstance(message.string, str)
            yield message.id, message.string


def test_there_is_a_file_for_every_language_but_english() -> None:
    assert {f.name for f in FOLDER.iterdir()} == set(FOLDERS)
    assert {tag.replace("-", "_") for tag in LANGUAGES} == {*FOLDERS, "en"}


def test_every_template_can_be_read_from_the_sources() -> None:
    unread = [
        f"{path.relative_to(SOURCES)}:{call.lineno}"
        for path in sorted(SOURCES.rglob("*.py"))
        for call in calls(path.read_text("utf-8"))
        if template(call) is None
    ]
    assert unread == []


@pytest.mark.parametrize("language", FOLDERS)
def test_no_text_is_missing_and_none_is_unused(language: str) -> None:
    wanted, have = set(templates()), {key for key, words in entries(language) if words}
    assert wanted - have == set(), RUN
    assert have - wanted == set(), RUN


@pytest.mark.parametrize("language", FOLDERS)
def test_the_fields_agree(language: str) -> None:
    wrong = [key for key, words in entries(language) if fields(key) != fields(words)]
    assert wrong == []


@pytest.mark.parametrize("language", FOLDERS)
def test_nothing_longer_is_left_in_english(language: str) -> None:
    same = [key for key, words in entries(language) if words == key]
    # Formulas and names such as OPEN and CLOSED are the same in every language.
    words = {key: re.findall(r"[a-z]{2,}", re.sub(r"\{\w*\}", "", key)) for key in same}
    assert [key for key in same if len(words[key]) > 3] == []
    assert not [message for message in read(language) if message.id and message.fuzzy]


@pytest.mark.parametrize("language", FOLDERS)
def test_the_compiled_file_is_that_of_the_source(language: str) -> None:
    assert dict(catalogue(language.replace("_", "-"))) == dict(entries(language)), RUN


def test_texts_of_the_registry_hold_no_fields() -> None:
    assert [text for text in registered() if fields(text)] == []


def test_the_sources_are_looked_through() -> None:
    found = templates()
    assert found["{digit} twice in {house}: {cells}"] == "puzzles/sudoku/rules.py"
    assert found["one state expanded"]
    assert len(found) > 300


def test_a_message_in_each_language() -> None:
    row = msg("row {index}", index=3)
    text = msg("{digit} twice in {house}: {cells}", digit=5, house=row, cells=("r3c1", "r3c2"))
    assert text.words(catalogue("en")) == "5 twice in row 3: r3c1, r3c2"
    assert text.words(catalogue("vi")) == "5 xuất hiện hai lần trong hàng 3: r3c1, r3c2"
    assert text.words(catalogue("zh-Hant")) == "5 在第 3 列出現兩次：r3c1、r3c2"


def test_unknown_languages_are_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean zh-Hant"):
        catalogue("zh-Hans")
