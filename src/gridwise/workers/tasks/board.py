"""Tasks that look at a board: read it from a text, estimate it, list the clauses of a cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.interaction import LAYOUT
from gridwise.core.message import msg
from gridwise.core.puzzle import Offer, Puzzle
from gridwise.core.question import Arg
from gridwise.core.views import StateSpace
from gridwise.solving.encoding.clauses import as_json, cell_clauses
from gridwise.solving.inputs import read_text
from gridwise.workers.arguments import OnBoard, PuzzleName
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind

MOST_READ = 500
"""The number of boards of one text that `read` returns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadArguments(Arguments):
    """Arguments of `read`."""

    text: str
    puzzle: PuzzleName | None = None
    filename: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatesArguments(OnBoard):
    """Arguments of `estimates`."""

    heuristic: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClausesArguments(OnBoard):
    """Arguments of `clauses`."""

    cell: Annotated[int, Arg(least=0)] | None = None


def read(call: Call, args: ReadArguments) -> TaskAnswer:
    """Read every board of a text, in any format: notations, or why one cannot be read."""
    name = args.filename
    boards: list[dict[str, Any]] = []
    number = 0
    with call.measured():
        for puzzle, entry in read_text(
            args.text, puzzle=args.puzzle, filename=name, source=name or "<text>"
        ):
            number += 1
            if number > MOST_READ:
                continue
            if entry.error is not None or puzzle is None:
                assert entry.error is not None
                reason = entry.error.message.as_json()
                boards.append({"line": entry.line, "error": str(entry.error), "message": reason})
                continue
            boards.append(
                {
                    "line": entry.line,
                    "puzzle": puzzle.name,
                    "notation": puzzle.format(entry.position),
                    "title": msg("{text}", text=puzzle.scene(entry.position).title).as_json(),
                    "options": _options(puzzle, entry.solution),
                    "notes": [note.as_json() for note in entry.notes],
                }
            )
    return TaskAnswer({"boards": boards, "number": number})


def _options(puzzle: Puzzle[Any, Any], solution: object | None) -> dict[str, str]:
    """Return the options of a game on a board: the hidden layout, if its file holds one."""
    interaction = registry.interactions().get(puzzle.name)
    if solution is None or interaction is None or LAYOUT not in interaction.claims:
        return {}
    return {LAYOUT: puzzle.format(solution)}


def estimates(call: Call, args: EstimatesArguments) -> TaskAnswer:
    """Return the estimates of all heuristics of the state space for a board, or of a named one.

    Some heuristics make a table first, which may take seconds.
    """
    position, wanted = args.position(), args.heuristic
    offers: Mapping[Any, Offer[Any]] = registry.puzzle_of(position).views(position)
    offer = offers.get(StateSpace)
    rows: list[dict[str, Any]] = []
    with call.measured():
        space = None if offer is None else offer.make()
        if isinstance(space, StateSpace):
            state = space.initial()
            if wanted is not None and wanted not in space.heuristics:
                raise UnknownNameError("heuristic", wanted, space.heuristics)
            for name, heuristic in space.heuristics.items():
                if wanted not in (None, name):
                    continue
                try:
                    value = heuristic.estimate(state)
                except GridwiseError:  # one that this size has no table for
                    continue
                claims = {"admissible": heuristic.admissible, "consistent": heuristic.consistent}
                rows.append({"heuristic": name, "h": value, **claims})
    return TaskAnswer({"estimates": rows})


def clauses(call: Call, args: ClausesArguments) -> TaskAnswer:
    """Return the clauses that come from one cell of a board, by family."""
    position = args.position()
    if args.cell is None:
        raise ParameterError(msg("choose a cell of the board first"))
    with call.measured():
        clauses = cell_clauses(position, args.cell)
    return TaskAnswer(as_json(clauses))


TASKS = (
    TaskKind("read", ReadArguments, read, short=True),
    TaskKind("estimates", EstimatesArguments, estimates, short=True),
    TaskKind("clauses", ClausesArguments, clauses, short=True),
)
