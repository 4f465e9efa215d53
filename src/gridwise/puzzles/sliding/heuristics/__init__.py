"""The heuristics, one a file, found by a scan for the constant `HEURISTIC`, an `Estimator`.

Installed packages offer more by entry points, `gridwise.heuristics`.

Their claims are tested on every board of the 3x3 and smaller sizes, for several goals.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from gridwise.core import registry
from gridwise.core.views import Claims, Heuristic
from gridwise.puzzles.sliding.heuristics._estimator import Estimator, GoalBoard

DEFAULT = "linear_conflict"


@cache
def estimators() -> Mapping[str, Estimator]:
    """Return the estimators by name, the default first, the others in alphabetical order."""
    by_name: Mapping[str, Estimator] = registry.heuristics("sliding")
    return dict(sorted(by_name.items(), key=lambda item: (item[0] != DEFAULT, item[0])))


class Heuristics(Mapping[str, Heuristic[bytes]]):
    """The heuristics for a goal board, each made on first use."""

    def __init__(self, board: GoalBoard) -> None:
        self._board = board
        self._known = {k: e for k, e in estimators().items() if e.fits(board)}
        self._made: dict[str, Heuristic[bytes]] = {}

    def claims(self) -> Mapping[str, Claims]:
        """Return the claims of each, without making it."""
        return {
            name: Claims(known.admissible, known.is_consistent(self._board), known.text)
            for name, known in self._known.items()
        }

    def make(self, name: str, check: Callable[[], None]) -> Heuristic[bytes]:
        """Return a heuristic, and make its tables; `check` may interrupt that by raising."""
        heuristic = self._made.get(name)
        if heuristic is None:
            known, board = self._known[name], self._board
            heuristic = Heuristic(
                name,
                known.make(board, check),
                admissible=known.admissible,
                consistent=known.is_consistent(board),
                text=known.text,
            )
            self._made[name] = heuristic
        return heuristic

    def missing_tables(self, name: str) -> str | None:
        """Return the command that makes the missing tables of a heuristic; None for none."""
        return None if name in self._made else self._known[name].missing(self._board)

    def __getitem__(self, name: str) -> Heuristic[bytes]:
        return self.make(name, lambda: None)

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
