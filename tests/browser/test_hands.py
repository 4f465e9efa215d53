"""How one plays: the digit first, a pause, checks at once, numbered rows, full screen."""

from collections.abc import Callable
from typing import Any

import pytest

from browser._axe import faults, ready
from browser._play import (
    WHOLE,
    button,
    cell,
    drag,
    in_view,
    named,
    open_here,
    opened,
    resize,
    say,
    wait_named,
)
from browser.conftest import ANY_MS, becomes

Visit = Callable[..., Any]
SIZES = [(1280, 720), (375, 667)]
ALL = [".gw-moves button", ".gw-pad button", ".gw-clock", ".gw-play-left .gw-svg"]


def board(visit: Visit, **how: Any) -> Any:
    page = visit(f"/sudoku#{WHOLE}", **how)
    say(page, "opened")
    wait_named(page, 0, "given 5")
    return page


def options(page: Any, *labels: str) -> None:
    """Choose options, and close them."""
    button(page, "Options").click()
    for label in labels:
        page.get_by_role("radio", name=label, exact=True).check()
        page.wait_for_selector(".gw-live:has-text('Kept.')", state="attached")
    button(page, "Close").click()
    page.wait_for_selector(".q-dialog", state="detached")


def test_the_digit_first_by_mouse_and_by_key(visit: Visit) -> None:
    page = board(visit, width=SIZES[0][0], height=SIZES[0][1])
    options(page, "The digit first")
    four = button(page, "Digit 4")
    four.click()
    becomes(lambda: four.get_attribute("aria-pressed"), "true")
    cell(page, 2).click()
    wait_named(page, 2, ": 4")
    for size in SIZES:
        resize(page, size)
        drag(page, 10, 11)
        wait_named(page, 10, ": 4")
        wait_named(page, 11, ": 4")
        button(page, "Undo").click()  # one drag is one step
        wait_named(page, 10, "empty")
        assert "empty" in named(page, 11)
    page.keyboard.press("Digit1")  # chooses, and enters nothing
    becomes(lambda: button(page, "Digit 1").get_attribute("aria-pressed"), "true")
    assert four.get_attribute("aria-pressed") == "false"
    page.keyboard.press("x")
    cell(page, 10).click()
    wait_named(page, 10, "notes 1")
    page.reload()
    wait_named(page, 10, "notes 1")
    becomes(lambda: four.get_attribute("aria-pressed"), "false")  # it is kept
    page.keyboard.press("d")
    becomes(lambda: four.get_attribute("aria-pressed"), None)
    cell(page, 3).click()
    page.keyboard.press("Digit2")
    wait_named(page, 3, ": 2")


def seconds(page: Any) -> int:
    minutes, rest = page.locator(".gw-time").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_a_pause_hides_the_board_and_stops_the_clock(visit: Visit) -> None:
    page = board(visit)
    page.wait_for_function("document.querySelector('.gw-time').innerText >= '0:01'")
    cell(page, 2).click()
    page.keyboard.press("p")
    page.wait_for_selector(".gw-paused:visible")
    assert not cell(page, 0).is_visible()
    assert not button(page, "Hint").is_visible()
    ready(page)
    for size in SIZES:
        resize(page, size)
        in_view(page, ".gw-paused button")
        assert not faults(page, ".gw-play")
    stood = seconds(page)
    page.keyboard.press("Digit4")
    page.wait_for_timeout(1500)
    assert seconds(page) == stood
    page.reload()
    page.wait_for_selector(".gw-paused:visible")
    page.wait_for_timeout(1500)
    assert seconds(page) == stood
    button(page, "Go on").click()
    page.wait_for_selector(".gw-paused", state="hidden")
    assert "empty" in named(page, 2)
    page.wait_for_function(f"document.querySelector('.gw-time').innerText !== '0:{stood:02}'")
    button(page, "Pause").click()
    page.wait_for_selector(".gw-paused:visible")
    button(page, "New game").click()
    page.locator(".q-dialog .gw-level").first.click()
    page.wait_for_selector(".gw-paused", state="hidden", timeout=ANY_MS)


def test_wrong_digits_are_marked_at_once_and_no_longer_after_it_is_off(visit: Visit) -> None:
    page = board(visit)
    cell(page, 2).click()
    page.keyboard.press("Digit1")
    wait_named(page, 2, ": 1")
    assert "conflict" not in named(page, 2)
    options(page, "Marked at once")
    wait_named(page, 2, "conflict")
    say(page, "r1c3 is wrong")
    page.keyboard.press("Digit4")  # the right one
    page.wait_for_selector("[data-cell='2'][aria-label$=': 4']")
    page.keyboard.press("Control+z")
    wait_named(page, 2, "conflict")
    page.reload()
    wait_named(page, 2, "conflict")
    options(page, "Marked when you ask")
    page.wait_for_selector("[data-cell='2']:not([aria-label*='conflict'])")


@pytest.mark.parametrize("kind", ["sudoku", "minesweeper", "sliding"])
def test_numbers_around_the_board_leave_all_in_view(visit: Visit, kind: str) -> None:
    page = visit(f"/{kind}")
    page.wait_for_selector("[role=gridcell]")
    options(page, "Numbered")
    page.wait_for_selector(".gw-coordinate")
    side = round(page.locator("[role=gridcell]").count() ** 0.5)
    said = page.locator(".gw-coordinate").all_text_contents()
    assert said == [f"c{n}" for n in range(1, side + 1)] + [f"r{n}" for n in range(1, side + 1)]
    for size in (*SIZES, *((1920, 1080), (1366, 768), (390, 844))):
        resize(page, size)
        in_view(page, *ALL[:1], *ALL[2:])
        # What is pressed is still the cell under the pointer.
        cell(page, side + 1).click()
        assert page.evaluate("document.activeElement.dataset.cell") == str(side + 1)
        cell(page, 0).focus()
    page.reload()
    page.wait_for_selector(".gw-coordinate")


def test_full_screen_by_key_and_button(visit: Visit) -> None:
    page = board(visit)
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null")
    becomes(page.locator(".gw-header").is_visible, False)
    in_view(page, *ALL)
    button(page, "Full screen").click()
    page.wait_for_function("document.fullscreenElement === null")
    becomes(page.locator(".gw-header").is_visible, True)


def test_the_sheet_lists_them(visit: Visit) -> None:
    def listed(page: Any, keys: dict[str, str]) -> str:
        page.keyboard.press("?")
        page.wait_for_selector(".gw-keys")
        for label, key in keys.items():
            row = page.locator(".gw-keys tr", has=page.get_by_text(label, exact=True))
            becomes(row.locator("kbd").inner_text, key)
        said = str(page.locator(".gw-keys").inner_text())
        page.keyboard.press("Escape")
        page.wait_for_selector(".q-dialog", state="detached")
        return said

    page = opened(visit, WHOLE)
    said = listed(page, {"Pause, or go on": "P", "Digit first, or cell first": "D"})
    assert "Select several cells" in said
    open_here(page, "sudoku:4x4:" + "." * 256, "16x16")
    listed(page, {"Full screen, or back": "Shift + F"})
    page = opened(visit, "queens:6:")
    listed(page, {"Pause, or go on": "P", "Full screen, or back": "F"})
