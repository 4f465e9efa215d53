"""What people type is never taken for markup: 200 payloads, and a canary that must not sing."""

import itertools
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from browser._server import Server
from browser.conftest import ANY_MS

Visit = Callable[..., Any]
SING = "window.__canary=1"
_HEADS = ("", "r1c1 ", "sudoku:3x3:", '">', "'>", "</script>", "</pre>", "-->", "]]>", "\\")
_TAILS = (
    f"<script>{SING}</script>",
    f"<img src=x onerror={SING}>",
    f"<svg onload={SING}>",
    f"<svg><animate onbegin={SING} attributeName=x dur=1s>",
    f"<iframe srcdoc='<script>parent.{SING}</script>'>",
    f"<a href=javascript:{SING} autofocus onfocus={SING}>x</a>",
    f"javascript:{SING}//",
    f"{{{{constructor.constructor('{SING}')()}}}}",
    f"${{{SING}}}",
    f"`;{SING};`",
    f"');{SING};('",
    f"<style>@import 'https://evil.example/x.css';*{{background:url('javascript:{SING}')}}</style>",
    f"![x](javascript:{SING}) <details open ontoggle={SING}>",
    f"<math><mtext><table><mglyph><style><img src=x onerror={SING}>",
    f"\u202e<img src=x onerror={SING}>\u2066",
    f"&lt;img src=x onerror={SING}&gt;",
    f"data:text/html,<script>{SING}</script>",
    f"<object data='data:text/html,<script>parent.{SING}</script>'>",
    f"__proto__ constructor <input autofocus onfocus={SING}>",
    f"<template><slot onclick={SING}></template><base href=https://evil.example/>",
)
PAYLOADS = tuple(head + tail for head, tail in itertools.product(_HEADS, _TAILS))
KINDS = tuple(_TAILS[at] for at in (1, 3, 5, 7, 8, 12, 14, 15))
"""An image, a drawing, a link, two sorts of templates, Markdown, turned and escaped text."""
_FOUND = """() => [...document.querySelectorAll("main *, .q-dialog *, .q-menu *")].filter(e =>
  [...e.attributes].some(a => /^on/i.test(a.name) || /^\\s*javascript:/i.test(a.value)) ||
  ["SCRIPT", "IFRAME", "OBJECT", "BASE", "MATH", "TEMPLATE", "DETAILS"].includes(e.tagName)
).length"""


def silent(page: Any) -> None:
    assert page.evaluate("window.__canary") is None
    assert page.evaluate(_FOUND) == 0


@pytest.fixture
def page(visit: Visit) -> Any:
    made = visit("/sudoku#sudoku:2x2:1....2....3....4")
    made.wait_for_selector("[role=gridcell]")
    made.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    return made


def test_typed_moves(page: Any) -> None:
    page.get_by_text("Board as text").click()
    line = page.get_by_label("Type a move")
    status = page.locator("main [role=status]").first
    for payload in PAYLOADS[::3]:  # each head and each tail several times
        before = status.text_content()
        line.fill(payload[:200])
        line.press("Enter")
        page.wait_for_function(
            "([e, t]) => e.textContent !== t", arg=[status.element_handle(), before]
        )
    silent(page)


def test_pasted_boards_files_and_their_names(page: Any) -> None:
    page.get_by_role("button", name="Open a board").click()
    dialog = page.get_by_role("dialog")
    alert = dialog.locator("[role=alert]")
    for at in range(0, 200, 20):
        text = "\n".join(PAYLOADS[at : at + 20])
        dialog.get_by_label("Type or paste").fill(text)
        dialog.get_by_role("button", name="Open", exact=True).click()
        alert.filter(has_text="found").wait_for(timeout=ANY_MS)
        silent(page)
    for payload in PAYLOADS[:20]:
        name = payload.replace("/", "").replace("\\", "")[:80] or "x"
        dialog.locator("input[type=file]").set_input_files(
            {"name": f"{name}.txt", "mimeType": "text/plain", "buffer": payload.encode()}
        )
        page.wait_for_timeout(150)
    silent(page)


def test_names_of_checkpoints_and_sizes(page: Any) -> None:
    cell = page.locator("[data-cell='1']")
    for at, payload in enumerate(KINDS):
        cell.click()
        page.keyboard.press(f"Digit{3 + at % 2}")
        page.get_by_role("button", name="Checkpoints").click()
        page.get_by_text("Set a checkpoint here").click()
        page.get_by_label("Name, if you like").fill(payload[:80])
        page.get_by_role("button", name="Set", exact=True).click()
        page.wait_for_selector(".gw-dialog", state="detached")
    page.get_by_role("button", name="Checkpoints").click()
    page.wait_for_timeout(300)
    silent(page)
    assert page.locator(".q-menu .q-item").count() >= len(KINDS)
    page.reload()
    page.wait_for_selector("[role=gridcell]")
    silent(page)


def test_links(page: Any) -> None:
    for payload in PAYLOADS[::9]:
        page.evaluate("p => { location.hash = encodeURIComponent(p) }", payload)
        page.wait_for_timeout(60)
    page.wait_for_selector("main [role=status]:has-text('link')", timeout=ANY_MS)
    silent(page)


def test_unknown_paths_and_queries(visit: Visit, server: Server) -> None:
    page = visit("/")
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    for payload in PAYLOADS[::27]:
        quoted = httpx.URL(server.url).copy_with(path="/replay/sudoku", params={"of": payload})
        page.goto(str(quoted))
        page.wait_for_selector("main h1")
        silent(page)


def test_the_api_answers_with_json_alone(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=240) as http:
        for payload in PAYLOADS:
            answer = http.post("/api/v1/solve?wait=10", json={"notation": payload})
            assert answer.status_code < 500
            assert "json" in answer.headers["content-type"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "script-src" in answer.headers["content-security-policy"]
