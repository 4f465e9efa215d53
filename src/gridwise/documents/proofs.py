"""The proofs about boards, as blocks of a document: each claim with its checker and its file."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gridwise.core.message import msg
from gridwise.core.result import Result
from gridwise.documents.model import Block, DocumentTable, Heading, Paragraph, Text
from gridwise.render.words import duration, number

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
    yield DocumentTable(
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
        numbers=False,
    )
    yield Paragraph(
        msg(
            "The checker shares no code with the solvers. Each certificate can be checked again: "
            "gridwise verify FILE. Made by: {versions}.",
            versions=tuple(versions),
        )
    )
