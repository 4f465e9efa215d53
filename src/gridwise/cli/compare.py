"""`gridwise compare`: the same boards by many methods, fairly measured and cross-checked."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from gridwise.cli.shared import options
from gridwise.cli.shared.options import Cluster, Inputs, Json, Kind, Workers, flag, valued
from gridwise.core import registry
from gridwise.core.message import Message, msg

if TYPE_CHECKING:
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.comparing.results import Comparison, RunRow
    from gridwise.documents.model import Block
    from gridwise.render.tables import ResultTable


def compare(
    *inputs: Annotated[
        Inputs,
        Parameter(
            help="Files, notations, -; or one ready-made suite: minesweeper-cnf, "
            "minesweeper-agent, sliding-heuristics, sudoku, queens; of the course reports "
            "report-minesweeper-cnf, report-sudoku, report-agent, report-queens, report-sliding.",
        ),
    ],
    output: Annotated[
        Path | None,
        valued(
            ("--output", "-o"),
            "DIR",
            "The folder that keeps every run, with tables and plots; without it nothing is kept.",
            options.file_name,
        ),
    ] = None,
    methods: Annotated[
        tuple[str, ...] | None,
        options.names(
            "--methods",
            "A,B",
            "Methods, as name or name:option=value; FILE.py or './program {board}' is a solver "
            "of your own; all that fit without.",
            registry.methods,
        ),
    ] = None,
    question: Annotated[
        str | None,
        valued(
            "--question",
            "Q",
            "solution, forced or count; the puzzle's first without.",
            values=lambda: ("solution", "forced", "count"),
        ),
    ] = None,
    puzzle: Kind = None,
    repeats: Annotated[
        int | None, valued("--repeats", "N", "Runs of each pair; 5 without.", options.whole)
    ] = None,
    time: Annotated[
        float | None, options.time_limit("The limit of a run, seconds on the clock.")
    ] = None,
    cpu: Annotated[
        float | None,
        options.cpu_limit(
            "The limit of a run, seconds of processor time: other programs do not use it up."
        ),
    ] = None,
    memory: Annotated[
        float | None, valued("--memory", "MB", "The limit of a run; 2000 without.", options.amount)
    ] = None,
    seed: Annotated[
        int, valued("--seed", "S", "The order of the runs follows from it.", options.natural)
    ] = 0,
    hand_in: Annotated[
        Path | None,
        valued(
            "--hand-in",
            "DIR",
            "Lay out sources, boards, answers, tables and the report there.",
            options.file_name,
        ),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    rows: Annotated[
        bool, flag("--rows", "Print a row for each board and method, with all that was measured.")
    ] = False,
    json: Json = False,
) -> int:
    """Compare methods on the same boards."""
    from tempfile import TemporaryDirectory

    from gridwise.batch.runs import shared_runs
    from gridwise.cli.shared import language
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import CANCELLED, FAULT
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.comparing.plan import plan_comparison
    from gridwise.comparing.run import run_plan
    from gridwise.core.errors import UsageError
    from gridwise.core.limits import Interrupted
    from gridwise.documents.compare import carry_out
    from gridwise.render.words import number

    terminal = Terminal(json=json)

    def progress(done: int, total: int, row: "RunRow") -> None:
        terminal.progress(
            msg(
                "run {done} of {total}: {who} on {board}",
                done=number(done),
                total=number(total),
                who=row.contender,
                board=row.subject,
            )
        )

    def measured(result: "Comparison", plots: tuple[str, ...] | None) -> None:
        cancel.at_once = True  # what is left does not look at the token
        terminal.clear()
        assert output is not None
        _show(terminal, result, output, rows=rows)
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
    plan = plan_comparison(
        inputs,
        methods=methods,
        own=True,
        puzzle=puzzle,
        question=question,
        repeats=repeats,
        seed=seed,
        time_s=time,
        cpu_s=cpu,
        memory_bytes=None if memory is None else max(1, int(memory * 1_000_000)),
    )
    with Cancel() as cancel, shared_runs(workers, cluster, cancel) as share:
        try:
            if output is None:
                with TemporaryDirectory(prefix="gridwise-") as folder:
                    result = run_plan(plan, folder, share=share, cancel=cancel, progress=progress)
                    terminal.clear()
                    _show(terminal, result, Path(folder), rows=rows)
                terminal.line(msg("nothing is kept; -o DIR keeps every run"), "dim")
            else:
                result = carry_out(
                    plan,
                    output,
                    hand_in=hand_in,
                    lang=language.of_documents(),
                    cancel=cancel,
                    progress=progress,
                    measured=measured,
                    share=share,
                )
        except Interrupted:
            terminal.clear()
            again = msg("cancelled; say the same again to go on from {path}", path=str(output))
            terminal.note(again if output else msg("cancelled; -o DIR would keep what was run"))
            return CANCELLED
        finally:
            terminal.clear()
    if hand_in is not None:
        terminal.note(f"{hand_in}: README.txt, REPORT.docx, SOURCE, BOARDS, TABLES")
    return FAULT if result.faults() or result.disagreements() else 0


def _check_suite(inputs: Sequence[str]) -> None:
    """Raise `UnknownNameError` for what is no input and nearly the name of a suite."""
    from difflib import get_close_matches

    from gridwise.comparing.suites import suites
    from gridwise.core.errors import UnknownNameError

    for name in inputs:
        near = get_close_matches(name, suites(), n=1, cutoff=0.75)
        if near and ":" not in name and name not in suites() and not Path(name).exists():
            raise UnknownNameError(msg("suite"), name, suites())


def _show(
    terminal: "Terminal",
    result: "Comparison",
    folder: Path,
    *,
    rows: bool,
) -> None:
    """Print who won, the table that it follows from, and what went wrong.

    With `rows` also a row for each board and method.
    """
    from gridwise.cli.shared.language import words
    from gridwise.comparing.result_table import result_table, rows_table
    from gridwise.comparing.results import records
    from gridwise.documents.report.tables import stopped_by_clock

    table = result_table(result, width=terminal.width, words=words)
    terminal.heading(table.title)
    for at, said in enumerate(table.lead):
        _wrapped(terminal, said, "", "" if at else "bold")
    for record in records(result):
        terminal.json_line(record)
    _lines(terminal, table)
    if rows:
        terminal.line()
        table = rows_table(result)
        _lines(terminal, table)
    cut = stopped_by_clock(result)
    for note in (*([] if cut is None else [cut]), *table.notes):
        terminal.line(note, "dim")
    for wrong in table.wrong:
        terminal.line(wrong, "bold red")
    _beside(terminal, result, folder)


def _lines(terminal: "Terminal", table: "ResultTable") -> None:
    from gridwise.cli.shared.language import words

    for line, style in table.lines(words):
        terminal.line(line, style)
    for name in table.key:
        terminal.line(words(name), "dim")


def _beside(terminal: "Terminal", result: "Comparison", folder: Path) -> None:
    """Print a course report's figures and claims beside these results, if one is repeated."""
    from gridwise.documents.report.course_report import claims, figures_and_examples

    for block in (*figures_and_examples(result, folder), *claims(result, folder)):
        _block(terminal, block)


def _block(terminal: "Terminal", block: "Block") -> None:
    from gridwise.cli.shared.language import heading
    from gridwise.cli.shared.terminal import table
    from gridwise.documents.model import Bullets, DocumentTable, Gallery, Heading, Paragraph
    from gridwise.render import text

    match block:
        case Heading():
            terminal.line()
            terminal.heading(block.text)
        case Paragraph():
            _wrapped(terminal, block.text, "")
        case Bullets():
            for item in block.items:
                _wrapped(terminal, item, "- ")
        case DocumentTable():
            terminal.heading(block.caption)
            for line in table(block.head, block.rows):
                terminal.line(f"  {line}")
        case Gallery():
            for picture in block.figures:
                if picture.scene is not None:
                    terminal.line(heading(picture.caption))
                    terminal.drawing(text.draw(picture.scene, ascii=terminal.ascii))


def _wrapped(terminal: "Terminal", text: str | Message, sign: str, style: str = "") -> None:
    import textwrap

    from gridwise.cli.shared.language import sentence
    from gridwise.cli.shared.terminal import columns

    said = sentence(text)
    width = max(40, min(terminal.width, 120)) * len(said) // max(1, columns(said))
    indent = " " * len(sign)
    for line in textwrap.wrap(
        said, width, initial_indent=sign, subsequent_indent=indent, break_on_hyphens=False
    ):
        terminal.line(line, style)
