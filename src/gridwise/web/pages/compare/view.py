"""One comparison on the page: its progress, its tables and charts, its files."""

import base64
from collections.abc import Callable
from functools import partial

from nicegui import ui

from gridwise.comparing.charts import charts
from gridwise.comparing.measures import name_of
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME
from gridwise.comparing.tables import (
    SHARE,
    first_measure,
    in_spoken_names,
    method_table,
    reading_notes,
    spoken_name,
)
from gridwise.comparing.verdict import verdict, whole_rounds
from gridwise.core.errors import GridwiseError
from gridwise.core.formula import linear
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.documents import model
from gridwise.documents.model import Block, Text
from gridwise.documents.report import FORMATS
from gridwise.documents.report.conclusions import conclusions
from gridwise.documents.report.results import LIMITS_NOTE, games_table, measures
from gridwise.documents.report.subjects import QUESTIONS
from gridwise.jobs.stored import OPEN, JobPhase
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.charts import Chart
from gridwise.render.tables import ResultTable
from gridwise.render.words import number, rough_duration
from gridwise.web.pages.job_view import JobView
from gridwise.web.server.comparisons import FILES, StoredComparison
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.charts import options, summary
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.names import PHASES, titled
from gridwise.web.widgets.parts import Button, Select, box, data_table, text, titled_section

_ALL = ""
"""The choice of all boards."""


class MethodTableView:
    """The table, and the two lists that choose its content; it can be filled again.

    Parameters
    ----------
    visitor
        The visitor, for the language.
    """

    def __init__(self, visitor: Visitor) -> None:
        self._visitor, self._words = visitor, visitor.words
        self._found: Comparison | None = None
        self._shown: ui.element | None = None
        self._measure, self._board = "", _ALL

    def show(self, found: Comparison) -> None:
        """Build the table here."""
        self._found, words = found, self._words
        self._measure = self._measure or first_measure(found)
        kept = _measured(found)
        boards = {_ALL: words(msg("all boards"))} | {s.id: s.label for s in found.subjects}
        with box("div", "gw-row"):
            if len(kept) > 1:
                Select(
                    words(msg("Show")),
                    {name: words(_title(name)) for name in kept},
                    self._measure,
                    self._choose_measure,
                    framed=True,
                ).mark("measure")
            if len(found.subjects) > 1:
                Select(
                    words(msg("Boards")), boards, self._board, self._choose_board, framed=True
                ).mark("board")
        self._shown = box("div", "gw-standing")
        self._fill()

    def _choose_measure(self, name: str) -> None:
        self._measure = name
        self._fill()
        announce(self._words(_title(name)))

    def _choose_board(self, ident: str) -> None:
        self._board = ident
        self._fill()

    def _fill(self) -> None:
        found, words = self._found, self._words
        assert found is not None and self._shown is not None
        boards = [s.id for s in found.subjects if self._board in (_ALL, s.id)]
        made = method_table(found, self._measure, boards, spread=len(boards) == 1)
        about = self._said(made.title)
        self._shown.clear()
        with self._shown:
            outer = box("div", "gw-scroll", tabindex=0, role="region", aria_label=about)
            with outer, box("table", "gw-table gw-bars", aria_label=about):
                with box("thead"), box("tr"):
                    for at, head in enumerate(made.head):
                        text("th", self._said(head), "gw-number" if at else "", scope="col")
                with box("tbody"):
                    for at, (row, bars) in enumerate(zip(made.rows, made.bars, strict=True)):
                        with box("tr", "gw-marked" if at in made.marked else ""):
                            self._row(row, bars)
            if self._measure != SHARE:  # the bar of a share is as long as its number says
                text("p", words(_BARS), "gw-small")
            self._key(found)

    def _row(self, row: tuple[Text, ...], bars: tuple[float | None, ...]) -> None:
        text("th", self._said(row[0]), scope="row")
        for said, part in zip(row[1:], bars[1:], strict=True):
            attributes = {} if part is None else {"style": f"--part: {100 * part:.1f}%"}
            text("td", self._said(said), "gw-number", **attributes)

    def _said(self, said: Text) -> str:
        return self._words(said) if isinstance(said, Message | Numeral) else said

    def _key(self, found: Comparison) -> None:
        for note in reading_notes(found.subjects):
            text("p", self._visitor.sentence(note), "gw-small")
        named = [(s.label, s.source or s.notation) for s in found.subjects]
        named = [(label, source) for label, source in named if label != source]
        if not named:
            return
        with box("details"):
            text("summary", self._words(msg("The boards by their short names")))
            with box("dl", "gw-board-key"):
                for label, source in named:
                    text("dt", label)
                    text("dd", source, "gw-code-inline")


def _title(name: str) -> Message:
    return msg("Share finished") if name == SHARE else name_of(name)


_BARS = msg(
    "The longer the bar, the better: the best on a board has a full one, a method with twice its "
    "value half of one."
)


def _measured(found: Comparison) -> list[str]:
    """Return the measures that any run has, CPU time first."""
    pairs = [(c.id, s.id) for c in found.contenders for s in found.subjects]
    return [
        name
        for name in (*([SHARE] if found.of_games else []), *measures(found))
        if name in (TIME, SHARE)
        or any(found.runs_of(*pair).median(name) is not None for pair in pairs)
    ]


def show_block(block: Block, visitor: Visitor) -> None:
    """Show one block in the visitor's language; pictures are left out."""
    words = catalogue(visitor.language)

    def said(one: Text) -> str:
        return model.words(one, words)

    match block:
        case model.Heading():
            text("h3", said(block.text))
        case model.Paragraph():
            if block.code:
                text("p", said(block.text), "gw-code")
            else:
                text("p", model.sentence(block.text, words), "gw-said")
        case model.Bullets():
            with box("ul", "gw-bullets"):
                for item in block.items:
                    text("li", model.sentence(item, words))
        case ResultTable():
            _table(block, visitor)
        case model.Gallery() | model.WritingSpace():
            pass
        case _:
            text("p", linear(block.math), "gw-code")


def _table(table: ResultTable, visitor: Visitor) -> None:
    words = catalogue(visitor.language)

    def said(one: Text) -> str:
        return model.words(one, words)

    number = "gw-number" if table.numbers else ""
    caption = said(table.title)
    text("p", caption, "gw-caption")
    outer = box("div", "gw-scroll", tabindex=0, role="region", aria_label=caption)
    with outer, box("table", "gw-table", aria_label=caption):
        rows = [tuple(map(said, line)) for line in table.rows]
        data_table(tuple(map(said, table.head)), rows, number, table.marked)


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


_SHORT = "short"
_LENGTHS = {_SHORT: msg("four to six pages"), "full": msg("everything")}


class ComparisonView(JobView[StoredComparison]):
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
        self._server = server
        self._table = MethodTableView(visitor)

    def _head(self, job: StoredComparison) -> None:
        words = self._words
        text("h1", words(titled(job)))
        if job.question in QUESTIONS:
            question = QUESTIONS[job.question]
            text("p", words(msg("Asked for: {question}.", question=question)), "gw-lead")

    def _line(self, job: StoredComparison) -> Message:
        return msg(
            "{phase}, runs: {done} of {total}",
            phase=PHASES[job.phase],
            done=number(job.done),
            total=number(job.total),
        )

    def _current(self, job: StoredComparison) -> Message | None:
        if job.current is None:
            return None
        now = _now(job, self._words)
        if job.left_s is None:
            return now
        return msg("{now} · about {time} left", now=now, time=rough_duration(job.left_s))

    def _results(self, job: StoredComparison) -> None:
        words = self._words
        try:
            comparison = job.result()
        except GridwiseError as error:
            text("p", self._visitor.sentence(error.message), "gw-error")
            return
        if comparison is None:
            return
        comparison = in_spoken_names(comparison, words)
        running = job.phase in OPEN
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
        wanted = {"language": self._visitor.language, "ending": ".pdf", "length": _SHORT}
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
                Select(
                    words(msg("Length of the report")),
                    {name: words(text) for name, text in _LENGTHS.items()},
                    wanted["length"],
                    partial(wanted.__setitem__, "length"),
                ).mark("report-length")
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
            full = wanted["length"] != _SHORT
            status.text = await self._report(wanted["ending"], wanted["language"], full=full)
            make.props.pop("disabled", None)

        make.on("click", write, [])

    async def _report(self, ending: str, language: str, *, full: bool) -> str:
        """Let a child write the report, download it, and return a message for the visitor."""
        try:
            args = self._jobs.find(self._ident).report_args(ending, language, full=full)
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
            data = self._jobs.find(self._ident).file(name)
        except GridwiseError as error:
            self._error.text = self._visitor.sentence(error.message)
            return
        ui.download.content(data, name, FILES[name])


def _now(job: StoredComparison, words: Callable[[Message], str]) -> Message:
    assert job.current is not None
    if not job.done:
        return msg("Getting ready: what is compiled is compiled before the clock runs.")
    method, board = job.current
    return msg("Now: {method} on {board}", method=spoken_name(method, words), board=board)
