"""The interaction of Sudoku: digits, notes, candidates kept up to date, what is drawn and kept."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.interaction import Action, Emphasis, Mode
from gridwise.core.policy import GameStatus
from gridwise.core.scene import Highlight, Role, Shade
from gridwise.puzzles.sudoku import Position
from gridwise.puzzles.sudoku.interaction import INTERACTION, SudokuState
from gridwise.solving.hint import hint
from gridwise.solving.solve import solve
from puzzles.sudoku.support import BOXES, NINE, houses, solved, with_holes
from samples import seeds

PUZZLE = registry.puzzle("sudoku")
SMALL = "sudoku:2x2:1....2....3....4"


def begun(text: str = NINE, **more) -> SudokuState:
    return INTERACTION.begin(PUZZLE.parse(text), **more)


def done(state: SudokuState, *actions: Action) -> SudokuState:
    for action in actions:
        state = INTERACTION.apply(state, action)
    return state


def digits(mask: int) -> set[int]:
    return {digit for digit in range(26) if mask >> digit & 1}


def naive(position: Position) -> list[set[int]]:
    """Return the candidates of each cell, computed house by house."""
    out = [set() if d else set(range(1, position.size + 1)) for d in position.cells]
    for house in houses(position):
        for cell in house:
            out[cell] -= {position.cells[other] for other in house}
    return out


def corners(state: SudokuState) -> list[set[int]]:
    return list(map(digits, state.corner))


@every("size", [*INTERACTION.sizes, "2x5", "5x2", "12x2"])
def test_every_size_can_be_made_and_begun(size: str) -> None:
    height, width = map(int, size.split("x"))
    empty = INTERACTION.empty(size)
    assert (empty.box_height, empty.box_width) == (height, width)
    assert not any(empty.cells)
    facts = [fact.value for fact in INTERACTION.status_items(INTERACTION.begin(empty))]
    assert facts == [(height * width) ** 2, 0]


def test_a_side_is_a_size_too() -> None:
    assert INTERACTION.empty("9") == INTERACTION.empty("3x3")
    assert INTERACTION.empty("6") == INTERACTION.empty("2x3")
    assert INTERACTION.empty("7") == INTERACTION.empty("1x7")


def test_a_digit_is_entered_replaced_and_taken_out() -> None:
    state = begun()
    one = INTERACTION.apply(state, Action("enter", 2, "4"))
    assert INTERACTION.position(one).cells[2] == 4
    assert INTERACTION.position(state).cells[2] == 0
    assert INTERACTION.position(INTERACTION.apply(one, Action("enter", 2, "6"))).cells[2] == 6
    for action in (Action("enter", 2, "4"), Action("erase", 2)):
        assert INTERACTION.apply(one, action) == state
    assert INTERACTION.apply(state, Action("erase", 2)) is state
    assert [fact.value for fact in INTERACTION.status_items(one)] == [50, 30]


@pytest.mark.parametrize("name", ["enter", "erase", "corner", "centre"])
def test_givens_stay(name: str) -> None:
    with pytest.raises(ParameterError, match="is given; it stays"):
        INTERACTION.apply(begun(), Action(name, 0, "4"))


@every("name, cell", lambda: product(["enter", "erase", "corner", "centre"], [-1, 81, 10**9]))
def test_a_cell_off_the_board_is_refused(name: str, cell: int) -> None:
    with pytest.raises(ParameterError, match="Choose a cell"):
        INTERACTION.apply(begun(), Action(name, cell, "4"))


@every(
    "name, value",
    lambda: product(
        ["enter", "corner", "centre"], ["", "0", "10", "A", "-1", "٣", "²", "1.", " 1", "9" * 5000]
    ),
)
def test_a_digit_that_is_none_is_refused(name: str, value: str) -> None:
    with pytest.raises(ParameterError, match="from 1 to 9"):
        INTERACTION.apply(begun(), Action(name, 2, value))


def test_digits_above_nine_are_numbers_or_letters() -> None:
    state = INTERACTION.begin(INTERACTION.empty("4x4"))
    for value in ("12", "C", "c"):
        assert (
            INTERACTION.position(INTERACTION.apply(state, Action("enter", 0, value))).cells[0] == 12
        )
    for value in ("17", "H", "X"):
        with pytest.raises(ParameterError, match="from 1 to 16"):
            INTERACTION.apply(state, Action("enter", 0, value))


@pytest.mark.parametrize("where", ["corner", "centre"])
def test_notes_are_written_and_taken_out(where: str) -> None:
    state = begun()
    noted = done(state, Action(where, 2, "4"), Action(where, 2, "1"))
    assert digits(getattr(noted, where)[2]) == {1, 4}
    assert INTERACTION.position(noted) == INTERACTION.position(state)
    assert digits(getattr(INTERACTION.apply(noted, Action(where, 2, "4")), where)[2]) == {1}
    assert INTERACTION.apply(noted, Action("erase", 2)) == state
    filled = INTERACTION.apply(state, Action("enter", 2, "4"))
    assert INTERACTION.apply(filled, Action(where, 2, "1")) is filled


def test_cells_are_coloured_givens_too_and_erased_last() -> None:
    state = begun()
    painted = done(state, Action("colour", 2, "3"), Action("colour", 0, "6"))
    drawn = INTERACTION.scene(painted).cells
    assert [cell for cell, one in enumerate(drawn) if one.colour] == [0, 2]
    assert (drawn[0].role, drawn[0].colour, drawn[2].colour) == (Role.GIVEN, 6, 3)
    assert INTERACTION.load(INTERACTION.dump(painted)) == painted
    assert done(painted, Action("colour", 2, "3"), Action("erase", 0)) == state
    filled = done(painted, Action("enter", 2, "4"))
    assert done(filled, Action("erase", 2)) == painted
    both = INTERACTION.for_cells(painted, Action("colour", 0, "6"), (0, 1, 2))
    assert done(painted, *both).colours[:3] == b"\6\6\6"
    assert INTERACTION.for_cells(painted, Action("erase"), (0, 1, 2))[0].cell == 0
    with pytest.raises(ParameterError, match="from 1 to 6"):
        INTERACTION.apply(state, Action("colour", 2, "7"))


def test_entering_a_digit_clears_it_from_the_notes_of_its_houses_at_once() -> None:
    state = INTERACTION.begin(INTERACTION.empty("2x3"))
    for cell in range(36):
        state = done(state, *(Action("corner", cell, d) for d in "35"))
        state = done(state, *(Action("centre", cell, d) for d in "45"))
    after = INTERACTION.apply(state, Action("enter", 8, "5"))
    near = {cell for house in houses(INTERACTION.empty("2x3")) if 8 in house for cell in house}
    for notes, other in ((after.corner, 3), (after.centre, 4)):
        for cell, mask in enumerate(notes):
            left = {other} if cell in near else {other, 5}
            assert digits(mask) == (set() if cell == 8 else left)


def test_all_candidates_are_noted_and_taken_out() -> None:
    state = INTERACTION.apply(begun(), Action("centre", 2, "9"))
    noted = INTERACTION.apply(state, Action("fill_notes"))
    assert corners(noted) == naive(PUZZLE.parse(NINE))
    assert noted.centre == state.centre
    assert INTERACTION.apply(noted, Action("fill_notes")) is noted
    assert INTERACTION.apply(noted, Action("clear_notes")) == begun()
    assert INTERACTION.apply(begun(), Action("clear_notes")) == begun()


@settings(max_examples=len(seeds(20, 60)), deadline=None, derandomize=True)
@given(
    text=st.sampled_from([SMALL, "sudoku:2x3:" + "." * 36]),
    steps=st.lists(st.tuples(st.integers(0, 35), st.integers(1, 6)), max_size=40),
)
def test_candidates_follow_digits_by_themselves(text, steps) -> None:
    state = begun(text, options={"auto": "yes"})
    assert corners(state) == naive(INTERACTION.position(state))
    for cell, digit in steps:
        try:
            state = INTERACTION.apply(state, Action("enter", cell, str(digit)))
        except ParameterError:
            continue
        assert corners(state) == naive(INTERACTION.position(state))


def test_what_was_taken_out_of_the_candidates_stays_out() -> None:
    state = INTERACTION.apply(begun(SMALL, options={"auto": "yes"}), Action("corner", 1, "4"))
    assert corners(state)[1] == {3}
    after = done(state, Action("enter", 2, "3"), Action("erase", 2))
    assert corners(after)[1] == {3}
    assert corners(INTERACTION.apply(after, Action("fill_notes")))[1] == {3, 4}


def test_put_enters_moves_as_the_puzzle_writes_them() -> None:
    state = begun()
    after = INTERACTION.apply(state, Action("put", value="r1c3=4"))
    assert INTERACTION.position(after).cells[2] == 4
    assert INTERACTION.apply(after, Action("put", value="r1c3=4")) is after
    assert INTERACTION.apply(state, Action("put", value="r1c1=5")) is state
    with pytest.raises(ParameterError, match="is given"):
        INTERACTION.apply(state, Action("put", value="r1c1=6"))


def test_load_takes_a_board_over_and_keeps_fitting_notes() -> None:
    state = done(begun(SMALL), Action("corner", 1, "3"), Action("corner", 1, "4"))
    after = INTERACTION.apply(state, Action("load", value="sudoku:2x2:1.4..2....3....4"))
    assert INTERACTION.position(after).cells[2] == 4
    assert corners(after)[1] == {3}
    assert INTERACTION.origin(after) == PUZZLE.parse(SMALL)
    assert (
        INTERACTION.apply(after, Action("load", value=PUZZLE.format(INTERACTION.position(after))))
        is after
    )
    assert INTERACTION.position(
        INTERACTION.apply(after, Action("load", value=SMALL))
    ) == PUZZLE.parse(SMALL)


@every(
    "value, words",
    [
        ("sudoku:2x2:2....2....3....4", "other givens"),
        ("sudoku:2x2:................", "other givens"),
        (NINE, "another size"),
        ("sudoku:3x2:" + "." * 36, "another size"),
        ("", "no board"),
        ("nonsense", "no board"),
        ("sudoku:2x2:1", "no board"),
        ("sudoku:9999x9999:", "no board"),
        ("queens:4:", "no board"),
    ],
)
def test_load_refuses_other_boards(value: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        INTERACTION.apply(begun(SMALL), Action("load", value=value))


def test_what_is_entered_in_edit_is_given() -> None:
    state = begun(SMALL, mode=Mode.EDIT, options={"auto": "yes"})
    after = done(state, Action("enter", 0, "2"), Action("enter", 1, "3"), Action("erase", 5))
    assert PUZZLE.format(INTERACTION.origin(after)) == "sudoku:2x2:23........3....4"
    assert INTERACTION.origin(after) == INTERACTION.position(after)
    assert INTERACTION.scene(after).cells[1].role is Role.GIVEN
    assert INTERACTION.status_items(after)[1].value == 4
    assert not any(after.corner)
    full = INTERACTION.apply(after, Action("load", value="sudoku:2x2:1234341221434321"))
    assert PUZZLE.is_solved(INTERACTION.position(full))
    assert INTERACTION.verdict(full) is GameStatus.OPEN
    assert INTERACTION.pens(full) == ()
    assert {one.action.name for one in INTERACTION.pad_buttons(full)} == {"enter", "erase"}


# What is drawn.


@every("box", BOXES)
def test_the_drawing_has_the_digits_as_numbers(box: tuple[int, int]) -> None:
    position = with_holes(solved(*box), 5)
    scene = INTERACTION.scene(INTERACTION.begin(position))
    assert [int(cell.text or 0) for cell in scene.cells] == list(position.cells)
    assert scene.highlights == {}
    plain = PUZZLE.scene(position)
    assert (scene.heavy_rows, scene.heavy_cols) == (plain.heavy_rows, plain.heavy_cols)
    assert (scene.width, scene.height) == (position.size, position.size)


def test_entries_and_notes_are_told_from_givens() -> None:
    state = INTERACTION.begin(INTERACTION.empty("4x4"))
    actions = (
        Action("enter", 0, "16"),
        *(Action("corner", 1, d) for d in ("12", "3")),
        *(Action("centre", 1, d) for d in ("11", "10")),
    )
    cells = INTERACTION.scene(done(state, *actions)).cells
    assert (cells[0].role, cells[0].text) == (Role.FILLED, "16")
    assert (cells[1].role, cells[1].notes, cells[1].centre) == (
        Role.EMPTY, ("3", "12"), ("10", "11"),
    )  # fmt: skip
    assert INTERACTION.scene(begun()).cells[0].role is Role.GIVEN


def test_the_houses_of_the_selected_cell_and_its_digit_are_shaded() -> None:
    position = PUZZLE.parse(NINE)
    scene = INTERACTION.scene(begun(), Emphasis(selected=0))
    near = {cell for house in houses(position) if 0 in house for cell in house} - {0}
    same = {cell for cell, digit in enumerate(position.cells) if digit == 5} - {0}
    for cell, drawn in enumerate(scene.cells):
        expected = Shade.SAME if cell in same else Shade.PEER if cell in near else None
        assert drawn.shade is expected, cell
    assert Shade.SAME not in {
        cell.shade for cell in INTERACTION.scene(begun(), Emphasis(selected=2)).cells
    }
    for nowhere in (-1, 81):
        assert {
            cell.shade for cell in INTERACTION.scene(begun(), Emphasis(selected=nowhere)).cells
        } == {None}


def test_all_repeated_digits_are_conflicts() -> None:
    state = done(
        begun(SMALL), Action("enter", 3, "1"), Action("enter", 1, "2"), Action("enter", 14, "2")
    )
    assert INTERACTION.scene(state).highlights == dict.fromkeys((0, 3, 1, 5), Highlight.CONFLICT)
    assert set(INTERACTION.scene(INTERACTION.apply(state, Action("enter", 2, "4"))).highlights) == {
        0,
        3,
        1,
        5,
    }
    (row, column) = INTERACTION.conflicts(state)[:2]
    assert (str(row.text), row.cells) == ("1 twice in row 1: r1c1, r1c4", (0, 3))
    assert column.cells == (1, 5)
    shown = INTERACTION.scene(
        state, Emphasis(highlights={1: Highlight.REASON, 9: Highlight.TARGET})
    ).highlights
    assert (shown[0], shown[1], shown[9]) == (
        Highlight.CONFLICT, Highlight.REASON, Highlight.TARGET,
    )  # fmt: skip


def test_each_digit_says_how_many_of_it_are_left() -> None:
    def left(state: SudokuState) -> list[int | None]:
        return [one.left for one in INTERACTION.pad_buttons(state) if one.pen]

    state = begun("sudoku:2x2:1....2....3....4")
    assert left(state) == [3, 3, 3, 3]
    state = done(state, Action("enter", 1, "1"), Action("enter", 2, "3"), Action("corner", 3, "3"))
    assert left(state) == [2, 3, 2, 3]
    many = done(state, *(Action("enter", cell, "1") for cell in (2, 3, 4, 6)))
    assert left(many) == [0, 3, 3, 3], "never less than none"
    edited = INTERACTION.begin(INTERACTION.empty("2x2"), mode=Mode.EDIT)
    assert left(edited) == [None] * 4


# Keys and typed lines.


@every("size", [*INTERACTION.sizes, "2x5"])
def test_each_digit_has_a_button_and_keys_of_its_own(size: str) -> None:
    state = INTERACTION.begin(INTERACTION.empty(size))
    buttons = [one for one in INTERACTION.pad_buttons(state) if one.pen]
    keys = [
        k
        for part in (INTERACTION.pad_buttons(state), INTERACTION.pens(state))
        for one in part
        for k in one.keys
    ]
    assert len(keys) == len(set(keys))
    assert len(INTERACTION.pens(state)) == 4
    side = INTERACTION.scene(state).width
    assert len(buttons) == side
    for number, one in enumerate(buttons, start=1):
        after = INTERACTION.apply(state, Action("enter", 0, one.action.value))
        assert INTERACTION.position(after).cells[0] == number
        assert INTERACTION.scene(after).cells[0].text == one.sign
        assert one.sign == str(number)
        letter = chr(ord("A") + number - 10)
        assert one.keys[0] == (f"Digit{number}" if number < 10 else f"Key{letter}")
        assert str(number) in str(one.label)


@every(
    "text, action",
    [
        ("r3c5 7", Action("enter", 22, "7")),
        ("  R3C5   7 ", Action("enter", 22, "7")),
        ("r3c5=7", Action("enter", 22, "7")),
        ("r3c5 erase", Action("erase", 22)),
        ("r3c5 0", Action("erase", 22)),
        ("r3c5 corner 4", Action("corner", 22, "4")),
        ("r3c5 CENTRE 4", Action("centre", 22, "4")),
        ("fill", Action("fill_notes")),
        ("Clear", Action("clear_notes")),
    ],
)
def test_typed_lines(text: str, action: Action) -> None:
    assert INTERACTION.parse_action(begun(), text) == action


def test_typed_digits_above_nine() -> None:
    state = INTERACTION.begin(INTERACTION.empty("4x4"))
    for text in ("r16c16 12", "r16c16 c", "r16c16=C"):
        assert INTERACTION.parse_action(state, text) == Action("enter", 255, "12")
    assert INTERACTION.parse_action(state, "r1c1 corner g") == Action("corner", 0, "16")


@every(
    "text, column, words",
    [
        ("", 1, "a cell from r1c1 to r9c9"),
        ("7", 1, "a cell"),
        ("r10c1 7", 1, "a cell"),
        ("fill all", 1, "a cell"),
        ("r3c5", 5, "a digit from 1 to 9, or erase, corner or centre"),
        ("r3c5 x", 6, "a digit from 1 to 9, or erase"),
        ("r3c5 10", 6, "a digit"),
        ("r3c5 corner", 12, "a digit from 1 to 9"),
        ("r3c5 corner x", 13, "a digit from 1 to 9"),
        ("r3c5 7 8", 8, "the end"),
        ("r3c5 erase 8", 12, "the end"),
        ("r3c5 corner 4 4", 15, "the end"),
        ("r3c5 " + "x" * 10**5, 6, "a digit"),
    ],
)
def test_other_lines_are_refused(text: str, column: int, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        INTERACTION.parse_action(begun(), text)
    assert (caught.value.source, caught.value.column) == ("<move>", column)
    assert caught.value.expected.startswith(words)
    assert len(str(caught.value)) < 200


# Whole games.


def test_a_game_by_the_pad_is_won() -> None:
    position = PUZZLE.parse(NINE)
    state = begun()
    buttons = {one.sign: one.action for one in INTERACTION.pad_buttons(state) if one.pen}
    answer = solve(position).answer.items[0].position
    state = done(state, Action("fill_notes"))
    for cell, digit in enumerate(answer.cells):
        if not position.cells[cell]:
            assert INTERACTION.verdict(state) is GameStatus.OPEN
            assert digit in digits(state.corner[cell])
            state = INTERACTION.apply(state, Action("enter", cell, buttons[str(digit)].value))
    assert INTERACTION.verdict(state) is GameStatus.WON
    assert INTERACTION.position(state) == answer
    assert INTERACTION.origin(state) == position
    assert not any(state.corner)
    assert INTERACTION.status_items(state)[0].value == 0
    assert INTERACTION.verdict(INTERACTION.apply(state, Action("erase", 2))) is GameStatus.OPEN


def test_a_full_board_with_a_repeat_is_not_won() -> None:
    state = begun("sudoku:2x2:123434122143432.")
    assert (
        INTERACTION.verdict(INTERACTION.apply(state, Action("enter", 15, "2"))) is GameStatus.OPEN
    )
    assert INTERACTION.verdict(INTERACTION.apply(state, Action("enter", 15, "1"))) is GameStatus.WON


def test_methods_get_digits_without_notes_and_tell_entries_from_givens() -> None:
    state = done(begun(), Action("corner", 3, "6"), Action("enter", 2, "1"))
    found = hint(INTERACTION.position(state), origin=INTERACTION.origin(state))
    assert found.technique == "wrong"
    assert 2 in found.cells


@every(
    "change",
    [
        {"corner": {"16": 2}},
        {"corner": {"-1": 2}},
        {"corner": {"9" * 5000: 2}},
        {"corner": {"1": 2**5}},
        {"corner": {"1": 1}},
        {"corner": {"1": -2}},
        {"corner": {"1": True}},
        {"corner": {"0": 2}},
        {"corner": [2]},
        {"cells": "2....2....3....4"},
        {"cells": ["1", *"....2....3....4"]},
        {"cells": "1....2....3....5"},
        {"cells": "1....2....3...."},
        {"origin": "sudoku:2x2:1....2....3....4 "},
        {"origin": "x" * 10**6},
        {"origin": 5},
        {"mode": "watch"},
        {"auto": 1},
    ],
)
def test_a_saved_board_that_cannot_be_is_refused(change) -> None:
    saved = INTERACTION.dump(begun(SMALL))
    assert INTERACTION.load(saved) == begun(SMALL)
    with pytest.raises(ParameterError, match="no saved game"):
        INTERACTION.load({**saved, **change})


def test_what_is_done_in_several_cells_goes_one_way() -> None:
    state = begun("sudoku:2x2:1...............")

    def after(action: Action, *cells: int) -> SudokuState:
        found = state
        for one in INTERACTION.for_cells(state, action, cells):
            found = INTERACTION.apply(found, one)
        return found

    note, digit = Action("corner", value="3"), Action("enter", value="3")
    state = after(note, 5)
    state = after(note, 0, 5, 6)  # the given is left out, the note of 5 stays
    assert [state.corner[cell] for cell in (0, 5, 6)] == [0, 8, 8]
    state = after(digit, 6, 10)
    assert [state.cells[cell] for cell in (0, 6, 10)] == [1, 3, 3]
    state = after(note, 6, 9)  # a cell with a digit has no notes
    assert [state.corner[cell] for cell in (6, 9)] == [0, 8]
    state = after(digit, 6, 10)
    assert [state.cells[cell] for cell in (6, 10)] == [0, 0]
    assert INTERACTION.for_cells(state, digit, (0,)) == ()
    assert after(Action("erase"), 9, 0).corner[9] == 0
