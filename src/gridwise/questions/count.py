"""Count the solutions of a board."""

import os
from collections.abc import Mapping
from typing import Annotated

from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.question import Arg, Source, limits_of, question
from gridwise.core.result import Count
from gridwise.core.run import Progress
from gridwise.questions.answer import Answer
from gridwise.questions.asking import ask_with_options, shared
from gridwise.questions.base_board import board_of
from gridwise.questions.parameters import Cpu, Time
from gridwise.solving import solve as solving
from gridwise.solving.certificates import certified_in


@question()
def count(
    board: Source,
    *,
    method: str | Method = "auto",
    time_s: Time = None,
    cpu_s: Cpu = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    up_to_symmetry: Annotated[
        bool,
        Arg(
            "Count solutions that are rotations or mirror images of each other once.",
            remote_description="Count solutions that mirror or turn into each other once.",
            option="--fundamental",
        ),
    ] = False,
    workers: int | None = None,
    cluster: str | None = None,
    certificate: str | os.PathLike[str] | None = None,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Answer[Count]:
    """Count the solutions of a board.

    Parameters
    ----------
    board, method, time_s, cpu_s, cancel, progress, seed, certificate, options, **more
        As for `solve`.
    limits
        With `limits.solutions` = N the answer is exact up to N, and "at least N" beyond.
    up_to_symmetry
        Count solutions that are rotations or mirror images of each other once.
    workers, cluster
        Share the count out to so many processes, or to a Dask cluster: the address of its
        scheduler, or `local:N`. The puzzle's compiled engine counts, and no `method` is named.

    Returns
    -------
    Answer
        An answer with `count`, and `exact`: whether there are no more solutions.

    Examples
    --------
    >>> answer = count("queens:6:")
    >>> answer.count, answer.exact
    (4, True)
    """
    if up_to_symmetry and certificate is not None:
        raise ParameterError(
            msg("{a} and {b} exclude each other", a="up_to_symmetry", b="certificate")
        )
    asked = board_of(board)
    limits = limits_of(limits, time_s, cpu_s)
    with shared(asked, method, workers, cluster, counting=True) as chosen:
        result = ask_with_options(
            solving.count,
            asked,
            more,
            options,
            method=chosen,
            limits=limits,
            cancel=cancel,
            progress=progress,
            seed=seed,
            up_to_symmetry=up_to_symmetry,
        )
    return Answer.of(certified_in(result, certificate, limits, cancel), asked, limits)
