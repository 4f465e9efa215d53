"""The tables of the puzzle's page are what runs give."""

from pathlib import Path

import gridwise
from gridwise.puzzles.sliding import PUZZLE, Position, at_depth
from gridwise.puzzles.sliding.heuristics import estimators
from gridwise.puzzles.sliding.pdb.exact import depths
from gridwise.puzzles.sliding.views import SlidingSpace

PAGE = (Path(__file__).parents[4] / "docs" / "sliding.md").read_text(encoding="utf-8")


def table(head: str) -> list[list[str]]:
    """Return the cells of the table whose first line begins so."""
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def test_methods_on_the_worked_example():
    board = PUZZLE.parse("sliding:3x3:8,7,1,6,0,4,3,2,5")
    rows = table("| method | heuristic | slides")
    assert len(rows) == 15
    for method, heuristic, slides, claim, *numbers in rows:
        name, *rest = method.replace("`", "").split(", ")
        options = {} if heuristic == "-" else {"heuristic": heuristic}
        if rest and rest[0].startswith("closed"):
            options["closed"] = rest[0].split("=")[1]
        result = gridwise.solve(board, method=name, options=options)
        assert len(result.answer.items[0].moves) == int(slides), method
        said = "optimal" if result.optimal else "none"
        if result.bound is not None:
            said = f"at most {result.bound:g} times"
        assert said == claim, method
        counters = result.statistics.counters
        for key, number in zip(
            ("generated", "expanded", "reopened", "frontier_peak"), numbers, strict=False
        ):
            if number != "-":
                assert f"{counters[key]:,}" == number, (method, key)
            else:
                assert key not in counters, (method, key)
        factor = result.statistics.branching_factor
        assert numbers[4] == ("-" if factor is None else f"{factor:.3f}"), method


def test_the_two_forms_of_a_star():
    rows = table("| depth | expanded, set")
    assert [row[0] for row in rows] == ["4", "8", "12", "16", "20", "24"]
    for row in rows:
        sums = [0.0] * 8
        for seed in range(20):
            board, measured = at_depth(int(row[0]), seed), []
            factors = []
            for closed in ("set", "parent"):
                options = {"heuristic": "manhattan", "closed": closed}
                result = gridwise.solve(board, method="a_star", options=options)
                [sizes] = result.tables["open_closed"]
                keys = ("expanded", "closed" if closed == "set" else None, "reopened", "open_peak")
                skip = "reopened" if closed == "set" else None
                measured += [sizes[key] for key in keys if key and key != skip]
                factors.append(result.statistics.branching_factor)
            sums = [a + b for a, b in zip(sums, [*measured, *factors], strict=True)]
        for total, said in zip(sums[:6], row[1:7], strict=True):
            assert abs(total / 20 - float(said.replace(",", ""))) <= 0.0501, row
        for total, said in zip(sums[6:], row[7:], strict=True):
            assert abs(total / 20 - float(said)) <= 0.000501, row


def test_the_heuristics_and_their_means():
    goal = tuple(range(9))
    distance = depths(3, 3, goal)
    made = SlidingSpace(Position(3, 3, goal)).heuristics
    rows = table("| name | what it is | admissible")
    assert {row[0].split("`")[0] for row in rows} == set(estimators())
    for name, _, admissible, consistent, mean in rows:
        heuristic = made[name.split("`")[0]]
        assert admissible == ("yes" if heuristic.admissible else "no"), name
        assert consistent.removeprefix("3x3 ").split(",")[0] == (
            "yes" if heuristic.consistent else "no"
        ), name
        assert f"{sum(map(heuristic.estimate, distance)) / len(distance):.2f}" == mean, name
