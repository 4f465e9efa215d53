"""Assignments: what is read from TOML, what is refused and where, and the boards of a seed."""

import re
from pathlib import Path

import pytest

import gridwise as gw
from every import every
from gridwise.grading.assignment import CourseAssignment, read_assignment

WHOLE = """\
title = "Search"
seed = 7

[solver]
command = "./solve {board}"
file = "solve"

[limits]
time_s = 2.5
memory_mb = 100
output_mb = 0.5
within_s = 1

[points]
correct = 2
within_time = 0.5

[[boards]]
name = "easy"
board = "sudoku:2x2:1.......3......4"

[[boards]]
board = "boards.sdm"
name = "file"
points = { correct = 1, within_time = 0 }

[[hidden]]
name = "secret"
puzzle = "sliding"
size = "3x3"
options = { length = 10 }
number = 2
points = { optimal = 3 }
within_s = 4

[[encodings]]
board = "queens:4:"
file = "queens.cnf"
map = "queens.json"
points = 5
"""
ROW = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"


def read(folder: Path, text: str) -> CourseAssignment:
    path = folder / "a.toml"
    path.write_text(text, "utf-8")
    return read_assignment(path)


def test_a_whole_assignment(tmp_path: Path) -> None:
    (tmp_path / "boards.sdm").write_text(ROW * 2)
    found = read(tmp_path, WHOLE)
    assert (found.title, found.file, found.command) == ("Search", "solve", ("./solve", "{board}"))
    assert found.limits.time_s == 2.5
    assert (found.limits.memory_bytes, found.limits.output_bytes) == (100_000_000, 500_000)
    names = ["easy", "file 1", "file 2", "secret 1", "secret 2", "queens.cnf"]
    assert [task.id for task in found.tasks] == names
    easy, file, _, secret, other, encoding = found.tasks
    assert easy.points == {"correct": 2, "within_time": 0.5}
    assert easy.within_s == 1
    assert file.points == {"correct": 1}
    assert secret.points == {"correct": 2, "optimal": 3, "within_time": 0.5}
    assert (secret.hidden, secret.visibility, secret.within_s) == (True, "after_published", 4)
    assert secret.shortest == other.shortest == 10
    assert secret.notation != other.notation
    assert len(gw.solve(secret.notation).moves) == 10
    assert (encoding.file, encoding.map_file) == ("queens.cnf", "queens.json")
    assert encoding.points == {"encoding": 5}
    assert found.most == 2.5 + 1 + 1 + 5.5 + 5.5 + 5


def test_hidden_boards_follow_from_the_seed_and_not_from_their_place(tmp_path: Path) -> None:
    one = '[[hidden]]\nname = "a"\npuzzle = "sudoku"\nsize = "2x2"\nnumber = 3\n'
    two = '[[hidden]]\nname = "b"\npuzzle = "queens"\nsize = 6\noptions = { givens = 1 }\n'
    boards = {task.id: task.notation for task in read(tmp_path, f"seed = 1\n{one}{two}").tasks}
    again = {task.id: task.notation for task in read(tmp_path, f"seed = 1\n{two}{one}").tasks}
    other = {task.id: task.notation for task in read(tmp_path, f"seed = 2\n{two}{one}").tasks}
    assert boards == again
    assert boards != other
    assert len(set(boards.values())) == 4


BOARD = '[[boards]]\nboard = "queens:4:"\n'
HIDDEN = '[[hidden]]\npuzzle = "queens"\nsize = 6\n'


@every(
    "text, place, said",
    [
        ("title = \n", "1:9", "TOML"),
        ("title = 'x'\nlimits = [\n", "3:1", "TOML"),
        ("", "1:1", "Found no boards, expected [[boards]], [[hidden]] or [[encodings]]"),
        (f"titel = 'x'\n{BOARD}", "1:1", "Found an unknown key titel, expected title."),
        (f"{BOARD}pionts = 1\n", "3:1", "Found an unknown key boards.pionts, expected points."),
        (f"seed = -1\n{BOARD}", "1:1", "Found seed = -1, expected a whole number from 0"),
        (f"seed = true\n{BOARD}", "1:1", "Found seed = true"),
        (
            f"[limits]\ntime_s = 'ten'\n{BOARD}",
            "2:1",
            "Found limits.time_s = 'ten', expected a number from 0.01 to 86400.",
        ),
        (f"[limits]\nmemory_mb = nan\n{BOARD}", "2:1", "Found limits.memory_mb = nan"),
        (f"limits = 3\n{BOARD}", "1:1", "Found limits = 3, expected a table."),
        (
            f"{BOARD}points = {{ correct = 1, optimal = -1 }}\n",
            "3:25",
            "Found boards.points.optimal = -1",
        ),
        (f"{BOARD}points = {{ optimal = 1 }}\n", "3:12", "expected 0 for queens"),
        (f"{BOARD}points = {{ within_time = 1 }}\n", "3:12", "expected 0, or within_s in [limits]"),
        (f"{BOARD}{BOARD}", "3:1", "Found no boards.name, expected a name that no other"),
        (f"{BOARD}visibility = 'hiden'\n", "3:1", "'hiden', expected hidden"),
        ("[[boards]]\nname = 'x'\n", "1:1", "Found no boards.board"),
        ("[[boards]]\nboard = 'none.sdk'\n", "2:1", "no such file"),
        ("[[boards]]\nboard = 'sudoku:2x2:12'\n", "2:1", "boards.board = 'sudoku:2x2:12'"),
        ("boards = 'queens:4:'\n", "1:1", "expected tables, each below a line [[boards]]"),
        ("[[hidden]]\npuzzle = 'sudko'\n", "2:1", "did you mean"),
        (f"{HIDDEN}options = {{ given = 2 }}\n", "4:1", "given"),
        (f"{HIDDEN}number = 0\n", "4:1", "Found hidden.number = 0"),
        (f"{HIDDEN}size = 2.5\n".replace("size = 6\n", ""), "3:1", "Found hidden.size = 2.5"),
        ("[[encodings]]\nboard = 'queens:4:'\nfile = '../x.cnf'\n", "3:1", "'../x.cnf'"),
        ("[[encodings]]\nboard = 'queens:4:'\nfile = '/etc/passwd'\n", "3:1", "'/etc/passwd'"),
        (f"[solver]\nfile = 'a/../../b.py'\n{BOARD}", "2:1", "the submission's folder"),
        (f"{BOARD}\n[[boards]]\n# a comment\nboard = 3\n", "6:1", "Found boards.board = 3"),
    ],
)
def test_a_faulty_assignment_is_refused_in_one_line(
    tmp_path: Path, text: str, place: str, said: str
) -> None:
    with pytest.raises(gw.ParseError) as caught:
        read(tmp_path, text)
    message = str(caught.value)
    assert re.search(rf"a\.toml:{place}: Found ", message), message
    assert said in message
    assert "\n" not in message


def test_an_assignment_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(gw.ParseError, match="no such file"):
        read_assignment(tmp_path / "none.toml")


def test_a_command_that_wants_clauses_takes_boards_that_have_them(tmp_path: Path) -> None:
    solver = '[solver]\nfile = "run.sh"\ncommand = "sh run.sh {cnf}"\n'
    found = read(tmp_path, f'{solver}[[boards]]\nname = "b"\nboard = "queens:5:"\n')
    assert found.command == ("sh", "run.sh", "{cnf}")
    tiles = f'{solver}[[boards]]\nname = "b"\nboard = "sliding:2x2:1,2,3,0"\n'
    with pytest.raises(
        gw.ParseError, match=r"a board that has clauses, as the command wants {cnf}"
    ):
        read(tmp_path, tiles)
    hidden = f'{solver}[[hidden]]\npuzzle = "sliding"\nsize = "2x2"\nnumber = 1\n'
    with pytest.raises(gw.ParseError, match=r":5:1: Found .*puzzle = .sliding., expected a board"):
        read(tmp_path, hidden)


def test_what_was_assumed_to_read_a_board_is_noted(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("mines: 3\n1...\n..3.\n.2..\n...4\n")
    plan = read(tmp_path, '[[boards]]\nboard = "small.txt"\n[[boards]]\nboard = "queens:4:"\n')
    assert [str(note) for note in plan.notes] == [
        f"{tmp_path / 'small.txt'}:2: mines 3 in line 1 is left out"
    ]
