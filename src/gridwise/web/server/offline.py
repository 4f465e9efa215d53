"""Gridwise as an app of the system: its manifest, and a page for when no server answers.

A service worker keeps only that page and its script, so nothing old is ever shown; browsers run it
only on https and on this machine's own address.
"""

from hashlib import sha256
from html import escape

from fastapi import FastAPI, Request, Response

from gridwise.core.message import msg
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.words import in_words
from gridwise.web.server.refusals import plain_page
from gridwise.web.server.visitor import negotiated

MANIFEST, WORKER, PAGE = "/app.webmanifest", "/service-worker.js", "/offline"
_RETRY = "/offline.js"
_TITLE = msg("Gridwise cannot be reached")
_WORDS = msg(
    "You are offline, or the server was ended: start it again with gridwise web. What you played "
    "is saved there. This page looks every few seconds and goes on by itself."
)
_BOARD = msg("The board in this address, which any Gridwise opens:")
_DESCRIPTION = msg("Puzzles, solved and explained")
_ICONS = (
    ("/static/mark.svg", "image/svg+xml", "any", "any"),
    ("/static/icons/icon-192.png", "image/png", "192x192", "any"),
    ("/static/icons/icon-512.png", "image/png", "512x512", "any"),
    ("/static/icons/maskable-512.png", "image/png", "512x512", "maskable"),
)
"""The address, type, size and purpose of each icon."""
_FRESH = {"Cache-Control": "no-cache"}
_SCRIPT = """
const lang = new URL(location.href).searchParams.get("lang") || "en";
const page = "%(page)s?lang=" + encodeURIComponent(lang);
const retry = "%(retry)s";
const name = "gridwise-%(digest)s-" + lang;
addEventListener("install", e => e.waitUntil(
  caches.open(name).then(kept => kept.addAll([page, retry])).then(() => skipWaiting())));
addEventListener("activate", e => e.waitUntil(
  caches.keys()
    .then(all => Promise.all(all.filter(one => one !== name).map(one => caches.delete(one))))
    .then(() => clients.claim())));
addEventListener("fetch", e => {
  const own = new URL(e.request.url).pathname === retry;
  if ((e.request.mode !== "navigate" && !own) || e.request.method !== "GET") return;
  e.respondWith(fetch(e.request).catch(async error => {
    const found = await caches.match(own ? retry : page);
    if (found) return found;
    throw error;
  }));
});
"""

_RETRY_SCRIPT = """
let board = location.hash.slice(1);
try { board = decodeURIComponent(board); } catch { /* it is shown as it is */ }
if (board) {
  const shown = document.getElementById("board");
  shown.querySelector("code").textContent = board;
  shown.hidden = false;
}
async function again() {
  try {
    await fetch("%(page)s", { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(again, 3000);
  }
}
if (location.pathname !== "%(page)s") setTimeout(again, 3000);
"""


def registration(language: str) -> str:
    """Return the script that keeps the page in a language; it does nothing where none may."""
    return f'navigator.serviceWorker?.register("{WORKER}?lang={language}").catch(() => {{}});'


def add_routes(app: FastAPI) -> None:
    """Serve the manifest, the service worker and the page."""
    app.add_api_route(MANIFEST, _manifest, methods=["GET"])
    app.add_api_route(WORKER, _worker, methods=["GET"])
    app.add_api_route(PAGE, _page, methods=["GET"])
    app.add_api_route(_RETRY, _retry, methods=["GET"])


def _page_in(language: str) -> str:
    words = catalogue(language)
    again = escape(in_words(msg("Try again"), words))
    board = escape(in_words(_BOARD, words))
    more = (
        f'<p id="board" hidden>{board} <code style="overflow-wrap: anywhere"></code></p>'
        f'<p><a href="">{again}</a></p><script src="{_RETRY}"></script>'
    )
    return plain_page(language, in_words(_TITLE, words), in_words(_WORDS, words), more)


def _language(request: Request) -> str:
    tag = request.query_params.get("lang", "")
    return tag if tag in LANGUAGES else negotiated(request.headers.get("accept-language", ""))


def _page(request: Request) -> Response:
    return Response(_page_in(_language(request)), media_type="text/html", headers=_FRESH)


def _retry() -> Response:
    script = _RETRY_SCRIPT % {"page": PAGE}
    return Response(script, media_type="text/javascript", headers=_FRESH)


def _worker() -> Response:
    kept = "".join((*map(_page_in, LANGUAGES), _RETRY_SCRIPT))
    digest = sha256(kept.encode()).hexdigest()[:12]
    script = _SCRIPT % {"page": PAGE, "retry": _RETRY, "digest": digest}
    return Response(script, media_type="text/javascript", headers=_FRESH)


def _manifest(request: Request) -> Response:
    from starlette.responses import JSONResponse

    language = _language(request)
    content = {
        "id": "/",
        "name": "Gridwise",
        "short_name": "Gridwise",
        "description": in_words(_DESCRIPTION, catalogue(language)),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf8f1",
        "theme_color": "#2f5d50",
        "icons": [
            {"src": source, "type": kind, "sizes": sizes, "purpose": purpose}
            for source, kind, sizes, purpose in _ICONS
        ],
    }
    return JSONResponse(content, media_type="application/manifest+json", headers=_FRESH)
