"""Runs a batch: cuts the input into slices, shares them out, checks and writes the answers.

Written once, against `WorkExecutor`. The input is a stream, and at most a few slices are in memory.
Results are written in the order of the input. A slice whose worker died is cut in halves and tried
again, until the one line that kills workers is found; that line is then an error like any other.
"""

import os
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from gridwise.batch import work
from gridwise.batch.reading import SliceReader
from gridwise.batch.work import Asked, LineAnswer, SliceAnswers
from gridwise.batch.writing import RowWriter
from gridwise.compiled import worth
from gridwise.core import registry
from gridwise.core.errors import (
    GridwiseError,
    InputError,
    ParameterError,
    ParseError,
    UnknownNameError,
    UsageError,
    WrongAnswerError,
)
from gridwise.core.files import check_writable, make_folder, write_whole
from gridwise.core.limits import CancelToken, Interrupted, Limits, check_cancel
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Question
from gridwise.core.question import Arg, Names, names_of, typed
from gridwise.core.result import Stop
from gridwise.jobs.journal import Journal, Record, digest
from gridwise.process.sharing import KILLS, SharedCall, WorkExecutor, open_executor, shared
from gridwise.questions.parameters import MODELS, TECHNIQUES, Cpu, Time
from gridwise.solving.inputs import is_notation, read_text
from gridwise.solving.rate import models_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwise.core.capabilities import LineAnswers, LineSolver

_AHEAD = 4  # slices of each worker that are given out or wait to be written
_FIRST = 512  # bytes of the first slice, before the speed is known
_GROWTH = 8  # growth of a slice over the one before, at most
_POLL_S = 0.1


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """The progress of a run.

    Parameters
    ----------
    rows
        Answered puzzles, earlier runs included.
    per_s
        Puzzles a second in this run.
    left_s
        Seconds until the end, approximately; None if the length of the input is not known.
    bad
        Rows that are errors: bad input, faults.
    """

    rows: int
    per_s: float
    left_s: float | None
    bad: int = 0


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """The outcome of a run.

    Parameters
    ----------
    output
        The file of the answers.
    rows
        Its number of puzzles.
    ends
        The ends of the puzzles, number by word: `answered`, `no_solution`, `unknown` (a limit was
        reached), `bad` (input that cannot be read), `fault` (a defect, a worker that died);
        beside these `noted`, how many were read with an assumption that the row's notes say.
    resumed
        The number of puzzles that earlier runs answered.
    wall_s
        Elapsed time of this run.
    completed
        Whether all is done. A cancelled run is not; the same call resumes it.
    notes
        What was assumed to choose the kind of the lines. What was assumed to read a line is in its
        row.
    """

    output: Path
    rows: int
    ends: Mapping[str, int]
    resumed: int
    wall_s: float
    completed: bool
    notes: tuple[Message, ...] = ()

    @property
    def stop(self) -> Stop:
        """The reason why the run ended: COMPLETED or CANCELLED."""
        return Stop.COMPLETED if self.completed else Stop.CANCELLED

    @property
    def per_s(self) -> float:
        """Puzzles a second in this run."""
        return (self.rows - self.resumed) / self.wall_s if self.wall_s > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "output": str(self.output),
            "rows": self.rows,
            **{end: self.ends.get(end, 0) for end in (*work.ENDS, work.NOTED)},
            "resumed": self.resumed,
            "wall_s": self.wall_s,
            "completed": self.completed,
            **({"notes": [str(note) for note in self.notes]} if self.notes else {}),
        }


class StoppedError(InputError):
    """A run that could not go on; its answers are kept, and the same call resumes it."""

    def __init__(self, why: Message | str, rows: int) -> None:
        self.why, self.rows = why, rows
        super().__init__(
            msg(
                "{why}; {rows} answers are kept: run the same command again to go on",
                why=why,
                rows=rows,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        return (StoppedError, (self.why, self.rows))


@typed
def batch(
    source: str | os.PathLike[str],
    output: Annotated[
        str | os.PathLike[str],
        Arg(
            "The file of the answers: .csv, .jsonl, .txt or .parquet.",
            option=("-o", "--output"),
            metavar="OUT",
        ),
    ],
    *,
    do: Annotated[
        str,
        Arg(
            "solve (the default), count, rate, explain or certify.",
            metavar="WHAT",
            completions=lambda: work.COLUMNS,
        ),
    ] = "solve",
    puzzle: str | None = None,
    method: Annotated[
        str, Arg("One of `gridwise methods`, for solve, count and certify.", metavar="NAME")
    ] = "auto",
    models: Annotated[Names, MODELS] = (),
    techniques: Annotated[Names, TECHNIQUES] = (),
    time_s: Time = None,
    cpu_s: Cpu = None,
    limit: Annotated[
        int | None,
        Arg("Stop counting at N solutions of a puzzle; 1,000,000.", least=1, metavar="N"),
    ] = None,
    certificate: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[BatchProgress], None] | None = None,
) -> BatchSummary:
    """Answer one question about every puzzle of a file, and write the answers in their order.

    Answers are kept beside the output until all is done: after a crash, a full disk or a cancelled
    run the same call resumes it. In a script, call it under `if __name__ == "__main__":`, as it
    starts processes.

    Parameters
    ----------
    source
        The file, `-` for standard input: a puzzle a line, CSV with a column `puzzle`, JSON lines
        with a key `puzzle`; plain, gzip or zstd.
    output
        `.csv`, `.jsonl`, `.txt` or `.parquet`. It appears, whole, when all is done.
    do
        `solve`, `count`, `rate`, `explain`, or `certify`: solve, and prove every claim.
    puzzle
        The kind; by default the kind of the first line.
    method
        The method of `solve`, `count` and `certify`.
    models, techniques
        The models of `rate`, the techniques of `explain`, as a list or with commas between; by
        default all.
    time_s, cpu_s
        The limits of one puzzle, seconds on the clock and of processor time.
    limit
        The solutions of a puzzle at which `count` stops; by default a million.
    certificate
        A folder for the certificates of `certify`, `00000001-solutions.jsonl.gz` and the like by
        the number of the line; without it they are checked and not kept.
    workers
        The number of processes; by default one a core.
    cluster
        Work on a Dask cluster instead: a scheduler's address, or `local:4`.
    cancel, progress
        A token that ends the run; a callback about ten times a second, with the puzzles answered.

    Returns
    -------
    BatchSummary
        The number of puzzles, and their ends.

    Raises
    ------
    UsageError
        The question, kind, method or format does not exist; another run is at work on the same
        output, or began it with another question.
    InputError
        A file cannot be read or written; `StoppedError` if the run had begun.
    """
    from gridwise import __version__

    models, techniques = names_of("models", models), names_of("techniques", techniques)
    target = Path(output)
    folder = None if certificate is None else Path(certificate)
    if do not in work.COLUMNS:
        raise UnknownNameError(msg("question of a batch"), do, work.COLUMNS)
    writer = RowWriter(do, target)
    check_writable(target, [source])
    reader = SliceReader(os.fspath(source), puzzle)
    try:
        kind, notes = kind_of_lines(reader, puzzle)
        asked = Asked(
            do=do,
            puzzle=kind,
            method=checked_method(do, method),
            models=models,
            techniques=techniques,
            limits=Limits(time_s=time_s, cpu_s=cpu_s),
            limit=work.DEFAULT_LIMIT if limit is None else limit,
            keep=folder is not None,
            form=reader.form,
        )
        _check_names(asked)
        question = {"source": reader.source, **asked.as_json(), "program": __version__}
        if folder is not None:
            make_folder(folder)
            question["certificates"] = str(folder)
        journal = Journal(target, question, writer.head)
        try:
            run = _Coordinator(asked, reader, writer, journal, folder, cancel, progress)
            return replace(run.summary(workers, cluster), notes=notes)
        finally:
            journal.release()
    finally:
        reader.close()


def kind_of_lines(reader: SliceReader, puzzle: str | None) -> tuple[str, tuple[Message, ...]]:
    """Return the kind of the lines that are no notation, and the notes on its choice.

    The kind is empty if all may be notations. Boards of several lines have their notes with them.
    """
    if puzzle is not None:
        return registry.puzzle(puzzle).name, ()
    first = reader.first
    if not first or is_notation(first):
        return first.partition(":")[0], ()
    kind, entry = next(read_text(first))
    if kind is None or reader.form.name == "boards":
        return "" if kind is None else kind.name, ()
    _, same = next(read_text(first, puzzle=kind.name))
    return kind.name, tuple(note for note in entry.notes if note not in same.notes)


def checked_method(do: str, method: str) -> str:
    """Return the name of a method; raise `UsageError` if it does not exist, or none is taken."""
    if method == "auto":
        return method
    if do not in work.BY_METHOD:
        raise ParameterError(msg("{do} takes no method", do=do))
    return registry.method(method).name


def _check_names(asked: Asked) -> None:
    """Raise `UsageError` for names that are wrong for every line."""
    if asked.models and asked.do != "rate":
        raise ParameterError(msg("only {do} takes {what}", do="rate", what="models"))
    if asked.techniques and asked.do != "explain":
        raise ParameterError(msg("only {do} takes {what}", do="explain", what="techniques"))
    if asked.keep and asked.do != "certify":
        raise ParameterError(msg("only {do} takes {what}", do="certify", what="certificate"))
    if asked.puzzle and asked.do == "rate":
        models_of(asked.puzzle, asked.models or None)
    if asked.puzzle and asked.techniques:
        registry.chosen_techniques(asked.puzzle, asked.techniques)


def _halves(call: SharedCall) -> list[SharedCall]:
    """Return the two halves of a slice whose worker died, or nothing for a single line."""
    *before, data, plain = call
    lines = data.splitlines(keepends=True)
    middle = len(lines) // 2
    halves = (b"".join(lines[:middle]), b"".join(lines[middle:])) if middle else ()
    return [(*before, half, plain) for half in halves]


def _fault_row(call: SharedCall) -> SliceAnswers:
    """Return the row of a line at which workers died again and again."""
    text = call[2].decode("utf-8", "replace").strip()
    error = RuntimeError(f"a worker process died {KILLS} times at this puzzle")
    row = LineAnswer(0, 0, work.FAULT, {"puzzle": text}, error=error)
    return SliceAnswers(1, 0.0, False, None, (row,))


@dataclass(eq=False, slots=True)
class _Written:
    """The output of one slice: its rows, and their ends."""

    rows: int
    output: bytes | memoryview
    ends: dict[str, int] = field(default_factory=dict)


class _Coordinator:
    """One run, from the first slice to the name of the output."""

    def __init__(
        self,
        asked: Asked,
        reader: SliceReader,
        writer: RowWriter,
        journal: Journal,
        folder: Path | None,
        cancel: CancelToken | None,
        progress: Callable[[BatchProgress], None] | None,
    ) -> None:
        self.asked, self.reader, self.writer, self.journal = asked, reader, writer, journal
        self.folder = folder
        self.cancel, self.progress = cancel, progress
        self.engine = asked.engine
        self.ends: Counter[str] = Counter()
        self.rows = self.resumed = 0
        self.line = reader.line  # the first line of the next slice that is written
        self._size = _FIRST
        self._began = self._shown = time.monotonic()
        self._skipped = 0
        self._plain_s = 0.0  # seconds of work after which compiling the engine pays off

    def summary(self, workers: int | None, cluster: str | None) -> BatchSummary:
        """Run to the end, or until it is cancelled."""
        completed = True
        if self.journal.finished:
            self._add_earlier()
        else:
            self._skip()
            completed = self._answer(workers, cluster)
        if completed:
            self.journal.finish(self.writer.convert)
        passed = time.monotonic() - self._began
        return BatchSummary(
            self.journal.output, self.rows, dict(self.ends), self.resumed, passed, completed
        )

    def _add_earlier(self) -> None:
        for record in self.journal.records:
            self.ends.update(record.ends)
            self.line += record.lines
        self.rows = self.resumed = self.journal.rows

    def _skip(self) -> None:
        """Read past the answered input; raise `UsageError` if it has changed."""
        for record in self.journal.records:
            if digest(self.reader.exactly(record.size)) != record.hash:
                raise UsageError(
                    msg(
                        "{path}: the input has changed since this run began: use another name for "
                        "the output, or delete {journal}",
                        path=self.reader.source,
                        journal=str(self.journal.path),
                    )
                )
        self._add_earlier()
        self._skipped = self.reader.position

    def _answer(self, workers: int | None, cluster: str | None) -> bool:
        """Answer the rest of the input; return False if cancelled."""
        if self._cancelled():
            return False
        preload = [self.asked.puzzle] if self.engine is not None else []
        if cluster is None:
            self._plain_s = sum(map(worth.missing_s, preload))
        if self._plain_s:
            preload = []
        pool = open_executor(workers, cluster, preload=preload)
        try:
            for data, answers in self._answered(pool):
                self._write(data, answers)
            cancelled = self._cancelled()
            self.journal.commit()
            return not cancelled
        except (InputError, OSError) as error:
            pool.close()
            why = error.message if isinstance(error, GridwiseError) else str(error)
            raise StoppedError(why, self.rows) from error
        finally:
            pool.close()

    def _cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    def _answered(self, pool: WorkExecutor) -> Iterator[tuple[bytes, SliceAnswers]]:
        """Yield the slices of the input in order, with their answers."""
        fault: InputError | None = None

        def slices() -> Iterator[SharedCall]:
            nonlocal fault
            try:
                while data := self.reader.take(self._size):
                    yield work.answer_slice, self.asked, data, self._plain_s > 0
            except InputError as error:  # the slices before it are answered first
                fault = error

        answered = shared(
            *(pool, slices(), self._check), ahead=_AHEAD, smaller=_halves, given_up=_fault_row
        )
        with suppress(Interrupted):
            for (_, _, data, _), answers in answered:
                self._measure(pool, len(data), answers.seconds)
                self._weigh(pool, data, answers)
                yield data, answers
            if fault is not None:
                raise fault

    def _check(self) -> None:
        check_cancel(self.cancel)
        self._tell()

    def _measure(self, pool: WorkExecutor, size: int, seconds: float) -> None:
        """Choose the size of the next slices by the time of this one."""
        wanted = int(size * pool.slice_s / max(seconds, 1e-6))
        self._size = max(1, min(wanted, self._size * _GROWTH, pool.slice_bytes))

    def _weigh(self, pool: WorkExecutor, data: bytes, answers: SliceAnswers) -> None:
        """Have the engine compiled for the next slices, if plain work takes longer than that.

        The rule is that of one board; it decides at once if the length of the input is known.
        """
        if not self._plain_s:
            return
        self._plain_s -= answers.seconds
        rest = (self.reader.size or 0) - self.reader.position
        expected = answers.seconds * rest / len(data)
        if answers.lines is not None or expected >= self._plain_s:
            self._plain_s = 0.0
            worth.tell_missing(self.asked.puzzle)
            compiled = pool.submit(work.warm, (self.asked.puzzle,))  # in one worker, for all
            while wait((compiled,), _POLL_S).not_done:
                self._check()

    def _write(self, data: bytes, answers: SliceAnswers) -> None:
        """Check the answers of a slice, and write them with their record."""
        written = self._written(data, answers)
        lines = answers.count if answers.uniform else data.count(b"\n")
        self.journal.append(
            written.output,
            Record(
                index=self.rows,
                rows=written.rows,
                lines=lines,
                size=len(data),
                hash=digest(data),
                written=len(written.output),
                crc=zlib.crc32(written.output),
                ends=written.ends,
            ),
        )
        self.rows += written.rows
        self.line = self.reader.line = self.line + lines
        self.ends.update(written.ends)

    def _written(self, data: bytes, answers: SliceAnswers) -> _Written:
        block: bytes | memoryview = b""
        ends, wrong = dict[str, int](), list[LineAnswer]()
        limits: NDArray[np.int64] | None = None
        if answers.lines is not None and self.engine is not None:
            table, lines, places = self._readable(data, answers, self.engine)
            right = self._right(table, lines)
            if not right.all():
                wrong = [
                    _wrong_row(table[i], *(places[i] if places else (i, i, 1)))
                    for i in (~right).nonzero()[0].tolist()
                ]
                table, lines = table[right], _chosen(lines, right)
            if len(table):
                late = "TIME_LIMIT"
                block, limits, ends = self.writer.rows(table, lines, self.asked.most, late)
        others = sorted((*answers.rows, *wrong), key=lambda row: row.at)
        if not others:
            return _Written(answers.count, block, ends)
        pieces, done, begin = list[bytes | memoryview](), 0, 0
        for row in others:
            before = row.at - done  # rows of the table before this one
            end = int(limits[before - 1]) if before and limits is not None else 0
            text, how = self._one(row)
            pieces += [block[begin:end], text]
            for key in (how, *([work.NOTED] if "notes" in row.record else ())):
                ends[key] = ends.get(key, 0) + 1
            begin, done = end, done + 1
        pieces.append(block[begin:])
        return _Written(answers.count, b"".join(pieces), ends)

    def _readable(
        self, data: bytes, answers: SliceAnswers, engine: "LineSolver"
    ) -> tuple["NDArray[np.uint8]", "LineAnswers", Any]:
        """Return the lines that the engine could read, its answers, and their places."""
        parts = work.split(self.asked.form, data, engine.width, uniform=answers.uniform)
        table, lines, places = parts.table, answers.lines, parts.places
        assert lines is not None
        if len(lines.found) and lines.found.min() < 0:
            kept = lines.found >= 0
            indices = kept.nonzero()[0].tolist()
            places = tuple(places[i] if places else (i, i, 1) for i in indices)
            table, lines = table[kept], _chosen(lines, kept)
        return table, lines, places

    def _right(self, table: "NDArray[np.uint8]", lines: Any) -> "NDArray[np.bool]":
        """Return which answers of the engine hold: the solutions keep the rules, or none exist."""
        if self.asked.do != "solve" or self.engine is None:
            readable: NDArray[np.bool] = lines.found >= 0
            return readable
        right = self.engine.keeps_rules(table, lines.solutions)
        right |= lines.found == 0
        return right

    def _one(self, row: LineAnswer) -> tuple[bytes, str]:
        """Return the checked row of a line that was answered by itself, and its end."""
        record, error, end = row.record, row.error, row.end
        if error is None and record.get("solution") is not None:
            error = self._wrong(record, row.moves)
        if error is not None:
            end = row.end if row.error is not None else work.FAULT
            status = "UNKNOWN" if end == work.FAULT else "ERROR"
            words = self._words(error, self.line + row.line, row.column)
            notes = record.get("notes")
            record = {"puzzle": record["puzzle"], "status": status, "error": words, "notes": notes}
        elif record.get("certificate"):
            record["certificate"] = self._kept(record["certificate"], self.line + row.line)
        return self.writer.row(record), end

    def _kept(self, made: Mapping[str, bytes], line: int) -> str:
        """Write the certificates of a line before its row is recorded; return their names."""
        assert self.folder is not None
        names = {f"{line:08}-{kind}.jsonl.gz": data for kind, data in made.items()}
        for name, data in names.items():
            write_whole(self.folder / name, [data], durable=True)
        return " ".join(names)

    def _wrong(self, record: Mapping[str, Any], moves: tuple[str, ...]) -> Exception | None:
        """Replay a solution; return the error if the rules refuse it."""
        try:
            puzzle, position, _ = work.read_line(self.asked, record["puzzle"])
            at = puzzle.apply_all(position, [puzzle.parse_move(position, move) for move in moves])
            board = work.solution_of(puzzle, at, moves, record["puzzle"])
            solved = puzzle.is_solved(at) or puzzle.questions[0] is Question.FORCED
        except GridwiseError as error:
            return WrongAnswerError(msg("the answer breaks the rules: {why}", why=error.placed))
        if solved and board == record["solution"]:
            return None
        return WrongAnswerError(msg("the answer is no solution of the board"))

    def _words(self, error: Exception, line: int, column: int) -> str:
        """Return an error with its place in the input: FILE:LINE:COLUMN."""
        if isinstance(error, ParseError):
            column += error.column - 1 if error.line == 1 else 0
            found, expected = error.phrases
            error = ParseError(found, expected, source=self.reader.source, line=line, column=column)
            return str(error.placed)
        text = error.placed if isinstance(error, GridwiseError) else error
        return f"{self.reader.source}:{line}:{column}: {text}"

    def _tell(self) -> None:
        now = time.monotonic()
        if self.progress is None or now - self._shown < _POLL_S:
            return
        self._shown = now
        passed = now - self._began
        done, size = self.reader.position - self._skipped, self.reader.size
        left = None
        if size and done > 0:
            left = passed * (size - self._skipped - done) / done
        per_s = (self.rows - self.resumed) / passed
        bad = self.ends[work.BAD] + self.ends[work.FAULT]
        self.progress(BatchProgress(self.rows, per_s, left, bad))


def _wrong_row(line: "NDArray[np.uint8]", at: int, number: int, column: int) -> LineAnswer:
    text = line.tobytes().decode("ascii", "replace")
    error = WrongAnswerError(msg("the engine's answer breaks the rules"))
    return LineAnswer(at, number, work.FAULT, {"puzzle": text}, error=error, column=column)


def _chosen(lines: Any, kept: "NDArray[np.bool]") -> Any:
    solutions = lines.solutions[kept] if len(lines.solutions) else lines.solutions
    return replace(lines, solutions=solutions, found=lines.found[kept], settled=lines.settled[kept])
