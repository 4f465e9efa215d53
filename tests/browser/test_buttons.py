"""Every button of every view is pressed once: nothing goes wrong, on the page or in the server."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Error as PlaywrightError

from browser.conftest import ANY_MS

Visit = Callable[..., Any]
KINDS = ("sudoku", "minesweeper", "queens", "sliding")
VIEWS = ("/", *(f"/{kind}" for kind in KINDS), "/settings", "/about", "/statistics", "/help")
OPEN = ".q-dialog:visible, .q-menu:visible"
VISIBLE = "button:visible:not([disabled])"


def settled(page: Any) -> None:
    """Wait until nothing is worked on."""
    page.wait_for_function(
        "() => ![...document.querySelectorAll('.gw-job')].some(e => e.offsetParent !== null)",
        timeout=ANY_MS,
    )


NAMES = """all => {
  // The first and the last level of a puzzle stand for those between; the names and what is pressed
  // belong together.
  window.buttons = all.filter(one => {
    const levels = [...one.closest(".gw-levels")?.querySelectorAll("button") ?? [one]];
    return one === levels[0] || one === levels.at(-1);
  });
  return window.buttons.map(b => b.ariaLabel || (b.querySelector('span') || b).innerText);
}"""


def press(page: Any, button: Any) -> bool:
    """Press one button, then close what it opened; return False where it cannot be meanwhile."""
    for last in (*[False] * 11, True):
        try:
            button.scroll_into_view_if_needed(timeout=5000)
            button.click(timeout=5000)
            break
        except PlaywrightError:  # a slow machine: something closes, or opens late and lies over it
            if not button.is_visible() or button.get_attribute("disabled") is not None:
                return False
            if last:
                raise
            close(page)
            settled(page)  # what is worked on makes others unavailable
    page.wait_for_timeout(60)
    settled(page)
    close(page)
    return True


def close(page: Any) -> None:
    """Close a dialog, or a menu and what came of it; the music lies over other buttons."""
    if page.locator("#gw-music:visible").count():
        page.locator(".gw-music-button").click()
        page.wait_for_selector("#gw-music", state="hidden")
    for _ in range(2):
        number = page.locator(OPEN).count()
        if number:
            page.keyboard.press("Escape")
            page.locator(OPEN).nth(number - 1).wait_for(state="hidden")


@pytest.mark.parametrize("view", VIEWS)
def test_every_button_of_a_view(visit: Visit, view: str) -> None:
    page = visit(view)
    page.wait_for_timeout(300)
    begin = page.url
    pressed: set[str] = set()
    for _ in range(100):
        names = page.locator(VISIBLE).evaluate_all(NAMES)
        left = [at for at, name in enumerate(names) if name not in pressed]
        if not left:
            break
        button = page.evaluate_handle("at => window.buttons[at]", left[0]).as_element()
        if press(page, button):
            pressed.add(names[left[0]])
        if page.url != begin:
            page.go_back()
            page.wait_for_url(begin)
            page.wait_for_selector(".gw-home")
    assert pressed
    if view.strip("/") in KINDS:
        assert {"Hint", "Solve", "New game", "Open a board", "Save and share"} <= pressed
        page.reload()
        page.wait_for_selector("[role=gridcell]")


@pytest.mark.parametrize("kind", KINDS)
def test_every_button_of_every_dialog(visit: Visit, kind: str) -> None:
    page = visit(f"/{kind}", reduced_motion="reduce")
    others = ("New game", "Save and share")  # to open a board is the same in all of them
    for opener in (*others, "Open a board") if kind == KINDS[0] else others:
        page.get_by_role("button", name=opener, exact=True).click()
        page.wait_for_selector(".q-dialog .gw-dialog")
        number = page.locator(".q-dialog button:visible").count()
        page.keyboard.press("Escape")
        page.wait_for_selector(".q-dialog .gw-dialog", state="detached")
        for at in range(number):
            page.get_by_role("button", name=opener, exact=True).click()
            page.wait_for_selector(".q-dialog .gw-dialog")
            button = page.locator(".q-dialog button:visible").nth(at)
            if button.inner_text().strip().endswith("Print"):  # a window of the browser's own
                page.evaluate("window.print = () => { window.printed = true }")
            button.click()
            page.wait_for_timeout(60)
            settled(page)
            close(page)
            page.wait_for_selector(".q-dialog .gw-dialog", state="detached")


def picture(form: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.effect_noise((300, 200), 80).convert("RGB").save(out, form)
    return out.getvalue()


def test_a_picture_of_ones_own_lies_on_the_tiles(visit: Visit) -> None:
    page = visit("/sliding")
    page.wait_for_selector("[role=gridcell]")
    page.locator("section[aria-label='Picture'] input[type=file]").set_input_files(
        {"name": "<img src=x>.png", "mimeType": "image/png", "buffer": picture()}
    )
    page.wait_for_selector("[role=status]:has-text('your picture')", timeout=ANY_MS)
    page.wait_for_selector(".gw-pieces image")
    address = page.locator(".gw-pieces image").first.get_attribute("href")
    assert address.startswith("/pictures/own?")
    answer = page.request.get(page.url.split("/sliding")[0] + address)
    assert answer.headers["content-type"] == "image/webp"
    page.reload()
    page.wait_for_selector(".gw-pieces image")
    other = visit("/sliding")
    assert other.request.get(other.url.split("/sliding")[0] + "/pictures/own").status == 404


def test_what_is_no_picture_is_refused_in_words(visit: Visit) -> None:
    page = visit("/sliding")
    page.wait_for_selector("[role=gridcell]")
    page.locator("section[aria-label='Picture'] input[type=file]").set_input_files(
        {"name": "x.png", "mimeType": "image/png", "buffer": b"<svg onload=alert(1)>"}
    )
    page.wait_for_selector("[role=status]:has-text('picture')", timeout=ANY_MS)
    assert page.locator(".gw-pieces image").count() == 0
