"""Batches on the page: from the upload to the same bytes as the program's, also after a kill."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from batch.support import run_batch
from browser._axe import check, ready
from browser._server import Server
from browser.conftest import ANY_MS, until

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = 480


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("batch")) as server:
        yield server


@pytest.fixture
def page(browser: Any, own: Server) -> Iterator[Any]:
    context = browser.new_context(locale="en-GB", viewport={"width": 375, "height": 667})
    context.set_default_timeout(60_000)
    made = context.new_page()
    made.goto(f"{own.url}batch")
    made.wait_for_selector("main h1")
    yield made
    context.close()


def puzzles(path: Path, rows: int = ROWS) -> Path:
    """Write a file of puzzles, each another one, one of them bad."""
    digits = "123456789"
    lines = []
    for at in range(rows):
        other = digits[at % 9 :] + digits[: at % 9]
        lines.append(SUDOKU.translate(str.maketrans(digits, other)))
    lines[2] = "no puzzle"
    path.write_text("\n".join(lines) + "\n")
    return path


def choose(page: Any, file: Path, **options: str) -> None:
    for name, value in options.items():
        page.get_by_label(name, exact=True).select_option(value)
    page.locator("main input[type=file]").set_input_files(file)


def line(page: Any) -> str:
    return str(page.locator(".gw-progress p").first.inner_text())


def done(page: Any) -> int:
    return int(page.locator("progress").get_attribute("value") or 0)


def test_upload_pause_resume_download(page: Any, tmp_path: Path) -> None:
    file = puzzles(tmp_path / "mine.txt")
    choose(page, file, **{"Asked for": "explain", "Answers as": "jsonl"})
    page.wait_for_selector("h1:has-text('Batch: mine.txt')")
    until(lambda: done(page), lambda rows: 0 < rows < ROWS)
    page.get_by_role("button", name="Pause").click()
    until(lambda: line(page), lambda said: said.startswith("Paused"))
    ready(page)
    assert not check(page, "paused batch")
    before = done(page)
    assert 0 < before < ROWS
    page.get_by_role("button", name="Go on").click()
    page.wait_for_selector("text=Download mine-explain.jsonl", timeout=ANY_MS)
    assert line(page) == f"Done, puzzles: {ROWS} of {ROWS}"
    with page.expect_download() as got:
        page.get_by_role("button", name="Download").click()
    assert got.value.suggested_filename == "mine-explain.jsonl"
    same(Path(got.value.path()), file, tmp_path, do="explain")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_selector("h1:has-text('Many puzzles')")
    assert page.get_by_text("Batch: mine.txt").count() == 0


def same(got: Path, file: Path, folder: Path, do: str) -> None:
    """Compare with what `gridwise batch` writes for a file of this name."""
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.chdir(folder)
        run_batch(file.name, folder / "wanted.jsonl", do=do, workers=1)
    rows, wanted = (path.read_text().splitlines() for path in (got, folder / "wanted.jsonl"))
    assert len(rows) == len(wanted)
    ended = [pair for pair in zip(rows, wanted, strict=True) if "TIME_LIMIT" not in "".join(pair)]
    assert [row for row, _ in ended] == [row for _, row in ended]
    assert len(ended) > 1, "a busy machine ends some of them"


def test_a_killed_server_goes_on_with_its_batches(page: Any, own: Server, tmp_path: Path) -> None:
    file = puzzles(tmp_path / "killed.txt")
    choose(page, file, **{"Asked for": "explain", "Answers as": "jsonl"})
    until(lambda: page.locator("progress").count(), bool)
    until(lambda: done(page), lambda rows: 0 < rows < ROWS)
    address = page.url
    page.goto("about:blank")
    own.kill()
    own.start()
    page.goto(address)
    page.wait_for_selector("text=Download killed-explain.jsonl", timeout=ANY_MS)
    with page.expect_download() as got:
        page.get_by_role("button", name="Download").click()
    same(Path(got.value.path()), file, tmp_path, do="explain")


def test_what_cannot_be_read_is_refused_in_one_sentence(page: Any, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("nothing of the kind\n")
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(f"{SUDOKU}\n".encode() + (b"#" * 999 + b"\n") * 250_000, 1))
    for file, said in ((wrong, "found a text of no known form"), (bomb, "200 MB")):
        choose(page, file)
        page.wait_for_selector(f".gw-error:has-text('{said}')")


def test_a_foreign_visitor_finds_nothing(browser: Any, own: Server) -> None:
    one, other = browser.new_context(locale="en-GB"), browser.new_context(locale="en-GB")
    for context in (one, other):  # a page gives each a session of its own
        context.new_page().goto(f"{own.url}batch")
    address = f"{own.url}api/v1/batch"
    ident = one.request.post(address, data=f"{SUDOKU}\n".encode()).json()["id"]
    assert [job["id"] for job in one.request.get(address).json()] == [ident]
    assert other.request.get(address).json() == []
    for name in ("", "/result"):
        assert other.request.get(f"{address}/{ident}{name}").status == 404
    for name in ("/pause", "/resume"):
        assert other.request.post(f"{address}/{ident}{name}").status == 404
    assert other.request.delete(f"{address}/{ident}").status == 404
    (page,) = other.pages
    page.goto(f"{own.url}batch/{ident}")
    page.wait_for_selector("h1:has-text('There is no such batch')")
    # It ends first what its processes are at, which takes long on a busy machine.
    assert one.request.delete(f"{address}/{ident}", timeout=ANY_MS).status == 204
    for context in (one, other):
        context.close()
