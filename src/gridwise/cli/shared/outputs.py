"""Collects answers, and writes each file when all that belongs into it is there."""

import json
from pathlib import Path
from typing import Any

from gridwise.cli.shared import files as _files
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import GridwiseError
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result, Solutions
from gridwise.solving.files import check_writable


class Outputs:
    """The files of one command: one that was named, or one beside each `InputX.txt`.

    Parameters
    ----------
    terminal
        Where to say what was written and what was not.
    named
        The file of `-o`.
    style
        Of boards in files; by default `grid`, or what the ending of the named file says.
    """

    def __init__(self, terminal: Terminal, named: Path | None, style: str | None = None) -> None:
        self.terminal, self.named, self.style = terminal, named, style
        self.status = 0
        self._path: Path | None = None
        self._texts: list[str] = []
        self._left_out = 0
        if named is not None:
            check_writable(named)

    def begin(self, source: str, puzzle: Puzzle[Any, Any], position: Any) -> None:
        """Look at the next puzzle before it is solved; write out what a former source left.

        Raises
        ------
        UsageError
            The named file has an ending that this puzzle has no style for, or whose style cannot
            say this board.
        """
        if self.named is not None and not _files.holds_records(self.named):
            puzzle.format(position, self._style(self.named, puzzle))
        path = self.named or _files.output_beside(source)
        if path != self._path:
            self.finish()
            self._path = path

    @property
    def takes_records(self) -> bool:
        """Whether the file that is being collected holds records."""
        return self._path is not None and _files.holds_records(self._path)

    def add(
        self, puzzle: Puzzle[Any, Any], result: Result[Any], record: dict[str, Any] | None
    ) -> None:
        """Take a result; one without an answer is left out and counted.

        The record is needed where the file `takes_records`.
        """
        if self._path is None:
            return
        if _files.holds_records(self._path):
            self._texts.append(json.dumps(record, ensure_ascii=False, allow_nan=False))
        elif isinstance(result.answer, Solutions) and result.answer.items:
            style = self._style(self._path, puzzle)
            for item in result.answer.items:
                self._texts.append(puzzle.format(item.position, style))
        else:
            self._left_out += 1

    def _style(self, path: Path, puzzle: Puzzle[Any, Any]) -> str:
        default = "grid" if self.named is None else None
        return _files.style_for(path, puzzle, self.style or default)

    def add_record(self, record: dict[str, Any]) -> None:
        """Take the record of a bad input, where the file holds records."""
        if self.named is not None and _files.holds_records(self.named):
            self._path = self.named
            self._texts.append(json.dumps(record, ensure_ascii=False, allow_nan=False))

    def finish(self) -> None:
        """Write the file that is being collected, if any, and say so."""
        path, texts, left_out = self._path, self._texts, self._left_out
        self._path, self._texts, self._left_out = None, [], 0
        if path is None:
            return
        if not texts:
            stale = "; the one that is there is older" if path.exists() else ""
            self.terminal.note(f"{path} not written: there is no answer{stale}")
            return
        try:
            if _files.holds_records(path):
                _files.write_whole(path, (text + "\n" for text in texts))
            else:
                _files.write_whole(path, (_files.joined(texts),))
        except GridwiseError as error:
            self.terminal.error(str(error))
            if self.named is not None:  # a file that nobody asked for costs no answer
                self.status = max(self.status, error.exit_status)
            return
        missing = f", {left_out} without an answer left out" if left_out else ""
        self.terminal.note(f"{path} written{missing}")
