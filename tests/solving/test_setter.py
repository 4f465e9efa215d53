"""The setter's bench: against counting every solution the plain way."""

from typing import Any

import pytest

import gridwise
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.questions import setter_bench as setter
from gridwise.questions.setter_bench import Number, lines
from gridwise.questions.setter_bench import setter_bench as bench_board
from gridwise.solving.solve import solve
from oracles import sudoku

THREE = "sudoku:2x2:1.......3......4"


def test_true_candidates_have_the_number_of_solutions() -> None:
    notation = "sudoku:2x2:12..34.........."
    every = sudoku.solutions(notation)
    bench = bench_board(gridwise.parse(notation), time_s=600, most=1000)
    assert bench.solutions == Number(len(every), exact=True) and not bench.stopped
    for cell in range(16):
        wanted = (
            {str(one[cell]) for one in every}
            if notation[len("sudoku:2x2:") + cell] == "."
            else set()
        )
        assert set(bench.candidates.get(cell, {})) == wanted
        for value, number in bench.candidates.get(cell, {}).items():
            assert number == Number(sum(str(one[cell]) == value for one in every), exact=True)
    least = min(
        sum(a != b for a, b in zip(one, other, strict=True))
        for at, one in enumerate(every)
        for other in every[:at]
    )
    assert bench.nearest.exact and len(bench.nearest.cells) == least
    assert bench.redundant is None and bench.minimised is None


def test_at_least() -> None:
    bench = bench_board(gridwise.parse("sudoku:2x2:1..............."), time_s=600, most=3)
    assert not bench.solutions.exact
    assert bench.as_json()["solutions"]["exact"] is False


def test_redundant_givens_and_a_minimised_board() -> None:
    full = "sudoku:2x2:1234341221434321"
    bench = bench_board(gridwise.parse(full), time_s=600)
    assert bench.redundant == tuple(range(16)) and bench.nearest is None
    left = bench.minimised
    assert gridwise.count(left).answer.number == 1
    again = bench_board(left, time_s=600)
    assert again.redundant == () and again.minimised == left
    values = {cell: int(next(iter(found))) for cell, found in again.candidates.items()}
    solved = full[len("sudoku:2x2:") :]
    assert values == {c: int(solved[c]) for c, digit in enumerate(left.cells) if not digit}


def test_no_solution_and_no_bench() -> None:
    bench = bench_board(gridwise.parse("sudoku:2x2:12..43......3..."), time_s=600)
    assert bench.solutions.number == len(sudoku.solutions("sudoku:2x2:12..43......3..."))
    with pytest.raises(ParameterError, match="no setter's bench"):
        bench_board(gridwise.parse("sliding:2x2:1,0,2,3"))


def test_out_of_time_is_said() -> None:
    bench = bench_board(gridwise.parse("sudoku:5x5:" + "." * 625), time_s=0.3)
    assert bench.stopped and not bench.solutions.exact


def test_lines() -> None:
    bench = bench_board(gridwise.parse("sudoku:2x2:12..34.........."), time_s=600)
    told = [str(line) for line in lines(bench)]
    assert told[0].startswith("solutions: ") and "differ in" in told[-1]


def test_lines_say_how_many_solutions_each_candidate_has() -> None:
    told = [str(line) for line in lines(bench_board(gridwise.parse(THREE), time_s=600))]
    every = sudoku.solutions(THREE)
    first = {d: sum(str(one[1]) == d for one in every) for d in "1234"}
    assert told[1] == "r1c2: " + ", ".join(f"{d} ({n})" for d, n in first.items() if n)
    stopped = [str(line) for line in lines(bench_board(gridwise.parse(THREE), time_s=600, most=1))]
    assert stopped[:2] == ["solutions: at least 1", "r1c2: 2 (at least 1), 3 (1)"]


@pytest.mark.parametrize("notation", [THREE, "sudoku:2x2:4........3.1..2."], ids=["several", "one"])
def test_time_that_ends_in_the_last_search_is_said(
    notation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(instance: object, **more: Any) -> Any:
        return solve(instance, **{**more, "limits": Limits(time_s=1e-9)})

    monkeypatch.setattr(setter, "solve", late)
    bench = bench_board(gridwise.parse(notation), time_s=600)
    assert bench.stopped and bench.nearest is None
    assert bool(bench.candidates) == (bench.solutions.number > 1)
    assert "time ran out" in [str(line) for line in lines(bench)][-1]
