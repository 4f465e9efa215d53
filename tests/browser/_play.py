"""What the tests do on a play page: open a board, read its cells, press its buttons."""

from collections.abc import Callable
from typing import Any

import gridwise as gw
from browser.conftest import ANY_MS, becomes
from gridwise.core import registry
from gridwise.solving.solve import solve

Visit = Callable[..., Any]
WHOLE = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SUDOKU = "sudoku:2x2:1....2....3....4"
BOARDS = {
    "sudoku 9x9": WHOLE,
    "sudoku 16x16": "sudoku:4x4:" + "." * 256,
    "sudoku 25x25": "sudoku:5x5:" + "." * 625,
    "queens 8": "queens:8:",
    "queens 20": "queens:20:",
    "sliding 4x4": "sliding:4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0",
    "minesweeper 30x16": "",
}
AT_ONCE = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
OUT_OF_VIEW = """names => names.filter(name => {
  const all = [...document.querySelectorAll(name)].filter(one => one.checkVisibility());
  return !all.length || all.some(one => {
    const box = one.getBoundingClientRect();
    const head = document.querySelector(".gw-header").getBoundingClientRect().bottom;
    return box.top < head - 1 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth;
  });
})"""


def cell(page: Any, at: int) -> Any:
    return page.locator(f"[role=gridcell][data-cell='{at}']")


def named(page: Any, at: int) -> str:
    return str(cell(page, at).get_attribute("aria-label"))


def names(page: Any) -> list[str]:
    return list(page.locator("[role=gridcell]").evaluate_all("a => a.map(c => c.ariaLabel)"))


def wait_named(page: Any, at: int, part: str) -> None:
    page.wait_for_selector(f"[data-cell='{at}'][aria-label*='{part}']")


def queens(page: Any) -> list[int]:
    """Return the cells with a queen, all read at one moment."""
    script = "all => all.map(one => Number(one.dataset.cell))"
    return list(page.eval_on_selector_all("[data-cell][aria-label*='queen']", script))


def say(page: Any, text: str) -> None:
    page.wait_for_selector(f"[role=status]:has-text('{text}')", timeout=ANY_MS)


def opened(visit: Visit, notation: str) -> Any:
    """Open a shared puzzle."""
    kind = notation.partition(":")[0]
    page = visit(f"/{kind}#{notation}")
    drawn(page, notation)
    return page


def drawn(page: Any, notation: str) -> None:
    """Wait until a board is drawn, which is a moment after the page says that it is opened."""
    say(page, "opened")
    cells = sum(map(len, gw.Board(notation).to_list()))
    wanted = "n => document.querySelectorAll('[role=gridcell]').length === n"
    page.wait_for_function(wanted, arg=cells, timeout=ANY_MS)


def open_here(page: Any, notation: str, size: str) -> None:
    """Open a shared puzzle of another size on the page of its kind."""
    page.evaluate("notation => { location.hash = notation }", notation)
    page.wait_for_selector(f".gw-status:has-text('opened'):has-text('{size}')", timeout=ANY_MS)


def resize(page: Any, size: tuple[int, int]) -> None:
    """Change the window as a person does, and wait until the page was laid out twice."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for _ in range(2):
        page.evaluate(AT_ONCE)


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def solution(notation: str) -> Any:
    puzzle = registry.puzzle(notation.partition(":")[0])
    answer = solve(puzzle.parse(notation)).answer
    assert answer is not None
    return answer.items[0]


def in_view(page: Any, *names: str) -> None:
    """Wait until all of these are in view: what a page says and its boards change their room."""
    becomes(lambda: page.evaluate(OUT_OF_VIEW, list(names)), [])


def big_minefield(page: Any) -> None:
    button(page, "New game").click()
    page.locator(".q-dialog select").first.select_option("30x16x99")
    button(page, "Start").click()
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 480")
    # The dialog goes a moment later, and takes keys and fingers until then.
    page.locator(".q-dialog").first.wait_for(state="detached")


def middle(page: Any, at: int) -> tuple[float, float]:
    box = cell(page, at).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, *cells: int) -> None:
    page.mouse.move(*middle(page, cells[0]))
    page.mouse.down()
    for at in cells[1:]:
        page.mouse.move(*middle(page, at), steps=8)
    page.mouse.up()
