"""The searches: shortest ways where they claim them, and what they say when they are stopped."""

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UsageError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.message import msg
from gridwise.core.playback import Playback
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.trace import Decoder, Kind
from gridwise.core.views import Heuristic, StateSpace
from gridwise.puzzles.sliding import PUZZLE, at_depth, random_position, walked
from gridwise.puzzles.sliding.heuristics import estimators
from gridwise.puzzles.sliding.views import SlidingSpace
from oracles import sliding as oracle
from samples import THOROUGH, seeds

NINE = tuple(range(9))
OPTIMAL = [
    ("bfs", {}),
    ("a_star", {}),
    ("a_star", {"heuristic": "misplaced"}),
    ("a_star", {"heuristic": "pattern_database"}),
    ("a_star", {"closed": "parent"}),
    ("ida_star", {}),
    ("ida_star", {"heuristic": "manhattan"}),
    ("ida_star", {"heuristic": "walking_distance"}),
    ("weighted_a_star", {"weight": "1"}),
]
METHODS = ["bfs", "a_star", "ida_star", "greedy_best_first", "weighted_a_star"]


def length(result):
    assert result.status is Status.SOLVED
    return len(result.answer.items[0].moves)


def depth_of(board):
    return oracle.depths(3, 3, NINE)[board.tiles]


@every("name, options", OPTIMAL, ids=str)
def test_shortest_ways_on_the_3x3(name, options):
    for seed in seeds(1 if name == "bfs" else 2, 4 if name == "bfs" else 12):
        near = options.get("closed") == "parent"  # which takes long
        board = at_depth(18, seed) if near else random_position(3, 3, seed)
        result = gridwise.solve(board, method=name, options=options)
        assert length(result) == depth_of(board)
        assert result.optimal is True
    assert result.bound == (1.0 if name == "weighted_a_star" else None)


@every(
    "heuristic, name",
    lambda: product(
        list(estimators()), ["a_star", "ida_star", "greedy_best_first", "weighted_a_star"]
    ),
)
def test_claims_follow_the_heuristic(name, heuristic):
    claims = estimators()[heuristic]
    longer = 0
    for seed in seeds(4, 20):
        board = walked(3, 3, 22, seed)
        best = depth_of(board)
        result = gridwise.solve(board, method=name, options={"heuristic": heuristic})
        found = length(result)
        assert found >= best
        longer += found > best
        exact = name in ("a_star", "ida_star")
        assert result.optimal is (True if exact and claims.admissible else None)
        if result.optimal:
            assert found == best
        bounded = name == "weighted_a_star" and claims.admissible
        assert result.bound == (1.5 if bounded else None)
        if bounded:
            assert 2 * found <= 3 * best
    if name == "greedy_best_first" and heuristic != "pattern_database":
        assert longer > 0, "greedy search found only shortest ways: the boards are too easy"


@every("weight", ["1", "5/4", "2", "2.5", "10"])
def test_the_weight_bounds_the_cost(weight):
    from fractions import Fraction

    for seed in seeds(6, 15):
        board = random_position(3, 3, seed)
        result = gridwise.solve(board, method="weighted_a_star", options={"weight": weight})
        assert result.bound == float(Fraction(weight))
        assert length(result) <= Fraction(weight) * depth_of(board)
        assert result.optimal is (True if weight == "1" else None)


@every("weight", ["0", "1/2", "-1", "x", "3/0", "", "1e3", "nan", "1/2/3"])
def test_weights_that_are_none(weight):
    with pytest.raises(ParameterError, match="Weight"):
        gridwise.solve(
            random_position(2, 2, 1), method="weighted_a_star", options={"weight": weight}
        )


def test_bfs_goes_layer_by_layer():
    deepest = 31 if THOROUGH else 20
    board = at_depth(deepest, 1)
    result = gridwise.solve(board, method="bfs")
    layers = result.tables["layers"]
    sizes = [row["states"] for row in layers]
    whole = list(oracle.depths(3, 3, board.tiles).values())
    assert [row["depth"] for row in layers] == list(range(deepest + 1))
    assert sizes[:-1] == [whole.count(depth) for depth in range(deepest)]
    assert length(result) == deepest
    assert result.statistics.counters["generated"] == sum(sizes)


@every("name", METHODS)
def test_a_space_without_a_goal_is_looked_through(name):
    """On a finite space the search ends by itself, and nothing is found."""
    board = PUZZLE.parse("sliding:2x2:0,1,3,2")
    space = SlidingSpace(board)
    assert not space.reachable
    assert list(registry.method(name).models(space, Run())) == []
    space.reachable = True
    run = Run()
    method = registry.method(name)
    assert list(method.models(space, run)) == []
    assert not run.report.incomplete
    if name != "ida_star":
        assert (run.count.generated, run.count.expanded) == (12, 12)
    result = gridwise.solve(board, method=name)
    assert (result.status, result.stop) == (Status.UNSATISFIABLE, Stop.COMPLETED)
    assert "odd" in str(result.conflict.text)


@every(
    "name, nodes, seed",
    lambda: [
        (name, *nodes_seed)
        for name in METHODS
        for nodes_seed in [(1, 3), (7, 4), (60, 5), (300, 6)]
    ],
)
def test_stopped_with_the_best_so_far(name, nodes, seed):
    board = random_position(4, 4, seed)
    result = gridwise.solve(board, method=name, limits=Limits(nodes=nodes))
    if result.status is Status.SOLVED:
        assert name == "greedy_best_first"
        return
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.NODE_LIMIT)
    assert result.answer is result.optimal is result.bound is None
    [best] = result.best.items
    assert PUZZLE.apply_all(board, best.moves) == best.position
    estimate = SlidingSpace(board).heuristics["linear_conflict"].estimate
    before, after = estimate(bytes(board.tiles)), estimate(bytes(best.position.tiles))
    assert after < before or (after == before and best.moves == ())
    if nodes > 1:
        assert after < before
    if name != "ida_star":
        [sizes] = result.tables["open_closed"]
        assert sizes["expanded"] == nodes
        assert sizes["open"] > 0


@every("name", METHODS)
def test_stopped_by_time_and_by_the_user(name):
    class Token:
        def __init__(self):
            self.left = 12

        def is_set(self):
            self.left -= 1
            return self.left < 0

    board = random_position(10, 10, 3)
    late = gridwise.solve(board, method=name, limits=Limits(time_s=0.05))
    assert late.stop is Stop.TIME_LIMIT
    called_off = gridwise.solve(board, method=name, cancel=Token())
    assert called_off.stop is Stop.CANCELLED
    full = late
    if name != "ida_star":  # it needs next to none
        full = gridwise.solve(board, method=name, limits=Limits(memory_bytes=2_000_000))
        assert full.stop is Stop.MEMORY_LIMIT
    for result in (late, called_off, full):
        assert result.status is Status.UNKNOWN
        assert result is late or result.best.items[0].moves


@every("name", METHODS)
def test_solved_already(name):
    result = gridwise.solve(PUZZLE.parse("sliding:3x3:0,1,2,3,4,5,6,7,8"), method=name)
    assert length(result) == 0
    assert result.optimal in (True, None)


def test_closed_set_or_the_parent_alone():
    """Both find the same; without CLOSED the work is repeated where two ways meet."""
    again = repeated = 0
    for depth in (4, 12, 18, 22):
        for seed in range(3):
            board = at_depth(depth, seed)
            options = {"heuristic": "manhattan"}
            whole = gridwise.solve(board, method="a_star", options=options)
            tree = gridwise.solve(board, method="a_star", options={**options, "closed": "parent"})
            assert length(whole) == length(tree) == depth
            assert whole.optimal is tree.optimal is True
            [kept], [bare] = whole.tables["open_closed"], tree.tables["open_closed"]
            assert kept["reopened"] == 0  # the heuristic is consistent
            assert kept["closed"] == kept["expanded"] + 1  # and the goal
            assert bare["closed"] == 0
            assert bare["expanded"] == bare["expanded_states"] + bare["reopened"]
            assert bare["expanded_states"] <= kept["generated"]
            if depth < 6:  # two ways to one board make a cycle, of 12 slides at least
                assert bare["reopened"] == 0
            again += bare["reopened"]
            repeated += bare["expanded"] > kept["expanded"]
    assert again > 1000
    assert repeated >= 4


def test_a_closed_state_is_put_back():
    """Weighted, even a consistent heuristic leads to some states by a dear way first."""
    total = 0
    for seed in seeds(8, 30):
        result = gridwise.solve(
            random_position(3, 3, seed),
            method="weighted_a_star",
            options={"weight": "3", "heuristic": "misplaced"},
        )
        total += result.statistics.counters["reopened"]
    assert total > 0


def test_each_search_has_a_higher_bound():
    board = at_depth(24, 1)
    result = gridwise.solve(
        board, method="ida_star", options={"heuristic": "manhattan"}, trace=True
    )
    rows = result.tables["iterations"]
    bounds = [row["bound"] for row in rows]
    assert bounds[0] == registry.features(board)["manhattan"]
    assert bounds == list(range(bounds[0], 25, 2))  # a slide keeps f or raises it by 2
    for name in ("generated", "expanded"):
        assert sum(row[name] for row in rows) == result.statistics.counters[name]
    assert result.trace is not None
    marks = [row for row in result.trace if row.kind is Kind.BOUND]
    assert [(row.subject, row.measure) for row in marks] == list(enumerate(bounds))


@every("name", METHODS)
def test_the_board_at_any_step_of_a_trace(name):
    """The fold's marks, drawn on the first board, are the board that the search stood at."""
    board = at_depth(16, 2)
    result = gridwise.solve(board, method=name, trace=4000)
    trace = result.trace
    playback = Playback(trace)
    random = Random(1)
    for step in [0, len(trace), *(random.randrange(len(trace)) for _ in range(60))]:
        frame = playback.frame(step)
        moves = playback.view.decoder.moves(frame.facts)
        expected = PUZZLE.scene(PUZZLE.apply_all(board, moves))
        assert PUZZLE.scene(board, marks=frame.marks) == expected
    words = [str(event.text) for event in playback.events()]
    assert any(text.startswith("expand: g = ") for text in words)
    if trace.truncated:
        return
    assert words[-1] == "solution 1"
    assert (
        playback.view.decoder.moves(playback.frame(len(trace)).facts)
        == result.answer.items[0].moves
    )


def test_auto_and_options():
    small = gridwise.solve(random_position(3, 3, 1))
    assert (small.method, small.optimal) == ("ida_star", True)
    board = walked(4, 4, 20, 1)
    assert gridwise.solve(board, method="kernel").optimal
    assert gridwise.solve(board).method == "kernel", "which is loaded now"
    assert gridwise.solve(random_position(11, 3, 1)).method == "constructive"
    with pytest.raises(UsageError):
        gridwise.solve(random_position(11, 3, 1), method="a_star")
    for name in METHODS[1:]:
        with pytest.raises(UsageError, match="did you mean manhattan"):
            gridwise.solve(random_position(3, 3, 1), method=name, options={"heuristic": "manhatan"})
    short = gridwise.solve(at_depth(20, 1), method="a_star", options={"max_steps": 5})
    assert (short.status, short.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
    assert short.best.items[0].moves


class Graph(StateSpace[int, int]):
    """A graph given by its edges; the operator is the state that it leads to."""

    def __init__(
        self,
        edges: dict[int, list[tuple[int, int]]],
        goals: set[int],
        h: dict[int, int],
        *,
        admissible: bool = True,
        wants_path: bool = True,
    ) -> None:
        self.edges, self.goals, self.wants_path = edges, goals, wants_path
        self.decoder = Blind()
        self.heuristics = {
            "h": Heuristic("h", lambda s: h.get(s, 0), admissible, False, msg("given"))
        }

    def initial(self) -> int:
        return 0

    def is_goal(self, state: int) -> bool:
        return state in self.goals

    def successors(self, state: int) -> Iterable[tuple[int, int, int]]:
        return [(after, after, cost) for after, cost in self.edges.get(state, [])]


class Blind(Decoder[int]):
    def marks(self, fact: int) -> tuple[Any, ...]:
        return ()

    def moves(self, facts: Iterable[int]) -> tuple[int, ...]:
        return tuple(facts)


def models(name, space, **options):
    run = Run(options=options)
    return list(registry.method(name).models(space, run)), run


# 0 -1- 1 -1- 3 -4- 4; 0 -3- 3 too. h(1) = 4 is admissible and not consistent.
TRICK = Graph({0: [(1, 1), (3, 3)], 1: [(3, 1)], 3: [(4, 4)]}, {4}, {0: 5, 1: 5, 3: 0})


@pytest.mark.parametrize("name", ["a_star", "ida_star"])
def test_an_admissible_heuristic_is_enough(name):
    """State 3 is expanded by its dear way first, as h hides the cheap one, and put back."""
    found, run = models(name, TRICK)
    assert found == [(1, 3, 4)]
    assert run.report.optimal is True
    if name == "a_star":
        assert run.count.reopened == 1


def test_costs_above_one():
    """The fewest steps are not the cheapest way, and breadth-first search does not claim so."""
    space = Graph({0: [(1, 1), (2, 9)], 1: [(3, 1)], 3: [(2, 1)]}, {2}, {})
    found, run = models("bfs", space)
    assert (found, run.report.optimal, run.count.depth) == ([(2,)], None, 9)
    for name in ("a_star", "ida_star"):
        found, run = models(name, space)
        assert (found, run.report.optimal, run.count.depth) == ([(1, 3, 2)], True, 3)
    found, run = models("weighted_a_star", space, weight="1")
    assert (found, run.report.optimal, run.report.bound) == ([(1, 3, 2)], True, 1.0)


@every("name", METHODS)
def test_no_claim_without_an_admissible_heuristic(name):
    space = Graph({0: [(1, 1), (2, 1)], 2: [(1, 1)]}, {1}, {0: 9}, admissible=False)
    found, run = models(name, space)
    assert found == [(1,)]
    assert run.report.bound is None
    assert run.report.optimal is (True if name == "bfs" else None)


@every("name", METHODS)
def test_every_goal_where_goals_are_the_solutions(name):
    """On random graphs with cycles: each goal that can be reached once, and no other state."""
    random = Random(8)
    sorts = set()
    for _ in range(60):
        size = random.randint(1, 9)
        edges = {
            s: [(random.randrange(size), random.randint(1, 3)) for _ in range(random.randint(0, 3))]
            for s in range(size)
        }
        goals = {s for s in range(size) if random.random() < 0.4}
        reached, stack = {0}, [0]
        while stack:
            state = stack.pop()
            if state in goals:
                continue  # a goal is not expanded
            new = {after for after, _ in edges[state]} - reached
            reached |= new
            stack += new
        h = {s: random.randint(0, 4) for s in range(size)}
        space = Graph(edges, goals, h, admissible=False, wants_path=False)
        found, run = models(name, space)
        ends = [path[-1] if path else 0 for path in found]
        assert sorted(ends) == sorted(reached & goals)
        assert run.count.layouts == len(ends)
        assert run.report.optimal is run.report.best is None
        sorts.add(min(2, len(ends)))
        ordered = list(registry.method(name).models(space, Run(), ordered=True))
        assert ordered == sorted(found)
    assert sorts == {0, 1, 2}


@every("name", METHODS)
def test_the_best_is_left_where_the_method_is_ended(name):
    run = Run(Limits(nodes=3))
    with pytest.raises(Interrupted):
        list(registry.method(name).models(SlidingSpace(random_position(4, 4, 2)), run))
    assert run.report.best
