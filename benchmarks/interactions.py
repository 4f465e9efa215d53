"""Measures how long an act of a player and the drawing after it take, on the largest boards.

    python benchmarks/interactions.py

The page does both in the server for every click; more than some 20 ms can be felt.
"""

import time
from typing import Any

from gridwise.comparing.machine import machine
from gridwise.core import registry
from gridwise.core.interaction import Action, Emphasis

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


if __name__ == "__main__":
    for name in GAMES:
        act_ms, scene_ms = milliseconds(name)
        print(f"{name:12} act {act_ms:7.3f} ms   drawing {scene_ms:7.3f} ms")
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))
