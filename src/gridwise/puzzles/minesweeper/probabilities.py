"""The chance of a mine in each covered cell, and the cell to open if nothing is certain.

With few layouts left every game is played out (`ends`), and the chance to win is exact. Else it is
the choice of the policy `expert`, with its estimate of that chance, and if that takes too long the
safest cell.

A chance to win is over all layouts that fit the numbers and the total, each as likely as another,
as in a game. Without a total there is none: it would hang on the unknown number of mines.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from gridwise.core.capabilities import Guess, Probabilities, ProbabilityModel
from gridwise.core.grid import cell_name
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.numbers import percent
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import choice, counting, ends, plain
from gridwise.puzzles.minesweeper.engine.chains import StepBudget, TooManyStates, TooWide
from gridwise.puzzles.minesweeper.engine.probability import Tallied
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    Position,
    around,
    neighbour_table,
)

_STEPS = 200_000
_LISTED = 500
"""The most layouts that are listed to find dead cells."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The outcomes of a guess, as shares of all layouts.

    Parameters
    ----------
    safe
        The guess is safe, and its number proves another cell safe.
    won
        The guess is safe, and no other safe cell is left.
    """

    safe: Fraction
    won: Fraction


def progress(position: Position, cell: int, layouts: int, run: Run) -> Progress | None:
    """Return how often opening a covered cell leads on, or None if counting takes too long.

    Parameters
    ----------
    position
        A board on which no covered cell is known to be safe.
    cell
        The covered cell.
    layouts
        The number of layouts of the board.
    """
    shown = bytearray(position.shown)
    safe = won = 0
    budget = StepBudget(_STEPS)
    for number in range(len(neighbour_table(position.width, position.height)[cell]) + 1):
        shown[cell] = number
        try:
            tallied = plain.tally(replace(position, shown=bytes(shown)), run, budget)
        except TooManyStates:
            return None
        if tallied is None:
            continue
        mines = [tallied.mines[c] for c, code in enumerate(shown) if code == COVERED]
        if 0 in mines:
            safe += tallied.layouts
        elif all(many == tallied.layouts for many in mines):
            won += tallied.layouts
    return Progress(Fraction(safe, layouts), Fraction(won, layouts))


def dead_cells(position: Position, counted: Tallied, run: Run) -> tuple[int, ...]:
    """Return undecided cells whose numbers would tell nothing new.

    In all layouts where such a cell is safe it shows the same number, and that it is safe decides
    no other cell. With few layouts these are all such cells, else only cells whose neighbours are
    decided.
    """
    undecided = _undecided(position, counted)
    alike: Iterable[int]
    if position.mines is not None and counted.layouts <= _LISTED:
        shows: dict[int, set[int]] = {cell: set() for cell in undecided}
        try:
            for mines in plain.layouts(position, run, StepBudget(_STEPS)):
                board = bytearray(len(position.shown))
                for cell in mines:
                    board[cell] = MINE
                near = around(board, position.width, position.height, (MINE,))
                for cell in undecided:
                    if not board[cell]:
                        shows[cell].add(near[cell])
        except TooManyStates:
            return ()
        alike = (cell for cell in undecided if len(shows[cell]) == 1)
    else:
        near_table = neighbour_table(position.width, position.height)
        open_ = set(undecided)
        alike = (cell for cell in undecided if not open_.intersection(near_table[cell]))
    budget = StepBudget(_STEPS)
    return tuple(cell for cell in alike if _decides_nothing(position, cell, undecided, run, budget))


def _decides_nothing(
    position: Position, cell: int, undecided: Iterable[int], run: Run, budget: StepBudget
) -> bool:
    """Return whether it is proved that a safe cell leaves all other cells undecided."""
    shown = bytearray(position.shown)
    shown[cell] = SAFE
    try:
        tallied = plain.tally(replace(position, shown=bytes(shown)), run, budget)
    except TooManyStates:
        return False
    assert tallied is not None
    return all(0 < tallied.mines[other] < tallied.layouts for other in undecided if other != cell)


def fifty_fifties(position: Position, counted: Tallied, run: Run) -> tuple[tuple[int, int], ...]:
    """Return pairs of cells with one mine that nothing else on the board can tell apart.

    In each layout one of the two is a mine, and every cell beside only one of them is a mine: all
    numbers count both or neither, so that each layout fits with the other in its place as well.
    """
    undecided = _undecided(position, counted)
    near = neighbour_table(position.width, position.height)
    half = [cell for cell in undecided if 2 * counted.mines[cell] == counted.layouts]
    pairs: list[tuple[int, int]] = []
    for at, one in enumerate(half):
        for other in half[at + 1 :]:
            row, col = divmod(one, position.width)
            to_row, to_col = divmod(other, position.width)
            if max(abs(row - to_row), abs(col - to_col)) > 2:
                continue
            apart = (set(near[one]) ^ set(near[other])) - {one, other}
            if any(not _is_mine(position, counted, cell) for cell in apart):
                continue
            shown = bytearray(position.shown)
            shown[one] = MINE
            try:
                with_one = plain.tally(
                    replace(position, shown=bytes(shown)), run, StepBudget(_STEPS)
                )
            except TooManyStates:
                continue
            if with_one is not None and with_one.mines[other] == 0:
                pairs.append((one, other))
    return tuple(pairs)


def _undecided(position: Position, counted: Tallied) -> Sequence[int]:
    return [
        cell
        for cell, code in enumerate(position.shown)
        if code == COVERED and 0 < counted.mines[cell] < counted.layouts
    ]


def _is_mine(position: Position, counted: Tallied, cell: int) -> bool:
    return position.shown[cell] == MINE or (
        position.shown[cell] == COVERED and counted.mines[cell] == counted.layouts
    )


LAYOUTS, SETS = 1500, 10_000
"""The most layouts of an end that is played out, and the sets of them to look at: half a second."""
_HINT_S = 1.0
"""Processor seconds that the choice of `expert`, and its estimate, may take."""
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
    part = progress(position, cell, chances.layouts, run)
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
    for pair in fifty_fifties(position, counted, run)[:_MOST_NAMED]:
        yield msg(
            "{cells} are a 50-50: nothing else will tell them apart", cells=tuple(map(name, pair))
        )
    dead = dead_cells(position, counted, run)
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
    if layouts <= LAYOUTS:
        try:
            every = plain.layouts(position, run, StepBudget(_STEPS))
            return _exact(*ends.best_play(position, every, run, SETS), layouts)
        except (ends.TooManySets, TooManyStates):
            pass
    try:
        cell = choice.advise(position, choice.Trial(run, _HINT_S), choice.EXPERT).guess
    except (choice.TooSlow, TooWide):
        return None
    if cell is None:
        return None
    name, estimate = "expert", None
    try:
        estimate = choice.estimate(position, choice.Trial(run, _HINT_S), cell)
    except (choice.TooSlow, TooWide):
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


PROBABILITIES = ProbabilityModel(counting.probabilities, best_guess)
