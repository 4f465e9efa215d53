"""New games: boards of a level, of a day, or with options; and the dialog that offers them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.capabilities import GameLevel, GameLevels, Generator
from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Mode
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.render.spoken import about, spoken
from gridwise.solving.generate import daily_seed, game_levels
from gridwise.web.pages.play.running_task import BUSY, RunningTask, failed
from gridwise.web.pages.play.state import PlayPage, fresh_seed
from gridwise.web.widgets.parts import (
    Button,
    Select,
    buttons,
    dialog_heading,
    group,
    heading,
    text,
)
from gridwise.web.widgets.preferences import preferred

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


async def generated(
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
    """Make a board of a level; see `generated`."""
    args = {"puzzle": kind, "level": level, "seed": fresh_seed()}
    return await generated(task, args, level=level)


async def of_day(task: RunningTask, kind: str, day: date) -> MadeBoard | Message | None:
    """Make the puzzle of a day; see `generated`."""
    level = game_levels(kind).daily
    args = {"puzzle": kind, "level": level, "seed": daily_seed(kind, day)}
    return await generated(task, args, level=level, daily=day.isoformat())


async def begin_level(page: PlayPage, level: str) -> None:
    """Begin a game of a level on a play page, such as the next one of the current level."""
    board = await of_level(page.task, page.kind, level)
    if isinstance(board, MadeBoard):
        page.begin(board.position, **board.how)
        page.say(msg("a new game: {level}", level=game_levels(page.kind).named(level).title))
    elif board is not None:
        page.say(board)


OTHER = "other"
MOST_SEED = 2**53 - 1
LONGEST_SIZE = 20
_MADE = "made"
"""The setting with the options of the latest generated game."""
_UNFINISHED = msg(
    "The current game is not finished. It stays among your saved games; press again to begin "
    "another."
)


class NewGameDialog:
    """The dialog, which `open` shows."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self._warned = False
        words = page.words
        self.plays = page.interaction.deals
        with ui.dialog() as self.dialog, ui.card().classes("gw-dialog"):
            dialog_heading(self.dialog, words(msg("New game")))
            self._levels()
            sizes = {size: words(name) for size, name in page.interaction.sizes.items()}
            sizes[OTHER] = words(msg("another size"))
            self.size = Select(words(msg("Size")), sizes, next(iter(sizes)), framed=True)
            self.custom = ui.input(words(msg("Size, written {form}", form=next(iter(sizes)))))
            self.custom.props(f"outlined maxlength={LONGEST_SIZE}")
            self.custom.bind_visibility_from(self.size, "value", lambda value: value == OTHER)
            self.choices: dict[str, Select] = {}
            for name, (label, values) in page.interaction.choices.items():
                chosen = {key: words(value) for key, value in values.items()}
                first = page.visitor.settings.get(f"{page.kind}.{name}")
                default = first if first in chosen else next(iter(chosen))
                self.choices[name] = Select(words(label), chosen, default, framed=True)
            with ui.expansion(words(msg("More"))).classes("gw-expand"):
                seed = words(msg("Seed (the same one makes the same board)"))
                self.seed = ui.number(seed, min=0, max=MOST_SEED, step=1).props("outlined")
                self.options: dict[str, Select | ui.number | ui.input] = {}
                generator = registry.capability(page.kind, Generator)
                for option in () if self.plays or generator is None else generator.options:
                    self._option(option)
            self.trouble = text("div", "", "gw-trouble", role="alert")
            with buttons():
                Button(words(msg("Cancel")), self.dialog.close)
                Button(words(msg("Empty board to type into")), self._empty)
                start = Button(words(msg("Start")), self._start, main=True)
        if not self.plays:
            page.task.block_while_busy(start)

    def _levels(self) -> None:
        """Build a button for each level, which starts a game of it."""
        words, levels = self.page.words, registry.capability(self.page.kind, GameLevels)
        if levels is None:
            return
        with group(words(msg("Levels")), "gw-levels"):
            for name, level in levels.by_name.items():
                start = partial(self._level, name)
                level_button(words, level, start).mark(f"level={name}")
        heading(words(msg("Or your own choice")), 3)

    def _option(self, option: Any) -> None:
        words = self.page.words
        label = about(words(Message(option.text)), option.choices, words)
        field: Select | ui.number | ui.input
        if option.choices:
            names = {choice: words(spoken(choice)) for choice in option.choices}
            default = self.page.interaction.new_options.get(option.name, str(option.default))
            field = Select(label, names, default, framed=True)
        elif isinstance(option.default, int):
            field = ui.number(label, min=1).props("outlined clearable")
        else:
            field = ui.input(label).props("outlined clearable")
        self.options[option.name] = field

    def open(self) -> None:
        """Show the dialog."""
        self.trouble.set_text("")
        self._warned = False
        self.dialog.open()

    def _sure(self) -> bool:
        """Return whether to begin; for an unfinished game only after a warning."""
        session = self.page.session
        going = session.step > 0 and session.verdict is GameStatus.OPEN
        ask = preferred(self.page.visitor, "confirm") == "ask"
        if self._warned or not (going and ask):
            return True
        self._warned = True
        self.trouble.set_text(self.page.sentence(_UNFINISHED))
        return False

    def _wanted(self) -> str:
        if self.size.value == OTHER:
            return str(self.custom.value or "").strip()
        return str(self.size.value)

    def _seed(self) -> int:
        value = self.seed.value
        return fresh_seed() if value is None else max(0, min(MOST_SEED, int(value)))

    def _begin(self, position: Any, mode: Mode, seed: int) -> None:
        chosen = {name: str(field.value) for name, field in self.choices.items()}
        for name, value in chosen.items():
            self.page.visitor.set(f"{self.page.kind}.{name}", value)
        self.page.begin(position, mode=mode, seed=seed, options=chosen)
        self.dialog.close()
        if mode is Mode.EDIT:
            self.page.say(msg("an empty board; type the puzzle, then choose Play it"))
        else:
            self.page.say(msg("a new game; seed {seed}", seed=seed))

    def _empty(self) -> None:
        if not self._sure():
            return
        try:
            position = self.page.interaction.empty(self._wanted())
            self._begin(position, Mode.EDIT, self._seed())
        except GridwiseError as error:
            self.trouble.set_text(self.page.sentence(error.message))

    async def _start(self) -> None:
        page, seed, size = self.page, self._seed(), self._wanted()
        if page.task.busy and not self.plays:
            self.trouble.set_text(page.sentence(BUSY))
            return
        if not self._sure():
            return
        self.trouble.set_text("")
        if self.plays:
            try:
                self._begin(page.interaction.empty(size), Mode.PLAY, seed)
            except GridwiseError as error:
                self.trouble.set_text(self.page.sentence(error.message))
            return
        options: dict[str, str | int] = {}
        for name, field in self.options.items():
            if field.value not in (None, ""):
                options[name] = int(field.value) if isinstance(field.value, float) else field.value
        self.dialog.close()
        trouble = await self._generate(size, seed, options)
        if trouble is not None:
            self.trouble.set_text(page.sentence(trouble))
            self.dialog.open()

    async def _generate(
        self, size: str, seed: int, options: Mapping[str, str | int]
    ) -> Message | None:
        """Generate a puzzle and begin a game on it; return why there is none, unless stopped."""
        page = self.page
        args = {"puzzle": page.kind, "params": size, "seed": seed, "options": dict(options)}
        board = await generated(page.task, args)
        if isinstance(board, Message):
            page.say(board)
            return board
        if board is not None:
            self._begin(board.position, Mode.PLAY, seed)
            made = {"game": page.session.game_id, "options": dict(options)}
            page.visitor.set(f"{page.kind}.{_MADE}", made)
        return None

    async def _level(self, name: str) -> None:
        """Begin a game of a level."""
        page = self.page
        if page.task.busy:
            self.trouble.set_text(page.sentence(BUSY))
        elif self._sure():
            self.dialog.close()
            await begin_level(page, name)

    async def another(self) -> None:
        """Begin the next game like this one: of its collection, its level, or its size."""
        page, session = self.page, self.page.session
        if session.board_key:
            self._next_of_collection()
            return
        if session.level:
            await begin_level(page, session.level)
            return
        seed = (session.seed + 1) % MOST_SEED
        if self.plays:
            page.begin(page.interaction.empty(session.size), seed=seed, options=session.options)
            page.say(msg("a new game; seed {seed}", seed=seed))
            return
        made = page.visitor.settings.get(f"{page.kind}.{_MADE}")
        known = isinstance(made, Mapping) and made.get("game") == session.game_id
        usual = dict(page.interaction.new_options)
        await self._generate(session.size, seed, made["options"] if made and known else usual)

    def _next_of_collection(self) -> None:
        """Begin a game on the next unsolved board; show the collection if none begins here."""
        page = self.page
        store, owner, here = page.server.store, page.visitor.owner, page.session.board_key
        key = store.collections.of_board(owner, here)
        if key is None:  # deleted meanwhile
            ui.navigate.to("/")
            return
        boards = store.collections.boards(owner, key)
        number = next((board.number for board in boards if board.key == here), 0)
        board = store.collections.next_unsolved(owner, key, after=number)
        same = board is not None and board.puzzle == page.kind
        if board is None or not same or store.game_on(owner, board.key) is not None:
            ui.navigate.to(f"/collection/{key}")
            return
        try:
            page.begin(page.puzzle.parse(board.notation), seed=fresh_seed(), board=board.key)
        except GridwiseError as error:
            page.say(error.message)
            return
        page.say(msg("board {number} of {boards}", number=board.number, boards=len(boards)))
