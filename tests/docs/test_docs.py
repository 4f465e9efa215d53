"""The outputs that the docs show are real."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from cli.running import Command, gridwise
from documented import DOCS, ROOT, check_page, console_commands, examples, unhurried
from every import every

__all__ = ["examples", "gridwise", "unhurried"]
LASTING = ("web", "bench sudoku", "prepare sudoku", "compare queens -o")
"""Begin something that lasts."""


def pages() -> Iterator[object]:
    """Yield the pages with examples to run; those with slow ones once more, for these."""
    for path in sorted(DOCS.rglob("*.md")):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        if "<!-- run -->" in text:
            yield pytest.param(name, False, id=name)
        if "<!-- run slow -->" in text:
            yield pytest.param(name, True, id=f"{name}-slow")


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(("name", "slow"), [*pages()])
def test_the_outputs_on_a_page_are_real(examples: ModuleType, name: str, slow: bool) -> None:
    check_page(examples, name, slow=slow)


@pytest.mark.usefixtures("unhurried")
def test_the_program_of_the_readme_ends_well(examples: ModuleType) -> None:
    """Its commands are in `tests/project`."""
    check_page(examples, "README.md", without="console")


def test_the_pages_with_outputs(examples: ModuleType) -> None:
    found = {path.relative_to(DOCS.parent).as_posix() for path in examples.pages()}
    assert {"README.md", "docs/sudoku.md", "docs/json.md", "docs/methods/a_star.md"} <= found
    for path in examples.pages():
        text = path.read_text("utf-8")
        marked = examples.blocks(text, slow=False) + examples.blocks(text, slow=True)
        assert marked == text.count(examples.MARK), f"{path}: a mark without a block"


@pytest.mark.parametrize("name", ["readme", "tour"])
@pytest.mark.parametrize("language", ["vi", "zh-Hant"])
def test_a_translated_page_has_the_same_examples(language: str, name: str) -> None:
    """Only `--lang` is added. Programs are run on the English page alone."""
    english = ROOT / "README.md" if name == "readme" else DOCS / "tour.md"

    def examples(path: Path) -> list[tuple[str, ...]]:
        text = path.read_text("utf-8").replace(f" --lang {language}", "")
        found = re.findall(r"(?:(<!-- run.*? -->)\n)?```(\w+)\n(.*?)```", text, re.DOTALL)
        return [
            ("", body)
            if kind == "python"
            else (mark, *(one for one in body.splitlines() if re.match(r"(\$|>>>|\.\.\.) ", one)))
            for mark, kind, body in found
        ]

    assert examples(DOCS / language / f"{name}.md") == examples(english)


def test_a_program_prints_the_same(examples: ModuleType, tmp_path: Path) -> None:
    """The outputs are tested in this process and written by programs of their own."""
    for words in (["count", "queens:6:"], ["solve", "nowhere.txt"]):
        here, there = (run(words, tmp_path) for run in (examples.in_process, examples.as_program))
        assert here == there
        assert here.strip()


def test_what_is_compared_of_an_output(examples: ModuleType) -> None:
    one = "solved · dpll · 16 ms\n  decisions 6 · cpu 3.7 ms\nsat   solved  12 ms  decisions 5\n"
    two = "solved · dpll · 1.6 s\n  decisions 6 · cpu 4 s\nsat   solved   1.2 s  decisions 77\n"
    assert examples.compared(one) == examples.compared(two)
    assert examples.compared(one) != examples.compared(one.replace("decisions 6", "decisions 7"))
    assert examples.compared(one) != examples.compared(one.replace("solved ·", "gave up ·"))
    # Without --method: whatever method answers, it knows the same.
    auto = (
        "$ gridwise solve a\nsolved, unique · sat · 1 ms\n  givens 17\n  decisions 6 · cpu 1 ms\n"
    )
    kernel = auto.replace("sat · 1", "kernel · 4").replace("decisions 6 · ", "")
    assert examples.compared(auto) == examples.compared(kernel)
    assert examples.compared(auto) != examples.compared(kernel.replace("unique", "optimal"))
    assert examples.compared(auto) != examples.compared(kernel.replace("17", "18"))
    named = "$ gridwise solve a --method sat\n"
    auto, kernel = (named + one.partition("\n")[2] for one in (auto, kernel))
    assert examples.compared(auto) != examples.compared(kernel)


def test_a_wrong_output_is_found(examples: ModuleType) -> None:
    text = (
        "<!-- run -->\n```console\n$ gridwise count queens:6:\n4\n```\n"
        "<!-- run slow -->\n```pycon\n>>> 1 + 1\n2\n>>> 1 / 0\n```\n"
        "<!-- run -->\n```python\nn = 6\n```\n<!-- run -->\n```pycon\n>>> n\n6\n```\n"
    )

    def real(text: str, slow: bool | None = None) -> str:
        return str(examples.renewed(text, run=examples.in_process, slow=slow))

    failed = "Traceback (most recent call last):\n  ...\nZeroDivisionError: division by zero\n"
    assert real(text) == text.replace("1 / 0\n", f"1 / 0\n{failed}")
    assert real(text, slow=False) == text
    wrong = text.replace("\n4\n", "\n5\n").replace("\n2\n", "\n3\n")
    assert real(wrong, slow=True) == real(text).replace("\n4\n", "\n5\n")
    assert real(wrong, slow=False) == text.replace("\n2\n", "\n3\n")
    with pytest.raises(NameError):
        real("<!-- run -->\n```python\nnowhere\n```\n")


def of_the_help() -> list[str]:
    """Return the examples of the program's help that no page shows."""
    from gridwise.cli.main import _commands

    shown = console_commands()
    return [
        one
        for _, *examples in _commands().values()
        for one in examples
        if not one.startswith(LASTING) and f"gridwise {one}" not in shown
    ]


def test_the_examples_in_front_of_the_help(gridwise: Command) -> None:
    first = re.findall(r"^  (gridwise .+)$", gridwise("--help").out, re.MULTILINE)
    for line in first[:-1]:  # the last opens the page
        assert gridwise(*shlex.split(line)[1:]).status == 0


@pytest.mark.usefixtures("unhurried")
@every("example", of_the_help)
def test_the_examples_of_the_help_run(
    gridwise: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if "hard.sdk" in example:
        Path("hard.sdk").write_bytes((ROOT / "examples/sudoku/hard.sdk").read_bytes())
    if example.startswith("replay"):
        trace = ROOT / "examples/traces/queens.jsonl"
        Path("queens.jsonl").write_bytes(trace.read_bytes())
    if example.startswith("report"):
        gridwise("compare", "queens:4:", "--methods", "sat", "--repeats", "1", "-o", "runs")
    if example.startswith("check-encoding"):
        gridwise("encode", "queens:4:", "-o", "queens.cnf")
    if example.startswith("verify"):
        gridwise("solve", "sudoku:2x2:123....4........", "--certificate", "proofs")
    if example.startswith("grade"):
        Path("homework.toml").write_text('[[boards]]\nboard = "queens:4:"\n')
        Path("handed-in").mkdir()
        Path("handed-in/ann.py").write_text("def solve(board):\n    return board.solve()\n")
    ran = gridwise(*shlex.split(example))
    assert (ran.status, ran.err) == (0, "")


def test_lines_whose_compared_form_is_equal_are_kept(examples: ModuleType) -> None:
    old = "$ gridwise compare a\nx won by 2\nfor sure\na  1/1  2  3 ms  4\n\nrow  5\n"
    new = "$ gridwise compare a\ny won\na  1/1  7  9 ms  4\n\nrow  6\nmore\n"
    assert examples.kept(old, new) == f"{old[:-7]}row  6\nmore\n"
    assert examples.kept(old, old) == old
