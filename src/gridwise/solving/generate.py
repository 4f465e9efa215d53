"""New positions, made from a seed within a time budget; levels of a game, the puzzle of a day."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256
from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities.generation import Generated, GenerationContext, Generator
from gridwise.core.capabilities.levels import GameLevels
from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.render.words import limit_words
from gridwise.solving.instance import Instance, read_options
from gridwise.solving.solve import count, solve

DEFAULT_S = 5.0
"""The time budget of one position, seconds."""
_DAILY_RULE = 1
"""Goes up where the rule of the seed of a daily puzzle changes."""
_AT_ONCE = 1000
"""How many positions are made at once."""


def generate(
    puzzle: str,
    params: str = "",
    *,
    seed: int = 0,
    time_s: float = DEFAULT_S,
    cancel: CancelToken | None = None,
    options: Mapping[str, str | int] | None = None,
    nearest: Callable[[Message], object] | None = None,
) -> Generated[Any] | None:
    """Make one new position.

    Parameters
    ----------
    puzzle
        Its name.
    params
        The size, in the puzzle's own form (`3x3`, `9x9x10`, `8`, `4x4`); empty for the usual one.
    seed
        The same seed, size and options make the same position, unless time ran out.
    time_s
        The budget, seconds.
    cancel
        Ends it early.
    options
        Of the puzzle's generator, by name (see `gridwise puzzles --json`).
    nearest
        Called where nothing was found in time, with what came nearest, if that is known.

    Returns
    -------
    Generated or None
        The position and what is claimed of it, every claim checked; None where nothing of the
        wanted kind was found in time.

    Raises
    ------
    UnknownNameError, ParameterError
        No such puzzle or option; a size or a value that no position has.
    """
    kind, generator, read = _asked(puzzle, time_s, options)
    tools = GenerationTools(kind, seed, time_s, cancel)
    try:
        return generator.generate(params, tools, read)
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        if nearest is not None and tools.nearest is not None:
            nearest(tools.nearest)
        return None


def generate_many(
    puzzle: str,
    params: str,
    seeds: Sequence[int],
    *,
    time_s: float = DEFAULT_S,
    cancel: CancelToken | None = None,
    options: Mapping[str, str | int] | None = None,
) -> Iterator[tuple[int, Generated[Any] | None, list[Message]]]:
    """Yield for each seed what `generate` makes, and what came nearest where that is nothing.

    Many at once where the puzzle can; `time_s` is the budget of each. See `generate`.
    """
    kind, generator, read = _asked(puzzle, time_s, options)
    many = generator.generate_many
    for first in range(0, len(seeds), _AT_ONCE):
        part = seeds[first : first + _AT_ONCE]
        made = None
        if many is not None and len(part) > 1:
            tools = [GenerationTools(kind, seed, time_s, cancel) for seed in part]
            try:
                made = many(params, tools, read)
            except Interrupted as end:
                if end.stop is Stop.CANCELLED:
                    raise
        if made is not None:
            yield from ((seed, one, []) for seed, one in zip(part, made, strict=True))
            continue
        for seed in part:
            near: list[Message] = []
            alone = generate(
                *(puzzle, params),
                seed=seed,
                time_s=time_s,
                cancel=cancel,
                options=options,
                nearest=near.append,
            )
            yield seed, alone, near


def _asked(
    puzzle: str, time_s: float, options: Mapping[str, str | int] | None
) -> tuple[Puzzle[Any, Any], Generator, dict[str, str | int]]:
    """Return a puzzle, its generator and all its options, read."""
    kind, generator = registry.puzzle(puzzle), registry.capability(puzzle, Generator)
    if generator is None:
        raise ParameterError(msg("there is no generator for {puzzle}", puzzle=puzzle))
    if not time_s > 0:
        raise ParameterError(f"time_s must be more than 0, not {time_s}")
    words = msg("option of generate {puzzle}", puzzle=puzzle)
    return kind, generator, read_options(words, generator.options, options)


class GenerationTools(GenerationContext):
    """The solver, clock and random numbers of one generation.

    Time spent on compiling is not counted.
    """

    def __init__(
        self, puzzle: Puzzle[Any, Any], seed: int, time_s: float, cancel: CancelToken | None
    ) -> None:
        self.random = Random(f"{puzzle.name} {seed}")
        self.began = time.perf_counter()
        self.time_s, self.cancel = time_s, cancel
        self.puzzle = puzzle
        self._last, self._known_s = Run(), 0.0

    def left_s(self) -> float:
        self.began += self._last.compile_s - self._known_s
        self._known_s = self._last.compile_s
        return self.time_s - (time.perf_counter() - self.began)

    def run(self) -> Run:
        self.check()
        run = Run(Limits(time_s=max(self.left_s(), 0.001)), cancel=self.cancel)
        self._last, self._known_s = run, 0.0
        return run

    def check(self) -> None:
        if self.cancel is not None and self.cancel.is_set():
            raise Interrupted(Stop.CANCELLED)
        if self.left_s() <= 0:
            raise Interrupted(Stop.TIME_LIMIT)

    def _asked(self, position: Any) -> dict[str, Any]:
        """Return what both questions pass on."""
        return {"position": Instance.of(position, self.puzzle), "cancel": self.cancel}

    def count(self, position: Any, limit: int) -> int:
        self.check()
        # To see `limit` solutions is to see more than limit - 1.
        bound = max(1, limit - 1)
        limits = Limits(time_s=max(self.left_s(), 0.001), solutions=bound)
        result = count(**self._asked(position), limits=limits)
        self.began += result.statistics.compile_s
        if result.status is Status.UNSATISFIABLE:
            return 0
        if result.answer is not None and result.answer.exact:
            return result.answer.number
        if result.stop is Stop.SOLUTION_LIMIT:
            return limit
        raise Interrupted(result.stop)

    def solution(self, position: Any) -> Any | None:
        self.check()
        limits = Limits(time_s=max(self.left_s(), 0.001))
        # The first in the defined order: the same one, whatever the method.
        result = solve(**self._asked(position), nth=1, limits=limits)
        self.began += result.statistics.compile_s
        if result.answer is None and result.status is not Status.UNSATISFIABLE:
            raise Interrupted(result.stop)
        found = () if result.answer is None else result.answer.items
        return found[0].position if found else None


def not_found(time_s: float, nearest: Sequence[Message] = ()) -> Message:
    """Return that no position was made in time, and what came nearest, where that is known."""
    if nearest:
        limit = limit_words(time_s)
        return msg("not found in {limit}; nearest was {nearest}", limit=limit, nearest=nearest[-1])
    return msg("not found in {limit}", limit=limit_words(time_s))


def as_json(
    made: Generated[Any] | None,
    puzzle: str,
    seed: int,
    time_s: float = DEFAULT_S,
    nearest: Sequence[Message] = (),
) -> dict[str, Any]:
    """Return the JSON object of a generated position, or of none found in time."""
    if made is None:
        error = str(not_found(time_s, nearest))
        return {"puzzle": puzzle, "notation": None, "seed": seed, "error": error}
    notation = registry.puzzle(puzzle).format(made.position)
    return {"puzzle": puzzle, "notation": notation, "seed": seed, **made.claims}


def game_levels(puzzle: str) -> GameLevels:
    """Return the levels of a puzzle; raise where there is no such puzzle or it has none."""
    found = registry.capability(puzzle, GameLevels)
    if found is None:
        raise ParameterError(msg("{puzzle} has no levels", puzzle=puzzle))
    return found


def of_level(
    puzzle: str, name: str, size: str = "", options: Mapping[str, str | int] | None = None
) -> tuple[str, dict[str, str | int]]:
    """Return the size and the options that the generator makes a level's boards with.

    Raises
    ------
    UnknownNameError, ParameterError
        No such puzzle or level; another size, or an option that the level sets to another value.
    """
    level = game_levels(puzzle).named(name)
    if size not in ("", level.size):
        raise ParameterError(
            msg(
                "the level {level} has boards of {size}, not of {found}",
                level=name,
                size=level.size,
                found=size,
            )
        )
    given = dict(options or {})
    for option, value in given.items():
        if str(level.options.get(option, value)) != str(value):
            raise ParameterError(
                msg(
                    "the level {level} sets {option} to {value}, not to {found}",
                    level=name,
                    option=option,
                    value=str(level.options[option]),
                    found=str(value),
                )
            )
    return level.size, {**level.options, **given}


def today() -> date:
    """Return the date in UTC, which decides the daily puzzle."""
    return datetime.now(UTC).date()


def read_date(text: str) -> date:
    """Return the date of a text such as 2026-11-23, or `today`; raise `ParameterError`."""
    if text == "today":
        return today()
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise ParameterError(
            msg("a date is written YYYY-MM-DD, or today, not {found}", found=repr(text))
        )
    return found


def daily_seed(puzzle: str, day: date) -> int:
    """Return the seed of the daily puzzle of a date.

    The daily puzzle is the board of the level `GameLevels.daily` with this seed: the first 48 bits,
    the most significant byte first, of the SHA-256 of the text `gridwise daily 1 PUZZLE DATE`, with
    the date as YYYY-MM-DD. So any Gridwise with the same generator and the same table of levels
    makes the same board, and none asks a network for it.
    """
    text = f"gridwise daily {_DAILY_RULE} {puzzle} {day.isoformat()}"
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")
