"""The pictures for tiles: the package's and the visitors' own, which are read with care.

`docs/images/make_pictures.py` paints the package's pictures. An upload is never kept or sent on.
Only PNG, JPEG, WebP and GIF (its first frame) are read; size and kind are checked before any pixel
is made; the result is a new WebP file with pixels and nothing else. Decoding takes up to a second,
so a server does it in a thread or a child.
"""

from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING

from gridwise.core.errors import InputError, ParameterError
from gridwise.core.message import msg

if TYPE_CHECKING:
    from PIL.Image import Image
import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from gridwise.core.message import Message
from gridwise.core.scene import Scene
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor

MOST_BYTES = 20_000_000
"""The most bytes of a file."""
MOST_PIXELS = 20_000_000
"""The most pixels of a picture, checked before it is decoded."""
LONGEST_SIDE = 1024
"""The longer side of the result, in pixels; smaller pictures are not made larger."""
SHORTEST_SIDE = 16
"""The least shorter side of the part for the board, in pixels."""
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
"""The formats that are read, in Pillow's names."""
_MOST_SCANS = 100
"""The most passes of a progressive JPEG over the whole picture; cameras make about ten."""
_SCAN = b"\xff\xda"


class PictureError(InputError):
    """A file that is no picture, or one that is refused."""


def for_board(data: bytes, width: int, height: int) -> bytes:
    """Return the picture's middle in a board's shape, as a WebP file without any metadata.

    Parameters
    ----------
    data
        The uploaded file. Its name and the type named by its sender play no part.
    width, height
        The size of the board, in cells.

    Raises
    ------
    PictureError
        The file is no picture of a known format, is damaged or cut short, has too many bytes or
        pixels, or is too small.
    ParameterError
        The board has no cells.

    Notes
    -----
    The picture is turned as EXIF says. Transparent parts become white. Colour profiles are
    dropped. At most about 200 MB of memory are in use.
    """
    from PIL import Image

    if width < 1 or height < 1:
        raise ParameterError(f"a board of {width}x{height}")
    image = _decoded(data)
    try:
        left, top, right, bottom = _cut(image.size, width / height)
        if min(right - left, bottom - top) < SHORTEST_SIDE:
            raise PictureError(
                msg(
                    "the picture is too small: the part for the board has {size} pixels, at "
                    "least {least} a side are needed",
                    size=f"{right - left} x {bottom - top}",
                    least=SHORTEST_SIDE,
                )
            )
        scale = min(1.0, LONGEST_SIDE / max(right - left, bottom - top))
        size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
        fitted = image.resize(size, Image.Resampling.LANCZOS, (left, top, right, bottom), 3.0)
    finally:
        image.close()
    clean = Image.new("RGB", fitted.size)  # takes over the pixels, and no metadata
    clean.paste(fitted)
    out = BytesIO()
    clean.save(out, "WEBP", quality=86, method=4)
    return out.getvalue()


def _cut(size: tuple[int, int], ratio: float) -> tuple[int, int, int, int]:
    """Return the largest part with this ratio of width to height, in the picture's middle."""
    width = min(size[0], size[1] * ratio)
    height = width / ratio
    x, y = (size[0] - width) / 2, (size[1] - height) / 2
    return round(x), round(y), round(x + width), round(y + height)


def _decoded(data: bytes) -> "Image":
    """Return the first frame, upright and in RGB."""
    from PIL import Image

    if not data:
        raise PictureError(msg("the file is empty"))
    if len(data) > MOST_BYTES:
        raise PictureError(
            msg(
                "the file has {size} bytes, at most {most} are read",
                size=len(data),
                most=MOST_BYTES,
            )
        )
    try:
        image = Image.open(BytesIO(data), formats=FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PictureError(
            msg("the picture has far too many pixels, at most {most} are read", most=MOST_PIXELS)
        ) from error
    except Exception as error:  # Pillow raises the errors of its parsers, of any type
        raise PictureError(msg("this is no picture: PNG, JPEG, WebP and GIF are read")) from error
    _check_pixels(image.size)
    if image.format in ("JPEG", "MPO") and data.count(_SCAN) > _MOST_SCANS:
        raise PictureError(
            msg("the picture is packed in more than {most} layers", most=_MOST_SCANS)
        )
    try:
        image.load()
        _check_pixels(image.size)
        return _flat(_upright(image))
    except PictureError:
        raise
    except Exception as error:  # as above
        raise PictureError(msg("the picture is damaged or cut short")) from error


def _check_pixels(size: tuple[int, int]) -> None:
    if size[0] * size[1] > MOST_PIXELS:
        raise PictureError(
            msg(
                "the picture has {size} pixels, at most {most} are read",
                size=f"{size[0]} x {size[1]}",
                most=MOST_PIXELS,
            )
        )


def _upright(image: "Image") -> "Image":
    from PIL import ImageOps

    with suppress(Exception):  # metadata that cannot be read ask for nothing
        ImageOps.exif_transpose(image, in_place=True)
    return image


def _flat(image: "Image") -> "Image":
    """Return a picture in RGB, over white where it is transparent."""
    from PIL import Image

    if image.mode.startswith("I"):  # 16 bits a pixel, which a plain conversion would cut off
        image = image.convert("I").point(lambda value: value / 257).convert("L")
    elif image.mode == "F":
        raise PictureError(msg("this sort of picture is not read"))
    if "A" in image.getbands() or "a" in image.getbands() or "transparency" in image.info:
        image = image.convert("RGBA")
        ground = Image.new("RGB", image.size, "white")
        ground.paste(image, mask=image.getchannel("A"))
        return ground
    return image.convert("RGB")


FOLDER = Path(__file__).parents[1] / "static" / "pictures"
PICTURES: Mapping[str, Message] = {
    "dusk": msg("Mountains at dusk"),
    "waves": msg("Waves"),
    "hills": msg("Hills"),
    "planets": msg("Planets"),
    "mosaic": msg("Mosaic"),
}
"""The subject of each picture, by the name of its file without `.webp`."""

CHOSEN, NUMBERED = "picture", "picture_numbers"
"""The settings of a visitor: a name, as `address` takes it, and whether numbers are drawn too."""

_OWN = "/pictures/own"


def own(server: ServerContext, owner: str) -> Path:
    """Return the path of a visitor's own picture; it does not reveal the owner."""
    name = sha256(owner.encode()).hexdigest()[:32]
    return Path(server.config.folder) / "pictures" / f"{name}.webp"


def keep(server: ServerContext, owner: str, data: bytes) -> None:
    """Store a picture by `for_board`, replacing the one before."""
    path = own(server, owner)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    half = path.with_suffix(f".{secrets.token_hex(4)}")
    half.write_bytes(data)
    half.replace(path)


def address(server: ServerContext, owner: str, name: str) -> str | None:
    """Return the address of a picture: one of `PICTURES`, or `own`; None for another name."""
    if name in PICTURES:
        return f"/static/pictures/{name}.webp"
    if name == "own":
        path = own(server, owner)
        if path.exists():
            return f"{_OWN}?{path.stat().st_mtime_ns}"
    return None


def has_moving_parts(scene: Scene) -> bool:
    """Return whether a drawing has tiles; they move."""
    return any(cell.ident is not None for cell in scene.cells)


def chosen(server: ServerContext, visitor: Visitor) -> tuple[str | None, bool]:
    """Return the address of the visitor's picture for tiles, and whether numbers are drawn too."""
    settings = visitor.settings
    name = str(settings.get(CHOSEN, ""))
    return address(server, visitor.owner, name), bool(settings.get(NUMBERED, True))


def serve(server: ServerContext) -> None:
    """Add the route that serves each visitor their own picture, and nobody else's."""
    from fastapi import HTTPException, Request
    from fastapi.responses import FileResponse
    from nicegui import app

    def fetch(request: Request) -> FileResponse:
        path = own(server, str(request.session.get("id", "")))
        if not path.exists():
            raise HTTPException(404, "there is no picture")
        return FileResponse(path, media_type="image/webp", headers={"Cache-Control": "no-cache"})

    app.add_api_route(_OWN, fetch, methods=["GET"])
