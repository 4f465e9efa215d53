"""The examples of the README, those that a visitor sees first."""

from types import ModuleType

import pytest

from documented import check_page, examples, unhurried

__all__ = ["examples", "unhurried"]


@pytest.mark.usefixtures("unhurried")
def test_the_outputs_are_real(examples: ModuleType) -> None:
    """Its program, which starts processes, and the other pages are in `tests/docs`."""
    check_page(examples, "README.md", without="python")
