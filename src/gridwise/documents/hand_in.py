"""A comparison laid out for a course: sources, boards with answers, tables, and the report."""

import ast
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from pprint import pformat
from typing import Any

from gridwise.agents.plan import planned
from gridwise.comparing.results import MANIFEST, RUNS, Comparison, Contender, Subject
from gridwise.comparing.significance import ranked
from gridwise.comparing.tables import by_size, in_spoken_names, title_of
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, InputError
from gridwise.core.files import unwritable, write_whole
from gridwise.core.limits import Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Question
from gridwise.core.result import Solutions
from gridwise.documents.fonts import MissingFontError
from gridwise.documents.report import report
from gridwise.documents.report.build import command
from gridwise.documents.report.course_report import course_report
from gridwise.render.catalogue import Catalogue, catalogue
from gridwise.render.extras import needed
from gridwise.render.words import in_heading, in_language, in_sentence, in_words
from gridwise.solving.inputs import parse
from gridwise.solving.solve import count, solve

REPORT, PDF, PROGRAM = "REPORT.docx", "REPORT.pdf", "solve.py"
_PARTS = ("core", "compiled", "methods", "puzzles")
"""The packages whose sources are copied; the others measure, draw and print."""
_RUNS = (*_PARTS, "reading", "solving", "process", "render", "recording")
"""The packages that the program in one file has: it reads boards and solves them."""
_TIME_S = 60.0


def check(target: str | os.PathLike[str]) -> None:
    """Check the target and the libraries before any work is done.

    Raises
    ------
    InputError, UsageError
        The target is a file; python-docx or typst is not installed.
    """
    if Path(target).exists() and not Path(target).is_dir():
        reason = msg("found a file, expected a folder to hand in")
        raise InputError(msg("{path}: {reason}", path=str(target), reason=reason))
    for name in ("docx", "typst"):
        needed(name, extra="report", purpose="a folder to hand in")


def lay_out(
    folder: str | os.PathLike[str], target: str | os.PathLike[str], lang: str = "en"
) -> Path:
    """Lay a comparison out as courses ask for it.

    Parameters
    ----------
    folder
        The folder of `compare`.
    target
        Gets `README.txt`, `REPORT.docx`, `REPORT.pdf`, `SOURCE`, `BOARDS` (`InputX.txt` with
        `OutputX.txt`) and `TABLES`; files of the same names are replaced. `SOURCE/solve.py` is a
        program in one file that solves the boards; games have none. Where no font has the letters
        of the language, REPORT.pdf is left out, and README.txt says so.
    lang
        The language of the report, of the times and of README.txt.

    Returns
    -------
    Path
        The target.

    Raises
    ------
    UsageError
        The language does not exist; a library is not installed.
    ParseError
        The folder holds no comparison.
    InputError
        The target cannot be written.
    """
    check(target)
    words = catalogue(lang)
    source, where = Path(folder), Path(target)
    comparison = Comparison.load(source)
    try:
        for name in ("SOURCE", "BOARDS", "TABLES"):
            (where / name).mkdir(parents=True, exist_ok=True)
        report(source, where / REPORT, lang=lang)
        try:
            report(source, where / PDF, lang=lang)
        except MissingFontError:
            (where / PDF).unlink(missing_ok=True)
        _sources(comparison, where / "SOURCE")
        missing = _boards(comparison, where / "BOARDS")
        _tables(source, where / "TABLES")
        comparison = in_spoken_names(comparison, lambda text: in_words(text, words))
        _times(comparison, where / "TABLES", words)
        lines = _readme(comparison, missing, lang, pdf=(where / PDF).exists())
        text = "\n".join(line.words(words) for line in lines)
        write_whole(where / "README.txt", (text + "\n",))
    except OSError as error:
        raise unwritable(where, error) from error
    return where


def _tables(source: Path, target: Path) -> None:
    for name in (MANIFEST, RUNS, "runs.csv", "table.csv", "worked.json"):
        if (source / name).is_file():
            shutil.copyfile(source / name, target / name)
    if (source / "plots").is_dir():
        shutil.copytree(source / "plots", target / "plots", dirs_exist_ok=True)


def _times(comparison: Comparison, target: Path, words: Catalogue) -> None:
    """Write the table of times by size as text: a row a board, a column a method."""
    table = by_size(comparison)
    lines = [in_heading(table.title, words), ""]
    lines += [line for line, _ in table.lines(lambda text: in_language(text, words))]
    lines += ["", *(in_language(line, words) for line in table.key)]
    lines += [in_sentence(note, words) for note in table.notes]
    write_whole(target / "times.txt", ("\n".join(lines) + "\n",))


def _sources(comparison: Comparison, target: Path) -> None:
    """Copy the modules of the puzzles and methods used, and all modules that they import."""
    for name, path in sorted(_closure(_roots(comparison)).items()):
        to = target / _place(name, path)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)
    if not comparison.of_games:
        write_whole(target / PROGRAM, (_in_one_file(comparison),))


def _place(name: str, path: Path) -> Path:
    """Return the path of a module below the folder of its package."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return Path(*package.split("."), path.name)


def _in_one_file(comparison: Comparison) -> str:
    """Return a program that solves the boards, with every module that it needs in it."""
    roots = [*_roots(comparison), "gridwise.solving.inputs", "gridwise.solving.solve"]
    modules = {
        _place(name, path).as_posix(): path.read_text("utf-8")
        for name, path in sorted(_closure(roots, _RUNS).items())
    }
    methods = [
        (one.label, one.method, dict(one.options))
        for one in comparison.contenders
        if not one.is_own
    ]
    program = resources.files(__package__).joinpath("one_file.py").read_text("utf-8")
    question = str(comparison.manifest.get("question", "solution"))
    data = [f"METHODS += {pformat(methods, sort_dicts=False)}\nQUESTION = {question!r}\n"]
    data += [f"MODULES[{name!r}] = {_quoted(text)}\n" for name, text in modules.items()]
    end = '\nif __name__ == "__main__":'
    return program.replace(end, "\n".join(["", *data, end]))


def _quoted(text: str) -> str:
    """Return a literal that can be read as the text itself, where Python has one."""
    return repr(text) if "'''" in text else f"r'''{text}'''"


def _roots(comparison: Comparison) -> Iterator[str]:
    """Yield the modules that define a comparison's puzzles, methods and policies."""
    for kind in dict.fromkeys(subject.puzzle for subject in comparison.subjects):
        package = type(registry.puzzle(kind)).__module__.rpartition(".")[0]
        yield package
        for contender in (contender for contender in comparison.contenders if not contender.is_own):
            entry: Any = (
                registry.policy(kind, contender.method)
                if comparison.of_games
                else registry.method(contender.method)
            )
            yield type(entry).__module__


def _closure(roots: Iterable[str], parts: Sequence[str] = _PARTS) -> dict[str, Path]:
    """Return the files of modules and of their imports from some packages, by their names."""
    files: dict[str, Path] = {}
    todo = list(roots)
    while todo:
        name = todo.pop()
        path = None if name in files else _file(name)
        if path is None:
            continue
        files[name] = path
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        if name.count(".") > 1:
            todo.append(name.rpartition(".")[0])
        for one in _imported(ast.parse(path.read_text("utf-8")), package):
            if one.split(".")[1:2] and one.split(".")[0] == "gridwise":
                todo += [one] if one.split(".")[1] in parts else []
    return files


def _file(name: str) -> Path | None:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """Yield the modules that a module imports anywhere, names imported from packages included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for folder in (_file(package),):
        if folder is not None and _scans(tree):
            yield from (f"{package}.{path.stem}" for path in folder.parent.glob("[!_]*.py"))


def _scans(tree: ast.Module) -> bool:
    """Return whether a package finds its modules by a scan of its folder."""
    return any(isinstance(node, ast.Name) and node.id == "pkgutil" for node in ast.walk(tree))


def _boards(comparison: Comparison, target: Path) -> list[str]:
    """Write each board and its answer; return the ids of boards without an answer."""
    missing = []
    for at, subject in enumerate(comparison.subjects, 1):
        texts_of = _game if comparison.of_games else _answer
        texts = texts_of(comparison, subject)
        write_whole(target / f"Input{at}.txt", (texts[0].rstrip("\n") + "\n",))
        output = target / f"Output{at}.txt"
        if texts[1] is None:
            output.unlink(missing_ok=True)
            missing.append(subject.id)
        else:
            write_whole(output, (texts[1].rstrip("\n") + "\n",))
    return missing


def _preferred(comparison: Comparison, subject: Subject) -> list[Contender]:
    """Return the contenders that answered every run on a board: better forms, then quick ones."""
    report = course_report(comparison)
    better = {ours for _, ours in report.forms} if report is not None else set()
    known = {contender.id: contender for contender in comparison.contenders if not contender.is_own}
    quickest = [
        known[name]
        for name, median in ranked(comparison, subject.id, "cpu_s")
        if median is not None and name in known
    ]
    return sorted(quickest, key=lambda contender: contender.label not in better)


def _answer(comparison: Comparison, subject: Subject) -> tuple[str, str | None]:
    position = parse(subject.notation)
    puzzle = registry.puzzle_of(position)
    board = puzzle.format(position, "grid")
    question = comparison.manifest.get("question")
    for contender in _preferred(comparison, subject):
        how: dict[str, Any] = {
            "method": contender.method,
            "options": contender.options,
            "limits": Limits(time_s=_TIME_S),
        }
        try:
            if question == "count":
                counted = count(position, **how).answer
                if counted is not None and counted.exact:
                    return board, str(counted.number)
                continue
            result = solve(position, question=Question(question), **how)
        except GridwiseError:
            continue
        if isinstance(result.answer, Solutions) and result.answer.items:
            return board, puzzle.format(result.answer.items[0].position, "grid")
    return board, None


def _game(comparison: Comparison, subject: Subject) -> tuple[str, str | None]:
    """Return the board of the first game at its start, and as the player saw it last."""
    players = _preferred(comparison, subject)
    if not players:
        return subject.notation, None
    options = subject.options
    plan = planned(
        subject.puzzle,
        board=subject.notation,
        policy=players[0].method,
        first_click=options.get("first_click"),
        free_cells=options.get("free_cells", 0),
        seed=int(comparison.manifest["seed"]) * 1000 + 1,
        options=players[0].options,
    )
    game = plan.game(plan.boards[0], plan.free_cells[0], 1, 1)
    puzzle = registry.puzzle(subject.puzzle)
    return puzzle.format(game.begin, "grid"), puzzle.format(game.position, "grid")


def _readme(
    comparison: Comparison, missing: list[str], lang: str, *, pdf: bool
) -> Iterator[Message]:
    manifest, labels = comparison.manifest, comparison.labels
    yield msg("{text}", text=title_of(comparison))
    yield msg("")
    if pdf:
        yield msg("REPORT.docx, REPORT.pdf: the report, to edit and to print.")
    else:
        yield msg("REPORT.docx: the report. No font here has the letters for a PDF.")
    yield msg("SOURCE: the sources of the puzzles and methods that were compared.")
    if not comparison.of_games:
        yield msg(
            "SOURCE/solve.py: all of it in one file; it asks for a board and a method, and writes "
            "OutputX.txt. It needs Python with NumPy, and python-sat for SAT."
        )
    yield msg("BOARDS: each board as InputX.txt, and its answer as OutputX.txt, numbered as below.")
    yield msg(
        "TABLES: all runs and medians as tables, the plots, what was run (manifest.json), and one "
        "table of the times (times.txt)."
    )
    yield msg("")
    for at, subject in enumerate(comparison.subjects, 1):
        yield msg("  {n}. {board}: {notation}", n=at, board=labels[subject.id],
                  notation=subject.notation)  # fmt: skip
    if missing:
        boards = tuple(labels[one] for one in missing)
        yield msg("No method answered these within its limit: {boards}", boards=boards)
    yield msg("")
    yield msg(
        "SOURCE/gridwise needs the rest of gridwise {version} (commit {commit}) to be run: it is "
        "installed by pip from its checkout.",
        version=str(manifest.get("gridwise", "?")),
        commit=str(manifest.get("commit") or "?"),
    )
    line = command(comparison)
    if line is not None:
        yield msg("These commands make all of it again:")
        yield msg("")
        yield msg("  {command}", command=f"{line} --hand-in HAND_IN --lang {lang}")
        yield msg("")
        yield msg("And this one the whole report, with every table, plot and conclusion:")
        yield msg("")
        yield msg("  {command}", command=f"gridwise report DIR --full --lang {lang} -o REPORT.docx")
    yield msg("")
    yield msg(
        "The report was written by gridwise from the numbers. What you hand in as your own work "
        "should say so, and say in your own words what follows."
    )
