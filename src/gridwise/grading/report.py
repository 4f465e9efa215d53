"""The report of one student: points, mistakes on each board, and the rules of grading."""

from collections.abc import Iterator

from gridwise.core import registry
from gridwise.core.limits import Limits
from gridwise.core.message import msg
from gridwise.core.scene import Highlight
from gridwise.core.trace import Mark
from gridwise.documents.model import (
    Block,
    Bullets,
    Document,
    Figure,
    Gallery,
    Heading,
    Paragraph,
    Text,
)
from gridwise.grading.assignment import ASPECTS, MARGIN, WITHIN_TIME, GradedTask
from gridwise.grading.results import Grades, StudentGrade, TaskRun, shown
from gridwise.render.tables import ResultTable
from gridwise.render.words import byte_size, duration, times_words
from gridwise.solving.inputs import parse

MOST_CELLS = 700
"""The cells of the largest board that is drawn."""


def document(grades: Grades, grade: StudentGrade) -> Document:
    """Return the report of one student.

    A board that is hidden from students is named and not drawn, unless its results are visible to
    them at once.
    """
    title = msg("{name}: {text}", name=grade.student, text=grades.assignment.title)
    return Document(title, tuple(_blocks(grades, grade)))


def _blocks(grades: Grades, grade: StudentGrade) -> Iterator[Block]:
    total = {"points": shown(grade.points), "most": shown(grades.most)}
    yield Paragraph(msg("{points} of {most} points: {note}", **total, note=grade.note), strong=True)
    if grade.submission.left_out:
        yield Paragraph(msg("left out: {names}", names=grade.submission.left_out))
    yield _points(grades, grade)
    pairs = _pairs(grades, grade)
    lost = [(task, run) for task, run in pairs if not run.correct or run.differs is not None]
    if lost:
        yield Heading(msg("What went wrong"))
    for task, run in lost:
        yield Heading(task.id, level=2)
        yield Paragraph(run.differs or run.text)
        if run.said:
            yield Paragraph(msg("The program wrote on standard error:"))
            yield Paragraph(run.said, code=True)
        figures = tuple(_figures(task, run))
        if figures:
            yield Gallery(figures)
    yield Heading(msg("How it was graded"))
    yield Bullets(tuple(_rules(grades)))


def _points(grades: Grades, grade: StudentGrade) -> ResultTable:
    runs = {run.task: run for run in grade.runs}
    rows = []
    wrong = set()
    for at, task in enumerate(grades.assignment.tasks):
        marks = {mark.aspect: mark for mark in grade.marks if mark.task is task}
        cells = [
            f"{shown(marks[name].points)} / {shown(marks[name].most)}" if name in marks else "-"
            for name in grades.aspects
        ]
        run = runs.get(task.id)
        cpu: Text = "-" if run is None or run.cpu_s is None else duration(run.cpu_s)
        if run is not None and run.near:
            cpu = msg("{time}, near the limit", time=cpu)
        rows.append((task.id, *cells, cpu))
        if run is None or not run.correct:
            wrong.add(at)
    head: tuple[Text, ...] = (msg("task"), *(ASPECTS[aspect] for aspect in grades.aspects))
    caption = msg("Points by task")
    return ResultTable(caption, (*head, msg("CPU time")), tuple(rows), marked=frozenset(wrong))


def _pairs(grades: Grades, grade: StudentGrade) -> Iterator[tuple[GradedTask, TaskRun]]:
    runs = {run.task: run for run in grade.runs}
    for task in grades.assignment.tasks:
        if task.id in runs:
            yield task, runs[task.id]


def _figures(task: GradedTask, run: TaskRun) -> Iterator[Figure]:
    """Yield the board, and the position of the wrong answer."""
    if task.hidden and task.visibility != "visible":
        return
    position = parse(task.notation)
    puzzle = registry.puzzle_of(position)
    drawn = [(msg("the board"), puzzle.scene(position, origin=position))]
    if run.marks:
        marks = [Mark(*mark) for mark in run.marks]
        shown_cells = dict.fromkeys(run.cells, Highlight.CONFLICT)
        scene = puzzle.scene(position, origin=position, marks=marks, highlights=shown_cells)
        drawn.append((msg("a board that shows it"), scene))
    if run.answer is not None:
        led = parse(run.answer)
        drawn.append((msg("the answer"), puzzle.scene(led, origin=position)))
    for caption, scene in drawn:
        if len(scene.cells) <= MOST_CELLS:
            yield Figure(caption, msg("{name}: {text}", name=task.id, text=caption), scene=scene)


def _rules(grades: Grades) -> Iterator[Text]:
    limits = grades.assignment.limits
    yield msg(
        "Every run has a process and a folder of its own, and ends after {time}, at {memory} of "
        "memory, or at {output} of output.",
        time=times_words(Limits(limits.time_s, cpu_s=limits.cpu_s)),
        memory=byte_size(limits.memory_bytes),
        output=byte_size(limits.output_bytes),
    )
    yield msg(
        "The limits of time begin when the solver is asked, and a run that came near one is made "
        "once more."
    )
    yield msg("An answer is right if its moves, replayed by the rules, solve the board.")
    for method in dict.fromkeys(t.followed.method for t in grades.assignment.tasks if t.followed):
        yield msg(
            "A right answer follows the pseudo-code if what the solver counts is what {method} "
            "counts on the same board.",
            method=method,
        )
    if WITHIN_TIME in grades.aspects:
        yield msg(
            "Within time means CPU seconds, up to {margin} times those of the assignment.",
            margin=f"{MARGIN:g}",
        )
    if any(task.hidden for task in grades.assignment.tasks):
        yield msg("The hidden boards are the same for the whole class.")
