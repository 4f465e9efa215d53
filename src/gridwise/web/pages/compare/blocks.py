"""Blocks of a report as parts of a page."""

from gridwise.core.formula import linear
from gridwise.documents import model
from gridwise.documents.model import Block, Text
from gridwise.render.catalogue import catalogue
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.parts import box, data_table, text


def show_block(block: Block, visitor: Visitor) -> None:
    """Show one block in the visitor's language; pictures are left out."""
    words = catalogue(visitor.language)

    def said(one: Text) -> str:
        return model.words(one, words)

    match block:
        case model.Heading():
            text("h3", said(block.text))
        case model.Paragraph():
            if block.code:
                text("p", said(block.text), "gw-code")
            else:
                text("p", model.sentence(block.text, words), "gw-said")
        case model.Bullets():
            with box("ul", "gw-bullets"):
                for item in block.items:
                    text("li", model.sentence(item, words))
        case model.DocumentTable():
            _table(block, visitor)
        case model.Gallery():
            pass
        case _:
            text("p", linear(block.math), "gw-code")


def _table(table: model.DocumentTable, visitor: Visitor) -> None:
    words = catalogue(visitor.language)

    def said(one: Text) -> str:
        return model.words(one, words)

    number = "gw-number" if table.numbers else ""
    caption = said(table.caption)
    text("p", caption, "gw-caption")
    outer = box("div", "gw-scroll", tabindex=0, role="region", aria_label=caption)
    with outer, box("table", "gw-table", aria_label=caption):
        rows = [tuple(map(said, line)) for line in table.rows]
        data_table(tuple(map(said, table.head)), rows, number, table.marked)
