"""A task that writes the report of a comparison."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from gridwise.comparing.charts import plot
from gridwise.comparing.results import MANIFEST, RUNS
from gridwise.comparing.tables import in_spoken_names
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.documents.report import FORMATS, LANGUAGES, loaded
from gridwise.documents.report import report as written
from gridwise.documents.tasks._files import as_base64
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportArguments(Arguments):
    """Arguments of `report`: the text of a comparison's files, and the form of the report."""

    manifest: str
    runs: str
    ending: str
    language: str = "en"
    full: bool = False


def report(call: Call, args: ReportArguments) -> TaskAnswer:
    """Write the report; it comes back in base64."""
    if args.ending not in FORMATS:
        raise ParameterError(f"the ending is one of {', '.join(FORMATS)}, not {args.ending!r}")
    if args.language not in LANGUAGES:
        raise UnknownNameError("language", args.language, LANGUAGES)
    with tempfile.TemporaryDirectory() as made, call.measured():
        folder = Path(made)
        (folder / MANIFEST).write_text(args.manifest, "utf-8")
        (folder / RUNS).write_text(args.runs, "utf-8")
        path = folder / f"gridwise-comparison-{args.language}{args.ending}"
        plot(in_spoken_names(loaded(folder), str), folder)
        written(folder, path, lang=args.language, full=args.full)
        return TaskAnswer({"files": as_base64([path])})


TASKS = (TaskKind("report", ReportArguments, report),)
