"""`gridwise check-encoding`: somebody's own clauses of a board, against the rules."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.boards import answer_boards
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT
from gridwise.cli.shared.options import STDIN
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import InputError, ParameterError, ParseError
from gridwise.core.message import msg
from gridwise.questions.check_encoding import check_encoding as checked
from gridwise.solving.encoding.check_display import show
from gridwise.solving.encoding.given_clauses import read_given
from gridwise.solving.inputs import Item


@takes_options(checked, order="map puzzle boards time_s cpu_s ascii json")
def check_encoding(
    cnf: Annotated[
        str, Parameter(name="CNF", help="The clauses, a DIMACS file; - for standard input.")
    ],
    board: Annotated[str, Parameter(name="INPUT", help="The board: a file, a notation or a text.")],
    /,
    *,
    puzzle: str | None = None,
    ascii: bool = False,
    json: bool = False,
    **asked: Any,
) -> int:
    """Check your own clauses of a board against the rules, with counter-examples.

    Exit status 30 says that the clauses and the rules disagree, 20 that it was not decided.
    """
    terminal = Terminal(json=json, ascii=ascii)
    cnf = "-" if cnf == STDIN else cnf
    if cnf == "-" and board in ("-", STDIN):
        raise ParameterError(msg("standard input holds the clauses or the board, not both"))
    given = read_given(Path(cnf) if cnf != "-" else cnf)
    seen: list[int] = []

    def answer(item: Item) -> int:
        seen.append(item.index)
        if len(seen) > 1:
            raise ParseError(
                msg("a second puzzle"), msg("one puzzle"), source=item.source, line=item.entry.line
            )
        found = checked(given, item.entry.position, cancel=cancel, **asked)
        terminal.json_line({"index": item.index, **found.to_dict()})
        show(terminal, found)
        if found.right is None:
            return CANCELLED if cancel.is_set() else LIMIT
        return ANSWERED if found.right else InputError.exit_status

    with Cancel() as cancel:
        return answer_boards(terminal, ("-" if board == STDIN else board,), puzzle, answer)
