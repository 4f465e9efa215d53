"""Boards whose shortest solution has exactly so many slides.

All rest on one fact. Let P0, P1, ..., PL be the boards along a shortest solution of P0, which takes
L slides. Then Pk is exactly L - k slides from the goal: the rest of the path shows that it is no
more, and a shorter way from Pk, after the k slides from P0 to it, would be a shorter one from P0.
So one shortest solution gives a board of every length up to its own:

- up to nine cells, where the distance of every board is in a table, a board is drawn uniformly;
- short lengths on larger boards: a random walk from the goal, and a breadth-first search from both
  ends, which proves its shortest path;
- longer ones: a random board and a shortest path of it by the compiled IDA* (with the default
  tables, so that a seed makes the same board whatever tables are prepared);
- the longest of the 4x4: the 17 boards of 80 slides, the most that any takes (Brüngger, Marzetta,
  Fukuda and Nievergelt 1999, "The parallel search bench ZRAM and its applications", Annals of
  Operations Research 90, 45-63; H. Kociemba lists them, "15-Puzzle Optimal Solver", 2013), and a
  solution of 80 slides of each. IDA* here proves each of them.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.run import CheckedRun
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.puzzles.sliding.pdb import exact
from gridwise.puzzles.sliding.position import (
    MAX_SEARCH_SIDE,
    Position,
    Slide,
    adjacent,
    blank_first,
    blank_last,
    unchecked,
)

Check = Callable[[], None]
"""Raises if the time is over."""

MOST_16 = 80
"""The most slides that a 4x4 takes to a goal with the blank in a corner (Brüngger et al. 1999)."""
_FEW = 24
"""The greatest length that breadth-first search from both ends proves."""
_COMMON = 56
"""The greatest length that many random boards of 4x4 have."""
_FROM_80 = """\
0c9dfbae37254861 c9de516843fc9de516843fcbde51627cbde5162743cbd951a43cfd951a6243bea62478cfea62378c
0cadfbe937254861 cad9516843fcad9516843fcad951627be62743bcae643bcaed951243bcfed9512478cfed9512378c
0b9dcfae37624851 b9de267f9de2675843c9db9da671843cda6543cda6be5417413cfbe513be69512478cfea9512378c
0c9dfbae37624851 c9de215873fbade2163fbad163fd1e26358f58f74bd4bda145e49c19c243643c5ec68c7bea9567bf
0cedfb9a37624851 f348569b7485692adecf3742a19a1decf47821bf478216a9def86a9defc4732159defc8732159def
0cadfbe937624851 cad9267bed92675843fed671843fed6543fedca95417413fedca9513bca9512478fbca9512378cbf
0cbdfea937624851 cbd9265843fcbd9261843fcea543fcebd956147a61473fcebd9513fcabd9512478cfbaed9512378c
0cadfb9e73624851 fbcade21563c9de213d13568cd568c47d47db9154b915eaf15fa2364e648cebfa2348bf7ef7a67bc
0c9dfbea38624751 c9da215743fc9da2157486483f6be154bec6ecda154783cda1247b3cfeda691653b8cfed9562378c
0cedfb9a83624751 f847512adecf847512adecf84731269f84731269defb269db8473159daefc473159daefc87326aef
0cadfbe978624351 cad926ed926e5347fbd531e3148da95148dfbc951634fbc951234f8ef8bc7debc79512348c7a67bf
""".splitlines()
"""Boards of 80 slides with the goal's blank last, and the tiles of a solution that long.

In hexadecimal. With their reflections these are all 17 boards there are (five are their own).
"""


def of_length(solved: Position, length: int, seed: int, check: Check) -> Position:
    """Return a board whose shortest solution has exactly so many slides.

    Parameters
    ----------
    solved
        The goal, as a board.
    length
        The slides, 0 or more.
    seed
        A seed; the same one makes the same board.
    check
        Called now and then.

    Raises
    ------
    ParameterError
        No board of this size is so many slides from the goal, or none can be proved to be.
    """
    random = Random(seed)
    if length == 0:
        return solved
    if min(solved.width, solved.height) == 1:
        return _on_a_line(solved, length, random)
    if solved.size <= exact.MAX_CELLS:
        return _drawn(solved, length, random, check)
    if max(solved.width, solved.height) > MAX_SEARCH_SIDE:
        raise ParameterError(
            msg(
                "a length can be asked for on boards of at most {n} by {n}, not {size}",
                n=MAX_SEARCH_SIDE,
                size=f"{solved.width}x{solved.height}",
            )
        )
    corner = solved.goal in (blank_first(16), blank_last(16))
    if (solved.width, solved.height) == (4, 4) and corner and length > _COMMON:
        if length > MOST_16:
            raise _none(solved, length, MOST_16)
        return _from_80(solved, length, random)
    while True:
        check()
        if length <= _FEW:
            board = _walk(solved, length + random.randrange(length), random)
            path = _both_ends(board, _FEW + 2, check)
        else:
            board = _far(solved, length, random)
            path = shortest(board, CheckedRun(check), "default")
        if path is not None and len(path) >= length:  # else it is too far, or too near
            return _after(board, path[: len(path) - length])


def _none(solved: Position, length: int, most: int) -> ParameterError:
    return ParameterError(
        msg(
            "no {size} board is {length} slides from this goal, only 0 to {most}",
            size=f"{solved.width}x{solved.height}",
            length=length,
            most=most,
        )
    )


def _after(board: Position, facts: Sequence[int]) -> Position:
    """Return the board after slides, each as cell * size + tile."""
    return rules.apply_all(board, (Slide(fact % board.size) for fact in facts))


def _on_a_line(solved: Position, length: int, random: Random) -> Position:
    """Return a board one cell wide: only the blank moves."""
    home, tiles = solved.goal.index(0), [tile for tile in solved.goal if tile]
    places = [cell for cell in (home - length, home + length) if 0 <= cell < solved.size]
    if not places:
        raise _none(solved, length, max(home, solved.size - 1 - home))
    tiles.insert(random.choice(places), 0)
    return unchecked(solved, tuple(tiles))


def _drawn(solved: Position, length: int, random: Random, check: Check) -> Position:
    """Return a board of at most nine cells, drawn uniformly among all of a length."""
    table = exact.depths(solved.width, solved.height, solved.goal, check)
    boards = sorted(state for state, found in table.items() if found == length)
    if not boards:
        raise _none(solved, length, max(table.values()))
    return unchecked(solved, tuple(random.choice(boards)))


def _walk(solved: Position, steps: int, random: Random) -> Position:
    """Return the board after random slides from the goal, none undoing the one before."""
    near, tiles = adjacent(solved.width, solved.height), list(solved.goal)
    blank, before = tiles.index(0), -1
    for _ in range(steps):
        cell = random.choice([cell for cell in near[blank] if cell != before])
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank, before = cell, blank
    return unchecked(solved, tuple(tiles))


def _far(solved: Position, length: int, random: Random) -> Position:
    """Return a board to solve: a random one up to 16 cells, else one not much too far."""
    if solved.size > 16:
        return _walk(solved, 2 * length + random.randrange(length), random)
    tiles = list(solved.goal)
    while True:
        random.shuffle(tiles)
        board = unchecked(solved, tuple(tiles))
        if rules.unsolvable(board) is None:
            return board


def _both_ends(board: Position, most: int, check: Check) -> tuple[int, ...] | None:
    """Return a shortest path as cell * size + tile, or None above `most` slides.

    Breadth-first from the board and from the goal; whole layers, so the first meeting is shortest.
    """
    size, near, swap = board.size, adjacent(board.width, board.height), exact.swaps(board.size)
    ends = (bytes(board.tiles), bytes(board.goal))
    parents: tuple[dict[bytes, bytes], ...] = ({ends[0]: b""}, {ends[1]: b""})
    layers = [[ends[0]], [ends[1]]]
    meeting = ends[0] if ends[0] == ends[1] else None
    for _ in range(most):
        if meeting is not None:
            break
        check()
        side = int(len(layers[1]) < len(layers[0]))
        after: list[bytes] = []
        for state in layers[side]:
            for cell in near[state.index(0)]:
                other = state.translate(swap[state[cell]])
                if other not in parents[side]:
                    parents[side][other] = state
                    after.append(other)
                    if meeting is None and other in parents[1 - side]:
                        meeting = other
        layers[side] = after
    if meeting is None:
        return None
    states = [meeting]
    while parents[0][states[0]]:
        states.insert(0, parents[0][states[0]])
    while parents[1][states[-1]]:
        states.append(parents[1][states[-1]])
    facts = []
    for here, there in pairwise(states):
        blank = here.index(0)
        facts.append(blank * size + there[blank])
    return tuple(facts)


def _from_80(solved: Position, length: int, random: Random) -> Position:
    """Return a 4x4 on the path from a board of 80 slides, perhaps reflected, for this goal."""
    text, path = random.choice(_FROM_80).split()
    start = Position(4, 4, tuple(int(tile, 16) for tile in text), blank_last(16))
    slides = [Slide(int(tile, 16)) for tile in path]
    board = rules.apply_all(start, slides[: MOST_16 - length])
    transposed, turned = random.random() < 0.5, solved.goal == blank_first(16)

    def image(cell: int) -> int:
        if transposed:
            cell = cell % 4 * 4 + cell // 4
        return 15 - cell if turned else cell

    tiles = [0] * 16
    for cell, tile in enumerate(board.tiles):
        if tile:  # its home is cell tile - 1; its image is the tile whose home is the home's image
            tiles[image(cell)] = solved.goal[image(tile - 1)]
    return unchecked(solved, tuple(tiles))
