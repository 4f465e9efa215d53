"""The page played as people do: by keyboard alone, by mouse, through reloads."""

import gzip
import json
import re
from collections.abc import Callable
from typing import Any

from browser._play import (
    SUDOKU,
    WHOLE,
    button,
    cell,
    named,
    names,
    open_here,
    opened,
    queens,
    say,
    solution,
    wait_named,
)
from browser.conftest import ANY_MS, becomes, until
from puzzles.minesweeper.formats.writers import Written, mbf

Visit = Callable[..., Any]


def focus_board(page: Any) -> None:
    """Reach the board with Tab alone."""
    page.keyboard.press("Tab")
    for _ in range(60):
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            return
        page.keyboard.press("Tab")
    raise AssertionError("the board is not reached with Tab")


def test_a_sudoku_by_keyboard_alone(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    focus_board(page)
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    page.keyboard.press("Control+End")
    for key in ("ArrowRight", "ArrowDown", "End", "PageDown"):  # they do not wrap
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.cell") == "15"
    for key in ("Control+Home", "ArrowLeft", "ArrowUp", "Home", "PageUp"):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.cell") == "0"
    digits = solution(SUDOKU).position.cells
    for at, digit in enumerate(digits):
        row, column = divmod(at, 4)
        if column == 0 and row:
            page.keyboard.press("Home")
            page.keyboard.press("ArrowDown")
        if "given" not in named(page, at):
            page.keyboard.press(f"Digit{digit}")
            wait_named(page, at, f": {digit}")
        page.keyboard.press("ArrowRight")
    say(page, "Solved")


def test_a_sudoku_by_mouse_with_notes_undo_and_reload(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    cell(page, 1).click()
    button(page, "Corner note").click()
    button(page, "Digit 3").click()
    wait_named(page, 1, "notes 3")
    button(page, "Centre note").click()
    button(page, "Digit 2").click()
    wait_named(page, 1, "in the middle 2")
    button(page, "Digit").click()
    button(page, "Digit 1").click()
    wait_named(page, 1, "conflict")  # there is a 1 in this row
    button(page, "Undo").click()
    wait_named(page, 1, "notes 3")
    page.reload()
    wait_named(page, 1, "notes 3")
    button(page, "Redo").click()
    wait_named(page, 1, ": 1")
    button(page, "Restart").click()
    wait_named(page, 1, ": empty")
    digit = button(page, "Digit 3")  # the pad says how many of it are left
    becomes(lambda: digit.get_attribute("aria-description"), "3 left")
    cell(page, 1).click()
    digit.click()
    wait_named(page, 1, ": 3")
    becomes(lambda: digit.get_attribute("data-left"), "2")
    button(page, "Undo").click()
    becomes(lambda: digit.get_attribute("data-left"), "3")


def test_candidates_of_a_board_are_its_notes(visit: Visit) -> None:
    page = opened(visit, "sudoku:2x2:1..............4:r1c2-34,r4c1-2")
    assert named(page, 1).endswith(": empty, notes 2")
    page.get_by_text("Board as text").click()
    until(page.locator(".gw-board-text").inner_text, lambda found: "{2}" in found)
    cell(page, 1).click()
    page.keyboard.press("Digit3")
    wait_named(page, 1, "3, conflict")
    button(page, "Hint").click()
    say(page, "Something is wrong")
    page.reload()
    wait_named(page, 1, "3, conflict")
    wait_named(page, 12, "notes")


def test_queens_by_keyboard_and_by_mouse(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    focus_board(page)
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    wait_named(page, 1, "queen")
    wait_named(page, 0, "attacked")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("KeyX")
    wait_named(page, 2, "crossed out")
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    wait_named(page, 1, "empty")
    for at in solution("queens:6:").position.queens:
        cell(page, at).click()
        wait_named(page, at, "queen")
    say(page, "Solved")


def test_a_sliding_puzzle_by_keyboard_and_by_mouse(visit: Visit) -> None:
    notation = "sliding:3x3:1,2,0,3,4,5,6,7,8"
    page = opened(visit, notation)
    focus_board(page)
    page.keyboard.press("ArrowRight")  # the tile left of the gap moves right
    wait_named(page, 2, "tile 2")
    page.keyboard.press("ArrowRight")
    say(page, "Solved")
    page = opened(visit, notation)
    box = cell(page, 1).bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 140, box["y"] + 40, steps=4)
    page.mouse.up()
    wait_named(page, 2, "tile 2")
    page.wait_for_timeout(200)
    assert "tile 1" in named(page, 0), "it was no click on top of that"
    button(page, "Undo").click()
    wait_named(page, 1, "tile 2")
    cell(page, 0).click()  # both tiles of the row
    say(page, "Solved")


def swipe(page: Any, at: int, across: int, down: int) -> None:
    """Move a finger on a cell."""
    box = cell(page, at).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    for kind, by in (("touchStart", 0), ("touchMove", 12), ("touchMove", 40)):
        points = [{"x": x + across * by, "y": y + down * by}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def test_tiles_are_pushed_by_a_finger(visit: Visit) -> None:
    how = {"width": 375, "height": 667, "has_touch": True, "is_mobile": True}
    page = visit("/sliding#sliding:3x3:1,2,0,3,4,5,6,7,8", **how)
    say(page, "opened")
    swipe(page, 1, 0, -1)  # upwards: the tile below the gap
    wait_named(page, 2, "tile 5")
    swipe(page, 1, 0, 1)  # downwards: that one again
    wait_named(page, 5, "tile 5")
    swipe(page, 0, -1, 0)  # there is none to the right of the gap
    swipe(page, 0, 1, 0)  # both tiles of the row
    say(page, "Solved")
    assert page.evaluate("scrollY") == 0


def test_minesweeper_by_keyboard_and_by_mouse(visit: Visit) -> None:
    page = visit("/minesweeper")
    page.wait_for_selector("[role=gridcell]")
    focus_board(page)
    page.keyboard.press("KeyF")
    wait_named(page, 0, "flag")
    page.keyboard.press("KeyF")
    wait_named(page, 0, "covered")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cell='0'][aria-label*=' around']")  # the first click is safe
    covered = page.locator("[role=gridcell][aria-label*='covered']")
    covered.first.click(button="right")
    page.wait_for_selector("[role=gridcell][aria-label*='flag']")
    page.locator("[role=gridcell][aria-label*='flag']").first.click(button="right")
    page.wait_for_selector("[role=gridcell][aria-label*='flag']", state="detached")
    for _ in range(90):  # until it is won or lost
        at = page.wait_for_function(COVERED).json_value()
        if at == "over":
            return
        cell(page, int(at)).click()
        page.wait_for_function(
            "at => !document.querySelector(`[data-cell='${at}'][aria-label*='covered']`)"
            f" || ({COVERED})() === 'over'",
            arg=at,
        )
    raise AssertionError("the game does not end")


COVERED = """() => /Solved|Lost/.test(document.querySelector("[role=status]").textContent)
  ? "over" : document.querySelector("[role=gridcell][aria-label*='covered']")?.dataset.cell"""


def test_hints_come_in_stages_and_can_be_done(visit: Visit) -> None:
    page = opened(visit, WHOLE)
    button(page, "Hint").click()
    say(page, "nothing is wrong so far")
    page.wait_for_selector(".gw-hint li")
    becomes(page.locator(".gw-hint li").count, 1)
    button(page, "Tell me more").click()
    page.wait_for_selector(".gw-hint li:nth-child(2)")
    button(page, "Tell me more").click()
    page.wait_for_selector(".gw-hint li:nth-child(3)")
    button(page, "Tell me more").click()
    page.wait_for_selector("[role=gridcell][aria-label*='look here']")
    page.wait_for_selector("[role=gridcell][aria-label*='part of the reason']")
    empty = page.locator("[role=gridcell][aria-label*=': empty']").count()
    page.locator(".gw-hint").get_by_role("button", name="Do it").click()
    page.wait_for_function(
        "n => document.querySelectorAll(\"[role=gridcell][aria-label*=': empty']\").length < n",
        arg=empty,
    )


def taken_back(page: Any, at: int, key: str, wrong: str, right: str) -> None:
    """Make a mistake, and have a hint take it back."""
    before = names(page)
    cell(page, at).focus()
    page.keyboard.press(key)
    wait_named(page, at, wrong)
    button(page, "Hint").click()
    page.wait_for_selector(".gw-hint li")
    do = page.locator(".gw-hint").get_by_role("button", name="Do it")
    while not do.is_visible():
        lines = page.locator(".gw-hint li").count()
        button(page, "Tell me more").click()
        page.wait_for_function(
            "n => document.querySelectorAll('.gw-hint li').length > n", arg=lines
        )
    do.click()
    wait_named(page, at, right)
    assert names(page) == before, "nothing else is changed"


def test_a_mistake_is_taken_back_by_a_hint(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    taken_back(page, 1, "Digit1", ": 1", ": empty")
    open_here(page, WHOLE, "9x9")
    wait_named(page, 80, "given 9")
    taken_back(page, 2, "Digit1", ": 1", ": empty")
    page = opened(visit, "queens:8:r1c2")
    taken_back(page, 8, "Space", "queen", "attacked")
    cell(page, 20).click()
    wait_named(page, 20, "queen")
    taken_back(page, 35, "Space", "queen", "empty")  # two that only together are wrong


def test_a_wrong_flag_is_taken_back_by_a_hint(visit: Visit) -> None:
    page = visit("/minesweeper")
    cell(page, 40).click()
    wait_named(page, 40, " around")
    names = page.locator("[role=gridcell]").evaluate_all("all => all.map(one => one.ariaLabel)")

    def covered_beside(at: int) -> list[int]:
        row, column = divmod(at, 9)
        rows, columns = ((max(0, one - 1), min(9, one + 2)) for one in (row, column))
        near = [9 * r + c for r in range(*rows) for c in range(*columns)]
        return [cell for cell in near if "covered" in names[cell]]

    tried = []  # the covered cells beside a number, which has some without a mine
    for at, name in enumerate(names):
        if number := re.search(r": (\d) mines? around", name):
            mines, closed = int(number[1]), covered_beside(at)
            if len(closed) > mines:
                tried.append((len(closed), mines, closed))
    _, mines, closed = min(tried)
    for at in closed:
        cell(page, at).click(button="right")
        wait_named(page, at, "flag")
    flags = page.locator(".gw-role-flag").count
    for left in range(len(closed) - 1, mines - 1, -1):
        button(page, "Hint").click()
        page.wait_for_selector(".gw-hint li")
        assert page.locator(".gw-hint li").first.inner_text() == "Something is wrong."
        do = page.locator(".gw-hint").get_by_role("button", name="Do it")
        while not do.is_visible():
            button(page, "Tell me more").click()
            page.wait_for_timeout(200)
        do.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.gw-role-flag').length === n", arg=left
        )
    assert flags() == mines


def test_what_is_wrong_is_said(visit: Visit) -> None:
    page = opened(
        visit,
        "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    )
    button(page, "Correct so far?").click()
    say(page, "nothing was entered yet")
    cell(page, 2).click()
    page.keyboard.press("Digit1")  # the solution has 4 there, and no rule is broken yet
    wait_named(page, 2, ": 1")
    button(page, "Correct so far?").click()
    wait_named(page, 2, "conflict")


def test_solutions_are_turned_through_and_the_game_comes_back(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    button(page, "Forward").click()
    page.wait_for_selector(".gw-where:has-text('1 of')", timeout=ANY_MS)
    first = until(lambda: queens(page), lambda found: len(found) == 6)
    button(page, "Forward").click()
    page.wait_for_selector(".gw-where:has-text('2 of 4')")
    until(lambda: queens(page), lambda found: len(found) == 6 and found != first)
    button(page, "Backward").click()
    page.wait_for_selector(".gw-where:has-text('1 of 4')")
    until(lambda: queens(page), lambda found: found == first)
    button(page, "Restore").click()
    page.wait_for_selector("[role=gridcell][aria-label*='queen']", state="detached")


def test_a_way_is_walked_on_the_board(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,5,3,4,8,6,7,0")
    button(page, "Solve").click()
    say(page, "Solved")
    page.wait_for_selector(".gw-known:has-text('fewest')")


def test_a_new_game_by_size_and_seed(visit: Visit) -> None:
    def new_game() -> list[str]:
        page = visit("/sudoku")
        page.wait_for_selector("[role=gridcell]")
        before = names(page)
        button(page, "New game").click()
        page.get_by_text("More", exact=True).click()
        page.get_by_label("Seed").fill("7")
        button(page, "Start").click()
        say(page, "a new game; seed 7")
        return until(lambda: names(page), lambda found: found != before)

    assert new_game() == new_game()


def test_a_browser_that_is_busy_for_ten_seconds_keeps_its_page(visit: Visit) -> None:
    page = visit("/sudoku")
    button(page, "New game").click()
    page.get_by_text("More", exact=True).click()
    page.evaluate("window.kept = true; setInterval(() => {}, 50)")  # where it can be stopped
    busy = page.context.new_cdp_session(page)
    stopped: list[object] = []
    busy.on("Debugger.paused", lambda event: stopped.append(event))  # noqa: PLW0108
    busy.send("Debugger.enable")
    busy.send("Debugger.pause")  # which takes no processor meanwhile
    until(lambda: page.wait_for_timeout(50) or len(stopped), bool)
    page.wait_for_timeout(10_000)
    busy.send("Debugger.resume")
    busy.detach()
    page.get_by_label("Seed").fill("7")
    button(page, "Start").click()
    say(page, "a new game; seed 7")
    assert page.evaluate("window.kept")


def test_an_empty_board_is_typed_into_and_played(visit: Visit) -> None:
    page = visit("/sudoku")
    button(page, "New game").click()
    button(page, "Empty board to type into").click()
    say(page, "an empty board")
    cell(page, 0).click()
    page.keyboard.press("Digit5")
    wait_named(page, 0, "given 5")
    button(page, "Play it").click()
    say(page, "the game begins")
    cell(page, 0).click()
    page.keyboard.press("Digit6")
    say(page, "stays")
    assert "given 5" in named(page, 0)


def test_boards_are_opened_from_text_and_from_a_file(visit: Visit) -> None:
    page = visit("/sudoku")
    button(page, "Open a board").click()
    page.get_by_label("Type or paste").fill("1....2....3....4\n1....2....3....!")
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector('[role=alert]:has-text("line 2, column 16: found")', timeout=ANY_MS)
    page.locator("[role=dialog] input[type=file]").set_input_files(
        {"name": "two.txt", "mimeType": "text/plain", "buffer": b"1....2....3....4\n"}
    )
    say(page, "opened")
    becomes(page.locator("[role=gridcell]").count, 16)
    wait_named(page, 0, "given 1")
    page.wait_for_selector(".q-dialog", state="detached")
    button(page, "Open a board").click()  # one of another puzzle goes to its page
    page.get_by_label("Type or paste").fill("queens:5:r1c1")
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/queens**", timeout=ANY_MS)
    page.wait_for_selector("[data-cell='0'][aria-label*='given queen']")


def test_a_file_is_read_whatever_its_name_is(visit: Visit) -> None:
    page = visit("/sudoku")
    for number, name in enumerate(("Input", "in.in", "board.dat"), 1):
        button(page, "Open a board").click()
        text = b"%d....2....3....4\n" % number
        if number == 2:
            text = text[::-1]
        file = {"name": name, "mimeType": "", "buffer": text.strip()}
        page.locator("[role=dialog] input[type=file]").set_input_files(file)
        page.wait_for_selector(".q-dialog", state="detached")
        wait_named(page, 0, f"given {(1, 4, 3)[number - 1]}")


def test_what_cannot_be_opened_says_why_and_what_was_assumed(visit: Visit) -> None:
    page = visit("/sliding")
    button(page, "Open a board").click()
    for name, data, said in (
        ("large.txt", b"1" * 1_000_001, "too large"),
        ("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "Found a file that is no text"),
        ("words.txt", b"hello\n", "no known form"),
    ):
        file = {"name": name, "mimeType": "", "buffer": data}
        page.locator("[role=dialog] input[type=file]").set_input_files(file)
        page.wait_for_selector(f"[role=alert]:has-text('{said}')", timeout=ANY_MS)
    page.get_by_label("Type or paste").fill("[1, 3, 0, 2]")
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    say(page, "it fits queens too")


def test_a_board_of_another_program_is_played_with_its_own_mines(visit: Visit) -> None:
    data = mbf(Written(6, 1, ((1, 0), (3, 0))))
    file = {"name": "a.mbf", "mimeType": "application/octet-stream", "buffer": data}
    page = visit("/sudoku")
    button(page, "Open a board").click()
    page.locator("[role=dialog] input[type=file]").set_input_files(file)
    page.wait_for_url("**/minesweeper", timeout=ANY_MS)  # its page begins the game on that layout
    for place in (2, 5):
        cell(page, place).click()
    wait_named(page, 2, "2 mines around")
    wait_named(page, 4, "1 mine around")
    button(page, "Open a board").click()
    page.locator("[role=dialog] input[type=file]").set_input_files(
        {**file, "name": "cut.mbf", "buffer": data[:-1]}
    )
    said = "Found only 3 bytes at byte 4, expected 4 bytes for the mines"
    page.wait_for_selector(f"[role=alert]:has-text('{said}')", timeout=ANY_MS)


def test_files_are_saved_and_exported(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    button(page, "Save and share").click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("Link to this puzzle")
    page.wait_for_function("i => i.value.includes('#')", arg=link.element_handle())
    until(link.input_value, lambda found: found.endswith(f"/sudoku#{SUDOKU}"))
    with page.expect_download(timeout=ANY_MS) as saved:
        dialog.get_by_role("button", name="Save", exact=True).click()
    assert saved.value.suggested_filename == "gridwise-sudoku.txt"
    with page.expect_download(timeout=ANY_MS) as exported:
        dialog.get_by_role("button", name="Export").click()
    path = exported.value.path()
    assert exported.value.suggested_filename == "gridwise-sudoku.pdf"
    with path.open("rb") as file:
        assert file.read(5) == b"%PDF-"
    proofs = dialog.get_by_role("checkbox", name="With certificates")
    assert not proofs.is_visible(), "there is nothing to prove without the solution"
    dialog.get_by_label("Solution", exact=True).select_option("end")
    becomes(proofs.is_visible, True)
    dialog.get_by_label("Kind of file").select_option(".svg")
    becomes(proofs.is_visible, False)
    dialog.get_by_label("Kind of file").select_option(".html")
    becomes(proofs.is_visible, True)
    proofs.click()
    becomes(lambda: proofs.get_attribute("aria-checked"), "true")
    files: list[Any] = []

    def downloaded(file: Any) -> None:
        files.append(file)

    page.on("download", downloaded)
    dialog.get_by_role("button", name="Export").click()
    until(lambda: page.wait_for_timeout(50) or len(files), lambda number: number >= 2)
    names = [one.suggested_filename for one in files]
    assert names[0] == "gridwise-sudoku.html"
    text = files[0].path().read_text("utf-8")
    for one in files[1:]:
        assert one.suggested_filename in text
        with gzip.open(one.path(), "rt", encoding="utf-8") as proof:
            assert json.loads(proof.readline())["format"] == "gridwise-certificate"


def test_checkpoints_are_named_and_gone_back_to(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    cell(page, 1).click()
    page.keyboard.press("Digit3")
    wait_named(page, 1, ": 3")
    button(page, "Checkpoints").click()
    page.get_by_text("Set a checkpoint here").click()
    page.get_by_label("Name, if you like").fill("<b>here</b>")
    button(page, "Set").click()
    say(page, "checkpoint set")
    cell(page, 2).click()
    page.keyboard.press("Digit4")
    wait_named(page, 2, ": 4")
    button(page, "Checkpoints").click()
    page.get_by_text("<b>here</b>").click()
    wait_named(page, 2, ": empty")
    assert ": 3" in named(page, 1)


def test_chances_lie_over_the_covered_cells(visit: Visit) -> None:
    page = visit("/minesweeper")
    cell(page, 40).click()
    wait_named(page, 40, " around")
    page.get_by_text("Show probabilities").click()
    page.wait_for_selector("[role=gridcell][aria-label*='%']", timeout=ANY_MS)


def test_the_board_as_text_takes_moves(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    page.get_by_text("Board as text").click()
    line = page.get_by_label("Type a move")
    line.fill("r1c2 3")
    line.press("Enter")
    wait_named(page, 1, ": 3")
    until(page.locator(".gw-board-text").inner_text, lambda found: found.count("3") == 2)
    line.fill("r9c9 what")
    line.press("Enter")
    say(page, "expected")


def test_a_digit_typed_through_an_input_method(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    cell(page, 1).click()
    before = names(page)
    # An input method that is on sends this for every key, and what it composes follows.
    page.evaluate(
        """() => document.activeElement.dispatchEvent(
             new CompositionEvent("compositionend", { data: "五", bubbles: true }))"""
    )
    page.wait_for_timeout(100)
    assert names(page) == before
    page.evaluate(
        """() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {
          key: "Process", code: "Digit3", keyCode: 229, isComposing: true, bubbles: true }))"""
    )
    wait_named(page, 1, ": 3")


def test_the_names_that_an_option_takes_are_a_list(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:8,7,1,6,0,4,3,2,5")
    page.get_by_label("Method", exact=True).select_option("a_star")
    heuristic = page.locator(".gw-options").get_by_label("Heuristic", exact=True)
    heuristic.wait_for()
    names = until(
        heuristic.locator("option").all_inner_texts,
        lambda found: found[:2] == ["auto", "linear conflict"],
    )
    assert "squared reversals" in names
    heuristic.select_option("misplaced")
    button(page, "Solve").click()
    page.wait_for_selector(".gw-known:has-text('moves')", timeout=ANY_MS)
    page.get_by_label("Method", exact=True).select_option("ida_star")
    values = page.locator(".gw-options").get_by_label("Heuristic", exact=True).locator("option")
    until(values.all_inner_texts, lambda found: {"auto", "manhattan", "misplaced"} <= set(found))


def test_sliding_is_played_with_the_gap_last(visit: Visit) -> None:
    def goal(page: Any) -> str:
        return str(page.locator(".gw-goal svg").get_attribute("aria-label"))

    page = visit("/sliding")
    page.wait_for_selector("[role=gridcell]")
    assert goal(page).endswith("tile 7, tile 8, gap")
    button(page, "New game").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Seed").fill("7")
    button(page, "Start").click()
    say(page, "a new game; seed 7")
    assert goal(page).endswith(", gap")
