"""The views of a board and of its answers: as text, and as what a notebook shows."""

from typing import Any

from gridwise.board import Answer, Board, BoardExplanation, BoardHint, HeuristicTable
from gridwise.core import registry
from gridwise.core.capabilities import Probabilities
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Emphasis, Mode
from gridwise.core.scene import Scene
from gridwise.render import result_text
from gridwise.render.display import bundle
from gridwise.render.screen import PlainScreen
from gridwise.render.text import to_text
from gridwise.solving import explain, heuristics
from gridwise.solving.hint import shown
from gridwise.solving.instance import Instance

_MOST_DRAWN = 10_000
"""The most cells of a board that is drawn where nobody asked for a drawing."""


def board_text(board: Board) -> str:
    """Return the board drawn with characters; its notation if it is too large for that."""
    scene = _scene(board)
    return board.notation if scene is None else to_text(scene)


def board_bundle(board: Board) -> dict[str, str]:
    """Return the picture of a board, and the drawing with characters."""
    scene = _scene(board)
    return {"text/plain": board.notation} if scene is None else bundle(scene, to_text(scene))


def _scene(board: Board) -> Scene | None:
    """Return the drawing of a board; None if it is too large to be drawn."""
    try:
        scene = board.scene()
    except ParameterError:
        return None
    return scene if len(scene.cells) <= _MOST_DRAWN else None


def answer_text(answer: Answer[Any]) -> str:
    """Return what the command line shows of an answer."""
    screen = PlainScreen()
    result_text.show(screen, answer, limits=answer.limits)
    for one in answer.certificate or ():
        screen.line(one.words)
    return screen.text


def answer_bundle(answer: Answer[Any]) -> dict[str, str]:
    """Return the picture of an answer's board, or of its chances, and the text."""
    board = answer.board
    picture = {} if board is None else board_bundle(board)
    if isinstance(answer.answer, Probabilities):
        picture = _chances(answer, answer.answer)
    return {**picture, "text/plain": answer_text(answer)}


def _chances(answer: Answer[Any], found: Probabilities) -> dict[str, str]:
    """Return the drawing of the board with the chance over every covered cell."""
    try:
        interaction = registry.interaction(answer.puzzle)
        state = interaction.begin(answer.position, mode=Mode.EDIT)
    except GridwiseError:  # nobody plays it, or not on a board of this size
        return board_bundle(answer.asked)
    values = [None if one is None else float(one) for one in found.chances.flat]
    return bundle(interaction.scene(state, Emphasis(chances=values)), "")


def hint_text(hint: BoardHint) -> str:
    """Return a hint with its drawing."""
    asked, screen = hint.asked, PlainScreen()
    if _scene(asked) is None:
        return hint.text
    instance = Instance.of(asked.position, asked.puzzle)
    values = heuristics.heuristics_of_path(instance)
    shown.show(screen, hint.staged, instance, origin=asked.origin, values=values)
    return screen.text


def hint_bundle(hint: BoardHint) -> dict[str, str]:
    """Return the picture of the board with what the hint marks, and the text."""
    asked = hint.asked
    if _scene(asked) is None:
        return {"text/plain": hint.text}
    instance = Instance.of(asked.position, asked.puzzle)
    picture = shown.drawing(hint.staged.hint, instance, origin=asked.origin)
    return bundle(picture, hint_text(hint))


def explanation_text(explanation: BoardExplanation) -> str:
    """Return the steps, numbered, and how they end."""
    screen = PlainScreen()
    explain.show(screen, explanation.found)
    return screen.text


def explanation_bundle(explanation: BoardExplanation) -> dict[str, str]:
    """Return the boards of the steps with a slider, and the text."""
    return {"text/html": explanation.frames().html(), "text/plain": explanation_text(explanation)}


def heuristics_text(table: HeuristicTable) -> str:
    """Return the drawing of the board, and the table of its heuristics."""
    screen = PlainScreen()
    heuristics.show(screen, table)
    return f"{board_text(table.asked)}\n{screen.text}"
