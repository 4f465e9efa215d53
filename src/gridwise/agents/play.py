"""One game: a referee, a policy, and the record of what was claimed and seen."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import Fault, UnknownNameError
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.policy import (
    NEVER,
    RANDOM,
    GameStatus,
    Policy,
    Referee,
    guess_seed_text,
)
from gridwise.core.result import Statistics, Stop
from gridwise.core.run import Run
from gridwise.core.trace import DEFAULT_MAX_ROWS, Trace

GUESSES: Mapping[str, str] = {
    NEVER: "a player of whom nothing follows any more stops",
    RANDOM: "it claims any undecided cell to be safe, all alike likely",
}
"""What a player does who can conclude nothing; the first is the default."""


class Why(Enum):
    """Where a claim comes from."""

    FIRST = "first"
    """The first click: nothing is seen yet from which it could follow."""
    CONCLUDED = "concluded"
    """It follows from what is seen."""
    GUESS = "guess"
    """It does not; the policy's own, or made for a player of whom nothing followed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One claim and its answer.

    Parameters
    ----------
    number
        1, 2, ...
    why
        Where the claim comes from.
    claim, moves
        What was claimed, and what was then seen: moves of the puzzle.
    position
        What the player sees after it.
    rows
        How many rows the trace had when it was made, where there is one; not part of the turn
        itself, so not compared.
    """

    number: int
    why: Why
    claim: Any
    moves: tuple[Any, ...]
    position: Any
    rows: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played.

    Parameters
    ----------
    puzzle, board, policy, first_click, free_cells, guess, seed
        What was asked for; the game follows from these.
    outcome
        None where the run was stopped before the game ended.
    stop
        COMPLETED, or why the run was stopped.
    guesses
        How many turns were guesses, the player's own or made for it; the first click is none.
    begin, position, answer
        The board at the start and at the end as the player sees it, and the whole board.
    known
        What the player held for certain, as moves in the order it came.
    clauses
        The clauses that it held at the end, each a tuple of claims of which at least one is true.
    facts
        Numbers about what it knew.
    statistics
        The policy's counters, and the times of the whole game.
    turns
        All of them, where they were to be kept.
    """

    puzzle: str
    board: str
    policy: str
    first_click: str
    free_cells: int
    guess: str
    seed: int
    outcome: GameStatus | None
    stop: Stop
    guesses: int
    begin: Any
    position: Any
    answer: Any
    known: tuple[Any, ...]
    facts: Mapping[str, int]
    statistics: Statistics
    trace: Trace | None = None
    turns: tuple[Turn, ...] = ()
    clauses: tuple[tuple[Any, ...], ...] = ()

    @property
    def won(self) -> bool:
        """Whether everything safe was opened."""
        return self.outcome in (GameStatus.FINISHED, GameStatus.WON)


def play(puzzle: str, **asked: Any) -> Game:
    """Play one game to its end and return it with its turns; takes what `turns` takes."""
    kept: list[Turn] = []
    steps = turns(puzzle, **asked)
    while True:
        try:
            kept.append(next(steps))
        except StopIteration as end:
            game: Game = end.value
            return replace(game, turns=tuple(kept))


def turns(
    puzzle: str,
    *,
    board: str | None = None,
    policy: str | None = None,
    first_click: str | None = None,
    free_cells: int = 0,
    guess: str = "never",
    seed: int = 0,
    game: Any = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    trace: bool | int = False,
    options: Mapping[str, str | int] | None = None,
) -> Generator[Turn, None, Game]:
    """Play one game and yield its turns as they are made; the generator's value is the `Game`.

    Parameters
    ----------
    puzzle
        A kind that has a referee.
    board
        Its parameters; the referee's first level by default.
    policy
        A policy's name; the highest-ranked by default.
    first_click
        A rule of the referee; its first by default.
    free_cells
        How many units of safe cells are told at the start.
    guess
        One of `GUESSES`.
    seed
        The layout, the free cells and all guesses follow from it.
    game
        A state of the referee to play on, in place of a new game; only the guesses then follow
        from the seed, and `board` and `free_cells` say nothing.
    limits, cancel
        Where a game is broken off.
    trace
        Record what the policy does; a number is the most rows kept.
    options
        The policy's options by name.

    Raises
    ------
    UnknownNameError, ParameterError
        What was asked for cannot be. Raised before the first turn.

    Notes
    -----
    A player who has been told nothing and claims nothing has its first click made for it, at a
    cell chosen like a guess. A player goes on after it has won for as long as it has something to
    claim (the mines that are left to mark).
    """
    referee = registry.referee(puzzle)
    chosen = registry.policy(puzzle, policy)
    if guess not in GUESSES:
        raise UnknownNameError("way to guess", guess, GUESSES)
    known_options = [option.name for option in chosen.options]
    for name in options or {}:
        if name not in known_options:
            raise UnknownNameError(f"option of {chosen.name}", name, known_options)
    board = next(iter(referee.levels.values())) if board is None else board
    rule = next(iter(referee.first_clicks)) if first_click is None else first_click
    if game is None:
        state = referee.deal(board, seed=seed, first_click=rule, free_cells=free_cells)
    else:
        state, rule = game, getattr(game, "first_click", rule)  # the rule that it was dealt by
    rows = trace if trace is not True else DEFAULT_MAX_ROWS
    record = Trace(rows) if rows else None
    told = {**(options or {}), "first_click": rule}
    run = Run(limits, cancel=cancel, trace=record, options=told, seed=seed)
    table = _Table(referee, chosen, state, run, guess, Random(guess_seed_text(seed)))
    begin = referee.position(state)
    stop = Stop.COMPLETED
    try:
        yield from table.turns()
    except Interrupted as interrupted:
        stop = interrupted.stop
    return Game(
        puzzle=puzzle,
        board=board,
        policy=chosen.name,
        first_click=rule,
        free_cells=free_cells,
        guess=guess,
        seed=seed,
        outcome=table.outcome if stop is Stop.COMPLETED else None,
        stop=stop,
        guesses=table.guesses,
        begin=begin,
        position=referee.position(table.state),
        answer=referee.answer(table.state),
        known=tuple(table.player.known()),
        facts=table.player.statistics(),
        statistics=run.statistics(chosen.counts),
        trace=record,
        clauses=tuple(map(tuple, table.player.clauses())),
    )


class _Table:
    """The game while it is played."""

    def __init__(
        self,
        referee: Referee[Any, Any, Any],
        policy: Policy[Any, Any],
        state: Any,
        run: Run,
        guess: str,
        random: Random,
    ) -> None:
        self.referee, self.policy, self.state, self.run = referee, policy, state, run
        self.guess, self.random = guess, random
        self.player = policy.start(referee.position(state), run)
        self.outcome: GameStatus | None = None
        self.guesses = 0
        self._number = 0

    def turns(self) -> Generator[Turn, None, None]:
        referee = self.referee
        verdict = referee.verdict(self.state)
        while verdict is not GameStatus.LOST:
            self.run.check()
            before = self._number
            claims = self.player.decide(referee.position(self.state))
            guess = self.player.guess
            first = (guess is not None or not claims) and referee.untouched(self.state)
            if not claims:
                if verdict is GameStatus.WON:
                    break
                if self.guess == NEVER and not first:
                    self.outcome = GameStatus.STUCK
                    return
                claims = self._any()
                guess = claims[0]
                self.run.count.decisions += not first
            for claim in claims:
                why = Why.CONCLUDED
                if claim == guess:
                    why = Why.FIRST if first else Why.GUESS
                turn = self._turn(why, claim)
                if turn is not None:
                    self.guesses += why is Why.GUESS
                    yield turn
            verdict = referee.verdict(self.state)
            if self._number == before:
                raise Fault(f"the policy {self.policy.name} claims only what is seen already")
        if verdict is GameStatus.LOST:
            self.outcome = GameStatus.LOST
        else:
            self.outcome = GameStatus.WON if self.guesses else GameStatus.FINISHED

    def _any(self) -> Sequence[Any]:
        among = self.referee.guesses(self.state)
        # Only `random()` is the same in every version of Python.
        return (among[int(self.random.random() * len(among))],)

    def _turn(self, why: Why, claim: Any) -> Turn | None:
        """Make one claim; None where it was seen already or the game was lost before it."""
        if self.referee.verdict(self.state) is GameStatus.LOST:
            return None
        reply = self.referee.reply(self.state, claim)
        self.state = reply.state
        if not reply.moves:
            return None
        self._number += 1
        position = self.referee.position(self.state)
        rows = 0 if self.run.trace is None else len(self.run.trace)
        return Turn(self._number, why, claim, reply.moves, position, rows)
