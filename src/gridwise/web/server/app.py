"""The server: NiceGUI on our own FastAPI app, the REST API beside it, the guard in front."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware

from gridwise.render.extras import needed
from gridwise.web.server import offline
from gridwise.web.server.context import Config, ServerContext, is_loopback, session_secret
from gridwise.web.server.refusals import refusal
from gridwise.web.server.security import COOKIE_S, Guard, Keys, Nonces

_COMPRESSED_FROM, _COMPRESSION = 1_000, 5
_RECONNECT_S = 15.0
"""Seconds for which a browser may be disconnected before its page is reloaded. NiceGUI derives from
it the time for an answer to a ping: 6 s, as a slow phone needs to draw a large board. With its
default of 3 s pages were reloaded while a dialog was open."""


def create_app(config: Config, stop: Callable[[], None] | None = None) -> Guard:
    """Return the server's app, at most one a process, as NiceGUI has one.

    Parameters
    ----------
    config
        The configuration.
    stop
        A function that ends the server; without it no page offers Exit.
    """
    # NiceGUI reads it when imported; its default is a folder in the current one.
    os.environ["NICEGUI_STORAGE_PATH"] = str(config.folder / "nicegui")
    os.environ.pop("NICEGUI_REDIS_URL", None)  # no state on another host
    needed("nicegui", extra="web", purpose="the page")
    from nicegui import core, ui

    from gridwise.web.api import create_api
    from gridwise.web.pages import shell

    server = ServerContext(config, stop)
    secret = session_secret(config.folder)
    keys = Keys(secret, config.token)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        server.open()
        yield
        await ended(server)

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    # Lax and not Strict: a visitor who follows a link from elsewhere would get a new session, and
    # lose the games of the old one.
    app.add_middleware(
        SessionMiddleware,
        secret_key=secret,
        session_cookie=keys.session,
        max_age=COOKIE_S,
        same_site="lax",
    )
    offline.add_routes(app)
    app.mount("/api/v1", create_api(server))
    ui.run_with(
        app,
        root=shell.root(server),
        title="Gridwise",
        storage_secret=secret,
        tailwind=False,
        gzip_middleware_factory=None,  # below, around the nonces
        show_welcome_message=False,
        reconnect_timeout=_RECONNECT_S,
    )
    core.sio.eio.cors_allowed_origins = None  # same origin only, as in the guard
    for part in (app, core.app):
        part.add_exception_handler(Exception, _fault)
    inner = Nonces(app)
    if is_loopback(config.host):
        return Guard(inner, config, keys)
    packed = GZipMiddleware(inner, minimum_size=_COMPRESSED_FROM, compresslevel=_COMPRESSION)
    return Guard(packed, config, keys)


async def ended(server: ServerContext) -> None:
    """Close a server without blocking the loop, on which its waiting coroutines run."""
    await asyncio.to_thread(server.close)


async def _fault(request: Request, error: Exception) -> Response:
    """Answer an unhandled error; only the server's log shows the error.

    NiceGUI's own page would show the error's text, which may contain a path.
    """
    accepted = request.headers.get("accept-language", "")
    kind, body, _ = refusal(500, request.url.path, accepted)
    return Response(body, 500, media_type=kind.decode())
