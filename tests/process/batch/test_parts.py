"""One board shared out to processes, of which one may be killed."""

import os
import signal
import subprocess
import sys
from typing import Any

import pytest

import gridwise
from batch.searches import hard, searched, told
from gridwise.batch import parts
from gridwise.batch.parts import SharedCount, in_parts
from gridwise.process.pool import LocalExecutor
from gridwise.puzzles.queens.position import Position
from gridwise.solving.inputs import parse
from gridwise.solving.solve import count

SEVERAL = "000000010400000000020000000000050407008000300001090000300400200050100000000000000"


@pytest.mark.parametrize("notation", ["queens:10:r1c1", f"sudoku:3x3:{SEVERAL}"])
def test_a_count_on_processes(notation: str, pool: LocalExecutor) -> None:
    board, alone = parse(notation), gridwise.count(notation)
    shared = count(board, method=SharedCount(board, pool)).answer
    assert (shared.number, shared.exact) == (alone.count, alone.exact)


def test_the_processes_end_with_the_count() -> None:
    with in_parts(Position(12), "auto", 1, None, counting=True) as method:
        assert count(Position(12), method=method).answer.number == 14200
        pids = method.executor.pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_search_on_processes_of_which_one_is_killed(
    pool: LocalExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_SLICE_NODES", 1 << 12)
    submit, calls = pool.submit, []

    def killing(function: Any, /, *arguments: Any) -> Any:
        calls.append(function)
        if len(calls) == 9:
            os.kill(pool.pids[0], signal.SIGKILL)
        return submit(function, *arguments)

    monkeypatch.setattr(pool, "submit", killing)
    found = searched(hard(), pool, options={"tables": "default"})
    assert len(calls) > 9
    assert told(found) == told(searched(hard(), options={"tables": "default"}))


def test_a_search_by_the_number_of_workers() -> None:
    shared = gridwise.solve(hard(), workers=2, tables="default")
    assert told(shared)[0] == told(searched(hard(), options={"tables": "default"}))[0]


def test_a_script_that_asks_for_workers_when_it_is_imported_ends_with_words(tmp_path: Any) -> None:
    script = tmp_path / "script.py"
    script.write_text("import gridwise\ngridwise.count('queens:8:', workers=1)\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'under: if __name__ == "__main__":' in done.stderr.splitlines()[-1]
