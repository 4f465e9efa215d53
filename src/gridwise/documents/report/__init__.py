"""The report of a comparison as DOCX, PDF or HTML, in three languages."""

import os
from functools import partial
from importlib.util import find_spec
from numbers import Real
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from gridwise.comparing.charts import TITLES, complete, plot
from gridwise.comparing.results import MANIFEST, Comparison
from gridwise.comparing.tables import in_spoken_names
from gridwise.core.errors import ParseError, UsageError
from gridwise.core.files import check_writable, write_whole
from gridwise.core.limits import CancelToken, check_cancel
from gridwise.core.message import msg
from gridwise.core.question import Arg, typed
from gridwise.documents.fonts import MissingFontError, chinese_family, needs_chinese
from gridwise.documents.proofs import certified_boards
from gridwise.documents.report.build import document
from gridwise.documents.writers import WRITERS
from gridwise.render.catalogue import LANGUAGES, Catalogue, catalogue
from gridwise.render.words import in_words

FORMATS = tuple(WRITERS)
"""The endings of a report's files."""


@typed
def report(
    folder: str | os.PathLike[str],
    output: Annotated[
        str | os.PathLike[str],
        Arg("A .docx, .pdf or .html file.", option=("--output", "-o"), metavar="FILE"),
    ],
    *,
    lang: str = "en",
    full: Annotated[
        bool, Arg("Every table, plot, worked example and conclusion; else four to six pages.")
    ] = False,
    certificate: str | os.PathLike[str] | None = None,
    cancel: CancelToken | None = None,
) -> None:
    """Write the report of a comparison, whole or not at all.

    Parameters
    ----------
    folder
        The folder of `compare`.
    output
        The file; its ending, `.docx`, `.pdf` or `.html`, decides the format.
    lang
        en, vi or zh-Hant.
    full
        Write every table, plot, worked example and conclusion. By default a report has four to six
        pages: the question, the method, a table and a plot for each question, three conclusions,
        and room for your own words.
    certificate
        A folder: each board is answered again, by the default method and in the comparison's time
        limit; certificates of the answers are written to it and checked, and the report names the
        proofs.
    cancel
        A token that ends the work before the report is written.

    Raises
    ------
    UsageError
        The ending or the language is unknown, a package is not installed, or certificates of games
        are wanted.
    EndedEarlyError
        The call was cancelled.
    ParseError
        The folder holds no comparison.
    InputError
        No installed font has the letters of the language (PDF), or the file cannot be written.
    """
    path = Path(output)
    write = WRITERS.get(path.suffix.lower())
    if write is None:
        raise UsageError(
            msg("{path}: a report is written to {formats}", path=str(path), formats=tuple(FORMATS))
        )
    words = catalogue(lang)
    check_writable(path)

    check_cancel(cancel)
    where = Path(folder)
    comparison = in_spoken_names(loaded(where), lambda text: in_words(text, words))
    proved = () if certificate is None else certified_boards(comparison, Path(certificate), cancel)
    with TemporaryDirectory() as scratch:
        redraw = lang != "en" or not complete(where)
        drawn = redraw and _drawn(comparison, words, Path(scratch))
        plots = Path(scratch) if drawn else None
        made = document(comparison, where, plots=plots, proved=proved, full=full)
        data = write(made, words, partial(check_cancel, cancel))
    check_cancel(cancel)
    write_whole(path, (data,))


def _drawn(comparison: Comparison, words: Catalogue, folder: Path) -> bool:
    """Draw the plots again, in this language; return whether that worked.

    Otherwise the report takes the folder's plots, which are in English and may be incomplete:
    matplotlib may be missing, or a font with the letters.
    """
    if find_spec("matplotlib") is None:
        return False
    from matplotlib import font_manager

    families: tuple[str, ...] = ()
    if needs_chinese(title.words(words) for title in TITLES.values()):
        try:
            families = (chinese_family(font.name for font in font_manager.fontManager.ttflist),)
        except MissingFontError:
            return False
    return bool(plot(comparison, folder, words=words, fonts=families))


def loaded(folder: Path) -> Comparison:
    """Return the comparison of a folder after checking its manifest; raise `ParseError`."""
    source = str(folder / MANIFEST)
    comparison = Comparison.load(folder)
    limits = comparison.manifest["limits"]
    if not isinstance(limits, dict):
        raise ParseError(f"{limits!r} for limits", "time_s and memory_bytes", source=source)
    numbers = limits | {name: limits.get(name) for name in ("time_s", "memory_bytes")}
    numbers |= {name: comparison.manifest[name] for name in ("repeats", "seed")}
    for name, value in numbers.items():
        if not isinstance(value, Real):
            raise ParseError(f"{value!r} for {name}", "a number", source=source)
    try:
        known = {one.id for one in comparison.subjects} | {one.id for one in comparison.contenders}
    except TypeError as error:
        raise ParseError(str(error), "the subjects and contenders", source=source) from None
    if not comparison.rows:
        raise ParseError("no runs", "a comparison with at least one run", source=str(folder))
    for row in comparison.rows:
        if not {row.subject, row.contender} <= known:
            raise ParseError(
                f"a run of {row.contender} on {row.subject}",
                "runs of what the manifest lists",
                source=str(folder),
            )
    return comparison


__all__ = ["FORMATS", "LANGUAGES", "document", "loaded", "report"]
