"""The parts of the shell that pages use: the live region, language and settings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from nicegui import Client, ui
from nicegui.elements.mixins.text_element import TextElement

from gridwise.core.message import Message, msg
from gridwise.process.supervisor import Ticket


@dataclass(slots=True)
class ShellHandle:
    """The shell of one page.

    Parameters
    ----------
    region
        The live region, which screen readers read out.
    speak
        A function that changes the language of the whole page.
    choose
        A function that stores a setting by its name, and applies it.
    """

    region: TextElement
    speak: Callable[[str], None]
    choose: Callable[[str, str], None]


_shells: WeakKeyDictionary[Any, ShellHandle] = WeakKeyDictionary()


def register_shell(shell: ShellHandle) -> None:
    """Register the shell of the page that is being built."""
    _shells[ui.context.client] = shell


def shell_here() -> ShellHandle | None:
    """Return the shell of this page, or None."""
    client = _here()
    return None if client is None else _shells.get(client)


def _here() -> Client | None:
    """Return this page's client, or None if the calling element was just deleted."""
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
"""Waits until a dialog is closed and has tried to restore the focus."""


def keep_focus() -> None:
    """Move the focus to the page's heading after the focused element was deleted."""
    client = _here()
    if client is not None:
        client.run_javascript(_KEEP)


def announce(words: str) -> None:
    """Let screen readers say something, also twice in a row."""
    here = shell_here()
    if here is not None:
        here.region.text = words + ("\u00a0" if here.region.text == words else "")


def waiting_words(ticket: Ticket | None) -> Message | None:
    """Return why a task waits, or None if it does not."""
    place = None if ticket is None else ticket.place()
    if place is None:
        return None
    if place.own:
        what = msg("waiting for your task in another window")
    else:
        what = msg("waiting for a free worker")
    return what if not place.before else msg("{what} ({n} before)", what=what, n=place.before)
