"""The shell in a real browser: music, a narrow page, focus, languages and looks before paint."""

import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser._server import Server
from browser.conftest import becomes

HOSTILE = "<img src=x onerror=window.canary=1>.wav"


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Any]:
    context = browser.new_context(
        base_url=server.url, locale="en", viewport={"width": 1400, "height": 900}
    )
    made = context.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert errors == []


def at(page: Any, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("main h1")


@pytest.fixture
def songs(tmp_path: Path) -> list[str]:
    names = ("one.wav", HOSTILE)
    for name in names:
        with wave.open(str(tmp_path / name), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(1)
            file.setframerate(8000)
            file.writeframes(b"\x80" * 8000 * 60)
    return [str(tmp_path / name) for name in names]


def playing(page: Any) -> str:
    return str(page.locator("#gw-music [aria-current=true]").inner_text())


def test_music_plays_on_from_page_to_page_and_from_language_to_language(
    page: Any, songs: list[str]
) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url + str(request.post_data or "")))
    page.on("websocket", lambda ws: ws.on("framesent", lambda data: sent.append(str(data))))
    at(page, "/")
    page.get_by_role("button", name="Music").click()
    page.locator("#gw-music input[type=file]").set_input_files(songs)
    page.locator("#gw-music").get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause").wait_for()
    becomes(lambda: playing(page), "one.wav")
    page.get_by_role("button", name="Next").click()
    page.wait_for_function("document.querySelector('[aria-current=true] .gw-music-name')"
                           ".textContent.includes('canary')")  # fmt: skip
    page.locator("nav a[href='/help']").click()
    page.wait_for_url("**/help")
    page.get_by_role("button", name="Pause").wait_for()
    page.locator(".gw-language").select_option("vi")
    page.wait_for_function("document.documentElement.lang === 'vi'")
    page.locator(".gw-music-button").click()
    becomes(lambda: playing(page), HOSTILE)
    assert page.locator("#gw-music img").count() == 0
    assert page.evaluate("window.canary") is None
    page.wait_for_selector(".gw-music-main path[d^='M7 5']", state="attached")  # pause
    assert not [one for one in sent if "canary" in one or "one.wav" in one]


def test_music_works_by_keyboard(page: Any, songs: list[str]) -> None:
    at(page, "/about")
    page.get_by_role("button", name="Music").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.closest('#gw-music') !== null")
    page.locator("#gw-music input[type=file]").set_input_files(songs)
    for name in ("Play", "Pause", "Play", "Stop"):
        button = page.locator("#gw-music").get_by_role("button", name=name, exact=True)
        button.focus()
        page.keyboard.press("Enter")
    page.locator("#gw-music").get_by_role("button", name="Play", exact=True).wait_for()
    slider = page.get_by_role("slider", name="Volume")
    slider.focus()
    before = float(slider.input_value())
    page.keyboard.press("ArrowLeft")
    assert float(slider.input_value()) < before
    page.get_by_role("button", name="Take off the list: one.wav").focus()
    page.keyboard.press("Enter")
    becomes(page.locator(".gw-music-list li").count, 1)
    page.keyboard.press("Escape")
    page.locator("#gw-music").wait_for(state="hidden")


def test_everything_is_reached_by_keyboard_on_a_narrow_page(page: Any) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    at(page, "/")
    reached: list[str] = []
    for _ in range(90):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "document.activeElement.className + ' ' + (document.activeElement.getAttribute('href') "
            "|| '')"
        )
        if "gw-menu-button" in here and not reached.count("open"):
            reached.append("open")
            page.keyboard.press("Enter")
            page.wait_for_selector("#gw-menu.gw-open")
            page.wait_for_selector(".gw-menu-button[aria-expanded=true]")
        reached.append(here.strip())
    for path in ("/sudoku", "/compare", "/statistics", "/help", "/settings", "/about"):
        assert path in reached
    for name in ("gw-language", "gw-skin", "gw-music-button"):
        assert any(name in one for one in reached)


def test_a_link_moves_the_focus_and_the_title(page: Any) -> None:
    at(page, "/")
    page.locator("nav a[href='/statistics']").click()
    page.wait_for_function("document.activeElement.tagName === 'H1'")
    becomes(page.title, "Statistics · Gridwise")
    page.wait_for_selector("nav a[aria-current=page][href='/statistics']")
    page.wait_for_url("**/statistics")
    page.go_back()
    page.wait_for_function("document.title.startsWith('Puzzles')")
    becomes(page.locator("nav a[aria-current=page]").count, 0)


def test_the_skip_link_leads_to_the_content_and_leaves_the_address(page: Any) -> None:
    at(page, "/about")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "gw-skip"
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'content'")
    assert "#" not in page.url


def test_language_and_look_hold_at_once_and_are_there_before_the_first_paint(
    page: Any, server: Server
) -> None:
    at(page, "/settings")
    page.locator(".gw-skin").select_option("night")
    page.wait_for_function("document.documentElement.dataset.skin === 'night'")
    page.locator(".gw-language").select_option("zh-Hant")
    page.wait_for_function("document.documentElement.lang === 'zh-Hant'")
    page.wait_for_function("Quasar.Lang.props?.isoName === 'zh-TW' "
                           "|| Quasar.lang?.isoName === 'zh-TW'")  # fmt: skip
    page.add_init_script(
        "new PerformanceObserver((list) => { window.firstPaint ??= "
        "[document.documentElement.dataset.skin, document.documentElement.lang]; })"
        ".observe({ type: 'paint', buffered: true });"
    )
    at(page, "/settings")
    page.wait_for_function("window.firstPaint !== undefined")
    assert page.evaluate("window.firstPaint") == ["night", "zh-Hant"]


def test_a_lost_connection_is_told_in_the_language(page: Any) -> None:
    at(page, "/about")
    page.locator(".gw-language").select_option("vi")
    page.wait_for_function("document.documentElement.lang === 'vi'")
    page.wait_for_function("!document.getElementById('popup').textContent.includes('onnection')")
    page.evaluate("window.socket.disconnect()")
    page.wait_for_function("document.getElementById('popup').ariaHidden === 'false'")
    assert page.locator("#popup").get_attribute("role") == "alert"
