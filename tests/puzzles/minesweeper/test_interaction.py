"""The interaction of Minesweeper: what actions do, what is shown, and what is never given away."""

from collections.abc import Iterator
from itertools import product

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.interaction import Action, Emphasis, Mode
from gridwise.core.message import Message
from gridwise.core.policy import GameStatus
from gridwise.core.run import Run
from gridwise.core.scene import Highlight, Role, Shade
from gridwise.puzzles.minesweeper.interaction import INTERACTION
from gridwise.puzzles.minesweeper.interaction.drawing import percent
from gridwise.puzzles.minesweeper.interaction.state import MinesweeperState
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, Safe, value_3bv
from gridwise.puzzles.minesweeper.referee import REFEREE
from gridwise.questions.generate import generate

PUZZLE = registry.puzzle("minesweeper")


def begin(size: str = "9x9x10", *, seed: int = 1, first: str = "safe") -> MinesweeperState:
    return INTERACTION.begin(INTERACTION.empty(size), seed=seed, options={"first_click": first})


def board(text: str, **more) -> MinesweeperState:
    return INTERACTION.begin(PUZZLE.parse(text), **more)


def facts(state: MinesweeperState) -> dict[str, int | str]:
    return {str(fact.label): fact.value for fact in INTERACTION.status_items(state)}


def roles(state: MinesweeperState) -> list[Role]:
    return [cell.role for cell in INTERACTION.scene(state).cells]


def hidden_mines(state: MinesweeperState) -> list[int]:
    assert state.game.hidden is not None
    return [c for c, code in enumerate(state.game.hidden) if code == MINE]


def safe_cells(state: MinesweeperState) -> Iterator[int]:
    assert state.game.hidden is not None
    return (c for c, code in enumerate(state.game.hidden) if code != MINE)


def won(state: MinesweeperState) -> MinesweeperState:
    state = INTERACTION.apply(state, Action("open", 0))
    for cell in safe_cells(state):
        if state.game.left:
            state = INTERACTION.apply(state, Action("open", cell))
    return state


def test_a_generated_board_is_played_on_the_layout_that_it_claims() -> None:
    made = generate("minesweeper", "9x9x10", seed=3, options={"no_guess": "sat"})
    assert made is not None
    layout = str(made.claims["layout"])
    state = INTERACTION.begin(made.position, options={"layout": layout})
    assert "0" in PUZZLE.format(made.position), "an area is open"
    mines = [c for c, code in enumerate(PUZZLE.parse(layout).shown) if code == MINE]
    assert hidden_mines(state) == mines
    assert INTERACTION.load(INTERACTION.dump(state)) == state
    other = generate("minesweeper", "9x9x10", seed=4, options={"no_guess": "sat"})
    assert other is not None
    for wrong in (str(other.claims["layout"]), "minesweeper:3x3x1:X--/---/---", "latin:3:..."):
        with pytest.raises(ParameterError, match=r"does not fit the board|This is no board"):
            INTERACTION.begin(made.position, options={"layout": wrong})


def test_every_size_can_be_begun() -> None:
    for size in INTERACTION.sizes:
        state = begin(size)
        assert INTERACTION.verdict(state) is GameStatus.OPEN
        assert set(roles(state)) == {Role.COVERED}
        width, height, mines = map(int, size.split("x"))
        assert (state.origin.width, state.origin.height, state.origin.mines) == (
            width,
            height,
            mines,
        )
        assert facts(state) == {
            "Mines left": mines,
            "Safe cells left": width * height - mines,
            "Clicks": 0,
        }


@pytest.mark.parametrize("size", ["2x2x4", "3x3x9"])
def test_too_many_mines_for_a_safe_first_cell_are_refused_in_words(size: str) -> None:
    with pytest.raises(ParameterError, match="do not fit") as caught:
        begin(size)
    assert isinstance(caught.value.args[0], Message)


def test_the_default_is_the_first_of_the_choices() -> None:
    _, values = INTERACTION.choices["first_click"]
    assert next(iter(values)) == begin().game.first_click == "safe"
    assert set(values) == set(REFEREE.first_clicks)


@pytest.mark.parametrize("first", ["safe", "zero"])
def test_the_first_cell_opened_is_safe_wherever_it_is(first: str) -> None:
    for cell in range(0, 81, 7):
        state = INTERACTION.apply(begin(seed=cell, first=first), Action("open", cell))
        assert INTERACTION.verdict(state) is GameStatus.OPEN
        assert state.game.position.shown[cell] <= (8 if first == "safe" else 0)


def test_the_same_seed_is_the_same_game_and_the_referees() -> None:
    state = INTERACTION.apply(begin(seed=12), Action("open", 40))
    game = REFEREE.deal("9x9x10", seed=12, first_click="safe")
    assert state.game == REFEREE.reply(game, Safe(40)).state
    assert INTERACTION.apply(begin(seed=13), Action("open", 40)).game.hidden != state.game.hidden


def test_a_flag_is_an_opinion_and_methods_do_not_see_it() -> None:
    before = begin()
    state = INTERACTION.apply(before, Action("flag", 5))
    assert roles(state)[5] is Role.FLAG
    assert INTERACTION.position(state) == before.game.position
    assert facts(state)["Mines left"] == 9
    again = INTERACTION.apply(state, Action("flag", 5))
    assert roles(again)[5] is Role.COVERED
    assert INTERACTION.position(again) == INTERACTION.position(before)


def test_a_flagged_cell_is_not_opened_by_a_click_nor_by_a_zero() -> None:
    plain = INTERACTION.apply(begin(first="zero"), Action("open", 40))
    assert plain.game.hidden is not None
    opened = [c for c in range(81) if plain.game.position.shown[c] <= 8 and c != 40]
    state = INTERACTION.apply(begin(first="zero"), Action("flag", opened[0]))
    state = INTERACTION.apply(state, Action("open", 40))
    assert state.game.hidden == plain.game.hidden
    assert roles(state)[opened[0]] is Role.FLAG
    with pytest.raises(ParameterError, match="has a flag"):
        INTERACTION.apply(state, Action("open", opened[0]))


def test_wrong_flags_are_named_only_when_something_is_hidden() -> None:
    state = INTERACTION.apply(begin(), Action("flag", 5))
    assert INTERACTION.mistakes(state) is None
    state = INTERACTION.apply(state, Action("open", 40))
    mines = hidden_mines(state)
    assert INTERACTION.mistakes(state) == (() if 5 in mines else (5,))
    covered = [c for c, code in enumerate(state.game.position.shown) if code == COVERED]
    good = next(c for c in covered if c in mines and c != 5)
    bad = next(c for c in covered if c not in mines and c != 5)
    state = INTERACTION.apply(INTERACTION.apply(state, Action("flag", good)), Action("flag", bad))
    wrong = INTERACTION.mistakes(state)
    assert wrong is not None
    assert bad in wrong and good not in wrong


def test_a_chord_opens_the_rest_and_needs_as_many_flags() -> None:
    state = INTERACTION.apply(begin(first="zero"), Action("open", 40))
    near = {c: around_of(c) for c in range(81)}
    shown = state.game.position.shown
    mines = hidden_mines(state)
    cell = next(
        c
        for c in range(81)
        if 1 <= shown[c] <= 8 and sum(shown[n] == 9 and n not in mines for n in near[c]) > 1
    )
    with pytest.raises(ParameterError, match="flags around it are 0"):
        INTERACTION.apply(state, Action("chord", cell))
    for mine in [n for n in near[cell] if n in mines]:
        state = INTERACTION.apply(state, Action("flag", mine))
    covered = [n for n in near[cell] if shown[n] == COVERED and n not in mines]
    more = INTERACTION.apply(state, Action("flag", covered[0]))
    with pytest.raises(ParameterError, match="flags around it are"):
        INTERACTION.apply(more, Action("chord", cell))
    after = INTERACTION.apply(state, Action("chord", cell))
    assert all(after.game.position.shown[n] != COVERED for n in near[cell])
    assert after.clicks == state.clicks + 1
    assert INTERACTION.apply(after, Action("chord", cell)) is after
    with pytest.raises(ParameterError, match="no number"):
        INTERACTION.apply(after, Action("chord", after.game.position.shown.index(COVERED)))


def around_of(cell: int) -> list[int]:
    row, col = divmod(cell, 9)
    return [r * 9 + c for r in range(9) for c in range(9) if max(abs(r - row), abs(c - col)) == 1]


def test_a_chord_on_a_wrong_flag_loses() -> None:
    # One mine under r1c2 or r1c3, the flag on the other.
    state = board("minesweeper:3x2x1:1--/1--", seed=4)
    mine = hidden_mines(state)[0]
    wrong = 1 if mine == 4 else 4
    state = INTERACTION.apply(state, Action("flag", wrong))
    state = INTERACTION.apply(state, Action("chord", 0))
    assert INTERACTION.verdict(state) is GameStatus.LOST
    assert roles(state)[mine] is Role.EXPLODED
    assert roles(state)[wrong] is Role.WRONG_FLAG


def test_after_a_loss_all_mines_are_shown_and_nothing_can_be_done() -> None:
    state = begin(first="any")
    mines = hidden_mines(state)
    safe = next(safe_cells(state))
    state = INTERACTION.apply(
        INTERACTION.apply(state, Action("flag", mines[1])), Action("flag", safe)
    )
    state = INTERACTION.apply(state, Action("open", mines[0]))
    assert INTERACTION.verdict(state) is GameStatus.LOST
    look = roles(state)
    assert look[mines[0]] is Role.EXPLODED
    assert look[mines[1]] is Role.FLAG
    assert look[safe] is Role.WRONG_FLAG
    assert {look[c] for c in mines[2:]} == {Role.MINE}
    assert INTERACTION.conflicts(state) == ()
    assert facts(state)["Mines left"] == 8
    assert "3BV" in facts(state) and "Efficiency" not in facts(state)
    for action in (
        Action("open", 80),
        Action("flag", 80),
        Action("chord", 80),
        Action("put", value="r9c9=s"),
    ):
        with pytest.raises(ParameterError, match="lost"):
            INTERACTION.apply(state, action)


def test_after_a_win_the_rest_is_flagged_and_nothing_is_left() -> None:
    state = won(begin())
    assert INTERACTION.verdict(state) is GameStatus.WON
    assert {roles(state)[c] for c in hidden_mines(state)} == {Role.FLAG}
    assert facts(state)["Mines left"] == facts(state)["Safe cells left"] == 0
    assert PUZZLE.is_solved(INTERACTION.position(state))
    with pytest.raises(ParameterError, match="won"):
        INTERACTION.apply(state, Action("open", 0))
    claim = PUZZLE.format_move(state.game.position, PUZZLE.parse_move(state.origin, "r1c1=X"))
    assert INTERACTION.apply(state, Action("put", value=claim)) is state


def test_the_numbers_of_the_end() -> None:
    state = won(begin())
    assert state.game.hidden is not None
    value = value_3bv(state.game.hidden, 9, 9)
    assert facts(state)["3BV"] == value
    assert facts(state)["Efficiency"] == f"{100 * value / state.clicks:.0f} %"


@every("seed", range(12))
def test_the_3bv_is_the_number_of_clicks_of_a_player_who_sees_all(seed: int) -> None:
    size = ("9x9x10", "16x16x40", "5x4x3", "7x1x2")[seed % 4]
    game = REFEREE.deal(size, seed=seed, first_click="any")
    assert game.hidden is not None
    board, clicks = game.position, 0
    for cell in sorted(
        safe_cells(begin(size, seed=seed, first="any")), key=game.hidden.__getitem__
    ):
        if game.position.shown[cell] == COVERED:
            game, clicks = REFEREE.reply(game, Safe(cell)).state, clicks + 1
    assert value_3bv(game.hidden or b"", board.width, board.height) == clicks


def test_what_a_hint_says_is_done_through_the_referee() -> None:
    state = INTERACTION.apply(begin(first="zero"), Action("open", 40))
    mines = hidden_mines(state)
    covered = [c for c, code in enumerate(state.game.position.shown) if code == COVERED]
    mine = next(c for c in covered if c in mines)
    safe = next(c for c in covered if c not in mines)
    name = "r{}c{}".format(*(n + 1 for n in divmod(mine, 9)))
    marked = INTERACTION.apply(state, Action("put", value=f"{name}=X"))
    assert roles(marked)[mine] is Role.FLAG
    assert INTERACTION.position(marked).shown[mine] == MINE  # so that the next hint builds on it
    assert INTERACTION.apply(marked, Action("put", value=f"{name}=X")) is marked
    off = INTERACTION.apply(marked, Action("flag", mine))
    assert INTERACTION.position(off) == INTERACTION.position(state)
    again = INTERACTION.apply(off, Action("flag", mine))  # which is an opinion now
    assert INTERACTION.position(again) == INTERACTION.position(state)
    name = "r{}c{}".format(*(n + 1 for n in divmod(safe, 9)))
    flagged = INTERACTION.apply(state, Action("flag", safe))
    opened = INTERACTION.apply(flagged, Action("put", value=f"{name}=s"))
    assert state.game.hidden is not None
    assert opened.game.position.shown[safe] == state.game.hidden[safe]
    assert INTERACTION.apply(opened, Action("put", value=f"{name}=s")) is opened


def test_a_claim_that_is_not_true_is_never_passed_on_as_known() -> None:
    state = INTERACTION.apply(begin(first="zero"), Action("open", 40))
    mines = hidden_mines(state)
    safe = next(
        c for c, code in enumerate(state.game.position.shown) if code == COVERED and c not in mines
    )
    name = "r{}c{}".format(*(n + 1 for n in divmod(safe, 9)))
    after = INTERACTION.apply(state, Action("put", value=f"{name}=X"))
    assert roles(after)[safe] is Role.FLAG
    assert INTERACTION.position(after) == INTERACTION.position(state)


def test_a_policy_can_play_through_actions() -> None:
    state = INTERACTION.apply(begin("16x16x25", seed=5, first="zero"), Action("open", 120))
    player = registry.policy("minesweeper", "single_point").start(
        INTERACTION.position(state), Run()
    )
    moved = 0
    while claims := player.decide(INTERACTION.position(state)):
        for claim in claims:
            text = PUZZLE.format_move(INTERACTION.position(state), claim)
            state = INTERACTION.apply(state, Action("put", value=text))
            moved += 1
    assert moved > 20
    assert INTERACTION.verdict(state) is not GameStatus.LOST
    assert INTERACTION.mistakes(state) == ()


def test_load_marks_the_mines_and_opens_the_rest() -> None:
    state = INTERACTION.apply(begin(), Action("open", 40))
    answer = PUZZLE.format(REFEREE.answer(state.game))
    done = INTERACTION.apply(state, Action("load", value=answer))
    assert INTERACTION.verdict(done) is GameStatus.WON
    assert INTERACTION.apply(done, Action("load", value=answer)) is done
    plain = PUZZLE.format(INTERACTION.position(state))
    assert INTERACTION.apply(state, Action("load", value=plain)) is state


def test_load_refuses_other_numbers() -> None:
    state = INTERACTION.apply(begin(), Action("open", 40))
    shown = bytearray(state.game.position.shown)
    shown[40] = (shown[40] + 1) % 8
    other = PUZZLE.format(Position(9, 9, bytes(shown), 10))
    with pytest.raises(ParameterError, match="other numbers"):
        INTERACTION.apply(state, Action("load", value=other))


def test_edit_makes_a_board() -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x2"), mode=Mode.EDIT)
    assert INTERACTION.verdict(state) is GameStatus.OPEN
    for cell, value in ((0, "1"), (1, "X"), (2, "s"), (3, "0")):
        state = INTERACTION.apply(state, Action("enter", cell, value))
    assert state.game.position.shown == bytes([1, MINE, SAFE, 0, COVERED, COVERED])
    assert INTERACTION.apply(state, Action("enter", 0, "1")) is state
    state = INTERACTION.apply(state, Action("enter", 0, "-"))
    state = INTERACTION.apply(state, Action("flag", 4))
    assert state.game.position.shown == bytes([COVERED, MINE, SAFE, 0, MINE, COVERED])
    assert roles(state)[1] is Role.MINE
    state = INTERACTION.apply(state, Action("mines", value="3"))
    assert INTERACTION.position(state).mines == INTERACTION.origin(state).mines == 3
    assert INTERACTION.position(INTERACTION.apply(state, Action("mines"))).mines is None
    assert [str(v.text)[:4] for v in INTERACTION.conflicts(state)] == ["r2c1"]
    assert INTERACTION.scene(state).highlights[3] is Highlight.CONFLICT


@every(
    "action",
    [
        Action("enter", 0, "9"),
        Action("enter", 0, ""),
        Action("enter", 0, "12"),
        Action("enter", 99, "1"),
        Action("mines", value="7"),
        Action("mines", value="-1"),
        Action("mines", value="٣"),
        Action("mines", value="9" * 5000),
        Action("dance", 0),
    ],
)
def test_edit_refuses(action: Action) -> None:
    with pytest.raises(ParameterError):
        INTERACTION.apply(INTERACTION.begin(INTERACTION.empty("3x2"), mode=Mode.EDIT), action)


@pytest.mark.parametrize("name", ["open", "chord"])
def test_a_click_only_chooses_a_cell_in_edit_mode(name: str) -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x2"), mode=Mode.EDIT)
    assert INTERACTION.apply(state, Action(name, 0)) is state


@pytest.mark.parametrize(
    "action", [Action("enter", 0, "1"), Action("mines", value="3"), Action("open", 81)]
)
def test_play_refuses(action: Action) -> None:
    with pytest.raises(ParameterError):
        INTERACTION.apply(begin(), action)


def test_words_for_the_player_can_be_translated() -> None:
    with pytest.raises(ParameterError) as caught:
        INTERACTION.apply(begin(), Action("chord", 3))
    assert caught.value.args == (Message("{cell} shows no number yet", (("cell", "r1c4"),)),)
    assert str(caught.value) == "r1c4 shows no number yet."


def test_conflicts_of_flags_are_marked() -> None:
    state = board("minesweeper:3x2x1:1--/1--", seed=1)
    for cell in (1, 4):
        state = INTERACTION.apply(state, Action("flag", cell))
    assert INTERACTION.conflicts(state)
    lit = INTERACTION.scene(state).highlights
    assert {0, 1, 4} <= set(lit)
    assert (
        INTERACTION.scene(state, Emphasis(highlights={0: Highlight.REASON})).highlights[0]
        is Highlight.REASON
    )


def test_chances_are_written_over_what_is_covered() -> None:
    state = board("minesweeper:3x2x1:1--/1--", seed=1)
    cells = INTERACTION.scene(state, Emphasis(chances=[None, 0.5, 0.25, 0.1, 0.0, 0.25])).cells
    # The two that touch no number have one chance, written once; an open cell has none.
    assert [cell.overlay for cell in cells] == ["", "50 %", "25 %", "", "0 %", ""]
    assert [cell.heat for cell in cells] == [None, 0.5, 0.25, None, 0.0, 0.25]


def test_no_chance_lies_over_a_flag() -> None:
    state = INTERACTION.apply(board("minesweeper:3x2x1:1--/1--", seed=1), Action("flag", 1))
    cells = INTERACTION.scene(state, Emphasis(chances=[None, 0.5, 0.25, None, 0.0, 0.25])).cells
    assert (cells[1].role, cells[1].overlay, cells[1].heat) == (Role.FLAG, "", None)
    assert cells[4].overlay == "0 %"


@every(
    "chance, text", [(0, "0 %"), (1e-9, "<1 %"), (0.123, "12 %"), (0.9999, ">99 %"), (1, "100 %")]
)
def test_what_is_nearly_certain_does_not_look_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_around_a_selected_number_the_covered_cells_are_shaded() -> None:
    state = board("minesweeper:3x2x1:1--/1--", seed=1)
    shades = [cell.shade for cell in INTERACTION.scene(state, Emphasis(selected=0)).cells]
    assert shades == [None, Shade.PEER, None, None, Shade.PEER, None]
    assert not any(cell.shade for cell in INTERACTION.scene(state, Emphasis(selected=2)).cells)


def test_buttons_change_the_number_of_mines() -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x3x2"), mode=Mode.EDIT)

    def total(word: str) -> int | None:
        (button,) = (one for one in INTERACTION.pad_buttons(state) if word in str(one.label))
        assert not button.at_cell
        return INTERACTION.position(INTERACTION.apply(state, button.action)).mines

    assert (total("more"), total("fewer"), total("unknown")) == (3, 1, None)
    state = INTERACTION.apply(state, Action("mines", value="9"))
    assert (total("more"), total("fewer")) == (9, 8)
    state = INTERACTION.apply(state, Action("mines", value="0"))
    assert (total("more"), total("fewer")) == (1, 0)
    state = INTERACTION.apply(INTERACTION.apply(state, Action("mines")), Action("enter", 4, "X"))
    assert (total("more"), total("fewer"), total("unknown")) == (1, 1, None)


@every(
    "text, action",
    [
        ("r3c5 open", Action("open", 22)),
        ("R3C5", Action("open", 22)),
        (" r3c5   FLAG ", Action("flag", 22)),
        ("r1c1 chord", Action("chord", 0)),
        ("r1c2=X", Action("put", value="r1c2=X")),
    ],
)
def test_typed_lines_of_play(text: str, action: Action) -> None:
    assert INTERACTION.parse_action(begin(), text) == action


@every(
    "text, action",
    [
        ("r1c2 7", Action("enter", 1, "7")),
        ("r1c2 x", Action("enter", 1, "x")),
        ("r1c2 -", Action("enter", 1, "-")),
        ("mines 5", Action("mines", value="5")),
        ("mines", Action("mines")),
    ],
)
def test_typed_lines_of_edit(text: str, action: Action) -> None:
    state = INTERACTION.begin(INTERACTION.empty("3x2"), mode=Mode.EDIT)
    assert INTERACTION.parse_action(state, text) == action
    INTERACTION.apply(state, action)


@every(
    "text, mode",
    lambda: product(["", "open", "r3c5 7", "r10c1", "r1c1 open now", "r1c1=9", "é"], list(Mode)),
)
def test_other_lines_are_refused(text: str, mode: Mode) -> None:
    state = INTERACTION.begin(INTERACTION.empty("9x9x10"), mode=mode)
    if mode is Mode.EDIT and text == "r3c5 7":
        return
    with pytest.raises(ParseError):
        INTERACTION.parse_action(state, text)


def test_a_layout_that_was_changed_is_refused() -> None:
    state = INTERACTION.apply(begin(), Action("open", 40))
    saved = INTERACTION.dump(state)
    assert INTERACTION.load(saved) == state
    assert saved["hidden"].startswith("minesweeper:9x9:")
    for old, new in (("X", "0"), ("2", "3"), ("3", "X")):
        with pytest.raises(ParameterError):
            INTERACTION.load({**saved, "hidden": saved["hidden"].replace(old, new, 1)})
    with pytest.raises(ParameterError):
        INTERACTION.load({**saved, "seed": "9" * 5000})


@every(
    "name, value",
    [
        ("shown", "minesweeper:4x3x2:-X2-/----/----"),  # another number than the hidden one
        ("shown", "minesweeper:4x3x3:-X1-/----/----"),  # another total than the origin's
        ("shown", "minesweeper:4x3x2:-X--/----/----"),  # what was open is covered
        ("shown", "minesweeper:4x3x2:--1-/----/----"),  # the given mine is gone
        ("shown", "minesweeper:4x3x2:-X1s/----/----"),  # a claim that nobody made
        ("shown", "minesweeper:4x3x2:-X15/----/----"),  # opened, but not what is hidden
        ("hidden", "minesweeper:4x3:1X10/1110/0000"),  # too few mines
        ("hidden", "minesweeper:4x3:001X/1111/X100"),  # not under the given mine
        ("hidden", "minesweeper:4x3:1X10/1121/001X/0000"),
        ("exploded", 11),  # which is not marked
        ("exploded", 0),
        ("proved", [11]),
        ("proved", [1, "1"]),
        ("seed", 5),
        ("seed", "05"),
        ("clicks", -1),
        ("clicks", True),
    ],
)
def test_what_contradicts_what_is_hidden_is_refused(name: str, value: object) -> None:
    saved = {
        "mode": "play",
        "origin": "minesweeper:4x3x2:-X1-/----/----",
        "shown": "minesweeper:4x3x2:-X1-/----/----",
        "hidden": "minesweeper:4x3:1X10/1121/001X",
        "seed": "5",
        "first_click": "safe",
        "exploded": None,
        "proved": [1],
        "clicks": 0,
    }
    assert INTERACTION.dump(INTERACTION.load(saved)) == saved
    with pytest.raises(ParameterError):
        INTERACTION.load({**saved, name: value})
    if name == "hidden":
        with pytest.raises(ParameterError):
            INTERACTION.load({**saved, name: value, "proved": []})
