"""Every page, in every language, in a wide and a narrow window, and in every state of a game.

axe-core finds nothing; nothing is too wide or too small in a narrow window; and no page, no dialog
and no option shows an English word in another language, or an id in any.

What hangs on the skin is only colour, and that does not hang on the language: all other rules run
in each language, and those on colour in English: in two skins on each page, in a dark one in each
state of a game, in all of them on a game of Sudoku. `tests/web/test_skins.py` reads the contrasts
of every skin.

A word is English where our English texts have it and our texts in the language that is shown do
not: names such as Sudoku or SAT stand in both. An id is what has an underscore; only what one types
may be one, and that is set as code. What is written past the catalogue is English in every
language; what lacks in it is found by `tests/catalogue`.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from browser._axe import DIALOG, FEW, SMALL, WIDER, check, faults, ready
from browser._play import resize
from browser._words import LANGUAGES, READ, english, strange
from browser.conftest import ANY_MS, becomes, until
from every import Collected
from gridwise.web.widgets.preferences import SKIN

Visit = Callable[..., Any]
KINDS = ("sudoku", "minesweeper", "queens", "sliding")
PATHS = (
    "/",
    *(f"/{kind}" for kind in KINDS),
    *(f"/replay/{kind}" for kind in KINDS),
    "/help",
    *(f"/help/{kind}" for kind in KINDS),
    *("/about", "/settings", "/statistics", "/replay", "/compare", "/batch", "/encoding"),
)
SKINS = [(skin, "light") for skin in SKIN.values if skin != "auto"] + [("auto", "dark")]
"""Beside the one that a page comes in: `auto`, light."""
METHODS = "main select:has(option[value='human']):visible"
"""The lists of methods; what is chosen there has options of its own."""
SETTLED = "() => new Promise(done => setTimeout(done, 150))"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_a_language(visit: Visit, language: str) -> None:
    page = visit("/about", locale=language, color_scheme="light", reduced_motion="reduce")
    collected = Collected()
    for path in PATHS:
        with collected.case(path) as runs:
            if runs:
                wrong = list(faults_of(page, path, language))
                assert not wrong, "\n".join(wrong)
    collected.end()


def faults_of(page: Any, path: str, language: str) -> Iterator[str]:
    """Go to a page, bring it into all its states, and yield what is wrong."""
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto("/".join(page.url.split("/")[:3]) + path)
    page.wait_for_selector("main h1")
    page.wait_for_function("window.did_handshake === true")  # else it would load itself again
    kind = path.strip("/")
    if kind in KINDS:
        page.wait_for_selector("[role=gridcell]")
    assert page.evaluate("document.documentElement.lang") == language
    ready(page)
    foreign = english(language)
    for state, inside in states(page) if kind in KINDS else [("as it comes", "html")]:
        if language == "en":
            new = state == "as it comes"
            whole = kind == "sudoku" and (new or state == "hint")
            skins = SKINS if whole else FEW if new else FEW[:1]
            yield from check(page, state, inside, skins=skins)
        else:
            colours = {"color-contrast": {"enabled": False}}
            yield from (f"{state}: {fault}" for fault in faults(page, inside, rules=colours))
        yield from (f"{state}: {word}" for word in strange(page.evaluate(READ), foreign))
        if state == "as it comes":
            resize(page, (320, 640))
            yield from (f"narrow: {what}" for what in page.evaluate(WIDER) + page.evaluate(SMALL))
            resize(page, (1400, 900))
            if language != "en":  # an id there would be one here, too
                yield from strange(options(page), foreign)


def options(page: Any) -> Iterator[str]:
    """Yield what a page shows while one method after the other is chosen."""
    for methods in page.locator(METHODS).all():
        first = methods.input_value()
        for value in methods.evaluate(
            "one => [...one.options].filter(option => !option.disabled).map(option => option.value)"
        ):
            methods.select_option(value)
            page.evaluate(SETTLED)
            yield from page.evaluate(READ)
        methods.select_option(first)


def still(page: Any) -> None:
    """Wait until nothing is worked on."""
    page.wait_for_function(
        "() => ![...document.querySelectorAll('.gw-job')].some(e => e.offsetParent !== null)",
        timeout=ANY_MS,
    )


def states(page: Any) -> Iterator[tuple[str, str]]:
    """Bring a play page into one state after the other, whatever its language.

    Yield its name and what is new: the page under a dialog or a menu was looked at before.
    """
    yield "as it comes", "html"
    page.locator("[role=gridcell]").first.focus()
    for at, name in enumerate(("new", "open", "save", "edit", "play", "options", "keys")):
        if name in ("edit", "play"):
            continue
        page.locator(".gw-games button").nth(at).click()
        page.wait_for_selector(DIALOG)
        if at == 0:
            page.locator(f"{DIALOG} .q-expansion-item").click()
            page.wait_for_function(
                "() => [...document.querySelectorAll('.q-dialog .q-expansion-item__content')]"
                ".some(e => e.offsetHeight && !e.style.height)"
            )
        yield f"dialog {name}", DIALOG
        page.keyboard.press("Escape")
        page.wait_for_selector(DIALOG, state="detached")
    page.locator(".gw-moves button").nth(2).click()
    page.wait_for_selector(".q-menu .q-item")
    yield "checkpoints", ".q-menu"
    page.locator(".q-menu .q-item").first.click()
    page.wait_for_selector(DIALOG)
    yield "dialog checkpoint", DIALOG
    page.keyboard.press("Escape")
    page.wait_for_selector(DIALOG, state="detached")
    page.locator(".gw-act-main").click()
    page.wait_for_selector(".gw-hint li:visible", timeout=ANY_MS)
    for stage in (2, 3):  # to the reason, which is drawn on the board
        page.locator(".gw-hint .gw-button-main:visible").first.click()
        page.wait_for_selector(f".gw-hint li:nth-child({stage})")
    yield "hint", "html"
    page.locator(".gw-hint button:visible").last.click()
    page.wait_for_selector(".gw-hint", state="hidden")
    said = page.locator(".gw-status").inner_text()
    page.locator(".gw-play-right .gw-panel .gw-button-main:visible").last.click()
    until(page.locator(".gw-status").inner_text, lambda found: found != said)
    still(page)
    yield "solved", "html"
    page.locator(".gw-play-right .q-expansion-item").last.click()
    page.wait_for_selector(".gw-play-right .q-expansion-item--expanded")
    yield "as text", ".gw-play-right"
    page.locator(".gw-games button").nth(3).click()
    page.locator(".gw-games button").nth(4).wait_for()
    yield "editing", "html"


def test_a_recording_and_the_music_in_some_skins(visit: Visit) -> None:
    page = visit("/replay/sliding", color_scheme="light", reduced_motion="reduce")
    ready(page)
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_selector(".gw-recorded", timeout=ANY_MS)
    page.get_by_role("button", name="Step forward").click()
    page.wait_for_function("document.querySelector('.gw-replay-range').value === '1'")
    wrong = check(page, "/replay/sliding recorded", "main")
    page.locator("[aria-controls=gw-music]").click()
    page.wait_for_selector("#gw-music:visible")
    wrong += check(page, "music", "#gw-music")
    assert not wrong, "\n".join(wrong)


def test_axe_finds_what_is_wrong(visit: Visit) -> None:
    page = visit("/about", color_scheme="light")
    ready(page)
    page.evaluate(
        """() => {
          const main = document.querySelector("main");
          main.append(document.createElement("button"));
          const pale = document.createElement("p");
          pale.textContent = "pale";
          pale.style.color = "var(--gw-line)";
          main.append(pale);
        }"""
    )
    skins = ("paper", "night", "forest")
    wrong = check(page, "/about", skins=[(skin, "light") for skin in skins])
    assert any("button-name" in fault for fault in wrong)
    for skin in skins:
        assert any(f", {skin} (" in fault for fault in wrong)


def dialogs_by_keyboard(page: Any) -> None:
    """Open each in a narrow window and close it: it has the focus, and its opener has it again."""
    for at in range(3):
        opener = page.locator(".gw-games button").nth(at)
        opener.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(DIALOG)
        page.wait_for_function(
            "s => document.querySelector(s).contains(document.activeElement)", arg=DIALOG
        )
        assert not page.evaluate(WIDER)
        for button in page.locator(f"{DIALOG} .gw-buttons button:visible").all():
            button.focus()
            box = button.bounding_box()
            assert box is not None
            assert box["y"] >= 0 and box["y"] + box["height"] <= 641, "out of sight"
        page.keyboard.press("Escape")
        page.wait_for_selector(DIALOG, state="detached")
        page.wait_for_function(
            "at => document.querySelectorAll('.gw-games button')[at] === document.activeElement",
            arg=at,
        )


FOCUS_MARK = """() => {
  // An outline around the control or what stands for it; a field's frame; the board's ring.
  const line = e => e && getComputedStyle(e).outlineStyle !== "none"
    && parseFloat(getComputedStyle(e).outlineWidth) >= 2;
  window.isMarked = e => {
    if (e === document.body) return true;
    if (e.closest("[role=gridcell]")) {
      const ring = e.closest("svg").querySelector(".gw-ring-line");
      return ring.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && parseFloat(getComputedStyle(ring).strokeWidth) >= 2;
    }
    return [e, e.parentElement, e.firstElementChild, e.closest("label")].some(line)
      || !!e.closest(".q-field--outlined.q-field--focused");
  };
}"""


@pytest.mark.parametrize("kind", KINDS)
def test_tab_goes_once_through_all_controls_in_order_and_opens_dialogs(
    visit: Visit, kind: str
) -> None:
    page = visit(f"/{kind}", reduced_motion="reduce")
    page.wait_for_selector("[role=gridcell]")
    page.evaluate(FOCUS_MARK)
    page.evaluate("document.activeElement.blur()")
    order: list[dict[str, Any]] = []
    for _ in range(120):
        page.keyboard.press("Tab")
        here = page.evaluate(
            """() => {
              const e = document.activeElement, before = window.before;
              window.before = e;
              e.dataset.reached = "yes";
              return { body: e === document.body, cell: !!e.closest("[role=gridcell]"),
                       unseen: window.isMarked(e) ? "" : e.outerHTML.slice(0, 150),
                       after: !before || !!(before.compareDocumentPosition(e) & 4) };
            }"""
        )
        if here["body"]:
            break
        order.append(here)
    assert all(here["after"] for here in order), "the order is not that of the page"
    assert sum(here["cell"] for here in order) == 1, "the board has one tab stop"
    assert [here["unseen"] for here in order if here["unseen"]] == [], "focus cannot be seen"
    left = page.locator(
        "button:visible:not([disabled]), a[href]:visible, summary:visible, select:visible"
    ).evaluate_all("all => all.filter(e => !e.dataset.reached).map(e => e.outerHTML)")
    assert left == [], "a control that Tab does not reach"
    resize(page, (320, 640))
    dialogs_by_keyboard(page)


def test_only_the_board_is_printed(visit: Visit) -> None:
    page = visit("/sudoku")
    page.wait_for_selector("[role=gridcell]")
    page.emulate_media(media="print")
    seen = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter(
          e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".gw-board")
            && !e.querySelector(".gw-board")).map(e => e.outerHTML.slice(0, 80))"""
    )
    assert seen == []
    until(page.locator(".gw-board").first.bounding_box, lambda box: box["y"] < 20)
    for size in ({"width": 794, "height": 1123}, {"width": 1123, "height": 794}):  # A4
        page.set_viewport_size(size)
        # The board follows the paper a moment later.
        until(page.locator(".gw-svg").first.bounding_box, partial(fills, size))


def fills(paper: dict[str, int], box: dict[str, float]) -> bool:
    """Return whether a board is large on a sheet and lies wholly on it."""
    least = 0.85 * min(paper.values())
    return (
        min(box["width"], box["height"]) > least
        and box["x"] + box["width"] <= paper["width"] + 1
        and box["y"] + box["height"] <= paper["height"] + 1
    )


def test_the_pad_tells_the_chosen_pen(visit: Visit) -> None:
    page = visit("/sudoku")
    page.wait_for_selector("[role=gridcell]")
    pens = page.locator(".gw-pen")
    chosen = "all => all.map(pen => pen.ariaPressed)"
    assert pens.evaluate_all(chosen) == ["true", "false", "false", "false"]
    pens.nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.gw-pen')[1].ariaPressed === 'true'")
    becomes(lambda: pens.evaluate_all(chosen), ["false", "true", "false", "false"])
    assert page.evaluate("document.activeElement.className").startswith("gw-pen"), "focus is lost"
