"""Boards are shared: by link, by QR code, as documents."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import gridwise
from browser._play import SUDOKU, button, names, opened
from browser._server import Server
from browser.conftest import ANY_MS, until

Visit = Callable[..., Any]


def shared_parts(page: Any) -> tuple[str, str]:
    """Open the dialog that shares; return the link, and what a reader finds in the QR code."""
    zxing = pytest.importorskip("zxingcpp")
    from PIL import Image

    button(page, "Save and share").click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("Link to this puzzle")
    page.wait_for_function("i => i.value.includes('#')", arg=link.element_handle())
    code = dialog.get_by_role("img", name="QR code")
    code.locator("svg").wait_for()
    code.scroll_into_view_if_needed()
    page.wait_for_timeout(400)  # the dialog has opened
    (found,) = zxing.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    return link.input_value(), found.text


@pytest.mark.parametrize("board", [SUDOKU, "queens:6:r1c2", "sliding:3x3:1,0,2,3,4,5,6,7,8@last"])
def test_a_link_and_a_qr_code_carry_the_board(visit: Visit, server: Server, board: str) -> None:
    page = opened(visit, board)
    kind = board.partition(":")[0]
    link, read = shared_parts(page)
    assert link.startswith(f"{server.url}{kind}#{kind}:")
    assert unquote(link).endswith(f"#{board}")
    assert read == board  # a phone cannot follow a link to this machine
    page.get_by_role("dialog").get_by_label("What it holds").select_option("link")
    code = page.get_by_role("dialog").get_by_role("img", name="QR code")
    assert code.is_visible()
    other = visit(link.removeprefix(server.url))
    until(lambda: names(other), lambda found: found == names(page))
    assert gridwise.Board(link).notation == board


def test_a_server_of_a_network_shares_its_address_there(browser: Any, shared: Server) -> None:
    from gridwise.web.server.context import Config

    host = Config(Path(), "0.0.0.0").network_host
    if host is None:
        pytest.skip("this machine is in no network")
    context = browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(shared.login.replace("0.0.0.0", "127.0.0.1"))
    page.goto(f"http://127.0.0.1:{shared.port}/queens#queens:6:r1c2")
    page.wait_for_selector("[data-cell='1'][aria-label*='given queen']")
    link, read = shared_parts(page)
    assert link == read == f"http://{host}:{shared.port}/queens#queens:6:r1c2"
    assert "token" in page.get_by_role("dialog").inner_text()
    context.close()


def test_a_link_too_long_for_a_qr_code_says_so_and_the_board_alone_may_fit(visit: Visit) -> None:
    tiles = ",".join(map(str, [1, 0, *range(2, 760)]))
    page = opened(visit, f"sliding:20x38:{tiles}")
    button(page, "Save and share").click()
    dialog = page.get_by_role("dialog")
    holds, save = dialog.get_by_label("What it holds"), button(dialog, "Save the QR code")
    too_long = dialog.get_by_text("this is too long for a QR code")
    save.wait_for()
    holds.select_option("link")
    too_long.wait_for()
    assert not save.is_visible()
    holds.select_option("notation")
    save.wait_for()
    too_long.wait_for(state="hidden")


def test_a_link_is_copied_and_said_so_only_then(visit: Visit) -> None:
    page = opened(visit, SUDOKU)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Save and share").click()
    page.get_by_role("dialog").get_by_role("button", name="Copy the link").click()
    page.get_by_text("the link is copied").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/sudoku#{SUDOKU}")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.evaluate("() => { document.execCommand = () => false; }")
    page.get_by_role("dialog").get_by_role("button", name="Copy the link").click()
    page.get_by_text("the browser did not let the link be copied").first.wait_for()


def test_a_document_with_its_solution_as_chosen(visit: Visit) -> None:
    pypdf = pytest.importorskip("pypdf")
    page = opened(visit, SUDOKU)
    button(page, "Save and share").click()
    dialog = page.get_by_role("dialog")
    for where, pages in (("beside", 1), ("upside-down", 2)):
        dialog.get_by_label("Solution").select_option(where)
        with page.expect_download(timeout=ANY_MS) as exported:
            dialog.get_by_role("button", name="Export").click()
        found = pypdf.PdfReader(exported.value.path()).pages
        assert len(found) == pages
        assert "solved" in found[-1].extract_text()


@pytest.mark.parametrize(
    ("board", "signs"),
    [("sliding:3x3:1,0,2,3,4,5,6,7,8", "12345678"), (SUDOKU, "1234")],
)
def test_a_board_is_printed_alone_on_one_page(visit: Visit, board: str, signs: str) -> None:
    pypdf = pytest.importorskip("pypdf")
    page = opened(visit, board)
    (printed,) = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    places: dict[str, tuple[int, int]] = {}

    def visitor(text: str, ctm: list[float], matrix: list[float], *_: Any) -> None:
        x, y = matrix[4], matrix[5]
        at = (x * ctm[0] + y * ctm[2] + ctm[4], x * ctm[1] + y * ctm[3] + ctm[5])
        if text.strip():
            places[text.strip()] = (round(at[0]), round(at[1]))

    printed.extract_text(visitor_text=visitor)
    assert sorted(places) == list(signs)  # and no other word of the page
    assert len(set(places.values())) == len(signs)
    x, y = ([place[axis] for place in places.values()] for axis in (0, 1))
    assert max(x) - min(x) > 0.4 * printed.mediabox.width  # large
    assert max(y) - min(y) > 0.25 * printed.mediabox.height


def test_a_page_without_a_board_is_printed_too(visit: Visit) -> None:
    pypdf = pytest.importorskip("pypdf")
    page = visit("/help")
    printed = pypdf.PdfReader(io.BytesIO(page.pdf())).pages
    assert "Help" in printed[0].extract_text()
