"""The server: NiceGUI on our own FastAPI app, with the REST API beside it."""

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from gridwise.web.house import Config, House


def create_app(config: Config) -> FastAPI:
    """Return the server's app. One a process, as NiceGUI's own app is one."""
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(config.folder / "nicegui"))
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
        storage_secret=secrets.token_hex(32),
        tailwind=False,
        show_welcome_message=False,
    )
    return app
