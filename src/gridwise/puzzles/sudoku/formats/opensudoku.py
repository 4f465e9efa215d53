"""The XML files of OpenSudoku.

    <opensudoku><game data="530070000600195000..." /></opensudoku>

`data` of a puzzle is 81 digits, 0 for an empty cell. Of a game in progress it is `version: 1` to
`version: 5`, the end of a line, and for each cell, with `|` after each: the digit, the notes, from
version 4 on the notes of a second kind, in version 5 a colour, and whether the player may change
it. Version 1 writes notes as digits with commas, later ones as a sum: 1 for 1, 2 for 2, 4 for 3, 8
for 4, and so on.

The board is what the player sees, with what was entered. Notes are what the player wants to
remember, and where some empty cells have none they say no more than that a digit is possible. They
are the candidates of the board if every empty cell has notes, as the program itself fills them in.

Source: OpenSudoku, `CellCollection.java` and its successor `SudokuBoard.kt`,
`OpenSudokuImportTask.java`.
"""

import re
from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.reading import Entry, TextLine, entry_of, quoted, split_lines
from gridwise.puzzles.sudoku.formats._cells import digits
from gridwise.puzzles.sudoku.position import Position

NAME = "OpenSudoku"

_GAME = re.compile(
    r"<!--(?:.*?-->|.*)"
    r"|(?P<game><game(?=[\s/>]))(?:\s+(?:data\s*=\s*(?P<data>\"[^\"<]*\"|'[^'<]*')"
    r"|[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*')))*\s*(?P<end>/?>)?",
    re.ASCII | re.DOTALL,
)
_VERSION = re.compile(r"version:\s*([0-9]{1,3})(?:&#(?:10|13|xA|xD);|\s)+", re.ASCII)
_FURTHER = {1: "", 2: r"\|?", 3: "", 4: r"[0-9]{1,3}\|", 5: r"[0-9]{1,3}\|[0-9]\|"}
"""The fields between the notes and the last field of a cell, by version."""
_NOTE = re.compile("[0-9]", re.ASCII)


def claims(head: str) -> bool:
    """Return whether a text has the root of such a file."""
    return re.search(r"<opensudoku[\s>]", head) is not None


def read(text: str, source: str) -> Iterator[Entry[Position]]:
    """Yield the board of each game. O(len(text))."""
    text = "\n".join(split_lines(text))
    place = _XmlPlaces(text, source)
    games = 0
    for game in _GAME.finditer(text):
        if game["game"] is not None:  # else it is a comment
            games += 1
            line = place(game.start())[0].number
            yield entry_of(line, _board, game, place)
    if not games:
        here, at = place(len(text))
        yield Entry(1, error=here.error(msg("the end"), "<game data=...>", at))


class _XmlPlaces:
    """The lines of a text and the offsets in them, of offsets that only grow."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.number, self.begin, self.at = 1, 0, 0

    def __call__(self, at: int) -> tuple[TextLine, int]:
        self.number += self.text.count("\n", self.at, at)
        self.begin = self.text.rfind("\n", self.at, at) + 1 or self.begin
        self.at = at
        return TextLine(self.source, self.number), at - self.begin


def _board(game: re.Match[str], place: _XmlPlaces) -> Position:
    if game["end"] is None:
        here, at = place(game.end())
        rest = game.string[game.end() : game.end() + 21]
        raise here.error(quoted(rest) if rest else msg("the end"), "/>", at)
    if game["data"] is None:
        here, at = place(game.start())
        raise here.error(quoted("<game>"), "<game data=...>", at)
    data, start = game["data"][1:-1], game.start("data") + 1
    version = _VERSION.match(data)
    if version is None:
        here, at = place(start)
        return Position(3, 3, digits(data, range(at, at + len(data) + 1), here))
    number, at = int(version[1]), version.end()
    if number not in _FURTHER:
        here, at = place(start + version.start(1))
        expected = msg("a number from {least} to {most}", least=1, most=max(_FURTHER))
        raise here.error(quoted(version[1]), expected, at)
    pattern = re.compile(rf"([0-9])\|([0-9,-]{{0,20}})\|{_FURTHER[number]}[01]\|", re.ASCII)
    cells, notes = bytearray(), []
    while (cell := pattern.match(data, at)) is not None and len(cells) < 81:
        cells.append(int(cell[1]))
        notes.append(_candidates(cell[2], number))
        at = cell.end()
    if len(cells) < 81 or data[at:].strip():
        here, column = place(start + at)
        found = quoted(data[at:].strip()) if data[at:].strip() else msg("the end")
        expected = msg("81 cells, each a digit, its notes and 0 or 1 with | after them")
        raise here.error(found, expected, column)
    if all(note or cell for note, cell in zip(notes, cells, strict=True)):
        return Position.of_candidates(3, 3, notes, bytes(cells))
    return Position(3, 3, bytes(cells))


def _candidates(notes: str, version: int) -> int:
    """Return the notes of a cell, bit d for digit d."""
    if version == 1:
        return sum({1 << int(digit) for digit in _NOTE.findall(notes)}) & ~1
    return (int(notes) << 1) & 0b11_1111_1110 if notes.isdigit() else 0
