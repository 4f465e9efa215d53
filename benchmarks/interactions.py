"""Measures how long an act of a player and the drawing after it take, on the largest boards.

    python benchmarks/interactions.py

The page does both in the server for every click; more than some 20 ms can be felt. Then what else
a click costs: telling the browser of 30 new flags on a board of 480 cells, in Vietnamese, and
saving a move of a Sudoku.
"""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from gridwise.comparing.machine import machine
from gridwise.core import registry
from gridwise.core.interaction import Action, Emphasis
from gridwise.core.scene import Role, Scene, SceneCell
from gridwise.games.session import GameSession
from gridwise.games.store import Store
from gridwise.render.catalogue import catalogue
from gridwise.render.cells import cell_json, changed
from gridwise.render.words import in_words

GAMES = {
    "minesweeper": ("50x50x400", (Action("open", 1275),), Action("open", 0)),
    "queens": (
        "30",
        tuple(Action("queen", row * 30 + row * 7 % 30) for row in range(29)),
        Action("queen", 899),
    ),
    "sliding": ("50x50", (), Action("slide", 49)),
    "sudoku": ("5x5", (Action("fill_notes"),), Action("enter", 40, "4")),
}
"""The size of a board, what is done first, and the act that is measured."""


def milliseconds(name: str) -> tuple[float, float]:
    """Return the best times of an act and of the drawing after it; other work only adds."""
    size, before, act = GAMES[name]
    interaction: Any = registry.interaction(name)
    state = interaction.begin(interaction.empty(size))
    for one in before:
        state = interaction.apply(state, one)
    acts = scenes = float("inf")
    for _ in range(50):
        begin = time.perf_counter()
        after = interaction.apply(state, act)
        acted = time.perf_counter()
        interaction.scene(after, Emphasis(selected=40))
        scenes = min(scenes, time.perf_counter() - acted)
        acts = min(acts, acted - begin)
    return 1_000 * acts, 1_000 * scenes


def best_ms(act: Callable[[], object], rounds: int, times: int = 1) -> float:
    """Return the milliseconds of the best of some rounds, each of so many acts."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(times):
            act()
        best = min(best, (time.perf_counter() - begin) / times)
    return 1_000 * best


def patch_ms() -> float:
    """Return the time of 30 changed cells of 480 as the browser is told them."""
    words = catalogue("vi")
    cells = tuple(SceneCell(Role.COVERED) for _ in range(480))
    flags = tuple(SceneCell(Role.FLAG, "F") for _ in range(30))
    old, new = Scene(30, 16, cells), Scene(30, 16, (*flags, *cells[30:]))

    def patch() -> None:
        for at in changed(old, new):
            cell_json(new, at, lambda message: in_words(message, words))

    return best_ms(patch, 50)


def save_ms() -> float:
    """Return the time of a move that is entered and saved."""
    position = registry.interaction("sudoku").empty("3x3")
    with TemporaryDirectory() as folder, Store(Path(folder) / "games.sqlite3") as store:
        game = GameSession.begin(store, "owner", "sudoku", position)
        dice = Random(1)

        def move() -> None:
            while not game.apply(Action("enter", dice.randrange(81), str(dice.randint(1, 9)))):
                pass

        return best_ms(move, 5, 200)


if __name__ == "__main__":
    for name in GAMES:
        act_ms, scene_ms = milliseconds(name)
        print(f"{name:12} act {act_ms:7.3f} ms   drawing {scene_ms:7.3f} ms")
    print(f"30 changes of 480 cells {patch_ms():.3f} ms   a saved move {save_ms():.3f} ms")
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))
