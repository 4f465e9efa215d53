"""What is around every page: the head, the ways to the other pages, the live region."""

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import app, ui

from gridwise.core import registry
from gridwise.core.message import msg
from gridwise.web.house import House
from gridwise.web.pages import about, home, play
from gridwise.web.visitor import Visitor


def visitor_here() -> Visitor:
    """Return who asks for the page that is being made."""
    request = ui.context.client.request
    return Visitor(str(app.storage.browser["id"]), {}, request.headers.get("accept-language", ""))


def root(house: House) -> Callable[[], None]:
    """Return what makes a page: the shell, and inside it the page that the path names."""

    def make() -> None:
        visitor = visitor_here()
        with ui.element("header").classes("gw-header"):
            ui.link("Gridwise", "/").classes("gw-brand")
            with ui.element("nav").props(f'aria-label="{visitor.words(msg("Pages"))}"'):
                for kind in registry.desks():
                    ui.link(visitor.words(msg("{name}", name=kind)), f"/{kind}")
        with ui.element("main").classes("gw-main"):
            ui.sub_pages(routes(house, visitor), show_404=True)

    return make


def routes(house: House, visitor: Visitor) -> Mapping[str, Callable[..., Any]]:
    """Return the pages by path."""
    found: dict[str, Callable[..., Any]] = {
        "/": lambda: home.show(house, visitor),
        "/about": lambda: about.show(house, visitor),
    }
    for kind in registry.desks():
        found[f"/{kind}"] = lambda kind=kind: play.show(house, visitor, kind)
    return found
