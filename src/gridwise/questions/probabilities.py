"""The exact probability of every covered cell to hold a mine."""

from gridwise.core.capabilities import Probabilities
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.question import Source, limits_of, question
from gridwise.core.run import Progress
from gridwise.questions.answer import Answer
from gridwise.questions.base_board import board_of
from gridwise.questions.parameters import Cpu, Time
from gridwise.solving import probabilities as solving


@question(short=True)
def probabilities(
    board: Source,
    *,
    time_s: Time = None,
    cpu_s: Cpu = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Answer[Probabilities]:
    """Return the exact probability of every covered cell to hold a mine.

    Parameters
    ----------
    board, time_s, cpu_s, limits, cancel, progress
        As for `solve`.

    Returns
    -------
    Answer
        `answer.answer.chances` is the array (height, width) of fractions, None on open cells;
        `answer.answer.layouts` is the number of layouts that fit. It prints a table of percents.

    Raises
    ------
    ParameterError
        The puzzle hides nothing.

    Notes
    -----
    O(2**k) in the boxes k of the largest component, at worst; deciding consistency is NP-complete
    (Kaye 2000, Math. Intelligencer 22(2), 9-15). A component with more open numbers at once than
    any memory holds states for ends with stop MEMORY_LIMIT. Of an unknown number of mines every
    layout has the same weight.

    Examples
    --------
    >>> found = probabilities("minesweeper:3x1x1:1--")
    >>> found.answer.chances.tolist()
    [[None, Fraction(1, 1), Fraction(0, 1)]]
    """
    asked = board_of(board)
    limits = limits_of(limits, time_s, cpu_s)
    result = solving.probabilities(asked.position, limits=limits, cancel=cancel, progress=progress)
    return Answer.of(result, asked, limits)
