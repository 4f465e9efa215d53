"""No sentence contradicts the numbers, and no limit is passed off as one."""

import math
import re
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents import made
from gridwise.comparing.results import Comparison
from gridwise.comparing.tables import cell_words, number
from gridwise.documents.model import Bullets, Heading, Paragraph
from gridwise.documents.report import results
from gridwise.documents.report.conclusions import conclusions
from samples import seeds

ENDS = ("time_limit", "memory_limit", "node_limit", "incomplete")
times = st.sampled_from([0.1, 0.2, 0.3, 0.4, 1.0, 1.1, 1.2, 1.3])
cell = st.one_of(
    st.lists(times, min_size=5, max_size=5),
    st.lists(st.one_of(times, st.sampled_from(ENDS)), min_size=4, max_size=5),
    st.lists(st.sampled_from(ENDS), min_size=5, max_size=5),
)


def said(comparison: Comparison) -> dict[str, list[str]]:
    """Return the bullets of the conclusions in English, by the heading over them."""
    found: dict[str, list[str]] = {}
    heading = ""
    for block in conclusions(comparison):
        if isinstance(block, Heading):
            heading = str(block.text)
        elif isinstance(block, Bullets):
            found.setdefault(heading, []).extend(map(str, block.items))
        elif isinstance(block, Paragraph):
            found.setdefault(heading, []).append(str(block.text))
    return found


def loaded(runs: made.Runs) -> Comparison:
    with TemporaryDirectory() as name:
        return Comparison.load(made.folder(Path(name), runs, plots=False))


def numbers(runs: made.Runs, who: str, board: str) -> list[float]:
    return [math.inf if isinstance(v, str) else v for v in runs[who, board]]


def gave_up(runs: made.Runs, board: str) -> bool:
    return any("incomplete" in runs[who, board] for who in "AB")


@settings(max_examples=len(seeds(20, 60)), deadline=None)
@given(st.lists(st.tuples(cell, cell), min_size=1, max_size=8))
def test_what_is_said_of_times_holds_of_the_rows(cells: list[tuple[list, list]]) -> None:  # type: ignore[type-arg]
    runs = {}
    for at, (one, other) in enumerate(cells):
        runs["A", f"s{at}"], runs["B", f"s{at}"] = one, other
    boards = [b for b in (f"s{at}" for at in range(len(cells))) if not gave_up(runs, b)]
    below = {
        (x, y): {b for b in boards if max(numbers(runs, x, b)) < min(numbers(runs, y, b))}
        for x, y in (("A", "B"), ("B", "A"))
    }
    lines = said(loaded(runs)).get("CPU time", [])
    for line in lines:
        if found := re.fullmatch(r"(\w) is faster than (\w), on each of .* \((\d+)\)", line):
            first, second, n = found.groups()
            known = {
                b for b in boards if math.isfinite(min(min(numbers(runs, w, b)) for w in "AB"))
            }
            assert below[first, second] == known
            assert len(known) == int(n)
        elif found := re.match(r"(\w) is faster than (\w): on (\d+) .* slower on (\d+)", line):
            first, second, n, m = found.groups()
            assert len(below[first, second]) == int(n) > int(m) == len(below[second, first])
        elif found := re.match(r"(\w) is faster than (\w) on (\d+) of", line):
            first, second, n = found.groups()
            assert len(below[first, second]) == int(n)
            assert not below[second, first]
        elif found := re.match(r"Over all .* (\w) is faster on (\d+) .*, (\w) on (\d+)", line):
            first, n, second, m = found.groups()
            assert len(below[first, second]) == int(n) >= int(m) == len(below[second, first]) > 0
        elif found := re.match(r"(\w) and (\w) \(boards compared", line):
            assert not below["A", "B"]
            assert not below["B", "A"]
        elif found := re.match(r"(s\d): the least median is that of (\w), (.*?)(;|$)", line):
            board, best, shown, _ = found.groups()
            middle = {who: median(numbers(runs, who, board)) for who in "AB"}
            assert middle[best] == min(middle.values())
            assert shown == number("cpu_s", middle[best])
        else:
            assert line == "These cannot be told apart on any board:"
    if below["A", "B"] or below["B", "A"]:
        assert any("faster" in line for line in lines)


@settings(max_examples=len(seeds(20, 60)), deadline=None)
@given(cell)
def test_a_cell_of_the_table_holds_no_number_but_those_measured(runs: list[float | str]) -> None:
    comparison = loaded({("A", "s"): runs})
    values = [value for value in runs if not isinstance(value, str)]
    text = str(cell_words(comparison, "A", "s", "cpu_s"))
    middle = median([math.inf if isinstance(v, str) else v for v in runs])
    if math.isfinite(middle):
        assert text.startswith(number("cpu_s", middle))
        assert (len(values) < len(runs)) == ("from" in text)
    else:
        assert text.startswith(("> 2 s (time", "no answer ("))
        assert not re.search(r"\d (ms|µs)", text)
    counted = str(cell_words(comparison, "A", "s", "expanded"))
    if not math.isfinite(middle):  # who never had an answer is not known to count anything
        assert counted.startswith("no answer (") if values else counted == "–"


@pytest.mark.parametrize(
    ("runs", "name", "text"),
    [
        (["time_limit"] * 5, "cpu_s", "> 2 s (time)"),
        (["time_limit"] * 3 + [0.1, 0.2], "cpu_s", "> 2 s (time; 3 of 5 runs)"),
        (["memory_limit"] * 5, "peak_bytes", "> 1 GB (memory)"),
        (["memory_limit"] * 5, "cpu_s", "no answer (memory limit)"),
        (["time_limit"] * 5, "peak_bytes", "no answer (time limit)"),
        (["incomplete"] * 5, "cpu_s", "no answer (gave up by itself)"),
        (
            ["fault", "time_limit", "time_limit", "time_limit", 0.1],
            "cpu_s",
            "no answer (1 × failed, 3 × time limit; of 5 runs)",
        ),
        ([0.1, 0.2, 0.3, 0.4, "time_limit"], "cpu_s", "300 ms [from 100 ms; 1 × time limit]"),
        ([0.1, 0.2, 0.3, 0.4, 0.5], "cpu_s", "300 ms [100 ms to 500 ms]"),
        ([0.1] * 5, "cpu_s", "100 ms"),
        ([0.1] * 5, "heap_bytes", "–"),
    ],
)
def test_cells_in_words(runs: list[float | str], name: str, text: str) -> None:
    assert str(cell_words(loaded({("A", "s"): runs}), "A", "s", name)) == text


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("cpu_s", 12.345, "12.3 s"),
        ("cpu_s", 0.001234, "1.23 ms"),
        ("cpu_s", 4.2e-6, "4.20 µs"),
        ("cpu_s", 4.2e-8, "0.0420 µs"),
        ("cpu_s", 0.0, "0 µs"),
        ("cpu_s", 123.4, "123 s"),
        ("peak_bytes", 1_234_567.0, "1.23 MB"),
        ("peak_bytes", 12.0, "12.0 B"),
        ("expanded", 1234567.0, "1,234,567"),
        ("branching_factor", 1.23456, "1.23"),
    ],
)
def test_numbers(name: str, value: float, text: str) -> None:
    assert number(name, value) == text


def test_clashing_answers_and_faults_come_first(tmp_path: Path) -> None:
    runs: made.Runs = {("A", "s"): [0.1] * 5, ("B", "s"): [0.2] * 4 + ["fault"]}
    rows = [
        made.row(who, board, n, value)
        for (who, board), values in runs.items()
        for n, value in enumerate(values, 1)
    ]
    for row in rows:
        if row["contender"] == "B":
            row["claims"] |= {"answer": "another"}
    comparison = Comparison.load(made.written(tmp_path, made.manifest(runs), rows))
    first = said(comparison)[""]
    assert first[0].startswith("Answers disagree or runs failed (s)")
    assert any(line.startswith("Something is wrong") for line in first)
    assert "A and B disagree on s: their answers differ" in first
    assert "B failed on s" in first
    ((_, [table]), *_) = results.measure_tables(comparison, ["cpu_s"])
    assert {table.rows[at][0] for at in table.marked} == {"A", "B"}


def test_with_few_runs_it_says_that_nothing_is_told_apart(tmp_path: Path) -> None:
    runs: made.Runs = {("A", "s"): [0.1] * 3, ("B", "s"): [0.9] * 3}
    found = said(Comparison.load(made.folder(tmp_path, runs, repeats=3)))
    assert any("nothing is told apart" in line for line in found["When two are told apart"])
    assert "A and B (boards compared: 1)" in found["CPU time"]


def test_games(tmp_path: Path) -> None:
    lines = said(Comparison.load(made.games(tmp_path)))["Games finished"]
    assert any(line.startswith("subset: x2 finishes more games (75.0 %) than x1") for line in lines)
    assert "x1: these cannot be told apart: subset (12.5 %) and single_point (10.0 %)" in lines
    assert len(lines) == 3
