"""The proofs about boards, as blocks of a document; certificates of a comparison's boards."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gridwise.comparing.results import Comparison
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, Limits, check_cancel
from gridwise.core.message import msg
from gridwise.core.puzzle import Question
from gridwise.core.result import Result
from gridwise.documents.model import Block, Heading, Paragraph, Text
from gridwise.render.tables import TEXT, ResultTable
from gridwise.render.words import duration, number
from gridwise.solving.certificates.writing import certified
from gridwise.solving.solve import count, solve

NOTHING = "–"


def proofs(results: Iterable[tuple[Text, Result[Any]]]) -> Iterator[Block]:
    """Yield the heading, the table and the versions of the certificates of some results.

    Without certificates it yields nothing.

    Parameters
    ----------
    results
        The results, each with the name of its board.
    """
    rows: list[tuple[Text, ...]] = []
    versions: dict[str, None] = {}
    for name, result in results:
        for one in result.certificate or ():
            checked = one.path is not None
            time = msg(
                "made in {made}, checked in {checked}",
                made=duration(one.made_s),
                checked=duration(one.checked_s),
            )
            rows.append(
                (
                    name,
                    one.text,
                    one.checker if checked else NOTHING,
                    number(one.steps) if checked else NOTHING,
                    number(one.clauses) if one.clauses else NOTHING,
                    time if checked else NOTHING,
                    NOTHING if one.path is None else Path(one.path).name,
                )
            )
            for what, version in one.versions.items():
                versions[f"gridwise {version}" if what == "gridwise" else version] = None
    if not rows:
        return
    yield Heading(msg("Proofs"))
    yield ResultTable(
        msg("What the checker said of each claim"),
        (
            msg("board"),
            msg("claim"),
            msg("checker"),
            msg("steps"),
            msg("clauses"),
            msg("time"),
            msg("certificate"),
        ),
        tuple(rows),
        names=TEXT,
    )
    yield Paragraph(
        msg(
            "The checker shares no code with the solvers. Each certificate can be checked again: "
            "gridwise verify FILE. Made by: {versions}.",
            versions=tuple(versions),
        )
    )


def certified_boards(
    comparison: Comparison, folder: Path, cancel: CancelToken | None = None
) -> tuple[tuple[str, Result[Any]], ...]:
    """Answer the question of a comparison on each board; certificates go to the folder.

    Return the label of each board with its result. Raises `ParameterError` for games, about which
    nothing is proved, and `Interrupted`.
    """
    if comparison.of_games:
        raise ParameterError(msg("games have no certificates: only answers about boards have"))
    given = comparison.manifest["limits"]
    limits = Limits(time_s=float(given["time_s"]), cpu_s=given.get("cpu_s"))
    asked = str(comparison.manifest.get("question", ""))
    results = []
    for at, subject in enumerate(comparison.subjects):
        position = registry.puzzle(subject.puzzle).parse(subject.notation)
        if asked == "count":
            result: Result[Any] = count(position, limits=limits, cancel=cancel)
        else:
            question = Question(asked) if asked else None
            result = solve(position, question=question, limits=limits, cancel=cancel)
        result = certified(result, folder, index=at, limits=limits, cancel=cancel)
        check_cancel(cancel)
        results.append((comparison.labels[subject.id], result))
    return tuple(results)
