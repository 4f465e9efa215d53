"""QR codes of short texts, such as links to boards."""

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.numbers import number
from gridwise.render.extras import needed

MOST_BYTES = 2953
"""The most bytes of a text, which the largest code holds."""
_QUIET = 4
"""The light modules that a reader needs around a code."""


def qr_svg(text: str) -> str:
    """Return a text as a QR code: SVG, black on white in every look, as readers need it.

    Raises
    ------
    ParameterError
        The text is too long for a QR code.
    UsageError
        segno is not installed.
    """
    segno = needed("segno", extra="web", purpose="a QR code")
    size = len(text.encode())
    if size > MOST_BYTES:
        raise ParameterError(
            msg(
                "this is too long for a QR code: {size} bytes, and the largest holds {most}; send "
                "the file instead",
                size=number(size),
                most=number(MOST_BYTES),
            )
        )
    code = segno.make_qr(text, error="l")
    return str(code.svg_inline(border=_QUIET, dark="#000", light="#fff", omitsize=True))
