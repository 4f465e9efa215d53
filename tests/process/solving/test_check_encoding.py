"""The check of a function that makes clauses: it runs in a child, whatever it does."""

import os
import time
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from every import every
from gridwise.core.errors import ParseError


def raises(board: gw.Board) -> Any:
    raise RuntimeError("of my own\nand more")


def hangs(board: gw.Board) -> Any:
    while True:
        time.sleep(0.01)


def hogs(board: gw.Board) -> Any:
    return [[1] for _ in range(10**9)]


def leaves(board: gw.Board) -> Any:
    os._exit(7)


def quits(board: gw.Board) -> Any:
    raise SystemExit(3)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no child can be forked")
@every(
    "function, said",
    [
        (raises, r"Found RuntimeError: .*\(test_check_encoding.py, line \d+\), expected a list"),
        (hangs, r"Found no answer after 0.5 s, expected a list of clauses"),
        (leaves, r"Found its process ended \(exit status 7\), expected a list of clauses"),
        (quits, r"Found SystemExit: 3"),
        (lambda board: None, r"<encode>:1:1: Found None, expected a list of clauses"),
        (lambda board: [[1], ["a"]], r"<encode>:2:1: Found 'a', expected a whole number"),
        (lambda board: board, "<encode>:1:1: Found 0, expected a whole number that is not 0"),
        (lambda: [[1]], r"Found TypeError: .*takes 0 positional arguments"),
    ],
)
def test_a_bad_function_is_refused_in_one_line(function: Any, said: str) -> None:
    with pytest.raises(ParseError, match=said) as caught:
        gw.check_encoding(function, "queens:4:", call_s=0.5 if function is hangs else None)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no bound on memory here")
def test_a_function_without_measure_is_stopped() -> None:
    with pytest.raises(ParseError, match=r"MemoryError|no answer|its process ended"):
        gw.check_encoding(hogs, "queens:4:", call_s=60)


def test_a_function_prints_nothing_between_our_lines(capfd: pytest.CaptureFixture[str]) -> None:
    def chatty(board: gw.Board) -> list[list[int]]:
        print("hello")
        return [[1]]

    gw.check_encoding(chatty, "queens:4:")
    assert "hello" not in capfd.readouterr().out


def test_a_function_is_taken_too() -> None:
    board = "queens:4:"

    def encode(asked: gw.Board) -> list[list[int]]:
        n = asked.position.n
        number = [[n * r + c + 1 for c in range(n)] for r in range(n)]
        columns = [list(column) for column in zip(*number, strict=True)]
        clauses = [*number, *columns]
        for (r, c), (s, d) in combinations(product(range(n), repeat=2), 2):
            if r == s or c == d or abs(r - s) == abs(c - d):
                clauses.append([-number[r][c], -number[s][d]])
        return clauses

    found = gw.check_encoding(encode, board)
    assert found.right is True
    assert found.source == "<encode>"
    np = pytest.importorskip("numpy")
    assert gw.check_encoding(lambda asked: map(np.array, encode(asked)), board).right is True
