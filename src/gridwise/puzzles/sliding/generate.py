"""The generator: random boards, the same from a seed on every platform."""

import re
from collections.abc import Callable, Mapping
from random import Random

from gridwise.core.capabilities import (
    GameLevel,
    GameLevels,
    Generated,
    GenerationContext,
    Generator,
)
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.method import Option
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.by_length import of_length
from gridwise.puzzles.sliding.position import (
    MAX_SIDE,
    Position,
    adjacent,
    blank_first,
    blank_last,
    inverse,
    unchecked,
)

_UNSET = 0  # both options count from 1
_CHECK_EVERY = 4096  # slides of a walk

OPTIONS = (
    Option("walk", _UNSET, (), "the number of random slides from the goal"),
    Option("length", "any", (), "the exact length of a shortest solution: a number from 0"),
    Option("depth", _UNSET, (), "the same, by its older name; of a 3x3 unless a size is given"),
    Option("goal", "first", ("first", "last"), "where the solved board has the blank"),
)
"""The options of `generate` beside the size."""

PARAMS = "WIDTHxHEIGHT (4x4), or the side (4)"
_SIZE = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?", re.ASCII)


def generate(
    params: str, context: GenerationContext, options: Mapping[str, str | int]
) -> Generated[Position] | None:
    """Return a random solvable board.

    Parameters
    ----------
    params
        WIDTHxHEIGHT or the side; empty for 4x4 (3x3 with `depth`).
    context
        The generation context; its random generator is used.
    options
        See `OPTIONS`.

    Raises
    ------
    ParameterError
        No such size, or incompatible options.
    """
    walk, older = int(options.get("walk", _UNSET)), int(options.get("depth", _UNSET))
    length = _length(str(options.get("length", "any")), older)
    size = _SIZE.fullmatch(params or ("3x3" if older else "4x4"))
    width = int(size[1]) if size else 0
    height = int(size[2] or size[1]) if size else 0
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise ParameterError(f"a size is {PARAMS}, sides 1 to {MAX_SIDE}, not {params!r}")
    goal = (blank_last if options.get("goal") == "last" else blank_first)(width * height)
    seed = context.random.getrandbits(63)
    if walk and length is not None:
        raise ParameterError("walk and length (or depth) exclude each other")
    if length is not None:
        solved = _solved(width, height, goal)
        board = of_length(solved, length, seed, context.check)
        return Generated(board, {"solvable": True, "optimal_moves": length})
    if walk:
        board = walked(width, height, walk, seed, goal, context.check)
        return Generated(board, {"solvable": True, "walk": walk})
    return Generated(random_position(width, height, seed, goal), {"solvable": True})


def _length(text: str, older: int) -> int | None:
    """Return the length that is asked for, None for any."""
    if text == "any":
        return older or None
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ParameterError(msg("a length is a number from 0, or any, not {found}", found=text))
    if older and older != int(text):
        raise ParameterError(msg("length and depth are the same: give one of them"))
    return int(text)


def random_position(
    width: int, height: int, seed: int, goal: tuple[int, ...] | None = None
) -> Position:
    """Return a board drawn uniformly from all solvable ones.

    Parameters
    ----------
    width, height
        The size in cells, 1 to 100.
    seed
        Any whole number.
    goal
        The goal, by default the blank first.

    Notes
    -----
    O(cells). With at least two rows and columns an arrangement is drawn uniformly; if unsolvable,
    two tiles are swapped, a bijection to the solvable ones. On a board one cell wide the blank's
    cell is drawn.
    """
    random = Random(seed)
    solved = _solved(width, height, goal)
    if min(width, height) == 1:
        tiles = [tile for tile in solved.goal if tile]
        tiles.insert(random.randrange(solved.size), 0)
        return unchecked(solved, tuple(tiles))
    tiles = list(solved.goal)
    random.shuffle(tiles)
    board = unchecked(solved, tuple(tiles))
    if rules.unsolvable(board) is None:
        return board
    a, b = [cell for cell, tile in enumerate(tiles[:3]) if tile][:2]
    tiles[a], tiles[b] = tiles[b], tiles[a]
    return unchecked(solved, tuple(tiles))


def walked(
    width: int,
    height: int,
    steps: int,
    seed: int,
    goal: tuple[int, ...] | None = None,
    check: Callable[[], None] = lambda: None,
) -> Position:
    """Return the board after so many random slides from the goal, none undoing the one before.

    Only a blank at the end of a board one cell wide undoes a slide. The optimal solution is
    shorter than `steps` by an even number, or as long. `check` is called every few milliseconds.

    Raises
    ------
    ParameterError
        Fewer than 0 steps, or a board without a tile.
    """
    if steps < 0:
        raise ParameterError(f"a walk of {steps} steps")
    board = _solved(width, height, goal)
    near = adjacent(width, height)
    if steps and board.size == 1:
        raise ParameterError("a board of one cell has no tile to slide")
    random = Random(seed)
    tiles = list(board.goal)
    blank, before = tiles.index(0), -1
    for step in range(steps):
        if step % _CHECK_EVERY == 0:
            check()
        choices = [cell for cell in near[blank] if cell != before] or list(near[blank])
        cell = random.choice(choices)
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank, before = cell, blank
    return unchecked(board, tuple(tiles))


def at_depth(
    depth: int,
    seed: int,
    goal: tuple[int, ...] | None = None,
    check: Callable[[], None] = lambda: None,
) -> Position:
    """Return a 3x3 board drawn uniformly among all that are `depth` slides from the goal.

    Raises
    ------
    ParameterError
        No board has this depth; 0 to 31 exist for a goal with the blank in a corner.
    """
    return of_length(_solved(3, 3, goal), depth, seed, check)


def _solved(width: int, height: int, goal: tuple[int, ...] | None) -> Position:
    tiles = blank_first(width * height) if goal is None else goal
    return Position(width, height, tiles, tiles)


def sample(random: Random) -> Position:
    """Return a small board for tests, at most 12 slides from its goal, or unsolvable."""
    width, height = random.choice(((2, 2), (3, 2), (2, 3), (3, 3), (3, 3), (3, 3), (4, 1)))
    size = width * height
    goal = list(range(size))
    sort = random.random()
    if sort < 0.25:
        goal = [*range(1, size), 0]
    elif sort < 0.5:
        random.shuffle(goal)
    board = walked(width, height, random.randint(0, 12), random.randrange(1 << 30), tuple(goal))
    if random.random() < 0.25:
        at = inverse(board.tiles)
        a, b = random.sample(range(1, size), 2)
        tiles = list(board.tiles)
        tiles[at[a]], tiles[at[b]] = b, a
        return unchecked(board, tuple(tiles))
    return board


GENERATOR = Generator(OPTIONS, PARAMS, generate)


def _game_level(title: Message, side: int, length: int) -> GameLevel:
    line = msg("{side} × {side}, {moves} moves away", side=side, moves=length)
    return GameLevel(title, line, f"{side}x{side}", {"length": str(length), "goal": "last"})


GAME_LEVELS = GameLevels(
    {
        "easy": _game_level(msg("Easy"), 3, 12),
        "medium": _game_level(msg("Medium"), 3, 22),
        "hard": _game_level(msg("Hard"), 4, 30),
        "expert": _game_level(msg("Expert"), 4, 50),
    },
    daily="hard",
)
"""The levels of a game by name; the length is a shortest solution's."""
