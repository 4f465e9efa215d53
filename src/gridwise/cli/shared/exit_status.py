"""Exit statuses; those of errors stand in `core.errors`."""

from typing import Any

from gridwise.core.result import Count, Result, Solutions, Status, Stop

ANSWERED, NO_SOLUTION, LIMIT, CANCELLED, FAULT = 0, 10, 20, 21, 31
_LIMITS = frozenset({Stop.TIME_LIMIT, Stop.NODE_LIMIT, Stop.MEMORY_LIMIT, Stop.INCOMPLETE})


def exit_status(result: Any) -> int:
    """Return the exit status of one result of a question."""
    if getattr(result, "stop", None) is Stop.CANCELLED:
        return CANCELLED
    if not isinstance(result, Result):
        if getattr(result, "status", None) is Status.UNSATISFIABLE:
            return NO_SOLUTION
        return ANSWERED if getattr(result, "answered", True) else LIMIT
    if result.status is Status.UNKNOWN:
        return LIMIT
    if result.status is Status.UNSATISFIABLE:
        return NO_SOLUTION
    answer, cut_short = result.answer, result.stop in _LIMITS
    if isinstance(answer, Solutions):
        if not answer.items:
            return NO_SOLUTION
        return LIMIT if result.question == "all" and cut_short else ANSWERED
    return LIMIT if isinstance(answer, Count) and not answer.exact and cut_short else ANSWERED
