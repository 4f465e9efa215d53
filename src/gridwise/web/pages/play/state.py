"""The state of one play page: its game, its board element, its input, its listeners."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Action, Emphasis, Mode, PadButton, Pen
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.core.policy import GameStatus
from gridwise.core.scene import NO_OVERLAY, Highlight, Scene
from gridwise.games.session import ELSEWHERE, GameSession
from gridwise.process.supervisor import TaskOutcome
from gridwise.web.board.element import BoardElement
from gridwise.web.pages.play.running_task import RunningTask, failed
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.keys import REDO_KEYS, SHEET_KEY, UNDO_KEYS
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.preferences import COORDINATES, FIRST, preferences, preferred

PAUSED = "paused"
"""The setting with the token of the game that is paused."""
FULL_SCREEN = (
    "document.fullscreenElement ? document.exitFullscreen() "
    ": document.documentElement.requestFullscreen?.()"
)
_HELD = ("Shift+", "Control+", "Control+Shift+")
"""The modifiers with which a key enters with the second, the third or the fourth pen."""


class PlayPage:
    """The state that all panels of a play page share, and the handlers of its input.

    Panels append their listeners to `on_change` (called after every change), `on_board_change`
    (called before it if the board itself changed, so that a hint for the old board goes),
    `on_select` (called when another cell is selected) and `on_end` (called when an action of the
    player, or of a hint, has won or lost the game).
    """

    board: BoardElement
    task: RunningTask
    answers: ui.element
    """The line of messages and of running tasks."""
    tools: ui.element
    """The tool bar."""
    status: TextElement
    show_keys: Callable[[], None]
    """Opens the sheet of this page's keys."""

    def __init__(self, server: ServerContext, visitor: Visitor, kind: str) -> None:
        self.server, self.visitor, self.kind = server, visitor, kind
        self.puzzle, self.interaction = registry.puzzle(kind), registry.interaction(kind)
        self.on_change: list[Callable[[], None]] = []
        self.on_board_change: list[Callable[[], None]] = []
        self.on_end: list[Callable[[], None]] = []
        self.highlights: Mapping[int, Highlight] = {}
        self.overlay = NO_OVERLAY
        """The overlay that explains the hint."""
        self.chances: Sequence[float | None] | None = None
        self.other_state: Any = None
        """A state that is shown instead of the game's, such as a solution; None for the game's."""
        self.solution_keys: Mapping[str, Callable[[], None]] = {}
        """The effects of keys while a solution is shown."""
        self.on_select: list[Callable[[], None]] = []
        self._selected = -1
        self.cells: tuple[int, ...] = ()
        """The cells that are selected together, empty for less than two."""
        self.pen = ""
        self.held: PadButton | None = None
        """The button whose entry a click makes, if the digit comes first."""
        self.wrong: frozenset[int] = frozenset()
        """Entries that are marked as wrong at once."""
        self.hidden = False
        """Whether the browser shows another tab, so that the clock stands still."""
        self.away = not ui.context.client.has_socket_connection
        """Whether no browser is connected yet, or none any more, so that the clock stands still."""
        self.closed = threading.Event()
        """Set when the page is left; its tasks end."""
        self.session = self._first()
        self._use()

    @property
    def selected(self) -> int:
        """The selected cell, -1 for none; of several the last. Setting it selects only one."""
        return self._selected

    @selected.setter
    def selected(self, cell: int) -> None:
        self.cells = ()
        if cell != self._selected:
            self._selected = cell
            for listener in self.on_select:
                listener()

    def words(self, message: Message | Numeral) -> str:
        """Return a message or a number in the visitor's language."""
        return self.visitor.words(message)

    def sentence(self, message: Message) -> str:
        """Return a message as a sentence in the visitor's language."""
        return self.visitor.sentence(message)

    def _first(self) -> GameSession:
        """Return the last played game, or a new game on the puzzle's first example."""
        session = GameSession.latest(self.server.store, self.visitor.owner, self.kind)
        if session is not None:
            return session
        if self.interaction.deals:
            position = self.interaction.empty(next(iter(self.interaction.sizes)))
        else:
            position = self.puzzle.parse(self.interaction.first_board or self.puzzle.examples[0])
        store, owner = self.server.store, self.visitor.owner
        return GameSession.begin(store, owner, self.kind, position, seed=fresh_seed())

    def begin(
        self,
        position: Any,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        level: str = "",
        daily: str = "",
        board: int = 0,
    ) -> None:
        """Begin a new game and show it; raise an error if the interaction refuses it."""
        store, owner, how = self.server.store, self.visitor.owner, options or {}
        fresh = GameSession.begin(
            *(store, owner, self.kind, position),
            mode=mode,
            seed=seed,
            options=how,
            level=level,
            daily=daily,
            board=board,
        )
        self.session.pause()
        self.task.stop()  # its board is no longer this page's
        self.session = fresh
        self._use()
        self.board.select_none()
        self.changed(moved=True)
        self.board.centre()

    def _use(self) -> None:
        pens = self.interaction.pens(self.session.state)
        self.pen = pens[0].action if pens else ""
        self.selected = -1
        self.held, self.wrong = None, frozenset()
        self.other_state = None
        self._resume()

    # Drawing.

    @property
    def scene(self) -> Scene:
        """The drawing of the shown state."""
        one = -1 if self.cells else self.selected
        value = ""
        if self.held is not None:
            one, value = -1, "" if self.colours else self.held.action.value
        marked = {**dict.fromkeys(self.wrong, Highlight.CONFLICT), **self.highlights}
        emphasis = Emphasis(one, marked, self.chances, value)
        scene = self.interaction.scene(self.shown_state, emphasis)
        return self._explained(scene) if self.overlay else scene

    def _explained(self, scene: Scene) -> Scene:
        """Return a drawing with the step's explanation, beside all candidates if it needs them."""
        state, origin = self.session.state, self.session.origin
        position = self.interaction.position(state)
        marks = self.interaction.marks(state)
        whole = self.puzzle.scene(position, origin=origin, marks=marks, overlay=self.overlay)
        cells = tuple(
            replace(mine, notes=its.notes, centre=()) if its.notes else mine
            for mine, its in zip(scene.cells, whole.cells, strict=True)
        )
        return replace(scene, cells=cells, overlay=self.overlay)

    def draw(self, *, animate: bool = True) -> None:
        """Show the current drawing."""
        self.board.show(self.scene, animate=animate)

    def mark_conflicts(self, cells: Iterable[int]) -> None:
        """Mark cells as in conflict."""
        self.highlights = dict.fromkeys(cells, Highlight.CONFLICT)
        self.draw()

    def changed(self, *, moved: bool) -> None:
        """Update the whole page; `moved` if the board itself changed."""
        if moved:
            self.highlights, self.overlay, self.chances = {}, NO_OVERLAY, None
            for listener in self.on_board_change:
                listener()
        self.draw()
        self.board.set_keys(self.keys)
        for listener in self.on_change:
            listener()

    def say(self, message: Message) -> None:
        """Show a message above the board; screen readers read it out."""
        words = self.sentence(message)
        self.status.classes(remove="gw-unseen")
        # Screen readers skip a text that is the same as before; an invisible sign makes it differ.
        self.status.set_text(words + ("\u200b" if self.status.text == words else ""))

    # Acts.

    @property
    def inputs(self) -> tuple[PadButton, ...]:
        """The buttons of the pad."""
        return self.interaction.pad_buttons(self.session.state)

    @property
    def pens(self) -> tuple[Pen, ...]:
        """The pens."""
        return self.interaction.pens(self.session.state)

    @property
    def colours(self) -> int:
        """The number of colours of the chosen pen; 0 if it enters values."""
        return next((pen.colours for pen in self.pens if pen.action == self.pen), 0)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the board takes."""
        ours = (*UNDO_KEYS, *REDO_KEYS, SHEET_KEY, *self.solution_keys)
        own = (key for _, keys, _ in self.commands for key in keys)
        pads = (key for entry in self.inputs for key in entry.keys)
        pens = (key for pen in self.pens for key in pen.keys)
        return tuple(dict.fromkeys((*ours, *pads, *pens, *self._with_modifiers(), *own)))

    @property
    def commands(self) -> tuple[tuple[Message, tuple[str, ...], Callable[[], None]], ...]:
        """The commands of the page by letter, with Shift if the puzzle takes the letter itself."""
        taken = {key for entry in self.inputs for key in entry.keys}
        taken |= {key for pen in self.pens for key in pen.keys}
        commands: list[tuple[Message, str, Callable[[], None]]] = [
            (msg("Pause, or go on"), "KeyP", self.turn_pause),
            (msg("Full screen, or back"), "KeyF", _full_screen),
        ]
        if self.interaction.selects_many:
            commands.append((msg("Digit first, or cell first"), "KeyD", self.turn_first))
        return tuple(
            (label, tuple(key for key in (code, f"Shift+{code}") if key not in taken), does)
            for label, code, does in commands
        )

    def _with_modifiers(self) -> dict[str, tuple[str, PadButton]]:
        """Return the keys that enter with another pen than the first, whichever is chosen."""
        found: dict[str, tuple[str, PadButton]] = {}
        for held, pen in zip(_HELD, self.pens[1:], strict=False):
            for entry in self.inputs:
                if entry.pen:  # letters with a modifier belong to the browser
                    keys = (key for key in entry.keys if key.startswith(("Digit", "Numpad")))
                    found.update((held + key, (pen.action, entry)) for key in keys)
        return found

    def do(self, action: Action, *more: Action, by_method: bool = False) -> bool:
        """Apply actions as one step of the history; return whether anything changed."""
        moved = self._attempt(lambda: self.session.apply(action, *more))
        shown = by_method or action.name == "load"  # the player wants to see the board
        if moved and not shown and self.session.verdict is not GameStatus.OPEN:
            for listener in self.on_end:
                listener()
        return moved

    def _attempt(self, change: Callable[[], bool]) -> bool:
        """Change the game and show the result; return whether anything changed.

        If another window was ahead, the action is dropped, and that window's state shown.
        """
        if self.paused:
            self.say(_IS_PAUSED)
            return False
        self.show_game()
        session, trouble = self.session, None
        before, verdict = session.state, session.verdict
        try:
            moved = change()
        except GridwiseError as error:  # refused, in conflict, or the disk is full
            moved, trouble = False, error.message
        if session.state is not before:
            self.changed(moved=True)
            if trouble is None and not moved:
                trouble = ELSEWHERE
            self._ended(verdict)
        if trouble is not None:
            self.say(trouble)
        if self.hidden:
            session.pause()
        return moved

    def _ended(self, before: GameStatus) -> None:
        verdict, remark = self.session.verdict, self.interaction.remark(self.session.state)
        if remark is not None:
            self.say(remark)
        if verdict is before:
            return
        if verdict is GameStatus.WON:
            self.session.pause()
            self.say(msg("Solved! Well done."))
        elif verdict is GameStatus.LOST:
            self.session.pause()
            self.say(msg("Lost. Undo takes back the last move."))
        else:
            self._resume()

    def args(self, *, origin: bool = False, **more: Any) -> dict[str, Any]:
        """Return the arguments of a task about the game's board, if asked with its origin."""
        session, text = self.session, self.puzzle.format
        given = {"origin": text(session.origin)} if origin else {}
        return {"notation": text(session.position), "puzzle": self.kind} | given | more

    @property
    def shown_state(self) -> Any:
        """The state that the board shows."""
        return self.session.state if self.other_state is None else self.other_state

    async def ask(
        self, title: Message, name: str, args: Mapping[str, Any], *, time_s: float
    ) -> TaskOutcome | None:
        """Run a task about the board; return its outcome, or None after showing the reason."""
        if self.paused:
            self.say(_IS_PAUSED)
            return None
        if self.catch_up():
            return None
        session, state = self.session, self.session.state
        outcome = await self.task.ask(title, name, args, time_s=time_s)
        if outcome is None or self.session is not session:
            return None
        if session.state is not state:
            self.say(msg("the board changed meanwhile: ask again"))
            return None
        trouble = failed(outcome)
        if trouble is not None:
            self.say(trouble)
            return None
        return outcome

    def helped(self, *, hint: bool = False) -> bool:
        """Record that a hint or a solution is shown; return False if another window was ahead."""
        return not self._renewed(lambda: self.session.helped(hint=hint))

    def catch_up(self) -> bool:
        """Take over the changes of another window; return whether there were any."""
        return self._renewed(self.session.catch_up)

    def _renewed(self, update: Callable[[], Any]) -> bool:
        before, verdict = self.session.state, self.session.verdict
        try:
            update()
        except GridwiseError as error:
            self.say(error.message)
        if self.session.state is before:
            return False
        self.show_game()
        self.changed(moved=True)
        self._ended(verdict)
        self.say(ELSEWHERE)
        return True

    # The page's life.

    def close(self) -> None:
        """Stop the clock and the running task: the page is left for good."""
        self.closed.set()
        self.task.stop()
        self.session.pause()

    def leave(self) -> None:
        """Stop the clock: the connection is lost."""
        self.away = True
        self.session.pause()

    def arrive(self) -> None:
        """Show the stored game and let the clock go on: a browser is connected."""
        self.away = False
        self._show_again()

    def set_visible(self, now: bool) -> None:
        """React to the browser showing this page, or another tab."""
        self.hidden = not now
        if now:
            self._show_again()
        else:
            self.session.pause()

    def _show_again(self) -> None:
        if self._seen:
            self.catch_up()
            self._resume()

    @property
    def _seen(self) -> bool:
        return not (self.hidden or self.away or self.closed.is_set())

    @property
    def paused(self) -> bool:
        """Whether the player has paused this game; a reload does not end the pause."""
        return self.can_pause and self.visitor.settings.get(PAUSED) == self.session.game_id

    @property
    def can_pause(self) -> bool:
        """Whether the game goes on, and its board is not being edited."""
        playing = self.interaction.mode(self.session.state) is Mode.PLAY
        return playing and self.session.verdict is GameStatus.OPEN

    def turn_pause(self) -> None:
        """Pause the game: the clock stands and the board is hidden; or go on."""
        if not self.can_pause:
            return
        try:
            self.visitor.set(PAUSED, None if self.paused else self.session.game_id)
        except GridwiseError as error:
            self.say(error.message)
        if self.paused:
            self.session.pause()
            self.say(_IS_PAUSED)
        else:
            self._show_again()
            self.say(msg("the game goes on"))
        self.changed(moved=False)

    def turn_first(self) -> None:
        """Change whether the digit or the cell comes first."""
        value = "cell" if self.digit_first else "digit"
        self.visitor.set(FIRST, value)
        self.set_options()
        self.say(preferences()[FIRST].values[value])

    def set_options(self) -> None:
        """Apply the options of playing."""
        if not self.digit_first:
            self.held = None
        self.board.show_coordinates(preferred(self.visitor, COORDINATES) == "shown")
        self.changed(moved=False)

    @property
    def digit_first(self) -> bool:
        """Whether a digit is chosen first, and then its cells."""
        return self.interaction.selects_many and preferred(self.visitor, FIRST) == "digit"

    def _resume(self) -> None:
        if self._seen and not self.paused:
            self.session.resume_clock()

    def show_game(self) -> None:
        """Show the game again after another state."""
        if self.other_state is not None:
            self.other_state = None
            self.changed(moved=False)

    def show_state(self, state: Any) -> None:
        """Show another state in place of the game's; the game does not change."""
        self.other_state = state
        self.draw()
        for listener in self.on_change:
            listener()

    def undo(self) -> None:
        """Undo a step; if a solution is shown, only show the game again."""
        if self.other_state is not None:
            self.show_game()
            self.say(msg("back at your game"))
            return
        self._attempt(self.session.undo)

    def redo(self) -> None:
        """Redo a step."""
        self._attempt(self.session.redo)

    def go_to_step(self, step: int) -> None:
        """Go to a step of the history."""

        def gone() -> bool:
            self.session.go(step)
            return True

        self._attempt(gone)

    def replay(self) -> None:
        """Leave for the replay of this game."""
        ui.navigate.to(f"/replay/{self.kind}?game={self.session.game_id}")

    def restart(self) -> None:
        """Go back to the beginning; redo brings the game back."""
        self.go_to_step(0)

    # PadButton from the board and the pad.

    def pressed(self, cell: int) -> None:
        """Handle a click; on another state it only selects the cell."""
        if self.other_state is not None:
            self.select(cell)
            return
        self.selected = cell
        if self.held is not None:
            self._enter_held()
            return
        action = self._click
        if action:
            if not self.do(Action(action, cell)):
                self.draw()
        else:
            self.draw()

    @property
    def _click(self) -> str:
        """The action of a click: of the chosen pen, unless pens enter values."""
        for_values = any(entry.pen for entry in self.inputs)
        return self.pen if self.pens and not for_values else self.interaction.click

    def second_button(self, cell: int) -> None:
        """Handle the other mouse button, or a long press."""
        if self.other_state is None and self.interaction.secondary_click:
            self.selected = cell
            self.do(Action(self.interaction.secondary_click, cell))
        else:
            self.select(cell)

    def chord(self, cell: int) -> None:
        """Handle both mouse buttons, or a double click."""
        if self.other_state is None and "chord" in self.interaction.actions:
            self.selected = cell
            self.do(Action("chord", cell))

    def select(self, cell: int) -> None:
        """Select a cell."""
        if cell != self.selected or self.cells:
            self.selected = cell
            self.draw()

    def choose(self, cells: Sequence[int], dragged: bool) -> None:
        """Select several cells together; by a drag, the held digit is entered too."""
        self.selected = cells[-1]
        if len(cells) > 1:
            self.cells = tuple(dict.fromkeys(cells))
            announce(self.sentence(msg("{n} cells selected", n=len(self.cells))))
        if dragged and self.held is not None and self.other_state is None:
            self._enter_held()
        self.draw()

    def key(self, code: str, cell: int) -> None:
        """Handle a key that was pressed on a cell."""
        if code in UNDO_KEYS:
            return self.undo()
        if code in REDO_KEYS:
            return self.redo()
        if code == SHEET_KEY:
            return self.show_keys()
        if self.other_state is not None and code in self.solution_keys:
            return self.solution_keys[code]()
        for _, keys, does in self.commands:
            if code in keys:
                return does()
        if self.other_state is not None or self.paused:
            return None
        for pen in self.pens:
            if code in pen.keys:
                return self.choose_pen(pen.action)
        if cell not in self.cells:
            self.selected = cell
        for entry in self.inputs:
            if code in entry.keys:
                return self.press_input(entry)
        action, value = self._with_modifiers().get(code, ("", None))
        if value is not None:
            self._enter(Action(action, cell, value.action.value))
        return None

    def choose_pen(self, pen: str) -> None:
        """Choose a pen."""
        self.pen = pen
        for listener in self.on_change:
            listener()

    def press_input(self, one: PadButton) -> None:
        """Apply the action of a button of the pad."""
        action = one.action
        if one.at_cell and self.digit_first:
            self.held = None if self.held is not None and self.held.action == action else one
            self.changed(moved=False)
            return
        if one.at_cell and self.selected < 0:
            self.say(msg("select a cell first"))
            return
        if one.at_cell:
            self._enter(self._at_selected(one))
        else:
            self.do(action)

    def _at_selected(self, one: PadButton) -> Action:
        name = self.pen if one.pen and self.pen else one.action.name
        return Action(name, self.selected, one.action.value)

    def _enter_held(self) -> None:
        assert self.held is not None
        self._enter(self._at_selected(self.held))

    def _enter(self, action: Action) -> None:
        """Apply an action in all selected cells, as one step."""
        if self.cells:
            entry = self.interaction.for_cells(self.session.state, action, self.cells)
            self.do(*(entry or (action,)))
        else:
            self.do(action)


_IS_PAUSED = msg("the game is paused")


def _full_screen() -> None:
    ui.run_javascript(FULL_SCREEN)


def fresh_seed() -> int:
    """Return a seed from the clock."""
    return time.time_ns() % 1_000_000_000
