"""The interaction of the sliding puzzle: clicks, arrows, typed tiles, and edited boards."""

from itertools import product

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.interaction import Action, Emphasis, Mode
from gridwise.core.message import Message
from gridwise.core.policy import GameStatus
from gridwise.core.scene import Highlight, Role
from gridwise.puzzles.sliding.interaction import INTERACTION, SlidingState
from gridwise.puzzles.sliding.position import Position, manhattan
from gridwise.questions.generate import generate

PUZZLE = registry.puzzle("sliding")


def board(text: str, **more) -> SlidingState:
    return INTERACTION.begin(PUZZLE.parse(text), **more)


def tiles(state: SlidingState) -> tuple[int, ...]:
    return INTERACTION.position(state).tiles


def facts(state: SlidingState) -> list[int | str]:
    return [fact.value for fact in INTERACTION.status_items(state)]


START = "sliding:4x3:1,2,3,4,5,6,7,8,9,10,11,0@last"


@every("size", lambda: INTERACTION.sizes)
def test_every_size_can_be_made_and_begun(size: str) -> None:
    width, height = map(int, size.split("x"))
    solved = INTERACTION.empty(size)
    assert (solved.width, solved.height) == (width, height)
    assert PUZZLE.is_solved(solved)
    made = generate("sliding", size, seed=3)
    assert made is not None
    state = INTERACTION.begin(made.position)
    assert facts(state) == [0, manhattan(made.position), manhattan(made.position)]


def test_empty_has_its_blank_where_it_is_asked_for() -> None:
    assert INTERACTION.empty("3x2").tiles == (0, 1, 2, 3, 4, 5)
    assert (
        INTERACTION.empty("3x2@last").tiles
        == INTERACTION.empty("3x2@last").goal
        == (1, 2, 3, 4, 5, 0)
    )
    assert INTERACTION.empty("4") == INTERACTION.empty("4x4")


def test_a_click_slides_all_tiles_between() -> None:
    state = INTERACTION.apply(board(START), Action("slide", 8))
    assert tiles(state) == (1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 11)
    state = INTERACTION.apply(state, Action("slide", 0))
    assert tiles(state) == (0, 2, 3, 4, 1, 6, 7, 8, 5, 9, 10, 11)
    assert facts(state)[0] == 5
    assert INTERACTION.apply(state, Action("slide", 0)) is state
    with pytest.raises(ParameterError, match="Tile 6 is neither in the row nor"):
        INTERACTION.apply(state, Action("slide", 5))


def test_every_click_is_so_many_single_slides() -> None:
    start = board("sliding:4x3:5,1,2,3,4,6,0,7,8,9,10,11")
    for cell in (4, 5, 7, 2, 10):
        state = INTERACTION.apply(start, Action("slide", cell))
        single = start
        row, col = divmod(cell, 4)
        while tiles(single) != tiles(state):
            gap = INTERACTION.position(single).blank
            near = gap + (col > gap % 4) - (col < gap % 4)
            if near == gap:
                near += 4 if row > gap // 4 else -4
            move = str(tiles(single)[near])
            single = INTERACTION.apply(single, Action("put", value=move))
        assert facts(single) == facts(state)


@every(
    "arrows, value, now",
    [
        ("tile", "up", (1, 2, 3, 4, 7, 5, 6, 0, 8)),
        ("tile", "down", (1, 0, 3, 4, 2, 5, 6, 7, 8)),
        ("tile", "left", (1, 2, 3, 4, 5, 0, 6, 7, 8)),
        ("tile", "right", (1, 2, 3, 0, 4, 5, 6, 7, 8)),
        ("gap", "up", (1, 0, 3, 4, 2, 5, 6, 7, 8)),
        ("gap", "down", (1, 2, 3, 4, 7, 5, 6, 0, 8)),
        ("gap", "left", (1, 2, 3, 0, 4, 5, 6, 7, 8)),
        ("gap", "right", (1, 2, 3, 4, 5, 0, 6, 7, 8)),
    ],
)
def test_arrows_move_the_tile_or_the_gap(arrows: str, value: str, now: tuple[int, ...]) -> None:
    state = board("sliding:3x3:1,2,3,4,0,5,6,7,8", options={"arrows": arrows})
    assert tiles(INTERACTION.apply(state, Action("move", value=value))) == now


def test_an_arrow_against_the_border_changes_nothing() -> None:
    state = board(START)
    assert INTERACTION.apply(state, Action("move", value="up")) is state
    assert INTERACTION.apply(state, Action("move", value="left")) is state


def test_what_arrows_move_can_be_switched() -> None:
    state = board(START)
    gap = INTERACTION.apply(state, Action("arrows"))
    assert gap.arrows == "gap"
    assert INTERACTION.apply(gap, Action("arrows", value="tile")) == state
    assert INTERACTION.apply(state, Action("arrows", value="tile")) is state
    with pytest.raises(ParameterError):
        INTERACTION.apply(state, Action("arrows", value="both"))
    button = next(one for one in INTERACTION.pad_buttons(state) if one.action.name == "arrows")
    assert INTERACTION.apply(state, button.action) == gap


def test_it_is_won_at_the_goal_and_then_over() -> None:
    state = board("sliding:3x2:1,0,2,3,4,5")
    assert INTERACTION.verdict(state) is GameStatus.OPEN
    assert facts(state) == [0, 1, 1]
    state = INTERACTION.apply(state, Action("put", value="1"))
    assert INTERACTION.verdict(state) is GameStatus.WON
    assert facts(state) == [1, 0, 1]
    assert str(INTERACTION.scene(state).title).endswith("solved")
    with pytest.raises(ParameterError, match="solved"):
        INTERACTION.apply(state, Action("move", value="up"))


def test_a_board_that_begins_solved_can_be_shuffled_by_hand() -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x3"))
    assert INTERACTION.verdict(state) is GameStatus.WON
    assert INTERACTION.verdict(INTERACTION.apply(state, Action("slide", 2))) is GameStatus.OPEN


def test_load_takes_what_slides_lead_to() -> None:
    state = INTERACTION.apply(board(START), Action("slide", 0 + 3))
    solved = INTERACTION.apply(state, Action("load", value=START))
    assert INTERACTION.verdict(solved) is GameStatus.WON
    assert INTERACTION.apply(solved, Action("load", value=START)) is solved


@every(
    "value, words",
    [
        ("sliding:4x3:2,1,3,4,5,6,7,8,9,10,11,0@last", "No slides lead"),
        ("sliding:4x3:1,2,3,4,5,6,7,8,9,10,11,0", "another goal"),
        ("sliding:3x4:1,2,3,4,5,6,7,8,9,10,11,0@last", "another size"),
        ("", "no board"),
        ("nonsense", "no board"),
    ],
)
def test_load_refuses_other_boards(value: str, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        INTERACTION.apply(board(START), Action("load", value=value))


def test_the_drawing_knows_tiles_by_their_numbers() -> None:
    state = board(START)
    scene = INTERACTION.scene(state)
    assert [cell.ident for cell in scene.cells] == [*range(1, 12), None]
    assert scene.cells[11].role is Role.BLANK
    after = INTERACTION.scene(INTERACTION.apply(state, Action("slide", 10)))
    assert [cell.ident for cell in after.cells[8:]] == [9, 10, None, 11]
    assert [cell.home for cell in after.cells[8:]] == [8, 9, None, 10]
    first = INTERACTION.scene(INTERACTION.begin(INTERACTION.empty("3x2")))
    assert [cell.home for cell in first.cells] == [None, 1, 2, 3, 4, 5]
    assert INTERACTION.scene(state, Emphasis(highlights={3: Highlight.TARGET})).highlights == {
        3: Highlight.TARGET
    }


def test_edit_swaps_two_clicked_cells() -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x2"), mode=Mode.EDIT)
    picked = INTERACTION.apply(state, Action("slide", 1))
    assert tiles(picked) == tiles(state)
    assert INTERACTION.scene(picked).highlights == {1: Highlight.TARGET}
    swapped = INTERACTION.apply(picked, Action("slide", 5))
    assert tiles(swapped) == (0, 5, 2, 3, 4, 1)
    assert INTERACTION.scene(swapped).highlights == {}
    assert INTERACTION.apply(picked, Action("slide", 1)) == state  # put down again
    assert INTERACTION.verdict(swapped) is GameStatus.OPEN


def test_edit_takes_numbers() -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x2"), mode=Mode.EDIT)
    state = INTERACTION.apply(state, Action("enter", 0, "4"))
    assert tiles(state) == (4, 1, 2, 3, 0, 5)
    assert INTERACTION.apply(state, Action("enter", 0, "4")) is state
    state = INTERACTION.apply(state, Action("enter", 5, "0"))
    assert tiles(state) == (4, 1, 2, 3, 5, 0)
    assert INTERACTION.origin(state) == INTERACTION.position(state)


def test_digits_typed_one_after_another_are_one_number() -> None:
    start = INTERACTION.begin(INTERACTION.empty("4x4"), mode=Mode.EDIT)
    state = start
    for digit in "12":
        state = INTERACTION.apply(state, Action("digit", 3, digit))
    assert tiles(state) == tiles(INTERACTION.apply(start, Action("enter", 3, "12")))
    zero = INTERACTION.apply(
        INTERACTION.apply(start, Action("digit", 3, "0")), Action("digit", 3, "1")
    )
    entered = INTERACTION.apply(
        INTERACTION.apply(start, Action("enter", 3, "0")), Action("enter", 3, "1")
    )
    assert tiles(zero) == tiles(entered)
    # 123 is no tile, so that a new number begins; so it does in another cell.
    state = INTERACTION.apply(state, Action("digit", 3, "5"))
    assert tiles(state)[3] == 5
    state = INTERACTION.apply(state, Action("digit", 4, "1"))
    assert (tiles(state)[3], tiles(state)[4]) == (5, 1)


def test_edit_says_that_half_of_all_boards_cannot_be_solved() -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x3"), mode=Mode.EDIT)
    assert INTERACTION.conflicts(state) == ()
    state = INTERACTION.apply(INTERACTION.apply(state, Action("slide", 1)), Action("slide", 2))
    (broken,) = INTERACTION.conflicts(state)
    assert "cannot be reached" in str(broken.text)
    for cell in (3, 4):
        state = INTERACTION.apply(state, Action("slide", cell))
    assert INTERACTION.conflicts(state) == ()


def test_edit_chooses_the_goal() -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x2"), mode=Mode.EDIT)
    last = INTERACTION.apply(state, Action("goal", value="last"))
    assert INTERACTION.position(last).goal == (1, 2, 3, 4, 5, 0)
    assert INTERACTION.apply(last, Action("goal", value="last")) is last
    assert INTERACTION.apply(last, Action("goal", value="first")) == state


EDITS = [Action("enter", 0, "1"), Action("digit", 0, "1"), Action("goal", value="last")]


@every("action", [*EDITS, Action("slide", 12), Action("slide"), Action("move", value="off")])
def test_play_refuses(action: Action) -> None:
    with pytest.raises(ParameterError) as caught:
        INTERACTION.apply(board(START), action)
    assert isinstance(caught.value.args[0], Message)


@every(
    "action",
    [
        Action("move", value="up"),
        Action("enter", 0, "12"),
        Action("enter", 0, ""),
        Action("enter", 0, "x" * 5000),
        Action("digit", 0, "12"),
        Action("digit", 0, "²"),
        Action("goal", value="middle"),
        Action("dance"),
    ],
)
def test_edit_refuses(action: Action) -> None:
    with pytest.raises(ParameterError):
        INTERACTION.apply(board(START, mode=Mode.EDIT), action)


@every(
    "text, action",
    [
        ("up", Action("move", value="up")),
        (" LEFT ", Action("move", value="left")),
        ("tile 7", Action("slide", 6)),
        ("7", Action("slide", 6)),
        ("r3c1", Action("slide", 8)),
        ("arrows", Action("arrows")),
        ("arrows gap", Action("arrows", value="gap")),
    ],
)
def test_typed_lines_of_play(text: str, action: Action) -> None:
    assert INTERACTION.parse_action(board(START), text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("r3c1", Action("slide", 8)),
        ("r3c1 7", Action("enter", 8, "7")),
        ("goal last", Action("goal", value="last")),
        ("11", Action("put", value="11")),
    ],
)
def test_typed_lines_of_edit(text: str, action: Action) -> None:
    state = board(START, mode=Mode.EDIT)
    assert INTERACTION.parse_action(state, text) == action
    INTERACTION.apply(state, action)


@every(
    "text, mode",
    lambda: product(
        ["", "tile", "tile 12", "0", "r9c9", "goal", "up up", "arrows both", "٣", "9" * 5000],
        list(Mode),
    ),
)
def test_other_lines_are_refused(text: str, mode: Mode) -> None:
    with pytest.raises(ParseError):
        INTERACTION.parse_action(board(START, mode=mode), text)


@pytest.mark.parametrize(
    "text",
    ["x" * 10**6, "sliding:51x50:0", "sliding:3x2:1,0,2,3,4,5@last", "sliding:3x2:0,2,1,3,4,5"],
)
def test_a_saved_board_that_cannot_be_is_refused(text: str) -> None:
    saved = INTERACTION.dump(board("sliding:3x2:0,1,2,3,4,5"))
    with pytest.raises(ParameterError):
        INTERACTION.load({**saved, "board": text})


def test_positions_are_checked_ones() -> None:
    state = INTERACTION.apply(board(START), Action("slide", 0 + 8))
    now = INTERACTION.position(state)
    assert now == Position(now.width, now.height, now.tiles, now.goal)


def test_the_goal_is_the_board_to_be_reached() -> None:
    for text, first in (("sliding:3x3:1,2,5,3,4,8,6,7,0", 0), (START, 1)):
        goal = INTERACTION.goal(board(text))
        assert tiles(goal)[0] == first
        assert INTERACTION.verdict(goal) is GameStatus.WON
    edited = INTERACTION.apply(board(START, mode=Mode.EDIT), Action("goal", value="first"))
    assert tiles(INTERACTION.goal(edited))[0] == 0


def test_the_order_with_the_gap_at_the_other_end_is_remarked_on() -> None:
    near = board("sliding:3x3:1,2,3,4,5,6,7,0,8")
    assert INTERACTION.remark(near) is None
    there = INTERACTION.apply(near, Action("move", value="left"))
    assert INTERACTION.verdict(there) is GameStatus.OPEN
    assert "size 3x3@last" in str(INTERACTION.remark(there))
    assert (
        INTERACTION.verdict(INTERACTION.begin(INTERACTION.empty("3x3@last"))) is GameStatus.WON
    ), "that size has it last"
    there = INTERACTION.apply(
        board("sliding:3x3:1,0,2,3,4,5,6,7,8@last"), Action("move", value="right")
    )
    assert "gap first" in str(INTERACTION.remark(there))
    assert INTERACTION.remark(INTERACTION.begin(INTERACTION.empty("3x3"))) is None
    assert (
        INTERACTION.remark(
            INTERACTION.begin(PUZZLE.parse("sliding:3x3:1,2,3,4,5,6,7,8,0"), mode=Mode.EDIT)
        )
        is None
    )
