"""Build the document of a report from a comparison's manifest, rows and plots."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gridwise.comparing.results import Comparison
from gridwise.comparing.suites import suites
from gridwise.comparing.tables import (
    title_of,
)
from gridwise.core.message import as_message, msg
from gridwise.core.result import Result
from gridwise.documents.model import (
    Block,
    Cover,
    Document,
    Gallery,
    Heading,
    Paragraph,
    Text,
)
from gridwise.documents.proofs import proofs
from gridwise.documents.report.conclusions import conclusions
from gridwise.documents.report.course_report import (
    about_report,
    claims,
    figures_and_examples,
)
from gridwise.documents.report.results import Plots, plots_of, results
from gridwise.documents.report.short import short_report
from gridwise.documents.report.subjects import methods, puzzles, question
from gridwise.render.tables import TEXT, ResultTable


def document(
    comparison: Comparison,
    folder: Path,
    *,
    plots: Path | None = None,
    proved: Iterable[tuple[str, Result[Any]]] = (),
    full: bool = False,
) -> Document:
    """Return the report of a comparison: the short one, or with `full` all that was measured.

    Parameters
    ----------
    comparison
        The measurements.
    folder
        The folder of its worked examples and, under `plots`, its plots.
    plots
        Another folder that holds `plots`, to be taken instead.
    proved
        Boards by label, with results that have certificates.
    """
    manifest = comparison.manifest
    date = str(manifest.get("date", ""))[:10]
    title = title_of(comparison)
    made = msg(
        "Made by gridwise {version} from the comparison with the data hash {hash}, measured on "
        "{date}.",
        version=str(manifest.get("gridwise", "?")),
        hash=comparison.data_hash,
        date=date or "?",
    )
    cover: list[Text] = [
        msg("A comparison of methods, with its numbers and what follows from them")
    ]
    if date:
        cover.append(date)
    cover += [str(manifest[key]) for key in ("cpu",) if manifest.get(key)]
    drawn = plots_of((plots or folder) / "plots")
    parts = _whole if full else short_report
    blocks = _numbered(
        (
            *parts(comparison, folder, drawn),
            *proofs(proved),
            *_machine(comparison, full=full),
            Paragraph(made),
            *_rerun(comparison),
        )
    )
    return Document(title, tuple(blocks), Cover(tuple(cover), made, own_page=full), date)


def _whole(comparison: Comparison, folder: Path, plots: Plots) -> Iterator[Block]:
    yield from about_report(comparison)
    yield from question(comparison)
    yield from puzzles(comparison)
    yield from methods(comparison)
    yield from results(comparison, plots)
    yield from figures_and_examples(comparison, folder)
    yield Heading(msg("Conclusions"))
    yield from conclusions(comparison, claims(comparison, folder))


def _numbered(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks with their tables numbered, and their figures."""
    counts = {"table": 0, "figure": 0}
    for block in blocks:
        if isinstance(block, ResultTable):
            counts["table"] += 1
            caption = msg("Table {n}: {caption}", n=counts["table"], caption=block.title)
            yield replace(block, title=caption)
        elif isinstance(block, Gallery):
            figures = []
            for figure in block.figures:
                counts["figure"] += 1
                caption = msg("Figure {n}: {caption}", n=counts["figure"], caption=figure.caption)
                figures.append(replace(figure, caption=caption))
            yield replace(block, figures=tuple(figures))
        else:
            yield block


def _rerun(comparison: Comparison) -> Iterator[Block]:
    line = command(comparison)
    if line is not None:
        yield Paragraph(msg("The comparison is repeated by:"))
        yield Paragraph(line, code=True)


def command(comparison: Comparison) -> str | None:
    """Return the command that makes the same comparison, or None."""
    manifest = comparison.manifest
    limits, suite = manifest["limits"], manifest.get("suite")
    if suite is None and manifest.get("question") == "games":
        return None  # only ready-made suites compare players
    boards = [subject.notation for subject in comparison.subjects]
    methods = [
        ":".join([one.method, *(f"{key}={value}" for key, value in one.options.items())])
        for one in comparison.contenders
    ]
    words = ["gridwise", "compare", *([str(suite)] if suite else boards)]
    known = suites().get(str(suite))
    own = () if known is None else known.contenders
    if [c.id for c in own] != [c.id for c in comparison.contenders]:
        words += ["--methods", ",".join(methods)]
    if suite is None and manifest.get("question"):
        words += ["--question", str(manifest["question"])]
    words += ["--repeats", str(manifest["repeats"]), "--seed", str(manifest["seed"])]
    words += ["--time", f"{float(limits['time_s']):g}"]
    if "cpu_s" in limits:
        words += ["--cpu", f"{float(limits['cpu_s']):g}"]
    words += ["--memory", f"{float(limits['memory_bytes']) / 1e6:g}", "-o", "DIR"]
    return shlex.join(words)


def _versions(manifest: Mapping[str, Any]) -> Iterator[tuple[Text, Any]]:
    """Yield what the short report leaves out: the system, the commit and the packages."""
    yield msg("system"), manifest.get("platform")
    yield msg("commit"), manifest.get("commit")
    yield from dict(manifest.get("packages") or {}).items()


def _machine(comparison: Comparison, *, full: bool) -> Iterator[Block]:
    manifest = comparison.manifest
    rows: list[tuple[Text, ...]] = [
        (name, str(value))
        for name, value in (
            (msg("processor"), manifest.get("cpu")),
            (msg("cores"), manifest.get("cores")),
            ("Python", manifest.get("python")),
            ("gridwise", manifest.get("gridwise")),
            *(_versions(manifest) if full else ()),
            (msg("seed"), manifest.get("seed")),
        )
        if value is not None
    ]
    if manifest.get("measurement_class"):
        rows.append(
            (msg("class of the measurement"), as_message(str(manifest["measurement_class"])))
        )
    if full:
        yield Heading(msg("The machine"))
        yield ResultTable(
            msg("Where it was measured"), (msg("what"), msg("value")), tuple(rows), names=TEXT
        )
    yield Heading(msg("What this was made from"))
    if not full:
        parts = tuple(msg("{name}: {text}", name=name, text=text) for name, text in rows)
        yield Paragraph(msg("{parts}", parts=parts))
