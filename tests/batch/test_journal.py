"""The journal: nothing lost, nothing doubled, whatever is cut, killed, full or shared."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from batch.poison import CancelAfter, Inline
from gridwise.batch.journal import Journal
from gridwise.batch.run import run_batch
from gridwise.core.errors import InputError, UsageError

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LINES = [ONE, "queens:6:", "." * 81, "bad", "55" + "." * 79, "queens:3:"]
POSIX = os.name == "posix"


def ran(folder: Path, name: str = "out.csv", **options: Any) -> Any:
    options.setdefault("executor", Inline(300))
    return run_batch(folder / "in.txt", folder / name, **options)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """Return a folder with an input, a run of it that ended early, and what it should have been."""
    (tmp_path / "in.txt").write_text("\n".join(LINES * 8) + "\n")
    ran(tmp_path, "whole.csv")
    assert not ran(tmp_path, cancel=CancelAfter(9)).completed
    return tmp_path


def resumed(folder: Path) -> tuple[int, bytes]:
    done = ran(folder)
    assert done.completed
    assert not list(folder.glob("out.csv.*"))
    return done.resumed, (folder / "out.csv").read_bytes()


@pytest.mark.slow
def test_a_journal_cut_at_every_byte_of_its_last_records(begun: Path) -> None:
    journal = (begun / "out.csv.journal").read_bytes()
    part = (begun / "out.csv.part").read_bytes()
    whole = (begun / "whole.csv").read_bytes()
    lines = journal.splitlines(keepends=True)
    assert len(lines) > 5
    last = sum(map(len, lines[-3:]))
    kept = set()
    for cut in range(last + 1):
        (begun / "out.csv.journal").write_bytes(journal[: len(journal) - cut])
        (begun / "out.csv.part").write_bytes(part)
        rows, found = resumed(begun)
        assert found == whole
        kept.add(rows)
    assert len(kept) == 4  # three records, two, one, none of the three


@pytest.mark.slow
def test_a_journal_and_an_output_that_were_damaged(begun: Path) -> None:
    names = ("out.csv.journal", "out.csv.part")
    before = {name: (begun / name).read_bytes() for name in names}
    whole = (begun / "whole.csv").read_bytes()
    generator = random.Random(15)
    for name in names * 12:
        data = bytearray(before[name])
        data[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        (begun / name).write_bytes(data)
        other = names[name == names[0]]
        (begun / other).write_bytes(before[other])
        assert resumed(begun)[1] == whole
    for name in names:
        for size in (0, 1, 20, len(before[name]) // 2):
            for other in names:
                (begun / other).write_bytes(before[other])
            (begun / name).write_bytes(before[name][:size])
            assert resumed(begun)[1] == whole
        for other in names:
            (begun / other).write_bytes(before[other])
        (begun / name).unlink()
        assert resumed(begun)[1] == whole


def test_other_words_are_refused(begun: Path) -> None:
    with pytest.raises(UsageError, match=r"begun with other words \(do count, before solve\)"):
        ran(begun, do="count")
    with pytest.raises(UsageError, match=r"time_s 5\.0, before -"):
        ran(begun, time_s=5.0)
    with pytest.raises(UsageError, match="program 2, before "):
        ran(begun, program="2")
    assert resumed(begun)[1] == (begun / "whole.csv").read_bytes()


@pytest.mark.parametrize("renamed", [False, True])
def test_a_run_that_ended_before_its_last_step(begun: Path, renamed: bool) -> None:
    whole = (begun / "whole.csv").read_bytes()
    kept = {}
    finish = Journal.finish

    def stop(self: Journal, convert: Any = None) -> None:
        kept["journal"] = self.path.read_bytes()
        shutil.copy(self.part, begun / "copy")
        finish(self, convert)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "finish", stop)
        ran(begun)
    from gridwise.batch import journal

    finished = journal._line({"finished": True})
    (begun / "out.csv.journal").write_bytes(kept["journal"] + finished)
    if not renamed:
        (begun / "out.csv").unlink()
        shutil.copy(begun / "copy", begun / "out.csv.part")
    rows, found = resumed(begun)
    assert (rows, found) == (48, whole)


def gridwise(folder: Path, *words: str, **options: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gridwise", "batch", "in.txt", "-o", "out.csv", *words],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


@pytest.mark.skipif(not POSIX, reason="signals of process groups")
def test_a_second_writer_is_refused(begun: Path) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from filelock import FileLock\n"
            "with FileLock(sys.argv[1]): print('held', flush=True); sys.stdin.read()",
            str(begun / "out.csv.lock"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(UsageError, match="another run is writing to it"):
            ran(begun)
        holder.stdin.close()
    assert resumed(begun)[1] == (begun / "whole.csv").read_bytes()


def killed_until_done(folder: Path, kills: int, longest_s: float) -> int:
    """Kill the whole process group at random moments, go on each time; return the kills made."""
    generator, made = random.Random(7), 0
    for _ in range(kills):
        run = gridwise(folder, start_new_session=True)
        try:
            run.communicate(timeout=generator.uniform(0.3, longest_s))
            break  # it was quicker
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            made += 1
    if not (folder / "out.csv").exists():
        last = gridwise(folder)
        assert "Traceback" not in last.communicate()[1]
    return made


@pytest.mark.slow
@pytest.mark.skipif(not POSIX, reason="process groups")
def test_kill_9_of_the_process_group(tmp_path: Path) -> None:
    lines = [f"queens:7:r1c{i % 7 + 1}" for i in range(1500)]
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    ran(tmp_path, "whole.csv", executor=Inline(100_000))
    assert killed_until_done(tmp_path, 4, 3.0)
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(not POSIX, reason="process groups")
def test_kill_9_twenty_times_over_a_million_lines(tmp_path: Path) -> None:
    rows = [ONE[i:] + ONE[:i] for i in range(81)]
    with (tmp_path / "in.txt").open("w") as file:
        for at in range(1_000_000):
            file.write(rows[at % 81 if at % 1000 == 999 else 0] + "\n")
    whole = gridwise(tmp_path)
    assert "Traceback" not in whole.communicate()[1]
    (tmp_path / "out.csv").rename(tmp_path / "whole.csv")
    made = 0
    while made < 20:
        (tmp_path / "out.csv").unlink(missing_ok=True)
        made += killed_until_done(tmp_path, 20 - made, 3.0)
        assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(not POSIX, reason="limits of the size of a file")
def test_a_full_disk(tmp_path: Path) -> None:
    import resource

    lines = [f"queens:7:r1c{i % 7 + 1}" for i in range(400)]
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    ran(tmp_path, "whole.csv", executor=Inline(100_000))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, resource.RLIM_INFINITY))

    full = gridwise(tmp_path, "--workers", "1", preexec_fn=limit)
    out, err = full.communicate()
    assert (full.returncode, out) == (30, "")
    assert err.startswith("out.csv.part: cannot be written: file too large; ")
    assert err.endswith(" answers are kept: run the same command again to go on\n")
    assert not (tmp_path / "out.csv").exists()
    again = gridwise(tmp_path, "--workers", "1")
    out, err = again.communicate()
    assert (again.returncode, err) == (0, "")
    assert "were answered before" in out
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_an_output_that_cannot_be_written(begun: Path) -> None:
    with pytest.raises(InputError, match="no such directory"):
        ran(begun, "missing/out.csv")
    (begun / "folder.csv").mkdir()
    with pytest.raises(InputError, match="it is a directory"):
        ran(begun, "folder.csv")
    (begun / "in.csv").symlink_to("in.txt")
    with pytest.raises(InputError, match=r"in\.csv: cannot be written: it is an input"):
        ran(begun, "in.csv")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that takes no file")
def test_a_folder_that_takes_no_file_is_no_other_run(begun: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: no such file or directory"):
        run_batch(begun / "in.txt", "/proc/gridwise.csv", executor=Inline(300))


@pytest.mark.slow
@pytest.mark.skipif(not POSIX, reason="signals")
def test_ctrl_c_stops_and_the_same_words_go_on(tmp_path: Path) -> None:
    lines = [f"queens:7:r1c{i % 7 + 1}" for i in range(4000)]
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    run = gridwise(tmp_path, "--workers", "1", start_new_session=True)
    deadline = time.monotonic() + 240
    journal = tmp_path / "out.csv.journal"
    while time.monotonic() < deadline and not (journal.exists() and journal.stat().st_size > 1000):
        time.sleep(0.02)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=240)
    assert (run.returncode, err) == (21, "")
    assert out.endswith("stopped; the same command goes on from here\n")
    assert (tmp_path / "out.csv.part").exists()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)  # the question names the input as it was written
        import gridwise as gw

        done = run_batch("in.txt", "out.csv", executor=Inline(9000), program=gw.__version__)
    assert done.completed
    assert 0 < done.resumed < done.rows == 4000
