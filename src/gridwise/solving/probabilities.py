"""How likely each covered cell is to hold a mine, exactly."""

from fractions import Fraction
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Probabilities, ProbabilityModel
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.message import msg
from gridwise.core.numbers import digits
from gridwise.core.result import Conflict, Result, Status, Stop
from gridwise.core.run import Progress, Run
from gridwise.solving import result_json

METHOD = "exact"
"""The method that a result names: the puzzle's own count."""
_COUNTED = frozenset({"layouts", "components"})


def probabilities(
    position: object,
    *,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Result[Probabilities]:
    """Return the exact probability that each covered cell of a position holds a mine.

    Counts every layout that fits the shown numbers and the mines left, one component of the
    frontier at a time. Exact integers until the last division.

    Returns
    -------
    Result[Probabilities]
        UNSATISFIABLE if no layout fits, with the broken rule in `conflict` if it is plain (more
        mines left than covered cells, say); UNKNOWN without an answer once a limit is reached.
    """
    puzzle = registry.puzzle_of(position)
    exact = registry.capability(puzzle.name, ProbabilityModel, position)
    if exact is None:
        fitting = ", ".join(registry.capabilities(ProbabilityModel))
        raise ParameterError(
            msg(
                "{puzzle} hides nothing; probabilities are for: {fitting}",
                puzzle=puzzle.name,
                fitting=fitting,
            )
        )
    run = Run(limits, cancel=cancel, progress=progress)
    answer: Probabilities | None = None
    conflict = None
    stop = Stop.COMPLETED
    broken = puzzle.violations(position)
    if broken:
        conflict = Conflict(broken[0].text, broken[0].cells)
    else:
        try:
            answer = exact.probabilities(position, run)
        except Interrupted as end:
            stop = end.stop
    if answer is not None:
        status = Status.SOLVED
    else:
        status = Status.UNSATISFIABLE if stop is Stop.COMPLETED else Status.UNKNOWN
    return Result(
        status=status,
        stop=stop,
        answer=answer,
        puzzle=puzzle.name,
        notation=puzzle.format(position),
        method=METHOD,
        question="probabilities",
        statistics=run.statistics(_COUNTED),
        features=registry.features(position),
        conflict=conflict,
        position=position,
    )


def as_json(result: Result[Probabilities], *, index: int = 0) -> dict[str, Any]:
    """Return the JSON object of a result of `probabilities`.

    The keys of every result, and `probabilities` (rows of the board: null on open cells, else
    "numerator/denominator") and `layouts` (text, for it may be a long number); null without an
    answer, "0" layouts if none fits.
    """
    out = result_json.as_json(result, index=index)
    out["probabilities"], out["layouts"] = None, None
    if result.answer is not None:
        rows = result.answer.chances.tolist()
        texts = {chance: fraction_text(chance) for row in rows for chance in row}
        out["probabilities"] = [[texts[chance] for chance in row] for row in rows]
        out["layouts"] = digits(result.answer.layouts)
    elif result.status is Status.UNSATISFIABLE:
        out["layouts"] = "0"
    return out


def fraction_text(chance: Fraction | None) -> str | None:
    """Return a chance as "numerator/denominator", in lowest terms."""
    return None if chance is None else f"{digits(chance.numerator)}/{digits(chance.denominator)}"
