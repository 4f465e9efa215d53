"""The replay as people use it: recorded, played, stepped, sought, by mouse and by keyboard."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browser._axe import axe_script, faults
from browser._play import resize
from browser.conftest import ANY_MS, becomes, until
from gridwise.core import registry
from gridwise.recording.recorder import record_game, record_method, record_trace
from gridwise.recording.recording import SOLUTION, Recording
from gridwise.render.cells import board_words
from puzzles.minesweeper.formats.writers import clicked

Visit = Callable[..., Any]
QUEENS = "queens:6:"
TRACE = Path(__file__).parents[2] / "examples" / "traces" / "queens.jsonl"
SLIDING = "sliding:3x3:1,4,2,3,5,8,6,7,0"
HARD = (
    "sudoku:3x3:8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def recorded(visit: Visit, notation: str, method: str, **how: Any) -> Any:
    """Open the replay of a board and record a method."""
    kind = notation.partition(":")[0]
    page = visit(f"/replay/{kind}?of={notation}&method={method}", **how)
    button(page, "Record").click(timeout=ANY_MS)
    page.wait_for_selector(".gw-replay-said:has-text('recorded')", timeout=ANY_MS)
    return page


def at_step(page: Any, step: int, steps: int) -> None:
    page.wait_for_selector(f".gw-replay-count:text-is('Step {step:,} of {steps:,}')")


def now(page: Any) -> str:
    return str(page.locator(".gw-replay-now").first.inner_text())


def says(page: Any, part: str) -> None:
    """Wait until the words beside the board have a part."""
    until(lambda: now(page), lambda found: part in found)


def wanted(recording: Recording, step: int) -> str:
    """Return the board's name, which holds what is in every cell."""
    return f"Board: {board_words(recording.scene(step))}"


def board_is(page: Any, name: str) -> None:
    page.wait_for_function(
        "name => document.querySelector('.gw-replay-board svg').ariaLabel === name",
        arg=name,
    )


def drawn(page: Any) -> str:
    """Return the drawing itself, with its marks."""
    return str(page.locator(".gw-replay-board svg").first.inner_html())


def focused(page: Any) -> Any:
    page.locator(".gw-replay").focus()
    return page.keyboard


@pytest.mark.parametrize(
    ("notation", "method"),
    [(QUEENS, "backtracking"), (SLIDING, "a_star"), (HARD, "exact_cover")],
)
def test_forward_back_and_sought_the_board_is_the_same(
    visit: Visit, notation: str, method: str
) -> None:
    page = recorded(visit, notation, method)
    recording = Recording(
        record_method(registry.puzzle(notation.partition(":")[0]).parse(notation), method=method)
    )
    steps = recording.steps
    at_step(page, 0, steps)
    board_is(page, wanted(recording, 0))
    keys = focused(page)
    seen = {}
    for step in range(1, 9):
        keys.press("ArrowRight")
        at_step(page, step, steps)
        board_is(page, wanted(recording, step))
        seen[step] = drawn(page)
    says(page, recording.message(8).sentence())
    for step in (7, 6, 5):
        keys.press("ArrowLeft")
        at_step(page, step, steps)
        board_is(page, wanted(recording, step))
        becomes(lambda: drawn(page), seen[step])
    keys.press("End")
    at_step(page, steps, steps)
    board_is(page, wanted(recording, steps))
    keys.press("ArrowRight")  # there is nothing after the end
    scrub = page.get_by_label("Step", exact=True)
    for step in (steps // 2, 5, steps - 1, 0):
        scrub.evaluate(
            "(one, step) => { one.value = step; one.dispatchEvent(new Event('input')); }", step
        )
        at_step(page, step, steps)
        board_is(page, wanted(recording, step))
    focused(page).press("End")
    focused(page).press("Home")
    board_is(page, wanted(recording, 0))


def test_the_buttons_do_what_the_keys_do(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "backtracking")
    recording = Recording(
        record_method(registry.puzzle("queens").parse(QUEENS), method="backtracking")
    )
    steps = recording.steps
    lines_are_lit(page, recording)
    button(page, "Step forward").click()
    at_step(page, 1, steps)
    button(page, "To the end").click()
    at_step(page, steps, steps)
    button(page, "Step back").click()
    at_step(page, steps - 1, steps)
    button(page, "To the start").click()
    at_step(page, 0, steps)
    page.get_by_role("button", name="solutions").click()
    at_step(page, recording.markers[SOLUTION][0], steps)
    says(page, "★")
    signs = page.locator(".gw-replay-strip span")
    becomes(lambda: set(signs.all_inner_texts()), {"▲", "✕", "★"})  # told by their shape


def test_it_plays_at_a_speed_and_pauses(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "backtracking")
    keys = focused(page)
    speed = page.get_by_label("Speed", exact=True).last
    for _ in range(9):
        keys.press("BracketRight")
    page.wait_for_function(
        "one => one.selectedOptions[0].text.startsWith('50 ')", arg=speed.element_handle()
    )
    for _ in range(4):  # to a speed at which a slow machine does not come to the end meanwhile
        keys.press("BracketLeft")
    page.wait_for_function(
        "one => one.selectedOptions[0].text.startsWith('4 ')", arg=speed.element_handle()
    )
    keys.press("Space")
    page.wait_for_selector("button:has(span:text-is('Pause'))")
    page.wait_for_function(
        "() => parseInt(document.querySelector('.gw-replay-count').textContent.slice(5)) > 2"
    )
    keys.press("Space")
    page.wait_for_selector("button:has(span:text-is('Play'))")

    def stood() -> tuple[str, str]:
        before = page.locator(".gw-replay-count").inner_text()
        page.wait_for_timeout(700)
        return before, page.locator(".gw-replay-count").inner_text()

    stands, _ = until(stood, lambda found: found[0] == found[1])
    assert len(set(re.findall(r"[\d,]+", stands))) == 2, "it stands before the end"
    for _ in range(4):
        focused(page).press("BracketRight")
    button(page, "Play").click()
    steps = int(stands.rpartition(" ")[2])
    at_step(page, steps, steps)
    page.wait_for_selector("button:has(span:text-is('Play'))")  # it stops at the end by itself
    for _ in range(9):
        focused(page).press("BracketLeft")
    page.wait_for_function(
        "one => one.selectedOptions[0].text.startsWith('0.5 ')", arg=speed.element_handle()
    )


def test_the_live_region_speaks_where_one_stands_and_is_not_flooded(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "backtracking")
    page.evaluate(
        """() => {
          window.heard = [];
          const region = document.querySelector(".gw-live");
          new MutationObserver(() => window.heard.push(region.textContent.trim()))
            .observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    steps = int(page.locator(".gw-replay-count").inner_text().rpartition(" ")[2])
    keys = focused(page)
    page.evaluate(  # at once, which a hand is nearly, and a driver on a slow machine is not
        """() => {
          for (let n = 0; n < 12; n++) document.activeElement.dispatchEvent(new KeyboardEvent(
            "keydown", { code: "ArrowRight", key: "ArrowRight", bubbles: true, cancelable: true }));
        }"""
    )
    at_step(page, 12, steps)
    until(
        lambda: (page.evaluate("window.heard"), now(page).strip()),
        lambda found: found[0][-1:] == [found[1]],
    )
    heard = page.evaluate("window.heard")
    assert len(heard) <= 4
    keys.press("Space")
    page.wait_for_timeout(1_000)
    assert len(page.evaluate("window.heard")) <= len(heard) + 1  # silent while it plays


def test_where_motion_is_reduced_nothing_moves_by_itself(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "backtracking", reduced_motion="reduce")
    page.wait_for_selector("text=Motion is reduced")
    steps = int(page.locator(".gw-replay-count").inner_text().rpartition(" ")[2])
    focused(page).press("Space")
    at_step(page, 1, steps)
    page.wait_for_timeout(700)
    at_step(page, 1, steps)
    button(page, "Play").click()
    at_step(page, 2, steps)


def test_what_records_nothing_is_listed_and_cannot_be_chosen(visit: Visit) -> None:
    page = visit(f"/replay/queens?of={QUEENS}")
    methods = page.get_by_label("Method", exact=True)
    methods.wait_for(timeout=ANY_MS)
    refused = methods.locator("option:disabled").all_inner_texts()
    position = registry.puzzle("queens").parse(QUEENS)
    silent = [one for one in registry.methods_for(position) if not one.emits]
    assert len(refused) == len(silent) > 0
    assert all("cannot be watched" in name for name in refused)
    assert methods.locator("option:checked").get_attribute("value") not in {m.name for m in silent}


def test_recording_shows_progress_and_stops_at_once(visit: Visit) -> None:
    page = visit(f"/replay/sudoku?of={HARD}&method=brute_force")
    page.get_by_text("Options and limits").click(timeout=ANY_MS)
    page.get_by_label("Seconds at most", exact=True).select_option("60")
    button(page, "Record").click()
    said = page.locator(".gw-replay-said")
    page.wait_for_selector(".gw-replay-said:has-text('assignments')", timeout=ANY_MS)
    button(page, "Stop").click()
    page.wait_for_selector(".gw-replay-said:has-text('nothing is kept')", timeout=ANY_MS)
    assert "Stopped" in said.inner_text()
    becomes(button(page, "Record").is_enabled, True)


def test_options_reach_the_method(visit: Visit) -> None:
    board = "sliding:3x3:2,5,1,3,4,8,6,0,7"
    page = visit(f"/replay/sliding?of={board}&method=a_star")
    page.get_by_text("Options and limits").click(timeout=ANY_MS)
    page.get_by_label("Heuristic", exact=True).select_option("misplaced")
    page.get_by_label("Closed states", exact=True).select_option("parent")
    button(page, "Record").click()
    page.wait_for_selector(".gw-replay-said:has-text('recorded')", timeout=ANY_MS)
    position = registry.puzzle("sliding").parse(board)
    options = {"heuristic": "misplaced", "closed": "parent"}
    recording = Recording(record_method(position, method="a_star", options=options))
    plain = Recording(record_method(position, method="a_star"))
    assert recording.steps != plain.steps
    at_step(page, 0, recording.steps)
    focused(page).press("End")
    at_step(page, recording.steps, recording.steps)
    found = recording.measures(recording.steps)
    assert found is not None
    for said in (
        f"OPEN {found.open} · CLOSED {found.closed}",
        f"g = {found.g}, h = {found.h}, f = {found.f}",
    ):
        page.wait_for_selector(f".gw-replay-sizes:has-text('{said}')")


def test_two_side_by_side_by_share_and_by_step(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "min_max")
    button(page, "Two side by side").click()
    lanes = page.locator(".gw-replay-lane")
    page.wait_for_function("() => document.querySelectorAll('.gw-replay-lane').length === 2")
    lanes.nth(1).get_by_label("Method", exact=True).select_option("backtracking")
    lanes.nth(1).get_by_role("button", name="Record", exact=True).click()
    page.wait_for_function(
        "() => document.querySelectorAll('.gw-recorded').length === 2", timeout=ANY_MS
    )
    position = registry.puzzle("queens").parse(QUEENS)
    short = Recording(record_method(position, method="min_max")).steps
    long = Recording(record_method(position, method="backtracking")).steps
    assert short < long
    focused(page).press("End")
    at_step(page, long, long)
    first = lanes.first.get_by_text(f"Step {short} of {short}")
    first.wait_for()
    focused(page).press("ArrowLeft")
    page.get_by_label("Side by side", exact=True).select_option("step")
    focused(page).press("Home")
    for _ in range(3):
        focused(page).press("ArrowRight")
    lanes.first.get_by_text(f"Step 3 of {short}", exact=True).wait_for()
    lanes.nth(1).get_by_text(f"Step 3 of {long}", exact=True).wait_for()
    button(page, "Two side by side").click()
    page.wait_for_function("() => document.querySelectorAll('.gw-replay-lane').length === 1")


def test_two_search_trees_have_names_of_their_own(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "backtracking")
    button(page, "Two side by side").click()
    lane = page.locator(".gw-replay-lane").nth(1)
    lane.get_by_label("Method", exact=True).select_option("dpll")
    lane.get_by_role("button", name="Record", exact=True).click()
    trees = page.locator(".gw-replay-tree")
    trees.nth(1).wait_for(timeout=ANY_MS)
    assert trees.nth(1).get_attribute("aria-label") == "Search tree: Recording 2"
    page.evaluate(axe_script())
    assert not faults(page, "html")


def test_a_player_is_let_play_and_its_knowledge_shown(visit: Visit) -> None:
    page = visit("/replay/minesweeper")
    page.get_by_label("Watch", exact=True).select_option("dealt", timeout=ANY_MS)
    page.get_by_label("Player", exact=True).select_option("resolution")
    page.get_by_label("Seed", exact=True).fill("1")
    page.get_by_label("Seed", exact=True).blur()
    button(page, "Record").click()
    page.wait_for_selector(".gw-replay-said:has-text('recorded')", timeout=ANY_MS)
    levels = registry.referee("minesweeper").levels
    made = record_game(
        "minesweeper",
        board=next(iter(levels.values())),
        policy="resolution",
        seed=1,
        guess="random",
        first_click=next(iter(registry.referee("minesweeper").first_clicks)),
    )
    recording = Recording(made)
    assert recording.knowledge is not None
    at_step(page, 0, recording.steps)
    keys = focused(page)
    for step in range(1, 6):
        keys.press("ArrowRight")
        board_is(page, wanted(recording, step))
    kb, kb0 = recording.knowledge.sizes(recording.rows_at(5))
    page.wait_for_selector(f"text=KB: {kb:,} clauses · KB0: {kb0:,} cells decided")
    says(page, recording.message(5).sentence())


def code_line(page: Any) -> str:
    """Return the line of the pseudo-code that is lit."""
    lit = page.locator(".gw-code-line[aria-current=step]")
    return str(lit.inner_text()).strip() if lit.count() == 1 else ""


def lines_are_lit(page: Any, recording: Recording) -> None:
    """Go forward, and see the lines of the pseudo-code lit that the steps belong to."""
    keys, seen = focused(page), set()
    assert code_line(page) == ""  # nothing has run yet
    for step in range(1, min(recording.steps, 14) + 1):
        keys.press("ArrowRight")
        at = recording.line(step)
        assert at is not None
        wanted = recording.code[at].strip()
        until(lambda: code_line(page), lambda found, wanted=wanted: found.endswith(wanted))
        seen.add(at)
    assert len(seen) >= 3
    keys.press("Home")
    at_step(page, 0, recording.steps)


def table_rows(page: Any, name: str) -> list[list[str]]:
    rows = page.get_by_role("table", name=name).locator("tbody tr").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


def test_open_and_closed_follow_the_step(visit: Visit) -> None:
    page = recorded(visit, SLIDING, "a_star")
    recording = Recording(record_method(registry.puzzle("sliding").parse(SLIDING), method="a_star"))
    lines_are_lit(page, recording)
    tree, keys = recording.tree, focused(page)
    assert tree is not None
    for step in range(1, 9):
        keys.press("ArrowRight")
        waiting = [[str(one.g), str(one.h), str(one.f)] for one in tree.frontier(step, 8)]
        done = [str(tree.depth[node]) for node in tree.closed(step, 8)]
        becomes(lambda: [row[1:] for row in table_rows(page, "First in OPEN")], waiting)
        becomes(lambda: [row[1] for row in table_rows(page, "Last in CLOSED")], done)


def test_the_searches_by_bound_follow_the_step(visit: Visit) -> None:
    board = "sliding:3x3:2,5,1,3,4,8,6,0,7"
    page = recorded(visit, board, "ida_star")
    position = registry.puzzle("sliding").parse(board)
    recording = Recording(record_method(position, method="ida_star"))
    lines_are_lit(page, recording)
    assert recording.deepening is not None
    scrub = page.get_by_label("Step", exact=True)
    for step in (1, 5, recording.steps // 2, recording.steps):
        scrub.evaluate(
            "(one, step) => { one.value = step; one.dispatchEvent(new Event('input')); }", step
        )
        searches = recording.deepening.searches(step)
        wanted = [
            [f"{one.bound}", f"{one.generated:,}", f"{one.expanded:,}", f"{one.above or ''}"]
            for one in searches
        ]
        becomes(lambda: table_rows(page, "Searches, by bound"), wanted)
    assert len(searches) > 1
    assert page.get_by_role("table", name="First in OPEN").count() == 0


def test_f1_and_f2_follow_the_decision(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "min_max_backtracking")
    position = registry.puzzle("queens").parse(QUEENS)
    recording = Recording(record_method(position, method="min_max_backtracking"))
    keys = focused(page)
    for step in range(1, 13):
        keys.press("ArrowRight")
        rows, chosen = recording.choices("min_max", step)
        assert chosen is not None
        wanted = [[str(row["row"] + 1), str(row["col"] + 1), str(row["f1"])] for row in rows]
        becomes(lambda: [row[:3] for row in table_rows(page, "F1 and F2")], wanted)
        lit = page.locator(".gw-replay-tables .gw-lit-row td").nth(1)
        becomes(lit.inner_text, str(rows[chosen]["col"] + 1))


SEEN = """
() => [".gw-replay-choice", ".gw-replay-board svg", ".gw-replay-bar", ".gw-replay-tree",
       ".gw-replay-code"].map(name => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.top), Math.round(box.right), Math.round(box.bottom)];
})
"""


@pytest.mark.parametrize(("notation", "method"), [(QUEENS, "backtracking"), (SLIDING, "a_star")])
def test_board_bar_tree_and_code_are_in_one_screen(
    visit: Visit, notation: str, method: str
) -> None:
    page = recorded(visit, notation, method, width=1280, height=720)
    page.keyboard.press("ArrowRight")
    for width, height, least in [(1280, 720, 520), (1366, 768, 560), (1920, 1080, 600)]:
        page.set_viewport_size({"width": width, "height": height})

        def fits(found: Any, width: int = width, height: int = height, least: int = least) -> bool:
            name, board, bar, tree, code = found
            return (
                name[3] <= board[1]  # the name of the method is above the board
                and board[3] <= height
                # Cells of a small board are not made larger than they need be.
                and board[3] - board[1] >= (least if notation == QUEENS else 360)
                and min(bar[0], tree[0], code[0]) >= board[2]  # what happens is beside it
                and bar[2] <= width
                and bar[3] <= tree[1] <= tree[3] <= code[1] < height - 100
            )

        until(lambda: page.evaluate(SEEN), fits)
        assert page.evaluate("scrollY") == 0


TREE = """() => {
  const tree = document.querySelector(".gw-replay-tree"), inside = tree.getBoundingClientRect();
  const names = [...tree.querySelectorAll("text")].filter(one => one.textContent);
  const boxes = names.map(one => one.getBoundingClientRect());
  const crossed = (one, other) => one !== other && one.left < other.right
    && other.left < one.right && one.top + 3 < other.bottom && other.top + 3 < one.bottom;
  return [
    names.length,
    names.every(one => !one.textContent.includes("…")),
    boxes.every(one => one.left >= inside.left && one.right <= inside.right),
    !boxes.some(one => boxes.some(other => crossed(one, other))),
  ];
}"""


def test_the_names_in_the_tree_are_whole(visit: Visit) -> None:
    page = visit(
        "/replay/queens?of=queens:12:&method=min_max_backtracking",
        width=1280,
        height=720,
        locale="vi",
    )
    button(page, "Ghi").click(timeout=ANY_MS)
    page.wait_for_selector(".gw-tree-node")
    keys = focused(page)
    keys.press("End")
    for _ in range(8):  # of which some have four levels
        keys.press("ArrowLeft")
        page.wait_for_timeout(100)
        until(lambda: page.evaluate(TREE), lambda found: found[0] and all(found))


def test_two_on_a_phone_stand_side_by_side_with_the_bar_in_sight(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "backtracking", width=390, height=844)
    button(page, "Two side by side").click()
    lanes = page.locator(".gw-replay-lane")
    page.wait_for_function("() => document.querySelectorAll('.gw-replay-lane').length === 2")
    focused(page).press("End")
    page.evaluate(axe_script())
    assert not faults(page, "html")
    focused(page).press("Home")
    lanes.nth(1).get_by_label("Method", exact=True).select_option("min_max")
    lanes.nth(1).get_by_role("button", name="Record", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('.gw-recorded').length === 2")
    focused(page)
    page.keyboard.press("ArrowRight")

    def places() -> Any:
        return page.evaluate(
            """() => [...document.querySelectorAll(
                 ".gw-replay-board svg[role], .gw-replay-bar")].map(one => {
              const box = one.getBoundingClientRect();
              return [box.left, box.top, box.right, box.bottom];
            })"""
        )

    for width, height in ((390, 844), (375, 667)):
        resize(page, (width, height))
        found = until(places, lambda found: len(found) == 3 and found[0][3] <= found[2][1] + 1)
        one, two, bar = found
        assert one[2] <= two[0] and abs(one[1] - two[1]) < 2
        assert one[2] - one[0] > 130
        assert bar[3] - one[1] < height - 60, "boards and bar fit in the window together"
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
    page.keyboard.press("End")
    resize(page, (320, 700))
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    sizes = page.locator(".gw-replay-bar button, .gw-replay-bar select").evaluate_all(
        "all => all.map(one => [one.offsetWidth, one.offsetHeight])"
    )
    assert all(side >= 24 for size in sizes for side in size)


def test_what_is_typed_stays_while_the_page_changes(visit: Visit) -> None:
    page = visit("/replay/minesweeper")
    page.get_by_label("Watch", exact=True).select_option("dealt", timeout=ANY_MS)
    seed = page.get_by_label("Seed", exact=True)
    seed.fill("12345")  # and is still in it
    page.get_by_role("button", name="Two side by side").evaluate("made => made.click()")
    page.wait_for_function("() => document.querySelectorAll('.gw-replay-lane').length === 2")
    assert seed.first.input_value() == "12345"


def test_a_hostile_board_in_the_address_is_text(visit: Visit) -> None:
    page = visit("/replay/sudoku?of=<img src=x onerror=window.canary=1>{0}")
    page.wait_for_selector(".gw-error:has-text('cannot be read')", timeout=ANY_MS)
    assert page.evaluate("window.canary") is None
    assert page.locator("main img").count() == 0


def test_the_trace_of_a_program_is_played_on_the_page_of_any_board(visit: Visit) -> None:
    page = visit(f"/replay/sudoku?of={HARD}")
    page.get_by_label("Watch", exact=True).select_option("file", timeout=ANY_MS)
    file = page.locator(".gw-upload input[type=file]")
    button(page, "Record").click()
    page.wait_for_selector(".gw-replay-said:has-text('Choose the file of the trace first.')")
    bad = b'{"gridwise_trace": 1, "board": "queens:6:"}\n{"kind": "undo"}\n'
    file.set_input_files({"name": "bad.jsonl", "mimeType": "text/plain", "buffer": bad})
    page.wait_for_selector(".gw-replay-said:has-text('line 2, column 10: found \"undo\"')")
    file.set_input_files(TRACE)
    page.wait_for_selector(".gw-replay-said:has-text('recorded all 197 steps')", timeout=ANY_MS)
    with TRACE.open("rb") as stream:
        recording = Recording(record_trace(stream, TRACE.name))
    button(page, "Step forward").click()
    at_step(page, 1, 197)
    board_is(page, wanted(recording, 1))
    says(page, "Try queen on r1c1")
    button(page, "To the end").click()
    board_is(page, wanted(recording, 197))
    says(page, "Solution 1")
    page.wait_for_selector(".gw-replay-tree .gw-tree-node[data-look=here]")


def test_the_replay_of_another_program_is_played_with_its_times(visit: Visit) -> None:
    page = visit("/replay/minesweeper")
    page.get_by_label("Watch", exact=True).select_option("file", timeout=ANY_MS)
    data = clicked(("left", 1), ("right", 6), ("left", 2))
    page.locator(".gw-upload input[type=file]").set_input_files(
        {"name": "lost.rmv", "mimeType": "application/octet-stream", "buffer": data}
    )
    page.wait_for_selector(".gw-replay-said:has-text('recorded all 3 steps')", timeout=ANY_MS)
    button(page, "To the end").click()
    at_step(page, 3, 3)
    says(page, "2.00 s: row 1, column 3")
    page.wait_for_selector(".gw-replay-name:has-text('lost.rmv')")


def test_keys_work_wherever_the_focus_is(visit: Visit) -> None:
    page = recorded(visit, QUEENS, "backtracking")
    steps = int(page.locator(".gw-replay-count").inner_text().rpartition(" ")[2])
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    at_step(page, 1, steps)
    page.get_by_role("link", name="Back to the board").focus()
    page.keyboard.press("End")
    at_step(page, steps, steps)
    page.locator(".gw-replay-name").click()
    method = page.get_by_label("Method", exact=True)
    method.focus()
    page.keyboard.press("Home")  # it is the list's own
    page.wait_for_timeout(300)
    at_step(page, steps, steps)
    page.get_by_role("link", name="Gridwise").first.click()
    page.wait_for_selector(".gw-replay", state="detached", timeout=ANY_MS)
    assert page.evaluate(
        """() => document.body.dispatchEvent(new KeyboardEvent(
             "keydown", { code: "Space", bubbles: true, cancelable: true }))"""
    ), "the view is gone, and its keys are free"


def test_play_begins_after_the_givens(visit: Visit) -> None:
    page = recorded(visit, "sudoku:2x2:1.......3......4", "backtracking")
    position = registry.puzzle("sudoku").parse("sudoku:2x2:1.......3......4")
    recording = Recording(record_method(position, method="backtracking"))
    assert recording.begins == 3
    keys = focused(page)
    for _ in range(9):
        keys.press("BracketLeft")
    page.evaluate(
        """() => {
          window.seen = [];
          const count = document.querySelector(".gw-replay-count");
          new MutationObserver(() => window.seen.push(count.textContent))
            .observe(count, { childList: true, characterData: true, subtree: true });
        }"""
    )
    keys.press("Space")
    at_step(page, 5, recording.steps)
    assert page.evaluate("window.seen")[0] == f"Step 3 of {recording.steps}"


def test_the_bar_covers_no_board_and_each_has_its_name(visit: Visit) -> None:
    page = recorded(visit, SLIDING, "a_star", width=1280, height=720)
    names = ["A*: best-first search by f = g + h"]
    assert page.locator(".gw-replay-name").all_inner_texts() == names
    for size in ((375, 667), (390, 844), (1280, 720)):
        resize(page, size)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(IN_SIGHT, arg=size[1])
    button(page, "Two side by side").click()
    second = page.locator(".gw-replay-lane").nth(1)
    second.get_by_label("Method", exact=True).select_option("bfs", timeout=ANY_MS)
    second.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_function(
        "() => document.querySelectorAll('.gw-recorded').length === 2", timeout=ANY_MS
    )
    names.append(str(registry.methods()["bfs"].title))
    assert page.locator(".gw-replay-name").all_inner_texts() == names
    page.wait_for_function(IN_SIGHT, arg=720)


IN_SIGHT = """height => {
  const bar = document.querySelector(".gw-replay-bar").getBoundingClientRect();
  const tree = document.querySelector(".gw-replay-tree");
  return tree && [...document.querySelectorAll(".gw-replay-board svg")].every(board => {
    const seen = board.getBoundingClientRect();
    return seen.top >= 50 && seen.bottom <= height && (
      seen.bottom <= bar.top || seen.right <= bar.left);
  });
}"""
