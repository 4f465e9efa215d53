"""What only some puzzles have: chances over the cells, pictures on the tiles."""

from collections.abc import Sequence
from fractions import Fraction

from nicegui import events, run, ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import msg
from gridwise.core.policy import GameStatus
from gridwise.core.scene import Scene
from gridwise.web.board import pictures
from gridwise.web.board.board import Board
from gridwise.web.pages.play.bar import heading
from gridwise.web.pages.play.job import failed
from gridwise.web.pages.play.table import Table, told
from gridwise.web.widgets.parts import Choice
from gridwise.web.widgets.tile_picture import MOST_BYTES, for_board
from gridwise.web.widgets.upload import upload

CHANCES_S = 20.0
_SOON_S = 0.05


class Chances:
    """A switch that lays the chance of a mine over every covered cell."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.on = ui.switch(table.words(msg("Show the chances")), on_change=self._turned)
        self._asked: object = None
        self.timer = ui.timer(_SOON_S, self.refresh, active=False)
        table.watchers.append(self._again)

    async def _turned(self) -> None:
        if self.on.value:
            await self.refresh()
            return
        self._asked = None
        self.table.chances = None
        self.table.draw()

    def _again(self) -> None:
        if self.on.value and self.table.chances is None:
            self.timer.activate()

    async def refresh(self) -> None:
        """Ask for the chances of the board as it stands."""
        table = self.table
        if self.on.value and table.job.busy:  # it is asked for once that is done
            self.timer.activate()
            return
        self.timer.deactivate()
        session = table.session
        if not self.on.value or session.verdict is not GameStatus.OPEN:
            return
        asked = (session.game_id, session.step)
        if asked == self._asked and table.chances is not None:
            return
        self._asked = asked
        args = {"notation": table.puzzle.format(session.position), "puzzle": table.kind}
        outcome = await table.job.ask(msg("counting"), "probabilities", args, time_s=CHANCES_S)
        if outcome is None:
            self._asked = None
            return
        if asked != self._asked or (table.session.game_id, table.session.step) != asked:
            self._again()
            return
        trouble = failed(outcome)
        if trouble is not None or outcome.value is None or outcome.value["probabilities"] is None:
            table.say(trouble or msg("no layout of mines fits what is shown"))
            return
        if not table.helped():
            return
        table.chances = flat(outcome.value["probabilities"])
        table.draw()


def flat(rows: Sequence[Sequence[str | None]]) -> list[float | None]:
    """Return the chances of all cells, row-major."""
    return [None if chance is None else float(Fraction(chance)) for row in rows for chance in row]


class Goal:
    """A small picture of the board to be reached; only where the interaction has a goal."""

    def __init__(self, table: Table) -> None:
        self.table = table
        words = table.words
        with ui.element("section").classes("gw-panel gw-goal") as panel:
            panel.props["aria-label"] = words(msg("Goal"))
            heading(words(msg("Goal")), 2)
            self.board = Board(self._scene(), words, label=words(msg("Goal")), readonly=True)
        table.watchers.append(self.refresh)

    def _scene(self) -> Scene:
        interaction = self.table.interaction
        return interaction.scene(interaction.goal(self.table.session.state))

    def refresh(self) -> None:
        """Show the goal of the game as it is now; another game may have another."""
        self.board.show(self._scene(), animate=False)


class Picture:
    """Pictures on tiles: shipped ones, or the player's own; on those of the goal too."""

    def __init__(self, table: Table, goal: Goal | None) -> None:
        self.table = table
        self.boards = [table.board] if goal is None else [table.board, goal.board]
        words = table.words
        with ui.element("section").classes("gw-panel") as panel:
            panel.props["aria-label"] = words(msg("Picture"))
            heading(words(msg("Picture")), 2)
            names = self._names()
            chosen = table.visitor.settings.get(pictures.CHOSEN, "")
            first = chosen if chosen in names else ""
            self.choice = Choice(words(msg("On the tiles")), names, first)
            shown = bool(table.visitor.settings.get(pictures.NUMBERED, True))
            self.numbers = ui.switch(words(msg("Numbers as a help")), value=shown)
            self.file = upload(
                words(msg("Your own picture")),
                accept="image/png,image/jpeg,image/webp,image/gif",
                most_bytes=MOST_BYTES,
                on_upload=self._uploaded,
                on_rejected=self._rejected,
            )
        self.choice.on_choice(self.refresh)
        self.numbers.on_value_change(self.refresh)

    def _names(self) -> dict[str, str]:
        words, table = self.table.words, self.table
        names = {"": words(msg("numbers only"))}
        names.update((name, words(title)) for name, title in pictures.PICTURES.items())
        if pictures.address(table.server, table.visitor.owner, "own") is not None:
            names["own"] = words(msg("your own"))
        return names

    def refresh(self) -> None:
        """Put the chosen picture on the tiles."""
        table, chosen = self.table, str(self.choice.value or "")
        table.visitor.set(pictures.CHOSEN, chosen)
        table.visitor.set(pictures.NUMBERED, bool(self.numbers.value))
        address = pictures.address(table.server, table.visitor.owner, chosen)
        for board in self.boards:
            board.set_picture(address, bool(self.numbers.value))

    def _rejected(self) -> None:
        words = msg("that file is too large; {limit} MB at most", limit=MOST_BYTES // 10**6)
        self.table.say(words)

    async def _uploaded(self, sent: events.UploadEventArguments) -> None:
        table = self.table
        data = await sent.file.read()
        self.file.reset()
        scene = table.scene
        try:
            picture = await run.io_bound(for_board, data, scene.width, scene.height)
        except GridwiseError as error:
            table.say(told(error))
            return
        if picture is None:  # the server is closing
            return
        pictures.keep(table.server, table.visitor.owner, picture)
        self.choice.set_options(self._names(), "own")
        self.refresh()
        table.say(msg("your picture is on the tiles"))
