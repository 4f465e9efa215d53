"""What a visitor played and won."""

from gridwise.core.message import msg
from gridwise.web.house import House
from gridwise.web.parts import box, text
from gridwise.web.visitor import Visitor


def show(house: House, visitor: Visitor) -> None:
    """Show it."""
    with box("article", "gw-page"):
        text("h1", visitor.words(msg("Statistics")))
