"""Answers to a comparison's boards with certificates, for its report."""

from pathlib import Path
from typing import Any

from gridwise.comparing.results import Comparison
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, Limits, check_cancel
from gridwise.core.message import msg
from gridwise.core.puzzle import Question
from gridwise.core.result import Result
from gridwise.solving.certificates.writing import certified
from gridwise.solving.solve import count, solve


def certified_boards(
    comparison: Comparison, folder: Path, cancel: CancelToken | None = None
) -> tuple[tuple[str, Result[Any]], ...]:
    """Answer the question of a comparison on each board, and certify the answers.

    Parameters
    ----------
    comparison
        A comparison with its question, boards and limits.
    folder
        The folder for the certificates.
    cancel
        A token that ends the work.

    Returns
    -------
    tuple
        The label of each board, with its result.

    Raises
    ------
    ParameterError
        The comparison is of games, about which nothing is proved.
    Interrupted
        The call was cancelled.
    """
    if comparison.of_games:
        raise ParameterError(msg("games have no certificates: only answers about boards have"))
    given = comparison.manifest["limits"]
    limits = Limits(time_s=float(given["time_s"]), cpu_s=given.get("cpu_s"))
    asked = str(comparison.manifest.get("question", ""))
    results = []
    for at, subject in enumerate(comparison.subjects):
        position = registry.puzzle(subject.puzzle).parse(subject.notation)
        if asked == "count":
            result: Result[Any] = count(position, limits=limits, cancel=cancel)
        else:
            question = Question(asked) if asked else None
            result = solve(position, question=question, limits=limits, cancel=cancel)
        result = certified(result, folder, index=at, limits=limits, cancel=cancel)
        check_cancel(cancel)
        results.append((subject.label, result))
    return tuple(results)
