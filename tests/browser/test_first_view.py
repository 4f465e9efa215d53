"""The first view: from the address to a board that answers a key."""

from typing import Any

from browser._server import Server
from browser.conftest import ANY_MS


def first_view(browser: Any, server: Server) -> float:
    """Return the seconds from the address to the answer to a first key, in a new browser."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.add_init_script(
        """
        const key = new KeyboardEvent("keydown", { code: "KeyF", key: "f", bubbles: true });
        const look = setInterval(() => {
          const cell = document.querySelector("[role=gridcell][data-cell='0']");
          if (!cell) return;
          if (/flag/.test(cell.ariaLabel)) {
            window.answered = performance.now();
            clearInterval(look);
          } else if (!window.pressed && window.did_handshake) {
            window.pressed = true;
            cell.dispatchEvent(key);
          }
        }, 5);
        """
    )
    page.goto(f"{server.url}minesweeper", wait_until="commit")
    page.wait_for_function("() => window.answered", timeout=ANY_MS)
    seconds = float(page.evaluate("window.answered")) / 1000
    context.close()
    return seconds


def test_the_first_view_answers_a_key(browser: Any, server: Server) -> None:
    """How soon is measured by `benchmarks/page.py`."""
    assert first_view(browser, server) > 0
