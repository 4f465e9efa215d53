"""Marks, the table, its CSV file, Gradescope's results and the reports, of runs made by hand."""

import csv
import io
import json
from pathlib import Path

import jsonschema
import pytest

from gridwise.core.message import msg
from gridwise.documents.writers import WRITERS
from gridwise.grading.assignment import MARGIN, CourseAssignment, GradedTask
from gridwise.grading.gradescope import results_json
from gridwise.grading.report import document
from gridwise.grading.results import Grades, StudentGrade, TaskRun, marks_of, result_table
from gridwise.grading.submissions import Submission
from gridwise.process.stranger import RunLimits
from gridwise.render.catalogue import LANGUAGES, catalogue

SCHEMA = json.loads((Path(__file__).parent / "gradescope.schema.json").read_text("utf-8"))
GIVEN, LED = "sudoku:2x2:1.......3......4", "sudoku:2x2:11......3......4"
SLIDE = "sliding:2x2:1,0,2,3"
EASY = GradedTask("easy", GIVEN, {"correct": 2.0, "within_time": 0.5}, within_s=1.0)
PATH = GradedTask("path", SLIDE, {"correct": 1.0, "optimal": 3.0}, shortest=1)
SECRET = GradedTask("secret", GIVEN, {"correct": 1.0}, hidden=True, visibility="after_published")
CODE = GradedTask("code", "queens:4:", {"encoding": 5.0}, file="queens.cnf")
TASKS = (EASY, PATH, SECRET, CODE)
PLAN = CourseAssignment("Week <3>", "0123456789abcdef", "solver.py", None, RunLimits(), TASKS)
RIGHT, WRONG = msg("right"), msg("{what}", what="the digit 1 stands twice in <row> 1")


def graded(name: str, *runs: TaskRun, error: str | None = None) -> StudentGrade:
    why = None if error is None else msg("{what}", what=error)
    by_task = {run.task: run for run in runs}
    marks = [mark for task in TASKS for mark in marks_of(task, by_task.get(task.id), why)]
    return StudentGrade(Submission(name, name, error=why), runs, tuple(marks))


ANN = graded(
    "ann",
    TaskRun("easy", True, RIGHT, cpu_s=MARGIN, wall_s=2.0),
    TaskRun("path", True, RIGHT, moves=1, cpu_s=0.1, wall_s=0.5),
    TaskRun("secret", True, RIGHT, cpu_s=0.1),
    TaskRun("code", True, RIGHT),
)
BEN = graded(
    "=cmd()",
    TaskRun("easy", False, WRONG, cpu_s=0.1, answer=LED, said="Traceback <b>\nLine 2"),
    TaskRun("path", True, RIGHT, moves=3, cpu_s=0.1),
    TaskRun("secret", False, WRONG, answer=LED),
    TaskRun("code", False, WRONG),
)
CHO = graded("cho\\nline", error="it holds no file")
GRADES = Grades(PLAN, (ANN, BEN, CHO))


def test_points_follow_from_the_runs() -> None:
    assert (ANN.points, BEN.points, CHO.points, GRADES.most) == (12.5, 1.0, 0.0, 12.5)
    slow = graded("slow", TaskRun("easy", True, RIGHT, cpu_s=MARGIN * 1.01))
    unknown = graded("unknown", TaskRun("easy", True, RIGHT))
    assert (slow.points, unknown.points) == (2.0, 2.0)
    assert [str(mark.text) for mark in BEN.marks if mark.task is PATH] == [
        "right",
        "3 moves; the fewest are 1",
    ]
    assert {str(mark.text) for mark in CHO.marks} == {"it holds no file"}


def test_a_wrong_answer_earns_nothing_for_speed_or_length() -> None:
    fast = graded("fast", TaskRun("path", False, WRONG, moves=1, cpu_s=0.0))
    assert fast.points == 0


def test_the_table_and_the_csv_file() -> None:
    text = str(GRADES)
    assert "Week <3>: at most 12.5 points" in text
    assert "2 of 4 right" not in text
    assert "1 of 4 right" in text
    assert result_table(GRADES).marked == {2}
    assert "&lt;3&gt;" in GRADES._repr_html_()
    rows = list(csv.DictReader(io.StringIO(GRADES.csv())))
    assert rows[0]["easy: within_time"] == "0.5"
    assert rows[1]["student"] == "'=cmd()", "a spreadsheet would run it"
    assert [row["points"] for row in rows] == ["12.5", "1", "0"]
    assert rows[2]["note"] == "it holds no file"


def test_the_forms_for_programs() -> None:
    pytest.importorskip("pandas")
    table = GRADES.to_pandas()
    assert list(table["points"]) == [12.5, 1.0, 0.0]
    assert list(table["encoding"]) == [5.0, 0.0, 0.0]
    assert len(GRADES.to_pandas(marks=True)) == 3 * 6
    value = json.loads(json.dumps(GRADES.to_dict()))
    assert value["students"][1]["runs"][0]["what"] == str(WRONG)
    assert GRADES.student("ann") is ANN
    with pytest.raises(KeyError):
        GRADES.student("nobody")


def test_a_run_comes_back_from_its_line() -> None:
    for run in BEN.runs:
        assert TaskRun.of(json.loads(json.dumps(run.as_dict()))) == run


@pytest.mark.parametrize("lang", LANGUAGES)
def test_results_for_gradescope(lang: str) -> None:
    words = catalogue(lang)
    for one in GRADES.students:
        value = json.loads(json.dumps(results_json(GRADES, one, lambda m: m.words(words))))
        jsonschema.validate(value, SCHEMA)
        assert value["score"] == sum(test["score"] for test in value["tests"]) == one.points
        assert sum(test["max_score"] for test in value["tests"]) == GRADES.most
        by_number = {test["number"]: test["visibility"] for test in value["tests"]}
        assert by_number == {
            **dict.fromkeys(("1.1", "1.2", "2.1", "2.2", "4.1"), "visible"),
            "3.1": "after_published",
        }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reports_in_every_language(lang: str) -> None:
    for one in GRADES.students:
        page = WRITERS[".html"](document(GRADES, one), catalogue(lang), lambda: None).decode()
        assert "<b>" not in page, "what a program wrote is text"
        assert f'lang="{lang}"' in page
    page = WRITERS[".html"](document(GRADES, BEN), catalogue(lang), lambda: None).decode()
    assert page.count("<figure") == 3, "the board, the answer, the queens; no hidden board"
    assert lang == "en" or catalogue(lang)["easy"] != "easy"
    assert "<h3>easy</h3>" in page, "a task keeps the name that the teacher gave it"


def test_reports_as_pdf_and_docx() -> None:
    pytest.importorskip("docx")
    pytest.importorskip("typst")
    report = document(GRADES, BEN)
    assert WRITERS[".pdf"](report, catalogue("vi"), lambda: None).startswith(b"%PDF")
    assert WRITERS[".docx"](report, catalogue("vi"), lambda: None).startswith(b"PK")


def test_a_hidden_board_that_is_visible_is_drawn() -> None:
    open_one = GradedTask("secret", GIVEN, {"correct": 1.0}, hidden=True)
    plan = CourseAssignment("x", "0", "solver.py", None, RunLimits(), (open_one,))
    run = TaskRun("secret", False, WRONG, answer=LED)
    one = StudentGrade(Submission("a", "a"), (run,), tuple(marks_of(open_one, run, None)))
    assert len(list(document(Grades(plan, (one,)), one).figures())) == 2
