"""The views of a board and of its answers: as text, and as what a notebook shows."""

from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Probabilities
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Emphasis, Mode
from gridwise.core.scene import Scene
from gridwise.questions.answer import Answer
from gridwise.questions.base_board import BaseBoard
from gridwise.questions.explain import BoardExplanation
from gridwise.questions.heuristics import HeuristicTable
from gridwise.questions.hint import BoardHint
from gridwise.questions.setter_bench import SetterBench
from gridwise.questions.setter_bench import lines as setter_lines
from gridwise.render import result_text
from gridwise.render.display import bundle, text_of
from gridwise.render.screen import Screen
from gridwise.render.text import draw
from gridwise.solving import explain, heuristics, rate
from gridwise.solving.hint import shown
from gridwise.solving.instance import Instance
from gridwise.solving.rate import BoardRatings

_MOST_DRAWN = 10_000
"""The most cells of a board that is drawn where nobody asked for a drawing."""


def show_board(screen: Screen, board: BaseBoard) -> None:
    """Print the board drawn with characters; its notation if it is too large for that.

    What is printed is read back: the number of mines and another goal stand below the drawing.
    """
    scene = _scene(board)
    if scene is None:
        screen.line(board.notation)
        return
    screen.drawing(draw(scene, ascii=screen.ascii))
    for remark in board.puzzle.remarks(board.position):
        screen.line(remark)


def board_bundle(board: BaseBoard) -> dict[str, str]:
    """Return the picture of a board, and the drawing with characters."""
    scene = _scene(board)
    return {"text/plain": board.notation} if scene is None else bundle(scene, text_of(board))


def _scene(board: BaseBoard) -> Scene | None:
    """Return the drawing of a board; None if it is too large to be drawn."""
    try:
        scene = board.scene()
    except ParameterError:
        return None
    return scene if len(scene.cells) <= _MOST_DRAWN else None


def show_answer(screen: Screen, answer: Answer[Any]) -> None:
    """Print an answer with what its certificates prove."""
    result_text.show(screen, answer, limits=answer.limits)
    for one in answer.certificate or ():
        screen.line(one.words)


def answer_bundle(answer: Answer[Any]) -> dict[str, str]:
    """Return the picture of an answer's board, or of its chances, and the text."""
    board = answer.board
    picture = {} if board is None else board_bundle(board)
    if isinstance(answer.answer, Probabilities):
        picture = _chances(answer, answer.answer)
    return {**picture, "text/plain": text_of(answer)}


def _chances(answer: Answer[Any], found: Probabilities) -> dict[str, str]:
    """Return the drawing of the board with the chance over every covered cell."""
    try:
        interaction = registry.interaction(answer.puzzle)
        state = interaction.begin(answer.position, mode=Mode.EDIT)
    except GridwiseError:  # nobody plays it, or not on a board of this size
        return board_bundle(answer.asked)
    values = [None if one is None else float(one) for one in found.chances.flat]
    return bundle(interaction.scene(state, Emphasis(chances=values)), "")


def show_hint(screen: Screen, hint: BoardHint) -> None:
    """Print a hint with its drawing."""
    asked = hint.asked
    if _scene(asked) is None:
        screen.line(hint.text)
        return
    instance = Instance.of(asked.position, asked.puzzle)
    values = heuristics.heuristics_of_path(instance)
    shown.show(screen, hint.staged, instance, origin=asked.origin, values=values)


def hint_bundle(hint: BoardHint) -> dict[str, str]:
    """Return the picture of the board with what the hint marks, and the text."""
    asked = hint.asked
    if _scene(asked) is None:
        return {"text/plain": hint.text}
    instance = Instance.of(asked.position, asked.puzzle)
    picture = shown.drawing(hint.staged.hint, instance, origin=asked.origin)
    return bundle(picture, text_of(hint))


def show_explanation(screen: Screen, explanation: BoardExplanation) -> None:
    """Print the steps, numbered, and how they end."""
    explain.show(screen, explanation.found)


def explanation_bundle(explanation: BoardExplanation) -> dict[str, str]:
    """Return the boards of the steps with a slider, and the text."""
    return {"text/html": explanation.frames().html(), "text/plain": text_of(explanation)}


def show_heuristics(screen: Screen, table: HeuristicTable) -> None:
    """Print the drawing of the board, and the table of its heuristics."""
    show_board(screen, table.asked)
    heuristics.show(screen, table)


def show_ratings(screen: Screen, ratings: BoardRatings) -> None:
    """Print the ratings, one line a model."""
    for line in rate.lines(ratings.puzzle, ratings, ratings.limits, ratings.models):
        screen.line(line)


def show_setter_bench(screen: Screen, bench: SetterBench) -> None:
    """Print the solutions, the open values, and the givens that are not needed."""
    for line in setter_lines(bench):
        screen.line(line)
