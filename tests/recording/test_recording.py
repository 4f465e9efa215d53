"""A recording is what the trace says: every step of it, forward, back and sought."""

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.agents.play import play
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UsageError
from gridwise.core.interaction import Action
from gridwise.core.limits import Limits
from gridwise.core.message import from_json, msg
from gridwise.core.playback import Playback
from gridwise.core.puzzle import Question
from gridwise.core.scene import NO_OVERLAY, Highlight, Role, Scene, SceneCell, Shade
from gridwise.core.trace import Kind, searches_again
from gridwise.puzzles.minesweeper.policies.resolution import knowledge
from gridwise.recording import recorder
from gridwise.recording.frames import highlights
from gridwise.recording.pack import (
    MessageReader,
    MessageWriter,
    SceneReader,
    SceneWriter,
    packed,
    unpacked,
)
from gridwise.recording.recorder import RecordingBudget, record_game, record_method
from gridwise.recording.recording import CONFLICT, DECISION, SOLUTION, Recording
from gridwise.recording.trace_file import events
from gridwise.render.words import in_words
from gridwise.solving.inputs import parse
from gridwise.solving.solve import solve
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call
from samples import THOROUGH, sample, seeds

_ROWS = 700
_LIMITS = Limits(nodes=400)


def _pairs() -> Iterator[tuple[str, str]]:
    for puzzle in registry.puzzles().values():
        position = sample(puzzle, Random(3))
        for method in registry.methods_for(position):
            if method.emits:
                yield puzzle.name, method.name


def _recorded(position: object, method: str, **more: Any) -> Recording:
    made = record_method(position, method=method, max_steps=_ROWS, limits=_LIMITS, **more)
    return Recording(json.loads(json.dumps(made)))


def _order(steps: int, seed: int) -> list[int]:
    """Forward, backward, and to and fro."""
    random = Random(seed)
    return [
        *range(steps + 1),
        *range(steps, -1, -1),
        *(random.randint(0, steps) for _ in range(60)),
    ]


@every("kind, method", _pairs)
def test_every_step_is_the_fold_of_the_trace_forward_and_back(kind: str, method: str) -> None:
    puzzle = registry.puzzle(kind)
    for seed in (3, 5) if THOROUGH else (3,):
        position = sample(puzzle, Random(seed))
        recording = _recorded(position, method)
        result = solve(position, method=method, trace=_ROWS, limits=_LIMITS)
        assert result.trace is not None
        playback = Playback[Any](result.trace)
        assert recording.steps == len(playback)
        assert recording.dropped == result.trace.dropped
        wanted = []
        for step in range(len(playback) + 1):
            event = playback.event(step - 1) if step else None
            lit = {} if event is None else highlights(event)
            over = NO_OVERLAY if event is None else event.overlay
            marks = playback.frame(step).marks
            wanted.append(puzzle.scene(position, marks=marks, highlights=lit, overlay=over))
        for step in _order(recording.steps, seed):
            assert recording.scene(step) == wanted[step], step
            assert recording.rows_at(step) == step


@every("kind, method", _pairs)
def test_the_words_are_those_of_the_trace_on_the_command_line(kind: str, method: str) -> None:
    position = sample(registry.puzzle(kind), Random(4))
    recording = _recorded(position, method)
    result = solve(position, method=method, trace=_ROWS, limits=_LIMITS)
    lines = list(events(result.trace))
    assert [in_words(recording.message(step)) for step in range(1, recording.steps + 1)] == [
        line["text"] for line in lines
    ]
    assert [row.kind.name for row in recording.rows()] == [line["kind"] for line in lines]
    for step, line in enumerate(lines, 1):
        scene = recording.scene(step)
        lit = {*scene.highlights, *(one.cell for one in scene.overlay.candidates)}
        assert set(line["cells"]) <= lit
        assert {mark["cell"] for mark in line["marks"]} <= lit


def test_a_keyframe_is_never_far() -> None:
    made = record_method(parse("queens:12:"), method="dpll", max_steps=2_000)
    assert made["steps"] > 600
    scenes = made["scenes"]
    keyframes = len(unpacked(scenes["keyframes"])) // (scenes["width"] * scenes["height"])
    assert scenes["every"] == 256
    assert keyframes == made["steps"] // 256 + 1


def test_lifting_that_is_cut_short_says_so() -> None:
    position = parse("queens:12:")
    recording = Recording(record_method(position, method="dpll", budget=RecordingBudget(until=0.0)))
    assert recording.steps == 0
    assert recording.total > 600
    assert "as recording timed out" in str(recording.coverage())
    assert recording.scene(0) == registry.puzzle("queens").scene(position)


def test_a_record_that_grows_too_large_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_TEXT", 2_000)
    recording = Recording(record_method(parse("queens:12:"), method="dpll"))
    assert 0 < recording.steps < 600
    assert "too large" in str(recording.coverage())
    assert recording.scene(recording.steps).width == 12


def test_the_origin_is_drawn_as_given() -> None:
    given = parse("sudoku:2x2:1.........2.....")
    filled = parse("sudoku:2x2:12........2.....")
    recording = Recording(record_method(filled, method="backtracking", origin=given))
    cells = recording.scene(0).cells
    assert (cells[0].role, cells[1].role) == (Role.GIVEN, Role.FILLED)


def test_a_method_that_records_nothing_is_refused() -> None:
    silent = next(
        method.name for method in registry.methods_for(parse("queens:6:")) if not method.emits
    )
    with pytest.raises(UsageError, match="cannot be watched"):
        record_method(parse("queens:6:"), method=silent)


def test_a_broken_board_has_an_empty_record_and_a_reason() -> None:
    recording = Recording(record_method(parse("queens:4:r1c1,r1c2"), method="backtracking"))
    assert recording.steps == 0
    assert recording.tree is None
    assert recording.note() is not None


def test_markers_are_where_the_rows_are() -> None:
    recording = _recorded(parse("queens:6:"), "backtracking")
    by_kind = {
        DECISION: {Kind.DECIDE},
        CONFLICT: {Kind.CONFLICT, Kind.BACKTRACK},
        SOLUTION: {Kind.SOLUTION},
    }
    rows = list(recording.rows())
    for marker, kinds in by_kind.items():
        wanted = [step for step, row in enumerate(rows, 1) if row.kind in kinds]
        assert list(recording.markers[marker]) == wanted
    first = recording.markers[SOLUTION][0]
    assert recording.next_marker(SOLUTION, 0) == first
    assert recording.next_marker(SOLUTION, recording.steps) is None
    assert recording.kind(first) == SOLUTION


@pytest.mark.parametrize("method", ["a_star", "ida_star", "bfs", "greedy_best_first"])
def test_open_and_closed_are_counted_from_the_rows(method: str) -> None:
    recording = _recorded(parse("sliding:3x3:1,4,2,3,5,8,6,7,0"), method)
    tree = recording.tree
    assert tree is not None
    waiting: set[int] = set()
    closed: set[int] = set()
    for step, row in enumerate(recording.rows(), 1):
        if row.kind is Kind.BOUND:
            waiting, closed = set(), set()
        elif row.kind is Kind.GENERATE:
            waiting.add(row.subject)
        elif row.kind is Kind.EXPAND:
            waiting.discard(row.subject)
            closed.add(row.subject)
            found = recording.measures(step)
            assert found is not None
            assert (found.g, found.h) == (row.depth, row.measure)
            assert found.f == row.depth + row.measure
        measures = recording.measures(step)
        assert measures is not None
        assert (measures.open, measures.closed) == (len(waiting), len(closed))
    best = tree.frontier(recording.steps, 5)
    assert [one.f for one in best] == sorted(one.f for one in best)


def test_the_way_in_the_tree_is_the_stack_of_decisions() -> None:
    recording = _recorded(parse("queens:6:"), "backtracking")
    tree = recording.tree
    assert tree is not None
    stack: list[int] = []  # the steps of the decisions that stand
    for step, row in enumerate(recording.rows(), 1):
        if row.kind is Kind.DECIDE:
            del stack[row.depth - 1 :]
            stack.append(step)
        elif row.kind is Kind.BACKTRACK:
            del stack[row.depth :]
        path = tree.path(tree.current(step))
        assert [tree.born[node] for node in path[1:]] == stack
        for parent, child in pairwise(path):
            assert child in tree.children(parent, step)
    names = [str(recording.name_of(node)) for node in tree.path(tree.current(1))]
    assert names == ["start", "queen on r1c1"]


def test_each_search_of_a_question_begins_at_a_node_of_its_own() -> None:
    board = parse("sudoku:2x2:12..............")
    recording = _recorded(board, "backtracking", question=Question.FORCED)
    tree = recording.tree
    assert tree is not None
    begun = [step for step, row in enumerate(recording.rows(), 1) if searches_again(row)]
    nodes = [tree.current(step) for step in begun]
    assert {tree.parent[node] for node in nodes} == {0}
    names = [str(recording.name_of(node)) for node in nodes]
    assert len(set(names)) == len(names) > 2


def test_the_tables_of_the_greedy_come_along() -> None:
    recording = _recorded(parse("queens:8:"), "min_max")
    rows = recording.tables["min_max"]
    assert {"f1", "f2", "mean", "chosen"} <= set(rows[0])
    decided = recording.last(Kind.DECIDE, recording.steps)
    assert decided is not None
    here = [row for row in rows if row["row"] == decided.subject]
    assert [row["col"] for row in here if row["chosen"]] == [decided.value]


@every("policy", sorted(registry.policies("minesweeper")))
def test_every_policy_is_let_play_as_it_plays(policy: str) -> None:
    asked: dict[str, Any] = {"board": "6x5x5", "policy": policy, "guess": "random", "seed": 2}
    recording = Recording(json.loads(json.dumps(record_game("minesweeper", **asked))))
    game = play("minesweeper", **asked)
    rules = registry.puzzle("minesweeper")
    assert recording.is_game
    assert recording.steps == len(game.turns) + 1
    assert game.outcome is not None
    assert recording.result["outcome"] == game.outcome.value
    wanted = [rules.scene(game.begin), *(rules.scene(turn.position) for turn in game.turns)]
    for step in _order(len(game.turns), 1):
        assert recording.scene(step).cells == wanted[step].cells
        if step:
            turn = game.turns[step - 1]
            said = str(recording.message(step))
            assert said.startswith(
                {"first": "first click", "concluded": "concluded", "guess": "guess"}[turn.why.value]
            )
            assert recording.kind(step) == ("" if turn.why.value == "concluded" else DECISION)
            moves = [rules.format_move(game.begin, move) for move in turn.moves[:6]]
            assert all(move in said for move in moves)


def test_the_knowledge_base_is_that_of_the_agent() -> None:
    made = record_game("minesweeper", board="6x6x6", policy="resolution", guess="random", seed=5)
    recording = Recording(made)
    game = play(
        "minesweeper", board="6x6x6", policy="resolution", guess="random", seed=5, trace=True
    )
    assert game.trace is not None
    assert recording.knowledge is not None
    assert len(game.trace) > 30
    for rows in range(len(game.trace) + 1):
        kb, kb0 = knowledge(game.trace, rows)
        assert recording.knowledge.sizes(rows) == (len(kb), len(kb0))
        assert frozenset(recording.knowledge.clauses(rows)) == kb
    for step in range(1, recording.steps + 1):
        assert recording.rows_at(step - 1) <= recording.rows_at(step) <= len(game.trace)
    clause = next(c for rows in (20, 30) for c in recording.knowledge.clauses(rows))
    assert " is " in str(recording.knowledge.word(clause))


def test_a_player_goes_on_with_the_game_on_the_table() -> None:
    interaction = registry.interaction("minesweeper")
    state = interaction.begin(interaction.empty("9x9x10"), seed=7)
    state = interaction.apply(state, Action("open", 40))
    state = interaction.apply(state, Action("flag", next(_covered(interaction.position(state)))))
    fresh, here = interaction.referee_state(state, restart=True), interaction.referee_state(state)
    assert fresh.hidden == here.hidden == state.game.hidden
    assert fresh.position == interaction.origin(state)
    assert here.position == interaction.position(state)  # without the flag, which is an opinion
    made = _asked(
        "record_game", puzzle="minesweeper", state=interaction.dump(state), policy="resolution"
    )
    recording = Recording(made)
    shown = registry.puzzle("minesweeper").scene(interaction.position(state))
    assert recording.scene(0).cells == shown.cells
    again = _asked(
        "record_game", puzzle="minesweeper", state=interaction.dump(state), from_start=True
    )
    covered = registry.puzzle("minesweeper").scene(interaction.origin(state))
    assert Recording(again).scene(0).cells == covered.cells


def _covered(position: Any) -> Iterator[int]:
    puzzle = registry.puzzle_of(position)
    cells = puzzle.scene(position).cells
    return (at for at, cell in enumerate(cells) if cell.role is Role.COVERED)


def _asked(name: str, **args: Any) -> Any:
    call = Call(SimpleNamespace(is_set=lambda: False))
    return json.loads(json.dumps(task_kind(name).run(args, call).value))


def test_what_can_be_watched_is_told_with_its_options() -> None:
    found = _asked("recordable", notation="sliding:3x3:1,2,3,4,5,6,7,8,0")
    methods = {one["name"]: one for one in found["methods"]}
    assert methods["a_star"]["watched"]
    assert not methods["kernel"]["watched"]
    options = {one["name"]: one for one in methods["a_star"]["options"]}
    assert options["heuristic"]["choices"][:2] == ["auto", "linear_conflict"]
    assert options["closed"]["choices"] == ["set", "parent"]
    assert "successors" not in options  # for clauses alone
    assert found["game"] is None
    found = _asked("recordable", notation="minesweeper:4x4x3:----/----/----/----")
    methods = {one["name"]: one for one in found["methods"]}
    options = {one["name"]: one for one in methods["a_star"]["options"]}
    assert options["heuristic"]["choices"] == ["auto", "open_clauses", "open_clauses_bound"]
    assert options["successors"]["choices"] == ["one_variable", "every"]
    assert "reopen" not in options
    game = found["game"]
    assert {one["name"] for one in game["policies"]} == set(registry.policies("minesweeper"))


@every(
    "args",
    [
        {"notation": "queens:6:", "max_steps": 20_001},
        {"notation": "queens:6:", "max_steps": 0},
        {"notation": "queens:6:", "run_s": "soon"},
        {"notation": "queens:6:", "run_s": -1},
        {"notation": "queens:6:", "run_s": True},
        {"notation": "queens:6:", "method": "nothing"},
        {"notation": "queens:6:", "question": "why"},
        {"notation": "queens:6:", "options": {"nothing": 1}},
        {"notation": "queens:6:", "origin": "sudoku:2x2:1..............."},
        {"notation": "queens:6:", "what": 1},
    ],
)
def test_what_cannot_be_recorded_is_refused(args: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        _asked("record_method", **args)


@every(
    "args",
    [
        {"puzzle": "minesweeper", "state": "no"},
        {"puzzle": "minesweeper", "state": {"mode": "play"}},
        {"puzzle": "queens", "state": {}},
        {"puzzle": "minesweeper", "policy": "nobody"},
        {"puzzle": "minesweeper", "guess": "well"},
    ],
)
def test_a_game_that_cannot_be_is_refused(args: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        _asked("record_game", **args)


def test_a_game_that_was_lost_is_not_played_on() -> None:
    interaction = registry.interaction("minesweeper")
    state = interaction.begin(interaction.empty("4x4x15"), seed=1, options={"first_click": "any"})
    cell = 0
    while interaction.verdict(state).value == "open":
        state, cell = interaction.apply(state, Action("open", cell)), cell + 1
    assert interaction.verdict(state).value == "lost"
    with pytest.raises(ParameterError, match="no game to play on"):
        _asked("record_game", puzzle="minesweeper", state=interaction.dump(state))
    assert _asked(
        "record_game", puzzle="minesweeper", state=interaction.dump(state), from_start=True
    )["steps"]


_CELLS = st.builds(
    SceneCell,
    role=st.sampled_from(list(Role)),
    text=st.text(max_size=2),
    notes=st.lists(st.text(max_size=1), max_size=2).map(tuple),
    heat=st.none() | st.floats(0, 1),
    shade=st.none() | st.sampled_from(list(Shade)),
    ident=st.none() | st.integers(0, 9),
    given=st.booleans(),
)
_SCENES = st.lists(
    st.builds(
        lambda cells, lit, title: Scene(2, 2, tuple(cells), (1,), (), lit, title),
        st.lists(_CELLS, min_size=4, max_size=4),
        st.dictionaries(st.integers(0, 3), st.sampled_from(list(Highlight)), max_size=2),
        st.text(max_size=2),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=len(seeds(20, 60)), deadline=None)
@given(scenes=_SCENES, every=st.integers(1, 5), seed=st.integers(0, 99))
def test_any_drawings_come_back_in_any_order(scenes: list[Scene], every: int, seed: int) -> None:
    kept = SceneWriter(every)
    for scene in scenes:
        kept.add(scene)
    read = SceneReader(json.loads(json.dumps(kept.record())))
    assert len(read) == len(scenes)
    for at in _order(len(scenes) - 1, seed):
        assert read[at] == scenes[at]
    with pytest.raises(IndexError):
        read[len(scenes)]


def test_messages_come_back_and_are_kept_once() -> None:
    inner = msg("{cell} = {value}", cell="r1c1", value=3)
    messages = [
        msg("plain"),
        msg("try {what}", what=inner),
        msg("{marks}", marks=(inner, "x", 4)),
        msg("so {what}", what=inner),
    ]
    texts = MessageWriter()
    at = [texts.add(message) for message in (*messages, *messages)]
    read = MessageReader(json.loads(json.dumps(texts.record())))
    assert [read[index] for index in at] == [*messages, *messages]
    assert len(texts.lines) == len(messages)
    assert from_json(messages[2].as_json()) == messages[2]


@pytest.mark.parametrize("text", ["", "?", "AAAA", packed([1, 2, 3])[:-8]])
def test_a_broken_column_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="column"):
        unpacked(text)


def _game(kind: str, notation: str, *steps: tuple[Action, ...]) -> tuple[dict[str, Any], list[Any]]:
    """Return the arguments of `record_played`, and the states after each step."""
    interaction = registry.interaction(kind)
    state = interaction.begin(registry.puzzle(kind).parse(notation), seed=3)
    states, actions = [state], []
    for first, *more in steps:
        for action in (first, *more):
            state = interaction.apply(state, action)
        states.append(state)
        saved: dict[str, Any] = {"name": first.name, "cell": first.cell, "value": first.value}
        actions.append(saved | {"more": [[one.name, one.cell, one.value] for one in more]})
    played = {"puzzle": kind, "state": interaction.dump(states[0]), "actions": actions}
    return json.loads(json.dumps(played)), states


@pytest.mark.parametrize(
    ("kind", "notation", "steps", "outcome"),
    [
        (
            "sudoku",
            "sudoku:2x2:12343412214.43..",
            [
                (Action("corner", 11, "3"),),
                (Action("put", value="r3c4=3"),),
                (Action("enter", 14, "2"), Action("enter", 15, "1")),
            ],
            "won",
        ),
        ("sliding", "sliding:3x3:1,4,2,3,0,5,6,7,8", [(Action("move", value="up"),)], None),
        ("queens", "queens:4:", [(Action("queen", 1),), (Action("cross", 2),)], None),
        ("minesweeper", "minesweeper:5x5:mines=3:....", [(Action("open", 12),)], None),
    ],
)
def test_a_persons_game_is_replayed_as_it_was_played(
    kind: str, notation: str, steps: list[tuple[Action, ...]], outcome: str | None
) -> None:
    if kind == "minesweeper":
        interaction = registry.interaction(kind)
        notation = registry.puzzle(kind).format(interaction.empty("5x5x3"))
    asked, states = _game(kind, notation, *steps)
    interaction = registry.interaction(kind)
    recording = Recording(json.loads(json.dumps(recorder.record_played(**asked))))
    assert (recording.steps, recording.dropped) == (len(steps), 0)
    for step, state in enumerate(states):
        assert recording.scene(step).cells == interaction.scene(state).cells
    assert recording.result["outcome"] == outcome
    assert recording.kind(recording.steps) == (SOLUTION if outcome == "won" else "")
    if kind == "sudoku":
        assert "row 3, column 4: empty, notes 3" in str(recording.message(1))
        assert str(recording.message(2)).startswith("by a hint: row 3, column 4: 3")
        assert set(recording.scene(3).highlights) == {14, 15}


def test_a_persons_game_ends_before_what_is_refused_and_broken_ones_are_said() -> None:
    asked, _ = _game("queens", "queens:4:", (Action("queen", 1),))
    asked["actions"].append({"name": "queen", "cell": 99, "value": ""})
    recording = Recording(recorder.record_played(**asked))
    assert (recording.steps, recording.dropped) == (1, 1)
    for broken in (None, {"name": "queen"}, {"name": "queen", "cell": "x", "value": ""}):
        with pytest.raises(ParameterError, match="no saved game"):
            recorder.record_played(**{**asked, "actions": [broken]})
