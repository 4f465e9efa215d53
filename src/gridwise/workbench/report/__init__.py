"""The report that comes out of a comparison: DOCX, PDF or HTML, in three languages."""

import os
import tempfile
from collections.abc import Callable, Mapping
from importlib import import_module
from numbers import Real
from pathlib import Path

from gridwise.core.errors import InputError, ParseError, UsageError
from gridwise.render.catalogue import LANGUAGES, Catalogue, catalogue
from gridwise.workbench.comparison import MANIFEST, Comparison
from gridwise.workbench.report.contents import document
from gridwise.workbench.report.model import Document

FORMATS: Mapping[str, str] = {".docx": "write_docx", ".pdf": "write_pdf", ".html": "write_html"}
"""The endings of the files that a report is written to, each with its module here."""


def report(
    folder: str | os.PathLike[str], output: str | os.PathLike[str], lang: str = "en"
) -> None:
    """Write the report of a comparison, whole or not at all.

    Parameters
    ----------
    folder
        Made by `compare`.
    output
        The file; its ending, one of `FORMATS`, says what is written.
    lang
        One of `LANGUAGES`.

    Raises
    ------
    UsageError
        Another ending, no such language, or a package that is not installed.
    ParseError
        The folder holds no comparison.
    MissingFontError
        No font at hand has the letters of the language (PDF).
    InputError
        The file cannot be written.
    """
    path = Path(output)
    write = writer(path)
    words = catalogue(lang)
    if path.is_dir() or not path.parent.is_dir():
        why = "it is a directory" if path.is_dir() else "no such directory"
        raise InputError(f"{path}: cannot be written: {why}")
    where = Path(folder)
    data = write(document(loaded(where), where), words)
    try:
        _whole(path, data)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"{path}: cannot be written: {why}") from error


def writer(path: Path) -> Callable[[Document, Catalogue], bytes]:
    """Return what writes files of this ending; raise `UsageError` where nothing does."""
    module = FORMATS.get(path.suffix.lower())
    if module is None:
        raise UsageError(f"{path}: a report is written to {', '.join(FORMATS)}")
    found: Callable[[Document, Catalogue], bytes] = import_module(f"{__name__}.{module}").write
    return found


def loaded(folder: Path) -> Comparison:
    """Return the comparison of a folder, its manifest looked through; raise `ParseError`."""
    source = str(folder / MANIFEST)
    found = Comparison.load(folder)
    limits = found.manifest["limits"]
    if not isinstance(limits, dict):
        raise ParseError(f"{limits!r} for limits", "time_s and memory_bytes", source=source)
    numbers = {name: limits.get(name) for name in ("time_s", "memory_bytes")}
    numbers |= {name: found.manifest[name] for name in ("repeats", "seed")}
    for name, value in numbers.items():
        if not isinstance(value, Real):
            raise ParseError(f"{value!r} for {name}", "a number", source=source)
    try:
        known = {one.id for one in found.subjects} | {one.id for one in found.contenders}
    except TypeError as error:
        raise ParseError(str(error), "the subjects and contenders", source=source) from None
    if not found.rows:
        raise ParseError("no runs", "a comparison with at least one run", source=str(folder))
    for row in found.rows:
        if not {row.subject, row.contender} <= known:
            raise ParseError(
                f"a run of {row.contender} on {row.subject}",
                "runs of what the manifest lists",
                source=str(folder),
            )
    return found


def _whole(path: Path, data: bytes) -> None:
    """Write a file under another name and rename it, so that no half of it is ever seen."""
    if path.exists() and not path.is_file():  # a device or a pipe takes no renaming
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


__all__ = ["FORMATS", "LANGUAGES", "document", "loaded", "report", "writer"]
