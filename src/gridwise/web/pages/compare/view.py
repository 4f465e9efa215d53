"""One comparison on the page: its progress, its tables and charts, its files."""

import base64
from collections.abc import Callable
from functools import partial

from nicegui import ui

from gridwise.comparing.charts import charts
from gridwise.comparing.results import Comparison
from gridwise.comparing.spoken_names import in_spoken_names, spoken_name
from gridwise.comparing.verdict import verdict, whole_rounds
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.documents.report import FORMATS
from gridwise.documents.report.build import LIMITS_NOTE, QUESTIONS
from gridwise.documents.report.conclusions import conclusions
from gridwise.documents.report.tables import games_table
from gridwise.render.catalogue import LANGUAGES
from gridwise.render.charts import Chart
from gridwise.render.words import number, rough_duration
from gridwise.web.pages.compare.blocks import show_block
from gridwise.web.pages.compare.table import MethodTableView
from gridwise.web.pages.job_view import JobView
from gridwise.web.server.comparisons import FILES, ComparisonState
from gridwise.web.server.context import ServerContext
from gridwise.web.server.stored_jobs import OPEN, JobPhase
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.charts import options, summary
from gridwise.web.widgets.names import PHASES, titled
from gridwise.web.widgets.parts import Button, Select, box, text, titled_section

_REPORT_S = 120.0
_MOVES: dict[JobPhase, Message] = {
    JobPhase.DONE: msg("The comparison is done."),
    JobPhase.STOPPED: msg("The comparison was stopped."),
    JobPhase.FAILED: msg("The comparison failed."),
}
_KINDS = {
    ".docx": msg("Word document"),
    ".pdf": msg("PDF"),
    ".html": msg("web page"),
}


class ComparisonView(JobView[ComparisonState]):
    """The page of one comparison."""

    home = "/compare"
    missing = msg("There is no such comparison")
    all_of_them = msg("All comparisons")
    bar = msg("Runs done")
    moves = _MOVES
    stop = msg("Stop")
    live_s = 2.0
    delete = (msg("Delete this comparison?"), msg("Its measurements are gone then."))

    def __init__(self, server: ServerContext, visitor: Visitor, ident: str) -> None:
        super().__init__(server.comparisons, visitor, ident)
        self._server, self._all = server, server.comparisons
        self._table = MethodTableView(visitor)

    def _head(self, state: ComparisonState) -> None:
        words = self._words
        text("h1", words(titled(state)))
        if state.question in QUESTIONS:
            question = QUESTIONS[state.question]
            text("p", words(msg("Asked for: {question}.", question=question)), "gw-lead")

    def _line(self, state: ComparisonState) -> Message:
        return msg(
            "{phase}, runs: {done} of {total}",
            phase=PHASES[state.phase],
            done=number(state.done),
            total=number(state.total),
        )

    def _current(self, state: ComparisonState) -> Message | None:
        if state.current is None:
            return None
        now = _now(state, self._words)
        if state.left_s is None:
            return now
        return msg("{now} · about {time} left", now=now, time=rough_duration(state.left_s))

    def _results(self, state: ComparisonState) -> None:
        words = self._words
        try:
            comparison = self._all.result(self._ident)
        except GridwiseError as error:
            text("p", self._visitor.sentence(error.message), "gw-error")
            return
        if comparison is None:
            return
        comparison = in_spoken_names(comparison, words)
        running = state.phase in OPEN
        self._who_won(whole_rounds(comparison) if running else comparison, running)
        if running:
            return
        shown = charts(comparison)
        if shown:
            with titled_section(words(msg("Plots")), "gw-plots"), box("div", "gw-charts"):
                for chart in shown:
                    self._chart(chart)
        self._conclude(comparison)
        self._downloads()

    def _who_won(self, found: Comparison, running: bool) -> None:
        """Show the winner, and the table that it follows from."""
        words = self._words
        title = msg("So far, after every whole round") if running else msg("Who won")
        with titled_section(words(title), "gw-won"):
            if not found.rows:
                text("p", words(msg("The first round of all pairs is not over yet.")), "gw-quiet")
                return
            first, *others = verdict(found)
            text("p", words(first), "gw-verdict").mark("verdict")
            with box("div", "gw-verdict-more"):
                for said in others:
                    text("p", words(said))
            self._table.show(found)
            games = games_table(found)
            if games is not None:
                show_block(games, self._visitor)

    def _conclude(self, found: Comparison) -> None:
        with titled_section(self._words(msg("What follows")), "gw-follows"), box("details"):
            text("summary", self._words(msg("All conclusions, and the rule behind them")))
            text("p", self._words(LIMITS_NOTE), "gw-small")
            for block in conclusions(found):
                show_block(block, self._visitor)

    def _chart(self, chart: Chart) -> None:
        words = self._words
        with box("figure", "gw-chart"):
            text("h3", words(chart.title))
            drawn = ui.echart(options(chart, words), renderer="svg")
            drawn.props["role"] = "img"
            drawn.props["aria-label"] = words(summary(chart))
            text("figcaption", words(summary(chart)), "gw-small")

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
            status = text("p", "", "gw-small")
            with box("div", "gw-row"):
                for name in FILES:
                    made = Button(name, partial(self._download, name), "gw-button gw-mono")
                    made.mark(f"file={name}")

        async def write(_: object = None) -> None:
            if wanted["ending"] not in FORMATS or make.props.get("disabled"):
                return
            make.props["disabled"] = True
            status.text = words(msg("The report is being written …"))
            status.text = await self._report(wanted["ending"], wanted["language"])
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
            return self._visitor.sentence(error.message)
        if outcome.value is None:
            unwritten = msg("The report could not be written.")
            return self._visitor.sentence(outcome.message or unwritten)
        for file in outcome.value["files"]:
            ui.download.content(base64.b64decode(file["data"]), file["name"])
        return self._words(msg("The report is ready."))

    def _download(self, name: str) -> None:
        try:
            data = self._all.file(self._ident, name)
        except GridwiseError as error:
            self._error.text = self._visitor.sentence(error.message)
            return
        ui.download.content(data, name, FILES[name])


def _now(state: ComparisonState, words: Callable[[Message], str]) -> Message:
    assert state.current is not None
    if not state.done:
        return msg("Getting ready: what is compiled is compiled before the clock runs.")
    method, board = state.current
    return msg("Now: {method} on {board}", method=spoken_name(method, words), board=board)
