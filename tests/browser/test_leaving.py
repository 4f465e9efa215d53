"""What stops when a page is left, hidden or closed; what a task that waits says; one worker."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from browser._play import SUDOKU, WHOLE, button, cell, drawn, names, say, wait_named
from browser._server import Server
from browser.conftest import ANY_MS, becomes, until

Visit = Callable[..., Any]
ENDLESS = "queens:24:"
SECONDS = 4.0
"""Longer than a running clock goes on unsaved."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one worker beside the one for short tasks."""
    with Server(tmp_path_factory.mktemp("narrow"), args=["--workers", "1"]) as made:
        yield made


def opened(page: Any, notation: str) -> Any:
    page.goto("about:blank")
    page.goto(f"{page.origin}{notation.partition(':')[0]}#{notation}")
    drawn(page, notation)
    return page


@pytest.fixture
def first(visit: Visit, server: Server) -> Any:
    page = visit("/about")
    page.origin = server.url
    return page


def beside(page: Any) -> Any:
    """Return another window of the same visitor."""
    made = page.context.new_page()
    made.origin = page.origin
    return made


def counting(page: Any) -> Any:
    """Begin to count what takes for ever."""
    opened(page, ENDLESS)
    button(page, "Board statistics").click()
    page.wait_for_function(
        "() => /\\d s .*decisions/.test(document.querySelector('.gw-job-counters').textContent)",
        timeout=ANY_MS,
    )
    return page


def the_worker_is_free(server: Server) -> None:
    """Wait until the only worker takes a task: none that was left holds it."""
    with httpx.Client(base_url=server.url, timeout=240) as http:
        job = http.post("/api/v1/solve", json={"notation": SUDOKU})
        where = job.headers["Location"]
        try:
            until(lambda: http.get(where).json()["state"], lambda state: state == "done")
        finally:
            http.delete(where)


def elapsed(server: Server) -> float:
    """Return the clock of the game that was played last, as it is stored."""
    path = server.folder / "gridwise.sqlite3"
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        rows = store.execute("SELECT elapsed FROM games ORDER BY updated DESC LIMIT 1")
        return float(rows.fetchone()[0])


def stands(server: Server) -> float:
    """Wait until the stored clock stands, and return it."""
    end = time.monotonic() + 120
    while True:
        before = elapsed(server)
        time.sleep(SECONDS)
        if elapsed(server) == before:
            return before
        assert time.monotonic() < end, "the clock goes on"


def shown(page: Any) -> int:
    minutes, seconds = page.locator(".gw-time").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def ways_out(page: Any) -> list[str]:
    """Return the targets of all links to other pages, of the frame and of the page."""
    links = page.locator("a[href^='/']").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    return sorted({one for one in links if one.partition("#")[0] != "/queens"})


def test_a_count_ends_when_the_page_is_left_by_any_link(first: Any, server: Server) -> None:
    links = ways_out(opened(first, ENDLESS))
    assert {"/", "/sudoku", "/about", "/compare", "/replay/queens"} <= set(links)
    for link in ("/", "/sudoku", "/about", "/replay/queens"):  # all are followed alike
        counting(first)
        first.locator(f"a[href='{link}']").first.evaluate("one => one.click()")
        first.wait_for_url(f"**{link}", timeout=ANY_MS)
        the_worker_is_free(server)


def test_a_count_ends_when_its_window_is_closed_or_shows_another_site(
    first: Any, server: Server
) -> None:
    two = counting(beside(first))
    two.close()
    the_worker_is_free(server)
    counting(first)
    first.goto("about:blank")
    the_worker_is_free(server)


def test_a_count_ends_with_a_new_game(first: Any, server: Server) -> None:
    counting(first)
    button(first, "Edit the puzzle").click()
    say(first, "what you enter now is given")
    the_worker_is_free(server)
    first.wait_for_selector(".gw-job", state="hidden")
    assert "meanwhile" not in first.locator(".gw-status").inner_text()


def test_the_clock_stands_when_the_page_is_left_inside_the_app(first: Any, server: Server) -> None:
    opened(first, WHOLE)
    first.wait_for_function("() => document.querySelector('.gw-time').innerText !== '0:00'")
    first.locator("a[href='/about']").first.evaluate("one => one.click()")
    first.wait_for_selector(".gw-time", state="detached")
    stood = stands(server)
    assert stood > 0
    first.go_back()
    first.wait_for_function(
        "stood => Number(document.querySelector('.gw-time')?.innerText.split(':')[1]) >= stood",
        arg=int(stood),
    )
    until(lambda: elapsed(server), lambda now: now > stood)


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_clock_stands_while_another_tab_is_shown(first: Any, server: Server) -> None:
    opened(first, WHOLE)
    first.wait_for_function("() => document.querySelector('.gw-time').innerText !== '0:00'")
    first.evaluate(HIDE, True)
    stood = stands(server)
    seen = shown(first)
    first.wait_for_timeout(1600)
    assert shown(first) == seen
    first.evaluate(HIDE, False)
    until(lambda: shown(first), lambda now: now > seen)
    until(lambda: elapsed(server), lambda now: now > stood)


def test_a_reload_neither_loses_nor_adds_time(first: Any, server: Server) -> None:
    began = time.monotonic()
    opened(first, WHOLE)
    for _ in range(2):
        first.wait_for_timeout(1300)
        before = shown(first)
        first.reload()
        first.wait_for_selector(".gw-time")
        connected = first.evaluate("() => new Promise(done => setTimeout(done, 1500))")
        assert connected is None
        assert shown(first) >= before
    assert shown(first) <= time.monotonic() - began
    first.goto("about:blank")
    stands(server)
    assert elapsed(server) <= time.monotonic() - began


def test_a_hint_does_not_wait_for_a_count_in_another_window(first: Any) -> None:
    counting(first)
    two = opened(beside(first), WHOLE)
    button(two, "Hint").click()
    two.wait_for_selector(".gw-hint li", timeout=ANY_MS)
    button(two, "Correct so far?").click()
    say(two, "nothing was entered yet")
    button(two, "New game").click()
    button(two, "Start").click()
    say(two, "a new game; seed")
    assert first.locator(".gw-job").first.is_visible(), "the count went on"


def test_what_waits_says_for_what_and_is_stopped_at_once(first: Any, visit: Visit) -> None:
    counting(first)
    two = opened(beside(first), WHOLE)
    button(two, "Solve").click()
    two.wait_for_selector(".gw-job-title:has-text('waiting for your task in another window')")
    other = visit("/about")
    other.origin = first.origin
    opened(other, WHOLE)
    button(other, "Solve").click()
    other.wait_for_selector(".gw-job-title:has-text('waiting for a free worker (1 before)')")
    two.locator(".gw-job").get_by_role("button", name="Stop").click()
    say(two, "stopped")
    two.wait_for_selector(".gw-job", state="hidden")
    other.wait_for_selector(".gw-job-title:text-is('Waiting for a free worker')")
    assert first.locator(".gw-job").first.is_visible(), "the count went on"
    first.locator(".gw-job").first.get_by_role("button", name="Stop").click()
    say(other, "solved")


def test_a_recording_that_waits_says_for_what(first: Any) -> None:
    counting(first)
    two = beside(first)
    two.goto(f"{two.origin}replay/sudoku")
    button(two, "Record").click()
    two.wait_for_selector(":text-is('Waiting for your task in another window.')")
    button(two, "Stop").click()
    two.wait_for_selector(":text-is('Stopped; nothing is kept.')")


REASON = "Another task is running: press Stop, or wait until it ends."


def unavailable(page: Any, name: str) -> bool:
    one = page.locator(f"button:has(span:text-is('{name}'))").first
    return [one.get_attribute("aria-disabled"), one.get_attribute("title")] == ["true", REASON]


def test_what_needs_a_worker_is_unavailable_with_the_reason(first: Any, server: Server) -> None:
    opened(first, "sudoku:2x2:123434122143432.")
    button(first, "Setter's bench").click()
    first.wait_for_selector("button:has(span:text-is('Minimise')):visible", timeout=ANY_MS)
    with httpx.Client(base_url=server.url, timeout=240) as http:
        asked = {"notation": ENDLESS, "method": "backtracking", "time_s": 600}
        job = http.post("/api/v1/count", json=asked)
        try:
            button(first, "Solve").click()
            names = ("Hint", "Correct so far?", "Solve", "Forward", "Look at the givens")
            for name in (*names, "Minimise", "Rate"):
                becomes(lambda name=name: unavailable(first, name), True)  # type: ignore[misc]
            for opener, names in (
                ("New game", ("Start",)),
                ("Open a board", ("Open", "Open to edit")),
                ("Save and share", ("Export",)),
            ):
                button(first, opener).click()
                first.wait_for_selector(".q-dialog .gw-dialog")
                assert all(unavailable(first, name) for name in names)
                first.keyboard.press("Escape")
                first.wait_for_selector(".q-dialog .gw-dialog", state="detached")
            first.locator(".gw-job").first.get_by_role("button", name="Stop").click()
            becomes(lambda: unavailable(first, "Minimise"), False)
        finally:
            http.delete(job.headers["Location"])


@pytest.mark.parametrize(
    ("notation", "key", "named"), [(SUDOKU, "Digit3", ": 3"), ("queens:6:", "Space", "queen")]
)
def test_undo_after_solve_is_one_step(first: Any, notation: str, key: str, named: str) -> None:
    opened(first, notation)
    empty = names(first)
    cell(first, 1).focus()
    first.keyboard.press(key)
    wait_named(first, 1, named)
    before = names(first)
    button(first, "Solve").click()
    button(first, "Restore").wait_for(timeout=ANY_MS)
    button(first, "Undo").click()
    say(first, "back at your game")
    becomes(lambda: names(first), before)
    button(first, "Solve").click()
    button(first, "Take this solution").click()
    say(first, "Well done")
    button(first, "Undo").click()
    wait_named(first, 1, named)
    button(first, "Undo").click()
    becomes(lambda: names(first), empty)
    becomes(button(first, "Undo").is_disabled, True)


def test_after_a_conflict_a_page_shows_the_stored_game_alone(first: Any) -> None:
    """A solution, a hint and the numbers of an old state go, and the buttons follow."""
    opened(first, SUDOKU)
    two = beside(first)
    two.goto(first.url.partition("#")[0])
    two.wait_for_selector("[role=gridcell]")
    button(two, "Hint").click()
    two.wait_for_selector(".gw-hint li", timeout=ANY_MS)
    button(two, "Solve").click()
    button(two, "Restore").wait_for(timeout=ANY_MS)
    cell(first, 1).click()
    first.keyboard.press("Digit3")
    wait_named(first, 1, ": 3")
    cell(first, 2).click()
    first.keyboard.press("Digit2")
    wait_named(first, 2, ": 2")
    button(first, "Undo").click()
    wait_named(first, 2, ": empty")
    button(two, "Take this solution").click()
    say(two, "another window")
    wait_named(two, 1, ": 3")
    for page in (first, two):
        becomes(page.locator(".gw-fact dd").first.inner_text, "11")
        becomes(button(page, "Undo").is_enabled, True)
        becomes(button(page, "Redo").is_enabled, True)
        becomes(button(page, "Restart").is_enabled, True)
    becomes(lambda: names(two), names(first))
    assert not button(two, "Restore").is_visible()
    assert two.locator(".gw-hint").is_hidden()
    becomes(lambda: re.sub(r"\s", "", two.locator(".gw-known").inner_text()), "")
