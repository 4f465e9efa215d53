"""What is written can be read back: notations, styles, moves; and positions can be drawn."""

import pickle
import re
from functools import lru_cache
from random import Random
from typing import Any

import pytest

import gridwise
from conformance.support import SAMPLES, Case, Properties, cases, puzzles
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, ParseError, UnknownNameError
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Result
from samples import sample

FEW = max(8, SAMPLES // 3)
SAFE_IN_A_SHELL = re.compile(r"[a-z_]+:[A-Za-z0-9._:,/=+@%#^-]*")

of_puzzles = Properties(puzzles)


def stages(case: Case) -> list[Any]:
    """Return the position unsolved, half solved and solved."""
    found = [case.position]
    if case.solutions:
        answer = solved(case).answer
        assert answer is not None
        position, moves = case.position, answer.items[0].moves
        for move in moves[: len(moves) // 2]:
            position = case.puzzle.apply(position, move)
        found += [position, answer.items[0].position]
    return found


@lru_cache(maxsize=1)
def solved(case: Case) -> Result[Any]:
    return gridwise.solve(case.position, question=Question.SOLUTION)


@of_puzzles.hold()
def every_style_reads_back(case: Case) -> None:
    for position in stages(case):
        for style in case.puzzle.styles:
            try:
                text = case.puzzle.format(position, style)
            except ParameterError:
                assert style not in ("notation", "grid"), "these two take every size"
                continue
            assert not text.endswith("\n"), style
            for ending in ("", "\n", "\r\n"):
                read = case.puzzle.parse(text.replace("\n", ending or "\n") + ending)
                assert read == position, text


@of_puzzles.hold()
def examples_read_back_in_every_style(puzzle: Puzzle[Any, Any]) -> None:
    """And each style is written of some position: a style may take certain sizes alone."""
    assert {"notation", "grid"} <= set(puzzle.styles)
    written = set()
    small = [case.position for case in cases(puzzle.name)]
    for position in (*map(puzzle.parse, puzzle.examples), *small):
        for style in puzzle.styles:
            try:
                text = puzzle.format(position, style)
            except ParameterError:
                assert style not in ("notation", "grid"), "these two take every size"
                continue
            assert puzzle.parse(text) == position, text
            written.add(style)
    assert written == set(puzzle.styles)


@of_puzzles.hold()
def an_unknown_style_is_refused(puzzle: Puzzle[Any, Any]) -> None:
    with pytest.raises(UnknownNameError, match="notatoin"):
        puzzle.format(cases(puzzle.name)[0].position, "notatoin")


@of_puzzles.hold()
def the_notation_is_one_line_safe_in_a_shell(case: Case, puzzle: Puzzle[Any, Any]) -> None:
    for position in stages(case):
        text = puzzle.format(position)
        assert text.startswith(f"{puzzle.name}:")
        assert SAFE_IN_A_SHELL.fullmatch(text), text
        assert puzzle.format(puzzle.parse(text)) == text
        assert puzzle.format(position, "notation") == text


@of_puzzles.hold()
def different_positions_have_different_notations(puzzle: Puzzle[Any, Any]) -> None:
    positions = {position for case in cases(puzzle.name) for position in stages(case)}
    assert len({puzzle.format(position) for position in positions}) == len(positions)


@of_puzzles.hold()
def a_notation_is_read_as_its_puzzle_only(case: Case, puzzle: Puzzle[Any, Any]) -> None:
    for position in stages(case):
        text = puzzle.format(position)
        assert gridwise.parse(text) == position
        for other in registry.puzzles().values():
            if other is not puzzle:
                (entry,) = other.read(text)
                assert entry.error is not None and entry.error.found == f"'{puzzle.name}:'", text


@of_puzzles.hold()
def the_reader_takes_anything(puzzle: Puzzle[Any, Any]) -> None:
    random = Random(3)
    texts = ["", "\n", "\x00", "🂡" * 10, ":", f"{puzzle.name}", f"{puzzle.name}:", "a" * 100_000]
    texts += ["".join(chr(random.randrange(1, 300)) for _ in range(40)) for _ in range(200)]
    for text in texts:
        for entry in puzzle.read(text):
            assert (entry.position is None) != (entry.error is None)


@of_puzzles.hold()
def several_puzzles_in_one_text(puzzle: Puzzle[Any, Any]) -> None:
    some = [case.position for case in cases(puzzle.name)[:5]]
    text = "\n".join(puzzle.format(position) for position in some) + "\n"
    entries = list(puzzle.read(text))
    assert [entry.position for entry in entries] == some
    assert [entry.line for entry in entries] == [1, 2, 3, 4, 5]
    with pytest.raises(ParseError):
        puzzle.parse(text)
    with pytest.raises(ParseError):
        puzzle.parse("")


@of_puzzles.hold(most=FEW)
def damaged_notations_are_refused_at_a_place(case: Case, puzzle: Puzzle[Any, Any]) -> None:
    """Whatever is cut from or put into a notation: a position or an error of the tree."""
    random = Random(case.seed)
    for _ in range(10):
        letters = list(case.notation)
        where = random.randrange(len(letters))
        letters[where : where + random.randint(0, 2)] = random.choices(":/x-.,0199Xé\n", k=1)
        text = "".join(letters)
        for entry in puzzle.read(text):
            assert (entry.position is None) is (entry.error is not None), text
            if entry.error is not None:
                assert isinstance(entry.error, ParseError), text
                assert (entry.error.line, entry.error.column) >= (1, 1), text


@of_puzzles.hold(most=FEW, shows=lambda: ["a move"])
def moves_read_back(case: Case, puzzle: Puzzle[Any, Any]) -> list[str]:
    shown = []
    for move in puzzle.moves(case.position):
        text = puzzle.format_move(case.position, move)
        assert puzzle.parse_move(case.position, text) == move, text
        after = puzzle.apply(case.position, move)
        assert after != case.position, text
        assert puzzle.format(case.position) == case.notation, "apply changed its argument"
        shown = ["a move"]
    for text in ("", "r0c0=1", "r999999c1=1", "nothing", "r1c1=?", "é"):
        with pytest.raises(ParseError):
            puzzle.parse_move(case.position, text)
    return shown


@of_puzzles.hold(most=FEW, shows=lambda: ["a foreign move"])
def a_move_that_is_not_allowed_is_refused(case: Case, puzzle: Puzzle[Any, Any]) -> list[str]:
    allowed = set(puzzle.moves(case.position))
    foreign = {move for other in cases(puzzle.name)[:8] for move in puzzle.moves(other.position)}
    for move in foreign - allowed:
        with pytest.raises(ParameterError):
            puzzle.apply(case.position, move)
    return ["a foreign move"] if foreign - allowed else []


@of_puzzles.hold()
def positions_and_moves_are_small_values(case: Case, puzzle: Puzzle[Any, Any]) -> None:
    data = pickle.dumps(case.position)
    assert len(data) < 2048
    twin = pickle.loads(data)
    assert twin == case.position
    assert hash(twin) == hash(case.position)
    assert twin == sample(puzzle, Random(case.seed)), "the same seed, another position"
    for move in list(puzzle.moves(case.position))[:5]:
        assert pickle.loads(pickle.dumps(move)) == move
        assert len({move, pickle.loads(pickle.dumps(move))}) == 1


@of_puzzles.hold()
def a_puzzle_is_stateless(puzzle: Puzzle[Any, Any]) -> None:
    found = [case.position for case in cases(puzzle.name)]
    assert len(set(found)) == len(found)
    assert getattr(puzzle, "__dict__", {}) == {}


@of_puzzles.hold()
def what_is_solved(case: Case, puzzle: Puzzle[Any, Any]) -> None:
    if puzzle.violations(case.position):
        assert case.solutions == ()
    for violation in puzzle.violations(case.position):
        assert str(violation.text)
        assert "{" not in str(violation.text)
        cells = len(puzzle.scene(case.position).cells)
        assert all(0 <= cell < cells for cell in violation.cells)
    if puzzle.is_solved(case.position):
        assert None not in case.reading(case.position)
        assert len(case.solutions) == 1
    for name, number in registry.features(case.position).items():
        assert isinstance(name, str)
        assert isinstance(number, int)
        assert number >= 0


@of_puzzles.hold(most=FEW)
def the_scene_of_every_position_can_be_drawn(case: Case, puzzle: Puzzle[Any, Any]) -> None:
    for position in stages(case):
        scene = puzzle.scene(position, origin=case.position)
        assert len(scene.cells) == scene.width * scene.height == len(case.reading(position))
        assert scene.title
        assert all(0 <= row <= scene.height for row in scene.heavy_rows)
        assert all(0 <= col <= scene.width for col in scene.heavy_cols)


def test_every_error_has_an_exit_status() -> None:
    def tree(error: type[GridwiseError]) -> list[type[GridwiseError]]:
        return [error, *(leaf for child in error.__subclasses__() for leaf in tree(child))]

    assert {error.exit_status for error in tree(GridwiseError)} == {2, 21, 30, 31}


test_puzzles = of_puzzles.test()
