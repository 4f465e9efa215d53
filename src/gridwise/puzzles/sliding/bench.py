"""What the engines are measured on: fixed boards, answers checked, CPU time."""

import time
from collections.abc import Iterator

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import Run
from gridwise.puzzles.sliding.engine import shortest
from gridwise.puzzles.sliding.generate import random_position
from gridwise.puzzles.sliding.position import Position, Slide, blank_last
from gridwise.puzzles.sliding.rules import is_solved, replay, unsolvable

SETS: dict[str, str] = {
    "15_random": "100 random 15-puzzles (or the lines of a file) by the default tables",
    "15_random_663": "the same by 6-6-3",
    "15_random_78": "the same by 7-8",
    "15_hardest_78": "two 15-puzzles of 80 slides by 7-8",
    "24_korf_6666": "24-puzzles 38, 40 and 25 of Korf and Felner (2002) by 6-6-6-6",
    "24_korf_55554": "24-puzzle 40 of them by 5-5-5-5-4",
}
"""Name and what it is. All solutions are shortest, and proved to be."""

_TABLES = {
    "15_random": "default",
    "15_random_663": "6-6-3",
    "15_random_78": "7-8",
    "15_hardest_78": "7-8",
    "24_korf_6666": "6-6-6-6",
    "24_korf_55554": "5-5-5-5-4",
}

# Brüngger, Marzetta, Fukuda and Nievergelt 1999, "The parallel search bench ZRAM and its
# applications", Annals of Operations Research 90, 45-63: 80 slides each.
_HARDEST = (
    "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1",
    "0 12 10 13 15 11 14 9 3 7 2 5 4 8 6 1",
)

# Korf and Felner 2002, Artificial Intelligence 134, 9-22, table 2: number, slides, board.
_KORF24 = {
    25: (81, "3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19"),
    38: (96, "10 3 24 12 0 7 8 11 14 21 22 23 2 1 9 17 18 6 20 4 13 15 5 19 16"),
    40: (82, "2 17 4 13 7 12 10 3 0 16 21 24 8 5 18 20 15 19 14 9 22 11 6 1 23"),
}


def run(name: str, *, data: str | None = None, scale: float = 1.0) -> dict[str, int | float | str]:
    """Measure one set.

    Parameters
    ----------
    name
        A key of `SETS`.
    data
        Lines to use instead of the set's own boards: the tiles, the blank first in the goal, or
        `id | slides | ... | tiles` as in the published lists; then the lengths are checked.
    scale
        The part of the set that is run, above 0; at least one board.

    Returns
    -------
    dict
        `set`, `items`, `cpu_s`, `rate_per_s` (boards), `compile_s`, `nodes` (expanded),
        `generated`, `generated_per_s`, `slides` (of all solutions), `bytes` (of memory that
        the tables took when they were made or mapped), `tables`.

    Raises
    ------
    UnknownNameError
        No such set.
    ParameterError
        A scale that is not above 0, or lines that are no boards.
    RuntimeError
        An answer of the wrong length, or one that does not solve its board.
    """
    if name not in SETS:
        raise UnknownNameError("set", name, SETS)
    if not scale > 0:
        raise ParameterError(f"scale is above 0, not {scale}")
    boards = list(_boards(name) if data is None else _read(data))
    boards = boards[: max(1, round(len(boards) * scale))]
    if not boards:
        raise ParameterError("no board in the data")
    tables = _TABLES[name]
    warm = Run()
    _, first = boards[0]
    _check(_near(first), shortest(_near(first), warm, tables), None)
    began = time.process_time()
    nodes = generated = slides = 0
    found = []
    for _, board in boards:
        one = Run()
        found.append(shortest(board, one, tables))
        nodes += one.count.expanded
        generated += one.count.generated
    cpu = time.process_time() - began
    for (wanted, board), path in zip(boards, found, strict=True):
        slides += len(path)
        _check(board, path, wanted)
    return {
        "set": name,
        "items": len(boards),
        "cpu_s": cpu,
        "rate_per_s": len(boards) / cpu,
        "compile_s": warm.compile_s,
        "nodes": nodes,
        "generated": generated,
        "generated_per_s": generated / cpu,
        "slides": slides,
        "bytes": warm.statistics(frozenset()).peak_bytes,
        "tables": tables,
    }


def _near(board: Position) -> Position:
    """Return the board one slide from the same goal: it makes or maps the tables."""
    tiles = list(board.goal)
    blank = tiles.index(0)
    other = blank + 1 if blank + 1 < board.width else blank - 1
    tiles[blank], tiles[other] = tiles[other], 0
    return Position(board.width, board.height, tuple(tiles), board.goal)


def _check(board: Position, path: tuple[int, ...], wanted: int | None) -> None:
    end = replay(board, (Slide(fact % board.size) for fact in path))
    if not is_solved(end):
        raise RuntimeError(f"no solution of {board.tiles}")
    if wanted is not None and len(path) != wanted:
        raise RuntimeError(f"{len(path)} slides, not {wanted}, for {board.tiles}")


def _boards(name: str) -> Iterator[tuple[int | None, Position]]:
    if name.startswith("15_random"):
        for seed in range(100):
            yield None, random_position(4, 4, seed)
    elif name.startswith("15_hardest"):
        for text in _HARDEST:
            yield 80, Position(4, 4, tuple(map(int, text.split())), blank_last(16))
    else:
        for number in (38, 40, 25) if name.endswith("6666") else (40,):
            slides, text = _KORF24[number]
            yield slides, Position(5, 5, tuple(map(int, text.split())))


def _read(data: str) -> Iterator[tuple[int | None, Position]]:
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        *about, text = line.split("|")
        try:
            tiles = tuple(map(int, text.replace(",", " ").split()))
            wanted = int(about[1]) if len(about) > 1 else None
        except ValueError:
            raise ParameterError(f"line {number} is no board: {line!r}") from None
        side = round(len(tiles) ** 0.5)
        board = Position(side, side, tiles)
        if unsolvable(board) is not None:
            raise ParameterError(f"line {number} cannot be solved: {line!r}")
        yield wanted, board
