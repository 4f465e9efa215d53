"""One game on the table, with its whole history; every change is saved before it is seen.

A session is what a page holds of a game. The game itself lies in the store, so a page that was
left, or a server that was killed, goes on where it was (`resume`, `latest`). Several pages may
have the same game open: one with an old view of it takes up what happened elsewhere first.
"""

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
from gridwise.games.rows import as_text, unpacked
from gridwise.games.statistics import Info, delete, list_games, statistics
from gridwise.games.store import GameRow, Store, StoreError

__all__ = ["GameSession", "Info", "delete", "list_games", "statistics"]

SAVE_CLOCK_S = 3.0
"""How old the time on the clock may be in the store: what a killed server loses of it."""
LONGEST_NAME = 80
"""Characters of a checkpoint's name."""
ELSEWHERE = msg("the game went on in another window: here it is as it stands now")
"""What is said after a conflict of two windows."""
_WHOLE_BOARD = "load"  # the action that takes a board from elsewhere; see `core.interaction`


class GameSession:
    """A game, made by `begin`, `resume` or `latest`. Every method may be called from any thread.

    Notes
    -----
    Undo and redo move a cursor in the list of all states; a new action drops those after it, and
    their checkpoints. The clock stands still until `resume_clock` or an action, while the page is
    away (`pause`), once the game has been won or lost, and on a board that is being edited.

    A game goes into the statistics once, when it is won or lost for the first time; to undo that
    and try again changes nothing. A game that is left or deleted goes nowhere: it is not played,
    and breaks no streak. What stands solved before the first action is no win. `helped` is also set
    by the action that takes over a whole board.
    """

    def __init__(self, store: Store, row: GameRow, state: Any) -> None:
        """Use `begin`, `resume` or `latest`."""
        self._store, self._row, self._state = store, row, state
        self.puzzle: Puzzle[Any, Any] = registry.puzzle(row.puzzle)
        self.interaction: Interaction[Any, Any] = registry.interaction(row.puzzle)
        self._lock = threading.RLock()
        self._verdict: GameStatus = self.interaction.verdict(state)
        self._marks = store.marks(row)
        self._before, self._saved = row.elapsed, row.elapsed
        """Seconds on the clock until it was started last, and those that are in the store."""
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
    ) -> "GameSession":
        """Begin a game and keep it.

        Raises
        ------
        UnknownNameError, ParameterError
            No interaction for this puzzle, a position of another one, or a refused action.
        StoreError
            It cannot be kept.
        """
        interaction, puzzle = registry.interaction(kind), registry.puzzle(kind)
        if not isinstance(position, puzzle.position_type):
            raise ParameterError(f"this is no position of {kind}: {type(position).__name__}")
        state = interaction.begin(position, mode=mode, seed=seed, options=options)
        origin = puzzle.format(position)
        game = {
            "owner": owner,
            "puzzle": kind,
            "size": _size(origin),
            "mode": interaction.mode(state).value,
            "seed": str(seed),
            "options": as_text(dict(options)),
            "origin": origin,
            "verdict": interaction.verdict(state).value,
            "over": interaction.verdict(state) is not GameStatus.OPEN,
        }
        return cls(store, store.begin(game, interaction.dump(state)), state)

    @classmethod
    def resume(cls, store: Store, owner: str, game_id: str) -> "GameSession | None":
        """Return a game of this owner as it was left; None where there is none that can be read.

        Where the state of the last step cannot be read, it goes on from the last that can.
        """
        row = store.game(owner, game_id)
        return None if row is None else cls._of(store, row)

    @classmethod
    def latest(cls, store: Store, owner: str, kind: str) -> "GameSession | None":
        """Return the game of a puzzle that the owner played last, None where there is none."""
        for row in store.games(owner, kind):
            found = cls._of(store, row)
            if found is not None:
                return found
        return None

    @classmethod
    def _of(cls, store: Store, row: GameRow) -> "GameSession | None":
        try:
            interaction = registry.interaction(row.puzzle)
        except GridwiseError:
            return None
        for number in range(min(row.cursor, row.steps), -1, -1):
            state = _loaded(store, interaction, row, number)
            if state is not None:
                return cls(store, replace(row, cursor=number), state)
        return None

    # What it is.

    @property
    def game_id(self) -> str:
        """The token that finds it again, with its owner."""
        return self._row.game_id

    @property
    def owner(self) -> str:
        """Whose it is."""
        return self._row.owner

    @property
    def state(self) -> Any:
        """The state of the interaction that is shown."""
        return self._state

    @property
    def position(self) -> Any:
        """The board as it stands, for methods."""
        return self.interaction.position(self._state)

    @property
    def origin(self) -> Any:
        """The board as it was given."""
        return self.interaction.origin(self._state)

    @property
    def step(self) -> int:
        """The number of the state that is shown; 0 is the beginning."""
        return self._row.cursor

    @property
    def steps(self) -> int:
        """The number of the last state there is."""
        return self._row.steps

    @property
    def verdict(self) -> GameStatus:
        """Whether the game goes on, is won or is lost, as it stands."""
        return self._verdict

    @property
    def was_helped(self) -> bool:
        """Whether a hint or a solution was shown."""
        return self._row.helped

    @property
    def marks(self) -> tuple[tuple[int, str], ...]:
        """The checkpoints: step and name, which may be empty."""
        return self._marks

    # What is done.

    def apply(self, action: Action, *more: Action) -> bool:
        """Do something to the board and save it; return whether anything changed.

        Several actions are one step: a single undo takes them all back.

        Raises
        ------
        ParameterError
            The action is refused, or the game was deleted, or it went on elsewhere: then it stands
            as it does there, and nothing was done.
        StoreError
            It could not be saved; the board is as before.
        """
        with self._lock:
            state = self._state
            for one in (action, *more):
                state = self.interaction.apply(state, one)
            if state is self._state or state == self._state:
                return False
            if self._row.mode == Mode.PLAY.value:
                self._start()
            helped = self._row.helped or (
                _WHOLE_BOARD in (one.name for one in (action, *more))
                and self._row.mode == Mode.PLAY.value
            )
            number = self._row.cursor + 1
            row = replace(self._row, cursor=number, steps=number, helped=helped)
            what: dict[str, Any] = {"name": action.name, "cell": action.cell, "value": action.value}
            if more:
                what["more"] = [[one.name, one.cell, one.value] for one in more]
            if not self._save(row, state, step=what):
                if self._renew():
                    raise ParameterError(ELSEWHERE)
                raise ParameterError(msg("this game was deleted: begin a new one"))
            self._marks = tuple(mark for mark in self._marks if mark[0] < number)
            return True

    def catch_up(self) -> bool:
        """Take over what another window did to the game; return whether it did anything."""
        with self._lock:
            row = self._store.game(self._row.owner, self._row.game_id)
            return row is not None and row.version != self._row.version and self._renew()

    def undo(self) -> bool:
        """Go one step back; return whether there was one."""
        with self._lock:
            return self._go(lambda: range(self._row.cursor - 1, -1, -1))

    def redo(self) -> bool:
        """Go one step forward again; return whether there was one."""
        with self._lock:
            return self._go(lambda: range(self._row.cursor + 1, self._row.steps + 1))

    def go(self, step: int) -> None:
        """Go to a step of the history; raise `ParameterError` where there is none."""
        with self._lock:
            if not 0 <= step <= self._row.steps:
                raise ParameterError(msg("there is no step {step} in this game", step=step))
            self._go(lambda: range(min(step, self._row.steps), -1, -1))

    def restart(self) -> None:
        """Go back to the beginning; redo brings the game back."""
        self.go(0)

    def mark(self, name: str = "") -> None:
        """Set a checkpoint at the step that is shown, or give the one there another name.

        Raises
        ------
        ParameterError
            A longer name than `LONGEST_NAME`, or too many checkpoints.
        """
        with self._lock:
            if len(name) > LONGEST_NAME:
                raise ParameterError(msg("a name has at most {most} characters", most=LONGEST_NAME))
            self._store.mark(self._row, self._row.cursor, name)
            self._marks = self._store.marks(self._row)

    def unmark(self, step: int) -> None:
        """Take the checkpoint of a step away."""
        with self._lock:
            if 0 <= step <= self._row.steps:
                self._store.mark(self._row, step, None)
                self._marks = self._store.marks(self._row)

    def helped(self) -> None:
        """Note that a hint or a solution was shown."""
        with self._lock:
            for _ in range(2):
                if self._row.helped or self._save(replace(self._row, helped=True), self._state):
                    return
                if not self._renew():
                    return

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
        """Save the time where that is due; to be called about every second while it runs.

        Raises nothing: where it cannot be saved, a later call tries again.
        """
        with self._lock:
            if self.running and self.elapsed_s - self._saved >= SAVE_CLOCK_S:
                self._save_clock()

    def pause(self) -> None:
        """Stop the clock and save the time; raises nothing."""
        with self._lock:
            if self.running:
                self._stop()
                self._save_clock()

    def resume_clock(self) -> None:
        """Let the clock run, where the game goes on and is played."""
        with self._lock:
            if self._verdict is GameStatus.OPEN and self._row.mode == Mode.PLAY.value:
                self._start()

    def _start(self) -> None:
        if self._since is None:
            self._since = time.monotonic()

    def _stop(self) -> None:
        self._before, self._since = self.elapsed_s, None

    def _save_clock(self) -> None:
        elapsed = self.elapsed_s
        try:
            self._store.write_clock(self._row, elapsed)
        except StoreError:
            return
        self._saved = elapsed

    # How it is saved.

    def _go(self, steps: Callable[[], Iterable[int]]) -> bool:
        """Show the first of these steps that can be read; return whether there is one.

        They are asked for again where the game went on elsewhere.
        """
        for _ in range(2):
            row = self._row
            for number in steps():
                state = _loaded(self._store, self.interaction, row, number)
                if state is None:
                    continue
                if number == row.cursor or self._save(replace(row, cursor=number), state):
                    return True
                break
            else:
                return False
            if not self._renew():
                return False
        return False

    def _save(self, row: GameRow, state: Any, step: Mapping[str, Any] | None = None) -> bool:
        """Save the game as in `row`, with this state, and take that over.

        False where the game has gone or went on elsewhere; then nothing changed.
        """
        verdict, elapsed = self.interaction.verdict(state), self.elapsed_s
        over, result = verdict is not GameStatus.OPEN, None
        if over and step is not None and row.ended is None:
            row = replace(row, ended=time.time(), counted=True)
            result = verdict is GameStatus.WON
        row = replace(
            row,
            mode=self.interaction.mode(state).value,
            verdict=verdict.value,
            updated=time.time(),
            elapsed=elapsed,
            version=row.version + 1,
        )
        new = None if step is None else (step, self.interaction.dump(state))
        if not self._store.write(row, step=new, result=result):
            return False
        self._row, self._state, self._verdict, self._saved = row, state, verdict, elapsed
        if over or row.mode != Mode.PLAY.value:
            self._stop()
        return True

    def _renew(self) -> bool:
        """Take the game as it is in the store; return whether it is there."""
        found = GameSession.resume(self._store, self._row.owner, self._row.game_id)
        if found is None:
            return False
        self._row, self._state, self._marks = found._row, found._state, found._marks
        self._verdict = found._verdict
        if self._row.elapsed > self.elapsed_s:
            self._before = self._row.elapsed
            self._since = None if self._since is None else time.monotonic()
        if self._verdict is not GameStatus.OPEN:
            self._stop()
        return True


def _size(notation: str) -> str:
    """Return the parameters of a notation: what stands between its first two colons."""
    return notation.split(":", 2)[1]


def _loaded(store: Store, interaction: Interaction[Any, Any], row: GameRow, number: int) -> Any:
    """Return the state at a step, None where it cannot be read.

    The first one can be made anew from how the game began.
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
        mode, seed = Mode(row.mode), int(row.seed)
        return interaction.begin(position, mode=mode, seed=seed, options=options)
    except (GridwiseError, ValueError):
        return None
