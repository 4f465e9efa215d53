"""New positions, made from a seed within a time budget; levels of a game, the puzzle of a day."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from hashlib import sha256
from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import GameLevels, Generated, GenerationContext, Generator
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits, time_limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result, Status, Stop
from gridwise.core.run import Run
from gridwise.render.words import times_words
from gridwise.solving.instance import Instance, read_options
from gridwise.solving.solve import count, solve

DEFAULT_S = 5.0
"""The time budget of one position, seconds."""
_DAILY_RULE = 1
"""The version of the rule for the seeds of daily puzzles."""
_AT_ONCE = 1000
"""Positions that are made at once, at most."""


def generate_many(
    puzzle: str,
    params: str,
    seeds: Sequence[int],
    *,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
    options: Mapping[str, str | int] | None = None,
) -> Iterator[tuple[int, Generated[Any] | None, list[Message]]]:
    """Yield for each seed its position with checked claims, or None and the nearest miss if known.

    The puzzle makes many at once if it can; each has the whole budget. For the parameters and
    errors see `gridwise.generate`.
    """
    kind, generator, read = _asked(puzzle, options)
    limits = time_limits(time_s, cpu_s, DEFAULT_S)
    many = generator.generate_many
    for first in range(0, len(seeds), _AT_ONCE):
        part = seeds[first : first + _AT_ONCE]
        made = None
        if many is not None and len(part) > 1:
            tools = [GenerationTools(kind, seed, limits, cancel) for seed in part]
            try:
                made = many(params, tools, read)
            except Interrupted as end:
                if end.stop is Stop.CANCELLED:
                    raise
        if made is not None:
            yield from ((seed, one, []) for seed, one in zip(part, made, strict=True))
            continue
        for seed in part:
            alone = GenerationTools(kind, seed, limits, cancel)
            try:
                yield seed, generator.generate(params, alone, read), []
            except Interrupted as end:
                if end.stop is Stop.CANCELLED:
                    raise
                yield seed, None, [] if alone.nearest is None else [alone.nearest]


def _asked(
    puzzle: str, options: Mapping[str, str | int] | None
) -> tuple[Puzzle[Any, Any], Generator, dict[str, str | int]]:
    """Return a puzzle, its generator and all its options, read."""
    kind, generator = registry.puzzle(puzzle), registry.capability(puzzle, Generator)
    if generator is None:
        raise ParameterError(msg("there is no generator for {puzzle}", puzzle=puzzle))
    words = msg("option of generate {puzzle}", puzzle=puzzle)
    return kind, generator, read_options(words, generator.options, options)


class GenerationTools(GenerationContext):
    """The solver, clock and random numbers of one generation.

    Time spent on compiling is not counted.
    """

    def __init__(
        self, puzzle: Puzzle[Any, Any], seed: int, limits: Limits, cancel: CancelToken | None
    ) -> None:
        self.random = Random(f"{puzzle.name} {seed}")
        self.puzzle = puzzle
        self._whole = Run(limits, cancel=cancel)
        self._last, self._known = Run(), (0.0, 0.0)

    def run(self) -> Run:
        self.check()
        self._last, self._known = Run(self._whole.rest(), cancel=self._whole.cancel), (0.0, 0.0)
        return self._last

    def check(self) -> None:
        wall_s, cpu_s = self._last.compile_s, self._last.compile_cpu_s
        if wall_s != self._known[0]:
            self._whole.compiled(wall_s - self._known[0], cpu_s - self._known[1])
            self._known = wall_s, cpu_s
        self._whole.check()

    def _question(self, position: Any) -> dict[str, Any]:
        """Return the arguments that both questions share."""
        self.check()
        instance = Instance.of(position, self.puzzle)
        return {"position": instance, "limits": self._whole.rest(), "cancel": self._whole.cancel}

    def _heed(self, result: Result[Any]) -> None:
        self._whole.compiled(result.statistics.compile_s, result.statistics.compile_cpu_s)

    def count(self, position: Any, limit: int) -> int:
        question = self._question(position)
        # To see `limit` solutions is to see more than limit - 1.
        question["limits"] = replace(question["limits"], solutions=max(1, limit - 1))
        result = count(**question)
        self._heed(result)
        if result.status is Status.UNSATISFIABLE:
            return 0
        if result.answer is not None and result.answer.exact:
            return result.answer.number
        if result.stop is Stop.SOLUTION_LIMIT:
            return limit
        raise Interrupted(result.stop)

    def solution(self, position: Any) -> Any | None:
        # The first in the defined order: the same one, whatever the method.
        result = solve(**self._question(position), nth=1)
        self._heed(result)
        if result.answer is None and result.status is not Status.UNSATISFIABLE:
            raise Interrupted(result.stop)
        items = () if result.answer is None else result.answer.items
        return items[0].position if items else None


def not_found(limits: Limits, nearest: Sequence[Message] = ()) -> Message:
    """Return that no position was made in time, and the nearest miss if known."""
    limit = times_words(limits)
    if nearest:
        return msg("not found in {limit}; nearest was {nearest}", limit=limit, nearest=nearest[-1])
    return msg("not found in {limit}", limit=limit)


def as_json(
    made: Generated[Any] | None,
    puzzle: str,
    seed: int,
    limits: Limits = NO_LIMITS,
    nearest: Sequence[Message] = (),
) -> dict[str, Any]:
    """Return the JSON object of a generated position, or of none found in time."""
    if made is None:
        error = str(not_found(limits, nearest))
        return {"puzzle": puzzle, "notation": None, "seed": seed, "error": error}
    notation = registry.puzzle(puzzle).format(made.position)
    return {"puzzle": puzzle, "notation": notation, "seed": seed, **made.claims}


def game_levels(puzzle: str) -> GameLevels:
    """Return the levels of a puzzle; raise if the puzzle does not exist or has no levels."""
    levels = registry.capability(puzzle, GameLevels)
    if levels is None:
        raise ParameterError(msg("{puzzle} has no levels", puzzle=puzzle))
    return levels


def of_level(
    puzzle: str, name: str, size: str = "", options: Mapping[str, str | int] | None = None
) -> tuple[str, dict[str, str | int]]:
    """Return the size and the options that the generator makes a level's boards with.

    Raises
    ------
    UnknownNameError, ParameterError
        An unknown puzzle or level; another size, or an option that the level sets otherwise.
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
