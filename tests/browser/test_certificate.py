"""The seal: what the page said of a board is proved, told of, and downloaded."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from browser._axe import DIALOG, WIDER, check, ready
from browser._play import SUDOKU, WHOLE, button, cell, opened, say
from browser.conftest import ANY_MS, becomes, until

Visit = Callable[..., Any]
FOCUSED = "document.activeElement.innerText"


def enter(page: Any, name: str) -> None:
    """Press a button of this name with the keyboard."""
    button(page, name).focus()
    page.keyboard.press("Enter")


def facts(page: Any) -> dict[str, str]:
    names, values = (page.locator(f"{DIALOG} {tag}").all_inner_texts() for tag in ("dt", "dd"))
    return dict(zip(names, values, strict=True))


def counted(visit: Visit, board: str) -> Any:
    page = opened(visit, board)
    page.get_by_label("Seconds at most").fill("600")  # a busy machine takes long
    button(page, "Board statistics").click()
    button(page, "Prove it").wait_for(timeout=ANY_MS)
    return page


def test_a_solved_board_is_proved_and_saved_by_keyboard(visit: Visit, tmp_path: Path) -> None:
    page = opened(visit, WHOLE)
    assert not button(page, "Prove it").is_visible()  # nothing is claimed yet
    enter(page, "Solve")
    say(page, "it is the only solution")
    assert page.locator("text=Proved").count() == 0
    enter(page, "Prove it")
    say(page, "proved: there is exactly one solution")
    becomes(lambda: page.evaluate(FOCUSED).split()[-1], "Proved")  # the focus is kept
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Proved").wait_for()
    told = facts(page)
    assert told["Clauses"] == "10,561"
    assert told["Checked by"].startswith("strict RUP")
    assert told["Steps of the proof"]
    assert "checked in" in told["Time"]
    assert {"gridwise", "cadical195"} <= set(told["Versions"].replace(",", "").split())
    assert WHOLE in page.locator(DIALOG).inner_text()
    ready(page)
    assert not check(page, "account", DIALOG)
    with page.expect_download() as got:
        enter(page, "Download certificate")
    path = tmp_path / got.value.suggested_filename
    got.value.save_as(path)
    assert path.name == "gridwise-sudoku-solutions.jsonl.gz"
    verdict = gw.verify(path)
    assert (verdict.proved, verdict.board, str(verdict.text)) == (
        True,
        WHOLE,
        "there is exactly one solution",
    )
    page.keyboard.press("Escape")
    page.wait_for_selector(DIALOG, state="detached")
    becomes(lambda: page.evaluate(FOCUSED).split()[-1], "Proved")
    assert not check(page, "seal", "main")


def test_a_number_of_solutions_is_proved_after_a_stop(visit: Visit) -> None:
    page = counted(visit, "queens:10:")
    button(page, "Prove it").click()
    stop = page.locator(".gw-job").get_by_role("button", name="Stop")
    stop.click()
    say(page, "stopped")
    button(page, "Prove it").click()
    say(page, "proved: there are exactly 724 solutions")
    button(page, "Proved").click()
    page.get_by_role("dialog", name="Proved").wait_for()
    assert int(facts(page)["Steps of the proof"].replace(",", "")) > 0


def test_what_has_no_certificate_is_solved_and_not_proved(visit: Visit) -> None:
    page = counted(visit, "queens:11:")
    button(page, "Prove it").click()
    say(page, "solved, not proved: a certificate lists at most 1,000 solutions")
    assert not button(page, "Proved").is_visible()
    enter(page, "Not proved")
    shown = page.get_by_role("dialog", name="Solved, not proved")
    shown.wait_for()
    until(shown.inner_text, lambda said: "a certificate lists at most 1,000 solutions" in said)
    button(page, "Try again").wait_for()
    assert not button(page, "Download certificate").is_visible()
    ready(page)
    assert not check(page, "not proved", DIALOG)


def test_another_board_has_no_seal(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    button(page, "Solve").click()
    button(page, "Prove it").click()
    button(page, "Proved").wait_for(timeout=ANY_MS)
    button(page, "Restore").click()  # the same board is shown again
    say(page, "back at your game")
    assert button(page, "Proved").is_visible()
    cell(page, 1).click()
    page.keyboard.press("Digit3")
    button(page, "Proved").wait_for(state="hidden")


def test_a_path_that_is_played_keeps_its_seal(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,5,3,4,8,6,7,0")
    button(page, "Solve").click()
    page.get_by_text("move 4 of 4").wait_for(state="hidden")
    say(page, "Solved!")
    button(page, "Prove it").click()
    say(page, "proved: no path has fewer than 4 slides")
    button(page, "Proved").click()
    page.get_by_role("dialog", name="Proved").wait_for()
    assert "sliding:3x3:1,2,5,3,4,8,6,7,0" in page.locator(DIALOG).inner_text()


def test_forced_cells_are_proved_of_the_board_before(visit: Visit) -> None:
    board = "minesweeper:4x3x2:--1-/--21/----"
    page = opened(visit, board)
    button(page, "Solve").click()
    button(page, "Prove it").click()
    say(page, "proved: safe cells: 3, mines: 0; no other cell is forced")
    button(page, "Proved").click()
    page.get_by_role("dialog", name="Proved").wait_for()
    assert board in page.locator(DIALOG).inner_text()


@pytest.mark.parametrize("locale, proved", [("vi", "Đã chứng minh"), ("zh-TW", "已證明")])
def test_the_account_in_a_narrow_window(visit: Visit, locale: str, proved: str) -> None:
    page = visit(f"/sudoku#{WHOLE}", width=320, height=640, locale=locale, reduced_motion="reduce")
    page.wait_for_selector(".gw-status:not(:empty)", timeout=ANY_MS)  # the board was read
    page.wait_for_selector(".gw-job", state="hidden")
    page.locator(".gw-play-right .gw-panel .gw-button-main:visible").last.click()
    seal = page.locator(".gw-proof:visible")
    seal.click()
    page.wait_for_selector(".gw-seal", timeout=ANY_MS)
    assert proved in seal.inner_text()
    assert not page.evaluate(WIDER)
    seal.click()
    page.get_by_role("dialog", name=proved).wait_for()
    assert not page.evaluate(WIDER)
    for part in page.locator(f"{DIALOG} .gw-button, {DIALOG} .gw-proof-board").all():
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        assert box["height"] >= 20
        assert box["y"] >= 0 and box["y"] + box["height"] <= 641
