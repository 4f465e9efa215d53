"""All heuristics of a board side by side: their values and their claims."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridwise.core.errors import NoSharedViewError
from gridwise.core.limits import NO_LIMITS, CancelToken
from gridwise.core.message import Message, msg
from gridwise.core.run import Run
from gridwise.core.views import StateSpace
from gridwise.render.screen import Screen
from gridwise.solving.instance import Instance


@dataclass(frozen=True, slots=True)
class HeuristicValue:
    """The estimate and the claims of one heuristic on a board.

    Parameters
    ----------
    value
        The estimate of the steps left; None if its tables are missing or no goal can be reached.
    admissible, consistent
        The claims on this board.
    text
        The meaning of the estimate, in a line.
    needs
        The command that makes the missing tables, or None.
    """

    value: int | None
    admissible: bool
    consistent: bool
    text: Message
    needs: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object; with `needs` if a command has to be run first."""
        out: dict[str, Any] = {
            "value": self.value,
            "admissible": self.admissible,
            "consistent": self.consistent,
        }
        return out if self.needs is None else {**out, "needs": self.needs}


def heuristics(
    position: object, *, cancel: CancelToken | None = None
) -> Mapping[str, HeuristicValue]:
    """Return the value and the claims of every heuristic of a position, the default first.

    Errors are those of `questions.heuristics`; a cancelled call raises `Interrupted`.
    """
    run = Run(NO_LIMITS, cancel=cancel)
    run.check()
    instance = Instance.of(position)
    for method in instance.methods:
        kind = instance.view_of(method)
        make = instance.offers[kind].make
        if not method.heuristics(kind, make):
            continue
        with run.current():
            space = method.states(make(), run)
        if space is not None:
            return {name: _value(space, name, run) for name in space.claims()}
    raise NoSharedViewError(
        msg("no method searches {puzzle} by a heuristic", puzzle=instance.puzzle.name)
    )


def heuristics_of_path(
    position: object, *, cancel: CancelToken | None = None
) -> Mapping[str, HeuristicValue]:
    """Return `heuristics` if the answer is a path, as on sliding boards; else nothing."""
    instance = Instance.of(position)
    if instance.puzzle.countable or StateSpace not in instance.offers:
        return {}
    return heuristics(instance, cancel=cancel)


def as_json(found: Mapping[str, HeuristicValue]) -> dict[str, Any]:
    """Return the JSON object of `heuristics`."""
    return {name: value.to_dict() for name, value in found.items()}


def show(screen: Screen, found: Mapping[str, HeuristicValue]) -> None:
    """Print the table, and the commands that the missing tables need."""
    yes, no = msg("yes"), msg("no")
    rows = [
        (
            name,
            "-" if one.value is None else str(one.value),
            yes if one.admissible else no,
            yes if one.consistent else no,
            one.text,
        )
        for name, one in found.items()
    ]
    head = (
        msg("heuristic"),
        "h",
        msg("admissible"),
        msg("consistent"),
        msg("what it estimates"),
    )
    screen.table(head, rows, right=(1,))
    for name, one in found.items():
        if one.needs is not None:
            command = f"gridwise {one.needs}"
            screen.line(msg("{name} needs `{command}`", name=name, command=command), "dim")
    if all(value.value is None and value.needs is None for value in found.values()):
        screen.line(msg("no value: the goal cannot be reached"))


def _value(space: StateSpace[Any, Any], name: str, run: Run) -> HeuristicValue:
    claims, command = space.claims()[name], space.missing_tables(name)
    value = None
    if command is None and space.reachable:
        made = space.heuristic(name, run)
        value = made.estimate(space.initial())
    return HeuristicValue(value, claims.admissible, claims.consistent, claims.text, command)
