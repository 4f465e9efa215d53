"""A visitor without a browser: NiceGUI's simulated user, and what it finds on a page."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nicegui import ui
    from nicegui.testing import User

from gridwise.process.supervisor import TaskOutcome
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor

SPOKEN = ("aria-label", "placeholder", "title", "alt")
PATIENCE_S = 240.0


class Memory(Visitor):
    """A visitor whose settings outlive the page, as those in the store do."""

    kept: dict[str, Any]

    def __init__(self, kept: dict[str, Any]) -> None:
        super().__init__("me", kept, "en")
        self.kept = kept

    def set(self, name: str, value: Any) -> None:
        self.kept[name] = value
        self.settings[name] = value


class IdleServer(ServerContext):
    """A server without children: every task ends at once, cancelled."""

    def open(self) -> None:
        pass

    async def ask(self, name: str, args: Any, **_: Any) -> TaskOutcome:
        return TaskOutcome("cancelled", None)


def elements(user: "User") -> "list[ui.element]":
    assert user.client is not None
    return [e for e in user.client.layout.descendants() if not e.is_deleted]


def texts(user: "User") -> list[str]:
    """Return everything that is read or heard, in order."""
    from nicegui.elements.mixins.text_element import TextElement

    found = []
    for element in elements(user):
        if isinstance(element, TextElement):
            found.append(element.text)
        found += [str(element.props[name]) for name in SPOKEN if name in element.props]
        words = element.props.get("words")
        if isinstance(words, dict):
            found += [word for word in words.values() if isinstance(word, str)]
    return [text.strip() for text in found if text and text.strip()]


def tagged(user: "User", tag: str) -> "list[ui.element]":
    return [element for element in elements(user) if element.tag == tag]


def title(user: "User") -> str:
    assert user.client is not None
    return user.client.resolve_title()


def pressed(user: "User", name: str) -> None:
    """Press the button of a name."""
    from nicegui import events

    (button,) = [
        one.parent_slot.parent  # type: ignore[union-attr]
        for one in user.find(content=name).elements
        if one.tag == "span" and one.text == name  # type: ignore[attr-defined]
    ]
    for listener in button._event_listeners.values():
        if listener.type == "click":
            with user.client:  # type: ignore[union-attr]
                events.handle_event(
                    listener.handler,
                    events.GenericEventArguments(sender=button, client=user.client, args=[]),
                )


async def until(true: Callable[[], bool]) -> None:
    """Wait for what comes soon; the limit is far away, as the machine may be busy."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)
