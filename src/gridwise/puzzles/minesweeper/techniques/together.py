"""Numbers together: the fewest that a cell's contrary contradicts, as a case distinction."""

from collections.abc import Iterator

from gridwise.core.message import Message, msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.position import COVERED
from gridwise.puzzles.minesweeper.techniques.board import (
    TOTAL,
    CellSum,
    MineBoard,
    every_once,
    make_step,
)
from gridwise.puzzles.minesweeper.techniques.refutation import (
    Conclusion,
    Proof,
    refute,
    smallest,
)

_NAME, _TITLE, _RUNG = "together", msg("Numbers together"), 9


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each cell that is alike in all layouts.

    Steps by numbers alone come first, the fewest numbers first; then steps that take the total, row
    by row. Cells alike are counted first, so that the search for reasons is never in vain.
    """
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    if COVERED not in board.shown:
        return
    counted = counting.tally(board.position, board.run)
    if counted is None:
        return
    sums, total = board.sums(), board.total_sum()
    reasons: list[tuple[int, int, bool, tuple[CellSum, ...]]] = []
    left: list[tuple[int, bool]] = []
    for cell, code in enumerate(board.shown):
        if code != COVERED or counted.mines[cell] not in (0, counted.layouts):
            continue
        mine, bit = counted.mines[cell] > 0, 1 << cell
        board.run.check()
        core = smallest(board.run, bit * mine, bit * (not mine), sums)
        if core is None:
            left.append((cell, mine))
        else:
            reasons.append((len(core), cell, mine, core))
    for _, cell, mine, core in sorted(reasons, key=lambda one: one[:2]):
        yield _step(board, cell, core, mine=mine)
    if total is None:
        return
    for cell, mine in left:
        board.run.check()
        bit = 1 << cell
        by_total = smallest(board.run, bit * mine, bit * (not mine), [*sums, total], near=False)
        if by_total is not None:
            yield _step(board, cell, by_total, mine=mine)


def _step(board: MineBoard, cell: int, core: tuple[CellSum, ...], *, mine: bool) -> Step:
    """Return the step by a set of sums that the cell's contrary contradicts."""
    bit = 1 << cell
    proof = refute(core, bit * mine, bit * (not mine), board.run.tick)
    assert proof is not None
    core = tuple(sorted(core, key=lambda one: (one.number == TOTAL, one.number)))
    name, words = board.name(cell), _words(board, proof)
    if mine:
        reason = msg("if {cell} were safe: {proof}", cell=name, proof=words)
    else:
        reason = msg("if {cell} were a mine: {proof}", cell=name, proof=words)

    return make_step(
        board,
        _NAME,
        _TITLE,
        _RUNG,
        reason,
        safe=bit * (not mine),
        mines=bit * mine,
        sums=core,
    )


def _words(board: MineBoard, proof: Proof) -> Message:
    """Return a proof in words."""
    chain = tuple(_follows(board, conclusion) for conclusion in proof.chain)
    if proof.broken is not None:
        return msg(
            "{facts}",
            facts=(*chain, msg("contradiction ({number})", number=board.words(proof.broken))),
        )
    assert proof.safe is not None
    assert proof.mine is not None
    cases = msg(
        "either {cell} is a mine: {one}; or {cell} is safe: {other}",
        cell=board.name(proof.cell),
        one=_words(board, proof.mine),
        other=_words(board, proof.safe),
    )
    return msg("{facts}", facts=(*chain, cases))


def _follows(board: MineBoard, one: Conclusion) -> Message:
    names, number = board.names(one.cells), board.words(one.by)
    if one.mine:
        return msg("a mine in {cells} ({number})", cells=names, number=number)
    return msg("no mine in {cells} ({number})", cells=names, number=number)


TECHNIQUE = Technique(_NAME, _TITLE, "fiendish", 90, find, {"ladder": _RUNG})
