"""Checks somebody's clauses of a board: counted, compared with our own, and against the rules.

Two questions are asked of a SAT solver. Do the clauses accept a board that the rules forbid? Then a
clause is missing. Do they reject a legal board? Then a clause is wrong. The board that answers is
replayed through the rules before it is shown.

Clauses that are among our own need no question. The first question is asked of each family with a
missing clause: a model of theirs that breaks one. The second is asked of their clauses over the
cells alone: a legal board that breaks one. Clauses with auxiliary variables say nothing alone, so
legal boards are listed and tried, all of them where they are few.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Certificates
from gridwise.core.errors import (
    GridwiseError,
    NoSharedViewError,
    ParameterError,
    WrongAnswerError,
)
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Offer
from gridwise.core.reasons import IncrementalSolver, Values
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.scene import Highlight, Role, Scene
from gridwise.core.trace import Mark
from gridwise.core.views import Clause, CnfModel, CountModel
from gridwise.core.views.cnf import simplify
from gridwise.render.display import text_of
from gridwise.solving.encoding.clauses import EMPTY, OR, CellClauses
from gridwise.solving.encoding.given_clauses import GivenClauses, Numbering, numbering
from gridwise.solving.instance import Instance

DEFAULT_S = 60.0
BOARDS = 5000
"""Legal boards that are tried at most where auxiliary variables are in the way."""
_SHOWN = 20
_MOST_COMPARED = 3_000_000
_MOST_CLAUSES = 200_000
"""Of larger boards only one form of the clauses is compared."""


@dataclass(frozen=True, slots=True)
class FamilyCheck:
    """The clauses of one family, counted.

    Parameters
    ----------
    name
        The family's key, as `gridwise encode` writes it.
    expected, found
        How many clauses the formula gives, and how many of these are there.
    enforced
        Whether the rule holds: all clauses are there, or the others say as much. None if that
        was not decided.
    """

    name: str
    expected: int
    found: int
    enforced: bool | None

    @property
    def missing(self) -> int:
        """How many clauses of the formula are not there."""
        return self.expected - self.found


@dataclass(frozen=True, slots=True)
class TheirClause:
    """A clause of theirs.

    Parameters
    ----------
    index, line
        Its number from 1, and the line of the file; None without a file.
    literals, text
        As it is written, and with cells and values: nothing for the empty clause.
    """

    index: int
    line: int | None
    literals: Clause
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "clause": self.index,
            "line": self.line,
            "literals": list(self.literals),
            "text": self.text or str(EMPTY),
        }


@dataclass(frozen=True, slots=True)
class CounterExample:
    """A board on which the clauses and the rules disagree.

    Parameters
    ----------
    scene
        The board, with the cells marked.
    marks
        What its variables say, those that are true.
    rule
        The rule that it breaks; None for a legal board.
    cells
        The cells of the rule or of the clause.
    family
        Of the missing clause.
    clause
        The clause of theirs that a legal board breaks; None if no single one does.
    needed
        A missing clause, in their variables, and as text.
    """

    scene: Scene
    marks: tuple[Mark, ...]
    rule: Message | None
    cells: tuple[int, ...]
    family: str | None = None
    clause: TheirClause | None = None
    needed: tuple[Clause, str] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        found: dict[str, Any] = {
            "board": [{"cell": m.cell, "value": m.value} for m in self.marks],
            "cells": list(self.cells),
        }
        if self.rule is not None:
            found |= {"rule": str(self.rule), "family": self.family}
        if self.needed is not None:
            found["missing_clause"] = {"literals": list(self.needed[0]), "text": self.needed[1]}
        if self.clause is not None:
            found["wrong_clause"] = self.clause.to_dict()
        return found


@dataclass(frozen=True, slots=True)
class EncodingCheck:
    """What was found out about somebody's clauses.

    Parameters
    ----------
    puzzle, notation
        The kind, and the board.
    source
        Where the clauses come from.
    variables, auxiliary, clauses
        How many there are.
    compared
        The options of `gridwise encode` whose clauses are nearest to theirs.
    families
        The clauses of each family.
    extra, extra_number
        Clauses that are in no family, at most twenty, and how many there are.
    duplicates, subsumed
        Pairs of clauses: one too many, and the one that says it already; at most twenty.
    duplicates_number, subsumed_number
        How many there are; None if there were too many to compare.
    tautologies
        Clauses that are always true, at most twenty.
    tautologies_number
        How many there are.
    accepted
        A board that the clauses accept and the rules forbid.
    rejected
        A legal board that the clauses reject.
    nothing_illegal, nothing_rejected
        Whether there is no such board; None if that was not decided.
    examined
        How many legal boards were tried one by one; None if that was not needed.
    solvable
        Whether the board has a solution; None if nobody asked.
    stop
        Why the search ended: COMPLETED, TIME_LIMIT, or CANCELLED.
    """

    puzzle: str
    notation: str
    source: str
    variables: int
    auxiliary: int
    clauses: int
    compared: Mapping[str, str | int]
    families: tuple[FamilyCheck, ...]
    extra: tuple[TheirClause, ...]
    extra_number: int
    duplicates: tuple[tuple[TheirClause, TheirClause], ...]
    duplicates_number: int
    subsumed: tuple[tuple[TheirClause, TheirClause], ...]
    subsumed_number: int | None
    tautologies: tuple[TheirClause, ...]
    tautologies_number: int
    accepted: CounterExample | None = None
    rejected: CounterExample | None = None
    nothing_illegal: bool | None = None
    nothing_rejected: bool | None = None
    examined: int | None = None
    solvable: bool | None = None
    stop: Stop = Stop.COMPLETED

    def __bool__(self) -> bool:
        return self.right is True

    @property
    def right(self) -> bool | None:
        """Whether the clauses accept exactly the legal boards; None if it is not decided."""
        both = (self.nothing_illegal, self.nothing_rejected)
        return False if False in both else None if None in both else True

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        verdict = {True: "right", False: "wrong", None: "not decided"}[self.right]
        return f"<EncodingCheck {self.source} of {self.notation}: {verdict}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""

        def pairs(found: Iterable[tuple[TheirClause, TheirClause]]) -> list[dict[str, Any]]:
            return [{**one.to_dict(), "by": by.to_dict()} for one, by in found]

        def board(found: CounterExample | None) -> dict[str, Any] | None:
            return None if found is None else found.to_dict()

        return {
            "puzzle": self.puzzle,
            "notation": self.notation,
            "source": self.source,
            "right": self.right,
            "variables": self.variables,
            "auxiliary": self.auxiliary,
            "clauses": self.clauses,
            "compared_with": dict(self.compared),
            "families": {
                one.name: {
                    "expected": one.expected,
                    "found": one.found,
                    "missing": one.missing,
                    "enforced": one.enforced,
                }
                for one in self.families
            },
            "extra": {"number": self.extra_number, "first": [x.to_dict() for x in self.extra]},
            "duplicates": {"number": self.duplicates_number, "first": pairs(self.duplicates)},
            "subsumed": {"number": self.subsumed_number, "first": pairs(self.subsumed)},
            "tautologies": {
                "number": self.tautologies_number,
                "first": [x.to_dict() for x in self.tautologies],
            },
            "accepts_only_legal_boards": self.nothing_illegal,
            "accepted_illegal_board": board(self.accepted),
            "accepts_every_legal_board": self.nothing_rejected,
            "rejected_legal_board": board(self.rejected),
            "boards_examined": self.examined,
            "solvable": self.solvable,
        }


def checked(
    instance: Instance, given: GivenClauses, variables: Any, run: Run, boards: int
) -> EncodingCheck:
    """Return the check of clauses of a board; for the arguments see `gridwise.check_encoding`.

    Counting is linear in the total length of the clauses, but for subsumed ones; the questions are
    NP-complete.
    """
    if CnfModel not in instance.offers or _certificates(instance) is None:
        name = instance.puzzle.name
        raise NoSharedViewError(msg("this board of {puzzle} has no clauses", puzzle=name))
    return _Check(instance, given, variables, run, boards).result()


def _certificates(instance: Instance) -> Certificates | None:
    found = registry.capability(instance.puzzle.name, Certificates, instance.position)
    return found if found is not None and found.facts is not None else None


@dataclass(frozen=True, slots=True)
class _OurClauses:
    """Our clauses in one form: the options, the clauses, and those of theirs among them."""

    options: Mapping[str, str | int]
    model: CnfModel[Any]
    keys: tuple[frozenset[int], ...]
    there: frozenset[int]
    """Indices of our clauses that are among theirs."""

    @property
    def distance(self) -> int:
        """How many are missing; those too many are as many less."""
        return len(self.keys) - 2 * len(self.there)


class _Check:
    """One check: the clauses in the numbers of the board, and what was found so far."""

    def __init__(
        self,
        instance: Instance,
        given: GivenClauses,
        variables: Any,
        run: Run,
        boards: int,
    ) -> None:
        self.instance, self.given, self.boards, self.run = instance, given, boards, run
        self.stop = Stop.COMPLETED
        offer = instance.offers[CnfModel]
        base = _made(offer, {})
        scene = instance.puzzle.scene(instance.position)
        self.numbers: Numbering = numbering(given, base, scene, variables)
        self.clauses = [self.numbers.clause(clause) for clause in given.clauses]
        self.keys = [frozenset(clause) for clause in self.clauses]
        self.first: dict[frozenset[int], int] = {}
        for index, key in enumerate(self.keys):
            self.first.setdefault(key, index)
        for literal in self.numbers.absent:  # the givens decide it: as if it had been written
            self.first.setdefault(frozenset((literal,)), -1)
        self.forms = list(self._forms(offer, base))
        self.form = min(self.forms, key=lambda form: form.distance)
        self.model = self.form.model
        self.names = CellClauses(0, (), self.model)
        self.tautologies = [
            index for index, key in enumerate(self.keys) if any(-x in key for x in key)
        ]

    # -- counting

    def _forms(self, offer: Offer[Any], base: CnfModel[Any]) -> Iterator[_OurClauses]:
        """Yield our clauses in every form until one is theirs."""
        own = [o for o in offer.options if o.choices and o.name != "units"]
        defaults = {o.name: o.default for o in own}
        choices = product(*(dict.fromkeys((str(o.default), *o.choices)) for o in own))
        for values in choices:
            options = dict(zip(defaults, values, strict=True))
            model = base if options == defaults else _made(offer, options)
            keys = tuple(map(frozenset, model.clauses))
            there = frozenset(i for i, key in enumerate(keys) if key in self.first)
            if model.variables > base.variables and len(there) < len(keys):
                continue  # auxiliary variables stand for other things in other encodings
            yield _OurClauses(options, model, keys, there)
            if len(there) == len(keys) or len(base.clauses) > _MOST_CLAUSES:
                return

    def result(self) -> EncodingCheck:
        """Count, ask both questions, and return all."""
        ours = set(self.form.keys)
        silent = set(self.tautologies)
        extra = [
            index
            for key, index in self.first.items()
            if index >= 0 and key not in ours and index not in silent
        ]
        doubles = [(i, self.first[key]) for i, key in enumerate(self.keys) if self.first[key] != i]
        doubles = [(one, by) for one, by in doubles if by >= 0]
        subsumed = self._subsumed()
        enforced, accepted, illegal = self._accepted()
        rejected, complete, examined, solvable = self._rejected()
        names = [family.name for family in self.model.families]
        expected = Counter(names[at] for at in self.model.family_of)
        found = Counter(names[self.model.family_of[index]] for index in self.form.there)
        return EncodingCheck(
            puzzle=self.instance.puzzle.name,
            notation=self.instance.puzzle.format(self.instance.position),
            source=self.given.source,
            variables=self.given.variables or max(self.numbers.to, default=0),
            auxiliary=self.numbers.auxiliary,
            clauses=len(self.clauses),
            compared=self.form.options,
            families=tuple(
                FamilyCheck(name, number, found[name], enforced.get(name, True))
                for name, number in expected.items()
            ),
            extra=tuple(map(self._their, extra[:_SHOWN])),
            extra_number=len(extra),
            duplicates=self._pairs(doubles),
            duplicates_number=len(doubles),
            subsumed=self._pairs(subsumed or []),
            subsumed_number=None if subsumed is None else len(subsumed),
            tautologies=tuple(map(self._their, self.tautologies[:_SHOWN])),
            tautologies_number=len(self.tautologies),
            accepted=accepted,
            nothing_illegal=illegal,
            rejected=rejected,
            nothing_rejected=complete,
            examined=examined,
            solvable=solvable,
            stop=self.stop,
        )

    def _pairs(
        self, found: Sequence[tuple[int, int]]
    ) -> tuple[tuple[TheirClause, TheirClause], ...]:
        return tuple((self._their(one), self._their(by)) for one, by in found[:_SHOWN])

    def _their(self, index: int) -> TheirClause:
        """Return a clause of theirs as they wrote it."""
        clause = self.given.clauses[index]
        words = [
            self.names.name(self.numbers.clause((x,))[0])
            if self.numbers.to[abs(x)] <= self.model.primary
            else f"{'¬' if x < 0 else ''}x{abs(x)}"
            for x in clause
        ]
        line = self.given.lines[index] if self.given.lines else None
        return TheirClause(index + 1, line, clause, OR.join(words))

    def _subsumed(self) -> list[tuple[int, int]] | None:
        """Return pairs (clause, one with fewer literals that implies it); None if too much work."""
        skip = set(self.tautologies)
        holders: dict[int, list[int]] = {}
        distinct = [(key, i) for key, i in self.first.items() if i >= 0 and i not in skip]
        lengths = {len(key) for key, _ in distinct}
        longest = max(lengths, default=0)
        for key, index in distinct:
            for literal in key:
                holders.setdefault(literal, []).append(index)
        found: dict[int, int] = {}
        work = 0
        for key, index in sorted(distinct, key=lambda pair: (len(pair[0]), pair[1])):
            if not key or len(key) == longest:
                continue
            near = min((holders[literal] for literal in key), key=len)
            work += len(near)
            if work > _MOST_COMPARED:
                return None
            for other in near:
                if other not in found and key < self.keys[other]:
                    found[other] = index
        return sorted(found.items())

    # -- a board that they accept and the rules forbid

    def _accepted(self) -> tuple[dict[str, bool | None], CounterExample | None, bool | None]:
        """Return which families with missing clauses hold, and a forbidden board."""
        if any(len(form.there) == len(form.keys) for form in self.forms):
            return {}, None, True
        missing: dict[int, list[int]] = {}
        for index, at in enumerate(self.model.family_of):
            if index not in self.form.there:
                missing.setdefault(at, []).append(index)
        enforced: dict[str, bool | None] = {self.model.families[at].name: None for at in missing}
        found: CounterExample | None = None
        try:
            with self._session() as session:
                top = self._load_theirs(session)
                selected = _Selectors(session, max(top, self.model.variables))
                broken: dict[str, list[int]] = {name: [] for name in enforced}
                where: dict[int, int] = {}
                for at, indices in missing.items():
                    for selector, index in self._violations(selected, at, indices):
                        broken[self.model.families[at].name].append(selector)
                        where[selector] = index
                for name, selectors in broken.items():
                    model = session.solve([selected.any_of(selectors)])
                    enforced[name] = model is None
                    if model is not None and found is None:
                        index = next(where[s] for s in selectors if model(s))
                        found = self._forbidden(model, index)
        except Interrupted as end:
            self.stop = end.stop
            return enforced, found, None if found is None else False
        return enforced, found, found is None

    def _violations(
        self, selected: "_Selectors", at: int, indices: Sequence[int]
    ) -> Iterator[tuple[int, int]]:
        """Yield selectors that each break one missing clause of a family, with its index."""
        model, primary = self.model, self.model.primary
        if all(abs(x) <= primary for i in indices for x in model.clauses[i]):
            for index in indices:
                self.run.tick()
                yield selected.all_of([-x for x in model.clauses[index]]), index
            return
        offer = self.instance.offers.get(CountModel)
        if offer is None:
            raise ParameterError(
                msg("this board is too large to check: its clauses need auxiliary variables")
            )
        sums = offer.make()
        assert isinstance(sums, CountModel)
        one = sums.sums[at]
        for selector in selected.not_sum([v + 1 for v in one.variables], one.total):
            yield selector, indices[0]

    def _forbidden(self, model: Values, index: int) -> CounterExample:
        """Return the board of a model that breaks one of our clauses."""
        facts = self._facts(model)
        if self._legal(facts) is not None:
            raise WrongAnswerError("a board that breaks a clause is legal by the rules")
        reason = self.model.decoder.reason(index)
        clause = self.model.clauses[index]
        marks = tuple(m for x in facts if x > 0 for m in self.model.decoder.marks(x))
        needed, back = None, self.numbers.back
        if all(abs(x) <= self.model.primary for x in clause):
            cells = self._cells(clause)
            if all(abs(x) in back for x in clause):
                theirs = tuple(back[x] if x > 0 else -back[-x] for x in clause)
                needed = theirs, self.names.text(clause)
        else:
            cells = () if reason is None else reason.cells
        return CounterExample(
            self._scene(facts, cells),
            marks,
            reason.text if reason is not None else None,
            cells,
            self.model.families[self.model.family_of[index]].name,
            needed=needed,
        )

    # -- a legal board that they reject

    def _rejected(
        self,
    ) -> tuple[CounterExample | None, bool | None, int | None, bool | None]:
        """Return a legal board that they reject, whether there is none, and how many were tried."""
        ours = set(self.form.keys)
        for form in self.forms:
            ours.update(key for key in form.keys if all(abs(x) <= self.model.primary for x in key))
        skip = set(self.tautologies)
        rest = [i for key, i in self.first.items() if i >= 0 and key not in ours and i not in skip]
        if not rest:
            return None, True, None, None
        plain = [i for i in rest if all(abs(x) <= self.model.primary for x in self.clauses[i])]
        try:
            found, solvable = self._breaks_one(plain)
        except Interrupted as end:
            self.stop = end.stop
            return None, None, None, None
        if found is not None or not solvable:
            return found, found is None, None, solvable
        if len(plain) == len(rest):
            return None, True, None, True
        return (*self._listed(), True)

    def _breaks_one(self, plain: Sequence[int]) -> tuple[CounterExample | None, bool]:
        """Return a legal board that breaks one of these clauses, and whether any board is legal."""
        with self._session() as session:
            _load(session, self.model.clauses, self.model.variables)
            if session.solve() is None:
                return None, False
            selected = _Selectors(session, self.model.variables)
            at: dict[int, int] = {}
            for index in plain:
                self.run.tick()
                at[selected.all_of([-x for x in self.clauses[index]])] = index
            model = session.solve([selected.any_of(list(at))]) if at else None
            if model is None:
                return None, True
            index = next(index for selector, index in at.items() if model(selector))
            return self._legal_board(self._facts(model), index), True

    def _listed(self) -> tuple[CounterExample | None, bool | None, int]:
        """Try legal boards one by one: the solver finds values for the auxiliary variables."""
        random = Random(0)
        tried = 0
        free = list(range(1, self.model.primary + 1))
        try:
            with self._session() as legal, self._session() as theirs:
                _load(legal, self.model.clauses, self.model.variables)
                self._load_theirs(theirs)
                while tried < self.boards:
                    guess = [random.choice((v, -v)) for v in random.sample(free, min(3, len(free)))]
                    model = legal.solve(guess) or legal.solve()
                    if model is None:
                        return None, True, tried
                    facts = self._facts(model)
                    tried += 1
                    if theirs.solve(facts) is None:
                        return self._legal_board(facts, self._clash(facts)), False, tried
                    legal.add([-x for x in facts])
                return (None, True if legal.solve() is None else None, tried)
        except Interrupted as end:
            self.stop = end.stop
            return None, None, tried

    def _clash(self, facts: tuple[int, ...]) -> int | None:
        """Return a clause of theirs that unit propagation from a board makes false, if it does."""
        at = [index for index, key in enumerate(self.keys) if key]
        top = max((*self.numbers.to.values(), self.model.primary))
        found = simplify([tuple(self.keys[index]) for index in at], top, facts).contradiction
        return None if found is None or found < 0 else at[found]

    def _legal_board(self, facts: tuple[int, ...], index: int | None) -> CounterExample:
        """Return a legal board that a clause of theirs, or several, reject."""
        if self._legal(facts) is None:
            raise WrongAnswerError("a model of our clauses breaks the rules")
        marks = tuple(m for x in facts if x > 0 for m in self.model.decoder.marks(x))
        cells = () if index is None else self._cells(self.clauses[index])
        their = None if index is None else self._their(index)
        return CounterExample(self._scene(facts, cells), marks, None, cells, clause=their)

    # -- shared

    def _session(self) -> IncrementalSolver:
        helper = self.instance.explainer
        assert helper is not None
        return helper.session(self.run)

    def _load_theirs(self, session: IncrementalSolver) -> int:
        """Load their clauses and what the givens decide; return the highest variable."""
        top = max((*self.numbers.to.values(), self.model.primary))
        _load(session, self.clauses, top)
        for literal in self.numbers.absent:
            session.add([literal])
        return top

    def _facts(self, model: Values) -> tuple[int, ...]:
        return tuple(v if model(v) else -v for v in range(1, self.model.primary + 1))

    def _cells(self, clause: Clause) -> tuple[int, ...]:
        """Return the cells that a clause names, each once."""
        return tuple(dict.fromkeys(m.cell for x in clause for m in self._marks(x)))

    def _marks(self, fact: int) -> tuple[Mark, ...]:
        return self.model.decoder.marks(fact) if abs(fact) <= self.model.primary else ()

    def _legal(self, facts: tuple[int, ...]) -> Any | None:
        """Replay a board through the rules; return it, or None if they forbid it."""
        puzzle, position = self.instance.puzzle, self.instance.position
        certificates = _certificates(self.instance)
        assert certificates is not None
        assert certificates.facts is not None
        try:
            after = puzzle.apply_all(position, self.model.decoder.moves(facts))
        except GridwiseError:
            return None
        same = puzzle.is_solved(after) and set(certificates.facts(after)) == set(facts)
        return after if same else None

    def _scene(self, facts: tuple[int, ...], cells: Iterable[int]) -> Scene:
        """Return the drawing of a board; a cell shows all its values."""
        puzzle, position = self.instance.puzzle, self.instance.position
        every = [m for x in facts for m in self.model.decoder.marks(x)]
        values: dict[int, list[str]] = {m.cell: [] for m in every if isinstance(m.value, int)}
        for mark in every:
            if mark.holds and mark.cell in values:
                values[mark.cell].append(str(mark.value))
        one_each = self.model.primary == len({m.cell for m in every})
        scene = puzzle.scene(
            position,
            marks=[m for m in every if m.holds or one_each],
            highlights=dict.fromkeys(cells, Highlight.CONFLICT),
        )
        drawn = list(scene.cells)
        for cell, found in values.items():
            text = "/".join(found)
            if drawn[cell].text != text:  # several values, or others than the given one
                role = Role.FILLED if text else Role.EMPTY
                drawn[cell] = replace(drawn[cell], role=role, text=text)
        return replace(scene, cells=tuple(drawn))


@dataclass
class _Selectors:
    """Adds clauses that hold only where a new variable, their selector, is true."""

    session: IncrementalSolver
    top: int
    _seen: int = field(default=0, init=False)

    def _new(self) -> int:
        self.top += 1
        self.session.add([self.top, -self.top])
        return self.top

    def all_of(self, literals: Iterable[int]) -> int:
        """Return a selector under which all literals hold."""
        selector = self._new()
        for literal in literals:
            self.session.add([-selector, literal])
        return selector

    def any_of(self, literals: Sequence[int]) -> int:
        """Return a selector under which at least one literal holds."""
        selector = self._new()
        self.session.add([-selector, *literals])
        return selector

    def not_sum(self, literals: list[int], total: int) -> Iterator[int]:
        """Yield selectors under which fewer than, or more than `total` literals hold."""
        from pysat.card import CardEnc, EncType

        size = len(literals)
        fewer, more = min(total - 1, size), max(total + 1, 0)
        for build, bound, always in (
            (CardEnc.atmost, fewer, fewer == size),
            (CardEnc.atleast, more, more == 0),
        ):
            if not 0 <= bound <= size:
                continue  # never fewer than none, nor more than all
            selector = self._new()
            if always:
                yield selector
                continue
            made = build(lits=literals, bound=bound, top_id=self.top, encoding=EncType.seqcounter)
            self.top = max(self.top, made.nv)
            self.session.add([self.top, -self.top])
            for clause in made.clauses:
                self.session.add([-selector, *clause])
            yield selector


def _load(session: IncrementalSolver, clauses: Iterable[Clause], top: int) -> None:
    session.add([top, -top])  # declares all variables, also those in no clause
    for clause in clauses:
        if clause:
            session.add(clause)
        else:  # a native solver takes no empty clause
            session.add([top])
            session.add([-top])


def _made(offer: Offer[Any], options: Mapping[str, str | int]) -> CnfModel[Any]:
    model = offer.make(**options)
    assert isinstance(model, CnfModel)
    return model
