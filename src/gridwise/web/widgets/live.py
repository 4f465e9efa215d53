"""What a page reaches of the shell around it: the live region, and who changes its language."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from nicegui import Client, ui
from nicegui.elements.mixins.text_element import TextElement


@dataclass(slots=True)
class Around:
    """What is around one page.

    Parameters
    ----------
    region
        The live region.
    speak
        Changes the language, everywhere and at once.
    choose
        Keeps a choice, by its name, and shows what follows from it.
    """

    region: TextElement
    speak: Callable[[str], None]
    choose: Callable[[str, str], None]


_around: WeakKeyDictionary[Any, Around] = WeakKeyDictionary()


def surround(around: Around) -> None:
    """Note what is around the page that is being made."""
    _around[ui.context.client] = around


def around() -> Around | None:
    """Return what is around this page, None where it stands alone."""
    client = _here()
    return None if client is None else _around.get(client)


def _here() -> Client | None:
    """Return whose page this is, None where what asks has just gone from it."""
    try:
        return ui.context.client
    except RuntimeError:
        return None


_KEEP = """
setTimeout(() => {
  const heading = document.querySelector("main h1");
  if (!heading || (document.activeElement && document.activeElement !== document.body)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}, 350)
"""
"""Waits until a dialog has gone and has tried to give the focus back."""


def keep_focus() -> None:
    """Bring the focus to the page's heading, where what had it has just gone from the page."""
    client = _here()
    if client is not None:
        client.run_javascript(_KEEP)


def announce(words: str) -> None:
    """Let a screen reader say something, politely; the same words twice are said twice."""
    here = around()
    if here is not None:
        here.region.text = words + ("\u00a0" if here.region.text == words else "")
