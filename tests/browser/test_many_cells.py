"""Several cells of a Sudoku at once: dragged over, with Shift and the arrows, with Ctrl."""

from collections.abc import Callable
from typing import Any

from browser._play import button, cell, drag, middle, named, opened, wait_named
from browser.conftest import becomes, until

Visit = Callable[..., Any]
OPEN = "sudoku:2x2:1..............."


def board(visit: Visit) -> Any:
    page = opened(visit, OPEN)
    wait_named(page, 0, "given 1")
    return page


def chosen(page: Any) -> set[int]:
    script = "all => all.map(one => Number(one.dataset.cell))"
    return set(page.eval_on_selector_all("[role=gridcell][aria-selected=true]", script))


def test_a_drag_selects_and_one_undo_takes_all_back(visit: Visit) -> None:
    page = board(visit)
    drag(page, 0, 1, 2, 6)
    becomes(lambda: chosen(page), {0, 1, 2, 6})
    page.wait_for_selector("[role=status]:has-text('4 cells selected')", state="attached")
    button(page, "Corner note").click()
    button(page, "Digit 3").click()
    for at in (1, 2, 6):
        wait_named(page, at, "notes 3")
    assert "given 1" in named(page, 0)
    button(page, "Digit 3").click()  # all have it: off in all
    for at in (1, 2, 6):
        page.wait_for_selector(f"[data-cell='{at}']:not([aria-label*='notes'])")
    page.keyboard.press("Control+z")
    for at in (1, 2, 6):
        wait_named(page, at, "notes 3")
    page.keyboard.press("Control+z")
    page.wait_for_selector("[data-cell='6']:not([aria-label*='notes'])")
    becomes(button(page, "Undo").is_disabled, True)
    assert chosen(page) == {0, 1, 2, 6}


def test_some_have_a_note_and_a_slanted_drag_spares_the_corners(visit: Visit) -> None:
    page = board(visit)
    drag(page, 0, 5, 10)
    becomes(lambda: chosen(page), {0, 5, 10})
    cell(page, 5).click()
    page.keyboard.press("Shift+Digit2")
    wait_named(page, 5, "notes 2")
    drag(page, 5, 6)
    page.keyboard.press("Shift+Digit2")
    wait_named(page, 6, "notes 2")
    assert "notes 2" in named(page, 5)


def test_by_keyboard_from_anywhere(visit: Visit) -> None:
    page = board(visit)
    page.locator("main h1").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    becomes(lambda: chosen(page), {1, 2, 6})
    page.keyboard.press("Digit4")
    for at in (1, 2, 6):
        wait_named(page, at, ": 4")
    page.keyboard.press("Backspace")
    for at in (1, 2, 6):
        wait_named(page, at, "empty")
    page.keyboard.press("Escape")
    becomes(lambda: chosen(page), set())
    page.keyboard.press("Digit4")
    wait_named(page, 6, ": 4")
    assert "empty" in named(page, 2)
    page.keyboard.press("Control+a")
    becomes(lambda: len(chosen(page)), 16)
    page.keyboard.press("ArrowLeft")
    becomes(lambda: chosen(page), set())


def test_ctrl_and_a_click_adds_and_takes_away(visit: Visit) -> None:
    page = board(visit)
    cell(page, 3).click()
    cell(page, 8).click(modifiers=["Control"])
    cell(page, 13).click(modifiers=["Control"])
    becomes(lambda: chosen(page), {3, 8, 13})
    cell(page, 8).click(modifiers=["Control"])
    becomes(lambda: chosen(page), {3, 13})
    page.keyboard.press("Digit2")
    wait_named(page, 3, ": 2")
    wait_named(page, 13, ": 2")
    assert "empty" in named(page, 8)
    cell(page, 9).click()
    becomes(lambda: chosen(page), set())


def test_a_finger_selects_too(visit: Visit) -> None:
    page = visit(f"/sudoku#{OPEN}", width=375, height=667, has_touch=True, is_mobile=True)
    wait_named(page, 0, "given 1")
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        shown = [{"x": x, "y": y} for x, y in points]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})

    top = page.evaluate("scrollY")
    touch("touchStart", middle(page, 4))
    for at in (5, 9, 13):
        touch("touchMove", middle(page, at))
    touch("touchEnd")
    becomes(lambda: chosen(page), {4, 5, 9, 13})
    assert page.evaluate("scrollY") == top
    page.locator(".gw-pad").get_by_role("button", name="Digit 2").click()
    for at in (4, 5, 9, 13):
        wait_named(page, at, ": 2")


def test_other_puzzles_select_one_cell(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    drag(page, 0, 1, 2)
    page.keyboard.press("Shift+ArrowRight")
    assert not chosen(page)
    until(lambda: page.locator("[aria-multiselectable]").count(), lambda found: found == 0)
