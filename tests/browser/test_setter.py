"""The setter's bench on the play page."""

from collections.abc import Callable
from typing import Any

from browser.conftest import ANY_MS, becomes
from browser.test_play import button, say

Visit = Callable[..., Any]
TWO = "sudoku:2x2:1.......3......4"
SPARE = "sudoku:2x2:1.3.34.22.4.4..3"


def opened(page: Any, notation: str) -> None:
    page.evaluate("notation => { location.hash = notation }", notation)
    say(page, "opened")
    button(page, "Setter's bench").click()
    page.wait_for_selector(".gw-setter li", timeout=ANY_MS)


def test_several_solutions(visit: Visit) -> None:
    page = visit("/sudoku")
    opened(page, TWO)
    for said in ("solutions: 3", "r1c2: ", "where the solutions differ: r"):
        page.wait_for_selector(f".gw-setter:has-text('{said}')")
    becomes(button(page, "Take away givens that are not needed").is_visible, False)


def test_givens_that_are_not_needed(visit: Visit) -> None:
    page = visit("/sudoku")
    opened(page, SPARE)
    page.wait_for_selector(".gw-setter:has-text('not needed, each alone: r')")
    button(page, "Take away givens that are not needed").click()
    say(page, "were taken away")
    becomes(page.locator(".gw-setter li").count, 0)
    button(page, "Look at the givens").click()
    page.wait_for_selector(".gw-setter li:has-text('not needed: 0')", timeout=ANY_MS)
