"""Uploaded pictures: what is read, what is refused before it costs anything, what comes out."""

import struct
import zlib
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samples
from every import every
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.web.board.pictures import (
    LONGEST_SIDE,
    MOST_BYTES,
    PictureError,
    for_board,
)

PIL = pytest.importorskip("PIL")
from PIL import Image  # noqa: E402  (it is there only where the page is installed)

FOLDER = Path(__file__).parents[2] / "src/gridwise/web/static/pictures"
RED, GREEN, BLUE, GREY = (220, 30, 30), (30, 160, 60), (30, 60, 200), (120, 120, 120)


def quarters(width: int = 80, height: int = 60) -> Image.Image:
    """Red and green above, blue and grey below."""
    image = Image.new("RGB", (width, height), GREY)
    image.paste(RED, (0, 0, width // 2, height // 2))
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    return image


def packed(image: Image.Image, kind: str = "PNG", **more) -> bytes:
    out = BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    assert image.format == "WEBP"
    image.load()
    return image


def near(pixel, wanted, off: int = 40) -> bool:
    return all(abs(a - b) <= off for a, b in zip(pixel[:3], wanted, strict=True))


def corners(image: Image.Image) -> list[str]:
    """Which colour is in each quarter."""
    names = {"red": RED, "green": GREEN, "blue": BLUE, "grey": GREY}
    width, height = image.size
    found = []
    for x, y in ((1, 1), (3, 1), (1, 3), (3, 3)):
        pixel = image.convert("RGB").getpixel((width * x // 4, height * y // 4))
        found.append(next(name for name, tone in names.items() if near(pixel, tone)))
    return found


UPRIGHT = ["red", "green", "blue", "grey"]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_four_kinds_are_read(kind: str) -> None:
    image = opened(for_board(packed(quarters(), kind), 4, 3))
    assert image.size == (80, 60)
    assert corners(image) == UPRIGHT


@pytest.mark.parametrize(
    ("board", "size"),
    [((4, 3), (80, 60)), ((3, 3), (60, 60)), ((3, 6), (30, 60)), ((8, 2), (80, 20))],
)
def test_it_is_cut_to_the_shape_of_the_board(board, size) -> None:
    assert opened(for_board(packed(quarters()), *board)).size == size


def test_the_middle_is_taken() -> None:
    image = Image.new("RGB", (90, 30), GREY)
    image.paste(GREEN, (30, 0, 60, 30))
    cut = opened(for_board(packed(image), 3, 3)).convert("RGB")
    assert cut.size == (30, 30)
    assert all(near(cut.getpixel(at), GREEN) for at in ((2, 2), (27, 27), (2, 27)))


def test_a_board_that_is_none_is_refused() -> None:
    with pytest.raises(ParameterError):
        for_board(packed(quarters()), 0, 3)


def test_a_large_picture_is_made_smaller_and_a_small_one_is_left() -> None:
    assert opened(for_board(packed(quarters(2048, 1024), "JPEG"), 2, 1)).size == (LONGEST_SIDE, 512)
    assert opened(for_board(packed(quarters(20, 20)), 1, 1)).size == (20, 20)


def test_too_small_a_picture_is_refused() -> None:
    with pytest.raises(PictureError, match="too small"):
        for_board(packed(quarters(15, 400)), 3, 3)


@every("orientation", range(1, 9))
def test_the_turn_that_exif_asks_for_is_made(orientation: int) -> None:
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    image = quarters()
    if orientation in undo:
        image = image.transpose(undo[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    cut = opened(for_board(packed(image, "JPEG", exif=exif, quality=95), 4, 3))
    assert cut.size == (80, 60)
    assert corners(cut) == UPRIGHT


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_a_turn_that_is_none_is_not_made(orientation) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    cut = opened(for_board(packed(quarters(), "JPEG", exif=exif), 4, 3))
    assert corners(cut) == UPRIGHT


def test_nothing_but_pixels_comes_out() -> None:
    exif = Image.Exif()
    exif[0x010E] = "secret place"
    exif[0x9286] = "secret place"
    data = packed(
        quarters(), "JPEG", exif=exif, comment=b"secret place", icc_profile=b"secret place" * 20
    )
    assert b"secret place" in data
    out = for_board(data, 4, 3)
    assert b"secret place" not in out
    assert not {b"EXIF", b"ICCP", b"XMP "} & {out[i : i + 4] for i in range(len(out))}
    assert not opened(out).getexif()


def test_text_in_a_png_does_not_come_out() -> None:
    from PIL.PngImagePlugin import PngInfo

    notes = PngInfo()
    notes.add_text("Comment", "secret place")
    assert b"secret place" not in for_board(packed(quarters(), pnginfo=notes), 4, 3)


@every("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_mode_of_a_png_is_read(mode: str) -> None:
    if mode == "I;16":
        image = Image.new("I", (40, 40), 65535)
        image.paste(0, (0, 0, 20, 40))
        image = image.convert(mode)
    else:
        image = Image.new("L", (40, 40), 255)
        image.paste(0, (0, 0, 20, 40))
        image = image.convert(mode)
    cut = opened(for_board(packed(image), 1, 1)).convert("L")
    assert cut.getpixel((8, 20)) < 12
    assert cut.getpixel((32, 20)) > 243


def test_a_cmyk_jpeg_is_read() -> None:
    assert corners(opened(for_board(packed(quarters().convert("CMYK"), "JPEG"), 4, 3))) == UPRIGHT


def test_what_is_transparent_becomes_white() -> None:
    image = quarters().convert("RGBA")
    image.putalpha(0)
    cut = opened(for_board(packed(image), 4, 3)).convert("RGB")
    assert near(cut.getpixel((10, 10)), (255, 255, 255), 3)
    assert cut.mode == "RGB"


@pytest.mark.parametrize("kind", ["GIF", "WEBP"])
def test_of_several_frames_the_first_is_taken(kind: str) -> None:
    other = Image.new("RGB", (80, 60), GREEN)
    data = packed(quarters(), kind, save_all=True, append_images=[other, other], duration=50)
    image = opened(for_board(data, 4, 3))
    assert corners(image) == UPRIGHT
    assert getattr(image, "n_frames", 1) == 1


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and has next to nothing in it."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(64))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(5000, 5001), (20_000, 1001), (12_000, 12_000), (60_000, 60_000)])
def test_too_many_pixels_are_refused_by_the_header_alone(size, monkeypatch) -> None:
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match="pixels, at most 20,000,000"):
        for_board(png_header(*size), 3, 3)


def test_twenty_megapixels_are_read() -> None:
    data = packed(Image.new("L", (5000, 4000), 200), "PNG", compress_level=1)
    assert opened(for_board(data, 5, 4)).size == (1024, 819)


def test_a_file_of_too_many_bytes_is_refused() -> None:
    with pytest.raises(PictureError, match="bytes, at most"):
        for_board(bytes(MOST_BYTES + 1), 3, 3)
    data = packed(quarters())
    assert for_board(data.ljust(MOST_BYTES, b"\0"), 4, 3) == for_board(data, 4, 3)


def test_a_jpeg_of_very_many_layers_is_refused() -> None:
    data = packed(quarters(), "JPEG", progressive=True)
    assert corners(opened(for_board(data, 4, 3))) == UPRIGHT
    scan = data[data.rindex(b"\xff\xda") : -2]
    with pytest.raises(PictureError, match="layers"):
        for_board(data[:-2] + scan * 200 + data[-2:], 4, 3)


@every(
    "data",
    [
        b"",
        b"hello",
        b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
        b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        b"RIFF\x00\x00\x00\x00WEBP",
        b"%PDF-1.7\n",
    ],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(PictureError):
        for_board(data, 3, 3)


@pytest.mark.parametrize("kind", ["BMP", "TIFF", "ICO", "PPM", "TGA", "EPS"])
def test_other_kinds_are_refused(kind: str) -> None:
    with pytest.raises(PictureError, match="PNG, JPEG, WebP and GIF"):
        for_board(packed(quarters(), kind), 3, 3)


@every(
    "kind, share",
    [(kind, share) for kind in ("PNG", "JPEG", "WEBP", "GIF") for share in (0.1, 0.5, 0.9)],
)
def test_a_file_that_was_cut_short_is_refused(kind: str, share: float) -> None:
    data = packed(Image.effect_noise((120, 90), 80).convert("RGB"), kind)
    with pytest.raises(PictureError):
        for_board(data[: int(len(data) * share)], 4, 3)


def test_a_png_with_a_packed_text_that_swells_is_refused_or_read_at_once() -> None:
    bomb = chunk(b"zTXt", b"k\0\0" + zlib.compress(bytes(200_000_000), 9))
    data = packed(quarters())
    with pytest.raises(PictureError):
        for_board(data[:33] + bomb + data[33:], 4, 3)


KINDS = ("GIF", "JPEG", "PNG", "WEBP")


@cache
def small(kind: str) -> bytes:
    return packed(quarters(24, 18), kind)


@settings(max_examples=samples.seeds(100, 250).stop, deadline=None, derandomize=True)
@given(
    kind=st.sampled_from(KINDS),
    changes=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), min_size=1, max_size=6),
)
def test_damage_is_refused_in_words_or_read(kind: str, changes: list[tuple[int, int]]) -> None:
    data = bytearray(small(kind))
    for at, byte in changes:
        data[at % len(data)] = byte
    try:
        out = for_board(bytes(data), 4, 3)
    except PictureError as error:
        assert isinstance(error, GridwiseError) and str(error)
    else:
        assert max(opened(out).size) <= LONGEST_SIDE


def test_the_shipped_pictures_are_small_and_whole() -> None:
    from gridwise.web.board.pictures import FOLDER as THERE
    from gridwise.web.board.pictures import PICTURES

    assert THERE.resolve() == FOLDER.resolve()
    files = {path.stem: path for path in FOLDER.glob("*.webp")}
    assert set(files) == set(PICTURES)
    assert len(files) >= 4
    for path in files.values():
        image = opened(path.read_bytes())
        assert image.size[0] == image.size[1] >= 800
        # Something is to be seen in every ninth of it, so that tiles can be told apart.
        small = image.convert("L").resize((9, 9))
        assert len({small.getpixel((x, y)) for x in range(9) for y in range(9)}) > 20
