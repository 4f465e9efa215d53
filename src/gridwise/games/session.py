"""A game session: one game with its whole history; each change is saved before it is shown.

A page holds a session, and the store holds the game, so `resume` and `latest` continue a game after
the page was closed or the server was killed. Several pages may have the same game open: one with
an old view of it loads the newer state first.
"""

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Action, Interaction, Mode
from gridwise.core.message import msg
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Puzzle
from gridwise.games.rows import SavedGame, as_text, unpacked
from gridwise.games.store import Store, StoreError

SAVE_CLOCK_S = 3.0
"""Seconds between saves of the clock, which a killed server may lose."""
LONGEST_NAME = 80
"""The most characters of a checkpoint's name."""
ELSEWHERE = msg("the game went on in another window: this is its latest state")
"""The error after a conflict of two windows."""
_WHOLE_BOARD = "load"  # the action that replaces the whole board; see `core.interaction`


class GameSession:
    """A game, made by `begin`, `resume` or `latest`. Every method may be called from any thread.

    Notes
    -----
    Undo and redo move a cursor in the list of all states; a new action drops the states after it
    and their checkpoints. The clock stops until `resume_clock` or an action, while the page is away
    (`pause`), once the game is won or lost, and while the board is edited.

    A game counts once in the statistics, when it is won or lost for the first time; undoing that
    changes nothing. An unfinished or deleted game does not count and breaks no streak. A board
    that is solved before the first action is no win. An action that replaces the whole board sets
    `helped`.
    """

    def __init__(self, store: Store, row: SavedGame, state: Any) -> None:
        """Use `begin`, `resume` or `latest` instead."""
        self._store, self._state = store, state
        self.puzzle: Puzzle[Any, Any] = registry.puzzle(row.puzzle)
        self.interaction: Interaction[Any, Any] = registry.interaction(row.puzzle)
        self._lock = threading.RLock()
        self._row = replace(row, verdict=self.interaction.verdict(state))
        self._marks = store.marks(row)
        self._before, self._saved = row.elapsed_s, row.elapsed_s
        """Seconds on the clock until it was started last, and seconds in the store."""
        self._since: float | None = None

    @classmethod
    def begin(
        cls,
        store: Store,
        owner: str,
        kind: str,
        position: Any,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] = {},
        level: str = "",
        daily: str = "",
        board: int = 0,
    ) -> "GameSession":
        """Begin a game and save it, with the source of its board: a level, a day, a collection.

        Raises
        ------
        UnknownNameError, ParameterError
            The puzzle has no interaction, the position is of another, or an action is refused.
        StoreError
            The game cannot be saved.
        """
        interaction, puzzle = registry.interaction(kind), registry.puzzle(kind)
        if not isinstance(position, puzzle.position_type):
            raise ParameterError(f"this is no position of {kind}: {type(position).__name__}")
        state = interaction.begin(position, mode=mode, seed=seed, options=options)
        origin, verdict, now = puzzle.format(position), interaction.verdict(state), time.time()
        over = verdict is not GameStatus.OPEN  # before the first action, so it does not count
        game = SavedGame(
            key=0,
            game_id=secrets.token_urlsafe(16),
            owner=owner,
            puzzle=kind,
            size=origin.split(":", 2)[1],
            mode=interaction.mode(state),
            seed=str(seed),
            options=as_text(dict(options)),
            origin=origin,
            created=now,
            updated=now,
            verdict=verdict,
            ended=now if over else None,
            counted=over,
            level=level,
            daily=daily,
            board=board,
        )
        return cls(store, store.begin(game, interaction.dump(state)), state)

    @classmethod
    def resume(cls, store: Store, owner: str, game_id: str) -> "GameSession | None":
        """Return a saved game of this owner, or None if it cannot be read.

        It continues at the last step with a readable state.
        """
        row = store.game(owner, game_id)
        return None if row is None else cls._of(store, row)

    @classmethod
    def latest(cls, store: Store, owner: str, kind: str) -> "GameSession | None":
        """Return the owner's latest game of a puzzle, or None."""
        for row in store.games(owner, kind):
            session = cls._of(store, row)
            if session is not None:
                return session
        return None

    @classmethod
    def _of(cls, store: Store, row: SavedGame) -> "GameSession | None":
        try:
            interaction = registry.interaction(row.puzzle)
        except GridwiseError:
            return None
        for number in range(min(row.step, row.steps), -1, -1):
            state = _loaded(store, interaction, row, number)
            if state is not None:
                return cls(store, replace(row, step=number), state)
        return None

    # The game.

    @property
    def game_id(self) -> str:
        """The token that finds the game, together with its owner."""
        return self._row.game_id

    @property
    def size(self) -> str:
        """The size of the board, as in its notation."""
        return self._row.size

    @property
    def seed(self) -> int:
        """The seed of its beginning."""
        return int(self._row.seed) if self._row.seed.isdecimal() else 0

    @property
    def options(self) -> Mapping[str, str]:
        """The options of its beginning."""
        stored = unpacked(self._row.options)
        return stored if isinstance(stored, Mapping) else {}

    @property
    def state(self) -> Any:
        """The state of the interaction at this step."""
        return self._state

    @property
    def position(self) -> Any:
        """The board at this step, for methods."""
        return self.interaction.position(self._state)

    @property
    def origin(self) -> Any:
        """The board as given."""
        return self.interaction.origin(self._state)

    @property
    def step(self) -> int:
        """The number of the current state; 0 is the beginning."""
        return self._row.step

    @property
    def steps(self) -> int:
        """The number of the last state."""
        return self._row.steps

    @property
    def verdict(self) -> GameStatus:
        """Whether the game goes on, is won or is lost at this step."""
        return self._row.verdict

    @property
    def was_helped(self) -> bool:
        """Whether a hint or a solution was shown."""
        return self._row.helped

    @property
    def hints(self) -> int:
        """The number of hints that were shown."""
        return self._row.hints

    @property
    def level(self) -> str:
        """The name of the game's level, or empty."""
        return self._row.level

    @property
    def daily(self) -> str:
        """The date whose daily puzzle it is, as YYYY-MM-DD, or empty."""
        return self._row.daily

    @property
    def board_key(self) -> int:
        """The key of its board in a collection, or 0."""
        return self._row.board

    @property
    def marks(self) -> tuple[tuple[int, str], ...]:
        """The checkpoints: step and name, which may be empty."""
        return self._marks

    # Changes.

    def apply(self, action: Action, *more: Action) -> bool:
        """Apply actions as one step and save it; return whether anything changed.

        Raises
        ------
        ParameterError
            The action is refused, the game was deleted, or it went on in another window: then the
            session has the newer state, and the action is not applied.
        StoreError
            It could not be saved; the board is as before.
        """
        with self._lock:
            state = self._state
            for act in (action, *more):
                state = self.interaction.apply(state, act)
            if state is self._state or state == self._state:
                return False
            if self._row.mode is Mode.PLAY:
                self._start()
            helped = self._row.helped or (
                _WHOLE_BOARD in (act.name for act in (action, *more))
                and self._row.mode is Mode.PLAY
            )
            number = self._row.step + 1
            row = replace(self._row, step=number, steps=number, helped=helped)
            what: dict[str, Any] = {"name": action.name, "cell": action.cell, "value": action.value}
            if more:
                what["more"] = [[act.name, act.cell, act.value] for act in more]
            if not self._save(row, state, step=what):
                before = self._state
                if not self._renew():
                    raise ParameterError(msg("this game was deleted: begin a new one"))
                if self._state != before:
                    raise ParameterError(ELSEWHERE)
                return self.apply(action, *more)  # only a hint was noted, or a step undone again
            self._marks = tuple(mark for mark in self._marks if mark[0] < number)
            return True

    def catch_up(self) -> bool:
        """Load the changes of another window, and its clock if that is ahead.

        Returns
        -------
        bool
            Whether there were changes; the clock does not count.
        """
        with self._lock:
            row = self._store.game(self._row.owner, self._row.game_id)
            if row is None:
                return False
            self._keep_up(row.elapsed_s)
            return row.version != self._row.version and self._renew()

    def undo(self) -> bool:
        """Go one step back; return whether that was possible."""
        with self._lock:
            return self._go(lambda: range(self._row.step - 1, -1, -1))

    def redo(self) -> bool:
        """Go one step forward; return whether that was possible."""
        with self._lock:
            return self._go(lambda: range(self._row.step + 1, self._row.steps + 1))

    def go(self, step: int) -> None:
        """Go to a step of the history; raise `ParameterError` if it does not exist."""
        with self._lock:
            if not 0 <= step <= self._row.steps:
                raise ParameterError(msg("there is no step {step} in this game", step=step))
            self._go(lambda: range(min(step, self._row.steps), -1, -1))

    def mark(self, name: str = "") -> None:
        """Set a checkpoint at this step, or rename the one there.

        Raises
        ------
        ParameterError
            The name is longer than `LONGEST_NAME`, or there are too many checkpoints.
        """
        with self._lock:
            if len(name) > LONGEST_NAME:
                raise ParameterError(msg("a name has at most {most} characters", most=LONGEST_NAME))
            self._store.mark(self._row, self._row.step, name)
            self._marks = self._store.marks(self._row)

    def helped(self, *, hint: bool = False) -> None:
        """Note that a hint or a solution was shown; hints are counted."""
        with self._lock:
            for _ in range(2):
                row = replace(self._row, helped=True, hints=self._row.hints + hint)
                if row == self._row or self._save(row, self._state):
                    return
                if not self._renew():
                    return

    def played(self) -> dict[str, Any]:
        """Return the first state and all actions, for `recording.recorder.record_played`.

        They include undone steps that can be redone.
        """
        with self._lock:
            first = _loaded(self._store, self.interaction, self._row, 0)
            if first is None:
                raise ParameterError(msg("this is no saved game of this puzzle"))
            return {
                "puzzle": self.puzzle.name,
                "state": self.interaction.dump(first),
                "actions": self._store.actions(self._row),
            }

    # The clock.

    @property
    def elapsed_s(self) -> float:
        """The seconds on the clock."""
        since = self._since
        return self._before + (0.0 if since is None else time.monotonic() - since)

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    def tick(self) -> None:
        """Save the clock if due; a page calls it every second. Raises nothing."""
        with self._lock:
            if self.running and self.elapsed_s - self._saved >= SAVE_CLOCK_S:
                self._save_clock()

    def pause(self) -> None:
        """Stop the clock and save it. Raises nothing."""
        with self._lock:
            if self.running:
                self._stop()
                self._save_clock()

    def resume_clock(self) -> None:
        """Start the clock, if the game goes on and its board is not being edited."""
        with self._lock:
            if self._row.verdict is GameStatus.OPEN and self._row.mode is Mode.PLAY:
                self._start()

    def _start(self) -> None:
        if self._since is None:
            self._since = time.monotonic()

    def _stop(self) -> None:
        self._before, self._since = self.elapsed_s, None

    def _keep_up(self, elapsed: float) -> None:
        """Take over the clock of another window if it is ahead."""
        if elapsed > self.elapsed_s:
            self._before = elapsed
            self._since = None if self._since is None else time.monotonic()

    def _save_clock(self) -> None:
        elapsed = self.elapsed_s
        try:
            self._store.write_clock(self._row, elapsed)
        except StoreError:
            return
        self._saved = elapsed

    # Saving.

    def _go(self, steps: Callable[[], Iterable[int]]) -> bool:
        """Go to the first of these steps that can be read; return whether one can.

        `steps` is called again if the game went on in another window.
        """
        for _ in range(2):
            row = self._row
            for number in steps():
                state = _loaded(self._store, self.interaction, row, number)
                if state is None:
                    continue
                if number == row.step or self._save(replace(row, step=number), state):
                    return True
                break
            else:
                return False
            if not self._renew():
                return False
        return False

    def _save(self, row: SavedGame, state: Any, step: Mapping[str, Any] | None = None) -> bool:
        """Save `row` with this state, and make both the session's own.

        Return False if the game was deleted or went on in another window; then nothing changes.
        """
        verdict, elapsed = self.interaction.verdict(state), self.elapsed_s
        over, result = verdict is not GameStatus.OPEN, None
        if over and step is not None and row.ended is None:
            row = replace(row, ended=time.time(), counted=True)
            result = verdict is GameStatus.WON
        row = replace(
            row,
            mode=self.interaction.mode(state),
            verdict=verdict,
            updated=time.time(),
            elapsed_s=elapsed,
            version=row.version + 1,
        )
        new = None if step is None else (step, self.interaction.dump(state))
        if not self._store.write(row, step=new, result=result):
            return False
        self._row, self._state, self._saved = row, state, elapsed
        if over or row.mode is not Mode.PLAY:
            self._stop()
        return True

    def _renew(self) -> bool:
        """Load the game from the store; return whether it exists."""
        session = GameSession.resume(self._store, self._row.owner, self._row.game_id)
        if session is None:
            return False
        self._row, self._state, self._marks = session._row, session._state, session._marks
        self._keep_up(self._row.elapsed_s)
        if self._row.verdict is not GameStatus.OPEN:
            self._stop()
        return True


def _loaded(store: Store, interaction: Interaction[Any, Any], row: SavedGame, number: int) -> Any:
    """Return the state at a step, or None if it cannot be read.

    The first state can also be made from the origin.
    """
    saved = store.state(row, number)
    try:
        if isinstance(saved, Mapping):
            return interaction.load(saved)
    except GridwiseError:
        pass
    if number:
        return None
    options = unpacked(row.options)
    if not isinstance(options, Mapping):
        return None
    try:
        position = registry.puzzle(row.puzzle).parse(row.origin)
        seed = int(row.seed)
        return interaction.begin(position, mode=row.mode, seed=seed, options=options)
    except (GridwiseError, ValueError):
        return None
