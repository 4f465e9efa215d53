"""The saved games and statistics of a visitor, for the home and statistics pages."""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from gridwise.core.interaction import Mode
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.games.rows import SavedGame
from gridwise.render.words import duration
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.names import named

_VERDICTS: Mapping[GameStatus, Message] = {
    GameStatus.OPEN: msg("still open"),
    GameStatus.WON: msg("won"),
    GameStatus.LOST: msg("lost"),
}


def saved(server: ServerContext, visitor: Visitor) -> tuple[SavedGame, ...]:
    """Return a visitor's games with at least one action, the one played last first."""
    return server.store.games(visitor.owner, touched=True)


def last_open(server: ServerContext, visitor: Visitor) -> SavedGame | None:
    """Return the unfinished game that was played last, or None."""
    for game in saved(server, visitor):
        if game.verdict is GameStatus.OPEN:
            return game
    return None


def described(game: SavedGame) -> Message:
    """Return a line about a game: its size, its state, its time, the date when it was played."""
    stands = msg("being made") if game.mode is Mode.EDIT else _VERDICTS[game.verdict]
    return msg(
        "{puzzle} {size}, {stands}, {time} on the clock, last played on {date}",
        puzzle=named(game.puzzle),
        size=game.size,
        stands=stands,
        time=duration(round(game.elapsed_s)) if game.elapsed_s >= 1 else "0 s",
        date=datetime.fromtimestamp(game.updated).strftime("%Y-%m-%d"),  # of this machine's clock
    )


def take_up(server: ServerContext, visitor: Visitor, game_id: str) -> str | None:
    """Make a game the last played one of its puzzle, so that the play page opens it.

    Returns
    -------
    str or None
        The puzzle, or None if the game was deleted or just changed.
    """
    row = server.store.game(visitor.owner, game_id)
    if row is None:
        return None
    touched = replace(row, updated=time.time(), version=row.version + 1)
    return row.puzzle if server.store.write(touched) else None


def delete(server: ServerContext, visitor: Visitor, game_id: str) -> None:
    """Delete a game; the statistics stay as they are."""
    server.store.delete(visitor.owner, game_id)


def forget(server: ServerContext, visitor: Visitor, kind: str) -> None:
    """Delete a visitor's statistics and games of a puzzle."""
    for game in server.store.games(visitor.owner, kind):
        server.store.delete(visitor.owner, game.game_id)
    server.store.forget_statistics(visitor.owner, kind)
