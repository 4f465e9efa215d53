"""`gridwise check-encoding`."""

import json
from pathlib import Path

from cli.running import Command
from every import every

EXAMPLES = Path(__file__).parents[2] / "examples" / "encodings"
QUEENS = str(EXAMPLES / "queens-one-diagonal.cnf")


def test_right_clauses_end_with_status_0(gridwise: Command, tmp_path: Path) -> None:
    file = str(tmp_path / "q.cnf")
    gridwise("encode", "queens:5:", "-o", file)
    done = gridwise("check-encoding", file, "queens:5:")
    assert (done.status, done.err) == (0, "")
    assert "Right: the clauses accept the legal boards and no others." in done.out


def test_a_missing_clause_is_drawn_with_its_rule(gridwise: Command) -> None:
    done = gridwise("check-encoding", QUEENS, "queens:6:")
    assert (done.status, done.err) == (30, "")
    assert "A clause is missing" in done.out
    assert done.out.count("!♛!") == 2
    assert "Rule: at most one queen is on the diagonal" in done.out
    rows = [line for line in done.out.splitlines() if line.startswith("│")]
    marked = [f"r{y}c{1 + row.index('!♛!') // 3}" for y, row in enumerate(rows, 1) if "!♛!" in row]
    assert f" ({', '.join(marked)})" in done.out
    assert done.out.splitlines()[-1] == "Wrong: the clauses and the rules disagree."
    plain = gridwise("check-encoding", QUEENS, "queens:6:", "--ascii", "--lang", "vi")
    assert "Thiếu một mệnh đề" in plain.out


def test_json_is_one_line(gridwise: Command) -> None:
    done = gridwise("check-encoding", QUEENS, "queens:6:", "--json")
    (line,) = done.out.splitlines()
    found = json.loads(line)
    assert found["right"] is False
    assert found["families"]["rising"] == {
        "expected": 55,
        "found": 0,
        "missing": 55,
        "enforced": False,
    }
    assert found["rejected_legal_board"] is None
    assert len(found["accepted_illegal_board"]["board"]) == 6


def test_a_map_is_read(gridwise: Command) -> None:
    words = (str(EXAMPLES / "sudoku-by-digit.cnf"), "sudoku:2x2:1.......3......4")
    assert gridwise("check-encoding", *words).status == 30
    meaning = str(EXAMPLES / "sudoku-by-digit.json")
    assert gridwise("check-encoding", *words, "--map", meaning).status == 0


def test_what_is_not_decided_has_status_20(gridwise: Command, tmp_path: Path) -> None:
    file = str(tmp_path / "m.cnf")
    board = "minesweeper:4x4x4:----/----/----/----"
    gridwise("encode", board, "--encoding", "totalizer", "-o", file)
    text = Path(file).read_text().splitlines()
    (header,) = [line for line in text if line.startswith("p cnf")]
    variables, clauses = map(int, header.split()[2:])
    lines = [line for line in text if line[0] not in "cp"]
    lines.append(f"-{variables} 1 {variables + 1} 0")  # says nothing, by a new variable
    more = f"p cnf {variables + 1} {clauses + 1}\n" + "\n".join(lines) + "\n"
    Path(file).write_text(more)
    done = gridwise("check-encoding", file, board, "--boards", "30")
    assert done.status == 20
    assert "Not decided: no counter-example among 30 legal boards." in done.out
    assert gridwise("check-encoding", file, board).status == 0  # all 1,820 boards


@every(
    "words, status, said",
    [
        (("none.cnf", "queens:6:"), 30, "none.cnf:1:1: Found no such file"),
        ((QUEENS, "queens:x:"), 30, "<notation>:1:"),
        ((QUEENS, "sliding:3x2:1,2,5,3,4,0"), 2, "no clauses"),
        ((QUEENS,), 2, "check-encoding needs INPUT"),
        (("-", "-"), 2, "Standard input holds the clauses or the board, not both."),
        ((QUEENS, "queens:6:", "--map", QUEENS), 30, f"{QUEENS}:1:1: Found 'c no rising"),
        ((QUEENS, "queens:7:"), 30, f"{QUEENS}:1:1: Found no variable for"),
        ((QUEENS, "queens:6:", "--boards", "-1"), 2, "--boards"),
    ],
)
def test_bad_input_is_one_line(
    gridwise: Command, words: tuple[str, ...], status: int, said: str
) -> None:
    done = gridwise("check-encoding", *words)
    assert done.status == status
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""
