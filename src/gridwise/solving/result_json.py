"""A result as one JSON object: the same on the command line, in files and over REST."""

from typing import Any

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.result import BestPlay, Count, Result, Solution, Solutions

KEYS = (
    "index",
    "puzzle",
    "notation",
    "question",
    "status",
    "stop",
    "method",
    "board",
    "moves",
    "solutions",
    "nth",
    "count",
    "exact",
    "unique",
    "optimal",
    "bound",
    "best",
    "conflict",
    "facts",
    "tables",
    "statistics",
    "certificate",
    "error",
)


def as_json(result: Result[Any], *, index: int = 0) -> dict[str, Any]:
    """Return the JSON object of a result; keys and their order are `KEYS`.

    `board` is the first solution in the puzzle's grid style, `moves` its moves; `solutions` holds
    the boards of all solutions if they were asked for, `best` the facts proved before a limit. Of a
    game of two players `board` and `moves` are a line of best play, and `game_value` is one more
    key. If another method took over, `began_with` is the last key and names the first method.
    """
    puzzle = registry.puzzle(result.puzzle)
    out: dict[str, Any] = dict.fromkeys(KEYS)
    out.update(
        index=index,
        puzzle=result.puzzle,
        notation=result.notation,
        question=result.question,
        status=result.status.value,
        stop=result.stop.value,
        method=result.method,
        unique=result.unique,
        optimal=result.optimal,
        bound=result.bound,
        tables={name: [dict(row) for row in rows] for name, rows in result.tables.items()},
        facts=dict(result.features),
        statistics=result.statistics.as_dict(),
    )
    if result.certificate is not None:
        out["certificate"] = [claim.to_dict() for claim in result.certificate]
    answer = result.answer
    if isinstance(answer, Count):
        out.update(count=answer.number, exact=answer.exact)
    elif isinstance(answer, Solutions):
        out["nth"] = answer.nth
        if answer.count is not None:
            out.update(count=answer.count.number, exact=answer.count.exact)
        if answer.items:
            out.update(_solution(result, answer.items[0]))
        if result.question == "all":
            out["solutions"] = [puzzle.format(item.position, "grid") for item in answer.items]
    if isinstance(answer, BestPlay):
        out["game_value"] = answer.value
    if result.status.value == "UNSATISFIABLE":
        out.update(count=0, exact=True)
    if isinstance(result.best, Solutions) and result.best.items:
        out["best"] = _solution(result, result.best.items[0])
    if result.began_with:
        out["began_with"] = result.began_with
    if result.conflict is not None:
        out["conflict"] = {
            "text": result.conflict.text.sentence(),
            "cells": list(result.conflict.cells),
        }
    return out


def error_as_json(
    error: GridwiseError, *, index: int = 0, puzzle: str | None = None
) -> dict[str, Any]:
    """Return the JSON object of an input that could not be used; `error` says why."""
    out: dict[str, Any] = dict.fromkeys(KEYS)
    out.update(index=index, puzzle=puzzle, error=str(error))
    return out


def _solution(result: Result[Any], solution: Solution[Any, Any]) -> dict[str, Any]:
    puzzle = registry.puzzle(result.puzzle)
    return {
        "board": puzzle.format(solution.position, "grid"),
        "moves": [puzzle.format_move(result.position, move) for move in solution.moves],
    }
