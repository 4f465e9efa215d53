"""A task that examines the givens of a board."""

from gridwise.core.limits import part_of
from gridwise.core.result import Stop
from gridwise.questions import setter_bench as bench
from gridwise.workers.arguments import OnBoard
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind

_SHARE = 0.8
"""The share of the time limit for the bench; the rest lets its last step end."""


def setter_bench(call: Call, args: OnBoard) -> TaskAnswer:
    """Return the record of `gridwise rate --bench`, and `lines`: the candidates as messages."""
    position, left = args.position(), call.left_s()
    with call.measured():
        result = bench.setter_bench(
            position,
            time_s=None if left is None else _SHARE * left,
            cpu_s=part_of(call.left_cpu_s(), _SHARE),
            cancel=call.cancel,
        )
    if result.stop is Stop.CANCELLED:
        return TaskAnswer(None, result.stop.value)
    lines = [line.as_json() for line in bench.candidate_lines(result)]
    return TaskAnswer({**result.as_json(), "lines": lines})


TASKS = (TaskKind("setter_bench", OnBoard, setter_bench, short=True),)
