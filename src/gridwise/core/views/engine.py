"""`Kernel`: a puzzle's own compiled engine."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from gridwise.core.trace import Query
from gridwise.core.views.base import Model, View

if TYPE_CHECKING:
    from gridwise.core.method import Backbone
    from gridwise.core.run import Run

M = TypeVar("M")


class Kernel(View[M], ABC, Generic[M]):
    """Compiled code for one puzzle: it finds, counts and orders solutions by itself.

    It answers as the plain methods do, only faster; what it cannot do it does not offer. A kernel
    returns to Python every few milliseconds, so that `run.check()` sees the limits.
    """

    kind = "kernel"
    compiled: ClassVar[bool] = True
    """Whether it always runs compiled code; else it loads Numba itself where it needs it."""
    counts_at_once: ClassVar[bool] = False
    """Whether all are counted about as quickly as a first one is found."""
    counts_symmetry: ClassVar[bool] = False
    """Whether `tally` can count solutions up to the board's symmetries."""

    @abstractmethod
    def models(self, run: "Run", *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model once (see `Method.models`)."""

    def tally(self, run: "Run", into: "Tally", *, up_to_symmetry: bool = False) -> bool:
        """Count all models without listing them; return False where only listing will do.

        What is known so far stands in `into` when the run is interrupted.
        """
        return False

    def backbone(self, run: "Run", into: "Backbone") -> bool:
        """Find the facts of all models at once; return False where searches are to find them."""
        return False

    def proved(self, queries: Iterable[Query[M]], run: "Run") -> Iterator[Query[M]]:
        """Yield the queries whose `better` move is proved."""
        return iter(())


class Tally:
    """How many solutions were counted so far."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0
