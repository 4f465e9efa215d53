"""Certificates: every claim of an answer, checked; damaged and false ones refused."""

import gzip
import hashlib
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import gridwise as gw
from every import every
from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.solving.certificates.refute import ProofMaker
from gridwise.solving.certificates.writing import certified
from gridwise.verifier import file as reader

UNIQUE = "sudoku:3x3:" + (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
ALL = "safe cells: 0, mines: 0; no other cell is forced"


def texts(answer: gw.Answer[Any]) -> list[str]:
    assert answer.certificate is not None
    return [str(one.text) for one in answer.certificate]


@every(
    "board, told",
    [
        (UNIQUE, ["there is exactly one solution"]),
        ("sudoku:2x2:1.......3......4", ["this is a solution"]),
        ("sudoku:2x2:123....4........", ["there is no solution"]),
        ("sudoku:2x2:11..............", ["there is no solution"]),
        ("queens:6:r1c1", ["there is no solution"]),
        ("queens:6:r1c2", ["this is a solution"]),
        ("minesweeper:3x3:---/-1-/---", [ALL]),
        (
            "minesweeper:4x3x2:--1-/--21/----",
            ["safe cells: 3, mines: 0; no other cell is forced"],
        ),
        ("minesweeper:2x1:-1", ["safe cells: 0, mines: 1; no other cell is forced"]),
        ("minesweeper:2x1x2:1-", ["there is no solution"]),
        ("minesweeper:3x1:-0-", ["safe cells: 2, mines: 0; no other cell is forced"]),
        ("sliding:3x3:1,2,5,3,4,8,6,7,0", ["no path has fewer than 4 slides"]),
        ("sliding:3x2:1,2,5,3,4,0", ["no path has fewer than 3 slides"]),
        ("sliding:2x2:3,1,2,0", ["the goal cannot be reached"]),
        ("sliding:3x3:2,1,0,3,4,5,6,7,8", ["the goal cannot be reached"]),
        ("sliding:3x1:0,2,1", ["the goal cannot be reached"]),
    ],
)
def test_every_claim_is_proved(board: str, told: list[str], tmp_path: Path) -> None:
    answer = gw.solve(board, certificate=tmp_path)
    assert texts(answer) == [f"proved: {text}" for text in told]
    for one in answer.certificate or ():
        assert one.path is not None
        assert gw.verify(one.path, both=True).proved  # by dratify too


def test_a_board_without_a_given_to_spare_is_minimal(tmp_path: Path) -> None:
    answer = gw.solve("sudoku:2x2:1....2....3....4", certificate=tmp_path)
    assert not answer.unique  # so nothing is said of its givens
    board = gw.generate("sudoku", "2x2", seed=3)
    found = gw.solve(board, certificate=tmp_path)
    assert texts(found) == [
        "proved: there is exactly one solution",
        "proved: no given follows from the others",
    ]


@every("n", [1, 2, 3, 4, 5, 6])
def test_all_solutions_are_listed_and_any_other_refuted(n: int, tmp_path: Path) -> None:
    number = gw.count(f"queens:{n}:").count
    counted = gw.count(f"queens:{n}:", certificate=tmp_path)
    listed = gw.solve(f"queens:{n}:", all_solutions=True, certificate=tmp_path)
    wanted = ["there is no solution", "there is exactly one solution"]
    told = wanted[number] if number in (0, 1) else f"there are exactly {number} solutions"
    assert texts(counted) == texts(listed) == [f"proved: {told}"]


def test_no_solution_is_called_proved_only_where_it_was_checked(tmp_path: Path) -> None:
    board = "sudoku:2x2:123....4........"
    assert "Proved" not in str(gw.solve(board, method="dpll"))
    assert "Proved" in str(gw.solve(board, certificate=tmp_path))


def test_a_claim_that_is_too_large_is_solved_and_not_proved(tmp_path: Path) -> None:
    answer = gw.count("queens:10:", certificate=tmp_path, limits=gw.Limits(time_s=0.001))
    assert not any(one.proved for one in answer.certificate or ())
    assert texts(gw.count("sudoku:3x3:" + UNIQUE[11:40] + "." * 52, limits=gw.Limits(solutions=2),
        certificate=tmp_path)) == []  # at least 2: nothing is claimed  # fmt: skip


def test_symmetric_counts_have_no_certificate(tmp_path: Path) -> None:
    with pytest.raises(gw.ParameterError, match="exclude each other"):
        gw.count("queens:6:", up_to_symmetry=True, certificate=tmp_path)


def test_long_paths_say_that_no_small_certificate_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridwise.verifier.boards import sliding

    monkeypatch.setattr(sliding, "_MOST_STATES", 10)
    answer = gw.solve("sliding:3x3:8,7,6,5,4,3,2,1,0", certificate=tmp_path)
    assert len(texts(answer)) == 1
    assert "not proved" in texts(answer)[0]
    assert "no small certificate is known" in texts(answer)[0]


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def forged(path: Path, change: Callable[[list[Any]], None]) -> Path:
    """Return a certificate with other lines, and a right hash again."""
    values = lines_of(path)[:-1]
    change(values)
    data = "".join(json.dumps(value) + "\n" for value in values).encode()
    end = json.dumps({"sha256": hashlib.sha256(data).hexdigest()}) + "\n"
    other = path.with_name("forged.jsonl.gz")
    other.write_bytes(gzip.compress(data + end.encode()))
    return other


@cache
def packed(board: str) -> bytes:
    """Return the certificate of a board's answer, which is made once."""
    with TemporaryDirectory() as folder:
        found = gw.solve(board, certificate=folder).certificate
        assert found
        return Path(str(found[0].path)).read_bytes()


def certificate(board: str, folder: Path) -> Path:
    """Write the certificate of a board's answer."""
    path = folder / "certificate.jsonl.gz"
    path.write_bytes(packed(board))
    return path


def board_is(text: str) -> Callable[[list[Any]], None]:
    return lambda values: values[0].update(board=text)


def claim_is(**claim: object) -> Callable[[list[Any]], None]:
    return lambda values: values[0].update(claim=claim)


def without(key: str) -> Callable[[list[Any]], None]:
    def change(values: list[Any]) -> None:
        values[:] = [value for value in values if key not in value]

    return change


def clause_less(values: list[Any]) -> None:
    next(value for value in values if "clauses" in value)["clauses"].pop()


@every(
    "board, change, why",
    [
        (UNIQUE, board_is(UNIQUE.replace("53..7", "5...7")), "clauses are not those"),
        (UNIQUE, board_is(UNIQUE.replace("53..7", "35..7")), "not a solution"),
        (UNIQUE, claim_is(kind="solutions", number=0), "not so many"),
        (UNIQUE, claim_is(kind="solutions", number=2), "not so many"),
        (UNIQUE, claim_is(kind="minimal"), "no given is there"),
        (UNIQUE, clause_less, "clauses are not those"),
        ("queens:6:r1c1", without("proof"), "without a contradiction"),
        (UNIQUE, without("refute"), "no evidence"),
        (UNIQUE, without("solution"), "not so many"),
        ("queens:6:r1c1", board_is("queens:6:r1c2"), "clauses are not those"),
        (
            "minesweeper:4x3x2:--1-/--21/----",
            claim_is(kind="forced", literals=[-1, -2]),
            "not shown both|refutes something else",
        ),
        ("minesweeper:3x3:---/-1-/---", without("solution"), "not so many"),
        (
            "minesweeper:3x3:---/-1-/---",
            lambda values: values.pop(1),
            "not shown both",
        ),
        ("minesweeper:3x3:---/-1-/---", claim_is(kind="forced", literals=[-1]), "proof is missing"),
        ("sliding:3x2:1,2,5,3,4,0", claim_is(kind="shortest", number=4), "another length"),
        ("sliding:3x2:1,2,5,3,4,0", claim_is(kind="unsolvable"), "invariant"),
        (
            "sliding:3x3:1,2,5,3,4,8,6,7,0",
            lambda values: (
                values[1]["moves"].extend([1, 1]),
                values[0]["claim"].update(number=6),
            ),
            "shorter",
        ),
        ("sliding:3x2:1,2,5,3,4,0", without("moves"), "path is missing"),
        ("sliding:3x2:1,2,5,3,4,0", lambda values: values[1]["moves"].pop(), "not lead"),
    ],
)
def test_a_false_certificate_is_not_accepted(
    board: str, change: Callable[[list[Any]], None], why: str, tmp_path: Path
) -> None:
    try:
        found = gw.verify(forged(certificate(board, tmp_path), change))
    except gw.InputError as error:
        assert re.search(why, str(error))
        return
    assert not found.proved
    assert re.search(why, str(found.why)), found.why


@every(
    "head, why",
    [
        ({"format": "something"}, "no certificate of Gridwise"),
        ({"version": 2}, "Version 2"),
        ({"board": 3}, "board or the claim is missing"),
        ({"claim": {"kind": "wonder"}}, "unknown kind"),
        ({"puzzle": "sliding"}, "unknown kind"),
        ({"board": "sudoku:9x9:1"}, "cannot be read"),
    ],
)
def test_a_foreign_head_is_refused_at_the_first_line(
    head: dict[str, Any], why: str, tmp_path: Path
) -> None:
    path = forged(certificate(UNIQUE, tmp_path), lambda values: values[0].update(head))
    with pytest.raises(gw.InputError, match=rf":1: .*{why}"):
        gw.verify(path)


@every(
    "line",
    [
        "nonsense",
        "[1]",
        '{"proof": ["1 2"]}',
        '{"clauses": [[1.5]]}',
        '{"other": 1}',
        "[" * 100_000,
    ],
)
def test_a_damaged_line_is_named(line: str, tmp_path: Path) -> None:
    path = certificate(UNIQUE, tmp_path)
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    lines[2] = line
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    with pytest.raises(gw.InputError, match=":3: "):
        gw.verify(path)


def test_a_file_that_is_cut_off_or_changed_is_refused(tmp_path: Path) -> None:
    path = certificate(UNIQUE, tmp_path)
    data, rng = path.read_bytes(), Random(1)
    for size in (0, 5, 30, len(data) // 2, len(data) - 3):
        path.write_bytes(data[:size])
        with pytest.raises(gw.InputError):
            gw.verify(path)
    for _ in range(25):
        changed = bytearray(data)
        changed[rng.randrange(12, len(data) - 8)] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        with suppress(OSError, EOFError, zlib.error):
            if gzip.decompress(changed) == gzip.decompress(data):
                continue  # about one bit in 2,500 says nothing
        with pytest.raises(gw.InputError):
            gw.verify(path)
    path.write_text("1 0\n", encoding="ascii")
    with pytest.raises(gw.InputError, match="gzip"):
        gw.verify(path)


def test_lines_that_others_changed_do_not_fit_the_hash(tmp_path: Path) -> None:
    path = certificate(UNIQUE, tmp_path)
    values = lines_of(path)
    values[0]["solver"] = "another"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, values)).encode()))
    with pytest.raises(gw.InputError, match=f":{len(values)}: .*not those that were written"):
        gw.verify(path)
    values = lines_of(certificate(UNIQUE, tmp_path))
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, values[:-1])).encode()))
    with pytest.raises(gw.InputError, match="end is missing"):
        gw.verify(path)


def test_large_files_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * 5_000_000))
    with pytest.raises(gw.InputError, match=":1: A line of more than"):
        gw.verify(path)
    good = certificate(UNIQUE, tmp_path)
    said = {"MOST_BYTES": r":\d+: More", "MOST_PACKED": ":1: A file of more"}
    for name, begin in said.items():
        with monkeypatch.context() as patch:
            patch.setattr(reader, name, 1000)
            with pytest.raises(gw.InputError, match=f"{begin} than 1,000 bytes"):
                gw.verify(good)


def test_equal_claims_give_equal_files() -> None:
    packed.cache_clear()
    one = packed(UNIQUE)
    packed.cache_clear()
    assert one == packed(UNIQUE)


def test_a_search_of_ours_gives_steps_that_can_be_followed_by_hand(tmp_path: Path) -> None:
    for at, board in enumerate([UNIQUE, "queens:6:r1c1", "minesweeper:2x1x2:1-"]):
        answer = gw.solve(board, method="dpll", certificate=tmp_path / str(at))
        (one,) = answer.certificate or ()
        assert one.proved
        assert one.checker == "resolution"
        (derivation,) = gw.verify(str(one.path)).derivations
        assert sum(step.parents is not None for step in derivation.steps) == one.steps


@every(
    "step, why",
    [
        ([[1], 1, 1], "parent that is not before"),
        ([[1], 2, 999], "parent that is not before"),
        ([[7]], "not one of the board"),
        ([[1], 2], "no step of a proof"),
        ([1, 2, 3], "no step of a proof"),
        ([[True]], "no step of a proof"),
    ],
)
def test_a_wrong_step_is_refused_with_its_line(step: object, why: str, tmp_path: Path) -> None:
    answer = gw.solve("queens:3:", method="dpll", certificate=tmp_path)
    (one,) = answer.certificate or ()

    def change(values: list[Any]) -> None:
        next(value for value in values if "resolution" in value)["resolution"][0] = step

    path = forged(Path(str(one.path)), change)
    try:
        found = gw.verify(path)
    except gw.InputError as error:
        assert re.search(f":4: .*{why}", str(error))
        return
    assert (found.proved, found.line) == (False, 4)
    assert why in str(found.why)


def test_a_proof_that_fits_no_certificate_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_BYTES", 1000)
    answer = gw.count("queens:8:", certificate=tmp_path)
    assert answer.count == 92
    assert texts(answer) == ["solved, not proved: the proof is larger than 1,000 bytes"]


def holes(number: int) -> list[list[int]]:
    """Return clauses for one pigeon too many: hard to refute by resolution."""
    rows = [[at * number + hole + 1 for hole in range(number)] for at in range(number + 1)]
    pairs = [
        [-first[hole], -second[hole]]
        for hole in range(number)
        for at, first in enumerate(rows)
        for second in rows[:at]
    ]
    return rows + pairs


def test_one_process_refutes_many_sets_of_clauses() -> None:
    large = [[at, at + 1] for at in range(1, 40_000)]  # more than a pipe holds
    with ProofMaker(Run()) as maker:
        assert maker.refute(holes(5)) is not None
        assert maker.refute(holes(5)[1:]) is None
        assert maker.refute([*large, [1], [-1]]) is not None


@pytest.mark.parametrize(
    ("limits", "pigeons", "stop"),
    [
        (gw.Limits(time_s=0.3), 12, gw.Stop.TIME_LIMIT),
        (gw.Limits(memory_bytes=12_000_000), 9, gw.Stop.MEMORY_LIMIT),
    ],
)
def test_a_proof_that_is_being_made_ends_at_a_limit(
    limits: gw.Limits, pigeons: int, stop: gw.Stop
) -> None:
    with ProofMaker(Run(limits=limits)) as maker, pytest.raises(Interrupted) as caught:
        maker.refute(holes(pigeons))
    assert caught.value.stop is stop


def test_a_certificate_has_the_account_of_its_check(tmp_path: Path) -> None:
    (one,) = gw.solve(UNIQUE, certificate=tmp_path).certificate or ()
    told = one.to_dict()
    path = Path(str(one.path))
    assert told["bytes"] == path.stat().st_size
    assert told["clauses"] == gw.verify(path).clauses > 10_000
    assert min(told["made_s"], told["checked_s"]) > 0
    assert told["versions"].items() <= lines_of(path)[0].items()
    assert str(one.said) == "there is exactly one solution"


def gigabyte(path: Path, line: bytes) -> Path:
    """Write a certificate of a gigabyte whose lines are all the same, packed to a few megabytes."""
    head = {"format": "gridwise-certificate", "version": 1, "gridwise": "0", "puzzle": "queens"}
    head |= {"board": "queens:6:r1c1", "claim": {"kind": "solutions", "number": 0}}
    start = f'{json.dumps(head)}\n{{"refute":[]}}\n'.encode()
    member = gzip.compress(line * (10_000_000 // len(line)), 1)
    path.write_bytes(gzip.compress(start) + member * 100)
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a child")
def test_a_proof_of_a_gigabyte_is_refused_in_little_memory(tmp_path: Path) -> None:
    import resource

    step = b"1 " * 1_900_000 + b"0"
    path = gigabyte(tmp_path / "large.gz", b'{"proof":["%s"]}\n' % step)
    assert path.stat().st_size < reader.MOST_PACKED
    most = 1_500_000_000
    done = subprocess.run(
        [sys.executable, "-m", "gridwise", "verify", str(path)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 30
    assert done.stdout == ""
    assert done.stderr == f"{path}:8: More than 10,000,000 literals and steps.\n"


@every(
    "line",
    [
        b'{"proof":["1 0","1 0","1 0"]}\n',
        b'{"clauses":[[9],[9],[9]]}\n',
        b'{"clauses":[[],[],[]]}\n',
        b'{"resolution":[[[9]],[[9]]]}\n',
        b'{"refute":[]}\n',
        b'{"solution":"x"}\n',
    ],
)
def test_many_small_parts_are_refused_before_they_fill_the_memory(
    line: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_PARTS", 100_000)
    with pytest.raises(gw.InputError, match=r":\d+: More than 100,000 literals and steps"):
        gw.verify(gigabyte(tmp_path / "large.gz", line))


def test_a_certificate_that_is_larger_than_what_is_read_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_PARTS", 1000)
    answer = gw.count("queens:8:", certificate=tmp_path)
    (text,) = texts(answer)
    assert re.fullmatch(r"solved, not proved: .*:\d+: more than 1,000 literals and steps", text)
    assert not list(tmp_path.iterdir())


def test_members_of_gzip_one_after_another(tmp_path: Path) -> None:
    path = certificate(UNIQUE, tmp_path)
    data, whole = path.read_bytes(), gzip.decompress(path.read_bytes())
    parts = (whole[at : at + 999] for at in range(0, len(whole), 999))
    path.write_bytes(b"".join(map(gzip.compress, parts)))
    assert gw.verify(path).proved  # the same lines
    path.write_bytes(data + data)
    lines = whole.count(b"\n")
    with pytest.raises(gw.InputError, match=rf":{lines + 1}: Lines after the end"):
        gw.verify(path)
    path.write_bytes(data + b"1 0\n")
    with pytest.raises(gw.InputError, match="not a gzip file, or a damaged one"):
        gw.verify(path)


@every(
    "key, value",
    [
        ("proof", {"proof": ["99999 0"]}),
        ("proof", {"proof": ["-99999 0"]}),
        ("proof", {"proof": ["d 99999 0"]}),
        ("proof", {"proof": [f"{10**40} 0"]}),
        ("proof", {"resolution": [[[99999]], [[-99999]], [[], 1, 2]]}),
        ("clauses", {"clauses": [[99999]]}),
        ("clauses", {"clauses": [[0]]}),
        ("refute", {"refute": [99999]}),
        ("refute", {"refute": [0]}),
    ],
)
def test_clauses_outside_the_variables_prove_nothing(
    key: str, value: dict[str, Any], tmp_path: Path
) -> None:
    def change(values: list[Any]) -> None:
        values[next(at for at, one in enumerate(values) if key in one)] = value

    found = gw.verify(forged(certificate("queens:6:r1c1", tmp_path), change))
    assert not found.proved
    assert found.why is not None


def test_solutions_that_are_not_listed_in_time_are_no_wrong_answer(tmp_path: Path) -> None:
    counted = gw.count("queens:10:")
    (one,) = certified(counted, tmp_path, limits=gw.Limits(time_s=0.02)).certificate or ()
    assert str(one.text).startswith("solved, not proved: a limit was reached")
