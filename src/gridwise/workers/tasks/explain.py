"""Tasks that explain and rate a board."""

from dataclasses import dataclass
from typing import Annotated

from gridwise.core.result import Stop
from gridwise.solving import explain as explanations
from gridwise.solving import rate as ratings
from gridwise.workers.arguments import Name, OnBoard
from gridwise.workers.protocol import Arg, Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainArguments(OnBoard):
    """As `gridwise explain`."""

    techniques: Annotated[list[Name] | None, Arg("Use only these.", least=1, most_remote=200)] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RateArguments(OnBoard):
    """As `gridwise rate`."""

    models: Annotated[list[Name] | None, Arg("Rate by these only.", least=1, most_remote=20)] = None


def explain(call: Call, args: ExplainArguments) -> TaskAnswer:
    """Return the record of `gridwise explain`."""
    position = args.position()
    with call.measured():
        explanation = explanations.explain(
            position, techniques=args.techniques, limits=call.limits(), cancel=call.cancel
        )
    return TaskAnswer(explanations.as_json(explanation, position), explanation.stop.value)


def rate(call: Call, args: RateArguments) -> TaskAnswer:
    """Return the record of `gridwise rate`; all models share the time limit."""
    position = args.position()
    with call.measured():
        values = ratings.rate(
            position, models=args.models, limits=call.limits(), together=True, cancel=call.cancel
        )
    stop = None if values.stop is Stop.COMPLETED else values.stop.value
    return TaskAnswer(ratings.as_json(position, values), stop)


TASKS = (
    TaskKind("explain", ExplainArguments, explain, short=True),
    TaskKind("rate", RateArguments, rate, short=True),
)
