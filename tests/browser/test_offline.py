"""Gridwise as an app: it can be installed, and says so where no server answers."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from browser._axe import faults, ready
from browser._server import Server
from every import Collected

Visit = Callable[..., Any]
KEPT = "navigator.serviceWorker.ready.then(one => one.active.state)"


def check_icon(data: bytes, sizes: str, *, filled: bool) -> None:
    """An icon has its size, and is opaque at its corners where the system cuts its shape."""
    with Image.open(io.BytesIO(data)) as icon:
        assert f"{icon.width}x{icon.height}" == sizes
        drawn = icon.convert("RGBA")
    assert (drawn.getpixel((0, 0))[3] == 255) == filled
    assert len(drawn.getcolors(1 << 18)) > 3


def test_it_can_be_installed(visit: Visit, server: Server) -> None:
    page = visit()
    page.evaluate(KEPT)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(server.url + link.lstrip("/")).json()
    assert manifest["start_url"] == "/"
    purposes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(server.url + icon["src"].lstrip("/"))
        assert answer.headers["content-type"].startswith(icon["type"])
        purposes.add((icon["sizes"], icon["purpose"]))
        if icon["type"] == "image/png":
            check_icon(answer.body(), icon["sizes"], filled=icon["purpose"] == "maskable")
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    check_icon(page.request.get(server.url + touch.lstrip("/")).body(), "180x180", filled=True)
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"]
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors] in ([], ["in-incognito"])


SAID = {
    "en-GB": "Gridwise cannot be reached",
    "vi": "Không kết nối được với Gridwise",
    "zh-TW": "無法連上 Gridwise",
}


def test_without_a_server_a_plain_page_says_so(browser: Any, tmp_path: Path) -> None:
    pages = {}
    with Server(tmp_path) as own:
        for locale in SAID:
            context = browser.new_context(locale=locale, viewport={"width": 375, "height": 667})
            page = pages[locale] = context.new_page()
            page.goto(own.url)
            page.evaluate(KEPT)
            page.wait_for_function("() => navigator.serviceWorker.controller")
    collected = Collected()
    for locale, page in pages.items():
        with collected.case(locale):
            page.goto(own.url + "sudoku")
            assert page.locator("h1").inner_text() == SAID[locale]
            assert page.title() == SAID[locale]
            ready(page)
            assert not faults(page, "html")
        page.context.close()
    collected.end()


def test_a_page_says_what_works_without_a_server_and_goes_on_when_it_is_back(
    browser: Any, tmp_path: Path
) -> None:
    board = "sudoku:2x2:1....2....3....4"
    with Server(tmp_path) as own:
        context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
        page = context.new_page()
        page.goto(f"{own.url}sudoku#{board}")
        page.wait_for_selector("[role=status]:has-text('opened')")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        own.kill()
        popup = page.locator("#popup")
        popup.wait_for()
        assert "you can look at the board and print it, but not move" in popup.inner_text()
        assert page.locator("[data-cell='0'][aria-label*='given 1']").is_visible()
        page.reload()
        assert page.locator("h1").inner_text() == "Gridwise cannot be reached"
        assert page.locator("#board code").inner_text() == board
        ready(page)
        assert not faults(page, "html")
        own.start()  # nobody presses anything
        page.wait_for_selector("[data-cell='0'][aria-label*='given 1']")
        assert page.url == f"{own.url}sudoku#{board}"
        context.close()
