"""Reads the ids and the saved games of Simon Tatham's Portable Puzzle Collection.

An id is `PARAMETERS:DESCRIPTION`, such as `4x4:8,11,3,6,...`. `PARAMETERS#SEED` is what the
program's own generator makes a board of, and no board can be read from it.

A saved game is lines of a word, a length and a text, such as `DESC    :37:8,11,3,6,...`. It holds
the parameters and the description, and the moves up to `STATEPOS`, which lead to the board that
the player sees; those after it were taken back.

Sources: the collection's manual, "Specifying games with the game ID"; `midend_serialise` and
`midend_deserialise` in its midend.c.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from gridwise.core.errors import ParseError, Phrase
from gridwise.core.message import msg
from gridwise.core.reading import Entry, TextLine, entries_at, entry_of, quoted, split_lines

P = TypeVar("P")

SAVED = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"
_RECORD = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,9}):(.*)", re.ASCII)
_NEAR = 100
"""The most characters between the name of the game and an id in the same line."""
_MOVES = ("MOVE", "SOLVE", "RESTART")


class Field(NamedTuple):
    """A piece of a text and its place."""

    text: str
    here: TextLine
    at: int = 0
    """The offset in the line."""

    def error(self, found: Phrase, expected: Phrase, at: int = 0) -> ParseError:
        """Return the error at an offset into this piece."""
        return self.here.error(found, expected, self.at + at)

    def sign(self, at: int) -> Phrase:
        """Return the sign at an offset, as errors show it."""
        return quoted(self.text[at]) if at < len(self.text) else msg("the end")


class GameId(NamedTuple):
    """The fields of an id or of a saved game."""

    parameters: Field
    description: Field
    moves: tuple[tuple[str, Field], ...] = ()
    """The kind of each move of a saved game, `MOVE`, `SOLVE` or `RESTART`, and its text."""
    named: bool = False
    """Whether the text names the game of the collection."""

    def bad_move(self, move: Field) -> ParseError:
        """Return the error at a move that the game does not have."""
        return move.error(quoted(move.text), msg("a move of this game"))


def id_pattern(parameters: str, description: str) -> re.Pattern[str]:
    """Return a pattern of ids in a line, of patterns of their two parts.

    The second part of a random seed is a group named `seed`; a link has it after `%23`. A shorter
    one than six signs may be the cells of a row, in which `#` and `x` are signs of cells too.
    """
    end = rf"(?::(?P<description>{description})|(?:#|%23)(?P<seed>\w{{6,}}))(?![\w,:])"
    return re.compile(rf"(?<![\w.:%-])(?P<parameters>{parameters}){end}", re.ASCII)


def is_saved(head: str, game: str) -> bool:
    """Return whether a text begins like a saved game of this name."""
    return head.removeprefix("\ufeff").startswith(SAVED) and (
        re.search(rf"^GAME +:[0-9]+:{game}$", head.replace("\r", "\n"), re.MULTILINE) is not None
    )


def games(
    text: str, source: str, game: str, pattern: re.Pattern[str], make: Callable[[GameId], P]
) -> Iterator[Entry[P]]:
    """Yield the board of each id in a text, or that of a saved game. O(len(text)).

    Parameters
    ----------
    game
        The name in the collection.
    pattern
        See `id_pattern`.
    make
        Returns the board of a game; may raise `ParseError`.
    """

    def of_id(match: re.Match[str], here: TextLine) -> P:
        if match["seed"] is not None:
            found = msg("a random seed, of which only the program that wrote it makes a board")
            expected = msg("the game's ID with its board, after a colon")
            raise here.error(found, expected, match.start())
        parameters, description = (
            Field(match[part], here, match.start(part)) for part in ("parameters", "description")
        )
        before = match.string[max(0, match.start() - _NEAR) : match.start()]
        named = game.lower() in before.lower()
        return make(GameId(parameters, description, named=named))

    def of_saved() -> P:
        return make(_saved(text, source))

    if is_saved(text, game):
        yield entry_of(1, of_saved)
    else:
        yield from entries_at(text, source, pattern.finditer, of_id)


def _saved(text: str, source: str) -> GameId:
    """Return the game of a saved one."""
    records: dict[str, Field] = {}
    moves: list[tuple[str, Field]] = []
    lines = split_lines(text)
    for number, line in enumerate(lines, 1):
        here = TextLine(source, number)
        record = _RECORD.fullmatch(line)
        if record is None:
            if line.strip():
                raise here.error(quoted(line), msg("a word of a saved game and a length"))
            continue
        word, length, value = record[1], int(record[2]), Field(record[3], here, record.start(3))
        if len(value.text) != length:
            found = msg("{number} characters", number=len(value.text))
            raise value.error(found, str(length), min(length, len(value.text)))
        if word in _MOVES:
            moves.append((word, value))
        else:
            records[word] = value
    last = TextLine(source, len(lines))
    for word in ("PARAMS", "DESC", "STATEPOS"):
        if word not in records:
            raise last.error(msg("the end"), f"{word}:", len(lines[-1]))
    state = records["STATEPOS"]
    done = int(state.text) - 1 if re.fullmatch("[0-9]{1,7}", state.text, re.ASCII) else -1
    if not 0 <= done <= len(moves):
        expected = msg("a number from {least} to {most}", least=1, most=len(moves) + 1)
        raise state.error(quoted(state.text), expected)
    # Only the private description of Mines has no first click; the moves begin with it.
    description = records.get("PRIVDESC", records["DESC"])
    parameters = records.get("CPARAMS", records["PARAMS"])
    return GameId(parameters, description, tuple(moves[:done]), named=True)
