"""What is killed comes back: the server, a browser, those who solve."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from browser._server import Server
from browser.conftest import ANY_MS

SUDOKU = "sudoku:2x2:1....2....3....4"
posix = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("killed")) as server:
        yield server


def named(page: Any, at: int, part: str, timeout: int = ANY_MS) -> None:
    page.wait_for_selector(f"[data-cell='{at}'][aria-label*='{part}']", timeout=timeout)


def begin(context: Any, server: Server) -> Any:
    page = context.new_page()
    page.goto(f"{server.url}sudoku#{SUDOKU}")
    page.wait_for_selector("[role=status]:has-text('opened')", timeout=ANY_MS)
    for at, digit in ((1, 3), (2, 2)):
        page.locator(f"[data-cell='{at}']").click()
        page.keyboard.press(f"Digit{digit}")
        named(page, at, f": {digit}")
    return page


def test_a_killed_server_loses_no_move(browser: Any, own: Server) -> None:
    """One visitor comes back to it; the page of another finds the new server by itself."""
    one, other = browser.new_context(locale="en-GB"), browser.new_context(locale="en-GB")
    page, waiting = begin(one, own), begin(other, own)
    waiting.evaluate("window.before = true")
    page.close()  # which would reload by itself
    own.kill()
    own.start()
    page = one.new_page()
    page.goto(f"{own.url}sudoku")
    named(page, 2, ": 2")
    page.get_by_role("button", name="Undo", exact=True).click()
    named(page, 2, "empty")
    named(page, 1, ": 3")
    waiting.wait_for_function("() => window.before === undefined", timeout=ANY_MS)  # loaded again
    named(waiting, 2, ": 2")
    one.close()
    other.close()


def test_a_browser_that_was_closed_finds_its_game_again(browser: Any, own: Server) -> None:
    context = browser.new_context(locale="en-GB")
    begin(context, own)
    kept = context.storage_state()
    context.close()
    context = browser.new_context(locale="en-GB", storage_state=kept)
    page = context.new_page()
    page.goto(f"{own.url}sudoku")
    named(page, 2, ": 2")
    context.close()


def counting(context: Any, own: Server) -> Any:
    """Return a page on which something that takes for ever is counted."""
    page = begin(context, own)
    page.goto(f"{own.url}queens#queens:24:")
    page.wait_for_selector("[role=status]:has-text('opened')", timeout=ANY_MS)
    page.get_by_role("button", name="Board statistics").click()
    # It is shown from the beginning; only now a child works on it.
    page.wait_for_selector(".gw-job-counters:has-text('decisions')", timeout=ANY_MS)
    return page


@posix
def test_a_killed_solver_is_told_and_replaced(browser: Any, own: Server) -> None:
    context = browser.new_context(locale="en-GB")
    page = counting(context, own)
    own.kill_children()
    page.wait_for_selector("[role=status]:has-text('fault of ours')", timeout=ANY_MS)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".gw-hint li", timeout=ANY_MS)
    context.close()
