"""The task that checks somebody's own clauses of a board."""

from dataclasses import dataclass
from typing import Annotated

from gridwise.solving.encoding import check as checks
from gridwise.solving.encoding.given import FileText, read_given
from gridwise.solving.encoding.shown import as_page
from gridwise.workers.arguments import OnBoard
from gridwise.workers.protocol import Arg, Call, TaskAnswer, TaskKind

MOST_BYTES = 4_000_000
"""Of a file of clauses, and of a map."""
_SHARE = 0.8
"""Of the time, for the search: what was found until then is still to be drawn and sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEncodingArguments(OnBoard):
    """Arguments of `check_encoding`."""

    cnf: Annotated[str, Arg("The clauses, as DIMACS.", most=MOST_BYTES)]
    name: str = "encoding.cnf"
    map: Annotated[str, Arg("What the variables mean, as JSON.", most=MOST_BYTES)] | None = None
    map_name: str = "map.json"


def check_encoding(call: Call, args: CheckEncodingArguments) -> TaskAnswer:
    """Return what a page shows of a check."""
    position = args.position()
    left = call.left_s()
    time_s = checks.DEFAULT_S if left is None else min(checks.DEFAULT_S, _SHARE * left)
    with call.measured():
        found = checks.check_encoding(
            read_given(FileText(args.name, args.cnf)),
            position,
            variables=None if args.map is None else FileText(args.map_name, args.map),
            time_s=time_s,
            cancel=call.cancel,
        )
    return TaskAnswer(as_page(found))


TASKS = (TaskKind("check_encoding", CheckEncodingArguments, check_encoding),)
