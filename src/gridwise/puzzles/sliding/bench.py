"""The benchmarks of the engines: fixed boards, checked answers, CPU time.

`nodes` are expanded, `slides` summed over solutions, `bytes` the peak memory of making or mapping
the tables. Beam and windows have `ratio` and `ratio_most`, the mean and the greatest length over
`ratio_to`, the shortest length if known, else the lower bound.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from gridwise.core.capabilities import Benchmarks, BenchSet, Figures, Measured
from gridwise.core.errors import ParameterError
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine import a_star, windows
from gridwise.puzzles.sliding.engine.beam import beam
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.puzzles.sliding.generate import random_position
from gridwise.puzzles.sliding.position import Position, Slide, blank_last
from gridwise.puzzles.sliding.rules import apply_all, is_solved, unsolvable

_SETS: dict[str, tuple[str, int, str]] = {
    "15_random": (
        "100 random 15-puzzles (or the lines of a file) by the default tables",
        *(100, "default"),
    ),
    "15_random_663": ("the same by 6-6-3", 100, "6-6-3"),
    "15_random_78": ("the same by 7-8", 100, "7-8"),
    "15_hardest_78": ("two 15-puzzles of 80 slides by 7-8", 2, "7-8"),
    "24_korf_6666": (
        "24-puzzles 38, 40 and 25 of Korf and Felner (2002) by 6-6-6-6",
        *(3, "6-6-6-6"),
    ),
    "24_korf_55554": ("24-puzzle 40 of them by 5-5-5-5-4", 1, "5-5-5-5-4"),
    "15_a_star": ("20 random 15-puzzles by A*: states expanded each second", 20, ""),
    "24_beam": (
        "24-puzzles 1 to 10 of them by a beam of 40,000: length over the shortest",
        *(10, ""),
    ),
    "99_windows": (
        "3 random 99-puzzles by windows in 4 s each: length over the lower bound",
        *(3, ""),
    ),
    "255_windows": ("3 random 255-puzzles (16x16), the same", 3, ""),
    "399_windows": ("3 random 399-puzzles (20x20), the same", 3, ""),
}
"""The sets: the description, the number of boards, the tables of IDA*."""

# Brüngger, Marzetta, Fukuda and Nievergelt 1999, "The parallel search bench ZRAM and its
# applications", Annals of Operations Research 90, 45-63: 80 slides each.
_HARDEST = (
    "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1",
    "0 12 10 13 15 11 14 9 3 7 2 5 4 8 6 1",
)

# Korf and Felner 2002, Artificial Intelligence 134, 9-22, table 2: number, slides, board. Compared
# with clausecker/24puzzle (doc/korf.txt) and, 1 to 10, with sourcedennis/puzzle24.
KORF24 = {
    1: (95, "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13"),
    2: (96, "16 5 1 12 6 24 17 9 2 22 4 10 13 18 19 20 0 23 7 21 15 11 8 3 14"),
    3: (97, "6 0 24 14 8 5 21 19 9 17 16 20 10 13 2 15 11 22 1 3 7 23 4 18 12"),
    4: (98, "18 14 0 9 8 3 7 19 2 15 5 12 1 13 24 23 4 21 10 20 16 22 11 6 17"),
    5: (100, "17 1 20 9 16 2 22 19 14 5 15 21 0 3 24 23 18 13 12 7 10 8 6 4 11"),
    6: (101, "2 0 10 19 1 4 16 3 15 20 22 9 6 18 5 13 12 21 8 17 23 11 24 7 14"),
    7: (104, "21 22 15 9 24 12 16 23 2 8 5 18 17 7 10 14 13 4 0 6 20 11 3 1 19"),
    8: (108, "7 13 11 22 12 20 1 18 21 5 0 8 14 24 19 9 4 17 16 10 23 15 3 2 6"),
    9: (113, "3 2 17 0 14 18 22 19 15 20 9 7 10 21 16 6 24 23 8 5 1 4 11 12 13"),
    10: (114, "23 14 0 24 17 9 20 21 2 18 10 13 22 1 3 11 4 16 6 5 7 12 8 15 19"),
    25: (81, "3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19"),
    38: (96, "10 3 24 12 0 7 8 11 14 21 22 23 2 1 9 17 18 6 20 4 13 15 5 19 16"),
    40: (82, "2 17 4 13 7 12 10 3 0 16 21 24 8 5 18 20 15 19 14 9 22 11 6 1 23"),
}
_WIDTH = 40_000
_WINDOW, _SECONDS = 48, 4.0

Item = tuple[int | None, Position]
"""The length of a shortest solution, if known, and its board."""


def _solved(name: str, item: Item, run: Run) -> tuple[int, ...]:
    tables, board = _SETS[name][2], item[1]
    if tables:
        return shortest(board, run, tables)
    if name.endswith("a_star"):
        return a_star.shortest(board, run)
    if name.endswith("windows"):
        return windows.shorten(board, _WINDOW, _SECONDS, run)
    path = beam(board, _WIDTH, run, "default")
    if path is None:
        raise RuntimeError(f"the beam found no solution of {board.tiles}")
    return path


def _near(board: Position) -> Position:
    """Return a board one slide from the same goal, for the warm-up."""
    tiles = list(board.goal)
    blank = tiles.index(0)
    other = blank + 1 if blank + 1 < board.width else blank - 1
    tiles[blank], tiles[other] = tiles[other], 0
    return replace(board, tiles=tuple(tiles))


def _check(board: Position, path: tuple[int, ...], wanted: int | None) -> None:
    end = apply_all(board, (Slide(fact % board.size) for fact in path))
    if not is_solved(end):
        raise RuntimeError(f"no solution of {board.tiles}")
    if wanted is not None and len(path) != wanted:
        raise RuntimeError(f"{len(path)} slides, not {wanted}, for {board.tiles}")


def _boards(name: str, number: int) -> Iterator[Item]:
    """Yield the first boards of a set."""
    if name.startswith("15_hardest"):
        for text in _HARDEST[:number]:
            yield 80, Position(4, 4, tuple(map(int, text.split())), blank_last(16))
    elif name.startswith("24"):
        hard = {"24_korf_6666": (38, 40, 25), "24_korf_55554": (40,)}
        for slides, text in map(KORF24.__getitem__, hard.get(name, range(1, 11))[:number]):
            yield slides, Position(5, 5, tuple(map(int, text.split())))
    else:
        side = {"99_windows": 10, "255_windows": 16, "399_windows": 20}.get(name, 4)
        for seed in range(number):
            yield None, random_position(side, side, seed)


def _read(data: str) -> Iterator[Item]:
    """Yield the boards of a file.

    A line has the tiles, the blank first in the goal, or `id | slides | ... | tiles` as in the
    published lists; then the lengths are checked.
    """
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


def _warm(name: str, items: Sequence[Item]) -> Iterator[Item]:
    yield None, _near(items[0][1])
    if name.endswith("windows"):  # a near goal needs no windows
        yield None, random_position(4, 4, 1)


def _measured(name: str, measured: Measured) -> Figures:
    """Check the solutions, which are proved shortest, except those of beam and windows."""
    exact, tables, cpu_s = not name.endswith(("beam", "windows")), _SETS[name][2], measured.times
    ratios = []
    for (wanted, board), path in zip(measured.items, measured.answers, strict=True):
        _check(board, path, wanted if exact else None)
        ratios.append(len(path) / max(1, wanted or windows.lower_bound(board)))
    nodes = sum(run.count.expanded for run in measured.runs)
    generated = sum(run.count.generated for run in measured.runs)
    row: Figures = {
        "nodes": nodes,
        "generated": generated,
        "generated_per_s": generated / sum(cpu_s),
        "slides": sum(map(len, measured.answers)),
        "bytes": measured.warm.statistics(frozenset()).peak_bytes,
    }
    if exact:
        return row | ({"tables": tables} if tables else {"expanded_per_s": nodes / sum(cpu_s)})
    return row | {
        "ratio": sum(ratios) / len(ratios),
        "ratio_most": max(ratios),
        "ratio_to": "shortest" if all(wanted for wanted, _ in measured.items) else "lower bound",
    }


BENCH = Benchmarks(
    {
        name: BenchSet(
            *(title, number, partial(_boards, name), partial(_solved, name)),
            *(partial(_measured, name), _read, partial(_warm, name)),
        )
        for name, (title, number, _) in _SETS.items()
    }
)
