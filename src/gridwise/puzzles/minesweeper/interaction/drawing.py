"""The drawing of a game: the board, flags, mine probabilities, and all mines at the end."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from gridwise.core.policy import GameStatus
from gridwise.core.scene import Highlight, Role, Scene, SceneCell, Shade
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, neighbour_table
from gridwise.puzzles.minesweeper.referee import GameState
from gridwise.puzzles.minesweeper.scene import CELLS, title

_FLAG = SceneCell(Role.FLAG, "F")
_WRONG, _EXPLODED = SceneCell(Role.WRONG_FLAG, "F"), SceneCell(Role.EXPLODED, "X")


def game_scene(
    game: GameState,
    verdict: GameStatus,
    given: bytes,
    selected: int = -1,
    highlights: Mapping[int, Highlight] | None = None,
    chances: Sequence[float | None] | None = None,
) -> Scene:
    """Return the drawing of a game.

    Parameters
    ----------
    game
        The game; flags are mines of its position.
    verdict
        Whether the game has ended, so that the layout is shown.
    given
        The codes at the beginning; other mines are the player's flags.
    selected
        An open cell whose covered neighbours are shaded.
    highlights
        The emphasis by cell.
    chances
        Mine probabilities by cell, written over the covered ones but not over flags.
    """
    position, hidden = game.position, game.hidden
    cells = [CELLS[code] for code in position.shown]
    for cell, code in enumerate(position.shown):
        if code == MINE and given[cell] != MINE:
            cells[cell] = _FLAG
    if verdict is not GameStatus.OPEN and hidden is not None:
        for cell, code in enumerate(position.shown):
            if hidden[cell] == MINE and code != MINE:
                cells[cell] = _FLAG if verdict is GameStatus.WON else CELLS[MINE]
            elif hidden[cell] != MINE and code == MINE:
                cells[cell] = _WRONG
        if game.exploded is not None:
            cells[game.exploded] = _EXPLODED
    elif chances is not None:
        table, far = neighbour_table(position.width, position.height), False
        for cell, chance in enumerate(chances[: len(cells)]):
            code = position.shown[cell]
            if chance is None or code not in (COVERED, SAFE):
                continue
            # Cells that touch no number all have one chance: it is written once.
            alone = code == COVERED and all(position.shown[other] > 8 for other in table[cell])
            cells[cell] = _chance(cells[cell].role, cells[cell].text, chance, not (alone and far))
            far = far or alone
    if 0 <= selected < len(cells) and position.shown[selected] <= 8:
        for cell in neighbour_table(position.width, position.height)[selected]:
            if position.shown[cell] in (COVERED, MINE, SAFE):
                plain = cells[cell]
                cells[cell] = SceneCell(
                    plain.role,
                    plain.text,
                    overlay=plain.overlay,
                    heat=plain.heat,
                    shade=Shade.PEER,
                )
    return Scene(
        position.width,
        position.height,
        tuple(cells),
        highlights=highlights or {},
        title=title(position),
    )


@lru_cache(maxsize=4096)
def _chance(role: Role, text: str, chance: float, written: bool) -> SceneCell:
    overlay = percent(chance) if written else ""
    return SceneCell(role, text, overlay=overlay, heat=min(1.0, max(0.0, chance)))


def percent(chance: float) -> str:
    """Return a text such as `12 %`; only 0 and 1 look certain."""
    if 0 < chance < 0.005:
        return "<1 %"
    if 0.995 <= chance < 1:
        return ">99 %"
    return f"{100 * chance:.0f} %"
