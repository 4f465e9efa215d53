"""No page, no dialog and no option shows English words in another language, or an id in any.

A word is English where our English texts have it and our texts in the language that is shown do
not: names such as Sudoku or SAT stand in both. An id is what has an underscore; only what one types
may be one, and that is set as code.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import gridwise.render
from browser._server import Server
from gridwise.core import registry

LANGUAGES = {"en": "", "vi": "vi", "zh-Hant": "zh_Hant"}
KINDS = tuple(registry.interactions())
PATHS = (
    "",
    *KINDS,
    *(f"replay/{kind}" for kind in KINDS),
    *(f"help/{kind}" for kind in KINDS),
    "help",
    "about",
    "encoding",
    "settings",
    "statistics",
    "replay",
    "compare",
    "batch",
)
LOCALE = Path(gridwise.render.__file__).parent / "locale"
WORD = re.compile(r"(?<![A-Za-z0-9_À-ỹ.:/=-])[A-Za-z]{3,}(?![A-Za-z0-9_À-ỹ:/=])")
FIELD = re.compile(r"\{\w*\}")
ID = re.compile(r"(?<![\w=])[a-z0-9]+(?:_[a-z0-9]+)+(?![\w=]|:\w)")
METHODS = "main select:has(option[value='human']):visible"
"""The lists of methods; what is chosen there has options of its own."""
OPEN = (
    "() => document.querySelectorAll('main details:not([open]) > summary').forEach(e => e.click())"
)


READ = """
() => {
  const names = ["aria-label", "title", "placeholder", "alt"];
  const aside = "script, style, textarea, code, kbd, cite, [lang], #popup, "
    + "#too_long_message_popup, .gw-code, .gw-code-inline, "
    + "i, .material-icons, .gw-mono, .gw-sources, .gw-licence, .gw-language";
  const out = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) { out.push(node.textContent.trim()); return; }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const name of names) {
      const text = node.getAttribute(name);
      if (text && node.tagName !== "HTML") out.push(text);
    }
    if (node.tagName !== "HTML" && node.matches(aside)) return;
    for (const child of node.childNodes) walk(child);
  };
  walk(document.body);
  return out.filter(Boolean);
}
"""


SETTLED = "() => new Promise(done => setTimeout(done, 150))"
DIALOG = ".q-dialog .gw-dialog:visible"


def vocabulary(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(FIELD.sub(" ", text))}


def english(language: str) -> set[str]:
    """Return the words of our English texts that our texts in a language do not have."""
    if not LANGUAGES[language]:
        return set()
    with (LOCALE / LANGUAGES[language] / "LC_MESSAGES" / "gridwise.po").open("rb") as file:
        entries = [entry for entry in read_po(file) if entry.id]
    theirs = vocabulary(str(entry.string) for entry in entries)
    return vocabulary(str(entry.id) for entry in entries) - theirs


def texts(page: Any) -> Iterator[str]:
    """Yield what a page shows, then the options of its methods, then the dialogs of its tools."""
    from playwright.sync_api import TimeoutError

    page.evaluate(OPEN)
    yield from page.evaluate(READ)
    for methods in page.locator(METHODS).all():
        for value in methods.evaluate("one => [...one.options].map(option => option.value)"):
            if methods.locator(f"option[value='{value}']").is_disabled():
                continue
            methods.select_option(value)
            page.evaluate(SETTLED)
            yield from page.evaluate(READ)
    for button in page.locator("main button.gw-act:visible").all():
        if button.get_attribute("aria-disabled") or not button.is_enabled():
            continue
        button.click()
        try:
            page.locator(DIALOG).wait_for(timeout=2_000)
        except TimeoutError:  # not every tool has a dialog
            continue
        yield from page.evaluate(READ)
        page.keyboard.press("Escape")
        page.locator(DIALOG).wait_for(state="hidden")


# What is written past the catalogue is English in every language; what lacks in it is found by
# `tests/catalogue`.
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_words_and_no_ids_are_shown(server: Server, browser: Any, language: str) -> None:
    words = english(language)
    context = browser.new_context(locale=language, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    found: dict[str, set[str]] = {}
    for path in PATHS:
        page.goto(server.url + path)
        page.wait_for_selector("main h1", state="attached")
        assert page.evaluate("document.documentElement.lang") == language
        for text in texts(page):
            foreign = [word for word in WORD.findall(text) if word.lower() in words]
            for word in (*foreign, *ID.findall(text)):
                found.setdefault(f"/{path}", set()).add(f"{word}: {text[:90]}")
    context.close()
    assert not found
