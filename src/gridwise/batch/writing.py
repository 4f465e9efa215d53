"""Writes the rows of a batch: as CSV, JSON lines, lines of text, or Parquet.

Rows of Parquet are first kept as CSV, and converted when the last one is there.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwise.batch import work
from gridwise.core.errors import UsageError
from gridwise.core.message import msg
from gridwise.core.numbers import dumps
from gridwise.render.extras import needed
from gridwise.solving.files import NO_ENDING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwise.core.capabilities import LineAnswers

ENDINGS = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "text",
    ".parquet": "parquet",
}
"""The formats by the ending of the output's name."""
_PUZZLE, _SOLUTION = "P", "S"  # repeated for each character, marks its place in a row
_FEW = 16  # kinds of rows that are written as tables, at most
_BLOCK = 2 << 20  # bytes of CSV that are converted to Parquet together,
_GROUP = 50_000  # and the least rows that are kept together there


class RowWriter:
    """Turns answers into the bytes of one format.

    Parameters
    ----------
    do
        The question; it decides the columns.
    path
        The output; its ending decides the format.

    Raises
    ------
    UsageError
        The ending has no format, or a package is missing.
    """

    def __init__(self, do: str, path: Path) -> None:
        known = ENDINGS.get(path.suffix.lower())
        if known is None:
            found = msg("{ending} files", ending=path.suffix) if path.suffix else NO_ENDING
            raise UsageError(
                msg(
                    "{path}: a batch does not write {found}; known: {known}",
                    path=str(path),
                    found=found,
                    known=tuple(ENDINGS),
                )
            )
        if known == "parquet":
            needed("pyarrow", extra="batch", purpose=".parquet")
        self.do, self.format = do, known
        self._tables: dict[bytes, NDArray[np.uint8]] = {}
        self.columns = work.COLUMNS[do] + (("notes",) if known in ("csv", "parquet") else ())
        self._row: Callable[[Mapping[str, Any]], bytes] = {
            "jsonl": self._json_line,
            "text": self._text_line,
        }.get(known, self._csv_line)

    @property
    def head(self) -> bytes:
        """The first bytes of the output."""
        return _csv(self.columns) if self.format in ("csv", "parquet") else b""

    @property
    def convert(self) -> Callable[[Path, Path], None] | None:
        """The function that makes the output of the unfinished file; None if both are the same."""
        return self._to_parquet if self.format == "parquet" else None

    def row(self, record: Mapping[str, Any]) -> bytes:
        """Return one row, with its end."""
        return self._row(record)

    def rows(
        self, table: "NDArray[np.uint8]", answers: "LineAnswers", most: int, late: str
    ) -> tuple[memoryview, "NDArray[np.int64]", dict[str, int]]:
        """Return the rows of an engine's answers, the end of each, and the number of each outcome.

        Parameters
        ----------
        table
            The puzzles, in characters.
        answers
            The answers to these; every puzzle could be read.
        most
            The number of solutions that were looked for.
        late
            The `stop` of an unsettled puzzle.

        Notes
        -----
        Rows of one kind have one length, so they are columns copied into a table of bytes. The
        next call may write to the same table: use the rows before.
        """
        import numpy as np

        found, settled = answers.found, answers.settled
        keys = found * 2 + settled
        first = int(keys[0])
        same = bool((keys == first).all())
        kinds = [first] if same else np.unique(keys).tolist()
        ends: dict[str, int] = {}
        width = table.shape[1]
        if len(kinds) > _FEW:
            return self._one_by_one(table, answers, most, late)
        size = np.empty(len(table), np.int64)
        tables = []
        for kind in kinds:
            row, end, _ = self._like(kind >> 1, bool(kind & 1), most, late, width)
            chosen: Any = slice(None) if same else np.flatnonzero(keys == kind)
            rows = self._rows_like(row, len(table) if same else len(chosen))
            for mark, columns in ((_PUZZLE, table), (_SOLUTION, answers.solutions)):
                at = row.find(mark.encode() * width)
                if at >= 0:
                    rows[:, at : at + width] = columns if same else columns[chosen]
            ends[end] = ends.get(end, 0) + len(rows)
            size[chosen] = len(row)
            tables.append((chosen, rows))
        if same:
            return _bytes_of(tables[0][1]), np.cumsum(size), ends
        longest = int(size.max())
        wide = np.zeros((len(table), longest), np.uint8)
        for chosen, rows in tables:
            wide[chosen, : rows.shape[1]] = rows
        return _bytes_of(wide[np.arange(longest) < size[:, None]]), np.cumsum(size), ends

    def _rows_like(self, row: bytes, number: int) -> "NDArray[np.uint8]":
        """Return a table of copies of a row; its marked places are still to be filled.

        The table of an earlier slice is used again if it is long enough: only these places differ.
        """
        import numpy as np

        rows = self._tables.get(row)
        if rows is None or len(rows) < number:
            if len(self._tables) > _FEW:
                self._tables.clear()
            rows = self._tables[row] = np.empty((number, len(row)), np.uint8)
            rows[:] = np.frombuffer(row, np.uint8)
        return rows[:number]

    def _one_by_one(
        self, table: "NDArray[np.uint8]", answers: "LineAnswers", most: int, late: str
    ) -> tuple[memoryview, "NDArray[np.int64]", dict[str, int]]:
        import numpy as np

        ends: Counter[str] = Counter()
        width = table.shape[1]
        puzzles = table.tobytes()
        like: dict[tuple[int, bool], tuple[bytes, str, bool]] = {}
        rows = []
        pairs = zip(answers.found.tolist(), answers.settled.tolist(), strict=True)
        for at, kind in enumerate(pairs):
            if kind not in like:
                like[kind] = self._like(*kind, most, late, width)
            row, end, solved = like[kind]
            row = row.replace(_PUZZLE.encode() * width, puzzles[at * width : (at + 1) * width])
            if solved:
                row = row.replace(_SOLUTION.encode() * width, answers.solutions[at].tobytes())
            ends[end] += 1
            rows.append(row)
        return memoryview(b"".join(rows)), np.cumsum([len(row) for row in rows]), dict(ends)

    def _like(
        self, number: int, settled: bool, most: int, late: str, width: int
    ) -> tuple[bytes, str, bool]:
        """Return the row of lines with so many solutions, its end, whether it has a solution."""
        record, end = self._record(number, settled, most, late)
        record["puzzle"] = _PUZZLE * width
        solved = record.get("solution") is not None
        if solved:
            record["solution"] = _SOLUTION * width
        return self._row(record), end, solved

    def _record(
        self, number: int, settled: bool, most: int, late: str
    ) -> tuple[dict[str, Any], str]:
        """Return the record of a line with so many solutions, and its end."""
        exact = settled and number < most
        stop = "COMPLETED" if settled else late
        if self.do == "count":
            if settled and not exact:
                stop = "SOLUTION_LIMIT"
            known = number if number or exact else None
            end = work.UNKNOWN if not settled else work.ANSWERED if number else work.NONE
            return {"count": known, "exact": None if known is None else exact, "stop": stop}, end
        if number:
            unique = False if number > 1 else True if exact else None
            return {
                "solution": "",
                "status": "SOLVED",
                "stop": "COMPLETED" if unique is not None else stop,
                "unique": unique,
            }, work.ANSWERED
        status, end = ("UNSATISFIABLE", work.NONE) if exact else ("UNKNOWN", work.UNKNOWN)
        return {"solution": None, "status": status, "stop": stop, "unique": None}, end

    def _csv_line(self, record: Mapping[str, Any]) -> bytes:
        return _csv([_field(record.get(name)) for name in self.columns])

    def _json_line(self, record: Mapping[str, Any]) -> bytes:
        value = {name: record.get(name) for name in self.columns}
        if record.get("notes"):
            value["notes"] = record["notes"]
        return dumps(value, ensure_ascii=False).encode() + b"\n"

    def _text_line(self, record: Mapping[str, Any]) -> bytes:
        """Return the answer alone, a line for each puzzle; a puzzle without one gets a comment."""
        answer = record.get({"explain": "steps"}.get(self.do, self.columns[1]))
        if record.get("error") is not None:
            return f"# {record['error']}\n".encode()
        if answer is None:
            status = record.get("status") or "UNKNOWN"
            why = f" {record.get('stop')}" if status == "UNKNOWN" else ""
            return f"# {status}{why}\n".encode()
        if self.do == "count" and not record.get("exact"):
            return f">={answer}\n".encode()
        return f"{_field(answer)}\n".encode()

    def _to_parquet(self, source: Path, target: Path) -> None:
        pyarrow: Any = needed("pyarrow", extra="batch", purpose=".parquet")
        reader: Any = needed("pyarrow.csv", extra="batch", purpose=".parquet")
        parquet: Any = needed("pyarrow.parquet", extra="batch", purpose=".parquet")
        numbers, truths = ("count", "proof_steps"), ("exact", "unique", "proved")
        types = dict.fromkeys(numbers, pyarrow.int64()) | dict.fromkeys(truths, pyarrow.bool_())
        schema = pyarrow.schema([(n, types.get(n, pyarrow.string())) for n in self.columns])
        with (
            reader.open_csv(
                source,
                read_options=reader.ReadOptions(block_size=_BLOCK, use_threads=False),
                convert_options=reader.ConvertOptions(
                    column_types=schema,
                    null_values=[""],
                    strings_can_be_null=True,
                    true_values=["true"],
                    false_values=["false"],
                ),
            ) as rows,
            parquet.ParquetWriter(
                target,
                schema,
                compression="zstd",
                use_dictionary=[n for n in ("status", "stop") if n in self.columns],
            ) as writer,
        ):
            kept: list[Any] = []
            for batch in rows:
                kept.append(batch)
                if sum(map(len, kept)) >= _GROUP:
                    writer.write_table(pyarrow.Table.from_batches(kept, schema))
                    kept.clear()
            if kept:
                writer.write_table(pyarrow.Table.from_batches(kept, schema))


def _bytes_of(array: Any) -> memoryview:
    """Return the bytes of an array, not copied."""
    return memoryview(array.reshape(-1))


def _field(value: Any) -> Any:
    """Return a value as CSV and text have it: other values than text as JSON, None as nothing."""
    if isinstance(value, str):
        return value
    return "" if value is None else dumps(value, ensure_ascii=False)


def _csv(fields: Sequence[Any]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(fields)
    return out.getvalue().encode()
