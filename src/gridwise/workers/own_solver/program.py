"""Somebody's own solver: its command, its files, its input, or a function of this process."""

import os
import shlex
import shutil
import sys
import traceback
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.views import CnfModel
from gridwise.process.stranger import MOST_DISK_BYTES
from gridwise.render.words import byte_size
from gridwise.solving.encoding.encode import encode
from gridwise.workers.own_solver import driver

CNF_WORD, CNF_FILE = "{cnf}", "board.cnf"
"""The word that asks for clauses, and the file in the program's folder that it stands for."""


MOST_SENT_BYTES = 1_000_000
"""Bytes of a program's files that are sent with each of its runs."""
_RUNS = "!"  # before the content of a file that can be started


@dataclass(frozen=True, slots=True)
class OwnFunction:
    """A function that solves boards.

    Parameters
    ----------
    solve
        Takes a board, and returns what `solve` of a Python file returns.
    board
        Makes the board of a notation.
    """

    solve: Callable[[Any], Any]
    board: Callable[[str], Any]

    @property
    def name(self) -> str:
        """Its name in tables, such as `mine(board)`."""
        named = getattr(self.solve, "__name__", type(self.solve).__name__)
        return f"{named.strip('<>')}(board)"

    def answer(self, notation: str) -> None:
        """Write its answer to standard output; an error to standard error."""
        out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        sys.stdout = sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="replace")
        try:
            board = self.board(notation)
            driver.begin(out)
            driver.answer(self.solve, board, out)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        out.close()


@dataclass(frozen=True, slots=True)
class SolverInput:
    """The input of one run.

    Parameters
    ----------
    command
        The words of the command.
    text
        For standard input: the notation of the board, or its clauses as DIMACS.
    clauses
        The clauses, if the solver was given them in place of the notation.
    """

    command: list[str]
    text: str
    clauses: CnfModel[Any] | None = None


def wants_clauses(words: Sequence[str]) -> bool:
    """Return whether a command takes clauses."""
    return any(CNF_WORD in word for word in words)


def solver_input(solver: str | Sequence[str], position: Any, folder: Path) -> SolverInput:
    """Return the input of a solver for a board; write the clauses if its command wants them.

    Parameters
    ----------
    solver
        A Python file, or the words of a command. The word `{cnf}` stands for a file with the
        clauses that `gridwise encode` writes, which standard input has as well.
    position
        The board.
    folder
        The folder in which the program will run.

    Raises
    ------
    NoSharedViewError
        The board has no clauses.
    """
    notation = registry.puzzle_of(position).format(position)
    command = command_of(solver, notation)
    if isinstance(solver, str) or not wants_clauses(solver):
        return SolverInput(command, notation + "\n")
    encoded = encode(position)
    text = encoded.to_dimacs()
    (folder / CNF_FILE).write_text(text, "utf-8")
    words = [word.replace(CNF_WORD, CNF_FILE) for word in command]
    return SolverInput(words, text, encoded.model)


def words_of(text: str) -> tuple[list[str], Path]:
    """Return the words of somebody's own solver, one for a Python file, and its folder.

    Raises
    ------
    ParameterError
        There is no such file or program.
    """
    path = Path(text)
    if text.endswith(".py") and path.is_file():
        return [path.name], path.absolute().parent
    try:
        words = shlex.split(text)
    except ValueError:
        raise ParameterError(msg("{text}: a quotation mark is missing", text=text)) from None
    alone = len(words) < 2 and text.endswith(".py")
    wanted = words[0] if words else text
    if alone or shutil.which(wanted) is None:
        raise ParameterError(msg("found no such file or program: {name}", name=wanted))
    return words, Path.cwd()


def command_of(solver: str | Sequence[str], notation: str) -> list[str]:
    """Return the words of the command that asks a Python file or a program about a board.

    A program may get the notation as a word, `{board}`; standard input has it in any case.
    """
    if isinstance(solver, str):
        return [sys.executable, "-I", driver.__file__, solver]
    return [word.replace("{board}", notation) for word in solver]


def named_files(command: Sequence[str], source: Path) -> tuple[list[str], list[Path]]:
    """Return a command's words for a folder with copies of the files that it names, and the files.

    The files include the Python files beside one that the command names.

    Raises
    ------
    ParameterError
        The files are too large together.
    """
    words: list[str] = []
    files: dict[Path, None] = {}
    for word in command:
        path = source / word
        named = "{board}" not in word and path.is_file() and not _of_system(path)
        is_module = len(command) == 1 and path.suffix == ".py"
        words.append(f"./{path.name}" if named and not is_module else word)
        if named:
            files.update(dict.fromkeys([path] if path.suffix != ".py" else _beside(path)))
    size = 0
    for file in files:
        size += file.stat().st_size
        if size > MOST_DISK_BYTES:
            most = byte_size(MOST_DISK_BYTES)
            raise ParameterError(
                msg("{path}: more than {size} of files", path=str(file), size=most)
            )
    return words, list(files)


def _beside(path: Path) -> list[Path]:
    return sorted({path, *path.parent.glob("*.py")})


def laid_out(command: Sequence[str], source: Path, to: Path) -> list[str]:
    """Copy the files that a command names to a new folder; return its words there."""
    words, files = named_files(command, source)
    to.mkdir()
    for file in files:
        shutil.copy(file, to / file.name)
    return words


def packed(command: Sequence[str], source: Path) -> tuple[list[str], dict[str, str] | None]:
    """Return the words of a command and the contents of its files, to be sent; see `unpacked`.

    Files that are too large are not sent: then the contents are None and the words unchanged.
    """
    words, files = named_files(command, source)
    if sum(file.stat().st_size for file in files) > MOST_SENT_BYTES:
        return list(command), None
    content = {}
    for file in files:
        sign = _RUNS if os.access(file, os.X_OK) else ""
        content[file.name] = sign + b64encode(file.read_bytes()).decode("ascii")
    return words, content


def unpacked(files: Mapping[str, str], to: Path) -> None:
    """Write files that were sent to a new folder."""
    to.mkdir()
    for name, text in files.items():
        path = to / Path(name).name
        path.write_bytes(b64decode(text.removeprefix(_RUNS)))
        path.chmod(0o755 if text.startswith(_RUNS) else 0o644)


def _of_system(path: Path) -> bool:
    return path.is_absolute() and any(map(path.is_relative_to, ("/usr", "/bin", "/lib")))
