"""`gridwise encode`: the clauses of a board, as DIMACS."""

from pathlib import Path
from typing import Annotated

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.boards import answer_boards, needed
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED
from gridwise.cli.shared.options import Inputs, settings_of
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import ParseError
from gridwise.core.files import check_writable, write_whole
from gridwise.core.message import msg
from gridwise.core.question import Arg
from gridwise.render.words import number
from gridwise.solving.encoding import encode as encoding_of
from gridwise.solving.encoding.encode import Encoded
from gridwise.solving.inputs import Item


@takes_options()
def encode(
    *inputs: Inputs,
    output: Annotated[
        Path | None,
        Arg("Write the DIMACS text to a file.", option=("--output", "-o"), metavar="FILE"),
    ] = None,
    simplified: Annotated[bool, Arg("Write the clauses that unit propagation leaves.")] = False,
    puzzle: str | None = None,
    encoding: str | None = None,
    settings: tuple[str, ...] | None = None,
    json: bool = False,
) -> int:
    """Write the clauses of a board as DIMACS; with --json, count them."""
    needed(inputs)
    options = settings_of(settings, encoding)
    if output is not None:
        check_writable(output, inputs)
    terminal = Terminal(json=json)
    written: list[tuple[str, Encoded]] = []

    def answer(item: Item) -> int:
        if written:
            raise ParseError(
                msg("a second board"),
                msg("one: DIMACS text holds one (--json takes many)"),
                source=item.source,
                line=item.entry.line,
            )
        found = encoding_of.encode(item.entry.position, simplified=simplified, options=options)
        terminal.json_line({"index": item.index, **found.to_dict()})
        if not json or output is not None:
            written.append((found.to_dimacs(), found))
        return ANSWERED

    with Cancel() as cancel:
        cancel.at_once = True  # making clauses does not look at the token
        try:
            status = answer_boards(terminal, inputs, puzzle, answer)
        except KeyboardInterrupt:
            if not cancel.is_set():
                raise
            return CANCELLED
    for text, found in written:
        if output is None:
            terminal.line(text.removesuffix("\n"))
        else:
            write_whole(output, [text])
            terminal.note(
                msg(
                    "{path} written: {variables} variables, {clauses} clauses",
                    path=str(output),
                    variables=number(found.variables),
                    clauses=number(len(found.clauses)),
                )
            )
    return status
