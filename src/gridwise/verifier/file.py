"""Reads certificates: JSON lines in one gzip file, bounded in size, each damage with its line.

The first line holds the claim and the board, the last one the SHA-256 of all before it.
Between them is the evidence: solutions, clauses, proofs (DRAT text or resolution) and paths.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from gridwise.verifier.proof import Step
from gridwise.verifier.resolution import ResolutionStep
from gridwise.verifier.stop import check_stop
from gridwise.verifier.words import ForeignError, msg

FORMAT = "gridwise-certificate"
VERSION = 1
MOST_PACKED = 64_000_000
MOST_BYTES = 256_000_000
MOST_LINE = 4_000_000
"""A file of more bytes, packed or unpacked, or with a longer line, is refused."""
MOST_PARTS = 10_000_000
"""The most literals, clauses and steps of a file, each line counted as ten: bytes of JSON grow to
many times their number in memory."""


@dataclass(slots=True)
class ProofText:
    """A proof that the clauses together with `assumed` contradict each other."""

    line: int
    assumed: list[int]
    steps: list[Step] = field(default_factory=list)
    resolution: list[ResolutionStep] = field(default_factory=list)
    """Clauses with their parents, in place of `steps`."""


@dataclass(slots=True)
class Evidence:
    """The content of a file, in its own words; nothing of it is checked."""

    puzzle: str
    board: str
    claim: dict[str, Any]
    made_by: str
    lines: int = 1
    solutions: list[tuple[int, str, int | None]] = field(default_factory=list)
    """The line, the solution as text, and the cell of the given that its board lacks."""
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    refutations: list[ProofText] = field(default_factory=list)
    moves: list[int] | None = None
    sizes: tuple[int, list[list[int]]] | None = None
    """The line of the account of a search, and its sizes by bound."""


def read(path: str | PathLike[str]) -> Evidence:
    """Read a certificate.

    Raises
    ------
    ForeignError
        The file is no whole certificate.
    OSError
        It cannot be read.
    """
    evidence: Evidence | None = None
    digest, ended = hashlib.sha256(), False
    at = parts = 0
    for at, data in _lines(Path(path)):
        if ended:
            raise ForeignError(at, msg("lines after the end"))
        parts += 10 + data.count(b",") + data.count(b" ")
        if parts > MOST_PARTS:
            raise ForeignError(at, msg("more than {most} literals and steps", most=MOST_PARTS))
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            raise ForeignError(at, msg("this is not JSON")) from None
        if not isinstance(value, dict):
            raise ForeignError(at, msg("this is not a JSON object"))
        if evidence is None:
            evidence = _header(value)
        elif "sha256" in value:
            if value["sha256"] != digest.hexdigest():
                raise ForeignError(at, msg("the lines before are not those that were written"))
            ended = True
        else:
            _take(evidence, at, value)
        digest.update(data)
    if evidence is None or not ended:
        raise ForeignError(at + 1, msg("the end is missing"))
    evidence.lines = at
    return evidence


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    if path.stat().st_size > MOST_PACKED:
        raise ForeignError(1, msg("a file of more than {most} bytes", most=MOST_PACKED))
    total, at = 0, 0
    with gzip.open(path) as file:
        while True:
            try:
                data = file.readline(MOST_LINE + 1)
            except gzip.BadGzipFile:
                raise ForeignError(
                    at + 1, msg("this is not a gzip file, or a damaged one")
                ) from None
            except (EOFError, zlib.error):
                raise ForeignError(at + 1, msg("the packed file is damaged or cut off")) from None
            if not data:
                return
            at += 1
            check_stop()
            total += len(data)
            if len(data) > MOST_LINE:
                raise ForeignError(at, msg("a line of more than {most} bytes", most=MOST_LINE))
            if total > MOST_BYTES:
                raise ForeignError(at, msg("more than {most} bytes", most=MOST_BYTES))
            yield at, data


def _header(value: dict[str, Any]) -> Evidence:
    if value.get("format") != FORMAT:
        raise ForeignError(1, msg("this is no certificate of Gridwise"))
    version = value.get("version")
    if version != VERSION:
        found = version if isinstance(version, int) else str(version)[:20]
        what = msg("version {found} of the format; this is {known}", found=found, known=VERSION)
        raise ForeignError(1, what)
    texts = [value.get(name) for name in ("puzzle", "board", "gridwise")]
    claim = value.get("claim")
    if not all(isinstance(text, str) for text in texts) or not isinstance(claim, dict):
        raise ForeignError(1, msg("the board or the claim is missing"))
    puzzle, board, writer = map(str, texts)
    return Evidence(puzzle, board, claim, f"gridwise {writer}")


def _take(found: Evidence, at: int, value: dict[str, Any]) -> None:
    """Take one line of evidence."""
    match value:
        case {"solution": str(text)}:
            without = value.get("without")
            found.solutions.append((at, text, without if isinstance(without, int) else None))
        case {"clauses": list(clauses)} if all(map(_is_clause, clauses)):
            found.clauses += map(tuple, clauses)
        case {"refute": list(assumed)} if _is_clause(assumed):
            found.refutations.append(ProofText(at, assumed))
        case {"proof": list(steps)} if found.refutations:
            found.refutations[-1].steps += [_step(at, step) for step in steps]
        case {"resolution": list(steps)} if found.refutations:
            found.refutations[-1].resolution += [_resolvent(at, step) for step in steps]
        case {"moves": list(moves)} if _is_clause(moves):
            found.moves = moves
        case {"search": {"sizes": list(sizes)}} if all(map(_is_clause, sizes)):
            found.sizes = at, sizes
        case {"search": dict()}:
            pass  # the method's own counts, for people: it is not searched again
        case _:
            raise ForeignError(at, msg("this line is no evidence of a known kind"))


def _is_clause(value: object) -> bool:
    return isinstance(value, list) and all(type(lit) is int for lit in value)


def _step(at: int, text: object) -> Step:
    """Read a line of DRAT text: `1 -2 0` adds a clause, `d 1 -2 0` deletes it."""
    words = text.split() if isinstance(text, str) else []
    deleted = words[:1] == ["d"]
    try:
        literals = [int(word) for word in words[deleted:]]
    except ValueError:
        literals = []
    if not literals or literals.pop() or 0 in literals:
        raise ForeignError(at, msg("this is no step of a proof"))
    return at, not deleted, literals


def _resolvent(at: int, value: object) -> ResolutionStep:
    """Read `[clause]`, a leaf, or `[clause, parent, parent]`."""
    match value:
        case [list(clause)] if _is_clause(clause):
            return ResolutionStep(at, tuple(clause))
        case [list(clause), int(first), int(second)] if _is_clause([*clause, first, second]):
            return ResolutionStep(at, tuple(clause), (first, second))
    raise ForeignError(at, msg("this is no step of a proof"))
