"""What axe-core finds on a page, in its colours of several skins, and what is too wide or small."""

from collections.abc import Sequence
from typing import Any

import pytest

FEW = [("night", "light"), ("high-contrast", "light")]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
UNMOVED = "*, *::before, *::after { transition: none !important; animation: none !important; }"
DIALOG = ".q-dialog[aria-modal=true]"


def axe_script() -> str:
    base = pytest.importorskip("axe_playwright_python.base")
    return str(base.AXE_FILE_PATH.read_text(encoding="utf-8"))


def faults(page: Any, inside: str, **options: Any) -> list[str]:
    """Return what axe finds inside an element, a line each."""
    # Nothing is preloaded: its requests would be seen as ours.
    found = page.evaluate(
        "([inside, options]) => axe.run(inside, options)",
        [inside, {"resultTypes": ["violations"], "preload": False, **options}],
    )
    assert found["passes"], "axe looked at nothing"
    return [
        f"{fault['id']}: {node['html'][:200]} - {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def ready(page: Any) -> None:
    page.evaluate(axe_script())
    page.add_style_tag(content=UNMOVED)


def check(
    page: Any,
    view: str,
    inside: str = "html",
    *,
    skins: Sequence[tuple[str, str]] = FEW,
) -> list[str]:
    """Return the faults of what is shown: with all rules as it is, and of colour in these skins."""
    wrong = [f"{view}: {fault}" for fault in faults(page, inside)]
    if not skins:
        return wrong
    for skin, scheme in skins:
        page.emulate_media(color_scheme=scheme)
        page.evaluate("skin => { document.documentElement.dataset.skin = skin }", skin)
        found = faults(page, inside, runOnly=COLOURS)
        wrong += [f"{view}, {skin} ({scheme}): {fault}" for fault in found]
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.dataset.skin = 'auto'")
    return wrong


WIDER = """() => {
  const width = document.documentElement.clientWidth;
  document.querySelectorAll("main details").forEach(part => { part.open = true; });
  const kept = e => e.closest(
    ".gw-unseen, .gw-scroll, .gw-replay-scroll, .gw-board-text, .gw-board, option");
  const far = [...document.querySelectorAll("body *")].filter(
    e => e.checkVisibility() && e.getBoundingClientRect().right > width + 1 && !kept(e));
  const page = document.documentElement.scrollWidth > width ? ["the page scrolls"] : [];
  return page.concat(far.slice(0, 5).map(e => `${e.tagName}.${e.className}`));
}"""
SMALL = """() => [...document.querySelectorAll(
  "button, summary, select, input, textarea, a[class], [role=button], [role=switch]")]
  .filter(e => e.checkVisibility() && !e.closest(".gw-skip, .gw-unseen, label, .q-field"))
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)
  .map(([e, box]) => `${e.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`)"""
