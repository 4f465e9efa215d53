"""What the page answers beside the board: solutions by any method, tables, clauses, numbers."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from browser._axe import check, ready
from browser._play import WHOLE, button, cell, opened, say, wait_named
from browser.conftest import ANY_MS, becomes, until

Visit = Callable[..., Any]
NO_TOTAL = "minesweeper:4x4:1--1/----/-2--/----"


def choose(page: Any, method: str) -> None:
    page.get_by_label("Method").select_option(method)
    page.wait_for_timeout(200)


def queens(page: Any) -> int:
    return int(page.locator("[role=gridcell][aria-label*='queen']").count())


def in_window(page: Any, selector: str) -> bool:
    box = page.locator(selector).first.bounding_box()
    return bool(box and box["y"] >= 0 and box["y"] < page.viewport_size["height"] - 40)


def test_methods_that_know_no_order_solve(visit: Visit) -> None:
    page = opened(visit, "queens:7:")
    names = {"min_max": "Min-max", "min_conflicts": "Min-conflicts", "a_star": "A*"}
    for method, name in (names | {"constructive": "Constructive"}).items():
        choose(page, method)
        button(page, "Solve").click()
        say(page, f"a solution, found by {name}")
        page.wait_for_selector(".gw-run-facts dd:text-is('at least one')")  # it claims no more
        page.wait_for_selector(".gw-where:text-is('A solution')")
        page.wait_for_selector("[role=gridcell][aria-label*='queen'] >> nth=6")
        becomes(lambda: queens(page), 7)
        button(page, "Restore").click()
        page.wait_for_selector("[role=gridcell][aria-label*='queen']", state="detached")


def test_another_method_turns_and_is_named(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    choose(page, "min_conflicts")
    button(page, "Solve").click()
    say(page, "found by Min-conflicts")
    button(page, "Forward").click()
    page.wait_for_selector(".gw-where:has-text('1 of 4')", timeout=ANY_MS)
    say(page, "Min-conflicts does not find the solutions in order; ")
    button(page, "Forward").click()
    page.wait_for_selector(".gw-where:has-text('2 of 4')")
    choose(page, "sat")
    button(page, "Backward").click()
    page.wait_for_selector(".gw-where:has-text('1 of 4')")
    becomes(page.locator(".gw-known").inner_text, "")  # this one knows the order


def shown(page: Any) -> Any:
    """Return the bar of the solution that is on view."""
    return page.get_by_role("region", name="A solution, not your moves")


def test_a_solution_is_walked_through_and_left_in_one_step(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    cell(page, 1).focus()
    page.keyboard.press("Space")  # a move of one's own, which stays the only one
    wait_named(page, 1, "queen")
    choose(page, "exact_cover")
    button(page, "Solve").click()
    bar = shown(page)
    bar.get_by_text("5 of 5", exact=True).wait_for(timeout=ANY_MS)
    page.wait_for_selector(".gw-solution-shown")
    becomes(lambda: queens(page), 6)
    bar.get_by_role("button", name="To the start").click()
    bar.get_by_text("0 of 5", exact=True).wait_for()
    becomes(lambda: queens(page), 1)
    for done in range(1, 4):
        page.keyboard.press("Period")
        bar.get_by_text(f"{done} of 5", exact=True).wait_for()
        becomes(lambda: queens(page), 1 + done)
    page.keyboard.press("Comma")
    bar.get_by_text("2 of 5", exact=True).wait_for()
    becomes(lambda: queens(page), 3)
    becomes(lambda: in_window(page, ".gw-solution"), True)
    ready(page)
    assert not check(page, "a solution on view", "main", skins=False)
    page.keyboard.press("Escape")
    bar.wait_for(state="hidden")
    becomes(lambda: queens(page), 1)
    assert page.locator(".gw-solution-shown").count() == 0
    button(page, "Undo").click()
    becomes(lambda: queens(page), 0)


def test_one_goes_to_a_solution_by_its_number(visit: Visit) -> None:
    page = opened(visit, "queens:6:")
    number = page.get_by_label("Solution number")
    found = {}
    for nth in (3, 1):
        number.fill(str(nth))
        number.press("Enter")
        page.wait_for_selector(f".gw-where:text-is('{nth} of 4')", timeout=ANY_MS)
        shown(page).get_by_text(f"Solution {nth} of 4", exact=True).wait_for()
        found[nth] = page.locator(".gw-board svg").first.inner_html()
    assert found[1] != found[3]
    number.fill("7")
    button(page, "Go to it").click()
    say(page, "there are 4 solutions, and no more")
    number.fill("")
    button(page, "Go to it").click()
    say(page, "expected the number of a solution")
    shown(page).get_by_role("button", name="To the start").click()
    becomes(lambda: queens(page), 0)
    button(page, "Take this solution").click()  # what is taken is the whole
    say(page, "Well done")
    becomes(lambda: queens(page), 6)


def test_what_a_run_took_is_said_by_the_name_of_its_method(visit: Visit) -> None:
    page = opened(visit, WHOLE)
    button(page, "Solve").click()
    say(page, "it is the only solution")
    page.wait_for_selector(".gw-where:text-is('1 of 1')")
    becomes(button(page, "Forward").is_disabled, True)
    button(page, "Restore").click()
    say(page, "back at your game")
    choose(page, "exact_cover")
    button(page, "Solve").click()
    page.wait_for_selector(".gw-run-facts dd:has-text('dancing links')", timeout=ANY_MS)
    names, values = (page.locator(f".gw-run-facts {tag}").all_inner_texts() for tag in ("dt", "dd"))
    facts = dict(zip(names, values, strict=True))
    assert list(facts) == ["Method", "Solutions", "Processor time", "Counted"]
    assert facts["Method"] == "Exact cover: Algorithm X with dancing links"
    assert facts["Solutions"] == "exactly one"
    button(page, "Restore").click()
    cell(page, 2).click()
    page.keyboard.press("Digit4")
    becomes(page.locator(".gw-run-facts dt").count, 0)


def test_why_there_is_no_solution_is_said_and_marked(visit: Visit) -> None:
    page = opened(visit, "queens:8:r1c1,r1c2")
    for name in ("Solve", "Forward"):
        button(page, name).click()
        say(page, "no solution: r1c1 and r1c2 attack each other")
        wait_named(page, 0, "conflict")


def chosen(page: Any, row: int) -> str:
    """Return what stands in a row where the table says that its queen is."""
    column = int(page.locator(".gw-beside .gw-lit-row td").first.inner_text())
    return str(cell(page, (row - 1) * 7 + column - 1).get_attribute("aria-label"))


def test_f1_and_f2_stand_beside_the_board(visit: Visit) -> None:
    page = visit("/queens#queens:7:", width=1280, height=720, reduced_motion="reduce")
    say(page, "opened")
    choose(page, "min_max")
    button(page, "Solve").click()
    table = page.get_by_role("table", name="F1 and F2")
    table.wait_for(timeout=ANY_MS)
    heads = [head.inner_text() for head in table.get_by_role("columnheader").all()]
    assert heads == ["column", "F1", "F2", "(F1 + F2) / 2", "chosen"]
    for row in (1, 4):
        page.get_by_label("row", exact=True).select_option(str(row - 1))
        lit = page.locator(".gw-beside .gw-lit-row")
        lit.wait_for()
        until(partial(chosen, page, row), lambda found: "queen" in found)
    becomes(lambda: in_window(page, ".gw-beside:visible"), True)
    page.set_viewport_size({"width": 390, "height": 844})
    cell(page, 2 * 7).click()  # the row that one goes to
    page.wait_for_function("document.querySelector('.gw-beside select').value === '2'")
    ready(page)
    assert not check(page, "F1 and F2", "main", skins=False)
    page.locator(".gw-beside:visible").get_by_role("button", name="Close").click()
    table.wait_for(state="hidden")
    button(page, "Solve").click()
    table.wait_for(timeout=ANY_MS)
    becomes(lambda: in_window(page, ".gw-beside:visible"), True)


def test_the_clauses_of_a_number_by_keyboard(visit: Visit) -> None:
    page = visit(f"/minesweeper#{NO_TOTAL}", width=1280, height=720)
    say(page, "opened to solve")
    opener = page.get_by_role("button", name="Clauses of a cell")
    opener.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("button[aria-pressed=true]:has-text('Clauses')")
    line = page.locator(".gw-clauses-line")
    page.wait_for_selector(".gw-clauses-line:has-text('select a cell')")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("Control+Home")
    page.wait_for_selector(".gw-clauses-line:has-text('r1c1: 5 clauses')", timeout=ANY_MS)
    panel = page.locator("section[aria-label='Clauses of a cell']")
    becomes(
        panel.get_by_role("heading", level=3).all_inner_texts,
        ["shown (1): r1c1 shows 1", "number (4): r1c1 shows 1"],
    )
    becomes(
        panel.locator("li [aria-hidden]").all_inner_texts,
        ["¬r1c1", "r1c2 ∨ r2c1 ∨ r2c2", *(f"¬r{a} ∨ ¬r{b}" for a, b in PAIRS)],
    )
    assert "r1c2 is safe or r2c1 is safe" in panel.locator("li").all_text_contents()[2]
    becomes(lambda: in_window(page, "section[aria-label='Clauses of a cell']"), True)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".gw-clauses-line:has-text('r1c2 gives no clauses')", timeout=ANY_MS)
    ready(page)
    assert not check(page, "clauses", "main", skins=False)
    panel.get_by_role("button", name="Close").click()
    line.wait_for(state="hidden")


PAIRS = (("1c2", "2c1"), ("1c2", "2c2"), ("2c1", "2c2"))


def test_a_board_without_a_total_is_opened_to_be_solved(visit: Visit) -> None:
    page = visit("/minesweeper")
    button(page, "Open a board").click()
    page.get_by_label("Type or paste").fill("1 - - 1\n- - - -\n- 2 - -\n1 1 - -\n")
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    why = "the number of mines is unknown; set it to play"
    say(page, f"opened to solve, take hints and see clauses: {why}")
    cell(page, 0).click()
    page.wait_for_timeout(300)
    assert "Opened to solve" in page.locator(".gw-status").inner_text(), "a click chooses"
    before = page.locator("[role=gridcell]").evaluate_all("a => a.map(c => c.ariaLabel)")
    button(page, "Solve").click()
    say(page, "undetermined")
    page.wait_for_function(  # the board follows the message that stands above it
        "before => [...document.querySelectorAll('[role=gridcell]')]"
        ".some((c, at) => c.ariaLabel !== before[at])",
        arg=before,
    )
    button(page, "Undo").click()  # all of it at once
    page.wait_for_function(
        "before => [...document.querySelectorAll('[role=gridcell]')]"
        ".every((c, at) => c.ariaLabel === before[at])",
        arg=before,
    )
    button(page, "Hint").click()
    page.wait_for_selector(".gw-hint li", timeout=ANY_MS)
    button(page, "Play it").click()
    say(page, "the number of mines is unknown; set it")


def numbers(page: Any) -> Any:
    """Open the panel of numbers."""
    button(page, "Board statistics").click()
    panel = page.get_by_role("region", name="Board statistics")
    panel.wait_for()
    return panel


def test_the_numbers_of_a_board(visit: Visit) -> None:
    page = opened(visit, "sudoku:2x2:1....2....3.....")
    cell(page, 1).click()
    page.keyboard.press("Digit3")
    wait_named(page, 1, ": 3")
    panel = numbers(page)

    def facts() -> dict[str, str]:
        names, values = (panel.locator(tag).all_inner_texts() for tag in ("dt", "dd"))
        return dict(zip(names, values, strict=False))

    wanted = {"Empty": "12", "Givens": "3"}
    until(facts, lambda found: wanted.items() <= found.items())
    page.wait_for_selector(".gw-beside .gw-count:has-text('solutions')", timeout=ANY_MS)
    say(page, " solutions")
    total = until(
        panel.locator(".gw-count").inner_text, lambda found: re.fullmatch(r"\d+ solutions\.", found)
    )
    becomes(page.locator(".gw-where").inner_text, total.removesuffix("."))
    becomes(lambda: in_window(page, "section[aria-label='Board statistics']"), True)
    ready(page)
    assert not check(page, "numbers", "main", skins=False)
    button(page, "Undo").click()  # of another board it is no longer true
    page.wait_for_function("!document.querySelector('.gw-beside .gw-count').innerText")
    panel.get_by_role("button", name="Count the solutions").click()
    page.wait_for_selector(".gw-beside .gw-count:has-text('solutions')", timeout=ANY_MS)
    panel.get_by_role("button", name="Close").click()
    panel.wait_for(state="hidden")


def test_counting_is_stopped_and_says_at_least(visit: Visit) -> None:
    page = opened(visit, "sudoku:3x3:" + "." * 81)
    panel = numbers(page)
    stop = page.locator(".gw-job").get_by_role("button", name="Stop")
    page.wait_for_selector(".gw-job-counters:has-text('decisions')", timeout=ANY_MS)
    stop.click()
    # A child that gets no processor in time is ended before it can say what it found.
    ends = re.compile(r"At least [\d,]+ solutions \(stopped\)\.|Nothing is known\.")
    until(panel.locator(".gw-count").inner_text, ends.fullmatch)
    panel.get_by_role("button", name="Count the solutions").click()
    stop.wait_for(timeout=ANY_MS)
    panel.get_by_role("button", name="Close").click()  # that stops the counting too
    page.wait_for_selector(".gw-job:visible", state="detached", timeout=ANY_MS)


def test_a_puzzle_without_a_number_of_solutions_says_so(visit: Visit) -> None:
    page = opened(visit, "sliding:3x3:1,2,5,3,4,8,6,7,0")
    panel = numbers(page)
    panel.get_by_text("not counted").wait_for()
    until(panel.locator("dt").all_inner_texts, lambda found: "Manhattan" in found)
    assert panel.get_by_role("button", name="Count the solutions").count() == 0


def test_the_arrows_of_the_pad_go_to_another_cell(visit: Visit) -> None:
    page = visit("/sudoku#sudoku:2x2:1....2....3....4", has_touch=True, width=390, height=844)
    say(page, "opened")
    there, back = [*["Right"] * 5, "Down"], [*["Left"] * 4, "Up", "Up"]  # at the rims it stays
    for names, place in ((there, "row 2, column 4"), (back, "row 1, column 1")):
        for name in names:
            page.get_by_role("button", name=name, exact=True).tap()
        page.wait_for_selector(f".gw-live:has-text('{place}')", state="attached")
    page.get_by_role("button", name="Right", exact=True).tap()
    page.get_by_role("button", name="Digit 3", exact=True).tap()
    wait_named(page, 1, ": 3")


def test_the_arrows_are_there_where_one_wants_them(visit: Visit) -> None:
    page = visit("/sudoku")
    page.wait_for_selector("[role=gridcell]")
    arrows = page.get_by_role("group", name="Select another cell")
    assert not arrows.is_visible(), "no touch screen"
    page.goto(page.url.replace("/sudoku", "/settings"))
    page.locator("input[name='gw-pad_arrows'][value=shown]").check()
    page.wait_for_selector("[role=status]:has-text('Kept')", state="attached")
    page.goto(page.url.replace("/settings", "/sudoku"))
    arrows.wait_for()
    page.goto(page.url.replace("/sudoku", "/queens"))
    page.wait_for_selector("[role=gridcell]")
    assert arrows.count() == 0, "nothing is entered at a cell there"


def pasted(page: Any, text: str) -> None:
    """Paste a text where the focus is."""
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const how = { clipboardData: data, bubbles: true, cancelable: true };
          document.activeElement.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        text,
    )


def test_a_board_is_pasted_anywhere_on_the_page(visit: Visit) -> None:
    page = visit("/minesweeper")
    page.wait_for_selector("[role=gridcell]")
    pasted(page, "1 - - 1\n- - - -\n- 2 - -\n1 1 - -\n")
    say(page, "opened to solve")
    pasted(page, "this is no board")
    say(page, "found")
    pasted(page, "x" * 200_001)
    say(page, "too long")
    pasted(page, "minesweeper:3x3x1:---/-1-/---\nminesweeper:3x3x2:---/-2-/---\n")
    dialog = page.get_by_role("dialog", name="Open a board")
    dialog.get_by_label("Which of them").select_option("1")
    dialog.get_by_role("button", name="Open", exact=True).click()
    say(page, "opened: Minesweeper 3x3, mines 2")
    page.get_by_label("Seconds at most").focus()
    pasted(page, "queens:5:")  # a field takes what is pasted into it
    page.wait_for_timeout(400)
    assert page.url.endswith("/minesweeper")


def test_what_is_pasted_before_the_server_listens_is_not_lost(visit: Visit) -> None:
    page = visit("/minesweeper")
    page.goto(page.url, wait_until="domcontentloaded")
    pasted(page, "1 - - 1\n- - - -\n- 2 - -\n1 1 - -\n")
    say(page, "opened to solve")


def test_a_file_is_dropped_anywhere_on_the_page(visit: Visit) -> None:
    page = visit("/sudoku")
    cell(page, 0).wait_for()
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "board.txt", { type: "text/plain" }));
          const how = { dataTransfer: data, bubbles: true, cancelable: true };
          const board = document.querySelector(".gw-board");
          if (board.dispatchEvent(new DragEvent("dragover", how))) throw new Error("no drop here");
          board.dispatchEvent(new DragEvent("drop", how));
        }""",
        "1....2....3....4\n",
    )
    say(page, "opened")
    becomes(page.locator("[role=gridcell]").count, 16)
    wait_named(page, 0, "given 1")
