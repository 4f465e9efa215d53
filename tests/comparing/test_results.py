"""What a comparison says of its rows: medians of censored values, clashes, the folder."""

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest

from every import every
from gridwise.comparing.results import (
    ENDS,
    Comparison,
    PairRuns,
    RunRow,
    read_rows,
    unique_ids,
    write_csv,
)
from gridwise.comparing.significance import ranked
from gridwise.core.errors import ParseError
from gridwise.solving.agreement import claims_of, clash

MANIFEST = {
    "subjects": [
        {"id": "a", "puzzle": "queens", "notation": "queens:4:", "label": "four", "size": 16},
        {"id": "b", "puzzle": "queens", "notation": "queens:5:", "label": "five", "size": 25},
    ],
    "contenders": [
        {"id": "x", "method": "sat", "options": {}, "label": "x"},
        {"id": "y", "method": "dpll", "options": {"k": "v"}, "label": "y k=v"},
    ],
    "limits": {"time_s": 2.0, "memory_bytes": 10**9},
    "repeats": 5,
    "seed": 0,
    "metrics": ["decisions"],
}


def row(cpu: float | None, end: str = "answered", repeat: int = 1, **more) -> RunRow:
    values = {"subject": "a", "contender": "x", "kind": "time", "counters": {"decisions": 7}}
    return RunRow(**{**values, "repeat": repeat, "end": end, "cpu_s": cpu, **more})


def cell(*rows: RunRow) -> PairRuns:
    return PairRuns("x", "a", rows)


def test_a_run_without_an_answer_is_more_than_any_number() -> None:
    three = cell(row(1.0), row(2.0), row(3.0))
    assert three.median("cpu_s") == 2.0 and three.spread("cpu_s") == (1.0, 3.0)
    assert not three.censored and (three.runs, three.answered) == (3, 3)
    one_lost = cell(row(1.0), row(2.0), row(2.0, "time_limit"))
    assert one_lost.median("cpu_s") == 2.0 and one_lost.spread("cpu_s") == (1.0, math.inf)
    assert one_lost.censored == {"time_limit": 1}
    two_lost = cell(row(1.0), row(2.0, "time_limit"), row(0.5, "memory_limit"))
    assert two_lost.median("cpu_s") is None
    assert two_lost.median("decisions") is None
    half_lost = cell(row(1.0), row(2.0, "time_limit"))
    assert half_lost.median("cpu_s") is None


@every("end", sorted(set(ENDS) - {"answered"}))
def test_no_other_end_counts_as_an_answer(end: str) -> None:
    lost = cell(row(0.1, end), row(0.1, end), row(9.0))
    assert lost.answered == 1 and lost.median("cpu_s") is None


def test_the_heap_is_taken_from_its_own_runs_alone() -> None:
    both = cell(
        row(1.0, peak_bytes=10),
        row(50.0, kind="heap", heap_bytes=99, counters={"decisions": 1}),
    )
    assert both.median("cpu_s") == 1.0 and both.median("heap_bytes") == 99
    assert both.median("decisions") == 7 and both.runs == 1
    assert cell().median("cpu_s") is None and cell().spread("cpu_s") is None
    assert cell(row(None)).median("cpu_s") is None
    assert cell(row(1.0)).median("nothing_of_that_name") is None


def claim(**said) -> dict:
    base = {
        "status": "SOLVED", "stop": "COMPLETED", "question": "solution", "moves": ["m"] * 4,
        "board": "B", "unique": None, "count": None, "exact": None, "optimal": None, "bound": None,
    }  # fmt: skip
    return claims_of({**base, **said})


@every(
    "one, other, word",
    [
        ({}, {"status": "UNSATISFIABLE", "board": None, "moves": None}, "none"),
        ({"unique": True}, {"unique": False}, "unique"),
        ({"count": 3, "exact": True}, {"count": 4, "exact": True}, "3"),
        ({"count": 3, "exact": True}, {"count": 4, "exact": False}, "at least 4"),
        ({"optimal": True}, {"moves": ["m"] * 3}, "shortest"),
        ({"optimal": True}, {"optimal": True, "moves": ["m"] * 3}, "shortest"),
        ({"bound": 1.25}, {"moves": ["m"] * 3}, "at most 1.25 times"),
        ({"bound": 1.25}, {"optimal": True, "moves": ["m"] * 3}, "at most 1.25 times"),
        (
            {"question": "all", "solutions": ["A", "B", "C"]},
            {"question": "all", "solutions": ["A", "C"], "stop": "SOLUTION_LIMIT"},
            "differ",
        ),
        ({"question": "forced"}, {"question": "forced", "board": "C"}, "differ"),
        ({"unique": True}, {"unique": True, "board": "C"}, "differ"),
        ({"game_value": 1}, {"game_value": -1}, "wins"),
    ],
)
def test_answers_that_exclude_each_other(one: dict, other: dict, word: str) -> None:
    for pair in ((one, other), (other, one)):
        text = clash(*(claim(**said) for said in pair))
        assert text is not None and word in str(text)


@every(
    "one, other",
    [
        ({}, {"board": "C"}),  # two of many solutions
        ({"count": 3, "exact": False}, {"count": 4, "exact": True}),
        ({"count": 3, "exact": False}, {"count": 4, "exact": False}),
        ({"optimal": True}, {"moves": ["m"] * 5}),
        ({"bound": 4 / 3}, {"optimal": True, "moves": ["m"] * 3}),
        ({"bound": 1.1}, {"moves": None}),
        (
            {"question": "all", "solutions": ["A", "B", "C"]},
            {"question": "all", "solutions": ["A", "B"], "stop": "SOLUTION_LIMIT"},
        ),
        ({}, {"status": "UNKNOWN", "stop": "TIME_LIMIT", "board": None, "moves": None}),
        ({"status": "UNSATISFIABLE"}, {"status": "UNKNOWN"}),
        ({"question": "forced"}, {"question": "forced", "board": "C", "stop": "TIME_LIMIT"}),
    ],
)
def test_answers_that_may_both_be_right(one: dict, other: dict) -> None:
    assert clash(claim(**one), claim(**other)) is None
    assert clash(claim(**other), claim(**one)) is None


def test_a_comparison_finds_its_clashes_once() -> None:
    rows = [
        row(1.0, repeat=n, contender=who, claims=claim(count=count, exact=True))
        for n in (1, 2)
        for who, count in (("x", 3), ("y", 4))
    ]
    rows.append(row(1.0, "fault", 3, error="it died", claims=claim(count=9, exact=True)))
    result = Comparison(MANIFEST, tuple(rows))
    (found,) = result.disagreements()
    assert (found.subject, set(found.contenders)) == ("a", {"x", "y"})
    assert [bad.error for bad in result.faults()] == ["it died"]


def test_one_contender_that_contradicts_itself_is_found() -> None:
    rows = [row(1.0, repeat=n, claims=claim(count=n, exact=True)) for n in (1, 2)]
    (found,) = Comparison(MANIFEST, tuple(rows)).disagreements()
    assert found.contenders == ("x", "x")


def test_the_folder_comes_back_and_a_line_cut_short_is_left_out(tmp_path: Path) -> None:
    from dataclasses import asdict

    rows = [row(0.5 * n, repeat=n) for n in range(1, 6)]
    lines = [json.dumps(asdict(one)) for one in rows]
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    path = tmp_path / "runs.jsonl"
    path.write_text("\n".join(lines) + "\n" + lines[0][:40])
    found = Comparison.load(tmp_path)
    assert found.rows == tuple(rows)
    assert found.runs_of("x", "a").median("cpu_s") == 1.5
    assert found.runs_of("y", "a").runs == 0
    assert [one.label for one in found.contenders] == ["x", "y k=v"]
    assert ranked(found, "a", "cpu_s") == [("x", 1.5), ("y", None)]
    path.write_text("\n".join(reversed(lines)) + "\n")
    assert Comparison.load(tmp_path).data_hash == found.data_hash
    path.write_text("\n".join(lines[:4]) + "\n")
    assert Comparison.load(tmp_path).data_hash != found.data_hash


@every(
    "name, text, words",
    [
        ("runs.jsonl", "{}\n", "runs.jsonl:1"),
        ("runs.jsonl", "not json\n", "runs.jsonl:1"),
        ("runs.jsonl", '{"subject": 1, "contender": 2}\n', "runs.jsonl:1"),
        ("manifest.json", "[]", "manifest"),
        ("manifest.json", "{", "manifest"),
    ],
)
def test_a_folder_of_something_else_is_refused(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    (tmp_path / name).write_text(text)
    with pytest.raises(ParseError, match=words):
        Comparison.load(tmp_path)
    with pytest.raises(ParseError):
        Comparison.load(tmp_path / "nowhere")


def test_a_row_of_an_unknown_end_is_refused(tmp_path: Path) -> None:
    from dataclasses import asdict

    bad = asdict(row(1.0)) | {"end": "won"}
    (tmp_path / "runs.jsonl").write_text(json.dumps(bad) + "\n")
    with pytest.raises(ParseError, match="won"):
        read_rows(tmp_path)


def test_the_csv_files_say_what_the_cells_say(tmp_path: Path) -> None:
    rows = (row(1.0), row(2.0, repeat=2), row(2.0, "time_limit", 3))
    result = Comparison(MANIFEST, rows)
    write_csv(result, tmp_path)
    with (tmp_path / "table.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert len(table) == 4
    first = table[0]
    assert (first["subject"], first["contender"], first["runs"]) == ("a", "x", "3")
    assert (first["cpu_s_median"], first["cpu_s_low"], first["cpu_s_high"]) == ("2.0", "1.0", "")
    assert first["censored"] == "time_limit:1" and first["decisions_median"] == "7.0"
    assert table[1]["runs"] == "0" and table[1]["cpu_s_median"] == ""
    with (tmp_path / "runs.csv").open(newline="") as file:
        runs = list(csv.DictReader(file))
    assert [r["cpu_s"] for r in runs] == ["1.0", "2.0", "2.0"]


def test_ids_are_plain_and_never_the_same() -> None:
    ids = unique_ids(["a b", "a-b", "a-b-2", "../x", "", "é", "n = 4"])
    assert len(set(ids)) == 7 and ids[:2] == ["a-b", "a-b-2"]
    assert all(
        name and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-=._") for name in ids
    )


WRONG: dict[str, list[Any]] = {
    "subject": [1, None],
    "contender": [[]],
    "repeat": ["1", 1.5, None, True],
    "kind": ["slow", ["time"]],
    "end": [{"a": 1}, None],
    "status": [3],
    "cpu_s": ["0.5", [1], True, float("nan"), 10**400],
    "peak_bytes": ["many", 1.5],
    "counters": [None, [1], {"nodes": "7"}, {"nodes": None}],
    "claims": [None, "yes", {"unique": True}, {"status": 1}],
    "error": [5],
    "lost": [1],
    "surprise": [1],
}


@every("name", WRONG)
def test_a_value_of_a_wrong_type_is_named_with_its_line(tmp_path: Path, name: str) -> None:
    from dataclasses import asdict

    good = json.dumps(asdict(row(1.0)))
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    for value in WRONG[name]:
        bad = json.dumps(asdict(row(2.0)) | {name: value})
        (tmp_path / "runs.jsonl").write_text(f"{good}\n{bad}\n")
        with pytest.raises(ParseError, match=rf"runs\.jsonl:2:1: Found .*{name}"):
            Comparison.load(tmp_path)


@pytest.mark.parametrize("line", ["7", "[]", "[" * 100_000, "{"])
def test_a_line_that_is_no_object_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    (tmp_path / "runs.jsonl").write_text(f"{line}\n")
    with pytest.raises(ParseError, match=r"runs\.jsonl:1:1: Found"):
        Comparison.load(tmp_path)


def test_an_error_text_with_odd_line_ends_is_one_line(tmp_path: Path) -> None:
    from dataclasses import asdict

    bad = row(1.0, "fault", error="one\u2028two\x85three\x0cfour")
    (tmp_path / "manifest.json").write_text(json.dumps(MANIFEST))
    text = json.dumps(asdict(bad), ensure_ascii=False) + "\n"
    (tmp_path / "runs.jsonl").write_text(text, "utf-8")
    assert Comparison.load(tmp_path).rows == (bad,)
