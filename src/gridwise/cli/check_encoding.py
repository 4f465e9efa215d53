"""`gridwise check-encoding`: somebody's own clauses of a board, against the rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from gridwise.cli.shared.options import (
    Ascii,
    Json,
    Kind,
    cpu_limit,
    file_name,
    natural,
    time_limit,
    valued,
)

if TYPE_CHECKING:
    from gridwise.solving.inputs import Item


def check_encoding(
    cnf: Annotated[
        str, Parameter(name="CNF", help="The clauses, a DIMACS file; - for standard input.")
    ],
    board: Annotated[str, Parameter(name="INPUT", help="The board: a file, a notation or a text.")],
    /,
    *,
    map: Annotated[
        Path | None,
        valued(
            "--map",
            "FILE",
            'What the variables mean, JSON such as {"1": "r1c1=5"}; row by row without.',
            file_name,
        ),
    ] = None,
    puzzle: Kind = None,
    boards: Annotated[
        int | None,
        valued(
            "--boards",
            "N",
            "How many legal boards to try where there are auxiliary variables, 5000 by default.",
            natural,
        ),
    ] = None,
    time: Annotated[
        float | None,
        time_limit("Time limit of the search for counter-examples, seconds; 60 by default."),
    ] = None,
    cpu: Annotated[
        float | None,
        cpu_limit("Limit of the CPU time of the search for counter-examples, seconds."),
    ] = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Check your own clauses of a board against the rules, with counter-examples.

    Exit status 30 says that the clauses and the rules disagree, 20 that it was not decided.
    """
    from gridwise.cli.shared.boards import answer_boards
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT
    from gridwise.cli.shared.options import STDIN
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import InputError, ParameterError, ParseError
    from gridwise.core.message import msg
    from gridwise.solving.encoding import check as checks
    from gridwise.solving.encoding.check_display import show
    from gridwise.solving.encoding.given_clauses import read_given

    terminal = Terminal(json=json, ascii=ascii)
    cnf = "-" if cnf == STDIN else cnf
    if cnf == "-" and board in ("-", STDIN):
        raise ParameterError(msg("standard input holds the clauses or the board, not both"))
    given = read_given(Path(cnf) if cnf != "-" else cnf)
    asked: list[int] = []

    def answer(item: "Item") -> int:
        asked.append(item.index)
        if len(asked) > 1:
            raise ParseError(
                msg("a second puzzle"), msg("one puzzle"), source=item.source, line=item.entry.line
            )
        found = checks.check_encoding(
            given,
            item.entry.position,
            variables=map,
            time_s=time,
            cpu_s=cpu,
            boards=checks.BOARDS if boards is None else boards,
            cancel=cancel,
        )
        terminal.json_line({"index": item.index, **found.to_dict()})
        show(terminal, found)
        if found.right is None:
            return CANCELLED if cancel.is_set() else LIMIT
        return ANSWERED if found.right else InputError.exit_status

    with Cancel() as cancel:
        return answer_boards(terminal, ("-" if board == STDIN else board,), puzzle, answer)
