"""Standard output and error: colours, box characters, width, and a line of progress."""

import os
import shutil
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from gridwise.cli.shared.language import heading, sentence, words
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.numbers import dumps, number
from gridwise.render import screen
from gridwise.render.screen import TEXT_WIDTH, Text, columns, plain_signs
from gridwise.render.text import Line, plain, styled
from gridwise.render.words import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from gridwise.render.tables import ResultTable

__all__ = ["Terminal", "Text", "columns", "debug", "table"]

_SIGNS = "┏━┳┓┃┣╋┫┗┻┛┌─┬┐│└┘·■✹♛█⚑✸⚐×→↓"


class Terminal:
    """The two streams of one command, and the line of progress below them.

    Rich is loaded only where a stream is a terminal; elsewhere plain text is written.

    Parameters
    ----------
    json
        Standard output takes JSON lines and nothing else.
    ascii
        Draw without box characters. Also where the stream's encoding has none.
    """

    def __init__(self, *, json: bool = False, ascii: bool = False) -> None:
        self.out: TextIO = sys.stdout
        self.err: TextIO = sys.stderr
        self.json = json
        self.ascii = ascii or not _encodes(self.out, _SIGNS)
        self.out_is_terminal = _is_terminal(self.out)
        self.err_is_terminal = _is_terminal(self.err)
        fallback = (80 if self.out_is_terminal else TEXT_WIDTH, 24)
        self.width = shutil.get_terminal_size(fallback).columns
        self._console: Console | None = None
        self._live: Live | None = None
        self._notes: tuple[Message, ...] = ()

    def line(self, text: Text = "", style: str = "") -> None:
        """Print a line for people, a message as a sentence; nothing where JSON is wanted."""
        if self.json:
            return
        safe = "\n".join(printable(part) for part in sentence(text).split("\n"))
        if self.ascii:
            safe = plain_signs(safe)
        console = self._rich()
        if console is None:
            print(safe, file=self.out)
        else:
            from rich.text import Text as Styled

            console.print(Styled(safe, style=style), soft_wrap=True)

    def heading(self, text: Text) -> None:
        """Print a heading: in bold, with a capital and no full stop."""
        self.line(heading(text), "bold")

    def table(
        self,
        head: Sequence[Text],
        rows: Iterable[Sequence[Text]],
        *,
        right: Iterable[int] = (),
        bold: Container[int] = (0,),
    ) -> None:
        """Print a table; `right` are the columns aligned right, `bold` the lines in bold type."""
        for at, line in enumerate(table(head, rows, right=right)):
            self.line(line, "bold" if at in bold else "")

    def result_table(self, table: "ResultTable", *, title: bool = True) -> None:
        """Print a table of results: its title, its rows, and what their names mean."""
        if title:
            self.heading(table.title)
        for line, style in table.lines(words):
            self.line(line, style)
        for name in table.key:
            self.line(words(name), "dim")

    @contextmanager
    def noting(self, note: Text) -> Iterator[None]:
        """Print a note if what is run here is cancelled, in place of the line of progress."""
        try:
            yield
        except Interrupted as end:
            self.clear()
            self.note(note)
            self.flush()
            raise Interrupted(end.stop) from None
        finally:
            self.clear()

    def drawing(self, lines: Sequence[Line]) -> None:
        """Print a drawing; nothing where JSON is wanted."""
        if self.json:
            return
        console = self._rich()
        if console is None:
            print(plain(lines), file=self.out)
        else:
            console.print(styled(lines), soft_wrap=True)

    def json_line(self, value: Mapping[str, Any]) -> None:
        """Print one JSON line, at once."""
        if self.json:
            text = dumps(
                self.noted(value), ensure_ascii=not _encodes(self.out, "é→✹"), allow_nan=False
            )
            if self.out_is_terminal:
                self.clear()
            print(_encodable(text), file=self.out, flush=True)

    def board(self, place: str, notes: Sequence[Message]) -> None:
        """Print what the reader notes of the board that comes next, on standard error.

        Until the next board, JSON lines hold these notes too.
        """
        self._notes = tuple(notes)
        for note in notes:
            self.error(f"{place}: {sentence(note)}")

    def noted(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a JSON object with the notes about the board as `notes`, if there are any."""
        return {**value, "notes": [str(note) for note in self._notes]} if self._notes else value

    def note(self, text: Text) -> None:
        """Print a remark beside the answer; with JSON only to a terminal on standard error."""
        if not self.json:
            self.line(text, "dim")
        elif self.err_is_terminal:
            self.clear()
            print(printable(sentence(text)), file=self.err)

    def error(self, text: Text) -> None:
        """Print one line to standard error, after what was printed before."""
        self.clear()
        self.flush()
        said = sentence(text)
        print(printable(said, ascii=not _encodes(self.err, said)), file=self.err, flush=True)

    def progress(self, text: Text) -> None:
        """Show a line that the next one replaces; on standard error, and only to a terminal."""
        if not self.err_is_terminal:
            return
        from rich.text import Text as Styled

        said = printable(sentence(text))
        safe = plain_signs(said) if self.ascii else said
        line = Styled(safe, style="dim", no_wrap=True, overflow="ellipsis")
        if self._live is not None:
            self._live.update(line, refresh=True)
            return
        from rich.console import Console
        from rich.live import Live

        self.flush()
        console = Console(file=self.err, highlight=False)
        self._live = Live(line, console=console, auto_refresh=False, transient=True)
        self._live.start(refresh=True)

    def run_progress(self, done: int, total: int, who: str, board: str) -> None:
        """Show how many runs are done, and the last of them."""
        runs = {"done": number(done), "total": number(total)}
        self.progress(msg("run {done} of {total}: {who} on {board}", **runs, who=who, board=board))

    def clear(self) -> None:
        """Remove the line of progress."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def flush(self) -> None:
        """Write out what is buffered."""
        self.out.flush()

    def _rich(self) -> "Console | None":
        if not self.out_is_terminal:
            return None
        self.clear()
        if self._console is None:
            from rich.console import Console

            self._console = Console(file=self.out, highlight=False, emoji=False, markup=False)
        return self._console


def table(
    head: Sequence[Text], rows: Iterable[Sequence[Text]], *, right: Iterable[int] = ()
) -> list[str]:
    """Return the lines of a table, messages in the chosen language; see `render.screen.table`."""
    said = [[words(cell) for cell in row] for row in (head, *rows)]
    return screen.table(said[0], said[1:], right=right)


def debug() -> bool:
    """Return whether faults are to show their traceback."""
    return os.environ.get("GRIDWISE_DEBUG", "") not in ("", "0")


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # a closed stream
        return False


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _encodable(text: str) -> str:
    """Return JSON text whose lone surrogates (from file names) are written as escapes."""
    return "".join(f"\\u{ord(c):04x}" if 0xD800 <= ord(c) <= 0xDFFF else c for c in text)
