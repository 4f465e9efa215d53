"""A hint: one step, its reason in words and as marks, and its JSON form by level."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.scene import Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.solving.instance import Instance


@dataclass(frozen=True, slots=True)
class GuessChances:
    """How likely a guess is to be right.

    Parameters
    ----------
    holds
        The chance that it is right.
    win
        The chance to win with it and best play after it; None where it was not worked out.
    by
        What chose it: `exact` (the chance to win), the name of a policy, or `safest`.
    safest, safest_holds
        Another mark that is more likely to hold, and its chance; None where there is none.
    """

    holds: Fraction
    win: Fraction | None = None
    by: str = "safest"
    safest: Mark | None = None
    safest_holds: Fraction | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object; chances as "numerator/denominator"."""
        return {
            "holds": str(self.holds),
            "win": None if self.win is None else str(self.win),
            "by": self.by,
            "safest": None if self.safest is None else mark_as_json(self.safest),
            "safest_holds": None if self.safest_holds is None else str(self.safest_holds),
        }


@dataclass(frozen=True, slots=True)
class Hint:
    """One step.

    Parameters
    ----------
    technique
        `wrong` (an entry contradicts the rest), `forced`, `best_chance` and `a_solution` (nothing
        is forced: a guess), `optimal_move`, `stage` (of a construction), `solved`, `unknown`
        (timed out before anything was known).
    text
        The step and its reason, in words.
    conclusions
        The marks that follow; the cell to act on first.
    premises
        The marks that they follow from: the contents of the cells of the reason.
    difficulty
        How many givens, numbers or queens the reason needs.
    guess
        Whether the step may turn out wrong.
    move
        A move of the puzzle; None where there is none to make.
    details
        Numbers to show: chances by cell, or f, g and h of each alternative.
    reason
        The reason without the step; None where `text` says all.
    chances
        Of a guess, where they are known.
    timed_out
        Whether it timed out before it was known whether something is wrong.
    """

    technique: str
    text: Message
    conclusions: tuple[Mark, ...] = ()
    premises: tuple[Mark, ...] = ()
    difficulty: int = 0
    guess: bool = False
    move: Any = None
    details: tuple[Mapping[str, str | int], ...] = ()
    reason: Message | None = None
    chances: GuessChances | None = None
    timed_out: bool = False

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the reason."""
        return tuple(dict.fromkeys(mark.cell for mark in self.premises))


def timed_out(time_s: float) -> Hint:
    """Return the hint where no step was found in time."""
    text = msg("no step was found in {seconds} s", seconds=f"{time_s:g}")
    return Hint("unknown", text, timed_out=True)


def contents(scene: Scene) -> list[int | str | None]:
    """Return the content of each cell as the value of a mark; None where it is empty."""
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


def as_json(found: Hint, position: object, *, level: int = 4) -> dict[str, Any]:
    """Return the JSON object of a hint, with as much as the level reveals.

    Level 0: whether something is wrong. 1: where to look (a row). 2: the cell. 3: the reason too.
    4: what to do.
    """
    instance = Instance.of(position)
    puzzle, position = instance.puzzle, instance.position
    out: dict[str, Any] = {
        "notation": puzzle.format(position),
        "level": level,
        "technique": found.technique,
        "text": str(words(found, instance, level)),
        "premises": [],
        "conclusions": [],
        "difficulty": found.difficulty,
    }
    if found.guess:
        out["guess"] = True
    if found.timed_out:
        out["timed_out"] = True
    if level >= (2 if found.technique == "wrong" else 3):
        out["premises"] = [mark_as_json(mark) for mark in found.premises]
    if level >= 4:
        out["conclusions"] = [mark_as_json(mark) for mark in found.conclusions]
        if found.move is not None:
            out["move"] = puzzle.format_move(position, found.move)
        if found.details:
            out["details"] = [dict(row) for row in found.details]
        if found.chances is not None:
            out["chances"] = found.chances.as_json()
    elif level >= 2:
        out["cells"] = [mark.cell for mark in found.conclusions]
    return out


def words(found: Hint, position: object, level: int) -> Message:
    """Return the hint in words, with as much as the level reveals."""
    if level == 0 and found.timed_out:
        return msg("timed out before it was known whether something is wrong")
    if level == 0:
        wrong = found.technique == "wrong"
        return msg("something is wrong") if wrong else msg("nothing is wrong so far")
    targets: Sequence[Mark] = found.conclusions or found.premises
    if level >= 4 or not targets:
        return found.text
    instance = Instance.of(position)
    width = instance.puzzle.scene(instance.position).width
    name = cell_name(targets[0].cell, width)
    if level == 1:
        return msg("look at row {row}", row=name[1:].split("c")[0])
    if level == 2:
        return msg("look at {cell}", cell=name)
    cells = tuple(cell_name(cell, width) for cell in found.cells)
    if not cells:
        return msg("look at {cell}; nothing forces it", cell=name)
    return msg("look at {cell}; the reason is in {cells}", cell=name, cells=cells)
