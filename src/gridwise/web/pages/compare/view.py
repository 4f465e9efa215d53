"""One comparison on the page: its progress, its tables and charts, its files."""

import base64
from functools import partial
from typing import Any

from nicegui import run, ui

from gridwise.comparing.charts import charts
from gridwise.comparing.results import Comparison
from gridwise.core.errors import GridwiseError, UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.documents.report import FORMATS
from gridwise.documents.report.build import LIMITS_NOTE, QUESTIONS, measures
from gridwise.documents.report.conclusions import conclusions
from gridwise.documents.report.tables import games_table, marked_rows, measure_tables, short_names
from gridwise.render.catalogue import LANGUAGES
from gridwise.render.charts import Chart
from gridwise.web.pages.compare.blocks import show_block
from gridwise.web.pages.compare.charts import options, summary
from gridwise.web.server.comparisons import FILES, ComparisonPhase, ComparisonState
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce, keep_focus
from gridwise.web.widgets.names import PHASES, titled
from gridwise.web.widgets.parts import Button, Select, box, link, sure, text, titled_section

_REPORT_S = 120.0
_EVERY_S = 0.5
_OPEN = (ComparisonPhase.WAITING, ComparisonPhase.RUNNING)
_MOVES: dict[ComparisonPhase, Message] = {
    ComparisonPhase.DONE: msg("The comparison is done."),
    ComparisonPhase.STOPPED: msg("The comparison was stopped."),
    ComparisonPhase.FAILED: msg("The comparison failed."),
}
_MARKED = msg("Marked rows: boards on which answers exclude each other, or a run failed.")
_KINDS = {
    ".docx": msg("Word document"),
    ".pdf": msg("PDF"),
    ".html": msg("web page"),
}


class ComparisonView:
    """The page of one comparison, which runs whether or not anyone looks."""

    def __init__(self, server: ServerContext, visitor: Visitor, ident: str) -> None:
        self._server, self._all, self._ident = server, server.comparisons, ident
        self._visitor, self._words = visitor, visitor.words
        self._seen: tuple[Any, ...] | None = None

    def show(self) -> None:
        """Show the comparison; another visitor's does not exist for this one."""
        words = self._words
        with box("div", "gw-page gw-compare"):
            state = self._state()
            if state is None:
                text("h1", words(msg("There is no such comparison")))
                link(words(msg("All comparisons")), "/compare", "gw-more")
                return
            with box("header"):
                text("h1", words(titled(state)))
                if state.question in QUESTIONS:
                    question = QUESTIONS[state.question]
                    text("p", words(msg("Asked for: {question}.", question=question)), "gw-lead")
            self._top = box("section", "gw-progress", aria_label=words(msg("Progress")))
            self._made = box("div", "gw-compare")
            link(words(msg("All comparisons")), "/compare", "gw-more")
            self._refresh()
            self._timer = ui.timer(_EVERY_S, self._tick, active=state.phase in _OPEN)
            if state.phase not in _OPEN:
                self._results()

    def _state(self) -> ComparisonState | None:
        try:
            state = self._all.state(self._ident)
        except UnknownNameError:
            return None
        return state if state.owner == self._visitor.owner else None

    def _tick(self) -> None:
        state = self._state()
        if state is None:
            self._timer.deactivate()
            ui.navigate.to("/compare")
            return
        self._refresh()
        if state.phase not in _OPEN:
            self._timer.deactivate()
            announce(self._words(_MOVES[state.phase]))
            self._results()

    def _refresh(self) -> None:
        """Show the progress, if it has changed."""
        state = self._state()
        if state is None:
            return
        now = (state.phase, state.done, state.total, state.current, state.error)
        if now == self._seen:
            return
        rebuilt = self._seen is None or self._seen[0] is not state.phase
        self._seen = now
        words = self._words
        if rebuilt:
            self._top.clear()
            with self._top:
                self._line = text("p", "")
                self._bar = box("progress", max=1, value=0, aria_label=words(msg("Runs done")))
                self._current = text("p", "", "gw-quiet")
                self._error = text("p", "", "gw-error")
                with box("div", "gw-row"):
                    self._buttons(state)
            keep_focus()
        self._line.text = words(
            msg(
                "{phase}: {done} of {total} runs",
                phase=PHASES[state.phase],
                done=state.done,
                total=state.total,
            )
        )
        self._bar.props["max"] = max(1, state.total)
        self._bar.props["value"] = state.done
        self._current.text = "" if state.current is None else words(_now(state))
        self._current.set_visibility(state.current is not None)
        self._error.text = state.error

    def _buttons(self, state: ComparisonState) -> None:
        words = self._words
        if state.phase in _OPEN:
            Button(words(msg("Stop")), self._stop).mark("stop")
            return
        if state.phase is not ComparisonPhase.DONE:
            Button(words(msg("Go on")), self._resume, "gw-button gw-button-main").mark("resume")
        Button(words(msg("Delete")), self._ask_delete, "gw-button gw-button-bad").mark("delete")

    def _stop(self) -> None:
        self._all.cancel(self._ident)
        with self._top:  # the button that was pressed may be gone by then
            self._tick()

    async def _resume(self) -> None:
        try:
            await run.io_bound(self._all.resume, self._ident)
        except GridwiseError as error:
            self._error.text = self._words(error.message)
            return
        self._timer.activate()
        with self._top:
            self._made.clear()
            self._refresh()

    async def _ask_delete(self) -> None:
        question, what = msg("Delete this comparison?"), msg("Its measurements are gone then.")
        if await sure(self._words, question, what):
            self._timer.deactivate()
            try:
                await run.io_bound(self._all.remove, self._ident)
            except GridwiseError as error:
                self._error.text = self._words(error.message)
                return
            ui.navigate.to("/compare")

    def _results(self) -> None:
        """Show the tables and charts of the results so far."""
        words = self._words
        self._made.clear()
        try:
            found = self._all.result(self._ident)
        except GridwiseError as error:
            with self._made:
                text("p", words(error.message), "gw-error")
            return
        if found is None:
            return
        with self._made:
            self._conclude(found)
            shown = charts(found)
            if shown:
                with titled_section(words(msg("Plots")), "gw-plots"), box("div", "gw-charts"):
                    for chart in shown:
                        self._chart(chart)
            self._tables(found)
            self._downloads()

    def _conclude(self, found: Comparison) -> None:
        with titled_section(self._words(msg("What follows")), "gw-follows"):
            first, *others = list(conclusions(found))
            show_block(first, self._visitor)
            with box("details"):
                text("summary", self._words(msg("All conclusions, and the rule behind them")))
                for block in others:
                    show_block(block, self._visitor)

    def _chart(self, chart: Chart) -> None:
        words = self._words
        with box("figure", "gw-chart"):
            text("h3", words(chart.title))
            drawn = ui.echart(options(chart, words), renderer="svg")
            drawn.props["role"] = "img"
            drawn.props["aria-label"] = words(summary(chart))
            text("figcaption", words(summary(chart)), "gw-small")

    def _tables(self, found: Comparison) -> None:
        words = self._words
        with titled_section(words(msg("Tables")), "gw-tables"):
            text("p", words(LIMITS_NOTE), "gw-small")
            if marked_rows(found):
                text("p", words(_MARKED), "gw-error")
            names = short_names(found)
            if names is not None:
                show_block(names, self._visitor)
            games = games_table(found)
            if games is not None:
                show_block(games, self._visitor)
            for _, parts in measure_tables(found, measures(found)):
                for table in parts:
                    show_block(table, self._visitor)

    def _downloads(self) -> None:
        words = self._words
        wanted = {"language": self._visitor.language, "ending": ".pdf"}
        with titled_section(words(msg("Take it with you")), "gw-files"):
            with box("div", "gw-row"):
                Select(
                    words(msg("Language of the report")),
                    dict(LANGUAGES),
                    wanted["language"],
                    partial(wanted.__setitem__, "language"),
                    languages=True,
                ).mark("report-language")
                Select(
                    words(msg("Kind of file")),
                    {ending: words(_KINDS[ending]) for ending in (".pdf", ".docx", ".html")},
                    wanted["ending"],
                    partial(wanted.__setitem__, "ending"),
                ).mark("report-ending")
                make = Button(words(msg("Make the report")), None, "gw-button gw-button-main").mark(
                    "report"
                )
            said = text("p", "", "gw-small")
            with box("div", "gw-row"):
                for name in FILES:
                    Button(name, partial(self._download, name)).mark(f"file={name}")

        async def write(_: object = None) -> None:
            if wanted["ending"] not in FORMATS or make.props.get("disabled"):
                return
            make.props["disabled"] = True
            said.text = words(msg("The report is being written …"))
            said.text = await self._report(wanted["ending"], wanted["language"])
            make.props.pop("disabled", None)

        make.on("click", write, [])

    async def _report(self, ending: str, language: str) -> str:
        """Let a child write the report, download it, and return a message for the visitor."""
        try:
            args = self._all.report_args(self._ident, ending, language)
            outcome = await self._server.ask(
                "report", args, owner=self._visitor.owner, time_s=_REPORT_S
            )
        except GridwiseError as error:
            return self._words(error.message)
        if outcome.value is None:
            return outcome.error or self._words(msg("The report could not be written."))
        for file in outcome.value["files"]:
            ui.download.content(base64.b64decode(file["data"]), file["name"])
        return self._words(msg("The report is ready."))

    def _download(self, name: str) -> None:
        try:
            data = self._all.file(self._ident, name)
        except GridwiseError as error:
            self._error.text = self._words(error.message)
            return
        ui.download.content(data, name, FILES[name])


def _now(state: ComparisonState) -> Message:
    assert state.current is not None
    if not state.done:
        return msg("Getting ready: what is compiled is compiled before the clock runs.")
    method, board = state.current
    return msg("Now: {method} on {board}", method=method, board=board)
