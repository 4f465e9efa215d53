"""The home page: the puzzles with their levels and daily boards, the last game, other pages."""

from datetime import date
from functools import partial

from nicegui import ui

from gridwise.core import registry
from gridwise.core.capabilities import GameLevels
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.games.session import GameSession
from gridwise.games.store import StoreError
from gridwise.solving.generate import today
from gridwise.web.board.drawing import card
from gridwise.web.pages import collection, saved_games
from gridwise.web.pages.play.new_game import MadeBoard, level_button, of_day, of_level
from gridwise.web.pages.play.running_task import RunningTask
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import Button, Farewell, box, group, link, text

_LEAD = msg(
    "Play by hand, take a hint that comes with its reason, or watch a method think, one step at a "
    "time."
)
_DAY = msg("The same for everybody, from the date in UTC; no network is asked.")
_WATCH = msg("Watch a method work")
_INVITATIONS: tuple[tuple[str, Message, Message, Message], ...] = (
    (
        "/help",
        msg("Learn how it is done"),
        msg(
            "The rules with drawn examples, the keys, and what a hint can tell you: that something "
            "is wrong, where to look, and why."
        ),
        msg("Rules and keys"),
    ),
    (
        "/replay",
        msg("See how it thinks"),
        msg(
            "Choose a method and follow it over the board: its tries, its conclusions and its dead "
            "ends, with the search tree beside."
        ),
        _WATCH,
    ),
    (
        "/compare",
        msg("Let methods race"),
        msg(
            "The same boards by search, by logic and by brute force, measured fairly, with plots "
            "and a report to take home."
        ),
        msg("Compare methods"),
    ),
)


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page."""
    HomePage(server, visitor).show()


class HomePage:
    """The page; a click on a level or on a puzzle of the day starts a game at once."""

    def __init__(self, server: ServerContext, visitor: Visitor) -> None:
        self._server, self._visitor, self._words = server, visitor, visitor.words
        self._levels = registry.capabilities(GameLevels)

    def show(self) -> None:
        """Build it."""
        words = self._words
        with box("div", "gw-page gw-home"):
            with box("header", "gw-hero"):
                text("h1", words(msg("A quiet place for good puzzles")))
                text("p", words(_LEAD), "gw-lead")
                link(words(_WATCH), "/replay", "gw-more")
            with box("div", "gw-begun"):
                self._status = text("div", "", "gw-status", role="status", aria_live="polite")
                self._task = RunningTask(self._server, self._visitor, self._say)
            _last(self._server, self._visitor)
            with box("section", aria_label=words(msg("Puzzles"))), box("ul", "gw-cards"):
                for kind in registry.interactions():
                    with box("li"):
                        card(self._visitor, kind, f"/{kind}")
                        self._offer(kind)
            self._day()
            self._collections()
            with box("section", "gw-pair", aria_label=words(msg("More to see"))):
                for path, title, said, call in _INVITATIONS:
                    with box("article", "gw-invitation"):
                        text("h2", words(title))
                        text("p", words(said))
                        link(words(call), path, "gw-more")
        Farewell(self._task.stop)

    def _say(self, message: Message) -> None:
        self._status.set_text(self._visitor.sentence(message))

    def _offer(self, kind: str) -> None:
        """Build the buttons of a puzzle's levels."""
        if kind not in self._levels:
            return
        label = self._words(msg("Play {puzzle}", puzzle=named(kind)))
        with group(label, "gw-levels"):
            for name, level in self._levels[kind].by_name.items():
                start = partial(self._start_level, kind, name)
                button = level_button(self._words, level, start, short=True)
                self._task.block_while_busy(button.mark(f"level={kind}={name}"))

    def _day(self) -> None:
        """Build the puzzles of the day; solved ones are marked."""
        words, day = self._words, today()
        games = self._server.store.daily_games(self._visitor.owner, day.isoformat())
        solved = {game.puzzle for game in games if game.verdict is GameStatus.WON}
        with box("section", "gw-day", aria_labelledby="gw-day"):
            text("h2", words(msg("Puzzles of the day, {date}", date=day.isoformat())), id="gw-day")
            text("p", words(_DAY), "gw-quiet")
            with box("ul", "gw-levels"):
                for kind, levels in self._levels.items():
                    if kind not in registry.interactions():
                        continue
                    level = levels.named(levels.daily)
                    name = msg("{puzzle}, {level}", puzzle=named(kind), level=level.title)
                    with box("li"):
                        done = kind in solved
                        label = words(msg("{what}: solved", what=name) if done else name)
                        icon = "check_circle" if done else "today"
                        start = partial(self._start_day, kind, day)
                        button = Button(label, start, "gw-button gw-level", icon=icon)
                        self._task.block_while_busy(button.mark(f"day={kind}"))

    def _collections(self) -> None:
        """Build links to the visitor's collections."""
        kept = self._server.store.collections.every(self._visitor.owner)
        if not kept:
            return
        words = self._words
        with box("section", "gw-day", aria_labelledby="gw-collections"):
            text("h2", words(msg("Your collections")), id="gw-collections")
            with box("ul", "gw-levels"):
                for row in kept:
                    label = msg("{name}: {what}", name=row.name, what=collection.described(row))
                    with box("li"):
                        link(words(label), f"/collection/{row.key}", "gw-button gw-level")

    async def _start_level(self, kind: str, name: str) -> None:
        self._begin(kind, await of_level(self._task, kind, name))

    async def _start_day(self, kind: str, day: date) -> None:
        """Go on with the puzzle of the day, or begin it."""
        store, owner = self._server.store, self._visitor.owner
        for game in store.daily_games(owner, day.isoformat()):
            if game.puzzle == kind:
                saved_games.take_up(self._server, self._visitor, game.game_id)
                ui.navigate.to(f"/{kind}")
                return
        self._begin(kind, await of_day(self._task, kind, day))

    def _begin(self, kind: str, found: MadeBoard | Message | None) -> None:
        """Begin a game on a new board and go to its page, or show why there is none."""
        if isinstance(found, Message):
            self._say(found)
        elif found is not None:
            store, owner = self._server.store, self._visitor.owner
            try:
                GameSession.begin(store, owner, kind, found.position, **found.how)
            except StoreError as error:
                self._say(error.message)
                return
            ui.navigate.to(f"/{kind}")


def _last(server: ServerContext, visitor: Visitor) -> None:
    """Offer the unfinished game that was played last."""
    words, game = visitor.words, saved_games.last_open(server, visitor)
    if game is None:
        return
    with box("section", "gw-last", aria_label=words(msg("Your last game"))):
        with box("div"):
            text("h2", words(msg("Go on where you were")))
            text("p", words(saved_games.described(game)))
        link(
            words(msg("Continue {puzzle}", puzzle=named(game.puzzle))),
            f"/{game.puzzle}",
            "gw-button gw-button-main",
        )
