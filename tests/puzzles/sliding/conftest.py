"""Tables made by these tests are not left in the user's cache folder."""

import pytest


@pytest.fixture(scope="session")
def tables_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(autouse=True)
def _own_folder(tables_folder, monkeypatch):
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tables_folder))
