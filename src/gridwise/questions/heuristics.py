"""The value and the claims of every heuristic on a board."""

from collections.abc import Iterator, Mapping
from typing import Any

from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import CancelToken, Interrupted
from gridwise.core.question import Source, question
from gridwise.core.result import Stop
from gridwise.questions.base_board import BaseBoard, board_of
from gridwise.render.display import text_of
from gridwise.solving import heuristics as solving
from gridwise.solving.heuristics import HeuristicValue


class HeuristicTable(Mapping[str, HeuristicValue]):
    """The heuristics of a board by name, the default first; printed, it is a table.

    Parameters
    ----------
    asked
        The board.
    values
        The value and the claims of each heuristic.
    stop
        COMPLETED, or CANCELLED before any value was known.
    """

    def __init__(
        self,
        asked: BaseBoard,
        values: Mapping[str, HeuristicValue],
        stop: Stop = Stop.COMPLETED,
    ) -> None:
        self.asked, self._values, self.stop = asked, dict(values), stop

    answered = True

    def __getitem__(self, name: str) -> HeuristicValue:
        try:
            return self._values[name]
        except KeyError:
            raise UnknownNameError("heuristic", name, self._values) from None

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return solving.as_json(self._values)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        values = ", ".join(f"{name} {one.value}" for name, one in self._values.items())
        return f"<Heuristics {values}>"


@question(short=True, remote=False)
def heuristics(board: Source, *, cancel: CancelToken | None = None) -> HeuristicTable:
    """Return the value and the claims of every heuristic on a board, by name.

    Parameters
    ----------
    board
        A board of a puzzle that some method searches as a space of states.
    cancel
        A token that ends the work while small tables are made: the table is empty then, and its
        `stop` says why. This call never makes large tables.

    Raises
    ------
    NoSharedViewError
        No method searches this puzzle as a space of states.

    Examples
    --------
    >>> heuristics("sliding:3x3:1,2,5,3,4,8,6,7,0")["manhattan"].value
    4
    """
    asked = board_of(board)
    try:
        values = solving.heuristics(asked.position, cancel=cancel)
    except Interrupted as end:
        return HeuristicTable(asked, {}, end.stop)
    return HeuristicTable(asked, values)
