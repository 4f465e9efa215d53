"""A method: a general algorithm that yields the models of a view, one at a time."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.core.reasons import IncrementalSolver
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Pseudocode, Query
from gridwise.core.views import Backbone, Claims, Model, ModelCount, Question, StateSpace, View


@dataclass(frozen=True, slots=True)
class Option:
    """A named option of a method or of a view.

    Parameters
    ----------
    name, default, text
        `text` says its purpose.
    choices
        Its values. An option without choices takes a whole number above 0 if its default is a
        number, else a word that the method checks.
    views
        The kinds of view that a method's option is for; empty for all views of the method.
    heuristic
        Whether its value is the name of one of the view's heuristics.
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
            raise ParameterError(
                msg(
                    "{name} takes a whole number above 0, not {value}",
                    name=self.name,
                    value=repr(value),
                )
            )
        return number


Refutation = list[tuple[tuple[int, ...], tuple[int, int] | None]]
"""A resolution refutation: clauses, each given (None) or the resolvent of two before it.

Parents are numbers in the list, from 1; the last clause is empty.
"""

HEURISTIC = Option("heuristic", "auto", (), "a heuristic of the state space, by name", (), True)
"""The option of a method that uses a heuristic; `auto` is the view's first."""


class Method(ABC):
    """A general method, stateless; its module holds an instance as `METHOD`.

    A subclass declares itself in class variables and implements `models`. `solving` builds all
    questions on that: first, k-th, all, number, forced, with limits and a check of the answer.
    """

    name: ClassVar[str]
    """Name of the module = name on the command line = registry key."""
    title: ClassVar[str]
    """One line for menus."""
    source: ClassVar[str]
    """The paper or book, with the section."""
    views: ClassVar[tuple[type[View[Any]], ...]]
    """The views that it works on, best first."""
    complete: ClassVar[bool]
    """Whether it finds every solution, given enough time; of a game, whether it finds the value."""
    counts: ClassVar[frozenset[str]]
    """The counters that it updates."""
    node: ClassVar[str]
    """The definition of a node of `Limits.nodes`."""
    emits: ClassVar[frozenset[Kind]] = frozenset()
    """The kinds of trace rows that it writes; empty without a trace."""
    pseudocode: ClassVar[Pseudocode] = ()
    """Its lines; each row that it writes is of one of them. Empty without a trace."""
    options: ClassVar[tuple[Option, ...]] = ()
    rank: ClassVar[int] = 0
    """`auto` chooses the complete method of the highest rank that shares a view."""

    @abstractmethod
    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model of the view once, and return when there are no more.

        Parameters
        ----------
        view
            An instance of one of `views`.
        run
            Counts, traces, and checks the limits; call `run.tick()` once for each node.
        ordered
            Yield in the view's lexicographic order; else in any order.

        Notes
        -----
        A method that ends without a complete search sets `run.report.incomplete`. The first
        SOLUTION row of a trace is for the first model yielded, except where models are sorted
        afterwards (A*, ordered).
        """

    def count_models(
        self, view: Any, run: Run, into: ModelCount, *, up_to_symmetry: bool = False
    ) -> bool:
        """Count the models without listing them; return False if they have to be listed.

        Raises `Interrupted` at a limit; `into` then holds the number so far.
        """
        return False

    def backbone(self, view: Any, run: Run, into: Backbone) -> None:
        """Find the facts of all models: search for a contrary to each fact of the first model.

        Every model found rules out all facts that it does not share (Marques-Silva, Janota and
        Lynce 2010, "On computing backbones of propositional theories", ECAI, algorithm 3). At most
        one search for each fact. An incomplete method that finds no contrary has proved nothing,
        and searches no further.
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
                    return  # the search was incomplete: nothing was proved
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

    def refutation(self, view: Any, run: Run) -> Refutation | None:
        """Return a resolution refutation of clauses that have no model.

        Returns
        -------
        list or None
            None if the method makes no refutations, or only one that is too long to keep.

        Raises
        ------
        WrongAnswerError
            The clauses have a model.
        Interrupted
            A limit.
        """
        return None

    def session(self, run: Run) -> IncrementalSolver:
        """Return an empty incremental solver under the run's limits.

        Only methods that set `explains` have one; the others raise `TypeError`.
        """
        raise TypeError(f"{self.name} is not incremental")

    explains: ClassVar[bool] = False
    """Whether it has an incremental solver (`session`), by which reasons are found."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions that it answers, those of its views."""
        return self.views[0].questions

    def option(self, run: Run, name: str) -> str | int:
        """Return an option's value in this run, or its default."""
        for option in self.options:
            if option.name == name:
                return option.read(run.options.get(name, option.default))
        raise UnknownNameError(f"option of {self.name}", name, [o.name for o in self.options])

    def options_for(self, view: type[View[Any]]) -> tuple[Option, ...]:
        """Return its options for a kind of view."""
        return tuple(one for one in self.options if not one.views or view.kind in one.views)

    def heuristics(
        self, view: type[View[Any]], make: Callable[[], View[Any]]
    ) -> Mapping[str, Claims]:
        """Return the heuristics that it can use on a view, each with its claims.

        Parameters
        ----------
        view
            The kind of view.
        make
            Makes the view, if that is needed.
        """
        if not issubclass(view, StateSpace):
            return {}
        space = make()
        assert isinstance(space, StateSpace)
        return space.claims()

    def states(self, view: View[Any], run: "Run") -> "StateSpace[Any, Any] | None":
        """Return the state space that it searches for a view, or None if it searches none."""
        return view if isinstance(view, StateSpace) and StateSpace in self.views else None

    def view_for(self, kinds: "frozenset[type[View[Any]]]") -> type[View[Any]] | None:
        """Return the best of its views that is among `kinds`."""
        return next((view for view in self.views if view in kinds), None)
