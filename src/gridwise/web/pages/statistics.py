"""The statistics page: games played and won, their times, and the saved games."""

from collections.abc import Mapping, Sequence
from functools import partial

from nicegui import ui

from gridwise.core import registry
from gridwise.core.capabilities import GameLevels
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.games.rows import SavedGame
from gridwise.games.store import GameStatistics
from gridwise.render.charts import Axis, Chart, Point, Series
from gridwise.render.words import duration, number
from gridwise.web.pages import saved_games
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.charts import options
from gridwise.web.widgets.live import announce, keep_focus
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import (
    Button,
    Select,
    box,
    data_table,
    link,
    sure,
    text,
    titled_section,
)

_MOST_SHOWN = 50
_LEAD = msg(
    "What you played in this browser. Best, average and streaks are of games won without a hint or "
    "a shown solution."
)
_ALL = ""
"""The choice of all puzzles."""
_COLUMNS = (
    msg("Played"),
    msg("Won"),
    msg("Unaided"),
    msg("Best"),
    msg("Average"),
    msg("Streak"),
    msg("Best streak"),
)


_HISTORY = msg("Your times")
_LEAST, _MOST_LINES = 2, 6
"""The games that make a line, at least; the lines of a chart, of the most games, at most."""


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page."""
    StatisticsPage(server, visitor).show()


class StatisticsPage:
    """The page, which is rebuilt when something is deleted."""

    def __init__(self, server: ServerContext, visitor: Visitor) -> None:
        self._server, self._visitor, self._words = server, visitor, visitor.words
        self._kind = _ALL

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
        words = self._words
        self._body.clear()
        with self._body:
            kinds = [k for k in registry.interactions() if self._cells(self._by_size(k))]
            if self._kind not in kinds:
                self._kind = _ALL
            if len(kinds) > 1:
                names = {_ALL: words(msg("all puzzles"))} | {k: words(named(k)) for k in kinds}
                with box("div", "gw-row"):
                    Select(words(msg("Puzzle")), names, self._kind, self._choose, framed=True).mark(
                        "puzzle"
                    )
            shown = [kind for kind in kinds if self._kind in (_ALL, kind)]
            self._history(shown)
            for kind in shown:
                self._tables(kind)
            if not kinds:
                text("p", words(msg("No finished games yet.")))
            self._saved()

    def _choose(self, kind: str) -> None:
        self._kind = kind
        self._fill()
        announce(self._words(named(kind) if kind else msg("all puzzles")))

    def _by_size(self, kind: str) -> Mapping[str, GameStatistics]:
        return self._server.store.statistics(self._visitor.owner, kind)

    def _cells(self, found: Mapping[str, GameStatistics]) -> dict[str, tuple[str, ...]]:
        """Return the cells of a table's rows by the row's name."""
        words = self._words
        return {
            name: (
                *(words(number(count)) for count in (one.played, one.won, one.unaided)),
                *(
                    "–" if value is None else words(duration(value))
                    for value in (one.best_s, one.average_s)
                ),
                *(words(number(count)) for count in (one.streak, one.best_streak)),
            )
            for name, one in found.items()
        }

    def _history(self, kinds: Sequence[str]) -> None:
        """Draw the times of the games won unaided, in the order in which they ended."""
        words = self._words
        games = [
            game
            for game in saved_games.saved(self._server, self._visitor)
            if game.verdict is GameStatus.WON and not game.helped and game.ended and game.elapsed_s
        ]
        games.sort(key=lambda game: game.ended or 0.0)
        lines: dict[str, list[float]] = {}
        if len(kinds) == 1:  # its levels and sizes; of several puzzles each has one line
            for game in games:
                if game.puzzle == kinds[0]:
                    lines.setdefault(self._what(game), []).append(game.elapsed_s)
        else:
            for kind in registry.interactions():
                lines[words(named(kind))] = [g.elapsed_s for g in games if g.puzzle == kind]
        series = [
            Series(label, at, tuple(Point(n, seconds) for n, seconds in enumerate(times, 1)))
            for at, (label, times) in enumerate(lines.items())
            if len(times) >= _LEAST
        ]
        series = sorted(series, key=lambda one: -len(one.points))[:_MOST_LINES]
        if not series:
            return
        most = max(len(line.points) for line in series)
        x = Axis(msg("games won without help, the oldest first"))
        chart = Chart("history", _HISTORY, x, msg("time, s"), tuple(series), most)
        parts = tuple(
            msg(
                "{puzzle}: the first took {first}, the latest {last}",
                puzzle=one.label,
                first=_time(one.points[0].y),
                last=_time(one.points[-1].y),
            )
            for one in series
        )
        sentence = words(msg("{parts}", parts=parts))
        with titled_section(words(_HISTORY), "gw-history"), box("figure", "gw-chart"):
            drawn = ui.echart(options(chart, words), renderer="svg")
            drawn.props["role"] = "img"
            drawn.props["aria-label"] = sentence
            text("figcaption", sentence, "gw-small")

    def _what(self, game: SavedGame) -> str:
        """Return the level of a game for the statistics, or without a level its size."""
        levels = registry.capability(game.puzzle, GameLevels)
        if levels is not None and game.level in levels.by_name:
            return self._words(levels.by_name[game.level].title)
        sizes = registry.interactions()[game.puzzle].sizes
        return self._words(sizes[game.size]) if game.size in sizes else game.size

    def _tables(self, kind: str) -> None:
        words, title_id = self._words, f"gw-played-{kind}"
        levels = registry.capability(kind, GameLevels)
        by_level = self._server.store.statistics_by_level(self._visitor.owner, kind)
        named_levels = {} if levels is None else levels.by_name
        with titled_section(words(named(kind)), title_id):
            sizes = registry.interactions()[kind].sizes
            by_size = self._cells(self._by_size(kind)).items()
            named_sizes = {words(sizes[n]) if n in sizes else n: cells for n, cells in by_size}
            self._table(msg("Size"), named_sizes, words(named(kind)))
            if by_level:
                cells = self._cells(by_level)
                order = [name for name in named_levels if name in cells]
                rows = {words(named_levels[name].title): cells[name] for name in order}
                rows |= {name: cells[name] for name in cells if name not in order}
                self._table(msg("Level"), rows, words(named(kind)))
            with box("div", "gw-row"):
                link(words(msg("Play {puzzle}", puzzle=named(kind))), f"/{kind}", "gw-button")
                Button(
                    words(msg("Clear the history")),
                    partial(self._clear, kind),
                    "gw-button gw-button-bad",
                    aria_label=words(msg("Clear the history of {puzzle}", puzzle=named(kind))),
                ).mark(f"clear={kind}")

    def _table(self, first: Message, cells: Mapping[str, tuple[str, ...]], puzzle: str) -> None:
        words = self._words
        label = words(msg("{puzzle}: {by}", puzzle=puzzle, by=first))
        region = box("div", "gw-scroll", tabindex=0, role="region", aria_label=label)
        with region, box("table", "gw-table", aria_label=label):
            data_table(
                tuple(map(words, (first, *_COLUMNS))),
                ((name, *values) for name, values in cells.items()),
            )

    def _saved(self) -> None:
        words = self._words
        every = saved_games.saved(self._server, self._visitor)
        kept = [game for game in every if self._kind in (_ALL, game.puzzle)]
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
                            link(
                                words(msg("Replay")),
                                f"/replay/{game.puzzle}?game={game.game_id}",
                                "gw-button",
                            ).props["aria-label"] = words(msg("Replay: {game}", game=described))
                            Button(
                                words(msg("Delete")),
                                partial(self._delete, game.game_id),
                                "gw-button gw-button-bad",
                                aria_label=words(msg("Delete: {game}", game=described)),
                            ).mark(f"delete={game.game_id}")
            if len(kept) > _MOST_SHOWN:
                more = len(kept) - _MOST_SHOWN
                older = msg("{n} older ones are not shown", n=number(more))
                text(
                    "p", words(msg("1 older one is not shown") if more == 1 else older), "gw-quiet"
                )

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
