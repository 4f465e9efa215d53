"""For puzzles with tiles: the goal as a small board, and pictures on the tiles."""

from nicegui import events, run, ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import msg
from gridwise.core.scene import Scene
from gridwise.web.board import pictures
from gridwise.web.board.element import BoardElement
from gridwise.web.board.pictures import MOST_BYTES, for_board
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Select, panel
from gridwise.web.widgets.upload import upload


class GoalPanel:
    """The goal as a small picture, for interactions that have one."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        with panel(words(msg("Goal")), "gw-goal"):
            self.board = BoardElement(self._scene(), words, label=words(msg("Goal")), readonly=True)
        page.on_change.append(self.refresh)

    def _scene(self) -> Scene:
        interaction = self.page.interaction
        return interaction.scene(interaction.goal(self.page.session.state))

    def refresh(self) -> None:
        """Show the goal of the current game."""
        self.board.show(self._scene(), animate=False)


class TilePictures:
    """Pictures on the tiles of the board and the goal: shipped ones or the visitor's own."""

    def __init__(self, page: PlayPage, goal: GoalPanel | None) -> None:
        self.page = page
        self.boards = [page.board] if goal is None else [page.board, goal.board]
        words = page.words
        with panel(words(msg("Picture"))):
            names = self._names()
            chosen = page.visitor.settings.get(pictures.CHOSEN, "")
            first = chosen if chosen in names else ""
            self.choice = Select(words(msg("On the tiles")), names, first, framed=True)
            shown = bool(page.visitor.settings.get(pictures.NUMBERED, True))
            self.numbers = ui.switch(words(msg("Numbers as a help")), value=shown)
            self.file = upload(
                words(msg("Your own picture")),
                accept="image/png,image/jpeg,image/webp,image/gif",
                most_bytes=MOST_BYTES,
                on_upload=self._uploaded,
                on_rejected=self._rejected,
            )
        self.choice.on_change = lambda _: self.refresh()
        self.numbers.on_value_change(self.refresh)

    def _names(self) -> dict[str, str]:
        words, page = self.page.words, self.page
        names = {"": words(msg("numbers only"))}
        names.update((name, words(title)) for name, title in pictures.PICTURES.items())
        if pictures.address(page.server, page.visitor.owner, "own") is not None:
            names["own"] = words(msg("your own"))
        return names

    def refresh(self) -> None:
        """Draw the chosen picture on the tiles."""
        page, chosen = self.page, str(self.choice.value or "")
        page.visitor.set(pictures.CHOSEN, chosen)
        page.visitor.set(pictures.NUMBERED, bool(self.numbers.value))
        address = pictures.address(page.server, page.visitor.owner, chosen)
        for board in self.boards:
            board.set_picture(address, bool(self.numbers.value))

    def _rejected(self) -> None:
        words = msg("that file is too large; {limit} MB at most", limit=MOST_BYTES // 10**6)
        self.page.say(words)

    async def _uploaded(self, sent: events.UploadEventArguments) -> None:
        page = self.page
        data = await sent.file.read()
        self.file.reset()
        scene = page.scene
        try:
            picture = await run.io_bound(for_board, data, scene.width, scene.height)
        except GridwiseError as error:
            page.say(error.message)
            return
        if picture is None:  # the server is closing
            return
        pictures.keep(page.server, page.visitor.owner, picture)
        self.choice.set_options(self._names(), "own")
        self.refresh()
        page.say(msg("your picture is on the tiles"))
