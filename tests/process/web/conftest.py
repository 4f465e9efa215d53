"""A server that the tests of the REST API share."""

from collections.abc import Iterator

import pytest

pytest.importorskip("httpx")

import httpx

from browser._server import Server


@pytest.fixture(scope="session")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("api"), args=["--workers", "1"]) as server:
        yield server


@pytest.fixture
def client(api: Server) -> Iterator[httpx.Client]:
    """A client of the server's only visitor, who has no batches: there may be ten at most."""
    with httpx.Client(base_url=f"{api.url}api/v1", timeout=240) as made:
        for batch in made.get("/batch").json():
            made.delete(f"/batch/{batch['id']}")
        yield made
