"""The small parts that pages are made of: plain HTML elements, whose text is never read as HTML.

Attributes are set by name and not through a string of them, as a text may hold any character.
"""

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement


def box(tag: str = "div", classes: str = "", **attributes: str | bool | int) -> ui.element:
    """Return an element to put others into; `aria_label` becomes the attribute `aria-label`."""
    made = ui.element(tag)
    _dress(made, classes, attributes)
    return made


def text(tag: str, words: str, classes: str = "", **attributes: str | bool | int) -> TextElement:
    """Return an element that holds a text."""
    made = TextElement(tag=tag, text=words)
    _dress(made, classes, attributes)
    return made


def link(words: str, target: str, classes: str = "", **attributes: str | bool | int) -> TextElement:
    """Return a link; one to a page of ours changes the page without loading anew."""
    return text("a", words, classes, href=target, **attributes)


def button(
    words: str,
    on_click: Callable[..., Any] | None = None,
    classes: str = "gw-button",
    **attributes: str | bool | int,
) -> TextElement:
    """Return a button."""
    made = text("button", words, classes, type="button", **attributes)
    if on_click is not None:
        made.on("click", lambda _: on_click(), [])
    return made


def choice(
    label: str,
    options: dict[str, str],
    value: str,
    on_change: Callable[[str], Any],
    *,
    classes: str = "",
    languages: bool = False,
) -> ui.element:
    """Return a list to choose one of, in the browser's own look and ways.

    Parameters
    ----------
    label
        Its name for those who do not see where it stands.
    options
        Names by value.
    value
        What is chosen now.
    on_change
        Called with the value; what is none of the options never gets there.
    classes
        Of the element.
    languages
        Whether the values are the languages of their names.
    """
    made = box("select", f"gw-select {classes}", aria_label=label, value=value)
    with made:
        for key, name in options.items():
            one = text("option", name, value=key)
            if languages:
                one.props["lang"] = key

    def changed(event: Any) -> Any:
        if event.args in options:
            made.props["value"] = event.args
            return on_change(event.args)
        return None

    made.on("change", changed, js_handler="(event) => emit(event.target.value)")
    return made


class Farewell(ui.element):
    """An element that is not seen, and calls back when the page that it is on is left.

    That is where the page gives way to another, in the same window too, and where it is closed.
    """

    def __init__(self, does: Callable[[], Any]) -> None:
        super().__init__("span")
        self._does = does
        self.set_visibility(False)

    def _handle_delete(self) -> None:
        self._does()
        super()._handle_delete()


class Choice(ui.element):
    """A list to choose one of, in a form, with its name in its frame: the browser's own list.

    Parameters
    ----------
    label
        Its name.
    options
        Names by value.
    value
        What is chosen at first; None where there is nothing to choose.

    Notes
    -----
    Browsers and those who read them out know what to do with such a list; the lists of the
    component library are, once open, not what ARIA asks of a list.
    """

    def __init__(self, label: str, options: Mapping[str, str], value: str | None) -> None:
        super().__init__("label")
        self.classes("gw-pick")
        self.value, self.options = value, dict(options)
        self._told: Callable[[], Any] | None = None
        with self:
            text("span", label, "gw-pick-name")
            self._list = choice(label, self.options, value or "", self._chosen)

    def set_options(self, options: Mapping[str, str], value: str | None) -> None:
        """Offer others, one of them chosen; nobody is told."""
        self.value = value
        self.options.clear()
        self.options.update(options)
        self._list.clear()
        with self._list:
            for key, name in self.options.items():
                text("option", name, value=key)
        self._list.props["value"] = value or ""

    def on_choice(self, told: Callable[[], Any]) -> None:
        """Call this, which may be async, when something else was chosen."""
        self._told = told

    def _chosen(self, value: str) -> Any:
        if value == self.value:
            return None
        self.value = value
        return None if self._told is None else self._told()


def _dress(element: ui.element, classes: str, attributes: dict[str, Any]) -> None:
    if classes:
        element.classes(classes)
    for name, value in attributes.items():
        if value is not False:
            element.props[name.rstrip("_").replace("_", "-")] = value
