"""The page that checks a visitor's own clauses of a board."""

from collections.abc import Mapping
from typing import Any

from nicegui import events, ui

from gridwise.core import registry
from gridwise.core.errors import ParseError
from gridwise.core.message import Message, from_json, msg
from gridwise.core.views import CnfModel
from gridwise.render.words import number, printable
from gridwise.solving.encoding.check_display import HEAD
from gridwise.solving.inputs import decoded
from gridwise.web.pages.play.running_task import RunningTask, failed
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.parts import Button, box, text, titled_section
from gridwise.web.widgets.upload import upload
from gridwise.workers.tasks.check_encoding import MOST_BYTES

CHECK_S = 60.0
_MOST_BOARD = 20_000
_LEAD = msg(
    "Check clauses that you wrote yourself: each family is counted, and a solver looks for a board "
    "that they accept and the rules forbid, and for a legal board that they reject."
)
_MAP = msg(
    "Without a map the variables count cells row by row, and in each cell its values: 1 is r1c1=1, "
    "or the first cell. A map is JSON; variables that it leaves out are auxiliary."
)

_LOOK = """
(() => {
  const answer = document.getElementById("gw-verdict");
  if (!answer) return;
  const { top } = answer.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 3) answer.scrollIntoView({ block: "start" });
})()
"""
"""Scrolls to the answer if it is out of sight."""


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page."""
    EncodingPage(server, visitor).show()


class EncodingPage:
    """The form, and below it the findings."""

    def __init__(self, server: ServerContext, visitor: Visitor) -> None:
        self._server, self._visitor, self._words = server, visitor, visitor.words
        self._files: dict[str, tuple[str, str]] = {}
        self._named: dict[str, Any] = {}

    def show(self) -> None:
        """Show the page."""
        words = self._words
        with box("div", "gw-page gw-compare"):
            with box("header"):
                text("h1", words(msg("Your own encoding")))
                text("p", words(_LEAD), "gw-lead")
            with box("div", "gw-own gw-own-pair"):
                with titled_section(words(msg("What to check")), "gw-new"), box("div", "gw-own"):
                    self._form()
                self._found = box("div", "gw-compare")

    def _form(self) -> None:
        words = self._words
        label = words(msg("The board, as a notation or a text"))
        self._board = ui.textarea(label, value=_example())
        self._board.props(f"outlined autogrow spellcheck=false maxlength={_MOST_BOARD}")
        self._board.classes("gw-mono")
        self._upload("cnf", msg("Choose the clauses (DIMACS), or drop them here"))
        self._upload("map", msg("Choose a map of the variables (JSON), or drop it here"))
        text("p", words(_MAP), "gw-small")
        self._error = text("p", "", "gw-error", role="alert")
        self._task = RunningTask(self._server, self._visitor, self._say)
        with box("div", "gw-row"):
            button = Button(words(msg("Check")), self._check, main=True)
            self._task.block_while_busy(button)

    def _upload(self, kind: str, label: Message) -> None:
        async def uploaded(sent: events.UploadEventArguments) -> None:
            data = await sent.file.read()
            sent.sender.run_method("reset")
            name = printable(sent.file.name)[:200]
            self._error.text = ""
            try:
                self._files[kind] = name, decoded(data, name)
            except ParseError as error:
                self._say(error.message)
                return
            self._named[kind].text = self._visitor.sentence(msg("chosen: {name}", name=name))
            announce(self._named[kind].text)

        def rejected(event: events.UiEventArguments) -> None:
            event.sender.run_method("reset")
            self._say(msg("The file has more than {n} MB.", n=MOST_BYTES // 10**6))

        upload(
            self._words(label),
            most_bytes=MOST_BYTES,
            on_upload=uploaded,
            on_rejected=rejected,
        ).mark(kind)
        self._named[kind] = text("p", "", "gw-quiet")

    def _say(self, said: Message) -> None:
        self._error.text = self._visitor.sentence(said)

    async def _check(self) -> None:
        self._error.text = ""
        self._found.clear()
        if "cnf" not in self._files:
            self._say(msg("choose the file of the clauses first"))
            return
        name, cnf = self._files["cnf"]
        notation, lang = str(self._board.value or ""), self._visitor.language
        args: dict[str, Any] = {"notation": notation, "cnf": cnf, "name": name, "lang": lang}
        if "map" in self._files:
            args["map_name"], args["map"] = self._files["map"]
        outcome = await self._task.ask(msg("checking"), "check_encoding", args, time_s=CHECK_S)
        if outcome is None:
            return
        trouble = failed(outcome)
        if trouble is not None:
            self._say(trouble)
            return
        assert outcome.value is not None
        with self._found:
            self._show(outcome.value)

    def _show(self, found: Mapping[str, Any]) -> None:
        words = self._words
        verdict = from_json(found["verdict"])
        with titled_section(self._visitor.heading(verdict), "gw-verdict"):
            for board in found["boards"]:
                text("h3", self._visitor.heading(from_json(board["title"])))
                lines = [self._visitor.sentence(from_json(line)) for line in board["lines"]]
                with box("div", "gw-drawing gw-counter", role="img", aria_label=" ".join(lines)):
                    # Drawn by us, and every text in it is escaped.
                    ui.html(board["svg"], sanitize=False).props["aria-hidden"] = "true"
                for line in lines:
                    text("p", line)
        with titled_section(words(msg("The clauses by family")), "gw-families"):
            for line in found["lines"]:
                text("p", self._visitor.sentence(from_json(line)))
            region = box("div", "gw-scroll", tabindex=0, role="region", aria_label=words(HEAD[0]))
            with region, box("table", "gw-table", aria_labelledby="gw-families"):
                with box("thead"), box("tr"):
                    for at, head in enumerate(HEAD):
                        text("th", words(head), "gw-number" if at else "", scope="col")
                with box("tbody"):
                    for family in found["families"]:
                        self._family(*family)
            for line in found["remarks"]:
                text("p", self._visitor.sentence(from_json(line)), "gw-small")
        announce(self._visitor.sentence(verdict))
        # Beside the form if there is room; on a phone below it, and so out of sight.
        ui.run_javascript(_LOOK)

    def _family(self, name: Any, *counts: Any) -> None:
        """Show a family's row; its rule may hold all the same, which stands below the name."""
        words, (*numbers, note) = self._words, counts
        with box("tr"):
            with box("th", scope="row"):
                text("span", name if isinstance(name, str) else words(from_json(name)))
                if note is not None:
                    text("small", words(from_json(note)), "gw-family-note")
            for each in numbers:
                text("td", words(number(each)), "gw-number")


def _example() -> str:
    """Return an example of the first puzzle that has clauses."""
    for puzzle in registry.puzzles().values():
        for notation in puzzle.examples:
            if CnfModel in puzzle.views(puzzle.parse(notation)):
                return notation
    return ""
