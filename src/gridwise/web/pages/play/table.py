"""The table of one page: the game on it, the board that shows it, and who has to be told."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParseError
from gridwise.core.interaction import Action, Mode, PadButton, Pen
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.scene import Highlight, Scene
from gridwise.games.session import ELSEWHERE, GameSession
from gridwise.web.board.board import Board
from gridwise.web.pages.play.job import Job, failed
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.workers.supervisor import Outcome

UNDO_KEYS = ("Control+KeyZ", "Meta+KeyZ")
_HELD = ("Shift+", "Control+")
"""Held with a key, the value goes where the second or the third pen writes."""
REDO_KEYS = ("Control+KeyY", "Control+Shift+KeyZ", "Meta+Shift+KeyZ")


class Table:
    """What all parts of a play page share.

    Parameters
    ----------
    server, visitor
        Of the page.
    kind
        The puzzle's name.

    Notes
    -----
    Parts of the page append to `watchers` what is to be called after every change, and to
    `movers` what is to be called after the board itself changed (so that a hint or a chance of
    the board before is dropped).
    """

    board: Board
    job: Job
    said: ui.element
    """Where it is shown what is said and what is worked on."""
    tools: ui.element
    """The bar of tools."""
    status: ui.label

    def __init__(self, server: ServerContext, visitor: Visitor, kind: str) -> None:
        self.server, self.visitor, self.kind = server, visitor, kind
        self.puzzle, self.interaction = registry.puzzle(kind), registry.interaction(kind)
        self.watchers: list[Callable[[], None]] = []
        self.movers: list[Callable[[], None]] = []
        self.highlights: Mapping[int, Highlight] = {}
        self.chances: Sequence[float | None] | None = None
        self.shown: Any = None
        """A state that is looked at in place of the game (a solution); None for the game."""
        self.pickers: list[Callable[[], None]] = []
        """What is to be called when the person went to another cell."""
        self._selected = -1
        self.pen = ""
        self.hidden = False
        """Whether the browser shows another tab: the clock stands still."""
        self.gone = threading.Event()
        """Set once the page is left: what is worked on for it ends."""
        self.session = self._first()
        self._use()

    @property
    def selected(self) -> int:
        """The cell that the person is at, -1 for none."""
        return self._selected

    @selected.setter
    def selected(self, cell: int) -> None:
        if cell != self._selected:
            self._selected = cell
            for tell in self.pickers:
                tell()

    def words(self, message: Message) -> str:
        """Return a message in the visitor's language."""
        return self.visitor.words(message)

    def _first(self) -> GameSession:
        """Return the game that was played last, else one on the puzzle's first example."""
        session = GameSession.latest(self.server.store, self.visitor.owner, self.kind)
        if session is not None:
            return session
        if self.interaction.deals:
            position = self.interaction.empty(next(iter(self.interaction.sizes)))
        else:
            position = self.puzzle.parse(self.puzzle.examples[0])
        return self._begun(position, seed=fresh_seed())

    def _begun(
        self,
        position: Any,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
    ) -> GameSession:
        return GameSession.begin(
            self.server.store,
            self.visitor.owner,
            self.kind,
            position,
            mode=mode,
            seed=seed,
            options=options or {},
        )

    def begin(
        self,
        position: Any,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Put a new game on the table; raises what the interaction refuses."""
        fresh = self._begun(position, mode=mode, seed=seed, options=options)
        self.session.pause()
        self.session = fresh
        self._use()
        self.changed(moved=True)

    def open(self, session: GameSession) -> None:
        """Put a game that was played before on the table."""
        self.session.pause()
        self.session = session
        self._use()
        self.changed(moved=True)

    def _use(self) -> None:
        pens = self.interaction.pens(self.session.state)
        self.pen = pens[0].action if pens else ""
        self.selected = -1
        self.shown = None
        self._resume()

    # What is on the screen.

    @property
    def scene(self) -> Scene:
        """The drawing of what is looked at."""
        return self.interaction.scene(
            self.session.state if self.shown is None else self.shown,
            selected=self.selected,
            highlights=self.highlights,
            chances=self.chances,
        )

    def draw(self, *, animate: bool = True) -> None:
        """Show the board as it is now."""
        self.board.show(self.scene, animate=animate)

    def mark(self, cells: Iterable[int]) -> None:
        """Mark cells as wrong."""
        self.highlights = dict.fromkeys(cells, Highlight.CONFLICT)
        self.draw()

    def changed(self, *, moved: bool) -> None:
        """Show everything anew; `moved` where the board itself is another one."""
        if moved:
            self.highlights, self.chances = {}, None
            for tell in self.movers:
                tell()
        self.draw()
        self.board.set_keys(self.keys)
        for tell in self.watchers:
            tell()

    def say(self, message: Message) -> None:
        """Say something below the board; screen readers read it out."""
        words = self.words(message)
        # The same words twice in a row would not be read out again; an unseen mark parts them.
        self.status.set_text(words + ("\u200b" if self.status.text == words else ""))

    # What is done.

    @property
    def inputs(self) -> tuple[PadButton, ...]:
        """The buttons of the pad."""
        return self.interaction.pad_buttons(self.session.state)

    @property
    def pens(self) -> tuple[Pen, ...]:
        """The pens."""
        return self.interaction.pens(self.session.state)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the board takes."""
        ours = (*UNDO_KEYS, *REDO_KEYS)
        pads = (key for one in self.inputs for key in one.keys)
        pens = (key for one in self.pens for key in one.keys)
        return tuple(dict.fromkeys((*ours, *pads, *pens, *self._with_modifiers())))

    def _with_modifiers(self) -> dict[str, tuple[str, PadButton]]:
        """Return keys that enter with the second or third pen, whichever is chosen."""
        found: dict[str, tuple[str, PadButton]] = {}
        for held, pen in zip(_HELD, self.pens[1:], strict=False):
            for one in self.inputs:
                if one.pen:  # letters with a modifier belong to the browser
                    keys = (key for key in one.keys if key.startswith(("Digit", "Numpad")))
                    found.update((held + key, (pen.action, one)) for key in keys)
        return found

    def do(self, action: Action, *more: Action) -> bool:
        """Do something, and show and say what came of it; return whether anything changed.

        Several actions are one step of the history.
        """
        return self._attempt(lambda: self.session.apply(action, *more))

    def _attempt(self, does: Callable[[], bool]) -> bool:
        """Do this to the game, and show and say what came of it; return whether it did anything.

        The game may be another one afterwards even where nothing was done: it went on elsewhere.
        """
        self.look_away()
        session, trouble = self.session, None
        before, verdict = session.state, session.verdict
        try:
            moved = does()
        except GridwiseError as error:  # refused, in conflict, or the disk is full
            moved, trouble = False, told(error)
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
            self.say(msg("Lost: that was a mine. Undo takes the last step back."))
        else:
            self._resume()

    async def ask(
        self, title: Message, name: str, args: Mapping[str, Any], *, time_s: float
    ) -> Outcome | None:
        """Ask a child about the board; return its answer, None after saying why there is none."""
        if self.catch_up():
            return None
        session, state = self.session, self.session.state
        outcome = await self.job.ask(title, name, args, time_s=time_s)
        if outcome is None:
            return None
        if self.session is not session or session.state is not state:
            self.say(msg("the board changed meanwhile: ask again"))
            return None
        trouble = failed(outcome)
        if trouble is not None:
            self.say(trouble)
            return None
        return outcome

    def helped(self) -> bool:
        """Note that a hint or a solution is shown; False where the game went on elsewhere."""
        return not self._renewed(self.session.helped)

    def catch_up(self) -> bool:
        """Show and say what another window did to the game; return whether it did anything."""
        return self._renewed(self.session.catch_up)

    def _renewed(self, does: Callable[[], Any]) -> bool:
        before, verdict = self.session.state, self.session.verdict
        try:
            does()
        except GridwiseError as error:
            self.say(told(error))
        if self.session.state is before:
            return False
        self.look_away()
        self.changed(moved=True)
        self._ended(verdict)
        self.say(ELSEWHERE)
        return True

    # Who looks at it.

    def left(self) -> None:
        """Stop the clock and what is worked on: the page is left for good."""
        self.gone.set()
        self.job.stop()
        self.session.pause()

    def leave(self) -> None:
        """Stop the clock: nobody looks at the page."""
        self.session.pause()

    def come(self) -> None:
        """Show the game as it is now and let the clock go on: somebody looks at the page again."""
        if not (self.hidden or self.gone.is_set()):
            self.catch_up()
            self._resume()

    def seen(self, now: bool) -> None:
        """Take note of whether the browser shows the page, or another tab."""
        self.hidden = not now
        if now:
            self.come()
        else:
            self.leave()

    def _resume(self) -> None:
        if not (self.hidden or self.gone.is_set()):
            self.session.resume_clock()

    def look_away(self) -> None:
        """Go back to the game where something else was looked at."""
        if self.shown is not None:
            self.shown = None
            self.changed(moved=False)

    def look_at(self, state: Any) -> None:
        """Show another state in place of the game, which stays as it is."""
        self.shown = state
        self.draw()
        for tell in self.watchers:
            tell()

    def undo(self) -> None:
        """Take a step back."""
        self._attempt(self.session.undo)

    def redo(self) -> None:
        """Take a step forward again."""
        self._attempt(self.session.redo)

    def go(self, step: int) -> None:
        """Go to a step of the history."""

        def gone() -> bool:
            self.session.go(step)
            return True

        self._attempt(gone)

    def restart(self) -> None:
        """Go back to the beginning; redo brings the game back."""
        self.go(0)

    # What the board tells.

    def pressed(self, cell: int) -> None:
        """Take a click on a cell; where something else is looked at it only goes there."""
        if self.shown is not None:
            self.select(cell)
            return
        self.selected = cell
        action = self._click
        if action:
            if not self.do(Action(action, cell)):
                self.draw()
        else:
            self.draw()

    @property
    def _click(self) -> str:
        """The action of a click: that of the chosen pen where pens are not for values."""
        for_values = any(one.pen for one in self.inputs)
        return self.pen if self.pens and not for_values else self.interaction.click

    def second(self, cell: int) -> None:
        """Take the other button, or a long press."""
        if self.shown is None and self.interaction.secondary_click:
            self.selected = cell
            self.do(Action(self.interaction.secondary_click, cell))

    def chord(self, cell: int) -> None:
        """Take both buttons, or a double click."""
        if self.shown is None and "chord" in self.interaction.actions:
            self.selected = cell
            self.do(Action("chord", cell))

    def select(self, cell: int) -> None:
        """Take note of where the person is."""
        if cell != self.selected:
            self.selected = cell
            self.draw()

    def key(self, code: str, cell: int) -> None:
        """Take a key that was pressed on a cell."""
        if code in UNDO_KEYS:
            return self.undo()
        if code in REDO_KEYS:
            return self.redo()
        if self.shown is not None:
            return None
        for pen in self.pens:
            if code in pen.keys:
                return self.take(pen.action)
        self.selected = cell
        for one in self.inputs:
            if code in one.keys:
                return self.enter(one)
        action, value = self._with_modifiers().get(code, ("", None))
        if value is not None:
            self.do(Action(action, cell, value.action.value))
        return None

    def take(self, pen: str) -> None:
        """Take a pen."""
        self.pen = pen
        for tell in self.watchers:
            tell()

    def enter(self, one: PadButton) -> None:
        """Do what a button of the pad does."""
        action = one.action
        if one.at_cell and self.selected < 0:
            self.say(msg("choose a cell first"))
            return
        name = self.pen if one.pen and self.pen else action.name
        self.do(Action(name, self.selected if one.at_cell else action.cell, action.value))


def told(error: GridwiseError) -> Message:
    """Return what an error says, in words that can be translated where it has such."""
    if isinstance(error, ParseError):
        return error.message
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Message) else msg("{what}", what=str(error))


def fresh_seed() -> int:
    """Return a seed that was hardly used before."""
    return time.time_ns() % 1_000_000_000
