"""The element that shows a table, and the names of the tables that methods report."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.web.widgets.parts import box, text

Words = Callable[[Message | Numeral], str]

_COLUMNS: Mapping[str, Message] = {
    "row": msg("row"),
    "col": msg("column"),
    "variable": msg("variable"),
    "value": msg("value"),
    "f1": msg("F1"),
    "f2": msg("F2"),
    "mean": msg("(F1 + F2) / 2"),
    "chosen": msg("chosen"),
    "bound": msg("bound"),
    "generated": msg("generated"),
    "expanded": msg("expanded"),
    "reopened": msg("reopened"),
    "open": msg("OPEN"),
    "open_peak": msg("OPEN at most"),
    "closed": msg("CLOSED"),
    "layer": msg("layer"),
    "states": msg("states"),
}
_FROM_ONE = frozenset({"row", "col"})
"""Columns that count from 0 in the code, and from 1 for people."""
_TITLES: Mapping[str, Message] = {
    "min_max": msg("F1 and F2 of the choices here"),
    "iterations": msg("Searches, by bound"),
    "open_closed": msg("OPEN and CLOSED at the end"),
    "layers": msg("Layers"),
}


def title(name: str) -> Message:
    """Return the title of a result's table."""
    return _TITLES.get(name, Message(name.replace("_", " ")))


def heads(columns: Sequence[str], words: Words) -> list[str]:
    """Return the names of columns."""
    return [words(_COLUMNS[c]) if c in _COLUMNS else c.replace("_", " ") for c in columns]


def cell(column: str, value: Any, words: Words) -> str:
    """Return a value as text; rows and columns count from 1."""
    if column == "chosen":
        return words(msg("yes")) if value else ""
    if column in _FROM_ONE and isinstance(value, int):
        return str(value + 1)
    return f"{value:g}" if isinstance(value, float) else str(value)


class TableElement:
    """A table whose rows change, built in the current slot."""

    def __init__(
        self, caption: str, heads: Sequence[str], *, named: bool = False, heard: bool = False
    ) -> None:
        self._rows: list[list[str]] = []
        self._named = named
        around = box("div", "gw-replay-scroll", tabindex=0, role="region", aria_label=caption)
        with around, box("table", "gw-table"):
            text("caption", caption, "gw-unseen" if heard else "")
            with box("thead"), box("tr"):
                for head in heads:
                    text("th", head, scope="col")
            self._body = box("tbody")

    def show(self, rows: list[list[str]], lit: frozenset[int] = frozenset()) -> None:
        """Show these rows; rows in `lit` are highlighted."""
        if rows == self._rows:
            return
        self._rows = rows
        self._body.clear()
        with self._body:
            for at, row in enumerate(rows):
                with box("tr", "gw-lit-row" if at in lit else ""):
                    for column, cell in enumerate(row):
                        head = self._named and column == 0
                        text("th" if head else "td", cell, scope="row" if head else False)
