"""`StateSpace`: states, successors, a goal, and heuristics with their claims."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message
from gridwise.core.views.base import Model, View

if TYPE_CHECKING:
    from gridwise.core.run import Run

M = TypeVar("M")
S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a heuristic, and its estimate in words; see `Heuristic`."""

    admissible: bool
    consistent: bool
    text: Message


@dataclass(frozen=True, slots=True)
class Heuristic(Generic[S]):
    """An estimate of the cost left, with its claims; tests check them.

    `admissible`: never more than the true cost. `consistent`: never drops by more than a step's
    cost.
    """

    name: str
    estimate: Callable[[S], int]
    admissible: bool
    consistent: bool
    text: Message


class StateSpace(View[M], Generic[M, S]):
    """States, successors and a goal. A fact is an operator; a model is a path of operators."""

    kind: ClassVar[str] = "states"

    heuristics: Mapping[str, Heuristic[S]]
    """At least one; the first is the default."""
    root_facts: tuple[int, ...] = ()
    """Facts that hold in the root already; a model starts with them."""
    tree: bool = False
    """Whether no state can be reached by two paths, so that CLOSED is not needed."""
    wants_path: bool = False
    """Whether the answer is a path to a goal, as cheap as possible: a method then yields one path.
    Else every goal state is a solution."""
    reachable: bool = True
    """Whether a goal may be reachable; False if it is known without search that none is."""

    @property
    def has_beam(self) -> bool:
        """Whether the space has a compiled beam search."""
        return False

    def beam(self, width: int, run: "Run") -> Model | None:
        """Return the model that the compiled beam search finds, None for none.

        Sets `run.report.bound` and `run.report.optimal` if they are known.
        """
        raise TypeError("this space has no beam search of its own")

    @abstractmethod
    def initial(self) -> S:
        """Return the root."""

    @abstractmethod
    def is_goal(self, state: S) -> bool:
        """Return whether the state is a solution."""

    @abstractmethod
    def successors(self, state: S) -> Iterable[tuple[int, S, int]]:
        """Yield (operator, state, cost), in a fixed order, cost at least 1."""

    def heuristic(self, name: str, run: "Run") -> Heuristic[S]:
        """Return a heuristic by name, ready to use; `auto` is the default one.

        It makes the tables that the heuristic needs, under the limits of `run`.

        Raises
        ------
        UnknownNameError
            No such heuristic.
        """
        if name == "auto":
            name = next(iter(self.heuristics))
        if name not in self.heuristics:
            raise UnknownNameError("heuristic", name, ("auto", *self.heuristics))
        return self.heuristics[name]

    def claims(self) -> Mapping[str, Claims]:
        """Return the claims of each heuristic, by name, the default first; makes no tables."""
        return {
            name: Claims(heuristic.admissible, heuristic.consistent, heuristic.text)
            for name, heuristic in self.heuristics.items()
        }

    def missing_tables(self, name: str) -> str | None:
        """Return the command that makes the missing tables of a heuristic, None for none.

        Only tables that take long to make count. The command lacks the program's name.
        """
        return None

    def fact(self, subject: int, value: int) -> int:
        return value

    def model_of(self, state: S, path: tuple[int, ...]) -> Model:
        """Return the model of a goal state and the path to it."""
        return self.root_facts + path
