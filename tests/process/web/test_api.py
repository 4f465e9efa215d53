"""The REST API of a real server: jobs of children, streams, what schemathesis finds."""

import json
import time
from typing import Any

import httpx
import pytest

import samples
from browser._server import Server
from every import every
from web.asking import LONG, done, events_of, told


@pytest.mark.parametrize(
    ("kind", "asked", "args"),
    [
        ("solve", {"notation": "queens:6:", "nth": 3}, ["queens:6:", "--nth", "3"]),
        ("explain", {"notation": "sudoku:2x2:1.....2..3.....4"}, ["sudoku:2x2:1.....2..3.....4"]),
    ],
)
def test_a_result_is_what_the_program_prints(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], kind: str, asked: Any, args: Any
) -> None:
    job = done(client, kind, **asked)
    assert (job["state"], job["end"], job["kind"]) == ("done", "answered", kind)
    (wanted,) = told(capsys, kind, *args)
    assert {**job["result"], "statistics": 0} == {**wanted, "statistics": 0}


def test_a_job_is_followed_to_its_end(client: httpx.Client) -> None:
    job = client.post("/count", json=LONG).json()
    seen, ended = [], False
    with client.stream("GET", f"/jobs/{job['id']}/events") as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                seen.append(json.loads(line.removeprefix("data: ")))
                if seen[-1]["progress"] and not ended:
                    ended = client.delete(f"/jobs/{job['id']}").status_code == 200
    assert any(one["state"] == "running" and one["progress"] for one in seen)
    assert seen[-1]["state"] == "cancelled"
    assert [kind for kind, _ in events_of(client, job["id"])] == ["end"]


def test_a_comparison_is_a_job(client: httpx.Client, api: Server) -> None:
    job = client.post("/compare", json={"boards": ["queens:4:"], "methods": ["sat"], "repeats": 2})
    assert job.status_code == 202
    where = job.headers["location"].removeprefix("/api/v1")
    *_, (name, last) = events_of(client, job.json()["id"])
    assert (name, last["state"], last["error"]) == ("end", "done", None)
    counters = last["progress"]["counters"]
    assert counters["done"] == counters["total"] > 0
    (row,) = last["result"]["rows"]
    assert (row["runs"], row["answered"], row["disagreements"]) == (2, 2, [])
    for file in last["result"]["files"]:
        found = client.get(f"{where}/files/{file}")
        assert found.status_code == 200
        assert file in found.headers["content-disposition"]
        assert str(api.folder) not in found.text
    for wrong in ("asked.json", "..%2Fsession-secret", "%2e%2e", "plots", "table.csv%00"):
        assert client.get(f"{where}/files/{wrong}").status_code in (404, 422)
    assert client.delete(where).status_code == 204
    assert client.get(where).status_code == 404
    assert list((api.folder / "comparisons").iterdir()) == []


def test_a_comparison_is_ended(client: httpx.Client) -> None:
    asked = {"boards": ["queens:16:"], "methods": ["backtracking"], "question": "count"}
    job = client.post("/compare", json={**asked, "repeats": 20}).json()
    assert client.delete(f"/jobs/{job['id']}").json()["state"] == "cancelled"
    *_, (name, last) = events_of(client, job["id"])
    assert (name, last["state"]) == ("end", "cancelled")
    until = time.monotonic() + 240
    while client.delete(f"/jobs/{job['id']}").status_code == 422:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert client.get(f"/jobs/{job['id']}").status_code == 404


def test_jobs_belong_to_who_asked(client: httpx.Client, api: Server) -> None:
    with httpx.Client(base_url=f"{api.url}api/v1", timeout=240) as other:
        other.get(api.url)  # a page, which gives a session
        assert len(other.cookies) == 1
        job = done(other, "count", notation="queens:4:")
        where = f"/jobs/{job['id']}"
        assert other.get(where).status_code == 200
        for method, path in (("GET", where), ("GET", f"{where}/events"), ("DELETE", where)):
            assert client.request(method, path).status_code == 404
        asked = {"boards": ["queens:4:"], "methods": ["sat"], "repeats": 1}
        ident = other.post("/compare", json=asked).json()["id"]
        for path in (f"/jobs/{ident}", f"/jobs/{ident}/files/table.csv", f"/jobs/{ident}/events"):
            assert client.get(path).status_code == 404
        assert client.delete(f"/jobs/{ident}").status_code == 404
        assert events_of(other, ident)[-1][1]["state"] == "done"


def test_a_child_that_dies_is_told_without_its_words(client: httpx.Client, api: Server) -> None:
    job = client.post("/count", json=LONG).json()
    until = time.monotonic() + 300
    while client.get(f"/jobs/{job['id']}").json()["progress"] is None:
        assert time.monotonic() < until
        time.sleep(0.05)
    api.kill_children()
    *_, (name, last) = events_of(client, job["id"])
    assert (name, last["state"], last["end"]) == ("end", "failed", "fault")
    assert last["error"] == "the task failed; the server's log says why"
    assert done(client, "count", notation="queens:4:")["state"] == "done"


OPERATIONS = (
    "GET /puzzles",
    "GET /methods",
    "GET /policies",
    "GET /themes",
    "POST /solve",
    "POST /count",
    "POST /generate",
    "POST /hint",
    "POST /explain",
    "POST /rate",
    "POST /probabilities",
    "POST /simulate",
    "POST /verify",
    "POST /export",
    "POST /compare",
    "GET /jobs/{ident}",
    "DELETE /jobs/{ident}",
    "GET /jobs/{ident}/events",
    "GET /jobs/{ident}/files/{name}",
    "POST /batch",
    "GET /batch",
    "GET /batch/{ident}",
    "DELETE /batch/{ident}",
    "POST /batch/{ident}/pause",
    "POST /batch/{ident}/resume",
    "GET /batch/{ident}/result",
)


GOOD = ("queens:4:", "sudoku:2x2:1.....2..3.....4", "minesweeper:3x3x1:1--/---/---")


@pytest.fixture(scope="module")
def described(api: Server) -> Any:
    import schemathesis

    return schemathesis.openapi.from_url(f"{api.url}api/v1/openapi.json")


def test_every_operation_is_tested(described: Any) -> None:
    found = [one.ok() for one in described.get_all_operations()]
    assert sorted(f"{one.method.upper()} {one.path}" for one in found) == sorted(OPERATIONS)


NOTHING = ("GET /puzzles", "GET /themes", "GET /batch")
"""These take nothing, so nothing can be otherwise."""


@every(
    "operation, positive",
    [(one, how) for one in OPERATIONS for how in (True, False) if how or one not in NOTHING],
    ids=lambda case: f"{case[0]} {'as it says' if case[1] else 'otherwise'}",
)
def test_schemathesis_finds_no_fault(described: Any, operation: str, positive: bool) -> None:
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
    from schemathesis import GenerationMode
    from schemathesis.checks import CHECKS

    method, _, path = operation.partition(" ")
    one = described[path][method]
    # A text can be no board although the schema, which knows texts only, takes it.
    left_out = [CHECKS.get_one("positive_data_acceptance")]
    mode = GenerationMode.POSITIVE if positive else GenerationMode.NEGATIVE

    @settings(
        max_examples=samples.seeds(5, 12).stop,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=one.as_strategy(generation_mode=mode), board=st.sampled_from(GOOD))
    def all_cases(case: Any, board: str) -> None:
        if positive and isinstance(case.body, dict):
            if "notation" in case.body:
                case.body["notation"] = board
                case.body.pop("origin", None)
            if "boards" in case.body:  # a small one, as it goes on while other tests run
                case.body.update(boards=[board], methods=["sat"], repeats=1)
            case.body["time_s"] = 0.05
        if case.query:
            case.query.pop("wait", None) if positive else None
        answer = case.call(timeout=240)
        case.validate_response(answer, excluded_checks=left_out)
        assert answer.status_code < 500

    all_cases()
