"""Methods on the same boards."""

from gridwise.core.message import msg
from gridwise.web.house import House
from gridwise.web.parts import box, text
from gridwise.web.visitor import Visitor


def show(house: House, visitor: Visitor, ident: str = "") -> None:
    """Show it."""
    with box("article", "gw-page"):
        text("h1", visitor.words(msg("Compare methods")))
