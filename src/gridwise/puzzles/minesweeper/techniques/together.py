"""Proved together: the fewest numbers that a cell's contrary contradicts, as a case distinction."""

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
    TooLong,
    refute,
    smallest,
)

_NAME, _TITLE, _RUNG = "together", msg("Proved together"), 9


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each cell that is alike in all layouts, those by the fewest numbers first.

    What is alike is counted first, so that the search for reasons is never in vain.
    """
    if COVERED not in board.shown:
        return
    counted = counting.tally(board.position, board.run)
    if counted is None:
        return
    sums, total = board.sums(), board.total_sum()
    found: list[tuple[int, int, bool, tuple[CellSum, ...]]] = []
    for cell, code in enumerate(board.shown):
        if code != COVERED or counted.mines[cell] not in (0, counted.layouts):
            continue
        mine, bit = counted.mines[cell] > 0, 1 << cell
        board.run.check()
        core = smallest(board, bit * mine, bit * (not mine), sums, total)
        if core is not None:
            found.append((len(core), cell, mine, core))
    yield from every_once(
        step
        for _, cell, mine, core in sorted(found, key=lambda one: one[:2])
        if (step := _step(board, cell, core, mine=mine)) is not None
    )


def _step(board: MineBoard, cell: int, core: tuple[CellSum, ...], *, mine: bool) -> Step | None:
    bit = 1 << cell
    core = tuple(sorted(core, key=lambda one: (one.number == TOTAL, one.number)))
    try:
        proof = refute(core, bit * mine, bit * (not mine), board.run.tick)
    except TooLong:
        return None
    assert proof is not None
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
    chain = tuple(_follows(board, one) for one in proof.chain)
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
