"""A position with its puzzle and the views on offer, looked up once; and the choice of a method."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import NoSharedViewError, ParameterError, Phrase, UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.core.method import Method, Option
from gridwise.core.puzzle import Offer, Puzzle
from gridwise.core.reasons import IncrementalSolver, Reasons
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, CompiledPart, EngineView, Question, View


@dataclass(frozen=True)
class Instance:
    """A position, its puzzle, and the views on offer.

    `solve` and the other questions take an instance in place of a position and then look nothing
    up again. `Instance.of` makes it.
    """

    position: Any
    puzzle: Puzzle[Any, Any]
    offers: Mapping[Any, Offer[Any]]
    """Offers by kind of view."""

    @classmethod
    def of(cls, position: object, puzzle: Puzzle[Any, Any] | None = None) -> "Instance":
        """Return the instance of a position; return an instance unchanged."""
        if isinstance(position, Instance):
            return position
        puzzle = puzzle or registry.puzzle_of(position)
        return cls(position, puzzle, puzzle.views(position))

    @cached_property
    def methods(self) -> tuple[Method, ...]:
        """The methods that find solutions on one of the views, highest rank first."""
        return registry.methods_on(self.offers)

    def methods_for(self, question: Question) -> tuple[Method, ...]:
        """Return the methods that answer a question on one of the views, highest rank first."""
        if question is Question.WINNER:
            return registry.methods_on(self.offers, question)
        return self.methods

    def view_of(self, method: Method) -> type[View[Any]]:
        """Return the kind of view that one of `methods` takes."""
        kind = method.view_for(frozenset(self.offers))
        assert kind is not None
        return kind

    def choose(
        self,
        name: str | Method = "auto",
        *,
        question: Question | None = None,
        traced: bool = False,
        counting: bool = False,
        options: Iterable[str] | None = None,
    ) -> Method:
        """Return the method of that name if it works on the position; `auto` chooses.

        Without a question `auto` finds solutions, and a name is that of any method. `auto` takes
        views that are offered for counting alone only with `counting`. If options are named, it
        takes the first method that knows them all. It skips methods that would have to be compiled
        or loaded first, unless that surely pays off; see `takeover`. A method in place of a name
        was chosen before, and is returned.

        Raises
        ------
        UnknownNameError, NoSharedViewError
            The method does not exist, or accepts none of the views.
        ParameterError
            The method records no trace, and `traced` is set.
        """
        if isinstance(name, Method):
            return name
        method = None if name == "auto" else registry.method(name)
        if method is not None:
            question = question or method.questions[0]
        elif question is not Question.WINNER:
            return self._best(traced, counting, set(options or ()))
        if method is not None and question not in method.questions:
            raise _not_asked(method.name, question)
        fitting = self.methods_for(question)
        if not fitting and method is None:
            raise _not_asked(self.puzzle.name, question)
        method = method or fitting[0]
        if not fitting:
            raise NoSharedViewError(
                msg(
                    "{name} cannot work on this board of {puzzle}: it has no game of two players",
                    name=name,
                    puzzle=self.puzzle.name,
                )
            )
        if method not in fitting:
            raise NoSharedViewError(
                msg(
                    "{name} cannot work on this board of {puzzle}; these can: {methods}",
                    name=name,
                    puzzle=self.puzzle.name,
                    methods=tuple(m.name for m in fitting),
                )
            )
        if traced and not method.emits:
            watchable = tuple(m.name for m in fitting if m.emits)
            raise ParameterError(
                msg(
                    "{name} cannot be watched: it records no steps; these do: {methods}",
                    name=name,
                    methods=watchable,
                )
            )
        return method

    def _best(self, traced: bool, counting: bool, wanted: set[str]) -> Method:
        watchable = [method for method in self.methods if method.emits or not traced]
        complete = list(self._complete(traced, counting))
        now = [pair for pair in complete if self._begins(pair[0], counting)]
        for pairs in (now, complete):
            for method, names in pairs:
                if wanted <= names:
                    return method
        for method, names in now or complete:  # its options are listed in the error that follows
            if names:
                return method
        if watchable:  # a rule may still solve a board that is too large for complete methods
            return watchable[0]
        raise NoSharedViewError(msg("no method works on {puzzle}", puzzle=self.puzzle.name))

    def _complete(self, traced: bool, counting: bool) -> Iterator[tuple[Method, set[str]]]:
        """Yield the complete methods that `auto` may take, each with its options."""
        for method in self.methods:
            offer = self.offers[self.view_of(method)]
            offered = not (offer.by_name or (offer.counts_only and not counting))
            if method.complete and offered and (method.emits or not traced):
                yield method, {option.name for option in (*method.options, *offer.options)}

    def _begins(self, method: Method, counting: bool) -> bool:
        """Return whether a method's code is there, or compiling it surely pays off."""
        code = self.missing_code(method, counting=counting)
        if code is None:
            return True
        estimate = self._engine_view(method).plain_s(counting=counting)
        return code.left_s() <= 0 or (estimate is not None and estimate > code.price_s)

    def _engine_view(self, method: Method) -> EngineView[Any]:
        view = self.offers[self.view_of(method)].make()
        assert isinstance(view, EngineView)
        return view

    def missing_code(self, method: Method, *, counting: bool = False) -> CompiledPart | None:
        """Return the code that a method would have to compile or load first, or None."""
        if not issubclass(self.view_of(method), EngineView):
            return None
        code = self._engine_view(method).code(counting=counting)
        return code if code is not None and code.price_s else None

    def engine(
        self,
        *,
        traced: bool = False,
        counting: bool = False,
        options: Iterable[str] | None = None,
    ) -> Method | None:
        """Return the method with compiled code that may take over from the one `auto` begins with.

        Return None if no method does, or if its code is loaded, so that it begins itself.
        """
        wanted = set(options or ())
        for method, names in self._complete(traced, counting):
            if wanted <= names:
                return method if self.missing_code(method, counting=counting) else None
        return None

    @property
    def explainer(self) -> Method | None:
        """The best method with an incremental solver, which finds reasons, or None."""
        return next((method for method in self.methods if method.explains), None)

    def premises(self) -> CnfModel[Any]:
        """Return the clauses with every given as a premise of its own."""
        offer = self.offers[CnfModel]
        options: dict[str, str | int] = {}
        if any(o.name == "givens" and "premises" in o.choices for o in offer.options):
            options["givens"] = "premises"
        model = offer.make(**options)
        assert isinstance(model, CnfModel)
        return model

    @contextmanager
    def reasons(
        self, model: CnfModel[Any], run: Run
    ) -> Iterator[tuple[IncrementalSolver, Reasons]]:
        """Open an incremental solver on clauses, and the search for reasons with it."""
        helper = self.explainer
        assert helper is not None
        with helper.session(run) as session:
            yield session, Reasons(model, session, run)


def _not_asked(what: str, question: Question) -> NoSharedViewError:
    return NoSharedViewError(
        msg("{puzzle} is not asked for a {question}", puzzle=what, question=question.value)
    )


def read_options(
    what: Phrase, known: Iterable[Option], given: Mapping[str, str | int] | None
) -> dict[str, str | int]:
    """Return checked values of options; raise `UnknownNameError` that names them `what`."""
    by_name = {option.name: option for option in known}
    for name in given or {}:
        if name not in by_name:
            raise UnknownNameError(what, name, by_name)
    return {name: by_name[name].read(value) for name, value in (given or {}).items()}


def contradiction(what: tuple[Message, ...]) -> Message:
    """Return the words for premises that together leave no solution."""
    if not what:
        return msg("the rules alone exclude all")
    if len(what) == 1:
        return msg("this rules every solution out: {what}", what=what[0])
    return msg("these contradict each other: {what}", what=what)
