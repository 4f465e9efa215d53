"""The made sets are what they say, and answers are checked before any time is taken."""

import numpy as np
import pytest

import gridwise
from gridwise.comparing import bench as runner
from gridwise.comparing.bench import measure
from gridwise.core.errors import Fault, ParameterError, ParseError, UnknownNameError
from gridwise.puzzles.sudoku import bench
from gridwise.puzzles.sudoku.engine import solver as engine
from puzzles.sudoku import engine_answers


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(runner, "LEAST_S", 0.0)


@pytest.mark.parametrize("name", ["easy", "minimal", "open"])
def test_made_sets(name):
    row = measure(bench.BENCH, name, scale=0.05)
    chosen = bench.BENCH.sets[name]
    count = round(chosen.number * 0.05)
    assert row["set"] == name
    assert row["items"] == count
    assert row["unique"] + row["several"] + row["none"] == count
    assert row["none"] == 0
    assert row["lanes"] == engine.lanes()
    assert row["rate_per_s"] == pytest.approx(row["items"] / row["cpu_s"])
    if name != "open":
        assert row["unique"] == count
    boards = chosen.items(count)
    assert (boards == chosen.items(count)).all()
    givens = (boards > 0).sum(axis=1)
    if name == "easy":
        assert set(givens) == {36}
    if name == "minimal":
        for board in boards[:5]:
            fewer = np.tile(board, (81, 1))
            np.fill_diagonal(fewer, 0)
            found = gridwise.solve_many(fewer[board > 0]).found
            assert (found == 2).all()


def test_generator():
    row = measure(bench.BENCH, "generator", scale=0.01)
    assert (row["set"], row["items"]) == ("generator", 50)
    assert 20 < row["givens"] < 28


def test_data_takes_the_place_of_a_set():
    text = "\n".join(engine_answers.lines("norvig.txt"))
    row = measure(bench.BENCH, "norvig", data=f"# twenty\n{text}\n", scale=0.5)
    assert (row["set"], row["items"], row["unique"]) == ("norvig", 10, 10)
    with pytest.raises(UnknownNameError):
        measure(bench.BENCH, "norvig")
    with pytest.raises(ParseError, match=":2:1:"):
        measure(bench.BENCH, "x", data="#\n?" + text[1:81])


def test_wrong_answers_are_not_timed():
    lines = engine_answers.lines("qqwing.sdm")[:2]
    boards = engine.read_digits("\n".join(lines)).reshape(-1, 81)
    many = gridwise.solve_many(boards)
    engine.check(boards, many)
    for cell, other in ((0, 1), (0, 9), (0, 40)):
        many.solutions[1, [cell, other]] = many.solutions[1, [other, cell]]
        with pytest.raises(Fault):
            engine.check(boards, many)
        many.solutions[1, [cell, other]] = many.solutions[1, [other, cell]]
    boards[0, np.flatnonzero(boards[0] == 0)[0]] = (
        1 + many.solutions[0, np.flatnonzero(boards[0] == 0)[0]] % 9
    )
    with pytest.raises(Fault):
        engine.check(boards, many)


def test_cases_for_techniques_are_counted():
    path = engine_answers.GOLDEN / "techniques" / "x_wing.txt"
    lines = path.read_text().splitlines()
    broken = lines[1].replace(":0300:", ":0210:")
    text = "\n".join([*lines, ":9999" + lines[1][5:], broken])
    row = measure(bench.BENCH, "techniques", data=text)
    count = len(lines) - 1
    assert (row["items"], row["passed"]) == (count + 2, count)
    assert row["codes"] == ["0210 0/1", f"0300 {count}/{count}", "9999 0/1"]
    assert row["failed"] == [f":{count + 2}: 9999", f":{count + 3}: 0210"]
    assert measure(bench.BENCH, "techniques", data=text, scale=0.5)["items"] < count + 2
    with pytest.raises(ParameterError, match="needs a file of cases"):
        measure(bench.BENCH, "techniques")
