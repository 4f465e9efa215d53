"""The difficulty that a new board is to have, and a board's distance from it.

A board is solved step by step, no further than until its difficulty is plain: a board that turns
out too hard is given up at once, and techniques that are harder than wanted are not looked for.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gridwise.core import registry
from gridwise.core.capabilities import GenerationContext
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.core.run import Run
from gridwise.core.step import LEVELS, Technique
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rating import hodoku, se
from gridwise.puzzles.sudoku.rating.chains import ChainSearch
from gridwise.puzzles.sudoku.rating.grid import Board, SeStep

MODELS = {"se": "se:3.0-4.5", "hodoku": "hodoku:500-1000"}
"""The rating models that a band may be about, with an example each."""
_BAND = re.compile(r"(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?")
_SIMPLE = 65
"""The least rating of a simple chain on the scale of Sudoku Explainer, in tenths."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A board's distance from the wanted difficulty.

    Parameters
    ----------
    distance
        0 if it is of the wanted kind.
    too_hard
        Whether an easier board of the same solution may be nearer.
    claims
        The claims about its difficulty, as far as known.
    told
        The same in words, if it is not of the wanted kind.
    """

    distance: float
    too_hard: bool = False
    claims: Mapping[str, bool | int | str] = field(default_factory=dict)
    told: tuple[Message | str, ...] = ()


@dataclass(frozen=True)
class Level:
    """One of `LEVELS`, as HoDoKu rates."""

    name: str

    @property
    def _index(self) -> int:
        return LEVELS.index(self.name)

    @cached_property
    def _others(self) -> tuple[Technique, ...]:
        _, others = hodoku.rated_techniques()
        return _until_last(others, lambda one: LEVELS.index(one.level) <= self._index)

    def judge(self, board: Position, run: Run) -> Judged:
        """Rate a board with one solution, as far as it is not too hard. Raises `Interrupted`."""
        score = level = 0
        for used in hodoku.solving_steps(board, run, self._others):
            score, level = hodoku.scored(score, level, used)
            if level > self._index:
                return Judged(1, True, told=(msg("harder than {level}", level=self.name),))
            if level == len(LEVELS) - 1:
                break
        claims = {"difficulty": LEVELS[level]}
        return Judged(self._index - level, False, claims, (LEVELS[level],))


@dataclass(frozen=True)
class Score:
    """A band of HoDoKu's score."""

    low: float
    high: float

    @cached_property
    def _others(self) -> tuple[Technique, ...]:
        _, others = hodoku.rated_techniques()
        return _until_last(others, lambda one: one.ratings["hodoku"] <= self.high)

    def judge(self, board: Position, run: Run) -> Judged:
        """Rate a board with one solution, as far as it is not too hard. Raises `Interrupted`."""
        score = 0
        others = None if self.high >= hodoku.BRUTE_FORCE else self._others
        for used in hodoku.solving_steps(board, run, others):
            score, _ = hodoku.scored(score, 0, used)
            if score > self.high:
                reason = msg("harder than {level}", level=f"hodoku:{self.high:g}")
                return Judged(score - self.high, True, told=(reason,))
        rated = f"hodoku:{score}"
        return Judged(max(0, self.low - score), False, {"difficulty": rated}, (rated,))


class _TooHardError(Exception):
    """The next step is harder than wanted."""


@dataclass(frozen=True)
class Explained:
    """A band of the rating of Sudoku Explainer."""

    low: float
    high: float

    def judge(self, board: Position, run: Run) -> Judged:
        """Rate a board with one solution, as far as it is not too hard. Raises `Interrupted`."""
        most = round(10 * self.high)
        hardest = 0

        def chain(search: ChainSearch, at: Board, run: Run) -> SeStep | None:
            simple = not (search.multiple or search.dynamic)
            if (_SIMPLE if simple else search.base) > most:
                raise _TooHardError
            return se.shortest_chain(search, at, run)

        grid = Board(board.cells)
        try:
            while not grid.solved:
                run.check()
                step = se.next_step(grid, run, chain)
                hardest = max(hardest, se.BEYOND if step is None else step.rating)
                if step is None or hardest > most:
                    break
                grid.apply(step)
        except _TooHardError:
            hardest = most + 1
        if hardest > most:
            reason = msg("harder than {level}", level=f"se:{self.high:g}")
            return Judged(max(0.1, hardest / 10 - self.high), True, told=(reason,))
        rated = f"se:{hardest / 10:g}"
        return Judged(max(0, self.low - hardest / 10), False, {"difficulty": rated}, (rated,))


@dataclass(frozen=True)
class Used:
    """A technique that occurs if the easiest step is taken each time.

    Parameters
    ----------
    technique
        The technique.
    hardest
        Whether it has to be the hardest technique that solves the board.
    """

    technique: Technique
    hardest: bool

    @cached_property
    def _others(self) -> tuple[Technique, ...]:
        others = [one for one in registry.techniques("sudoku").values() if not _is_single(one)]
        if self.hardest:
            return _until_last(others, lambda one: _hardness(one) <= _hardness(self.technique))
        return _until_last(others, lambda one: one.rank <= self.technique.rank)

    def judge(self, board: Position, run: Run) -> Judged:
        """Solve a board, as far as it is not too hard. Raises `Interrupted`."""
        wanted, name = self.technique, self.technique.name
        most: Technique | None = None
        seen = False
        for used in hodoku.solving_steps(board, run, self._others):
            seen = seen or used is wanted
            if seen and not self.hardest:
                return Judged(0, False, {"technique": name})
            if used is None or (self.hardest and _hardness(used) > _hardness(wanted)):
                reason = msg("harder than {level}", level=wanted.title)
                return Judged(1 if seen else 2, True, told=(reason,))
            if most is None or _hardness(used) > _hardness(most):
                most = used
        if seen:
            return Judged(0, False, {"hardest": name})
        claims = {"hardest": most.name} if most is not None else {}
        return Judged(3, False, claims, tuple(claims.values()))


@dataclass(frozen=True, slots=True)
class Aim:
    """All demands on the difficulty of a board."""

    parts: tuple[Level | Score | Explained | Used, ...]

    def judge(self, board: Position, context: GenerationContext) -> Judged:
        """Judge a board with one solution, the parts one by one until it is too hard for one."""
        distance = 0.0
        claims: dict[str, bool | int | str] = {}
        reasons: list[Message | str] = []
        for part in self.parts:
            judged = part.judge(board, context.run())
            distance += judged.distance
            claims |= judged.claims
            if judged.distance:
                reasons += judged.told
            if judged.too_hard:
                return Judged(distance, True, claims, tuple(reasons))
        return Judged(distance, False, claims, tuple(reasons))


def _is_single(technique: Technique) -> bool:
    return technique.name in hodoku.SINGLES


def _hardness(technique: Technique) -> tuple[int, int]:
    return LEVELS.index(technique.level), technique.rank


def _until_last(
    techniques: Iterable[Technique], is_wanted: Callable[[Technique], bool]
) -> tuple[Technique, ...]:
    """Return the techniques up to the last one that is wanted."""
    kept: Sequence[Technique] = tuple(techniques)
    while kept and not is_wanted(kept[-1]):
        kept = kept[:-1]
    return tuple(kept)


def aim(options: Mapping[str, str | int], size: int) -> Aim | None:
    """Return the difficulty that options ask for, or None without such options.

    Raises
    ------
    UnknownNameError, ParameterError
        No such level, rating model or technique; a band that is none, or not of this size.
    """
    parts: list[Level | Score | Explained | Used] = []
    wanted = str(options.get("difficulty", ""))
    if wanted:
        name, colon, band = wanted.partition(":")
        if not colon:
            if name not in LEVELS:
                raise UnknownNameError("difficulty", name, LEVELS)
            parts.append(Level(name))
        else:
            if name not in MODELS:
                raise UnknownNameError("rating model", name, MODELS)
            low, high = _band(wanted, band, MODELS[name])
            parts.append(Score(low, high) if name == "hodoku" else _explained(low, high, size))
    for option in ("technique", "hardest"):
        named = str(options.get(option, ""))
        if named:
            (technique,) = registry.chosen_techniques("sudoku", [named])
            parts.append(Used(technique, option == "hardest"))
    _check_together(parts)
    return Aim(tuple(parts)) if parts else None


def _check_together(parts: Sequence[Level | Score | Explained | Used]) -> None:
    """Raise if a technique has to occur that is harder than all that may."""
    levels = [part for part in parts if isinstance(part, Level)]
    used = [part for part in parts if isinstance(part, Used)]
    rated = hodoku.rated_techniques()[1]  # the others do not count for the level
    for part in used:
        technique = part.technique
        for level in levels:
            if technique in rated and LEVELS.index(technique.level) > LEVELS.index(level.name):
                raise ParameterError(
                    msg(
                        "no board of the level {level} needs {technique}, whose level is {higher}",
                        level=level.name,
                        technique=technique.title,
                        higher=technique.level,
                    )
                )
        for hardest in used:
            if hardest.hardest and _hardness(technique) > _hardness(hardest.technique):
                raise ParameterError(
                    msg(
                        "{technique} is harder than {hardest}, which is to be the hardest",
                        technique=technique.title,
                        hardest=hardest.technique.title,
                    )
                )


def _band(wanted: str, band: str, example: str) -> tuple[float, float]:
    read = _BAND.fullmatch(band)
    low = float(read[1]) if read else 0
    high = float(read[2] or low) if read else -1
    if high < low:
        raise ParameterError(
            msg(
                "difficulty takes a band from low to high such as {example}, not {found}",
                example=example,
                found=repr(wanted),
            )
        )
    return low, high


def _explained(low: float, high: float, size: int) -> Explained:
    if size != 9:
        raise ParameterError(msg("a band of the rating se is for 9x9 boards only"))
    return Explained(low, high)
