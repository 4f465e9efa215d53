"""The board in a browser: what it tells, what it shows, and that it loses nothing."""

import json
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from browser._axe import COLOURS, axe_script, faults
from browser._play import AT_ONCE
from browser.conftest import Visitors
from gridwise.core.scene import Role
from gridwise.web.widgets.preferences import SKIN

HERE = Path(__file__).parent
Open = Callable[..., Any]


class Stage:
    """The page of `_board_page.py`, in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, str(HERE / "_board_page.py")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url, "the page did not start"
        port = int(self.url.rstrip("/").rpartition(":")[2])
        end = time.monotonic() + 120
        while True:  # its address is printed a moment before it listens
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                assert time.monotonic() < end, "the page does not answer"
                time.sleep(0.05)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=120) as answer:
            return json.loads(answer.read())

    def do(self, *act: object) -> None:
        self.get("do?" + urllib.parse.urlencode({"act": ",".join(map(str, act))}))

    def heard(self, number: int) -> list[list[Any]]:
        """Wait until it heard so many things; return them all."""
        end = time.monotonic() + 120
        while len(found := self.get("heard")) < number and time.monotonic() < end:
            time.sleep(0.02)
        assert len(found) >= number, found
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def stage(browser: Any) -> Iterator[Stage]:
    made = Stage()
    yield made
    made.close()


@pytest.fixture
def open_(visitors: Visitors, stage: Stage) -> Iterator[Open]:
    lent: list[tuple[Any, dict[str, Any]]] = []
    wrong: list[str] = []

    def visit(board: str = "digits", *, width: int = 800, how: str = "", **more: Any) -> Any:
        context = visitors.lend(more)
        lent.append((context, more))
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 800})
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{stage.url}?board={board}{how}")
        page.wait_for_function("window.did_handshake === true")
        page.wait_for_selector(".gw-svg [data-cell]", state="attached")
        return page

    yield visit
    for context, more in lent:
        visitors.take_back(context, more)
    assert not wrong, wrong


def cell(page: Any, at: int) -> Any:
    return page.locator(f"[data-cell='{at}']")


def focused(page: Any) -> str | None:
    found = page.evaluate("document.activeElement.dataset.cell ?? document.activeElement.id")
    return None if found is None else str(found)


def labels(page: Any) -> list[str]:
    script = "[...document.querySelectorAll('[data-cell]')].map(c => c.getAttribute('aria-label'))"
    return [str(label) for label in page.evaluate(script)]


def shows(page: Any, stage: Stage) -> None:
    """Wait until the browser shows what the server has."""
    end = time.monotonic() + 120
    while labels(page) != stage.get("labels"):
        assert time.monotonic() < end, (labels(page), stage.get("labels"))
        time.sleep(0.05)


def test_the_grid_says_what_it_is(open_: Open, stage: Stage) -> None:
    page = open_()
    grid = page.get_by_role("grid", name="A <board>")
    assert grid.get_attribute("aria-rowcount") == grid.get_attribute("aria-colcount") == "4"
    assert page.get_by_role("row").count() == 4
    assert page.get_by_role("gridcell").count() == 16
    assert page.get_by_role("gridcell", name="row 1, column 1: given 1", exact=True).count() == 1
    assert labels(page) == stage.get("labels")
    assert page.locator("[role=grid] [tabindex='0']").count() == 1
    columns = page.evaluate(
        "[...document.querySelectorAll('[data-cell]')].map(c => c.getAttribute('aria-colindex'))"
    )
    assert columns == ["1", "2", "3", "4"] * 4


def test_one_tab_stop_and_arrows_that_do_not_wrap(open_: Open, stage: Stage) -> None:
    page = open_()
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    assert focused(page) == "0"
    walk = [
        *(("ArrowLeft", 0), ("ArrowUp", 0), ("ArrowRight", 1), ("ArrowDown", 5), ("End", 7)),
        *(("ArrowRight", 7), ("PageDown", 15), ("ArrowDown", 15), ("Home", 12), ("PageUp", 0)),
        *(("Control+End", 15), ("Control+Home", 0), ("Alt+ArrowDown", 4)),
    ]
    for key, at in walk:
        page.keyboard.press(key)
        assert focused(page) == str(at), key
    page.keyboard.press("Tab")
    assert focused(page) == "after"
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "4"
    moves = [at for name, at in stage.heard(10) if name == "select"]
    assert moves == [0, 1, 5, 7, 15, 12, 0, 15, 0, 4]


def test_only_the_keys_that_were_named_are_taken(open_: Open, stage: Stage) -> None:
    page = open_()
    page.evaluate(
        "window.left = [];"
        "document.addEventListener('keydown', e => e.defaultPrevented || left.push(e.code))"
    )
    cell(page, 5).focus()
    pressed = ("Digit7", "Digit8", "Shift+Digit7", "Control+KeyZ", "KeyZ", "KeyQ", "Control+KeyQ")
    for key in pressed:
        page.keyboard.press(key)
    heard = [told[1:] for told in stage.heard(5) if told[0] == "key"]
    assert heard == [["Digit7", 5], ["Shift+Digit7", 5], ["Control+KeyZ", 5], ["KeyQ", 5]]
    left = page.evaluate("left.filter(code => !/Shift|Control/.test(code))")
    assert left == ["Digit8", "KeyZ", "KeyQ"]
    stage.do("keys", "Digit8")
    page.wait_for_function(
        "Object.values(mounted_app.$refs).find(ref => ref?.patch).taken.has('Digit8')"
    )
    page.keyboard.press("Digit7")
    page.keyboard.press("Digit8")
    assert stage.heard(6)[-1] == ["key", "Digit8", 5]


def test_an_input_method_takes_no_digit_away(open_: Open, stage: Stage) -> None:
    """Telex and the Chinese methods hold a key back; its place on the keyboard is known."""
    page = open_()
    cell(page, 3).focus()
    for number, event in enumerate(
        (
            {"code": "Digit7", "key": "Process", "keyCode": 229, "isComposing": True},
            {"code": "Digit7", "key": "Unidentified", "keyCode": 229},
            {"code": "Digit7", "key": "&", "keyCode": 55},
            {"code": "", "key": "7"},
        ),
        start=1,
    ):
        kept = page.evaluate(
            "event => document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', {...event, bubbles: true, cancelable: true}))",
            event,
        )
        assert kept is False, event  # nothing is composed
        assert stage.heard(1 + number)[1:] == [["key", "Digit7", 3]] * number, event


def test_with_num_lock_off_the_number_pad_moves(open_: Open) -> None:
    page = open_()
    cell(page, 5).focus()
    page.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
        "{code: 'Numpad7', key: 'Home', bubbles: true, cancelable: true}))"
    )
    assert focused(page) == "4"


def test_space_and_enter_press_and_the_menu_key_is_the_other_button(
    open_: Open, stage: Stage
) -> None:
    page = open_()
    cell(page, 6).focus()
    for key in ("Space", "Enter", "ContextMenu"):
        page.keyboard.press(key)
    assert stage.heard(4) == [["select", 6], ["press", 6], ["press", 6], ["second", 6]]


def test_the_mouse(open_: Open, stage: Stage) -> None:
    page = open_()
    cell(page, 2).click()
    assert focused(page) == "2"
    cell(page, 9).click(button="right")
    cell(page, 7).dblclick()
    told = [["press", 2], ["second", 9], ["press", 7], ["press", 7], ["chord", 7]]
    assert stage.heard(5) == told
    cell(page, 10).hover()
    for what in ("down", "up"):
        for button in ("left", "right"):
            getattr(page.mouse, what)(button=button)
    page.wait_for_timeout(100)
    assert stage.heard(6) == [*told, ["chord", 10]]
    cell(page, 0).hover()
    page.mouse.down()
    cell(page, 11).hover()
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == ""


def touch(session: Any, kind: str, at: Any = None, *, by: int = 0) -> None:
    points = []
    if at is not None:
        box = at.bounding_box()
        points = [{"x": box["x"] + box["width"] / 2 + by, "y": box["y"] + box["height"] / 2}]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_long_press_is_the_other_button(open_: Open, stage: Stage) -> None:
    page = open_(has_touch=True)
    finger = page.context.new_cdp_session(page)
    touch(finger, "touchStart", cell(page, 6))
    assert stage.heard(1) == [["second", 6]]
    touch(finger, "touchEnd")
    page.wait_for_timeout(300)
    assert stage.heard(1) == [["second", 6]]  # and is no click beside
    cell(page, 6).tap()
    assert stage.heard(2)[-1] == ["press", 6]


def test_a_finger_that_moves_or_leaves_early_presses_nothing_long(
    open_: Open, stage: Stage
) -> None:
    page = open_(has_touch=True)
    finger = page.context.new_cdp_session(page)
    page.clock.install()
    page.clock.pause_at(time.time() + 3600)  # the finger is as fast as wanted, whatever the machine
    touch(finger, "touchStart", cell(page, 6))
    touch(finger, "touchMove", cell(page, 6), by=30)
    page.clock.run_for(700)
    touch(finger, "touchEnd")
    touch(finger, "touchStart", cell(page, 7))
    page.clock.run_for(400)
    touch(finger, "touchEnd")
    page.clock.run_for(700)
    assert ["second", 7] not in stage.heard(1)  # a tap, which comes after anything that was told
    assert ["second", 6] not in stage.heard(1)


def test_a_change_touches_only_its_cells(open_: Open, stage: Stage) -> None:
    page = open_("big")
    cell(page, 5).focus()
    stage.heard(1)  # so it has heard too which board the browser shows, and sends none as a whole
    page.evaluate(
        """() => {
          window.seen = new Set();
          new MutationObserver(all => all.forEach(one => {
            const cell = one.target.closest?.('[data-cell]');
            if (cell) seen.add(Number(cell.dataset.cell));
          })).observe(document.querySelector('.gw-svg'),
                      {subtree: true, childList: true, attributes: true});
        }"""
    )
    stage.do("fill", 3, 77, 479)
    shows(page, stage)
    assert sorted(page.evaluate("[...seen]")) == [3, 77, 479]


def test_a_reload_shows_the_board_of_a_new_page(open_: Open, stage: Stage) -> None:
    page = open_()
    stage.do("fill", 1)
    shows(page, stage)
    page.reload()
    page.wait_for_selector("[data-cell='15']")
    shows(page, stage)


def test_what_changed_while_the_connection_was_lost_is_shown(open_: Open, stage: Stage) -> None:
    page = open_()
    stage.do("fill", 1)
    shows(page, stage)
    page.evaluate("window.socket.disconnect()")
    stage.do("fill", 2, 3)
    stage.do("fill", 4)
    assert labels(page) != stage.get("labels")
    page.evaluate("window.socket.connect()")
    shows(page, stage)


def test_a_change_that_gets_lost_is_made_good(open_: Open, stage: Stage) -> None:
    """A change sent while the element is not on the page finds nobody to take it."""
    page = open_()
    stage.do("hide")
    page.wait_for_selector(".gw-svg", state="detached")
    stage.do("fill", 1, 2)
    stage.do("keys", "KeyA")
    stage.do("unhide")
    page.wait_for_selector(".gw-svg")
    shows(page, stage)
    cell(page, 1).focus()
    page.keyboard.press("KeyA")
    assert stage.heard(2) == [["select", 1], ["key", "KeyA", 1]]


def test_a_missing_change_is_asked_for(open_: Open, stage: Stage) -> None:
    page = open_()
    page.evaluate("""() => {
      const one = Object.values(mounted_app.$refs).find(ref => ref?.patch);
      const patch = one.follows;
      window.dropped = 0;
      one.follows = rev => (dropped++ === 0 ? false : patch(rev));
      window.runOld = runMethod;
      window.runMethod = (id, name, args) =>
        name === 'patch' && dropped++ === 0 ? undefined : runOld(id, name, args);
    }""")
    stage.do("fill", 1)
    page.wait_for_timeout(100)
    stage.do("fill", 2)
    shows(page, stage)
    assert page.evaluate("dropped") >= 1


def test_a_whole_that_was_overtaken_is_not_shown(open_: Open, stage: Stage) -> None:
    page = open_()
    stage.do("fill", 1)
    shows(page, stage)
    before = labels(page)
    page.evaluate("""() => {
      const one = Object.values(mounted_app.$refs).find(ref => ref?.patch);
      const old = JSON.parse(JSON.stringify(one.drawn));
      old.cells = old.cells.map(cell => old.cells[0]);
      one.takeAll(one.rev_ - 1, old, [], null, true);
    }""")
    assert labels(page) == before


def test_changes_of_all_sorts_at_once_end_in_the_last(open_: Open, stage: Stage) -> None:
    page = open_()
    stage.do("race")
    shows(page, stage)
    assert "9" in labels(page)[3]
    assert "9" not in labels(page)[1]


def test_another_frame_is_drawn_anew(open_: Open, stage: Stage) -> None:
    page = open_()
    stage.do("board", "big")
    page.wait_for_selector("[data-cell='479']")
    shows(page, stage)
    assert page.get_by_role("row").count() == 16


def test_a_board_to_look_at_is_a_picture_with_words(open_: Open, stage: Stage) -> None:
    page = open_(how="&readonly=1")
    picture = page.get_by_role("img")
    assert picture.count() == 1
    said = picture.get_attribute("aria-label")
    assert said.startswith("A <board>: 4 columns, 4 rows, row 1: given 1, empty")
    assert page.locator(".gw-board [tabindex]").count() == 0
    stage.do("fill", 1)
    page.wait_for_selector("[role=img][aria-label*='row 1: given 1, 9']")
    cell(page, 3).click(force=True)
    page.wait_for_timeout(100)
    assert stage.heard(0) == []


def test_a_wide_board_scrolls_in_its_own_frame(open_: Open) -> None:
    page = open_("big", width=320)
    sides = page.evaluate(
        "[...document.querySelectorAll('.gw-paper')].map(r => r.getBoundingClientRect())"
        ".map(r => Math.min(r.width, r.height))"
    )
    assert min(sides) >= 23.99
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    cell(page, 0).focus()
    for key, at in (("End", 29), ("Control+End", 479), ("Home", 450)):
        page.keyboard.press(key)
        box = cell(page, at).bounding_box()
        assert box["x"] >= -1 and box["x"] + box["width"] <= 321, key


def test_cells_are_whole_pixels(open_: Open) -> None:
    page = open_("digits", width=320)
    for width in (320, 700, 1400):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(AT_ONCE)
        page.evaluate(AT_ONCE)
        side = page.evaluate("document.querySelector('.gw-paper').getBoundingClientRect().width")
        assert side == pytest.approx(round(side), abs=0.01), width
        assert 24 <= side <= 128, width
        assert page.locator(".gw-svg").bounding_box()["width"] <= width


def test_tiles_keep_who_they_are_while_they_slide(open_: Open, stage: Stage) -> None:
    page = open_("tiles")
    page.evaluate("window.tiles = [...document.querySelectorAll('.gw-tile')]")
    stage.do("tiles", "123045678")
    shows(page, stage)
    where = page.evaluate(
        "[...document.querySelectorAll('.gw-tile')].map(t => [tiles.indexOf(t), t.textContent, "
        "t.style.transform, getComputedStyle(t).transitionDuration])"
    )
    assert [index for index, *_ in where] == list(range(8))
    assert [text for _, text, *_ in where] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert where[3][2:] == ["translate(48px, 48px)", "0.12s"]
    stage.do("tiles", "123405678", "still")
    shows(page, stage)
    assert page.evaluate("getComputedStyle(tiles[0]).transitionDuration") == "0s"


def test_tiles_do_not_slide_where_motion_is_not_wanted(open_: Open, stage: Stage) -> None:
    page = open_("tiles", reduced_motion="reduce")
    stage.do("tiles", "123045678")
    shows(page, stage)
    duration = "getComputedStyle(document.querySelector('.gw-tile')).transitionDuration"
    assert page.evaluate(duration) == "0s"


def test_pictures_on_tiles(open_: Open, stage: Stage) -> None:
    page = open_("tiles", how="&picture=/static/pictures/waves.webp&numbers=0")
    images = page.locator(".gw-tile image")
    assert images.count() == 8
    assert images.first.get_attribute("href") == "/static/pictures/waves.webp"
    views = page.evaluate(
        "[...document.querySelectorAll('.gw-tile svg')].map(s => s.getAttribute('viewBox'))"
    )
    assert len(set(views)) == 8
    assert page.locator(".gw-tile text").count() == 0
    stage.do("picture", "/static/pictures/dusk.webp", 1)
    page.wait_for_selector(".gw-tile image[href*=dusk]")
    assert page.locator(".gw-tile text").all_text_contents() == list("12345678")
    stage.do("picture", "", 1)
    page.wait_for_selector(".gw-tile image", state="detached")
    assert labels(page)[3] == "row 2, column 1: tile 4"


def test_every_role_is_drawn_apart(open_: Open) -> None:
    page = open_("signs", width=1400)
    drawn = page.evaluate(
        "[...document.querySelectorAll('[data-cell]')].map(c => c.innerHTML"
        '.replace(/class="[^"]*"/g, \'\'))'
    )
    assert len(drawn) == len(Role)
    # Text is told by its weight, and an empty cell here holds a "3" as well.
    assert len(set(drawn)) == len(Role) - 3
    weights = page.evaluate(
        "['given', 'filled'].map(r => getComputedStyle("
        "document.querySelector(`.gw-role-${r} text`)).fontWeight)"
    )
    assert weights == ["700", "400"]


def test_highlights_differ_by_pattern(open_: Open) -> None:
    page = open_()
    looks = page.evaluate(
        "['conflict', 'reason', 'target', 'tried'].map(m => { const f = document.querySelector("
        "`.gw-mark-${m} .gw-mark-frame`); return getComputedStyle(f).strokeDasharray + "
        "f.parentNode.children.length + !!document.querySelector(`.gw-over-${m}`) })"
    )
    assert len(set(looks)) == 4


def test_text_stays_text(open_: Open) -> None:
    page = open_("evil")
    page.wait_for_timeout(100)
    assert page.evaluate("window.ran") is None
    assert page.locator(".gw-svg img, .gw-svg script").count() == 0
    assert "<script>" in page.locator(".gw-svg text").first.text_content()


def test_axe_finds_nothing(open_: Open) -> None:
    page = open_("digits", how="&skin=auto", color_scheme="dark")
    cell(page, 5).focus()
    page.evaluate(axe_script())
    wrong = faults(page, ".box")
    for skin in SKIN.values:
        page.evaluate("skin => { document.documentElement.dataset.skin = skin }", skin)
        wrong += [f"{skin}: {fault}" for fault in faults(page, ".box", runOnly=COLOURS)]
    assert wrong == []


def test_the_ring_of_the_focus_is_seen(open_: Open) -> None:
    page = open_()
    ring = page.locator(".gw-ring")
    assert ring.is_hidden()
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    assert ring.is_visible()
    width = page.evaluate("getComputedStyle(document.querySelector('.gw-ring-line')).strokeWidth")
    assert float(width.removesuffix("px")) >= 2
