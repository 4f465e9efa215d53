"""Boards whose candidates were removed in part: how they are written, drawn, played, answered."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import numpy as np
import pytest

import gridwise as gw
from every import every
from gridwise.core import registry
from gridwise.core.capabilities import CountInParts
from gridwise.core.errors import InputError, ParameterError, ParseError
from gridwise.core.interaction import Action, Mode
from gridwise.core.run import Run
from gridwise.core.scene import Highlight
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku import PUZZLE, PlaceDigit, Position
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.completion import first_solution, has_other
from gridwise.puzzles.sudoku.interaction import INTERACTION
from gridwise.puzzles.sudoku.position import FURTHER_RULES, candidate_masks, digits_of
from gridwise.puzzles.sudoku.symbols import SYMBOLS
from gridwise.puzzles.sudoku.views import cnf_model
from gridwise.solving.explain import explain
from gridwise.solving.hint import hint
from gridwise.verifier.boards import sudoku as verifier
from puzzles.sudoku.support import NINE, board, legal, solutions, solved, with_holes
from samples import seeds

SHAPES = ((2, 2), (2, 3), (3, 3), (4, 4), (1, 5))


EMPTY = Position(2, 2, bytes(16))


def removed_at_random(
    height: int,
    width: int,
    seed: int,
    holes: int = 625,
    *,
    solvable: bool = False,
) -> Position:
    """Return a board with holes, some of whose candidates are removed.

    If it is to be solvable, these are none of the full board that it was made of.
    """
    random = Random(seed)
    size, full = height * width, solved(height, width, seed)
    plain = with_holes(full, random.randint(1, min(holes, size * size)), seed)
    share = random.choice((2, 3, 6))
    removed = [
        sum(
            1 << digit
            for digit in range(1, size + 1)
            if random.randrange(share) == 0 and not (solvable and digit == right)
        )
        for right in full.cells
    ]
    return replace(plain, removed_candidates=tuple(removed))


def answers(position: Position) -> list[bytes]:
    """Return the solutions of a board by the plain search, which knows nothing of candidates."""
    removed = position.removed_candidates or bytes(len(position.cells))
    return [
        bytes(cells)
        for cells in solutions(position)
        if not any(gone >> digit & 1 for gone, digit in zip(removed, cells, strict=True))
    ]


@every("seed", lambda: seeds(20, 200))
def test_the_notation_keeps_removed_candidates(seed):
    position = removed_at_random(*SHAPES[seed % len(SHAPES)], seed)
    assert PUZZLE.parse(PUZZLE.format(position)) == position


@every("seed", lambda: seeds(20, 200))
def test_a_board_is_made_of_its_candidates(seed):
    position = removed_at_random(*SHAPES[seed % len(SHAPES)], seed)
    masks = candidate_masks(position)
    height, width = position.box_height, position.box_width
    twin = Position.of_candidates(height, width, masks, position.cells)
    assert candidate_masks(twin) == masks
    assert twin == position or PUZZLE.violations(position)
    alone = Position.of_candidates(height, width, masks)
    assert not any(alone.cells) and candidate_masks(alone) == masks


def test_what_the_digits_exclude_is_not_removed_besides():
    plain = board("1... .... .... ...2")
    assert replace(plain, removed_candidates=(0, 0b10, *[0] * 13, 0b10)) == plain
    less = replace(plain, removed_candidates=(0, 0b1110, *[0] * 14))
    assert less.removed_candidates[1] == 0b1100 and candidate_masks(less)[1] == 0b10000
    full = replace(less, cells=solved(2, 2).cells)
    assert full.removed_candidates == () or PUZZLE.violations(full)


@every(
    "removed",
    [(0,) * 15, (0,) * 17, (1, *[0] * 15), (1 << 5, *[0] * 15), (-2, *[0] * 15)],
)
def test_impossible_candidates_are_refused(removed):
    with pytest.raises(ParameterError, match=r"andidates of a 4x4 board"):
        Position(2, 2, bytes(16), removed)
    with pytest.raises(ParameterError):
        Position.of_candidates(2, 2, [30 ^ mask for mask in removed])


@every(
    "text, column, expected",
    [
        ("sudoku:2x2:1..............4:", 29, "a cell from r1c1 to r4c4"),
        ("sudoku:2x2:1..............4:r1c2", 29, "such as r1c2-34"),
        ("sudoku:2x2:1..............4:r1c5-3", 29, "a cell from r1c1 to r4c4"),
        ("sudoku:2x2:1..............4:r1c2-5", 34, "a digit from 1 to 4"),
        ("sudoku:2x2:1..............4:r1c2-30", 35, "a digit from 1 to 4"),
        ("sudoku:2x2:1..............4:r1c2-3,", 36, "a cell from r1c1 to r4c4"),
        ("sudoku:2x2:1..............4:r1c2-3/", 35, "',' or the end"),
        ("sudoku:2x2:1...:r1c2-3", 16, "16 for boxes of 2x2"),
    ],
)
def test_a_wrong_notation_says_where(text, column, expected):
    with pytest.raises(ParseError, match=expected) as refused:
        PUZZLE.parse(text)
    assert refused.value.column == column


def test_the_rule_is_known_by_its_name():
    assert frozenset(PUZZLE.rules) == FURTHER_RULES
    for style in PUZZLE.styles.keys() - {"notation", "grid", "sdx"}:
        with pytest.raises(ParameterError, match=f"{style} does not know the rule"):
            PUZZLE.format(removed_at_random(3, 3, 4), style)


def counted(position: Position, method: str) -> int:
    result = gw.count(position, method=method)
    return result.answer.number if result.answer else 0


def words(text: str) -> Iterator[str]:
    """Yield the cells of a text of rows with rulings."""
    for line in text.splitlines():
        if not line.startswith("+"):
            yield from line.replace("|", " ").split()


@every("seed", lambda: seeds(20, 200))
def test_grids_and_sdx_say_the_candidates(seed):
    position = removed_at_random(*SHAPES[seed % len(SHAPES)], seed, solvable=True)
    cells = list(words(PUZZLE.format(position, "grid")))
    if position.removed_candidates:
        masks = [
            sum(1 << SYMBOLS.index(symbol) for symbol in cell[1:-1] if cell[0] == "{")
            for cell in cells
        ]
        assert masks == candidate_masks(position)
        assert bytes(0 if c[0] == "{" else int(c) for c in cells) == position.cells
    if position.size == 9:
        try:
            text = PUZZLE.format(position, "sdx")
        except ParameterError as error:
            assert "fewer than two candidates" in str(error)
            assert min(m.bit_count() for m in candidate_masks(position)) < 2
        else:
            assert PUZZLE.parse(text) == position


@every("seed", lambda: seeds(20, 200))
def test_what_shows_the_candidates_is_read_back(seed):
    shape = ((2, 2), (2, 3), (3, 3), (1, 5))[seed % 4]
    whole = gw.Board(removed_at_random(*shape, seed, solvable=True))
    for text in (whole.to_text(), str(whole), repr(whole)[7:-2]):
        assert gw.Board(text) == whole, text


@every("seed", lambda: seeds(30, 300))
def test_the_rules_heed_removed_candidates(seed):
    position = removed_at_random(*SHAPES[seed % len(SHAPES)], seed)
    removed = position.removed_candidates or bytes(len(position.cells))
    every_move = [
        PlaceDigit(cell, digit)
        for cell, filled in enumerate(position.cells)
        for digit in range(1, position.size + 1)
        if not filled and legal(position, cell, digit)
    ]
    allowed = [move for move in every_move if not removed[move.cell] >> move.digit & 1]
    assert list(PUZZLE.moves(position)) == allowed
    for move in Random(seed).sample(every_move, min(10, len(every_move))):
        if move in allowed:
            after = PUZZLE.apply(position, move)
            assert after == PUZZLE.apply_all(position, [move]) == PUZZLE.parse(PUZZLE.format(after))
        else:
            for apply in (PUZZLE.apply, lambda board, one: PUZZLE.apply_all(board, [one])):
                with pytest.raises(ParameterError, match=r"was removed from the candidates of r"):
                    apply(position, move)
    broken = [cell for cell, digit in enumerate(position.cells) if digit and removed[cell]]
    assert [one.cells for one in PUZZLE.violations(position)] == [(cell,) for cell in broken[:1]]
    full = replace(position, cells=solved(position.box_height, position.box_width, seed).cells)
    assert PUZZLE.is_solved(full) is (not full.removed_candidates)
    assert PUZZLE.is_solved(full) is (not PUZZLE.violations(full))


@every("seed", lambda: seeds(12, 120))
def test_every_method_answers_by_the_candidates_that_are_left(seed):
    position = removed_at_random(2, 2, seed, 9, solvable=seed % 3 > 0)
    wanted = answers(position)
    assert registry.methods_for(position)
    for method in ("auto", *(one.name for one in registry.methods_for(position))):
        result = gw.solve(position, method=method, all_solutions=True)
        boards = [one.position.cells for one in result.answer.items] if result.answer else []
        assert set(boards) <= set(wanted), method
        if method == "auto" or registry.method(method).complete:
            assert boards == wanted, method
            assert counted(position, method) == len(wanted), method


@every("seed", lambda: seeds(30, 300))
def test_a_board_is_completed_by_the_candidates_that_are_left(seed):
    position = removed_at_random(2, 2, seed, 12, solvable=seed % 3 > 0)
    wanted = answers(position)
    first = first_solution(position, int)
    assert (first.cells if first else None) == (wanted[0] if wanted else None)
    if first is not None:
        assert has_other(position, first, int) is (len(wanted) > 1)


def test_the_engine_starts_from_the_candidates_that_are_left():
    boards = [removed_at_random(3, 3, seed, 30, solvable=seed % 3 > 0) for seed in range(12)]
    wanted = [answers(position) for position in boards]
    parts = registry.capability("sudoku", CountInParts, boards[0])
    assert parts is not None
    for position, right in zip(boards, wanted, strict=True):
        assert counted(position, "kernel") == len(right)
        assert sum(parts.count(part, Run()) for part in parts.parts(position, 4)) == len(right)
    sound = [at for at, position in enumerate(boards) if not PUZZLE.violations(position)]
    many = gw.solve_many([boards[at] for at in sound], limit=1000)
    assert np.array_equal(many.found, [len(wanted[at]) for at in sound])
    for row, at in zip(many.solutions, sound, strict=True):
        assert not wanted[at] or row.tobytes() in wanted[at]


@every("seed", lambda: seeds(60, 600))
def test_techniques_hold_for_the_candidates_that_are_left(seed):
    """Uniqueness too: what would be swapped has to be allowed."""
    position = removed_at_random(2, 2, seed, 12, solvable=True)
    right = answers(position)
    grid = CandidateGrid(position)
    while not grid.is_solved():
        singles = []
        for technique in registry.techniques("sudoku").values():
            if len(right) > 1 and technique.assumes_unique:
                continue
            for step in islice(technique.find(grid), 5):
                for mark in step.conclusions:
                    assert grid.has(mark.cell, int(mark.value)), step.text
                    assert all((one[mark.cell] == mark.value) is mark.holds for one in right), (
                        step.text
                    )
                if technique.level == "easy":
                    singles += [mark for mark in step.conclusions if mark.holds]
        if not singles:
            break
        grid.place(singles[0].cell, int(singles[0].value))


@every("seed", lambda: seeds(12, 120))
def test_hints_and_explanations_use_no_removed_candidate(seed):
    position = removed_at_random(2, 2, seed, solvable=seed % 4 > 0)
    masks, right = candidate_masks(position), answers(position)
    first, steps = hint(position), explain(position).steps
    assert (first.technique == "wrong") is (not right)
    for step in (*steps, *([first] if right else [])):
        for mark in step.conclusions:
            assert masks[mark.cell] >> int(mark.value) & 1, step.text
            assert all((one[mark.cell] == mark.value) is mark.holds for one in right), step.text


def test_ratings_start_from_the_candidates_that_are_left():
    right = gw.solve(NINE).answer.items[0].position
    several = replace(right, cells=bytes(27) + right.cells[27:])
    with pytest.raises(InputError, match="this board has several"):
        gw.rate(several)
    masks = [1 << digit for digit in right.cells]
    unique = Position.of_candidates(3, 3, masks, several.cells)
    assert gw.rate(unique)["se"]["er"] <= 2.3 and gw.rate(unique)["hodoku"]["level"] == "Easy"
    wrong = Position.of_candidates(3, 3, [1022 ^ mask for mask in masks], several.cells)
    for model in ("se", "hodoku"):
        with pytest.raises(InputError):
            gw.rate(wrong, models=[model])


@every("encoding, givens", product(["extended", "minimal"], ["reduced", "premises"]))
def test_each_clause_has_its_reason(encoding, givens):
    position = removed_at_random(2, 3, 5)
    model = cnf_model(position, encoding=encoding, givens=givens)
    reasons = [model.decoder.reason(at) for at in range(len(model.clauses))]
    assert all(reasons)
    said = {str(reason.text) for reason in reasons if "was removed from" in str(reason.text)}
    removals = position.removed_candidates
    assert len(said) == sum(mask.bit_count() for mask in removals)


def test_a_contradiction_names_removed_candidates():
    position = replace(EMPTY, removed_candidates=(0b10, 0b10, 0, 0, 0b10, 0b10, *[0] * 10))
    step = hint(position)
    assert step.technique == "wrong"
    assert all(
        f"1 was removed from the candidates of {name}" in str(step.text)
        for name in ("r1c1", "r1c2", "r2c1", "r2c2")
    )
    assert set(step.premises) == {Mark(cell, 1, holds=False) for cell in (0, 1, 4, 5)}


def test_the_drawing_shows_what_is_left():
    position = replace(board("1... .... .... ...4"), removed_candidates=(0, 0b11000, *[0] * 14))
    notes = [tuple(map(int, cell.notes)) for cell in PUZZLE.scene(position).cells]
    assert notes == [digits_of(mask) for mask in candidate_masks(position)]
    assert "{2}" in str(gw.Board(position))


def test_a_board_in_play_shows_what_is_left_as_notes():
    position = replace(board("1... .... .... ...4"), removed_candidates=(0, 0b11000, *[0] * 14))
    state = INTERACTION.begin(position)
    assert state.corner == tuple(candidate_masks(position))
    assert not INTERACTION.marks(state)
    assert INTERACTION.load(INTERACTION.dump(state)) == state
    assert INTERACTION.position(state) == position
    wrong = INTERACTION.apply(state, Action("enter", 1, "3"))
    assert INTERACTION.scene(wrong).highlights == {1: Highlight.CONFLICT}
    assert "3 was removed from the candidates of r1c2" in str(
        hint(INTERACTION.position(wrong)).text
    )
    cleared = INTERACTION.apply(state, Action("clear_notes"))
    assert INTERACTION.position(cleared) == position
    filled = INTERACTION.apply(cleared, Action("fill_notes"))
    assert filled == state


def test_editing_a_board_keeps_what_is_left_until_it_is_cleared():
    position = replace(board("1... .... .... ...4"), removed_candidates=(0, 0b11000, *[0] * 14))
    state = INTERACTION.begin(position, mode=Mode.EDIT)
    assert INTERACTION.scene(state).cells[1].notes == ("2",)
    other = INTERACTION.apply(state, Action("enter", 5, "2"))
    assert INTERACTION.scene(other).cells[1].notes == ()
    clear = Action("clear_notes")
    assert clear in [button.action for button in INTERACTION.pad_buttons(other)]
    open_again = INTERACTION.apply(other, clear)
    assert not INTERACTION.position(open_again).removed_candidates
    assert clear not in [button.action for button in INTERACTION.pad_buttons(open_again)]


@every("seed", lambda: seeds(20, 200))
def test_the_verifier_reads_removed_candidates_by_itself(seed, tmp_path):
    position = removed_at_random(2, 2, seed, solvable=seed % 4 > 0)
    text, right = PUZZLE.format(position), answers(position)
    for full in {bytes(cells) for cells in solutions(position)}:
        solution = PUZZLE.format(Position(2, 2, full))
        if full in right:
            assert verifier.literals(text, solution)
        else:
            with pytest.raises(ValueError, match="a digit that was removed"):
                verifier.literals(text, solution)
    if len(right) < 2 and not PUZZLE.violations(position):
        result = gw.solve(position, method="dpll", certificate=tmp_path / str(seed))
        assert result.certificate
        for claim in result.certificate:
            assert gw.verify(claim.path).proved
