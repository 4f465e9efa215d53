"""`--do certify`: claims of every board with their certificates, the same ones when resumed."""

from pathlib import Path

import pytest

import gridwise as gw
from batch.poison import CancelAfter
from batch.support import CERTIFIED as LINES
from batch.support import ONE, files, rows
from batch.support import certified as ran
from gridwise.batch import run
from gridwise.core.errors import InputError, ParameterError, UsageError
from without_children import proofs_here

__all__ = ["proofs_here"]
pytestmark = pytest.mark.usefixtures("proofs_here")

TOLD = {
    1: "proved: there is exactly one solution",
    2: "proved: there is no solution",
    4: "proved: this is a solution",
    6: "proved: there is no solution",
    7: "proved: safe cells: 3, mines: 0; no other cell is forced",
    8: "proved: no path has fewer than 3 slides",
}


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    (tmp_path / "in.txt").write_text("".join(f"{line}\n" for line in LINES))
    return tmp_path


def test_each_claim_is_proved_and_its_file_verifies(boards: Path) -> None:
    done = ran(boards, certificate=boards / "proofs" / "deep")
    found = rows(boards / "out.csv")
    lines = [at for at, line in enumerate(LINES, 1) if not line.startswith("#")]
    assert [row["puzzle"] for row in found] == [LINES[at - 1] for at in lines]
    assert done.ends == {"answered": 4, "no_solution": 2, "bad": 1}
    for at, row in zip(lines, found, strict=True):
        if at not in TOLD:
            assert row["error"].startswith(f"{boards / 'in.txt'}:{at}:1: ")
            assert row["proved"] == row["certificate"] == ""
            continue
        assert (row["claim"], row["proved"], row["stop"]) == (TOLD[at], "true", "COMPLETED")
        verdict = gw.verify(boards / "proofs" / "deep" / row["certificate"])
        assert verdict.proved
        assert f"proved: {verdict.text}" == row["claim"]
        assert verdict.steps == int(row["proof_steps"])
        assert gw.Board(verdict.board) == gw.Board(row["puzzle"])
        assert row["certificate"].startswith(f"{at:08}-")
    assert sorted(files(boards / "proofs" / "deep")) == [
        row["certificate"] for row in found if row["certificate"]
    ]


def test_a_board_with_two_claims_has_two_files(tmp_path: Path) -> None:
    board = gw.generate("sudoku", "2x2", seed=3).notation
    (tmp_path / "in.txt").write_text(f"{board}\n")
    ran(tmp_path, certificate=tmp_path / "proofs")
    (row,) = rows(tmp_path / "out.csv")
    assert (
        row["claim"]
        == "proved: there is exactly one solution; proved: no given follows from the others"
    )
    assert row["certificate"].split() == sorted(files(tmp_path / "proofs"), reverse=True)


def test_without_a_folder_all_is_proved_and_nothing_kept(boards: Path) -> None:
    ran(boards, "kept.csv", certificate=boards / "proofs")
    before = set(boards.iterdir())
    ran(boards)
    assert set(boards.iterdir()) - before == {boards / "out.csv"}
    kept, bare = rows(boards / "kept.csv"), rows(boards / "out.csv")
    assert [{**row, "certificate": ""} for row in kept] == bare


def test_a_resumed_run_gives_the_same_rows_and_the_same_certificates(
    boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "_FIRST", 100)  # bytes of a slice
    (boards / "in.txt").write_text("".join(f"{line}\n" for line in LINES * 2))
    ran(boards, "whole.csv", certificate=boards / "whole")
    whole = files(boards / "whole")
    assert len(whole) == 2 * len(TOLD)
    cut = ran(boards, certificate=boards / "cut", cancel=CancelAfter(3))
    assert not cut.completed
    assert 0 < len(files(boards / "cut")) < len(whole)
    with pytest.raises(UsageError, match="other words"):
        ran(boards, certificate=boards / "other")
    # What a crash leaves: the record of the last slice is not whole, its certificates are there.
    journal = boards / "out.csv.journal"
    journal.write_bytes(journal.read_bytes()[:-3])
    done = ran(boards, certificate=boards / "cut")
    assert 0 < done.resumed < done.rows
    assert (boards / "out.csv").read_bytes() == (boards / "whole.csv").read_bytes()
    assert files(boards / "cut") == whole


def test_what_is_solved_and_not_proved_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridwise.verifier.boards import sliding

    monkeypatch.setattr(sliding, "_MOST_STATES", 10)
    (tmp_path / "in.txt").write_text("sliding:3x3:8,7,6,5,4,3,2,1,0\n")
    done = ran(tmp_path)
    (row,) = rows(tmp_path / "out.csv")
    assert done.ends == {"unknown": 1}
    assert (row["proved"], row["stop"]) == ("false", "COMPLETED")
    assert "no small certificate is known" in row["claim"]


def test_a_limit_that_ends_a_board_ends_its_proof_too(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{ONE}\n")
    done = ran(tmp_path, time_s=1e-6, certificate=tmp_path / "proofs")
    (row,) = rows(tmp_path / "out.csv")
    assert done.ends == {"unknown": 1}
    assert row["proved"] == "false"
    assert row["certificate"] == ""


def test_tables_have_truths_and_numbers(boards: Path) -> None:
    (boards / "in.txt").write_text("".join(f"{line}\n" for line in LINES[:4]))
    for ending in (".csv", ".jsonl", ".parquet"):
        ran(boards, f"out{ending}", certificate=boards / "proofs")
        for library in ("pandas", "polars"):
            table = gw.read_results(boards / f"out{ending}", library=library)
            assert list(table["proved"])[:3] == [True, True, True]
            assert next(iter(table["claim"])) == TOLD[1]
            assert int(next(iter(table["proof_steps"]))) >= 0
            assert list(table["certificate"])[1] == "00000002-solutions.jsonl.gz"


def test_wrong_words_are_refused(boards: Path) -> None:
    with pytest.raises(ParameterError, match="Only certify takes certificate"):
        ran(boards, do="solve", certificate=boards / "proofs")
    with pytest.raises(InputError, match="Not a directory"):
        ran(boards, certificate=boards / "in.txt" / "deep")
    assert sorted(path.name for path in boards.iterdir()) == ["in.txt"]
