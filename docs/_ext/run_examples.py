"""Runs the examples of the pages and writes their real output below them.

`python docs/_ext/run_examples.py [PAGE...]` renews the blocks after `<!-- run -->` in these pages,
by default in all of the docs and in the README:

- `console`: the commands after `$ `, each in a process of its own, as a reader runs them;
- `pycon`: the statements after `>>> `, in one Python session for each page;
- `python`: a program, in the same session; its output is not shown, but it has to end well.

`tests/docs/test_docs.py` runs the same examples and fails where a page differs; those of a block
after `<!-- run slow -->` take longer than some three seconds and are a test of their own. No limit
of time ends an example there, so one that shows how a run gives up has a limit of nodes. Times and
memory differ from run to run, and a native solver's counters from release to release: they are
not compared; neither is how far a run came that a limit ended, nor which method
`auto` took, as that depends on the code that is compiled already. A line whose compared form is
equal stays as it was. A command without `--method` is shown as it is on a machine where nothing is
compiled.
"""

import contextlib
import difflib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1]
MARK = "<!-- run"
ENVIRONMENT = {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
"""What the commands see, whatever the machine: their width, their encoding and their language."""
_BLOCK = re.compile(
    r"(?P<mark><!-- run(?P<slow> slow)? -->)\n"
    r"```(?P<language>console|pycon|python)\n(?P<body>.*?)```",
    re.DOTALL,
)
_MEASURED = re.compile(
    r"[0-9.,]+ (?:µs|ms|s|min|h|bytes|B|kB|MB|GB)\b"
    r'|(?<="wall_s": )[0-9.e-]+|(?<="cpu_s": )[0-9.e-]+|(?<="peak_bytes": )[0-9]+'
    r'|(?<="compile_s": )[0-9.e-]+|(?<="tables_s": )[0-9.e-]+'
    r'|(?<="compile_cpu_s": )[0-9.e-]+|(?<="tables_cpu_s": )[0-9.e-]+'
)
_NUMBER = re.compile(r"[0-9][0-9.,]*")
_FRACTION = re.compile(r"[0-9]+\.[0-9]+(?:e-?[0-9]+)?|[0-9]+e-?[0-9]+")
_GAP = re.compile(r" {2,}")
_MACHINE = re.compile(r" · python \S+ · numpy \S+ · ")
_ONCE = re.compile(r" · [^\W\d][^\d·]* ~")  # CPU, compiling, memory: only where there is some
_RATIO = re.compile(r"(\b[0-9]+/[0-9]+) +[0-9.,]+(?= )")  # times the best of a comparison
_COLUMNS = 3
_METHOD = re.compile(r" · \w+ · ~")
_ENDED = re.compile("(?i:gave up.*time limit|bỏ cuộc.*giới hạn thời gian|放棄.*時間上限)")

Runner = Callable[[Sequence[str], Path], str]
"""Runs `gridwise` with these words in a folder, and returns what it prints, errors included."""


def pages() -> list[Path]:
    """Return the pages that hold such blocks."""
    found = [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
    return [path for path in found if MARK in path.read_text("utf-8")]


def blocks(text: str, *, slow: bool) -> int:
    """Return how many blocks of a page are slow, or how many are not."""
    return sum((block["slow"] is not None) is slow for block in _BLOCK.finditer(text))


def commands(body: str) -> Iterator[str]:
    """Yield the commands of a console block, in order."""
    for line in body.splitlines():
        if line.startswith("$ "):
            yield line[2:]


def as_program(words: Sequence[str], where: Path) -> str:
    """Run `gridwise` as a program of its own."""
    code = "import sys; from gridwise.cli.main import main; sys.exit(main())"
    fresh = {} if "--method" in words else {"XDG_CACHE_HOME": str(where / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=where,
        env={**os.environ, **ENVIRONMENT, **fresh},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.stdout


def in_process(words: Sequence[str], where: Path) -> str:
    """Run `gridwise` in this process: the same output, without another start of Python."""
    from gridwise.cli.main import run

    with captured(where) as stream, contextlib.suppress(SystemExit):
        run(words)
    return printed(stream)


@contextlib.contextmanager
def captured(where: Path) -> Iterator[io.TextIOWrapper]:
    """Go to a folder, set what the commands see, and catch what is printed."""
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True)
    before = {name: os.environ.get(name) for name in ENVIRONMENT}
    os.environ.update(ENVIRONMENT)
    try:
        with (
            contextlib.chdir(where),
            contextlib.redirect_stdout(stream),
            contextlib.redirect_stderr(stream),
        ):
            yield stream
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def printed(stream: io.TextIOWrapper) -> str:
    """Return what was caught."""
    stream.flush()
    caught = stream.buffer.getvalue()  # type: ignore[attr-defined]  # it is a BytesIO
    return str(caught, "utf-8")


def renewed(text: str, *, run: Runner = as_program, slow: bool | None = None) -> str:
    """Return a page with the output of its examples, run in a copy of the folder `examples`.

    With `slow` only the blocks marked so are run; with `slow=False` only the others.
    """
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        shutil.copytree(
            DOCS.parent / "examples", where / "examples", ignore=shutil.ignore_patterns("Output*")
        )
        names: dict[str, Any] = {"__name__": "__main__"}

        def block(match: re.Match[str]) -> str:
            if slow is not None and slow is not (match["slow"] is not None):
                return match[0]
            body = {"console": shell, "pycon": session, "python": program}[match["language"]]
            return f"{match['mark']}\n```{match['language']}\n{body(match['body'])}```"

        def shell(body: str) -> str:
            return "".join(f"$ {one}\n{output(one, where, run)}" for one in commands(body))

        def session(body: str) -> str:
            examples = doctest.DocTestParser().get_examples(body)
            return "".join(statement(one.source, names, where) for one in examples)

        def program(body: str) -> str:
            with captured(where):
                exec(compile(body, "<page>", "exec"), names)
            return body

        return _BLOCK.sub(block, text)


def statement(source: str, names: dict[str, Any], where: Path) -> str:
    """Run one statement as an interactive Python does; return it with what it prints."""
    head, *more = source.splitlines()
    with captured(where) as stream:
        try:
            exec(compile(source, "<page>", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):\n  ...")
            kind = type(error)
            place = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
            print(f"{place}{kind.__qualname__}: {error}")
    lines = [f">>> {head}", *(f"... {line}".rstrip() for line in more)]
    lines += [line.rstrip() for line in printed(stream).splitlines()]
    return "".join(f"{line}\n" for line in lines)


def output(command: str, where: Path, run: Runner) -> str:
    """Return what a command prints; `gridwise` and `cat` are all there is."""
    words = [name for word in shlex.split(command) for name in matching(word, where)]
    if words[0] == "cat":
        return "".join((where / word).read_text("utf-8") for word in words[1:])
    assert words[0] == "gridwise", command
    return "".join(f"{line.rstrip()}\n" for line in run(words[1:], where).splitlines())


def matching(word: str, where: Path) -> list[str]:
    """Return the files that a pattern names, as a shell would; other words as they are."""
    if "*" not in word:
        return [word]
    return sorted(path.relative_to(where).as_posix() for path in where.glob(word)) or [word]


def compared(text: str) -> str:
    """Return a page without what is not to be compared, and without the gaps of columns."""
    return "\n".join(masked for _, masked in lines_compared(text) if masked is not None)


def kept(before: str, after: str) -> str:
    """Return a renewed page that keeps the lines before it whose compared form is equal."""
    old, new = list(lines_compared(before)), list(lines_compared(after))
    forms = [[masked for _, masked in lines] for lines in (old, new)]
    parts = difflib.SequenceMatcher(None, *forms, autojunk=False).get_opcodes()
    lines = [
        line
        for tag, first, last, start, stop in parts
        for line, _ in (old[first:last] if tag == "equal" else new[start:stop])
    ]
    return "\n".join(lines) + "\n"


def lines_compared(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield each line of a page and its compared form.

    Lines one below the other that are not compared are one, and have no such form.
    """
    skipped: list[str] = []
    auto = False  # whether the lines below are by the method that was best here and now
    native = False  # whether they are the counters of a native solver
    ended = False  # whether they are those of a run that the time limit ended
    timed = False  # whether they are the times that a statement prints
    won = False  # whether they say who won a comparison, by how much and how sure
    for line in text.splitlines():
        if line.startswith(("$ ", ">>> ", "```")):
            auto = line.startswith("$ gridwise ") and "--method" not in line
            timed = line.startswith(">>> ") and re.search(r"\b(?:cpu|wall)_s\b", line) is not None
            won = line.startswith("$ gridwise compare ")
        elif won:
            won = len(_GAP.findall(line)) < _COLUMNS  # the table follows
            if won:
                skipped.append(line)
                continue
        if skipped:
            yield "\n".join(skipped), None
            skipped = []
        if not line.startswith(" "):
            native = " · sat · " in line and not auto
            ended = bool(_ENDED.search(line))
        masked = _ONCE.sub("", _MEASURED.sub("~", _RATIO.sub(r"\1  ~", line)))
        if _MACHINE.search(line):
            masked = "~"
        elif line.startswith("brute_force ") or (ended and not line.startswith(" ")):
            masked = line.split()[0]  # whether it ends in time is the machine's doing
        elif "answers agree" in line or "methods found solutions" in line:
            masked = _NUMBER.sub("~", line.partition(";")[0])  # how many end in time, too
        elif auto and line.startswith(" ") and _MEASURED.search(line):
            masked = "  ~"  # what it counts is the method's
        elif line.startswith("sat ") or ((native or ended) and line.startswith(" ")):
            masked = _NUMBER.sub("~", masked)
        elif timed and not line.startswith((">>> ", "... ")):
            masked = _FRACTION.sub("~", masked)
        if auto or line.startswith("<Answer "):
            masked = _METHOD.sub(" · ~", masked)
        yield line, _GAP.sub("  ", masked)
    if skipped:
        yield "\n".join(skipped), None


def main(names: Sequence[str]) -> None:
    """Renew these pages, by default all of them."""
    for path in map(Path, names) if names else pages():
        text = path.read_text("utf-8")
        path.write_text(kept(text, renewed(text)), "utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
