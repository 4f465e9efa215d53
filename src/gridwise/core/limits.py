"""The limits of a run, and the exception that ends it."""

import reprlib
from dataclasses import dataclass, field
from numbers import Real
from typing import Protocol

from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.message import msg
from gridwise.core.result import Stop


class CancelToken(Protocol):
    """Anything with `is_set`, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Return whether the run should stop."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run; None is no limit.

    Parameters
    ----------
    time_s
        Wall time.
    cpu_s
        Processor time of this process, all its threads together; by name only. A run that it ends
        stops with `Stop.TIME_LIMIT` too.
    nodes
        Nodes, as each method's page defines them; met exactly.
    memory_bytes
        Growth of this process's resident memory since the run began; sampled, not met exactly.
    solutions
        For questions that ask for more than one solution.
    """

    time_s: float | None = None
    cpu_s: float | None = field(default=None, kw_only=True)
    nodes: int | None = None
    memory_bytes: int | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        for name in ("time_s", "cpu_s", "nodes", "memory_bytes", "solutions"):
            value = getattr(self, name)
            if value is None or (isinstance(value, Real) and value > 0):  # type: ignore[operator]
                continue  # the numbers of `Real` can be compared, which its stub does not say
            what = msg(
                "limit {name} must be a number more than 0, not {what}",
                name=name,
                what=reprlib.repr(value),
            )
            raise ParameterError(what)


NO_LIMITS = Limits()
_LEAST_S = 0.001  # a limit that has passed already still needs a number above 0
_CLOCK, _CLOCK_S = 10, 60.0


def part_of(seconds: float | None, part: float) -> float | None:
    """Return a part of a limit of time; no limit (None) has no part."""
    return None if seconds is None else max(_LEAST_S, part * seconds)


def clock_for(cpu_s: float) -> float:
    """Return the seconds on the clock that run with a limit of processor time has at most.

    They end a run that waits instead of working; a busy machine does not reach them.
    """
    return max(_CLOCK_S, _CLOCK * cpu_s)


def time_or(time_s: float | None, cpu_s: float | None, default_s: float) -> float:
    """Return the limit of wall time: `time_s`, else `default_s`, or more beside a limit of CPU."""
    if time_s is not None:
        return time_s
    return default_s if cpu_s is None else clock_for(cpu_s)


def time_limits(time_s: float | None, cpu_s: float | None, default_s: float) -> Limits:
    """Return limits of time, with the default of `time_or`; raise `ParameterError`."""
    return Limits(time_s=time_or(time_s, cpu_s, default_s), cpu_s=cpu_s)


class Interrupted(Exception):  # noqa: N818  (control flow, not an error)
    """Ends a method: `Run.tick` and `Run.check` raise it at a limit, only the driver catches it."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__(stop.name)


def check_cancel(token: CancelToken | None) -> None:
    """Raise `Interrupted` if the token is set."""
    if token is not None and token.is_set():
        raise Interrupted(Stop.CANCELLED)


class EndedEarlyError(GridwiseError, Interrupted):
    """A call that makes something was cancelled, or timed out, and has made nothing.

    Questions about a board raise none: their answers have a `stop`.

    Attributes
    ----------
    stop
        Why it ended: CANCELLED, TIME_LIMIT or MEMORY_LIMIT.
    """

    exit_status = 21

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        words = {
            Stop.CANCELLED: msg("cancelled; nothing was made"),
            Stop.MEMORY_LIMIT: msg("out of memory; nothing was made"),
        }
        Exception.__init__(self, words.get(stop, msg("timed out; nothing was made")))
