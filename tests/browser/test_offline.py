"""Gridwise as an app: it can be installed, and says so where no server answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browser._server import Server
from browser.test_axe import faults, ready

Visit = Callable[..., Any]
KEPT = "navigator.serviceWorker.ready.then(one => one.active.state)"


def test_it_can_be_installed(visit: Visit, server: Server) -> None:
    page = visit()
    page.evaluate(KEPT)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(server.url + link.lstrip("/")).json()
    assert manifest["start_url"] == "/"
    icon = page.request.get(server.url + manifest["icons"][0]["src"].lstrip("/"))
    assert icon.headers["content-type"].startswith("image/svg+xml")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"]
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors] in ([], ["in-incognito"])


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-GB", "Gridwise cannot be reached"),
        ("vi", "Không kết nối được với Gridwise"),
        ("zh-TW", "無法連上 Gridwise"),
    ],
)
def test_without_a_server_a_plain_page_says_so(
    browser: Any, tmp_path: Path, locale: str, said: str
) -> None:
    with Server(tmp_path) as own:
        context = browser.new_context(locale=locale, viewport={"width": 375, "height": 667})
        page = context.new_page()
        page.goto(own.url)
        page.evaluate(KEPT)
        page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(own.url + "sudoku")
    assert page.locator("h1").inner_text() == said
    assert page.title() == said
    ready(page)
    assert not faults(page, "html")
    context.close()
