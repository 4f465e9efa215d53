"""What a verdict says follows from what was checked; what a claim says beyond it is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from every import every
from gridwise.verifier import ForeignError, Verdict, verify
from gridwise.verifier.boards import minesweeper, queens, sliding, sudoku
from oracles import cnf
from verifier.mutations import Lines, as_drat, certificates, written

FORCED = "minesweeper:4x3x2:--1-/--21/----"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Lines]]:
    return certificates(tmp_path_factory.mktemp("made"))


def changed(made: list[Lines], board: str, change: Callable[[Lines], object], folder: Path) -> Path:
    """Write the first certificate of a board, changed and with a right hash."""
    lines = next(lines for lines in made if lines[0]["board"] == board)
    copied = [dict(line) for line in lines]
    copied[0]["claim"] = dict(copied[0]["claim"])
    change(copied)
    return written(folder / "changed.jsonl.gz", copied)


def claim(**more: object) -> Callable[[Lines], object]:
    return lambda lines: lines[0]["claim"].update(more)


@every(
    "literals, why",
    [
        ([-1, -5, -9] + [-5] * 50, "r2c1 again"),
        ([-1, -5, -9, 5], "r2c1 again"),
        ([-1, -5, -9, 75], "Found 75 among the forced cells, expected the number of a covered"),
        ([-1, -5, -9, -3], "Found -3"),  # an open cell
        ([-1, -5, -9, True], "Found True"),
        ([-1, -5, -9, 0], "Found 0"),
        ([-1, -5, -9.0], "Found -9.0"),
        ([-1, -5, [9]], "Found .9."),
        ([-1, -5, None], "Found None"),
    ],
)
def test_each_forced_cell_is_covered_and_claimed_once(
    literals: list[Any], why: str, made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    path = changed(made["forced"], FORCED, claim(literals=literals), tmp_path)
    with pytest.raises(gw.InputError, match=f"changed.jsonl.gz:1: .*{why}"):
        gw.verify(path)
    assert verify(changed(made["forced"], FORCED, claim(), tmp_path)).proved


def test_a_claim_that_says_more_is_refused(made: dict[str, list[Lines]], tmp_path: Path) -> None:
    for kind, certificate in made.items():
        extra: list[dict[str, Any]] = [{"unique": True}, {"number": True}, {"number": -1}]
        for more in (*extra, {"literals": []}):
            lines = [dict(line) for line in certificate[0]]
            lines[0]["claim"] = {"kind": kind} | certificate[0][0]["claim"] | more
            if kind == "forced" and "literals" in more:
                continue
            with pytest.raises(ForeignError, match="a claim of an unknown kind"):
                verify(written(tmp_path / "more.gz", lines))


def test_this_is_the_one_solution_that_is_listed(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    board = "queens:5:r1c2"
    found = verify(changed(made["solved"], board, claim(), tmp_path))
    assert found.solution == "queens:5:r1c2,r2c4,r3c1,r4c3,r5c5"
    twice = changed(made["solved"], board, lambda lines: lines.append(lines[1]), tmp_path)
    again = verify(twice)
    assert (again.proved, again.line, again.solution) == (False, 3, None)
    path = verify(changed(made["solved"], "sliding:3x2:1,2,5,3,4,0", claim(), tmp_path))
    assert (path.slides, path.solution) == ((5, 2, 1), None)


def checker(lines: Lines, folder: Path, *, both: bool = False) -> tuple[str, int, int]:
    found = verify(written(folder / "one.gz", lines), both=both)
    assert found.proved
    return found.checker, found.steps, found.clauses


def test_what_is_named_checked_it(made: dict[str, list[Lines]], tmp_path: Path) -> None:
    whole = next(lines for lines in made["forced"] if lines[0]["board"] == FORCED)
    refutations = [line for line in whole if "refute" in line or "resolution" in line]
    assert checker(whole, tmp_path)[0] == "resolution"
    assert checker(whole, tmp_path, both=True)[0] == "resolution, dratify"
    half = [*whole[:-1], as_drat(whole[-1])]
    assert checker(half, tmp_path, both=True)[0] == "strict RUP, resolution, dratify"
    free = next(lines for lines in made["forced"] if lines[0]["claim"]["literals"] == [])
    assert checker(free, tmp_path, both=True) == ("replay", 0, 0)
    for kind in ("solved", "minimal"):  # nothing is refuted for these
        lines = [*made[kind][0], *refutations]
        assert checker(lines, tmp_path, both=True) == ("replay", 0, 0)
    assert checker(made["unsolvable"][0], tmp_path) == ("invariant", 0, 0)
    named = {checker(lines, tmp_path) for lines in made["shortest"]}
    assert ("distance", 0, 0) in named
    assert ("search", 10, 0) in named


def test_an_account_that_is_left_out_is_all_that_is_missing(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    board = "sliding:2x3:0,1,4,3,5,2"
    found = verify(changed(made["shortest"], board, lambda lines: lines.pop(), tmp_path))
    assert (found.proved, found.open) == (False, True)
    assert "no account of a search" in str(found.why)


def test_a_path_with_a_detour_is_not_the_shortest(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    board = "sliding:2x3:0,1,4,3,5,2"

    def detour(lines: Lines) -> None:
        path = next(line for line in lines if "moves" in line)
        path["moves"] = [path["moves"][0], path["moves"][0], *path["moves"]]
        lines[0]["claim"]["number"] += 2

    found = verify(changed(made["shortest"], board, detour, tmp_path))
    assert (found.proved, found.open, found.line) == (False, False, 1)
    assert "is a shorter path" in str(found.why)


@every(
    "read, board, solution",
    [
        (minesweeper.rules, "minesweeper:2x1:1-", "minesweeper:2x1x9:1X"),
        (minesweeper.rules, "minesweeper:2x1x1:1-", "minesweeper:2x1:1X"),
        (minesweeper.rules, "minesweeper:2x1:0-", "minesweeper:2x1:0s"),
        (queens.rules, "queens:1:", "queens:1:r1c1,xr1c2"),
        (queens.rules, "queens:4:", "queens:4:r1c2,r2c4,r3c1,r4c3,xr1c1"),
        (queens.rules, "queens:4:xr1c1", "queens:4:r1c2,r2c4,r3c1,r4c3"),
        (sudoku.rules, "sudoku:2x2:" + "." * 16, "sudoku:4x1:1234341221434321"),
    ],
)
def test_a_solution_says_of_its_board_what_the_board_says(
    read: Callable[[str], Any], board: str, solution: str
) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(board).literals(solution)


@every(
    "read, board",
    [
        (queens.rules, "queens:4\n:"),
        (queens.rules, "queens:+4:"),
        (queens.rules, "queens:4:1c2"),
        (queens.rules, "queens:4:r1c-2"),
        (queens.rules, "queens:4:r 1c2"),
        (queens.rules, "queens:4:r1c02"),
        (queens.rules, "queens:٤:"),
        (queens.rules, "queens:4:2,4,1"),
        (minesweeper.rules, "minesweeper:2x1x1_0:1-"),
        (minesweeper.rules, "minesweeper:2x1x-1:1-"),
        (sudoku.rules, "sudoku: 2x2:" + "." * 16),
        (sliding.distance, "sliding:2x2:1, 0,2,3"),
        (sliding.distance, "sliding:2x2:1,0,2,3@1,+2,3,0"),
    ],
)
def test_a_board_that_hides_something_is_not_read(read: Callable[[str], Any], board: str) -> None:
    with pytest.raises((ValueError, IndexError), match=r"."):
        read(board)


def test_columns_of_a_large_board_may_be_followed_by_blocked_squares() -> None:
    plain, blocked = "queens:4:2,0,0,0", "queens:4:2,0,0,0,xr2c2"
    assert set(queens.rules(blocked).clauses) - set(queens.rules(plain).clauses) == {(-6,)}
    assert queens.rules("queens:4:r1c2,xr2c2").clauses == queens.rules(blocked).clauses


# The board that is asked for, and the files for checkers of others.


def test_a_certificate_of_another_board_is_refused(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    path = changed(made["forced"], FORCED, claim(), tmp_path)
    for board in (FORCED, gw.Board(FORCED), gw.Board(FORCED).position):
        assert gw.verify(path, board=board).board == FORCED
    rows = tmp_path / "Input1.txt"
    rows.write_text("- - 1 -\n- - 2 1\n- - - -\n", encoding="ascii")
    other = "minesweeper:4x3:--1-/--21/----"  # without its total it is another board
    why = f"changed.jsonl.gz:1: A certificate of another board: found {FORCED}, expected {other}."
    with pytest.raises(gw.InputError) as refused:
        gw.verify(path, board=rows)
    assert str(refused.value).endswith(why)


def read_dimacs(path: Path) -> tuple[int, list[tuple[int, ...]]]:
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("c")]
    (_, _, variables, clauses), *rest = lines
    found = [tuple(map(int, line[:-1])) for line in rest]
    assert len(found) == int(clauses)
    return int(variables), found


def check_files(found: Verdict, folder: Path) -> list[str]:
    """Check what was exported by the package dratify, and return the names."""
    import dratify

    names = sorted(path.stem for path in folder.glob("*.cnf"))
    assert len(names) == len(found.refutations) == len(list(folder.glob("*.drat")))
    for name in names:
        text, proof = ((folder / f"{name}.{end}").read_text() for end in ("cnf", "drat"))
        assert f"c board: {found.board}\nc claim: {found.text}\n" in text
        formula = dratify.parse_dimacs(text)
        assert dratify.check_proof(formula, proof).ok, name
    return names


def test_the_refutations_are_written_for_checkers_of_others(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    for at, lines in enumerate((*made["solutions"], *made["forced"])):
        folder = tmp_path / str(at)
        path = written(tmp_path / "0001-x.jsonl.gz", lines)
        found = gw.verify(path, export=folder)
        names = check_files(found, folder)
        if lines[0]["claim"]["kind"] == "solutions":
            assert names == ["0001-x"]
            variables, clauses = read_dimacs(folder / "0001-x.cnf")
            if variables < 11:
                assert not list(cnf.models(clauses, variables))
        elif lines[0]["board"] == FORCED:
            assert names == [f"0001-x-{cell}-safe" for cell in ("r1c1", "r2c1", "r3c1")]


def test_a_mine_is_named_and_its_contrary_assumed(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    path = changed(made["forced"], "minesweeper:3x2:1-1/-2-", claim(), tmp_path)
    found = gw.verify(path, export=tmp_path)
    assert [one.about for one in found.refutations] == ["r1c2-safe", "r2c1-mine", "r2c3-mine"]
    text = (tmp_path / "changed-r2c1-mine.cnf").read_text()
    assert "c contrary of: r2c1-mine\n" in text
    assert text.endswith("\n-4 0\n")


def test_only_the_steps_that_were_checked_are_written(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    lines = [dict(line) for line in made["solutions"][1]]
    assert "proof" in lines[-1]
    lines[-1] = {"proof": [*lines[-1]["proof"], "1 0", "d 99 0", "999 0"]}  # after the end
    found = gw.verify(written(tmp_path / "x.gz", lines), export=tmp_path / "out")
    assert found.proved
    assert found.steps == (tmp_path / "out" / "x.drat").read_text().count("\n") - 1
    check_files(found, tmp_path / "out")


def test_deletions_are_written(made: dict[str, list[Lines]], tmp_path: Path) -> None:
    whole = next(x for x in made["solutions"] if x[0]["board"] == "queens:4:" and "proof" in x[-1])
    first, *rest = whole[-1]["proof"]
    lines = [*whole[:-1], {"proof": [first, first, f"d {first}", *rest]}]
    found = gw.verify(written(tmp_path / "x.gz", lines), export=tmp_path)
    assert (tmp_path / "x.drat").read_text().startswith(f"{first}\n{first}\nd {first}\n")
    check_files(found, tmp_path)


def test_what_is_not_proved_or_needs_no_refutation_is_not_exported(
    made: dict[str, list[Lines]], tmp_path: Path
) -> None:
    wrong = [line for line in made["solutions"][0] if "resolution" not in line]
    for lines in (made["solved"][0], made["minimal"][0], made["shortest"][0], wrong[:-1]):
        gw.verify(written(tmp_path / "x.gz", lines), export=tmp_path / "out")
    assert not (tmp_path / "out").exists()
