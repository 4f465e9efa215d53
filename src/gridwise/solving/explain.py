"""A solution with its reasons: the steps that a person can follow, from the board to the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.core import registry
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.core.trace import Trace
from gridwise.core.views import CnfModel, Deduction
from gridwise.render import text
from gridwise.render.screen import Screen
from gridwise.solving.hint.confirm import Confirmation, confirmation, deduction, sound_step
from gridwise.solving.hint.forced import ForcedSearch
from gridwise.solving.hint.step import Hint, mark_as_json
from gridwise.solving.instance import Instance

_FLOOR_S = 2.0
"""The time budget of one step that no technique finds, seconds."""
_WIDEST = 60
"""Boards wider than this are not drawn."""
_FEW = 6
"""Givens that a sentence names, at most."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps from a position to its end.

    Parameters
    ----------
    position, end
        The position, and the one after all steps.
    steps
        The steps, in order.
    status
        SOLVED if the steps end in a solved position, UNSATISFIABLE if there is no solution,
        else UNKNOWN.
    stop
        The reason for the end: INCOMPLETE if the chosen techniques, or all reasons, go no further.
    note
        The reason, in words, for an end before the solution; None if the steps reach it.
    guess
        The best guess, if nothing more is forced and the puzzle is one of guesses.
    trace
        The rows of the steps, as the method `human` records them.
    """

    position: Any
    end: Any
    steps: tuple[Step, ...]
    status: Status
    stop: Stop
    note: Message | None
    guess: Hint | None
    trace: Trace

    @property
    def solved(self) -> bool:
        """Whether the steps end in a solved position."""
        return self.status is Status.SOLVED


def explain(
    position: object,
    *,
    techniques: Sequence[str] | None = None,
    origin: object | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
) -> Explanation:
    """Return the steps that solve a position, always the easiest that was found.

    SAT checks every conclusion before it is entered. If no technique finds a step, and all are
    allowed, the forced fact with the smallest reason that SAT finds is the next step; so on a
    position with one solution the steps end in it. Errors are those of `questions.explain`.
    """
    instance = Instance.of(position)
    run = Run(limits, cancel=cancel, trace=Trace())
    assert run.trace is not None
    view = deduction(instance, techniques, origin=origin)
    run.trace.view = view
    broken = instance.puzzle.violations(instance.position)
    if broken:
        note = msg("there is no solution: {what}", what=broken[0].text)
        return _unsolvable(instance, note, run)
    try:
        with run.current(), confirmation(instance, run) as check:
            if check is not None and not check.solvable:
                hint = ForcedSearch(instance, run, _FLOOR_S, check).step()
                note = msg("there is no solution: {what}", what=hint.reason or hint.text)
                if len(hint.premises) > _FEW:
                    note = msg(
                        "there is no solution: {number} givens together rule every one out",
                        number=len(hint.premises),
                    )
                return _unsolvable(instance, note, run)
            if check is not None and not check.unique:
                view = deduction(instance, techniques, origin=origin, unique=False)
                run.trace.view = view
            return _Explaining(instance, view, run, check, floor=techniques is None).explanation()
    except Interrupted as ended:  # before the first step
        at = instance.position
        return Explanation(at, at, (), Status.UNKNOWN, ended.stop, None, None, run.trace)


def _unsolvable(instance: Instance, note: Message, run: Run) -> Explanation:
    at = instance.position
    assert run.trace is not None
    return Explanation(at, at, (), Status.UNSATISFIABLE, Stop.COMPLETED, note, None, run.trace)


class _Explaining:
    """An explanation in the making."""

    def __init__(
        self,
        instance: Instance,
        view: Deduction[Any],
        run: Run,
        check: Confirmation | None,
        *,
        floor: bool,
    ) -> None:
        self.instance, self.view, self.run, self.check = instance, view, run, check
        self.floor = floor
        self.guess: Hint | None = None

    def explanation(self) -> Explanation:
        stop, note = Stop.INCOMPLETE, None
        try:
            for step in self._steps():
                self.view.record(step, self.run)
        except Interrupted as ended:
            stop = ended.stop
        end = self._end()
        solved = self.instance.puzzle.is_solved(end)
        if solved:
            stop = Stop.COMPLETED
        elif stop is Stop.INCOMPLETE:
            note = self._note()
        assert self.run.trace is not None
        return Explanation(
            self.instance.position,
            end,
            tuple(self.view.steps),
            Status.SOLVED if solved else Status.UNKNOWN,
            stop,
            note,
            self.guess,
            self.run.trace,
        )

    def _steps(self) -> Iterator[Step]:
        """Yield the steps; each is entered on the board once the caller has it."""
        board = self.view.begin()
        while True:
            step = sound_step(self.view, board, self.run, self.check)
            if step is None:
                step = self._by_sat()
            if step is None:
                return
            yield step
            self.view.apply(board, step)

    def _by_sat(self) -> Hint | None:
        """Return the forced fact with the smallest reason; None if nothing more is forced."""
        end = self._end()
        if not self.floor or CnfModel not in self.instance.offers:
            return None
        if self.instance.puzzle.is_solved(end):
            return None
        hint = ForcedSearch(Instance.of(end, self.instance.puzzle), self.run, _FLOOR_S).step()
        if hint.guess and not self.instance.puzzle.wants_unique:
            self.guess = hint
        return hint if hint.technique == "forced" and hint.conclusions else None

    def _end(self) -> Any:
        """Return the position after the steps so far."""
        puzzle, view, at = self.instance.puzzle, self.view, self.instance.position
        moves = [move for step in view.steps for move in step.moves]
        if not moves:
            moves = [*view.moves(view.steps)]
        return puzzle.apply_all(at, moves)

    def _note(self) -> Message:
        several = self.check is not None and not self.check.unique
        several = several and self.instance.puzzle.wants_unique
        if not self.floor:
            if several:
                return msg("these techniques go no further, and there are several solutions")
            return msg("these techniques go no further")
        if several:
            return msg("nothing more is forced: there are several solutions")
        return msg("nothing more is forced")


def step_as_json(step: Step) -> dict[str, Any]:
    """Return the JSON object of a step."""
    return {
        "technique": step.technique,
        "text": step.text.sentence(),
        "premises": [mark_as_json(mark) for mark in step.premises],
        "conclusions": [mark_as_json(mark) for mark in step.conclusions],
        "difficulty": step.difficulty,
    }


def as_json(found: Explanation, position: object) -> dict[str, Any]:
    """Return the JSON object of an explanation."""
    instance = Instance.of(position)
    puzzle = instance.puzzle
    out: dict[str, Any] = {
        "notation": puzzle.format(instance.position),
        "steps": [step_as_json(step) for step in found.steps],
        "solved": found.solved,
        "status": found.status.value,
        "stop": found.stop.value,
        "end": puzzle.format(found.end),
    }
    if found.note is not None:
        out["note"] = found.note.sentence()
    if found.guess is not None:
        out["guess"] = step_as_json(found.guess)
    return out


def show(screen: Screen, found: Explanation) -> None:
    """Print the steps of an explanation, numbered, and how it ends."""
    puzzle = registry.puzzle_of(found.position)
    for index, step in enumerate(found.steps, 1):
        screen.line(msg("{index}. {text}", index=index, text=step.text))
    if puzzle.scene(found.end).width <= _WIDEST:
        screen.drawing(
            text.draw(puzzle.scene(found.end, origin=found.position), ascii=screen.ascii)
        )
    screen.line(ending(found), "bold green" if found.solved else "bold")
    if found.guess is not None:
        screen.line(found.guess.text)


def ending(found: Explanation) -> Message:
    """Return how an explanation ends, in words."""
    steps = msg("1 step") if len(found.steps) == 1 else msg("{n} steps", n=len(found.steps))
    if found.solved:
        return msg("solved in {steps}", steps=steps)
    if found.stop is Stop.CANCELLED:
        return msg("cancelled after {steps}", steps=steps)
    if found.note is None:
        return msg("timed out after {steps}", steps=steps)
    return msg("{note}; {steps}", note=found.note, steps=steps) if found.steps else found.note
