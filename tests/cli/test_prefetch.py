"""Puzzles of one file that are answered side by side, against each answered alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import samples
from cli.running import Command
from every import every
from gridwise.cli.shared import prefetch
from puzzles.sudoku import engine_answers

TIMES = re.compile(
    r'[·|] [0-9.]+ m?s$|cpu [0-9.]+ m?s.*$|"(wall_s|cpu_s|compile_s|peak_bytes)": [^,}]*',
    re.MULTILINE,
)
ALONE = ("--nodes", "1000000000")
"""A limit that nothing reaches: with one, every puzzle is asked alone."""


def mixed() -> str:
    """Boards with one, several and no solutions, comments and bad lines, and other sizes."""
    boards = [line for name in engine_answers.FILES for line in engine_answers.lines(name)]
    boards[7:7] = [engine_answers.OPEN, "", "# several before, none after", engine_answers.BROKEN]
    boards[20:20] = ["1...............", "53..7....x..", engine_answers.RECTANGLE, "no board"]
    boards[40:40] = [
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    ]
    boards[41:41] = ["9" + boards[0][1:], "sudoku:3x3:" + boards[1], boards[2].replace(".", "?")]
    return "\n".join(boards)


WORDS = (
    ("solve",),
    ("solve", "-o", "out.csv"),
    ("solve", "--json"),
    ("solve", "--layout", "--method", "kernel", "--puzzle", "sudoku"),
    ("solve", "--ascii", "-o", "out.jsonl"),
    ("count", "--limit", "1"),
    ("count", "--limit", "3"),
    ("solve", "--count", "--limit", "2", "--json"),
)


def asked() -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield what is asked, and how many boards are answered together at most."""
    for words in WORDS if samples.THOROUGH else WORDS[1::2]:
        yield words, 3
    for words in WORDS if samples.THOROUGH else WORDS[:1]:
        yield words, 512


@every("words, most", asked, ids=lambda case: f"{' '.join(case[0])} {case[1]}")
def test_the_output_is_the_same(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], most: int
) -> None:
    told: list[int] = []
    plain = prefetch.answers
    for path in Path().glob("out.*"):
        path.unlink()

    def answers(*args: object, **options: object) -> object:
        results = plain(*args, **options)  # type: ignore[arg-type]  # handed on as they come
        told.append(sum(result is not None for result in results))
        return results

    monkeypatch.setattr(prefetch, "answers", answers)
    monkeypatch.setattr(prefetch, "MOST", most)
    Path("one.sdm").write_text(mixed(), encoding="utf-8")
    Path("two.txt").write_text("\n".join(engine_answers.lines("norvig.txt")), encoding="utf-8")
    inputs = ("one.sdm", "missing", "two.txt", "sudoku:2x2:1....2....3....4")
    seen = gridwise(*words, *inputs)
    fast = sum(told)
    told.clear()
    written = {path.name: path.read_text(encoding="utf-8") for path in Path().glob("out.*")}
    alone = gridwise(*words, *ALONE, *inputs)
    assert (seen.status, seen.err) == (alone.status, alone.err)
    assert seen.status == 30
    assert TIMES.sub("", seen.out) == TIMES.sub("", alone.out)
    for name, text in written.items():
        again = Path(name).read_text(encoding="utf-8")
        assert TIMES.sub("", text) == TIMES.sub("", again)
        assert len(text.splitlines()) > 90
    assert told == []
    assert fast == 0 if words[-1] == "--json" and "--count" in words else fast > 80


def test_the_first_answer_comes_before_what_is_read_ahead(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def answers(puzzle: object, positions: list[object], *_: object, **options: object) -> object:
        asked.append(len(positions))
        return [None] * len(positions)

    monkeypatch.setattr(prefetch, "answers", answers)
    monkeypatch.setattr(prefetch, "MOST", 8)
    Path("one.txt").write_text("\n".join(engine_answers.lines("norvig.txt")), encoding="utf-8")
    assert len(gridwise("solve", "--json", "one.txt").records) == 20
    assert sum(asked) == 18  # the first, and the next that tells whether there are several
    assert max(asked) == 8
