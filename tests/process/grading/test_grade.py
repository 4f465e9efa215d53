"""Whole runs of `grade`: right, wrong and hostile submissions, each apart from all else."""

import csv
import io
import json
import os
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

import gridwise as gw
from gridwise.cli.main import run
from gridwise.core.limits import Interrupted
from gridwise.grading import attempt
from gridwise.grading.results import Grades
from gridwise.grading.run import RUNS
from gridwise.process import stranger as apart
from gridwise.solving.encoding import check as checks

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run apart on POSIX")
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")

EXAMPLES = Path(__file__).parents[3] / "examples" / "grading"
SCHEMA = Path(__file__).parents[2] / "grading" / "gradescope.schema.json"
SUDOKU, TILES = "sudoku:2x2:1.......3......4", "sliding:3x3:3,1,2,4,7,5,6,8,0"
ONE = f'[limits]\ntime_s = 60\n[[boards]]\nname = "b"\nboard = "{SUDOKU}"\n'
RIGHT = "def solve(board):\n    return board.solve()\n"
WRONG = "def solve(board):\n    return ['r1c2=1']\n"


def graded(
    folder: Path, assignment: str, files: Mapping[str, str], output: str = "out", **more: object
) -> Grades:
    (folder / "a.toml").write_text(assignment, "utf-8")
    for name, text in files.items():
        path = folder / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    options = {"lang": "en", **more}
    return gw.grade(folder / "a.toml", folder / "in", folder / output, **options)  # type: ignore[arg-type]


def said(grades: Grades, student: str, task: int = 0) -> str:
    return str(grades.student(student).runs[task].what)


def points(grades: Grades) -> dict[str, float]:
    return {one.student: one.points for one in grades.students}


def test_answers_in_every_form_are_replayed(tmp_path: Path) -> None:
    forms = {
        "answer": RIGHT,
        "board": "def solve(board):\n    return board.solve().board\n",
        "moves": "def solve(board):\n    return list(board.solve().moves)\n",
        "grid": "def solve(board):\n    return board.solve().board.to_text()\n",
        "wrong": WRONG,
        "given": "def solve(board):\n    return 'sudoku:2x2:4321123421433412'\n",
        "half": "def solve(board):\n    return [str(board.solve().moves[0])]\n",
        "none": "def solve(board):\n    return None\n",
        "number": "def solve(board):\n    return 7\n",
        "noise": "def solve(board):\n    print('{}')\n    return board.solve()\n",
        "nothing": "x = 1\n",
        "syntax": "def solve(board:\n",
    }
    grades = graded(tmp_path, ONE, {f"{name}.py": text for name, text in forms.items()})
    right = {name for name, earned in points(grades).items() if earned}
    assert right == {"answer", "board", "moves", "grid", "noise"}
    assert said(grades, "wrong") == "wrong: move 1: r1c2=1: row 1 has 1 at r1c1"
    assert "wrong: " in said(grades, "given")
    assert said(grades, "half") == "wrong: its moves do not solve the board"
    assert "there is one" in said(grades, "none")
    assert said(grades, "number").startswith("it failed: TypeError")
    assert said(grades, "nothing").startswith("it failed: AttributeError")
    assert said(grades, "syntax").startswith("it failed: SyntaxError")
    assert grades.student("answer").runs[0].cpu_s


def test_the_fewest_moves_and_the_time(tmp_path: Path) -> None:
    text = (
        f'[[boards]]\nname = "b"\nboard = "{TILES}"\nwithin_s = 60\n'
        "points = { correct = 1, optimal = 2, within_time = 4 }\n"
        '[[boards]]\nname = "odd"\nboard = "sliding:2x2:0,2,1,3"\n'
    )
    away = (
        "def solve(board):\n    found = board.solve()\n"
        "    if not found.moves:\n        return None\n"
        "    back = board.legal_moves()[0]\n    return [back, back, *found.moves]\n"
    )
    grades = graded(tmp_path, text, {"best.py": away.replace("back, back, ", ""), "far.py": away})
    assert points(grades) == {"best": 8, "far": 6}
    assert said(grades, "best", 1) == "right", "no solution, which is so"
    marks = [str(mark.text) for mark in grades.student("far").marks]
    assert marks[1] == "6 moves; the fewest are 4"


def test_a_hostile_submission_harms_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "MOST_DISK_BYTES", 20_000_000)
    loop = "    while True:\n        "
    bad = {
        "flood": (f"{loop}print('x' * 1000)", "it printed more than 100 kB"),
        "quiet": (f"{loop}os.write(2, b'x' * 1000)", "it printed more than 100 kB"),
        "disk": (
            f"    n = 0\n{loop}open(str(n), 'wb').write(bytes(10**6)); n += 1",
            "it wrote more than",
        ),
        "exit": ("    os._exit(0)", "it gave no answer"),
        "status": ("    os._exit(3)", "it ended with exit status 3"),
        "raise": ("    raise ValueError('oops')", "it failed: ValueError: oops"),
        "die": ("    os.kill(os.getpid(), 9)", "signal 9 ended it"),
        "lie": ("    os.write(1, b'[')\n    return 'x' * 50", "its answer cannot be read"),
        "deep": ("    return '[' * 50_000", "its answer cannot be read"),
    }
    head = "import os\ndef solve(board):\n"
    files = {f"{name}.py": f"{head}{body}\n" for name, (body, _) in bad.items()}
    grades = graded(tmp_path, ONE.replace("60", "2"), {"hang.py": f"{head}{loop}pass\n"}, "hung")
    assert said(grades, "hang") == "no answer within 2 s"
    (tmp_path / "in" / "hang.py").unlink()
    plan = ONE.replace("60", "60\noutput_mb = 0.1")
    grades = graded(tmp_path, plan, {**files, "zz.py": RIGHT}, workers=2)
    assert {name for name, earned in points(grades).items() if earned} == {"zz"}
    for name, (_, words) in bad.items():
        assert words in said(grades, name), name


@LINUX
def test_forks_memory_and_what_is_left_behind(tmp_path: Path) -> None:
    bad = {
        "fork": "    while True:\n        os.fork()",
        "memory": "    kept = []\n    while True:\n        kept.append(bytearray(10**7))",
        "leave": "    if not os.fork():\n        os.setsid()\n        time.sleep(4321)\n"
        "    return board.solve()",
    }
    head = "import os, time\ndef solve(board):\n"
    files = {f"{name}.py": f"{head}{body}\n" for name, body in bad.items()}
    plan = ONE.replace("60", "20\nmemory_mb = 200") + '[solver]\nfile = "leftover.py"\n'
    grades = graded(tmp_path, plan, files)
    assert points(grades) == {"fork": 0, "memory": 0, "leave": 1}
    left = []
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            left += [status] if b"leftover.py" in status.read_bytes() else []
        except OSError:
            continue
    assert not left


@LINUX
def test_secrets_files_and_other_submissions_are_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEACHERS_TOKEN", "s3cret")
    probe = f"""
import os, signal, socket
from pathlib import Path

def reached(what):
    try:
        return bool(what())
    except OSError:
        return False

def solve(board):
    found = {{
        "environment": "s3cret" in str(os.environ),
        "parent": reached(lambda: b"s3cret" in Path(f"/proc/{os.getpid()}/environ").read_bytes()),
        "assignment": reached(lambda: Path({str(tmp_path / "a.toml")!r}).read_text()),
        "others": reached(lambda: Path({str(tmp_path / "in" / "ann.py")!r}).read_text()),
        "results": reached(lambda: os.listdir({str(tmp_path / "out")!r})),
        "write": reached(lambda: Path({str(tmp_path / "planted")!r}).write_text("x")),
        "signal": reached(lambda: os.kill({os.getpid()}, 0) is None),
        "own": not reached(lambda: Path("own.txt").write_text("x")),
        "earlier": reached(lambda: Path("left").exists()),
    }}
    Path("left").write_text("x")
    raise ValueError(sorted(name for name, there in found.items() if there))
"""
    two = f'{ONE}[[boards]]\nname = "c"\nboard = "{SUDOKU}"\n'
    grades = graded(tmp_path, two, {"ann.py": RIGHT, "spy.py": probe})
    without = set() if _landlock() else {"assignment", "others", "results", "write", "signal"}
    for task in (0, 1):
        text = said(grades, "spy", task)
        assert text.startswith("it failed: ValueError: ["), text
        assert set(json.loads(text.partition("ValueError: ")[2].replace("'", '"'))) <= without


def _landlock() -> bool:
    pid = os.fork()
    if not pid:
        from gridwise.process.confine import confine

        os._exit(0 if confine("/tmp", []) else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_programs_and_folders(tmp_path: Path) -> None:
    text = (
        f'[solver]\nfile = "run.sh"\ncommand = "sh run.sh {{board}}"\n'
        f'[[boards]]\nname = "b"\nboard = "{TILES}"\n'
    )
    moves = " ".join(gw.solve(TILES).moves)
    check = f'read line; [ "$line" = "$1" ] && [ "$1" = "{TILES}" ] && echo {moves}\n'
    files = {
        "ann/run.sh": check,
        "two\nlines ắ/run.sh": check,
        "no/other.sh": "",
        "claims/run.sh": "echo no solution\n",
        "loose.sh": check,
    }
    grades = graded(tmp_path, text, files)
    assert points(grades) == {"ann": 1, "two\\nlines ắ": 1, "no": 0, "claims": 0, "loose": 1}
    assert said(grades, "no") == "no run.sh in the submission; found: other.sh"
    assert "there is one" in said(grades, "claims")
    folders = {path.name for path in (tmp_path / "out" / "students").iterdir()}
    assert folders == {"ann", "two_nlines ắ", "no", "claims", "loose"}


def test_encodings(tmp_path: Path) -> None:
    text = '[[encodings]]\nboard = "queens:4:"\nfile = "q.cnf"\nmap = "m.json"\npoints = 3\n'
    right = gw.encode("queens:4:").to_dimacs()
    table = json.dumps({str(at + 1): f"r{at // 4 + 1}c{at % 4 + 1}=queen" for at in range(16)})
    files = {
        "ann/q.cnf": right,
        "ben/q.cnf": "p cnf 16 1\n1 2 3 4 0\n",
        "cho/q.cnf": "p cnf 16 1\n-1 0\n",
        "dan/q.cnf": "hello\n",
        "eva.cnf": right,
    }
    for name in ("ann", "ben", "cho", "dan"):
        files[f"{name}/m.json"] = table
    grades = graded(tmp_path, text, files)
    assert points(grades) == {"ann": 3, "ben": 0, "cho": 0, "dan": 0, "eva": 0}
    assert "accept a board that the rules forbid" in said(grades, "ben")
    assert "clauses cannot be read" in said(grades, "dan")
    assert "m.json" in said(grades, "eva")


def pigeons(number: int) -> str:
    """Return clauses that put pigeons into too few holes: no solver refutes them soon."""
    holes = number - 1
    clauses = [[17 + p * holes + h for h in range(holes)] for p in range(number)]
    clauses += [
        [-(17 + p * holes + h), -(17 + q * holes + h)]
        for h in range(holes)
        for p in range(number)
        for q in range(p)
    ]
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    return f"p cnf {16 + number * holes} {len(lines)}\n" + "\n".join(lines) + "\n"


def test_a_hostile_encoding_costs_its_own_points_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading and checking are another process's, which is ended by a limit."""
    monkeypatch.setattr(attempt, "_REFERENCE_S", 8.0)  # a busy machine decides the easy one too
    monkeypatch.setattr(attempt, "_READING_S", 200.0)
    monkeypatch.setattr(attempt, "_ENCODING_BYTES", 150_000_000)
    monkeypatch.setattr(checks, "checked", None)  # of this process
    text = '[[encodings]]\nboard = "queens:4:"\nfile = "q.cnf"\n'
    right = gw.encode("queens:4:").to_dimacs()
    wide = "p cnf 900000 399999\n" + "".join(f"{n} -{n + 1} 0\n" for n in range(1, 400_000))
    files = {
        "ann/q.cnf": pigeons(14),
        "ben/q.cnf": wide,
        "cho/q.cnf": "1 0\n" * 3_000_000,
        "zoe/q.cnf": right,
    }
    grades = graded(tmp_path, text, files)
    assert points(grades) == {"ann": 0, "ben": 0, "cho": 0, "zoe": 1}
    assert said(grades, "ann") == "whether the clauses are right was not decided in 8 s"
    assert said(grades, "ben") == "its check took more than 150 MB of memory"
    assert "clauses cannot be read" in said(grades, "cho")


def test_hidden_boards_are_not_told(tmp_path: Path) -> None:
    text = 'seed = 3\n[[hidden]]\nname = "h"\npuzzle = "sudoku"\nsize = "2x2"\n'
    shout = "def solve(board):\n    raise ValueError(board.notation)\n"
    back = "def solve(board):\n    return board.notation + 'x'\n"
    grades = graded(tmp_path, text, {"ann.py": shout, "ben.py": back, "cho.py": RIGHT})
    assert points(grades) == {"ann": 0, "ben": 0, "cho": 1}
    (task,) = grades.assignment.tasks
    cells = task.notation.rpartition(":")[2]
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or cells not in path.read_text("utf-8"), path


def test_a_rerun_gives_the_same_points_and_keeps_the_runs(tmp_path: Path) -> None:
    hidden = '[[hidden]]\nname = "h"\npuzzle = "sliding"\nsize = "3x3"\noptions = { walk = 6 }\n'
    text = f"seed = 5\n{ONE}points = {{ correct = 2 }}\n{hidden}points = {{ optimal = 1 }}\n"
    files = {"ann.py": RIGHT, "ben.py": WRONG, "cho/solver.py": RIGHT}
    first = graded(tmp_path, text, files)
    kept = (tmp_path / "out" / RUNS).read_bytes()
    seen: list[str] = []
    again = graded(tmp_path, text, files, progress=lambda done, total, who, task: seen.append(who))
    assert seen == []
    assert (tmp_path / "out" / RUNS).read_bytes() == kept
    other = graded(tmp_path, text, files, "other")
    assert first.csv() == again.csv() == other.csv()
    assert [task.notation for task in other.assignment.tasks] == [
        task.notation for task in first.assignment.tasks
    ]
    changed = graded(tmp_path, text, {"ben.py": RIGHT}, progress=lambda *run: seen.append(run[2]))
    assert seen == ["ben", "ben"], "its runs alone are made again"
    assert points(changed) == {"ann": 4, "ben": 4, "cho": 4}
    with pytest.raises(gw.ParameterError, match="another assignment"):
        graded(tmp_path, text.replace("correct = 2", "correct = 3"), files)


def test_an_interrupted_class_goes_on(tmp_path: Path) -> None:
    cancel = threading.Event()
    done: list[str] = []

    def progress(number: int, total: int, who: str, task: str) -> None:
        done.append(who)
        cancel.set()

    files = {"ann.py": RIGHT, "ben.py": RIGHT}
    with pytest.raises(Interrupted):
        graded(tmp_path, ONE, files, cancel=cancel, progress=progress)
    assert done == ["ann"]
    path = tmp_path / "out" / RUNS
    with path.open("a") as file:
        file.write('{"of": ["ben", "cut sho')
    grades = graded(tmp_path, ONE, files, progress=lambda *run: done.append(run[2]))
    assert done == ["ann", "ben"]
    assert points(grades) == {"ann": 1, "ben": 1}
    path.write_text("{}\n")
    with pytest.raises(gw.ParseError, match=r"runs\.jsonl:1:1"):
        graded(tmp_path, ONE, files)


def test_the_command_on_the_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["grade", str(EXAMPLES / "assignment.toml"), str(EXAMPLES / "submissions"), "-o"]
    assert run([*words, str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "Search and clauses: at most 14 points" in said
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "grades.csv").read_text("utf-8"))))
    assert [(row["student"], row["points"]) for row in rows] == [
        ("ann", "14"),
        ("ben", "9"),
        ("cho", "0"),
    ]
    schema = json.loads(SCHEMA.read_text("utf-8"))
    for name in ("ann", "ben", "cho"):
        folder = tmp_path / "out" / "students" / name
        jsonschema.validate(json.loads((folder / "results.json").read_text("utf-8")), schema)
        reports = {path.name for path in folder.glob("report.*")}
        assert reports == {"report.en.html", "report.vi.html", "report.zh-Hant.html"}
    assert run([*words, str(tmp_path / "out"), "--json", "--lang", "vi"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["points"] for line in lines] == [14.0, 9.0, 0.0]


@LINUX
def test_the_signal_that_a_program_sends_its_group_ends_it_alone(tmp_path: Path) -> None:
    kill = f"import os\ndef solve(board):\n    os.killpg(0, {signal.SIGKILL})\n"
    grades = graded(tmp_path, ONE, {"ann.py": kill, "ben.py": RIGHT})
    assert points(grades) == {"ann": 0, "ben": 1}


def test_an_a_star_as_stated_and_one_with_a_fault(tmp_path: Path) -> None:
    folder = EXAMPLES / "a_star"
    found = gw.grade(EXAMPLES / "a_star.toml", folder, tmp_path / "out")
    assert points(found) == {"dan": 6.0, "eve": 4.0}
    texts = [str(mark.text) for mark in found.student("eve").marks]
    assert texts[-1] == "expanded is 35, and 22 by a_star:heuristic=manhattan"
    report = (tmp_path / "out" / "students" / "eve" / "report.zh-Hant.html").read_text("utf-8")
    assert "expanded 是 35，而 a_star:heuristic=manhattan 是 22" in report
    again = gw.grade(EXAMPLES / "a_star.toml", folder, tmp_path / "out")
    assert again.to_dict() == found.to_dict(), "from the runs that were kept"
