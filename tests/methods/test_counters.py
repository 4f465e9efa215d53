"""Counters are exact: each number here was worked out by hand.

EITHER is (1 or 2) and (2 or 3), FULL all four clauses over 1 and 2; 0 is tried before 1.
"""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace
from gridwise.core.views import Backbone, CnfModel, DomainModel, ExactCover
from gridwise.solving.encoding.dimacs import LiteralDecoder
from methods.tiny import EITHER, FULL, cnf
from oracles import cnf as oracle
from samples import seeds


def run(
    name: str, view: CnfModel[int], *, ordered: bool = True
) -> tuple[list[Any], dict[str, int]]:
    method = registry.method(name)
    record = Run()
    found = list(method.models(view, record, ordered=ordered))
    counted = {k: v for k, v in record.count.as_dict().items() if k in method.counts}
    return found, {**counted, "nodes": record.nodes}


FIVE = [(-1, 2, -3), (-1, 2, 3), (1, -2, 3), (1, 2, -3), (1, 2, 3)]


def test_brute_force_tests_every_assignment() -> None:
    found, counted = run("brute_force", EITHER)
    assert found == FIVE
    assert counted == {"assignments": 8, "conflicts": 3, "depth": 3, "layouts": 5, "nodes": 8}


def test_brute_force_leaves_out_what_units_decide() -> None:
    found, counted = run("brute_force", cnf((1,), (-1, 2, 3)))  # 2 or 3 is left
    assert found == [(1, -2, 3), (1, 2, -3), (1, 2, 3)]
    assert counted == {"assignments": 4, "conflicts": 1, "depth": 2, "layouts": 3, "nodes": 4}


def test_brute_force_leaves_out_free_variables_unless_they_are_spelt_out() -> None:
    _, counted = run("brute_force", cnf((1, 2), variables=4))
    assert counted["assignments"] == 4
    found, counted = run("brute_force", cnf((1, 2), variables=4, expand=True))
    assert (counted["assignments"], len(found)) == (16, 12)


def test_brute_force_without_a_model() -> None:
    found, counted = run("brute_force", FULL)
    assert found == []
    assert counted == {"assignments": 4, "conflicts": 4, "depth": 2, "layouts": 0, "nodes": 4}


def test_backtracking() -> None:
    """Under -1, -2 fails at once; under 1 and -2, -3 fails: 12 values tried, 6 of them first."""
    found, counted = run("backtracking", EITHER)
    assert found == FIVE
    assert counted == {
        "assignments": 12,
        "decisions": 6,
        "propagations": 0,
        "conflicts": 2,
        "depth": 3,
        "layouts": 5,
        "nodes": 12,
    }


def test_backtracking_without_a_model() -> None:
    found, counted = run("backtracking", FULL)
    assert found == []
    assert (counted["assignments"], counted["conflicts"], counted["depth"]) == (6, 4, 2)


@pytest.mark.parametrize("ordered", [True, False])
def test_dpll(ordered: bool) -> None:
    """-1 implies 2, and -2 implies 3; so 8 literals are tried and none fails."""
    found, counted = run("dpll", EITHER, ordered=ordered)
    assert sorted(found) == FIVE
    assert found == FIVE or not ordered
    assert counted == {
        "assignments": 8,
        "decisions": 4,
        "propagations": 2,
        "conflicts": 0,
        "depth": 3,
        "layouts": 5,
        "nodes": 8,
    }


@pytest.mark.parametrize("ordered", [True, False])
def test_dpll_without_a_model(ordered: bool) -> None:
    """-1 implies 2, which makes (1 or -2) false; 1 fails alike."""
    found, counted = run("dpll", FULL, ordered=ordered)
    assert found == []
    assert counted == {
        "assignments": 2,
        "decisions": 1,
        "propagations": 2,
        "conflicts": 2,
        "depth": 1,
        "layouts": 0,
        "nodes": 2,
    }


@pytest.mark.parametrize("name", ["backtracking", "brute_force", "dpll"])
def test_units_alone_need_no_search(name: str) -> None:
    found, counted = run(name, cnf((1,), (-1, -2), (2, 3)))
    assert found == [(1, -2, 3)]
    assert counted["nodes"] == counted["assignments"] == (1 if name == "brute_force" else 0)
    found, counted = run(name, cnf((1,), (-1, 2), (-2, -1)))
    assert (found, counted["conflicts"], counted["assignments"]) == ([], 1, 0)


def clause_methods() -> list[str]:
    return [n for n, m in registry.methods().items() if m.complete and CnfModel in m.views]


def random_clauses(random: Random, top: int) -> tuple[tuple[int, ...], ...]:
    """Return random clauses of one to three literals over variables 1 to `top`, none twice."""
    clauses = {}
    for _ in range(random.randint(1, 3 * top)):
        variables = random.sample(range(1, top + 1), random.randint(1, min(3, top)))
        clause = tuple(random.choice((-1, 1)) * v for v in variables)
        clauses.setdefault(frozenset(clause), clause)
    return tuple(clauses.values())


@every("name, auxiliary", lambda: product(clause_methods(), (0, 1, 3)))
def test_random_clause_sets(name: str, auxiliary: int) -> None:
    """Every complete method finds what trying everything finds, in order; auxiliaries apart."""
    random = Random(20)
    method = registry.method(name)
    sorts = {0: 0, 1: 0, 2: 0}
    for _ in seeds(50, 150):
        primary = random.randint(1, 6 - auxiliary)
        top = primary + auxiliary
        clauses = random_clauses(random, top)
        variables = random.sample(range(1, primary + 1), primary)
        order = tuple(random.choice((-1, 1)) * v for v in variables)
        view = replace(cnf(*clauses, variables=top), primary=primary, order=order, expand=True)
        expected = {
            frozenset(lit for lit in model if abs(lit) <= primary)
            for model in oracle.models(clauses, top)
        }
        found = list(method.models(view, Run(), ordered=True))
        assert {frozenset(model) for model in found} == expected, view
        assert len(found) == len(expected), view
        keys = [view.order_key(model) for model in found]
        assert keys == sorted(keys), view
        unordered = list(method.models(view, Run()))
        assert sorted(unordered) == sorted(found), view
        short = replace(view, expand=False)
        few = list(method.models(short, Run()))
        assert len(few) * short.multiplicity == len(expected), view
        into = Backbone()
        method.backbone(view, Run(), into)
        assert (into.model is None) is (not expected), view
        assert set(into.forced) == (frozenset.intersection(*expected) if expected else set()), view
        sorts[min(2, len(expected))] += 1
    assert min(sorts.values()) >= len(seeds(3, 10))


@every("name", clause_methods)
def test_auxiliary_variables_make_no_second_model(name: str) -> None:
    """Models that differ in auxiliary variables alone are one."""
    # 3 is auxiliary and may take both values where 1 and 2 hold: (1 or 2), (not 3 or 1).
    view = replace(cnf((1, 2), (-3, 1)), primary=2, order=(-1, -2))
    for ordered in (True, False):
        record = Run()
        found = list(registry.method(name).models(view, record, ordered=ordered))
        assert sorted(found) == [(-1, 2), (1, -2), (1, 2)]
        assert record.count.layouts in (0, 3)
    never = replace(cnf((1, 2), (3,), (-3, 4), (-4, -3)), primary=2, order=(-1, -2))
    assert list(registry.method(name).models(never, Run())) == []


def test_a_star() -> None:
    """With h = open clauses: 1 (f = 2), then 2: a goal with 3 open; then 1 -2 3, then -1 2.

    Expanded: the root, 1, (1 -2) and -1. Dead ends: 1 -2 -3 and -1 -2.
    """
    found, counted = run("a_star", EITHER, ordered=False)
    assert found == [(1, 2, -3), (1, 2, 3), (1, -2, 3), (-1, 2, -3), (-1, 2, 3)]
    assert counted == {
        "generated": 7,
        "expanded": 4,
        "reopened": 0,
        "frontier_peak": 3,
        "depth": 3,
        "conflicts": 2,
        "layouts": 5,
        "nodes": 4,
    }


def test_a_star_without_a_model() -> None:
    found, counted = run("a_star", FULL, ordered=False)
    assert found == []
    assert (counted["generated"], counted["expanded"], counted["conflicts"]) == (3, 3, 4)


def test_exact_cover_by_knuth_s_example() -> None:
    """Knuth 2000, section "the exact cover problem": rows 1, 4 and 5 (from 1) of six."""
    options = ((2, 4, 5), (0, 3, 6), (1, 2, 5), (0, 3), (1, 6), (3, 4, 6))
    view = ExactCover(7, 7, options, tuple(range(7)), LiteralDecoder())
    method = registry.method("exact_cover")
    record = Run()
    assert list(method.models(view, record)) == [(0, 3, 4)]
    # Item 0 by option 1, which forces 2 and fails; then by option 3, which forces 0 and 4.
    counted = {k: v for k, v in record.count.as_dict().items() if k in method.counts}
    assert counted == {
        "assignments": 5,
        "decisions": 1,
        "propagations": 3,
        "conflicts": 1,
        "depth": 3,
        "layouts": 1,
    }


@every("side, expected", [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)])
def test_exact_cover_with_secondary_items(side: int, expected: int) -> None:
    """Queens: rows and columns are primary, diagonals secondary. OEIS A000170."""
    options = tuple(
        (row, side + col, 2 * side + row + col, 5 * side + row - col)
        for row in range(side)
        for col in range(side)
    )
    view = ExactCover(6 * side + side, 2 * side, options, tuple(range(side)), LiteralDecoder())
    for ordered in (True, False):
        found = list(registry.method("exact_cover").models(view, Run(), ordered=ordered))
        assert len(set(found)) == len(found) == expected
        assert not ordered or found == sorted(found)


def domains(*values: tuple[int, ...], complete: bool) -> DomainModel[int]:
    every = tuple(sorted({v for domain in values for v in domain}))
    return DomainModel(
        domains=values,
        groups=(tuple(range(len(values))),),
        complete_groups=frozenset({0}) if complete else frozenset(),
        values=every,
        base=10,
        decoder=LiteralDecoder(),
    )


def test_brute_force_on_domains() -> None:
    method, record = registry.method("brute_force"), Run()
    found = list(method.models(domains((1, 2), (1, 2, 3), complete=False), record))
    assert found == [(1, 12), (1, 13), (2, 11), (2, 13)]
    assert (record.count.assignments, record.count.conflicts, record.nodes) == (6, 2, 6)


def test_backtracking_on_domains() -> None:
    method, record = registry.method("backtracking"), Run()
    found = list(method.models(domains((1, 2), (1, 2, 3), complete=False), record))
    assert found == [(1, 12), (1, 13), (2, 11), (2, 13)]
    count = record.count
    assert (count.assignments, count.decisions, count.propagations) == (6, 3, 0)
    assert (count.conflicts, count.depth, count.layouts, record.nodes) == (0, 2, 4, 6)


def test_backtracking_places_hidden_singles_first() -> None:
    """A 3 can only stand in the last variable, where the group takes each value."""
    method, trace = registry.method("backtracking"), Trace()
    record = Run(trace=trace)
    found = list(method.models(domains((1, 2), (1, 2), (1, 2, 3), complete=True), record))
    assert found == [(1, 12, 23), (2, 11, 23)]
    count = record.count
    assert (count.assignments, count.propagations, count.layouts) == (4, 1, 2)
    assert tuple(trace[0])[:5] == (Kind.IMPLY, 0, 2, 3, 1)


def test_backtracking_places_naked_singles_first() -> None:
    method, record = registry.method("backtracking"), Run()
    found = list(method.models(domains((1,), (1, 2), (1, 2, 3), complete=False), record))
    assert found == [(1, 12, 23)]
    assert (record.count.propagations, record.count.assignments) == (2, 0)
    assert list(method.models(domains((1,), (1,), complete=False), Run())) == []
    assert list(method.models(domains((1, 2), (), complete=False), Run())) == []


@pytest.mark.parametrize("name", ["backtracking", "brute_force"])
def test_sets_of_domains_against_plain_enumeration(name: str) -> None:
    random = Random(6)
    sorts = {0: 0, 1: 0, 2: 0}
    for _ in range(150):
        size = random.randint(1, 5)
        picks = [
            tuple(sorted(random.sample(range(1, 6), random.randint(1, 4)))) for _ in range(size)
        ]
        groups = tuple(
            tuple(sorted(random.sample(range(size), random.randint(1, size)))) for _ in range(2)
        )
        view = DomainModel(tuple(picks), groups, frozenset(), (1, 2, 3, 4, 5), 10, LiteralDecoder())
        expected = [
            tuple(var * 10 + value for var, value in enumerate(values))
            for values in product(*picks)
            if all(len({values[var] for var in group}) == len(group) for group in groups)
        ]
        assert list(registry.method(name).models(view, Run(), ordered=True)) == expected, view
        sorts[min(2, len(expected))] += 1
    assert min(sorts.values()) >= 3
