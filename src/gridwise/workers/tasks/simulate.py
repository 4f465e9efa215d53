"""A task that answers as `gridwise simulate` does."""

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Annotated

from gridwise.agents.plan import SimulationPlan, planned
from gridwise.agents.simulate import Games, GuessName, Repeat, Simulation, rows, stopped
from gridwise.agents.statistics import MOST_NUMBERED
from gridwise.core import registry
from gridwise.core.question import Arg, parameters_of
from gridwise.core.result import Stop
from gridwise.workers.arguments import Name, Options, Seed
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind

_SUMMED = ("games", "wins", "finished", "stuck", "lost", "guesses")

GameName = Annotated[str, Arg(what="game", names=registry.referees)]


def _policies() -> Collection[str]:
    return {name for kind in registry.referees() for name in registry.policies(kind)}


PolicyName = Annotated[str, Arg(what="policy", names=_policies)]
_Units = Annotated[int, Arg(least=0, most_remote=100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateArguments(Arguments):
    """As `gridwise simulate`."""

    puzzle: GameName
    board: Name | Annotated[list[Name], Arg(least=1, most_remote=10)] | None = None
    policy: PolicyName | None = None
    first_click: Name | None = None
    free_cells: _Units | Annotated[list[_Units], Arg(least=1, most_remote=10)] | None = None
    games: Games = 100
    repeat: Repeat = 1
    seed: Seed = 0
    guess: GuessName | None = None
    options: Options = field(default_factory=dict)
    numbered: Annotated[bool, Arg("Say which games were finished.", remote=False)] = False

    def plan(self) -> SimulationPlan:
        """Return the plan; raise an error for games that cannot be played. Deals no board."""
        asked = {one.name: getattr(self, one.name) for one in fields(self)}
        taken = parameters_of(planned)
        return planned(**{k: v for k, v in asked.items() if k in taken and v is not None})


def simulate(call: Call, args: SimulateArguments) -> TaskAnswer:
    """Return the lines of `gridwise simulate` as `rows`, and the sums of all games."""
    plan = args.plan()
    with call.measured():
        done = tuple(rows(plan, cancel=call.token(), compiling=call.time_s is None))
    records = [{**row.as_dict(), **plan.as_dict()} for row in done]
    ended = stopped(plan, done)
    if records and ended is Stop.COMPLETED:
        compared = Simulation(plan, done).comparisons
        records[-1]["conclusion"] = [pair.as_dict() for pair in compared]
    late = ended is Stop.CANCELLED and not call.cancel.is_set()
    totals = {name: sum(record[name] for record in records) for name in _SUMMED}
    if args.numbered and len(done) == 1 and done[0].games <= MOST_NUMBERED:
        totals["finished_games"] = f"{done[0].which:x}"
    return TaskAnswer({**totals, "rows": records}, "TIME_LIMIT" if late else ended.value)


TASKS = (TaskKind("simulate", SimulateArguments, simulate),)
