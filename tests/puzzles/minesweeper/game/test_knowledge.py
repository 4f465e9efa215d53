"""The clause base: nothing subsumed, nothing lost, every pair resolved."""

from itertools import combinations, product
from random import Random

import pytest

from every import every
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.policies._knowledge import KnowledgeBase, combinations_of
from samples import seeds

CELLS = 5


def models(clauses, cells=CELLS):
    """Return every assignment (0 or 1 a cell) that satisfies clauses of even/odd literals."""
    return {
        values
        for values in product((0, 1), repeat=cells)
        if all(any(values[lit >> 1] != (lit & 1) for lit in clause) for clause in clauses)
    }


def random_clause(rng, longest=4):
    cells = rng.sample(range(CELLS), rng.randint(1, longest))
    return tuple(2 * c + rng.randint(0, 1) for c in cells)


def sets(kb):
    return {frozenset(clause) for clause in kb}


def base(short=8, cells=CELLS):
    return KnowledgeBase(2 * cells, short, Run())


def test_a_subsumed_clause_is_not_inserted():
    kb = base()
    assert kb.insert((0, 2))
    assert not kb.insert((2, 0))
    assert not kb.insert((4, 2, 0))
    assert kb.insert((1, 2, 4))
    assert len(kb) == 2


def test_what_a_clause_subsumes_is_dropped():
    kb = base()
    kb.insert((0, 2, 4))
    kb.insert((0, 2, 6))
    kb.insert((1, 2))
    kb.insert((2, 0))
    assert sets(kb) == {frozenset((0, 2)), frozenset((1, 2))}
    kb.insert((2,))
    assert sets(kb) == {frozenset((2,))}


def test_inserting_keeps_the_least_clauses():
    rng = Random(1)
    for _ in seeds(300, 600):
        kb, given = base(), []
        for _ in range(rng.randint(1, 15)):
            clause = random_clause(rng)
            given.append(frozenset(clause))
            kb.insert(clause)
        if kb.contradiction:
            continue
        assert sets(kb) == {c for c in given if not any(other < c for other in given)}
        assert len(kb) == len(sets(kb))


def test_a_unit_is_resolved_against_the_rest():
    rng = Random(2)
    for _ in seeds(300, 600):
        kb, given = base(), [random_clause(rng) for _ in range(rng.randint(1, 15))]
        for clause in given:
            kb.insert(clause)
        lit = rng.randrange(2 * CELLS)
        kb.resolve_unit(lit)
        left = models([*kb, (lit,)])
        assert left == models([*given, (lit,)]) or kb.contradiction
        assert not models([*given, (lit,)]) if kb.contradiction else True
        assert lit >> 1 not in {x >> 1 for clause in kb for x in clause} or kb.contradiction


def closed(clauses, short):
    """Return the fixed point of pairwise resolution, by the rule, with sets and all pairs."""
    have = {frozenset(c) for c in clauses}
    have = {c for c in have if not any(o < c for o in have)}
    while True:
        new = set()
        for one, two in combinations(have, 2):
            pairs = [x for x in one if x ^ 1 in two]
            if len(pairs) != 1 or (short is not None and min(len(one), len(two)) > short):
                continue
            made = (one - {pairs[0]}) | (two - {pairs[0] ^ 1})
            if short is None or len(made) <= max(len(one), len(two)):
                new.add(made)
        added = {c for c in new if not any(o <= c for o in have)}
        if not added or any(len(c) < 2 for c in added):
            return have | added
        have |= added
        have = {c for c in have if not any(o < c for o in have)}


@pytest.mark.parametrize("short", [2, 8, None])
def test_no_pair_is_forgotten(short):
    """With None neither rule on lengths holds: KB ends as all resolvents of all pairs."""
    rng = Random(3)
    ended = longer = 0
    for _ in seeds(200, 600):
        kb = base(short)
        given = [random_clause(rng) for _ in range(rng.randint(2, 10))]
        given = [c for c in given if len(c) > 1]
        for clause in given:
            kb.insert(clause)
        made = list(kb.resolve_pairs())
        assert models(kb) == models(given)
        assert models([*given, *made]) == models(given)
        assert not any(x ^ 1 in clause for clause in made for x in clause), "always true"
        if not kb.units:
            ended += 1
            assert sets(kb) == closed(kb, short)
            longer += any(len(clause) > max(map(len, given)) for clause in kb)
    assert ended > len(seeds(30, 100))
    assert (longer > 0) == (short is None)


def test_pairs_are_looked_at_over_several_calls():
    rng = Random(4)
    for _ in seeds(100, 300):
        kb, given = base(), []
        for _ in range(3):
            more = [c for c in (random_clause(rng) for _ in range(3)) if len(c) > 1]
            given += more
            for clause in more:
                kb.insert(clause)
            list(kb.resolve_pairs())
            if kb.units:
                break
        else:
            again = base()
            for clause in given:
                again.insert(clause)
            list(again.resolve_pairs())
            # Another order may keep other clauses, since what comes is limited by length; but
            # nothing is left to resolve in either.
            assert sets(kb) == closed(kb, 8)
            assert models(kb) == models(given)


@every("size", range(1, 9))
def test_the_clauses_of_a_number(size):
    for mines in range(size + 1):
        clauses = list(combinations_of(range(size), mines))
        assert models(clauses, size) == {
            values for values in product((0, 1), repeat=size) if sum(values) == mines
        }
        if mines in (0, size):
            assert [len(c) for c in clauses] == [1] * size
    assert list(combinations_of(range(size), size + 1)) == [()]
    assert list(combinations_of(range(size), -1)) == [()]


def test_contradictions_are_noticed():
    kb = base()
    kb.insert((0,))
    kb.insert((1,))
    assert kb.contradiction
    kb = base()
    kb.insert(())
    assert kb.contradiction
    kb = base()
    kb.insert((0, 2))
    kb.insert((0, 3))
    kb.insert((1, 2))
    kb.insert((1, 3))
    list(kb.resolve_pairs())
    while kb.units and not kb.contradiction:
        kb.resolve_unit(next(iter(kb.units)))
    assert kb.contradiction
