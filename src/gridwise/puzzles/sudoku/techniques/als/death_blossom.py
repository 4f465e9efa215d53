"""Death Blossom: a cell, and an almost locked set for each of its candidates."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.als.sets import (
    LETTERS,
    Als,
    AlsBoard,
    als_board,
    als_step,
    cells_and_digits,
)
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label, digit_names

_LABEL = Label("death_blossom", msg("Death Blossom"), 360)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each blossom: few petals first, then petals that share no cell."""
    board = als_board(grid)
    seen: set[frozenset[Candidate]] = set()
    stems = sorted(
        (cell for cell in bits(grid.empty) if grid.candidates[cell].bit_count() > 1),
        key=lambda cell: (grid.candidates[cell].bit_count(), cell),
    )
    blossoms = [(stem, fitting) for stem in stems for fitting in _blossoms(grid, board, stem)]
    for overlap in (False, True):
        for stem, fitting in blossoms:
            for chosen in _choices(board, fitting, overlap=overlap):
                digits = ~grid.candidates[stem]
                for petal in chosen:
                    digits &= petal.digits
                removed = board.common_loss(chosen, digits)
                if (key := frozenset(removed)) not in seen:
                    seen.add(key)
                    yield _step(grid, stem, chosen, removed)


def _blossoms(grid: CandidateGrid, board: AlsBoard, stem: int) -> Iterator[list[int]]:
    """Yield sets of petals, one for each candidate of a stem, that rule out one digit together."""
    own = grid.candidates[stem]
    petals = [board.losing[digit].get(stem, 0) for digit in bits(own)]
    if not all(petals):
        return
    for digit, losing in enumerate(board.losing):
        if own >> digit & 1:
            continue
        for members in dict.fromkeys(losing.values()):
            fitting = []
            for petal in petals:
                both = petal & members
                if not both:
                    break
                fitting.append(both)
            else:
                yield fitting


def _choices(board: AlsBoard, fitting: list[int], *, overlap: bool) -> Iterator[tuple[Als, ...]]:
    """Yield one set of each group, at least two; they share cells, or none does."""

    def extend(chosen: tuple[Als, ...], cells: int, shared: bool) -> Iterator[tuple[Als, ...]]:
        if len(chosen) == len(fitting):
            if shared is overlap and len(set(chosen)) > 1:
                yield chosen
            return
        for index in bits(fitting[len(chosen)]):
            petal = board.sets[index]
            meets = bool(petal.cells & cells)
            if overlap or not meets:
                yield from extend((*chosen, petal), cells | petal.cells, shared or meets)

    return extend((), 0, False)


def _step(
    grid: CandidateGrid, stem: int, chosen: tuple[Als, ...], removed: tuple[Candidate, ...]
) -> Step:
    petals = tuple(
        msg(
            "{digit} takes it from {name} = {cells}",
            digit=digit,
            name=LETTERS[index],
            cells=cells_and_digits(grid, one),
        )
        for index, (digit, one) in enumerate(zip(bits(grid.candidates[stem]), chosen, strict=True))
    )
    reason = msg(
        "each candidate of the stem {stem} takes its digit from a set ({petals}), "
        "and that set then holds {z}",
        stem=grid.shape.cell_name(stem),
        petals=petals,
        z=digit_names(mask_of(digit for _, digit in removed)),
    )
    own = tuple(bits(grid.candidates[stem]))
    cell = Als(
        1 << stem,
        grid.candidates[stem],
        1,
        tuple(1 << stem if d in own else 0 for d in range(grid.size + 1)),
    )
    return als_step(
        grid,
        _LABEL,
        reason,
        chosen,
        removed,
        stem=stem,
        commons=[(cell, digit, one) for digit, one in zip(own, chosen, strict=True)],
    )


TECHNIQUE = technique(find, _LABEL, "fiendish", 600, "0904")
