"""What heuristics claim of themselves is true, on every state of small spaces."""

from functools import cache
from random import Random
from typing import Any

import pytest

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, Heuristic, StateSpace
from gridwise.methods._shared.cnf_states import CnfStates
from methods.tiny import cnf
from samples import sample


@cache
def spaces() -> list[StateSpace[Any, Any]]:
    random = Random(9)
    found: list[StateSpace[Any, Any]] = []
    for _ in range(60):
        top = random.randint(2, 6)
        clauses = {
            frozenset(
                random.choice((-1, 1)) * v
                for v in random.sample(range(1, top + 1), random.randint(2, min(3, top)))
            )
            for _ in range(random.randint(2, 2 * top))
        }
        found.append(CnfStates(cnf(*(tuple(clause) for clause in clauses)), Run()))
    for puzzle in registry.puzzles().values():
        for seed in range(30):
            position = sample(puzzle, Random(seed))
            offers = puzzle.views(position)
            if CnfModel in offers:
                space = CnfStates(offers[CnfModel].make(), Run())
                if len(space.model.decisions) <= 12:
                    found.append(space)
    return found


def steps_left(space: StateSpace[Any, Any], state: Any) -> dict[Any, float]:
    """Return the true cost to a goal of each state below this one; the spaces are trees."""
    known: dict[Any, float] = {}

    def look(state: Any) -> float:
        if space.is_goal(state):
            known[state] = 0
        else:
            costs = (cost + look(after) for _, after, cost in space.successors(state))
            known[state] = min(costs, default=float("inf"))
        return known[state]

    look(state)
    return known


def over(heuristic: Heuristic[Any], space: StateSpace[Any, Any]) -> bool:
    """Return whether the estimate is above the true cost anywhere."""
    known = steps_left(space, space.initial())
    return any(heuristic.estimate(state) > true for state, true in known.items())


def uneven(heuristic: Heuristic[Any], space: StateSpace[Any, Any]) -> bool:
    """Return whether the estimate drops by more than a step's cost anywhere."""
    h = heuristic.estimate
    return any(
        h(state) > cost + h(after)
        for state in steps_left(space, space.initial())
        if not space.is_goal(state)
        for _, after, cost in space.successors(state)
    )


@pytest.mark.parametrize("name", ["open_clauses", "open_clauses_bound"])
def test_the_claims_of_a_heuristic(name: str) -> None:
    """A claim holds everywhere; what is not claimed fails somewhere."""
    wrong = [(over(s.heuristics[name], s), uneven(s.heuristics[name], s)) for s in spaces()]
    heuristic = spaces()[0].heuristics[name]
    assert heuristic.admissible is not any(too_high for too_high, _ in wrong)
    assert heuristic.consistent is not any(drops for _, drops in wrong)
    assert any(space.heuristics[name].estimate(space.initial()) > 1 for space in spaces())


def test_the_first_heuristic_is_the_founding_one() -> None:
    for space in spaces():
        assert next(iter(space.heuristics)) == "open_clauses"
        assert all(h.estimate(s) >= 0 for h in space.heuristics.values() for s in [space.initial()])


def test_an_admissible_heuristic_finds_a_shortest_way() -> None:
    for space in spaces():
        assert isinstance(space, CnfStates)
        if space.contradiction is not None:
            continue
        true = steps_left(space, space.initial())[space.initial()]
        run = Run(options={"heuristic": "open_clauses_bound"})
        first = next(registry.method("a_star").models(space.model, run), None)
        assert (first is None) is (true == float("inf"))
        if first is not None:
            assert run.count.depth == true
