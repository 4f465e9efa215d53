"""Draws a random layout that fits a board in mid-game, so that the board can be played on.

The layouts of each component are counted by their mines (`plain`); the draw walks the states of
that dynamic program back. All layouts that fit the numbers and the total are equally likely. A
board that takes too many states is refused.

Version 1: a `random.Random` is seeded with the text `minesweeper/fit/1:NOTATION:SEED`, and only its
`random()` is used, so the same board and seed give the same layout everywhere.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.puzzles.minesweeper.engine.chains import StepBudget, TooManyStates
from gridwise.puzzles.minesweeper.engine.plain import Counting
from gridwise.puzzles.minesweeper.notation import format_position
from gridwise.puzzles.minesweeper.position import MINE, Position, around
from gridwise.puzzles.minesweeper.rules import violations

MOST_STEPS = 200_000
"""The most steps of the dynamic program for one board, some tenths of a second."""

T = TypeVar("T")


def fitting_layout(position: Position, seed: int) -> bytes:
    """Return a hidden board, a byte a cell: its number or `MINE`.

    Parameters
    ----------
    position
        A board with a known total.
    seed
        The layout follows from the seed and the board.

    Raises
    ------
    ParameterError
        The total is unknown, no layout fits, or the search takes too long.
    """
    if position.mines is None:
        raise ParameterError(msg("the number of mines is unknown; set it to play"))
    broken = violations(position)
    if broken:
        raise ParameterError(_nothing_fits(broken[0].text))
    random = Random(f"minesweeper/fit/1:{format_position(position)}:{seed}")
    # Without propagating the numbers first, which would change the layouts of known seeds.
    try:
        board = Counting(position, StepBudget(MOST_STEPS), deduce=False)
    except TooManyStates:
        raise ParameterError(
            msg("this board is too complex to draw a layout for it: open it for editing")
        ) from None
    mines = board.draw(partial(_choose, random), partial(_some, random))
    if mines is None:
        raise ParameterError(
            _nothing_fits(
                msg(
                    "the numbers contradict the total of {total}",
                    total=position.mines,
                )
            )
        )
    hidden = bytearray(len(position.shown))
    for cell in mines:
        hidden[cell] = MINE
    numbers = around(hidden, position.width, position.height, (MINE,))
    return bytes(MINE if h == MINE else n for h, n in zip(hidden, numbers, strict=True))


def _nothing_fits(why: Message) -> Message:
    return msg("no layout of mines fits this board: {why}", why=why)


def _choose(random: Random, weighted: Iterable[tuple[T, int]]) -> T:
    """Return one of the things with probability proportional to its weight; exact."""
    among = [(thing, weight) for thing, weight in weighted if weight]
    rest = _below(random, sum(weight for _, weight in among))
    for thing, weight in among:
        if rest < weight:
            return thing
        rest -= weight
    raise AssertionError("a number below the sum lies in one of its parts")


def _below(random: Random, bound: int) -> int:
    """Return a uniform random int from 0 to below the bound."""
    bits = bound.bit_length()
    while True:
        number = 0
        for _ in range(-(-bits // 32)):
            number = number << 32 | int(random.random() * (1 << 32))
        number &= (1 << bits) - 1
        if number < bound:
            return number


def _some(random: Random, cells: Sequence[int], number: int) -> list[int]:
    """Return so many of the cells, drawn without replacement."""
    among = list(cells)
    for i in range(number):
        j = i + int(random.random() * (len(among) - i))
        among[i], among[j] = among[j], among[i]
    return among[:number]
