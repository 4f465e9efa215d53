"""`gridwise export`: boards and solutions as documents, pictures and puzzle files."""

from pathlib import Path
from typing import Annotated, Any

from gridwise.cli.shared import language
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.boards import answer_boards, needed
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, exit_status
from gridwise.cli.shared.options import Inputs
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.question import Arg
from gridwise.documents.export import check, check_solutions, check_targets
from gridwise.documents.export import export as write
from gridwise.render.palette import theme_named
from gridwise.render.words import number
from gridwise.solving.inputs import Item


@takes_options(
    write,
    order="output solution solution_at theme per_page title time_s cpu_s certificate style puzzle",
)
def export(
    *inputs: Inputs,
    output: Annotated[
        Path,
        Arg(
            "The file; its ending is the format: .docx, .html, .pdf, .png, .svg, or one of the "
            "puzzle's own (.txt, .csv, .sdk ...). Pictures of several boards are numbered.",
            option=("--output", "-o"),
            metavar="FILE",
        ),
    ],
    solution: bool = False,
    puzzle: str | None = None,
    **asked: Any,
) -> int:
    """Write boards to a document, a picture or a puzzle file."""
    needed(inputs)
    theme_named(asked.get("theme", "light"))
    check(output, **{name: asked.get(name) for name in ("per_page", "title", "style")})
    at, certificate = asked.get("solution_at"), asked.get("certificate")
    limits = {"--time": asked.get("time_s"), "--cpu": asked.get("cpu_s")}
    check_solutions(output, at, certificate, solution=solution, limits=limits)
    terminal = Terminal()
    with Cancel() as cancel:
        cancel.at_once = True  # reading standard input does not look at the token
        items: list[Item] = []

        def keep(item: Item) -> int:
            items.append(item)
            return ANSWERED

        status = answer_boards(terminal, inputs, puzzle, keep)
        cancel.at_once = False
        if not items:
            terminal.note(msg("{path} not written: there is no board", path=str(output)))
            return status
        check_targets(output, len(items), inputs, solution=solution)
        try:
            done = write(
                [item.entry.position for item in items],
                output,
                solution=solution,
                lang=language.of_documents(),
                cancel=cancel,
                progress=lambda at, of: terminal.progress(
                    msg("{at} of {all} solved", at=number(at), all=number(of))
                ),
                **asked,
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
        terminal.error(f"{item.place}: {said}")
        status = max(status, exit_status(board.result))
    if not done.paths:
        terminal.note(msg("{path} not written: there is no answer", path=str(output)))
        return status
    first, last = str(done.paths[0]), str(done.paths[-1])
    many = msg("{n} files from {first} to {last}", n=len(done.paths), first=first, last=last)
    boards, answered = len(done.boards), len(done.boards) - len(done.unanswered)
    what: list[Message] = [msg("1 board") if boards == 1 else msg("{n} boards", n=number(boards))]
    if solution:
        what.append(
            msg("1 solution") if answered == 1 else msg("{n} solutions", n=number(answered))
        )
    path = first if first == last else many
    terminal.note(msg("{path} written: {what}", path=path, what=tuple(what)))
    return status
