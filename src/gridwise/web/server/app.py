"""The server: NiceGUI on our own FastAPI app, the REST API beside it, the guard in front."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware

from gridwise.documents.extras import needed
from gridwise.web.server.context import Config, ServerContext, is_loopback, session_secret
from gridwise.web.server.refusals import refusal
from gridwise.web.server.security import COOKIE_S, Guard, Keys, Nonces

_COMPRESSED_FROM, _COMPRESSION = 1_000, 5


def create_app(config: Config, stop: Callable[[], None] | None = None) -> Guard:
    """Return the server's app. One a process, as NiceGUI's own app is one.

    Parameters
    ----------
    config
        How the server was started.
    stop
        Ends it from inside; without it no page offers that.
    """
    # Read when NiceGUI is imported; without it, its folder would be in the current one.
    os.environ["NICEGUI_STORAGE_PATH"] = str(config.folder / "nicegui")
    os.environ.pop("NICEGUI_REDIS_URL", None)  # nothing is kept on another host
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
    # Lax and not Strict: who follows a link from elsewhere would come as a stranger, be given a
    # new session, and have lost the games of the old one.
    app.add_middleware(
        SessionMiddleware,
        secret_key=secret,
        session_cookie=keys.session,
        max_age=COOKIE_S,
        same_site="lax",
    )
    app.mount("/api/v1", create_api(server))
    ui.run_with(
        app,
        root=shell.root(server),
        title="Gridwise",
        storage_secret=secret,
        tailwind=False,
        gzip_middleware_factory=None,  # below, around the nonces
        show_welcome_message=False,
    )
    core.sio.eio.cors_allowed_origins = None  # its own origin alone, as the guard has it too
    for one in (app, core.app):
        one.add_exception_handler(Exception, _fault)
    inner = Nonces(app)
    if is_loopback(config.host):
        return Guard(inner, config, keys)
    packed = GZipMiddleware(inner, minimum_size=_COMPRESSED_FROM, compresslevel=_COMPRESSION)
    return Guard(packed, config, keys)


async def ended(server: ServerContext) -> None:
    """End a server without holding up the loop, on which those that wait for its tasks run."""
    await asyncio.to_thread(server.close)


async def _fault(request: Request, error: Exception) -> Response:
    """Answer where something went wrong; the server writes the error to its log, and nobody else.

    NiceGUI's own page would show its text, which may hold a path.
    """
    accepted = request.headers.get("accept-language", "")
    kind, body, _ = refusal(500, request.url.path, accepted)
    return Response(body, 500, media_type=kind.decode())
