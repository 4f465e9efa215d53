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
    """A part of a construction: what it brings about, in words, and of how many facts it is."""

    aim: Message
    length: int


class Construction(View[M], ABC, Generic[M]):
    """A rule that builds one solution without search, as long as the position fits the rule."""

    kind: ClassVar[str] = "construction"

    @abstractmethod
    def construct(self, run: "Run") -> Iterable[Model]:
        """Yield the one model that the rule builds; nothing where the rule does not apply."""

    def stages(self, run: "Run") -> tuple[Stage, ...]:
        """Return the parts that the model is built in; none where it has no parts worth naming."""
        return ()


class Shortening(View[M], ABC, Generic[M]):
    """A way that is built by a rule and can then be made shorter, as long as there is time."""

    kind: ClassVar[str] = "shortening"

    @abstractmethod
    def shorten(self, run: "Run", widest: int, seconds: float) -> Iterable[Model]:
        """Yield the one way that is left; nothing where the rule does not apply.

        Parameters
        ----------
        run
            One node is one state expanded. `run.bound` is set to the way's cost over a lower
            bound. Where the run is interrupted, `run.best` is the way so far, if there is one.
        widest
            The most steps of a window that is solved anew.
        seconds
            When to be content, counted from the begin of the run.
        """


class LocalSearch(View[M], ABC, Generic[M]):
    """Whole assignments that are repaired step by step; finds solutions, never proves absence."""

    kind: ClassVar[str] = "local_search"

    @abstractmethod
    def descend(self, run: "Run", random: Random) -> Model | None:
        """Repair one random assignment until nothing is in conflict; None where it gets stuck.

        One `run.tick` a repair.
        """
