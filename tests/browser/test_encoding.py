"""The page that checks an encoding: upload, the counter-example drawn, bad files refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser._axe import check, ready

Visit = Callable[..., Any]
EXAMPLES = Path(__file__).parents[2] / "examples" / "encodings"


def ask(page: Any, board: str, cnf: Path, variables: Path | None = None) -> None:
    page.locator("main textarea").fill(board)
    fields = page.locator("main input[type=file]")
    for at, file in enumerate((cnf, variables)):
        if file is not None:
            fields.nth(at).set_input_files(file)
            page.wait_for_selector(f"main >> text=chosen: {file.name}")
    page.get_by_role("button", name="Check", exact=True).click()


def test_a_faulty_encoding_is_drawn_and_a_right_one_is_right(visit: Visit, tmp_path: Path) -> None:
    page = visit("/encoding", width=375, height=667)
    page.wait_for_selector("main h1:has-text('Your own encoding')")
    ask(page, "queens:6:", EXAMPLES / "queens-one-diagonal.cnf")
    page.wait_for_selector("h2:has-text('wrong: the clauses and the rules disagree')")
    assert page.locator(".gw-counter svg").count() == 1
    assert page.get_by_text("rule: at most one queen is on the diagonal").count()
    answer = page.locator("h2:has-text('wrong: the clauses')").bounding_box()
    assert 0 <= answer["y"] < 667 / 2, "the answer is in view"
    table = page.locator(".gw-table")
    assert table.bounding_box()["x"] + table.bounding_box()["width"] <= 375
    assert "at most one queen on a falling diagonal" in table.inner_text()
    ready(page)
    assert not check(page, "encoding")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    board = "sudoku:2x2:1.......3......4"
    ask(page, board, EXAMPLES / "sudoku-by-digit.cnf", EXAMPLES / "sudoku-by-digit.json")
    page.wait_for_selector("h2:has-text('right: the clauses accept')")
    bad = tmp_path / "bad.cnf"
    bad.write_text("p cnf 64 1\n65 0\n")
    ask(page, board, bad)
    page.wait_for_selector(".gw-error:has-text('a variable up to 64')")
