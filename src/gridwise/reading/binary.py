"""Files that are no text: boards and recorded games of other programs.

The puzzle whose files they are reads them (`core.capabilities.BinaryFiles`). On the way to it,
where text is expected, a file is a data URL (RFC 2397), so that a server need not look into it.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import BinaryFiles
from gridwise.core.errors import ParseError
from gridwise.core.message import msg
from gridwise.core.reading import Entry

HEAD_BYTES = 64
_CONTROL = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")
"""The bytes that no text has; tabs, ends of lines and the escapes of a terminal are left out."""
_URL = re.compile(r"\s*data:[\w/+.;=-]*;base64,")


def may_be_binary(head: bytes) -> bool:
    """Return whether the first bytes of a file, `HEAD_BYTES` of them, are not those of a text."""
    return _CONTROL.search(head, 0, HEAD_BYTES) is not None


def _form(data: bytes, source: str) -> tuple[str, BinaryFiles] | None:
    """Return the name of the puzzle that reads a file, and how it does; None for a text."""
    if not may_be_binary(data):
        return None
    known = registry.capabilities(BinaryFiles).items()
    return next(((kind, files) for kind, files in known if files.takes(data, source)), None)


def as_url(data: bytes, source: str) -> str | None:
    """Return a file that some puzzle reads as a data URL, None for a text.

    Here and below `source` is the name of the file, also in errors.
    """
    if _form(data, source) is None:
        return None
    return f"data:;base64,{base64.b64encode(data).decode()}"


def is_url(text: str) -> bool:
    """Return whether a text begins as a data URL does."""
    return _URL.match(text) is not None


def of_url(text: str, source: str) -> bytes | None:
    """Return the bytes of a data URL, None for another text; raise `ParseError` if it is cut."""
    head = _URL.match(text)
    if head is None:
        return None
    try:
        return base64.b64decode(text[head.end() :].strip(), validate=True)
    except (binascii.Error, ValueError):
        raise ParseError(msg("a cut data URL"), msg("base64"), source=source) from None


def read(data: bytes, source: str) -> tuple[str, Entry[Any]] | None:
    """Return the puzzle and the board of a file, None for one that no puzzle reads."""
    form = _form(data, source)
    if form is None:
        return None
    kind, files = form
    try:
        return kind, files.read(data, source)
    except ParseError as error:
        return kind, Entry(1, error=error)


def played(data: bytes, source: str) -> Mapping[str, Any] | None:
    """Return the recorded game of a file, None for one that no puzzle reads.

    Raises
    ------
    ParseError
        The file is damaged, or holds no game.
    """
    form = _form(data, source)
    return None if form is None else form[1].played(data, source)
