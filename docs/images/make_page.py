"""Take the README's picture of the page: `python docs/images/make_page.py`.

Needs the packages of the extra `dev` and Chromium (Debian's, or the one GRIDWISE_CHROMIUM names).
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from browser._server import Server  # noqa: E402  (the tests are not installed)
from browser.conftest import ANY_MS, chromium  # noqa: E402

BOARD = (
    "sudoku:3x3:1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
OUT = Path(__file__).with_name("page.png")


def main() -> None:
    """Take it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as driver,
        Server(Path(folder)) as server,
    ):
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1240, "height": 860})
        page.goto(f"{server.url}sudoku#{BOARD}")
        page.wait_for_selector("[role=status]:has-text('opened')", timeout=ANY_MS)
        page.get_by_text("Note all candidates").click()
        page.get_by_role("button", name="Hint", exact=True).click()
        page.wait_for_selector(".gw-hint li", timeout=ANY_MS)
        for _ in range(2):
            page.get_by_role("button", name="Tell me more").click()
            page.wait_for_timeout(500)
        page.mouse.move(5, 5)
        page.wait_for_timeout(300)
        shot = page.screenshot()
        browser.close()
    OUT.write_bytes(shot)
    Image.open(OUT).convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(
        OUT, optimize=True
    )


if __name__ == "__main__":
    main()
