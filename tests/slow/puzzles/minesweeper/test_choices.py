"""What the expert wins."""

import gridwise


def test_expert_wins_as_often_as_is_said() -> None:
    """10,000 games each; the bounds are four standard errors below what many games gave."""
    for board, rule, least in (("9x9x10", "zero", 0.964), ("16x16x40", "zero", 0.87)):
        done = gridwise.simulate(
            "minesweeper", policy="expert", board=board, games=10_000, first_click=rule, seed=1
        )
        row = done.rows[0]
        assert row.wins / row.games > least, (board, row)
