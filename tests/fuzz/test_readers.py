"""Every puzzle's readers, given mutated texts: they return what reads back, or a `ParseError`."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conformance.support import each_puzzle
from fuzz.mutation import check, mutated
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, ParseError
from gridwise.core.puzzle import Puzzle
from gridwise.core.reading import split_lines
from gridwise.reading import choose
from samples import THOROUGH, sample

TEXTS = 4_000 if THOROUGH else 800
"""Mutated texts a puzzle; as many for its moves."""
TESTS = Path(__file__).parents[1]
FILE_NAMES = ("", "Input1.txt", "queens.txt", "15-puzzle.txt", "a.csv")
FORMS: dict[str, tuple[str, ...]] = {
    "minesweeper": (
        "# mines: 10\n- - 1 0\n- X 1 0\n1 s 1 0\n",
        "\ufeff1-X\r\n0s8\r\n\r\ntotal 3\r\n---\r\n",
        "1,-,X\n0,s,8\n\n-\t-\n1\t1\n",
        "minesweeper:2x2x1:1-/--\n\nmines 2\n--\n11\n",
        "# a comment\n\n---\n-1-\n---\n\n\n1 -\n- 1\n",
    ),
    "queens": (
        "Q . . .\n. . x .\n. . . .\n. Q . !\n",
        "\ufeff.Q\r\n..\r\n\r\n8\r\nr1c1 r5c2\r\n",
        "# a comment\nn = 8\nr1c1,\tr5c2,\nxr3c3\n6\n10\n\nQ",
        "Q,.,.\n.,x,.\n.,.,.\n\n..\n..\n",
        "queens:4:0,4,0,0,r1c2,xr3c3\n\nqueens:1\n12\n",
    ),
    "sliding": (
        "1 2 3\n4 5 6\n7 8 0\n",
        "\ufeff# goal: last\r\n1,2,3\r\n4,,5\r\n\r\n3\t2\n1\t\n",
        "# size: 3x2\n1 2 3 4 5 0\n0 1 2 3 4 5\n",
        "1 | 45 | 35 | 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15\n2 | 0 | 0 | 0 1 2 3\n",
        "17 1 2 3 0\n18 0 3 2 1\n",
        "# a comment\n\n0 1 2 3\n4 5 6 7\n\nsliding:2x1:1,0@1,0\n_ 1\n2 3\n",
    ),
    "sudoku": (
        "12 3 u4 1\n" * 4,
        "1.3.............\n" * 5,
        "Grid 01\n1.3.\n....\n....\n..2.\n\n[Puzzle]\n1.3.\n....\n....\n..2.\n[State]\n....\n",
        "sudoku:5x5:" + "ABCDEFGHIJ123456789......" * 25,
    ),
}
"""Texts in forms that no style writes."""


@cache
def seeds(puzzle: Puzzle[Any, Any]) -> tuple[str, ...]:
    """Return texts to mutate: examples and samples in every style, golden files, other forms."""
    positions = [puzzle.parse(text) for text in puzzle.examples]
    positions += [sample(puzzle, Random(seed)) for seed in range(4)]
    found = [*FORMS.get(puzzle.name, ()), "\n".join(puzzle.examples)]
    for position in positions:
        for style in puzzle.styles:
            try:
                found.append(puzzle.format(position, style))
            except ParameterError:
                assert style not in ("notation", "grid")
    folder = TESTS / "golden" / puzzle.name / "forms"
    found += [
        path.read_text("utf-8") for path in sorted(folder.rglob("*.*")) if path.suffix != ".md"
    ]
    return tuple(found)


@each_puzzle()
def test_boards(puzzle: Puzzle[Any, Any]) -> None:
    random = Random(f"boards of {puzzle.name}")
    good = bad = 0
    for _ in range(TEXTS):
        text = mutated(random, seeds(puzzle))
        entries = list(puzzle.read(text, source="f"))
        for entry in entries:
            assert (entry.position is None) != (entry.error is None), text
            if entry.error is not None:
                check(entry.error, text)
                assert entry.error.source == "f"
                bad += 1
                continue
            position = entry.position
            good += 1
            assert isinstance(position, puzzle.position_type), text
            notation = puzzle.format(position)
            again = puzzle.parse(notation)
            assert again == position, text
            assert puzzle.format(again) == notation, text
            if good % 8 == 0:
                other_style_and_rules(puzzle, position, random)
        count = len(split_lines(text))
        assert all(1 <= entry.line <= count for entry in entries), text
        if len(entries) == 1 and entries[0].position is not None:
            assert puzzle.parse(text) == entries[0].position
        else:
            with pytest.raises(ParseError):
                puzzle.parse(text)
    assert good > TEXTS // 16, good
    assert bad > TEXTS // 4, bad


def other_style_and_rules(puzzle: Puzzle[Any, Any], position: Any, random: Random) -> None:
    """Write and read a position in any style; ask the rules about it."""
    style = random.choice(list(puzzle.styles))
    try:
        text = puzzle.format(position, style)
    except ParameterError:
        assert style not in ("notation", "grid")
        return
    assert puzzle.parse(text) == position, (style, text)
    puzzle.violations(position)


def test_choosing_a_puzzle() -> None:
    random = Random("choosing")
    texts = [text for puzzle in registry.puzzles().values() for text in seeds(puzzle)]
    for _ in range(TEXTS):
        text = mutated(random, texts)
        for kind, entry in choose.read(text, filename=random.choice(FILE_NAMES), source="f"):
            assert (entry.position is None) != (entry.error is None), text
            if entry.error is not None:
                check(entry.error, text)
            else:
                assert kind is not None and isinstance(entry.position, kind.position_type), text


@each_puzzle()
def test_moves(puzzle: Puzzle[Any, Any]) -> None:
    random = Random(f"moves of {puzzle.name}")
    positions = [puzzle.parse(text) for text in puzzle.examples]
    positions += [sample(puzzle, Random(seed)) for seed in range(6)]
    texts = {
        position: [puzzle.format_move(position, move) for move in puzzle.moves(position)]
        for position in positions
    }
    positions = [position for position, moves in texts.items() if moves]
    good = bad = 0
    for _ in range(TEXTS):
        position = random.choice(positions)
        text = mutated(random, texts[position])
        try:
            move = puzzle.parse_move(position, text)
        except GridwiseError as error:
            assert isinstance(error, ParseError), text
            assert error.line == 1 and 1 <= error.column <= len(text) + 1, (text, str(error))
            bad += 1
            continue
        good += 1
        assert puzzle.parse_move(position, puzzle.format_move(position, move)) == move
        try:
            after = puzzle.apply(position, move)
        except ParameterError as error:
            assert str(error)
        else:
            assert isinstance(after, puzzle.position_type)
    assert good > TEXTS // 100, good
    assert bad > TEXTS // 4, bad


@each_puzzle()
def test_lone_surrogates(puzzle: Puzzle[Any, Any]) -> None:
    """Half a character, which no file holds but a program may pass."""
    position = puzzle.parse(puzzle.examples[0])
    move = puzzle.format_move(position, next(iter(puzzle.moves(position))))
    for head in ("", f"{puzzle.name}:", puzzle.examples[0], f"# c\n\n{puzzle.examples[0]}\n"):
        text = head + "\ud800"
        entries = list(puzzle.read(text))
        alone = head.endswith("\n")  # a sign on a line of its own is no part of a board
        assert any(entry.error is not None for entry in entries) or (alone and len(entries) == 1)
        for typed in ("\ud800", text, move + "\ud800", "\ud800" + move):
            with pytest.raises(ParseError):
                puzzle.parse_move(position, typed)
