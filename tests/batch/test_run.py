"""Batches from the input to the output: order, formats, bad lines, dead workers, checks."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from batch.poison import CancelAfter, Sized
from batch.support import NONE, ONE, QUEENS, SOLVED, TWO, ran, rows, write
from every import every
from gridwise.batch import work, writing
from gridwise.core.errors import ParseError, UsageError
from gridwise.core.limits import Limits
from gridwise.solving.inputs import parse
from gridwise.solving.solve import count


def test_each_line_has_its_row_in_order_and_each_end_its_own_words(tmp_path: Path) -> None:
    bad = ONE[:-1] + "!"
    text = f"# a comment\n{ONE}\n\n{NONE}\n{TWO}\n  {bad}\n{ONE[:-1]}\n{QUEENS}\n"
    done = ran(write(tmp_path, text))
    found = rows(tmp_path / "out.csv")
    assert [row["puzzle"] for row in found] == [ONE, NONE, TWO, bad, ONE[:-1], QUEENS]
    assert [row["status"] for row in found] == [
        "SOLVED", "UNSATISFIABLE", "SOLVED", "ERROR", "ERROR", "SOLVED",
    ]  # fmt: skip
    assert [row["unique"] for row in found] == ["true", "", "false", "", "", ""]
    assert found[0]["solution"] == SOLVED
    assert found[3]["error"].startswith(f"{tmp_path / 'in.txt'}:6:83: found '!'")
    assert found[4]["error"].startswith(f"{tmp_path / 'in.txt'}:7:")
    assert done.rows == 6
    assert done.ends == {"answered": 3, "no_solution": 1, "bad": 2}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "out.csv"]


LEGACY = "the file is no UTF-8 text; it is read as Windows-1252"
MINES = "it fits minesweeper too, which --puzzle minesweeper says"
LOW = ONE.translate(str.maketrans("123456789", "012345678"))


@every(
    "text, noted",
    [
        (ONE, {}),
        (f"{ONE}\n{LOW}\n{NONE}", {1: ["0 is read as 9"]}),
        (f"{ONE}\n{ONE.replace('.', '·')}\n# café", {1: [LEGACY]}),
        (f"name,puzzle\ncafé,{ONE}\ntea,{ONE}", {0: [LEGACY]}),
        (f'{{"puzzle": "{LOW}", "by": "café"}}', {0: [LEGACY, "0 is read as 9"]}),
        ("# café\nboxes: 2x3\n1--\n2--\n1--", {0: [LEGACY, "boxes 2x3 in line 2 is left out"]}),
        (
            "1...\n..3.\n.2..\n...4\nmines: 3\n\n1...\n....\n..3.\n...2",
            {0: ["mines 3 in line 5 is left out", f"read as sudoku; {MINES}"]},
        ),
    ],
    ids=[
        "none", "zero for nine", "cells", "a field", "a key", "boards of lines", "the first of two"
    ],
)  # fmt: skip
def test_a_row_says_what_was_assumed_to_read_its_board(
    tmp_path: Path, text: str, noted: dict[int, list[str]]
) -> None:
    source = write(tmp_path, "")
    source.write_bytes(text.encode("cp1252"))
    for size in (1, 100_000):
        for form in ("csv", "jsonl"):
            done = ran(source, f"{size}.{form}", executor=Sized(size))
            assert done.ends.get("noted", 0) == len(noted)
        lines = (tmp_path / f"{size}.jsonl").read_text("utf-8").splitlines()
        objects = [json.loads(line) for line in lines]
        assert {at: row["notes"] for at, row in enumerate(objects) if "notes" in row} == noted
        table = rows(tmp_path / f"{size}.csv")
        assert {at: json.loads(r["notes"]) for at, r in enumerate(table) if r["notes"]} == noted
        assert not any(row["error"] for row in table)


def test_a_line_is_the_same_board_in_a_batch_as_in_every_command(tmp_path: Path) -> None:
    """The engine reads lines by itself: none as another board than the reader of boards."""
    signs = [LOW, LOW.replace(".", "-"), ONE.replace(".", "0"), ONE.replace("9", ".")]
    signs += [("0" + "." * 8) * 9, ("0" * 9 + "1" * 0) * 9, LOW.replace(".", "0")]
    ran(write(tmp_path, "".join(f"{line}\n" for line in signs)), do="count", limit=2)
    for line, row in zip(signs, rows(tmp_path / "out.csv"), strict=True):
        known = count(parse(line, puzzle="sudoku"), limits=Limits(solutions=2))
        number = 0 if known.answer is None else known.answer.number
        assert (line, int(row["count"])) == (line, number)


def test_the_choice_of_the_kind_is_noted_once(tmp_path: Path) -> None:
    source = write(tmp_path, f"1{'.' * 80}\n{LOW}\n")
    done = ran(source)
    assert list(map(str, done.notes)) == [f"read as sudoku; {MINES}"]
    assert done.to_dict()["notes"] == list(map(str, done.notes))
    assert [row["notes"] for row in rows(tmp_path / "out.csv")] == ["", '["0 is read as 9"]']
    assert ran(source, "2.csv", puzzle="sudoku").notes == ()


def test_a_slice_of_one_form_and_a_mixed_one_give_the_same_rows(tmp_path: Path) -> None:
    lines = [ONE, TWO, NONE] * 20
    plain = write(tmp_path, "".join(f"{line}\n" for line in lines))
    mixed = write(tmp_path, "".join(f"{line} \n\n" for line in lines), "mixed.txt")
    crlf = write(tmp_path, "".join(f"{line}\r\n" for line in lines), "crlf.txt")
    table = "puzzle,solution\n" + "".join(f"{line},{SOLVED}\n" for line in lines)
    fixed = write(tmp_path, table, "in.csv")
    second = "name,puzzle\n" + "".join(f"{i},{line}\n" for i, line in enumerate(lines))
    outputs = []
    for at, source in enumerate((plain, mixed, crlf, fixed, write(tmp_path, second, "2.csv"))):
        for size in (1, 300, 100_000):
            ran(source, f"out-{at}-{size}.csv", executor=Sized(size))
            outputs.append((tmp_path / f"out-{at}-{size}.csv").read_bytes())
    assert len(set(outputs)) == 1
    assert len(rows(tmp_path / "out-0-1.csv")) == 60


@pytest.mark.parametrize("do", ["solve", "count"])
def test_the_engine_and_one_by_one_agree(tmp_path: Path, do: str) -> None:
    source = write(tmp_path, "".join(f"{line}\n" for line in (ONE, TWO, NONE)))
    ran(source, "engine.csv", do=do)
    ran(source, "plain.csv", do=do, method="dpll")
    engine, plain = rows(tmp_path / "engine.csv"), rows(tmp_path / "plain.csv")
    if do == "solve":
        assert parse(engine[1].pop("solution")) and parse(plain[1].pop("solution"))  # either of two
    assert engine == plain


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.txt"])
@pytest.mark.parametrize("do", ["solve", "count"])
def test_many_kinds_of_rows_are_written_like_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, do: str, name: str
) -> None:
    source = write(tmp_path, f"{ONE}\n{TWO}\n{NONE}\n{ONE}\n" * 3)
    few = ran(source, f"few-{name}", do=do)
    monkeypatch.setattr(writing, "_FEW", 0)
    many = ran(source, f"many-{name}", do=do)
    assert (tmp_path / f"many-{name}").read_bytes() == (tmp_path / f"few-{name}").read_bytes()
    assert many.ends == few.ends == {"answered": 9, "no_solution": 3}


def test_counts_say_whether_they_are_exact(tmp_path: Path) -> None:
    source = write(tmp_path, f"{ONE}\n{TWO}\n{NONE}\n{'.' * 81}\n{QUEENS}\n")
    ran(source, do="count", limit=50)
    found = [(row["count"], row["exact"], row["stop"]) for row in rows(tmp_path / "out.csv")]
    two = count(parse(TWO)).answer.number
    assert two > 1
    assert found == [
        ("1", "true", "COMPLETED"),
        (str(two), "true", "COMPLETED"),
        ("0", "true", "COMPLETED"),
        ("50", "false", "SOLUTION_LIMIT"),
        ("4", "true", "COMPLETED"),
    ]


@pytest.mark.parametrize("limit", [{"time_s": 0.5}, {"cpu_s": 0.5}], ids=["time", "cpu"])
def test_what_timed_out_is_not_what_has_no_solution(tmp_path: Path, limit: dict[str, Any]) -> None:
    source = write(tmp_path, f"{'.' * 81}\n{ONE}\n{NONE}\n")
    done = ran(source, do="count", limit=10**15, **limit)
    first, second, third = rows(tmp_path / "out.csv")
    assert (first["exact"], first["stop"]) == ("false", "TIME_LIMIT")
    assert (second["count"], third["count"]) == ("1", "0")
    assert done.ends == {"unknown": 1, "answered": 1, "no_solution": 1}


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.txt", "out.parquet"])
def test_formats(tmp_path: Path, name: str) -> None:
    source = write(tmp_path, f"{ONE}\n{TWO}\n{NONE}\nbad\n{QUEENS}\n")
    ran(source, name)
    path = tmp_path / name
    if name == "out.txt":
        lines = path.read_text().splitlines()
        assert lines[0] == SOLVED
        assert lines[2] == "# UNSATISFIABLE"
        assert lines[3].startswith(f"# {source}:4:1: found")
        return
    if name == "out.jsonl":
        found = [json.loads(line) for line in path.read_text().splitlines()]
    elif name == "out.parquet":
        import pyarrow.parquet

        found = pyarrow.parquet.read_table(path).to_pylist()
    else:
        empty = {"": None, "true": True, "false": False}
        found = [{k: empty.get(v, v) for k, v in row.items()} for row in rows(path)]
    assert [row["unique"] for row in found] == [True, False, None, None, None]
    assert [row["status"] for row in found] == [
        "SOLVED", "SOLVED", "UNSATISFIABLE", "ERROR", "SOLVED",
    ]  # fmt: skip
    assert found[0]["solution"] == SOLVED


def test_compressed_and_json_input(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    lines = "".join(f"{line}\n" for line in (ONE, TWO, NONE) * 30).encode()
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(lines[:400]) + gzip.compress(lines[400:]))
    packed = zstandard.ZstdCompressor().compress
    (tmp_path / "a.txt.zst").write_bytes(packed(lines[:400]) + packed(lines[400:]))
    (tmp_path / "a.txt").write_bytes(lines)
    objects = "".join(json.dumps({"id": 1, "puzzle": s}) + "\n" for s in lines.decode().split())
    (tmp_path / "a.jsonl").write_text(objects)
    (tmp_path / "b.jsonl").write_text("".join(f'"{s}"\n' for s in lines.decode().split()))
    found = []
    for name in ("a.txt", "a.txt.gz", "a.txt.zst", "a.jsonl", "b.jsonl"):
        ran(tmp_path / name, f"{name}.csv")
        found.append((tmp_path / f"{name}.csv").read_bytes())
    assert len(set(found)) == 1
    assert len(found[0].splitlines()) == 91


def test_a_damaged_file_ends_the_run_and_keeps_what_was_answered(tmp_path: Path) -> None:
    source = write(tmp_path, "".join(f"{ONE}\n" for _ in range(3)))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(source.read_bytes())[:-4])
    with pytest.raises(ParseError, match="damaged"):
        ran(tmp_path / "cut.gz")


def test_rate_and_explain(tmp_path: Path) -> None:
    source = write(tmp_path, f"{ONE}\n{NONE}\n")
    ran(source, "r.jsonl", do="rate", models=("hodoku",), time_s=60)
    ran(source, "e.jsonl", do="explain", time_s=60)
    first, second = map(json.loads, (tmp_path / "r.jsonl").read_text().splitlines())
    assert first["rating"]["hodoku"]["score"] > 0
    assert ":2:1: " in second["error"]
    first, second = map(json.loads, (tmp_path / "e.jsonl").read_text().splitlines())
    assert first["status"] == "SOLVED"
    assert len(first["steps"]) > 40
    assert (second["status"], second["steps"]) == ("UNSATISFIABLE", [])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"do": "dance"}, "Unknown question of a batch 'dance'; known: certify, count"),
        ({"name": "out.doc"}, "A batch does not write .doc files; known: .csv"),
        ({"method": "nobody"}, "Unknown method 'nobody'"),
        ({"do": "rate", "method": "sat"}, "rate takes no method"),
        ({"models": ("se",)}, "Only rate takes models."),
        ({"puzzle": "chess"}, "Unknown puzzle 'chess'"),
        ({"do": "rate", "models": ("nobody",)}, "Unknown"),
    ],
)
def test_wrong_words_are_refused(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    source = write(tmp_path, f"puzzle\n{ONE}\n", "in.csv")
    with pytest.raises(UsageError, match=said.replace(".", r"\.")):
        ran(source, **options)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


@pytest.mark.parametrize("packed", [False, True])
def test_boards_of_several_lines_are_read_as_by_other_commands(
    tmp_path: Path, packed: bool
) -> None:
    grids = ["\n".join(board[at : at + 9] for at in range(0, 81, 9)) for board in (ONE, TWO)]
    source = write(tmp_path, "# two boards\n" + "\n\n".join(grids), "in.sdk")
    if packed:
        source = tmp_path / "in.sdk.gz"
        source.write_bytes(gzip.compress((tmp_path / "in.sdk").read_bytes()))
    done = ran(source)
    assert done.ends == {"answered": 2}
    assert [row["puzzle"] for row in rows(tmp_path / "out.csv")] == [ONE, TWO]


def test_boards_of_several_lines_that_cells_alone_do_not_say(tmp_path: Path) -> None:
    done = ran(write(tmp_path, "4\n5\n\n...\n.Q.\n...\n"))
    assert done.ends == {"answered": 2, "no_solution": 1, "noted": 2}
    found = [row["puzzle"] for row in rows(tmp_path / "out.csv")]
    assert found == ["queens:4:", "queens:5:", "queens:3:r2c2"]


def test_a_bad_board_of_several_lines_is_refused_before_the_run(tmp_path: Path) -> None:
    source = write(tmp_path, "\n".join(["." * 9] * 8 + ["." * 8]), "in.sdk")
    with pytest.raises(ParseError, match=r"in\.sdk:9:9: "):
        ran(source)
    assert [path.name for path in tmp_path.iterdir() if "csv" in path.name] == []


def test_a_csv_without_the_column_names_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="expected a header with one of the columns notation"):
        ran(write(tmp_path, "a,b\n1,2\n", "in.csv"))


@pytest.mark.parametrize("do", ["solve", "count"])
@pytest.mark.parametrize(
    ("lines", "compiled"), [([ONE, NONE, QUEENS, "5?"], []), ([ONE, TWO], ["sudoku"])]
)
def test_the_engine_is_compiled_only_where_it_repays_and_the_answers_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, do: str, lines: list[str], compiled: list[str]
) -> None:
    source = write(tmp_path, "\n".join(lines) + "\n")
    ran(source, "engine.csv", do=do)
    warmed: list[str] = []
    monkeypatch.setattr(work, "warm", warmed.extend)
    monkeypatch.setattr("gridwise.compiled.worth.missing_s", lambda puzzle: 1000.0)
    ran(source, "plain.csv", do=do)
    assert (tmp_path / "plain.csv").read_bytes() == (tmp_path / "engine.csv").read_bytes()
    assert warmed == (compiled if do == "solve" else [])  # two solutions: the engine's is the one


def test_a_long_input_has_the_engine_compiled_after_its_first_slice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(work, "warm", warmed.extend)
    monkeypatch.setattr("gridwise.compiled.worth.missing_s", lambda puzzle: 0.001)
    assert ran(write(tmp_path, f"{ONE}\n" * 200)).ends == {"answered": 200}
    assert warmed == ["sudoku"]


def test_a_solution_that_breaks_the_rules_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = work.answer_slice

    def wrong(asked: work.Asked, data: bytes, plain: bool) -> work.SliceAnswers:
        found = right(asked, data, plain)
        if found.lines is not None:
            solutions = found.lines.solutions.copy()
            solutions[1, [80, 79]] = solutions[1, [79, 80]]
            found = replace(found, lines=replace(found.lines, solutions=solutions))
        changed = [
            replace(row, record={**row.record, "solution": "queens:6:r1c1"}) for row in found.rows
        ]
        return replace(found, rows=tuple(changed))

    monkeypatch.setattr(work, "answer_slice", wrong)
    done = ran(write(tmp_path, f"{ONE}\n{ONE}\n{QUEENS}\n"), executor=Sized(1000))
    found = rows(tmp_path / "out.csv")
    assert [row["solution"] for row in found] == [SOLVED, "", ""]
    assert [row["status"] for row in found] == ["SOLVED", "UNKNOWN", "UNKNOWN"]
    assert "in.txt:2:1: " in found[1]["error"]
    assert done.ends == {"answered": 1, "fault": 2}


def test_a_cancelled_run_goes_on(tmp_path: Path) -> None:
    source = write(tmp_path, "".join(f"{line}\n" for line in (ONE, TWO, NONE, "x") * 20))
    ran(source, "whole.csv")
    first = ran(source, cancel=CancelAfter(9))
    assert not first.completed
    assert 0 < first.rows < 80
    assert not (tmp_path / "out.csv").exists()
    second = ran(source)
    assert second.completed
    assert (second.resumed, second.rows) == (first.rows, 80)
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert second.ends == {"answered": 40, "no_solution": 20, "bad": 20}


def test_the_input_may_not_change_between_two_runs(tmp_path: Path) -> None:
    source = write(tmp_path, "".join(f"{line}\n" for line in (ONE, TWO, NONE) * 20))
    ran(source, cancel=CancelAfter(9))
    source.write_bytes(source.read_bytes().replace(b"5", b"4", 1))
    with pytest.raises(UsageError, match="The input has changed"):
        ran(source)


def test_nothing_at_all(tmp_path: Path) -> None:
    done = ran(write(tmp_path, ""))
    assert done.rows == 0
    assert rows(tmp_path / "out.csv") == []


def test_the_check_of_lines_finds_every_wrong_board() -> None:
    from gridwise.core.capabilities import BatchSolver
    from gridwise.core.registry import capability

    engine = capability("sudoku", BatchSolver)
    assert engine is not None
    given = np.frombuffer(ONE.encode(), np.uint8).reshape(1, -1).repeat(82, axis=0)
    solved = np.frombuffer(SOLVED.encode(), np.uint8).reshape(1, -1).repeat(82, axis=0).copy()
    for cell in range(81):
        solved[cell, cell] = ord("1") if solved[cell, cell] != ord("1") else ord("2")
    assert engine.lines.keeps_rules(given, solved).tolist() == [False] * 81 + [True]
    moved = np.roll(solved[-1:].reshape(1, 9, 9), 1, axis=1).reshape(1, 81)  # no box is right
    assert not engine.lines.keeps_rules(np.zeros_like(moved), moved).any()
    other = solved[-1:].copy()
    swapped = other.copy()
    swapped[other == ord("1")], swapped[other == ord("2")] = ord("2"), ord("1")
    assert engine.lines.keeps_rules(np.zeros_like(swapped), swapped).all()
    assert not engine.lines.keeps_rules(given[:1], swapped).any()  # a given was changed
