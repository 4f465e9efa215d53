"""A page with one board and nothing else, and a way to tell it from outside what to show.

`/?board=NAME` shows a board of `BOARDS`; `/do?act=NAME` changes it; `/heard` tells what it heard.
"""

import json
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from nicegui import app as nicegui_app
from nicegui import ui

import gridwise.web.board.element as board_module
from gridwise.core.scene import Highlight, Role, Scene, SceneCell, Shade
from gridwise.web.board.element import BoardElement

STATIC = Path(board_module.__file__).parents[1] / "static"
KEYS = ("Digit7", "Shift+Digit7", "Numpad7", "KeyQ", "Control+KeyZ")
EVIL = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'


def covered(width: int, height: int) -> Scene:
    return Scene(width, height, (SceneCell(Role.COVERED),) * (width * height))


def digits() -> Scene:
    cells = [SceneCell(Role.EMPTY) for _ in range(16)]
    cells[0] = SceneCell(Role.GIVEN, "1")
    cells[5] = SceneCell(Role.FILLED, "2", shade=Shade.SAME)
    cells[6] = SceneCell(Role.EMPTY, notes=("1", "3"), centre=("2",), shade=Shade.PEER)
    marks = dict(enumerate(Highlight, 8))
    return Scene(4, 4, tuple(cells), (2,), (2,), marks, title="digits")


def tiles(order: str = "123405678") -> Scene:
    cells = (
        SceneCell(Role.TILE, n, ident=int(n), home=int(n)) if n != "0" else SceneCell(Role.BLANK)
        for n in order
    )
    return Scene(3, 3, tuple(cells))


def signs() -> Scene:
    cells = tuple(SceneCell(role, "3") for role in Role)
    return Scene(len(cells), 1, cells)


BOARDS = {
    "digits": digits,
    "big": lambda: covered(30, 16),
    "tiles": tiles,
    "signs": signs,
    "evil": lambda: Scene(
        1,
        1,
        (SceneCell(Role.GIVEN, EVIL, notes=(EVIL,), centre=(EVIL,), overlay=EVIL),),
        title=EVIL,
    ),
}


class Stage:
    """The board that was made last, and what it told."""

    board: BoardElement
    heard: list[list[Any]]


def page(request: Request) -> None:
    asked = request.query_params
    ui.add_head_html(
        '<link rel="stylesheet" href="/static/skins.css">'
        '<link rel="stylesheet" href="/static/board.css">'
        "<style>body { background: var(--gw-bg); } .box { width: 100%; }</style>"
    )
    skin = json.dumps(asked.get("skin", "paper")).replace("<", "\\u003c")
    ui.add_head_html(f"<script>document.documentElement.dataset.skin = {skin}</script>")
    heard = Stage.heard = []  # what an earlier page still tells belongs to that one

    def hear(name: str) -> Any:
        return lambda *args: heard.append([name, *args])

    def press(cell: int) -> None:
        """Answer as a game does: the cell and some around it look different."""
        heard.append(["press", cell])
        if asked.get("board") == "big":
            Stage.board.show(turned(Stage.board.scene, range(cell, min(cell + 12, 480))))

    ui.page_title("A board")
    with ui.element("div").classes("box"):
        ui.label("A board").tag = "h1"
        ui.element("button").props('id=before aria-label="before"')
        Stage.board = BoardElement(
            BOARDS[asked.get("board", "digits")](),
            str,
            label="A <board>",
            on_press=press,
            on_second=hear("second"),
            on_chord=hear("chord"),
            on_select=hear("select"),
            on_key=hear("key"),
            keys=KEYS,
            readonly=asked.get("readonly") == "1",
            picture=asked.get("picture"),
            numbers=asked.get("numbers", "1") == "1",
        )
        ui.element("button").props('id=after aria-label="after"')


def turned(scene: Scene, cells: Any) -> Scene:
    after = list(scene.cells)
    for cell in cells:
        flag = after[cell].role is Role.FLAG
        after[cell] = SceneCell(Role.COVERED) if flag else SceneCell(Role.FLAG, "F")
    return replace(scene, cells=tuple(after))


def do(act: str) -> None:
    """Change the board that is shown."""
    board = Stage.board
    match act.split(","):
        case ["fill", *cells]:
            after = list(board.scene.cells)
            for cell in map(int, cells):
                after[cell] = SceneCell(Role.FILLED, "9")
            board.show(replace(board.scene, cells=tuple(after)))
        case ["tiles", order, *still]:
            board.show(tiles(order), animate=not still)
        case ["board", name]:
            board.show(BOARDS[name]())
        case ["race"]:  # all before the loop sends any of it
            do("fill,1")
            board.update()
            do("fill,2")
            do("board,tiles")
            do("board,digits")
            do("fill,3")
            board.update()
            do("fill,4")
        case ["hide"]:
            board.parent_slot.children.remove(board)  # type: ignore[union-attr]
            board.parent_slot.parent.update()  # type: ignore[union-attr]
        case ["unhide"]:
            board.parent_slot.children.append(board)  # type: ignore[union-attr]
            board.parent_slot.parent.update()  # type: ignore[union-attr]
        case ["keys", *keys]:
            board.set_keys(keys)
        case ["picture", url, numbers]:
            board.set_picture(url or None, numbers == "1")
        case ["select", cell]:
            board.select(int(cell))
        case _:
            raise ValueError(act)


def create() -> FastAPI:
    app = FastAPI()

    @app.get("/do")
    async def _do(act: str) -> str:
        do(act)
        return "done"

    @app.get("/heard")
    async def _heard() -> list[list[Any]]:
        return Stage.heard

    @app.get("/labels")
    async def _labels() -> list[str]:
        from gridwise.render.cells import cell_words

        scene = Stage.board.scene
        return [str(cell_words(scene, cell)) for cell in range(len(scene.cells))]

    nicegui_app.add_static_files("/static", STATIC)
    ui.run_with(app, root=page, tailwind=False, show_welcome_message=False, storage_secret="test")
    return app


def main() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        sys.stdout.write(f"http://127.0.0.1:{bound.getsockname()[1]}/\n")
        sys.stdout.flush()
        uvicorn.Server(uvicorn.Config(create(), log_level="warning")).run(sockets=[bound])


if __name__ == "__main__":
    main()
