"""A hint: one step to show to a person, with its reason in words and as marks."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gridwise.core.grid import cell_name
from gridwise.core.limits import Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Stop
from gridwise.core.scene import Role, Scene, SceneCell
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.render.words import times_words


@dataclass(frozen=True, slots=True)
class GuessChances:
    """How likely a guess is to be right.

    Parameters
    ----------
    holds
        The chance that it is right.
    win
        The chance to win with it and best play after it; None if it is not known.
    by
        The source of the choice: `exact` (the chance to win), the name of a policy, or `safest`.
    estimate
        The policy's estimate of the chance to win; None with an exact `win` or without a policy.
    safest, safest_holds
        Another mark that is more likely to hold, and its chance; None if the guess is the safest.
    """

    holds: Fraction
    win: Fraction | None = None
    by: str = "safest"
    estimate: float | None = None
    safest: Mark | None = None
    safest_holds: Fraction | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object; chances as "numerator/denominator"."""
        return {
            "holds": str(self.holds),
            "win": None if self.win is None else str(self.win),
            "by": self.by,
            "estimate": None if self.estimate is None else round(self.estimate, 4),
            "safest": None if self.safest is None else mark_as_json(self.safest),
            "safest_holds": None if self.safest_holds is None else str(self.safest_holds),
        }


@dataclass(frozen=True, slots=True)
class Hint(Step):
    """One step to show to a person.

    Its technique is one of the registry, or `wrong` (an entry contradicts the rest), `forced`,
    `best_chance` and `a_solution` (nothing is forced: a guess), `stage` (of a construction),
    `solved`, `unknown` (timed out before anything was known).

    Parameters
    ----------
    guess
        Whether the step may turn out wrong.
    move
        A move of the puzzle; None if the step makes none, as an elimination.
    details
        Numbers to show: chances by cell, or f, g and h of each alternative.
    chances
        The chances of a guess, if known.
    timed_out
        Whether it timed out before it was known whether something is wrong.
    title
        The name of the technique in words, or None.
    stop
        The reason for the end: TIME_LIMIT if no step was found in time, CANCELLED.
    """

    guess: bool = False
    move: Any = None
    details: tuple[Mapping[str, str | int], ...] = ()
    chances: GuessChances | None = None
    timed_out: bool = False
    title: Message | None = None
    stop: Stop = Stop.COMPLETED


def cancelled() -> Hint:
    """Return the hint of a cancelled search."""
    text = msg("cancelled before a step was found")
    return Hint("unknown", text, timed_out=True, stop=Stop.CANCELLED)


def timed_out(time_s: float, cpu_s: float | None = None) -> Hint:
    """Return the hint of a search that found no step in time."""
    limit = times_words(Limits(time_s=time_s, cpu_s=cpu_s))
    text = msg("no step was found in {limit}", limit=limit)
    return Hint("unknown", text, timed_out=True, stop=Stop.TIME_LIMIT)


def contents(scene: Scene) -> list[int | str | None]:
    """Return the content of each cell as the value of a mark, None for an empty cell."""
    return [_content(cell) for cell in scene.cells]


def _content(cell: SceneCell) -> int | str | None:
    if cell.role in (Role.MINE, Role.QUEEN):
        return str(cell.role.value)
    text: str = cell.text
    return int(text) if text.isdigit() else None


def name_of(puzzle: Puzzle[Any, Any], position: object, cell: int) -> str:
    """Return a cell's name on a board."""
    return cell_name(cell, puzzle.scene(position).width)


def mark_as_json(mark: Mark) -> dict[str, Any]:
    """Return the JSON object of a mark."""
    return {"cell": mark.cell, "value": mark.value, "holds": mark.holds}
