"""Grade a class: run every submission on every task, keep each run at once, write the results."""

import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from gridwise.core.errors import ParameterError, ParseError, UnknownNameError
from gridwise.core.files import unwritable, write_whole
from gridwise.core.limits import CancelToken, check_cancel
from gridwise.core.message import msg
from gridwise.core.numbers import dumps
from gridwise.core.question import Arg, Names, names_of, typed
from gridwise.documents.model import Document
from gridwise.documents.writers import WRITERS
from gridwise.grading.assignment import CourseAssignment, read_assignment
from gridwise.grading.attempt import attempt
from gridwise.grading.gradescope import results_json
from gridwise.grading.report import document
from gridwise.grading.results import Grades, StudentGrade, TaskMark, TaskRun, marks_of
from gridwise.grading.submissions import Submission, find_submissions
from gridwise.jobs.folder import append_line, keep_lines, locked, read_lines, write_manifest
from gridwise.process.supervisor import Supervisor
from gridwise.render.catalogue import LANGUAGES, Catalogue, catalogue
from gridwise.render.words import in_words

MANIFEST, RUNS, TABLE, STUDENTS = "manifest.json", "runs.jsonl", "grades.csv", "students"
"""The files of a folder of grades, and the folder of the students' files."""

Progress = Callable[[int, int, str, str], None]
"""Callback after each run with the runs done and planned, the student, and the task's id."""
Key = tuple[str, str, str]
"""The identity of a run: the student's folder, the hash of the submission, the task's id."""


@typed
def grade(
    assignment: str | os.PathLike[str],
    submissions: str | os.PathLike[str],
    output: Annotated[
        str | os.PathLike[str],
        Arg("The folder of the results.", option=("--output", "-o"), metavar="DIR"),
    ],
    *,
    formats: Annotated[
        Names,
        Arg(
            "Of the reports: html, pdf, docx.",
            option="--format",
            metavar="A,B",
            completions=lambda: ("html", "pdf", "docx"),
        ),
    ] = ("html",),
    lang: str | None = None,
    workers: int = 1,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Grades:
    """Grade the submissions of a class, and write the table, the reports and the results.

    Parameters
    ----------
    assignment
        The TOML file; see `gridwise.grading.assignment`.
    submissions
        A folder with a folder or a file for each student.
    output
        The folder of results. Runs in it are not made again, unless the submission has changed.
    formats
        The formats of reports, as a list or with commas between: `html`, `pdf`, `docx`.
    lang
        The language of reports and of Gradescope's texts; by default reports in all languages.
    workers
        The number of submissions that run at a time.
    cancel, progress
        A token that ends it; a callback with the runs done and planned, the student and the task.

    Raises
    ------
    ParseError
        An assignment, a folder or a kept run cannot be read; the error names the line.
    ParameterError, UnknownNameError
        Another assignment was graded into this folder; the format or language does not exist.
    UsageError
        The package of a format is not installed; the system can run nothing apart.
    EndedEarlyError
        Cancelled; the same call resumes it.
    """
    check_cancel(cancel)
    if workers < 1:
        raise ParameterError(msg("workers must be at least 1, not {workers}", workers=workers))
    endings = [_ending(name) for name in names_of("formats", formats)]
    languages = tuple(LANGUAGES) if lang is None else (lang,)
    words = {name: catalogue(name) for name in languages}
    for ending in endings:  # a missing package or font is known before hours of runs
        for each in words.values():
            WRITERS[ending](Document(msg("points"), ()), each, lambda: None)
    where = Path(output)
    if where.resolve().is_relative_to(Path(submissions).resolve()):
        raise ParameterError(
            msg("{folder} lies in the folder of submissions: name another", folder=str(where))
        )
    plan = read_assignment(os.fspath(assignment), cancel=cancel)
    submitted = find_submissions(submissions)
    busy = msg("{folder}: another run grades into this folder: wait for its end", folder=str(where))
    with locked(where, busy):
        _claim(plan, where)
        kept = _kept(where, submitted)
        _Class(plan, submitted, where, kept, cancel, progress).run(workers)
        grades = Grades(plan, tuple(_graded(plan, submission, kept) for submission in submitted))
        write_whole(where / TABLE, [grades.csv()])
        for grade in grades.students:
            _write_student(
                grades, grade, where / STUDENTS / grade.submission.folder, words, endings
            )
    return grades


def _ending(name: str) -> str:
    if f".{name}" not in WRITERS:
        raise UnknownNameError(msg("format"), name, [ending[1:] for ending in WRITERS])
    return f".{name}"


@dataclass
class _Class:
    """The missing runs, and the file that keeps runs."""

    plan: CourseAssignment
    found: Sequence[Submission]
    folder: Path
    kept: dict[Key, TaskRun]
    cancel: CancelToken | None
    progress: Progress | None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, workers: int) -> None:
        """Make the missing runs; raise `Interrupted` if cancelled."""
        with (
            (self.folder / RUNS).open("a", encoding="utf-8") as file,
            _supervised(self.plan, workers) as supervisor,
            ThreadPoolExecutor(workers) as pool,
        ):
            graded = [submission for submission in self.found if submission.error is None]
            done = [pool.submit(self._submission, s, file, supervisor) for s in graded]
            try:
                for future in done:
                    future.result()
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def _submission(self, submission: Submission, file: Any, supervisor: Supervisor | None) -> None:
        missing = [t for t in self.plan.tasks if _key(submission, t.id) not in self.kept]
        if not missing:
            return
        try:
            contents: dict[str, bytes] | None = submission.contents()
            why = None
        except OSError as error:
            contents, why = None, msg("it cannot be read: {why}", why=str(error))
        for task in missing:
            check_cancel(self.cancel)
            if contents is None:
                run = TaskRun(task.id, False, why or msg("not graded"))
            else:
                run = attempt(
                    self.plan,
                    task,
                    submission,
                    contents,
                    supervisor=supervisor,
                    cancel=self.cancel,
                )
            with self.lock:
                key = _key(submission, task.id)
                self.kept[key] = run
                append_line(file, _value(key, run))
                if self.progress is not None:
                    total = len(self.plan.tasks) * sum(s.error is None for s in self.found)
                    self.progress(len(self.kept), total, submission.student, task.id)


def _supervised(plan: CourseAssignment, workers: int) -> AbstractContextManager[Supervisor | None]:
    """Return a supervisor to check clauses, or None if there are none to check."""
    encodings = any(task.file is not None for task in plan.tasks)
    return Supervisor(workers) if encodings else nullcontext()


def _key(submission: Submission, task: str) -> Key:
    return submission.folder, submission.digest, task


def _claim(plan: CourseAssignment, folder: Path) -> None:
    """Write the manifest; refuse a folder in which another assignment was graded."""
    path = folder / MANIFEST
    # Without boards: a submission that finds this folder must not find the hidden ones.
    wanted = {"title": plan.title, "assignment": plan.digest}
    try:
        manifest = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        write_manifest(path, wanted)
        return
    except (OSError, ValueError, RecursionError) as error:
        expected = msg("the manifest of a folder of grades")
        raise ParseError(str(error), expected, source=str(path)) from None
    if not isinstance(manifest, dict) or manifest.get("assignment") != plan.digest:
        raise ParameterError(
            msg(
                "{folder} holds the grades of another assignment, or of this one before it was "
                "changed: name another folder",
                folder=str(folder),
            )
        )


def _kept(folder: Path, found: Sequence[Submission]) -> dict[Key, TaskRun]:
    """Return the runs to keep, and remove all others from the file.

    The others are runs of changed or missing submissions, and a last line that was cut short.
    """
    path = folder / RUNS
    current = {(submission.folder, submission.digest) for submission in found}
    whole, part = msg("the runs of a class"), msg("a run of a submission")
    kept = {key: run for key, run in read_lines(path, _read, whole, part) if key[:2] in current}
    keep_lines(path, (_value(*item) for item in kept.items()))
    return kept


def _read(value: Any) -> tuple[Key, TaskRun]:
    (student, digest), run = value["of"], TaskRun.of(value)
    return (student, digest, run.task), run


def _value(key: Key, run: TaskRun) -> dict[str, Any]:
    return {"of": key[:2], **run.as_dict()}


def _graded(
    plan: CourseAssignment, submission: Submission, kept: Mapping[Key, TaskRun]
) -> StudentGrade:
    runs: list[TaskRun] = []
    marks: list[TaskMark] = []
    for task in plan.tasks:
        run = kept.get(_key(submission, task.id)) if submission.error is None else None
        runs += [run] if run is not None else []
        marks += marks_of(task, run, submission.error)
    return StudentGrade(submission, tuple(runs), tuple(marks))


def _write_student(
    grades: Grades,
    one: StudentGrade,
    folder: Path,
    words: Mapping[str, Catalogue],
    endings: Sequence[str],
) -> None:
    """Write the results and the reports of one student."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    first = words.get("en") or next(iter(words.values()))
    value = results_json(grades, one, lambda text: in_words(text, first))
    write_whole(folder / "results.json", [dumps(value, indent=1, ensure_ascii=False) + "\n"])
    report = document(grades, one)
    for ending in endings:
        for name, each in words.items():
            data = WRITERS[ending](report, each, lambda: None)
            write_whole(folder / f"report.{name}{ending}", [data])


__all__ = ["Grades", "grade"]
