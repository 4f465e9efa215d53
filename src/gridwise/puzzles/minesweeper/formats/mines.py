"""Ids and saved games of Mines, of Simon Tatham's Portable Puzzle Collection.

    9x9:0,0,me0691ca8a278f3c371688
    9x9n35:0,0,ue0691ca8a278f3c371688

The parameters are the width and the height, and perhaps the number of mines. The description is the
first cell that is opened, its column and its row from 0, and the mines: a bit a cell as hexadecimal
digits. After `m` these are masked, so that nobody sees a mine by chance: each half is XORed with
SHA-1 hashes of the other, see `_unmasked`.

A board is what the player sees: the first cell is open, with what a 0 opens. Without a first cell
nothing is. A saved game gives what the moves have opened and flagged; see `core.game_id`.

Source: `decode_params`, `new_game` and `execute_move` in the collection's mines.c,
`obfuscate_bitmap` in its misc.c.
"""

import re
from collections.abc import Iterator
from hashlib import sha1
from itertools import count

from gridwise.core.game_id import Field, GameId, games, id_pattern, is_saved
from gridwise.core.message import msg
from gridwise.core.puzzle import MAX_CELLS
from gridwise.core.reading import Entry, has_boards, quoted
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, around

NAME = "Mines"

_ID = id_pattern(
    "[0-9]{1,4}x[0-9]{1,4}(?:n[0-9]{1,7})?a?",
    r"(?:[0-9]{1,4},[0-9]{1,4},)?[mu]?[0-9a-fA-F]+|r[0-9]{1,7},[ua](?:,\w*)?",
)
_PARAMETERS = re.compile("([0-9]{1,4})(?:x([0-9]{1,4}))?(n[0-9.]+)?a?", re.ASCII)
_DESCRIPTION = re.compile("(?:([0-9]{1,7}),([0-9]{1,7}),)?([mu]?)(.*)", re.ASCII)
_MOVE = re.compile("([FOC])([0-9]{1,4}),([0-9]{1,4})", re.ASCII)
_NO_DIGIT = re.compile("[^0-9a-fA-F]")
_WALL = 255
_ALL_COVERED = bytes([COVERED] * _WALL + [_WALL])


def claims(head: str) -> bool:
    """Return whether a text has a size and as many digits as its mines take."""
    return is_saved(head, NAME) or has_boards(
        head, lambda line: filter(_is_mines, _ID.finditer(line))
    )


def read(text: str, source: str) -> Iterator[Entry[Position]]:
    """Yield the board of each id, or of a saved game. O(len(text))."""
    return games(text, source, NAME, _ID, _board)


def _is_mines(found: re.Match[str]) -> bool:
    """Return whether it is an id of this game: others of the collection look alike."""
    parameters, description = found["parameters"], found["description"]
    if description is None or "n" in parameters:
        return "n" in parameters
    return re.match("[0-9]+,[0-9]+,[mu]|[mu]|r[0-9]+,[ua],", description, re.ASCII) is not None


def _board(game: GameId) -> Position:
    parameters = game.parameters
    size = _PARAMETERS.fullmatch(parameters.text)
    width, height = (int(size[1]), int(size[2] or size[1])) if size else (0, 0)
    if not width * height:
        raise parameters.error(quoted(parameters.text), msg("a board of at least one cell"))
    if width * height > MAX_CELLS:
        found = msg("a board of {number} cells", number=width * height)
        most = msg("at most {most}", most=MAX_CELLS)
        raise parameters.here.too_large(found, most, parameters.at)
    layout = _Layout(game.description, width, height)
    for kind, move in game.moves:
        if kind == "RESTART":
            layout = _Layout(move, width, height)
        elif kind == "SOLVE":
            layout.shown = bytearray(layout.hidden)
        else:
            layout.play(game, move)
    shown = layout.shown.translate(None, bytes([_WALL]))
    return Position(width, height, bytes(shown), layout.hidden.count(MINE))


class _Layout:
    """The mines of a board and what the player sees, each with walls around the board."""

    def __init__(self, description: Field, width: int, height: int) -> None:
        self.width, self.height = width, height
        if description.text.startswith("r"):
            found = msg("a game whose mines are laid when the first cell is opened")
            raise description.error(found, msg("the ID of a game that is begun"))
        parts = _DESCRIPTION.fullmatch(description.text)
        if parts is None:
            raise description.error(quoted(description.text), msg("the mines as digits 0-9, a-f"))
        mines = _mines(parts, width * height, description)
        numbers = around(mines, width, height, (1,))
        hidden = bytes(MINE if mine else n for mine, n in zip(mines, numbers, strict=True))
        wall = bytes([_WALL])
        rows = (hidden[at : at + width] + wall for at in range(0, len(hidden), width))
        self.stride = width + 1
        self.hidden = wall * (self.stride + 1) + b"".join(rows) + wall * self.stride
        self.shown = bytearray(self.hidden.translate(_ALL_COVERED))
        above = -self.stride
        self.near = (above - 1, above, above + 1, -1, 1, -above - 1, -above, -above + 1)
        if parts[1] is not None:
            self._open(description, self._cell(description, int(parts[1]), int(parts[2])))

    def play(self, game: GameId, move: Field) -> None:
        """Apply a move, or several with `;` between them."""
        at = 0
        for text in move.text.split(";"):
            part = Field(text, move.here, move.at + at)
            at += len(text) + 1
            place = _MOVE.fullmatch(text)
            if place is None:
                raise game.bad_move(part)
            cell = self._cell(part, int(place[2]), int(place[3]))
            if place[1] == "F":
                if self.shown[cell] in (COVERED, MINE):
                    self.shown[cell] = MINE if self.shown[cell] == COVERED else COVERED
            elif place[1] == "O":
                self._open(part, cell)
            else:
                for step in self.near:
                    if self.shown[cell + step] == COVERED:
                        self._open(part, cell + step)

    def _cell(self, field: Field, column: int, row: int) -> int:
        """Return the index of a cell, with the walls counted."""
        if column >= self.width or row >= self.height:
            found = msg("a cell outside of the board of {size}", size=f"{self.width}x{self.height}")
            raise field.error(found, msg("a cell of the board"))
        return (row + 1) * self.stride + column + 1

    def _open(self, field: Field, start: int) -> None:
        """Open a cell and what a 0 opens; flagged cells stay covered. O(opened cells)."""
        shown, hidden = self.shown, self.hidden
        if hidden[start] == MINE:
            raise field.error(msg("a mine that was opened"), msg("a game that is not lost"))
        opened = [start] if shown[start] == COVERED else []
        shown[start] = hidden[start]
        for cell in opened:  # grows while it is read
            if not hidden[cell]:
                for step in self.near:
                    if shown[cell + step] == COVERED:
                        shown[cell + step] = hidden[cell + step]
                        opened.append(cell + step)


def _mines(parts: re.Match[str], size: int, description: Field) -> bytes:
    """Return a byte a cell, 1 for a mine."""
    digits = parts[4]
    strange = _NO_DIGIT.search(digits)
    wanted = (size + 3) // 4
    if strange is not None:
        raise description.error(
            quoted(strange[0]),
            msg("the mines as digits 0-9, a-f"),
            parts.start(4) + strange.start(),
        )
    if len(digits) != wanted:
        found = msg("{number} characters", number=len(digits))
        raise description.error(found, str(wanted), parts.start(4) + min(len(digits), wanted))
    bits = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if parts[3] == "m":
        bits = _unmasked(bits, size)
    return bytes(bits[cell // 8] >> (7 - cell % 8) & 1 for cell in range(size))


def _unmasked(bits: bytes, size: int) -> bytes:
    """Undo the masking: the second half by hashes of the first, then the first by the second.

    The bits of the last byte that are no cells are 0 in what is hashed.
    """
    half = len(bits) // 2
    second = bytearray(_xored(bits[half:], bits[:half]))
    second[-1] &= 0xFF << -size % 8
    return _xored(bits[:half], second) + second


def _xored(target: bytes, seed: bytes | bytearray) -> bytes:
    """Return a text XORed with the SHA-1 hashes of a seed and 0, 1, 2, ... in decimal."""
    stream = bytearray()
    base = sha1(seed, usedforsecurity=False)
    for number in count():
        if len(stream) >= len(target):
            break
        one = base.copy()
        one.update(str(number).encode())
        stream += one.digest()
    return bytes(a ^ b for a, b in zip(target, stream, strict=False))
