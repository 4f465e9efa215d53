"""The REST API without children: jobs, lists, limits, refusals."""

import asyncio
import base64
import gzip
import json
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest

import gridwise
from every import every
from gridwise.process.supervisor import TaskOutcome
from gridwise.web.api import job_routes
from gridwise.web.api.jobs import TaskJob
from gridwise.workers.arguments import MOST_TEXT
from web.asking import LONG, done, events_of, told
from web.in_process import api_client
from without_children import proofs_here

__all__ = ["proofs_here"]
TIMED = ("statistics",)
PATH = "sliding:3x3:1,2,5,3,4,8,6,7,0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("api")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx.Client]:
    with api_client(folder) as made:
        yield made


SAME = [
    ("solve", {"notation": "queens:6:", "method": "dpll"}, ["queens:6:", "--method", "dpll"]),
    ("solve", {"notation": "queens:4:", "all": True}, ["queens:4:", "--all"]),
    ("solve", {"notation": "queens:6:", "nth": 3}, ["queens:6:", "--nth", "3"]),
    ("count", {"notation": "queens:6:"}, ["queens:6:"]),
    ("hint", {"notation": "sudoku:2x2:1.....2..3.....4"}, ["sudoku:2x2:1.....2..3.....4"]),
    ("explain", {"notation": "sudoku:2x2:1.....2..3.....4"}, ["sudoku:2x2:1.....2..3.....4"]),
    (
        "explain",
        {"notation": "sudoku:2x2:1.......3......4", "techniques": ["naked_single"]},
        ["sudoku:2x2:1.......3......4", "--techniques", "naked_single"],
    ),
    ("rate", {"notation": "sudoku:2x2:1.....2..3.....4"}, ["sudoku:2x2:1.....2..3.....4"]),
    ("rate", {"notation": PATH, "models": ["length"]}, [PATH, "--model", "length"]),
    (
        "probabilities",
        {"notation": "minesweeper:3x3x1:1--/---/---"},
        ["minesweeper:3x3x1:1--/---/---"],
    ),
    (
        "generate",
        {"puzzle": "sudoku", "params": "2x2", "seed": 5},
        ["sudoku", "2x2", "--seed", "5"],
    ),
]


@every("kind, asked, args", SAME, ids=lambda one: str(one)[:60])
def test_a_result_is_what_the_program_prints(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], kind: str, asked: Any, args: Any
) -> None:
    job = done(client, kind, **asked)
    assert (job["state"], job["end"], job["kind"]) == ("done", "answered", kind)
    (wanted,) = told(capsys, kind, *args)
    for name in TIMED:
        wanted.pop(name, None)
        job["result"].pop(name, None)
    assert job["result"].keys() == wanted.keys()
    assert job["result"] == wanted


@pytest.mark.usefixtures("proofs_here")
def test_a_certificate_comes_with_the_answer_and_is_checked(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    job = done(client, "solve", notation="queens:6:r1c1", certificate=True)
    (one,) = job["result"]["certificate"]
    assert one["proved"] is True
    path = tmp_path / one["path"]
    path.write_bytes(base64.b64decode(one["data"]))
    (wanted,) = told(capsys, "verify", str(path))
    wanted.pop("path")
    checked = done(client, "verify", certificate=one["data"])
    assert (checked["end"], checked["result"]) == ("answered", wanted)
    text = gzip.decompress(path.read_bytes()).decode()
    assert done(client, "verify", certificate=text)["result"] == wanted


def test_a_board_as_a_document(client: httpx.Client, tmp_path: Path) -> None:
    """The same bytes as `gridwise export` writes, by the same parameters."""
    pytest.importorskip("typst")
    how: dict[str, Any] = {"solution": True, "solution_at": "beside", "theme": "dark", "lang": "vi"}
    for ending, more in ((".pdf", {"per_page": 2}), (".html", {})):
        job = done(client, "export", notation="queens:6:r1c2", ending=ending, **how, **more)
        (file,) = job["result"]["files"]
        assert (file["name"], job["result"]["unanswered"]) == (f"gridwise-queens{ending}", [])
        path = tmp_path / file["name"]
        gridwise.export("queens:6:r1c2", path, **how, **more)
        assert base64.b64decode(file["data"]) == path.read_bytes()


def test_a_large_certificate_is_taken_and_a_larger_one_refused(client: httpx.Client) -> None:
    lines = '{"format": "gridwise-certificate"}\n' * 60_000  # more than other routes take
    answer = client.post("/verify", json={"certificate": lines}, params={"wait": 30})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("certificate:1: ")
    for size in (7_100_000, 8_100_000):
        assert client.post("/verify", json={"certificate": "A" * size}).status_code in (413, 422)


def test_simulated_games_are_those_of_the_program(
    client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    job = done(client, "simulate", puzzle="minesweeper", games=3, board=["9x9x10", "9x9x12"])
    rows = told(
        capsys, "simulate", "minesweeper", "--games", "3", "--board", "9x9x10", "--seed", "0"
    )
    assert [row["board"] for row in job["result"]["rows"]] == ["9x9x10", "9x9x12"]
    for name in ("games", "wins", "finished", "stuck", "policy", "seed"):
        assert job["result"]["rows"][0][name] == rows[0][name]
    assert job["result"]["games"] == 6


@pytest.mark.parametrize("name", ["puzzles", "methods", "policies"])
def test_the_lists_are_those_of_the_program(
    client: httpx.Client, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert client.get(f"/{name}").json() == told(capsys, name)
    if name != "puzzles":
        some = client.get(f"/{name}", params={"puzzle": "minesweeper"}).json()
        assert some == told(capsys, name, "--puzzle", "minesweeper")
        assert client.get(f"/{name}", params={"puzzle": "nothing"}).status_code == 422


def test_themes_are_listed(client: httpx.Client) -> None:
    assert {"light", "dark"} <= {row["theme"] for row in client.get("/themes").json()}


def test_a_job_is_on_its_way_and_is_ended_at_once(client: httpx.Client) -> None:
    answer = client.post("/count", json=LONG)
    assert answer.status_code == 202
    where = answer.headers["location"].removeprefix("/api/v1")
    until = time.monotonic() + 300
    while (job := client.get(where).json())["state"] != "running" or not job["progress"]:
        assert job["state"] in ("waiting", "running")
        assert time.monotonic() < until
        time.sleep(0.05)
    assert job["progress"]["elapsed_s"] > 0
    assert job["progress"]["counters"]["decisions"] > 0
    ended = client.delete(where)
    assert (ended.status_code, ended.json()["state"]) == (200, "cancelled")
    assert client.get(where).json() == ended.json()
    assert client.delete(where).status_code == 204
    assert client.get(where).status_code == 404
    assert client.delete(where).status_code == 404


def test_a_job_that_waits_is_ended_too(client: httpx.Client) -> None:
    first, second = (client.post("/count", json=LONG).json() for _ in range(2))
    assert client.delete(f"/jobs/{second['id']}").json()["state"] == "cancelled"
    assert client.delete(f"/jobs/{first['id']}").json()["state"] == "cancelled"


def test_waiting_ends_with_what_there_is(client: httpx.Client) -> None:
    answer = client.post("/count", json=LONG, params={"wait": 0.2})
    assert answer.status_code == 202
    assert client.delete(f"/jobs/{answer.json()['id']}").status_code == 200


def test_a_limit_is_told(client: httpx.Client) -> None:
    job = done(client, "count", **{**LONG, "time_s": 0.3})
    assert (job["state"], job["end"]) == ("done", "time_limit")
    assert job["result"]["stop"] == "TIME_LIMIT"


def test_too_many_tasks_are_refused(client: httpx.Client) -> None:
    jobs, answer = [], client.post("/count", json=LONG)
    while answer.status_code == 202 and len(jobs) < 100:
        jobs.append(answer.json()["id"])
        answer = client.post("/count", json=LONG)
    try:
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
        assert answer.headers["content-type"] == "application/problem+json"
        assert 1 < len(jobs) < 100
    finally:
        for ident in jobs:
            client.delete(f"/jobs/{ident}")
    assert done(client, "count", notation="queens:4:")["state"] == "done"


BAD: list[tuple[str, Any, str]] = [
    ("solve", {"notation": "nonsense"}, "expected a puzzle"),
    ("solve", {"notation": "queens:8:r99c1"}, "r99c1"),
    ("solve", {"notation": "queens:100000000:"}, "at most"),
    ("solve", {"notation": "q" * (MOST_TEXT + 1)}, f"{MOST_TEXT}"),
    ("solve", {"notation": "queens:8:", "method": "satt"}, "did you mean sat"),
    ("solve", {"notation": "queens:8:", "puzzle": "sudoku"}, ""),
    ("solve", {"notation": "queens:8:", "all": True, "nth": 2}, "exclude each other"),
    ("solve", {"notation": "queens:8:", "limit": 2}, "Limit goes with all."),
    ("solve", {"notation": "queens:8:", "time_s": 601}, "600"),
    ("solve", {"notation": "queens:8:", "time_s": 0}, "greater than 0"),
    ("solve", {"notation": "queens:8:", "time_s": "5"}, "valid number"),
    ("solve", {"notation": "queens:8:", "nodes": 1.5}, "integer"),
    ("solve", {"notation": "queens:8:", "seed": True}, "integer"),
    ("solve", {"notation": "queens:8:", "options": {"a": [1]}}, "options"),
    ("solve", {"notation": "queens:8:", "more": 1}, "more"),
    ("solve", {"notation": None}, "notation"),
    ("solve", {"notation": ["queens:8:"]}, "notation"),
    ("solve", {"notation": "queens:8:\ud800"}, "notation"),
    ("solve", {}, "notation"),
    ("solve", [], ""),
    ("solve", None, ""),
    ("hint", {"notation": "queens:8:", "level": 5}, "level"),
    ("hint", {"notation": "queens:8:", "origin": "sudoku:2x2:1..............."}, "different"),
    ("explain", {"notation": "sudoku:2x2:" + "." * 16, "techniques": "x_wing"}, "techniques"),
    ("explain", {"notation": "sudoku:2x2:" + "." * 16, "techniques": ["x" * 61]}, "60"),
    ("rate", {"notation": "sudoku:2x2:" + "." * 16, "models": []}, "models"),
    ("generate", {"puzzle": "chess"}, "Unknown puzzle 'chess'"),
    ("simulate", {"puzzle": "queens"}, "Unknown game"),
    ("simulate", {"puzzle": "minesweeper", "games": 10_001}, "10000"),
    ("simulate", {"puzzle": "minesweeper", "board": "9x9x999"}, ""),
    ("simulate", {"puzzle": "minesweeper", "board": "../../etc"}, ""),
    ("solve", {"notation": "queens:8:", "certificate": 1}, "certificate"),
    ("count", {"notation": "queens:8:", "certificate": True, "up_to_symmetry": True}, "exclude"),
    ("verify", {"certificate": ""}, "certificate"),
    ("export", {"notation": "queens:8:", "ending": ".exe"}, "Unknown ending"),
    ("export", {"notation": "queens:8:", "ending": ".pdf", "per_page": 25}, "24"),
    ("export", {"notation": "queens:8:", "ending": ".pdf", "solution_at": "side"}, "place"),
    ("export", {"notation": "queens:8:", "ending": ".pdf", "theme": "none"}, "Unknown theme"),
    ("export", {"notation": "queens:8:", "ending": ".pdf", "lang": "xx"}, "Unknown language"),
    ("verify", {}, "certificate"),
    ("compare", {"boards": []}, "boards"),
    ("compare", {"boards": ["/etc/passwd"]}, "notation"),
    ("compare", {"boards": "nothing"}, "boards"),
    ("compare", {"boards": ["queens:4:"], "methods": ["satt"]}, "did you mean"),
]


@every("kind, asked, words", BAD, ids=lambda one: str(one)[:60])
def test_what_cannot_be_is_said_clearly(
    client: httpx.Client, folder: Path, kind: str, asked: Any, words: str
) -> None:
    text = json.dumps(asked)
    answer = client.post(f"/{kind}", content=text, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == 422
    assert words in problem["detail"]
    assert len(answer.text) < 6_000
    for trace in ("Traceback", ".py", str(folder), "/src/"):
        assert trace not in answer.text


@every("body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"nan", b"1" * 5_000])
def test_what_is_no_json_is_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/solve", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_end_while_an_event_is_sent_has_its_own_event() -> None:
    async def names() -> list[str]:
        job = TaskJob("solve", "me")
        seen = []
        async for event in job_routes._events(job):
            seen.append(event.split()[1])
            if len(seen) == 1:
                outcome: Future[TaskOutcome] = Future()
                outcome.set_result(TaskOutcome("refused", error="no"))
                job.take_outcome(outcome)
        return seen

    assert asyncio.run(names()) == ["progress", "end"]


def test_what_no_child_can_do_is_refused_too(client: httpx.Client) -> None:
    asked = {"notation": "queens:4:", "options": {"nothing": "x"}, "method": "sat"}
    answer = client.post("/solve", json=asked, params={"wait": 30})
    assert answer.status_code == 422
    assert "nothing" in answer.json()["detail"]
    job = client.post("/solve", json=asked).json()
    assert events_of(client, job["id"])[-1][1]["state"] == "refused"


@pytest.mark.parametrize(
    ("kind", "asked", "words"),
    [
        ("explain", {"techniques": ["x_wong"]}, "did you mean x_wing"),
        ("rate", {"models": ["hodoko"]}, "did you mean hodoku"),
        ("rate", {}, "this board has several"),
    ],
)
def test_what_only_a_child_finds_out_is_refused(
    client: httpx.Client, kind: str, asked: Any, words: str
) -> None:
    body = {"notation": "sudoku:2x2:1...............", **asked}
    answer = client.post(f"/{kind}", json=body, params={"wait": 30})
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


def test_a_rating_that_timed_out_is_told(client: httpx.Client) -> None:
    board = "sudoku:3x3:" + (
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    )
    job = done(client, "rate", notation=board, models=["se"], time_s=0.3)
    assert (job["state"], job["end"]) == ("done", "time_limit")
    assert (job["result"] or {"se": None})["se"] is None  # no answer where it was killed


def test_bodies_over_a_megabyte_are_refused(client: httpx.Client) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 50_000

    for content in (b" " * 2_000_000, chunks()):
        answer = client.post("/solve", content=content)
        assert answer.status_code == 413
        assert answer.json()["status"] == 413


@every(
    "method, path, status",
    [
        ("GET", "/nothing", 404),
        ("GET", "/solve", 405),
        ("PUT", "/jobs/x", 405),
        ("GET", "/jobs/none", 404),
        ("GET", "/jobs/%00", 404),
        ("GET", "/jobs/" + "x" * 65, 422),
        ("GET", "/jobs/..%2f..%2fsession-secret", 404),
        ("POST", "/solve?wait=31", 422),
        ("POST", "/solve?wait=nan", 422),
        ("POST", "/solve?wait=-1", 422),
    ],
)
def test_every_error_is_a_problem(
    client: httpx.Client, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path, json={"notation": "queens:4:"})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem["title"] and problem["detail"]


def test_the_documents_are_a_page_without_scripts(client: httpx.Client) -> None:
    answer = client.get("/docs")
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script" not in answer.text
    assert "http://" not in answer.text and "https://" not in answer.text
    for path in client.get("/openapi.json").json()["paths"]:
        assert f"/api/v1{path}" in answer.text
    assert client.get("/").headers["location"] == "/api/v1/docs"


def test_the_text_of_the_documents_is_escaped() -> None:
    from gridwise.web.api.docs import page

    evil = "<script>alert(1)</script>"
    made = page(
        {
            "info": {"title": evil, "version": evil, "description": evil},
            "paths": {
                f"/{evil}": {
                    "get": {
                        "summary": evil,
                        "parameters": [
                            {
                                "name": evil,
                                "in": evil,
                                "description": evil,
                                "schema": {"type": evil, "default": evil},
                            }
                        ],
                        "requestBody": {"content": {evil: {"schema": {"enum": [evil]}}}},
                        "responses": {evil: {"description": evil, "content": {}}},
                    }
                }
            },
            "components": {
                "schemas": {
                    evil: {
                        "description": evil,
                        "properties": {evil: {"$ref": f"#/{evil}", "description": evil}},
                    }
                }
            },
        }
    )
    assert "<script" not in made
    assert made.count("&lt;script&gt;") > 10


class Housed:
    """A server whose tasks end when they are told to."""

    def __init__(self) -> None:
        self.futures: list[Future[TaskOutcome]] = []

    def submit(self, *_: Any, **__: Any) -> Any:
        class Ticket(Future[TaskOutcome]):
            begun = True

            def cancel(self) -> bool:
                self.set_result(TaskOutcome("cancelled"))
                return True

        self.futures.append(Ticket())
        return self.futures[-1]


def test_what_has_ended_is_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridwise.web.api import jobs as jobs_module

    async def all_of_it() -> None:
        server = Housed()
        jobs = jobs_module.Jobs(server)  # type: ignore[arg-type]
        clock = [100.0]
        monkeypatch.setattr(jobs_module.time, "monotonic", lambda: clock[0])

        async def one(owner: str, value: Any = None) -> Any:
            job = jobs.start("count", {}, owner, 1.0)
            server.futures[-1].set_result(TaskOutcome("answered", value={"count": value}))
            await job.ended(60.0)
            return job

        open_ = jobs.start("count", {}, "a", 1.0)
        first = await one("a")
        assert jobs.get(first.ident, "a") is first
        assert jobs.get(first.ident, "b") is None
        clock[0] += jobs_module.KEPT_S + 1
        assert jobs.get(first.ident, "a") is None
        assert jobs.get(open_.ident, "a") is open_  # what goes on is never forgotten

        many = [await one("a") for _ in range(jobs_module.MOST_KEPT_EACH + 3)]
        other = await one("b")
        kept = [job for job in many if jobs.get(job.ident, "a")]
        assert kept == many[-jobs_module.MOST_KEPT_EACH :]
        assert jobs.get(other.ident, "b") is other

        monkeypatch.setattr(jobs_module, "MOST_RESULT_BYTES", 2_000)
        long = await one("e", "x" * 2_000)
        assert "more than 2,000" in (long.reason or "")
        assert (long.end, long.answer()) == ("refused", None)

        monkeypatch.setattr(jobs_module, "MOST_KEPT_BYTES", 1_000)
        last = await one("c", "x" * 900)
        assert jobs.get(last.ident, "c") is last
        assert jobs.get(kept[0].ident, "a") is None
        monkeypatch.setattr(jobs_module, "MOST_KEPT", 2)
        newer = [await one("d") for _ in range(3)]
        assert [jobs.get(job.ident, "d") for job in newer] == [None, *newer[1:]]

    asyncio.run(all_of_it())
