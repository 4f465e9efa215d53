"""The answers of a batch as a table of pandas or Polars."""

import os
from pathlib import Path
from typing import Any

from gridwise.batch.writing import ENDINGS
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.question import typed
from gridwise.render.extras import needed

LIBRARIES = ("pandas", "polars")


@typed
def read_results(path: str | os.PathLike[str], *, library: str = "pandas") -> Any:
    """Return the answers of `batch` as a table of pandas or Polars.

    Parameters
    ----------
    path
        A `.csv`, `.jsonl` or `.parquet` file of answers.
    library
        `pandas` or `polars`.

    Raises
    ------
    UsageError
        The library or the kind of file is another, or the library is not installed.
    """
    kind = ENDINGS.get(Path(path).suffix.lower())
    if library not in LIBRARIES:
        raise ParameterError(
            msg("library is one of {known}, not {found}", known=LIBRARIES, found=repr(library))
        )
    if kind is None or kind == "text":
        known = tuple(ending for ending, name in ENDINGS.items() if name != "text")
        raise ParameterError(
            msg("{path}: results are read from {known}", path=str(path), known=known)
        )
    extra = {"pandas": "notebook", "polars": "batch"}[library]
    frames = needed(library, extra=extra, purpose="read_results()")
    if library == "polars":
        read = {"csv": frames.read_csv, "jsonl": frames.read_ndjson}
        return read.get(kind, frames.read_parquet)(path)
    if kind == "csv":
        # A line of 81 digits is a text, and a status never stands for a missing value.
        texts = "puzzle solution status stop error rating steps claim certificate notes"
        return frames.read_csv(path, dtype=dict.fromkeys(texts.split(), "string"))
    if kind == "jsonl":
        return frames.read_json(path, lines=True, dtype=False)
    return frames.read_parquet(path)
