"""Where the resolution agent is stuck, and how often more follows."""

from gridwise.agents.play import play
from puzzles.minesweeper.game.support import Oracle, player


def test_where_resolution_is_stuck_and_more_follows():
    stuck, numbers, total = {"2": 0, "3": 0}, {"2": 0, "3": 0}, 0
    for seed in range(40):
        for short in stuck:
            options = {"short": short}
            game = play("minesweeper", board="12x12x28", free_cells=2, seed=seed, options=options)
            if game.won:
                continue
            stuck[short] += 1
            with Oracle(game.position, total=False) as oracle:
                numbers[short] += bool(oracle.backbone())
            if short == "3":
                total += bool(player("sat", game.position).decide(game.position))
    print(f"stuck in {stuck} games of 40; more follows from the numbers in {numbers}, {total=}")
    assert stuck["3"] >= 8
    assert numbers["3"] <= stuck["3"] // 5
    assert numbers["3"] <= numbers["2"]
    assert total >= numbers["3"]
