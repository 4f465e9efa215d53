"""Unit propagation of clause sets against the slow twin in `oracles.cnf`."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gridwise.core.views import Clause, Simplified, simplify
from oracles.cnf import models, propagate
from samples import seeds

VARIABLES = 6
literal = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from((v, -v)))
# No literal twice in a clause; both signs of a variable may be there, and so may the same clause.
clause = st.lists(literal, min_size=1, max_size=4, unique=True).map(tuple)
clause_sets = st.lists(clause, max_size=14)
assumptions = st.lists(literal, max_size=2, unique=True).map(tuple)


def check(clauses: list[Clause], assumed: Clause) -> Simplified:
    found = simplify(clauses, VARIABLES, assumed)
    decided = {abs(lit) for lit in found.units}
    full = [*clauses, *((lit,) for lit in assumed)]

    assert len(decided) == len(found.units) == len(found.unit_origin)
    assert all(found.clauses), "an empty clause"
    assert len({frozenset(c) for c in found.clauses}) == len(found.clauses), "a clause twice"
    assert not any(abs(lit) in decided for c in found.clauses for lit in c)
    assert len(found.origin) == len(found.clauses)
    for left, index in zip(found.clauses, found.origin, strict=True):
        assert set(left) <= set(clauses[index])
        assert {-lit for lit in clauses[index]} - {-lit for lit in left} <= set(found.units)
    known: set[int] = set()
    for lit, index in zip(found.units, found.unit_origin, strict=True):
        if index < 0:
            assert lit in assumed
        else:
            assert lit in clauses[index]
            assert {-x for x in clauses[index] if x != lit} <= known, "a unit before its reasons"
        known.add(lit)

    true_models = set(models(full, VARIABLES))
    if found.contradiction is None:
        left_over = [*found.clauses, *((lit,) for lit in found.units)]
        assert set(models(left_over, VARIABLES)) == true_models
        assert all(len(c) > 1 for c in found.clauses), "a unit not propagated"
        assert propagate(full) == set(found.units)
    else:
        assert not true_models, "flagged, but satisfiable"
        assert propagate(full) is None
        if found.contradiction >= 0:
            assert {-lit for lit in clauses[found.contradiction]} <= set(found.units)
    return found


@settings(max_examples=len(seeds(60, 200)), deadline=None)
@given(clause_sets, assumptions)
@example([(-1,), (-2,), (1, 2)], ())  # the last literal of a clause is false but still queued
@example([(1, 2)], (-1, -2))
@example([(1,), (-1,)], ())
@example([(1, -1)], (1,))
@example([(1, -1), (-1, 1)], ())
@example([], (3, -3))
def test_simplify_against_the_twin(clauses: list[Clause], assumed: Clause) -> None:
    check(clauses, assumed)


def test_propagation_to_the_fixed_point() -> None:
    found = check([(1,), (-1, 2), (-2, 3, 4), (4, 3, -1), (-3, 5), (6, 1)], ())
    assert found.units == (1, 2)
    assert found.unit_origin == (0, 1)
    assert found.clauses == ((3, 4), (-3, 5))
    assert found.origin == (2, 4)  # the fourth shrank to the same set as the third


@pytest.mark.parametrize("length", [2, 50, 3000])
def test_a_long_chain(length: int) -> None:
    chain = [(-v, v + 1) for v in range(1, length)]
    assert simplify([(1,), *chain], length).units == tuple(range(1, length + 1))
    assert simplify([*chain, (-length,)], length, (1,)).contradiction is not None
