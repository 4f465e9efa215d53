"""The board of a page: a scene drawn as SVG in the browser, and the input on it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from nicegui import events, ui

from gridwise.core.message import Message
from gridwise.core.scene import Scene
from gridwise.render.cells import (
    board_words,
    cell_json,
    changed,
    overlay_json,
    same_frame,
    scene_json,
)

Heard = Callable[..., Any]


class BoardElement(ui.element, component=Path(__file__).parents[1] / "static" / "board.js"):
    """A board that the browser draws.

    Parameters
    ----------
    scene
        The drawing.
    words
        Translates messages into the visitor's language.
    label
        The board's accessible name.
    on_press, on_second, on_chord
        Called with a cell: a click, the other button or a long press, both buttons or a double
        click (after its two clicks).
    on_select
        Called with the cell that gets the focus.
    on_key
        Called with a key of `keys` and the cell that has the focus.
    keys
        Physical keys that the board handles, with their modifiers (`Control+KeyZ`).
    on_choose
        Called with the cells that are selected together, and whether by a drag (else with Shift and
        the arrows, or with Ctrl). None if only one cell can be selected.
    on_seen
        Called with whether the browser shows the page: False when another tab is in front.
    anywhere
        Whether keys count anywhere on the page, except in fields, lists and dialogs.
    coordinates
        Whether rows and columns are numbered around the board.
    readonly
        Whether the board is a picture that takes no input.
    picture
        The address of a picture for the tiles.
    numbers
        Whether the tiles' text is written over the picture.

    Notes
    -----
    `show` sends only the cells that changed. The whole drawing is built when NiceGUI sends the
    element itself. Every drawing has a revision number, so that the browser skips a change that
    it already has, and asks for the whole drawing after a lost one.
    """

    def __init__(
        self,
        scene: Scene,
        words: Callable[[Message], str],
        *,
        label: str = "",
        on_press: Heard | None = None,
        on_second: Heard | None = None,
        on_chord: Heard | None = None,
        on_select: Heard | None = None,
        on_key: Heard | None = None,
        on_seen: Callable[[bool], Any] | None = None,
        on_choose: Callable[[list[int], bool], Any] | None = None,
        keys: Sequence[str] = (),
        anywhere: bool = False,
        coordinates: bool = False,
        readonly: bool = False,
        picture: str | None = None,
        numbers: bool = True,
    ) -> None:
        super().__init__()
        self._scene, self._say = scene, words
        self._keys = tuple(keys)
        self._picture, self._numbers = picture, numbers
        self._readonly = readonly
        self._rev = 1
        with self._props.suspend_updates():
            self._props["label"] = label
            self._props["readonly"] = readonly
            self._props["anywhere"] = anywhere
            self._props["coordinates"] = coordinates
            self._props["several"] = on_choose is not None
            if on_choose is not None:
                self.on("choose", self._cells_event(on_choose))
            for name, heard in (
                ("press", on_press),
                ("second", on_second),
                ("chord", on_chord),
                ("select", on_select),
            ):
                if heard is not None:
                    self.on(name, self._cell_event(heard))
            if on_key is not None:
                self.on("key", self._key_event(on_key))
            if on_seen is not None:
                self.on("seen", lambda event: on_seen(event.args is True))
            self.on("stale", self._stale)

    @property
    def scene(self) -> Scene:
        """The shown drawing."""
        return self._scene

    def show(self, scene: Scene, *, animate: bool = True) -> None:
        """Show another drawing; only the changed cells are sent."""
        old, self._scene = self._scene, scene
        if not same_frame(old, scene):
            self._rev += 1
            self._send_whole()
            return
        cells = changed(old, scene)
        if not cells and old.overlay == scene.overlay:
            return
        self._rev += 1
        patch = [[cell, cell_json(scene, cell, self._say)] for cell in cells]
        over = overlay_json(scene.overlay)
        self.run_method("patch", self._rev, patch, animate, self._alt(), over)

    def select(self, cell: int) -> None:
        """Make a cell the board's tab stop, without giving it the focus."""
        self.run_method("select", cell)

    def centre(self) -> None:
        """Show the opened cells of a new board that is larger than its frame, or its middle."""
        self.run_method("centre")

    def show_coordinates(self, wanted: bool) -> None:
        """Show the numbers of rows and columns around the board, or not."""
        if wanted != self._props["coordinates"]:
            with self._props.suspend_updates():
                self._props["coordinates"] = wanted
            self.run_method("coordinate", wanted)

    def select_none(self) -> None:
        """End the selection of several cells."""
        self.run_method("choose", [], False)

    def set_keys(self, keys: Sequence[str]) -> None:
        """Handle these keys from now on."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self._rev += 1
            self.run_method("takeKeys", self._rev, list(keys))

    def set_picture(self, picture: str | None, numbers: bool) -> None:
        """Draw a picture on the tiles, or remove it."""
        if (picture, numbers) != (self._picture, self._numbers):
            self._picture, self._numbers = picture, numbers
            self._rev += 1
            self.run_method("lay", self._rev, picture, numbers)

    def _whole(self) -> dict[str, Any]:
        scene = scene_json(self._scene, self._say)
        scene["alt"] = self._alt()
        return scene

    def _alt(self) -> str:
        return self._say(board_words(self._scene)) if self._readonly else ""

    def _send_whole(self) -> None:
        self.run_method(
            "takeAll", self._rev, self._whole(), list(self._keys), self._picture, self._numbers
        )

    def _to_dict(self) -> dict[str, Any]:
        # Not kept among the props, which NiceGUI sends as a whole at every change.
        with self._props.suspend_updates():
            self._props["scene"] = json.dumps(self._whole(), separators=(",", ":"))
            self._props["rev"] = self._rev
            self._props["keys"] = list(self._keys)
            self._props["picture"] = self._picture
            self._props["numbers"] = self._numbers
        return super()._to_dict()

    def _stale(self, event: events.GenericEventArguments) -> None:
        if event.args != self._rev:
            self._send_whole()

    def _cell_event(self, heard: Heard) -> Heard:
        def hear(event: events.GenericEventArguments) -> Any:
            cell = event.args
            return heard(cell) if self._is_cell(cell) else None

        return hear

    def _cells_event(self, heard: Callable[[list[int], bool], Any]) -> Heard:
        def hear(event: events.GenericEventArguments) -> Any:
            args = event.args
            if not (isinstance(args, list) and len(args) == 2 and isinstance(args[0], list)):
                return None
            cells, dragged = args
            if not 0 < len(cells) <= len(self._scene.cells):
                return None
            return heard(cells, dragged is True) if all(map(self._is_cell, cells)) else None

        return hear

    def _key_event(self, heard: Heard) -> Heard:
        def hear(event: events.GenericEventArguments) -> Any:
            args = event.args
            if not (isinstance(args, list) and len(args) == 2):
                return None
            code, cell = args
            return heard(code, cell) if code in self._keys and self._is_cell(cell) else None

        return hear

    def _is_cell(self, cell: object) -> bool:
        """Return whether a value from the browser is a cell of the board."""
        return type(cell) is int and 0 <= cell < len(self._scene.cells)
