"""The files that answers are written to."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gridwise.cli.shared.language import error_words
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import GridwiseError
from gridwise.core.files import check_writable, write_whole
from gridwise.core.message import msg
from gridwise.core.numbers import dumps
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result, Solutions
from gridwise.solving.files import joined, style_for, style_named

_INPUT_NAME = re.compile(r"Input(.*)\.txt", re.DOTALL)
_JSON = frozenset({".json", ".jsonl"})


def output_beside(source: str) -> Path | None:
    """Return `OutputX.txt` beside `InputX.txt`, None for other names."""
    path = Path(source)
    match = _INPUT_NAME.fullmatch(path.name)
    return None if match is None else path.with_name(f"Output{match[1]}.txt")


def holds_json(path: Path) -> bool:
    """Return whether the file takes JSON lines rather than boards."""
    return path.suffix.lower() in _JSON


class AnswerFiles:
    """The files of one command: the named one, or one beside each `InputX.txt`.

    Each is written when all its answers are collected.

    Parameters
    ----------
    terminal
        Gets a note of each file that was written or not.
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
        """Prepare for the answer of a puzzle; write the file of the former source, if it ends.

        Raises
        ------
        UsageError
            The puzzle has no style for the ending of the named file, or that style cannot
            write this board.
        """
        if self.named is not None and not holds_json(self.named):
            puzzle.format(position, self._style(self.named, puzzle))
        path = self.named or output_beside(source)
        if path != self._path:
            self.finish()
            self._path = path

    @property
    def takes_json(self) -> bool:
        """Whether the file that is being collected holds JSON lines."""
        return self._path is not None and holds_json(self._path)

    def add(
        self, puzzle: Puzzle[Any, Any], result: Result[Any], value: Mapping[str, Any] | None
    ) -> None:
        """Take a result; one without an answer is left out and counted.

        `value` is its JSON object, needed where the file `takes_json`.
        """
        if self._path is None:
            return
        if holds_json(self._path):
            self._texts.append(dumps(value, ensure_ascii=False, allow_nan=False))
        elif isinstance(result.answer, Solutions) and result.answer.items:
            style = self._style(self._path, puzzle)
            for item in result.answer.items:
                self._texts.append(puzzle.format(item.position, style))
        else:
            self._left_out += 1

    def _style(self, path: Path, puzzle: Puzzle[Any, Any]) -> str:
        style = self.style or ("grid" if self.named is None else None)
        if style is not None:
            return style_named(style, puzzle)
        return style_for(path, puzzle, also=_JSON)

    def add_json(self, value: dict[str, Any]) -> None:
        """Take the JSON object of a bad input, where the file holds JSON lines."""
        if self.named is not None and holds_json(self.named):
            self._path = self.named
            self._texts.append(dumps(value, ensure_ascii=False, allow_nan=False))

    def finish(self) -> None:
        """Write the file that is being collected, if any, and say so."""
        path, texts, left_out = self._path, self._texts, self._left_out
        self._path, self._texts, self._left_out = None, [], 0
        if path is None:
            return
        if not texts:
            text = msg("{path} not written: there is no answer", path=str(path))
            if path.exists():
                text = msg("{said}; the existing file is older", said=text)
            self.terminal.note(text)
            return
        try:
            if holds_json(path):
                write_whole(path, (text + "\n" for text in texts))
            else:
                write_whole(path, (joined(texts),))
        except GridwiseError as error:
            self.terminal.error(error_words(error))
            if self.named is not None:  # a file that was not asked for fails silently otherwise
                self.status = max(self.status, error.exit_status)
            return
        text = msg("{path} written", path=str(path))
        if left_out:
            text = msg("{said}, {n} without an answer left out", said=text, n=left_out)
        self.terminal.note(text)
