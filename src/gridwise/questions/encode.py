"""The clauses of a board, as DIMACS."""

from collections.abc import Mapping

from gridwise.core.question import Source, question
from gridwise.questions.asking import ask_with_options
from gridwise.questions.base_board import board_of
from gridwise.solving.encoding import encode as encoding
from gridwise.solving.encoding.encode import Encoded


@question(remote=False)
def encode(
    board: Source,
    *,
    simplified: bool = False,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Encoded:
    """Return the clauses of a board; `to_dimacs()` is their text.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    simplified
        The clauses after unit propagation, in place of the raw ones.
    options, **more
        Options of the clauses by name, such as `encoding`.

    Raises
    ------
    NoSharedViewError
        The board has no clauses: the puzzle has none, or the board is too large.
    UnknownNameError, ParameterError
        The puzzle's clauses do not have the option, or not its value.

    Examples
    --------
    >>> clauses = encode("queens:4:")
    >>> clauses.variables, len(clauses.clauses)
    (16, 84)
    """
    return ask_with_options(encoding.encode, board_of(board), more, options, simplified=simplified)
