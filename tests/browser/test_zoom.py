"""Large boards on a phone: pinching, panning, the buttons and the keys that zoom, the seams."""

from collections.abc import Callable
from typing import Any

from browser._axe import faults, ready
from browser._play import (
    BOARDS,
    big_minefield,
    button,
    cell,
    named,
    opened,
    say,
    wait_named,
)
from browser.conftest import becomes, until

Visit = Callable[..., Any]
PHONE = {"width": 375, "height": 667, "has_touch": True, "is_mobile": True}
SIDE = """() => {
  const one = document.querySelector("[data-cell='0'] .gw-paper").getBoundingClientRect();
  return Math.round(one.width);
}"""
SCROLLED = """() => {
  const board = document.querySelector(".gw-play-left .gw-board");
  return [board.scrollLeft, board.scrollTop, scrollY, visualViewport.scale];
}"""
MIDDLE = """() => {
  const box = document.querySelector(".gw-play-left .gw-board").getBoundingClientRect();
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}"""
AT = """([x, y]) =>
  Number(document.elementFromPoint(x, y).closest('[data-cell]')?.dataset.cell ?? -1)"""


def large(visit: Visit, board: str, **how: Any) -> Any:
    kind = board.split()[0]
    if BOARDS[board]:
        page = visit(f"/{kind}#{BOARDS[board]}", **how)
        say(page, "opened")
        return page
    page = visit(f"/{kind}", **how)
    page.wait_for_selector("[role=gridcell]")
    big_minefield(page)
    return page


def touch(page: Any, *steps: list[tuple[float, float]]) -> None:
    """Put fingers down one after the other, move them, and lift them."""
    finger = page.context.new_cdp_session(page)
    first, *rest = steps
    for down in range(1, len(first) + 1):
        send(finger, "touchStart", first[:down])
    for points in rest:
        send(finger, "touchMove", points)
        page.evaluate("() => new Promise(requestAnimationFrame)")
    send(finger, "touchEnd", [])
    finger.detach()


def send(finger: Any, kind: str, points: list[tuple[float, float]]) -> None:
    at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def pinch(page: Any, start: float, end: float) -> None:
    x, y = page.evaluate(MIDDLE)
    apart = [start + (end - start) * part / 6 for part in range(7)]
    touch(page, *([(x - by, y), (x + by, y)] for by in apart))


def at_rest(page: Any) -> Any:
    """Return where the board is, and give a finger's scrolling time to go on."""
    found = page.evaluate(SCROLLED)
    page.wait_for_timeout(300)
    return found


def zoomed_by_fingers(page: Any, board: str) -> None:
    """Two fingers zoom the board, and one moves it."""
    becomes(lambda: page.evaluate(SIDE), 24)
    pinch(page, 30, 60)
    until(lambda: page.evaluate(SIDE), lambda side: side >= 40)
    assert page.evaluate(SCROLLED)[2:] == [0, 1], "the page itself neither scrolls nor zooms"
    x, y = page.evaluate(MIDDLE)
    before = page.evaluate(SCROLLED)
    touch(page, *([(x - by, y)] for by in range(0, 121, 15)))
    until(lambda: page.evaluate(SCROLLED)[0], lambda left: left > before[0] + 60)
    before = page.evaluate(SCROLLED)
    touch(page, *([(x, y - by)] for by in range(0, 91, 15)))
    until(lambda: page.evaluate(SCROLLED)[1], lambda top: top > before[1] + 30)
    place = until(lambda: at_rest(page), lambda found: found == page.evaluate(SCROLLED))
    x, y = page.evaluate(MIDDLE)
    at, side = page.evaluate(AT, [x, y]), page.evaluate(SIDE)
    page.touchscreen.tap(x, y)
    if board.startswith("minesweeper"):
        page.wait_for_selector(f"[data-cell='{at}']:not([aria-label*='covered'])")
    else:
        page.wait_for_function("at => document.activeElement.dataset.cell === String(at)", arg=at)
        page.locator(".gw-digit").nth(6).tap()
        wait_named(page, at, ": 7")
    assert (page.evaluate(SCROLLED), page.evaluate(SIDE)) == (place, side)
    pinch(page, 120, 8)  # the whole board
    until(lambda: page.evaluate(SIDE), lambda side: side < 15)
    becomes(lambda: page.evaluate(SCROLLED)[0], 0)


CENTRE = """() => {
  const box = document.querySelector(".gw-play-left .gw-board");
  return [box.scrollWidth > box.clientWidth,
    Math.abs(box.scrollLeft + box.clientWidth / 2 - box.scrollWidth / 2) < 2,
    Math.abs(box.scrollTop + box.clientHeight / 2 - box.scrollHeight / 2) < 2];
}"""


def begun_in_its_middle(page: Any) -> None:
    until(lambda: page.evaluate(CENTRE), all)
    page.evaluate("document.querySelector('.gw-play-left .gw-board').scrollTo(0, 0)")
    until(lambda: page.evaluate(CENTRE), lambda found: not all(found))
    big_minefield(page)  # of the same size
    until(lambda: page.evaluate(CENTRE), all)


def test_a_begun_large_game_opens_at_its_opened_cells(visit: Visit) -> None:
    rows = ["-" * 30] * 16
    rows[2] = "-" * 26 + "1---"
    page = visit(f"/minesweeper#minesweeper:30x16x99:{'/'.join(rows)}", **PHONE)
    say(page, "opened")
    until(lambda: page.evaluate(SCROLLED)[0], lambda left: left > 0)
    at = 2 * 30 + 26
    inside = page.evaluate(
        """at => {
          const one = document.querySelector(`[data-cell="${at}"]`).getBoundingClientRect();
          const box = document.querySelector(".gw-play-left .gw-board").getBoundingClientRect();
          return one.left >= box.left && one.right <= box.right;
        }""",
        at,
    )
    assert inside


def zoomed_by_buttons(page: Any, board: str) -> None:
    """The buttons zoom, and the size is kept."""
    becomes(lambda: page.evaluate(SIDE), 24)
    assert button(page, "Usual size").is_disabled()
    closer, out = button(page, "Zoom in"), button(page, "Zoom out")
    for _ in range(3):
        closer.tap()
    until(lambda: page.evaluate(SIDE), lambda side: side >= 40)
    ready(page)
    assert not faults(page, ".gw-play-left")
    side = page.evaluate(SIDE)
    page.goto(page.url.partition("#")[0].replace(board, "help"))
    page.go_back()
    page.wait_for_selector("[role=gridcell]")
    becomes(lambda: page.evaluate(SIDE), side)
    usual = button(page, "Usual size")

    def tapped() -> int:
        """Tap again as a person does: the page that came back may move under the finger."""
        if usual.is_enabled():
            usual.tap()
        return int(page.evaluate(SIDE))

    until(tapped, lambda side: side == 24)
    while out.is_enabled():
        out.tap()
    until(lambda: page.evaluate(SIDE), lambda side: side < 15)


def test_keys_zoom_where_a_game_does_not_take_them(visit: Visit) -> None:
    page = large(visit, "minesweeper 30x16", width=1280, height=720)
    usual = until(lambda: page.evaluate(SIDE), lambda side: side > 20)
    page.keyboard.press("+")
    larger = until(lambda: page.evaluate(SIDE), lambda side: side > usual)
    page.keyboard.press("NumpadAdd")
    until(lambda: page.evaluate(SIDE), lambda side: side > larger)
    page.keyboard.press("-")
    becomes(lambda: page.evaluate(SIDE), larger)
    page.keyboard.press("0")
    becomes(lambda: page.evaluate(SIDE), usual)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys of this page").inner_text()
    assert "Usual size" in sheet
    page = opened(visit, BOARDS["sudoku 9x9"])
    assert page.locator(".gw-zoom").is_hidden(), "it is small"
    cell(page, 2).click()
    page.keyboard.press("Digit4")
    wait_named(page, 2, ": 4")
    page.keyboard.press("Digit0")  # erases
    wait_named(page, 2, ": empty")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys of this page").inner_text()
    assert "Zoom in" in sheet
    assert "Usual size" not in sheet


def test_a_cell_that_gets_the_focus_or_a_hint_comes_into_view(visit: Visit) -> None:
    page = large(visit, "sudoku 25x25", **PHONE)
    for _ in range(4):
        button(page, "Zoom in").tap()
    inside = """at => {
      const one = document.querySelector(`[data-cell="${at}"]`).getBoundingClientRect();
      const box = document.querySelector(".gw-play-left .gw-board").getBoundingClientRect();
      return one.left >= box.left - 1 && one.right <= box.right + 1
        && one.top >= box.top - 1 && one.bottom <= box.bottom + 1;
    }"""
    cell(page, 0).tap()
    page.keyboard.press("Control+End")
    becomes(lambda: page.evaluate(inside, 624), True)
    page.keyboard.press("Control+Home")
    becomes(lambda: page.evaluate(inside, 0), True)
    page = visit("/minesweeper", **PHONE)
    page.wait_for_selector("[role=gridcell]")
    big_minefield(page)
    for _ in range(4):
        button(page, "Zoom in").tap()
    at = page.evaluate(AT, page.evaluate(MIDDLE))
    cell(page, at).tap()
    wait_named(page, at, " around")
    page.keyboard.press("Control+Home")
    becomes(lambda: page.evaluate(inside, 0), True)
    button(page, "Hint").tap()
    page.wait_for_selector(".gw-hint li")
    for _ in range(4):
        if page.locator(".gw-mark-target").count():
            break
        button(page, "Tell me more").tap()
        page.wait_for_timeout(300)
    page.wait_for_selector(".gw-mark-target", state="attached")
    becomes(lambda: page.evaluate(SEEN), True)


SEEN = """() => {
  const hint = document.querySelector(".gw-hint").getBoundingClientRect().top;
  const box = document.querySelector(".gw-play-left .gw-board").getBoundingClientRect();
  return [...document.querySelectorAll("[role=gridcell].gw-marked")].some(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom
      && bottom <= hint;
  });
}"""
"""Whether a marked cell is in the frame of the board, and not under the hint."""


def test_a_large_minefield_on_a_phone(visit: Visit) -> None:
    page = large(visit, "minesweeper 30x16", **PHONE)
    page.wait_for_selector(".gw-zoom:visible")
    seams = page.locator(".gw-play-left .gw-fifth").get_attribute("d")
    assert seams.count("V") == 5
    assert seams.count("H") == 3
    assert "covered" in named(page, 0)
    begun_in_its_middle(page)
    zoomed_by_buttons(page, "minesweeper")
    button(page, "Usual size").tap()
    zoomed_by_fingers(page, "minesweeper")


def test_a_large_sudoku_on_a_phone(visit: Visit) -> None:
    page = large(visit, "sudoku 25x25", **PHONE)
    zoomed_by_buttons(page, "sudoku")
    button(page, "Usual size").tap()
    becomes(lambda: page.evaluate(SIDE), 24)
    pinch(page, 40, 60)
    middle = page.evaluate(MIDDLE)
    at = page.evaluate(AT, middle)
    pinch(page, 40, 70)  # what was between the fingers stays there
    becomes(lambda: page.evaluate(AT, middle), at)
    button(page, "Usual size").tap()
    zoomed_by_fingers(page, "sudoku")
