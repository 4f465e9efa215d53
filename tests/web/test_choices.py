"""What a visitor can choose."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from gridwise.core import registry
from gridwise.web.widgets.choices import choices, chosen


@dataclass
class Chooser:
    settings: dict[str, Any] = field(default_factory=dict)


def test_what_was_not_chosen_has_its_default() -> None:
    assert {name: chosen(Chooser(), name) for name in ("skin", "motion", "hide_clock")} == {
        "skin": "auto",
        "motion": "system",
        "hide_clock": "",
    }


@pytest.mark.parametrize("name", sorted(choices()))
def test_every_value_is_found_again_as_it_is_kept(name: str) -> None:
    choice = choices()[name]
    assert len(choice.values) > 1
    for value in choice.values:
        assert chosen(Chooser({name: choice.kept(value)}), name) == value


@pytest.mark.parametrize("junk", [None, 7, "neon", ["night"], {"a": 1}, "<script>"])
def test_junk_in_the_store_is_the_default(junk: Any) -> None:
    assert chosen(Chooser({"skin": junk}), "skin") == "auto"
    assert chosen(Chooser({"motion": junk}), "motion") == "system"


def test_the_clock_is_kept_as_the_board_reads_it() -> None:
    assert choices()["hide_clock"].kept("hidden") is True
    assert choices()["hide_clock"].kept("") is False


def test_every_choice_of_a_desk_is_there() -> None:
    for kind, interaction in registry.interactions().items():
        for name, (_, values) in interaction.choices.items():
            assert list(choices()[f"{kind}.{name}"].values) == list(values)
