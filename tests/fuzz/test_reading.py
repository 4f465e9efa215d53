"""The reader of files, given mutated layouts: boards that read back, or a documented error."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from sys import setprofile
from typing import Any

import gridwise
from every import every
from fuzz.mutation import check, edited, mutated
from layouts import layout
from samples import THOROUGH

TEXTS = 1_500 if THOROUGH else 250


def test_mutated_layouts(tmp_path: Path) -> None:
    """Nothing but an error of the input is raised, about a place in the text."""
    random = Random("mutated layouts")
    items = [layout(Random(f"mutated {seed}")) for seed in range(60)]
    seeds = [item.text for item in items]
    path = tmp_path / "board.txt"
    kinds: Counter[str] = Counter()
    for at in range(TEXTS):
        text = edited(random, random.choice(seeds)) if at % 2 else mutated(random, seeds)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            boards = gridwise.read_boards(path)
        except gridwise.ParseError as error:
            check(error, text)
            kinds["refused"] += 1
            continue
        kinds["read"] += 1
        assert boards, text
        for board in boards:
            assert gridwise.Board(board.notation) == board, text
    assert min(kinds["read"], kinds["refused"]) > 0, kinds
    for _ in range(TEXTS // 4):
        data = bytearray(random.choice(items).data)
        for _ in range(random.randint(1, 4)):
            data[random.randrange(len(data))] = random.randrange(256)
        path.write_bytes(data[: random.randint(1, 2 * len(data))])
        with suppress(gridwise.InputError):
            gridwise.read_boards(path)


def test_layouts_are_determined() -> None:
    """A layout's meanings are boards, and the same seed makes the same layout."""
    for seed in range(40):
        item, again = (layout(Random(f"determined {seed}")) for _ in range(2))
        assert item == again
        assert bool(item.meanings) == (item.puzzle != "none")
        for notation in {notation for meaning in item.meanings for notation in meaning}:
            assert gridwise.Board(notation).notation == notation


def calls(work: Callable[[], Any]) -> int:
    """Return how many functions are called, of Python and of C."""
    number = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    setprofile(count)
    try:
        work()
    finally:
        setprofile(None)
    return number


PIECES = {
    "empty cells": "-\n\n",
    "brackets": "[",
    "numbers": "1,",
    "blanks": " ",
    "bars": "|",
    "comments": "#",
    "rulings": "-",
    "rows": ". . .\n",
    "quotes": "> ",
    "tiles": "1 2 3\n\n",
    "queens": "Q.\n",
    "words": "a ",
}


@every("name", list(PIECES))
def test_long_texts_are_read_in_linear_time(name: str, tmp_path: Path) -> None:
    """A text twice as long takes some two times the calls; a quadratic reader takes four times."""
    path = tmp_path / "board.txt"

    def read(times: int) -> int:
        path.write_text(PIECES[name] * times, "utf-8")

        def work() -> None:
            with suppress(gridwise.InputError):
                gridwise.read_boards(path)

        return calls(work)

    read(10)  # what the first reading imports
    assert read(4_000) < 3 * read(2_000) + 1_000
