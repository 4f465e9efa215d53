"""The journal: nothing lost, nothing doubled, whatever is cut, killed, full or shared."""

import random
import shutil
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

import samples
from batch.poison import CancelAfter, Inline
from batch.support import NONE, ONE, run_batch
from gridwise.core.errors import InputError, UsageError
from gridwise.jobs.journal import Journal

LINES = [ONE, "queens:6:", "." * 81, "bad", NONE, "queens:3:"]


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


def test_a_journal_cut_at_every_byte_of_its_last_records(begun: Path) -> None:
    journal = (begun / "out.csv.journal").read_bytes()
    part = (begun / "out.csv.part").read_bytes()
    whole = (begun / "whole.csv").read_bytes()
    lines = journal.splitlines(keepends=True)
    assert len(lines) > 5
    sizes = [len(line) for line in lines[-3:]]
    ends = {end + near for end in (0, *accumulate(reversed(sizes))) for near in (-1, 0, 1)}
    kept = set()
    for cut in range(sum(sizes) + 1):
        if cut not in ends and cut % 400 and not samples.THOROUGH:
            continue
        (begun / "out.csv.journal").write_bytes(journal[: len(journal) - cut])
        (begun / "out.csv.part").write_bytes(part)
        rows, found = resumed(begun)
        assert found == whole
        kept.add(rows)
    assert len(kept) == 4  # three records, two, one, none of the three


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


def test_other_words_are_refused(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"Begun with other words \(do count, before solve\)"):
        ran(begun, do="count")
    with pytest.raises(UsageError, match=r"\(time_s 5\.0, before -\)"):
        ran(begun, time_s=5.0)
    with monkeypatch.context() as patch, pytest.raises(UsageError, match="program 2, before "):
        patch.setattr("gridwise.__version__", "2", raising=False)
        ran(begun)
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
    from gridwise.jobs import journal

    finished = journal._line({"finished": True})
    (begun / "out.csv.journal").write_bytes(kept["journal"] + finished)
    if not renamed:
        (begun / "out.csv").unlink()
        shutil.copy(begun / "copy", begun / "out.csv.part")
    rows, found = resumed(begun)
    assert (rows, found) == (48, whole)


def test_a_second_writer_is_refused(begun: Path) -> None:
    with (
        FileLock(begun / "out.csv.lock"),
        pytest.raises(UsageError, match="Another run is writing to it"),
    ):
        ran(begun)
    assert resumed(begun)[1] == (begun / "whole.csv").read_bytes()


def test_an_output_that_cannot_be_written(begun: Path) -> None:
    with pytest.raises(InputError, match="no such directory"):
        ran(begun, "missing/out.csv")
    (begun / "folder.csv").mkdir()
    with pytest.raises(InputError, match="it is a directory"):
        ran(begun, "folder.csv")
    (begun / "in.csv").symlink_to("in.txt")
    with pytest.raises(InputError, match=r"in\.csv: Cannot be written: it is an input\."):
        ran(begun, "in.csv")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that takes no file")
def test_a_folder_that_takes_no_file_is_no_other_run(begun: Path) -> None:
    with pytest.raises(InputError, match="Cannot be written: no such file or directory"):
        run_batch(begun / "in.txt", "/proc/gridwise.csv", executor=Inline(300))
