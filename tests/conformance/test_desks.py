"""Every desk: boards begun, acts, drawings, saved games, and games won by what a solver says."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gridwise.core import registry
from gridwise.core.desk import Act, Desk, Mode
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.message import Message
from gridwise.core.policy import Verdict
from gridwise.core.scene import Highlight, Scene, SceneCell
from gridwise.workbench.hint import hint
from gridwise.workbench.solve import solve

each_desk = pytest.mark.parametrize(
    "desk", list(registry.desks().values()), ids=lambda desk: desk.name
)
GAMES = 40
"""Random positions that are played to the end, each a game."""
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


def started(desk: Desk[Any, Any]) -> Iterator[tuple[object, Any]]:
    """Yield positions and the states at their beginning, in both modes.

    Where something is hidden, not every position can be played; then it says why.
    """
    puzzle = registry.puzzle(desk.name)
    boards = [puzzle.parse(text) for text in puzzle.examples]
    boards += [desk.empty(size) for size in desk.sizes]
    for mode in Mode:
        begun = 0
        for position in boards:
            try:
                state = desk.begin(position, mode=mode, seed=7)
            except ParameterError as error:
                assert mode is Mode.PLAY
                assert isinstance(error.args[0], Message)
                continue
            begun += 1
            yield position, state
        assert begun >= len(desk.sizes) + 1


def values(desk: Desk[Any, Any], state: Any) -> list[str]:
    """Return what might be entered: what buttons enter, moves, boards, and what is none."""
    puzzle, position = registry.puzzle(desk.name), desk.position(state)
    buttons = {one.act.value for one in desk.inputs(state)}
    moves = [puzzle.format_move(position, move) for move in list(puzzle.moves(position))[:20]]
    return [*sorted(buttons), *moves, puzzle.format(position), *puzzle.examples, "", "x", "-1"]


def tried(desk: Desk[Any, Any], state: Any, act: Act) -> Any:
    """Return the state after an act, the same where it is refused in words."""
    try:
        return desk.act(state, act)
    except ParameterError as error:
        assert isinstance(error.args[0], Message), act
        return state


def played(desk: Desk[Any, Any], state: Any, acts: int, random: Random) -> Any:
    cells = len(desk.scene(state).cells)
    names = sorted(set(desk.acts) - {"become"})
    for _ in range(acts):
        value = random.choice(values(desk, state))
        state = tried(desk, state, Act(random.choice(names), random.randrange(-1, cells), value))
    return state


def is_words(text: object) -> bool:
    return isinstance(text, Message) and bool(str(text).strip())


def test_every_puzzle_of_ours_has_a_desk() -> None:
    ours = {n for n, p in registry.puzzles().items() if type(p).__module__.startswith("gridwise.")}
    assert set(registry.desks()) == ours


@each_desk
def test_a_desk_says_what_it_is(desk: Desk[Any, Any]) -> None:
    assert registry.desk(desk.name) is desk
    assert {"put", "become"} <= set(desk.acts)
    assert {desk.click, desk.second} <= {"", *desk.acts}
    assert all(text.strip() and "\n" not in text for text in desk.acts.values())
    assert desk.sizes
    assert all(is_words(label) for label in desk.sizes.values())
    for label, choices in desk.choices.values():
        assert is_words(label)
        assert len(choices) > 1
        assert all(is_words(text) for text in choices.values())


@each_desk
def test_a_goal_is_a_solved_board_of_the_same_game(desk: Desk[Any, Any]) -> None:
    for _, state in started(desk):
        goal = desk.goal(state)
        if goal is not None:
            assert desk.scene(goal).width == desk.scene(state).width
            assert desk.mode(goal) is Mode.EDIT or desk.verdict(goal) is Verdict.WON
            assert desk.remark(goal) is None
        assert isinstance(desk.remark(state), Message | None)


@each_desk
def test_games_begin_on_examples_and_on_every_size(desk: Desk[Any, Any]) -> None:
    puzzle = registry.puzzle(desk.name)
    for position, state in started(desk):
        assert isinstance(position, puzzle.position_type)
        assert desk.origin(state) == position
        if desk.verdict(state) is Verdict.OPEN:
            assert desk.position(state) == position
        if desk.mode(state) is Mode.EDIT:
            assert desk.verdict(state) is Verdict.OPEN
            assert desk.position(state) == position
    for size in ("", "x", "0", "-3", "0x0", "1000000", "9" * 5000, "\u0663x\u0663"):
        with pytest.raises(ParameterError):
            desk.empty(size)


@each_desk
def test_every_choice_can_be_made_and_no_other(desk: Desk[Any, Any]) -> None:
    position = desk.empty(next(iter(desk.sizes)))
    plain = desk.begin(position, seed=3)
    for name, (_, choices) in desk.choices.items():
        states = [desk.begin(position, seed=3, options={name: value}) for value in choices]
        assert states[0] == plain, "the first is the default"
        assert all(desk.load(desk.dump(state)) == state for state in states)
        with pytest.raises(ParameterError):
            desk.begin(position, options={name: "no such value"})
    with pytest.raises(ParameterError):
        desk.begin(position, options={"no such choice": "yes"})


@each_desk
def test_drawings_fit_the_board(desk: Desk[Any, Any]) -> None:
    for _, state in started(desk):
        scene = desk.scene(state)
        cells = len(scene.cells)
        plain = registry.puzzle(desk.name).scene(desk.position(state))
        assert (scene.width, scene.height) == (plain.width, plain.height)
        for selected in (-1, 0, cells - 1, cells, 10**9):
            drawn = desk.scene(state, selected=selected)
            check_scene(drawn)
            assert [c.role for c in drawn.cells] == [c.role for c in scene.cells]
        lit = desk.scene(state, highlights={cells - 1: Highlight.TARGET}).highlights
        assert lit[cells - 1] is Highlight.TARGET
        check_scene(desk.scene(state, chances=[None, *(0.5,) * (cells - 1)]))


def check_scene(scene: Scene) -> None:
    assert len(scene.cells) == scene.width * scene.height
    assert all(isinstance(cell, SceneCell) for cell in scene.cells)
    assert all(0 <= cell < len(scene.cells) for cell in scene.highlights)
    assert scene.title


@each_desk
def test_buttons_and_pens_can_be_used(desk: Desk[Any, Any]) -> None:
    for _, state in started(desk):
        inputs, pens = desk.inputs(state), desk.pens(state)
        keys = [key for one in (*inputs, *pens) for key in one.keys]
        assert len(keys) == len(set(keys))
        assert all(pen.act in desk.acts and is_words(pen.label) for pen in pens)
        assert len({pen.act for pen in pens}) == len(pens)
        for one in inputs:
            assert one.act.name in desk.acts
            assert is_words(one.label)
            assert not (one.pen and pens) or one.act.name == pens[0].act
            tried(desk, state, Act(one.act.name, 0 if one.at_cell else -1, one.act.value))
        for fact in desk.facts(state):
            assert is_words(fact.label)
            assert type(fact.value) in (int, str)


@each_desk
def test_acts_are_pure_and_refuse_in_words(desk: Desk[Any, Any]) -> None:
    random = Random(5)
    for position, state in started(desk):
        cells = len(desk.scene(state).cells)
        if cells > 150:  # as with the others, only slower
            continue
        for _ in range(80):
            name = random.choice(sorted(desk.acts))
            value = random.choice(values(desk, state))
            act = Act(name, random.randrange(-1, cells + 1), value)
            before = desk.dump(state)
            after = tried(desk, state, act)
            assert desk.dump(state) == before, act
            assert (after is state) == (after == state), act
            assert desk.mode(after) is desk.mode(state)
            if desk.mode(state) is Mode.PLAY:
                assert desk.origin(after) == position, act
            else:
                assert desk.origin(after) == desk.position(after), act
                assert desk.verdict(after) is Verdict.OPEN
            state = after  # noqa: PLW2901  (a game goes on)
    with pytest.raises(ParameterError):
        desk.act(state, Act("no such act", 0))


@each_desk
def test_what_is_kept_comes_back(desk: Desk[Any, Any]) -> None:
    for _, start in started(desk):
        few = len(desk.scene(start).cells) <= 150
        state = played(desk, start, 20, Random(11)) if few else start
        saved = json.loads(json.dumps(desk.dump(state)))
        loaded = desk.load(saved)
        assert loaded == state
        assert hash(loaded) == hash(state)
        assert desk.scene(loaded) == desk.scene(state)
        assert desk.verdict(loaded) is desk.verdict(state)


@each_desk
def test_what_was_not_kept_is_refused(desk: Desk[Any, Any]) -> None:
    for _, start in started(desk):
        if len(desk.scene(start).cells) > 40:
            continue
        state = played(desk, start, 10, Random(2))
        saved = desk.dump(state)
        for name in saved:
            rest = {key: value for key, value in saved.items() if key != name}
            for bad in (rest, *({**rest, name: value} for value in HOSTILE)):
                check_load(desk, bad)
    for nothing in (*HOSTILE, {"mode": "play"}, {"mode": "edit", "origin": "x"}):
        check_load(desk, nothing)


def check_load(desk: Desk[Any, Any], saved: Any) -> None:
    try:
        state = desk.load(saved)
    except ParameterError:
        return
    check_scene(desk.scene(state))
    assert desk.load(desk.dump(state)) == state


@each_desk
def test_typed_lines_are_acts_or_refused(desk: Desk[Any, Any]) -> None:
    for _, state in started(desk):
        words = sorted({*desk.acts, *values(desk, state)[:10]})
        lines = [f"r1c1 {word}" for word in words] + words
        acts = 0
        for text in (*TYPED, *lines):
            try:
                act = desk.typed(state, text)
            except ParseError as error:
                assert len(str(error)) < 300
                continue
            assert act.name in desk.acts, text
            tried(desk, state, act)
            acts += 1
        assert acts, "something can be typed"


# Games won by what methods say.


def won(desk: Desk[Any, Any], state: Any) -> tuple[Any, bool]:
    """Enter what a solver says until it says nothing new; also return whether all was solved.

    A solver may know only a part (what is forced), and more once that was entered.
    """
    puzzle, solvable = registry.puzzle(desk.name), False
    for _ in range(MOST_ROUNDS):
        if desk.verdict(state) is Verdict.WON:
            break
        position = desk.position(state)
        result = solve(position)
        if result.answer is None or not result.answer.items or not result.answer.items[0].moves:
            break
        solution = result.answer.items[0]
        solvable |= puzzle.is_solved(solution.position)
        for move in solution.moves:
            before = state
            state = desk.act(state, Act("put", value=puzzle.format_move(position, move)))
            assert desk.verdict(before) is Verdict.OPEN or state is before
    return state, solvable


@each_desk
def test_what_a_solver_says_wins(desk: Desk[Any, Any]) -> None:
    puzzle, games = registry.puzzle(desk.name), 0
    for seed in range(GAMES):
        position = puzzle.sample(Random(seed))
        try:
            start = desk.begin(position, seed=seed)
        except ParameterError:
            assert desk.deals, "only what is hidden can stand against a game"
            continue
        end, solvable = won(desk, start)
        assert desk.verdict(end) is not Verdict.LOST
        if desk.verdict(end) is not Verdict.WON:
            assert not solvable
            continue
        games += end is not start
        assert desk.origin(end) == position
        assert desk.conflicts(end) == ()
        assert puzzle.is_solved(desk.position(end))
        assert desk.load(desk.dump(end)) == end
        at_once = desk.act(start, Act("become", value=puzzle.format(desk.position(end))))
        assert desk.verdict(at_once) is Verdict.WON
        assert desk.position(at_once) == desk.position(end)
    assert games >= 3


@each_desk
def test_hints_can_be_entered(desk: Desk[Any, Any]) -> None:
    """A sure hint is a move that `put` takes; a board that is being edited takes it as well."""
    puzzle, entered = registry.puzzle(desk.name), 0
    for seed in range(20):
        position = puzzle.sample(Random(seed))
        answer = solve(position).answer
        if answer is None or not answer.items or not answer.items[0].moves:
            continue  # a guess then, at the best
        for mode in Mode:
            try:
                state = desk.begin(position, mode=mode, seed=seed)
            except ParameterError:
                assert desk.deals
                continue
            found = hint(desk.position(state), origin=desk.origin(state), time_s=5)
            if found.move is None or found.guess:
                continue
            text = puzzle.format_move(desk.position(state), found.move)
            after = desk.act(state, Act("put", value=text))
            assert after is not state
            assert desk.position(after) == puzzle.apply(position, found.move) or desk.deals
            entered += 1
    assert entered > 3
