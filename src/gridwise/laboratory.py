"""The encoding laboratory: one's own clauses of a board, against the rules."""

from typing import TYPE_CHECKING, Any

from gridwise.arguments import typed
from gridwise.board import Board, Source
from gridwise.core.limits import CancelToken, Limits

if TYPE_CHECKING:
    from gridwise.solving.encoding.check import EncodingCheck


@typed
def check_encoding(
    encoding: Any,
    board: Source,
    *,
    map: Any = None,
    puzzle: str | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    boards: int | None = None,
    call_s: float | None = None,
    cancel: CancelToken | None = None,
) -> "EncodingCheck":
    """Check your own clauses of a board: counted, compared with ours, and against the rules.

    Parameters
    ----------
    encoding
        The path of a DIMACS file, its text, a list of clauses (lists of literals), the result of
        `encode`, or a function that takes the `Board` and returns a list of clauses.
    board
        A `Board`, or anything that makes one.
    map
        The meaning of the variables: the path of a JSON file, its text, or a dict, such as
        `{1: ("r1c1", 5), 2: "r1c2=5"}`; variables that it leaves out are auxiliary. By default they
        count cells row by row, and in each cell its values: 1 is r1c1=1.
    puzzle
        The kind of the board; by default it is read from it.
    time_s, cpu_s
        The limits of the search for counter-examples, seconds on the clock and of processor time;
        a minute on the clock if both are None.
    boards
        The most legal boards that are tried, by default 5000, if there are auxiliary variables
        and no other proof.
    call_s
        Seconds for a function; by default ten. It runs in a process of its own.
    cancel
        A token that ends the search.

    Returns
    -------
    EncodingCheck
        `right` (True, False, or None if it is not decided), `families`, `duplicates`, `accepted`
        and `rejected` (counter-examples). Printed, it is the text of the command.

    Raises
    ------
    ParseError
        Clauses or map do not fit the board, at their line and column; a function raises, returns
        something else, or does not end.
    TooLargeError
        The file is over 8 MiB, or has too many variables or literals.
    NoSharedViewError, ParameterError
        The board has no clauses or is too large; a limit is not positive.

    Examples
    --------
    >>> def encode(board):
    ...     return [[1], [-1, -2]]
    >>> found = check_encoding(encode, "minesweeper:2x1:--")
    >>> found.right, found.rejected.clause.text
    (False, 'r1c1')
    """
    from gridwise.solving.encoding import check as checks
    from gridwise.solving.encoding.call import CALL_S, call_encoder
    from gridwise.solving.encoding.given_clauses import read_given

    asked = Board(board, puzzle=puzzle)
    Limits(time_s=time_s, cpu_s=cpu_s, nodes=boards)  # refuses wrong limits before the call
    if callable(encoding):
        given = call_encoder(encoding, asked, Limits(time_s=call_s).time_s or CALL_S)
    else:
        given = read_given(encoding)
    return checks.check_encoding(
        given,
        asked.position,
        variables=map,
        time_s=time_s,
        cpu_s=cpu_s,
        boards=boards or checks.BOARDS,
        cancel=cancel,
    )
