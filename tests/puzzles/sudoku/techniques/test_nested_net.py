"""Nested Net: the floor of explanations, on boards where nothing easier is left."""

from pathlib import Path
from random import Random

import gridwise as gw
from every import every
from gridwise.core import registry
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.cases import TechniqueCase, read_cases
from gridwise.puzzles.sudoku.techniques.nested_net import (
    TECHNIQUE,
    _NetProof,
    _NetSearch,
)
from samples import THOROUGH

GOLDEN = Path(__file__).parents[3] / "golden" / "sudoku" / "nested_net.txt"
CASES = tuple(read_cases(GOLDEN.read_text("utf-8")))
HARD = tuple(case for case in CASES if not case.must_not)
SOME = HARD if THOROUGH else HARD[::8]


def _solution(case: TechniqueCase) -> bytes:
    board = gw.Board(case.origin).solve().board
    assert board is not None
    return bytes(board.position.cells)


@every("case", CASES, ids=lambda case: f"line {case.line}")
def test_it_finds_what_its_cases_say(case: TechniqueCase) -> None:
    assert case.passes([TECHNIQUE])


def test_it_is_the_last_technique_and_not_rated_by_hodoku() -> None:
    known = registry.techniques("sudoku")
    assert max(known.values(), key=lambda one: one.rank) is known["nested_net"]
    assert "hodoku" not in TECHNIQUE.ratings


@every("case", SOME, ids=lambda case: f"line {case.line}")
def test_steps_are_new_differ_and_agree_with_the_solution(case: TechniqueCase) -> None:
    solution, grid = _solution(case), case.grid()
    random = Random(case.line)
    for share in (0.0, 0.1, 0.2):
        for cell in bits(grid.empty):
            for digit in bits(grid.candidates[cell]):
                if digit != solution[cell] and random.random() < share:
                    grid.remove(cell, digit)
        before = grid.candidates[:], grid.digits[:], grid.places[:]
        steps = list(TECHNIQUE.find(grid))
        assert steps
        assert len({step.conclusions for step in steps}) == len(steps)
        for step in steps:
            (mark,) = step.conclusions
            assert not mark.holds and grid.has(mark.cell, int(mark.value))
            assert solution[mark.cell] != mark.value
        assert before == (grid.candidates, grid.digits, grid.places)


def test_the_sentence_tells_what_is_assumed_inside() -> None:
    texts = [str(step.text) for case in SOME for step in TECHNIQUE.find(case.grid())]
    assert any("(if also r" in text for text in texts)
    for text in texts:
        assert text.startswith("Nested Net: if r")
        assert text.count("(if also") == text.count("), so r")


@every("case", SOME, ids=lambda case: f"line {case.line}")
def test_a_proof_needs_every_step(case: TechniqueCase) -> None:
    """Leave each step out in turn: then a later one, or the contradiction, does not follow."""
    search = _NetSearch(case.grid())
    count = 0

    def judge(alive: int, proof: _NetProof) -> None:
        nonlocal count
        assert search.shows(alive, proof.start, proof.steps, proof.unit)
        for index, (_, why) in enumerate(proof.steps):
            fewer = proof.steps[:index] + proof.steps[index + 1 :]
            assert not search.shows(alive, proof.start, fewer, proof.unit)
            count += 1
            if isinstance(why, _NetProof):
                judge(search.base & ~why.rests_on, why)

    for proof in search.proofs():
        judge(search.base, proof)
        sizes = [why.size if isinstance(why, _NetProof) else 1 for _, why in proof.steps]
        assert proof.size == 1 + sum(sizes)
    assert count


def test_a_chain_with_a_step_too_many_is_told_from_a_short_one() -> None:
    search = _NetSearch(HARD[0].grid())
    proof = search.proofs()[0]
    longer = (*proof.steps, proof.steps[-1])
    assert search.shows(search.base, proof.start, longer, proof.unit)
    assert (
        search.thinned(search.base, _NetProof(proof.start, longer, proof.unit, 0, 0)).steps
        == proof.steps
    )


def test_boards_where_nothing_follows_have_no_step() -> None:
    assert not list(TECHNIQUE.find(CandidateGrid(gw.Board("sudoku:2x2:" + "." * 16).position)))


def test_boards_without_boxes_and_of_other_sizes_are_searched() -> None:
    grid = CandidateGrid(gw.Board("sudoku:2x2:1...............").position)
    assert not list(TECHNIQUE.find(grid))
    grid.remove(1, 2)
    grid.remove(1, 3)
    solved = gw.Board("sudoku:2x2:14..............").solve().board
    assert solved is not None
    conclusions = {mark for step in TECHNIQUE.find(grid) for mark in step.conclusions}
    assert (1, 4) not in {(mark.cell, mark.value) for mark in conclusions}
    assert conclusions
