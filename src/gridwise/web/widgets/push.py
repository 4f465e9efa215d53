"""Buttons of the play page: native ones, with a sign before the words where it helps."""

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from gridwise.web.widgets.parts import box


class Push:
    """A button that can be shut, hidden and renamed.

    Parameters
    ----------
    words
        Its name.
    does
        What it does; may be a coroutine function.
    icon
        A sign before its name.
    main
        Whether it is what one mostly wants here.
    classes
        Of the look.
    """

    def __init__(
        self,
        words: str,
        does: Callable[..., Any] | None = None,
        *,
        icon: str = "",
        main: bool = False,
        classes: str = "gw-button",
    ) -> None:
        self.element = box("button", classes + (" gw-button-main" if main else ""), type="button")
        with self.element:
            self._icon = ui.icon(icon).classes("gw-sign") if icon else None
            self._words = TextElement(tag="span", text=words)
        self._title: str | None = None
        if does is not None:
            self.element.on("click", lambda _: does(), [])

    def call(self, words: str, icon: str = "") -> None:
        """Give it another name, and another sign."""
        self._words.text = words
        if self._icon is not None and icon:
            self._icon.props(f"name={icon}")

    def open(self, wanted: bool) -> None:
        """Let it be pressed, or not."""
        if wanted == bool(self.element.props.get("disabled")):
            if wanted:
                del self.element.props["disabled"]
            else:
                self.element.props["disabled"] = True
            self.element.update()

    def wait(self, reason: str) -> None:
        """Say that it can do nothing now, and why; empty: that it can again. It keeps the focus."""
        props = self.element.props
        if bool(reason) == ("aria-disabled" in props):
            return
        if reason:
            self._title = props.get("title")
            props["aria-disabled"], props["title"] = "true", reason
        else:
            del props["aria-disabled"], props["title"]
            if self._title is not None:
                props["title"] = self._title
        self.element.update()

    def show(self, wanted: bool) -> None:
        """Show or hide it."""
        self.element.set_visibility(wanted)

    def say(self, name: str, value: str) -> None:
        """Set an attribute, such as `aria-pressed`."""
        if self.element.props.get(name) != value:
            self.element.props[name] = value
            self.element.update()

    def look(self, name: str, wanted: bool) -> None:
        """Add a class, or take it away."""
        self.element.classes(add=name if wanted else "", remove="" if wanted else name)


def tool(words: str, icon: str, does: Callable[..., Any] | None = None) -> Push:
    """Return a button of the bar: a sign, and its name where there is room for it."""
    made = Push(words, does, icon=icon, classes="gw-act")
    made.element.props["title"] = words
    return made
