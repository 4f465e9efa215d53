"""Writers of the formats, by their documented layouts, and games to write.

The files of players are theirs, so that none of them lies here: each writer builds the bytes that
the source named in the format's module describes. What only the programs know, such as checksums,
is filled with zeros; the readers pass it over.
"""

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin, sqrt
from random import Random

CELL = 16
LEFT, RIGHT, MIDDLE = "left", "right", "middle"
Step = tuple[str, bool, int, int, int]
"""A button, whether it goes down, x and y in pixels, and the time in milliseconds."""


@dataclass(frozen=True)
class Written:
    """A board, with the mines as (column, row), and the steps of the mouse on it."""

    width: int
    height: int
    mines: tuple[tuple[int, int], ...]
    steps: tuple[Step, ...] = ()
    marks: bool = False

    @property
    def cells(self) -> frozenset[int]:
        """The cells with a mine."""
        return frozenset(row * self.width + col for col, row in self.mines)


def random_game(random: Random, size: tuple[int, int, int]) -> Written:
    """Return a board and a game of clicks, flags and chords in random cells.

    The game begins with a left click, as every replay does; the last step is a left release, which
    old versions of one program leave out.
    """
    width, height, number = size
    places = [(col, row) for row in range(height) for col in range(width)]
    steps: list[Step] = []
    time = 0

    def click(buttons: Sequence[str], *, outside: bool = False) -> None:
        nonlocal time
        col, row = random.choice(places)
        x, y = (width if outside else col) * CELL + random.randrange(CELL), row * CELL + 3
        for down in (True, False):
            for button in buttons:
                steps.append((button, down, x, y, time))
                time += 10 * random.randrange(30)

    click((LEFT,))
    for _ in range(random.randrange(12, 30)):
        buttons = random.choice(
            [(LEFT,), (RIGHT,), (RIGHT,), (LEFT, RIGHT), (RIGHT, LEFT), (MIDDLE,)]
        )
        click(buttons, outside=random.random() < 0.1)
    click((LEFT,))
    return Written(width, height, tuple(random.sample(places, number)), tuple(steps))


def _pairs(mines: Iterable[tuple[int, int]], base: int) -> bytes:
    return bytes(side + base for mine in mines for side in mine)


def mbf(game: Written) -> bytes:
    """Return a board of Minesweeper Clone."""
    head = struct.pack(">BBH", game.width, game.height, len(game.mines))
    return head + _pairs(game.mines, 0)


def avf(game: Written) -> bytes:
    """Return a replay of Arbiter 0.52, with numbers of no meaning where it has checksums."""
    size = (game.width, game.height, len(game.mines))
    level = {(8, 8, 10): 3, (16, 16, 40): 4, (30, 16, 99): 5}.get(size, 6)
    head = bytes([52, 1, 21, 2, 22, level])
    if level == 6:
        head += struct.pack(">BBH", game.width - 1, game.height - 1, len(game.mines))
    mines = _pairs(((row, col) for col, row in game.mines), 1)
    custom = f"W{game.width}H{game.height}M{len(game.mines)}|" if level == 6 else ""
    stamp = f"[{level - 3}|{custom}4.6.2021.12:39:02:3390|4.12:39:09:7763|B11T8.37]"
    action = {LEFT: (3, 5), RIGHT: (9, 17), MIDDLE: (33, 65)}
    events = b""
    for button, down, x, y, time in game.steps:
        second = time // 1000 + 1
        low = (action[button][not down], x >> 8, second & 255, x & 255)
        events += bytes([*low, time % 1000 // 10, y >> 8, second >> 8, y & 255])
    marks = bytes([17 if game.marks else 127])
    tail = (
        b"\0" * 8
        + b"cs="
        + bytes(17)
        + b"RealTime: 7.37\rSkin: 3.1\rA player\rMinesweeper Arbiter\r"
    )
    gap = bytes([4, 4, 4, 9, 7, 11])
    return head + mines + b"6163" + marks + b"=" + stamp.encode() + gap + events + tail


def _text(text: bytes) -> bytes:
    return bytes([len(text)]) + text


def _states(game: Written) -> list[tuple[Mapping[str, bool], int, int, int]]:
    """Return the buttons that are down after each step, x, y and the time."""
    down = dict.fromkeys((LEFT, RIGHT, MIDDLE), False)
    states = []
    for button, goes_down, x, y, time in game.steps:
        down = {**down, button: goes_down}
        states.append((down, x, y, time))
    return states


def _permuted(bits: Sequence[int], key: int) -> bytes:
    """Return the bits of an event at the places that follow from a key, digit by digit."""
    one, two = sqrt(key), sqrt(key + 1000.0)
    three, four = sqrt(one + 1000.0), sqrt(two + 1000.0)
    numbers = [cos(three + 1000.0), sin(sqrt(two)), cos(three), sin(sqrt(one) + 1000.0), cos(four)]
    numbers.append(sin(four))
    text = "".join(f"{round(abs(number) * 1e8):08}" for number in numbers)[: len(bits)]
    event, current = bytearray(len(bits) // 8), 0
    for digit in "0123456789":
        for at, other in enumerate(text):
            if other == digit:
                event[at // 8] |= bits[current] << at % 8
                current += 1
    return bytes(event)


def _number(value: int, bits: int) -> list[int]:
    return [value >> bit & 1 for bit in range(bits)]


def _clone(
    game: Written, years: bytes, version: bytes, more: int, events: Iterable[bytes]
) -> bytes:
    head = b"".join(map(_text, (b"Minesweeper Clone", years, b"Rodrigo Silveira Camargo", version)))
    board = struct.pack(">BBBH", game.marks, game.width, game.height, len(game.mines))
    packed = list(events)
    key = struct.pack(">H", 12_345) + len(packed).to_bytes(3, "big")
    return (
        (head + bytes(3 + more) + board + _pairs(game.mines, 1) + _text(b"A player") + key)
        + b"".join(packed)
        + bytes(20)
    )


def mvf_097(game: Written) -> bytes:
    """Return a replay of Minesweeper Clone 0.97: 5 bytes an event."""
    events = (
        _permuted(
            [
                *(down[RIGHT], down[MIDDLE], down[LEFT], *_number(y, 9), *_number(x, 9)),
                *(*_number(time % 1000 // 10, 7), *_number(time // 1000, 10), 0, 0),
            ],
            12_345,
        )
        for down, x, y, time in _states(game)
    )
    return _clone(game, b"2004-2005", b"version 0.97 beta", 22, events)


def mvf_2007(game: Written) -> bytes:
    """Return a replay of Minesweeper Clone 2007: 6 bytes an event."""
    events = (
        _permuted(
            [
                *(down[RIGHT], down[MIDDLE], down[LEFT], *_number(y + 32, 11)),
                *(*_number(x + 32, 11), *_number(time, 22), 0),
            ],
            12_345,
        )
        for down, x, y, time in _states(game)
    )
    return _clone(game, b"2004-2007", b"2007 release 2", 12, events)


def mvf_old(game: Written, ends: int = 122) -> bytes:
    """Return a replay of Minesweeper Clone 0.96, or of 0.76 and 0.75 with their shorter ends."""
    states = _states(game)[:-1]
    events = b"".join(
        struct.pack(
            ">BBBHHB",
            *(time // 1000, time % 1000 // 10),
            down[LEFT] | down[MIDDLE] << 1 | down[RIGHT] << 2,
            *(x, y, 0),
        )
        for down, x, y, time in states
    )
    last = states[-1][-1]
    name = b"" if ends == 10 else b"A player".ljust(100)
    checksum = bytes(22) if ends == 122 else b"0123456789"
    time = struct.pack(">HB", last // 1000, last % 1000 // 10)
    return mbf(game) + bytes([game.marks, 0]) + events + time + name + checksum


_MOUSE = {(LEFT, True): 2, (LEFT, False): 3, (RIGHT, True): 4, (RIGHT, False): 5}
_MOUSE |= {(MIDDLE, True): 6, (MIDDLE, False): 7}


def rmv(game: Written, version: int = 1, flags: Sequence[tuple[int, int]] = ()) -> bytes:
    """Return a replay of Vienna Minesweeper, whose first press is not recorded."""
    result = b"\nLEVEL:Custom#SCORE:7.37#\n" if version == 1 else b""
    program = b"Vienna Minesweeper - Release 5.0"
    player = struct.pack(">H", 2) + _text(b"A player") + _text(b"nick")
    board = struct.pack(">IBBH", 1, game.width, game.height, len(game.mines)) + _pairs(
        game.mines, 0
    )
    flagged = struct.pack(">H", len(flags)) + _pairs(flags, 0) if flags else b""
    properties = bytes([game.marks, 0, 0, 3]) + (bytes([10, 0, CELL]) if version == 2 else b"")
    more = struct.pack(">H", 1) + _text(b"skin") + _text(b"x") if version == 2 else b""
    corner = (12, 56) if version == 1 else (0, 0)
    events = b"\0\0\0\0\1" if version == 1 else b""
    for button, down, x, y, time in game.steps[1:]:
        events += bytes([_MOUSE[button, down]]) + time.to_bytes(3, "big") + b"\0"
        events += struct.pack(">HH", x + corner[0], y + corner[1]) + b"\x09\0\0\x12\0\0"
        if version == 2:
            events += b"\x1c\0\x7f\x1c\0\x91"  # 7 right, 1 up; 7 left, 1 down
    events += b"\x11" + bytes(3)
    sections = [program, player, board, flagged, properties]
    sections = [result, *sections] if version == 1 else [*sections, more]
    sizes = b"".join(struct.pack(">H", len(section)) for section in sections)
    sizes += struct.pack(">IH", len(events), 18)
    middle = b"\1\5" if version == 2 else b""
    body = sizes + b"".join(sections) + events + bytes(18)
    head = b"*rmv" + struct.pack(">H", version) + middle
    return head + struct.pack(">I", len(head) + 4 + len(body)) + body


def clicked(*clicks: tuple[str, int]) -> bytes:
    """Return a replay of clicks of a button in a cell, one a second, on a board of 3x3.

    ::

        0 1 *
        1 2 1
        * 1 0
    """
    steps: list[Step] = []
    for second, (button, cell) in enumerate(clicks):
        where = (cell % 3 * CELL + 1, cell // 3 * CELL + 1, 1000 * second)
        steps += [(button, down, *where) for down in (True, False)]
    return rmv(Written(3, 3, ((2, 0), (0, 2)), tuple(steps)))


def bits_of(game: Written) -> bytes:
    """Return the layout as bits, row by row, the high bit of a byte first."""
    cells = game.width * game.height
    text = "".join("1" if cell in game.cells else "0" for cell in range(cells))
    text += "0" * (-cells % 8)
    return bytes(int(text[at : at + 8], 2) for at in range(0, len(text), 8))


def evf(game: Written, version: int = 3) -> bytes:
    """Return a replay of Metasweeper, version 0.0 to 0.4."""
    head = bytes([version, 0]) + (b"\0" if version >= 3 else b"")
    head += struct.pack(">BBHBHH", game.height, game.width, len(game.mines), CELL, 0, 10)
    if version < 4:
        texts = (7, 7, 8, 8)[version]
        events = b"".join(
            bytes([_MOUSE[button, down]]) + time.to_bytes(3, "big") + struct.pack(">HH", x, y)
            for button, down, x, y, time in game.steps
        )
        return head + bytes(3) + b"text\0" * texts + bits_of(game) + events + b"\xff"
    head += bytes(4 + 2 + 8 + 8) + b"text\0" * 4 + struct.pack(">H", 3) + b"id\0"
    events, before = b"", (0, 0, 0)
    for button, down, x, y, time in game.steps:
        waited = time - before[2]
        if waited > 255:
            events += b"\xff" + struct.pack(">H", waited)
            waited = 0
        events += bytes([_MOUSE[button, down], waited])
        events += struct.pack(">hh", x - before[0], y - before[1])
        before = (x, y, time)
    end = b"\x52\0\0" + struct.pack(">H", 4) + bytes(4)
    return head + bits_of(game) + struct.pack(">H", 1) + b"measure\0" + events + end


SMALL = (9, 7, 8)
"""A board that every format takes, but for the old replays of one program."""
REPLAYS: Mapping[str, tuple[Callable[[Written], bytes], tuple[int, int, int]]] = {
    "arbiter.avf": (avf, SMALL),
    "arbiter_beginner.avf": (avf, (8, 8, 10)),
    "clone_097.mvf": (mvf_097, SMALL),
    "clone_2007.mvf": (mvf_2007, SMALL),
    "clone_096.mvf": (mvf_old, (8, 8, 10)),
    "clone_076.mvf": (lambda game: mvf_old(game, 110), (16, 16, 40)),
    "clone_075.mvf": (lambda game: mvf_old(game, 10), (8, 8, 10)),
    "vienna_1.rmv": (rmv, SMALL),
    "vienna_2.rmv": (lambda game: rmv(game, 2), SMALL),
    **{f"meta_{v}.evf": (lambda game, v=v: evf(game, v), SMALL) for v in range(5)},  # type: ignore[misc]  # v is bound
}
"""The writer and the size of its boards for each replay, by the name of a file."""
