"""How hard a board of queens is: the hardest technique that completes it, and how often each."""

from collections import Counter

from gridwise.core.capabilities import Rating, RatingModel, Ratings
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.core.step import LEVELS
from gridwise.puzzles.queens import rules
from gridwise.puzzles.queens.deduction import QueensDeduction
from gridwise.puzzles.queens.position import Position
from gridwise.puzzles.queens.puzzle import MOST_DEDUCTION_ROWS
from gridwise.puzzles.queens.techniques.board import OpenSquares

_CHOICE = "min_max"


def rate(position: Position, run: Run) -> Rating:
    """Return the level, the hardest technique and its rung, the greatest difficulty, and counts.

    `steps` counts all steps, and each technique that is used counts its own.

    Raises
    ------
    ParameterError
        No completion, or several: which technique is needed says little then.
    Interrupted
        A limit.
    """
    if position.n > MOST_DEDUCTION_ROWS:
        raise ParameterError(
            msg(
                "boards of at most {most} rows are rated, not of {n}",
                most=MOST_DEDUCTION_ROWS,
                n=position.n,
            )
        )
    broken = rules.violations(position)
    if broken:
        raise ParameterError(msg("this board has no completion: {why}", why=broken[0].text))
    _require_one_completion(position, run)
    names = [t.name for t in QueensDeduction(position).techniques if t.name != _CHOICE]
    view = QueensDeduction(position, techniques=names)
    board, used, most = view.begin(), Counter[str](), 0
    while (step := view.next_step(board, run)) is not None:
        used[step.technique] += 1
        most = max(most, step.difficulty)
        view.apply(board, step)
    hardest = max((t for t in view.techniques if used[t.name]), key=lambda t: t.rank, default=None)
    return {
        "level": LEVELS[0] if hardest is None else hardest.level,
        "hardest": "" if hardest is None else hardest.name,
        "rung": 0 if hardest is None else int(hardest.ratings["ladder"]),
        "difficulty": most,
        "steps": used.total(),
        **{t.name: used[t.name] for t in view.techniques if used[t.name]},
    }


def _require_one_completion(position: Position, run: Run) -> None:
    """Raise `ParameterError` unless the board has exactly one completion.

    Another one would lack one of the queens of the first.
    """
    with run.current():
        board = OpenSquares(position)
        completion = board.completion()
        if completion is None:
            raise ParameterError(msg("this board has no completion"))
        for square in completion:
            other = board.copy()
            other.remove(1 << square)
            if other.completion() is not None:
                raise ParameterError(
                    msg("this board has several completions; one with exactly one is rated")
                )
            board.place(square)


RATINGS = Ratings(
    {
        "ladder": RatingModel(
            "ladder", "1", msg("the hardest technique that completes the board"), rate
        )
    }
)
