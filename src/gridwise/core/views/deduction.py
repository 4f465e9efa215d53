"""`Deduction`: a position that is solved step by step, by the techniques that a person uses."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from gridwise.core.trace import Decoder, Kind, Mark, Reason, WrappedDecoder
from gridwise.core.views.base import Backbone, Model, View

if TYPE_CHECKING:
    from gridwise.core.run import Run
    from gridwise.core.step import Step, Technique

M = TypeVar("M")


class Deduction(View[M], ABC, Generic[M]):
    """A position on which techniques find the next step.

    A puzzle offers it with these options, each None by default: `techniques`, the names of
    techniques to use; `origin`, the board as it was given; `marks`, the player's notes.

    Parameters
    ----------
    decoder
        Translates facts; the view adds the reasons of its `steps`.
    techniques
        The techniques to use, easiest first.

    Attributes
    ----------
    steps
        The steps recorded so far; the CAUSE of a trace row is the index of its step + 1.
    """

    kind: ClassVar[str] = "deduction"

    def __init__(self, decoder: Decoder[M], techniques: "Sequence[Technique]") -> None:
        self.steps: list[Step] = []
        self.decoder: Decoder[M] = _StepDecoder(decoder, self.steps)
        self.techniques = tuple(techniques)

    @abstractmethod
    def begin(self) -> Any:
        """Return the board to reason on; `apply` changes it."""

    def next_step(self, board: Any, run: "Run") -> "Step | None":
        """Return the easiest step, or None if no technique finds one.

        By default the first step of the first technique that has one.
        """
        for technique in self.techniques:
            run.check()
            step = next(iter(technique.find(board)), None)
            if step is not None:
                return step
        return None

    @abstractmethod
    def apply(self, board: Any, step: "Step") -> None:
        """Enter the conclusions of a step."""

    def record(self, step: "Step", run: "Run") -> None:
        """Add a step to `steps`, and its conclusions to the run's counters and trace."""
        self.steps.append(step)
        for subject, value, holds in map(self.row, step.conclusions):
            run.count.assignments += holds
            if run.trace is not None:
                kind = Kind.IMPLY if holds else Kind.ELIMINATE
                run.trace.add(kind, 0, subject, value, len(self.steps), step.difficulty)

    @abstractmethod
    def row(self, mark: Mark) -> tuple[int, int, bool]:
        """Return a conclusion as the subject and value of a trace row, and whether it holds."""

    def facts(self, marks: Iterable[Mark]) -> list[int]:
        """Return the facts that conclusions say to hold."""
        return [
            self.fact(subject, value) for subject, value, holds in map(self.row, marks) if holds
        ]

    def moves(self, steps: "Iterable[Step]") -> tuple[M, ...]:
        """Return the moves that enter the conclusions of steps."""
        return self.decoder.moves(self.facts(m for step in steps for m in step.conclusions))

    @abstractmethod
    def model(self, board: Any) -> Model | None:
        """Return the facts of the solution, or None if the board is not solved."""

    def backbone(self, board: Any, run: "Run", into: Backbone) -> None:
        """Note the facts that the steps to this board proved of every solution; by default none.

        The caller knows that there is a solution.
        """


class _StepDecoder(WrappedDecoder[M]):
    """A decoder whose reasons are steps."""

    def __init__(self, inner: Decoder[M], steps: "list[Step]") -> None:
        super().__init__(inner)
        self._steps = steps

    def reason(self, constraint: int) -> Reason | None:
        if not 0 <= constraint < len(self._steps):
            return None
        step = self._steps[constraint]
        return Reason(step.reason or step.text, step.cells, step.overlay)
