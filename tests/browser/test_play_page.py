"""The play page as a whole: what is in view, which keys count, two windows, what runs."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser._play import (
    BOARDS,
    SUDOKU,
    WHOLE,
    big_minefield,
    button,
    cell,
    in_view,
    named,
    names,
    open_here,
    opened,
    resize,
    say,
    wait_named,
)
from browser.conftest import ANY_MS, becomes, until
from gridwise.core import registry

Visit = Callable[..., Any]
SIZES = [(1280, 720), (1280, 800), (1366, 768)]
AT_ONCE = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
COULD_GROW = """() => {
  const box = name => document.querySelector(name).getBoundingClientRect();
  const board = document.querySelector(".gw-play-left .gw-svg");
  const size = board.getBoundingClientRect();
  if (size.right > box(".gw-play-right").left) return "it is not beside the tools";
  const across = board.getAttribute("aria-colcount"), down = board.getAttribute("aria-rowcount");
  const high = size.bottom + Number(down) < innerHeight - 12;
  const wide = size.width + Number(across) <= box(".gw-stage").width;
  return high && wide ? JSON.stringify(size) : "";
}"""
"""Whether cells that are a pixel larger fit into the window, too."""
FOOT = "document.querySelector('.gw-play-right > :last-child').scrollIntoView({block: 'end'})"


ALWAYS = [".gw-moves button", ".gw-status", ".gw-fact-list", ".gw-clock", ".gw-play-left .gw-svg"]


@pytest.mark.parametrize("kind", dict.fromkeys(board.split()[0] for board in BOARDS))
def test_what_answers_and_the_tools_are_in_view(visit: Visit, kind: str) -> None:
    page = visit(f"/{kind}")
    for board, notation in BOARDS.items():
        if not board.startswith(kind):
            continue
        if notation:
            page.evaluate("notation => { location.hash = notation }", notation)
            size = board.split()[1]  # what reads it is still busy when the board looks right
            said = f".gw-status:has-text('opened'):has-text('{size}')"
            page.wait_for_selector(said, timeout=ANY_MS)
            cells = registry.puzzle(kind).scene(registry.puzzle(kind).parse(notation)).cells
            page.wait_for_function(
                "n => document.querySelectorAll('[role=gridcell]').length === n", arg=len(cells)
            )
        else:
            big_minefield(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            becomes(lambda: page.evaluate(COULD_GROW), "")
            for foot in (False, True):  # tools and messages stay where one scrolls to the rest
                page.evaluate(FOOT if foot else "scrollTo(0, 0)")
                page.evaluate(AT_ONCE)
                in_view(page, *ALWAYS)
        if board in ("sudoku 9x9", "queens 8"):
            page.evaluate("scrollTo(0, 0)")
            resize(page, (390, 844))
            in_view(page, *ALWAYS, ".gw-pen", *([".gw-digit"] if kind == "sudoku" else []))


FACTS = """() => {
  const facts = document.querySelector(".gw-facts");
  const whole = one => one.scrollWidth <= one.clientWidth + 1;
  return [
    facts.offsetHeight <= document.querySelector(".gw-clock").offsetHeight,
    facts.getBoundingClientRect().right <= innerWidth,
    [...facts.querySelectorAll("dt, dd")].every(whole),
  ];
}"""


@pytest.mark.parametrize("kind", ["minesweeper", "sliding", "queens", "sudoku"])
def test_numbers_and_names_are_short_enough_in_vietnamese(visit: Visit, kind: str) -> None:
    page = visit(f"/{kind}", width=375, height=667, locale="vi")
    page.wait_for_selector(".gw-fact dd")
    until(lambda: page.evaluate(FACTS), all)  # one line on a phone
    resize(page, (1280, 720))
    page.wait_for_function(  # two lines under a button for games
        """() => [...document.querySelectorAll(".gw-games .gw-act > span")].every(
             name => name.offsetHeight < 2.5 * parseFloat(getComputedStyle(name).lineHeight))"""
    )


@pytest.mark.parametrize("board", ["sudoku 9x9", "sudoku 25x25", "queens 8", "sliding 4x4"])
def test_the_tools_stick_to_the_foot_of_a_small_phone(visit: Visit, board: str) -> None:
    kind = board.split()[0]
    how = {"width": 375, "height": 667, "has_touch": True, "is_mobile": True}
    page = visit(f"/{kind}#{BOARDS[board]}", **how)
    say(page, "opened")
    page.evaluate(AT_ONCE)
    digits = [".gw-digit"] if kind != "queens" else []
    in_view(page, ".gw-moves button", ".gw-moves button > span", ".gw-pad", *digits)
    if board != "sudoku 25x25":  # there its cells would be too small
        page.wait_for_function(
            "() => document.querySelector('.gw-play-left .gw-svg').getBoundingClientRect().bottom"
            " <= document.querySelector('.gw-hands').getBoundingClientRect().top + 3"
        )
    page.evaluate(FOOT)  # below the board they are not in the way
    page.wait_for_function(
        "() => document.querySelector('.gw-hands').getBoundingClientRect().bottom < innerHeight / 2"
    )


def test_the_next_stage_of_a_hint_is_in_view(visit: Visit) -> None:
    page = opened(visit, WHOLE)
    button(page, "Hint").click()
    page.wait_for_selector(".gw-hint li", timeout=ANY_MS)
    for size in SIZES:
        resize(page, size)
        in_view(page, ".gw-hint button", ".gw-hint li")


CHAIN = (
    "sudoku:3x3:98.76.5..7..8...9...5..9...84...6.7.5.34..2........4..39...7.5...8.1...3........."
)
"""Its first step is a chain."""


@pytest.mark.parametrize("size", [(1280, 720), (375, 667)])
def test_a_drawn_hint_has_its_candidates_and_a_legend_and_leaves_the_board_in_sight(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = visit(f"/sudoku#{CHAIN}", width=size[0], height=size[1])
    say(page, "opened")
    assert page.locator(".gw-note").count() == 0
    button(page, "Hint").click()
    more = button(page, "Tell me more")
    for stage in range(1, 5):
        page.wait_for_function(
            "n => document.querySelectorAll('.gw-hint li').length >= n", arg=min(stage, 3)
        )
        if stage < 4:
            assert page.locator(".gw-link").count() == 0
        more.click()
    page.wait_for_selector(".gw-tone-removed-text")
    until(page.locator(".gw-link").count, lambda found: found >= 3)
    until(page.locator(".gw-note").count, lambda found: found > 100)
    for kind in ("first", "second", "removed", "strong"):
        page.wait_for_selector(f".gw-legend .gw-key.gw-key-{kind}")
    for part in ("in a circle: ", "crossed out: ", "strong links: "):
        page.wait_for_selector(f".gw-legend .gw-unseen:has-text('{part}')", state="attached")
    in_view(page, ".gw-hint button", ".gw-hint-lines")
    if size[0] < 992:  # the hint lies below the board, not over it
        page.wait_for_function(
            "() => document.querySelector('.gw-play-left .gw-svg').getBoundingClientRect().bottom"
            " <= document.querySelector('.gw-hint').getBoundingClientRect().top + 1"
        )
    in_view(page, ".gw-play-left .gw-svg")
    button(page, "Close").click()
    page.wait_for_function("() => !document.querySelector('.gw-link, .gw-note')")


def test_what_waits_says_why(visit: Visit) -> None:
    page = opened(visit, "queens:24:")
    button(page, "Board statistics").click()  # which takes for ever
    page.wait_for_selector(".gw-job:visible", timeout=ANY_MS)
    for size in SIZES:
        resize(page, size)
        in_view(page, ".gw-job", ".gw-job button")
    for name in ("Hint", "Correct so far?", "Forward", "Solve"):
        one = page.locator(f"button:has(span:text-is('{name}'))")
        page.wait_for_function(
            "one => one.ariaDisabled === 'true' && one.title.includes('Stop')",
            arg=one.element_handle(),
        )
    for name in ("Hint", "Correct so far?", "Solve"):
        before = page.locator(".gw-status").text_content()
        page.locator(f"button:has(span:text-is('{name}'))").click(force=True)
        page.wait_for_function(
            """before => {
              const said = document.querySelector('.gw-status').textContent;
              return said !== before && said.includes('Another task is running');
            }""",
            arg=before,
        )
    cell(page, 3).click()  # playing goes on
    wait_named(page, 3, "queen")
    page.locator(".gw-job").get_by_role("button", name="Stop").click()
    page.wait_for_selector(".gw-job", state="hidden")
    hint = button(page, "Hint")
    becomes(lambda: hint.get_attribute("aria-disabled"), None)
    becomes(lambda: hint.get_attribute("title"), "Hint")


def test_keys_count_before_the_board_is_touched_and_after_a_button(visit: Visit) -> None:
    """And leave the focus on the button."""
    page = opened(visit, SUDOKU)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Digit3")
    wait_named(page, 1, ": 3")
    page.keyboard.press("Control+KeyZ")
    wait_named(page, 1, ": empty")
    page.keyboard.press("Control+KeyY")
    wait_named(page, 1, ": 3")
    button(page, "Undo").click()
    wait_named(page, 1, ": empty")
    page.keyboard.press("Digit2")
    wait_named(page, 1, ": 2")
    page.keyboard.press("Control+KeyZ")
    wait_named(page, 1, ": empty")
    button(page, "Corner note").focus()
    page.keyboard.press("Digit4")
    wait_named(page, 1, ": 4")
    page.keyboard.press("Space")  # belongs to the button
    page.wait_for_function("document.querySelectorAll('.gw-pen')[1].ariaPressed === 'true'")
    assert page.evaluate("document.activeElement.className").startswith("gw-pen")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.dataset.cell === '2'")
    becomes(page.locator("[role=gridcell][tabindex='0']").count, 1)


def test_a_first_press_outside_the_board_only_shows_where_it_would_count(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    page.keyboard.press("Space")
    page.wait_for_function("document.activeElement.dataset.cell === '0'")
    page.wait_for_timeout(200)
    assert "queen" not in named(page, 0)
    page.keyboard.press("Space")
    wait_named(page, 0, "queen")


def test_the_arrows_push_tiles_wherever_the_focus_is(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,0,3,4,5,6,7,8")
    for sign in "←↑↓→":  # they are there once
        becomes(page.locator(f"button:has(span:text-is('{sign}'))").count, 1)
    page.keyboard.press("ArrowRight")
    wait_named(page, 2, "tile 2")
    button(page, "Undo").click()
    wait_named(page, 1, "tile 2")
    page.keyboard.press("ArrowRight")
    wait_named(page, 2, "tile 2")


def test_keys_in_fields_lists_and_dialogs_stay_there(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    cell(page, 1).click()
    page.keyboard.press("Digit3")
    wait_named(page, 1, ": 3")
    page.get_by_text("Board as text").click()
    line = page.get_by_label("Type a move")
    line.click()
    page.keyboard.type("4")
    page.keyboard.press("Control+KeyZ")
    page.locator("section[aria-label=Solve] select").first.focus()
    for key in ("Digit2", "ArrowDown"):
        page.keyboard.press(key)
    button(page, "New game").click()
    page.wait_for_selector(".q-dialog .gw-dialog")
    page.keyboard.press("Digit2")
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("Escape")
    page.wait_for_selector(".q-dialog .gw-dialog", state="detached")
    assert ": 3" in named(page, 1)


def test_a_question_mark_shows_the_keys_of_the_page(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys of this page")
    sheet.wait_for()
    said = sheet.inner_text()
    for part in ("Corner note", "1 – 4", "Ctrl + Z", "arrow keys"):
        assert part in said
    page.keyboard.press("Digit3")
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    assert ": empty" in named(page, 1)
    page.get_by_text("Board as text").click()
    page.get_by_label("Type a move").click()
    page.keyboard.type("?")
    page.wait_for_timeout(300)
    assert sheet.count() == 0
    button(page, "Keys").click()
    sheet.wait_for()


def test_keys_can_be_kept_to_the_board(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_label("Only on the board").check()
    page.wait_for_selector("[role=status]:has-text('Kept')", state="attached")
    page.goto(page.url.replace("/settings", f"/sudoku#{SUDOKU}"))
    say(page, "opened")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Digit3")
    page.wait_for_timeout(300)
    assert ": empty" in named(page, 1)
    cell(page, 1).click()
    page.keyboard.press("Digit3")
    wait_named(page, 1, ": 3")


def test_the_goal_of_a_sliding_puzzle_is_shown(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,3,4,5,6,7,0,8")
    goal = page.get_by_role("img", name="Goal")
    goal.wait_for()
    shown = "() => [...document.querySelectorAll('.gw-goal .gw-tile')].map(tile => "
    shown += "[tile.style.transform, tile.textContent]).sort().map(one => one[1]).join('')"
    # The gap has the first place: column 1 has 3 and 6.
    until(lambda: page.evaluate(shown), lambda found: found[:1] == "3")
    page.get_by_label("On the tiles").select_option(index=1)
    page.wait_for_selector(".gw-goal .gw-pieces image")


def test_the_other_usual_goal_is_said_to_be_none(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,0,2,3,4,5,6,7,8@last")
    page.keyboard.press("ArrowRight")
    say(page, "the gap first, but this is another goal")


def shared(visit: Visit, notation: str) -> tuple[Any, Any]:
    """Open the same game in two windows."""
    one = opened(visit, notation)
    two = one.context.new_page()
    two.goto(one.url.partition("#")[0])
    two.wait_for_selector("[role=gridcell]")
    return one, two


def test_after_a_conflict_the_stored_game_is_shown(visit: Visit) -> None:
    one, two = shared(visit, SUDOKU)
    cell(one, 1).click()
    one.keyboard.press("Digit3")
    wait_named(one, 1, ": 3")
    cell(two, 2).click()
    two.keyboard.press("Digit4")
    say(two, "another window")
    wait_named(two, 1, ": 3")
    assert ": empty" in named(two, 2)
    becomes(two.locator(".gw-fact dd").first.inner_text, "11")
    becomes(button(two, "Undo").is_enabled, True)
    button(two, "Undo").click()
    wait_named(two, 1, ": empty")
    button(one, "Undo").click()  # there is nothing left to undo
    say(one, "another window")
    wait_named(one, 1, ": empty")
    becomes(button(one, "Undo").is_disabled, True)
    becomes(button(one, "Redo").is_enabled, True)
    cell(one, 1).click()
    one.keyboard.press("Digit3")
    wait_named(one, 1, ": 3")
    button(two, "Hint").click()  # none is given for an old board
    say(two, "another window")
    wait_named(two, 1, ": 3")


def test_walking_a_solution_is_one_step(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,5,3,4,8,6,7,0")
    button(page, "Solve").click()
    say(page, "Well done")
    page.wait_for_selector(".gw-known:has-text('fewest')")
    button(page, "Undo").click()
    wait_named(page, 2, "tile 5")
    wait_named(page, 5, "tile 8")
    becomes(button(page, "Undo").is_disabled, True)
    button(page, "Redo").click()
    say(page, "Well done")


def test_cells_that_follow_are_one_step(visit: Visit) -> None:
    for seed in range(1, 9):
        page = visit("/minesweeper")
        button(page, "New game").click()
        page.locator(".q-dialog .q-expansion-item").click()
        page.get_by_label("Seed").fill(str(seed))
        button(page, "Start").click()
        say(page, f"a new game; seed {seed}")
        cell(page, 40).click()
        wait_named(page, 40, " around")
        before = names(page)
        button(page, "Solve").click()
        say(page, "undetermined")
        page.wait_for_selector(".gw-known:has-text('undetermined')")
        found = re.findall(r"(\d+) (?:safe|mines?)", page.locator(".gw-known").inner_text())
        follow = sum(map(int, found))
        if follow > 1:
            break
    page.wait_for_function(CHANGED, arg=before)
    button(page, "Undo").click()
    page.wait_for_function(f"before => !({CHANGED})(before)", arg=before)


CHANGED = """before => [...document.querySelectorAll('[role=gridcell]')]
  .some((one, at) => one.ariaLabel !== before[at])"""


@pytest.mark.parametrize(
    "asked, again", [("Solve", "Solve"), ("Board statistics", "Count the solutions")]
)
def test_why_there_is_no_solution_is_said_and_shown(visit: Visit, asked: str, again: str) -> None:
    page = opened(visit, "sudoku:2x2:1.......1.......")
    button(page, asked).click()
    say(page, "no solution: 1 twice in column 1: r1c1, r3c1")
    for at in (0, 8):
        wait_named(page, at, "conflict")
    open_here(page, "sudoku:2x2:12.....3........", "4x4")
    wait_named(page, 7, "given 3")
    button(page, again).click()
    say(page, "no solution: ")
    page.wait_for_selector(".gw-status:has-text('contradict')")


LIES = """() => {
  const box = name => document.querySelector(name).getBoundingClientRect();
  return Math.round(box(".gw-play-left .gw-svg").top - box(".gw-status").bottom);
}"""
"""How far the message ends above the board."""


def test_a_long_message_covers_the_board_only_when_asked(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,3,4,5,6,7,0,8")
    rest = page.locator(".gw-rest")
    assert rest.is_hidden()
    page.keyboard.press("ArrowLeft")
    say(page, "the gap last, but this is another goal")
    for size in ((1280, 720), (390, 844), (375, 667)):
        resize(page, size)
        rest.wait_for()
        until(lambda: page.evaluate(LIES), lambda free: free >= 0)
        rest.click()
        becomes(lambda: rest.get_attribute("aria-expanded"), "true")
        until(lambda: page.evaluate(LIES), lambda free: free < 0)
        page.locator(".gw-play-left .gw-svg").dispatch_event("pointerdown")  # beside it
        until(lambda: page.evaluate(LIES), lambda free: free >= 0)
