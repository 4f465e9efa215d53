"""`gridwise solve`: what is printed, what is written, what is returned."""

import re
from pathlib import Path
from typing import Any

import pytest

from cli.boards import (
    CONTRADICTION,
    EMPTY_9,
    HARD,
    MINES,
    MINES_FORCED,
    NONE,
    RING,
    SOLVED,
    THREE,
    TWICE,
)
from cli.running import Command
from every import every


def test_a_unique_sudoku(gridwise: Command) -> None:
    ran = gridwise("solve", HARD)
    lines = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert lines[0] == "┏━━━━━━━┳━━━━━━━┳━━━━━━━┓     ┏━━━━━━━┳━━━━━━━┳━━━━━━━┓"
    assert lines[1] == "┃ 5 3 · ┃ · 7 · ┃ · · · ┃     ┃ 5 3 4 ┃ 6 7 8 ┃ 9 1 2 ┃"
    assert lines[6].count("→") == 1
    assert lines[13].startswith("Solved, unique · ")
    assert lines[14] == "  givens 30 · empty 51"
    assert "\x1b" not in ran.out
    assert all(line == line.rstrip() for line in lines)


def test_ascii(gridwise: Command) -> None:
    ran = gridwise("solve", HARD, "--ascii")
    assert ran.out.isascii()
    assert "| 5 3 . | . 7 . | . . . |     | 5 3 4 | 6 7 8 | 9 1 2 |" in ran.out


def test_boards_are_stacked_where_it_is_narrow(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = gridwise("solve", HARD).out
    monkeypatch.setenv("COLUMNS", "40")
    narrow = gridwise("solve", HARD).out
    assert max(map(len, narrow.splitlines()[:27])) == 25
    assert wide.count("┏") == narrow.count("┏") == 2


def test_contradictory_givens_are_named_and_marked(gridwise: Command) -> None:
    ran = gridwise("solve", TWICE)
    assert ran.status == 10
    assert "No solution: 1 twice in row 1: r1c1, r1c2" in ran.out
    assert "┃!1!!1!┃ ·  · ┃" in ran.out


def test_no_solution_found_by_search(gridwise: Command) -> None:
    ran = gridwise("solve", NONE)
    assert ran.status == 10
    assert "No solution" in ran.out
    assert "solved" not in ran.out


def test_giving_up_looks_like_nothing_else(gridwise: Command) -> None:
    ran = gridwise("solve", HARD, "--method", "brute_force", "--nodes", "1000")
    assert ran.status == 20
    assert "Gave up: node limit reached; nothing is known · brute_force" in ran.out
    assert "assignments 1,000 " in ran.out
    ran = gridwise("solve", HARD, "--method", "brute_force", "--time", "0.2")
    assert ran.status == 20
    assert "Gave up: time limit of 0.2 s reached; nothing is known" in ran.out


def test_a_limit_after_the_answer_is_an_answer(gridwise: Command) -> None:
    for nodes in range(1, 100):
        args = ("solve", THREE, "--method", "dpll", "--nodes", nodes)
        record = gridwise(*args, "--json").record
        if record["status"] == "SOLVED":
            break
    assert (record["stop"], record["unique"]) == ("NODE_LIMIT", None)
    ran = gridwise(*args)
    assert ran.status == 0
    assert "Solved; whether there is another solution is not known (node limit reached)" in ran.out


def test_not_unique(gridwise: Command) -> None:
    ran = gridwise("solve", THREE)
    assert ran.status == 0
    assert "Solved, not unique" in ran.out


def test_all_in_the_defined_order(gridwise: Command) -> None:
    ran = gridwise("solve", THREE, "--all")
    assert ran.status == 0
    assert [f"Solution {k}" in ran.out for k in (1, 2, 3, 4)] == [True, True, True, False]
    assert "3 solutions, all of them" in ran.out
    record = gridwise("solve", THREE, "--all", "--json").record
    assert (record["count"], record["exact"], record["unique"]) == (3, True, False)
    flat = ["".join(c for c in board if c.isdigit()) for board in record["solutions"]]
    assert flat == sorted(flat)
    assert len(set(flat)) == 3


def test_all_up_to_a_limit_is_answered_but_not_exact(gridwise: Command) -> None:
    ran = gridwise("solve", THREE, "--all", "--limit", "2")
    assert ran.status == 0
    assert "At least 2 solutions (solution limit reached)" in ran.out
    ran = gridwise("solve", EMPTY_9, "--all", "--nodes", "300", "--method", "dpll", "--json")
    assert ran.status == 20
    assert ran.record["exact"] is not True


def test_the_kth(gridwise: Command) -> None:
    boards = gridwise("solve", THREE, "--all", "--json").record["solutions"]
    for k, board in enumerate(boards, 1):
        for method in ("sat", "dpll", "backtracking", "exact_cover"):
            record = gridwise("solve", THREE, "--nth", k, "--method", method, "--json").record
            assert (record["board"], record["nth"]) == (board, k)
            assert f"Solution {k} of 3.\n" in gridwise("solve", THREE, "--nth", k).out
    many = gridwise("solve", EMPTY_9, "--nth", 2).out.splitlines()[-1]
    assert re.fullmatch(r"Solution 2 of at least [0-9,]+: the count was not finished\.", many)
    ran = gridwise("solve", THREE, "--nth", 4)
    assert "solution 4 of" not in ran.out
    assert ran.status == 10
    assert "There is no solution 4: there are 3" in ran.out


def test_minesweeper_forced_and_layout(gridwise: Command) -> None:
    Path("board.txt").write_text(MINES)
    ran = gridwise("solve", "board.txt")
    assert ran.status == 0
    assert "Solved: 6 safe, 3 mines, 5 undetermined · " in ran.out
    assert "│ ■ ■ 3 ■ ■ │     │ s ✹ 3 ✹ s │" in ran.out
    assert gridwise("solve", "board.txt", "--json").record["question"] == "forced"
    ran = gridwise("solve", "board.txt", "--layout")
    assert "Solved · " in ran.out
    assert ran.out.splitlines()[4].split("│")[3].count("■") == 0
    assert list(Path().glob("Output*")) == []


def test_an_inconsistent_board_names_the_numbers(gridwise: Command) -> None:
    Path("board.txt").write_text(CONTRADICTION)
    ran = gridwise("solve", "board.txt")
    assert ran.status == 10
    assert "these contradict each other: r3c6 shows 2, r4c5 shows 2, r4c6 shows 1" in ran.out
    assert "!2!" in ran.out


def test_what_was_proved_before_a_limit_is_flagged(gridwise: Command) -> None:
    Path("Input1.txt").write_text(MINES)
    for nodes in range(1, 200):
        ran = gridwise("solve", "Input1.txt", "--method", "dpll", "--nodes", nodes)
        if "certain so far" in ran.out:
            break
    assert ran.status == 20
    assert "No answer; this is only what was known when the run ended:" in ran.out
    assert "Gave up: node limit reached; certain so far: " in ran.out
    assert "Output1.txt not written: there is no answer." in ran.out
    assert not Path("Output1.txt").exists()


def test_input_names_make_output_names(gridwise: Command) -> None:
    Path("sub").mkdir()
    for name in ("Input3.txt", "sub/Input_x y.txt", "other.txt"):
        Path(name).write_text(MINES)
    ran = gridwise("solve", "Input3.txt", "sub/Input_x y.txt", "other.txt")
    assert ran.status == 0
    assert Path("Output3.txt").read_text() == MINES_FORCED
    assert Path("sub/Output_x y.txt").read_text() == MINES_FORCED
    assert {p.name for p in Path().glob("Out*")} == {"Output3.txt"}
    assert "Output3.txt written" in ran.out


def test_json_writes_the_file_too_and_prints_nothing_else(
    gridwise: Command, validator: Any
) -> None:
    Path("Input3.txt").write_text(MINES)
    ran = gridwise("solve", "Input3.txt", "--json")
    validator.validate(ran.record)
    assert ran.err == ""
    assert Path("Output3.txt").read_text() == MINES_FORCED


def test_nothing_is_written_without_an_answer(gridwise: Command) -> None:
    Path("Input3.txt").write_text(CONTRADICTION)
    ran = gridwise("solve", "Input3.txt")
    assert ran.status == 10
    assert "Output3.txt not written: there is no answer.\n" in ran.out
    assert not Path("Output3.txt").exists()
    Path("Output3.txt").write_text("old")
    ran = gridwise("solve", "Input3.txt")
    assert "not written: there is no answer; the existing file is older.\n" in ran.out
    assert Path("Output3.txt").read_text() == "old"


@every(
    "name, expected",
    [
        ("a.sdm", SOLVED + "\n"),
        ("a.sdk", "\n".join(SOLVED[i : i + 9] for i in range(0, 81, 9)) + "\n"),
        ("a.txt", None),
        ("a.ss", None),
        ("a.sdx", None),
        ("a.csv", None),
        ("A.SDM", SOLVED + "\n"),
    ],
)
def test_output_formats_read_back(gridwise: Command, name: str, expected: str | None) -> None:
    ran = gridwise("solve", HARD, "-o", name)
    assert ran.status == 0
    assert f"{name} written" in ran.out
    text = Path(name).read_text()
    if expected is not None:
        assert text == expected
    back = gridwise("solve", name, "--puzzle", "sudoku", "--json").record
    assert back["notation"] == f"sudoku:3x3:{SOLVED}"


def test_the_bare_text_of_a_board_is_an_input(gridwise: Command) -> None:
    bare = HARD.rpartition(":")[2]
    ran = gridwise("solve", bare, bare.replace(".", "0"), "--json")
    assert [record["notation"] for record in ran.records] == [HARD, HARD]
    ran = gridwise("solve", bare[:-1])
    assert (ran.status, ran.err.count("Found the end after 80 cells, expected 81")) == (30, 1)
    Path(bare).write_text(THREE)
    assert gridwise("solve", bare, "--json").record["notation"] == THREE


def test_a_style_can_be_named(gridwise: Command) -> None:
    zeros = "1 2 4 3\n4 3 2 1\n3 4 1 2\n2 1 3 4\n"
    args = ("solve", THREE, "--nth", 2, "-o")
    for name, style in (
        ("a.txt", ("--style", "zeros")),
        ("a.zeros", ()),
        ("a", ("--style", "zeros")),
    ):
        assert gridwise(*args, name, *style).status == 0
        assert Path(name).read_text() == zeros
    assert gridwise("export", THREE, "-o", "b.txt", "--style", "zeros").status == 0
    assert Path("b.txt").read_text() == "1 0 0 0\n0 0 0 0\n3 0 0 0\n0 0 0 4\n"
    Path("Input7.txt").write_text(Path("b.txt").read_text())
    assert gridwise("solve", "Input7.txt", "--style", "zeros").status == 0
    assert gridwise("solve", "Output7.txt", "--json").record["unique"] is True
    assert re.fullmatch("([1-4] [1-4] [1-4] [1-4]\n){4}", Path("Output7.txt").read_text())
    for command in ("solve", "export"):
        ran = gridwise(command, THREE, "-o", "c.txt", "--style", "zero")
        assert ran.status == 2
        assert "did you mean zeros" in ran.err
    ran = gridwise("export", THREE, "-o", "c.pdf", "--style", "zeros")
    assert (ran.status, ran.out) == (2, "")


def test_several_puzzles_go_into_one_file(gridwise: Command) -> None:
    for name in ("a.sdm", "a.txt", "a.csv", "a.sdk"):
        ran = gridwise("solve", HARD, HARD, "-o", name)
        assert ran.status == 0
        back = gridwise("solve", name, "--json", "--puzzle", "sudoku")
        assert [r["notation"] for r in back.records] == [f"sudoku:3x3:{SOLVED}"] * 2, name
    Path("Input1.txt").write_text(MINES)
    for name in ("b.txt", "b.csv", "b.tsv"):
        assert gridwise("solve", "Input1.txt", "Input1.txt", "-o", name).status == 0
        back = gridwise("solve", name, "--json", "--puzzle", "minesweeper")
        assert len({r["notation"] for r in back.records}) == 1
        assert len(back.records) == 2, name
    assert not Path("Output1.txt").exists()


@pytest.mark.parametrize("command", [("solve", "-o"), ("solve", "--trace"), ("encode", "-o")])
def test_an_input_is_not_written_over(gridwise: Command, command: tuple[str, str]) -> None:
    Path("a.txt").write_text(f"{HARD[11:]}\n")
    ran = gridwise(command[0], "a.txt", command[1], "./a.txt")
    assert (ran.status, ran.err) == (30, "a.txt: Cannot be written: it is an input.\n")
    assert Path("a.txt").read_text() == f"{HARD[11:]}\n"


def test_puzzles_without_an_answer_are_left_out_and_that_is_said(gridwise: Command) -> None:
    ran = gridwise("solve", HARD, TWICE, "-o", "a.sdm", "--puzzle", "sudoku")
    assert ran.status == 2  # the format has no way to say the second board
    assert "4x4" in ran.err
    ran = gridwise("solve", HARD, TWICE, "-o", "a.txt")
    assert ran.status == 10
    assert "a.txt written, 1 without an answer left out" in ran.out


def test_records_into_a_file(gridwise: Command, validator: Any) -> None:
    ran = gridwise("solve", HARD, TWICE, "nowhere.txt", "-o", "a.jsonl", "--json")
    assert ran.status == 30
    assert Path("a.jsonl").read_text() == ran.out
    assert [record["index"] for record in ran.records] == [0, 1, 2]
    for record in ran.records:
        validator.validate(record)


def test_an_ending_that_the_puzzle_does_not_write(gridwise: Command) -> None:
    for name in ("a.foo", "a", "a.notation"):
        ran = gridwise("solve", HARD, "-o", name)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert ".sdk" in ran.err


def test_files_that_cannot_be_written(gridwise: Command, tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    for name in ("nowhere/a.txt", "folder.txt"):
        ran = gridwise("solve", HARD, "-o", name)
        assert ran.status == 30
        assert ran.err.startswith(f"{name}: Cannot be written: ")
        assert ran.err.count("\n") == 1


def test_a_file_that_was_not_asked_for_costs_no_answer(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("Input3.txt").write_text(MINES)

    def read_only(**kwargs: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.mkstemp", read_only)
    ran = gridwise("solve", "Input3.txt", "--json")
    assert (ran.status, ran.record["status"]) == (0, "SOLVED")
    assert ran.err == "Output3.txt: Cannot be written: read-only file system.\n"
    assert gridwise("solve", "Input3.txt", "-o", "Output3.txt").status == 30


def test_no_half_written_file_is_left(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.txt").write_text("before")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    ran = gridwise("solve", HARD, "-o", "a.txt")
    assert ran.status == 30
    assert ran.err == "a.txt: Cannot be written: no space left on device.\n"
    assert Path("a.txt").read_text() == "before"
    assert [path.name for path in Path().iterdir()] == ["a.txt"]


def test_several_inputs_are_told_apart(gridwise: Command) -> None:
    Path("one.txt").write_text(MINES)
    Path("two.sdm").write_text(f"{SOLVED}\n{SOLVED}\n")
    lines = gridwise("solve", "one.txt", "two.sdm", RING).out.splitlines()
    assert [label in lines for label in ("one.txt", "two.sdm:1", "two.sdm:2", RING)] == [True] * 4
    assert "one.txt" not in gridwise("solve", "one.txt").out


def test_one_bad_puzzle_does_not_lose_the_others(gridwise: Command, validator: Any) -> None:
    Path("two.sdm").write_text(f"{SOLVED}\n{SOLVED[:80]}z\n{SOLVED}\n")
    ran = gridwise("solve", "two.sdm", "--json")
    assert ran.status == 30
    assert [record["error"] is None for record in ran.records] == [True, False, True]
    for record in ran.records:
        validator.validate(record)
    assert ran.err.startswith("two.sdm:2:81: Found ")
    assert ran.err.count("\n") == 1


def test_one_board_too_large_does_not_end_a_batch(gridwise: Command, validator: Any) -> None:
    wide = "minesweeper:60x60x1800:" + "/".join(["-" * 60] * 60)
    ran = gridwise("solve", RING, wide, RING, "--encoding", "totalizer", "--json")
    assert ran.status == 2
    assert [record["error"] is None for record in ran.records] == [True, False, True]
    assert "about 25920000 clauses" in ran.records[1]["error"]
    for record in ran.records:
        validator.validate(record)
    alone = gridwise("solve", wide, "--encoding", "totalizer", "--json")
    assert (alone.status, alone.record["error"]) == (2, ran.records[1]["error"])


@every("method", ["sat", "dpll", "backtracking", "exact_cover", "a_star"])
def test_each_method_can_be_named(gridwise: Command, method: str) -> None:
    record = gridwise("solve", THREE, "--method", method, "--json").record
    assert (record["method"], record["status"]) == (method, "SOLVED")


def test_options(gridwise: Command) -> None:
    Path("b.txt").write_text(MINES)
    base = gridwise("solve", "b.txt", "--json").record["board"]
    for args in (
        ("--encoding", "seqcounter"),
        ("--set", "encoding=totalizer", "--set", "solver=minisat22"),
        ("--set", "encoding=ladder", "--encoding", "ladder"),
    ):
        assert gridwise("solve", "b.txt", "--json", *args).record["board"] == base


@every(
    "args, says",
    [
        (("--set", "encodin=x"), "did you mean encoding?"),
        (("--set", "encoding"), "--set takes NAME=VALUE, not 'encoding'"),
        (("--encoding", "seqcount"), "did you mean seqcounter?"),
        (("--set", "encoding=ladder", "--encoding", "totalizer"), "encoding is set twice"),
        (("--method", "st"), "did you mean sat"),
        (("--method", "each", "--set", "encodin=x"), "did you mean encoding?"),
        (("--method", "each", "--trace", "t.jsonl"), "--trace records one method"),
        (("--puzzle", "sudoko"), "did you mean sudoku?"),
        (("--all", "--nth", "2"), "--all and --nth exclude each other"),
        (("--count", "--all"), "--all and --count exclude each other"),
        (("--count", "-o", "x.txt"), "leave out --trace and -o"),
        (("--limit", "3"), "--limit goes with --all or --count"),
        (("--nth", "0"), "a whole number above 0, not '0'"),
        (("--nth", "2.7"), "a whole number above 0, not '2.7'"),
        (("--time", "nan"), "a number above 0, not 'nan'"),
        (("--time", "-1"), "--time"),
        (("--memory", "0"), "a number above 0, not '0'"),
        (("--nodes", "1e3"), "a whole number above 0, not '1e3'"),
        (("--seed", "x"), "a whole number, not 'x'"),
        (("--frobnicate",), "--frobnicate"),
        (("--tim", "3"), "did you mean --time or"),
        (("--nth",), "--nth"),
    ],
)
def test_wrong_usage_is_one_line(gridwise: Command, args: tuple[str, ...], says: str) -> None:
    Path("b.txt").write_text(MINES)
    ran = gridwise("solve", "b.txt", *args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("gridwise: ")
    assert ran.err.count("\n") == 1
    assert says in ran.err


def test_a_method_that_cannot_work_on_it(gridwise: Command, validator: Any) -> None:
    ran = gridwise("solve", RING, THREE, "--method", "exact_cover", "--json")
    assert ran.status == 2
    assert "exact_cover cannot work on this board of minesweeper; these can: " in ran.err
    assert [record["status"] for record in ran.records] == [None, "SOLVED"]
    for record in ran.records:
        validator.validate(record)


def test_no_input(gridwise: Command) -> None:
    for command in ("solve", "count"):
        ran = gridwise(command)
        assert ran.status == 2
        assert ran.err.startswith("gridwise: No input")


@every("data", [b"\xff\xfe\x00", b"12\n3\x81", b"", b"\x00" * 50, b"hello\n"])
def test_bad_files(gridwise: Command, data: bytes) -> None:
    Path("bad\x1b[2J.txt").write_bytes(data)
    ran = gridwise("solve", "bad\x1b[2J.txt")
    assert ran.status == 30
    assert ran.err.startswith(r"bad\x1b[2J.txt:")
    assert ": Found " in ran.err
    assert ", expected " in ran.err
    assert ran.err.count("\n") == 1
    assert "\x1b" not in ran.err + ran.out


def test_missing_files_and_folders(gridwise: Command) -> None:
    Path("folder").mkdir()
    ran = gridwise("solve", "nowhere.txt", "folder")
    assert ran.status == 30
    assert ran.err.splitlines() == [
        "nowhere.txt:1:1: Found no such file, "
        "expected a path, a notation, the text of a board or -.",
        "folder:1:1: Found a directory, expected a file.",
    ]


def test_the_status_of_several_inputs_is_the_highest(gridwise: Command) -> None:
    assert gridwise("solve", HARD, THREE).status == 0
    assert gridwise("solve", HARD, TWICE, THREE).status == 10
    slow = ("--method", "brute_force", "--nodes", "50")
    assert gridwise("solve", TWICE, HARD, *slow).status == 20
    assert gridwise("solve", TWICE, HARD, "nowhere", *slow).status == 30


BARE = HARD.rpartition(":")[2]


@every(
    "args, says",
    [
        (("solve",), "Solved, unique"),
        (("count",), "1"),
        (("hint",), "r"),
        (("encode",), "p cnf "),
        (("heuristics",), "heuristic"),
        (("export", "-o", "board.svg"), "board.svg written: 1 board"),
    ],
)
def test_the_text_of_a_board_is_an_input(
    gridwise: Command, args: tuple[str, ...], says: str
) -> None:
    command, *options = args
    ran = gridwise(command, BARE, *options)
    assert (ran.status, ran.err) == (0, "")
    assert says in ran.out


def test_a_trace_that_cannot_be_written_is_refused_first(gridwise: Command) -> None:
    Path("folder").mkdir()
    ran = gridwise("solve", HARD, "--method", "dpll", "--trace", "folder")
    assert (ran.status, ran.out) == (30, "")
    assert ran.err == "folder: Cannot be written: it is a directory.\n"


@every(
    "args, says",
    [
        (("solve", ""), "INPUT: Expected a file, a notation, the text of a board or -, not ''."),
        (("slove",), "Unknown command 'slove'; did you mean solve?"),
        (("puzzles", "extra"), "gridwise puzzles takes no further 'extra'"),
        (("generate",), "gridwise generate needs KIND; see gridwise generate --help"),
        (("count", "x", "--json", "--json"), "--json is given twice"),
        (("compare", "report-sudok", "-o", "d"), "Unknown suite 'report-sudok'; did you mean"),
    ],
)
def test_what_the_parser_refuses(gridwise: Command, args: tuple[str, ...], says: str) -> None:
    ran = gridwise(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"gridwise: {says}")
    assert ran.err.count("\n") == 1
