"""Take the pictures of a hint on the page and in a terminal: `python docs/images/make_page.py`.

Needs the packages of the extra `dev` and Chromium (Debian's, or the one GRIDWISE_CHROMIUM names).
"""

import os
import pty
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from browser._server import Server  # noqa: E402  (the tests are not installed)
from browser.conftest import ANY_MS, chromium  # noqa: E402

BOARD = "98.76.5..7..8...9...5..9...84...6.7.5.34..2........4..39...7.5...8.1...3........."
"""Its first step is a chain."""
FOLDER = Path(__file__).parent


def show_hint(page: Page, address: str) -> None:
    """Show a hint for the board on the page, with all of its stages."""
    page.goto(f"{address}sudoku#sudoku:3x3:{BOARD}")
    page.wait_for_selector("[role=status]:has-text('opened')", timeout=ANY_MS)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector(".gw-hint li", timeout=ANY_MS)
    for _ in range(4):
        page.get_by_role("button", name="Tell me more").click()
        page.wait_for_timeout(500)
    page.mouse.move(5, 5)
    page.wait_for_timeout(300)


def show_terminal(page: Page, *command: str) -> None:
    """Show on the page what a command prints to a terminal with colours."""
    said = bytearray()

    def read(descriptor: int) -> bytes:
        said.extend(piece := os.read(descriptor, 4096))
        return piece

    os.environ.update(COLUMNS="100", TERM="xterm-256color")
    pty.spawn([sys.executable, "-m", "gridwise", *command], read)
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=100, file=nowhere, force_terminal=True)
        console.print(Text("$ gridwise " + " ".join(command)))
        console.print(Text.from_ansi(said.decode().replace("\r\n", "\n").rstrip()))
        page.set_content(console.export_html(inline_styles=True))
    page.add_style_tag(content="pre, code { font: 15px/1.2 'DejaVu Sans Mono', monospace; }")
    page.add_style_tag(content="pre { display: inline-block; padding: 12px; }")


def save(shot: bytes, name: str, colours: int) -> None:
    """Save a picture with few colours, which keeps it small."""
    out = FOLDER / name
    out.write_bytes(shot)
    few = Image.open(out).convert("P", palette=Image.Palette.ADAPTIVE, colors=colours)
    few.save(out, optimize=True)


def main() -> None:
    """Take them."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as driver,
        Server(Path(folder)) as server,
    ):
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1240, "height": 860})
        show_hint(page, server.url)
        save(page.screenshot(), "page.png", 128)
        show_terminal(page, "hint", BOARD)
        save(page.locator("pre").screenshot(), "terminal.png", 32)
        browser.close()


if __name__ == "__main__":
    main()
