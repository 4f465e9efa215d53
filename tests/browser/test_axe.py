"""axe-core finds nothing on any page; every page fits a narrow window, the keyboard and paper.

What hangs on the skin is only colour, so each page is looked at with all rules in each language,
and in English with the rules on colour in every skin; `tests/web/test_skins.py` reads the contrasts
of every skin.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from browser.conftest import ANY_MS, becomes, until
from gridwise.web.widgets.preferences import SKIN

Visit = Callable[..., Any]
KINDS = ("sudoku", "minesweeper", "queens", "sliding")
READ = ("/", "/help", *(f"/help/{kind}" for kind in KINDS), "/about")
USED = (
    "/settings",
    "/statistics",
    "/replay",
    "/compare",
    "/batch",
    "/encoding",
    *(f"/replay/{kind}" for kind in KINDS),
)
LOCALES = ("en-GB", "vi", "zh-TW")
SKINS = [(skin, "light") for skin in SKIN.values if skin != "auto"] + [("auto", "dark")]
"""Beside the one that a page comes in: `auto`, light."""
FEW = [("night", "light"), ("high-contrast", "light")]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
AT_ONCE = "*, *::before, *::after { transition: none !important; animation: none !important; }"
DIALOG = ".q-dialog[aria-modal=true]"


def axe_script() -> str:
    base = pytest.importorskip("axe_playwright_python.base")
    return str(base.AXE_FILE_PATH.read_text(encoding="utf-8"))


def faults(page: Any, inside: str, **options: Any) -> list[str]:
    """Return what axe finds inside an element, a line each."""
    # Nothing is preloaded: its requests would be seen as ours.
    found = page.evaluate(
        "([inside, options]) => axe.run(inside, options)",
        [inside, {"resultTypes": ["violations"], "preload": False, **options}],
    )
    assert found["passes"], "axe looked at nothing"
    return [
        f"{fault['id']}: {node['html'][:200]} - {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def ready(page: Any) -> None:
    page.evaluate(axe_script())
    page.add_style_tag(content=AT_ONCE)


def check(
    page: Any,
    view: str,
    inside: str = "html",
    *,
    skins: Sequence[tuple[str, str]] = FEW,
) -> list[str]:
    """Return the faults of what is shown: with all rules as it is, and of colour in these skins."""
    wrong = [f"{view}: {fault}" for fault in faults(page, inside)]
    if not skins:
        return wrong
    for skin, scheme in skins:
        page.emulate_media(color_scheme=scheme)
        page.evaluate("skin => { document.documentElement.dataset.skin = skin }", skin)
        found = faults(page, inside, runOnly=COLOURS)
        wrong += [f"{view}, {skin} ({scheme}): {fault}" for fault in found]
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.dataset.skin = 'auto'")
    return wrong


def used(page: Any, path: str) -> None:
    """Wait until a page can be used: one that is kept busy before would load itself again."""
    page.wait_for_selector("main h1")
    page.wait_for_function("window.did_handshake === true")
    if path.strip("/") in KINDS:
        page.wait_for_selector("[role=gridcell]")


def follow(page: Any, path: str) -> None:
    """Go to another page as the same visitor, and wait until it can be used."""
    page.goto("/".join(page.url.split("/")[:3]) + path)
    used(page, path)


def plain(visit: Visit, path: str, locale: str) -> Any:
    page = visit(path, locale=locale, color_scheme="light", reduced_motion="reduce")
    used(page, path)
    ready(page)
    return page


def still(page: Any) -> None:
    """Wait until nothing is worked on."""
    page.wait_for_function(
        "() => ![...document.querySelectorAll('.gw-job')].some(e => e.offsetParent !== null)",
        timeout=ANY_MS,
    )


def states(page: Any) -> Iterator[str]:
    """Bring a play page into one state after the other, whatever its language; yield names."""
    yield "as it comes"
    page.locator("[role=gridcell]").first.focus()
    for at, name in enumerate(("new", "open", "save")):
        page.locator(".gw-games button").nth(at).click()
        page.wait_for_selector(DIALOG)
        if at == 0:
            page.locator(f"{DIALOG} .q-expansion-item").click()
            page.wait_for_function(
                "() => [...document.querySelectorAll('.q-dialog .q-expansion-item__content')]"
                ".some(e => e.offsetHeight && !e.style.height)"
            )
        yield f"dialog {name}"
        page.keyboard.press("Escape")
        page.wait_for_selector(DIALOG, state="detached")
    page.locator(".gw-moves button").nth(2).click()
    page.wait_for_selector(".q-menu .q-item")
    yield "checkpoints"
    page.locator(".q-menu .q-item").first.click()
    page.wait_for_selector(DIALOG)
    yield "dialog checkpoint"
    page.keyboard.press("Escape")
    page.wait_for_selector(DIALOG, state="detached")
    page.locator(".gw-act-main").click()
    page.wait_for_selector(".gw-hint li:visible", timeout=ANY_MS)
    for stage in (2, 3):  # to the reason, which is drawn on the board
        page.locator(".gw-hint .gw-button-main:visible").first.click()
        page.wait_for_selector(f".gw-hint li:nth-child({stage})")
    yield "hint"
    page.locator(".gw-hint button:visible").last.click()
    page.wait_for_selector(".gw-hint", state="hidden")
    said = page.locator(".gw-status").inner_text()
    page.locator(".gw-play-right .gw-panel .gw-button-main:visible").last.click()
    until(page.locator(".gw-status").inner_text, lambda found: found != said)
    still(page)
    yield "solved"
    page.locator(".gw-play-right .q-expansion-item").last.click()
    page.wait_for_selector(".gw-play-right .q-expansion-item--expanded")
    yield "as text"
    page.locator(".gw-games button").nth(3).click()
    page.locator(".gw-games button").nth(4).wait_for()
    yield "editing"


@pytest.mark.slow
def test_a_recording_and_the_music_in_some_skins(visit: Visit) -> None:
    page = plain(visit, "/replay/sliding", "en-GB")
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_selector(".gw-recorded", timeout=ANY_MS)
    page.get_by_role("button", name="Step forward").click()
    page.wait_for_function("document.querySelector('.gw-replay-range').value === '1'")
    wrong = check(page, "/replay/sliding recorded", "main")
    page.locator("[aria-controls=gw-music]").click()
    page.wait_for_selector("#gw-music:visible")
    wrong += check(page, "music", "#gw-music")
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("path", [*READ, *USED, *(f"/{kind}" for kind in KINDS)])
def test_everything_in_every_language_and_skin(visit: Visit, path: str, locale: str) -> None:
    page = plain(visit, path, locale)
    kind = path.strip("/")
    wrong: list[str] = []
    for state in states(page) if kind in KINDS else ("as it comes",):
        skins = SKINS if locale == LOCALES[0] else ()
        wrong += check(page, f"{path} {state} {locale}", skins=skins)
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_axe_finds_what_is_wrong(visit: Visit) -> None:
    page = plain(visit, "/about", "en-GB")
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


WIDER = """() => {
  const width = document.documentElement.clientWidth;
  document.querySelectorAll("main details").forEach(part => { part.open = true; });
  const kept = e => e.closest(
    ".gw-unseen, .gw-scroll, .gw-replay-scroll, .gw-board-text, .gw-board, option");
  const far = [...document.querySelectorAll("body *")].filter(
    e => e.checkVisibility() && e.getBoundingClientRect().right > width + 1 && !kept(e));
  const page = document.documentElement.scrollWidth > width ? ["the page scrolls"] : [];
  return page.concat(far.slice(0, 5).map(e => `${e.tagName}.${e.className}`));
}"""
SMALL = """() => [...document.querySelectorAll(
  "button, summary, select, input, textarea, a[class], [role=button], [role=switch]")]
  .filter(e => e.checkVisibility() && !e.closest(".gw-skip, .gw-unseen, label, .q-field"))
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)
  .map(([e, box]) => `${e.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`)"""


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_a_narrow_window_holds_every_page(visit: Visit, locale: str) -> None:
    wrong: list[str] = []
    page = visit("/", width=320, height=640, locale=locale, reduced_motion="reduce")
    for path in ("/", *USED, *(f"/{kind}" for kind in KINDS), "/help/sudoku", "/about"):
        follow(page, path)
        wrong += [f"{path}: {what}" for what in page.evaluate(WIDER) + page.evaluate(SMALL)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_dialogs_by_keyboard_in_a_narrow_window(visit: Visit, kind: str) -> None:
    page = visit(f"/{kind}", width=320, height=640, reduced_motion="reduce")
    page.wait_for_selector("[role=gridcell]")
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


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_tab_goes_once_through_all_controls_in_order(visit: Visit, kind: str) -> None:
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
