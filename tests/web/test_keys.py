"""Names of keys."""

import pytest

from every import every
from gridwise.core import registry
from without_children import nicegui

__all__ = ["nicegui"]
pytestmark = pytest.mark.usefixtures("nicegui")


@every(
    "code, said",
    [
        ("Digit1", "1"), ("KeyN", "N"), ("Numpad5", "5"), ("Shift+Digit1", "Shift + 1"),
        ("Control+KeyZ", "Ctrl + Z"), ("Space", "Space bar"), ("ArrowUp", "↑"), ("Minus", "-"),
        ("Digit", "Digit"), ("F2", "F2"),
    ],
)  # fmt: skip
def test_a_key_has_the_name_that_stands_on_it(code: str, said: str) -> None:
    from gridwise.web.widgets.keys import key_words

    assert key_words(code, str) == said


def test_the_number_block_goes_without_saying() -> None:
    from gridwise.web.widgets.keys import keys_words

    assert keys_words(("Digit1", "Numpad1"), str) == "1"
    assert keys_words(("NumpadAdd",), str) == "Add"
    assert keys_words(("KeyF", "Shift+KeyF", "KeyF"), str) == "F, Shift + F"


@every("kind", lambda: sorted(registry.interactions()))
def test_every_key_of_a_desk_has_a_name_for_people(kind: str) -> None:
    from gridwise.web.widgets.keys import key_words

    interaction = registry.interaction(kind)
    state = interaction.begin(interaction.empty(next(iter(interaction.sizes))))
    for one in (*interaction.pad_buttons(state), *interaction.pens(state)):
        for code in one.keys:
            assert not {"Digit", "Key", "Numpad", "Arrow"} & set(key_words(code, str).split())
            assert "Key" not in key_words(code, str)
