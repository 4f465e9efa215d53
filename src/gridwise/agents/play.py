"""One game: a referee deals and answers, a policy claims, and the turns are kept."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import Fault, ParameterError, UnknownNameError
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.policy import (
    NEVER,
    RANDOM,
    GameStatus,
    PlayerError,
    Policy,
    Referee,
    guess_seed_text,
)
from gridwise.core.question import Source, typed
from gridwise.core.result import Statistics, Stop
from gridwise.core.run import Run
from gridwise.core.trace import DEFAULT_MAX_ROWS, Trace

GUESSES: Mapping[str, str] = {
    NEVER: "a player who can conclude nothing more stops",
    RANDOM: "it claims an undecided cell to be safe, chosen at random",
}
"""The rules for a player who can conclude nothing; the first is the default."""


class Why(Enum):
    """The reason of a claim."""

    FIRST = "first"
    """The first click: no cell is open yet to conclude it from."""
    CONCLUDED = "concluded"
    """A conclusion from the open cells."""
    GUESS = "guess"
    """A guess: of the policy, or for a player who could conclude nothing."""


@dataclass(frozen=True, slots=True)
class GameTurn:
    """One claim and its answer.

    Parameters
    ----------
    number
        1, 2, ...
    why
        The reason of the claim.
    claim, moves
        The claim, and the referee's answer, as moves of the puzzle.
    position
        The position that the player then sees.
    rows
        The length of the trace by then, if there is one; not compared.
    """

    number: int
    why: Why
    claim: Any
    moves: tuple[Any, ...]
    position: Any
    rows: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A played game.

    Parameters
    ----------
    puzzle, board, policy, first_click, free_cells, guess, seed
        The arguments, which determine the game.
    outcome
        None if the run was stopped before the game ended.
    stop
        COMPLETED, or the reason why the run was stopped.
    guesses
        Turns that were guesses, the player's own or made for it, without the first click.
    begin, position, answer
        The board at the start and at the end as the player sees it, and the whole board.
    known
        The facts that the player held for certain, as moves in the order of their discovery.
    clauses
        The clauses that it held at the end, each a tuple of claims; at least one of them is true.
    facts
        Numbers about the player's knowledge.
    statistics
        The policy's counters, and the times of the whole game.
    turns
        All turns, if they are kept.
    fault
        The failure of a policy in somebody's own file, which lost the game, or None.
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
    turns: tuple[GameTurn, ...] = ()
    clauses: tuple[tuple[Any, ...], ...] = ()
    fault: Message | None = None

    @property
    def won(self) -> bool:
        """Whether every safe cell was opened."""
        return self.outcome in (GameStatus.FINISHED, GameStatus.WON)


@typed
def play(
    puzzle: Source,
    *,
    board: str | None = None,
    policy: str | None = None,
    first_click: str | None = None,
    free_cells: int = 0,
    guess: str = "never",
    seed: int = 0,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    trace: bool | int = False,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> PlayedGame:
    """Let a policy play one game to its end, and return it with its turns.

    Parameters
    ----------
    puzzle
        The kind, or a covered board of it: then `board` is its size.
    board, policy, first_click, free_cells, guess, seed, options, **more
        As for `simulate`.
    limits, cancel
        End the game early.
    trace
        Whether to record the policy's steps; a number is the most rows kept.
    """
    kind, size = game_of(puzzle, policy)
    steps = turns(
        kind,
        board=size if board is None else board,
        policy=policy,
        first_click=first_click,
        free_cells=free_cells,
        guess=guess,
        seed=seed,
        limits=limits,
        cancel=cancel,
        trace=trace,
        options={**(options or {}), **more},
    )
    kept: list[GameTurn] = []
    return replace(finished(steps, kept.append), turns=tuple(kept))


def game_of(puzzle: Source, policy: str | None) -> tuple[str, str | None]:
    """Return the kind of a game, and the size of its covered board if it is named by one.

    A policy that is a Python file is registered.
    """
    from gridwise.workers.own_solver.agent import offer

    if isinstance(puzzle, str) and puzzle in registry.puzzles():
        kind, size = puzzle, None
    else:
        kind, size = _covered(puzzle)
    offer(kind, policy)
    return kind, size


def _covered(puzzle: Source) -> tuple[str, str]:
    from gridwise.questions.base_board import board_of

    if isinstance(puzzle, str) and puzzle.isidentifier():
        registry.puzzle(puzzle)  # raises if the kind does not exist
    board = board_of(puzzle)
    kind, size = board.puzzle.name, board.notation.split(":")[1]
    if registry.interaction(kind).empty(size) != board.position:
        raise ParameterError(
            msg("games are dealt on a covered board: found one that shows something already")
        )
    return kind, size


def finished(
    steps: Generator[GameTurn, None, PlayedGame], keep: Callable[[GameTurn], object] | None = None
) -> PlayedGame:
    """Play the turns of a game to its end and return it; `keep` is called with each turn."""
    while True:
        try:
            turn = next(steps)
        except StopIteration as end:
            game: PlayedGame = end.value
            return game
        if keep is not None:
            keep(turn)


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
) -> Generator[GameTurn, None, PlayedGame]:
    """Play one game and yield its turns as they are made; the generator returns the `PlayedGame`.

    The parameters are those of `simulate`, but for `game`: a state of the referee to continue, in
    place of a new game. Then the seed decides only the guesses, and `board` and `free_cells` are
    ignored. Wrong names and values raise errors before the first turn.

    Notes
    -----
    If nothing is revealed and the player claims nothing, its first click is made for it, at a cell
    chosen like a guess. A player who has won goes on while it has claims to make (unmarked
    mines).
    """
    referee = registry.referee(puzzle)
    chosen = registry.policy(puzzle, policy)
    if guess not in GUESSES:
        raise UnknownNameError("rule for guesses", guess, GUESSES)
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
    kept = Trace(rows) if rows else None
    known = {**(options or {}), "first_click": rule}
    run = Run(limits, cancel=cancel, trace=kept, options=known, seed=seed)
    progress = GameInProgress(referee, chosen, state, run, guess, Random(guess_seed_text(seed)))
    begin = referee.position(state)
    stop, fault = Stop.COMPLETED, None
    try:
        yield from progress.turns()
    except Interrupted as interrupted:
        stop = interrupted.stop
    except PlayerError as failed:
        progress.outcome, fault = GameStatus.LOST, failed.message
    finally:
        progress.player.close()
    return PlayedGame(
        puzzle=puzzle,
        board=board,
        policy=chosen.name,
        first_click=rule,
        free_cells=free_cells,
        guess=guess,
        seed=seed,
        outcome=progress.outcome if stop is Stop.COMPLETED else None,
        stop=stop,
        guesses=progress.guesses,
        begin=begin,
        position=referee.position(progress.state),
        answer=referee.answer(progress.state),
        known=tuple(progress.player.known()),
        facts=progress.player.statistics(),
        statistics=run.statistics(chosen.counts),
        trace=kept,
        clauses=tuple(map(tuple, progress.player.clauses())),
        fault=fault,
    )


class GameInProgress:
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

    def turns(self) -> Generator[GameTurn, None, None]:
        referee = self.referee
        verdict = referee.verdict(self.state)
        while verdict is not GameStatus.LOST:
            if verdict is GameStatus.WON and not self.policy.trusted:
                break  # a stranger's policy may go on, unaware that nothing is left to say
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
                if not self.policy.trusted:
                    raise PlayerError(msg("it claims only what is seen already"))
                raise Fault(f"the policy {self.policy.name} claims only what is seen already")
        if verdict is GameStatus.LOST:
            self.outcome = GameStatus.LOST
        else:
            self.outcome = GameStatus.WON if self.guesses else GameStatus.FINISHED

    def _any(self) -> Sequence[Any]:
        among = self.referee.guesses(self.state)
        # Only `random()` is the same in every version of Python.
        return (among[int(self.random.random() * len(among))],)

    def _turn(self, why: Why, claim: Any) -> GameTurn | None:
        """Make one claim; return None if it shows nothing new or the game was lost before it."""
        if self.referee.verdict(self.state) is GameStatus.LOST:
            return None
        try:
            reply = self.referee.reply(self.state, claim)
        except ParameterError as error:
            if self.policy.trusted:
                raise
            position = self.referee.position(self.state)
            move = registry.puzzle_of(position).format_move(position, claim)
            reason = msg("illegal move {move}: {why}", move=move, why=error.message)
            raise PlayerError(reason) from None
        self.state = reply.state
        if not reply.moves:
            return None
        self._number += 1
        position = self.referee.position(self.state)
        rows = 0 if self.run.trace is None else len(self.run.trace)
        return GameTurn(self._number, why, claim, reply.moves, position, rows)
