"""The packed form of a recording: numbers as compressed columns, each message and cell once."""

import base64
import binascii
import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Any

from gridwise.core.message import Message, from_json
from gridwise.core.scene import Highlight, Overlay, Role, Scene, SceneCell, Shade
from gridwise.render.cells import overlay_json, overlay_of

MOST_UNPACKED = 64_000_000
"""The most bytes of one column; a longer one is refused."""
_FRAME = ("width", "height", "heavy_rows", "heavy_cols", "chequered")
"""The fields of a scene that all drawings of a board share."""


def compressed(data: bytes, level: int) -> str:
    """Return bytes as text: compressed, base64."""
    return base64.b64encode(zlib.compress(data, level)).decode("ascii")


def packed(numbers: Iterable[int]) -> str:
    """Return int32 numbers as text: little-endian, compressed."""
    column = array("i", numbers)
    if sys.byteorder == "big":
        column.byteswap()
    return compressed(column.tobytes(), 6)


def unpacked(text: str) -> "array[int]":
    """Return the numbers of a packed text; raise `ValueError` for anything else."""
    column = array("i", _bytes(text))
    if sys.byteorder == "big":
        column.byteswap()
    return column


def _bytes(text: str) -> bytes:
    """Return the bytes of a compressed text; raise `ValueError` for anything else."""
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(text, validate=True), MOST_UNPACKED)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(f"this is no column of a recording: {error}") from None
    if unzip.unconsumed_tail or not unzip.eof:
        raise ValueError("a column of a recording that is too long, or broken off")
    return data


class MessageWriter:
    """Writes messages as lines of JSON, each once; `size` counts their characters."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.size = 0
        self._numbers: dict[Message, int] = {}

    def add(self, message: Message) -> int:
        """Return the index of a message."""
        number = self._numbers.setdefault(message, len(self.lines))
        if number == len(self.lines):
            self.lines.append(json.dumps(message.as_json(), separators=(",", ":")))
            self.size += len(self.lines[-1])
        return number

    def record(self) -> str:
        """Return the messages as text."""
        return compressed("\n".join(self.lines).encode("ascii"), 6)


class MessageReader:
    """Reads the output of `MessageWriter`; makes a message on access."""

    def __init__(self, record: str) -> None:
        self._lines = _bytes(record).decode("ascii").split("\n")

    def __getitem__(self, index: int) -> Message:
        return from_json(json.loads(self._lines[index]))


def _cell_json(cell: SceneCell) -> list[Any]:
    return [getattr(value, "value", value) for value in astuple(cell)]


def _cell_of(record: list[Any]) -> SceneCell:
    role, text, notes, centre, overlay, heat, shade, *rest = record
    shade = None if shade is None else Shade(shade)
    return SceneCell(Role(role), text, tuple(notes), tuple(centre), overlay, heat, shade, *rest)


Marks = tuple[tuple[tuple[int, str], ...], Message | str, Overlay]
"""What a drawing shows beside its cells: highlights, title and overlay."""


def _marks_json(marks: Marks) -> list[Any]:
    highlights, title, overlay = marks
    words = title.as_json() if isinstance(title, Message) else title
    return [highlights, words, overlay_json(overlay)]


def _marks_of(record: list[Any]) -> dict[str, Any]:
    highlights, title, overlay = record
    return {
        "highlights": {cell: Highlight(mark) for cell, mark in highlights},
        "title": title if isinstance(title, str) else from_json(title),
        "overlay": overlay_of(overlay),
    }


class SceneWriter:
    """Writes drawings of one board as changes from each to the next.

    Each look of a cell, and each set of marks, is written once.
    """

    def __init__(self, every: int) -> None:
        self.every = every
        self.changes, self.ends, self.keyframes = array("i"), array("i"), array("i")
        self._marked_at = array("i")
        self._looks: dict[SceneCell, int] = {}
        self._marks: dict[Marks, int] = {}
        self._first: Scene | None = None
        self._last: Scene | None = None
        self._now: list[int] = []

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
                    self._now[at] = look = looks.setdefault(new, len(looks))
                    self.changes.extend((at, look))
        if len(self.ends) % self.every == 0:
            self.keyframes.extend(self._now)
        self.ends.append(len(self.changes))
        lit = tuple(sorted((cell, mark.value) for cell, mark in scene.highlights.items()))
        marks = (lit, scene.title, scene.overlay)
        self._marked_at.append(self._marks.setdefault(marks, len(self._marks)))
        self._last = scene

    def record(self) -> dict[str, Any]:
        """Return the drawings as JSON."""
        first = self._first
        assert first is not None
        return {
            **{name: getattr(first, name) for name in _FRAME},
            "every": self.every,
            "changes": packed(self.changes),
            "ends": packed(self.ends),
            "keyframes": packed(self.keyframes),
            "marked_at": packed(self._marked_at),
            "looks": [_cell_json(cell) for cell in self._looks],
            "marks": [_marks_json(marks) for marks in self._marks],
        }


class SceneReader:
    """Reads the output of `SceneWriter`. A drawing costs at most the changes since a keyframe."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        frame = ((name, record[name]) for name in _FRAME)
        self._frame: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in frame
        }
        self.width, self._every = int(record["width"]), int(record["every"])
        self._changes, self._ends = unpacked(record["changes"]), unpacked(record["ends"])
        self._keyframes, self._marked_at = map(unpacked, (record["keyframes"], record["marked_at"]))
        self._looks = [_cell_of(look) for look in record["looks"]]
        self._marks = [_marks_of(marks) for marks in record["marks"]]
        self._at, self._cells = -1, list[SceneCell]()

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: int) -> Scene:
        """Return a drawing; from one to a near later drawing it applies only the changes."""
        if not 0 <= index < len(self._ends):
            raise IndexError(f"drawing {index} of {len(self._ends)}")
        self._seek(index)
        marks = self._marks[self._marked_at[index]]
        return Scene(cells=tuple(self._cells), **self._frame, **marks)

    def _seek(self, index: int) -> None:
        size, looks = self.width * self._frame["height"], self._looks
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
