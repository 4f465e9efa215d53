"""The Exit button's dialog, which ends the server."""

import asyncio
from collections.abc import Callable

from nicegui import Client, background_tasks, ui

from gridwise.core.message import Message, msg
from gridwise.web.server.context import ServerContext
from gridwise.web.widgets.parts import Button, box, dialog_heading, text

_SEEN_S = 0.5
"""Seconds for the last page to reach the browser before the server ends."""
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "via")
_CUT = """
(() => {
  const lost = document.getElementById("popup");
  if (lost) lost.style.display = "none";
  setTimeout(() => window.socket && window.socket.disconnect(), 200);
})()
"""
"""Closes the connection for good: the page does not try to reconnect."""


def offered(server: ServerContext, client: Client) -> bool:
    """Return whether a page offers Exit: not behind a proxy, through which others may come."""
    headers = client.request.headers
    return server.may_end and not any(name in headers for name in _FORWARDED)


def ask(server: ServerContext, words: Callable[[Message], str], frame: ui.element) -> None:
    """Ask whether to end the server; the last page replaces the content of `frame`."""

    def end() -> None:
        dialog.close()
        frame.clear()
        with frame, box("main", "gw-main gw-page gw-prose", id="content"):
            heading = text("h1", words(msg("Gridwise has ended")), tabindex=-1)
            text("p", words(msg("Your games are saved. You can close this window.")))
            start = msg("The command {command} starts it again.", command="gridwise web")
            text("p", words(start))
        with frame:
            ui.run_javascript(_CUT)
            ui.run_javascript(f"document.getElementById({heading.html_id!r})?.focus()")
        background_tasks.create(_ended(server))

    with ui.dialog() as dialog, ui.card().classes("gw-dialog"):
        dialog_heading(dialog, words(msg("End Gridwise?")))
        warning = msg("The server stops, and with it all that it is working on. Games are saved.")
        text("p", words(warning))
        with box("div", "gw-buttons"):
            Button(words(msg("Keep it running")), dialog.close)
            Button(words(msg("Exit")), end, "gw-button gw-button-bad").mark("exit")
    dialog.on("hide", dialog.delete)
    dialog.open()


async def _ended(server: ServerContext) -> None:
    await asyncio.sleep(_SEEN_S)
    server.end()
