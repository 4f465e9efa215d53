"""The tool bar: undo, redo, checkpoints, check, restart; checks at once if wanted."""

from typing import Any

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Mode
from gridwise.core.message import from_json, msg
from gridwise.core.policy import GameStatus
from gridwise.web.pages.play.running_task import failed
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, buttons, dialog_heading, group, tool
from gridwise.web.widgets.preferences import AUTO_CHECK, preferred

CHECK_S = 10.0
LONGEST_NAME = 80


class Toolbar:
    """The tool bar, built in the current slot."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        with group(words(msg("Moves")), "gw-bar gw-moves") as page.tools:
            self.undo = tool(words(msg("Undo")), "undo", page.undo)
            self.redo = tool(words(msg("Redo")), "redo", page.redo)
            with tool(words(msg("Checkpoints")), "bookmark_border"):
                self.menu = ui.menu().classes("gw-popup")
                self.menu.props("role=dialog")  # Quasar's menu holds a list's items, not a menu's
                self.menu.props["aria-label"] = words(msg("Checkpoints"))
            self.check = tool(words(msg("Correct so far?")), "check_circle_outline", self._check)
            self.restart = tool(words(msg("Restart")), "restart_alt", self._restart)
        page.task.block_while_busy(self.check)
        page.on_change.append(self.refresh)
        self._marks: object = ()
        self.refresh()

    def refresh(self) -> None:
        """Update the state of the buttons, and the checkpoints."""
        session = self.page.session
        self.undo.set_enabled(session.step > 0 or self.page.other_state is not None)
        self.redo.set_enabled(session.step < session.steps)
        self.restart.set_enabled(session.step > 0)
        now = (session.game_id, session.marks, session.steps > 0)
        if now != self._marks:
            self._marks = now
            self._fill()

    def _fill(self) -> None:
        page, words = self.page, self.page.words
        self.menu.clear()
        with self.menu:
            ui.menu_item(words(msg("Set a checkpoint here")), self._name).props("role=button")
            if page.session.steps:
                ui.menu_item(words(msg("Replay this game")), page.replay).props("role=button")
            marks = page.session.marks
            if marks:
                ui.separator()
            for step, name in marks:
                label = name or words(msg("step {step}", step=step))
                ui.menu_item(label, lambda step=step: page.go_to_step(step)).props("role=button")

    def _name(self) -> None:
        page, words = self.page, self.page.words
        with ui.dialog() as dialog, ui.card().classes("gw-dialog"):
            dialog_heading(dialog, words(msg("Set a checkpoint")))
            name = ui.input(words(msg("Name, if you like")))
            name.props(f"maxlength={LONGEST_NAME} autofocus outlined")

            def keep() -> None:
                dialog.close()
                try:
                    page.session.mark(str(name.value or "")[:LONGEST_NAME])
                except GridwiseError as error:
                    page.say(error.message)
                    return
                self.refresh()
                page.say(msg("checkpoint set at step {step}", step=page.session.step))

            name.on("keydown.enter", keep)
            with buttons():
                Button(words(msg("Cancel")), dialog.close)
                Button(words(msg("Set")), keep, main=True)
        dialog.on("hide", dialog.delete)
        dialog.open()

    def _restart(self) -> None:
        self.page.restart()
        self.page.say(msg("back at the beginning; redo brings the game back"))

    async def _check(self) -> None:
        page = self.page
        wrong = page.interaction.mistakes(page.session.state)
        if wrong is not None:
            right = msg("everything is correct so far")
            marked = msg("{number} cells are wrong; they are marked", number=len(wrong))
            page.say(marked if wrong else right)
            page.mark_conflicts(wrong)
            return
        try:
            args = page.args(origin=True)
        except GridwiseError as error:
            page.say(error.message)
            return
        outcome = await page.ask(msg("checking the board"), "check", args, time_s=CHECK_S)
        if outcome is None or outcome.value is None:
            return
        page.say(from_json(outcome.value["message"]))
        page.mark_conflicts(outcome.value["cells"])


class AutoCheck:
    """Checks the board after each change; one question at a time, the latest state last."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self._asked: Any = None
        self._working = False
        self.timer = ui.timer(0.02, self._look, active=False)
        page.on_change.append(self._again)
        self._again()

    @property
    def on(self) -> bool:
        """Whether wrong entries are marked."""
        return preferred(self.page.visitor, AUTO_CHECK) == "at once"

    def _again(self) -> None:
        session = self.page.session
        if not self.on or session.step == 0:
            self._asked = None
            self._mark(())
        elif session.state is not self._asked:
            self.timer.activate()

    async def _look(self) -> None:
        self.timer.deactivate()
        page = self.page
        session = page.session
        state = session.state
        if self._working or not self.on or state is self._asked:
            return
        if session.verdict is not GameStatus.OPEN or page.interaction.mode(state) is Mode.EDIT:
            self._asked = state
            self._mark(())
            return
        self._asked, self._working = state, True
        try:
            wrong, said = await self._wrong(state)
        finally:
            self._working = False
        if page.closed.is_set():
            return
        if page.session.state is state:
            new = set(wrong) - page.wrong
            self._mark(wrong)
            if new and said is not None:
                page.say(said)
        self._again()

    async def _wrong(self, state: Any) -> tuple[Any, Any]:
        """Return the wrong cells of a state, and the message about them."""
        page = self.page
        wrong = page.interaction.mistakes(state)
        if wrong is not None:
            return wrong, msg("{number} cells are wrong; they are marked", number=len(wrong))
        try:
            outcome = await page.server.ask(
                "check",
                page.args(origin=True),
                owner=page.visitor.owner,
                time_s=CHECK_S,
                cancel=page.closed,
            )
        except GridwiseError:  # too many questions at once: the next change asks again
            return (), None
        if failed(outcome) is not None or outcome.value is None:
            return (), None
        return outcome.value["cells"], from_json(outcome.value["message"])

    def _mark(self, cells: Any) -> None:
        if self.page.wrong != set(cells):
            self.page.wrong = frozenset(cells)
            self.page.draw()
