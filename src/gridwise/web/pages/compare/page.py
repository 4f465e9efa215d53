"""The page that starts comparisons: ready-made ones, and the visitor's own choice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from nicegui import run, ui

from gridwise.comparing.plan import limits_within
from gridwise.comparing.suites import QuickChoice, Suite, quick_choice, suites
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.method import Method
from gridwise.core.views import EngineView
from gridwise.documents.report.subjects import QUESTIONS
from gridwise.games.session import GameSession
from gridwise.render.words import limit_words, number
from gridwise.solving.inputs import parse
from gridwise.solving.prepare import is_compiled
from gridwise.web.pages.compare.view import ComparisonView
from gridwise.web.server.comparisons import (
    MOST_REPEATS,
    MOST_TIME_S,
    Comparisons,
    StoredComparison,
)
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.names import PHASES, titled
from gridwise.web.widgets.parts import Attribute, Button, Select, box, link, text, titled_section

_LONGEST_TEXT, _LONGEST_OPTIONS = 100_000, 4_000
_LEAD = msg(
    "The same boards by several methods, one run at a time, repeated in mixed order, each under "
    "the same limits. Answers are checked against each other, and what a limit ended is never "
    "turned into a number."
)
_WITHIN = """
(event) => {
  const asked = Math.trunc(event.target.valueAsNumber);
  const number = Number.isNaN(asked) ? %(first)d : Math.min(%(most)d, Math.max(1, asked));
  event.target.value = number;
  emit(String(number));
}
"""
"""Brings a number into its range."""


_METHODS = 4
"""The methods that are chosen for a board from a game: the best that fit, at most so many."""
_WHOLE_S = 60.0
"""Seconds in which a comparison ends if the visitor does not choose its limit."""


def show(server: ServerContext, visitor: Visitor, ident: str = "", game: str = "") -> None:
    """Show one comparison, or the form that starts one: with the board of the latest `game`."""
    if ident:
        ComparisonView(server, visitor, ident).show()
        return
    quick = quick_choice()
    board = _board_of(server, visitor, game)
    if board is not None:
        methods = _ready_methods(board)[:_METHODS]
        quick = replace(quick, boards=(board,), methods=methods)
    ComparisonForm(server, visitor, quick).show()


def _board_of(server: ServerContext, visitor: Visitor, kind: str) -> str | None:
    """Return the board of the visitor's latest game of a kind, or None."""
    if kind not in registry.interactions():
        return None
    session = GameSession.latest(server.store, visitor.owner, kind)
    return None if session is None else registry.puzzle(kind).format(session.position)


class ComparisonForm:
    """The form that starts a comparison."""

    def __init__(self, server: ServerContext, visitor: Visitor, quick: QuickChoice) -> None:
        self._all: Comparisons = server.comparisons
        self._visitor, self._words = visitor, visitor.words
        self._quick = quick
        self._chosen: set[str] = set(quick.methods)
        self._text, self._more = "\n".join(quick.boards), ""
        self._within, self._busy = True, False
        self._fits: dict[str, int] = {}

    def show(self) -> None:
        """Show the form."""
        words = self._words
        with box("div", "gw-page gw-compare"):
            with box("header"):
                text("h1", words(msg("Compare methods")))
                text("p", words(_LEAD), "gw-lead")
            self._error = text("p", "", "gw-error", role="alert")
            with titled_section(words(msg("Boards and methods")), "gw-own"):
                self._own()
            self._mine()
            with titled_section(words(msg("Ready-made")), "gw-ready"), box("ul", "gw-suites"):
                for suite in suites().values():
                    with box("li"):
                        self._suite(suite)

    def _mine(self) -> None:
        """List the visitor's earlier comparisons, if any."""
        words, mine = self._words, self._all.of(self._visitor.owner)
        if not mine:
            return
        with titled_section(words(msg("Your comparisons")), "gw-mine"), box("ul", "gw-runs"):
            for job in mine:
                with box("li"):
                    link(words(titled(job)), f"/compare/{job.ident}")
                    text("span", self._visitor.heading(_line(job)), "gw-quiet")

    def _suite(self, suite: Suite) -> None:
        words = self._words
        with box("article", "gw-suite"):
            with box("div"):
                text("h3", words(suite.title))
                text("p", words(_size(suite)))
                question = QUESTIONS[suite.question]
                text("p", words(msg("Asked for: {question}.", question=question)))
            name = suite.name
            Button(
                words(msg("Start")),
                partial(self._start, (name,), None),
                aria_label=words(msg("Start: {title}", title=suite.title)),
            ).mark(f"suite={name}")

    def _own(self) -> None:
        words, quick = self._words, self._quick
        with box("div", "gw-own gw-own-pair"):
            with box("div", "gw-own-boards"):
                self._area(
                    msg("Boards, one notation a line"),
                    self._boards_changed,
                    rows=4,
                    maxlength=_LONGEST_TEXT,
                    aria_describedby="gw-boards-said",
                    wrap="off",
                    # Not `value`: NiceGUI would reset that at every change of the page.
                    defaultValue=self._text,
                ).mark("boards")
                self._said = text("p", words(_FIRST), "gw-small", id="gw-boards-said")
                with box("div", "gw-row"):
                    self._question = "puzzle"
                    self._select_question()
                    self._repeats = self._number(
                        msg("Runs of each pair"), quick.repeats, MOST_REPEATS
                    )
                    self._time = self._number(
                        msg("Time limit of a run, s"), int(quick.time_s), int(MOST_TIME_S)
                    )
                self._choose_whole()
                with box("div", "gw-row"):
                    Button(words(msg("Start")), self._start_own, "gw-button gw-button-main").mark(
                        "own"
                    )
            with box("div", "gw-own-methods"):
                self._fit = box("div")
                self._show_methods(_fitting(quick.boards))
                with box("details"):
                    text("summary", words(msg("Methods with options")))
                    self._area(
                        msg("With options, one a line (may stay empty)"),
                        self._options_changed,
                        rows=2,
                        placeholder="a_star:heuristic=manhattan",
                        maxlength=_LONGEST_OPTIONS,
                        style="min-height: 4.5rem",
                    ).mark("options")

    def _area(
        self, label: Message, changed: Callable[..., Any], **attributes: Attribute
    ) -> ui.element:
        with box("label", "gw-field"):
            text("span", self._words(label))
            area = box("textarea", "gw-input", spellcheck="false", **attributes)
        area.on("change", changed, js_handler="(e) => emit(e.target.value)")
        return area

    def _select_question(self) -> None:
        words = self._words
        options = {"puzzle": words(msg("what the puzzle asks first"))}
        options |= {k: words(v) for k, v in QUESTIONS.items() if k != "games"}

        def chosen(value: str) -> None:
            self._question = value

        with box("label", "gw-field"):
            text("span", words(msg("Asked for")))
            Select(words(msg("Asked for")), options, "puzzle", chosen, classes="gw-input")

    def _number(self, label: Message, value: int, most: int) -> list[int]:
        """Show a number field; return a list that holds its value, kept in range."""
        now = [value]

        def changed(event: object) -> None:
            with suppress(ValueError):
                now[0] = min(most, max(1, int(str(getattr(event, "args", "")))))
            self._tell_limit()

        with box("label", "gw-field"):
            text("span", self._words(label))
            # Not `value`: NiceGUI would reset that at every change of the page.
            field = box("input", "gw-input", type="number", min=1, max=most, defaultValue=value)
        field.on("change", changed, js_handler=_WITHIN % {"first": value, "most": most})
        return now

    def _choose_whole(self) -> None:
        """Offer limits that let the whole comparison end within a minute."""
        with box("label", "gw-check"):
            tick = box("input", type="checkbox")
            tick.props["checked"] = True
            tick.on("change", self._whole_ticked, js_handler="(e) => emit(e.target.checked)")
            tick.mark("whole")
            with box("span"):
                text("span", self._words(msg("All of it ends within a minute")))
                self._whole = text("small", "", role="status")

    def _whole_ticked(self, event: object) -> None:
        self._within = getattr(event, "args", False) is True
        self._tell_limit()

    def _tell_limit(self) -> None:
        """Show the limit of a run that follows from the boards, the methods and the runs."""
        if not self._within:
            self._whole.text = self._visitor.sentence(msg("each run has the time limit above"))
            return
        chosen = self._chosen or self._fits
        extra = len([line for line in self._more.splitlines() if line.strip()])
        pairs = sum(self._fits.get(name, 0) for name in chosen) + extra * len(self._lines())
        try:
            limit, _ = limits_within(_WHOLE_S, pairs, self._repeats[0])
        except ParameterError as error:
            self._whole.text = self._visitor.sentence(error.message)
            return
        self._whole.text = self._visitor.sentence(
            msg(
                "a run is stopped after {limit}; what has to be compiled first is not counted",
                limit=limit_words(min(limit, self._time[0])),
            )
        )

    async def _boards_changed(self, event: object) -> None:
        """Read the boards, and offer the methods that work on any of them."""
        self._text = str(getattr(event, "args", ""))[:_LONGEST_TEXT]
        lines = self._lines()
        try:
            fitting = await run.io_bound(_fitting, lines)
        except GridwiseError as error:
            self._said.text = self._visitor.sentence(error.message)
            return
        self._said.text = self._visitor.sentence(_read(len(lines)))
        self._show_methods(fitting or {})

    def _options_changed(self, event: object) -> None:
        self._more = str(getattr(event, "args", ""))[:_LONGEST_OPTIONS]
        self._tell_limit()

    def _lines(self) -> list[str]:
        return [line.strip() for line in self._text.splitlines() if line.strip()]

    def _show_methods(self, found: Mapping[Method, int]) -> None:
        words, fitting = self._words, list(found)
        self._fits = {method.name: boards for method, boards in found.items()}
        self._chosen &= self._fits.keys()
        self._tell_limit()
        self._fit.clear()
        if not fitting:
            return
        with self._fit, box("fieldset", "gw-checks"):
            text("legend", words(msg("Methods that fit; none chosen means all of them")))
            for method in fitting:
                with box("label", "gw-check"):
                    tick = box("input", type="checkbox", value=method.name)
                    tick.props["checked"] = method.name in self._chosen
                    tick.on(
                        "change",
                        partial(self._ticked, method.name),
                        js_handler="(e) => emit(e.target.checked)",
                    )
                    tick.mark(f"method={method.name}")
                    with box("span"):
                        text("span", words(Message(method.title)))
                        text("small", method.name, "gw-code-inline")

    def _ticked(self, name: str, event: object) -> None:
        (self._chosen.add if getattr(event, "args", False) is True else self._chosen.discard)(name)
        self._tell_limit()

    async def _start_own(self) -> None:
        extra = [line.strip() for line in self._more.splitlines() if line.strip()]
        methods = [*sorted(self._chosen), *extra] or None
        await self._start(self._lines(), methods, own=True)

    async def _start(
        self, inputs: Sequence[str], methods: Sequence[str] | None, own: bool = False
    ) -> None:
        if self._busy:
            return
        self._busy = True
        question = None if self._question == "puzzle" else self._question
        try:
            ident = await run.io_bound(
                partial(
                    self._all.start,
                    inputs,
                    owner=self._visitor.owner,
                    methods=methods,
                    question=question if own else None,
                    repeats=self._repeats[0] if own else None,
                    time_s=float(self._time[0]) if own else None,
                    total_s=_WHOLE_S if own and self._within else None,
                )
            )
        except GridwiseError as error:
            self._error.text = self._visitor.sentence(error.message)
            return
        finally:
            self._busy = False
        announce(self._words(msg("The comparison has begun.")))
        ui.navigate.to(f"/compare/{ident}")


_FIRST = msg("Any puzzles may stand together that are asked the same question.")


def _read(boards: int) -> Message:
    """Return the message about the boards that were read."""
    if not boards:
        return _FIRST
    return msg("1 board") if boards == 1 else msg("{n} boards", n=number(boards))


def _fitting(lines: Sequence[str]) -> dict[Method, int]:
    """Return the methods that work on any of the boards, best first, each with the number of them.

    Raises `GridwiseError` if a line is no board.
    """
    counts: Counter[Method] = Counter()
    for line in lines:
        counts.update(registry.methods_for(parse(line), None))
    return dict(counts)


def _ready_methods(board: str) -> tuple[str, ...]:
    """Return the methods for a board that need no compiling first, best first."""
    position = parse(board)
    puzzle = registry.puzzle_of(position)
    views, ready = frozenset(puzzle.views(position)), is_compiled(puzzle.name)
    return tuple(
        method.name
        for method in registry.methods_for(position)
        if ready or method.view_for(views) is not EngineView
    )


def _size(suite: Suite) -> Message:
    """Return the size of a ready-made comparison."""
    size = {
        "methods": len(suite.contenders),
        "boards": len(suite.subjects()),
        "repeats": suite.repeats,
    }
    if suite.cpu_s is not None:
        return msg(
            "{methods} methods, {boards} boards, {repeats} runs of each pair of at most {time} s "
            "of CPU time",
            time=f"{suite.cpu_s:g}",
            **size,
        )
    return msg(
        "{methods} methods, {boards} boards, {repeats} runs of each pair of at most {time} s",
        time=f"{suite.time_s:g}",
        **size,
    )


def _line(job: StoredComparison) -> Message:
    return msg(
        "{phase}, runs: {done} of {total}, {date}",
        phase=PHASES[job.phase],
        done=number(job.done),
        total=number(job.total),
        date=job.made[:10],
    )
