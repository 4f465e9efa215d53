"""Every public call that takes a cancel token answers CANCELLED, or raises what is documented."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import gridwise as gw
from batch.poison import Inline
from cancelling import After, Ask, check_ends, ended
from documents import made
from every import every
from gridwise.batch import run as batches
from without_children import proofs_here

__all__ = ["proofs_here"]
from gridwise.core.limits import Limits
from gridwise.solving.rate import lines

SUDOKU = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
MINES = "minesweeper:4x4x5:-2--/---1/-1--/----"
SLIDING = "sliding:3x3:8,6,7,2,5,4,3,0,1"

LADDER = (1, 2, 3, 5, 8, 13, 30)
CASES: dict[str, tuple[Ask, ...]] = {
    "solve": (
        lambda c: gw.solve(SUDOKU, method="backtracking", cancel=c),
        lambda c: gw.solve(MINES, cancel=c),
        lambda c: gw.solve(SLIDING, cancel=c),
        lambda c: gw.solve("queens:8:", all_solutions=True, cancel=c),
    ),
    "count": (lambda c: gw.count("queens:8:", method="dpll", cancel=c),),
    "hint": tuple(
        lambda c, board=board: gw.hint(board, cancel=c) for board in (SUDOKU, MINES, SLIDING)
    ),
    "explain": tuple(
        lambda c, board=board: gw.explain(board, cancel=c) for board in (SUDOKU, MINES)
    ),
    "rate": (lambda c: gw.rate(SUDOKU, cancel=c), lambda c: gw.rate(SLIDING, cancel=c)),
    "setter_bench": (lambda c: gw.setter_bench("sudoku:2x2:1.......3......4", cancel=c),),
    "probabilities": (lambda c: gw.probabilities(MINES, cancel=c),),
    "heuristics": (lambda c: gw.heuristics(SLIDING, cancel=c),),
    "check_encoding": (lambda c: gw.check_encoding([[1]], "minesweeper:2x2x1:--/--", cancel=c),),
    "simulate": (lambda c: gw.simulate("minesweeper", board="5x5x4", games=3, cancel=c),),
    "play": (lambda c: gw.play("minesweeper", board="5x5x4", policy="single_point", cancel=c),),
    "solve_many": (lambda c: gw.solve_many([gw.parse(SUDOKU)] * 3, cancel=c),),
    "generate": (lambda c: gw.generate("sudoku", "2x2", seed=1, cancel=c),),
    "daily": (lambda c: gw.daily("queens", "2026-11-23", cancel=c),),
}
WITH_FILES: dict[str, Callable[[Path], tuple[Ask, ...]]] = {}
"""Makes the files of a case in a folder, and returns its calls."""


def _with_files(ask: Callable[[Path], tuple[Ask, ...]]) -> Callable[[Path], tuple[Ask, ...]]:
    WITH_FILES[ask.__name__] = ask
    return ask


@_with_files
def export(folder: Path) -> tuple[Ask, ...]:
    boards = [SUDOKU, SUDOKU]
    return tuple(
        partial(
            lambda name, c: gw.export(boards, folder / name, solution="html" in name, cancel=c),
            name,
        )
        for name in ("a.html", "a.svg", "a.sdk")
    )


@_with_files
def report(folder: Path) -> tuple[Ask, ...]:
    where = made.folder(folder / "measured", plots=True)
    return (lambda c: gw.report(where, folder / "r.html", cancel=c),)


@_with_files
def verify(folder: Path) -> tuple[Ask, ...]:
    gw.solve("queens:3:", certificate=folder)
    (path,) = folder.iterdir()
    return (lambda c: gw.verify(path, cancel=c),)


@_with_files
def prepare(folder: Path) -> tuple[Ask, ...]:
    return (lambda c: gw.prepare("queens", workers=1, cancel=c),)


@_with_files
def batch(folder: Path) -> tuple[Ask, ...]:
    (folder / "in.txt").write_text("queens:4:\n" * 200)

    def ask(token: After) -> object:
        for old in folder.glob("out*"):
            old.unlink()
        return gw.batch(folder / "in.txt", folder / "out.csv", cancel=token)

    return (ask,)


STARTS_PROCESSES = {"compare", "grade"}
"""These are cancelled on their way in `tests/process/conformance`."""


def takers() -> set[str]:
    """Return the names of the public functions that take a cancel token."""
    public = {name: getattr(gw, name) for name in gw.__all__}
    return {
        name
        for name, one in public.items()
        if inspect.isfunction(one) and "cancel" in inspect.signature(one).parameters
    }


def test_every_function_with_a_token_is_asked() -> None:
    assert takers() == {*CASES, *WITH_FILES, *STARTS_PROCESSES}


@every("name", sorted(CASES))
def test_a_token_that_is_set_is_answered(name: str) -> None:
    """Before the call, and after so many looks, until the call ends by itself."""
    for ask in CASES[name]:
        check_ends(ask, LADDER)


@pytest.mark.usefixtures("proofs_here")
@every("name", sorted(WITH_FILES))
def test_what_reads_and_writes_files(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "open_executor", lambda *_, **more: Inline(100))
    (folder := tmp_path / name).mkdir()
    for ask in WITH_FILES[name](folder):
        check_ends(ask, (1, 3, 13))


def test_a_set_token_starts_no_process(tmp_path: Path) -> None:
    board = "queens:6:"
    (tmp_path / "in.txt").write_text(board)
    asked: tuple[Ask, ...] = (
        lambda c: gw.batch(tmp_path / "in.txt", tmp_path / "out.csv", workers=2, cancel=c),
        lambda c: gw.compare(board, methods=["dpll"], cancel=c),
        lambda c: gw.compare(board, methods=["dpll"], workers=2, cancel=c),
        lambda c: gw.grade(tmp_path / "a.toml", tmp_path, tmp_path / "out", cancel=c),
        lambda c: gw.prepare(workers=2, cancel=c),
    )
    for ask in asked:
        assert ended(ask, After(0)) is gw.Stop.CANCELLED


def test_what_a_cancelled_answer_says() -> None:
    hint = gw.hint(SUDOKU, cancel=After(0))
    said = (hint.technique, hint.move, hint.text)
    assert said == ("unknown", None, "Cancelled before a step was found.")
    found = gw.explain(SUDOKU, cancel=After(0))
    assert (found.steps, found.solved, bool(found)) == ((), False, False)
    assert "Cancelled" in str(found)
    rated = gw.rate(SUDOKU, cancel=After(0))
    assert set(rated.values()) == {None}
    said = [str(line) for line in lines("sudoku", rated, Limits(time_s=60))]
    assert all(line.endswith(": cancelled") for line in said)
    assert len(gw.heuristics(SLIDING, cancel=After(0))) == 0


def test_an_answer_is_true_where_something_was_found() -> None:
    assert gw.solve("queens:4:")
    assert not gw.solve("queens:3:")
    assert not gw.solve("queens:8:", cancel=After(0))
    assert not gw.solve("queens:4:", nth=9)
    assert gw.solve("queens:4:", nth=2)
    assert gw.count("queens:4:")
    assert not gw.count("queens:3:")
    assert gw.probabilities("minesweeper:2x2x1:--/--")
    assert not gw.probabilities("minesweeper:2x2x1:0-/--")
    assert gw.explain(SUDOKU)
    assert not gw.check_encoding([[1]], "minesweeper:2x1:--")
