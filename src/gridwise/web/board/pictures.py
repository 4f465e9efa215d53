"""The pictures for tiles: the package's and the visitors' own.

`docs/images/make_pictures.py` paints the package's pictures.
"""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from gridwise.core.message import Message, msg
from gridwise.core.scene import Scene
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor

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
    """Store a picture by `tile_picture.for_board`, replacing the one before."""
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
