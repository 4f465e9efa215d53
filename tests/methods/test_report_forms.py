"""The course reports' own forms of A*, backtracking and units: their figures, and right answers.

The figures are counted by a transcription of the reports' texts on the boards of
`examples/minesweeper`; what their own programs counted, on boards of their own, is not known.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.puzzle import Question
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import Backbone, CnfModel, Heuristic, StateSpace, View
from gridwise.solving.encoding.dimacs import LiteralDecoder
from gridwise.solving.solve import count, solve
from methods.test_counters import clause_methods, random_clauses
from methods.tiny import cnf
from oracles import cnf as oracle
from oracles import minesweeper as mines
from oracles import report_minesweeper_cnf, report_sliding
from oracles import sliding as tiles
from samples import sample, seeds

BOARDS = Path(__file__).parents[2] / "examples" / "minesweeper"
EVERY = {"successors": "every", "units": "single"}
ESTIMATES = ("manhattan", "manhattan_reversals", "squared_discounted", "squared_reversals")
"""The heuristics 1 to 4 of the report on the sliding puzzle."""
WHOLE = {"order": "mine_first", "check": "leaf", "units": "single"}


def board(number: int) -> Any:
    return registry.puzzle("minesweeper").parse((BOARDS / f"Input{number}.txt").read_text())


def layout(number: int, method: str, options: dict[str, Any]) -> Any:
    return solve(board(number), method=method, question=Question.SOLUTION, options=options)


@pytest.mark.parametrize(
    ("units", "left"), [("single", [12, 23, 29, 68, 114]), ("fixpoint", [12, 12, 22, 45, 60])]
)
def test_open_cells_left(units: str, left: list[int]) -> None:
    """Cells that the units leave open and that a clause still speaks of."""
    views = [registry.puzzle("minesweeper").views(board(n))[CnfModel] for n in range(1, 6)]
    assert [len(view.make(units=units).decisions) for view in views] == left


@every("name, number", list(product(["sat", "dpll", "backtracking", "a_star"], [1, 2, 3])))
def test_what_is_forced_is_the_same_whatever_the_units(name: str, number: int) -> None:
    found = [
        solve(board(number), method=name, options={"units": u}) for u in ("fixpoint", "single")
    ]
    assert [result.stop for result in found] == [Stop.COMPLETED] * 2
    assert found[0].answer.items[0].position == found[1].answer.items[0].position


def test_a_star_of_the_report() -> None:
    result = layout(1, "a_star", EVERY)
    counters = result.statistics.counters
    assert (counters["expanded"], counters["generated"]) == (12, 195)
    assert result.status is Status.SOLVED


def test_a_star_of_the_report_gives_up() -> None:
    result = layout(2, "a_star", EVERY | {"max_steps": 3000})
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
    assert result.statistics.counters["expanded"] == 3000
    # By default from the size of the board; 40 for each of 81 cells.
    result = layout(2, "a_star", EVERY)
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
    assert result.statistics.counters["expanded"] == 40 * 81


def part_of_a_board(seed: int) -> str:
    """Return a small board without a total of mines, of which some numbers are shown."""
    random = Random(seed)
    width, height = random.randint(3, 7), random.randint(3, 6)
    cells = range(width * height)
    mined = random.sample(cells, random.randint(1, len(cells) // 4))
    safe = [cell for cell in cells if cell not in mined]
    shown = random.sample(safe, random.randint(1, len(safe)))
    glyphs = [
        str(len(set(mined).intersection(mines._around(cell, width, height))))
        if cell in shown
        else "-"
        for cell in cells
    ]
    rows = ("".join(glyphs[row * width :][:width]) for row in range(height))
    return f"minesweeper:{width}x{height}:{'/'.join(rows)}"


def test_a_star_step_by_step_as_the_report_on_clauses_describes_it() -> None:
    """With few steps as well, so that some runs end without an answer."""
    notations = [part_of_a_board(seed) for seed in range(50)]
    notations += [registry.puzzle("minesweeper").format(board(number)) for number in (1, 2)]
    ended = {Status.SOLVED: 0, Status.UNKNOWN: 0}
    for notation in notations:
        expanded, generated, state = report_minesweeper_cnf.a_star(notation, 300)
        result = solve(
            registry.puzzle("minesweeper").parse(notation),
            method="a_star",
            question=Question.SOLUTION,
            options=EVERY | {"ties": "report", "max_steps": 300},
        )
        counters = result.statistics.counters
        assert (counters["expanded"], counters["generated"]) == (expanded, generated), notation
        assert (result.status is Status.SOLVED) == (state is not None), notation
        ended[result.status] += 1
    assert min(ended.values()) > 1


def test_backtracking_of_the_report() -> None:
    """The values that it tries, and the whole assignments that it checks."""
    notations = [registry.puzzle("minesweeper").format(board(1))]
    notations += [text for text in map(part_of_a_board, range(80)) if text.count("-") <= 13]
    assert len(notations) > 30
    for notation in notations:
        tried, checked, found = report_minesweeper_cnf.backtracking(notation)
        result = solve(
            registry.puzzle("minesweeper").parse(notation),
            method="backtracking",
            question=Question.SOLUTION,
            options=WHOLE,
        )
        counters = result.statistics.counters
        assert counters["assignments"] == tried, notation
        assert counters["conflicts"] + counters["layouts"] == checked, notation
        assert (result.status is Status.SOLVED) == (found is not None), notation
    assert report_minesweeper_cnf.backtracking(notations[0])[:2] == (7578, 3788)


def test_mine_first_is_the_order_reversed() -> None:
    view = registry.puzzle("minesweeper").views(board(1))[CnfModel].make()
    method = registry.method("backtracking")
    mine_first = list(method.models(view, Run(options={"order": "mine_first"})))
    assert mine_first == list(method.models(view, Run()))[::-1]
    assert len(mine_first) > 1
    ordered = method.models(view, Run(options={"order": "mine_first"}), ordered=True)
    assert list(ordered) == mine_first[::-1]


def test_an_option_for_clauses_is_refused_on_domains() -> None:
    position = registry.puzzle("sudoku").parse("sudoku:2x2:1...............")
    with pytest.raises(ParameterError, match="order of backtracking is not for domains"):
        solve(position, method="backtracking", options={"order": "mine_first"})


def test_every_cell_where_no_cell_is_decided() -> None:
    """Nothing is shown, so no cell is beside a decided one: all C(6, 2) layouts are found."""
    position = registry.puzzle("minesweeper").parse("minesweeper:3x2x2:---/---")
    found = count(position, method="a_star", options={"successors": "every", "max_steps": 100_000})
    assert (found.answer.number, found.answer.exact) == (15, True)


def forms() -> list[tuple[str, dict[str, Any], str]]:
    """Return methods with options and units."""
    return [
        *((name, {}, "single") for name in clause_methods()),
        ("a_star", {"successors": "every", "max_steps": 100_000}, "fixpoint"),
        ("a_star", {"successors": "every", "max_steps": 100_000}, "single"),
        ("a_star", {"successors": "every", "ties": "report", "max_steps": 100_000}, "single"),
        ("a_star", {"ties": "report"}, "single"),
        *(
            ("backtracking", {"order": order, "check": check}, units)
            for order in ("safe_first", "mine_first")
            for check in ("early", "leaf")
            for units in ("fixpoint", "single")
        ),
    ]


@every(
    "name, options, units, auxiliary",
    lambda: [(*form, auxiliary) for form in forms() for auxiliary in (0, 2)],
)
def test_random_clause_sets(name: str, options: dict[str, Any], units: str, auxiliary: int) -> None:
    """Each form finds what trying everything finds, in order where that is asked for."""
    random = Random(31)
    method = registry.method(name)
    sorts = {0: 0, 1: 0, 2: 0}
    for _ in seeds(25, 60):
        primary = random.randint(1, 6 - auxiliary)
        top = primary + auxiliary
        clauses = random_clauses(random, top)
        order = tuple(random.choice((-1, 1)) * v for v in range(1, primary + 1))
        beside = {v: tuple({v - 1, v + 1} & set(range(1, primary + 1))) for v in range(1, top + 1)}
        view = replace(
            cnf(*clauses, variables=top),
            primary=primary,
            order=order,
            expand=True,
            units=units,
            neighbours=random.choice((None, beside.__getitem__)),
        )
        models = oracle.models(clauses, top)
        expected = {frozenset(x for x in model if abs(x) <= primary) for model in models}
        found = list(method.models(view, Run(options=options), ordered=True))
        assert {frozenset(model) for model in found} == expected, view
        keys = [view.order_key(model) for model in found]
        assert keys == sorted(set(keys)), view
        assert sorted(method.models(view, Run(options=options))) == sorted(found), view
        short = replace(view, expand=False)
        few = list(method.models(short, Run(options=options)))
        assert len(few) * short.multiplicity == len(expected), view
        into = Backbone()
        method.backbone(view, Run(options=options), into)
        assert set(into.forced) == (frozenset.intersection(*expected) if expected else set()), view
        sorts[min(2, len(expected))] += 1
    assert min(sorts.values()) >= len(seeds(1, 4))


class Roads(StateSpace[Any, str]):
    """From A the goal is 6 away by B and C, and 7 by C alone.

    The estimate that is not consistent is admissible: of B it is the true cost, 5, and of all
    others 0. So C is expanded before B.
    """

    wants_path = True
    decoder = LiteralDecoder()

    def __init__(self, *, consistent: bool) -> None:
        self.left = (
            {"A": 5, "B": 4, "C": 4, "G": 0} if consistent else {"A": 0, "B": 5, "C": 0, "G": 0}
        )
        made = Heuristic("table", self.left.__getitem__, True, consistent, msg("table"))
        self.heuristics = {"table": made}

    def initial(self) -> str:
        return "A"

    def is_goal(self, state: str) -> bool:
        return state == "G"

    def successors(self, state: str) -> Iterable[tuple[int, str, int]]:
        roads = {"A": [(1, "B", 1), (2, "C", 3)], "B": [(3, "C", 1)], "C": [(4, "G", 4)], "G": []}
        return roads[state]


@pytest.mark.parametrize(
    ("consistent", "reopen", "path", "optimal"),
    [
        (True, "yes", (1, 3, 4), True),
        (True, "no", (1, 3, 4), True),
        (False, "yes", (1, 3, 4), True),
        (False, "no", (2, 4), None),
    ],
)
def test_optimal_is_claimed_only_where_it_follows(
    consistent: bool, reopen: str, path: tuple[int, ...], optimal: bool | None
) -> None:
    run = Run(options={"reopen": reopen})
    found = next(registry.method("a_star").models(Roads(consistent=consistent), run))
    assert (found, run.report.optimal) == (path, optimal)
    assert run.count.reopened == (path == (1, 3, 4) and not consistent)


@pytest.mark.parametrize(
    ("board", "heuristic", "lengths"),
    [
        ("sliding:3x3:5,8,7,1,6,2,3,4,0", "squared_discounted", (20, 22)),
        ("sliding:3x3:5,3,2,1,4,7,6,8,0", "squared_reversals", (20, 22)),
        ("sliding:3x3:7,5,3,2,0,6,1,8,4", "squared_reversals", (28, 26)),
        ("sliding:3x3:7,5,3,2,0,6,1,8,4", "linear_conflict", (24, 24)),
    ],
)
def test_lengths_differ_where_no_closed_state_is_put_back(
    board: str, heuristic: str, lengths: tuple[int, int]
) -> None:
    """With heuristics that are not admissible; a consistent one loses nothing."""
    position = registry.puzzle("sliding").parse(board)
    results = [
        solve(position, method="a_star", options={"heuristic": heuristic, "reopen": reopen})
        for reopen in ("yes", "no")
    ]
    assert tuple(len(result.answer.items[0].moves) for result in results) == lengths
    claim = True if heuristic == "linear_conflict" else None
    assert [result.optimal for result in results] == [claim] * 2
    assert results[1].statistics.counters["reopened"] == 0


@every("heuristic, estimate", lambda: zip(ESTIMATES, range(1, 5), strict=True))
def test_a_star_step_by_step_as_the_report_on_sliding_prints_it(
    heuristic: str, estimate: int
) -> None:
    """The states, and paths that can be longer than the shortest with any heuristic."""
    puzzle = registry.puzzle("sliding")
    longer = 0
    for seed in seeds(12, 60):
        position = gridwise.generate("sliding", "3x3", seed=seed).position
        notation = puzzle.format(position)
        expanded, generated, path, overwritten = report_sliding.a_star(notation, estimate)
        result = solve(position, method="a_star", options={"heuristic": heuristic, "open": "keep"})
        counters = result.statistics.counters
        assert (counters["expanded"], counters["generated"]) == (expanded, generated), notation
        assert len(result.answer.items[0].moves) == len(path) - 1, notation
        assert result.optimal is None
        assert overwritten is None, notation  # its parents lead in a circle
        longer += len(path) - 1 > tiles.least(notation)
    assert longer


def test_first_paths_are_shortest_with_a_consistent_heuristic_if_ties_go_to_the_smaller_g() -> None:
    """What the page says of the tie rule, by the transcription alone."""
    for seed in seeds(12, 60):
        notation = gridwise.generate("sliding", "3x3", seed=seed).notation
        for estimate in (1, 2):
            _, _, path, _ = report_sliding.a_star(notation, estimate, deepest=False)
            assert len(path) - 1 == tiles.least(notation), notation


@every("options", [{"reopen": "yes"}, {"closed": "parent"}])
def test_first_paths_stay_only_where_all_states_are_kept(options: dict[str, str]) -> None:
    with pytest.raises(ParameterError, match="open=keep excludes"):
        gridwise.solve("sliding:2x2:1,0,2,3", method="a_star", open="keep", **options)


def test_every_puzzle_with_clauses_takes_units() -> None:
    views: dict[str, View[Any]] = {}
    for puzzle in registry.puzzles().values():
        offer = puzzle.views(sample(puzzle, Random(0))).get(CnfModel)
        if offer is not None:
            views[puzzle.name] = offer.make(units="single")
    assert len(views) >= 3
    assert all(view.units == "single" for view in views.values())
