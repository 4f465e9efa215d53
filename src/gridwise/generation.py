"""New boards as functions: of a size and options, of a level, or of a day."""

import datetime
from collections.abc import Mapping
from random import SystemRandom

from gridwise.arguments import typed
from gridwise.board import Board, made
from gridwise.core import registry
from gridwise.core.limits import CancelToken
from gridwise.solving import generate as generating

SEEDS = 1_000_000_000
"""The bound of random seeds."""


@typed
def generate(
    puzzle: str,
    size: str | int = "",
    *,
    level: str | None = None,
    seed: int | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
    options: Mapping[str, str | int] | None = None,
    **more: str | int | bool,
) -> Board | None:
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
        params, given = generating.of_level(puzzle, level, params, given)
    found = generating.generate(
        puzzle,
        params,
        seed=SystemRandom().randrange(SEEDS) if seed is None else seed,
        time_s=time_s,
        cpu_s=cpu_s,
        cancel=cancel,
        options=given,
    )
    if found is None:
        return None
    return made(registry.puzzle(puzzle), found.position, claims=found.claims)


@typed
def daily(
    puzzle: str,
    date: str | datetime.date | None = None,
    *,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> Board | None:
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
    day = generating.read_date("today" if date is None else str(date))
    return generate(
        puzzle,
        level=generating.game_levels(puzzle).daily,
        seed=generating.daily_seed(puzzle, day),
        time_s=time_s,
        cpu_s=cpu_s,
        cancel=cancel,
    )
