"""A small interaction for the template puzzle: it tests what is the same at every table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import template_puzzle
from gridwise.core.errors import ParameterError
from gridwise.core.interaction import (
    PLAIN,
    Action,
    Emphasis,
    Interaction,
    Mode,
    PadButton,
    StatusItem,
)
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.scene import Scene
from template_puzzle.position import Position

LATIN = template_puzzle.PUZZLE
OPEN = "latin:3:1../.../..2"
WON = ((1, "2"), (2, "3"), (3, "2"), (4, "3"), (5, "1"), (6, "3"), (7, "1"))
"""Acts that fill `OPEN`: cell and value."""


@dataclass(frozen=True)
class State:
    mode: Mode
    origin: Position
    board: Position
    lost: bool = False


class LatinInteraction(Interaction[Position, State]):
    name = "latin"
    puzzle = LATIN
    actions: ClassVar[Mapping[str, str]] = {
        "write": "a number; 0 for none",
        "lose": "give the game away",
        "play": "play what was edited",
        "put": "as moves are written",
        "load": "a whole board",
    }
    sizes: ClassVar[Mapping[str, Message]] = {"3": msg("{size}", size="3")}

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        return {"colour": (msg("Colour"), {"red": msg("red"), "blue": msg("blue")})}

    def first_state(
        self, position: Position, mode: Mode, seed: int, chosen: Mapping[str, str]
    ) -> State:
        return State(mode, position, position)

    def empty(self, size: str) -> Position:
        return Position(int(size), (0,) * int(size) ** 2)

    def position(self, state: State) -> Position:
        return state.board

    def apply(self, state: State, action: Action) -> State:
        if action.name == "lose":
            return replace(state, lost=True)
        if action.name == "play":
            return replace(state, mode=Mode.PLAY, origin=state.board)
        if action.name == "load":
            return replace(state, board=LATIN.parse(action.value))
        if action.name != "write" or not 0 <= action.cell < len(state.board.cells):
            raise ParameterError(msg("that is not done here"))
        cells = list(state.board.cells)
        cells[action.cell] = int(action.value)
        return replace(state, board=Position(state.board.size, tuple(cells)))

    def scene(self, state: State, emphasis: Emphasis = PLAIN) -> Scene:
        return LATIN.scene(state.board)

    def verdict(self, state: State) -> GameStatus:
        if state.mode is Mode.EDIT:
            return GameStatus.OPEN
        if state.lost:
            return GameStatus.LOST
        return GameStatus.WON if LATIN.is_solved(state.board) else GameStatus.OPEN

    def pad_buttons(self, state: State) -> tuple[PadButton, ...]:
        return ()

    def status_items(self, state: State) -> tuple[StatusItem, ...]:
        return ()

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "mode": state.mode.value,
            "origin": LATIN.format(state.origin),
            "board": LATIN.format(state.board),
            "lost": state.lost,
        }

    def load(self, saved: Mapping[str, Any]) -> State:
        try:
            origin, board = LATIN.parse(saved["origin"]), LATIN.parse(saved["board"])
            return State(Mode(saved["mode"]), origin, board, saved["lost"] is True)
        except Exception as error:
            raise ParameterError(msg("no game of this")) from error

    def parse_action(self, state: State, text: str) -> Action:
        raise NotImplementedError


INTERACTION = LatinInteraction()
