"""The page."""

from nicegui import ui

from gridwise.web.house import House
from gridwise.web.visitor import Visitor


def show(house: House, visitor: Visitor, kind: str = "") -> None:
    """Show it."""
    ui.label("about " + kind)
