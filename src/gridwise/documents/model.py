"""A report as a list of blocks, in no language and no format yet."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gridwise.core.capabilities.about import Formula
from gridwise.core.message import Message
from gridwise.core.scene import Scene
from gridwise.render.words import Catalogue, in_words, printable

Text = Message | str
"""What is to be put into words, or a name that stays as it is."""


def said(text: str) -> Message:
    """Return a text that the registry or a manifest holds as a template, its braces as they are."""
    return Message(text if "{" not in text and "}" not in text else _escaped(text))


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def words(text: Text, catalogue: Catalogue) -> str:
    """Return a text in the catalogue's language, on one line."""
    return printable(text) if isinstance(text, str) else in_words(text, catalogue)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the highest."""

    text: Text
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `strong` ones are set in bold, `code` is what a computer reads."""

    text: Text
    strong: bool = False
    code: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a head; the first column names the rows.

    `numbers` is whether the other columns are aligned right; the rows of `marked` are red.
    """

    caption: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    numbers: bool = True
    marked: frozenset[int] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, drawn (`svg`) or as dots (`png`) or both, and what it shows in words."""

    caption: Text
    alt: Text
    svg: str | None = None
    png: bytes | None = None
    scene: Scene | None = None
    """What `svg` draws: for a terminal, and for a page in any language."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures beside each other, `columns` of them in a row."""

    pictures: tuple[Picture, ...]
    columns: int = 2


Block = Heading | Paragraph | Bullets | Formula | Table | Gallery


@dataclass(frozen=True, slots=True)
class Document:
    """A report: what stands on its cover, and its blocks.

    `cover` are lines under the title; `made` is the line that says what it was made from.
    """

    title: Text
    cover: tuple[Text, ...]
    made: Text
    date: str
    blocks: Sequence[Block]

    def leading(self) -> frozenset[int]:
        """Return the places of the paragraphs that lead to a list, a formula or a line of code."""
        pairs = enumerate(zip(self.blocks, self.blocks[1:], strict=False))
        return frozenset(
            at
            for at, (one, other) in pairs
            if isinstance(one, Paragraph)
            and (
                isinstance(other, Bullets | Formula)
                or (isinstance(other, Paragraph) and other.code)
            )
        )

    def texts(self) -> list[Text]:
        """Return every text in it."""
        out: list[Text] = [self.title, *self.cover, self.made]
        for block in self.blocks:
            match block:
                case Heading(text) | Paragraph(text):
                    out.append(text)
                case Bullets(items):
                    out.extend(items)
                case Table():
                    out += [block.caption, *block.head, *(x for line in block.rows for x in line)]
                case Gallery(pictures):
                    out += [x for picture in pictures for x in (picture.caption, picture.alt)]
        return out
