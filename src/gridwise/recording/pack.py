"""The packed form of a recording: numbers as compressed columns, each message and cell once."""

import base64
import binascii
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from gridwise.core.message import Message, from_json
from gridwise.core.scene import Highlight, Overlay, Role, Scene, SceneCell, Shade
from gridwise.render.cells import overlay_json, overlay_of

MOST_UNPACKED = 64_000_000
"""The most bytes of one column; a longer one is refused."""


def packed(numbers: Iterable[int]) -> str:
    """Return int32 numbers as text: little-endian, compressed, base64."""
    column = array("i", numbers)
    if sys.byteorder == "big":
        column.byteswap()
    return base64.b64encode(zlib.compress(column.tobytes(), 6)).decode("ascii")


def unpacked(text: str) -> "array[int]":
    """Return the numbers of a packed text; raise `ValueError` for anything else."""
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(text, validate=True), MOST_UNPACKED)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(f"this is no column of numbers: {error}") from None
    if unzip.unconsumed_tail or not unzip.eof:
        raise ValueError("a column of numbers that is too long, or broken off")
    column = array("i", data)
    if sys.byteorder == "big":
        column.byteswap()
    return column


class MessageWriter:
    """Writes messages, each once, and each template once; a message may hold others.

    `templates` are lists of a template and the names of its parameters, `nodes` lists of a
    template's index and the parameters: a number, a text, `{"m": index}` for a message, or a list.
    """

    def __init__(self) -> None:
        self.templates: list[list[str]] = []
        self.nodes: list[list[Any]] = []
        self.size = 0
        self._templates: dict[tuple[str, ...], int] = {}
        self._nodes: dict[Message, int] = {}

    def add(self, message: Message) -> int:
        """Return the index of a message."""
        known = self._nodes.get(message)
        if known is not None:
            return known
        key = (message.template, *(name for name, _ in message.params))
        at = self._templates.get(key)
        if at is None:
            at = self._templates[key] = len(self.templates)
            self.templates.append(list(key))
            self.size += sum(map(len, key)) + 8
        node = [at, *(self._value(value) for _, value in message.params)]
        self.size += sum(len(str(value)) for value in node) + 8
        self.nodes.append(node)
        self._nodes[message] = len(self.nodes) - 1
        return len(self.nodes) - 1

    def _value(self, value: object) -> Any:
        if isinstance(value, Message):
            return {"m": self.add(value)}
        if isinstance(value, tuple):
            return [self._value(item) for item in value]
        return value


class MessageReader:
    """Reads the output of `MessageWriter`; makes a message on access."""

    def __init__(self, templates: list[list[str]], nodes: list[list[Any]]) -> None:
        self._templates, self._nodes = templates, nodes

    def __getitem__(self, index: int) -> Message:
        at, *values = self._nodes[index]
        template, *names = self._templates[at]
        read = tuple((name, self._value(v)) for name, v in zip(names, values, strict=True))
        return Message(template, read)

    def _value(self, value: Any) -> object:
        if isinstance(value, Mapping):
            return self[value["m"]]
        if isinstance(value, list):
            return tuple(self._value(item) for item in value)
        return value


_PLAIN = SceneCell(Role.EMPTY)


def cell_record(cell: SceneCell) -> dict[str, Any]:
    """Return a cell as JSON: the fields that differ from an empty cell."""
    out: dict[str, Any] = {}
    for one in fields(SceneCell):
        value = getattr(cell, one.name)
        if value != getattr(_PLAIN, one.name):
            out[one.name] = getattr(value, "value", value)
    return out


def cell_of(record: Mapping[str, Any]) -> SceneCell:
    """Return the cell of a record by `cell_record`."""
    values = dict(record)
    values["role"] = Role(values.get("role", _PLAIN.role))
    if values.get("shade") is not None:
        values["shade"] = Shade(values["shade"])
    for name in ("notes", "centre"):
        values[name] = tuple(values.get(name, ()))
    return SceneCell(**values)


class SceneWriter:
    """Writes drawings of one board as changes from each to the next.

    Each look of a cell, set of highlights, title and overlay is written once.
    """

    def __init__(self, every: int) -> None:
        self.every = every
        self.changes, self.ends = array("i"), array("i")
        self.keyframes = array("i")
        self.noticed_at, self.titled_at = array("i"), array("i")
        self.explained_at = array("i")
        self._looks: dict[SceneCell, int] = {}
        self._noticed: dict[tuple[tuple[int, str], ...], int] = {}
        self._titles: dict[Message | str, int] = {}
        self._explained: dict[Overlay, int] = {}
        self._last: Scene | None = None
        self._now: list[int] = []
        self._first: Scene | None = None

    def __len__(self) -> int:
        return len(self.ends)

    def add(self, scene: Scene) -> None:
        """Add the next drawing."""
        last, looks = self._last, self._looks
        if last is None:
            self._first = scene
            self._now = [looks.setdefault(cell, len(looks)) for cell in scene.cells]
        elif last.cells is not scene.cells:
            for at, (old, new) in enumerate(zip(last.cells, scene.cells, strict=True)):
                if old is not new and old != new:
                    look = looks.setdefault(new, len(looks))
                    self._now[at] = look
                    self.changes.append(at)
                    self.changes.append(look)
        if len(self.ends) % self.every == 0:
            self.keyframes.extend(self._now)
        self.ends.append(len(self.changes))
        key = tuple(sorted((cell, mark.value) for cell, mark in scene.highlights.items()))
        self.noticed_at.append(self._noticed.setdefault(key, len(self._noticed)))
        self.titled_at.append(self._titles.setdefault(scene.title, len(self._titles)))
        explained = self._explained
        self.explained_at.append(explained.setdefault(scene.overlay, len(explained)))
        self._last = scene

    def record(self) -> dict[str, Any]:
        """Return the drawings as JSON."""
        first = self._first
        assert first is not None
        return {
            "width": first.width,
            "height": first.height,
            "heavy_rows": list(first.heavy_rows),
            "heavy_cols": list(first.heavy_cols),
            "chequered": first.chequered,
            "every": self.every,
            "looks": [cell_record(cell) for cell in self._looks],
            "noticed": [[list(pair) for pair in key] for key in self._noticed],
            "titles": [t.as_json() if isinstance(t, Message) else t for t in self._titles],
            "explained": [overlay_json(overlay) for overlay in self._explained],
            "changes": packed(self.changes),
            "ends": packed(self.ends),
            "keyframes": packed(self.keyframes),
            "noticed_at": packed(self.noticed_at),
            "titled_at": packed(self.titled_at),
            "explained_at": packed(self.explained_at),
        }


class SceneReader:
    """Reads the output of `SceneWriter`. A drawing costs at most the changes since a keyframe."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.width, self.height = int(record["width"]), int(record["height"])
        self._rows = tuple(record["heavy_rows"])
        self._cols = tuple(record["heavy_cols"])
        self._chequered = bool(record.get("chequered", False))  # older recordings lack the key
        self._every = int(record["every"])
        self._looks = tuple(cell_of(look) for look in record["looks"])
        self._noticed = tuple({c: Highlight(m) for c, m in one} for one in record["noticed"])
        self._titles = tuple(t if isinstance(t, str) else from_json(t) for t in record["titles"])
        self._changes, self._ends = unpacked(record["changes"]), unpacked(record["ends"])
        self._keyframes = unpacked(record["keyframes"])
        self._noticed_at = unpacked(record["noticed_at"])
        self._titled_at = unpacked(record["titled_at"])
        self._explained = tuple(map(overlay_of, record.get("explained", ({},))))
        at = record.get("explained_at")  # older recordings draw no steps
        self._explained_at = [0] * len(self._ends) if at is None else unpacked(at)
        self._at, self._cells = -1, [_PLAIN] * (self.width * self.height)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: int) -> Scene:
        """Return a drawing; from one to a near later drawing it applies only the changes."""
        if not 0 <= index < len(self._ends):
            raise IndexError(f"drawing {index} of {len(self._ends)}")
        self._seek(index)
        return Scene(
            self.width,
            self.height,
            tuple(self._cells),
            heavy_rows=self._rows,
            heavy_cols=self._cols,
            highlights=self._noticed[self._noticed_at[index]],
            title=self._titles[self._titled_at[index]],
            overlay=self._explained[self._explained_at[index]],
            chequered=self._chequered,
        )

    def _seek(self, index: int) -> None:
        size, looks = len(self._cells), self._looks
        key = index // self._every
        begin = self._at
        if not key * self._every <= begin <= index:
            begin = key * self._every
            frame = self._keyframes[key * size : (key + 1) * size]
            self._cells = [looks[look] for look in frame]
        cells, changes = self._cells, self._changes
        for at in range(self._ends[begin], self._ends[index], 2):
            cells[changes[at]] = looks[changes[at + 1]]
        self._at = index
