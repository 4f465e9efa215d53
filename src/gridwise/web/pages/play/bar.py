"""The tool bar: undo, redo, checkpoints, and the question whether all is right so far."""

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import from_json, msg
from gridwise.web.pages.play.table import Table, told
from gridwise.web.widgets.push import Push, tool

CHECK_S = 10.0
LONGEST_NAME = 80


class Bar:
    """Built inside the current slot."""

    def __init__(self, table: Table) -> None:
        self.table = table
        words = table.words
        with ui.element("div").classes("gw-bar gw-moves") as table.tools:
            bar = table.tools
            bar.props["role"] = "group"
            bar.props["aria-label"] = words(msg("Moves"))
            self.undo = tool(words(msg("Undo")), "undo", table.undo)
            self.redo = tool(words(msg("Redo")), "redo", table.redo)
            with tool(words(msg("Checkpoints")), "bookmark_border").element:
                self.menu = ui.menu().classes("gw-popup")
                self.menu.props("role=dialog")  # Quasar's menu holds a list's items, not a menu's
                self.menu.props["aria-label"] = words(msg("Checkpoints"))
            self.check = tool(words(msg("Correct so far?")), "check_circle_outline", self._check)
            self.restart = tool(words(msg("Restart")), "restart_alt", self._restart)
        table.job.needed_by(self.check)
        table.watchers.append(self.refresh)
        self._marks: object = ()
        self.refresh()

    def refresh(self) -> None:
        """Show what can be done now."""
        session = self.table.session
        self.undo.open(session.step > 0)
        self.redo.open(session.step < session.steps)
        self.restart.open(session.step > 0)
        now = (session.game_id, session.marks)
        if now != self._marks:
            self._marks = now
            self._fill()

    def _fill(self) -> None:
        table, words = self.table, self.table.words
        self.menu.clear()
        with self.menu:
            ui.menu_item(words(msg("Set a checkpoint here")), self._name).props("role=button")
            marks = table.session.marks
            if marks:
                ui.separator()
            for step, name in marks:
                label = name or words(msg("step {step}", step=step))
                ui.menu_item(label, lambda step=step: table.go(step)).props("role=button")

    def _name(self) -> None:
        table, words = self.table, self.table.words
        with ui.dialog() as dialog, ui.card().classes("gw-dialog"):
            titled(dialog, words(msg("Set a checkpoint")))
            name = ui.input(words(msg("Name, if you like")))
            name.props(f"maxlength={LONGEST_NAME} autofocus outlined")

            def keep() -> None:
                dialog.close()
                try:
                    table.session.mark(str(name.value or "")[:LONGEST_NAME])
                except GridwiseError as error:
                    table.say(told(error))
                    return
                self.refresh()
                table.say(msg("checkpoint set at step {step}", step=table.session.step))

            name.on("keydown.enter", keep)
            with ui.element("div").classes("gw-buttons"):
                Push(words(msg("Cancel")), dialog.close)
                Push(words(msg("Set")), keep, main=True)
        dialog.on("hide", dialog.delete)
        dialog.open()

    def _restart(self) -> None:
        self.table.restart()
        self.table.say(msg("back at the beginning; redo brings the game back"))

    async def _check(self) -> None:
        table = self.table
        session = table.session
        wrong = table.interaction.mistakes(session.state)
        if wrong is not None:
            self._told(bool(not wrong), tuple(wrong))
            return
        try:
            args = {
                "notation": table.puzzle.format(session.position),
                "origin": table.puzzle.format(session.origin),
                "puzzle": table.kind,
            }
        except GridwiseError as error:
            table.say(told(error))
            return
        outcome = await table.ask(msg("looking whether it is right"), "check", args, time_s=CHECK_S)
        if outcome is None or outcome.value is None:
            return
        table.say(from_json(outcome.value["message"]))
        table.mark(outcome.value["cells"])

    def _told(self, right: bool, cells: tuple[int, ...]) -> None:
        if right:
            self.table.say(msg("all is right so far"))
        else:
            self.table.say(msg("{number} cells are wrong; they are marked", number=len(cells)))
        self.table.mark(cells)


def heading(text: str, level: int = 2) -> ui.label:
    """Return a heading."""
    label = ui.label(text).classes(f"gw-h{level}")
    label.tag = f"h{level}"
    return label


def titled(dialog: ui.dialog, text: str) -> ui.label:
    """Return the heading of a dialog, and let the dialog be called by it."""
    dialog.props["aria-label"] = text
    return heading(text)
