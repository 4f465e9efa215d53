"""Tasks that the page asks for beside those of the command line: reading, writing, reports."""

import base64
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.core.puzzle import Offer
from gridwise.render.catalogue import catalogue

if TYPE_CHECKING:
    from gridwise.workers.tasks.solving import Answer, Call

MOST_READ = 500
"""Boards of one text that `read` returns."""


def read(call: "Call") -> "Answer":
    """Read every board of a text, in any format: notations, or why there is none."""
    from gridwise.solving.inputs import read_text
    from gridwise.workers.tasks.solving import Answer

    call.only("text", "puzzle", "filename")
    text, kind, name = call.text("text"), call.maybe("puzzle"), call.text("filename", "")
    boards: list[dict[str, Any]] = []
    number = 0
    with call.measured():
        for puzzle, entry in read_text(text, puzzle=kind, filename=name, source=name or "<text>"):
            number += 1
            if number > MOST_READ:
                continue
            if entry.error is not None or puzzle is None:
                assert entry.error is not None
                said = entry.error.message.as_json()
                boards.append({"line": entry.line, "error": str(entry.error), "message": said})
                continue
            boards.append(
                {
                    "line": entry.line,
                    "puzzle": puzzle.name,
                    "notation": puzzle.format(entry.position),
                    "title": str(puzzle.scene(entry.position).title),
                }
            )
    return Answer({"boards": boards, "number": number})


def export(call: "Call") -> "Answer":
    """Write a board as a document or picture; the files come back in base64, by name."""
    from gridwise.documents import export as exporting
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle", "ending", "solution", "theme", "title", "lang")
    position = call.position()
    ending = call.text("ending")
    if ending not in (*exporting.DOCUMENTS, *exporting.PICTURES):
        known = ", ".join((*exporting.DOCUMENTS, *exporting.PICTURES))
        raise ParameterError(f"the ending is one of {known}, not {ending!r}")
    stem = f"gridwise-{registry.puzzle_of(position).name}"
    with tempfile.TemporaryDirectory() as folder, call.measured():
        done = exporting.export(
            position,
            Path(folder) / f"{stem}{ending}",
            solution=call.flag("solution"),
            theme=call.text("theme", "light"),
            title=call.maybe("title") if ending in exporting.DOCUMENTS else None,
            lang=call.text("lang", "en"),
            time_s=call.left_s() or exporting.DEFAULT_S,
            cancel=call.cancel,
        )
        files = [
            {"name": path.name, "data": base64.b64encode(path.read_bytes()).decode("ascii")}
            for path in done.paths
        ]
    words = catalogue(call.text("lang", "en"))
    unanswered = [board.known.words(words) for _, board in done.unanswered if board.known]
    return Answer({"files": files, "unanswered": unanswered})


def estimates(call: "Call") -> "Answer":
    """Return what the heuristics of the state space say of the board as it stands.

    All of them, or the one named: some make a table first, which may take seconds.
    """
    from gridwise.core.views import StateSpace
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle", "heuristic")
    position, wanted = call.position(), call.maybe("heuristic")
    offers: Mapping[Any, Offer[Any]] = registry.puzzle_of(position).views(position)
    offer = offers.get(StateSpace)
    found: list[dict[str, Any]] = []
    with call.measured():
        space = None if offer is None else offer.make()
        if isinstance(space, StateSpace):
            state = space.initial()
            if wanted is not None and wanted not in space.heuristics:
                raise UnknownNameError("heuristic", wanted, space.heuristics)
            for name, heuristic in space.heuristics.items():
                if wanted not in (None, name):
                    continue
                try:
                    value = heuristic.estimate(state)
                except GridwiseError:  # one that this size has no table for
                    continue
                claims = {"admissible": heuristic.admissible, "consistent": heuristic.consistent}
                found.append({"heuristic": name, "h": value, **claims})
    return Answer({"estimates": found})


def clauses(call: "Call") -> "Answer":
    """Return the clauses that come from one cell of a board, by family."""
    from gridwise.solving.encoding.clauses import as_json, cell_clauses
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle", "cell")
    position, cell = call.position(), call.whole("cell", least=0)
    if cell is None:
        raise ParameterError(msg("choose a cell of the board first"))
    with call.measured():
        found = cell_clauses(position, cell)
    return Answer(as_json(found))


def report(call: "Call") -> "Answer":
    """Write the report of a comparison from the text of its files; it comes back in base64."""
    from gridwise.comparing.plots import plot
    from gridwise.comparing.results import MANIFEST, RUNS
    from gridwise.documents.report import FORMATS, LANGUAGES, loaded
    from gridwise.documents.report import report as written
    from gridwise.workers.tasks.solving import Answer

    call.only("manifest", "runs", "ending", "language")
    ending, language = call.text("ending"), call.text("language", "en")
    if ending not in FORMATS:
        raise ParameterError(f"the ending is one of {', '.join(FORMATS)}, not {ending!r}")
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    with tempfile.TemporaryDirectory() as made, call.measured():
        folder = Path(made)
        (folder / MANIFEST).write_text(call.text("manifest"), "utf-8")
        (folder / RUNS).write_text(call.text("runs"), "utf-8")
        path = folder / f"gridwise-comparison-{language}{ending}"
        plot(loaded(folder), folder)
        written(folder, path, language)
        data = base64.b64encode(path.read_bytes()).decode("ascii")
    return Answer({"files": [{"name": path.name, "data": data}]})


TABLE = {
    "read": read,
    "export": export,
    "estimates": estimates,
    "clauses": clauses,
    "report": report,
}
