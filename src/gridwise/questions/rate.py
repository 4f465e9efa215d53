"""The difficulty of a board, by each measure of its puzzle."""

from typing import Annotated

from gridwise.core.limits import NO_LIMITS, CancelToken
from gridwise.core.question import Arg, Source, limits_of, names_of, question
from gridwise.questions.base_board import instance_of
from gridwise.questions.parameters import Cpu, ModelNames
from gridwise.solving import rate as solving
from gridwise.solving.rate import BoardRatings


@question(short=True)
def rate(
    board: Source,
    *,
    models: ModelNames = None,
    time_s: Annotated[
        float | None,
        Arg("Time limit for each board and model, seconds.", option="--time", metavar="S"),
    ] = None,
    cpu_s: Cpu = None,
    cancel: CancelToken | None = None,
) -> BoardRatings:
    """Return the difficulty of a board, by the name of each rating model.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    models
        Names of the models, as a list or with commas between; by default all of the puzzle.
    time_s, cpu_s, cancel
        Limits of each model.

    Returns
    -------
    BoardRatings
        A dict with None for a model that did not end; its `stop` says why.

    Raises
    ------
    UnknownNameError, InputError
        The model does not exist, or does not rate the board, such as one with several solutions.

    Examples
    --------
    >>> rate("sliding:3x3:1,2,5,3,4,8,6,7,0")["length"]["length"]
    4
    """
    instance = instance_of(board)
    names = None if models is None else names_of("models", models)
    limits = limits_of(NO_LIMITS, time_s, cpu_s)
    return solving.rate(instance, models=names, limits=limits, cancel=cancel)
