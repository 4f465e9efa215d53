"""The notebook's player: its slider, its buttons, the keyboard, and no script at all."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from browser._axe import axe_script, faults
from gridwise.recording.replay import Replay, replay
from gridwise.solving.inputs import parse
from gridwise.solving.solve import solve

PAGE = "<!DOCTYPE html><html lang=en><title>t</title><main><h1>t</h1>{}</main></html>"
Show = Callable[..., Any]


@pytest.fixture
def show(browser: Any) -> Iterator[Show]:
    """Show HTML in a page of its own, in which every error and every request fails the test."""
    contexts, wrong = [], []

    def open_(html: str, **how: Any) -> Any:
        context = browser.new_context(**how)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith(("data:", "blob:", "about:")) else wrong.append(asked)
            ),
        )
        page.set_content(html)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not wrong, wrong


@pytest.fixture(scope="module")
def run() -> Replay:
    return replay(solve(parse("queens:6:"), method="backtracking", trace=True))


def test_the_slider_and_the_buttons_show_each_step(show: Show, run: Replay) -> None:
    page = show(PAGE.format(run.html()))
    slider = page.get_by_role("slider", name="Step")
    said = page.locator("[data-part=said]")
    assert slider.input_value() == str(run.steps)
    assert page.locator("svg > title").text_content() == said.text_content()
    assert f"Step {run.steps} of {run.steps}: {run[-1].text}." == said.text_content()
    page.get_by_role("button", name="Step back").click()
    assert str(run[run.steps - 1].text) in said.text_content()
    slider.focus()
    page.keyboard.press("Home")
    assert said.text_content() == "The board as it is at the start."
    page.keyboard.press("ArrowRight")
    assert str(run[1].text) in said.text_content()
    assert slider.get_attribute("aria-valuetext") == said.text_content()
    # JupyterLab takes the arrow keys of a control that does not say this itself.
    assert slider.get_attribute("data-lm-suppress-shortcuts") == "true"
    shown = page.locator("svg").evaluate("svg => svg.outerHTML")
    assert shown.count("<rect") == run[1].svg().count("<rect")
    page.get_by_role("button", name="Step forward").click()
    assert slider.input_value() == "2"


def test_it_plays_to_the_end_and_pauses(show: Show, run: Replay) -> None:
    page = show(PAGE.format(run.html()))
    slider = page.get_by_role("slider")
    page.get_by_role("button", name="Play").click()  # at the end: from the beginning again
    assert page.locator("[data-part=said]").get_attribute("aria-live") == "off"
    page.get_by_role("button", name="Pause").click()
    stopped = slider.input_value()
    assert int(stopped) < run.steps
    page.wait_for_timeout(1000)
    assert slider.input_value() == stopped
    slider.evaluate("(one, at) => { one.value = at; }", run.steps - 1)
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Play").wait_for()  # that of the end
    assert slider.input_value() == str(run.steps)


def test_two_of_one_run_play_apart(show: Show, run: Replay) -> None:
    page = show(PAGE.format(run.html() * 2))
    page.get_by_role("slider").first.focus()
    page.keyboard.press("Home")
    assert page.get_by_role("slider").first.input_value() == "0"
    assert page.get_by_role("slider").last.input_value() == str(run.steps)


def test_without_scripts_the_last_board_is_seen(show: Show, run: Replay) -> None:
    page = show(PAGE.format(run.html()), java_script_enabled=False)
    picture = page.get_by_role("img")
    assert str(run[-1].text) in picture.get_attribute("alt")
    assert picture.bounding_box()["height"] > 100
    assert page.get_by_role("slider").count() == 0


def test_axe_finds_nothing(show: Show, run: Replay) -> None:
    page = show(PAGE.format(run.html()))
    page.get_by_role("slider").wait_for()
    page.evaluate(axe_script())
    assert not faults(page, "main")
