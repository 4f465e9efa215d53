"""The game of two players in a browser: played against the computer, and watched as a tree."""

from collections.abc import Callable
from typing import Any

from browser._axe import check, ready
from browser._play import button, cell, opened, queens
from browser.conftest import ANY_MS, until

Visit = Callable[..., Any]


def test_the_computer_answers_and_says_who_wins(visit: Visit) -> None:
    page = opened(visit, "queens:4:")
    button(page, "Two players").click()
    panel = page.get_by_role("region", name="Two players")
    panel.wait_for()
    button(page, "The computer moves").click()
    until(panel.inner_text, lambda said: "the computer wins, whatever you do" in said)
    assert queens(page) == [0]
    cell(page, 6).click()
    until(panel.inner_text, lambda said: "the computer has won" in said)
    assert len(queens(page)) == 3
    ready(page)
    assert not check(page, "two_players", "main", skins=False)
    button(page, "Take back my move").click()
    until(lambda: queens(page), lambda found: found == [0])


def test_the_tree_shows_values_and_cut_branches(visit: Visit) -> None:
    page = visit("/replay/queens?of=queens:3:&method=alpha_beta")
    button(page, "Record").click(timeout=ANY_MS)
    page.wait_for_selector(".gw-replay-said:has-text('recorded')", timeout=ANY_MS)
    button(page, "To the end").click()
    tree = page.locator(".gw-replay-tree")
    until(tree.inner_text, lambda said: "✂" in said and "queen on r2c2 +1" in said)
    assert "✂ cut" in page.locator(".gw-replay-signs").inner_text()
