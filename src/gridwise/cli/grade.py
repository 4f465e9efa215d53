"""`gridwise grade`: the submissions of a class, run apart, given points and reported."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared import options
from gridwise.cli.shared.options import Json, Workers, valued


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
    output: Annotated[
        Path, valued(("--output", "-o"), "DIR", "The folder of the results.", options.file_name)
    ],
    formats: Annotated[
        tuple[str, ...],
        options.names(
            "--format", "A,B", "Of the reports: html, pdf, docx.", lambda: ("html", "pdf", "docx")
        ),
    ] = ("html",),
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Grade the solvers and encodings of a class."""
    from gridwise.cli.shared import language
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import CANCELLED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.limits import Interrupted
    from gridwise.core.message import msg
    from gridwise.grading.results import result_table
    from gridwise.grading.run import grade as graded
    from gridwise.render.words import number

    terminal = Terminal(json=json)

    def progress(done: int, total: int, student: str, task: str) -> None:
        terminal.progress(
            msg(
                "run {done} of {total}: {who} on {board}",
                done=number(done),
                total=number(total),
                who=student,
                board=task,
            )
        )

    with Cancel() as cancel:
        try:
            found = graded(
                assignment,
                submissions,
                output,
                formats=formats,
                lang=language.asked(),
                workers=workers or 1,
                cancel=cancel,
                progress=progress,
            )
        except Interrupted:
            terminal.clear()
            terminal.note(
                msg("cancelled; say the same again to go on from {path}", path=str(output))
            )
            return CANCELLED
        finally:
            terminal.clear()
    table = result_table(found)
    terminal.heading(table.title)
    for line, style in table.lines(language.words):
        terminal.line(line, style)
    for one in found.to_dict()["students"]:
        terminal.json_line(one)
    terminal.line(f"{output}: grades.csv, students/", "dim")
    return 0
