"""A task that answers as `gridwise probabilities` does."""

from gridwise.solving.probabilities import as_json, probabilities
from gridwise.workers.arguments import OnBoard
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind


def probabilities_task(call: Call, args: OnBoard) -> TaskAnswer:
    """Return the record of `gridwise probabilities`."""
    position, limits = args.position(), call.limits()
    with call.measured():
        result = probabilities(position, limits=limits, cancel=call.cancel, progress=call.progress)
    call.leave_out(result.statistics)
    return TaskAnswer(as_json(result), result.stop.value)


TASKS = (TaskKind("probabilities", OnBoard, probabilities_task, short=True),)
