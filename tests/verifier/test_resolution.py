"""Resolution refutations: those of searches are right, and a wrong list is not accepted."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from gridwise.core import registry
from gridwise.core.errors import WrongAnswerError
from gridwise.core.method import Refutation
from gridwise.core.run import Run
from gridwise.core.trace import Trace
from gridwise.core.views import CnfModel
from gridwise.verifier.resolution import Derivation, ResolutionStep, check
from gridwise.verifier.words import UnprovedError
from methods.tiny import cnf

Formula = list[tuple[int, ...]]

# (a or b), (not a or b), (a or not b), (not a or not b): four leaves, three resolvents.
BY_HAND: Refutation = [
    ((1, 2), None),
    ((-1, 2), None),
    ((2,), (1, 2)),
    ((1, -2), None),
    ((-1, -2), None),
    ((-2,), (4, 5)),
    ((), (3, 6)),
]
SQUARE: Formula = [(1, 2), (-1, 2), (1, -2), (-1, -2)]


def steps(listed: Refutation) -> list[ResolutionStep]:
    return [ResolutionStep(at, *step) for at, step in enumerate(listed, 2)]


def has_model(formula: Sequence[Sequence[int]]) -> bool:
    with Solver("minisat22", bootstrap_with=formula) as solver:
        return bool(solver.solve())


def model_of(variables: int, formula: Formula) -> CnfModel[Any]:
    return cnf(*dict.fromkeys(tuple(sorted(clause)) for clause in formula), variables=variables)


@st.composite
def formulas(draw: st.DrawFn) -> tuple[int, Formula]:
    """Draw clauses of one to three literals, enough of them that many have no model."""
    variables = draw(st.integers(1, 7))
    literal = st.integers(1, variables).flatmap(lambda v: st.sampled_from((v, -v)))
    clause = st.lists(literal, min_size=1, max_size=3, unique_by=abs).map(tuple)
    return variables, draw(st.lists(clause, min_size=1, max_size=6 * variables))


def test_a_list_made_by_hand_is_checked_and_read() -> None:
    assert check(set(map(frozenset, SQUARE)), steps(BY_HAND)) == 3
    said = Derivation(tuple(steps(BY_HAND)), frozenset({(-2, -1)}), lambda v: "_pq"[v])
    assert list(map(str, said.listing())) == [
        "1. p ∨ q   of the board",
        "2. ¬p ∨ q   of the board",
        "3. q   from 1 and 2",
        "4. p ∨ ¬q   of the board",
        "5. ¬p ∨ ¬q   assumed",
        "6. ¬q   from 4 and 5",
        "7. □   from 3 and 6",
    ]


@pytest.mark.parametrize(
    ("at", "step", "why"),
    [
        (2, ((2,), (1, 3)), "line 4: clause 3 has a parent that is not before it"),
        (2, ((2,), (7, 1)), "line 4: clause 3 has a parent that is not before it"),
        (2, ((2,), (0, 1)), "line 4: clause 3 has a parent that is not before it"),
        (2, ((2,), (-1, 1)), "line 4: clause 3 has a parent that is not before it"),
        (2, ((2,), None), "line 4: clause 3 is not one of the board"),
        (2, ((), (1, 2)), "line 4: clause 3 is not the resolvent"),
        (2, ((1, 2), (1, 2)), "line 4: clause 3 is not the resolvent"),
        (5, ((-2,), (1, 5)), "line 7: the parents of clause 6 do not clash in one variable"),
        (5, ((-2,), (4, 4)), "line 7: the parents of clause 6 do not clash in one variable"),
        (0, ((1, 3), None), "line 2: clause 1 is not one of the board"),
    ],
)
def test_a_wrong_step_is_named_with_its_line(
    at: int, step: tuple[tuple[int, ...], tuple[int, int] | None], why: str
) -> None:
    wrong = [*BY_HAND[:at], step, *BY_HAND[at + 1 :]]
    with pytest.raises(UnprovedError, match=why):
        check(set(map(frozenset, SQUARE)), steps(wrong))


def test_clauses_that_are_each_other_s_parents_prove_nothing() -> None:
    ring: Refutation = [((1,), (2, 3)), ((1, 2), (1, 3)), ((), (1, 2))]
    with pytest.raises(UnprovedError, match="line 2: clause 1 has a parent that is not before it"):
        check(set(map(frozenset, SQUARE)), steps(ring))


@pytest.mark.parametrize("listed", [[], BY_HAND[:-1]])
def test_a_list_without_the_empty_clause_refutes_nothing(listed: Refutation) -> None:
    with pytest.raises(UnprovedError, match="the last clause is not empty"):
        check(set(map(frozenset, SQUARE)), steps(listed))


@given(formulas())
def test_every_search_without_a_model_is_a_refutation(drawn: tuple[int, Formula]) -> None:
    variables, formula = drawn
    model = model_of(variables, formula)
    dpll = registry.method("dpll")
    if has_model(formula):
        with pytest.raises(WrongAnswerError, match="have a model"):
            dpll.refutation(model, Run())
        return
    listed = dpll.refutation(model, Run())
    assert listed is not None
    resolvents = check(set(map(frozenset, formula)), steps(listed))
    assert resolvents == sum(parents is not None for _, parents in listed)
    assert len(set(listed)) == len(listed)
    used = {parent for _, parents in listed for parent in parents or ()}
    assert used == set(range(1, len(listed)))  # nothing that the end does not need


@given(formulas(), st.randoms(use_true_random=False))
def test_what_is_accepted_of_changed_lists_has_no_model(
    drawn: tuple[int, Formula], rng: Random
) -> None:
    variables, formula = drawn
    if has_model(formula):
        return
    made = registry.method("dpll").refutation(model_of(variables, formula), Run())
    assert made is not None
    for _ in range(20):
        changed, clauses = list(made), list(formula)
        at = rng.randrange(len(changed))
        clause, parents = changed[at]
        match rng.randrange(6):
            case 0:
                clauses.pop(rng.randrange(len(clauses)))
            case 1:
                changed.pop(at)
            case 2:
                changed[at] = (tuple(lit for lit in clause if rng.random() < 0.7), parents)
            case 3:
                pair = (rng.randint(1, len(changed)), rng.randint(1, len(changed)))
                changed[at] = (clause, pair)
            case 4:
                other = rng.randrange(len(changed))
                changed[at], changed[other] = changed[other], changed[at]
            case _:
                changed[at] = ((), parents)
        try:
            check(set(map(frozenset, clauses)), steps(changed))
        except UnprovedError:
            continue
        assert not has_model(clauses)


def test_a_search_is_recorded_only_when_it_is_asked_for() -> None:
    run = Run()
    assert list(registry.method("dpll").models(model_of(2, SQUARE), run)) == []
    assert run.trace is None


def test_a_search_that_is_too_long_is_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridwise.methods.dpll.Trace", lambda: Trace(max_rows=3))
    assert registry.method("dpll").refutation(model_of(2, SQUARE), Run()) is None
