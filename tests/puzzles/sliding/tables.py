"""Tables made by tests are not left in the user's cache folder.

All tests of a session share a folder, those of other workers too.
"""

import os

import pytest


@pytest.fixture(scope="session")
def tables_folder(tmp_path_factory):
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tables"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def own_folder(tables_folder, monkeypatch):
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tables_folder))
