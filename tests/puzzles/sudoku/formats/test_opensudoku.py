"""Files of OpenSudoku: puzzles, games in progress, several a file.

The first file is the example of the program's own tests; the forms of `data` are those that its
`CellCollection.java` and `SudokuBoard.kt` write.
"""

from every import every
from gridwise.puzzles.sudoku import PUZZLE, Position
from gridwise.puzzles.sudoku.formats import opensudoku
from gridwise.puzzles.sudoku.position import candidate_masks
from puzzles.formats import board, error, try_mutated
from puzzles.sudoku.support import pencilled

FIRST = "379000014060010070080009005435007000090040020000800436900700080040080050850000249"
SECOND = "070000810000318902281470005400060000690103027000090006900054681106982000057000040"
FILE = f"""<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>Gnome-Sudoku Easy</name>
  <author>romario333</author>
  <level>easy</level>
  <game data="{FIRST}" />
  <!-- <game data="1" /> -->
  <game data="{SECOND}" />
</opensudoku>
"""


def file_of(data, newline="&#10;"):
    """Write a game as the program's export does, all on one line."""
    data = data.replace("\n", newline)
    return (
        '<opensudoku version="2"><folder name="All &gt; 1" created="1778054847256"><game '
        f'created="1" state="0" time="0" data="{data}" note="a > b" /></folder></opensudoku>'
    )


def test_a_file_of_puzzles():
    entries = list(opensudoku.read(FILE, "f"))
    assert opensudoku.claims(FILE)
    assert [entry.line for entry in entries] == [6, 8]
    assert [entry.position for entry in entries] == [PUZZLE.parse(FIRST), PUZZLE.parse(SECOND)]


def written(position, version, noted):
    """Write the data of a game, with notes in the cells of `noted`."""
    cells = []
    for cell, digit in enumerate(position.cells):
        mask = candidate_masks(position)[cell] if cell in noted else 0
        note = str(mask >> 1)
        if version == 1:
            note = "".join(f"{d}," for d in range(1, 10) if mask >> d & 1) or "-"
        further = {4: "257|", 5: "257|0|"}.get(version, "|" if version == 2 and mask else "")
        cells.append(f"{digit}|{note}|{further}{int(not digit)}|")
    return f"version: {version}\n{''.join(cells)}"


@every("version", [1, 2, 3, 4, 5])
def test_a_game_in_progress(version):
    for position in pencilled(8):
        masks = candidate_masks(position)
        if any(not (digit or mask) for digit, mask in zip(position.cells, masks, strict=True)):
            continue  # a cell without candidates has no notes
        plain = Position(3, 3, position.cells)
        everywhere = written(position, version, range(81))
        for newline in ("&#10;", "\n", " "):
            assert board(opensudoku, file_of(everywhere, newline)) == position
        some = [cell for cell in range(81) if cell != position.cells.index(0)]
        assert board(opensudoku, file_of(written(position, version, some))) == plain


@every(
    "text, line, column, found",
    [
        (FILE.replace(SECOND, SECOND[:-1]), 8, 95, "the end after 80 cells"),
        (FILE.replace(SECOND, SECOND[:-1] + "?"), 8, 95, "'?'"),
        (FILE.replace("<game data", "<game date"), 6, 3, "'<game>'"),
        (FILE.replace(f'"{FIRST}" />', f'"{FIRST}'), 6, 9, "'data="),
        ("<opensudoku>\n</opensudoku>", 2, 14, "the end"),
        (file_of("version: 6\n0|0|1|"), 1, 127, "'6'"),
        ('<opensudoku>\n<game data="version: 3\n' + "0|0|1|" * 80 + '"/>', 3, 481, "the end"),
        ('<opensudoku>\n<game data="version: 3\n0|0|1|0|x|1|"/>', 3, 7, "'0|x|1|'"),
    ],
)
def test_an_error_names_its_place(text, line, column, found):
    assert opensudoku.claims(text)
    errors = [entry.error for entry in opensudoku.read(text, "f") if entry.error]
    assert (errors[0].line, errors[0].column) == (line, column)
    assert errors[0].found.startswith(found)


def test_the_rest_of_a_file_is_read_after_an_error():
    entries = list(opensudoku.read(FILE.replace(FIRST, "1"), "f"))
    assert entries[1].position == PUZZLE.parse(SECOND)
    assert error(opensudoku, FILE.replace(FIRST, "1")).line == 6


def test_mutated_files():
    games = [
        file_of(written(position, 1 + i, range(81))) for i, position in enumerate(pencilled(5))
    ]
    try_mutated(PUZZLE, opensudoku, FILE, FILE, *games)
