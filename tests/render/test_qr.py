"""QR codes: a reader of another project reads the text in them."""

import re

import pytest

from every import every
from gridwise.core.errors import ParameterError
from gridwise.render.qr import MOST_BYTES, qr_svg

pytest.importorskip("segno")
zxing = pytest.importorskip("zxingcpp")
numpy = pytest.importorskip("numpy")

LINK = "http://192.168.1.20:8080/"
TEXTS = (
    LINK + "sudoku#sudoku:3x3:" + "53..7...." * 9,
    LINK + "minesweeper#minesweeper:30x16x99:" + "/".join(["-1X2-01---" * 3] * 16),
    LINK + "sliding#sliding:3x3:1,0,2,3,4,5,6,7,8%3E1,2,3,4,5,6,7,8,0",
    "queens:8:r1c1,xr3c2",
    "sudoku:5x5:" + "1." * 312 + "P",
    "a" * MOST_BYTES,
)


def pixels(svg: str) -> object:
    """Draw the picture: a white square, and black runs of modules in rows."""
    side = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    drawn = numpy.full((side, side), 255, numpy.uint8)
    (path,) = re.findall(r'stroke="#000" d="([^"]+)"', svg)
    x, y = 0.0, 0.0
    for name, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(one) for one in numbers.split()]
        if name == "h":
            drawn[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        else:
            x, y = (values[0], values[1]) if name == "M" else (x + values[0], y + values[1])
    return numpy.kron(drawn, numpy.ones((4, 4), numpy.uint8))


@every("text", TEXTS, ids=len)
def test_what_is_read_is_the_text(text: str) -> None:
    (found,) = zxing.read_barcodes(pixels(qr_svg(text)))
    assert found.text == text


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ParameterError, match="2,954 bytes, and the largest holds 2,953; send"):
        qr_svg("a" * (MOST_BYTES + 1))
