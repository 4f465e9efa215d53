"""How quick the page is: the first view, a board of 480 cells, and fifty people at once.

    python benchmarks/page.py [SECONDS]

A server of its own is started, and Debian's Chromium (or the one that GRIDWISE_CHROMIUM names).

- first view: from the address to the answer to a first key, in a new browser; median and most
  of 10
- click to paint: a flag put on a 30x16 board of Minesweeper, from the click to the end of the
  frame that shows it; 50 and 95 of 100
- board built: the same board drawn whole, from its scene to a layout; median and most of 10
- load: 50 clients make a move a second over the page's own socket for SECONDS (60 unless told
  otherwise), while every child that solves is busy; the time until a move's changes have come

Needs what `pip install -e ".[dev]"` installs.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import httpx

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))


from browser._server import Server  # noqa: E402
from browser.conftest import chromium  # noqa: E402
from browser.test_first_view import first_view  # noqa: E402
from gridwise.comparing.machine import machine  # noqa: E402

VIEWS, FLAGS, CLIENTS = 10, 120, 50
BOARD = "minesweeper:30x16x99:"
LONG = {"notation": "queens:24:", "method": "backtracking", "time_s": 600}

PAINTED = """
at => new Promise(done => {
  const cell = document.querySelector(`[data-cell='${at}']`);
  let start = 0;
  const watch = new MutationObserver(() => {
    if (!/flag/.test(cell.getAttribute("class"))) return;
    watch.disconnect();
    // The message of a channel comes when this frame has been painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now() - start);
      port2.postMessage(0);
    });
  });
  watch.observe(cell, { attributes: true });
  start = performance.now();
  const box = cell.getBoundingClientRect();
  const how = { bubbles: true, cancelable: true, button: 2 };
  Object.assign(how, { clientX: box.x + 9, clientY: box.y + 9 });
  cell.dispatchEvent(new MouseEvent("contextmenu", how));
})
"""


BUILT = """
() => {
  const board = Object.values(mounted_app.$refs).find(ref => ref?.patch);
  return [...Array(10)].map(() => {
    const start = performance.now();
    board.build();
    board.svg.getBoundingClientRect();
    return performance.now() - start;
  });
}
"""


def share(times: list[float], part: float) -> float:
    """Return what this part of the times is not above."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def clicks(browser: Any, server: Server) -> tuple[list[float], list[float]]:
    """Return the milliseconds from clicks to paint, and of building the board."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.goto(f"{server.url}minesweeper#{BOARD}{'/'.join(['-' * 30] * 16)}")
    page.wait_for_selector("[data-cell='479']", timeout=120_000)
    page.wait_for_timeout(1000)
    times = [page.evaluate(PAINTED, at * 4) for at in range(FLAGS)]
    built = page.evaluate(BUILT)
    page.close()
    return times[10:], built


def main() -> None:
    """Measure, and print a line each."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    path = chromium()
    if path is None:
        sys.exit("there is no chromium on this machine; GRIDWISE_CHROMIUM may name one")
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
            first_view(browser, server)  # the server has made a page once
            views = [first_view(browser, server) for _ in range(VIEWS)]
            print(f"first view      median {median(views):.2f} s, most {max(views):.2f} s")
            times, built = clicks(browser, server)
            print(
                f"click to paint  p50 {share(times, 0.5):.1f} ms, p95 {share(times, 0.95):.1f} ms"
            )
            print(f"board built     median {median(built):.1f} ms, most {max(built):.1f} ms")
            browser.close()
        with httpx.Client(base_url=server.url, timeout=60) as http:
            jobs = [http.post("/api/v1/count", json=LONG) for _ in range(os.cpu_count() or 1)]
            assert {job.status_code for job in jobs} == {202}, "the children are not busy"
            program = ROOT / "tests" / "browser" / "_load.py"
            command = [sys.executable, str(program), server.url, str(CLIENTS), str(seconds), "1.0"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(done.stderr)
            for job in jobs:
                http.delete(job.headers["Location"])
        found = json.loads(done.stdout)
        print("load            " + ", ".join(f"{name} {value}" for name, value in found.items()))
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    main()
