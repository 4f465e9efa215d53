"""What every interaction refuses, and what holds after whatever a person does.

Each puzzle names small boards, values worth trying and what its own states promise.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.interaction import Action, Emphasis, Interaction, Mode
from gridwise.core.message import Message
from gridwise.core.policy import GameStatus
from gridwise.core.scene import Role
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE
from samples import seeds


def sudoku_holds(state: Any) -> None:
    for digit, corner, centre in zip(state.cells, state.corner, state.centre, strict=True):
        assert not (digit and (corner or centre)), "a filled cell has no notes"


def queens_holds(state: Any) -> None:
    assert state.crosses.isdisjoint(state.board.queens)
    assert state.crosses.isdisjoint(state.board.blocked)
    assert state.mode is Mode.PLAY or not state.crosses


def sliding_holds(state: Any) -> None:
    assert sorted(state.board.tiles) == list(range(state.board.size))
    solvable = registry.puzzle("sliding").violations(state.origin) == ()
    if state.mode is Mode.PLAY:
        assert (registry.puzzle("sliding").violations(state.board) == ()) == solvable


def minesweeper_holds(state: Any) -> None:
    shown, hidden = state.game.position.shown, state.game.hidden
    if state.mode is Mode.EDIT:
        assert hidden is None
        return
    interaction = registry.interaction("minesweeper")
    if hidden is None:  # flags are on the player's board only
        assert set(interaction.position(state).shown) == {COVERED}
        return
    if interaction.verdict(state) is GameStatus.OPEN:
        for code, cell in zip(shown, interaction.scene(state).cells, strict=True):
            assert (code > 8) == (cell.role in (Role.COVERED, Role.FLAG, Role.SAFE, Role.MINE))
    position = interaction.position(state)
    assert hidden.count(MINE) == position.mines
    for cell, code in enumerate(position.shown):  # all that methods see is true
        assert code == COVERED or hidden[cell] == code or (code == SAFE and hidden[cell] != MINE)
    assert state.game.left == sum(h != MINE and s > 8 for h, s in zip(hidden, shown, strict=True))


@dataclass(frozen=True)
class Trial:
    """What one interaction is tried with."""

    boards: tuple[str, ...]
    """Small ones, each with at most 36 cells."""
    values: tuple[str, ...]
    """What acts are given, beside these boards."""
    no_sizes: tuple[str, ...]
    no_moves: tuple[str, ...]
    """For the first board."""
    holds: Callable[[Any], None]
    """Fails where a state is none that an interaction may return."""
    kept_twice: tuple[str, ...] = ()
    """Keys of a saved game that may be saved in another form than they were read in."""


TRIALS = {
    "minesweeper": Trial(
        (
            "minesweeper:4x3x3:----/----/----",
            "minesweeper:4x3x2:--1-/----/----",
            "minesweeper:4x3x3:---X/1-s-/----",
        ),
        ("1", "9", "X", "s", "-", "r1c2=X", "r2c2=s", "r2c1=1"),
        ("9", "9x9x82", "0x3x1", "51x50x1", "9x9x10x1", "9x9x-1"),
        ("r1c1", "r10c1=s", "r1c1=9", "r1c1=-", "x" * 5000),
        minesweeper_holds,
        ("origin", "shown", "hidden"),
    ),
    "queens": Trial(
        ("queens:6:r2c4,xr1c2,xr6c5", "queens:4:", "queens:6:r1c1,r2c4,xr1c2,xr6c5"),
        ("r1c1", "r3c3", "r2c4", "r1c2", "queens:6:xr2c4", "queens:4:2,4,1,3"),
        ("31", "8x8", "٨"),
        ("r0c1", "r7c1", "r1c1=1", "9" * 5000, "Q"),
        queens_holds,
    ),
    "sliding": Trial(
        ("sliding:2x3:1,0,2,3,4,5", "sliding:6x1:1,2,0,3,4,5", "sliding:1x1:0"),
        *(
            ("up", "down", "left", "right", "0", "1", "5", "gap", "first", "last"),
            ("0x3", "51x50", "3x3@middle", "3x3x3", "999999"),
            ("0", "12", "5", "up", "9" * 5000, "١١"),
        ),
        sliding_holds,
    ),
    "sudoku": Trial(
        (
            "sudoku:2x2:1....2....3....4",
            "sudoku:2x2:1234341221434321",
            "sudoku:2x2:12.43.2....3...4",
        ),
        ("1", "2", "3", "4", "5", "r1c2=3", "r4c4=4", "r1c2=4"),
        ("1x9", "5x6", "3", "3x3x3", "٣x٣"),
        ("4", "r1c3", "r1c3=0", "r1c3=10", "r0c1=1", "r10c1=1"),
        sudoku_holds,
    ),
}
each_trial = pytest.mark.parametrize("name", TRIALS)
modes = st.sampled_from(list(Mode))


def refused(act: Callable[[], Any]) -> None:
    """Fail unless this is refused in words that can be translated."""
    with pytest.raises(ParameterError) as caught:
        act()
    assert isinstance(caught.value.args[0], Message)


def begun(interaction: Interaction[Any, Any], text: str, mode: Mode, seed: int = 3) -> Any:
    return interaction.begin(registry.puzzle(interaction.name).parse(text), mode=mode, seed=seed)


def test_every_interaction_has_its_trial() -> None:
    assert set(TRIALS) == set(registry.interactions())


@each_trial
def test_what_is_no_size_move_board_or_act_is_refused(name: str) -> None:
    interaction, trial = registry.interaction(name), TRIALS[name]
    for size in ("", "x", "-1", "9" * 5000, *trial.no_sizes):
        refused(lambda size=size: interaction.empty(size))
    others = [registry.puzzle(other).examples[0] for other in TRIALS if other != name]
    for mode in Mode:
        state = begun(interaction, trial.boards[0], mode)
        for text in ("", "nonsense", f"{name}:", "9" * 5000, "\ud800", *others):
            refused(
                lambda text=text, state=state: interaction.apply(state, Action("load", value=text))
            )
        for text in ("", *trial.no_moves):
            refused(
                lambda text=text, state=state: interaction.apply(state, Action("put", value=text))
            )
        refused(lambda state=state: interaction.apply(state, Action("dance", 0)))
        assert interaction.deals or interaction.mistakes(state) is None


@each_trial
@settings(max_examples=len(seeds(25, 80)), deadline=None, derandomize=True)
@given(data=st.data(), mode=modes, seed=st.integers(0, 50))
def test_whatever_is_done_the_state_holds(name: str, data: Any, mode: Mode, seed: int) -> None:
    interaction, trial = registry.interaction(name), TRIALS[name]
    choices = {
        key: st.sampled_from(sorted(texts)) for key, (_, texts) in interaction.choices.items()
    }
    position = registry.puzzle(name).parse(data.draw(st.sampled_from(trial.boards)))
    options = data.draw(st.fixed_dictionaries(choices))
    try:
        state = interaction.begin(position, mode=mode, seed=seed, options=options)
    except ParameterError as error:
        assert interaction.deals, "only what is hidden can stand against a game"
        assert isinstance(error.args[0], Message)
        return
    cells = len(interaction.scene(state).cells)
    acts = st.builds(
        Action,
        st.sampled_from(sorted(interaction.actions)),
        st.integers(-1, cells),
        st.sampled_from(["", *trial.values, *trial.boards]),
    )
    for act in data.draw(st.lists(acts, max_size=30)):
        before = interaction.dump(state)
        try:
            after = interaction.apply(state, act)
        except ParameterError as error:
            assert isinstance(error.args[0], Message), act
            after = state
        assert interaction.dump(state) == before, act
        assert (after is state) == (after == state), act
        assert interaction.load(json.loads(json.dumps(interaction.dump(after)))) == after
        trial.holds(after)
        interaction.scene(after, Emphasis(selected=0, chances=[0.5] * cells))
        interaction.status_items(after)
        now = interaction.position(after)
        if mode is Mode.EDIT:
            assert interaction.origin(after) == now
            assert interaction.verdict(after) is GameStatus.OPEN
        else:
            assert interaction.origin(after) == position
            solved = interaction.verdict(after) is GameStatus.WON
            assert not solved or registry.puzzle(name).is_solved(now)
        state = after


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-5, 200)
    | st.just(10**30)
    | st.floats()
    | st.text(max_size=6)
)
KEYS = st.text(max_size=3) | st.integers(-2, 20).map(str)


@each_trial
@settings(max_examples=len(seeds(40, 100)), deadline=None, derandomize=True)
@given(data=st.data(), mode=modes)
def test_what_was_not_saved_is_refused(name: str, data: Any, mode: Mode) -> None:
    """One value of a saved game is changed: it is refused, or loads as a game that holds."""
    interaction, trial = registry.interaction(name), TRIALS[name]
    state = begun(interaction, data.draw(st.sampled_from(trial.boards)), mode)
    for act in (Action("open", 11), *interaction_steps(interaction, state)):
        try:
            state = interaction.apply(state, act)
        except ParameterError:
            continue
    saved = interaction.dump(state)
    texts = ["play", "edit", *trial.boards, *trial.values]
    texts += [value for value in saved.values() if isinstance(value, str)]
    value = data.draw(
        st.recursive(
            LEAVES | st.sampled_from(texts),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
            max_leaves=4,
        )
    )
    key = data.draw(st.sampled_from([*saved, "more"]))
    changed = {**saved, key: value}
    try:
        loaded = interaction.load(changed)
    except ParameterError:
        return
    again = {**changed, **interaction.dump(loaded)}
    assert again == changed or key in trial.kept_twice
    trial.holds(loaded)
    interaction.scene(loaded)


def interaction_steps(interaction: Interaction[Any, Any], state: Any) -> list[Action]:
    """Return each button's act and each pen's, in cells one after another."""
    names = [(one.action.name, one.action.value) for one in interaction.pad_buttons(state)]
    names += [(pen.action, "2") for pen in interaction.pens(state)]
    return [Action(name, cell, value) for cell, (name, value) in enumerate(names)]
