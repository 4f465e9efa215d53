"""`gridwise grade`: the submissions of a class, run apart, given points and reported."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared import language
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.message import msg
from gridwise.grading.results import result_table
from gridwise.grading.run import grade as graded


@takes_options(graded, order="output formats workers json")
def grade(
    assignment: Annotated[
        Path, Parameter(name="ASSIGNMENT", help="A TOML file: boards, limits and points.")
    ],
    submissions: Annotated[
        Path,
        Parameter(name="SUBMISSIONS", help="A folder with a folder or a file for each student."),
    ],
    /,
    *,
    output: Path,
    workers: int = 1,
    json: bool = False,
    **asked: Any,
) -> int:
    """Grade the solvers and encodings of a class."""
    terminal = Terminal(json=json)

    again = msg("cancelled; say the same again to go on from {path}", path=str(output))
    with Cancel() as cancel, terminal.noting(again):
        found = graded(
            assignment,
            submissions,
            output,
            lang=language.asked(),
            workers=workers,
            cancel=cancel,
            progress=terminal.run_progress,
            **asked,
        )
    for note in found.assignment.notes:
        terminal.error(note)
    terminal.result_table(result_table(found))
    for one in found.to_dict()["students"]:
        terminal.json_line(one)
    terminal.line(f"{output}: grades.csv, students/", "dim")
    return 0
