"""The examples of the page of the API, and of the docstrings of its functions."""

import doctest
import io
import re
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from gridwise import board, game
from gridwise.agents import simulate
from gridwise.batch import solve_many
from gridwise.core import registry
from gridwise.questions import check_encoding, generate

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
QUESTIONS = [import_module(one.function.__module__) for one in registry.questions().values()]
OTHERS = [simulate, check_encoding, generate, solve_many]
BOARD = "sudoku:2x2:1....2....3....4"


def test_the_first_session_of_the_page_works_word_for_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert session is not None
    *lines, last = session[1].strip().splitlines()
    assert last.startswith("table = gw.compare(boards, ")
    monkeypatch.chdir(tmp_path)
    Path("hard.sdk").write_bytes((ROOT / "examples" / "sudoku" / "hard.sdk").read_bytes())
    names: dict[str, Any] = {}
    shown = io.StringIO()
    with redirect_stdout(shown):
        exec("\n".join(lines), names)
    assert shown.getvalue().startswith(f"{names['answer'].board} True ")
    assert names["answer"].board.is_solved
    pytest.importorskip("pandas")
    names["boards"] = [BOARD, gw.Board("queens:4:")]
    exec(last, names)
    assert len(names["table"])


@pytest.mark.parametrize("block", re.findall(r"```pycon\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_of_the_page_print_what_they_say(block: str) -> None:
    names = {"gw": gw, "board": gw.Board(BOARD)}
    test = doctest.DocTestParser().get_doctest(block, names, "api.md", None, None)
    runner = doctest.DocTestRunner()
    assert test.examples
    out: list[str] = []
    runner.run(test, out=out.append)
    assert not runner.failures, "".join(out)


@pytest.mark.parametrize("module", [board, game, *OTHERS, *QUESTIONS])
def test_the_examples_of_docstrings_are_true(module: Any) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
