"""A method: a general way to find solutions of a view, one at a time."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.reasons import IncrementalSolver
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Query
from gridwise.core.views import Claims, Model, ModelCount, StateSpace, View


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice that a method or a view takes.

    Without `choices` it takes a whole number above 0 where the default is a number, else a word
    that the method itself checks: where `heuristic` is set, the name of one of the view's
    heuristics. `views` are the kinds of view that a method's option is for; empty for all that the
    method works on.
    """

    name: str
    default: str | int
    choices: tuple[str, ...]
    text: str
    views: tuple[str, ...] = ()
    heuristic: bool = False

    def read(self, value: str | int) -> str | int:
        """Return the value checked, or raise `ParameterError` or `UnknownNameError`."""
        if self.choices:
            if str(value) not in self.choices:
                raise UnknownNameError(f"value of {self.name}", str(value), self.choices)
            return str(value)
        if isinstance(self.default, str):
            return str(value)
        try:
            number = int(value)
        except ValueError:
            number = 0
        if number <= 0:
            raise ParameterError(f"{self.name} takes a whole number above 0, not {value!r}")
        return number


HEURISTIC = Option("heuristic", "auto", (), "a heuristic of the state space, by name", (), True)
"""The option of a method that takes a heuristic; `auto` is the view's first."""


class Backbone:
    """What is known of the facts that all models share; filled while a method works.

    `model` is the first model found, None before that (or where there is none).
    `forced` are facts proved to hold in every model, right even when the run was interrupted.
    """

    __slots__ = ("forced", "model")

    def __init__(self) -> None:
        self.model: Model | None = None
        self.forced: list[int] = []


class Method(ABC):
    """One general method. An instance is stateless; its module holds it as `METHOD`.

    A subclass states what it is in class variables and implements `models`. Everything else
    (first, k-th, all, number, forced, limits, replay check) is made from that by the workbench.
    """

    name: ClassVar[str]
    """Module = command-line name = registry key."""
    title: ClassVar[str]
    """One line for menus."""
    source: ClassVar[str]
    """The paper or book, with its section."""
    views: ClassVar[tuple[type[View[Any]], ...]]
    """The views it works on, best first."""
    complete: ClassVar[bool]
    """Whether it finds every solution, given the time."""
    counts: ClassVar[frozenset[str]]
    """The counters that it keeps."""
    node: ClassVar[str]
    """What one node of `Limits.nodes` is."""
    emits: ClassVar[frozenset[Kind]] = frozenset()
    """The kinds of trace rows that it writes; empty where it cannot be watched."""
    options: ClassVar[tuple[Option, ...]] = ()
    rank: ClassVar[int] = 0
    """`auto` takes the highest-ranked complete method that shares a view."""

    @abstractmethod
    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model of the view once, and return when there are no more.

        Parameters
        ----------
        view
            An instance of one of `views`.
        run
            Where to count, trace and look at the limits; `run.tick()` once a node.
        ordered
            Yield in the view's lexicographic order. Without it any order will do.

        Notes
        -----
        A method that ends without having looked everywhere sets `run.report.incomplete`. The first
        SOLUTION row, if any, stands for the first model yielded, but where models had to be
        sorted afterwards (A*, ordered).
        """

    def count_models(
        self, view: Any, run: Run, into: ModelCount, *, up_to_symmetry: bool = False
    ) -> bool:
        """Count the models without listing them; return False where only listing will do.

        Raises `Interrupted` with what was counted so far in `into`.
        """
        return False

    def backbone(self, view: Any, run: Run, into: Backbone) -> None:
        """Find the facts of all models: ask for a contrary to each fact of the first model.

        Every model that a question brings rules out all facts that it does not share
        (Marques-Silva, Janota and Lynce 2010, "On computing backbones of propositional
        theories", ECAI, algorithm 3). At most one question a fact. A method that does not look
        everywhere proves no fact by finding no contrary, and asks no further.
        """
        into.model = next(self.models(view, run), None)
        if into.model is None:
            return
        units = view.forced_by_units()
        into.forced.extend(fact for fact in into.model if fact in units)
        open_facts = [fact for fact in into.model if fact not in units]
        while open_facts and self.complete and not run.report.incomplete:
            fact = open_facts.pop(0)
            run.searches += 1
            if run.trace is not None:
                run.trace.restart()
            other = next(self.models(view.without(fact), run), None)
            if other is None:
                if not self.complete or run.report.incomplete:
                    return  # it did not look everywhere: nothing was proved
                into.forced.append(fact)
            else:
                kept = set(other)
                open_facts = [x for x in open_facts if x in kept]

    def proved(self, view: Any, queries: Iterable[Query[Any]], run: Run) -> Iterator[Query[Any]]:
        """Yield the queries whose `better` move is proved, each by a search for a contrary."""
        for query in queries:
            run.searches += 1
            if run.trace is not None:
                run.trace.restart()
            if next(self.models(view.adding(query.clauses), run), None) is None:
                if not self.complete or run.report.incomplete:
                    return
                yield query

    def session(self, run: Run) -> IncrementalSolver:
        """Return an empty incremental solver under the run's limits.

        Only methods that set `explains` have one; the others raise `TypeError`.
        """
        raise TypeError(f"{self.name} is not incremental")

    explains: ClassVar[bool] = False
    """Whether it has a session, by which reasons are found."""

    def option(self, run: Run, name: str) -> str | int:
        """Return an option's value in this run, or its default."""
        for option in self.options:
            if option.name == name:
                return option.read(run.options.get(name, option.default))
        raise UnknownNameError(f"option of {self.name}", name, [o.name for o in self.options])

    def options_for(self, view: type[View[Any]]) -> tuple[Option, ...]:
        """Return the options that it takes on a kind of view."""
        return tuple(one for one in self.options if not one.views or view.kind in one.views)

    def heuristics(
        self, view: type[View[Any]], make: Callable[[], View[Any]]
    ) -> Mapping[str, Claims]:
        """Return the heuristics that it can take on a view, each with what it claims.

        Parameters
        ----------
        view
            The kind of view.
        make
            Makes the view, where that is needed to know.
        """
        if not issubclass(view, StateSpace):
            return {}
        space = make()
        assert isinstance(space, StateSpace)
        return space.claims()

    def states(self, view: View[Any], run: "Run") -> "StateSpace[Any, Any] | None":
        """Return the state space that it searches for a view, None where it searches none."""
        return view if isinstance(view, StateSpace) and StateSpace in self.views else None

    def view_for(self, kinds: "frozenset[type[View[Any]]]") -> type[View[Any]] | None:
        """Return the best view that is also among `kinds`."""
        return next((view for view in self.views if view in kinds), None)
