"""New boards as functions: of a size and options, of a level, or of a day."""

import datetime
from collections.abc import Iterable, Mapping
from random import SystemRandom
from typing import Annotated

from gridwise.core import registry
from gridwise.core.capabilities import GameLevels
from gridwise.core.limits import CancelToken
from gridwise.core.question import Arg, typed
from gridwise.questions.base_board import BaseBoard, held_class
from gridwise.questions.parameters import Cpu
from gridwise.solving.generate import daily_seed, game_levels, generate_many, of_level, read_date

SEEDS = 1_000_000_000
"""The bound of random seeds."""


def _levels() -> Iterable[str]:
    every = registry.capabilities(GameLevels).values()
    return dict.fromkeys(name for levels in every for name in levels.by_name)


@typed
def generate(
    puzzle: str,
    size: str | int = "",
    *,
    level: Annotated[
        str | None,
        Arg(
            "A level of the game, which sets size and options; `gridwise puzzles --json` lists "
            "them.",
            metavar="NAME",
            completions=_levels,
        ),
    ] = None,
    seed: Annotated[int | None, Arg("The same seed makes the same board.", metavar="S")] = None,
    time_s: Annotated[
        float | None,
        Arg("Time limit for each, seconds; 5 by default.", option="--time", metavar="S"),
    ] = None,
    cpu_s: Cpu = None,
    cancel: CancelToken | None = None,
    options: Mapping[str, str | int] | None = None,
    **more: str | int | bool,
) -> BaseBoard | None:
    """Make one new board.

    Parameters
    ----------
    puzzle
        The kind.
    size
        The size in the puzzle's own form (`"3x3"`, `"9x9x10"`, `8`); by default the usual size.
    level
        One of the puzzle's levels (`gridwise puzzles --json` lists them): it sets the size and
        options.
    seed
        The same seed, size and options make the same board, unless time ran out. By default the
        seed is random.
    time_s, cpu_s
        The budget, seconds on the clock and of processor time; 5 on the clock if both are None.
    cancel
        A token that ends the search early.
    options, **more
        Options of the generator, by name: `givens=24`, `minimal=True`, `symmetry="half_turn"`.

    Returns
    -------
    Board or None
        The board with its checked `claims`; None if nothing of the wanted kind was found in time.

    Raises
    ------
    UnknownNameError, ParameterError
        The puzzle, level or option does not exist; a size or a value that no board has.

    Examples
    --------
    >>> board = generate("sudoku", "2x2", seed=7)
    >>> board.claims["unique"]
    True
    >>> generate("queens", level="easy", seed=7).claims["difficulty"]
    'easy'
    """
    words = {True: "yes", False: "no"}
    given: dict[str, str | int] = {
        name: words[value] if isinstance(value, bool) else value for name, value in more.items()
    }
    given = {**(options or {}), **given}
    params = str(size)
    if level is not None:
        params, given = of_level(puzzle, level, params, given)
    seeds = [SystemRandom().randrange(SEEDS) if seed is None else seed]
    ((_, made, _),) = generate_many(
        puzzle, params, seeds, time_s=time_s, cpu_s=cpu_s, cancel=cancel, options=given
    )
    if made is None:
        return None
    return held_class().of(registry.puzzle(puzzle), made.position, claims=made.claims)


@typed
def daily(
    puzzle: str,
    date: str | datetime.date | None = None,
    *,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> BaseBoard | None:
    """Make the puzzle of a day, the same for everybody, without a network.

    Its level and seed follow from the date: see `gridwise.solving.generate.daily_seed`.

    Parameters
    ----------
    puzzle
        The kind.
    date
        A date, also as text such as `"2026-11-23"`; by default today, in UTC.
    time_s, cpu_s
        As for `generate`.
    cancel
        A token that ends the search early.

    Returns
    -------
    Board or None
        The board with its `claims`; None if time ran out.

    Raises
    ------
    UnknownNameError, ParameterError
        The puzzle does not exist, or the text is no date.

    Examples
    --------
    >>> daily("queens", "2026-11-23") == daily("queens", "2026-11-23")
    True
    """
    day = read_date("today" if date is None else str(date))
    return generate(
        puzzle,
        level=game_levels(puzzle).daily,
        seed=daily_seed(puzzle, day),
        time_s=time_s,
        cpu_s=cpu_s,
        cancel=cancel,
    )
