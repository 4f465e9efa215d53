"""Compiled kernels and tables, made before they are needed and kept on disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gridwise.compiled import worth
from gridwise.core import registry
from gridwise.core.capabilities import Preparation
from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.run import Progress, Run


@dataclass(frozen=True, slots=True)
class Prepared:
    """One table that was made."""

    puzzle: str
    table: str
    cpu_s: float
    compile_s: float


def available() -> dict[str, str]:
    """Return the titles of all tables by name, `puzzle:table`."""
    return {
        f"{puzzle}:{name}": text
        for puzzle, preparation in registry.capabilities(Preparation).items()
        for name, text in preparation.tables.items()
    }


def usual() -> tuple[str, ...]:
    """Return the tables that are made by default: quick to make and often used."""
    return tuple(
        f"{puzzle}:{name}"
        for puzzle, preparation in registry.capabilities(Preparation).items()
        for name in preparation.default
    )


def is_compiled(puzzle: str) -> bool:
    """Return whether a puzzle's engine needs no compiling any more. Quick."""
    return not worth.missing_s(puzzle)


def prepare(
    names: Sequence[str] = (),
    *,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Iterator[Prepared]:
    """Make tables, one after the other; one that exists already takes no time.

    Parameters
    ----------
    names
        `puzzle:table`, or a puzzle for its usual ones; none for the usual ones of all puzzles.
    cancel
        Ends it. The unfinished table is not kept, the finished ones are.
    progress
        Called about ten times a second.

    Yields
    ------
    Prepared
        Each table when it is made.

    Raises
    ------
    UnknownNameError
        No such puzzle or table.
    Interrupted
        Cancelled.
    """
    known = available()
    wanted: list[str] = []
    for name in names or ("",):
        if name in known:
            wanted.append(name)
        elif name in registry.puzzles() or not name:
            wanted += [full for full in usual() if not name or full.startswith(f"{name}:")]
        else:
            raise UnknownNameError("table", name, (*known, *registry.puzzles()))
    return _made(list(dict.fromkeys(wanted)), cancel, progress)


def _made(
    names: Sequence[str], cancel: CancelToken | None, progress: Progress | None
) -> Iterator[Prepared]:
    preparations = registry.capabilities(Preparation)
    for full in names:
        puzzle, _, table = full.partition(":")
        run = Run(Limits(), cancel=cancel, progress=progress)
        preparations[puzzle].prepare(table, run)
        spent = run.statistics(frozenset())
        yield Prepared(puzzle, table, spent.cpu_s, run.compile_s)
