"""The server: NiceGUI on our own FastAPI app, with the REST API beside it."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from gridwise.web.house import Config, House, session_secret
from gridwise.workbench._extras import needed


def create_app(config: Config) -> FastAPI:
    """Return the server's app. One a process, as NiceGUI's own app is one."""
    # Read when NiceGUI is imported; without it, its folder would be in the current one.
    os.environ["NICEGUI_STORAGE_PATH"] = str(config.folder / "nicegui")
    os.environ.pop("NICEGUI_REDIS_URL", None)  # nothing is kept on another host
    needed("nicegui", extra="web", purpose="the page")
    from nicegui import ui

    from gridwise.web import shell

    house = House(config)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        house.open()
        yield
        house.close()

    app = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        app,
        root=shell.root(house),
        title="Gridwise",
        storage_secret=session_secret(config.folder),
        tailwind=False,
        show_welcome_message=False,
    )
    return app
