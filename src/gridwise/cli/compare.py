"""`gridwise compare`: the same boards by many methods, fairly measured and cross-checked."""

import textwrap
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared import language
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import FAULT
from gridwise.cli.shared.language import heading, sentence, words
from gridwise.cli.shared.options import Inputs
from gridwise.cli.shared.terminal import Terminal, columns, table
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.results import Comparison, RunRow, records
from gridwise.comparing.suites import suites
from gridwise.comparing.tables import reading_notes, result_table, rows_table
from gridwise.core.errors import UnknownNameError, UsageError
from gridwise.core.message import Message, msg
from gridwise.core.question import Arg
from gridwise.documents.compare import carry_out
from gridwise.documents.compare import compare as compared
from gridwise.documents.hand_in import PDF, REPORT
from gridwise.documents.model import Block, Bullets, Gallery, Heading, Paragraph
from gridwise.documents.report.course_report import claims, figures_and_examples
from gridwise.documents.report.results import stopped_by_clock
from gridwise.render import text
from gridwise.render.tables import ResultTable


@takes_options(
    compared,
    order="output methods question puzzle repeats time_s cpu_s memory seed hand_in workers cluster "
    "rows json",
)
def compare(
    *inputs: Annotated[
        Inputs,
        Parameter(
            help="Files, notations, -; or one ready-made suite: minesweeper-cnf, "
            "minesweeper-agent, sliding-heuristics, sudoku, queens; of the course reports "
            "report-minesweeper-cnf, report-sudoku, report-agent, report-queens, report-sliding."
        ),
    ],
    output: Path | None = None,
    memory: Annotated[float | None, Arg("The limit of a run; 2000 without.", metavar="MB")] = None,
    hand_in: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    rows: Annotated[
        bool, Arg("Print a row for each board and method, with all that was measured.")
    ] = False,
    json: bool = False,
    **asked: Any,
) -> int:
    """Compare methods on the same boards."""
    terminal = Terminal(json=json)

    def progress(done: int, total: int, row: RunRow) -> None:
        terminal.run_progress(done, total, row.contender, row.subject)

    def measured(result: Comparison, folder: Path, plots: tuple[str, ...] | None) -> None:
        cancel.at_once = output is not None  # what is left does not look at the token
        terminal.clear()
        _show(terminal, result, folder, rows=rows)
        if output is None:
            return
        files = "manifest.json, runs.jsonl, runs.csv, table.csv"
        drawn = f", plots/ ({', '.join(plots)})" if plots else ""
        terminal.line(f"{output}: {files}{drawn}", "dim")
        if plots is None:
            command = 'pip install "gridwise[compare]"'
            terminal.note(msg("no plots: they need matplotlib: {command}", command=command))
        if hand_in is not None:
            terminal.progress(msg("writing {path}", path=str(hand_in)))

    if output is None and hand_in is not None:
        raise UsageError(msg("--hand-in needs a comparison that is kept: name its folder with -o"))
    _check_suite(inputs)
    memory_bytes = None if memory is None else max(1, int(memory * 1_000_000))
    plan = plan_comparison(inputs, own=True, memory_bytes=memory_bytes, **asked)
    for note in reading_notes(plan.subjects):
        terminal.error(note)
    again = msg("cancelled; say the same again to go on from {path}", path=str(output))
    lost = msg("cancelled; -o DIR would keep what was run")
    with Cancel() as cancel, terminal.noting(again if output else lost):
        result = carry_out(
            plan,
            output,
            hand_in=hand_in,
            lang=language.of_documents(),
            workers=workers,
            cluster=cluster,
            cancel=cancel,
            progress=progress,
            measured=measured,
        )
        if output is None:
            terminal.line(msg("nothing is kept; -o DIR keeps every run"), "dim")
    if hand_in is not None:
        names = ("README.txt", REPORT, PDF, "SOURCE", "BOARDS", "TABLES")
        laid = ", ".join(name for name in names if (hand_in / name).exists())
        terminal.note(f"{hand_in}: {laid}")
    return FAULT if result.faults() or result.disagreements() else 0


def _check_suite(inputs: Sequence[str]) -> None:
    """Raise `UnknownNameError` for what is no input and nearly the name of a suite."""
    for name in inputs:
        near = get_close_matches(name, suites(), n=1, cutoff=0.75)
        if near and ":" not in name and name not in suites() and not Path(name).exists():
            raise UnknownNameError(msg("suite"), name, suites())


def _show(terminal: Terminal, result: Comparison, folder: Path, *, rows: bool) -> None:
    """Print who won, the table that it follows from, and what went wrong.

    With `rows` also a row for each board and method.
    """
    table = result_table(result, width=terminal.width, words=words)
    terminal.heading(table.title)
    for at, said in enumerate(table.lead):
        _wrapped(terminal, said, "", "" if at else "bold")
    for record in records(result):
        terminal.json_line(record)
    terminal.result_table(table, title=False)
    if rows:
        terminal.line()
        table = rows_table(result)
        terminal.result_table(table, title=False)
    cut = stopped_by_clock(result)
    for note in (*([] if cut is None else [cut]), *table.notes):
        terminal.line(note, "dim")
    for wrong in table.wrong:
        terminal.line(wrong, "bold red")
    _beside(terminal, result, folder)


def _beside(terminal: Terminal, result: Comparison, folder: Path) -> None:
    """Print a course report's figures and claims beside these results, if one is repeated."""
    for block in (*figures_and_examples(result, folder), *claims(result, folder)):
        _block(terminal, block)


def _block(terminal: Terminal, block: Block) -> None:
    match block:
        case Heading():
            terminal.line()
            terminal.heading(block.text)
        case Paragraph():
            _wrapped(terminal, block.text, "")
        case Bullets():
            for item in block.items:
                _wrapped(terminal, item, "- ")
        case ResultTable():
            terminal.heading(block.title)
            for line in table(block.head, block.rows):
                terminal.line(f"  {line}")
        case Gallery():
            for picture in block.figures:
                if picture.scene is not None:
                    terminal.line(heading(picture.caption))
                    terminal.drawing(text.draw(picture.scene, ascii=terminal.ascii))


def _wrapped(terminal: Terminal, text: str | Message, sign: str, style: str = "") -> None:
    said = sentence(text)
    width = max(40, min(terminal.width, 120)) * len(said) // max(1, columns(said))
    indent = " " * len(sign)
    for line in textwrap.wrap(
        said, width, initial_indent=sign, subsequent_indent=indent, break_on_hyphens=False
    ):
        terminal.line(line, style)
