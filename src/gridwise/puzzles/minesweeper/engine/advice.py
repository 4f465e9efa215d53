"""Chooses the cell to open if nothing is certain, with its chance to win.

With few layouts left every game is played out (`ends`, or compiled code if that lies on disk), and
the chance to win is exact. Else it is the choice of the policy `expert`, with its estimate of that
chance, in plain Python too, and if that takes too long the safest cell: nobody waits for a
compiler to see one hint.

A chance to win is over all layouts that fit the numbers and the total, each as likely as another,
as in a game. Without a total there is none: it would hang on the unknown number of mines.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from gridwise.core.capabilities import Guess, Probabilities
from gridwise.core.grid import cell_name
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.numbers import percent
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import ends, plain, prospects
from gridwise.puzzles.minesweeper.engine.probability import Tallied
from gridwise.puzzles.minesweeper.policies import _weighing, expert
from gridwise.puzzles.minesweeper.position import COVERED, SAFE, Position, around

PLAIN_LAYOUTS, PLAIN_SETS = 500, 10_000
"""Layouts of an end that plain code plays out, and the sets of them that it looks at: half a
second."""
LAYOUTS, SETS = 1500, 150_000
"""The limits of compiled code, the same as of the policy `expert`."""
_STEPS = 200_000
_MOST_NAMED = 4
"""The most dead cells, and the most 50-50s, that are named."""


def best_guess(position: Position, chances: Probabilities, run: Run) -> Guess | None:
    """Return the cell to open if nothing is forced; see `ProbabilityModel.best_guess`.

    Its note also says how often it leads on, which 50-50s are on the board, and which cells tell
    nothing.
    """
    guess = _best_guess(position, chances, run)
    if guess is None or SAFE in position.shown:
        return guess
    try:
        notes = list(_prospects(position, guess.cell, chances, run))
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        return guess
    for note in notes:
        guess = replace(guess, note=msg("{guess}; {note}", guess=guess.note, note=note))
    return guess


def _prospects(
    position: Position, cell: int, chances: Probabilities, run: Run
) -> Iterator[Message]:
    """Yield further facts about a guess and the board."""
    covered = [c for c, code in enumerate(position.shown) if code == COVERED]
    counted = Tallied(
        chances.layouts,
        tuple(int((chances.chance(c) or 0) * chances.layouts) for c in range(len(position.shown))),
    )
    if any(counted.mines[c] == 0 for c in covered):
        return  # that one is no guess
    part = prospects.progress(position, cell, chances.layouts, run)
    if part is not None:
        yield msg(
            "its number shows another cell to be safe in {percent} % of the solutions",
            percent=percent(part.safe),
        )
        if part.won:
            yield msg(
                "its number shows that no safe cell is left in {percent} % of the solutions",
                percent=percent(part.won),
            )
    name = partial(cell_name, width=position.width)
    for pair in prospects.fifty_fifties(position, counted, run)[:_MOST_NAMED]:
        yield msg(
            "{cells} are a 50-50: nothing else will tell them apart", cells=tuple(map(name, pair))
        )
    dead = prospects.dead_cells(position, counted, run)
    if 0 < len(dead) <= _MOST_NAMED:
        yield msg(
            "opening these decides no other cell, and what they show is known: {cells}",
            cells=tuple(map(name, dead)),
        )


def _best_guess(position: Position, chances: Probabilities, run: Run) -> Guess | None:
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
        guess = _to_win(position, chances.layouts, run)
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        guess = None
    return guess or Guess(safest, msg("which cell wins most often is not worked out"))


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
    estimate = _weighing.estimate(position, run, cell)
    if estimate is None:
        note = msg("the policy {policy} opens it; how often it wins is not worked out", policy=name)
    else:
        note = msg(
            "the policy {policy} opens it and estimates that it wins about {percent} %",
            policy=name,
            percent=percent(estimate, 0),
        )
    return Guess(cell, note, by=name, estimate=estimate)


def _exact(cell: int, won: int, layouts: int) -> Guess:
    win = Fraction(won, layouts)
    note = msg(
        "with best play it wins {part} of {all} ({percent} %), and no other cell wins more",
        part=won,
        all=layouts,
        percent=percent(win),
    )
    return Guess(cell, note, win, "exact")
