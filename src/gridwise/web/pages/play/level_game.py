"""The boards of games by level and of the daily puzzles, made by a task of a page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import GameLevel
from gridwise.core.message import Message, msg
from gridwise.solving.generate import daily_seed, game_levels
from gridwise.web.pages.play.running_task import RunningTask, failed
from gridwise.web.pages.play.state import PlayPage, fresh_seed
from gridwise.web.widgets.parts import Button, text

GENERATE_S = 60
"""The time limit of one board; a level's boards take a second or two."""
NOTHING = msg("none of that kind was found; try another seed or other options")


def level_button(
    words: Callable[[Message], str],
    level: GameLevel,
    begin: Callable[[], Any],
    *,
    short: bool = False,
) -> Button:
    """Return the button that starts a game of a level: its title and, unless short, its line."""
    name, line = words(level.title), words(level.line)
    spoken = words(msg("{level}: {line}", level=level.title, line=level.line))
    button = Button(name, begin, "gw-button gw-level", aria_label=spoken, title=line)
    if not short:
        with button:
            text("span", line, "gw-level-line")
    return button


@dataclass(frozen=True, slots=True)
class MadeBoard:
    """A new board and the arguments of `PlayPage.begin` for a game on it.

    Parameters
    ----------
    position
        The board.
    how
        The further arguments: seed, options, level and date.
    """

    position: Any
    how: Mapping[str, Any]


async def made(
    task: RunningTask, args: Mapping[str, Any], **source: str
) -> MadeBoard | Message | None:
    """Generate a board with the arguments of `gridwise generate`.

    Returns
    -------
    MadeBoard, Message or None
        The board; why there is none; or None if the page was left or the task stopped.
    """
    kind, seed = str(args["puzzle"]), int(args["seed"])
    outcome = await task.ask(msg("generating a puzzle"), "generate", args, time_s=GENERATE_S)
    if outcome is None or outcome.end == "cancelled":
        return None
    trouble = failed(outcome)
    value = outcome.value or {}
    if trouble is not None or value.get("notation") is None:
        return trouble or NOTHING
    interaction, settings = registry.interaction(kind), task.visitor.settings
    options = {name: str(value[name]) for name in sorted(interaction.claims) if name in value}
    for name, (_, values) in interaction.choices.items():
        chosen = settings.get(f"{kind}.{name}")
        if chosen in values:
            options[name] = str(chosen)
    position = registry.puzzle(kind).parse(str(value["notation"]))
    return MadeBoard(position, {"seed": seed, "options": options, **source})


async def of_level(task: RunningTask, kind: str, level: str) -> MadeBoard | Message | None:
    """Make a board of a level; see `made`."""
    args = {"puzzle": kind, "level": level, "seed": fresh_seed()}
    return await made(task, args, level=level)


async def of_day(task: RunningTask, kind: str, day: date) -> MadeBoard | Message | None:
    """Make the puzzle of a day; see `made`."""
    level = game_levels(kind).daily
    args = {"puzzle": kind, "level": level, "seed": daily_seed(kind, day)}
    return await made(task, args, level=level, daily=day.isoformat())


async def begin_level(page: PlayPage, level: str) -> None:
    """Begin a game of a level on a play page, such as the next one of the current level."""
    board = await of_level(page.task, page.kind, level)
    if isinstance(board, MadeBoard):
        page.begin(board.position, **board.how)
        page.say(msg("a new game: {level}", level=game_levels(page.kind).named(level).title))
    elif board is not None:
        page.say(board)
