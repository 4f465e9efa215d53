"""What the docs claim of methods and heuristics holds, and their program of a method works."""

import re
from collections import deque
from collections.abc import Iterator
from random import Random
from types import ModuleType

import pytest

import gridwise
import template_puzzle
from documented import DOCS
from gridwise.core import registry
from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, Family
from gridwise.methods._shared.cnf_states import CnfStates, State
from gridwise.puzzles.sliding import Position as Sliding
from gridwise.puzzles.sliding.heuristics._estimator import GoalBoard
from gridwise.puzzles.sliding.views import SlidingSpace
from samples import sample
from template_puzzle.views import domain_model


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def module_of(name: str) -> ModuleType:
    """Return a module made of the program on a page."""
    code = re.search(r"```python\n(.*?)```", page(name), re.DOTALL)
    assert code is not None
    module = ModuleType(name.replace("-", "_"))
    exec(code[1], module.__dict__)
    return module


@pytest.fixture
def example() -> Iterator[Method]:
    """The method that `add-a-method.md` shows."""
    yield module_of("add-a-method").METHOD


def test_the_method_of_the_docs_works(example: Method) -> None:
    from oracles import latin

    puzzle = template_puzzle.PUZZLE
    for seed in range(25):
        position = sample(puzzle, Random(seed))
        view = domain_model(position)
        run = Run()
        models = list(example.models(view, run, ordered=True))
        boards = []
        for model in models:
            after = position
            for move in view.decoder.moves(model):
                after = puzzle.apply(after, move)
            boards.append(after.cells)
        assert boards == latin.solutions(puzzle.format(position))
        assert run.count.layouts == len(models) <= run.count.assignments == run.nodes
    assert gridwise.count("queens:5:", method=example).count == 10, "on diagonals too"


def test_the_heuristic_of_the_docs_claims_what_is_so() -> None:
    from oracles import sliding

    goal = (3, 1, 0, 2, 5, 4)
    heuristic = module_of("add-a-heuristic").HEURISTIC
    assert heuristic.admissible and heuristic.consistent
    estimate = heuristic.make(GoalBoard(3, 2, goal), lambda: None)
    space = SlidingSpace(Sliding(3, 2, goal, goal))
    values = {bytes(state): depth for state, depth in sliding.depths(3, 2, goal).items()}
    for state, depth in values.items():
        assert estimate(state) <= depth
        for _, after, _ in space.successors(state):
            assert abs(estimate(state) - estimate(after)) <= 1
    assert estimate(bytes(goal)) == 0 < max(map(estimate, values))


def true_cost(space: CnfStates, start: State) -> int | None:
    """Steps to the nearest goal, by breadth-first search; None where there is none."""
    waiting = deque([(start, 0)])
    while waiting:
        state, cost = waiting.popleft()
        if space.is_goal(state):
            return cost
        waiting.extend((after, cost + step) for _, after, step in space.successors(state))
    return None


def test_the_counterexample_on_the_a_star_page() -> None:
    text = page("methods/a_star")
    notation = re.search(r"`(minesweeper:[^`]+)`", text)
    assert notation is not None
    puzzle = registry.puzzle("minesweeper")
    model = puzzle.views(puzzle.parse(notation[1]))[CnfModel].make()
    assert isinstance(model, CnfModel)
    assert set(model.simplified.clauses) == {(2, 3, 4), (-2, -3), (-2, -4), (-3, -4)}
    space = CnfStates(model, Run())
    root = space.initial()
    h = {name: heuristic.estimate(root) for name, heuristic in space.heuristics.items()}
    assert (h["open_clauses"], true_cost(space, root), h["open_clauses_bound"]) == (4, 3, 2)
    assert "4 > 3" in text
    assert "⌈4 / 2⌉ = 2" in text


def test_the_heuristics_keep_what_the_page_claims() -> None:
    """On random clause sets: the bound is never above the true cost, the plain one often is."""
    random = Random(1968)
    exceeded = states = 0
    for _ in range(60):
        clauses = {
            tuple(v * random.choice((-1, 1)) for v in sorted(random.sample(range(1, 6), size)))
            for size in random.choices((2, 2, 3), k=random.randint(2, 7))
        }
        model = CnfModel(
            variables=5,
            primary=5,
            clauses=tuple(sorted(clauses)),
            family_of=(0,) * len(clauses),
            families=(Family("any"),),
            order=(-1, -2, -3, -4, -5),
            decoder=template_puzzle.PUZZLE,  # type: ignore[arg-type]  # never read here
        )
        if model.simplified.contradiction is not None:
            continue
        space = CnfStates(model, Run())
        waiting = [space.initial()]
        while waiting:
            state = waiting.pop()
            states += 1
            cost = true_cost(space, state)
            bound = space.heuristics["open_clauses_bound"].estimate(state)
            plain = space.heuristics["open_clauses"].estimate(state)
            if cost is not None:
                assert bound <= cost
                exceeded += plain > cost
            if space.is_goal(state):
                continue
            for _, after, step in space.successors(state):
                assert bound <= step + space.heuristics["open_clauses_bound"].estimate(after)
                waiting.append(after)
    assert states > 300
    assert exceeded > 30
    assert not space.heuristics["open_clauses"].admissible
    assert space.heuristics["open_clauses_bound"].admissible
    assert space.heuristics["open_clauses_bound"].consistent
