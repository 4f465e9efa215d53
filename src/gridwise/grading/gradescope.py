"""Gradescope's `results.json`, as its page on the autograder's output format describes it."""

from collections.abc import Callable
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.grading.assignment import ASPECTS
from gridwise.grading.results import Grades, StudentGrade


def results_json(
    grades: Grades, grade: StudentGrade, words: Callable[[Message], str]
) -> dict[str, Any]:
    """Return the object of one student.

    Parameters
    ----------
    grades, grade
        The class, and the student.
    words
        A function that puts messages into a language.
    """
    numbers = {task.id: at for at, task in enumerate(grades.assignment.tasks, 1)}
    lines = [grade.note]
    if grade.submission.left_out:
        lines.append(msg("left out: {names}", names=grade.submission.left_out))
    tests = []
    for at, mark in enumerate(grade.marks):
        earlier = sum(other.task is mark.task for other in grade.marks[:at])
        name = msg("{name}: {text}", name=mark.task.id, text=ASPECTS[mark.aspect])
        tests.append(
            {
                "score": mark.points,
                "max_score": mark.most,
                "status": "passed" if mark.points == mark.most else "failed",
                "name": words(name),
                "number": f"{numbers[mark.task.id]}.{earlier + 1}",
                "output": words(mark.text),
                "tags": [mark.aspect],
                "visibility": mark.task.visibility,
            }
        )
    return {
        "score": grade.points,
        "execution_time": round(grade.wall_s, 3),
        "output": "\n".join(map(words, lines)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {"student": grade.student, "assignment": grades.assignment.digest},
    }
