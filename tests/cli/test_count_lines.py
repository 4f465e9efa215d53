"""Boards that stand one a line and are counted together, against each counted alone."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from cli.running import Command
from cli.test_prefetch import ALONE
from every import every
from gridwise.cli.shared import count_lines
from gridwise.cli.shared.count_lines import CountedLines
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.batch import BATCH, LINES
from gridwise.puzzles.sudoku.engine import solver
from puzzles.sudoku import engine_answers
from samples import THOROUGH

MANY_SOLUTIONS = "8.........95.......76.........426798...571243...893165......916....3.487....1.532"


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> list[CountedLines]:
    """What is counted together; blocks are small, and the engine is in this process."""
    solver.load(Run())
    told: list[CountedLines] = []
    plain = count_lines.of_source

    def of_source(*args: object) -> Iterator[object] | None:
        found = plain(*args)  # type: ignore[arg-type]  # handed on as they come
        return None if found is None else noted(found)

    def noted(found: Iterator[object]) -> Iterator[object]:
        for one in found:
            if isinstance(one, CountedLines):
                told.append(one)
            yield one

    monkeypatch.setattr(count_lines, "of_source", of_source)
    monkeypatch.setattr(count_lines, "LEAST", 3)
    monkeypatch.setattr(count_lines, "_FIRST", 4)
    monkeypatch.setattr(count_lines, "MANY", 500)
    return told


def boards() -> list[str]:
    """Boards with one solution, several, more than are counted together, and none."""
    lines = [line for name in engine_answers.FILES for line in engine_answers.lines(name)][:40]
    lines[7:7] = ["", "# boards with several solutions", engine_answers.RECTANGLE, MANY_SOLUTIONS]
    lines[20:20] = [engine_answers.BROKEN, engine_answers.BROKEN, engine_answers.RECTANGLE]
    return [*lines, "   ", "9" + lines[0][1:]]


def same_as_alone(gridwise: Command, *words: str) -> None:
    """Check that the output is that of boards asked one by one."""
    seen, alone = gridwise("count", *words), gridwise("count", *ALONE, *words)
    assert (seen.status, seen.err, seen.out) == (alone.status, alone.err, alone.out)


def limits_and_ends() -> Iterable[tuple[tuple[str, ...], str]]:
    """Return limits with what ends a line, by default each in turn."""
    limits, ends = [(), ("--limit", "1"), ("--limit", "2"), ("--limit", "600")], ["\n", "\r\n"]
    return product(limits, ends) if THOROUGH else zip(limits, ends * 2, strict=True)


@every("limit, end", limits_and_ends)
def test_the_output_is_the_same(
    gridwise: Command, blocks: list[CountedLines], limit: tuple[str, ...], end: str
) -> None:
    blocks.clear()
    Path("one.txt").write_text(end.join(boards()), encoding="utf-8", newline="")
    same_as_alone(gridwise, *limit, "one.txt", "one.txt", "sudoku:2x2:1....2....3....4")
    assert sum(len(one.lines) for one in blocks) > 70
    several = [n for one in blocks for n in one.numbers if n > 1]
    assert bool(several) == (limit != ("--limit", "1"))


@every(
    "odd",
    [
        "no board",
        "[State]",
        "puzzle,solution",
        "sudoku:2x2:1....2....3....4",
        "1234567!?" * 9,
        "4.....8.5\n.3.......",
        " " + engine_answers.RECTANGLE,
    ],
)
def test_another_line_ends_what_is_counted_together(
    gridwise: Command, blocks: list[CountedLines], odd: str
) -> None:
    blocks.clear()
    lines = boards()
    Path("one.txt").write_text("\n".join([*lines[:30], odd, *lines[30:]]), encoding="utf-8")
    same_as_alone(gridwise, "--limit", "3", "one.txt")
    counted = [line for one in blocks for line in one.lines]
    assert 20 < len(counted) < 30
    assert max(counted) <= 30
    blocks.clear()
    Path("two.txt").write_text("\n".join([odd, *lines]), encoding="utf-8")
    same_as_alone(gridwise, "--limit", "3", "two.txt")
    assert blocks == []


def test_a_ruling_as_long_as_a_board_is_none(gridwise: Command, blocks: list[CountedLines]) -> None:
    lines = boards()
    ruling = "-_---" + "." * 76
    text = "\n".join([ruling, *lines[:30], ruling, *lines[30:]])
    Path("one.txt").write_text(text, encoding="utf-8")
    same_as_alone(gridwise, "--limit", "3", "one.txt")
    assert blocks


def test_a_method_that_is_named_counts_itself(
    gridwise: Command, blocks: list[CountedLines]
) -> None:
    Path("one.txt").write_text("\n".join(boards()[:12]), encoding="utf-8")
    seen = gridwise("count", "--limit", "2", "--method", "sat", "one.txt")
    assert len(seen.out.splitlines()) == 10
    assert blocks == []


def test_a_board_that_takes_long_is_asked_alone(
    gridwise: Command, blocks: list[CountedLines], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(count_lines, "_MOST_S", 1e-9)
    Path("one.txt").write_text("\n".join(boards()), encoding="utf-8")
    same_as_alone(gridwise, "one.txt")


def test_an_answer_that_breaks_the_rules_is_not_taken(
    gridwise: Command, blocks: list[CountedLines], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses = replace(LINES, keeps_rules=lambda table, _: np.zeros(len(table), np.bool_))
    engine = replace(BATCH, lines=refuses)
    monkeypatch.setattr(count_lines, "registry", SimpleNamespace(capability=lambda *_: engine))
    Path("one.txt").write_text("\n".join(boards()), encoding="utf-8")
    same_as_alone(gridwise, "one.txt")
    assert blocks == []
