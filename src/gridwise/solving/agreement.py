"""The one rule for whether answers to one question exclude each other.

Only claims are compared: existence of a solution, uniqueness, exact counts and bounds, lengths
claimed shortest or near it, forced facts, lists in the defined order, the value of a game. A first
solution out of many may differ from method to method.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, TypeVar

from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral

Answerer = TypeVar("Answerer")
Claims = Mapping[str, Any]
"""The claims of an answer, as JSON; made by `claims_of`."""

_ROUNDED = 1 + 1e-9
MOST_BOARDS = 64
"""Solutions that are compared of a list that a limit cut short, at most."""


def claims_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the claims in the JSON object of a result, in short.

    `answer` is a digest of all boards, `boards` one digest of each of the first; `moves` is the
    number of moves.
    """
    keep = ("question", "status", "stop", "unique", "optimal", "bound", "count", "exact")
    listed, moves = value.get("solutions") or [], value.get("moves")
    boards = listed or value.get("board")
    game = {key: value[key] for key in ("game_value",) if key in value}
    return (
        {key: value.get(key) for key in keep}
        | game
        | {
            "moves": None if moves is None else len(moves),
            "answer": None if boards is None else _digest(json.dumps(boards)),
            "boards": [_digest(board) for board in listed[:MOST_BOARDS]],
        }
    )


def disagreements(
    said: Iterable[tuple[Answerer, Claims]],
) -> Iterator[tuple[Answerer, Answerer, Message]]:
    """Yield the pairs whose claims about one board exclude each other, and how."""
    for (one, mine), (other, theirs) in combinations(said, 2):
        text = clash(mine, theirs)
        if text is not None:
            yield one, other, text


def clash(one: Claims, other: Claims) -> Message | None:
    """Return how two sets of claims about one board exclude each other, or None."""
    if {one["status"], other["status"]} == {"SOLVED", "UNSATISFIABLE"}:
        return msg("one found a solution, the other found that there is none")
    if "UNKNOWN" in (one["status"], other["status"]):
        return None
    values = one.get("game_value"), other.get("game_value")
    if None not in values and values[0] != values[1]:
        return msg("one says that the player to move wins, the other not")
    if None not in (one["unique"], other["unique"]) and one["unique"] != other["unique"]:
        return msg("one says unique, the other not")
    for mine, theirs in ((one, other), (other, one)):
        number, more = mine["count"], theirs["count"]
        if mine["exact"] and number is not None and more is not None and number < more:
            return msg("{number} solutions in all, and at least {more}", number=number, more=more)
        text = _lengths(mine, theirs)
        if text is not None:
            return text
    question = one["question"] if one["question"] == other["question"] else None
    complete = one["stop"] == other["stop"] == "COMPLETED"
    determined = question in ("forced", "nth", "all") or (one["unique"] and other["unique"])
    if question and determined and complete and one["answer"] != other["answer"]:
        return msg("their answers differ")
    if question == "all":  # a limit may have cut one list short
        pairs = zip(one.get("boards") or (), other.get("boards") or (), strict=False)
        if any(mine != theirs for mine, theirs in pairs):
            return msg("their answers differ")
    return None


def _lengths(mine: Claims, theirs: Claims) -> Message | None:
    """Return how the claimed length of one answer is refuted by the path of the other."""
    if mine["moves"] is None or theirs["moves"] is None:
        return None
    same = mine["moves"] == theirs["moves"]
    if same and mine["optimal"] and theirs["optimal"] is False:
        return msg(
            "one says that {number} moves are the fewest, the other that they are not",
            number=mine["moves"],
        )
    if mine["optimal"] and theirs["moves"] < mine["moves"]:
        return msg(
            "a shortest solution of {mine} moves, and one of {theirs}",
            mine=mine["moves"],
            theirs=theirs["moves"],
        )
    # A shortest one is at most as long as any that was found; _ROUNDED is for bounds as floats.
    most = None if mine["bound"] is None else mine["bound"] * theirs["moves"] * _ROUNDED
    if most is not None and mine["moves"] > most:
        return msg(
            "{mine} moves, claimed to be at most {bound} times the least, and {theirs} moves",
            mine=mine["moves"],
            bound=Numeral(f"{mine['bound']:g}"),
            theirs=theirs["moves"],
        )
    return None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
