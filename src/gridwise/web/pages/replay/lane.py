"""A lane: the choices for one recording, its progress, its board and its words at each step."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from nicegui import run, ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.core.scene import Scene
from gridwise.process.supervisor import Ticket
from gridwise.recording.recording import BOUND, CONFLICT, DECISION, SOLUTION, Recording
from gridwise.render.words import duration
from gridwise.web.board import pictures
from gridwise.web.board.element import BoardElement
from gridwise.web.pages.replay.recording_form import METHOD, RecordedBoard, RecordingForm
from gridwise.web.pages.replay.step_details import StepDetails
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce, waiting_words
from gridwise.web.widgets.parts import Button, Farewell, box, text

_LOOK_S = 0.2

SIGNS: Mapping[str, str] = {DECISION: "▲", CONFLICT: "✕", SOLUTION: "★", BOUND: "❙"}
"""The sign of each kind of step, beside its colour."""

_TO_THE_BOARD = """
const choice = document.getElementById("%s");
if (choice) {
  const play = document.querySelector(".gw-replay-play");
  if (choice.contains(document.activeElement) && play) play.focus({ preventScroll: true });
  choice.open = false;
  if (matchMedia("(max-width: 62rem)").matches) choice.scrollIntoView({ block: "start" });
  else scrollTo({ top: 0 });
}
"""
"""Closes the choices, and scrolls to the board with its name and its bar."""

_ENDS: Mapping[str, Message] = {
    "time_limit": msg("it timed out before anything was recorded"),
    "memory_limit": msg("it took more memory than it may"),
    "cancelled": msg("stopped; nothing is kept"),
    "fault": msg("something went wrong while recording; this is a fault of ours"),
}
_STATUS: Mapping[str, Message] = {
    "SOLVED": msg("it found an answer"),
    "UNSATISFIABLE": msg("it searched everything: there is no solution"),
    "UNKNOWN": msg("it ended without an answer"),
}
_STOPS: Mapping[str, Message] = {
    "TIME_LIMIT": msg("it timed out"),
    "NODE_LIMIT": msg("its number of nodes was reached"),
    "MEMORY_LIMIT": msg("its memory was used up"),
    "INCOMPLETE": msg("it does not look everywhere"),
}


class Lane:
    """One recording beside others, built inside the current slot.

    `board`, `chosen` and `source` are as in `RecordingForm`, `taken` is called after a new
    recording, and `number` counts the lanes from 1.
    """

    def __init__(
        self,
        server: ServerContext,
        visitor: Visitor,
        board: RecordedBoard,
        taken: Callable[[], None],
        chosen: str = "",
        number: int = 1,
        source: str = METHOD,
    ) -> None:
        self._server, self._visitor, self._taken = server, visitor, taken
        self._words = visitor.words
        self.recording: Recording | None = None
        self._stop: threading.Event | None = None
        self._ticket: Ticket | None = None
        self._seconds = 0.0
        self._counters: Mapping[str, Any] = {}
        words = self._words
        self._title = msg("Recording {number}", number=number)
        with box("section", "gw-replay-lane", aria_label=words(self._title)) as self.root:
            self._choice = box("details", "gw-replay-choice", open=True)
            with self._choice:
                self._name = text("summary", words(msg("What to watch")), "gw-replay-name")
                self.form = RecordingForm(
                    visitor, board, chosen, source, on_file=self.record, say=self._tell
                )
                with box("div", "gw-row gw-replay-do"):
                    self._record = Button(
                        words(msg("Record")), self.record, "gw-button gw-button-main"
                    ).mark("record")
                    self._halt = Button(words(msg("Stop")), self.stop).mark("stop")
            self._halt.set_visibility(False)
            self._said = text("p", "", "gw-replay-said")
            self.now = text("p", "", "gw-replay-now").mark("now")
            self.where = text("p", "", "gw-small").mark("lane-step")
            self._board_place = box("div", "gw-replay-board")
            with self._board_place:
                self.board = self._drawn(board.scene)
            self._below = box("div", "gw-replay-below", tabindex=0, role="group")
            said = msg("{name}: {text}", name=msg("What happens at the step"), text=self._title)
            self._below.props["aria-label"] = words(said)
            Farewell(self.stop)
        missing = self.form.missing()
        if missing is not None:
            self._said.text = words(missing)
        self._details: StepDetails | None = None
        self._timer = ui.timer(_LOOK_S, self._look, active=False)

    def _drawn(self, scene: Scene) -> BoardElement:
        picture, numbers = pictures.chosen(self._server, self._visitor)
        return BoardElement(
            scene,
            self._words,
            label=self._words(msg("Board")),
            readonly=True,
            picture=picture if pictures.has_moving_parts(scene) else None,
            numbers=numbers,
        )

    def stop(self) -> None:
        """Cancel the recording task."""
        if self._stop is not None:
            self._stop.set()

    async def record(self) -> None:
        """Make the chosen recording, and show it."""
        if self._stop is not None:
            return
        missing = self.form.missing()
        if missing is not None:
            self._tell(missing)
            return
        name, args, time_s = self.form.task()
        self._stop, self._seconds, self._counters = threading.Event(), 0.0, {}
        self._ticket = None
        self._halt.set_visibility(True)
        self._record.props["disabled"] = True
        self._said.text = self._words(msg("Recording …"))
        self._timer.activate()
        try:
            outcome = await self._server.ask(
                name,
                args,
                owner=self._visitor.owner,
                time_s=time_s,
                cancel=self._stop,
                progress=self._noted,
                taken=self._taken_up,
            )
        except GridwiseError as error:
            self._tell(error.placed)
            return
        finally:
            self._stop = None
            if not self.root.is_deleted:
                self._timer.deactivate()
                self._halt.set_visibility(False)
                self._record.props.pop("disabled", None)
        if self.root.is_deleted:
            return
        if outcome.value is None:
            self._tell(outcome.message or _ENDS.get(outcome.end) or _ENDS["fault"])
            return
        recording = await run.io_bound(Recording, outcome.value)
        if recording is not None and not self.root.is_deleted:
            with self.root:
                self.take(recording)

    def _taken_up(self, ticket: Ticket) -> None:
        self._ticket = ticket

    def _noted(self, seconds: float, counters: Mapping[str, Any]) -> None:
        """Store the progress; runs in another thread, so it draws nothing."""
        self._seconds, self._counters = seconds, dict(counters)

    def _look(self) -> None:
        if self._stop is None:
            return
        if self._stop.is_set():
            self._said.text = self._words(msg("Stopping …"))
            return
        waits = waiting_words(self._ticket)
        if waits is not None:
            self._said.text = self._visitor.sentence(waits)
            return
        parts = [self._words(duration(self._seconds)), self._visitor.counters(self._counters)]
        self._said.text = " · ".join(part for part in parts if part)

    def _tell(self, what: Message) -> None:
        if not self.root.is_deleted:
            self._said.text = self._visitor.sentence(what)
            announce(self._said.text)

    def take(self, recording: Recording) -> None:
        """Show a recording from its start."""
        self.recording = recording
        parts = (recording.coverage(), _ended(recording), recording.note())
        self._said.text = " ".join(
            self._visitor.sentence(part) for part in parts if part is not None
        )
        announce(self._said.text)
        self.root.classes("gw-recorded")
        self._name.text = self.form.name_of(recording.name)
        self._name.props["title"] = self._name.text  # over a narrow board its end is cut off
        self._board_place.clear()
        with self._board_place:
            self.board = self._drawn(recording.scene(0))
        self._below.clear()
        with self._below:
            self._details = StepDetails(recording, self._visitor, self._title)
        self._taken()
        ui.run_javascript(_TO_THE_BOARD % self._choice.html_id)

    def show(self, step: int, *, animate: bool, details: bool) -> None:
        """Show a step; with `details`, also update the details below the board."""
        recording = self.recording
        if recording is None:
            return
        self.board.show(recording.scene(step), animate=animate)
        sign = SIGNS.get(recording.kind(step), "")
        sentence = self._visitor.sentence(recording.message(step))
        self.now.text = f"{sign} {sentence}" if sign else sentence
        self.where.text = self._visitor.heading(
            msg("step {step} of {steps}", step=number(step), steps=number(recording.steps))
        )
        if details and self._details is not None:
            self._details.show(step)


def _ended(recording: Recording) -> Message | None:
    """Return how the run itself ended, or None if the outcome of a game says it."""
    result = recording.result
    status, stop = result["status"], _STOPS.get(result["stop"])
    if status is None:
        return stop
    if stop is None or (status == "SOLVED" and result["stop"] == "INCOMPLETE"):
        return _STATUS[status]
    return msg("{what}, as {why}", what=_STATUS[status], why=stop)
