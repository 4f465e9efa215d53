"""The shell around every page: head, navigation, live region, music, foot."""

import json
import logging
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi import Response
from nicegui import PageArguments, app, ui
from nicegui.elements.mixins.text_element import TextElement

from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.render import palette
from gridwise.render.catalogue import LANGUAGES
from gridwise.web.board import pictures
from gridwise.web.pages import about, batch, collection, encoding, home, settings, statistics
from gridwise.web.pages import exit as exit_page
from gridwise.web.pages import help as help_page
from gridwise.web.pages.compare import page as compare
from gridwise.web.pages.play import page as play
from gridwise.web.pages.replay import page as replay
from gridwise.web.server import offline
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor, visitor_here
from gridwise.web.widgets import music, preferences
from gridwise.web.widgets.live import ShellHandle, announce, register_shell
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import Button, Select, box, link, text

STATIC = Path(__file__).parents[1] / "static"
_ADDRESS, _SKINS = "/static", "/skins.css"
_QUASAR = {"en": "en-US", "vi": "vi", "zh-Hant": "zh-TW"}
"""Quasar's names of our languages."""

_PAGES: Mapping[str, Message] = {
    "/replay": msg("Watch"),
    "/compare": msg("Compare"),
    "/batch": msg("Batches"),
    "/statistics": msg("Statistics"),
    "/help": msg("Help"),
}
_OTHERS: Mapping[str, Message] = {
    "/": msg("Home"),
    "/about": msg("About"),
    "/encoding": msg("Encoding"),
    "/settings": msg("Settings"),
}
_ARRIVE = """
(() => {
  const before = window.gwHeading;
  const look = (left) => {
    const heading = document.querySelector("main h1");
    if (heading && heading !== before) {
      window.gwHeading = heading;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    } else if (left > 0) requestAnimationFrame(() => look(left - 1));
  };
  look(60);
})()
"""
"""Moves the focus to the new page's heading; looks for it for about a second."""

__all__ = ["Shell", "announce", "root", "routes", "titled", "visitor_here"]


def root(server: ServerContext) -> Callable[[], None]:
    """Return the function that builds a page: the shell with the page of the path in it."""
    app.add_static_files(_ADDRESS, STATIC)
    app.add_api_route(_SKINS, _serve_skins, methods=["GET"])
    pictures.serve(server)
    app.config.quasar_config["lang"] = {"noHtmlAttrs": True}  # the shell sets it, see _head
    # Quasar's bar shows requests, of which there are hardly any, and has no accessible name.
    app.config.quasar_config["loadingBar"] = {"skipHijack": True}

    def make() -> None:
        Shell(server, visitor_here(server)).show()

    return make


def _serve_skins() -> Response:
    """Serve the colours of the skins; the address changes with them."""
    return Response(
        _skins(), media_type="text/css", headers={"Cache-Control": "public, max-age=31536000"}
    )


def titled(visitor: Visitor, path: str) -> str:
    """Return the document's title for a path."""
    name = _name_of(path.partition("?")[0].partition("#")[0].rstrip("/") or "/")
    if name is None:
        return "Gridwise"
    return visitor.words(msg("{page} · Gridwise", page=name))


def _name_of(path: str) -> Message | None:
    if path == "/":
        return msg("Puzzles, solved and explained")
    first, _, kind = path[1:].partition("/")
    if first == "help" and kind in registry.puzzles():
        return msg("Help: {puzzle}", puzzle=named(kind))
    if first == "collection":
        return msg("Collection")
    if first == "replay" and kind in registry.interactions():
        return msg("Watch: {puzzle}", puzzle=named(kind))
    if path[1:] in registry.interactions():
        return named(path[1:])
    return _PAGES.get(path) or _OTHERS.get(path)


class Pages(ui.sub_pages):
    """The page of the path, with our own texts for unknown paths and errors."""

    def __init__(self, routes: dict[str, Callable[..., Any]], visitor: Visitor) -> None:
        self._visitor = visitor
        super().__init__(routes, show_404=True)

    def _show(self) -> None:
        first = self._router.is_initial_request
        before = self._match
        super()._show()
        if not first and self._match is not before:
            self.client.run_javascript(_ARRIVE)

    def _render_404(self) -> None:
        message = msg("Check the address; the page may have moved.")
        self._apologise(msg("There is no such page"), message)

    def _render_error(self, error: Exception) -> None:
        logging.getLogger(__name__).error("a page could not be made", exc_info=error)
        said = msg("The fault is ours. What you played is saved.")
        self._apologise(msg("This page could not be shown"), said)

    def _apologise(self, title: Message, said: Message) -> None:
        words = self._visitor.words
        with box("article", "gw-page gw-prose"):
            text("h1", words(title))
            text("p", words(said))
            link(words(msg("To the home page")), "/", "gw-button gw-button-main")


@cache
def _skins() -> bytes:
    return palette.stylesheet().encode()


@cache
def _styles() -> tuple[str, ...]:
    """Return the addresses of the style sheets, each with a digest of its content."""
    first = ("quasar.css", "page.css")  # later sheets override them
    names = sorted({file.name for file in STATIC.glob("*.css")} - {*first})
    files = (STATIC / name for name in (*first, *names))
    sheets = [(_SKINS, _skins()), *((f"{_ADDRESS}/{f.name}", f.read_bytes()) for f in files)]
    return tuple(f"{path}?{sha256(data).hexdigest()[:12]}" for path, data in sheets)


class Shell:
    """The shell of one visitor's page, from the skip link to the foot."""

    def __init__(self, server: ServerContext, visitor: Visitor) -> None:
        self._server = server
        self._visitor = visitor
        self._client = ui.context.client
        self._links: dict[str, TextElement] = {}
        self._path = self._client.sub_pages_router.current_path

    def show(self) -> None:
        """Build it."""
        slot = self._client.content.parent_slot
        assert slot is not None
        slot.parent.tag = "div"  # Quasar's page is a landmark `main`, and ours is inside it
        self._head()
        self._client.sub_pages_router.on_path_changed(self._moved)
        self._frame = box("div", "gw-frame")
        region = text("div", "", "gw-unseen gw-live", role="status", aria_live="polite")
        register_shell(ShellHandle(region, self.speak, self.choose))
        self._fill()
        self._client.run_javascript(self._lost())

    def _words(self, message: Message) -> str:
        return self._visitor.words(message)

    def _head(self) -> None:
        """Set the language and the skin in the served page, before anything is painted."""
        page = copy(self._client.page)
        page.language = _QUASAR[self._visitor.language]  # type: ignore[assignment]  # it is one
        self._client.page = page
        for address in _styles():
            ui.add_head_html(f'<link rel="stylesheet" href="{address}">')
        ui.add_head_html(f'<link rel="icon" type="image/svg+xml" href="{_ADDRESS}/mark.svg">')
        touch = f"{_ADDRESS}/icons/apple-touch-icon.png"
        ui.add_head_html(f'<link rel="apple-touch-icon" sizes="180x180" href="{touch}">')
        language = self._visitor.language
        manifest = f"{offline.MANIFEST}?lang={language}"
        # With its cookies, as a server of a network answers nobody without them.
        ui.add_head_html(f'<link rel="manifest" href="{manifest}" crossorigin="use-credentials">')
        ui.add_head_html(f"<script>{self._attributes()}{offline.registration(language)}</script>")
        ui.page_title(titled(self._visitor, self._path))

    def _attributes(self) -> str:
        values = {
            "lang": self._visitor.language,
            "dir": "ltr",  # Quasar's styles need it
            "data-skin": preferences.preferred(self._visitor, "skin"),
            "data-motion": preferences.preferred(self._visitor, "motion"),
        }
        shown = json.dumps(values, ensure_ascii=True).replace("<", "\\u003c")
        return (
            f"for (const [name, value] of Object.entries({shown})) "
            "document.documentElement.setAttribute(name, value);"
        )

    def _lost(self) -> str:
        """Return a script that translates NiceGUI's own notices."""
        notices = {
            "popup": (
                msg("The connection is lost."),
                msg(
                    "What you played is saved. Until Gridwise answers again you can look at the "
                    "board and print it, but not move."
                ),
            ),
            "too_long_message_popup": (
                msg("That is too much at once."),
                msg("What was sent is larger than the page accepts."),
            ),
        }
        texts = {name: [self._words(part) for part in parts] for name, parts in notices.items()}
        return f"""
            for (const [name, parts] of Object.entries({json.dumps(texts)})) {{
              const notice = document.getElementById(name);
              if (!notice) continue;
              notice.setAttribute("role", "alert");
              parts.forEach((part, at) => {{ notice.children[at].textContent = part; }});
            }}
        """

    def _fill(self) -> None:
        """Build everything with text in it; done again when the language changes."""
        self._links.clear()
        with self._frame:
            self._skip_link()
            with box("header", "gw-header"), box("div", "gw-header-in"):
                with link("", "/", "gw-brand"):
                    box("img", "gw-mark", src=f"{_ADDRESS}/mark.svg", alt="", width=30, height=30)
                    text("span", "Gridwise")
                self._menu()
            with box("main", "gw-main", id="content", tabindex=-1):
                Pages(dict(routes(self._server, self._visitor)), self._visitor)
            self._panel = music.MusicPanel(self._visitor, self._note)
            self._foot()
        self._mark()

    def _skip_link(self) -> None:
        skip = link(self._words(msg("To the content")), "#content", "gw-skip")
        skip.on(  # the address's fragment may hold a shared puzzle
            "click",
            js_handler="(e) => { e.preventDefault(); const m = document.getElementById('content'); "
            "m.focus(); m.scrollIntoView(); }",
        )

    def _menu(self) -> None:
        words = self._words
        opener = Button(
            words(msg("Menu")),
            None,
            "gw-menu-button",
            aria_expanded="false",
            aria_controls="gw-menu",
        )
        opener.mark("menu")
        with box("div", "gw-menu", id="gw-menu") as menu:
            with box("nav", "gw-nav", aria_label=words(msg("Pages"))), box("ul"):
                for kind in registry.interactions():
                    with box("li"):
                        self._links[f"/{kind}"] = link(words(named(kind)), f"/{kind}")
                for path, name in _PAGES.items():
                    with box("li"):
                        self._links[path] = link(words(name), path)
            with box("div", "gw-tools"):
                self._tools()

        def toggle() -> None:
            self._open(opener, menu, opener.props["aria-expanded"] == "false")

        opener.on("click", lambda _: toggle(), [])
        menu.on("keydown.escape", lambda _: self._open(opener, menu, False), [])
        self._close_menu = partial(self._open, opener, menu, False)

    def _open(self, opener: ui.element, menu: ui.element, wanted: bool) -> None:
        opener.props["aria-expanded"] = "true" if wanted else "false"
        menu.classes(add="gw-open" if wanted else "", remove="" if wanted else "gw-open")

    def _tools(self) -> None:
        words = self._words
        Select(
            words(msg("Language")),
            dict(LANGUAGES),
            self._visitor.language,
            self.speak,
            classes="gw-language",
            languages=True,
        ).mark("language")
        Select(
            words(preferences.SKIN.label),
            {name: words(label) for name, label in preferences.SKIN.values.items()},
            preferences.preferred(self._visitor, "skin"),
            lambda value: self.choose("skin", value),
            classes="gw-skin",
        ).mark("skin")
        self._note = Button(
            words(msg("Music")),
            lambda: self._panel.toggle(),  # noqa: PLW0108  (the panel is made after its button)
            "gw-tool gw-music-button",
            aria_expanded="false",
            aria_controls="gw-music",
        )

    def _foot(self) -> None:
        words = self._words
        with box("footer", "gw-footer"), box("div", "gw-footer-in"):
            text("p", words(msg("Gridwise runs on this machine and contacts no other.")))
            with box("ul"):
                for path in ("/help", "/encoding", "/settings", "/about"):
                    with box("li"):
                        link(words((_PAGES | _OTHERS)[path]), path)  # type: ignore[operator]
                if exit_page.offered(self._server, self._client):
                    with box("li"):
                        ask = partial(exit_page.ask, self._server, words, self._frame)
                        Button(words(msg("Exit")), ask, "gw-text-button").mark("leave")

    def speak(self, language: str) -> None:
        """Change the language of the whole page."""
        self._visitor.set("language", language)
        with self._frame:
            kept = offline.registration(language)
            self._client.run_javascript(self._attributes() + self._lost() + kept)
            _load_quasar(self._client, _QUASAR[language])
            ui.page_title(titled(self._visitor, self._path))
        self._frame.clear()
        self._fill()
        self._client.run_javascript("document.querySelector('.gw-language')?.focus()")

    def choose(self, name: str, value: str) -> None:
        """Store a preference and apply it."""
        self._visitor.set(name, preferences.preferences()[name].kept(value))
        self._client.run_javascript(self._attributes())

    def _moved(self, path: str) -> None:
        self._path = path
        with self._client:
            ui.page_title(titled(self._visitor, path))
        self._mark()
        self._close_menu()

    def _mark(self) -> None:
        """Mark the link of the current page."""
        here = "/" + self._path.partition("?")[0].partition("#")[0].strip("/").partition("/")[0]
        for path, anchor in self._links.items():
            if path == here:
                anchor.props["aria-current"] = "page"
            else:
                anchor.props.pop("aria-current", None)


def _load_quasar(client: Any, name: str) -> None:
    """Switch the language of Quasar's own texts."""
    client.run_javascript(f"""
        (() => {{
          const use = () => Quasar.Lang.set(Quasar.Lang["{name.replace("-", "")}"]);
          const known = document.querySelector('script[src*="/lang/"]');
          const script = document.createElement("script");
          script.src = known.src.replace(/lang\\/[^/]+$/, "lang/{name}.umd.prod.js");
          script.onload = use;
          document.head.append(script);
        }})()
    """)


def routes(server: ServerContext, visitor: Visitor) -> Mapping[str, Callable[..., Any]]:
    """Return the pages by path."""
    pages: dict[str, Callable[..., Any]] = {
        "/": lambda: home.show(server, visitor),
        "/about": lambda: about.show(server, visitor),
        "/replay": lambda: replay.show_all(visitor),
        "/compare": partial(_compare, server, visitor),
        "/compare/{ident}": lambda ident: compare.show(server, visitor, ident),
        "/batch": lambda: batch.show(server, visitor),
        "/batch/{ident}": lambda ident: batch.show(server, visitor, ident),
        "/collection/{ident}": lambda ident: collection.show(server, visitor, ident),
        "/encoding": lambda: encoding.show(server, visitor),
        "/statistics": lambda: statistics.show(server, visitor),
        "/help": lambda: help_page.show(server, visitor),
        "/settings": lambda: settings.show(server, visitor),
    }
    for kind in registry.puzzles():
        pages[f"/help/{kind}"] = lambda kind=kind: help_page.show(server, visitor, kind)
    for kind in registry.interactions():
        pages[f"/{kind}"] = lambda kind=kind: play.show(server, visitor, kind)
        pages[f"/replay/{kind}"] = partial(_replay, server, visitor, kind)
    return pages


def _replay(server: ServerContext, visitor: Visitor, kind: str, page: PageArguments) -> None:
    query = page.query_parameters
    of, method, game = (query.get(name, "") for name in ("of", "method", "game"))
    replay.show(server, visitor, kind, of, method, game)


def _compare(server: ServerContext, visitor: Visitor, page: PageArguments) -> None:
    compare.show(server, visitor, game=page.query_parameters.get("game", ""))
