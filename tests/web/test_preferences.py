"""What a visitor can choose."""

from dataclasses import dataclass, field
from typing import Any

from every import every
from gridwise.core import registry
from gridwise.web.widgets.preferences import preferences, preferred


@dataclass
class Visitor:
    settings: dict[str, Any] = field(default_factory=dict)


def test_what_was_not_chosen_has_its_default() -> None:
    assert {name: preferred(Visitor(), name) for name in ("skin", "motion", "hide_clock")} == {
        "skin": "auto",
        "motion": "system",
        "hide_clock": "",
    }


@every("name", lambda: sorted(preferences()))
def test_every_value_is_found_again_as_it_is_kept(name: str) -> None:
    preference = preferences()[name]
    assert len(preference.values) > 1
    for value in preference.values:
        assert preferred(Visitor({name: preference.kept(value)}), name) == value


@every("junk", [None, 7, "neon", ["night"], {"a": 1}, "<script>"])
def test_junk_in_the_store_is_the_default(junk: Any) -> None:
    assert preferred(Visitor({"skin": junk}), "skin") == "auto"
    assert preferred(Visitor({"motion": junk}), "motion") == "system"


def test_the_clock_is_kept_as_the_board_reads_it() -> None:
    assert preferences()["hide_clock"].kept("hidden") is True
    assert preferences()["hide_clock"].kept("") is False


def test_every_choice_of_a_desk_is_there() -> None:
    for kind, interaction in registry.interactions().items():
        for name, (_, values) in interaction.choices.items():
            assert list(preferences()[f"{kind}.{name}"].values) == list(values)
