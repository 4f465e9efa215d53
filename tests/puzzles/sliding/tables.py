"""Tables made by tests are not left in the user's cache folder; those of a session share one."""

import pytest


@pytest.fixture(scope="session")
def tables_folder(tmp_path_factory):
    folder = tmp_path_factory.getbasetemp() / "tables"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def own_folder(tables_folder, monkeypatch):
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tables_folder))
