"""The card over the board when a game has ended."""

from collections.abc import Callable
from typing import Any

import pytest

from browser._axe import faults, ready
from browser._play import button, cell, in_view, named, opened, resize, say, solution, wait_named
from browser.conftest import ANY_MS, becomes, until

Visit = Callable[..., Any]
SIZES = [(1280, 720), (375, 667)]
NEARLY = {
    "sudoku": "sudoku:2x2:123434122143432.",
    "queens": "queens:6:r1c2,r2c4,r3c6,r4c1,r5c3",
    "sliding": "sliding:3x3:1,0,2,3,4,5,6,7,8",
}
CARD = ".gw-result"


def win(page: Any, kind: str) -> None:
    """Do the last move of `NEARLY`."""
    if kind == "sudoku":
        page.keyboard.press("Control+Home")
        cell(page, 15).click()
        page.keyboard.press("Digit1")
    else:
        cell(page, 34 if kind == "queens" else 0).click()


def end_minesweeper(page: Any) -> None:
    """Open cells until the game is won or lost."""
    for at in range(81):
        if page.locator(f"{CARD}:visible").count():
            return
        if "covered" in named(page, at):
            cell(page, at).click()
            page.wait_for_selector(f"[data-cell='{at}']:not([aria-label*='covered'])")


@pytest.mark.parametrize("kind", [*NEARLY, "minesweeper"])
def test_it_is_in_view_has_the_focus_closes_and_leads_on(visit: Visit, kind: str) -> None:
    """On a phone and in a wide window; the next puzzle begins from it."""
    how = {"width": 375, "height": 667, "has_touch": True, "is_mobile": True}
    page = visit(f"/{kind}#{NEARLY.get(kind, '')}", **how)
    if kind == "minesweeper":
        page.wait_for_selector("[role=gridcell]")
        end_minesweeper(page)
    else:
        say(page, "opened")
        win(page, kind)
    page.wait_for_selector(CARD)
    becomes(lambda: page.evaluate("document.activeElement.matches('.gw-result')"), True)
    title = page.locator(f"{CARD} h2").inner_text()
    assert title == "Lost" if kind == "minesweeper" and title != "Solved!" else "Solved!"
    assert page.get_by_role("dialog", name=title).count() == 1
    facts = page.locator(CARD).inner_text()
    for name in ("Time", "Moves", "Hints"):
        assert name in facts
    ready(page)
    for size in SIZES:
        resize(page, size)
        in_view(page, CARD, f"{CARD} button", f"{CARD} dd")
        assert not faults(page, CARD)
    cells = page.locator("[role=gridcell]").count()
    page.keyboard.press("Escape")
    page.wait_for_selector(CARD, state="hidden")
    becomes(lambda: page.evaluate("document.activeElement.getAttribute('role')"), "gridcell")
    button(page, "Undo").tap()
    becomes(button(page, "Redo").is_enabled, True)
    if kind == "minesweeper":
        end_minesweeper(page)
    else:
        win(page, kind)
    button(page, "Next puzzle").tap()
    page.wait_for_selector(CARD, state="hidden")
    say(page, "a new game")
    assert page.locator("[role=gridcell]").count() == cells
    becomes(button(page, "Undo").is_disabled, True)


def test_the_last_move_by_a_hint_says_solved_and_the_same_board_begins_again(visit: Visit) -> None:
    page = opened(visit, NEARLY["sudoku"])
    button(page, "Hint").click()
    do = page.locator(".gw-hint").get_by_role("button", name="Do it")
    more = button(page, "Tell me more")
    page.wait_for_selector(".gw-hint li", timeout=ANY_MS)
    while not do.is_visible():
        lines = page.locator(".gw-hint li").count()
        more.click()
        until(page.locator(".gw-hint li").count, lambda found, lines=lines: found > lines)
    do.click()
    page.wait_for_selector(CARD)
    say(page, "Solved")
    becomes(page.locator(f"{CARD} .gw-fact:has-text('Hints') dd").inner_text, "1")
    button(page, "The same again").click()
    page.wait_for_selector(CARD, state="hidden")
    wait_named(page, 15, "empty")
    becomes(button(page, "Undo").is_disabled, True)


def test_a_solution_by_a_method_shows_no_card(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,0,3,4,5,6,7,8")
    button(page, "Solve").click()
    say(page, "Well done")
    assert not page.locator(f"{CARD}:visible").count()


def enter(page: Any, at: int, digit: int) -> None:
    cell(page, at).click()
    page.keyboard.press(f"Digit{digit}")


def test_the_next_puzzle_is_of_the_same_size_and_kind(visit: Visit) -> None:
    page = visit("/sudoku")
    page.wait_for_selector("[role=gridcell]")
    button(page, "New game").click()
    page.locator(".q-dialog select").first.select_option("2x2")
    page.locator(".q-dialog .q-expansion-item").click()
    page.get_by_label("Seed").fill("7")
    page.get_by_label("how many givens the board has").fill("9")
    button(page, "Start").click()
    say(page, "a new game; seed 7")
    before = givens(page)
    assert len(before) == 9
    notation = "sudoku:2x2:" + "".join(before.get(at, ".") for at in range(16))
    digits = solution(notation).position.cells
    empty = [at for at in range(16) if at not in before]
    for at in empty:
        enter(page, at, digits[at])
        wait_named(page, at, f": {digits[at]}")
    page.wait_for_selector(f"{CARD} .gw-fact:has-text('easy')", timeout=ANY_MS)
    page.reload()  # what it was generated with is kept
    page.wait_for_selector("[role=gridcell]")
    button(page, "Undo").click()
    wait_named(page, empty[-1], "empty")
    enter(page, empty[-1], digits[empty[-1]])
    button(page, "Next puzzle").click()
    say(page, "a new game; seed 8")
    page.wait_for_selector(CARD, state="hidden")
    after = givens(page)
    assert len(after) == 9
    assert after != before


def givens(page: Any) -> dict[int, str]:
    """Return the digits that are given, by cell."""
    script = "all => all.map(one => [Number(one.dataset.cell), one.textContent])"
    return dict(page.eval_on_selector_all("[role=gridcell].gw-role-given", script))


def test_after_a_loss_the_last_move_is_taken_back(visit: Visit) -> None:
    page = visit("/minesweeper")
    page.wait_for_selector("[role=gridcell]")
    button(page, "New game").click()
    page.locator(".q-dialog select").first.select_option("other")
    page.get_by_label("Size, written").fill("9x9x60")
    button(page, "Start").click()
    say(page, "a new game")
    end_minesweeper(page)
    becomes(page.locator(f"{CARD} h2").inner_text, "Lost")
    button(page, "Take back the last move").click()
    page.wait_for_selector(CARD, state="hidden")
    becomes(button(page, "Redo").is_enabled, True)


def test_the_replay_shows_what_was_played(visit: Visit) -> None:
    page = opened(visit, "sudoku:2x2:1234341221434...")
    enter(page, 13, 2)
    wait_named(page, 13, ": 2")
    button(page, "Undo").click()
    wait_named(page, 13, "empty")
    for at, digit in ((13, 3), (14, 2), (15, 1)):
        enter(page, at, digit)
        wait_named(page, at, f": {digit}")
    page.wait_for_selector(CARD)
    button(page, "Replay").click()
    page.wait_for_selector(".gw-replay-count:text-is('Step 0 of 3')", timeout=ANY_MS)
    board = page.locator(".gw-replay-board svg")
    assert "row 4: given 4, empty, empty, empty" in str(board.get_attribute("aria-label"))
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".gw-replay-now:has-text('row 4, column 2: 3')")
    page.keyboard.press("End")
    page.wait_for_selector(".gw-replay-count:text-is('Step 3 of 3')")
    assert "row 4: given 4, 3, 2, 1" in str(board.get_attribute("aria-label"))
    ready(page)
    assert not faults(page, ".gw-replay-page")


def test_a_game_that_goes_on_is_replayed_from_the_menu_of_checkpoints(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    button(page, "Checkpoints").click()
    page.wait_for_selector("text=Set a checkpoint here")
    assert not page.get_by_text("Replay this game").count()
    page.keyboard.press("Escape")
    cell(page, 2).click()
    wait_named(page, 2, "queen")
    button(page, "Checkpoints").click()
    page.get_by_text("Replay this game").click()
    page.wait_for_selector(".gw-replay-count:text-is('Step 0 of 1')", timeout=ANY_MS)
    page.get_by_role("link", name="Back to the board").click()
    wait_named(page, 2, "queen")
