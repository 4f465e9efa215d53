"""Views that build one solution: by a rule, by a rule and shortening, or by local search."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from gridwise.core.message import Message
from gridwise.core.views.base import Model, View

if TYPE_CHECKING:
    from gridwise.core.run import Run

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a construction: its aim in words, and the number of facts that it is made of."""

    aim: Message
    length: int


class Construction(View[M], ABC, Generic[M]):
    """A rule that builds one solution without search, on positions that fit the rule."""

    kind: ClassVar[str] = "construction"

    @abstractmethod
    def construct(self, run: "Run") -> Iterable[Model]:
        """Yield the one model that the rule builds, none if the rule does not apply."""

    def stages(self, run: "Run") -> tuple[Stage, ...]:
        """Return the parts that the model is built in; none if no part is worth naming."""
        return ()


class Shortening(View[M], ABC, Generic[M]):
    """A rule that builds a path, and a search that shortens it for as long as there is time."""

    kind: ClassVar[str] = "shortening"

    @abstractmethod
    def shorten(self, run: "Run", widest: int, seconds: float) -> Iterable[Model]:
        """Yield the shortened path, none if the rule does not apply.

        Parameters
        ----------
        run
            One node is one state expanded. `run.report.bound` is set to the path's cost over a
            lower bound. If the run is interrupted, `run.report.best` is the path so far.
        widest
            The most steps of a window, a piece of the path that is replaced by a shortest one.
        seconds
            When to stop shortening, in seconds since the run began.
        """


class LocalSearch(View[M], ABC, Generic[M]):
    """Whole assignments that are repaired step by step; finds solutions, never proves absence."""

    kind: ClassVar[str] = "local_search"

    @abstractmethod
    def descend(self, run: "Run", random: Random) -> Model | None:
        """Repair a random assignment until nothing is in conflict; return None if stuck.

        One `run.tick` for each repair.
        """
