"""A game that a person plays from Python: moves as typed text, undo, hints, and the status."""

from random import SystemRandom
from typing import Any

from gridwise.board import Board
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError, UnknownNameError
from gridwise.core.interaction import Action
from gridwise.core.message import msg
from gridwise.core.question import Source, typed
from gridwise.core.scene import Scene
from gridwise.questions.base_board import BaseBoard
from gridwise.questions.generate import SEEDS, generate
from gridwise.questions.hint import BoardHint
from gridwise.render.display import bundle
from gridwise.render.text import to_text
from gridwise.render.words import in_words


class Game:
    """A game of any puzzle; of Minesweeper with a layout that nobody sees.

    Printed, it is drawn with its state; in a notebook it is a picture.

    Parameters
    ----------
    puzzle
        The kind; or a board to begin with, in any form. If a board in mid-game hides something, a
        random layout that fits it is dealt.
    size
        As `generate` takes it; by default the usual size.
    seed
        The seed of the layout or the board; by default a random one.
    **choices
        Choices of the puzzle, such as `first_click="zero"`.

    Examples
    --------
    >>> game = Game("minesweeper", "5x4x3", seed=5, first_click="zero")
    >>> print(game.play("r1c1 open"))
    ┌───────────┐
    │ 0 1 ■ ■ ■ │
    │ 0 1 ■ ■ ■ │
    │ 0 1 ■ ■ ■ │
    │ 0 1 ■ ■ ■ │
    └───────────┘
    Mines left 3 · Safe cells left 9 · Clicks 1
    >>> game.hint().move, game.status
    ('r3c3=s', 'open')
    """

    @typed
    def __init__(
        self, puzzle: Source, size: str | int = "", *, seed: int | None = None, **choices: str
    ) -> None:
        if seed is None:
            seed = SystemRandom().randrange(SEEDS)
        if isinstance(puzzle, str) and (puzzle in registry.puzzles() or puzzle.isidentifier()):
            interaction = registry.interaction(registry.puzzle(puzzle).name)
            if interaction.deals:
                board: BaseBoard | None = Board.empty(puzzle, size)
            else:
                board = generate(puzzle, size, seed=seed)
            if board is None:
                raise ParameterError(msg("no board was found in time: try another seed"))
        else:
            board = Board(puzzle)
        self.interaction = registry.interaction(board.puzzle.name)
        known = self.interaction.choices
        for name, value in choices.items():
            if name not in known:
                raise UnknownNameError(f"choice of {self.interaction.name}", name, known)
            if value not in known[name][1]:
                raise UnknownNameError(f"value of {name}", value, known[name][1])
        first = self.interaction.begin(board.position, seed=seed, options=choices)
        self._states: list[Any] = [first]

    @property
    def board(self) -> Board:
        """The player's view, as a board to ask: hints, probabilities, solutions."""
        state = self._states[-1]
        position, origin = self.interaction.position(state), self.interaction.origin(state)
        return Board.of(self.interaction.puzzle, position, origin)

    @property
    def status(self) -> str:
        """`open` while the game goes on, then `won` or `lost`."""
        return self.interaction.verdict(self._states[-1]).value

    @property
    def actions(self) -> dict[str, str]:
        """The names of all actions, each with its description."""
        return dict(self.interaction.actions)

    @typed
    def play(self, *moves: str) -> "Game":
        """Make moves as they are typed on the page, and return the game.

        Parameters
        ----------
        *moves
            Each such as `"r3c5 open"`, `"r3c5 flag"`, `"r3c5 7"`, `"r4c4 queen"`, or the move of a
            hint.

        Raises
        ------
        ParseError
            The text is no move; the error says what is.
        ParameterError
            The move is not possible; the error gives the reason.
        """
        for move in moves:
            after = self.interaction.apply(self._states[-1], self._action(move))
            if after is not self._states[-1]:
                self._states.append(after)
        return self

    def undo(self) -> "Game":
        """Take the last move back, if there is one, and return the game."""
        if len(self._states) > 1:
            self._states.pop()
        return self

    @typed
    def hint(self, *, time_s: float = 2.0) -> BoardHint:
        """Return the next step, by the player's view; `play` takes its `move`."""
        return self.board.hint(time_s=time_s)

    def scene(self) -> Scene:
        """Return the drawing as data, flags and notes included."""
        return self.interaction.scene(self._states[-1])

    def _action(self, move: str) -> Action:
        state = self._states[-1]
        try:
            return self.interaction.parse_action(state, str(move))
        except ParseError:
            puzzle, position = self.interaction.puzzle, self.interaction.position(state)
            try:
                puzzle.parse_move(position, str(move))
            except ParseError:
                pass
            else:
                return Action("put", value=str(move))
            raise

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return bundle(self.scene(), str(self))

    def __str__(self) -> str:
        items = self.interaction.status_items(self._states[-1])
        told = " · ".join(f"{in_words(item.label)} {item.value}" for item in items)
        return f"{to_text(self.scene())}\n{told}"

    def __repr__(self) -> str:
        return f"<Game of {self.interaction.name}, {self.status}>"
