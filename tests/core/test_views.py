"""The views' own bookkeeping: decided and free variables, the solutions of a model."""

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwise.core.trace import Decoder, Mark
from gridwise.core.views import (
    CnfModel,
    CountModel,
    DomainModel,
    ExactCover,
    Family,
    StateSpace,
    Sum,
    simplify,
)
from oracles.cnf import holds, models
from samples import seeds


class Plain(Decoder[int]):
    def marks(self, fact: int) -> tuple[Mark, ...]:
        return (Mark(abs(fact), int(fact > 0)),)

    def moves(self, facts: Iterable[int]) -> tuple[int, ...]:
        return tuple(facts)


def cnf(
    clauses: Iterable[tuple[int, ...]],
    primary: int,
    variables: int | None = None,
    order: Iterable[int] | None = None,
) -> CnfModel[int]:
    clauses = tuple(clauses)
    return CnfModel(
        variables=variables or primary,
        primary=primary,
        clauses=clauses,
        family_of=(0,) * len(clauses),
        families=(Family("any"),),
        order=tuple(order or (-v for v in range(1, primary + 1))),
        decoder=Plain(),
    )


def models_of(view: CnfModel[int]) -> list[tuple[int, ...]]:
    """The models of a clause view, by trying every valuation of its decisions."""
    if view.simplified.contradiction is not None:
        return []
    used = sorted({abs(x) for x in (*view.decisions, *view.auxiliary)})
    found = {}
    for signs in product((False, True), repeat=len(used)):
        value = dict(zip(used, signs, strict=True))
        literals = {v if b else -v for v, b in value.items()}
        if all(holds(c, literals) for c in view.simplified.clauses):
            found[view.model(value.__getitem__)] = True
    return sorted(found, key=view.order_key)


N = 5
literal = st.integers(1, N).flatmap(lambda v: st.sampled_from((v, -v)))
clause = st.lists(literal, min_size=1, max_size=3, unique_by=abs).map(tuple)
unique_clauses = st.lists(clause, max_size=7, unique_by=frozenset)
orders = st.tuples(
    st.permutations(range(1, N + 1)), st.lists(st.booleans(), min_size=N, max_size=N)
)


@settings(max_examples=len(seeds(66, 200)), deadline=None)
@given(unique_clauses, orders, st.integers(0, 2))
def test_models_of_a_clause_view(
    clauses: list[tuple[int, ...]], order: tuple[list[int], list[bool]], auxiliary: int
) -> None:
    primary = N - auxiliary
    signed = [v if b else -v for v, b in zip(*order, strict=True) if v <= primary]
    view = cnf(clauses, primary, N, signed)
    truth = {frozenset(x for x in m if abs(x) <= primary) for m in models(clauses, N)}

    every = models_of(view.expanded())
    assert {frozenset(m) for m in every} == truth
    assert len(every) == len(truth)
    assert view.expanded().multiplicity == 1
    assert len(models_of(view)) * view.multiplicity == len(truth)
    for model in models_of(view):
        assert frozenset(view.complete(model)) in truth
        assert [abs(x) for x in view.complete(model)] == list(range(1, primary + 1))
    # The order: at the first place of `order` where two models differ, its literal comes first.
    expected = sorted(truth, key=lambda m: [x not in m for x in signed])
    assert [frozenset(m) for m in every] == expected
    for fact in view.forced_by_units():
        assert all(fact in m for m in truth)


@settings(max_examples=len(seeds(33, 100)), deadline=None)
@given(unique_clauses, literal, literal)
def test_a_clause_view_without_facts(
    clauses: list[tuple[int, ...]], first: int, second: int
) -> None:
    view = cnf(clauses, N).expanded()
    left = view.without(first).without(second)
    truth = {m for m in map(frozenset, models_of(view)) if not {first, second} & m}
    assert {frozenset(m) for m in models_of(left)} == truth
    assert left.clauses == view.clauses  # the raw set stays as it was


def test_free_variables_are_in_no_simplified_clause() -> None:
    view = cnf([(1,), (1, 2), (3, 4)], 5)
    assert dict(view.decided) == {1: True}
    assert view.free == (2, 5)
    assert view.decisions == (-3, -4)
    assert view.expanded().decisions == (-2, -3, -4, -5)
    assert view.multiplicity == 4
    assert view.complete((1, 3, -4)) == (1, -2, 3, -4, -5)


def test_auxiliary_variables() -> None:
    view = cnf([(1, 4), (-4, 5), (-2,)], 3, 5)
    assert view.auxiliary == (4, 5)
    assert view.forced_by_units() == {-2}


def test_the_raw_and_the_simplified_set_are_both_there() -> None:
    view = cnf([(1,), (-1, 2, 3), (2, 3)], 3)
    assert len(view.clauses) == 3
    assert view.simplified == simplify(view.clauses, 3)
    assert view.simplified.clauses == ((2, 3),)


def exact_cover() -> ExactCover[int]:
    options = ((0, 1), (0,), (1,), (1, 2))
    return ExactCover(items=3, primary=2, options=options, order=(0, 1), decoder=Plain())


def test_exact_cover_without_an_option() -> None:
    view = exact_cover()
    assert view.without(1).without(3).excluded == {1, 3}
    assert view.excluded == frozenset()
    assert view.fact(2, 1) == 2
    assert view.multiplicity == 1
    assert view.expanded() is view


def domains() -> DomainModel[int]:
    return DomainModel(
        domains=((1, 2), (1, 2), (1, 2, 3), (3,)),
        groups=((0, 1, 2), (2, 3)),
        complete_groups=frozenset({0}),
        values=(1, 2, 3),
        base=4,
        decoder=Plain(),
    )


def test_domains_code_facts_and_know_their_peers() -> None:
    view = domains()
    assert view.fact(2, 3) == 11
    assert view.peers == ((1, 2), (0, 2), (0, 1, 3), (2,))
    assert view.groups_of == ((0,), (0,), (0, 1), (1,))


def test_domains_without_a_fact() -> None:
    view = domains()
    left = view.without(view.fact(2, 3))
    assert left.domains == ((1, 2), (1, 2), (1, 2), (3,))
    assert left.without(view.fact(3, 3)).domains[3] == ()
    assert view.domains[2] == (1, 2, 3)


def solutions_of_sums(view: CountModel[int]) -> set[tuple[int, ...]]:
    return {
        bits
        for bits in product((0, 1), repeat=view.variables)
        if all(sum(bits[v] for v in s.variables) == s.total for s in view.sums)
    }


@settings(max_examples=len(seeds(33, 100)), deadline=None)
@given(
    st.lists(
        st.tuples(st.sets(st.integers(0, 4), min_size=1, max_size=3), st.integers(0, 3)), max_size=3
    ),
    st.integers(0, 4),
    st.booleans(),
)
def test_sums(sums: list[tuple[set[int], int]], variable: int, one: bool) -> None:
    family = Family("any")
    view: CountModel[int] = CountModel(
        5, tuple(Sum(tuple(sorted(v)), t, family) for v, t in sums), Plain()
    )
    assert view.multiplicity == 2 ** len(view.free)
    assert view.expanded().multiplicity == 1
    assert set(view.free) == set(range(5)) - {v for s, _ in sums for v in s}
    truth = solutions_of_sums(view)
    fact = view.fact(variable, int(one))
    assert solutions_of_sums(view.without(fact)) == {b for b in truth if b[variable] != one}
    coded = [tuple(view.fact(v, bit) for v, bit in enumerate(bits)) for bits in truth]
    assert [tuple(int(f > 0) for f in m) for m in sorted(coded, key=view.order_key)] == sorted(
        truth
    )
    partial = tuple(f for f in (coded[0] if coded else ()) if abs(f) - 1 not in view.free)
    if coded:
        assert len(view.complete(partial)) == 5
        assert tuple(int(f > 0) for f in view.complete(partial)) in truth


class Line(StateSpace[int, int]):
    """Walk along the numbers from 0 to 3."""

    decoder = Plain()
    root_facts = (7,)

    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return state == 3

    def successors(self, state: int) -> Iterable[tuple[int, int, int]]:
        yield 1, state + 1, 1


def test_a_state_space_model_starts_with_the_roots_facts() -> None:
    space = Line()
    assert space.model_of(3, (1, 1, 1)) == (7, 1, 1, 1)
    assert space.fact(99, 5) == 5  # a GENERATE row's value is the operator
    with pytest.raises(TypeError, match="states"):
        space.without(1)
