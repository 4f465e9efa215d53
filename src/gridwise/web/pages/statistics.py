"""The statistics page: games played and won, and the saved games."""

from functools import partial

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import msg
from gridwise.render.words import duration
from gridwise.web.pages import saved_games
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce, keep_focus
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import Button, box, data_table, link, sure, text, titled_section

_MOST_SHOWN = 50
_LEAD = msg(
    "What you played in this browser. Best, average and streaks are of games won without a hint or "
    "a shown solution."
)
_COLUMNS = (
    msg("Size"),
    msg("Played"),
    msg("Won"),
    msg("Unaided"),
    msg("Best"),
    msg("Average"),
    msg("Streak"),
    msg("Best streak"),
)


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page."""
    StatisticsPage(server, visitor).show()


class StatisticsPage:
    """The page, which is rebuilt when something is deleted."""

    def __init__(self, server: ServerContext, visitor: Visitor) -> None:
        self._server, self._visitor, self._words = server, visitor, visitor.words

    def show(self) -> None:
        """Show the page."""
        words = self._words
        with box("div", "gw-page gw-statistics"):
            with box("header"):
                text("h1", words(msg("Statistics")))
                text("p", words(_LEAD), "gw-lead")
            self._body = box("div", "gw-statistics")
            self._fill()

    def _fill(self) -> None:
        self._body.clear()
        with self._body:
            played = [kind for kind in registry.interactions() if self._tallies(kind)]
            for kind in played:
                self._table(kind)
            if not played:
                text("p", self._words(msg("No finished games yet.")))
            self._saved()

    def _tallies(self, kind: str) -> dict[str, tuple[str, ...]]:
        """Return the cells of the table's rows by size."""
        found = saved_games.statistics(self._server, self._visitor, kind)
        return {
            size: (
                *(f"{number:,}" for number in (one.played, one.won, one.unaided)),
                *(_time(value) for value in (one.best_s, one.average_s)),
                *(f"{number:,}" for number in (one.streak, one.best_streak)),
            )
            for size, one in found.items()
        }

    def _table(self, kind: str) -> None:
        words, title_id = self._words, f"gw-played-{kind}"
        with titled_section(words(named(kind)), title_id):
            region = box("div", "gw-scroll", tabindex=0, role="region", aria_labelledby=title_id)
            with region, box("table", "gw-table", aria_labelledby=title_id):
                rows = ((size, *cells) for size, cells in self._tallies(kind).items())
                data_table(tuple(map(words, _COLUMNS)), rows)
            with box("div", "gw-row"):
                link(words(msg("Play {puzzle}", puzzle=named(kind))), f"/{kind}", "gw-button")
                Button(
                    words(msg("Clear the history")),
                    partial(self._clear, kind),
                    "gw-button gw-button-bad",
                    aria_label=words(msg("Clear the history of {puzzle}", puzzle=named(kind))),
                ).mark(f"clear={kind}")

    def _saved(self) -> None:
        words = self._words
        kept = saved_games.saved(self._server, self._visitor)
        with titled_section(words(msg("Saved games")), "gw-saved"):
            if not kept:
                text("p", words(msg("Every game is saved as you play it, and listed here.")))
                return
            with box("ul", "gw-runs"):
                for game in kept[:_MOST_SHOWN]:
                    described = saved_games.described(game)
                    with box("li"):
                        text("span", words(described))
                        with box("div", "gw-row"):
                            Button(
                                words(msg("Open")),
                                partial(self._open, game.game_id),
                                aria_label=words(msg("Open: {game}", game=described)),
                            ).mark(f"open={game.game_id}")
                            Button(
                                words(msg("Delete")),
                                partial(self._delete, game.game_id),
                                "gw-button gw-button-bad",
                                aria_label=words(msg("Delete: {game}", game=described)),
                            ).mark(f"delete={game.game_id}")
            if len(kept) > _MOST_SHOWN:
                more = len(kept) - _MOST_SHOWN
                text("p", words(msg("{n} older ones are not shown", n=more)), "gw-quiet")

    def _open(self, game_id: str) -> None:
        kind = saved_games.take_up(self._server, self._visitor, game_id)
        if kind is None:
            self._fill()
        else:
            ui.navigate.to(f"/{kind}")

    async def _delete(self, game_id: str) -> None:
        if await sure(self._words, msg("Delete this game?"), msg("It cannot be brought back.")):
            saved_games.delete(self._server, self._visitor, game_id)
            self._fill()
            announce(self._words(msg("The game is deleted.")))
            keep_focus()

    async def _clear(self, kind: str) -> None:
        question = msg("Clear the history of {puzzle}?", puzzle=named(kind))
        what = msg("Its statistics and all its saved games are deleted. This cannot be undone.")
        if await sure(self._words, question, what):
            saved_games.forget(self._server, self._visitor, kind)
            self._fill()
            announce(self._words(msg("The history is cleared.")))
            keep_focus()


def _time(seconds: float | None) -> str:
    return "–" if seconds is None else duration(seconds)
