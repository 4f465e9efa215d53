"""Levels and the puzzles of the day on the home page: one click, by keyboard, in each language."""

from collections.abc import Callable
from typing import Any

from browser._axe import DIALOG, check, ready
from browser._play import button, cell, in_view, queens, say, solution, wait_named
from browser.conftest import ANY_MS, becomes
from gridwise.core import registry
from gridwise.solving.generate import game_levels, today

Visit = Callable[..., Any]
CELLS = {"sudoku": 81, "minesweeper": 256, "queens": 100, "sliding": 16}
AT = {"sudoku": 2, "minesweeper": 1, "queens": 2, "sliding": 2}
"""The level that is begun, and how many cells its boards have."""
CARD = ".gw-result"


def levels_of(page: Any, kind: str) -> Any:
    return page.locator(f".gw-cards li:has(a[href='/{kind}']) .gw-levels button")


def reach(page: Any, wanted: Any) -> None:
    """Reach a control with Tab alone."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError("no Tab leads there")


def playing(page: Any, kind: str) -> None:
    page.wait_for_url(f"**/{kind}")
    page.wait_for_function(
        "n => document.querySelectorAll('.gw-play [role=gridcell]').length === n", arg=CELLS[kind]
    )


def complete(page: Any, n: int) -> None:
    """Place the queens that are missing."""
    given = queens(page)
    squares = ",".join(f"r{at // n + 1}c{at % n + 1}" for at in given)
    for at in solution(f"queens:{n}:{squares}").position.queens:
        if at not in given:
            cell(page, at).click()
            wait_named(page, at, "queen")
    page.wait_for_selector(f"{CARD}:visible")


def test_a_level_on_the_home_page_starts_a_game_at_once_by_keyboard(visit: Visit) -> None:
    page = visit(locale="vi", width=1280, height=720)
    page.wait_for_selector(".gw-levels button")
    in_view(page, ".gw-cards .gw-levels button")
    page.set_viewport_size({"width": 375, "height": 667})
    for kind in registry.interactions():
        page.wait_for_selector(".gw-levels button")
        buttons = levels_of(page, kind)
        assert buttons.count() == len(game_levels(kind).by_name)
        reach(page, buttons.nth(AT[kind]))
        page.keyboard.press("Enter")
        playing(page, kind)
        page.go_back()
        page.wait_for_selector(".gw-home")


def test_after_a_game_of_a_level_comes_the_next_one_of_it(visit: Visit) -> None:
    page = visit("/queens")
    button(page, "New game").click()
    page.locator(f"{DIALOG} .gw-level").nth(AT["queens"]).click()
    say(page, "a new game: Hard")
    playing(page, "queens")
    page.reload()  # the saved game keeps its level
    playing(page, "queens")
    given = queens(page)
    assert 0 < len(given) < 10
    complete(page, 10)
    assert "Hard" in page.locator(f"{CARD} .gw-fact:has-text('Level')").inner_text()
    button(page, "Next puzzle").click()
    say(page, "a new game: Hard")
    page.wait_for_selector(CARD, state="hidden")
    assert queens(page) != given


def test_a_minesweeper_game_without_guesses_is_won_by_hints_alone(visit: Visit) -> None:
    page = visit()
    levels_of(page, "minesweeper").first.click()
    page.wait_for_selector("[role=gridcell][aria-label*='covered']")
    do = page.locator(".gw-hint").get_by_role("button", name="Do it")
    more = button(page, "Tell me more")
    for _ in range(81):
        covered = page.locator("[role=gridcell][aria-label*='covered']").count()
        button(page, "Hint").click()
        page.wait_for_selector(".gw-hint li", timeout=ANY_MS)
        while not do.is_visible():
            lines = page.locator(".gw-hint li").count()
            more.click()
            becomes(lambda lines=lines: page.locator(".gw-hint li").count() != lines, True)
        said = page.locator(".gw-hint").inner_text()
        assert "guess" not in said.lower(), said
        do.click()
        page.wait_for_function(
            "n => document.querySelectorAll(\"[role=gridcell][aria-label*='covered']\").length < n"
            " || document.querySelector('.gw-result:not(.hidden)')",
            arg=covered,
        )
        if page.locator(f"{CARD}:visible").count():
            break
    page.wait_for_selector(f"{CARD}:visible")
    assert page.locator(f"{CARD} h2").inner_text() == "Solved!"


def test_a_file_of_boards_becomes_a_collection_with_progress(visit: Visit) -> None:
    page = visit("/queens", locale="vi", width=375, height=667)
    page.locator(".gw-games button").nth(1).click()
    page.locator(f"{DIALOG} textarea").fill("queens:4:r1c2,r2c4,r3c1\nqueens:4:r1c3,r2c1,r3c4\n")
    page.locator(f"{DIALOG} .gw-button-main").click()
    keep = page.locator(f"{DIALOG} .gw-buttons button").nth(1)
    keep.wait_for()
    keep.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/collection/*")
    address = page.url
    boards = page.locator(".gw-collection button")
    becomes(boards.count, 2)
    ready(page)
    assert not check(page, "collection")
    for language in ("zh-Hant", "en", "vi"):
        page.locator(".gw-menu-button").click()
        page.locator(".gw-language").select_option(language)
        page.wait_for_function(f"document.documentElement.lang === '{language}'")
        becomes(boards.count, 2)
        assert page.evaluate("document.documentElement.scrollWidth") == 375
    untouched = boards.first.get_attribute("aria-label")
    assert "Quân hậu 4x4" in untouched
    reach(page, page.locator(".gw-page .gw-button-main"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/queens")
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 16")
    cell(page, 14).click()
    page.locator(f"{CARD} .gw-button-main").click()  # the next board of the collection
    page.wait_for_selector(CARD, state="hidden")
    page.wait_for_function("() => document.querySelector('.gw-status').textContent.includes('2')")
    cell(page, 15).click()  # begun, and wrong
    page.wait_for_function("() => !document.querySelector('.gw-moves button').disabled")
    page.goto(address)
    icons = page.locator(".gw-collection .q-icon")
    becomes(icons.all_inner_texts, ["check_circle", "pending"])
    assert boards.first.get_attribute("aria-label") != untouched
    home = visit()  # in English
    assert not home.locator(".gw-home a[href^='/collection/']").count(), "it is one visitor's"
    page.goto(address.partition("/collection/")[0])
    assert "1" in page.locator(".gw-home a[href^='/collection/']").inner_text()


def test_the_puzzle_of_the_day_goes_on_and_is_marked_when_solved(visit: Visit) -> None:
    page = visit()
    day = page.locator(".gw-day")
    assert today().isoformat() in day.locator("h2").inner_text()
    one = day.get_by_role("button", name="N-Queens")
    assert "solved" not in one.inner_text()
    one.click()
    page.wait_for_url("**/queens")
    page.wait_for_selector("[role=gridcell]")
    given = queens(page)
    assert given
    page.go_back()
    one.click()  # it goes on: no second game is begun
    page.wait_for_url("**/queens")
    becomes(lambda: queens(page), given)
    complete(page, 9)
    page.go_back()
    becomes(lambda: "solved" in one.inner_text(), True)
    other = visit()  # another visitor has the same puzzle
    other.locator(".gw-day").get_by_role("button", name="N-Queens, Medium", exact=True).click()
    other.wait_for_url("**/queens")
    other.wait_for_selector("[role=gridcell]")
    becomes(lambda: queens(other), given)
