"""The grades of a class: runs, their marks, the table, and its CSV file."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from gridwise.core.message import Message, from_json, msg
from gridwise.grading.assignment import (
    ASPECTS,
    CORRECT,
    ENCODING,
    FOLLOWS,
    MARGIN,
    OPTIMAL,
    WITHIN_TIME,
    CourseAssignment,
    GradedTask,
)
from gridwise.grading.submissions import Submission
from gridwise.render.extras import needed
from gridwise.render.screen import Text
from gridwise.render.tables import ResultTable
from gridwise.render.words import duration


@dataclass(frozen=True, slots=True)
class TaskRun:
    """The run of one submission on one task.

    Parameters
    ----------
    task
        The task's id.
    correct
        Whether the answer was replayed, or the encoding checked, and is right.
    what
        The outcome in words: the mistake, or the reason why the run ended without an answer.
    moves
        The number of moves of a right answer.
    cpu_s, wall_s, peak_bytes
        The time and memory of the run; None if not measured.
    answer
        The board of a wrong answer, as a notation, if it can be drawn.
    said
        The last lines that the program wrote to standard error.
    marks, cells
        Of a wrong encoding: the cells and values of a counterexample, and the cells of the rule
        or the clause.
    near
        Whether it came near a limit of time, so that it was run twice.
    differs
        Where a right answer does not follow the method of the assignment, or None.
    """

    task: str
    correct: bool
    what: Message
    moves: int | None = None
    cpu_s: float | None = None
    wall_s: float | None = None
    peak_bytes: int | None = None
    answer: str | None = None
    said: str = ""
    marks: tuple[tuple[int, int | str], ...] = ()
    cells: tuple[int, ...] = ()
    near: bool = False
    differs: Message | None = None

    @property
    def text(self) -> Message:
        """The outcome in words: `what`, and whether the run came near a limit of time."""
        if not self.near:
            return self.what
        return msg("{what} (came near the limit of time, and was run twice)", what=self.what)

    def as_dict(self) -> dict[str, Any]:
        """Return the object for a JSON file."""
        value = {name: getattr(self, name) for name in _PLAIN} | {"what": self.what.as_json()}
        return value if self.differs is None else value | {"differs": self.differs.as_json()}

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> "TaskRun":
        """Return the run of `as_dict`; raise `ValueError`, `TypeError` or `KeyError` otherwise."""
        plain = {name: value[name] for name in _PLAIN if name in value or name != "near"}
        plain["marks"] = tuple((cell, mark) for cell, mark in value["marks"])
        plain |= {"cells": tuple(value["cells"]), "what": from_json(value["what"])}
        return cls(**plain, differs=from_json(value["differs"]) if "differs" in value else None)


_PLAIN = tuple(field.name for field in fields(TaskRun) if field.name not in ("what", "differs"))
"""The fields that go into JSON unchanged."""


@dataclass(frozen=True, slots=True)
class TaskMark:
    """The points for one aspect of one task."""

    task: GradedTask
    aspect: str
    points: float
    most: float
    text: Message


@dataclass(frozen=True, slots=True)
class StudentGrade:
    """The grade of one student.

    Parameters
    ----------
    submission
        The submission.
    runs
        The runs in the order of the tasks; none if it could not be graded.
    marks
        The marks for each aspect of each task.
    """

    submission: Submission
    runs: tuple[TaskRun, ...]
    marks: tuple[TaskMark, ...]

    @property
    def student(self) -> str:
        """The student's name."""
        return self.submission.student

    @property
    def points(self) -> float:
        """The sum of all points."""
        return _sum(mark.points for mark in self.marks)

    @property
    def wall_s(self) -> float:
        """The elapsed time of all runs."""
        return sum(run.wall_s or 0.0 for run in self.runs)

    def sum_of(self, aspect: str) -> float:
        """Return the points for one aspect."""
        return _sum(mark.points for mark in self.marks if mark.aspect == aspect)

    @property
    def note(self) -> Message:
        """The number of right tasks, and of runs near a limit, or why nothing was graded."""
        if self.submission.error is not None:
            return self.submission.error
        right, near = sum(run.correct for run in self.runs), sum(run.near for run in self.runs)
        note = msg("{right} of {all} right", right=right, all=len(self.runs))
        if not near:
            return note
        return msg("{note}; came near the limit of time: {n}", note=note, n=near)


def marks_of(task: GradedTask, run: TaskRun | None, error: Message | None) -> Iterator[TaskMark]:
    """Yield the marks of a run; in a submission that was not graded, all are 0 for one reason."""
    for aspect, most in task.points.items():
        if run is None:
            earned, text = False, error or msg("not graded")
        elif not run.correct or aspect in (CORRECT, ENCODING):
            earned, text = run.correct, run.text
        elif aspect == OPTIMAL:
            assert task.shortest is not None
            earned = run.moves == task.shortest
            counts = {"moves": run.moves or 0, "fewest": task.shortest}
            text = msg("{moves} moves; the fewest are {fewest}", **counts)
        elif aspect == FOLLOWS:
            assert task.followed is not None
            followed = msg("it follows {method}", method=task.followed.method)
            earned, text = run.differs is None, run.differs or followed
        else:
            assert aspect == WITHIN_TIME and task.within_s is not None
            limit = task.within_s * MARGIN
            earned = run.cpu_s is not None and run.cpu_s <= limit
            took = msg("not measured") if run.cpu_s is None else duration(run.cpu_s)
            text = msg("CPU time {took}; the limit is {limit}", took=took, limit=duration(limit))
            text = replace(run, what=text).text
        yield TaskMark(task, aspect, most if earned else 0.0, most, text)


@dataclass(frozen=True, repr=False)
class Grades:
    """The grades of a class; `print` writes the table, and a notebook shows it as HTML."""

    assignment: CourseAssignment
    students: tuple[StudentGrade, ...]

    @property
    def most(self) -> float:
        """The points of a faultless submission."""
        return self.assignment.most

    def student(self, name: str) -> StudentGrade:
        """Return the grade of one student; raise `KeyError` if there is no such student."""
        return next((g for g in self.students if g.student == name), None) or _missing(name)

    @cached_property
    def aspects(self) -> tuple[str, ...]:
        """The aspects that the assignment gives points for."""
        used = {aspect for task in self.assignment.tasks for aspect in task.points}
        return tuple(aspect for aspect in ASPECTS if aspect in used)

    def csv(self) -> str:
        """Return a line a student: the points, the most points, the points by task and aspect."""
        file = io.StringIO(newline="")
        writer = csv.writer(file)
        pairs = [(task, aspect) for task in self.assignment.tasks for aspect in task.points]
        names = [_cell(f"{task.id}: {aspect}") for task, aspect in pairs]
        writer.writerow(["student", "points", "most", *names, "note"])
        for grade in self.students:
            points = [mark.points for mark in grade.marks]
            total = [grade.points, self.most]
            row = [_cell(grade.student), *map(shown, (*total, *points)), str(grade.note)]
            writer.writerow(row)
        return file.getvalue()

    def __str__(self) -> str:
        return str(result_table(self))

    def __repr__(self) -> str:
        return f"<Grades of {len(self.students)} students, {len(self.assignment.tasks)} tasks>"

    def _repr_html_(self) -> str:
        return result_table(self).html()

    def to_dict(self) -> dict[str, Any]:
        """Return the grades with all marks as one JSON object."""
        return {
            "title": self.assignment.title,
            "assignment": self.assignment.digest,
            "most": self.most,
            "students": [
                {
                    "student": grade.student,
                    "points": grade.points,
                    "note": str(grade.note),
                    "marks": list(map(_mark, grade.marks)),
                    "runs": [run.as_dict() | {"what": str(run.text)} for run in grade.runs],
                }
                for grade in self.students
            ],
        }

    def to_pandas(self, *, marks: bool = False) -> Any:
        """Return a `pandas.DataFrame`: a row for each student.

        Parameters
        ----------
        marks
            A row for each mark instead.

        Raises
        ------
        UsageError
            pandas is not installed.
        """
        pandas = needed("pandas", extra="notebook", purpose="to_pandas()")
        if marks:
            lines = [{"student": g.student} | _mark(m) for g in self.students for m in g.marks]
            return pandas.DataFrame(lines)
        return pandas.DataFrame(
            {
                "student": grade.student,
                "points": grade.points,
                "most": self.most,
                **{aspect: grade.sum_of(aspect) for aspect in self.aspects},
                "note": str(grade.note),
            }
            for grade in self.students
        )


def result_table(grades: Grades) -> ResultTable:
    """Return a row for each student; marked if nothing could be graded."""
    rows: list[tuple[Text, ...]] = []
    for grade in grades.students:
        sums = (shown(grade.sum_of(aspect)) for aspect in grades.aspects)
        rows.append((grade.student, grade.note, shown(grade.points), *sums))
    failed = (at for at, grade in enumerate(grades.students) if grade.submission.error is not None)
    named = [msg("student"), msg("result"), msg("points")]
    title = msg(
        "{title}: at most {most} points", title=grades.assignment.title, most=shown(grades.most)
    )
    head = (*named, *(ASPECTS[aspect] for aspect in grades.aspects))
    return ResultTable(title, head, tuple(rows), 2, marked=frozenset(failed))


def shown(points: float) -> str:
    """Return points as text: 2, 2.5."""
    return f"{points:.6g}"


def _mark(mark: TaskMark) -> dict[str, Any]:
    return {
        "task": mark.task.id,
        "aspect": mark.aspect,
        "points": mark.points,
        "most": mark.most,
        "text": str(mark.text),
    }


def _sum(values: Iterator[float] | Sequence[float]) -> float:
    return round(sum(values), 6)


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, as students name their files."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _missing(name: str) -> StudentGrade:
    raise KeyError(name)
