"""Which difficulty a new board is to have, and how far a board is from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gridwise.core import registry
from gridwise.core.capabilities.generation import GenerationContext
from gridwise.core.capabilities.rating import RatingModel, Ratings
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.core.step import LEVELS, Technique
from gridwise.puzzles.sudoku.deduction import SudokuDeduction
from gridwise.puzzles.sudoku.position import Position

_MEASURES = {"se": "er", "hodoku": "score"}
"""Of each rating model, the number that a band is about."""
_HODOKU_NAMES = {"unfair": "fiendish"}
"""HoDoKu's names of levels that are not ours."""
_BAND = re.compile(r"(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?")


@dataclass(frozen=True, slots=True)
class Judged:
    """How far a board is from what is wanted.

    Parameters
    ----------
    distance
        0 where it is of the wanted kind.
    too_hard
        Whether an easier board of the same solution may be nearer.
    claims
        What was found out of it.
    """

    distance: float
    too_hard: bool
    claims: Mapping[str, bool | int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Aim:
    """The wanted difficulty; what is None does not matter.

    Parameters
    ----------
    level
        One of `LEVELS`, as HoDoKu rates.
    model, low, high
        A rating model, and the lowest and highest number wanted.
    occurs, hardest
        Techniques: one that is used, and the hardest one used, by a solver that takes the easiest
        step each time.
    """

    level: str | None = None
    model: RatingModel | None = None
    low: float = 0
    high: float = 0
    occurs: Technique | None = None
    hardest: Technique | None = None

    def judge(self, board: Position, context: GenerationContext) -> Judged:
        """Rate a board with one solution. Raises `Interrupted`."""
        distance, too_hard = 0.0, False
        claims: dict[str, bool | int | str] = {}
        if self.model is not None:
            rated = self.model.rate(board, context.run())
            if self.level is not None:
                name = str(rated["level"]).lower()
                found = _HODOKU_NAMES.get(name, name)
                claims["difficulty"] = found
                away = LEVELS.index(found) - LEVELS.index(self.level)
                distance, too_hard = abs(away), away > 0
            else:
                value = float(rated[_MEASURES[self.model.name]])
                claims["difficulty"] = f"{self.model.name}:{value:g}"
                distance = max(self.low - value, value - self.high, 0)
                too_hard = value > self.high
        if self.occurs is not None or self.hardest is not None:
            used, solved = _used(board, context.run())
            most = max(used, key=_hardness, default=None)
            if self.occurs is not None:
                distance += self.occurs not in used
                if self.occurs in used:
                    claims["technique"] = self.occurs.name
            if most is not None and solved:
                claims["hardest"] = most.name
            if self.hardest is not None and (most is not self.hardest or not solved):
                distance += 2 - (self.hardest in used)
                too_hard |= not solved or most is None or _hardness(most) > _hardness(self.hardest)
        return Judged(distance, too_hard, claims)


def _hardness(technique: Technique) -> tuple[int, int]:
    return LEVELS.index(technique.level), technique.rank


def _used(board: Position, run: Run) -> tuple[list[Technique], bool]:
    """Return the techniques of the easiest steps, and whether they solve the board."""
    deduction = SudokuDeduction(board)
    known = registry.techniques("sudoku")
    grid = deduction.begin()
    used: dict[str, Technique] = {}
    while (step := deduction.next_step(grid, run)) is not None:
        run.tick()
        used[step.technique] = known[step.technique]
        deduction.apply(grid, step)
    return list(used.values()), grid.is_solved()


def aim(options: Mapping[str, str | int]) -> Aim | None:
    """Return the difficulty that options ask for, None where they ask for none.

    Raises
    ------
    UnknownNameError, ParameterError
        No such level, rating model or technique; a band that is none.
    """
    wanted = str(options.get("difficulty", ""))
    names = {name: str(options.get(name, "")) for name in ("technique", "hardest")}
    if not wanted and not any(names.values()):
        return None
    occurs, hardest = (
        registry.chosen_techniques("sudoku", [name])[0] if name else None for name in names.values()
    )
    if not wanted:
        return Aim(occurs=occurs, hardest=hardest)
    name, colon, band = wanted.partition(":")
    if not colon:
        if name not in LEVELS:
            raise UnknownNameError("difficulty", name, LEVELS)
        return Aim(name, _model("hodoku"), occurs=occurs, hardest=hardest)
    read = _BAND.fullmatch(band)
    low = float(read[1]) if read else 0
    high = float(read[2] or low) if read else -1
    if name not in _MEASURES:
        raise UnknownNameError("rating model", name, _MEASURES)
    if high < low:
        raise ParameterError(
            msg(
                "difficulty takes a band from low to high such as {example}, not {found}",
                example="se:3.0-4.5",
                found=repr(wanted),
            )
        )
    return Aim(None, _model(name), low, high, occurs, hardest)


def _model(name: str) -> RatingModel:
    ratings = registry.capability("sudoku", Ratings)
    models = ratings.models if ratings is not None else {}
    if name not in models:
        raise UnknownNameError("rating model", name, models)
    return models[name]
