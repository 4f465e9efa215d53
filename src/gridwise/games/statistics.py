"""The games of an owner in a list, and what came of them in numbers."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from gridwise.core.interaction import Mode
from gridwise.core.policy import GameStatus
from gridwise.games.store import Store, Tally

E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Info:
    """A game in a list.

    Parameters
    ----------
    game_id, puzzle, size
        What it is; the size as in its notation.
    mode, verdict
        How it stands.
    created, updated
        Seconds since 1970.
    step, steps
        The step that is shown, and the last.
    elapsed_s
        On its clock.
    helped
        Whether a hint or a solution was shown.
    origin
        The board as it was begun, a notation.
    """

    game_id: str
    puzzle: str
    size: str
    mode: Mode
    verdict: GameStatus
    created: float
    updated: float
    step: int
    steps: int
    elapsed_s: float
    helped: bool
    origin: str


def list_games(store: Store, owner: str, kind: str | None = None) -> tuple[Info, ...]:
    """Return an owner's games, the one that was played last first.

    Those on which nothing was done yet are left out.
    """
    return tuple(
        Info(
            game_id=row.game_id,
            puzzle=row.puzzle,
            size=row.size,
            mode=_named(Mode, row.mode, Mode.PLAY),
            verdict=_named(GameStatus, row.verdict, GameStatus.OPEN),
            created=row.created,
            updated=row.updated,
            step=row.cursor,
            steps=row.steps,
            elapsed_s=row.elapsed,
            helped=row.helped,
            origin=row.origin,
        )
        for row in store.games(owner, kind)
        if row.steps > 0
    )


def delete(store: Store, owner: str, game_id: str) -> bool:
    """Delete a game; return whether there was one. The statistics stay as they are."""
    return store.delete(owner, game_id)


def statistics(store: Store, owner: str, kind: str) -> dict[str, Tally]:
    """Return what an owner played of a puzzle, by size; `session.GameSession` says what counts."""
    found = store.tallies(owner, kind)
    return {size: found[size] for size in sorted(found, key=_natural)}


def _natural(size: str) -> tuple[tuple[int, ...], str]:
    numbers = "".join(c if c.isascii() and c.isdigit() else " " for c in size).split()
    return tuple(int(number[:9]) for number in numbers), size


def _named(kind: type[E], value: str, default: E) -> E:
    try:
        return kind(value)
    except ValueError:
        return default
