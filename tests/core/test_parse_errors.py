"""A parse error in words that can be translated, wherever it was made."""

import pickle

import pytest

from catalogue.marked import MARKED
from every import every
from gridwise.core import registry
from gridwise.core.errors import MOVE, ParseError
from gridwise.core.message import from_json, msg
from gridwise.solving.inputs import read_text

BAD = {
    "sudoku": (
        "sudoku:3x",
        "sudoku:9x9:1",
        "sudoku:3x3:12",
        "sudoku:2x2:1....2....3....9",
        "1....2....3....9",
        "1....2....3....44",
        "12\n34",
        "12 34\n34",
        "[Puzzle]\n",
        "puzzle,solution\n,1",
    ),
    "minesweeper": (
        "minesweeper:x",
        "minesweeper:0x3:",
        "minesweeper:3x2:---/--",
        "minesweeper:3x2:---/-9-",
        "minesweeper:3x2:---",
        "---\n--",
        "--- 9\n",
        "mines 4",
        "mines x\n--",
        "- - --\n",
    ),
    "queens": (
        "queens:",
        "queens:0:",
        "queens:4;",
        "queens:4:r9c1",
        "queens:4:r1c1 r2",
        "queens:4:1,2",
        "Q..\n..\n",
        "Q..\n...",
        "Q..\n...\n..Q\n...",
        "4\nr1c1 r9",
        "r1c1",
    ),
    "sliding": (
        "sliding:3",
        "sliding:2x2:1,2,3",
        "sliding:2x2:1,2,3,4",
        "sliding:2x2:1,1,3,0",
        "sliding:2x2:1,,3,0",
        "sliding:2x2:1,2,3,0>1",
        "1 2 3\n4 5",
        "1 2 3 4 5 6 7",
    ),
}


@every("kind", BAD)
def test_what_is_wrong_with_a_board_can_be_said_in_any_language(kind: str) -> None:
    seen: set[str] = set()
    for text in BAD[kind]:
        errors = [entry.error for _, entry in read_text(text, puzzle=kind) if entry.error]
        assert errors, text
        for error in errors:
            kept = pickle.loads(pickle.dumps(error))
            assert str(kept) == str(error)
            message = from_json(kept.message.as_json())
            english, said = str(message), message.words(MARKED)
            assert english.endswith(f"found {error.found}, expected {error.expected}")
            assert f"line {error.line}, column {error.column}:" in english
            for phrase in error.phrases:
                assert phrase == str(phrase) or phrase.words(MARKED) != str(phrase), (text, phrase)
            assert said != english
            seen.add(error.expected)
    assert len(seen) >= len(BAD[kind]) - 2


def test_a_typed_move_needs_no_place() -> None:
    error = ParseError("'x'", msg("the end"), source=MOVE, column=7)
    assert str(error.message) == "found 'x', expected the end"
    assert (error.found, error.expected) == ("'x'", "the end")
    for kind in BAD:
        interaction = registry.interaction(kind)
        state = interaction.begin(interaction.empty(next(iter(interaction.sizes))))
        with pytest.raises(ParseError) as caught:
            interaction.parse_action(state, "what is this")
        assert caught.value.source == MOVE
