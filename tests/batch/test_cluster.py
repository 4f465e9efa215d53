"""What the cluster's executor refuses before it connects, and what its workers refuse."""

from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest

from every import every
from gridwise.batch import cluster, work
from gridwise.batch.cluster import ClusterExecutor
from gridwise.batch.cluster_worker import OtherVersionsError, Warm, run_slice, versions
from gridwise.core.errors import ParameterError

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the cluster is an extra of its own"
)


@every(
    "address, said",
    [
        ("local:", "expected local:4"),
        ("local:0", "expected local:4"),
        ("local:-1", "expected local:4"),
        ("somewhere", "expected the address of a Dask scheduler"),
        ("10.0.0.5:8786", "expected the address of a Dask scheduler"),
        ("http://127.0.0.1:8786", "expected the address of a Dask scheduler"),
        ("tcp://127.0.0.1:99999", "expected the address of a Dask scheduler"),
        ("tcp://", "expected the address of a Dask scheduler"),
        ("tcp://[::1", "expected the address of a Dask scheduler"),
        ("tcp://10.0.0.5", r"expected tls://10\.0\.0\.5:8786, or insecure\+tcp://10\.0\.0\.5 on"),
        ("tcp://0.0.0.0:8786", "no TLS"),
        ("tls://10.0.0.5:8786", "DASK_DISTRIBUTED__COMM__TLS__CA_FILE"),
    ],
)
def test_refuses_an_address_in_one_line(address: str, said: str) -> None:
    with pytest.raises(ParameterError, match=said) as caught:
        ClusterExecutor(address)
    assert "\n" not in str(caught.value)


@every(
    "address, taken",
    [
        ("tcp://127.0.0.1:9000", "tcp://127.0.0.1:9000"),
        ("tcp://127.3.2.1", "tcp://127.3.2.1:8786"),
        ("tcp://localhost:9000", "tcp://localhost:9000"),
        ("tcp://[::1]:9000", "tcp://[::1]:9000"),
        ("insecure+tcp://10.0.0.5:9000", "tcp://10.0.0.5:9000"),
    ],
)
def test_takes_an_address_as_dask_has_it(address: str, taken: str) -> None:
    assert cluster._checked(address) == taken


def test_takes_tls_where_dask_is_configured_for_it() -> None:
    import dask

    with dask.config.set({"distributed.comm.tls.ca-file": "/certificates/ca.pem"}):
        assert cluster._checked("tls://gridwise-scheduler:8786") == "tls://gridwise-scheduler:8786"


def test_says_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_ANSWER_S", 0.5)
    with pytest.raises(ParameterError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:1 "):
        ClusterExecutor("tcp://127.0.0.1:1")


def _versions(change: dict[str, str | None]) -> dict[str, Any]:
    own = {**dict(versions()), "python": "{}.9.final.0".format(dict(versions())["python"])}
    return {"packages": {**own, **change}}


@pytest.mark.parametrize(
    ("scheduler", "worker", "said"),
    [
        ({"gridwise": "0.0.1"}, {}, "The scheduler has gridwise 0.0.1 and this command has "),
        ({}, {"numba": "0.1"}, "The worker tcp://w:1 has numba 0.1 and this command has "),
        ({}, {"numpy": None}, r"The worker tcp://w:1 has numpy \(not installed\) and "),
        ({}, {"python": "3.1.0.final.0"}, "The worker tcp://w:1 has python 3.1 and "),
    ],
)
def test_refuses_other_versions_by_name(scheduler: Any, worker: Any, said: str) -> None:
    found = {"scheduler": _versions(scheduler), "workers": {"tcp://w:1": _versions(worker)}}
    client = SimpleNamespace(get_versions=lambda packages: found)
    with pytest.raises(ParameterError, match=said):
        cluster._compare(client)


def test_takes_the_same_versions() -> None:
    found = {"scheduler": _versions({}), "workers": {"tcp://w:1": _versions({})}}
    cluster._compare(SimpleNamespace(get_versions=lambda packages: found))


def test_a_slice_is_refused_by_a_worker_that_came_later_with_other_versions() -> None:
    assert run_slice(versions(), pow, 2, 5) == 32
    other = tuple((name, "0.1" if name == "numba" else found) for name, found in versions())
    with pytest.raises(OtherVersionsError) as caught:
        run_slice(other, pow, 2, 5)
    assert caught.value.args == ("numba", dict(versions())["numba"], "0.1")


def test_the_plugin_loads_what_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(work, "warm", asked.append)
    asyncio.run(Warm(["sudoku", "queens"]).setup(SimpleNamespace()))
    assert asked == [("sudoku", "queens")]
