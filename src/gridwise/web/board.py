"""The board of the page: a Scene drawn as SVG in the browser, which tells what is done to it."""

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import events, ui

from gridwise.core.message import Message
from gridwise.core.scene import Scene
from gridwise.render.cells import cell_json, changed, same_frame, scene_json

Heard = Callable[..., Any]


class Board(ui.element, component="static/board.js"):
    """One board.

    Parameters
    ----------
    scene
        The drawing.
    words
        Puts messages into the visitor's language.
    label
        The board's name.
    on_press, on_second, on_chord
        Called with a cell: a click, the other button or a long press, both buttons or a double
        click.
    on_select
        Called with the cell that the focus moved to.
    on_key
        Called with a key of `keys` and the cell that it was pressed on.
    keys
        Physical keys that the board takes, with their modifiers (`Control+KeyZ`).
    readonly
        Whether it is a picture and nothing can be done to it.
    picture
        The address of a picture that lies on the moving parts.
    numbers
        Whether their text is written over the picture.

    Notes
    -----
    `show` sends only the cells that changed. The whole drawing is in the element's props all the
    same, so that a page that is loaded again has it.
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
        keys: Sequence[str] = (),
        readonly: bool = False,
        picture: str | None = None,
        numbers: bool = True,
    ) -> None:
        super().__init__()
        self._scene, self._say = scene, words
        self._keys = tuple(keys)
        self._props["scene"] = scene_json(scene, words)
        self._props["label"] = label
        self._props["keys"] = list(keys)
        self._props["readonly"] = readonly
        self._props["picture"] = picture
        self._props["numbers"] = numbers
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

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self._scene

    def _cell_event(self, heard: Heard) -> Heard:
        def hear(event: events.GenericEventArguments) -> Any:
            cell = event.args
            if isinstance(cell, int) and 0 <= cell < len(self._scene.cells):
                return heard(cell)
            return None

        return hear

    def _key_event(self, heard: Heard) -> Heard:
        def hear(event: events.GenericEventArguments) -> Any:
            args = event.args
            if not (isinstance(args, list) and len(args) == 2):
                return None
            code, cell = args
            if code in self._keys and isinstance(cell, int) and 0 <= cell < len(self._scene.cells):
                return heard(code, cell)
            return None

        return hear

    def show(self, scene: Scene, *, animate: bool = True) -> None:
        """Show another drawing; only what changed is sent."""
        old, self._scene = self._scene, scene
        if not same_frame(old, scene):
            self._props["scene"] = scene_json(scene, self._say)
            self.update()
            return
        cells = changed(old, scene)
        if not cells:
            return
        patch = [[cell, cell_json(scene, cell, self._say)] for cell in cells]
        whole = self._props["scene"]["cells"]
        for cell, json in patch:
            whole[cell] = json
        self.run_method("patch", patch, animate)

    def select(self, cell: int) -> None:
        """Move the focus's place to a cell, without taking the focus."""
        self.run_method("select", cell)

    def set_keys(self, keys: Sequence[str]) -> None:
        """Take these keys from now on."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self._props["keys"] = list(keys)
            self.run_method("takeKeys", list(keys))

    def set_picture(self, picture: str | None, numbers: bool) -> None:
        """Lay a picture on the moving parts, or take it away."""
        self._props["picture"], self._props["numbers"] = picture, numbers
        self.run_method("lay", picture, numbers)
