"""The benchmarks of the engines: fixed boards, checked answers, CPU time."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from gridwise.core.capabilities import Benchmarks, Figures, figures
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine import a_star, windows
from gridwise.puzzles.sliding.engine.beam import beam
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.puzzles.sliding.generate import random_position
from gridwise.puzzles.sliding.position import Position, Slide, blank_last
from gridwise.puzzles.sliding.rules import apply_all, is_solved, unsolvable

SETS: dict[str, str] = {
    "15_random": "100 random 15-puzzles (or the lines of a file) by the default tables",
    "15_random_663": "the same by 6-6-3",
    "15_random_78": "the same by 7-8",
    "15_hardest_78": "two 15-puzzles of 80 slides by 7-8",
    "24_korf_6666": "24-puzzles 38, 40 and 25 of Korf and Felner (2002) by 6-6-6-6",
    "24_korf_55554": "24-puzzle 40 of them by 5-5-5-5-4",
    "15_a_star": "20 random 15-puzzles by A*: states expanded each second",
    "24_beam": "24-puzzles 1 to 10 of them by a beam of 40,000: length over the shortest",
    "99_windows": "3 random 99-puzzles by windows in 4 s each: length over the lower bound",
    "255_windows": "3 random 255-puzzles (16x16), the same",
    "399_windows": "3 random 399-puzzles (20x20), the same",
}
"""The sets, each with its description. Solutions are proved shortest, except beam and windows."""

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


def run(name: str, *, data: str | None = None, scale: float = 1.0) -> Figures:
    """Measure one set.

    The lines of `data` are boards: the tiles, the blank first in the goal, or
    `id | slides | ... | tiles` as in the published lists; then the lengths are checked.

    The rate is of boards; `nodes` are expanded, `slides` summed over solutions, `bytes` the peak
    memory of making or mapping the tables. Beam and windows have `ratio` and `ratio_most`, the mean
    and the greatest length over `ratio_to`, the shortest length if known, else the lower bound.
    """
    if name not in SETS:
        raise UnknownNameError("set", name, SETS)
    if not scale > 0:
        raise ParameterError(f"scale is above 0, not {scale}")
    boards = list(_boards(name) if data is None else _read(data))
    boards = boards[: max(1, round(len(boards) * scale))]
    if not boards:
        raise ParameterError("no board in the data")
    solve = _solver(name)
    warm = Run()
    _, first = boards[0]
    near = _near(first)
    _check(near, solve(near, warm), None)
    if name.endswith("windows"):  # a near goal needs no windows
        solve(random_position(4, 4, 1), warm)
    began = time.process_time()
    nodes = generated = slides = 0
    found = []
    for _, board in boards:
        one = Run()
        found.append(solve(board, one))
        nodes += one.count.expanded
        generated += one.count.generated
    cpu = time.process_time() - began
    exact = name in _TABLES or name.endswith("a_star")
    ratios = []
    for (wanted, board), path in zip(boards, found, strict=True):
        slides += len(path)
        _check(board, path, wanted if exact else None)
        ratios.append(len(path) / max(1, wanted or windows.lower_bound(board)))
    row = figures(
        *(name, len(boards), cpu, warm.compile_s),
        nodes=nodes,
        generated=generated,
        generated_per_s=generated / cpu,
        slides=slides,
        bytes=warm.statistics(frozenset()).peak_bytes,
    )
    if exact:
        row |= {"tables": _TABLES[name]} if name in _TABLES else {"expanded_per_s": nodes / cpu}
    else:
        row |= {
            "ratio": sum(ratios) / len(ratios),
            "ratio_most": max(ratios),
            "ratio_to": "shortest" if all(wanted for wanted, _ in boards) else "lower bound",
        }
    return row


def _solver(name: str) -> Callable[[Position, Run], tuple[int, ...]]:
    """Return the solver for the boards of a set."""

    def by_beam(board: Position, one: Run) -> tuple[int, ...]:
        path = beam(board, _WIDTH, one, "default")
        if path is None:
            raise RuntimeError(f"the beam found no solution of {board.tiles}")
        return path

    if name.endswith("a_star"):
        return a_star.shortest
    if name.endswith("beam"):
        return by_beam
    if name.endswith("windows"):
        return lambda board, one: windows.shorten(board, _WINDOW, _SECONDS, one)
    return lambda board, one: shortest(board, one, _TABLES[name])


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


def _boards(name: str) -> Iterator[tuple[int | None, Position]]:
    if name.endswith("windows"):
        side = {"99_windows": 10, "255_windows": 16, "399_windows": 20}[name]
        for seed in range(3):
            yield None, random_position(side, side, seed)
    elif name.endswith("a_star"):
        for seed in range(20):
            yield None, random_position(4, 4, seed)
    elif name.startswith("15_random"):
        for seed in range(100):
            yield None, random_position(4, 4, seed)
    elif name.startswith("15_hardest"):
        for text in _HARDEST:
            yield 80, Position(4, 4, tuple(map(int, text.split())), blank_last(16))
    else:
        hard = {"24_korf_6666": (38, 40, 25), "24_korf_55554": (40,)}
        for number in hard.get(name, range(1, 11)):
            slides, text = KORF24[number]
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


BENCH = Benchmarks(SETS, run)
