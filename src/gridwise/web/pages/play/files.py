"""The dialogs that open a board (text, paste, file, drop) and save, share, export, print it."""

import base64
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from nicegui import events, ui

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, ParseError
from gridwise.core.interaction import Mode
from gridwise.core.message import as_message, from_json, msg
from gridwise.documents.writers import WRITERS as DOCUMENTS
from gridwise.games.session import GameSession
from gridwise.render.palette import THEMES
from gridwise.render.qr import qr_svg
from gridwise.render.words import printable
from gridwise.solving.inputs import LegacyText, decoded
from gridwise.web.pages.play.certificate import TOO_LARGE
from gridwise.web.pages.play.running_task import BUSY, failed
from gridwise.web.pages.play.state import PlayPage, fresh_seed
from gridwise.web.server.context import is_loopback
from gridwise.web.widgets.parts import Button, Select, box, buttons, dialog_heading, heading, text
from gridwise.web.widgets.upload import taken_anywhere, upload

_COPIED = """
(async () => {
  const text = %s;
  try { await navigator.clipboard.writeText(text); return true; } catch {}
  // Not allowed, as on a page of a network over http: the older way, by what is selected.
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.style.cssText = "position: fixed; opacity: 0";
  (document.querySelector("[role=dialog]") || document.body).append(field);
  field.select();
  try { return document.execCommand("copy"); } catch { return false; } finally { field.remove(); }
})()
"""
_LEFT = ":/.,;!$&'()*+=@-_~?"
"""The characters that a link holds unchanged."""


def link_to(page: PlayPage, origin: str) -> str:
    """Return the link to the board as given.

    Parameters
    ----------
    page
        The page of the game.
    origin
        The address that the visitor has the page from. An address of this machine alone is replaced
        by that of the network, if the server listens there.
    """
    notation = quote(page.puzzle.format(page.session.origin), safe=_LEFT)
    parts = urlsplit(origin)
    host, config = page.server.config.network_host, page.server.config
    if host is not None and is_loopback(parts.hostname or ""):
        shown = f"[{host}]" if ":" in host else host
        parts = parts._replace(netloc=f"{shown}:{config.port}")
    return urlunsplit(parts._replace(path=f"/{page.kind}", fragment=notation))


async def copy_link(page: PlayPage) -> None:
    """Copy the link to the board, and report the outcome."""
    try:
        origin = str(await ui.run_javascript("location.origin", timeout=60))
        done = await ui.run_javascript(_COPIED % json.dumps(link_to(page, origin)), timeout=60)
    except TimeoutError:  # the browser has gone
        return
    page.say(
        msg("the link is copied")
        if done is True
        else msg("the browser did not let the link be copied: select it and copy it yourself")
    )


class SharePart:
    """The link to a board and its QR code."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        with box("section", "gw-part"):
            heading(words(msg("A link")), 3)
            self.link = ui.input(words(msg("Link to this puzzle")))
            self.link.props("outlined readonly").classes("gw-mono")
            self.reach = text("p", "", "gw-quiet")
            Button(words(msg("Copy the link")), self._copy, icon="content_copy")
        with box("section", "gw-part"):
            heading(words(msg("A QR code")), 3)
            holds = {"link": words(msg("the link")), "notation": words(msg("the board alone"))}
            self.holds = Select(
                words(msg("What it holds")), holds, "link", lambda _: self._draw(), framed=True
            )
            self.code = box("div", "gw-qr", role="img", aria_label=words(msg("QR code")))
            self.trouble = text("p", "", "gw-trouble", role="alert")
            self.save = Button(words(msg("Save the QR code")), self._save, icon="download")

    async def show(self) -> None:
        """Show the link and the code of the board."""
        try:
            origin = str(await ui.run_javascript("location.origin", timeout=60))
        except TimeoutError:  # the browser has gone
            return
        page, link = self.page, link_to(self.page, origin)
        self.link.set_value(link)
        alone = is_loopback(urlsplit(link).hostname or "")
        anywhere = msg("Any Gridwise opens it too: paste it into Open a board.")
        if alone:
            reach = msg("This server answers this machine alone, so the link works here.")
        elif page.server.config.token is not None:
            reach = msg("Whoever has this server's token can open it on your network.")
        else:
            reach = msg("Others on your network can open it.")
        self.reach.set_text(f"{page.sentence(reach)} {page.sentence(anywhere)}")
        # A phone cannot follow a link to a server that answers this machine alone.
        self.holds.set_options(self.holds.options.copy(), "notation" if alone else "link")
        self._draw()

    def _text(self) -> str:
        if self.holds.value == "link":
            return str(self.link.value)
        return self.page.puzzle.format(self.page.session.origin)

    def _draw(self) -> None:
        self.code.clear()
        try:
            drawn = qr_svg(self._text())
        except GridwiseError as error:
            self.trouble.set_text(self.page.sentence(error.message))
            drawn = ""
        else:
            self.trouble.set_text("")
            with self.code:
                ui.html(drawn, sanitize=False)
        self.code.set_visibility(bool(drawn))
        self.save.set_visibility(bool(drawn))

    async def _copy(self) -> None:
        await copy_link(self.page)

    def _save(self) -> None:
        drawn = qr_svg(self._text())
        head = '<svg xmlns="http://www.w3.org/2000/svg" '
        ui.download.content(drawn.replace("<svg ", head, 1), f"gridwise-{self.page.kind}-qr.svg")


READ_S, EXPORT_S = 10.0, 60.0
MOST_BYTES = 1_000_000
LONGEST_LINK = 20_000


class OpenDialog:
    """The dialog that reads a board from text, paste, file or drop."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        self._boards: list[Mapping[str, Any]] = []
        self._name = ""
        with ui.dialog() as self.dialog, ui.card().classes("gw-dialog gw-wide"):
            dialog_heading(self.dialog, words(msg("Open a board")))
            self.text = ui.textarea(words(msg("Type or paste a board, or several")))
            self.text.props(f"outlined autogrow spellcheck=false maxlength={MOST_BYTES}")
            self.text.classes("gw-mono").on_value_change(self._forget)
            self.file = upload(
                words(msg("Or choose a file, or drop it here")),
                most_bytes=MOST_BYTES,
                on_upload=self._uploaded,
                on_rejected=self._rejected,
            )
            self.trouble = text("div", "", "gw-trouble", role="alert")
            self.choice = Select(words(msg("Which of them")), {}, None, framed=True)
            self.choice.set_visibility(False)
            with buttons():
                Button(words(msg("Cancel")), self.dialog.close)
                self.collect = Button(words(msg("Keep as a collection")), self._collect)
                self.collect.set_visibility(False)
                edit = Button(words(msg("Open to edit")), self._edit)
                play = Button(words(msg("Open")), self._play, main=True)
        page.task.block_while_busy(edit, play)
        taken_anywhere(self._taken, self._too_long)

    def open(self) -> None:
        """Show the dialog, empty."""
        self._empty()
        self.dialog.open()

    def _empty(self) -> None:
        self._forget()
        self.text.set_value("")
        self.file.reset()
        self.trouble.set_text("")

    async def _taken(self, data: bytes, name: str) -> None:
        """Open pasted or dropped text: at once if it is one board."""
        self._empty()
        name = printable(name)[:200]
        try:
            text = decoded(data, name)
        except ParseError as error:
            self.page.say(error.message)
            return
        await self.read(text, name)
        if len(self._boards) == 1 and not self.trouble.text:
            self._begin(self._boards[0], Mode.PLAY)
        elif self._boards:  # several, or some that cannot be read: let the visitor choose
            self.dialog.open()
        if self.trouble.text and not self._boards:
            self.page.say(msg("{what}", what=self.trouble.text))

    def _too_long(self) -> None:
        self.page.say(msg("that is too long to be pasted or dropped here: use Open a board"))

    def _forget(self) -> None:
        """Forget the boards of another text."""
        self._boards = []
        self.choice.set_visibility(False)
        self.collect.set_visibility(False)

    async def _play(self) -> None:
        await self._chosen(Mode.PLAY)

    async def _edit(self) -> None:
        await self._chosen(Mode.EDIT)

    async def _chosen(self, mode: Mode) -> None:
        if not self._boards:
            await self.read(str(self.text.value or ""))
            if len(self._boards) != 1 or self.trouble.text:  # show the errors or the list first
                return
        at = self.choice.value if len(self._boards) > 1 else "0"
        if at is not None:
            self._begin(self._boards[int(at)], mode)

    def _collect(self) -> None:
        """Keep the boards as a collection and show it."""
        page, played = self.page, registry.interactions()
        boards = [
            (printable(page.words(from_json(board["title"]))), str(board["notation"]))
            for board in self._boards
            if board["puzzle"] in played
        ]
        name = self._name or page.words(msg("Pasted boards"))
        try:
            key = page.server.store.collections.add(page.visitor.owner, name, boards)
        except GridwiseError as error:
            self.trouble.set_text(page.sentence(error.message))
            return
        self.dialog.close()
        ui.navigate.to(f"/collection/{key}")

    def _begin(self, board: Mapping[str, Any], mode: Mode) -> None:
        try:
            opened(self.page, board, mode)
        except GridwiseError as error:
            self.trouble.set_text(self.page.sentence(error.message))
            return
        self.dialog.close()

    async def _uploaded(self, sent: events.UploadEventArguments) -> None:
        data = await sent.file.read()
        self.file.reset()
        name = printable(sent.file.name)[:200]
        try:
            text = decoded(data, name)
        except ParseError as error:
            self.trouble.set_text(self.page.sentence(error.message))
            return
        await self.read(text, name)
        if len(self._boards) == 1 and not self.trouble.text:
            self._begin(self._boards[0], Mode.PLAY)

    def _rejected(self) -> None:
        self.trouble.set_text(
            self.page.sentence(msg("that file is too large; {limit} MB at most", limit=1))
        )

    async def read(self, text: str, name: str = "") -> None:
        """Read the boards in a text; offer a choice of several."""
        self._boards, self._name, page = [], name, self.page
        if page.task.busy:
            self.trouble.set_text(page.sentence(BUSY))
            return
        args = {"text": text, "filename": name}
        outcome = await page.task.ask(msg("reading"), "read", args, time_s=READ_S)
        if outcome is None:
            return
        trouble = failed(outcome)
        if trouble is not None or outcome.value is None:
            self.trouble.set_text(page.sentence(trouble or msg("stopped")))
            return
        boards = outcome.value["boards"]
        errors = [board["message"] for board in boards if "message" in board]
        self._boards = [board for board in boards if "notation" in board]
        if isinstance(text, LegacyText) and self._boards:
            self._boards[0]["notes"].insert(0, LegacyText.NOTE.as_json())
        elsewhere = [board for board in self._boards if board["puzzle"] != page.kind]
        # A board of another puzzle leaves the page: what was assumed of it is shown before.
        said = errors or [note for board in elsewhere[:1] for note in board["notes"]]
        self.trouble.set_text(" ".join(page.sentence(from_json(one)) for one in said[:2]))
        if not errors and outcome.value["number"] > len(boards):
            self.trouble.set_text(
                page.sentence(
                    msg(
                        "{number} boards are too many for the page: the first {read} were read",
                        number=outcome.value["number"],
                        read=len(boards),
                    )
                )
            )
        if len(self._boards) > 1:
            names = {
                str(at): page.words(
                    msg("{number}: {title}", number=at + 1, title=from_json(board["title"]))
                )
                for at, board in enumerate(self._boards)
            }
            self.choice.set_options(names, "0")
            self.choice.set_visibility(True)
            self.collect.set_visibility(True)


def opened(page: PlayPage, board: Mapping[str, Any], mode: Mode) -> None:
    """Begin a game on a board of `read`, or go to the page of its puzzle with it.

    A board that cannot be played, such as one with an unknown number of mines, is opened for
    editing; solving and hints work there too.
    """
    if board["puzzle"] != page.kind:
        kind = str(board["puzzle"])
        if kind not in registry.interactions():
            found, expected = (msg("a {kind} puzzle", kind=name) for name in (kind, page.kind))
            raise ParseError(found, expected)
        if not board["options"]:
            ui.navigate.to(f"/{kind}#{board['notation']}")
            return
        position = registry.puzzle(kind).parse(str(board["notation"]))
        store, owner = page.server.store, page.visitor.owner
        seed = fresh_seed()
        GameSession.begin(store, owner, kind, position, seed=seed, options=board["options"])
        ui.navigate.to(f"/{kind}")
        return
    position = page.puzzle.parse(str(board["notation"]))
    what = msg("opened: {title}", title=from_json(board["title"]))
    if notes := tuple(map(from_json, board["notes"])):
        what = msg("{what}; {notes}", what=what, notes=notes)
    try:
        page.begin(position, mode=mode, seed=fresh_seed(), options=board["options"])
    except ParameterError as error:
        if mode is not Mode.PLAY:
            raise
        page.begin(position, mode=Mode.EDIT, seed=fresh_seed())
        what = msg("opened to solve, take hints and see clauses: {why}", why=error.message)
    page.say(what)


async def from_link(page: PlayPage, fragment: str) -> None:
    """Begin a game on the board of a shared link."""
    if not fragment or len(fragment) > LONGEST_LINK:
        if fragment:
            page.say(msg("the link is too long to hold a board"))
        return
    outcome = await page.task.ask(
        msg("reading"), "read", {"text": fragment, "puzzle": page.kind}, time_s=READ_S
    )
    boards = [] if outcome is None or outcome.value is None else outcome.value["boards"]
    if len(boards) == 1 and "notation" in boards[0]:
        board = boards[0]
        here = page.puzzle.format(page.session.origin)
        if board["notation"] == here:  # the link of the current game
            page.say(msg("opened: {title}", title=from_json(board["title"])))
            return
        try:
            opened(page, board, Mode.PLAY)
        except GridwiseError as error:
            page.say(error.message)
        return
    said = from_json(boards[0]["message"]) if boards else ""
    page.say(msg("the link holds no board that can be read: {why}", why=said))


class SaveDialog:
    """The dialog that saves, shares, exports and prints."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        with ui.dialog() as self.dialog, ui.card().classes("gw-dialog gw-wide"):
            dialog_heading(self.dialog, words(msg("Save, share, print")))
            self.share = SharePart(page)
            with box("section", "gw-part"):
                heading(words(msg("A text file")), 3)
                styles = {
                    name: words(as_message(text)) for name, text in page.puzzle.styles.items()
                }
                self.style = Select(words(msg("Form")), styles, "grid", framed=True)
                self.state = ui.checkbox(words(msg("The current board instead of the given one")))
                Button(words(msg("Save")), self._save, icon="download")
            with box("section", "gw-part"):
                heading(words(msg("A document or picture")), 3)
                endings = (".pdf", ".docx", ".html", ".png", ".svg")
                names = {ending: ending[1:].upper() for ending in endings}
                self.ending = Select(words(msg("Kind of file")), names, ".pdf", framed=True)
                themes = {name: words(theme.title) for name, theme in THEMES.items()}
                self.theme = Select(words(msg("Colours")), themes, "light", framed=True)
                self.solution = Select(
                    words(msg("Solution")),
                    {
                        "": words(msg("none")),
                        "end": words(msg("on a page of its own")),
                        "beside": words(msg("beside the board")),
                        "upside-down": words(msg("upside down, on a page of its own")),
                    },
                    "",
                    framed=True,
                )
                self.per_page = Select(
                    words(msg("Size in a PDF or DOCX")),
                    {str(n): words(name) for n, name in _SIZES.items()},
                    "1",
                    framed=True,
                )
                self.certificate = ui.checkbox(words(msg("With certificates, made and checked")))
                self.ending.on_change = lambda _: self._offer()
                self.solution.on_change = lambda _: self._offer()
                self._offer()
                with buttons():
                    export = Button(words(msg("Export")), self._export, icon="download")
                    Button(words(msg("Print")), self._print, icon="print")
            self.trouble = text("div", "", "gw-trouble", role="alert")
            with buttons():
                Button(words(msg("Close")), self.dialog.close)
        page.task.block_while_busy(export)

    @property
    def position(self) -> Any:
        """The position to save: the given one or the current one."""
        session = self.page.session
        return session.position if self.state.value else session.origin

    async def open(self) -> None:
        """Show the dialog."""
        self.trouble.set_text("")
        self.dialog.open()
        await self.share.show()

    def _save(self) -> None:
        page = self.page
        try:
            text = page.puzzle.format(self.position, str(self.style.value))
        except GridwiseError as error:
            self.trouble.set_text(self.page.sentence(error.message))
            return
        ending = self.style.value if self.style.value in _ENDINGS else "txt"
        ui.download.content(text + "\n", f"gridwise-{page.kind}.{ending}")

    def _offer(self) -> None:
        """Offer certificates if the file reports them: a document with the solution."""
        tells = bool(self.solution.value) and self.ending.value in DOCUMENTS
        self.certificate.set_visibility(tells)

    async def _export(self) -> None:
        page = self.page
        self.trouble.set_text(page.sentence(BUSY) if page.task.busy else "")
        if page.task.busy:
            return
        ending, where = self.ending.value, self.solution.value or None
        args = page.args(
            notation=page.puzzle.format(self.position),
            ending=ending,
            solution=where is not None,
            solution_at=where if ending in DOCUMENTS else None,
            per_page=int(self.per_page.value or 1) if ending in (".pdf", ".docx") else None,
            certificate=bool(self.certificate.visible and self.certificate.value),
            theme=self.theme.value,
            lang=page.visitor.language,
        )
        outcome = await page.task.ask(msg("exporting"), "export", args, time_s=EXPORT_S)
        if outcome is None:
            return
        trouble = failed(outcome)
        if trouble is not None or outcome.value is None:
            self.trouble.set_text(page.sentence(trouble or msg("stopped")))
            return
        for file in outcome.value["files"]:
            ui.download.content(base64.b64decode(file["data"]), file["name"])
        if outcome.value["unanswered"]:
            self.trouble.set_text(str(outcome.value["unanswered"][0]))
        elif outcome.value["too_large"]:
            self.trouble.set_text(page.sentence(TOO_LARGE))
        page.say(msg("exported"))

    def _print(self) -> None:
        self.dialog.close()
        ui.run_javascript("setTimeout(() => window.print(), 350)")


_ENDINGS = frozenset({"sdk", "csv", "sdm", "ss", "sdx"})
_SIZES = {
    1: msg("the whole page"),
    2: msg("half a page"),
    4: msg("a quarter of a page"),
    6: msg("a sixth of a page"),
}
"""The size of a board by the number of such boards on a page."""
