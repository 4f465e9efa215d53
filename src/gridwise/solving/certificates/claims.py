"""The claims of a result, each with its evidence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Certificates, Claim
from gridwise.core.errors import ParameterError, WrongAnswerError
from gridwise.core.limits import Interrupted
from gridwise.core.message import msg
from gridwise.core.method import Method, Refutation
from gridwise.core.reasons import IncrementalSolver
from gridwise.core.result import BestPlay, Count, Result, Solutions, Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import CnfModel
from gridwise.solving.certificates.refute import ProofMaker
from gridwise.solving.instance import Instance
from gridwise.solving.solve import solve

MOST_SOLUTIONS = 1000
"""The largest number of solutions that is claimed to be exact: all of them are listed."""
_LINE = 500  # clauses, or steps of a proof, in one line


def claims(result: Result[Any], run: Run) -> Iterator[Claim]:
    """Yield the claims of a result with their evidence; none if nothing is known.

    Raises
    ------
    ParameterError
        The puzzle has no certificates, or the claim is too large for one.
    Interrupted
        A limit was reached.
    """
    offered = registry.capability(result.puzzle, Certificates, result.position)
    if offered is None:
        raise ParameterError(msg("{puzzle} has no certificates", puzzle=result.puzzle))
    with run.current():
        more = tuple(offered.more(result))
    yield from more
    if offered.facts is None or result.status is Status.UNKNOWN:
        return
    with ProofMaker(run) as maker:
        yield from _Clauses(result, offered, run, maker).claims()


class _Clauses:
    """The claims of one result about a puzzle with clauses."""

    def __init__(
        self, result: Result[Any], offered: Certificates, run: Run, maker: ProofMaker
    ) -> None:
        self.result, self.run, self.maker = result, run, maker
        self.instance = Instance.of(result.position)
        self.puzzle = self.instance.puzzle
        self.further = self.puzzle.further_rules(result.position)
        assert offered.facts is not None
        assert offered.filled is not None
        self.facts, self.filled, self.minimal = offered.facts, offered.filled, offered.minimal
        self.options, self.hidden = offered.options, offered.hidden
        self.by_puzzle = offered.refuted

    def claims(self) -> Iterator[Claim]:
        result, answer = self.result, self.result.answer
        if result.status is Status.UNSATISFIABLE:
            yield self.exactly(())
        elif isinstance(answer, BestPlay):
            return  # no checker knows the game
        elif isinstance(answer, Solutions) and result.question == "forced":
            if self.hidden:
                yield self.forced(answer.items[0].position)
        elif isinstance(answer, Count):
            if answer.exact:
                yield self.exactly(self._listed(answer.number))
        elif isinstance(answer, Solutions) and answer.items:
            positions = tuple(item.position for item in answer.items)
            if result.unique or (
                result.question == "all" and answer.count is not None and answer.count.exact
            ):
                yield self.exactly(positions)
                if result.unique and self.minimal and not self.further:
                    yield from self.needed(positions[0])
            else:
                yield Claim({"kind": "solved"}, self._solutions(positions[:1]))
        elif isinstance(answer, Solutions) and answer.count is not None and answer.count.exact:
            yield self.exactly(self._listed(answer.count.number))

    def exactly(self, found: Sequence[Any]) -> Claim:
        """Claim that these solutions are all: the clauses that exclude them are refuted."""
        if len(found) > MOST_SOLUTIONS:
            raise _too_many()
        model = self._model().adding(tuple(tuple(-f for f in self.facts(s)) for s in found))
        evidence = (*self._solutions(found), *_clause_lines(model.clauses), *self._refuted(model))
        return Claim({"kind": "solutions", "number": len(found)}, evidence)

    def forced(self, after: Any) -> Claim:
        """Claim that the cells known on a board are forced, and no other."""
        before = set(self.facts(self.result.position))
        literals = [fact for fact in self.facts(after) if fact not in before]
        model = self._model()
        settled = {abs(fact) for fact in (*before, *literals)}
        layouts: dict[tuple[int, ...], None] = {}
        seen: set[int] = set()
        helper = self.instance.explainer
        assert helper is not None
        with self.run.current(), helper.session(self.run) as session:
            _fill(session, model, model.clauses)
            wanted = [
                s * v for v in range(1, model.primary + 1) if v not in settled for s in (1, -1)
            ]
            for lit in [0, *wanted]:  # first any layout: it shows that there is one
                if lit in seen:
                    continue
                values = session.solve([lit] if lit else [])
                if values is None:
                    raise WrongAnswerError("a cell that is not forced has one value")
                layout = tuple(v if values(v) else -v for v in range(1, model.primary + 1))
                seen.update(layout)
                layouts[layout] = None
        evidence = [*self._solutions([self._board(layout) for layout in layouts])]
        evidence += _clause_lines(model.clauses)
        followed: Mapping[int, Refutation] = {}
        if self.by_puzzle is not None and not makes_refutations(self.result.method):
            run = Run(self.run.rest(), cancel=self.run.cancel)
            with run.current():
                followed = self.by_puzzle(self.result.position, run)
        for lit in literals:
            if lit in followed:
                evidence += _listed(followed[lit], (-lit,))
            else:
                evidence += self._refuted(model.adding(((-lit,),)), (-lit,))
        return Claim({"kind": "forced", "literals": literals}, tuple(evidence))

    def needed(self, solution: Any) -> Iterator[Claim]:
        """Claim, if true, that every given is needed: without it there is a second solution."""
        model = self._model()
        given = {
            clause[0]: model.families[family].premise
            for clause, family in zip(model.clauses, model.family_of, strict=True)
            if model.families[family].premise is not None
        }
        free = tuple(clause for clause in model.clauses if clause[0] not in given or clause[1:])
        blocking = tuple(-fact for fact in self.facts(solution))
        helper = self.instance.explainer
        assert helper is not None
        evidence = []
        with self.run.current(), helper.session(self.run) as session:
            _fill(session, model, (*free, blocking))
            for lit, premise in given.items():
                assert premise is not None
                values = session.solve([other for other in given if other != lit])
                if values is None:
                    return
                other = self._board([v if values(v) else -v for v in range(1, model.primary + 1)])
                text = self.puzzle.format(other)
                evidence.append({"solution": text, "without": premise.cells[0]})
        yield Claim({"kind": "minimal"}, tuple(evidence))

    def _model(self) -> CnfModel[Any]:
        offer = self.instance.offers.get(CnfModel)
        if offer is None:
            raise ParameterError(
                msg(
                    "this board of {puzzle} is too large for a certificate", puzzle=self.puzzle.name
                )
            )
        with self.run.current():
            model = offer.make(**self.options)
        assert isinstance(model, CnfModel)
        return model

    def _listed(self, number: int) -> tuple[Any, ...]:
        """Return all solutions, which are known to be this number."""
        if number > MOST_SOLUTIONS:
            raise _too_many()
        limits = replace(self.run.rest(), solutions=number + 1)
        found = solve(
            self.result.position, all_solutions=True, limits=limits, cancel=self.run.cancel
        )
        whole = found.stop in (Stop.COMPLETED, Stop.SOLUTION_LIMIT)
        if not (whole and isinstance(found.answer, Solutions)):
            raise Interrupted(found.stop)
        if len(found.answer.items) != number:
            raise WrongAnswerError(f"{number} were counted, {len(found.answer.items)} were found")
        return tuple(item.position for item in found.answer.items)

    def _board(self, facts: Iterable[int]) -> Any:
        return self.filled(self.result.position, facts)

    def _solutions(self, found: Iterable[Any]) -> tuple[dict[str, Any], ...]:
        return tuple({"solution": self.puzzle.format(solution)} for solution in found)

    def _refuted(
        self, model: CnfModel[Any], assumed: tuple[int, ...] = ()
    ) -> Iterator[dict[str, Any]]:
        """Yield a proof that clauses have no model: by the method that answered, or a solver."""
        self.run.check()
        method, clauses = registry.methods().get(self.result.method), model.clauses
        if method is not None:
            run = Run(self.run.rest(), cancel=self.run.cancel)
            with run.current():
                listed = method.refutation(model, run)
            if listed is not None:
                yield from _listed(listed, assumed)
                return
        proof = self.maker.refute(clauses)
        if proof is None:
            raise WrongAnswerError("what was claimed to have no model has one")
        yield {"refute": list(assumed)}
        for at in range(0, len(proof), _LINE):
            yield {"proof": proof[at : at + _LINE]}


def makes_refutations(method: str) -> bool:
    """Return whether a method writes its own resolution refutations."""
    known = registry.methods().get(method)
    return known is not None and type(known).refutation is not Method.refutation


def _listed(steps: Refutation, assumed: Sequence[int]) -> Iterator[dict[str, Any]]:
    yield {"refute": list(assumed)}
    for at in range(0, len(steps), _LINE):
        part = steps[at : at + _LINE]
        yield {"resolution": [[clause, *(parents or ())] for clause, parents in part]}


def _fill(
    session: IncrementalSolver, model: CnfModel[Any], clauses: Iterable[tuple[int, ...]]
) -> None:
    session.add([model.variables, -model.variables])  # declares all variables
    for clause in clauses:
        session.add(clause)


def _clause_lines(clauses: Sequence[tuple[int, ...]]) -> Iterator[dict[str, Any]]:
    for at in range(0, len(clauses), _LINE):
        yield {"clauses": clauses[at : at + _LINE]}


def _too_many() -> ParameterError:
    return ParameterError(msg("a certificate lists at most {most} solutions", most=MOST_SOLUTIONS))
