"""How far each Minesweeper policy gets, how long it takes, and what it misses where it is stuck.

    python benchmarks/minesweeper_agents.py [GAMES]

Every policy plays the same games, GAMES of each level (100 unless told otherwise), with
round(sqrt(cells)) free cells, and never guesses. Where it is stuck, the board is asked for what
follows from it: from the numbers alone, and with the total. The policy `sat` is complete for
both, which the tests check against clauses of their own.
"""

import sys
from dataclasses import replace
from time import process_time
from typing import Any

from gridwise.agents.plan import planned
from gridwise.comparing.machine import machine
from gridwise.core import registry
from gridwise.core.policy import GameStatus
from gridwise.core.run import Run

KIND, COMPLETE = "minesweeper", "sat"
PLAYERS: tuple[tuple[str, dict[str, int]], ...] = (
    ("single_point", {}),
    ("subset", {}),
    ("resolution", {"short": 2}),
    ("resolution", {"short": 3}),
    ("resolution", {"short": 8}),
    ("sat", {}),
)


def more_follows(position: Any) -> bool:
    """Return whether any undecided cell of a board is decided."""
    return bool(registry.policy(KIND, COMPLETE).start(position, Run()).decide(position))


def main(games: int) -> None:
    """Print one line for each level and policy."""
    names = (
        f"{'board':<9}",
        f"{'policy':<19}",
        f"{'games':>6}",
        f"{'finished':>8}",
        f"{'stuck':>6}",
        "more from numbers",
        "more with total",
        f"{'s/game':>8}",
        f"{'longest s':>9}",
    )
    print("  ".join(names))
    for board in registry.referee(KIND).levels.values():
        for policy, options in PLAYERS:
            plan = planned(KIND, board=board, policy=policy, games=games, options=options)
            finished = stuck = numbers = total = 0
            times = []
            for number in range(1, games + 1):
                began = process_time()
                game = plan.game(board, 1, 1, number)
                times.append(process_time() - began)
                finished += game.outcome is GameStatus.FINISHED
                if game.outcome is GameStatus.STUCK:
                    stuck += 1
                    numbers += more_follows(replace(game.position, mines=None))
                    total += more_follows(game.position)
            label = policy + "".join(f" {name}={value}" for name, value in options.items())
            print(
                f"{board:<9}  {label:<19}  {games:>6}  {finished:>8}  {stuck:>6}  {numbers:>17}"
                f"  {total:>15}  {sum(times) / games:>8.4f}  {max(times):>9.4f}",
                flush=True,
            )
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
