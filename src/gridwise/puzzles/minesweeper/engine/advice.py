"""Which cell to open where nothing is certain, and how often that wins.

Where few layouts are left every game is played out (`ends`, or compiled code where that lies on
disk), and the chance to win is exact. Else it is the choice of the policy `expert`, in plain Python
too, and where that takes too long the safest cell: nobody waits for a compiler to see one hint.

A chance to win is over all layouts that fit the numbers and the total, each as likely as another,
as in a game. Without a total there is none: it would hang on how many mines a board has, and of
that nothing is known.
"""

from fractions import Fraction

from gridwise.core.capabilities.probabilities import Guess, Probabilities
from gridwise.core.grid import cell_name
from gridwise.core.limits import Interrupted
from gridwise.core.message import msg
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import ends, plain
from gridwise.puzzles.minesweeper.policies import _weighing, expert
from gridwise.puzzles.minesweeper.position import COVERED, SAFE, Position, around

PLAIN_LAYOUTS, PLAIN_SETS = 500, 10_000
"""Layouts of an end that plain code plays out, and the sets of them that it looks at: half a
second."""
LAYOUTS, SETS = 1500, 150_000
"""The same of compiled code, as the policy `expert` has them."""
_STEPS = 200_000


def best_guess(position: Position, chances: Probabilities, run: Run) -> Guess | None:
    """Return the cell to open where nothing is forced; see `Puzzle.best_guess`."""
    covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
    if not covered:
        return None
    safest = min(covered, key=lambda cell: chances.chance(cell) or 0)
    undecided = around(position.shown, position.width, position.height, (COVERED,))
    for cell, code in enumerate(position.shown):
        if code == SAFE and undecided[cell]:
            name = cell_name(cell, position.width)
            return Guess(safest, msg("but open {cell} first: it is known to be safe", cell=name))
    if position.mines is None:
        return Guess(safest, msg("how often it wins is not known without the total of mines"))
    try:
        found = _to_win(position, chances.layouts, run)
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        found = None
    return found or Guess(safest, msg("which cell wins most often is not worked out"))


def _to_win(position: Position, layouts: int, run: Run) -> Guess | None:
    if layouts <= PLAIN_LAYOUTS:
        try:
            every = plain.layouts(position, run, plain.StepBudget(_STEPS))
            return _exact(*ends.best_play(position, every, run, PLAIN_SETS), layouts)
        except (ends.TooManySets, plain.TooManyStates):
            pass
    if layouts <= LAYOUTS and _weighing.is_ready():
        end = _weighing.end(position, run, layouts, SETS)
        if end is not None:
            return _exact(*end, layouts)
    cell = _weighing.guess(position, run, expert.POLICY.code)
    if cell is None:
        return None
    name = expert.POLICY.name
    note = msg("the policy {policy} opens it; how often it wins is not worked out", policy=name)
    return Guess(cell, note, by=name)


def _exact(cell: int, won: int, layouts: int) -> Guess:
    win = Fraction(won, layouts)
    note = msg(
        "with best play it wins {part} of {all} ({percent} %), and no other cell wins more",
        part=won,
        all=layouts,
        percent=f"{float(100 * win):.1f}",
    )
    return Guess(cell, note, win, "exact")
