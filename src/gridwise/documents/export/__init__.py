"""Write boards, and their solutions if wanted, to documents, pictures and puzzle files."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError, UsageError
from gridwise.core.files import check_writable, write_whole
from gridwise.core.limits import CancelToken, Limits, check_cancel, time_limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.question import Arg, Source, typed
from gridwise.core.result import Result, Solution, Solutions
from gridwise.core.scene import Highlight, Scene
from gridwise.documents.export.booklet import SOLUTIONS_AT, booklet
from gridwise.documents.model import Document, Figure, Text
from gridwise.documents.pictures import to_png
from gridwise.documents.proofs import proofs
from gridwise.documents.writers import WRITERS
from gridwise.questions.base_board import read_boards, sources_of
from gridwise.questions.parameters import ThemeName
from gridwise.render.catalogue import LANGUAGES, Catalogue, catalogue
from gridwise.render.palette import Theme, theme_named
from gridwise.render.words import before_colon, forced_words, in_words, number, outcome
from gridwise.solving import files
from gridwise.solving.certificates.writing import certified
from gridwise.solving.solve import solve

DEFAULT_S = 5.0
"""Seconds for the solution of one board."""
MOST_PER_PAGE = 24
MOST_DRAWN_CELLS = 40_000
"""The cells of the largest board that is drawn."""
MOST_DRAWN_BOARDS = 5_000
"""The most boards that are drawn into one document."""
_MOST_MOVES, _MOVES_A_LINE = 200, 10
"""The most moves that are printed; others are only counted."""

DOCUMENTS = tuple(sorted(WRITERS))
PICTURES = (".png", ".svg")

Progress = Callable[[int, int], None]
"""Callback with the number of solved boards, and of all boards."""


@dataclass(frozen=True, slots=True)
class ExportedBoard:
    """A board of an export, its result if it had to be solved, and the result in words."""

    puzzle: str
    position: Any
    result: Result[Any] | None = None
    known: Message | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """The files that an export wrote (none if no board has an answer to write), and its boards."""

    paths: tuple[Path, ...]
    boards: tuple[ExportedBoard, ...]

    @property
    def unanswered(self) -> tuple[tuple[int, ExportedBoard], ...]:
        """The boards that had to be solved and have no answer, each with its number from 1."""
        return tuple(
            (at, board)
            for at, board in enumerate(self.boards, 1)
            if board.result is not None and board.result.answer is None
        )


@typed
def export(
    boards: Source,
    path: str | os.PathLike[str],
    *,
    solution: Annotated[
        bool,
        Arg(
            "Solve the boards: documents have the solutions at the end, pictures beside; files in "
            "a puzzle's format hold the solved boards instead.",
            remote_description="Solve the board and add the solution.",
        ),
    ] = False,
    solution_at: Annotated[
        str | None,
        Arg(
            "Where a document has the solutions: end (the default), beside each board, or "
            "upside-down at the end.",
            metavar="WHERE",
            remote_description="Where a document has the solution; at its end without.",
            names=lambda: SOLUTIONS_AT,
            what="place of the solutions",
        ),
    ] = None,
    theme: ThemeName = "light",
    per_page: Annotated[
        int | None,
        Arg(
            "Boards on a page of a .docx or .pdf; 1 by default.",
            remote_description="Boards on a page of a DOCX or a PDF, 1 without: one is drawn as "
            "large as it would be among so many.",
            least=1,
            most=MOST_PER_PAGE,
            metavar="N",
        ),
    ] = None,
    title: Annotated[
        str | None,
        Arg(
            "The title of a document; by default the puzzles' names.",
            remote_description="Of a document.",
            metavar="TEXT",
        ),
    ] = None,
    style: str | None = None,
    lang: Annotated[
        str, Arg("The language of a document.", what="language", names=lambda: LANGUAGES)
    ] = "en",
    time_s: Annotated[
        float | None,
        Arg("Time limit for each solution, seconds; 5 by default.", option="--time", metavar="S"),
    ] = None,
    cpu_s: Annotated[
        float | None,
        Arg("Limit of the CPU time for each solution, seconds.", option="--cpu", metavar="S"),
    ] = None,
    certificate: str | os.PathLike[str] | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Exported:
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
    sources = sources_of(boards)
    given = [ExportedBoard(b.puzzle.name, b.position) for b in read_boards(sources)]
    path = Path(path)
    chosen, words = theme_named(theme), catalogue(lang)
    check(path, per_page=per_page, title=title, style=style)
    check_solutions(path, solution_at, certificate, solution=solution)
    limits = time_limits(time_s, cpu_s, DEFAULT_S)
    if not given:
        raise ParameterError("there is no board to export")
    form = path.suffix.lower()
    if form in (*DOCUMENTS, *PICTURES):
        _check_drawable(given)
    else:
        _texts(path, given, style, solved=False)  # refused before the time for solving is spent
    inputs = [one for one in sources if isinstance(one, str | os.PathLike)]
    check_targets(path, len(given), inputs, solution=solution)
    if solution:
        folder = None if certificate is None else Path(certificate)
        given = _solved(given, limits, folder, cancel, progress)
    check_cancel(cancel)
    if form in DOCUMENTS:
        every = len(given) if form == ".html" else 1  # HTML has no pages
        where = solution_at or SOLUTIONS_AT[0]
        document = _document(given, chosen, per_page or every, where, title, words)
        made = WRITERS[form](document, words, partial(check_cancel, cancel))
        check_cancel(cancel)
        return Exported(_written({path: made}), tuple(given))
    if form in PICTURES:
        return Exported(_written(_pictures(path, given, chosen, words)), tuple(given))
    texts = _texts(path, given, style, solved=solution)
    return Exported(_written({path: files.joined(texts)} if texts else {}), tuple(given))


def check(
    path: Path,
    *,
    per_page: int | None = None,
    title: str | None = None,
    style: str | None = None,
) -> None:
    """Check the place, the ending, the libraries and the options before any board is read.

    Raises
    ------
    UsageError, InputError
        As `export` does.
    """
    form = path.suffix.lower()
    if per_page is not None and form not in (".docx", ".pdf"):
        raise ParameterError(
            msg("{path}: only .docx and .pdf have pages for a number of boards", path=str(path))
        )
    if title is not None and form not in DOCUMENTS:
        raise ParameterError(
            msg("{path}: only {endings} have a title", path=str(path), endings=tuple(DOCUMENTS))
        )
    styles = {end for kind in registry.puzzles().values() for end in files.styles_by_ending(kind)}
    known = {*DOCUMENTS, *PICTURES, *styles}
    if style is not None and form in (*DOCUMENTS, *PICTURES):
        raise ParameterError(
            msg("{path}: a style is for files in a puzzle's own format", path=str(path))
        )
    if style is None and form not in known:
        raise UsageError(
            msg(
                "{path}: {what}; known endings: {known}",
                path=str(path),
                what=msg("a {ending} file", ending=form) if form else files.NO_ENDING,
                known=tuple(sorted(known)),
            )
        )
    check_writable(path)
    for module, forms in (("docx", (".docx",)), ("typst", (".docx", ".pdf", ".png"))):
        if form in forms:
            from gridwise.render.extras import needed

            needed(module, extra="report", purpose=f"{path}: a {form} file")


def check_solutions(
    path: Path,
    solution_at: str | None,
    certificate: str | os.PathLike[str] | None,
    *,
    solution: bool,
    limits: Mapping[str, float | None] | None = None,
) -> None:
    """Refuse options of solutions without solutions, or without a document to hold them.

    `limits` are the limits of time, by the name of the option.
    """
    of_solutions = {"--solution-at": solution_at, "--certificate": certificate, **(limits or {})}
    for option, value in of_solutions.items():
        if value is not None and not solution:
            raise ParameterError(
                msg("{option} is for the solutions: it goes with --solution", option=option)
            )
    if solution_at is not None:
        if solution_at not in SOLUTIONS_AT:
            raise UnknownNameError("place of the solutions", solution_at, SOLUTIONS_AT)
        if path.suffix.lower() not in DOCUMENTS:
            raise ParameterError(
                msg(
                    "{path}: only {endings} say where the solutions are",
                    path=str(path),
                    endings=tuple(DOCUMENTS),
                )
            )
    if certificate is not None and path.suffix.lower() not in DOCUMENTS:
        raise ParameterError(
            msg(
                "{path}: only {endings} tell of certificates",
                path=str(path),
                endings=tuple(DOCUMENTS),
            )
        )


def _check_drawable(boards: Sequence[ExportedBoard]) -> None:
    if len(boards) > MOST_DRAWN_BOARDS:
        raise ParameterError(
            f"{number(len(boards))} boards are not drawn into one export; "
            f"at most {number(MOST_DRAWN_BOARDS)}"
        )
    for at, board in enumerate(boards, 1):
        try:
            scene = registry.puzzle(board.puzzle).scene(board.position)
        except ParameterError as error:
            raise ParameterError(f"board {at}: {error.message}") from None
        cells = scene.width * scene.height
        if cells > MOST_DRAWN_CELLS:
            raise ParameterError(
                f"board {at}: {number(cells)} cells are not drawn; "
                f"at most {number(MOST_DRAWN_CELLS)}"
            )


def check_targets(
    path: Path, boards: int, inputs: Iterable[str | os.PathLike[str]], *, solution: bool
) -> None:
    """Raise `InputError` if a file of an export is an input or cannot be written."""
    kept = list(inputs)
    for target in _targets(path, boards, solution=solution):
        check_writable(target, kept)


def _solved(
    boards: Sequence[ExportedBoard],
    limits: Limits,
    folder: Path | None,
    cancel: CancelToken | None,
    progress: Progress | None,
) -> list[ExportedBoard]:
    """Solve each board by default: its puzzle's first question, by the default method.

    Certificates of the answers go to the folder, if it is named.
    """
    out = []
    for at, board in enumerate(boards):
        if progress is not None:
            progress(at, len(boards))
        result = solve(board.position, limits=limits, cancel=cancel)
        puzzle = registry.puzzle(board.puzzle)
        known = _known(puzzle, board.position, result, limits)
        if folder is not None:
            result = certified(result, folder, index=at, limits=limits, cancel=cancel)
            if result.certificate:
                proved = tuple(claim.text for claim in result.certificate)
                known = msg("{known}; {proved}", known=known, proved=proved)
        check_cancel(cancel)
        out.append(ExportedBoard(board.puzzle, board.position, result, known))
    return out


def _known(puzzle: Puzzle[Any, Any], position: Any, result: Result[Any], limits: Limits) -> Message:
    """Return the result in words, with the number of moves if the path is the answer."""
    forced = None
    shown = _shown(result)
    if shown is not None and result.question == "forced":
        after = puzzle.scene(shown.position, origin=position)
        forced = forced_words(puzzle.scene(position), after)
    words = outcome(result, limits=limits, forced=forced)
    if puzzle.countable or result.answer is None or shown is None:
        return words
    many = len(shown.moves)
    moves = msg("1 move") if many == 1 else msg("{n} moves", n=number(many))
    return msg("{known}; {moves}", known=words, moves=moves)


def _move_lines(board: ExportedBoard) -> Iterator[Text]:
    """Yield the moves if the path is the answer, ten a line, each with their numbers."""
    puzzle, result = registry.puzzle(board.puzzle), board.result
    if puzzle.countable or result is None or result.answer is None:
        return
    moves = result.answer.items[0].moves
    for at in range(0, min(len(moves), _MOST_MOVES), _MOVES_A_LINE):
        some = moves[at : min(at + _MOVES_A_LINE, _MOST_MOVES)]
        line = " ".join(puzzle.format_move(board.position, move) for move in some)
        yield f"{at + 1}–{at + len(some)}: {line}" if len(some) > 1 else f"{at + 1}: {line}"
    if len(moves) > _MOST_MOVES:
        yield msg("and {n} more moves", n=number(len(moves) - _MOST_MOVES))


def _shown(result: Result[Any]) -> Solution[Any, Any] | None:
    """Return the answer, else the best so far, else None."""
    shown = result.answer if result.answer is not None else result.best
    return shown.items[0] if isinstance(shown, Solutions) and shown.items else None


def _given(number: int, board: ExportedBoard) -> Figure:
    puzzle = registry.puzzle(board.puzzle)
    scene = puzzle.scene(board.position, origin=board.position)
    return Figure(scene.title, scene.title, scene, number=number, kind="board")


def _answer(number: int, board: ExportedBoard) -> Figure:
    """Return the drawing of the answer, or of the contradiction."""
    assert board.result is not None
    assert board.known is not None
    given = registry.puzzle(board.puzzle).scene(board.position).title
    name = msg("Solution of {board}", board=given)
    drawn, lines = _answer_scene(board, board.result), tuple(_move_lines(board))
    return Figure(board.known, name, drawn, number=number, kind="solution", lines=lines)


def _answer_scene(board: ExportedBoard, result: Result[Any]) -> Scene | None:
    puzzle = registry.puzzle(board.puzzle)
    shown = _shown(result)
    # The best of a search that gave up is no answer, and is not shown as one.
    if shown is not None and (result.answer is not None or result.question == "forced"):
        return puzzle.scene(shown.position, origin=board.position)
    if result.conflict is not None and result.conflict.cells:
        marked = dict.fromkeys(result.conflict.cells, Highlight.CONFLICT)
        return puzzle.scene(board.position, origin=board.position, highlights=marked)
    return None


def _document(
    boards: Sequence[ExportedBoard],
    theme: Theme,
    per_page: int,
    solution_at: str,
    title: str | None,
    words: Catalogue,
) -> Document:
    numbered = list(enumerate(boards, 1))
    return booklet(
        _title(boards, words) if title is None else title,
        [_given(number, board) for number, board in numbered],
        [_answer(number, board) for number, board in numbered if board.result is not None],
        theme=theme,
        per_page=per_page,
        solution_at=solution_at,
        end=proofs(
            (str(number), board.result) for number, board in numbered if board.result is not None
        ),
    )


def _title(boards: Sequence[ExportedBoard], words: Catalogue) -> str:
    """Return the names of the puzzles: their titles up to the colon."""
    kinds = dict.fromkeys(board.puzzle for board in boards)
    titles = (Message(registry.puzzle(kind).title) for kind in kinds)
    names = tuple(before_colon(title.words(words)) for title in titles)
    return in_words(msg("{puzzles}", puzzles=names), words)


def _targets(path: Path, boards: int, *, solution: bool) -> list[Path]:
    """Return the files that will be written."""
    if path.suffix.lower() not in PICTURES:
        return [path]
    numbers = range(1, boards + 1)
    out = [_numbered(path, at, boards) for at in numbers]
    if solution:
        out += [_numbered(path, at, boards, "-solution") for at in numbers]
    return out


def _numbered(path: Path, at: int, boards: int, more: str = "") -> Path:
    """Return FILE.png, or of several FILE-1.png; with zeros ahead, so that names sort."""
    digits = str(at).zfill(len(str(boards)))
    middle = f"-{digits}" if boards > 1 else ""
    return path.with_name(f"{path.stem}{middle}{more}{path.suffix}")


def _pictures(
    path: Path, boards: Sequence[ExportedBoard], theme: Theme, words: Catalogue
) -> dict[Path, str | bytes]:
    figures: dict[Path, Figure] = {}
    for at, board in enumerate(boards, 1):
        figures[_numbered(path, at, len(boards))] = _given(at, board)
        answer = _answer(at, board) if board.result is not None else None
        if answer is not None and answer.is_drawn:
            figures[_numbered(path, at, len(boards), "-solution")] = answer
    if path.suffix.lower() == ".svg":
        return {name: figure.drawn(words, theme) or "" for name, figure in figures.items()}
    return dict(zip(figures, to_png(list(figures.values()), words, theme), strict=True))


def _texts(
    path: Path, boards: Sequence[ExportedBoard], named: str | None, *, solved: bool
) -> list[str]:
    """Return the boards in the puzzle's own format, without unanswered boards."""
    kinds = sorted({board.puzzle for board in boards})
    puzzle = registry.puzzle(kinds[0])
    if named is not None:
        style = files.style_named(named, puzzle)
    else:
        style = files.style_for(path, puzzle, also=(*DOCUMENTS, *PICTURES))
    if len(kinds) > 1:
        raise UsageError(
            f"{path}: a {path.suffix.lower()} file holds boards of one puzzle, not of "
            f"{' and '.join(kinds)}; documents and pictures ({', '.join((*DOCUMENTS, *PICTURES))}) "
            "take any"
        )
    out = []
    for at, board in enumerate(boards, 1):
        position = board.position
        if solved:
            answer = None if board.result is None else board.result.answer
            if answer is None:
                continue
            position = answer.items[0].position
        try:
            out.append(puzzle.format(position, style))
        except ParameterError as error:
            why = msg("{path}: board {at}: {why}", path=str(path), at=at, why=error.message)
            raise ParameterError(why) from None
    return out


def _written(contents: Mapping[Path, str | bytes]) -> tuple[Path, ...]:
    for path, content in contents.items():
        write_whole(path, [content])
    return tuple(contents)
