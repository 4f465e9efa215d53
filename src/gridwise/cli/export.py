"""`gridwise export`: boards and solutions as documents, pictures and puzzle files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from gridwise.cli.shared.options import (
    Certificate,
    Inputs,
    Kind,
    Style,
    Theme,
    cpu_limit,
    file_name,
    flag,
    time_limit,
    valued,
    whole,
)

if TYPE_CHECKING:
    from gridwise.solving.inputs import Item


def places() -> tuple[str, ...]:
    """Return the places of solutions in a document."""
    from gridwise.documents.export.booklet import SOLUTIONS_AT

    return SOLUTIONS_AT


def export(
    *inputs: Inputs,
    output: Annotated[
        Path,
        valued(
            ("--output", "-o"),
            "FILE",
            "The file; its ending is the format: .docx, .html, .pdf, .png, .svg, or one of the "
            "puzzle's own (.txt, .csv, .sdk ...). Pictures of several boards are numbered.",
            file_name,
        ),
    ],
    solution: Annotated[
        bool,
        flag(
            "--solution",
            "Solve the boards: documents have the solutions at the end, pictures beside; files in "
            "a puzzle's format hold the solved boards instead.",
        ),
    ] = False,
    solution_at: Annotated[
        str | None,
        valued(
            "--solution-at",
            "WHERE",
            "Where a document has the solutions: end (the default), beside each board, or "
            "upside-down at the end.",
            values=places,
        ),
    ] = None,
    theme: Theme = "light",
    per_page: Annotated[
        int | None,
        valued("--per-page", "N", "Boards on a page of a .docx or .pdf; 1 by default.", whole),
    ] = None,
    title: Annotated[
        str | None,
        valued("--title", "TEXT", "The title of a document; by default the puzzles' names."),
    ] = None,
    time: Annotated[
        float | None,
        time_limit("Time limit for each solution, seconds; 5 by default."),
    ] = None,
    cpu: Annotated[
        float | None, cpu_limit("Limit of the CPU time for each solution, seconds.")
    ] = None,
    certificate: Certificate = None,
    style: Style = None,
    puzzle: Kind = None,
) -> int:
    """Write boards to a document, a picture or a puzzle file."""
    from gridwise.cli.shared import language
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, exit_status
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.limits import Interrupted
    from gridwise.core.message import Message, msg
    from gridwise.documents.export import check, check_solutions
    from gridwise.documents.export import export as write
    from gridwise.render.palette import theme_named
    from gridwise.render.words import number

    needed(inputs)
    theme_named(theme)
    check(output, per_page=per_page, title=title, style=style)
    limits = {"--time": time, "--cpu": cpu}
    check_solutions(output, solution_at, certificate, solution=solution, limits=limits)
    terminal = Terminal()
    with Cancel() as cancel:
        cancel.at_once = True  # reading standard input does not look at the token
        items: list[Item] = []

        def keep(item: "Item") -> int:
            items.append(item)
            return ANSWERED

        status = answer_boards(terminal, inputs, puzzle, keep)
        cancel.at_once = False
        if not items:
            terminal.note(msg("{path} not written: there is no board", path=str(output)))
            return status
        try:
            done = write(
                [item.entry.position for item in items],
                output,
                solution=solution,
                solution_at=solution_at,
                theme=theme,
                per_page=per_page,
                title=title,
                style=style,
                lang=language.of_documents(),
                time_s=time,
                cpu_s=cpu,
                certificate=certificate,
                keep=inputs,
                cancel=cancel,
                progress=lambda at, of: terminal.progress(
                    msg("{at} of {all} solved", at=number(at), all=number(of))
                ),
            )
        except Interrupted:
            terminal.note(msg("{path} not written: cancelled", path=str(output)))
            return max(status, CANCELLED)
        finally:
            terminal.clear()

    for at, board in done.unanswered:
        assert board.result is not None
        assert board.known is not None
        item = items[at - 1]
        said = language.sentence(msg("board {number}: {known}", number=at, known=board.known))
        terminal.error(f"{item.source}:{item.entry.line}: {said}")
        status = max(status, exit_status(board.result))
    if not done.paths:
        terminal.note(msg("{path} not written: there is no answer", path=str(output)))
        return status
    first, last = str(done.paths[0]), str(done.paths[-1])
    many = msg("{n} files from {first} to {last}", n=len(done.paths), first=first, last=last)
    boards, answered = len(done.boards), len(done.boards) - len(done.unanswered)
    what: list[Message] = [
        msg("1 board") if boards == 1 else msg("{n} boards", n=number(boards)),
    ]
    if solution:
        what.append(
            msg("1 solution") if answered == 1 else msg("{n} solutions", n=number(answered))
        )
    path = first if first == last else many
    terminal.note(msg("{path} written: {what}", path=path, what=tuple(what)))
    return status
