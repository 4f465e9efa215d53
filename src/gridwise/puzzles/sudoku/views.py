"""The views of a Sudoku: domains, an exact cover, clauses, and for 9x9 a compiled engine.

All order their models like `order_key`: cell by cell in row-major order, smaller digits first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import Option
from gridwise.core.puzzle import Offer, clause_offer
from gridwise.core.run import check_current_run, checking
from gridwise.core.views import (
    Clause,
    CnfModel,
    Deduction,
    DomainModel,
    EngineView,
    ExactCover,
    Family,
    Premise,
    View,
)
from gridwise.puzzles.sudoku import decoders
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.position import (
    FURTHER_RULES,
    PlaceDigit,
    Position,
    Shape,
    candidate_masks,
    digits_of,
)

CNF_OPTIONS = (
    Option(
        "encoding",
        "extended",
        ("extended", "minimal"),
        "extended: at least and at most one, for cells and houses; "
        "minimal: at least one digit a cell, at most one of each digit a house",
    ),
    Option(
        "givens",
        "reduced",
        ("reduced", "premises"),
        "reduced: clauses over the candidates that the givens leave; "
        "premises: all clauses in full, each given apart as a unit clause",
    ),
)


def views(position: Position) -> Mapping[type[View[Any]], Offer[PlaceDigit]]:
    """Return the views on offer."""
    offers: dict[type[View[Any]], Offer[PlaceDigit]] = {
        DomainModel: Offer(partial(domain_model, position)),
        ExactCover: Offer(partial(exact_cover, position)),
        CnfModel: clause_offer(partial(cnf_model, position), CNF_OPTIONS),
    }
    deduction = Offer(partial(_deduction, position))
    offers[Deduction] = deduction  # type: ignore[type-abstract]  # a key, and never called
    if engine.fits(position):
        made = Offer(partial(engine.BoardKernel.of, position))
        offers[EngineView] = made  # type: ignore[type-abstract]  # a key, and never called
    return {kind: replace(offer, rules=FURTHER_RULES) for kind, offer in offers.items()}


def _deduction(position: Position, **options: Any) -> Deduction[PlaceDigit]:
    from gridwise.puzzles.sudoku.deduction import SudokuDeduction  # it loads all techniques

    return SudokuDeduction(position, **options)


def candidates(position: Position) -> list[tuple[int, ...]]:
    """Return for each cell its digit, or its candidates where it is empty.

    A cell whose digit was removed has none.
    """
    masks, removed = candidate_masks(position), position.removed_candidates
    return [
        (digit,) if digit and not (removed and removed[cell]) else digits_of(masks[cell])
        for cell, digit in enumerate(position.cells)
    ]


def domain_model(position: Position) -> DomainModel[PlaceDigit]:
    """Return the domains: a variable for each cell, and the houses as complete groups."""
    size, houses = position.size, position.shape.houses
    return DomainModel(
        domains=tuple(candidates(position)),
        groups=houses,
        complete_groups=frozenset(range(len(houses))),
        values=tuple(range(1, size + 1)),
        base=size + 1,
        decoder=decoders.DomainDecoder(position, size + 1),
        given=frozenset(cell for cell, digit in enumerate(position.cells) if digit),
    )


def exact_cover(position: Position) -> ExactCover[PlaceDigit]:
    """Return the exact cover of 4 * size**2 items by candidates; the givens' options are chosen.

    Items are the cells, then each digit of each house (3 * size**2 items without boxes). Options
    are the candidates by cell, then digit.

    Notes
    -----
    The reduction is the usual one, e.g. Knuth, Dancing Links (2000).
    """
    size = position.size
    square = size * size
    shape = position.shape
    options: list[tuple[int, ...]] = []
    chosen: list[int] = []
    for cell, digits in enumerate(candidates(position)):
        firsts = [square + house * size - 1 for house in shape.houses_of(cell)]
        if position.cells[cell] and digits:
            chosen.append(len(options))
        options += [(cell, *(first + digit for first in firsts)) for digit in digits]
    items = square + len(shape.houses) * size
    return ExactCover(
        items=items,
        primary=items,
        options=tuple(options),
        order=tuple(range(items)),
        decoder=decoders.CoverDecoder(position, tuple(options)),
        chosen=tuple(chosen),
    )


def cnf_model(
    position: Position, *, encoding: str = "extended", givens: str = "reduced"
) -> CnfModel[PlaceDigit]:
    """Return clauses over one variable for each cell and digit, `cell * size + digit`.

    Parameters
    ----------
    encoding
        "extended": at least one and at most one digit a cell, and of each digit a house.
        "minimal": only at least one digit a cell, and at most one of each digit a house; the
        same models.
    givens
        "reduced": negative unit clauses exclude what the givens forbid and what was removed, and
        the other clauses name the remaining candidates only. "premises": only unit clauses depend
        on the givens and the removed candidates, so that a contradictory set of them can be named.

    Notes
    -----
    Pairwise at-most-one; a pair in several houses is in the first one's family. A cell or digit
    without a candidate keeps its full clause, which the units then contradict, since a clause is
    never empty. Encodings: Lynce and Ouaknine, Sudoku as a SAT problem (2006). Clauses:
    O(size**4) in full.
    """
    build = _ClauseBuilder(position.size)
    _add_givens(build, position)
    left: Sequence[tuple[int, ...]]
    if givens == "reduced":
        left = candidates(position)
        build.add_all(decoders.EXCLUDED, _excluded(left, position.size))
    else:
        left = [tuple(range(1, position.size + 1))] * len(position.cells)
        _add_removed(build, position)
    _add_cells(build, left, most=encoding == "extended")
    _add_houses(build, position, left, least=encoding == "extended")
    clauses, family_of, families = build.finish()
    variables = position.size**3
    return CnfModel(
        variables=variables,
        primary=variables,
        clauses=clauses,
        family_of=family_of,
        families=families,
        order=tuple(range(1, variables + 1)),
        decoder=decoders.CnfDecoder(position, clauses, family_of, families),
    )


class _ClauseBuilder:
    """Collects clauses, each once, with their families."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.clauses: list[Clause] = []
        self.family_of: list[int] = []
        self.families: list[Family] = []
        self._index: dict[str, int] = {}
        self._seen: set[Clause] = set()

    def add_all(self, name: str, clauses: Sequence[Clause]) -> None:
        """Add clauses that are known to be new."""
        if clauses:
            if name not in self._index:
                self._index[name] = len(self.families)
                self.families.append(Family(name))
            self.clauses += clauses
            self.family_of += [self._index[name]] * len(clauses)

    def add(self, name: str, clause: Clause) -> None:
        """Add a positive clause (variables ascending) unless it was added before."""
        if clause not in self._seen:
            self._seen.add(clause)
            self.add_all(name, (clause,))

    def add_premise(self, name: str, clause: Clause, premise: Premise) -> None:
        """Add a clause in a family of its own."""
        self._seen.add(clause)
        self.family_of.append(len(self.families))
        self.families.append(Family(name, premise))
        self.clauses.append(clause)

    def finish(self) -> tuple[tuple[Clause, ...], tuple[int, ...], tuple[Family, ...]]:
        return tuple(self.clauses), tuple(self.family_of), tuple(self.families)


def _add_givens(build: _ClauseBuilder, position: Position) -> None:
    shape = position.shape
    for cell, digit in enumerate(position.cells):
        if digit:
            text = msg("given {digit} in {cell}", digit=digit, cell=shape.cell_name(cell))
            build.add_premise(decoders.GIVEN, (cell * build.size + digit,), Premise((cell,), text))


def _add_removed(build: _ClauseBuilder, position: Position) -> None:
    for cell, mask in enumerate(position.removed_candidates):
        for digit in digits_of(mask):
            premise = Premise((cell,), position.shape.removal(cell, digit))
            build.add_premise(decoders.EXCLUDED, (-(cell * build.size + digit),), premise)


def _excluded(left: Sequence[tuple[int, ...]], size: int) -> list[Clause]:
    every = frozenset(range(1, size + 1))
    return [
        (-(cell * size + digit),)
        for cell, digits in enumerate(left)
        for digit in sorted(every.difference(digits))
    ]


def _add_cells(build: _ClauseBuilder, left: Sequence[tuple[int, ...]], *, most: bool) -> None:
    size = build.size
    for cell, digits in enumerate(checking(left)):
        literals = [cell * size + digit for digit in digits or range(1, size + 1)]
        build.add(decoders.CELL_LEAST, tuple(literals))
        if most and digits:
            build.add_all(decoders.CELL_MOST, _pairs(literals))


def _add_houses(
    build: _ClauseBuilder, position: Position, left: Sequence[tuple[int, ...]], *, least: bool
) -> None:
    size = build.size
    shape = position.shape
    for house, kind, before in zip(shape.houses, shape.kinds, _held_before(shape), strict=True):
        check_current_run()
        most = decoders.house_most(kind)
        places: list[list[int]] = [[] for _ in range(size + 1)]
        for cell in house:
            for digit in left[cell]:
                places[digit].append(cell * size + digit)
        for digit in range(1, size + 1):
            literals = places[digit]
            if least:
                full = literals or [cell * size + digit for cell in house]
                build.add(decoders.house_least(kind), tuple(full))
            pairs = [
                (-one, -other)
                for one, other in combinations(literals, 2)
                if (one - digit, other - digit) not in before
            ]
            build.add_all(most, pairs)


def _pairs(literals: Sequence[int]) -> list[Clause]:
    return list(combinations([-lit for lit in literals], 2))


@lru_cache(maxsize=64)
def _held_before(shape: Shape) -> tuple[frozenset[tuple[int, int]], ...]:
    """Return for each house the pairs of its cells that one of the houses before it holds too.

    Each cell is multiplied by the size, as a literal is made.
    """
    return tuple(
        frozenset(
            (one * shape.size, other * shape.size)
            for one, other in combinations(house, 2)
            if min(set(shape.houses_of(one)).intersection(shape.houses_of(other))) < number
        )
        for number, house in enumerate(shape.houses)
    )
