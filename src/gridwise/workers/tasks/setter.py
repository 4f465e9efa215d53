"""A task that looks into what the givens of a board do."""

from gridwise.solving.setter import bench
from gridwise.workers.arguments import OnBoard
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind


def setter_bench(call: Call, args: OnBoard) -> TaskAnswer:
    """Return the record of `gridwise rate --bench`, and `lines`: the candidates as messages."""
    position, left = args.position(), call.left_s()
    time_s = bench.DEFAULT_S if left is None else left
    with call.measured():
        found = bench.bench_board(position, time_s=time_s, cancel=call.cancel)
    lines = [line.as_json() for line in bench.candidate_lines(found)]
    return TaskAnswer({**found.as_json(), "lines": lines})


TASKS = (TaskKind("setter_bench", OnBoard, setter_bench),)
