"""Text for people: a template and its parameters, in any language."""

import pickle

import pytest

from gridwise.core.message import FULL_STOP, Message, msg


def test_words_in_english() -> None:
    text = msg("{digit} twice in {house}", digit=5, house=msg("row {n}", n=3))
    assert str(text) == "5 twice in row 3"


def test_words_by_a_catalogue_at_every_depth() -> None:
    catalogue = {"{digit} twice in {house}": "{house}: {digit} hai lần", "row {n}": "hàng {n}"}
    text = msg("{digit} twice in {house}", digit=5, house=msg("row {n}", n=3))
    assert text.words(catalogue) == "hàng 3: 5 hai lần"
    listed = msg("{all}", all=(msg("row {n}", n=1), msg("row {n}", n=2)))
    assert listed.words(catalogue) == "hàng 1, hàng 2"


def test_a_missing_translation_falls_back_to_english() -> None:
    assert msg("row {n}", n=3).words({"col {n}": "cột {n}"}) == "row 3"
    # An English sentence has an English capital and full stop.
    chinese = {FULL_STOP: "{text}。", "row {n}": "第 {n} 列"}
    assert msg("no such row").sentence(chinese) == "No such row."
    assert msg("no such {what}", what="row × 2").sentence(chinese) == "No such row × 2."
    assert msg("row {n}", n=3).sentence(chinese) == "第 3 列。"


def test_a_tuple_is_a_list_with_commas() -> None:
    assert str(msg("cells {cells}", cells=("r1c1", "r2c2"))) == "cells r1c1, r2c2"
    assert str(msg("cells {cells}", cells=())) == "cells "


def test_braces_in_a_value_are_only_text() -> None:
    assert str(msg("found {what}", what="{oops}")) == "found {oops}"
    assert str(msg("{{{n}}}", n=1)) == "{1}"


def test_a_parameter_may_be_called_template() -> None:
    assert str(msg("{template}", template="x")) == "x"


def test_messages_compare_hash_and_pickle() -> None:
    first, second = msg("row {n}", n=3), msg("row {n}", n=3)
    assert first == second
    assert hash(first) == hash(second)
    assert first != msg("row {n}", n=4)
    assert pickle.loads(pickle.dumps(first)) == first
    assert first == Message("row {n}", (("n", 3),))


def test_what_is_copied_has_no_full_stop_behind_it() -> None:
    legal = msg("{why}; legal: {moves}", why=msg("tile {n} is far", n=3), moves=("1", "2"))
    assert legal.sentence() == "Tile 3 is far; legal: 1, 2"
    assert msg("found {x}, expected {y}", x="3", y=legal).sentence().endswith(" 2")
    assert msg("needs {name}; see {command} --help", name="A", command="b").sentence()[-1] == "p"
    assert msg("see {what}", what=msg("row {n}", n=3)).sentence() == "See row 3."


@pytest.mark.parametrize("value", [1.5, None, ["a"], b"a"])
def test_other_parameters_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="parameter"):
        msg("{x}", x=value)
