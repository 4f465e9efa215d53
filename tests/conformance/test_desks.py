"""Every interaction: boards begun, actions, drawings, saved games, and games won by a solver."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from conformance.support import Properties
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.interaction import Action, Emphasis, Interaction, Mode
from gridwise.core.message import Message
from gridwise.core.policy import GameStatus
from gridwise.core.scene import Highlight, Scene, SceneCell
from gridwise.solving.hint import hint
from gridwise.solving.solve import solve
from samples import sample, seeds

of_desks = Properties(
    lambda: [{"interaction": interaction} for interaction in registry.interactions().values()]
)
MOST_ROUNDS = 30
HOSTILE: tuple[object, ...] = (
    *(
        None,
        True,
        False,
        -1,
        0,
        1,
        2.5,
        10**30,
        float("nan"),
        "",
        "x",
        "play",
        "\ud800",
        "9" * 5000,
    ),
    *([], [None], [-1], [[]], [10**9], {}, {"0": None}, {"-1": 1}, {"x": {}}, {"99999": 1}),
)
TYPED = (
    *(
        "",
        " ",
        "x",
        "r",
        "r1",
        "r1c1",
        "r0c0",
        "r1c1 x",
        "r1c1 1",
        "r9999999c9999999",
        "r1c1 1 1 1",
    ),
    *(
        "\x00",
        "\u0661",
        "\U0001f600" * 50,
        "1",
        "-1",
        "9" * 5000,
        "=",
        "r1c1=",
        "r1c1=1",
        "up",
        "clear",
    ),
    "<img src=x onerror=alert(1)>",
)


def started(interaction: Interaction[Any, Any]) -> Iterator[tuple[object, Any]]:
    """Yield positions and the states at their beginning, in both modes.

    Where something is hidden, not every position can be played; then it says why.
    """
    puzzle = registry.puzzle(interaction.name)
    boards = [puzzle.parse(text) for text in puzzle.examples]
    boards += [interaction.empty(size) for size in interaction.sizes]
    for mode in Mode:
        begun = 0
        for position in boards:
            try:
                state = interaction.begin(position, mode=mode, seed=7)
            except ParameterError as error:
                assert mode is Mode.PLAY
                assert isinstance(error.args[0], Message)
                continue
            begun += 1
            yield position, state
        assert begun >= len(interaction.sizes) + 1


def values(interaction: Interaction[Any, Any], state: Any) -> list[str]:
    """Return what might be entered: what buttons enter, moves, boards, and what is none."""
    puzzle, position = registry.puzzle(interaction.name), interaction.position(state)
    buttons = {one.action.value for one in interaction.pad_buttons(state)}
    moves = [puzzle.format_move(position, move) for move in list(puzzle.moves(position))[:20]]
    return [*sorted(buttons), *moves, puzzle.format(position), *puzzle.examples, "", "x", "-1"]


def tried(interaction: Interaction[Any, Any], state: Any, action: Action) -> Any:
    """Return the state after an action, the same where it is refused in words."""
    try:
        return interaction.apply(state, action)
    except ParameterError as error:
        assert isinstance(error.args[0], Message), action
        return state


def played(interaction: Interaction[Any, Any], state: Any, actions: int, random: Random) -> Any:
    cells = len(interaction.scene(state).cells)
    names = sorted(set(interaction.actions) - {"load"})
    for _ in range(actions):
        value = random.choice(values(interaction, state))
        state = tried(
            interaction, state, Action(random.choice(names), random.randrange(-1, cells), value)
        )
    return state


def is_words(text: object) -> bool:
    return isinstance(text, Message) and bool(str(text).strip())


def test_every_puzzle_of_ours_has_a_desk() -> None:
    ours = {n for n, p in registry.puzzles().items() if type(p).__module__.startswith("gridwise.")}
    assert set(registry.interactions()) == ours


@of_desks.hold()
def a_desk_says_what_it_is(interaction: Interaction[Any, Any]) -> None:
    assert registry.interaction(interaction.name) is interaction
    assert {"put", "load"} <= set(interaction.actions)
    assert {interaction.click, interaction.secondary_click} <= {"", *interaction.actions}
    assert all(text.strip() and "\n" not in text for text in interaction.actions.values())
    assert interaction.sizes
    assert all(is_words(label) for label in interaction.sizes.values())
    for label, choices in interaction.choices.values():
        assert is_words(label)
        assert len(choices) > 1
        assert all(is_words(text) for text in choices.values())


@of_desks.hold()
def a_goal_is_a_solved_board_of_the_same_game(interaction: Interaction[Any, Any]) -> None:
    for _, state in started(interaction):
        goal = interaction.goal(state)
        if goal is not None:
            assert interaction.scene(goal).width == interaction.scene(state).width
            assert (
                interaction.mode(goal) is Mode.EDIT or interaction.verdict(goal) is GameStatus.WON
            )
            assert interaction.remark(goal) is None
        assert isinstance(interaction.remark(state), Message | None)


@of_desks.hold()
def games_begin_on_examples_and_on_every_size(interaction: Interaction[Any, Any]) -> None:
    puzzle = registry.puzzle(interaction.name)
    for position, state in started(interaction):
        assert isinstance(position, puzzle.position_type)
        assert interaction.origin(state) == position
        if interaction.verdict(state) is GameStatus.OPEN:
            assert interaction.position(state) == position
        if interaction.mode(state) is Mode.EDIT:
            assert interaction.verdict(state) is GameStatus.OPEN
            assert interaction.position(state) == position
    for size in ("", "x", "0", "-3", "0x0", "1000000", "9" * 5000, "\u0663x\u0663"):
        with pytest.raises(ParameterError):
            interaction.empty(size)


@of_desks.hold()
def every_choice_can_be_made_and_no_other(interaction: Interaction[Any, Any]) -> None:
    position = interaction.empty(next(iter(interaction.sizes)))
    plain = interaction.begin(position, seed=3)
    for name, (_, choices) in interaction.choices.items():
        states = [interaction.begin(position, seed=3, options={name: value}) for value in choices]
        assert states[0] == plain, "the first is the default"
        assert all(interaction.load(interaction.dump(state)) == state for state in states)
        with pytest.raises(ParameterError):
            interaction.begin(position, options={name: "no such value"})
    with pytest.raises(ParameterError):
        interaction.begin(position, options={"no such choice": "yes"})


@of_desks.hold()
def drawings_fit_the_board(interaction: Interaction[Any, Any]) -> None:
    for _, state in started(interaction):
        scene = interaction.scene(state)
        cells = len(scene.cells)
        plain = registry.puzzle(interaction.name).scene(interaction.position(state))
        assert (scene.width, scene.height) == (plain.width, plain.height)
        for selected in (-1, 0, cells - 1, cells, 10**9):
            drawn = interaction.scene(state, Emphasis(selected=selected))
            check_scene(drawn)
            assert [c.role for c in drawn.cells] == [c.role for c in scene.cells]
        lit = interaction.scene(
            state, Emphasis(highlights={cells - 1: Highlight.TARGET})
        ).highlights
        assert lit[cells - 1] is Highlight.TARGET
        check_scene(interaction.scene(state, Emphasis(chances=[None, *(0.5,) * (cells - 1)])))


def check_scene(scene: Scene) -> None:
    assert len(scene.cells) == scene.width * scene.height
    assert all(isinstance(cell, SceneCell) for cell in scene.cells)
    assert all(0 <= cell < len(scene.cells) for cell in scene.highlights)
    assert scene.title


@of_desks.hold()
def buttons_and_pens_can_be_used(interaction: Interaction[Any, Any]) -> None:
    for _, state in started(interaction):
        inputs, pens = interaction.pad_buttons(state), interaction.pens(state)
        keys = [key for one in (*inputs, *pens) for key in one.keys]
        assert len(keys) == len(set(keys))
        assert all(pen.action in interaction.actions and is_words(pen.label) for pen in pens)
        assert len({pen.action for pen in pens}) == len(pens)
        for one in inputs:
            assert one.action.name in interaction.actions
            assert is_words(one.label)
            assert not (one.pen and pens) or one.action.name == pens[0].action
            tried(
                interaction,
                state,
                Action(one.action.name, 0 if one.at_cell else -1, one.action.value),
            )
        for fact in interaction.status_items(state):
            assert is_words(fact.label)
            assert type(fact.value) in (int, str)


@of_desks.hold()
def acts_are_pure_and_refuse_in_words(interaction: Interaction[Any, Any]) -> None:
    random = Random(5)
    for position, state in started(interaction):
        cells = len(interaction.scene(state).cells)
        if cells > 150:  # as with the others, only slower
            continue
        for _ in range(80):
            name = random.choice(sorted(interaction.actions))
            value = random.choice(values(interaction, state))
            action = Action(name, random.randrange(-1, cells + 1), value)
            before = interaction.dump(state)
            after = tried(interaction, state, action)
            assert interaction.dump(state) == before, action
            assert (after is state) == (after == state), action
            assert interaction.mode(after) is interaction.mode(state)
            if interaction.mode(state) is Mode.PLAY:
                assert interaction.origin(after) == position, action
            else:
                assert interaction.origin(after) == interaction.position(after), action
                assert interaction.verdict(after) is GameStatus.OPEN
            state = after  # noqa: PLW2901  (a game goes on)
    with pytest.raises(ParameterError):
        interaction.apply(state, Action("no such action", 0))


@of_desks.hold()
def what_is_kept_comes_back(interaction: Interaction[Any, Any]) -> None:
    for _, start in started(interaction):
        few = len(interaction.scene(start).cells) <= 150
        state = played(interaction, start, 20, Random(11)) if few else start
        saved = json.loads(json.dumps(interaction.dump(state)))
        loaded = interaction.load(saved)
        assert loaded == state
        assert hash(loaded) == hash(state)
        assert interaction.scene(loaded) == interaction.scene(state)
        assert interaction.verdict(loaded) is interaction.verdict(state)


@of_desks.hold()
def what_was_not_kept_is_refused(interaction: Interaction[Any, Any]) -> None:
    for _, start in started(interaction):
        if len(interaction.scene(start).cells) > 40:
            continue
        state = played(interaction, start, 10, Random(2))
        saved = interaction.dump(state)
        for name in saved:
            rest = {key: value for key, value in saved.items() if key != name}
            for bad in (rest, *({**rest, name: value} for value in HOSTILE)):
                check_load(interaction, bad)
    for nothing in (*HOSTILE, {"mode": "play"}, {"mode": "edit", "origin": "x"}):
        check_load(interaction, nothing)


def check_load(interaction: Interaction[Any, Any], saved: Any) -> None:
    try:
        state = interaction.load(saved)
    except ParameterError:
        return
    check_scene(interaction.scene(state))
    assert interaction.load(interaction.dump(state)) == state


@of_desks.hold()
def typed_lines_are_acts_or_refused(interaction: Interaction[Any, Any]) -> None:
    for _, state in started(interaction):
        words = sorted({*interaction.actions, *values(interaction, state)[:10]})
        lines = [f"r1c1 {word}" for word in words] + words
        actions = 0
        for text in (*TYPED, *lines):
            try:
                action = interaction.parse_action(state, text)
            except ParseError as error:
                assert len(str(error)) < 300
                continue
            assert action.name in interaction.actions, text
            tried(interaction, state, action)
            actions += 1
        assert actions, "something can be typed"


# Games won by what methods say.


def won(interaction: Interaction[Any, Any], state: Any) -> tuple[Any, bool]:
    """Enter what a solver says until it says nothing new; also return whether all was solved.

    A solver may know only a part (what is forced), and more once that was entered.
    """
    puzzle, solvable = registry.puzzle(interaction.name), False
    for _ in range(MOST_ROUNDS):
        if interaction.verdict(state) is GameStatus.WON:
            break
        position = interaction.position(state)
        result = solve(position)
        if result.answer is None or not result.answer.items or not result.answer.items[0].moves:
            break
        solution = result.answer.items[0]
        solvable |= puzzle.is_solved(solution.position)
        for move in solution.moves:
            before = state
            state = interaction.apply(
                state, Action("put", value=puzzle.format_move(position, move))
            )
            assert interaction.verdict(before) is GameStatus.OPEN or state is before
    return state, solvable


@of_desks.hold()
def what_a_solver_says_wins(interaction: Interaction[Any, Any]) -> None:
    puzzle, games = registry.puzzle(interaction.name), 0
    for seed in range(40):
        if games >= 3 and seed not in seeds(12, 40):
            break
        position = sample(puzzle, Random(seed))
        try:
            start = interaction.begin(position, seed=seed)
        except ParameterError:
            assert interaction.deals, "only what is hidden can stand against a game"
            continue
        end, solvable = won(interaction, start)
        assert interaction.verdict(end) is not GameStatus.LOST
        if interaction.verdict(end) is not GameStatus.WON:
            assert not solvable
            continue
        games += end is not start
        assert interaction.origin(end) == position
        assert interaction.conflicts(end) == ()
        assert puzzle.is_solved(interaction.position(end))
        assert interaction.load(interaction.dump(end)) == end
        at_once = interaction.apply(
            start, Action("load", value=puzzle.format(interaction.position(end)))
        )
        assert interaction.verdict(at_once) is GameStatus.WON
        assert interaction.position(at_once) == interaction.position(end)
    assert games >= 3


@of_desks.hold()
def hints_can_be_entered(interaction: Interaction[Any, Any]) -> None:
    """A sure hint is a move that `put` takes; a board that is being edited takes it as well."""
    puzzle, entered = registry.puzzle(interaction.name), 0
    for seed in range(20):
        if entered > 3 and seed not in seeds(8, 20):
            break
        position = sample(puzzle, Random(seed))
        answer = solve(position).answer
        if answer is None or not answer.items or not answer.items[0].moves:
            continue  # a guess then, at the best
        for mode in Mode:
            try:
                state = interaction.begin(position, mode=mode, seed=seed)
            except ParameterError:
                assert interaction.deals
                continue
            found = hint(interaction.position(state), origin=interaction.origin(state), time_s=300)
            if found.move is None or found.guess:
                continue
            text = puzzle.format_move(interaction.position(state), found.move)
            after = interaction.apply(state, Action("put", value=text))
            assert after is not state
            assert (
                interaction.position(after) == puzzle.apply(position, found.move)
                or interaction.deals
            )
            entered += 1
    assert entered > 3


test_desks = of_desks.test()
