"""The page of comparisons: who won stands first, and the table below bears it out."""

import re
from typing import Any

from browser._server import Server
from browser._words import ID, READ, WORD, english
from browser.conftest import ANY_MS, until
from gridwise.comparing.results import Comparison
from gridwise.comparing.tables import in_spoken_names

WINS = re.compile(
    r"^[\w* -]+ (was fastest|won|looks faster)|^It is not sure which method was fastest"
    r"|^Only [\w* -]+ had"
)


def test_a_comparison_is_understood_from_its_first_line(server: Server, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(ANY_MS)
    page.goto(server.url + "compare")
    # Nothing is chosen here: what is chosen already makes a comparison.
    page.get_by_role("button", name="Start", exact=True).first.click()
    page.wait_for_url("**/compare/*")
    page.get_by_text("so far", exact=False).first.wait_for()
    page.get_by_role("heading", name="Who won").wait_for(timeout=5 * ANY_MS)
    first = page.locator(".gw-verdict")
    box = first.bounding_box()
    assert box["y"] + box["height"] <= 720, "who won is in view without scrolling"
    said = first.inner_text()
    assert WINS.search(said), said

    folder = server.folder / "comparisons" / page.url.rpartition("/")[2]
    found = in_spoken_names(Comparison.load(folder), str)
    lines = [said, *page.locator(".gw-verdict-more p").all_inner_texts()]
    assert lines == found.verdict.splitlines(), "the same words as everywhere else"

    rows = page.locator(".gw-bars tbody tr")
    assert rows.count() == len(found.contenders), "one row a method"
    winner = rows.first.locator("th").inner_text()
    assert winner in said
    heads = page.locator(".gw-bars thead th").all_inner_texts()
    assert heads[-3:] == ["B1", "B2", "B3"], "boards have short names"

    page.get_by_label("Boards", exact=True).select_option(label="B2")
    page.wait_for_function("document.querySelectorAll('.gw-bars thead th').length === 3")
    fastest = min(
        found.contenders,
        key=lambda one: found.runs_of(one.id, found.subjects[1].id).median("cpu_s") or 1e9,
    )
    assert rows.first.locator("th").inner_text() == found.labels[fastest.id], (
        "sorted by the board that is shown"
    )
    bar = rows.first.locator("td").last.get_attribute("style")
    assert "100.0%" in bar, "the best has a full bar"
    page.set_viewport_size({"width": 1400, "height": 720})  # the choice of languages is in sight
    verdict = page.locator(".gw-verdict")
    for language in ("en", "vi", "zh-Hant"):
        if language != "en":
            before = verdict.inner_text()
            page.locator("select.gw-language").select_option(language)
            until(verdict.inner_text, before.__ne__)
        page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
        foreign, told = english(language), page.locator(".gw-live").inner_text()
        for text in page.evaluate(READ):
            if text == told.strip():  # what was told at the end stays in the language of then
                continue
            words = [word for word in WORD.findall(text) if word.lower() in foreign]
            assert not [*words, *ID.findall(text)], (language, text)
    page.close()


def test_the_board_of_a_game_can_be_compared(server: Server, browser: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.set_default_timeout(ANY_MS)
    page.goto(server.url + "queens")
    link = page.locator("a[href='/compare?game=queens']").first
    link.wait_for(state="attached")
    page.goto(server.url + "compare?game=queens")
    boards = page.locator("textarea").first
    boards.wait_for()
    assert boards.input_value().startswith("queens:")
    assert page.locator(".gw-check input:checked").count() >= 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
