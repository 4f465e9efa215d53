"""The batches of a server, as stored jobs: an uploaded file, one question, a file of answers.

A child process of the lowest priority runs `batch`, whose journal lies in the job's folder. So
a batch resumes after a pause and after its server was killed. A batch that ran or waited when its
server ended resumes by itself with the next server; a paused one stays paused.
"""

import json
import logging
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gridwise.batch import work
from gridwise.batch.reading import SliceReader
from gridwise.batch.run import checked_method, kind_of_lines
from gridwise.batch.writing import RowWriter
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError, UnknownNameError
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, from_json, msg
from gridwise.core.numbers import number
from gridwise.core.result import Stop
from gridwise.jobs.journal import rows_kept
from gridwise.jobs.stored import BusyError, JobPhase, StoredJob, StoredJobs, new_ident
from gridwise.process.supervisor import Supervisor, Task
from gridwise.solving.inputs import detect, is_notation

_log = logging.getLogger("gridwise.web")

MOST_UPLOADED, MOST_UNPACKED = 30_000_000, 200_000_000
"""The most bytes of a file, as it is sent and unpacked."""
MOST_BATCHES, MOST_ROWS, MOST_BYTES = 10, 1_000_000, 1_000_000_000
"""The most batches of a visitor, the rows of all of them, and their bytes on disk."""
MOST_STORED = 20_000_000_000
"""The most bytes on disk of the batches of all visitors."""
MOST_WAITING = 30
DEFAULT_S, LONGEST_S = 10.0, 60.0
"""The time limit of one puzzle."""
KEPT_S = 7 * 24 * 3600.0
"""Seconds after which a batch that ended, or was not resumed, is deleted."""
FORMS: Mapping[str, tuple[str, str]] = {
    "csv": (".csv", "text/csv"),
    "jsonl": (".jsonl", "application/x-ndjson"),
    "text": (".txt", "text/plain; charset=utf-8"),
    "parquet": (".parquet", "application/vnd.apache.parquet"),
}
"""The forms of the answers: the ending and the media type of each."""
NICENESS = 19

_INPUT, _ENDED = "input", "ended.json"
_GRACE_S = 20.0
_TRIES = 3
_BLOCK = 1 << 20


class StoredBatch(StoredJob):
    """One batch; its parts are rows.

    Attributes
    ----------
    name, do, method, puzzle, form
        The name of the uploaded file, and the question.
    bad
        Rows that are errors.
    per_s, left_s
        While it runs: rows a second, and the seconds left if they are known.
    answers
        The path of the file of answers.
    notes
        What was assumed to choose the kind of the lines.
    """

    noun = kind = "batch"

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        self.name, self.do, self.method = about["name"], about["do"], about["method"]
        self.puzzle, self.form = about["puzzle"], about["form"]
        self.answers = folder / f"answers{FORMS[self.form][0]}"
        self.notes = tuple(map(from_json, about.get("notes", ())))
        self.bad, self.per_s = 0, 0
        self.left_s: int | None = None
        super().__init__(folder, about)

    @property
    def download(self) -> str:
        """The name of the file of answers for a visitor."""
        return f"{self.name.partition('.')[0]}-{self.do}{FORMS[self.form][0]}"

    def result(self) -> Path | None:
        """Return the path of the answers, or None before the end."""
        return self.answers if self.phase is JobPhase.DONE and self.answers.exists() else None

    def _read(self) -> JobPhase:
        try:
            ended = json.loads((self.folder / _ENDED).read_text("utf-8"))
        except (OSError, ValueError):  # its server was killed
            self.done = rows_kept(self.answers)
            return JobPhase.STOPPED
        self.done, self.bad, self.error = ended["done"], ended["bad"], ended["error"]
        return JobPhase(ended["phase"])

    def store_end(self, phase: JobPhase, error: str) -> None:
        record = {"phase": phase.value, "done": self.done, "bad": self.bad, "error": error}
        (self.folder / _ENDED).write_text(json.dumps(record) + "\n", "utf-8")

    def run(self) -> None:
        keys = ("do", "puzzle", "method", "time_s", "cpu_s")
        asked = {name: self.about[name] for name in keys if name in self.about}
        asked |= {"source": self.name, "output": f"../{self.answers.name}"}
        arguments = {"folder": str(self.folder / _INPUT), "asked": asked}
        too_large: list[Message] = []

        def progress(_: float, counters: Mapping[str, int]) -> None:
            self.done, self.bad = counters["rows"], counters["bad"]
            self.per_s, self.left_s = counters["per_s"], counters.get("left_s")
            if _size(self.folder) > MOST_BYTES:
                too_large.append(msg("the answers take more than {n} MB", n=MOST_BYTES // 10**6))
            elif _size(self.folder.parent) > MOST_STORED:
                too_large.append(_full())
            if too_large:
                self.cancelled.set()

        try:
            with Supervisor(
                niceness=NICENESS, grace_s=_GRACE_S, extra_tasks=("gridwise.batch.task",)
            ) as supervisor:
                for _ in range(_TRIES):
                    outcome = supervisor.run(
                        Task("batch", arguments), cancel=self.cancelled, progress=progress
                    )
                    if not outcome.lost:  # else the journal goes on
                        break
        finally:
            self.per_s, self.left_s = 0, None
        if outcome.value is not None:
            self.done, self.bad = outcome.value["rows"], outcome.value["bad"]
        if too_large:
            raise ParameterError(too_large[-1])
        if outcome.end == "cancelled":
            raise Interrupted(Stop.CANCELLED)
        if outcome.end == "refused":
            raise ParameterError(outcome.error or "")
        if outcome.end != "answered":
            _log.error("a batch failed: %s", outcome.error)
            raise ParameterError(msg("the batch failed; the server's log says why"))
        shutil.rmtree(self.folder / _INPUT, ignore_errors=True)


class Batches(StoredJobs[StoredBatch]):
    """All batches of a server. Every method may be called from any thread.

    Parameters
    ----------
    folder
        The parent of the batches' folders.
    """

    made = StoredBatch
    busy = staticmethod(lambda n: msg("{n} batches wait already", n=n))
    most_waiting = MOST_WAITING
    at_once = 2
    patience_s = 2 * _GRACE_S

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._receiving: Counter[str] = Counter()
        self._tidy(start=True)

    @contextmanager
    def receiving(self, owner: str) -> Iterator[Path]:
        """Return the path for an upload; a file left there is deleted afterwards.

        Raises
        ------
        BusyError
            The visitor has the most batches, or the server's disk space is used up.
        """
        self._check_free()
        self._tidy()
        if self._is_full():
            raise BusyError(_full())
        with self._changed:
            if len(self.of(owner)) + self._receiving[owner] >= MOST_BATCHES:
                raise BusyError(msg("there are {n} batches already: delete one", n=MOST_BATCHES))
            self._receiving[owner] += 1
        try:
            self._folder.mkdir(parents=True, mode=0o700, exist_ok=True)
            path = self._folder / f"upload-{new_ident()}"
            try:
                yield path
            finally:
                path.unlink(missing_ok=True)
        finally:
            with self._changed:
                self._receiving[owner] -= 1

    def start(
        self,
        upload: Path,
        name: str,
        *,
        owner: str,
        do: str = "solve",
        puzzle: str | None = None,
        method: str = "auto",
        form: str = "csv",
        time_s: float = DEFAULT_S,
        cpu_s: float | None = None,
    ) -> str:
        """Start a batch with an uploaded file, which is moved away; return its id.

        Raises
        ------
        UnknownNameError, ParameterError, UsageError, InputError
            A wrong name, a file that cannot be read or holds no puzzle, too large a file.
        BusyError
            The visitor's batches would have too many rows or bytes, or all batches too many bytes.
        """
        if do not in work.COLUMNS:
            raise UnknownNameError(msg("question of a batch"), do, work.COLUMNS)
        if form not in FORMS:
            raise UnknownNameError(msg("form of the answers"), form, FORMS)
        for limit_s in (time_s, cpu_s):
            if limit_s is not None and not 0 < limit_s <= LONGEST_S:
                raise ParameterError(
                    msg(
                        "the limit is above 0 and at most {most} s, not {s}",
                        most=f"{LONGEST_S:g}",
                        s=f"{limit_s:g}",
                    )
                )
        method = checked_method(do, method)
        puzzle = None if puzzle is None else registry.puzzle(puzzle).name
        RowWriter(do, Path(f"answers{FORMS[form][0]}"))  # refuses questions that it cannot write
        name = _plain(name)
        rows, notes = _rows(upload, name, puzzle)
        about = {
            "owner": owner,
            "name": name,
            "do": do,
            "method": method,
            "puzzle": puzzle,
            "form": form,
            "time_s": time_s,
            "cpu_s": cpu_s,
            "total": rows,
            "notes": [note.as_json() for note in notes],
        }
        self._check_free()
        with self._changed:
            mine = self.of(owner)
            if sum(job.total for job in mine) + rows > MOST_ROWS:
                raise BusyError(
                    msg(
                        "your batches would have more than {n} rows: delete one",
                        n=number(MOST_ROWS),
                    )
                )
            size = sum(_size(job.folder) for job in mine)
            if size + upload.stat().st_size > MOST_BYTES:
                raise BusyError(
                    msg("your batches take more than {n} MB: delete one", n=MOST_BYTES // 10**6)
                )
            if self._is_full():  # the upload is in this folder too
                raise BusyError(_full())
            ident = new_ident()
            where = self._folder / ident
            for folder in (where, where / _INPUT):
                folder.mkdir(mode=0o700)
            upload.replace(where / _INPUT / name)
            self._enqueue(self._store(about, ident))
        return ident

    def _prepare(self, job: StoredBatch) -> None:
        self._check_free()
        if self._is_full():
            raise BusyError(_full())
        (job.folder / _ENDED).unlink(missing_ok=True)

    def _is_full(self) -> bool:
        """Return whether the batches of all visitors take more than `MOST_STORED`."""
        return _size(self._folder) > MOST_STORED

    def _tidy(self, *, start: bool = False) -> None:
        """Delete old jobs; at the start resume jobs of the last server, and delete uploads."""
        for ident in self._idents():
            where = self._folder / ident
            try:
                job = self.find(ident)
            except UnknownNameError:
                if start:
                    with suppress(OSError):
                        shutil.rmtree(where) if where.is_dir() else where.unlink()
                continue
            ended = where / _ENDED
            if start and not ended.exists():
                self._enqueue(job)
            elif ended.exists() and time.time() - ended.stat().st_mtime > KEPT_S:
                self.remove(ident)


def _full() -> Message:
    return msg(
        "the batches on this server take more than {n} GB: delete one, or try again later",
        n=MOST_STORED // 10**9,
    )


def _plain(name: str) -> str:
    """Return the name of a file without a path and without special characters."""
    name = re.sub(r"[^\w.-]+", "_", name.replace("\\", "/").rpartition("/")[2])[-80:]
    return name if re.search(r"^\w.*\.[A-Za-z]", name) else "puzzles.txt"


def _rows(path: Path, name: str, puzzle: str | None) -> tuple[int, tuple[Message, ...]]:
    """Return the number of puzzles of a file, and the notes on the choice of their kind.

    Raises `GridwiseError` if no batch can read it.
    """
    try:
        return _counted(path, puzzle)
    except ParseError as error:
        found, expected = error.phrases
        raise ParseError(
            found, expected, source=name, line=error.line, column=error.column
        ) from None


def _counted(path: Path, puzzle: str | None) -> tuple[int, tuple[Message, ...]]:
    reader = SliceReader(str(path))
    try:
        if puzzle is None and reader.first and not is_notation(reader.first):
            detect(reader.first)
        _, notes = kind_of_lines(reader, puzzle)
        comments = reader.form.name == "text"
        rows = size = 0
        while data := reader.take(_BLOCK):
            size += len(data)
            lines = [line for part in data.split(b"\n") if (line := part.strip())]
            rows += len(lines)
            if comments:
                rows -= sum(line.startswith(b"#") for line in lines)
            if size > MOST_UNPACKED:
                raise ParameterError(
                    msg("the file unpacks to more than {n} MB", n=MOST_UNPACKED // 10**6)
                )
            if rows > MOST_ROWS:
                raise ParameterError(msg("at most {n} puzzles", n=number(MOST_ROWS)))
    finally:
        reader.close()
    if not rows:
        raise ParameterError(msg("there is no puzzle in the file"))
    return rows, notes


def _size(folder: Path) -> int:
    """Return the bytes of the files in a folder and below."""
    size = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            size += path.stat().st_size
    return size
