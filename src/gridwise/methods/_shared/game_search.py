"""The search of a game tree that `minimax` and `alpha_beta` share; they differ in what is cut."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from gridwise.core.method import Option
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, Pseudocode
from gridwise.core.views import GameTree, Model
from gridwise.core.views.game_tree import CUT, REMEMBERED

COUNTS = frozenset({"generated", "expanded", "depth"})
EMITS = frozenset({Kind.DECIDE, Kind.EVALUATE, Kind.BACKTRACK})
NODE = "one position looked at"
OPTIONS = (
    Option(
        "table",
        "yes",
        ("yes", "no"),
        "yes: a position that was looked at before, reached by other moves, is not looked at again",
    ),
    Option(
        "symmetry",
        "yes",
        ("yes", "no"),
        "yes: positions that rotations or reflections of the board make equal count as one: in the "
        "table, or, without it, among the moves of a position",
    ),
)

Line = tuple[int, ...]
Bounds = tuple[int, int, Line]
"""The least and the greatest value that a position may have, and a line of play from it."""


def code(name: str, window: str, *cut: CodeLine) -> Pseudocode:
    """Return the pseudo-code of a search; `cut` are the lines that end the loop early."""
    return (
        CodeLine(f"{name}(position{window}):"),
        CodeLine("    if no move is left: return the value of the end"),
        CodeLine("    best ← −∞"),
        CodeLine("    for each move m:"),
        CodeLine("        make m", Kind.DECIDE),
        CodeLine(f"        v ← −{name}(position{', −β, −max(α, best)' if window else ''})"),
        CodeLine("        best ← max(best, v)", Kind.EVALUATE),
        CodeLine("        take m back", Kind.BACKTRACK),
        *cut,
        CodeLine("    return best"),
    )


class GameSearch:
    """A search of a game tree, depth first, each value counted for the player to move (negamax).

    Parameters
    ----------
    view, run
        The game, and the run whose options `table` and `symmetry` the method has read.
    cuts
        Whether moves are left out once the value of a position cannot matter any more.
    table, symmetry
        The two options.
    """

    def __init__(
        self, view: GameTree[Any, Any], run: Run, *, cuts: bool, table: bool, symmetry: bool
    ) -> None:
        self.view, self.run = view, run
        self.cuts, self.symmetry = cuts, symmetry
        self.table: dict[Hashable, Bounds] | None = {} if table else None

    def model(self) -> Model:
        """Return a line of best play; the value of the root is in the run's report."""
        count = self.run.count
        count.generated += 1
        value, line = self._looked_at(self.view.initial(), 0, *self.view.bounds)
        self.run.report.value = value
        count.depth = max(count.depth, len(line))  # what was known already is not looked at
        return line

    def _looked_at(self, state: Any, depth: int, low: int, high: int) -> tuple[int, Line]:
        """Return the value of a state, and a line of play that leads to it.

        Outside `low` and `high` (alpha and beta) the value is a bound only: if it is at most
        `low`, the true one is no greater; if it is at least `high`, no smaller.
        """
        run, count, trace = self.run, self.run.count, self.run.trace
        run.tick()
        count.expanded += 1
        count.depth = max(count.depth, depth)
        known = self.table
        if known is None and self.symmetry:
            known = {}
        best: int | None = None
        line: Line = ()
        moves: Iterator[tuple[int, Any]] = iter(self.view.moves(state))
        for move, after in moves:
            count.generated += 1
            if trace is not None:
                trace.add(Kind.DECIDE, depth + 1, move)
            least = low if best is None else max(low, best)
            window = (-high, -least) if self.cuts else self.view.bounds
            found, further, seen = self._known_or_looked_at(after, depth + 1, window, known)
            if trace is not None:
                sign = 1 if depth % 2 else -1
                cause = REMEMBERED + 1 if seen else 0
                trace.add(Kind.EVALUATE, depth + 1, 0, sign * found, cause)
                trace.add(Kind.BACKTRACK, depth)
            if best is None or -found > best:
                best, line = -found, (move, *further)
            if self.cuts and best >= high:
                break
        if trace is not None:
            for move, _ in moves:  # those after the cut
                trace.add(Kind.ELIMINATE, depth + 1, move, 0, CUT + 1)
        return self.view.value(state) if best is None else best, line

    def _known_or_looked_at(
        self, state: Any, depth: int, window: tuple[int, int], known: dict[Hashable, Bounds] | None
    ) -> tuple[int, Line, bool]:
        """Return value and line of a state, and whether both were known before."""
        if known is None:
            return *self._looked_at(state, depth, *window), False
        images: Sequence[int] | None = None
        key: Hashable = state
        if self.symmetry:
            key, images = self.view.canonical(state)
        low, high = window
        least, most, line = known.get(key, (*self.view.bounds, ()))
        for bound, settled in ((least, least >= high), (most, most <= low or least == most)):
            if settled:
                moves = line if images is None else tuple(map(images.index, line))
                return bound, moves, True
        value, line = self._looked_at(state, depth, low, high)
        if value > low:
            least = max(least, value)
        if value < high:
            most = min(most, value)
        moves = line if images is None else tuple(images[move] for move in line)
        known[key] = least, most, moves
        return value, line, False
