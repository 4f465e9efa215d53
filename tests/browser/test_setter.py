"""The setter's bench on the play page."""

from collections.abc import Callable
from typing import Any

import pytest

from browser._axe import WIDER, check, ready
from browser._play import button, names, resize, say
from browser.conftest import ANY_MS, until

Visit = Callable[..., Any]
TWO = "sudoku:2x2:1.......3......4"
SPARE = "sudoku:2x2:1.3.34.22.4.4..3"
BROKEN = "sudoku:2x2:11.............."
NONE = "sudoku:2x2:123........4...."
MANY = "sudoku:3x3:" + "." * 81
PANEL = "section.gw-beside:has(.gw-setter)"


def opened(page: Any, notation: str) -> None:
    """Open a board and the panel, and wait until the givens were looked at."""
    page.evaluate("notation => { location.hash = notation }", notation)
    page.wait_for_function(
        "n => [...document.querySelectorAll('[role=gridcell]')].length === n",
        arg=len(notation.rpartition(":")[2]),
    )
    page.wait_for_function("() => document.querySelector('.gw-status').textContent.includes(':')")
    page.locator(".gw-play-right button[aria-pressed]:not(.gw-pen):visible").last.click()
    page.wait_for_selector(".gw-setter li", timeout=ANY_MS)


def status(page: Any) -> str:
    return str(page.locator(".gw-status").inner_text())


def test_several_solutions_of_which_the_nearest_two_are_shown(visit: Visit) -> None:
    page = visit("/sudoku")
    opened(page, TWO)
    said = page.locator(PANEL).text_content()
    assert "3 solutions" in said
    assert "r1c2: 2 (2), 3 (1)" in said
    assert "The nearest two solutions differ in r" in said
    say(page, "3 solutions; the nearest two solutions differ in r")
    page.wait_for_selector(".gw-board .gw-tone-second", state="attached")
    assert not button(page, "Minimise").is_visible()
    before = names(page)
    button(page, "First solution").click()
    page.wait_for_selector("button[aria-pressed=true]:has-text('First solution')")
    first = until(lambda: names(page), lambda found: not any("empty" in one for one in found))
    button(page, "Second solution").click()
    page.wait_for_selector("button[aria-pressed=true]:has-text('Second solution')")
    until(lambda: names(page), lambda found: found not in (first, before))
    button(page, "Second solution").click()
    until(lambda: names(page), lambda found: found == before)
    page.locator("[data-cell='1']").click()  # what the player enters is no given
    page.keyboard.press("Digit2")
    page.wait_for_selector(".gw-setter li", state="detached")
    button(page, "Look at the givens").click()
    page.wait_for_selector(".gw-setter li:has-text('3 solutions')", timeout=ANY_MS)


def test_givens_that_are_not_needed(visit: Visit) -> None:
    page = visit("/sudoku")
    opened(page, SPARE)
    assert "Not needed, each alone: r" in page.locator(PANEL).text_content()
    page.wait_for_selector("[role=gridcell][aria-label*='part of the reason']")
    button(page, "Minimise").click()
    say(page, "were taken away")
    page.wait_for_selector(".gw-setter li", state="detached")
    button(page, "Look at the givens").click()
    page.wait_for_selector(".gw-setter li:has-text('not needed: 0')", timeout=ANY_MS)


def test_a_rating(visit: Visit) -> None:
    page = visit("/sudoku")
    opened(
        page,
        "sudoku:3x3:..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    )
    button(page, "Rate").click()
    page.wait_for_selector(".gw-setter li:has-text('hodoku')", timeout=ANY_MS)
    assert "se 1.2: er " in page.locator(PANEL).text_content()


REFUSED = [
    (BROKEN, "no solution: 1 twice in row 1", "there is no solution: 1 twice in row 1"),
    (NONE, "no solution", "a rating needs one solution; this board has none"),
    (TWO, "3 solutions", "a rating needs one solution; this board has several"),
]


@pytest.mark.parametrize(("notation", "bench", "rated"), REFUSED)
def test_what_cannot_be_rated_is_said(visit: Visit, notation: str, bench: str, rated: str) -> None:
    page = visit("/sudoku")
    opened(page, notation)
    say(page, bench)
    button(page, "Rate").click()
    say(page, rated)
    assert page.locator(".gw-setter li:has-text('hodoku')").count() == 0


def test_a_refusal_is_in_the_visitors_language(visit: Visit) -> None:
    page = visit("/sudoku", locale="vi")
    opened(page, NONE)
    page.locator(PANEL).get_by_role("button", name="Đánh giá độ khó").click()
    until(lambda: status(page), lambda said: "phải có đúng một lời giải" in said)


def test_it_is_stopped(visit: Visit) -> None:
    page = visit("/sudoku")
    opened(page, TWO)
    page.evaluate("notation => { location.hash = notation }", MANY)
    until(lambda: page.locator("[role=gridcell]").count(), lambda found: found == 81)
    until(lambda: status(page), lambda said: "81 empty" in said)
    button(page, "Look at the givens").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    say(page, "stopped")
    assert page.locator(".gw-setter li").count() == 0
    button(page, "Look at the givens").click()
    page.get_by_role("button", name="Stop", exact=True).wait_for()
    page.locator(PANEL).get_by_role("button", name="Close", exact=True).click()
    say(page, "stopped")


def test_what_it_answers_is_in_view_and_axe_finds_nothing(visit: Visit) -> None:
    page = visit("/sudoku", color_scheme="light", reduced_motion="reduce")
    opened(page, TWO)
    ready(page)
    wrong = check(page, "several solutions", "main")
    page.locator(PANEL).locator("button:visible").nth(-1).click()
    page.wait_for_selector(PANEL, state="hidden")
    for width, height in ((1280, 720), (390, 844), (375, 667)):
        resize(page, (width, height))
        opened(page, SPARE)
        for seen in (".gw-status", ".gw-setter li" if width > 1000 else ".gw-board"):
            box = page.locator(seen).first.bounding_box()
            assert box is not None
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, seen
        assert page.evaluate(WIDER) == []
        if width == 1280:
            wrong += check(page, "givens that are not needed", "main")
        page.locator(PANEL).locator("button:visible").nth(-1).click()
        page.wait_for_selector(PANEL, state="hidden")
    assert not wrong, "\n".join(wrong)
