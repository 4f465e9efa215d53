"""Submissions: found in a folder, read without following links, laid out for a run."""

import hashlib
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.render.words import byte_size, number, printable

MOST_FILES, MOST_BYTES = 2_000, 50_000_000
"""The most files and bytes of a submission that is graded."""
_DEEPEST = 20  # folders inside each other, at most
_JUNK = frozenset({"__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"})
_UNSAFE = frozenset('<>:"/\\|?*')


@dataclass(frozen=True, slots=True)
class Submission:
    """The submission of one student: a folder, or the files of one name, such as `ann.py`.

    Parameters
    ----------
    student
        The name of the folder, or of the files without their endings, as one safe line.
    folder
        A file name that no other student of the class has.
    files
        The path of each file, by its path in the submission.
    loose
        Whether it consists of files of one name, told apart by their endings.
    digest
        A hash of names and contents.
    left_out
        The entries that were not read: links, and entries that are no file.
    error
        The reason why it cannot be graded, or None.
    """

    student: str
    folder: str
    files: Mapping[str, Path] = field(default_factory=dict)
    loose: bool = False
    digest: str = ""
    left_out: tuple[str, ...] = ()
    error: Message | None = None

    def find(self, name: str) -> str | None:
        """Return the path of a wanted file in the submission, or None."""
        if name in self.files:
            return name
        fitting = [file for file in self.files if Path(file).suffix == Path(name).suffix]
        return fitting[0] if self.loose and len(fitting) == 1 else None

    def contents(self) -> dict[str, bytes]:
        """Return all files; raise `OSError` if they have changed since they were found.

        A graded program may run as the user who grades, and so could change the files of later
        submissions.
        """
        contents = {name: _read(path) for name, path in self.files.items()}
        if _digest(contents) != self.digest:
            raise OSError("the files changed while the class was graded")
        return contents


def find_submissions(
    folder: str | os.PathLike[str], *, check: Callable[[], None] = lambda: None
) -> tuple[Submission, ...]:
    """Return the submissions of a folder, in the order of their names.

    Parameters
    ----------
    folder
        It holds a folder for each student, or files named after the students.
    check
        Called now and then; an exception from it ends the search.

    Raises
    ------
    ParseError
        The folder does not exist, or is empty.
    """
    source = os.fspath(folder)
    try:
        entries = sorted(os.scandir(source), key=lambda one: one.name)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        expected = msg("a folder with a folder or a file for each student")
        raise ParseError(reason, expected, source=source) from None
    groups: dict[tuple[str, bool], list[os.DirEntry[str]]] = {}
    for entry in entries:
        if not entry.name.startswith(".") and entry.name not in _JUNK:
            loose = not entry.is_dir(follow_symlinks=False)
            name = Path(entry.name).stem if loose else entry.name
            groups.setdefault((name, loose), []).append(entry)
    if not groups:
        expected = msg("a folder or a file for each student")
        raise ParseError(msg("nothing"), expected, source=source)
    taken: set[str] = set()
    out = []
    for (name, loose), members in groups.items():
        check()
        both = loose and (name, False) in groups  # a folder of the same name is another student's
        student = printable(members[0].name if both else name)
        out.append(_submission(student, _unique(student, taken), members, loose=loose))
    return tuple(out)


def _submission(
    student: str, folder: str, members: list[os.DirEntry[str]], *, loose: bool
) -> Submission:
    files: dict[str, Path] = {}
    left_out: list[str] = []
    contents: dict[str, bytes] = {}
    size = 0
    try:
        for entry, name in _walk(members, left_out) if loose else _inside(members[0], left_out):
            size += entry.stat(follow_symlinks=False).st_size
            if len(files) >= MOST_FILES or size > MOST_BYTES:
                most = {"files": number(MOST_FILES), "size": byte_size(MOST_BYTES)}
                error = msg("it holds more than {files} files or {size}", **most)
                return Submission(student, folder, loose=loose, error=error)
            files[name] = Path(entry.path)
            contents[name] = _read(files[name])
    except OSError as error:
        why = msg("it cannot be read: {why}", why=(error.strerror or str(error)).lower())
        return Submission(student, folder, loose=loose, error=why)
    return Submission(
        *(student, folder, files),
        loose=loose,
        digest=_digest(contents),
        left_out=tuple(map(printable, left_out)),
        error=None if files else msg("it holds no file"),
    )


def _inside(entry: os.DirEntry[str], left_out: list[str]) -> Iterator[tuple[os.DirEntry[str], str]]:
    with os.scandir(entry.path) as found:
        yield from _walk(sorted(found, key=lambda one: one.name), left_out)


def _walk(
    entries: list[os.DirEntry[str]], left_out: list[str], above: str = "", depth: int = 1
) -> Iterator[tuple[os.DirEntry[str], str]]:
    """Yield the files with their paths; links and entries that are no file are left out."""
    for entry in entries:
        name = f"{above}{entry.name}"
        if entry.name in _JUNK:
            continue
        if entry.is_file(follow_symlinks=False):
            yield entry, name
        elif entry.is_dir(follow_symlinks=False) and depth < _DEEPEST:
            with os.scandir(entry.path) as found:
                inner = sorted(found, key=lambda one: one.name)
            yield from _walk(inner, left_out, f"{name}/", depth + 1)
        else:
            left_out.append(name)


def _read(path: Path) -> bytes:
    """Return the bytes of a regular file: no link is followed, no pipe waited for."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError("it is no file")
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError("it grew too large")
    return data


def _digest(contents: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, data in sorted(contents.items()):
        encoded = name.encode("utf-8", "surrogateescape")
        whole.update(f"{len(encoded)}:{len(data)}:".encode() + encoded + data)
    return whole.hexdigest()[:16]


def lay_out(submission: Submission, contents: Mapping[str, bytes], folder: Path, file: str) -> None:
    """Write the files of a submission into a folder of its own.

    Parameters
    ----------
    submission, contents
        See `Submission.contents`.
    folder
        An empty folder.
    file
        The name for the fitting file of a loose submission.
    """
    for name, data in contents.items():
        renamed = submission.loose and submission.find(file) == name
        target = folder / PurePosixPath(file if renamed else name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        target.chmod(0o700)  # a program is started from here


def _unique(student: str, taken: set[str]) -> str:
    """Return a name for a folder on any system, and note it."""
    text = unicodedata.normalize("NFC", student)
    safe = "".join("_" if letter in _UNSAFE else letter for letter in text).strip(". ") or "_"
    safe = safe.encode()[:120].decode(errors="ignore")
    name, count = safe, 1
    while name.casefold() in taken:
        count += 1
        name = f"{safe}-{count}"
    taken.add(name.casefold())
    return name
