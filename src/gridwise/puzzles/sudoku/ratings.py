"""The rating models of Sudoku."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from gridwise.core.capabilities import RatingModel, Ratings
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.position import Position

_SE = "gridwise.puzzles.sudoku.rating.se"


def _hodoku(position: Position, run: Run) -> Mapping[str, int | float | str]:
    from gridwise.puzzles.sudoku.rating import hodoku

    return hodoku.rate(position, run)


def _se(position: Position, run: Run) -> Mapping[str, int | float | str]:
    rated = import_module(_SE).rate(position, run)
    return {"er": rated.er, "ep": rated.ep, "ed": rated.ed}


_MODELS = {
    "hodoku": RatingModel(
        "hodoku", "2.2", msg("HoDoKu: the sum of the steps' scores, and a level"), _hodoku
    ),
    "se": RatingModel(
        "se",
        "1.2",
        msg("Sudoku Explainer: the hardest step, up to the first digit, the first"),
        _se,
    ),
}
RATINGS = Ratings(
    {name: model for name, model in _MODELS.items() if name != "se" or find_spec(_SE)}
)
