"""Exit on the page: it ends the server after a question, and only where the person may."""

import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from browser._axe import faults, ready
from browser._server import Server
from browser.conftest import TOKEN
from gridwise.core.errors import ParameterError
from gridwise.web.server.context import Config, ServerContext


def page_of(browser: Any, address: str, **how: Any) -> Any:
    context = browser.new_context(locale="en-GB", **how)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("main h1")
    return page


def test_exit_ends_the_server_after_a_question(browser: Any, tmp_path: Path) -> None:
    """No address does so, nor a page behind a proxy."""
    with Server(tmp_path) as server:
        assert server.process is not None
        for path in ("exit", "api/v1/exit", "shutdown"):
            request = urllib.request.Request(server.url + path, method="POST", data=b"")
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(request, timeout=120)
        assert server.process.poll() is None
        offers_none(browser, server.url, extra_http_headers={"X-Forwarded-For": "10.0.0.7"})
        page = page_of(browser, f"{server.url}sudoku")
        leave = page.get_by_role("button", name="Exit", exact=True)
        dialog = page.get_by_role("dialog", name="End Gridwise?")
        leave.click()
        dialog.get_by_role("button", name="Keep it running").click()
        dialog.wait_for(state="detached")
        assert server.process.poll() is None, "it was kept running"
        leave.click()
        dialog.wait_for()
        ready(page)
        assert not faults(page, "[role=dialog]")
        dialog.get_by_role("button", name="Exit").click()
        page.get_by_role("heading", name="Gridwise has ended").wait_for()
        assert server.process.wait(240) == 0, "".join(server.log)
        assert server.stop() == 0
        page.wait_for_timeout(1500)
        assert not page.locator("#popup").is_visible(), "it is not lost but ended"
        assert page.get_by_role("heading", name="Gridwise has ended").is_visible()
        assert "Traceback" not in "".join(server.log)
        page.context.close()


def offers_none(browser: Any, address: str, **how: Any) -> None:
    page = page_of(browser, address, **how)
    page.get_by_role("link", name="Settings").first.wait_for()
    assert page.get_by_role("button", name="Exit", exact=True).count() == 0
    page.context.close()


def test_who_has_the_token_of_this_machine_may(browser: Any, guarded: Server) -> None:
    page = page_of(browser, guarded.login)
    page.get_by_role("button", name="Exit", exact=True).wait_for()
    page.context.close()


def test_a_shared_server_has_no_exit(browser: Any, shared: Server) -> None:
    offers_none(browser, shared.login.replace("0.0.0.0", "127.0.0.1"))


def test_a_house_that_others_reach_is_not_ended(tmp_path: Path) -> None:
    ended: list[int] = []

    def stop() -> None:
        ended.append(1)

    shared = ServerContext(Config(tmp_path, host="0.0.0.0", token=TOKEN), stop)
    for server in (shared, ServerContext(Config(tmp_path))):
        assert not server.may_end
        with pytest.raises(ParameterError, match="Others use this server"):
            server.end()
    assert not ended
    own = ServerContext(Config(tmp_path), stop)
    assert own.may_end
    own.end()
    assert ended
