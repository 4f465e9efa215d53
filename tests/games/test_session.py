"""A game on the table: its history against a list, its clock, its end, and a killed server."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.interaction import Action, Mode
from gridwise.core.message import Message
from gridwise.core.policy import GameStatus
from gridwise.games import session as sessions
from gridwise.games import store as stores
from gridwise.games.session import GameSession
from gridwise.games.store import GameStatistics, Store, StoreError
from latin_interaction import INTERACTION, LATIN, OPEN, WON
from samples import seeds


@pytest.fixture(scope="module", autouse=True)
def _desk() -> Iterator[None]:
    """Put the small interaction among the real ones."""
    known = {**registry.interactions(), "latin": INTERACTION}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "interactions", lambda: known)
        yield


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite3") as opened:
        yield opened


class Time:
    """A clock that is moved by hand."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    hand = Time()
    monkeypatch.setattr(sessions, "time", hand)
    return hand


def begun(kept: Store, owner: str = "ann", **asked: Any) -> GameSession:
    return GameSession.begin(kept, owner, "latin", LATIN.parse(OPEN), **asked)


def resumed(game: GameSession, kept: Store, owner: str = "ann") -> GameSession:
    found = GameSession.resume(kept, owner, game.game_id)
    assert found is not None
    return found


def write(cell: int, value: str | int) -> Action:
    return Action("write", cell, str(value))


def finish(game: GameSession) -> None:
    for cell, value in WON:
        assert game.verdict is GameStatus.OPEN
        game.apply(write(cell, value))
    assert game.verdict is GameStatus.WON


class History(RuleBasedStateMachine):
    """Undo, redo, checkpoints and what is kept, against a list."""

    @initialize()
    def begin(self) -> None:
        self.folder = TemporaryDirectory()
        self.store = Store(Path(self.folder.name) / "games.sqlite3")
        self.game = begun(self.store)
        self.states, self.cursor = [self.game.state], 0
        self.marks: dict[int, str] = {}

    @rule(cell=st.integers(-1, 9), value=st.integers(0, 3))
    def apply(self, cell: int, value: int) -> None:
        before = self.states[self.cursor]
        try:
            after = INTERACTION.apply(before, write(cell, value))
        except ParameterError:
            with pytest.raises(ParameterError):
                self.game.apply(write(cell, value))
            return
        assert self.game.apply(write(cell, value)) == (after != before)
        if after != before:
            self.cursor += 1
            self.states[self.cursor :] = [after]
            self.marks = {n: name for n, name in self.marks.items() if n < self.cursor}

    @rule()
    def undo(self) -> None:
        assert self.game.undo() == (self.cursor > 0)
        self.cursor = max(0, self.cursor - 1)

    @rule()
    def redo(self) -> None:
        last = len(self.states) - 1
        assert self.game.redo() == (self.cursor < last)
        self.cursor = min(last, self.cursor + 1)

    @rule(step=st.integers(-2, 12))
    def go(self, step: int) -> None:
        if 0 <= step < len(self.states):
            self.game.go(step)
            self.cursor = step
        else:
            with pytest.raises(ParameterError):
                self.game.go(step)

    @rule(name=st.text(max_size=82))
    def mark(self, name: str) -> None:
        if len(name) > 80:
            with pytest.raises(ParameterError):
                self.game.mark(name)
        else:
            self.game.mark(name)
            self.marks[self.cursor] = name

    @rule()
    def helped(self) -> None:
        self.game.helped()
        assert self.game.was_helped

    @rule()
    def in_another_process(self) -> None:
        self.store.close()
        self.store = Store(Path(self.folder.name) / "games.sqlite3")
        self.game = resumed(self.game, self.store)

    @rule()
    def in_another_window(self) -> None:
        self.game = resumed(self.game, self.store)

    @invariant()
    def same(self) -> None:
        game = self.game
        assert game.state == self.states[self.cursor]
        assert (game.step, game.steps) == (self.cursor, len(self.states) - 1)
        assert dict(game.marks) == self.marks
        assert game.position == INTERACTION.position(game.state)
        assert LATIN.format(game.origin) == OPEN
        assert game.verdict is INTERACTION.verdict(game.state)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


TestHistory = History.TestCase
TestHistory.settings = settings(
    max_examples=len(seeds(10, 25)), stateful_step_count=30, deadline=None, derandomize=True
)


def test_a_game_s_token_cannot_be_guessed(kept: Store) -> None:
    tokens = {begun(kept).game_id for _ in range(50)}
    assert len(tokens) == 50
    assert min(map(len, tokens)) >= 20


def test_what_cannot_begin(kept: Store) -> None:
    with pytest.raises(UnknownNameError):
        GameSession.begin(kept, "ann", "chess", LATIN.parse(OPEN))
    with pytest.raises(ParameterError, match="no position of queens"):
        GameSession.begin(kept, "ann", "queens", LATIN.parse(OPEN))
    with pytest.raises(ParameterError, match="no such choice"):
        begun(kept, options={"x": "y"})
    assert kept.games("ann") == ()


def test_it_is_found_by_its_owner_alone(kept: Store) -> None:
    game = begun(kept)
    assert GameSession.resume(kept, "bob", game.game_id) is None
    assert GameSession.latest(kept, "bob", "latin") is None
    assert GameSession.latest(kept, "ann", "queens") is None
    assert GameSession.resume(kept, "ann", "nothing") is None
    found = GameSession.latest(kept, "ann", "latin")
    assert found is not None
    assert found.game_id == game.game_id


def test_the_latest_is_the_one_played_last(kept: Store, clock: Time) -> None:
    first, second = begun(kept), begun(kept)
    clock.now = time.time() + 10
    first.apply(write(1, 2))
    found = GameSession.latest(kept, "ann", "latin")
    assert found is not None
    assert (found.game_id, found.step) == (first.game_id, 1)
    assert [info.game_id for info in kept.games("ann", touched=True)] == [first.game_id]
    second.apply(write(1, 2))
    clock.now += 1
    second.undo()
    assert [i.game_id for i in kept.games("ann", touched=True)] == [second.game_id, first.game_id]
    info = kept.games("ann", "latin", touched=True)[0]
    assert (info.size, info.step, info.steps, info.mode, info.verdict) == (
        *("3", 0, 1, Mode.PLAY),
        GameStatus.OPEN,
    )
    assert info.origin == OPEN
    assert kept.delete("ann", second.game_id)
    assert not kept.delete("ann", second.game_id)


def test_the_clock(kept: Store, clock: Time) -> None:
    game = begun(kept)
    clock.now += 100
    assert (game.elapsed_s, game.running) == (0, False)
    game.resume_clock()
    clock.now += 2
    game.tick()
    assert resumed(game, kept).elapsed_s == 0, "it is not saved every time"
    clock.now += 2
    game.tick()
    assert resumed(game, kept).elapsed_s == 4
    clock.now += 1
    game.pause()
    assert (game.elapsed_s, game.running) == (5, False)
    clock.now += 1000
    assert game.elapsed_s == resumed(game, kept).elapsed_s == 5
    game.apply(write(1, 2))
    assert game.running, "who actions is there"
    clock.now += 1
    assert resumed(game, kept).elapsed_s == 5
    game.undo()
    assert (game.elapsed_s, resumed(game, kept).elapsed_s) == (6, 6)


def test_the_clock_stands_after_the_end_and_while_editing(kept: Store, clock: Time) -> None:
    game = begun(kept)
    game.resume_clock()
    clock.now += 10
    finish(game)
    clock.now += 10
    game.resume_clock()
    assert (game.running, game.elapsed_s, resumed(game, kept).elapsed_s) == (False, 10, 10)
    game = begun(kept, mode=Mode.EDIT)
    game.apply(write(1, 2))
    game.resume_clock()
    assert not game.running
    assert game.apply(Action("play"))
    assert game.verdict is GameStatus.OPEN
    game.resume_clock()
    assert game.running
    clock.now += 3
    assert game.apply(Action("lose"))
    clock.now += 5
    game.resume_clock()
    assert (game.running, game.elapsed_s, game.verdict) == (False, 3, GameStatus.LOST)
    game.undo()
    game.resume_clock()
    assert game.running
    assert kept.statistics("ann", "latin") == {"3": GameStatistics(2, 1, 1, 10, 10, 0, 1)}


def test_statistics(kept: Store, clock: Time) -> None:
    def play(seconds: float, *, helped: bool = False, lose: bool = False) -> GameSession:
        game = begun(kept)
        game.resume_clock()
        clock.now += seconds
        if helped:
            game.helped()
        if lose:
            game.apply(Action("lose"))
        else:
            finish(game)
        return game

    def now() -> GameStatistics:
        return kept.statistics("ann", "latin")["3"]

    begun(kept).apply(write(1, 2))
    assert kept.statistics("ann", "latin") == {}, "left alone, it is not played"
    play(30)
    assert now() == GameStatistics(1, 1, 1, 30, 30, 1, 1)
    play(10, helped=True)
    assert now() == GameStatistics(2, 2, 1, 30, 30, 1, 1)
    last = play(20)
    assert now() == GameStatistics(3, 3, 2, 20, 25, 2, 2)
    last.undo()
    last.redo()
    last.undo()
    last.apply(write(*WON[-1]))
    assert last.verdict is GameStatus.WON
    assert now() == GameStatistics(3, 3, 2, 20, 25, 2, 2), "a game counts once"
    begun(kept).apply(write(1, 2))
    lost = play(1, lose=True)
    assert now() == GameStatistics(4, 3, 2, 20, 25, 0, 2)
    lost.undo()
    assert lost.verdict is GameStatus.OPEN
    finish(lost)
    assert now() == GameStatistics(4, 3, 2, 20, 25, 0, 2), "a game counts once"
    assert kept.statistics("bob", "latin") == {}


def test_a_board_from_elsewhere_is_help(kept: Store) -> None:
    game = begun(kept)
    assert game.apply(Action("load", value="latin:3:123/231/312"))
    assert game.was_helped
    assert resumed(game, kept).was_helped
    game = begun(kept, mode=Mode.EDIT)
    assert game.apply(Action("load", value="latin:3:123/231/312"))
    assert not game.was_helped


def test_hints_are_counted_and_what_was_played_can_be_read(kept: Store) -> None:
    game, other = begun(kept), None
    game.helped()
    assert (game.was_helped, game.hints) == (True, 0)
    game.helped(hint=True)
    other = resumed(game, kept)
    other.helped(hint=True)
    game.helped(hint=True)
    assert game.hints == 3
    assert resumed(game, kept).hints == 3
    for action in (write(1, 2), write(2, 3)):
        assert game.apply(action)
    game.undo()
    played = game.played()
    assert played["state"] == INTERACTION.dump(begun(kept).state)
    assert [(one["cell"], one["value"]) for one in played["actions"]] == [(1, "2"), (2, "3")]
    game.apply(write(3, 2))
    assert [one["cell"] for one in game.played()["actions"]] == [1, 3]


def test_what_is_solved_from_the_beginning_is_no_win(kept: Store) -> None:
    game = GameSession.begin(kept, "ann", "latin", LATIN.parse("latin:3:123/231/312"))
    assert game.verdict is GameStatus.WON
    game.resume_clock()
    assert not game.running
    game.apply(write(0, 0))
    game.apply(write(0, 1))
    assert game.verdict is GameStatus.WON
    assert kept.statistics("ann", "latin") == {}


def test_two_windows_with_the_same_game(kept: Store) -> None:
    one = begun(kept)
    two = resumed(one, kept)
    assert one.apply(write(1, 2))
    with pytest.raises(ParameterError, match="another window") as refused:
        two.apply(write(2, 3))
    assert isinstance(refused.value.args[0], Message)
    assert two.state == one.state, "it stands as it does there"
    assert two.apply(write(2, 3))
    assert one.undo(), "what happened there is taken up first"
    assert (one.step, one.steps) == (1, 2)
    two.helped()
    assert one.redo()
    assert one.was_helped
    two.go(0)
    one.go(0)
    assert (one.step, two.step, one.steps) == (0, 0, 2)


def test_what_happened_in_another_window_is_taken_over(kept: Store) -> None:
    one = begun(kept)
    two = resumed(one, kept)
    assert not two.catch_up()
    one.apply(write(1, 2))
    assert two.catch_up()
    assert (two.state, two.step, two.steps) == (one.state, 1, 1)
    assert not two.catch_up()
    assert kept.delete("ann", one.game_id)
    assert not two.catch_up()


def test_several_acts_are_one_step(kept: Store) -> None:
    game = begun(kept)
    assert game.apply(write(1, 2), write(2, 3))
    assert (game.step, game.steps) == (1, 1)
    one_by_one = begun(kept)
    one_by_one.apply(write(1, 2))
    one_by_one.apply(write(2, 3))
    assert game.state == one_by_one.state == resumed(game, kept).state
    assert game.undo()
    assert game.step == 0
    assert not game.undo()
    with pytest.raises(ParameterError):
        game.apply(write(1, 2), write(99, 3))
    assert (game.step, game.steps) == (0, 1), "all of them or none"
    assert game.redo()


def test_a_game_that_was_deleted(kept: Store) -> None:
    game = begun(kept)
    game.apply(write(1, 2))
    assert kept.delete("ann", game.game_id)
    with pytest.raises(ParameterError, match="was deleted"):
        game.apply(write(2, 3))
    assert not game.undo()
    assert not game.redo()
    game.helped()
    game.mark("here")
    game.tick()
    game.pause()
    assert game.step == 1


def test_what_cannot_be_saved_does_not_happen(kept: Store) -> None:
    game = begun(kept)
    game.apply(write(1, 2))
    kept.close()
    before = game.state
    with pytest.raises(StoreError):
        game.apply(write(2, 3))
    assert (game.state, game.step) == (before, 1)
    game.tick()
    game.pause()


def test_checkpoints_have_limits(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "MOST_MARKS", 2)
    game = begun(kept)
    for number in range(3):
        game.apply(write(1, number + 1))
    game.mark("<b>\0\u202e\ud800 数独")
    game.go(1)
    game.mark()
    game.go(2)
    with pytest.raises(ParameterError, match="at most 2 checkpoints"):
        game.mark()
    assert game.marks == ((1, ""), (3, "<b>\0\u202e? 数独"))
    assert resumed(game, kept).marks == game.marks


def test_checkpoints_go_with_their_steps(kept: Store) -> None:
    game = begun(kept)
    for number in (1, 2, 3):
        game.apply(write(1, number))
        game.mark(f"at {number}")
    game.go(1)
    assert len(game.marks) == 3, "redo is still there"
    game.apply(write(2, 3))
    assert game.marks == resumed(game, kept).marks == ((1, "at 1"),)


def test_the_clocks_of_two_windows(kept: Store, clock: Time) -> None:
    one = begun(kept)
    two = resumed(one, kept)
    one.resume_clock()
    clock.now += 30
    one.pause()
    two.apply(write(1, 2))
    assert resumed(one, kept).elapsed_s == 30, "time does not go back"
    late, early = resumed(one, kept), resumed(one, kept)
    early.resume_clock()
    clock.now += 2
    early.pause()
    late.resume_clock()
    assert not late.catch_up(), "a clock is no change of the game"
    assert late.elapsed_s == 32
    clock.now += 1
    assert late.elapsed_s == 33


def test_a_hint_in_another_window_stops_no_move(kept: Store) -> None:
    one = begun(kept)
    two = resumed(one, kept)
    two.helped()
    assert one.apply(write(1, 2))
    assert one.was_helped
    assert resumed(one, kept).state == one.state
    assert resumed(one, kept).was_helped


def test_rows_that_cannot_be_read(kept: Store, tmp_path: Path) -> None:
    game = begun(kept, seed=5)
    for number in (1, 2, 3, 1, 2):
        game.apply(write(1, number))

    def hurt(sql: str) -> None:
        kept._database.run(lambda db: db.execute(sql))

    for bad in ("'{'", "'[]'", "'{}'", "x'00'", "5", """'{"origin": 5}'"""):
        hurt(f"UPDATE steps SET state = {bad} WHERE number IN (2, 5)")
        found = resumed(game, kept)
        assert (found.step, found.steps) == (4, 5)
        assert found.undo()
        assert found.undo()
        assert found.step == 1, "what cannot be read is passed over"
        assert found.redo()
        assert found.step == 3
        found.go(2)
        assert found.step == 1
        found.go(4)
    hurt("UPDATE steps SET state = 'x'")
    found = resumed(game, kept)
    assert (found.step, LATIN.format(found.position)) == (0, OPEN), "begun again"
    assert not found.redo()
    assert found.apply(write(1, 2))
    assert (found.step, found.steps) == (1, 1)
    for name, bad in (("origin", "'latin:3:9'"), ("puzzle", "'chess'"), ("seed", "'x'")):
        other = begun(kept)
        hurt("UPDATE steps SET state = 'x'")
        hurt(f"UPDATE games SET {name} = {bad} WHERE id = '{other.game_id}'")
        assert GameSession.resume(kept, "ann", other.game_id) is None
    kept.games("ann", touched=True)
    latest = GameSession.latest(kept, "ann", "latin")
    assert latest is not None
    assert latest.game_id == game.game_id, "those that cannot be read are passed over"
    hurt("UPDATE games SET verdict = 'x', cursor = 99999999999, steps = -1, elapsed = 'x'")
    assert [info.verdict for info in kept.games("ann", touched=True)] == []
    assert resumed(game, kept).step == 0


def test_threads_with_one_session(kept: Store) -> None:
    game = begun(kept)
    done: list[bool] = []

    def work(seed: int) -> None:
        dice = Random(seed)
        for _ in range(60):
            what = dice.randrange(4)
            if what == 0:
                game.undo()
            elif what == 1:
                game.redo()
            else:
                done.append(game.apply(write(dice.randrange(9), dice.randrange(4))))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = resumed(game, kept)
    assert (found.state, found.step, found.steps) == (game.state, game.step, game.steps)
    assert any(done)
    game.go(0)
    while game.redo():
        pass
    assert game.step == game.steps


@pytest.mark.parametrize("kind", sorted(registry.interactions()))
def test_real_games(kept: Store, kind: str) -> None:
    """Random actions at the real interactions: what is resumed is what was left, at every step."""
    interaction, dice = registry.interaction(kind), Random(kind)
    sizes = list(interaction.sizes)
    position = interaction.empty(sizes[0])
    if not interaction.deals:
        position = registry.puzzle(kind).parse(registry.puzzle(kind).examples[0])
    for mode in Mode:
        game = GameSession.begin(kept, "ann", kind, position, mode=mode, seed=3)
        states = [game.state]
        for _ in range(40):
            pad = [one.action for one in interaction.pad_buttons(game.state)]
            names = [pen.action for pen in interaction.pens(game.state)] + [
                interaction.click,
                interaction.secondary_click,
            ]
            pad += [Action(name) for name in names if name]
            action = dice.choice(pad)
            cells = len(interaction.scene(game.state).cells)
            try:
                changed = game.apply(Action(action.name, dice.randrange(cells), action.value))
            except GridwiseError:
                changed = False
            if changed:
                states.append(game.state)
            assert resumed(game, kept).state == game.state
        assert len(states) > 3
        for state in reversed(states[:-1]):
            assert game.undo()
            assert game.state == state
            assert game.verdict is interaction.verdict(state)
