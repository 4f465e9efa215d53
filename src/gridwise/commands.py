"""The commands about more than one board, as functions: make, play, compare, write, measure.

Each calls the function of its command; `gridwise COMMAND --help` uses the same words.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from gridwise.arguments import Names, limits_of, names_of, typed
from gridwise.board import Board, Source, read_boards
from gridwise.core import registry
from gridwise.core.capabilities import BatchResult
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.policy import Policy
from gridwise.core.run import Progress
from gridwise.core.step import Technique
from gridwise.solving import listing
from gridwise.solving import prepare as preparation
from gridwise.solving import solve_many as batches
from gridwise.solving.inputs import load
from gridwise.solving.prepare import Compiling, Prepared

if TYPE_CHECKING:
    from gridwise.agents.play import PlayedGame
    from gridwise.agents.simulate import Simulation
    from gridwise.batch.run import BatchProgress, BatchSummary
    from gridwise.comparing.results import Comparison
    from gridwise.documents.export import Exported
    from gridwise.grading.results import Grades
    from gridwise.verifier import Verdict
    from gridwise.workers.own_solver.forked import OwnFunction

Solver = Callable[[Board], Any]
"""A function that solves boards, with the results of `solve(board)` of a Python file."""


@typed
def solve_many(
    boards: Any,
    *,
    limit: int = 2,
    puzzle: str | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Look for up to `limit` solutions of each of many boards, side by side.

    Hundreds of thousands of 9x9 Sudokus a second on one core. The first call in a process loads
    compiled code, the first one on a machine compiles it (`statistics.compile_s`).

    Parameters
    ----------
    boards
        Boards; the path of a file of them; or for Sudoku lines of 81 characters, a text of such
        lines (str or bytes), an array of digits (uint8, number x 81, 0 empty) or of candidate
        masks (uint16, number x 81, bit d for digit d).
    limit
        2 tells unique boards from others; 1 only looks for a solution; more counts up to it.
    puzzle
        The kind; by default the kind of the first board, else the only kind that takes texts.
    time_s, cpu_s, limits, cancel
        End the run early and keep what was found; nodes are guesses.
    progress
        Called about ten times a second with the seconds and the counters so far.

    Returns
    -------
    BatchResult
        The number of solutions of each board, whether it was settled, and the first solution.
        `uniqueness` says none, unique, several, at least one, or gave up.

    Raises
    ------
    ParseError
        A line that is no board, with its number.
    ParameterError
        A board of another kind, or a kind without an engine for many.

    Examples
    --------
    >>> row = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [known.value for known in solve_many([row, "." * 81]).uniqueness]
    ['unique', 'several']
    """
    if isinstance(boards, Board) or _is_file(boards) or not isinstance(boards, Iterable):
        boards = read_boards(boards, puzzle=puzzle)
    # A text is a sequence too, of a million characters that are no boards.
    many = isinstance(boards, list | tuple)
    if many and any(isinstance(one, Board) for one in boards):
        boards = [board.position for board in read_boards(boards, puzzle=puzzle)]
    return batches.solve_many(
        boards,
        limit=limit,
        puzzle=puzzle,
        limits=limits_of(limits, time_s, cpu_s),
        cancel=cancel,
        progress=progress,
    )


@typed
def batch(
    source: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    do: str = "solve",
    puzzle: str | None = None,
    method: str = "auto",
    models: Names = (),
    techniques: Names = (),
    time_s: float | None = None,
    cpu_s: float | None = None,
    limit: int | None = None,
    certificate: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    cancel: CancelToken | None = None,
    progress: "Callable[[BatchProgress], None] | None" = None,
) -> "BatchSummary":
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
    from gridwise.batch.run import run_batch

    return run_batch(
        source,
        output,
        do=do,
        puzzle=puzzle,
        method=method,
        models=names_of("models", models),
        techniques=names_of("techniques", techniques),
        time_s=time_s,
        cpu_s=cpu_s,
        limit=limit,
        certificate=certificate,
        workers=workers,
        cluster=cluster,
        program=__version__,
        cancel=cancel,
        progress=progress,
    )


@typed
def read_results(path: str | os.PathLike[str], *, library: str = "pandas") -> Any:
    """Return the answers of `batch` as a table of pandas or Polars.

    Parameters
    ----------
    path
        A `.csv`, `.jsonl` or `.parquet` file of answers.
    library
        `pandas` or `polars`.

    Raises
    ------
    UsageError
        The library or the kind of file is another, or the library is not installed.
    """
    from gridwise.batch.results import read_results as read

    return read(path, library=library)


@typed
def compare(
    boards: Source,
    output: str | os.PathLike[str] | None = None,
    *,
    methods: str | Solver | Sequence[str | Solver] | None = None,
    question: str | None = None,
    puzzle: str | None = None,
    repeats: int | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    memory_bytes: int | None = None,
    seed: int = 0,
    hand_in: str | Path | None = None,
    lang: str = "en",
    workers: int | None = None,
    cluster: str | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[int, int, Any], None] | None = None,
) -> "Comparison":
    """Compare methods on the same boards: every run in a process of its own, answers checked.

    Parameters
    ----------
    boards
        A board or several, in any form; or the name of one ready-made suite.
    output
        The folder for runs, tables and plots; runs in it are not made again. Without it only the
        result is returned.
    methods
        Each as `name` or `name:option=value`; a Python file with `solve(board)`, the command of a
        program, such as `./solver {board}`, or a function that takes a `Board`, which is called in
        forks of this process, on this machine. By default all that fit.
    question
        `solution`, `forced` or `count`; by default the puzzle's first.
    puzzle
        The kind of the boards; by default each board tells its kind.
    repeats, time_s, cpu_s, memory_bytes
        Runs of each pair; the limits of one run, seconds on the clock and of processor time.
    seed
        The seed of the order of the runs.
    hand_in
        A folder for sources, boards, answers, tables and the report, for a course.
    lang
        The language of these files.
    workers, cluster
        Make so many runs at a time, or make them on a Dask cluster: the address of its scheduler,
        or `local:N`. Then compare processor times, not elapsed ones. By default one at a time.
    cancel, progress
        A token that ends it; a callback after each run with the number of runs, of all, the run.

    Raises
    ------
    UnknownNameError, ParameterError, InputError
        An unknown suite, method, option or language; a bad board; another comparison in the folder.
    EndedEarlyError
        Cancelled.
    """
    from gridwise.batch.runs import shared_runs
    from gridwise.comparing.plan import plan_comparison
    from gridwise.comparing.run import run_plan
    from gridwise.documents.compare import carry_out

    if isinstance(methods, str):
        methods = names_of("methods", methods)
    elif callable(methods):
        methods = [methods]
    inputs = _inputs(boards, puzzle)
    plan = plan_comparison(
        inputs,
        methods=None if methods is None else [_contender(one) for one in methods],
        own=True,
        puzzle=puzzle,
        question=question,
        repeats=repeats,
        seed=seed,
        time_s=time_s,
        cpu_s=cpu_s,
        memory_bytes=memory_bytes,
    )
    if output is None and hand_in is not None:
        raise ParameterError(msg("hand_in needs a comparison that is kept: name its output"))
    with shared_runs(workers, cluster, cancel) as share:
        more: dict[str, Any] = {"share": share, "cancel": cancel, "progress": progress}
        if output is not None:
            return carry_out(plan, Path(output), hand_in=hand_in, lang=lang, **more)
        with TemporaryDirectory(prefix="gridwise-") as folder:
            return run_plan(plan, folder, **more)


def _contender(named: "str | Solver") -> "str | OwnFunction":
    from gridwise.workers.own_solver.forked import OwnFunction

    if isinstance(named, str | type) or not callable(named):
        return named  # type: ignore[return-value]  # the plan refuses other types than text
    return OwnFunction(named, Board)


@typed
def export(
    boards: Source,
    path: str | os.PathLike[str],
    *,
    solution: bool = False,
    solution_at: str | None = None,
    theme: str = "light",
    per_page: int | None = None,
    title: str | None = None,
    style: str | None = None,
    lang: str = "en",
    time_s: float | None = None,
    cpu_s: float | None = None,
    certificate: str | os.PathLike[str] | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> "Exported":
    """Write boards to a document, a picture or a puzzle file, in the format of its ending.

    Parameters
    ----------
    boards
        A board or several, in any form.
    path
        `.docx`, `.html` and `.pdf` are documents. `.png` and `.svg` are pictures, one a board: of
        several boards FILE-1.png, FILE-2.png and so on. Any other ending is one of the puzzle's
        own formats (`.txt`, `.csv`, `.sdk`), for boards of one puzzle.
    solution
        Solve each board. Documents get the solutions at the end, pictures one more each, and
        files in a puzzle's own format hold the solved boards instead.
    solution_at
        The place of the solutions in a document: `end` (the default), `beside` each board, or
        `upside-down` at the end.
    theme
        The colours: light, dark, high-contrast or colour-blind.
    per_page
        Boards on a page of a DOCX or a PDF, 1 by default.
    title
        The title of a document, instead of the names of the puzzles.
    style
        One of the puzzle's styles, in place of the ending's.
    lang
        The language of documents and of the words of a drawing: en, vi or zh-Hant.
    time_s, cpu_s
        Limits of one solution, and of its certificates, seconds on the clock and of processor
        time; 5 on the clock if both are None.
    certificate
        A folder, for documents with solutions: a certificate of every claim is written to it and
        checked, and the document names it.
    cancel, progress
        A token that ends it before anything but certificates is written; a callback a solution.

    Returns
    -------
    Exported
        The files written and each board's result.

    Raises
    ------
    UsageError, InputError
        The format cannot hold the boards, a library is missing, a file cannot be written.
    EndedEarlyError
        Cancelled; nothing but certificates was written.
    """
    from gridwise.documents import export as exports

    sources = _sources(boards)
    return exports.export(
        [board.position for board in read_boards(sources)],
        os.fspath(path),
        solution=solution,
        solution_at=solution_at,
        theme=theme,
        per_page=per_page,
        title=title,
        style=style,
        lang=lang,
        time_s=time_s,
        cpu_s=cpu_s,
        certificate=None if certificate is None else os.fspath(certificate),
        keep=[one for one in sources if _is_file(one)],
        cancel=cancel,
        progress=progress,
    )


@typed
def report(
    folder: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    lang: str = "en",
    certificate: str | os.PathLike[str] | None = None,
    cancel: CancelToken | None = None,
) -> None:
    """Write the report of a comparison, whole or not at all.

    Parameters
    ----------
    folder
        The folder of `compare`.
    output
        The file; its ending, `.docx`, `.pdf` or `.html`, decides the format.
    lang
        en, vi or zh-Hant.
    certificate
        A folder: each board is answered again, by the default method and in the comparison's time
        limit; certificates of the answers are written to it and checked, and the report names the
        proofs.
    cancel
        A token that ends the work before the report is written.

    Raises
    ------
    UsageError
        The ending or the language is unknown, a package is not installed, or certificates of games
        are wanted.
    EndedEarlyError
        The call was cancelled.
    ParseError
        The folder holds no comparison.
    InputError
        No installed font has the letters of the language (PDF), or the file cannot be written.
    """
    from gridwise.documents.report import report as written

    where = None if certificate is None else os.fspath(certificate)
    written(os.fspath(folder), os.fspath(output), lang, certificate=where, cancel=cancel)


@typed
def grade(
    assignment: str | os.PathLike[str],
    submissions: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    formats: Names = ("html",),
    lang: str | None = None,
    workers: int = 1,
    cancel: CancelToken | None = None,
    progress: Callable[[int, int, str, str], None] | None = None,
) -> "Grades":
    """Grade the submissions of a class, and write the table, the reports and the results.

    Parameters
    ----------
    assignment
        The TOML file; see `gridwise.grading.assignment`.
    submissions
        A folder with a folder or a file for each student.
    output
        The folder of results. Runs in it are not made again, unless the submission has changed.
    formats
        The formats of reports, as a list or with commas between: `html`, `pdf`, `docx`.
    lang
        The language of reports and of Gradescope's texts; by default reports in all languages.
    workers
        The number of submissions that run at a time.
    cancel, progress
        A token that ends it; a callback with the runs done and planned, the student and the task.

    Raises
    ------
    ParseError
        An assignment, a folder or a kept run cannot be read; the error names the line.
    ParameterError, UnknownNameError
        Another assignment was graded into this folder; the format or language does not exist.
    UsageError
        The package of a format is not installed; the system can run nothing apart.
    EndedEarlyError
        Cancelled; the same call resumes it.
    """
    from gridwise.grading.run import grade as graded

    return graded(
        assignment,
        submissions,
        output,
        formats=names_of("formats", formats),
        lang=lang,
        workers=workers,
        cancel=cancel,
        progress=progress,
    )


@typed
def simulate(
    puzzle: Source,
    *,
    board: Names | None = None,
    policy: str | None = None,
    first_click: str | None = None,
    free_cells: int | Sequence[int] = 0,
    games: int = 100,
    repeat: int = 1,
    seed: int = 0,
    guess: str = "never",
    workers: int | None = None,
    cluster: str | None = None,
    cancel: CancelToken | None = None,
    progress: Callable[[int, int], None] | None = None,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> "Simulation":
    """Let a policy play many games of a puzzle with hidden cells, and count how they end.

    Parameters
    ----------
    puzzle
        The kind, or a covered board of it: then `board` is its size.
    board
        Sizes, such as `"9x9x10"`, or names of levels, as a list or with commas between; by default
        the first level.
    policy
        A name of `gridwise.policies(puzzle)`, or the path of a Python file with `decide(view)`,
        which plays in a process apart; by default the best.
    first_click, free_cells
        The rule of the first click; the units of safe cells that are revealed at the start.
    games, repeat
        The number of games in a row of counts, and of rows in each setting.
    seed
        The seed of all games.
    guess
        The rule for a player who can conclude nothing: `never` (it stops) or `random`.
    workers, cluster
        The number of games at a time; or the address of a Dask cluster that plays them.
    cancel, progress
        A token that ends it; a callback with the number of games played, and of all.
    options, **more
        Options of the policy, by name.

    Examples
    --------
    >>> done = simulate("minesweeper", board="9x9x10", free_cells=(1, 2), games=20)
    >>> [row.games for row in done.rows]
    [20, 20]
    """
    from gridwise.agents.simulate import simulate as simulation
    from gridwise.batch.games import sharing
    from gridwise.workers.own_solver.agent import offer

    kind, size = _covered(puzzle)
    offer(kind, policy)
    boards = size if board is None else names_of("board", board)
    with sharing(workers, cluster, cancel) as share:
        return simulation(
            kind,
            board=boards,
            policy=policy,
            first_click=first_click,
            free_cells=free_cells,
            games=games,
            repeat=repeat,
            seed=seed,
            guess=guess,
            workers=workers,
            share=share,
            cancel=cancel,
            progress=progress,
            options={**(options or {}), **more},
        )


@typed
def play(
    puzzle: Source,
    *,
    board: str | None = None,
    policy: str | None = None,
    first_click: str | None = None,
    free_cells: int = 0,
    guess: str = "never",
    seed: int = 0,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    trace: bool | int = False,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> "PlayedGame":
    """Let a policy play one game to its end, and return it with its turns.

    Parameters
    ----------
    puzzle
        The kind, or a covered board of it: then `board` is its size.
    board, policy, first_click, free_cells, guess, seed, options, **more
        As for `simulate`.
    limits, cancel
        End the game early.
    trace
        Whether to record the policy's steps; a number is the most rows kept.
    """
    from gridwise.agents.play import play as played
    from gridwise.workers.own_solver.agent import offer

    kind, size = _covered(puzzle)
    offer(kind, policy)
    return played(
        kind,
        board=size if board is None else board,
        policy=policy,
        first_click=first_click,
        free_cells=free_cells,
        guess=guess,
        seed=seed,
        limits=limits,
        cancel=cancel,
        trace=trace,
        options={**(options or {}), **more},
    )


@typed
def bench(
    puzzle: str,
    sets: Names | None = None,
    *,
    data: str | os.PathLike[str] | None = None,
    scale: float = 1.0,
    progress: Callable[[Mapping[str, int | float | str]], object] | None = None,
) -> list[dict[str, int | float | str]]:
    """Measure the speed of a puzzle's engines on fixed sets of boards.

    Parameters
    ----------
    puzzle
        The kind.
    sets
        Names of sets, as a list or with commas between; by default all.
    data
        A file of boards to measure instead of the built-in ones of one set.
    scale
        Measure only this share of the boards, above 0, at most 1.
    progress
        Called with the row of each set when it is measured.

    Returns
    -------
    list[dict]
        A row of figures a set: `items`, `cpu_s`, `rate_per_s`, `compile_s`, `resident_bytes` ...
    """
    from gridwise.comparing.bench import bench as measured

    text = None if data is None else load(os.fspath(data), os.fspath(data))
    rows = []
    names = None if sets is None else names_of("sets", sets)
    for row in measured(puzzle, names, data=text, scale=scale):
        rows.append(row)
        if progress is not None:
            progress(row)
    return rows


@typed
def prepare(
    *names: str,
    workers: int | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    compiling: Callable[[Compiling], object] | None = None,
) -> list[Prepared]:
    """Compile engines and make tables now, for all later runs on this machine.

    Parameters
    ----------
    *names
        Puzzles or tables (`puzzle:table`); by default the usual ones of all puzzles.
    workers
        The most processes that compile; by default one for each core. With 1, this process
        compiles.
    cancel, progress
        A token that ends it; a callback about ten times a second.
    compiling
        A callback with the progress of compiling, if code is missing.
    """
    made = preparation.prepare(
        names, workers=workers, cancel=cancel, progress=progress, compiling=compiling
    )
    return list(made)


@typed
def verify(
    path: str | os.PathLike[str],
    *,
    both: bool = False,
    board: Source | None = None,
    export: str | os.PathLike[str] | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> "Verdict":
    """Check a certificate with code that shares nothing with the solvers.

    It reads the board from the certificate, and makes the clauses of that board itself.

    Parameters
    ----------
    path
        A file that `solve(board, certificate=DIR)` or `--certificate DIR` wrote.
    both
        Ask a second checker, the package `dratify`, about every proof too.
    board
        The board that it must be about, or anything that makes one; a certificate of another board
        is refused. By default any board will do: `Verdict.board` is the certificate's.
    export
        A folder: the refutations of an accepted certificate are written to it, each as a DIMACS and
        a DRAT file, which other checkers read.
    time_s, cpu_s, cancel
        End the check early: seconds on the clock, of processor time, and a token.

    Returns
    -------
    Verdict
        `proved`, the claim as `text`, and the place (`where`) and reason (`why`) of a failure.

    Raises
    ------
    EndedEarlyError
        The time was up, or the check was cancelled.
    InputError
        No whole certificate; the error names the line; or the certificate of another board.
    UsageError
        `both`, and `dratify` is not installed.
    """
    from gridwise.solving.certificates.checking import check
    from gridwise.solving.certificates.exporting import export as write_files

    wanted = None if board is None else Board(board).notation
    limits = Limits(time_s=time_s, cpu_s=cpu_s)
    verdict = check(path, both=both, board=wanted, limits=limits, cancel=cancel)
    if export is not None:
        write_files(path, verdict, Path(export))
    return verdict


@typed
def resolution_tree(path: str | os.PathLike[str], *, number: int = 1, theme: str = "light") -> str:
    """Draw the resolution refutation of a certificate as a tree.

    `verify(path).derivations` holds the same as clauses with their parents; the method `listing`
    of each numbers them as on a blackboard.

    Parameters
    ----------
    path
        A certificate of an answer of a method that makes resolution refutations.
    number
        The number of the refutation, from 1; a board with forced cells has one for each.
    theme
        `light`, `dark`, `high-contrast` or `colour-blind`.

    Returns
    -------
    str
        The SVG document: the leaves above, the empty clause at the bottom.

    Raises
    ------
    InputError
        The certificate is not whole.
    ParameterError
        It holds no such refutation, or one with too many clauses to be drawn.
    """
    from gridwise.solving.certificates.checking import check, refutations, tree_svg

    held = refutations(path, check(path))
    if not 0 < number <= len(held):
        raise ParameterError(
            msg("{path} holds {number} refutations", path=str(path), number=len(held))
        )
    return tree_svg(held[number - 1], theme=theme)


@typed
def policies(puzzle: str | None = None) -> Mapping[str, Policy[Any, Any]]:
    """Return the policies that play games, by name: all, or a puzzle's."""
    return {policy.name: policy for _, policy in listing.policies_of(puzzle)}


@typed
def techniques(puzzle: str | None = None) -> Mapping[str, Technique]:
    """Return the techniques that explain puzzles, by name: all, or a puzzle's."""
    return {technique.name: technique for _, technique in listing.techniques_of(puzzle)}


def _inputs(boards: Source, puzzle: str | None) -> list[str]:
    """Return the inputs of a comparison: paths and names of suites unchanged, else notations."""
    from gridwise.comparing.suites import suites

    out: list[str] = []
    for one in _sources(boards):
        if isinstance(one, os.PathLike) or _is_file(one) or one in suites():
            out.append(os.fspath(one))
        else:
            out += [board.notation for board in read_boards(one, puzzle=puzzle)]
    return out


def _sources(boards: Source) -> list[Any]:
    several = isinstance(boards, Iterable) and not isinstance(boards, str | os.PathLike)
    return list(boards) if several else [boards]


def _covered(puzzle: Source) -> tuple[str, str | None]:
    """Return the kind, and the size of a board without moves."""
    if isinstance(puzzle, str) and puzzle in registry.puzzles():
        return puzzle, None
    if isinstance(puzzle, str) and puzzle.isidentifier():
        registry.puzzle(puzzle)  # raises if the kind does not exist
    board = Board(puzzle)
    kind, size = board.puzzle.name, board.notation.split(":")[1]
    if registry.interaction(kind).empty(size) != board.position:
        raise ParameterError(
            msg("games are dealt on a covered board: found one that shows something already")
        )
    return kind, size


def _is_file(source: object) -> bool:
    try:
        return isinstance(source, str | os.PathLike) and Path(source).is_file()
    except (OSError, ValueError):
        return False
