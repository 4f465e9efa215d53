"""The interaction of N-Queens: queens, crosses, attacked squares, boards put together by hand."""

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
from gridwise.puzzles.queens.interaction import INTERACTION, MOST_ROWS, QueensState
from gridwise.solving.hint import hint
from gridwise.solving.solve import solve
from samples import seeds

PUZZLE = registry.puzzle("queens")
GIVEN = "queens:6:r2c4,xr1c2,xr6c5"


def begun(text: str = GIVEN, **more) -> QueensState:
    return INTERACTION.begin(PUZZLE.parse(text), **more)


def done(state: QueensState, *actions: Action) -> QueensState:
    for action in actions:
        state = INTERACTION.apply(state, action)
    return state


def queens(state: QueensState) -> tuple[int, ...]:
    return INTERACTION.position(state).queens


def attacked(n: int, held) -> set[int]:
    """Return the squares on a line of a queen, worked out pair by pair."""
    return {
        cell
        for cell, queen in product(range(n * n), held)
        for down, right in [(cell // n - queen // n, cell % n - queen % n)]
        if down == 0 or right == 0 or abs(down) == abs(right)
    }


def shaded(state: QueensState) -> set[int]:
    cells = INTERACTION.scene(state).cells
    assert {cell.shade for cell in cells} <= {None, Shade.ATTACKED}
    return {cell for cell, drawn in enumerate(cells) if drawn.shade}


@every("size", [*INTERACTION.sizes, "1", "30"])
def test_every_size_can_be_made_and_begun(size: str) -> None:
    empty = INTERACTION.empty(size)
    assert (empty.n, empty.queens, empty.blocked) == (int(size), (), ())
    n = int(size)
    assert [fact.value for fact in INTERACTION.status_items(INTERACTION.begin(empty))] == [
        f"0/{n}",
        n * n,
    ]


def test_larger_boards_are_not_played() -> None:
    assert INTERACTION.begin(PUZZLE.parse(f"queens:{MOST_ROWS}:"))
    with pytest.raises(ParameterError, match="at most 30 rows, not 1,000"):
        INTERACTION.begin(PUZZLE.parse("queens:1000:"))


def test_a_click_puts_a_queen_and_takes_it_away() -> None:
    state = begun()
    one = INTERACTION.apply(state, Action("queen", 0))
    assert queens(one) == (0, 9)
    assert queens(state) == (9,)
    assert INTERACTION.apply(one, Action("queen", 0)) == state
    assert INTERACTION.origin(one) == PUZZLE.parse(GIVEN)


def test_what_was_given_stays() -> None:
    with pytest.raises(ParameterError, match="This queen is given"):
        INTERACTION.apply(begun(), Action("queen", 9))
    with pytest.raises(ParameterError, match="blocked"):
        INTERACTION.apply(begun(), Action("queen", 1))
    with pytest.raises(ParameterError, match="where the puzzle is edited"):
        INTERACTION.apply(begun(), Action("block", 1))
    for cell in (9, 1):
        state = begun()
        assert INTERACTION.apply(state, Action("cross", cell)) is state


@every("name, cell", lambda: product(["queen", "cross", "block"], [-1, 36, 10**9]))
def test_a_square_off_the_board_is_refused(name: str, cell: int) -> None:
    with pytest.raises(ParameterError, match="Choose a cell"):
        INTERACTION.apply(begun(mode=Mode.EDIT), Action(name, cell))


def test_no_more_queens_than_rows() -> None:
    state = done(begun("queens:4:"), *(Action("queen", cell) for cell in range(4)))
    with pytest.raises(ParameterError, match="All 4 queens are on the board"):
        INTERACTION.apply(state, Action("queen", 15))
    assert len(queens(INTERACTION.apply(state, Action("queen", 0)))) == 3


def test_crosses_are_the_players_own() -> None:
    state = begun()
    crossed = done(state, Action("cross", 0), Action("cross", 35))
    assert INTERACTION.position(crossed) == INTERACTION.position(state)
    roles = [cell.role for cell in INTERACTION.scene(crossed).cells]
    assert (roles[0], roles[35], roles[1]) == (Role.CROSS, Role.CROSS, Role.BLOCKED)
    assert done(crossed, Action("cross", 0), Action("cross", 35)) == state
    queen = INTERACTION.apply(crossed, Action("queen", 0))
    assert INTERACTION.scene(queen).cells[0].role is Role.QUEEN
    assert (
        INTERACTION.scene(INTERACTION.apply(queen, Action("queen", 0))).cells[0].role is Role.EMPTY
    )


def test_clear_keeps_what_was_given() -> None:
    state = begun()
    played = done(state, Action("queen", 0), Action("cross", 35))
    assert INTERACTION.apply(played, Action("clear")) == state
    assert INTERACTION.apply(state, Action("clear")) is state
    bare = INTERACTION.apply(begun(mode=Mode.EDIT), Action("clear"))
    assert PUZZLE.format(INTERACTION.origin(bare)) == "queens:6:"


def test_attacked_squares_are_shown_or_hidden_in_the_middle_of_a_game() -> None:
    state = done(begun(), Action("queen", 0), Action("cross", 35))
    silent = {*queens(state), *INTERACTION.position(state).blocked}
    assert shaded(state) == attacked(6, queens(state)) - silent
    hidden = INTERACTION.apply(state, Action("show_attacked"))
    assert shaded(hidden) == set()
    assert queens(hidden) == queens(state)
    assert INTERACTION.apply(hidden, Action("show_attacked")) == state
    assert shaded(done(begun(options={"attacks": "no"}), Action("queen", 0))) == set()
    assert shaded(begun("queens:6:")) == set()
    assert INTERACTION.scene(state).cells[35].role is Role.CROSS
    labels = [str(one.label) for s in (state, hidden) for one in INTERACTION.pad_buttons(s)]
    assert "Hide the attacked squares" in labels
    assert "Show the attacked squares" in labels


def test_free_squares_are_counted() -> None:
    state = INTERACTION.apply(begun(), Action("queen", 0))
    free = 36 - len(attacked(6, queens(state)) | set(INTERACTION.position(state).blocked))
    assert [fact.value for fact in INTERACTION.status_items(state)] == ["2/6", free]


def test_all_queens_that_attack_another_are_conflicts() -> None:
    state = done(begun("queens:6:"), *(Action("queen", cell) for cell in (0, 3, 21, 25, 34)))
    assert set(INTERACTION.scene(state).highlights.items()) == {
        (cell, Highlight.CONFLICT) for cell in (0, 3, 21)
    }
    assert str(INTERACTION.conflicts(state)[0].text) == "r1c1 and r1c4 attack each other in a row"
    shown = INTERACTION.scene(
        state, Emphasis(highlights={3: Highlight.TARGET, 7: Highlight.REASON})
    ).highlights
    assert [shown[cell] for cell in (0, 3, 7)] == [
        Highlight.CONFLICT, Highlight.TARGET, Highlight.REASON,
    ]  # fmt: skip


@settings(max_examples=len(seeds(20, 60)), deadline=None, derandomize=True)
@given(n=st.integers(1, 7), cells=st.sets(st.integers(0, 48), max_size=7))
def test_conflicts_are_what_pairs_say(n, cells) -> None:
    state = done(
        INTERACTION.begin(INTERACTION.empty(str(n))),
        *(Action("queen", c) for c in [*cells][:n] if c < n * n),
    )
    wrong = {a for a in queens(state) if attacked(n, [a]).intersection(queens(state)) - {a}}
    assert set(INTERACTION.scene(state).highlights) == wrong
    assert (INTERACTION.conflicts(state) == ()) == (not wrong)


def test_given_queens_look_given() -> None:
    cells = INTERACTION.scene(INTERACTION.apply(begun(), Action("queen", 0))).cells
    assert (cells[9].role, cells[9].given) == (Role.QUEEN, True)
    assert (cells[0].role, cells[0].given) == (Role.QUEEN, False)
    edited = INTERACTION.scene(INTERACTION.apply(begun(mode=Mode.EDIT), Action("queen", 0))).cells
    assert edited[0].given


def test_put_enters_queens() -> None:
    state = INTERACTION.apply(begun(), Action("cross", 0))
    after = INTERACTION.apply(state, Action("put", value="r1c1"))
    assert queens(after) == (0, 9)
    assert INTERACTION.apply(after, Action("put", value="r1c1")) is after
    with pytest.raises(ParameterError, match="blocked"):
        INTERACTION.apply(state, Action("put", value="r1c2"))


def test_load_takes_a_board_over() -> None:
    state = done(begun(), Action("cross", 0), Action("cross", 12), Action("queen", 35))
    after = INTERACTION.apply(state, Action("load", value="queens:6:r1c1,r2c4,xr1c2,xr6c5"))
    assert queens(after) == (0, 9)
    assert after.crosses == {12}
    assert INTERACTION.apply(after, Action("load", value="queens:6:r1c1,r2c4")) is after
    assert INTERACTION.position(after).blocked == (1, 34)


@every(
    "value, words",
    [
        ("queens:6:r1c1", "other givens"),
        ("queens:6:r2c4,r1c2", "other givens"),
        ("queens:6:r2c4,xr1c1", "other givens"),
        ("queens:5:", "another size"),
        ("queens:1000000:", "another size"),
        ("", "no board"),
        ("nonsense", "no board"),
        ("queens:6:r2c4\nqueens:6:r2c4", "no board"),
        ("queens:" + "9" * 5000, "no board"),
        ("sudoku:2x2:1....2....3....4", "no board"),
    ],
)
def test_load_refuses_other_boards(value: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        INTERACTION.apply(begun(), Action("load", value=value))


def test_edit_fixes_queens_and_blocks_squares() -> None:
    state = begun(mode=Mode.EDIT)
    after = done(
        state, Action("queen", 9), Action("queen", 0), Action("block", 35), Action("block", 1)
    )
    assert PUZZLE.format(INTERACTION.origin(after)) == "queens:6:r1c1,xr6c5,xr6c6"
    assert INTERACTION.origin(after) == INTERACTION.position(after)
    assert INTERACTION.apply(state, Action("cross", 20)) == INTERACTION.apply(
        state, Action("block", 20)
    )
    assert PUZZLE.format(
        INTERACTION.origin(INTERACTION.apply(after, Action("block", 0)))
    ).startswith("queens:6:xr1c1")
    assert [pen.action for pen in INTERACTION.pens(after)] == ["queen", "block"]
    assert [pen.action for pen in INTERACTION.pens(begun())] == ["queen", "cross"]
    solved = INTERACTION.apply(
        begun("queens:4:", mode=Mode.EDIT), Action("load", value="queens:4:2,4,1,3")
    )
    assert PUZZLE.is_solved(INTERACTION.position(solved))
    assert INTERACTION.verdict(solved) is GameStatus.OPEN


@every(
    "text, action",
    [
        ("r4c4 queen", Action("queen", 21)),
        (" R4C4 ", Action("queen", 21)),
        ("r4c4 CROSS", Action("cross", 21)),
        ("r4c4  block", Action("block", 21)),
        ("attacked", Action("show_attacked")),
        ("Clear", Action("clear")),
    ],
)
def test_typed_lines(text: str, action: Action) -> None:
    assert INTERACTION.parse_action(begun(), text) == action


@every(
    "text, column, words",
    [
        ("", 1, "a square from r1c1 to r6c6"),
        ("queen", 1, "a square"),
        ("r7c1", 1, "a square"),
        ("  r4c4 king", 8, "queen, cross or block"),
        ("r4c4 queen now", 12, "the end"),
        ("clear all", 7, "the end"),
        ("r4c4 " + "x" * 10**5, 6, "queen, cross or block"),
    ],
)
def test_other_lines_are_refused(text: str, column: int, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        INTERACTION.parse_action(begun(), text)
    assert (caught.value.source, caught.value.column) == ("<move>", column)
    assert caught.value.expected.startswith(words)
    assert len(str(caught.value)) < 200


def test_a_game_by_clicks_is_won() -> None:
    state = begun("queens:8:r1c1,r5c2")
    answer = solve(INTERACTION.position(state)).answer.items[0].position
    for cell in answer.queens:
        if cell not in (0, 33):
            assert INTERACTION.verdict(state) is GameStatus.OPEN
            state = INTERACTION.apply(state, Action(INTERACTION.click, cell))
    assert INTERACTION.verdict(state) is GameStatus.WON
    assert INTERACTION.position(state) == answer
    assert INTERACTION.status_items(state)[0].value == "8/8"
    assert INTERACTION.status_items(state)[1].value == 0
    last = answer.queens[-1]
    assert INTERACTION.verdict(INTERACTION.apply(state, Action("queen", last))) is GameStatus.OPEN


def test_n_queens_that_attack_are_not_a_win() -> None:
    state = done(begun("queens:4:"), *(Action("queen", cell) for cell in (1, 7, 8, 15)))
    assert INTERACTION.verdict(state) is GameStatus.OPEN
    assert (
        INTERACTION.verdict(done(state, Action("queen", 15), Action("queen", 14))) is GameStatus.WON
    )


def test_methods_get_queens_without_crosses_and_tell_entries_from_givens() -> None:
    state = done(begun("queens:4:"), Action("cross", 1), Action("queen", 0))
    found = hint(INTERACTION.position(state), origin=INTERACTION.origin(state))
    assert found.technique == "wrong"
    assert 0 in found.cells


@every(
    "change",
    [
        {"board": "queens:6:xr1c2,xr6c5"},
        {"board": "queens:6:r2c4"},
        {"board": "queens:6: "},
        {"board": "queens:5:"},
        {"origin": "queens:1000:", "board": "queens:1000:"},
        {"board": "x" * 10**6},
        {"board": 5},
        {"crosses": [36]},
        {"crosses": [-1]},
        {"crosses": [9]},
        {"crosses": [1]},
        {"crosses": [3, 2]},
        {"crosses": [2, 2]},
        {"crosses": [True]},
        {"crosses": [2.0]},
        {"crosses": {}},
        {"crosses": "2"},
        {"mode": "watch"},
        {"attacks": 1},
    ],
)
def test_a_saved_board_that_cannot_be_is_refused(change) -> None:
    saved = INTERACTION.dump(begun())
    assert INTERACTION.load(saved) == begun()
    with pytest.raises(ParameterError, match="no saved game"):
        INTERACTION.load({**saved, **change})
