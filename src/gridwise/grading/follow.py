"""A solver that has to follow pseudo-code: its counters and its order are those of a method."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.comparing.plan import method_named
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.message import Message, msg
from gridwise.core.trace import Kind, Trace
from gridwise.grading.toml_tables import TomlTable
from gridwise.solving.inputs import parse
from gridwise.solving.solve import solve
from gridwise.workers.own_solver.judge import Judgement

LENGTH, ORDER = "length", "order"
"""The counter that the grader takes itself, the moves; and the states in order of expansion."""
KEYS = ("method", "counters", ORDER)
_COUNTERS = ("expanded", "generated", LENGTH)
_REFERENCE_S = 60.0
_MOST_ROWS = 1_000_000


@dataclass(frozen=True, slots=True)
class Followed:
    """The run of the method that a solver follows on a board.

    Parameters
    ----------
    method
        Its name with options, as the assignment names it.
    counters
        The counters that are compared, by name.
    order
        The notations of the expanded states, in order; None if it is not compared.
    """

    method: str
    counters: Mapping[str, int]
    order: tuple[str, ...] | None = None

    def difference(self, found: Judgement, *, seen: bool) -> Message | None:
        """Return where a right answer differs from this run, None if it does not.

        Parameters
        ----------
        found
            The judgement on the answer, with what the solver says of its search.
        seen
            Whether the words may show states of the board.
        """
        told: dict[str, Any] = {**found.counts, LENGTH: found.moves}
        for name in (*self.counters, *([ORDER] if self.order is not None else [])):
            if told.get(name) is None:
                return msg("it does not give {name} beside its moves", name=name)
        for name, wanted in self.counters.items():
            if told[name] != wanted:
                return msg(
                    "{name} is {found}, and {wanted} by {method}",
                    name=name,
                    found=str(told[name])[:40],
                    wanted=str(wanted),
                    method=self.method,
                )
        return None if self.order is None else self._first_other(told[ORDER], self.order, seen)

    def _first_other(self, told: Any, order: Sequence[str], seen: bool) -> Message | None:
        states = [str(state) for state in told] if isinstance(told, list) else []
        for at in range(max(len(states), len(order))):
            found, wanted = ([*each[at : at + 1], ""][0] for each in (states, order))
            if found == wanted or (found and wanted and _is_board(found, wanted)):
                continue
            if not seen:
                return msg(
                    "the state that it expands as number {at} is another by {method}",
                    at=at + 1,
                    method=self.method,
                )
            return msg(
                "as number {at} it expands {found}; {method} expands {wanted}",
                at=at + 1,
                found=found[:200] or msg("nothing"),
                method=self.method,
                wanted=wanted or msg("nothing"),
            )
        return None


def _is_board(text: str, notation: str) -> bool:
    """Return whether a text is the board of a notation, whatever its goal is."""
    kind = notation.partition(":")[0]
    try:
        board = parse(text, puzzle=kind)
    except GridwiseError:
        return False
    scene = registry.puzzle(kind).scene
    return [cell.text for cell in scene(board).cells] == [
        cell.text for cell in scene(parse(notation)).cells
    ]


@dataclass(frozen=True, slots=True)
class Rule:
    """The table `[follows]` of an assignment: the method, and what of its run is compared."""

    table: TomlTable
    method: str
    counters: tuple[str, ...]
    order: bool

    @classmethod
    def of(cls, table: TomlTable) -> "Rule":
        """Return the rule of a table; raise `ParseError` at the key that is wrong."""
        text = table.text_of("method")
        try:
            name, _ = method_named(text)
            method = registry.method(name)
        except (ParameterError, UnknownNameError) as error:
            raise table.wrong("method", msg("a method ({why})", why=error.message)) from None
        known = (*sorted(method.counts), LENGTH)
        usual = [counter for counter in _COUNTERS if counter in known]
        counters = table.choices("counters", usual, known)
        order = table.truth(ORDER)
        if order and Kind.EXPAND not in method.emits:
            raise table.wrong(ORDER, msg("false: {method} expands no states", method=name))
        return cls(table, text, counters, order)

    def run(self, position: Any, cancel: CancelToken | None) -> Followed:
        """Return the run of the method on a board; raise `ParseError` at the key `method`."""
        name, options = method_named(self.method)
        puzzle = registry.puzzle_of(position)
        if self.order and puzzle.countable:
            wanted = msg("false for {puzzle}, whose answer is no path", puzzle=puzzle.name)
            raise self.table.wrong(ORDER, wanted)
        try:
            result = solve(
                position,
                method=name,
                options=options,
                limits=Limits(time_s=_REFERENCE_S),
                cancel=cancel,
                trace=_MOST_ROWS if self.order else False,
            )
        except GridwiseError as error:
            raise self.table.wrong("method", msg("a method ({why})", why=error.message)) from None
        if result.answer is None or (result.trace is not None and result.trace.dropped):
            what = msg(
                "a method that solves {board} in {limit}",
                board=puzzle.format(position),
                limit=f"{_REFERENCE_S:g} s",
            )
            raise self.table.wrong("method", what)
        known = {**result.statistics.counters, LENGTH: len(result.answer.items[0].moves)}
        return Followed(
            self.method,
            {counter: int(known[counter]) for counter in self.counters},
            None
            if result.trace is None
            else tuple(map(puzzle.format, _expanded(position, result.trace))),
        )


def _expanded(position: Any, trace: Trace) -> Iterator[Any]:
    """Yield the states that a search expanded, in order."""
    view, puzzle = trace.view, registry.puzzle_of(position)
    assert view is not None
    states: dict[int, Any] = {}
    for row in trace:
        if row.kind is Kind.GENERATE and not row.cause:
            states[row.subject] = position
        elif row.kind is Kind.GENERATE:
            (move,) = view.decoder.moves((view.fact(row.subject, row.value),))
            states[row.subject] = puzzle.apply(states[row.cause - 1], move)
        elif row.kind is Kind.EXPAND:
            yield states[row.subject]
