"""Files of other programs, written by their documented layouts, and what is read from them.

The readers were also tried on 41 files of players from public repositories, none of which lies
here: each of the 40 won games is won on its layout to the hundredth of a second that its file
says, and what the cells of the Vienna files show agrees with the events of the mouse.
"""

import re
from collections.abc import Callable
from random import Random

import pytest

from every import every
from gridwise.core.errors import ParseError
from gridwise.puzzles.minesweeper.files import FORMATS, format_of
from gridwise.puzzles.minesweeper.formats.binary import evf, mbf
from gridwise.puzzles.minesweeper.formats.binary.mouse import Mouse
from gridwise.puzzles.minesweeper.formats.binary.recorded import Recorded
from puzzles.minesweeper.formats import writers
from puzzles.minesweeper.formats.writers import REPLAYS, Written, random_game
from samples import THOROUGH

GAMES = 40 if THOROUGH else 8
MUTATIONS = 2_000 if THOROUGH else 250
"""Damaged files of each kind; some formats have several kinds."""

Case = tuple[str, Callable[[Written], bytes], tuple[int, int, int]]


def cases() -> list[Case]:
    return [(name, *how) for name, how in REPLAYS.items()]


def followed(game: Written, *, left: bool = False) -> Recorded:
    """Return the game of the steps of a mouse."""
    mouse = Mouse(game.width, game.height, game.cells, marks=game.marks, left=left)
    for button, down, x, y, time in game.steps:
        mouse.move(x, y, time)
        getattr(mouse, button)(down)
    return mouse.recorded


@every("name, write, size", cases, ids=lambda case: case[0])
def test_a_replay_holds_its_board_and_its_game(
    name: str, write: Callable[[Written], bytes], size: tuple[int, int, int]
) -> None:
    for seed in range(GAMES):
        game = random_game(Random(seed), size)
        data = write(game)
        form = format_of(data)
        assert form is not None and name.endswith(form.SUFFIXES)
        if name in ("clone_096.mvf", "clone_076.mvf", "clone_075.mvf"):
            # The last release has the time of the last step that is recorded.
            *steps, last, end = game.steps
            game = Written(*size[:2], game.mines, (*steps, last, (*end[:4], last[4])))
        recorded = form.read(data, name)
        assert recorded == followed(game), seed
        assert recorded.events


@every("name, write, size", cases, ids=lambda case: case[0])
def test_question_marks_follow_flags_where_the_program_has_them(
    name: str, write: Callable[[Written], bytes], size: tuple[int, int, int]
) -> None:
    clicks = [("right", down, 20, 3, 10 * at) for at in range(6) for down in (True, False)]
    first = [("left", down, 1000, 3, 0) for down in (True, False)]
    mines = random_game(Random(1), size).mines
    game = Written(*size[:2], mines, (*first, *clicks), marks=True)
    data = write(game)
    form = format_of(data)
    assert form is not None
    kinds = [event.kind.value for event in form.read(data, name).events]
    marked = ["flag", "unflag"] * (3 if name.endswith(".evf") else 2)
    assert kinds == marked


def test_flags_before_the_start_are_the_first_events() -> None:
    game = Written(3, 3, ((0, 0), (2, 2)), (("left", True, 3, 40, 0), ("left", False, 3, 40, 0)))
    for version in (1, 2):
        data = writers.rmv(game, version, flags=[(2, 0), (0, 0)])
        form = format_of(data)
        assert form is not None
        events = form.read(data, "a.rmv").events
        assert [(e.kind.value, e.cell) for e in events] == [("flag", 2), ("flag", 0), ("open", 6)]


def test_a_board_alone_has_no_game() -> None:
    for seed in range(GAMES):
        game = random_game(Random(seed), (30, 16, 99))
        recorded = mbf.read(writers.mbf(game), "a.mbf")
        assert recorded == Recorded(30, 16, game.cells)
    assert mbf.read(bytes([4, 3, 0, 2, 0, 0, 3, 2]), "a.abf") == Recorded(4, 3, frozenset({0, 11}))


def test_the_bits_of_a_layout_are_as_the_specification_says() -> None:
    """Its example is 3 rows of 4 columns, `13**/3***/****`: 00110111 11110000."""
    mines = tuple((c % 4, c // 4) for c in (2, 3, 5, 6, 7, 8, 9, 10, 11))
    steps = (("left", True, 3, 3, 0), ("left", False, 3, 3, 0))
    game = Written(4, 3, mines, steps)
    assert writers.bits_of(game) == bytes([0b00110111, 0b11110000])
    assert evf.read(writers.evf(game), "a.evf").mines == game.cells


def test_a_text_is_of_no_format() -> None:
    for text in ("53..7....\n6..195...\n", "# mines: 10\n--1\n", '{"a": 1}', "4 4\n1 2 3 4\n", ""):
        for data in (text.encode(), text.encode("utf-16-le"), text.encode("utf-16-be")):
            assert format_of(data, "board.txt") is None, data


def _refused(name: str, data: bytes) -> ParseError | None:
    """Return the error of a file, None if it can be read; any other exception is a fault."""
    form = format_of(data, name)
    if form is None:
        return None
    try:
        recorded = form.read(data, name)
    except ParseError as error:
        found = re.search(r"at byte (\d+)", error.found)
        assert found is not None, error
        assert int(found[1]) == error.column - 1 <= len(data), error
        return error
    cells = recorded.width * recorded.height
    assert 0 < cells <= 1 << 16 and all(0 <= cell < cells for cell in recorded.mines)
    assert all(0 <= event.cell < cells and event.time_s >= 0 for event in recorded.events)
    return None


def _files() -> list[tuple[str, bytes]]:
    game = random_game(Random(5), writers.SMALL)
    files = [("a.mbf", writers.mbf(game)), ("flags.rmv", writers.rmv(game, 2, [(0, 0), (5, 3)]))]
    return files + [(name, w(random_game(Random(5), s))) for name, w, s in cases()]


@every("name, data", _files, ids=lambda case: case[0])
def test_a_cut_file_is_refused_with_the_byte(name: str, data: bytes) -> None:
    """All but the checksum is needed; an old replay may end after any event, and 4 bytes say 0."""
    whole = format_of(data, name)
    assert whole is not None
    for length in range(4, len(data) * 2 // 3, 3):
        error = _refused(name, data[:length])
        assert error is not None or name in ("clone_096.mvf", "clone_076.mvf", "clone_075.mvf")
    assert _refused(name, data) is None


@every("name, data", _files, ids=lambda case: case[0])
def test_a_damaged_file_is_read_or_refused(name: str, data: bytes) -> None:
    random = Random(name)
    refused = 0
    for _ in range(MUTATIONS):
        piece = bytearray(data)
        for _ in range(random.randint(1, 4)):
            a, b = sorted(random.randrange(len(piece) + 1) for _ in range(2))
            match random.randrange(4):
                case 0:
                    piece[a : a + 1] = bytes([random.choice((0, 1, 255, random.randrange(256)))])
                case 1:
                    del piece[a : min(b, a + 9)]
                case 2:
                    piece[a:a] = random.randbytes(random.randrange(9))
                case _:
                    piece[a:a] = piece[a : min(b, a + 30)]
        refused += _refused(name, bytes(piece)) is not None
    assert refused > MUTATIONS // 50


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.mbf", b"\xff\xff\xff\xff" + bytes(96)),
        ("a.avf", b"\x34\1\1\1\1\6\xff\xff\xff\xff" + bytes(90)),
        (
            "a.mvf",
            b"\x11Minesweeper Clone\x042005\0\0" + bytes(26) + b"\xff\xff\xff\xff" + bytes(40),
        ),
        ("a.rmv", b"*rmv\0\1" + b"\xff" * 94),
        ("a.evf", b"\3\0\0\xff\xff\xfe\x01\x10" + bytes(92)),
    ],
)
def test_no_count_of_a_header_is_believed(
    name: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No board is made for what a short file claims."""
    for form in FORMATS:
        monkeypatch.delattr(form, "Mouse", raising=False)
    assert _refused(name, data) is not None


def test_the_first_error_of_a_file_says_what_was_expected() -> None:
    with pytest.raises(ParseError) as caught:
        mbf.read(bytes([4, 3, 0, 2, 0, 0, 4, 2]), "a.mbf")
    assert str(caught.value) == (
        "a.mbf:1:7: Found a mine in column 5, row 3 at byte 6, expected each mine once, on the "
        "board of 4x3."
    )
    with pytest.raises(ParseError, match="Found only 3 bytes at byte 4, expected 4 bytes for the"):
        mbf.read(bytes([4, 3, 0, 2, 0, 0, 4]), "a.mbf")
