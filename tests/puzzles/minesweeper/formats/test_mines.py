"""Ids and saved games of Mines.

The saved game is icons/mines.sav of the collection, cut after its first moves. Other ids are
written here by the description of `obfuscate_bitmap` in misc.c.
"""

from hashlib import sha1
from random import Random

from every import every
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.formats import mines
from puzzles.formats import board, error, try_mutated

MASKED = "me0691ca8a278f3c371688"
SAVED = f"""SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Mines
PARAMS  :6:9x9n35
CPARAMS :6:9x9n35
SEED    :15:698938038698621
DESC    :26:0,0,{MASKED}
PRIVDESC:22:{MASKED}
UI      :3:D0C
TIME    :7:75.2958
NSTATES :1:9
STATEPOS:1:9
MOVE    :4:O0,0
MOVE    :4:F1,2
MOVE    :4:F0,2
MOVE    :4:O2,2
MOVE    :4:F2,1
MOVE    :4:F3,1
MOVE    :4:F3,2
MOVE    :4:F3,3
"""
FIRST = "01-------/23-------" + "/---------" * 7


def masked(bits, size):
    """Mask a whole number of bytes as misc.c says: first the first half, then the second."""

    def stream(seed, length):
        hashes = (sha1(seed + str(i).encode()).digest() for i in range(length // 20 + 1))
        return b"".join(hashes)[:length]

    half = len(bits) // 2
    first, second = bits[:half], bits[half:]
    first = bytes(a ^ b for a, b in zip(first, stream(second, len(first)), strict=True))
    second = bytes(a ^ b for a, b in zip(second, stream(first, len(second)), strict=True))
    whole = int.from_bytes(first + second) >> (-size % 8) << (-size % 8)
    return whole.to_bytes(len(bits))


def game_id(width, height, layout, first=(), mask=True):
    """Write an id; the layout is a set of cells."""
    size = width * height
    whole = sum(1 << (size - 1 - cell) for cell in layout) << (-size % 8)
    bits = whole.to_bytes((size + 7) // 8)
    digits = (masked(bits, size) if mask else bits).hex()[: (size + 3) // 4]
    start = "".join(f"{number}," for number in first)
    return f"{width}x{height}:{start}{'m' if mask else 'u'}{digits}"


def test_the_first_cell_is_open():
    want = PUZZLE.parse(f"minesweeper:9x9x35:{FIRST}")
    for text in (
        f"9x9:0,0,{MASKED}",
        f"see js/mines.html#9x9n35:0,0,{MASKED}.",
        f"Mines 9x9a:0,0,{MASKED}",
    ):
        assert board(mines, text) == want


def test_without_a_first_cell_nothing_is():
    position = board(mines, f"9x9:{MASKED}")
    assert position == PUZZLE.parse("minesweeper:9x9x35:" + "/".join(["-" * 9] * 9))


def test_layouts_of_many_sizes():
    random = Random(7)
    for _ in range(200):
        width, height = random.randint(1, 12), random.randint(1, 12)
        size = width * height
        layout = set(random.sample(range(size), random.randint(0, size - 1)))
        start = random.choice([cell for cell in range(size) if cell not in layout])
        first = start % width, start // width
        text = game_id(width, height, layout, first)
        position = board(mines, text)
        assert position == board(mines, game_id(width, height, layout, first, mask=False))
        assert (position.width, position.height, position.mines) == (width, height, len(layout))
        near = {
            cell: {
                (cell // width + dy) * width + cell % width + dx
                for dy in (-1, 0, 1)
                for dx in (-1, 0, 1)
                if (dx or dy)
                and 0 <= cell // width + dy < height
                and 0 <= cell % width + dx < width
            }
            for cell in range(size)
        }
        want = {start}
        edge = [start]
        for cell in edge:
            if not near[cell] & layout:
                edge += near[cell] - want
                want |= near[cell]
        opened = {cell for cell in range(size) if position.shown[cell] < 9}
        assert opened == want, text
        assert all(position.shown[cell] == len(near[cell] & layout) for cell in opened)


def test_a_saved_game_is_as_the_player_sees_it():
    shown = "01-------/23XX-----/XX7X-----/---X-----" + "/---------" * 5
    assert board(mines, SAVED) == PUZZLE.parse(f"minesweeper:9x9x35:{shown}")
    undone = SAVED.replace("STATEPOS:1:9", "STATEPOS:1:2")
    assert board(mines, undone) == PUZZLE.parse(f"minesweeper:9x9x35:{FIRST}")
    unflagged = SAVED.replace("F3,3", "F3,2")
    assert board(mines, unflagged).shown.count(10) == 4
    cleared = board(mines, SAVED.replace("F3,3", "C0,0"))
    assert cleared == board(mines, SAVED.replace("STATEPOS:1:9", "STATEPOS:1:8"))
    twice = SAVED.replace("MOVE    :4:F3,3", "MOVE    :9:F3,3;O4,2")
    assert board(mines, twice).shown[2 * 9 + 4] == 5
    solved = board(mines, SAVED.replace("MOVE    :4:F3,3", "SOLVE   :1:S"))
    assert solved.shown.count(10) == 35 and 9 not in solved.shown and PUZZLE.is_solved(solved)


@every(
    "text, column, found",
    [
        ("9x9n10#123456789012345", 1, "a random seed"),
        ("9x9n10:r10,u,5bb0ef0c2c", 8, "a game whose mines are laid"),
        (f"9x9:9,0,{MASKED}", 5, "a cell outside"),
        ("3x3:1,1,u080", 5, "a mine that was opened"),
        (f"9x9:0,0,{MASKED}0", 31, "22 characters"),
        (f"9x9:0,0,{MASKED[:-1]}", 30, "20 characters"),
        (f"0x9:0,0,{MASKED}", 1, "'0x9'"),
        (f"2000x2000:0,0,{MASKED}", 1, "a board of 4"),
    ],
)
def test_a_refusal_names_its_place(text, column, found):
    assert mines.claims(text)
    wrong = error(mines, text)
    assert wrong.found.startswith(found) and wrong.column == column


@every(
    "old, new, line, found",
    [
        ("O2,2", "O2,1", 16, "a mine that was opened"),
        ("F3,3", "F9,3", 20, "a cell outside of the board of 9x9"),
        ("F3,3", "X3,3", 20, "'X3,3'"),
        (f"PRIVDESC:22:{MASKED}", "PRIVDESC:2:mg", 8, "'g'"),
    ],
)
def test_an_error_in_a_saved_game_names_its_place(old, new, line, found):
    wrong = error(mines, SAVED.replace(old, new))
    assert (wrong.line, wrong.found) == (line, found)


@every(
    "text",
    [
        "minesweeper:9x9x10:" + "/".join(["-" * 9] * 9),
        "9x9:123456789012345678901",
        "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0",
        "10x10\n10 mines\n",
        SAVED.replace("5:Mines", "8:Minesweep"),
    ],
)
def test_other_texts_are_not_claimed(text):
    assert not mines.claims(text)


def test_mutated_ids_and_saved_games():
    small = "\n".join(game_id(4, 3, {cell}, (3, 0)) for cell in range(3))
    try_mutated(PUZZLE, mines, small, SAVED, f"9x9n35:0,0,{MASKED}\n9x9n10#123456")
