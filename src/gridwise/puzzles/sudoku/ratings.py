"""The rating models of Sudoku."""

from collections.abc import Mapping

from gridwise.core.capabilities.rating import RatingModel, Ratings
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.position import Position


def _hodoku(position: Position, run: Run) -> Mapping[str, int | float | str]:
    from gridwise.puzzles.sudoku.rating import hodoku

    return hodoku.rate(position, run)


RATINGS = Ratings(
    {
        "hodoku": RatingModel(
            "hodoku", "2.2", msg("HoDoKu: the sum of the steps' scores, and a level"), _hodoku
        ),
    }
)
