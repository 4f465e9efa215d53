"""The base of all views: facts, models, their order; and the origin of constraints."""

from abc import ABC
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Generic, Self, TypeVar

from gridwise.core.message import Message
from gridwise.core.trace import CodesFacts, Decoder

M = TypeVar("M")


class Question(Enum):
    """The questions about a position."""

    SOLUTION = "solution"
    """Moves that lead to a solved position: the first, the k-th, all, their number."""
    FORCED = "forced"
    """The moves that every solution contains (the backbone)."""
    WINNER = "winner"
    """Who wins if two players make the moves by turns, and a move that is best."""


Model = tuple[int, ...]


Clause = tuple[int, ...]


class Backbone:
    """The facts that all models share, as far as they are known; a method fills it.

    `model` is the first model, None until it is found. `forced` are facts
    proved to hold in every model; they are right even if the run is interrupted. `is_whole` is set
    by an incomplete method that knows that no other fact is forced.
    """

    __slots__ = ("forced", "is_whole", "model")

    def __init__(self) -> None:
        self.model: Model | None = None
        self.forced: list[int] = []
        self.is_whole = False


class View(CodesFacts[M], ABC, Generic[M]):
    """A position in the form that methods work on.

    One model represents `multiplicity` solutions, as free cells can have any value; `expanded` is
    the view in which every model is one solution.
    """

    kind: ClassVar[str]
    questions: ClassVar[tuple[Question, ...]] = (Question.SOLUTION, Question.FORCED)
    """The questions that its models answer; the first is the default."""
    decoder: Decoder[M]

    @property
    def multiplicity(self) -> int:
        """The number of solutions that one model represents."""
        return 1

    def expanded(self) -> Self:
        """Return the view whose models are single solutions."""
        return self

    def complete(self, model: Model) -> Model:
        """Return the model with a default fact for each free variable."""
        return model

    def forced_by_units(self) -> frozenset[int]:
        """Return facts that hold in every model, known without search."""
        return frozenset()

    def without(self, fact: int) -> Self:
        """Return the view of the same position where `fact` does not hold."""
        raise TypeError(f"a {self.kind} view cannot exclude a fact")

    def order_key(self, model: Model) -> tuple[int, ...]:
        """Return the key of a model in the view's lexicographic order."""
        return model


@dataclass(frozen=True, slots=True)
class Premise:
    """A given that clauses or sums follow from: a shown number, a given digit, a total."""

    cells: tuple[int, ...]
    text: Message


@dataclass(frozen=True, slots=True)
class Family:
    """The clauses of one rule and one premise; `name` is the same for all clauses of a rule."""

    name: str
    premise: Premise | None = None
