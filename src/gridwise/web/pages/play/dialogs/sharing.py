"""The part of a dialog that shares a board: a link, and a QR code of it or of the notation."""

import json
from urllib.parse import quote, urlsplit, urlunsplit

from nicegui import ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import msg
from gridwise.render.qr import qr_svg
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.server.context import is_loopback
from gridwise.web.widgets.parts import Button, Select, box, heading, text

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
