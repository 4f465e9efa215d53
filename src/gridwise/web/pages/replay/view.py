"""The replay view: one recording or two side by side, and the controls that step through them."""

import time
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from nicegui import ui

from gridwise.core import numbers, registry
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.core.scene import Scene
from gridwise.recording.recording import BOUND, CONFLICT, DECISION, SOLUTION, Recording
from gridwise.web.pages.replay.lane import SIGNS, Lane
from gridwise.web.pages.replay.recording_form import METHOD, OWN, RecordedBoard
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.parts import Button, Select, box, text
from gridwise.web.widgets.preferences import preferred

SPEEDS = (0.5, 1, 2, 4, 8, 16, 25, 50)
"""Steps a second."""
KEYS = ("Space", "ArrowLeft", "ArrowRight", "Home", "End", "BracketLeft", "BracketRight")

_TICK_S = 0.04
_DETAILS_S = 0.4
"""Seconds between updates of the details below the board while playing."""
_SLIDES = 4
"""The speed up to which tiles slide."""
_SETTLED_S = 0.35
"""Seconds at one step after which its words are announced."""
_BINS = 80
"""The most markers of one kind on the scrub bar."""
_OFFERED_S = 30.0
_FLAT = 1.5
"""The ratio of width to height from which two boards on a phone stand one above the other."""

_NAMES: Mapping[str, Message] = {
    DECISION: msg("decisions"),
    CONFLICT: msg("contradictions and backtracks"),
    SOLUTION: msg("solutions"),
    BOUND: msg("new bounds"),
}
_GAME_NAMES: Mapping[str, Message] = {
    DECISION: msg("first click and guesses"),
    CONFLICT: msg("lost or stuck"),
    SOLUTION: msg("won"),
}

_HEAR = """
(() => {
  const id = "%s", codes = %s;
  const hear = event => {
    const root = document.getElementById(id);
    if (!root) return document.removeEventListener("keydown", hear);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!codes.includes(event.code) || root.classList.contains("gw-replay-idle")) return;
    const at = event.target.closest ? event.target : document.body;
    if (at.closest("input:not([type=range]), select, textarea, [role=dialog], [role=menu]")) return;
    if (event.code === "Space" && at.closest("button, a, summary")) return;
    const moves = event.code !== "Space" && !event.code.startsWith("Bracket");
    if (moves && at.closest("[role=grid], .gw-replay-scroll")) return;
    event.preventDefault();
    root.dispatchEvent(new CustomEvent("gw-key", { detail: event.code }));
  };
  document.addEventListener("keydown", hear);
})()
"""
"""Hears the keys wherever the focus is, as long as this view is on the page."""


class ReplayView:
    """One recording or two, and their controls; built inside the current slot.

    `origin` is the board as given, None without entries. A policy may go on with `game`, the saved
    state (`Interaction.dump`) of a game. `played` returns the visitor's own game, which is shown at
    once if `own` is set.
    """

    def __init__(
        self,
        server: ServerContext,
        visitor: Visitor,
        position: object,
        *,
        origin: object | None = None,
        game: Mapping[str, Any] | None = None,
        method: str = "",
        played: Callable[[], Mapping[str, Any]] | None = None,
        own: bool = False,
    ) -> None:
        self._played, self._own = played, own and played is not None
        self._server, self._visitor, self._words = server, visitor, visitor.words
        self._board: RecordedBoard | None = None
        self.lanes: list[Lane] = []
        self.step = 0
        self.playing = False
        self._share = True
        self._speed = SPEEDS.index(4)
        self._since = self._owed = self._details_at = 0.0
        self._still = preferred(visitor, "motion") == "less"
        self._build()
        self._timer = ui.timer(_TICK_S, self._tick, active=False)
        self._settle = ui.timer(_SETTLED_S, self._settled, active=False)
        ui.timer(0.01, partial(self._load, position, origin, game, method), once=True)

    def _build(self) -> None:
        words = self._words
        with box("div", "gw-replay gw-replay-idle", tabindex=-1) as self.root:
            self._failed = text("p", "", "gw-error")
            self._doubling()
            self._lanes = box("div", "gw-replay-lanes")
            with box("div", "gw-replay-bar", role="group", aria_label=words(msg("Replay"))):
                with box("div", "gw-replay-scrub"):
                    with box("div"):
                        self._marks = box("div", "gw-replay-marks", aria_hidden="true")
                        self._scrub = box(
                            "input",
                            "gw-replay-range",
                            type="range",
                            min=0,
                            max=0,
                            step=1,
                            value=0,
                            aria_label=words(msg("Step")),
                        ).mark("scrub")
                    self._count = text("span", "", "gw-replay-count").mark("step")
                    self._scrub.on(
                        "input",
                        self._scrubbed,
                        throttle=0.05,
                        js_handler="(event) => emit(Number(event.target.value))",
                    )
                self._buttons()
            self._legend = box("div", "gw-row gw-replay-legend")
            self._hint = text("p", "", "gw-small")
        self.root.on("gw-key", self._key, js_handler="(event) => emit(event.detail)")
        ui.run_javascript(_HEAR % (self.root.html_id, list(KEYS)))
        ui.on("gw-still", self._calm)
        self._motion()

    def _buttons(self) -> None:
        words = self._words

        def tool(sign: str, name: Message, act: Callable[[], Any], mark: str) -> Button:
            made = Button(sign, act, "gw-button gw-replay-tool", aria_label=words(name))
            made.props["title"] = words(name)
            return made.mark(mark)

        with box("div", "gw-row gw-replay-tools"):
            tool("|‹", msg("To the start"), lambda: self.go(0), "start")
            tool("‹", msg("Step back"), lambda: self.go(self.step - 1), "back")
            self._play = Button("", self.toggle, "gw-button gw-button-main gw-replay-play").mark(
                "play"
            )
            tool("›", msg("Step forward"), lambda: self.go(self.step + 1), "forward")
            tool("›|", msg("To the end"), lambda: self.go(self.steps), "end")
            with box("label", "gw-replay-speed"):
                text("span", words(msg("Speed")), "gw-unseen")
                names = {
                    str(at): words(
                        msg("1 step/s")
                        if speed == 1
                        else msg("{speed} steps/s", speed=f"{speed:g}")
                    )
                    for at, speed in enumerate(SPEEDS)
                }
                self._speeds = Select(
                    words(msg("Speed")), names, str(self._speed), lambda at: self.pace(int(at))
                ).mark("speed")
        self._label_play()

    def _doubling(self) -> None:
        words = self._words
        with box("div", "gw-row"):
            self._second = Button(
                words(msg("Two side by side")), self.double, aria_pressed="false"
            ).mark("double")
            syncs = {
                "share": words(msg("Together, by share")),
                "step": words(msg("Together, by step")),
            }
            self._sync = Select(words(msg("Side by side")), syncs, "share", self._synced)
            self._sync.mark("sync").set_visibility(False)

    def _motion(self) -> None:
        self._hint.text = ""
        tips = [msg("Keys: space plays, arrows step, Home and End jump, [ and ] change the speed.")]
        if self._still:
            tips.append(msg("Motion is reduced: playing makes one step at a time."))
        self._hint.text = " ".join(map(self._words, tips))

    async def _load(
        self,
        position: object,
        origin: object | None,
        game: Mapping[str, Any] | None,
        method: str,
    ) -> None:
        """Let a child list the recordable methods on the board, and add the first lane."""
        puzzle = registry.puzzle_of(position)
        notation = puzzle.format(position)
        media = 'matchMedia("(prefers-reduced-motion: reduce)").matches'
        ui.run_javascript(f"{media} && emitEvent('gw-still', true)")
        try:
            outcome = await self._server.ask(
                "recordable",
                {"notation": notation, "puzzle": puzzle.name},
                owner=self._visitor.owner,
                time_s=_OFFERED_S,
            )
        except GridwiseError as error:
            self._failed.text = self._visitor.sentence(error.message)
            return
        if self.root.is_deleted:
            return
        if outcome.value is None:
            unknown = msg("What can be watched on this board could not be found out.")
            self._failed.text = self._visitor.sentence(outcome.message or unknown)
            return
        given = None if origin is None else puzzle.format(origin)
        scene = puzzle.scene(position, origin=origin)
        self._board = RecordedBoard(notation, given, scene, game, outcome.value, self._played)
        self._add(method, OWN if self._own else METHOD)
        if self._own:
            await self.lanes[0].record()

    def _calm(self, _: object = None) -> None:
        self._still = True
        self.pause()
        self._motion()

    def _add(self, method: str, source: str = METHOD) -> None:
        assert self._board is not None
        number = len(self.lanes) + 1
        self._shape(self._board.scene)
        with self._lanes:
            lane = Lane(
                self._server, self._visitor, self._board, self._taken, method, number, source
            )
        self.lanes.append(lane)
        lane.where.set_visibility(len(self.lanes) > 1)
        self._lanes.classes(add="gw-replay-two" if len(self.lanes) > 1 else "")

    def _shape(self, scene: Scene) -> None:
        ratio = scene.width / scene.height
        self.root.style(f"--gw-ratio: {ratio:g}; --gw-columns: {scene.width}")
        self.root.classes(**{"add" if ratio > _FLAT else "remove": "gw-replay-flat"})

    def double(self) -> None:
        """Add a second lane, or remove it."""
        if self._board is None:
            return
        if len(self.lanes) > 1:
            lane = self.lanes.pop()
            lane.stop()
            lane.root.delete()
            self._lanes.classes(remove="gw-replay-two")
        elif self.lanes:
            watched = [m["name"] for m in self._board.offered["methods"] if m["watched"]]
            others = [name for name in watched if name != self.lanes[0].form.title]
            self._add(others[0] if others else "")
        two = len(self.lanes) > 1
        self._second.props["aria-pressed"] = "true" if two else "false"
        self._sync.set_visibility(two)
        for lane in self.lanes:
            lane.where.set_visibility(two)
        self._taken(keep=True)

    def _synced(self, how: str) -> None:
        self._share = how == "share"
        self._taken(keep=True)

    @property
    def steps(self) -> int:
        """The number of steps of the longest recording."""
        return max((r.steps for r in self._recordings()), default=0)

    def _recordings(self) -> list[Recording]:
        return [lane.recording for lane in self.lanes if lane.recording is not None]

    def _step_of(self, recording: Recording, at: int) -> int:
        """Return the step of a recording at a place of the scrub bar."""
        if not self._share or not self.steps:
            return min(at, recording.steps)
        return (at * recording.steps + self.steps // 2) // self.steps

    def _bar_of(self, recording: Recording, step: int) -> float:
        """Return the place of a step on the scrub bar, from 0 to 1."""
        whole = recording.steps if self._share else self.steps
        return step / whole if whole else 0.0

    def _taken(self, *, keep: bool = False) -> None:
        """Adjust the controls to the recordings."""
        self.pause()
        for recording in self._recordings()[:1]:
            self._shape(recording.scene(0))  # a program's trace brings its own board
        self.root.classes(**{"remove" if self._recordings() else "add": "gw-replay-idle"})
        self._scrub.props["max"] = self.steps
        self._mark_all()
        self.go(min(self.step, self.steps) if keep else 0)

    def _mark_all(self) -> None:
        self._marks.clear()
        self._legend.clear()
        words, found = self._words, self._recordings()
        with self._marks:
            for recording in found:
                with box("div", "gw-replay-strip"):
                    for kind, steps in recording.markers.items():
                        places = sorted(
                            {round(self._bar_of(recording, step) * _BINS) for step in steps}
                        )
                        for place in places:
                            mark = text("span", SIGNS[kind], f"gw-mark-sign gw-mark-{kind}")
                            mark.style(f"left: {100 * place / _BINS:.2f}%")
        with self._legend:
            for kind, sign in SIGNS.items():
                number = sum(len(r.markers.get(kind, ())) for r in found)
                if number:
                    games = all(r.is_game for r in found) and kind in _GAME_NAMES
                    what = (_GAME_NAMES if games else _NAMES)[kind]
                    label = msg("{what}: {number}", what=what, number=numbers.number(number))
                    Button(
                        f"{sign} {words(label)}",
                        partial(self.jump, kind),
                        "gw-button gw-replay-jump",
                        title=words(msg("To the next one")),
                    ).mark(f"jump={kind}")

    def jump(self, kind: str) -> None:
        """Go to the next step of a kind, in the recording with the nearest one."""
        best: int | None = None
        for recording in self._recordings():
            step = recording.next_marker(kind, self._step_of(recording, self.step))
            if step is not None:
                at = self._place_of(recording, step)
                best = at if best is None else min(best, at)
        if best is not None:
            self.go(best)

    def go(self, step: int) -> None:
        """Go to a step and stop playing."""
        self.pause()
        self._owed = 0.0
        self._show(step)

    def _show(self, step: int) -> None:
        before, self.step = self.step, max(0, min(step, self.steps))
        now = time.monotonic()
        details = not self.playing or now - self._details_at >= _DETAILS_S
        if details:
            self._details_at = now
        slow = not self.playing or SPEEDS[self._speed] <= _SLIDES
        animate = not self._still and slow and abs(self.step - before) == 1
        for lane in self.lanes:
            if lane.recording is not None:
                at = self._step_of(lane.recording, self.step)
                lane.show(at, animate=animate, details=details)
        place = msg(
            "step {step} of {steps}",
            step=numbers.number(self.step),
            steps=numbers.number(self.steps),
        )
        self._count.text = self._visitor.heading(place)
        self._scrub.props["value"] = self.step
        self._scrub.props["aria-valuetext"] = self._count.text
        if not self.playing and self._recordings():
            self._settle.activate()
            self._since = now

    def _settled(self) -> None:
        """Announce the event of a step that was shown for a moment."""
        if time.monotonic() - self._since < _SETTLED_S * 0.9:
            return
        self._settle.deactivate()
        if not self.playing:
            announce(" ".join(lane.now.text for lane in self.lanes if lane.now.text))

    def _scrubbed(self, event: Any) -> None:
        if isinstance(event.args, int | float) and not isinstance(event.args, bool):
            self.go(int(event.args))

    def toggle(self) -> None:
        """Play or pause; with reduced motion, go one step on."""
        if self.playing:
            self.go(self.step)
        elif self._still:
            self.go(self.step + 1)
        elif self.steps:
            if self.step >= self.steps:
                self._show(0)
            if self.step == 0:
                self._show(self._after_givens())
            self.playing = True
            self._since, self._owed = time.monotonic(), 0.0
            self._timer.activate()
            self._label_play()

    def _after_givens(self) -> int:
        """Return the first place of the bar where a recording has entered its givens."""
        return min((self._place_of(r, r.begins) for r in self._recordings()), default=0)

    def _place_of(self, recording: Recording, step: int) -> int:
        """Return the first place of the bar for a step; several may show it, each by its share."""
        return bisect_left(range(self.steps + 1), step, key=partial(self._step_of, recording))

    def pause(self) -> None:
        """Stop playing at this step."""
        if self.playing:
            self.playing = False
            self._timer.deactivate()
            self._label_play()

    def _label_play(self) -> None:
        name = msg("Pause") if self.playing else msg("Play")
        self._play.text = self._words(name)

    def _tick(self) -> None:
        if not self.playing:
            return
        now = time.monotonic()
        self._owed += (now - self._since) * SPEEDS[self._speed]
        self._since = now
        steps = int(self._owed)
        if not steps:
            return
        self._owed -= steps
        if self.step + steps >= self.steps:
            self.go(self.steps)
        else:
            self._show(self.step + steps)

    def pace(self, at: int) -> None:
        """Choose a speed by its index in `SPEEDS`."""
        self._speed = max(0, min(at, len(SPEEDS) - 1))
        self._speeds.props["value"] = str(self._speed)

    def _key(self, event: Any) -> None:
        acts: Mapping[str, Callable[[], None]] = {
            "Space": self.toggle,
            "ArrowLeft": lambda: self.go(self.step - 1),
            "ArrowRight": lambda: self.go(self.step + 1),
            "Home": lambda: self.go(0),
            "End": lambda: self.go(self.steps),
            "BracketLeft": lambda: self.pace(self._speed - 1),
            "BracketRight": lambda: self.pace(self._speed + 1),
        }
        if isinstance(event.args, str) and event.args in acts:
            acts[event.args]()
