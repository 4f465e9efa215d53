"""A server and a browser for the tests of the page.

The browser is the one that GRIDWISE_CHROMIUM names, else Debian's headless shell of Chromium, else
Chromium itself, which draws a window of its own for each visitor: a second of a processor. Where
there is none the tests skip, and say so; where GRIDWISE_BROWSER=1 or CI is set, they fail instead.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import psutil
import pytest

from browser._server import Server
from gridwise.web.server.context import NICENESS

ANY_MS = 300_000
TOKEN = "0123456789abcdef"
T = TypeVar("T")


def until(read: Callable[[], T], right: Callable[[T], object]) -> T:
    """Read again until it is right: the board is drawn a moment after the words around it."""
    end = time.monotonic() + 120
    while not right(found := read()):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found


def becomes(read: Callable[[], T], wanted: T) -> None:
    """Read again until it is what is wanted."""
    until(read, lambda found: found == wanted)


def chromium() -> str | None:
    named = os.environ.get("GRIDWISE_CHROMIUM")
    known = ("chromium-headless-shell", "chromium", "chromium-browser")
    return named or next(filter(None, map(shutil.which, known)), None)


def _make_nice(processes: Iterable[psutil.Process]) -> None:
    """Give a browser the priority of the server's children.

    A visitor's browser has a machine of its own. Here it must not keep the processors from those
    children, or their time limits end them.
    """
    for process in processes if os.name == "posix" else ():
        with suppress(psutil.Error):
            process.nice(max(process.nice(), NICENESS))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = chromium()
    if path is None:
        why = "there is no chromium on this machine"
        if os.environ.get("GRIDWISE_BROWSER") == "1" or os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    from playwright.sync_api import sync_playwright

    before = set(psutil.Process().children(recursive=True))
    with sync_playwright() as driver:
        arguments = [
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--force-device-scale-factor=1",
            "--autoplay-policy=no-user-gesture-required",
            "--disable-gpu",  # which is emulated where there is none, at twice the cost
        ]
        made = driver.chromium.launch(executable_path=path, args=arguments)
        _make_nice(set(psutil.Process().children(recursive=True)) - before)
        new_context = made.new_context

        def patient(**how: Any) -> Any:
            context = new_context(**how)
            context.set_default_timeout(ANY_MS)  # the usual one is too short on a busy machine
            return context

        made.new_context = patient
        yield made
        made.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as made:
        yield made


@pytest.fixture(scope="session")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this machine with a token."""
    with Server(tmp_path_factory.mktemp("guarded"), args=["--token", TOKEN]) as made:
        yield made


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that other machines reach."""
    with Server(tmp_path_factory.mktemp("shared"), args=["--host", "0.0.0.0"]) as made:
        yield made


class Visitors:
    """Contexts that become new visitors again once they are back: each keeps its browser's cache.

    Reading the page's programs anew would take a third of a visit.
    """

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._free: dict[str, list[Any]] = {}

    def lend(self, how: dict[str, Any]) -> Any:
        """Return a context with these options that nobody uses."""
        free = self._free.setdefault(repr(sorted(how.items())), [])
        return free.pop() if free else self._browser.new_context(**how)

    def take_back(self, context: Any, how: dict[str, Any]) -> None:
        """Close a visitor's pages and forget whose they were."""
        for page in context.pages:
            page.close()
        context.clear_cookies()
        context.clear_permissions()
        self._free[repr(sorted(how.items()))].append(context)


@pytest.fixture(scope="session")
def visitors(browser: Any) -> Visitors:
    return Visitors(browser)


def _new_page(context: Any, url: str) -> Any:
    """Return a page of a visitor who has nothing of this server but what a cache holds."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    own = "local_storage,indexeddb,cache_storage,service_workers"
    session.send("Storage.clearDataForOrigin", {"origin": url.rstrip("/"), "storageTypes": own})
    session.detach()
    return page


@pytest.fixture
def visit(visitors: Visitors, server: Server) -> Iterator[Callable[..., Any]]:
    """Open pages as new visitors: `visit("/sudoku", width=320, locale="vi")`.

    What goes wrong on a page or in the server, or is asked of another host, fails the test.
    """
    lent: list[tuple[Any, dict[str, Any]]] = []
    logged = len(server.log)
    wrong: list[str] = []

    def open_(path: str = "/", *, width: int = 1400, height: int = 900, **how: Any) -> Any:
        how.setdefault("locale", "en-GB")
        context = visitors.lend(how)
        lent.append((context, how))
        page = _new_page(context, server.url)
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", lambda error: wrong.append(f"{path}: {error}"))
        page.on(
            "console",
            lambda said: wrong.append(f"{path}: {said.text}") if said.type == "error" else None,
        )
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((server.url, "data:", "blob:"))
                else wrong.append(f"{path}: asked for {asked.url}")
            ),
        )
        page.goto(server.url + path.lstrip("/"))
        page.wait_for_selector("main h1")
        return page

    yield open_
    for context, how in lent:
        visitors.take_back(context, how)
    assert not wrong, wrong
    said = "".join(server.log[logged:])
    assert "Traceback" not in said, said
