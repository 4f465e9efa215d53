"""The tasks that are made of questions to one board: their arguments are the questions' own."""

from collections.abc import Callable
from dataclasses import field, make_dataclass, replace
from typing import Annotated, Any

from gridwise.core import registry
from gridwise.core.question import Parameter, QuestionFunction
from gridwise.core.result import Result, Stop
from gridwise.questions.base_board import board_of
from gridwise.solving import rate as ratings
from gridwise.workers.arguments import Name, OnBoard
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind

_OWN = frozenset({"solve", "count", "hint"})
"""Questions whose tasks are written by hand."""


def arguments_of(question: QuestionFunction) -> type[OnBoard]:
    """Return the class of the arguments of a task that asks a question about a board."""
    own = [_field(one) for one in question.own.values()]
    made = make_dataclass(
        f"{question.name.capitalize()}Arguments",
        own,
        bases=(OnBoard,),
        frozen=True,
        slots=True,
        kw_only=True,
    )
    made.__doc__ = f"As `gridwise {question.name}`."
    return made


def _field(parameter: Parameter) -> tuple[str, Any, Any]:
    """Return a parameter as a field; names are a list that is not empty."""
    hint = parameter.annotation
    if parameter.takes_names:
        hint = Annotated[list[Name] | None, replace(parameter.arg, least=1)]
    return parameter.name, hint, field() if parameter.needed else field(default=parameter.default)


def task_of(question: QuestionFunction) -> TaskKind[Any]:
    """Return the task that asks a question about a board."""
    taken = question.parameters

    def run(call: Call, args: OnBoard) -> TaskAnswer:
        board = board_of(args.position())
        given = {name: getattr(args, name) for name in question.own}
        of_call: dict[str, Any] = {"cancel": call.cancel, "progress": call.progress}
        if "limits" in taken:
            of_call["limits"] = call.limits()
        else:
            of_call |= {"time_s": call.left_s(), "cpu_s": call.left_cpu_s()}
        given |= {name: value for name, value in of_call.items() if name in taken}
        with call.measured():
            result = question.function(board, **given)
        if isinstance(result, Result):
            call.leave_out(result.statistics)
        return TaskAnswer(result.to_dict(), getattr(result, "stop", Stop.COMPLETED).value)

    return TaskKind(question.name, arguments_of(question), run, short=question.short)


def _rate(question: QuestionFunction) -> TaskKind[Any]:
    """Return the task that rates a board: all models share its time."""

    def run(call: Call, args: Any) -> TaskAnswer:
        position = args.position()
        with call.measured():
            values = ratings.rate(
                position,
                models=args.models,
                limits=call.limits(),
                together=True,
                cancel=call.cancel,
            )
        return TaskAnswer(values.to_dict(), values.stop.value)

    return TaskKind("rate", arguments_of(question), run, short=True)


def _tasks() -> tuple[TaskKind[Any], ...]:
    made: dict[str, Callable[[QuestionFunction], TaskKind[Any]]] = {"rate": _rate}
    return tuple(
        made.get(name, task_of)(question)
        for name, question in registry.questions().items()
        if question.remote and name not in _OWN
    )


TASKS = _tasks()
