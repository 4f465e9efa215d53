"""What is written can be read back; records are JSON of the promised form."""

import json
import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

import gridwise
from conformance.support import SAMPLES, Case, ask, cases, cases_for, each_puzzle, pairs
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, ParseError, UnknownNameError
from gridwise.core.limits import Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import COUNTERS, MEASURES
from gridwise.solving import result_json as records
from samples import sample

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "solve.schema.json"
SAFE_IN_A_SHELL = re.compile(r"[a-z_]+:[A-Za-z0-9._:,/=+@%#^-]*")


def all_cases(puzzle: Puzzle[Any, Any]) -> list[Any]:
    """Return positions unsolved, half solved and solved."""
    found = []
    for case in cases(puzzle.name):
        found.append(case.position)
        if case.solutions:
            answer = gridwise.solve(case.position, question=Question.SOLUTION).answer
            assert answer is not None
            moves = answer.items[0].moves
            position = case.position
            for move in moves[: len(moves) // 2]:
                position = puzzle.apply(position, move)
            found += [position, answer.items[0].position]
    return found


@each_puzzle()
def test_every_style_reads_back(puzzle: Puzzle[Any, Any]) -> None:
    assert {"notation", "grid"} <= set(puzzle.styles)
    written = dict.fromkeys(puzzle.styles, 0)
    for position in all_cases(puzzle):
        for style in puzzle.styles:
            try:
                text = puzzle.format(position, style)
            except ParameterError:
                assert style not in ("notation", "grid"), "these two take every size"
                continue
            written[style] += 1
            assert not text.endswith("\n"), style
            for ending in ("", "\n", "\r\n"):
                assert puzzle.parse(text.replace("\n", ending or "\n") + ending) == position, text
    examples = [puzzle.parse(text) for text in puzzle.examples]
    for style in puzzle.styles:
        for position in examples:
            try:
                assert puzzle.parse(puzzle.format(position, style)) == position
                written[style] += 1
            except ParameterError:
                continue
    assert all(written.values()), f"no position was small enough for a style: {written}"


@each_puzzle()
def test_an_unknown_style_is_refused(puzzle: Puzzle[Any, Any]) -> None:
    with pytest.raises(UnknownNameError, match="notatoin"):
        puzzle.format(cases(puzzle.name)[0].position, "notatoin")


@each_puzzle()
def test_the_notation_is_one_line_safe_in_a_shell(puzzle: Puzzle[Any, Any]) -> None:
    for position in all_cases(puzzle):
        text = puzzle.format(position)
        assert text.startswith(f"{puzzle.name}:")
        assert SAFE_IN_A_SHELL.fullmatch(text), text
        assert puzzle.format(puzzle.parse(text)) == text
        assert puzzle.format(position, "notation") == text


@each_puzzle()
def test_different_positions_have_different_notations(puzzle: Puzzle[Any, Any]) -> None:
    positions = set(all_cases(puzzle))
    assert len({puzzle.format(position) for position in positions}) == len(positions)


@each_puzzle()
def test_a_notation_is_recognised_as_its_puzzle_s(puzzle: Puzzle[Any, Any]) -> None:
    for position in all_cases(puzzle):
        text = puzzle.format(position)
        sure = {other.name: other.recognise(text) for other in registry.puzzles().values()}
        assert sure.pop(puzzle.name) == 100, text
        assert all(0 <= score < 100 for score in sure.values()), (text, sure)
        assert gridwise.parse(text) == position


@each_puzzle()
def test_recognise_takes_anything(puzzle: Puzzle[Any, Any]) -> None:
    random = Random(3)
    texts = ["", "\n", "\x00", "🂡" * 10, ":", f"{puzzle.name}", f"{puzzle.name}:", "a" * 100_000]
    texts += ["".join(chr(random.randrange(1, 300)) for _ in range(40)) for _ in range(200)]
    for text in texts:
        assert 0 <= puzzle.recognise(text) <= 100
        assert 0 <= puzzle.recognise(text, "board.txt") <= 100


@each_puzzle()
def test_several_puzzles_in_one_text(puzzle: Puzzle[Any, Any]) -> None:
    some = [case.position for case in cases(puzzle.name)[:5]]
    text = "\n".join(puzzle.format(position) for position in some) + "\n"
    entries = list(puzzle.read(text))
    assert [entry.position for entry in entries] == some
    assert [entry.line for entry in entries] == [1, 2, 3, 4, 5]
    with pytest.raises(ParseError):
        puzzle.parse(text)
    with pytest.raises(ParseError):
        puzzle.parse("")


@each_puzzle()
def test_damaged_notations_are_refused_at_a_place(puzzle: Puzzle[Any, Any]) -> None:
    """Whatever is cut from or put into a notation: a position or an error of the tree."""
    random = Random(11)
    for case in cases(puzzle.name)[: SAMPLES // 3]:
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


@each_puzzle()
def test_moves_read_back(puzzle: Puzzle[Any, Any]) -> None:
    tried = 0
    for case in cases(puzzle.name)[: SAMPLES // 3]:
        for move in puzzle.moves(case.position):
            text = puzzle.format_move(case.position, move)
            assert puzzle.parse_move(case.position, text) == move, (case, text)
            after = puzzle.apply(case.position, move)
            assert after != case.position, (case, text)
            assert puzzle.format(case.position) == case.notation, "apply changed its argument"
            tried += 1
    assert tried > SAMPLES // 2
    for text in ("", "r0c0=1", "r999999c1=1", "nothing", "r1c1=?", "é"):
        with pytest.raises(ParseError):
            puzzle.parse_move(cases(puzzle.name)[0].position, text)


@each_puzzle()
def test_a_move_that_is_not_allowed_is_refused(puzzle: Puzzle[Any, Any]) -> None:
    for case in cases(puzzle.name)[: SAMPLES // 3]:
        allowed = set(puzzle.moves(case.position))
        foreign = {
            move for other in cases(puzzle.name)[:8] for move in puzzle.moves(other.position)
        }
        for move in foreign - allowed:
            with pytest.raises(ParameterError):
                puzzle.apply(case.position, move)


@each_puzzle()
def test_positions_and_moves_are_small_values(puzzle: Puzzle[Any, Any]) -> None:
    seen = {}
    for case in cases(puzzle.name):
        data = pickle.dumps(case.position)
        assert len(data) < 2048, case
        twin = pickle.loads(data)
        assert twin == case.position, case
        assert hash(twin) == hash(case.position), case
        assert twin == sample(puzzle, Random(case.seed)), "the same seed, another position"
        seen[case.position] = case.notation
        for move in list(puzzle.moves(case.position))[:5]:
            assert pickle.loads(pickle.dumps(move)) == move
            assert len({move, pickle.loads(pickle.dumps(move))}) == 1
    assert len(seen) == len(cases(puzzle.name))
    assert getattr(puzzle, "__dict__", {}) == {}, "a puzzle is stateless"


@each_puzzle()
def test_what_is_solved(puzzle: Puzzle[Any, Any]) -> None:
    for case in cases(puzzle.name):
        if puzzle.violations(case.position):
            assert case.solutions == (), case
        for violation in puzzle.violations(case.position):
            assert str(violation.text), case
            assert "{" not in str(violation.text), case
            cells = len(puzzle.scene(case.position).cells)
            assert all(0 <= cell < cells for cell in violation.cells), case
        if puzzle.is_solved(case.position):
            assert None not in case.reading(case.position), case
            assert len(case.solutions) == 1, case
        for name, number in registry.features(case.position).items():
            assert isinstance(name, str)
            assert isinstance(number, int), case
            assert number >= 0, case


@each_puzzle()
def test_the_scene_of_every_position_can_be_drawn(puzzle: Puzzle[Any, Any]) -> None:
    for case in cases(puzzle.name)[: SAMPLES // 3]:
        answer = gridwise.solve(case.position, question=Question.SOLUTION).answer
        positions = [case.position, *(item.position for item in (answer.items if answer else ()))]
        for position in positions:
            scene = puzzle.scene(position, origin=case.position)
            assert len(scene.cells) == scene.width * scene.height == len(case.reading(position))
            assert scene.title, case
            assert all(0 <= row <= scene.height for row in scene.heavy_rows)
            assert all(0 <= col <= scene.width for col in scene.heavy_cols)


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def _results(case: Case, method: Method) -> list[Any]:
    one = [ask(case, method), ask(case, method, limits=Limits(nodes=2))]
    if not case.puzzle.countable:
        return one
    return [
        *one,
        ask(case, method, question=Question.FORCED),
        ask(case, method, all_solutions=True),
        ask(case, method, nth=2),
        ask(case, method, all_solutions=True, limits=Limits(solutions=1)),
        gridwise.count(case.position, method=method.name),
        gridwise.count(case.position, method=method.name, limits=Limits(solutions=1)),
    ]


@pairs()
def test_records_are_json_of_the_promised_form(
    puzzle: Puzzle[Any, Any], method: Method, validator: Any
) -> None:
    for case in cases_for(puzzle, method, SAMPLES // 6):
        for result in _results(case, method):
            found = records.as_json(result, index=3)
            text = json.dumps(found, allow_nan=False)
            assert "\n" not in text
            line = json.loads(text)
            validator.validate(line)
            assert line["status"] == result.status.name
            assert line["stop"] == result.stop.name
            assert (line["puzzle"], line["notation"]) == (puzzle.name, case.notation)
            assert (line["method"], line["index"]) == (method.name, 3)
            assert line["unique"] is result.unique
            answer = result.answer
            if answer is None or not hasattr(answer, "items"):
                continue
            position = case.position
            if answer.items:
                for move in line["moves"]:
                    position = puzzle.apply(position, puzzle.parse_move(case.position, move))
                assert position == answer.items[0].position, case
                assert puzzle.parse(line["board"]) == answer.items[0].position, case


def test_the_schema_refuses_what_is_no_record(validator: Any) -> None:
    assert not validator.is_valid({})
    assert not validator.is_valid({"status": "SOLVED"})
    assert not validator.is_valid([])


def test_errors_are_records_too(validator: Any) -> None:
    error = ParseError("'q'", "a digit", source="a.txt", line=3, column=7)
    found = json.loads(json.dumps(records.error_as_json(error, index=1)))
    validator.validate(found)
    assert "a.txt:3:7" in json.dumps(found)


@pairs()
def test_statistics_are_those_that_the_method_names(
    puzzle: Puzzle[Any, Any], method: Method
) -> None:
    moved: set[str] = set()
    for case in cases_for(puzzle, method, 60):
        for result in _results(case, method):
            if puzzle.violations(case.position):
                continue
            counters = result.statistics.counters
            assert set(counters) == set(method.counts), case
            assert set(result.statistics.as_dict()) <= set(COUNTERS) | set(MEASURES)
            assert all(isinstance(n, int) and n >= 0 for n in counters.values()), case
            statistics = result.statistics
            assert statistics.wall_s >= 0
            assert statistics.cpu_s >= 0
            assert statistics.compile_s >= 0
            assert statistics.peak_bytes >= 0
            moved |= {name for name, number in counters.items() if number > 0}
    assert moved, "no run counted anything"


def test_every_error_has_an_exit_status() -> None:
    def tree(error: type[GridwiseError]) -> list[type[GridwiseError]]:
        return [error, *(leaf for child in error.__subclasses__() for leaf in tree(child))]

    assert {error.exit_status for error in tree(GridwiseError)} == {2, 21, 30, 31}
