"""`EngineView`: a puzzle's own compiled engine."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from gridwise.core.trace import Query
from gridwise.core.views.base import Backbone, Model, View

if TYPE_CHECKING:
    from gridwise.core.run import Run

M = TypeVar("M")


class CompiledPart(Protocol):
    """Compiled code of an engine, with the cost of getting it; `compiled.worth` implements it."""

    @property
    def missing_s(self) -> float:
        """Processor seconds that compiling it would take now; 0 if it is compiled."""
        ...

    @property
    def price_s(self) -> float:
        """Processor seconds that getting it would take now: compiling, or loading from disk."""
        ...

    def left_s(self) -> float:
        """Return the processor seconds that plain code may take before this code is better."""
        ...

    def spared(self) -> AbstractContextManager[None]:
        """Add the processor time inside to the time of plain code."""
        ...


class EngineView(View[M], ABC, Generic[M]):
    """A puzzle's own compiled engine: it finds, counts and orders solutions by itself.

    It gives the same answers as the plain methods, only faster; a puzzle offers none for what its
    engine cannot do. The compiled code returns to Python every few milliseconds, so that
    `run.check` meets the limits.
    """

    kind = "kernel"
    counts_at_once: ClassVar[bool] = False
    """Whether counting all solutions takes about as long as finding the first."""
    counts_symmetry: ClassVar[bool] = False
    """Whether `tally` can count solutions up to the board's symmetries."""

    def load(self, run: "Run") -> None:
        """Load the engine's dependencies, such as Numba, before its time is measured."""

    def code(self, *, counting: bool) -> CompiledPart | None:
        """Return the code that it runs to count or to find solutions.

        None if it has plain code of its own, and chooses between the two by itself.
        """
        return None

    def plain_s(self, *, counting: bool) -> float | None:
        """Return the processor seconds that plain methods take, about.

        None if only trying tells; the engine then takes over from plain methods that take long.
        """
        return None

    @abstractmethod
    def models(self, run: "Run", *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model once (see `Method.models`)."""

    def count_models(self, run: "Run", into: "ModelCount", *, up_to_symmetry: bool = False) -> bool:
        """Count all models without listing them; return False if they have to be listed.

        If the run is interrupted, `into` holds the number so far.
        """
        return False

    def backbone(self, run: "Run", into: Backbone) -> bool:
        """Find the facts of all models at once; return False if that takes searches."""
        return False

    def proved(self, queries: Iterable[Query[M]], run: "Run") -> Iterator[Query[M]]:
        """Yield the queries whose `better` move is proved."""
        return iter(())


class ModelCount:
    """The number of solutions counted so far."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0
