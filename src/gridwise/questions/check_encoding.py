"""The encoding laboratory: somebody's own clauses of a board, against the rules."""

import os
from typing import Annotated, Any

from gridwise.core.limits import CancelToken, time_limits
from gridwise.core.question import Arg, Source, typed
from gridwise.core.run import Run
from gridwise.questions.base_board import board_of, instance_of
from gridwise.solving.encoding.call import CALL_S, call_encoder
from gridwise.solving.encoding.check import BOARDS, DEFAULT_S, EncodingCheck, checked
from gridwise.solving.encoding.given_clauses import read_given


@typed
def check_encoding(
    encoding: Any,
    board: Source,
    *,
    map: Annotated[
        str | os.PathLike[str] | Any,
        Arg(
            'What the variables mean, JSON such as {"1": "r1c1=5"}; row by row without.',
            metavar="FILE",
        ),
    ] = None,
    puzzle: str | None = None,
    time_s: Annotated[
        float | None,
        Arg(
            "Time limit of the search for counter-examples, seconds; 60 by default.",
            option="--time",
            metavar="S",
        ),
    ] = None,
    cpu_s: Annotated[
        float | None,
        Arg(
            "Limit of the CPU time of the search for counter-examples, seconds.",
            option="--cpu",
            metavar="S",
        ),
    ] = None,
    boards: Annotated[
        int,
        Arg(
            "How many legal boards to try where there are auxiliary variables, 5000 by default.",
            least=0,
            metavar="N",
        ),
    ]
    | None = None,
    call_s: Annotated[float, Arg(above=0)] | None = None,
    cancel: CancelToken | None = None,
) -> EncodingCheck:
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
    asked = board_of(board, puzzle=puzzle)
    limits = time_limits(time_s, cpu_s, DEFAULT_S)  # refuses wrong ones before the call
    given = (
        call_encoder(encoding, asked, call_s or CALL_S)
        if callable(encoding)
        else read_given(encoding)
    )
    most = BOARDS if boards is None else boards
    return checked(instance_of(asked), given, map, Run(limits, cancel=cancel), most)
