"""The small parts of pages: plain HTML elements, whose text is never read as HTML.

Attributes are set by name and not through a string of them, as a text may hold any character.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from gridwise.core.message import Message, msg

Attribute = str | bool | int


def box(tag: str = "div", classes: str = "", **attributes: Attribute) -> ui.element:
    """Return an element to put others into; `aria_label` becomes the attribute `aria-label`."""
    made = ui.element(tag)
    _dress(made, classes, attributes)
    return made


def text(tag: str, words: str, classes: str = "", **attributes: Attribute) -> TextElement:
    """Return an element that holds a text."""
    made = TextElement(tag=tag, text=words)
    _dress(made, classes, attributes)
    return made


def link(words: str, target: str, classes: str = "", **attributes: Attribute) -> TextElement:
    """Return a link; one to a page of ours changes the page without a reload."""
    return text("a", words, classes, href=target, **attributes)


def heading(words: str, level: int = 2) -> TextElement:
    """Return a heading."""
    return text(f"h{level}", words, f"gw-h{level}")


def dialog_heading(dialog: ui.dialog, words: str) -> TextElement:
    """Return the heading of a dialog, which is the dialog's accessible name too."""
    dialog.props["aria-label"] = words
    return heading(words)


def panel(title: str, classes: str = "") -> ui.element:
    """Return a framed section that begins with its title."""
    made = box("section", f"gw-panel {classes}".rstrip(), aria_label=title)
    with made:
        heading(title)
    return made


def titled_section(title: str, ident: str) -> ui.element:
    """Return a section that begins with its title and is named by it."""
    made = box("section", aria_labelledby=ident)
    with made:
        text("h2", title, id=ident)
    return made


def data_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    number: str = "gw-number",
    marked: Container[int] = (),
) -> None:
    """Build the head and the body of a table; the first column names the rows.

    The other columns have the class `number`; the rows in `marked` are highlighted.
    """
    with box("thead"), box("tr"):
        for at, head in enumerate(heads):
            text("th", head, number if at else "", scope="col")
    with box("tbody"):
        for at, (first, *cells) in enumerate(rows):
            with box("tr", "gw-marked" if at in marked else ""):
                text("th", first, scope="row")
                for cell in cells:
                    text("td", cell, number)


async def sure(words: Callable[[Message], str], question: Message, what: Message) -> bool:
    """Ask before something is deleted; closing the dialog is a no."""
    with ui.dialog() as dialog, ui.card().classes("gw-dialog"):
        dialog.props["aria-label"] = words(question)
        text("h2", words(question))
        text("p", words(what))
        with box("div", "gw-row"):
            Button(words(msg("Keep it")), partial(dialog.submit, False)).mark("keep")
            delete = partial(dialog.submit, True)
            Button(words(msg("Delete")), delete, "gw-button gw-button-bad").mark("sure")
    answer = await dialog
    dialog.delete()
    return answer is True


def group(label: str, classes: str) -> ui.element:
    """Return a box of controls that belong together."""
    return box("div", classes, role="group", aria_label=label)


def buttons() -> ui.element:
    """Return a row for buttons."""
    return box("div", "gw-buttons")


class Button(ui.element):
    """A native button, which can be disabled and renamed.

    Parameters
    ----------
    words
        Its name.
    on_click
        Called without arguments; may be a coroutine function.
    classes
        CSS classes.
    icon
        A Material icon before the name.
    main
        Whether it is the main action of its place.
    attributes
        The attributes of the element, as for `box`.
    """

    def __init__(
        self,
        words: str,
        on_click: Callable[..., Any] | None = None,
        classes: str = "gw-button",
        *,
        icon: str = "",
        main: bool = False,
        **attributes: Attribute,
    ) -> None:
        super().__init__("button")
        looks = classes + (" gw-button-main" if main else "")
        _dress(self, looks, {"type": "button", **attributes})
        with self:
            self._icon = ui.icon(icon).classes("gw-sign") if icon else None
            self._words = text("span", words)
        self._title: str | None = None
        if on_click is not None:
            self.on("click", lambda _: on_click(), [])

    @property
    def text(self) -> str:
        """The name."""
        return str(self._words.text)

    @text.setter
    def text(self, words: str) -> None:
        self._words.text = words

    def set_icon(self, icon: str) -> None:
        """Show another icon on a button that has one."""
        assert self._icon is not None
        self._icon.props["name"] = icon

    def set_enabled(self, wanted: bool) -> None:
        """Let it be pressed, or not."""
        self.set_attribute("disabled", None if wanted else True)

    def set_attribute(self, name: str, value: Attribute | None) -> None:
        """Set an attribute such as `aria-pressed`, if it changes; None removes it."""
        if self.props.get(name) != value:
            self.props.set_optional(name, value)

    def set_unavailable(self, reason: str) -> None:
        """Show that the button can do nothing now, and why; it keeps the focus. Empty ends that."""
        if bool(reason) == ("aria-disabled" in self.props):
            return
        if reason:
            self._title = self.props.get("title")
        self.set_attribute("aria-disabled", "true" if reason else None)
        self.set_attribute("title", reason or self._title)


def tool(
    words: str, icon: str, on_click: Callable[..., Any] | None = None, look: str = ""
) -> Button:
    """Return a button of a tool bar: an icon, and its name if there is room."""
    return Button(words, on_click, f"gw-act {look}".rstrip(), icon=icon, title=words)


class Select(ui.element):
    """A list to choose one of: the browser's own.

    Parameters
    ----------
    label
        Its name: shown in its frame, or told to screen readers alone.
    options
        Names by value.
    value
        The first choice, or None without options.
    on_change
        Called with the value, only ever one of the options; may be a coroutine function.
    framed
        Whether the label is shown.
    classes
        CSS classes.
    languages
        Whether the values are the languages of their names.

    Notes
    -----
    Browsers and screen readers know what to do with such a list; the lists of the component
    library, once open, are not what ARIA demands.
    """

    def __init__(
        self,
        label: str,
        options: Mapping[str, str],
        value: str | None,
        on_change: Callable[[str], Any] | None = None,
        *,
        framed: bool = False,
        classes: str = "",
        languages: bool = False,
    ) -> None:
        super().__init__("label" if framed else "select")
        self.options: dict[str, str] = {}
        self.on_change = on_change
        self._languages = languages
        if framed:
            _dress(self, f"gw-pick {classes}", {})
            with self:
                text("span", label, "gw-pick-name")
                self._list = ui.element("select")
        else:
            self._list = self
        _dress(self._list, f"gw-select {'' if framed else classes}", {"aria_label": label})
        self._list.on("change", self._changed, js_handler="(e) => emit(e.target.value)")
        self.set_options(options, value)

    def set_options(self, options: Mapping[str, str], value: str | None) -> None:
        """Offer other options, one of them chosen; `on_change` is not called."""
        self.value = value
        self.options.clear()
        self.options.update(options)
        self._list.clear()
        with self._list:
            for key, name in self.options.items():
                text("option", name, value=key, lang=self._languages and key)
        self._list.props["value"] = value or ""

    def _changed(self, event: Any) -> Any:
        value = event.args
        if value not in self.options:
            return None
        self.value = self._list.props["value"] = value
        return None if self.on_change is None else self.on_change(value)


class Farewell(ui.element):
    """An unseen element that calls back when its page is left or closed."""

    def __init__(self, on_leave: Callable[[], Any]) -> None:
        super().__init__("span")
        self._on_leave = on_leave
        self.set_visibility(False)

    def _handle_delete(self) -> None:
        self._on_leave()
        super()._handle_delete()


def _dress(element: ui.element, classes: str, attributes: Mapping[str, Attribute]) -> None:
    if classes:
        element.classes(classes)
    for name, value in attributes.items():
        if value is not False:
            element.props[name.rstrip("_").replace("_", "-")] = value
