"""The server as a process: its start, its end, what it lets in, and a browser led astray."""

import asyncio
import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from browser._server import Server
from browser.conftest import TOKEN, chromium
from gridwise.cli.main import run as program
from gridwise.core.errors import ParameterError
from gridwise.jobs.stored import BusyError
from gridwise.process.supervisor import Supervisor
from gridwise.web.server.context import (
    MOST_TASKS,
    MOST_TASKS_EACH,
    NICENESS,
    Config,
    ServerContext,
)

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport="


def ask(
    server: Server, path: str = "/", method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Ask with exactly these headers; `host` too."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named.setdefault("host", f"127.0.0.1:{server.port}")
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=240)) as line:
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in named.items():
            line.putheader(name, value)
        if body is not None:
            line.putheader("content-length", str(len(body)))
        with suppress(ConnectionError):  # what is too long may be refused before it is sent
            line.endheaders(body)
        answer = line.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, found, answer.read()


def raw(server: Server, data: bytes) -> bytes:
    """Send bytes and return the beginning of what comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=240) as line:
        with suppress(ConnectionError):
            line.sendall(data)
        return line.recv(4096)


def upgrade(server: Server, **headers: str) -> bytes:
    """Ask for the websocket; return the line of the status."""
    named = {"host": f"127.0.0.1:{server.port}", **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    text = (
        f"GET {SOCKET}websocket HTTP/1.1\r\n{lines}Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    return raw(server, text.encode()).partition(b"\r\n")[0]


def gone(pid: int) -> bool:
    """Return whether a process is there no more, or only as a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def within(seconds: float, what: Callable[[], Any]) -> bool:
    until = time.monotonic() + seconds
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


# Start and end.


def test_it_says_its_address_and_keeps_its_data_for_its_user_alone(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", server.url)
        assert server.login == server.url
        assert b"Gridwise" in server.get("/")
        status, headers, _ = ask(server)
        assert status == 200
        secret = (server.folder / "session-secret").read_text()
        cookie, *flags = headers["set-cookie"].split("; ")
        assert {one.lower() for one in flags} >= {"httponly", "samesite=lax", "path=/"}
        assert "Max-Age=31536000" in flags
        for path in (server.folder, *server.folder.rglob("*")):
            assert path.stat().st_mode & 0o077 == 0 or path.parent != server.folder, path
        server.kill()
        server.start()
        assert (server.folder / "session-secret").read_text() == secret
        assert "set-cookie" not in ask(server, cookie=cookie)[1]  # it is still known
        name, _, value = cookie.partition("=")
        assert "set-cookie" in ask(server, cookie=f"{name}={value[:-2]}xx")[1]
        assert server.stop() == 0
    assert server.log == []
    assert list(server.cwd.iterdir()) == []  # no .nicegui


def family(server: Server) -> list[psutil.Process]:
    """Wait until the server has two children; return it with them."""
    assert server.process is not None
    one = psutil.Process(server.process.pid)
    assert within(240, lambda: len(one.children(recursive=True)) >= 2)
    return [one, *one.children(recursive=True)]


def test_no_child_outlives_its_server(tmp_path: Path) -> None:
    """Whether that is stopped, ended or killed; the next one has its port and its data."""

    def stopped() -> None:
        with socket.create_connection(("127.0.0.1", server.port)):  # nor waits for who is silent
            assert server.stop() == 0

    def ended() -> None:
        assert server.process is not None
        server.process.terminate()
        server.process.wait(240)
        server.kill()

    with Server(tmp_path, args=["--workers", "2"]) as server:
        port = server.port
        for end in (stopped, ended, server.kill):
            if server.process is None or server.process.poll() is not None:
                assert server.start().port == port
            alive = family(server)
            end()
            assert psutil.wait_procs(alive, timeout=240)[1] == []


@LINUX
def test_children_stand_back_for_the_page(server: Server) -> None:
    def niceness() -> set[int]:
        found = set()
        for pid in server.children():
            with suppress(OSError):  # it has ended meanwhile
                text = Path(f"/proc/{pid}/stat").read_text()
                found.add(int(text.rpartition(")")[2].split()[16]))
        return found

    own = os.nice(0)
    # What compiles ahead stands back further still.
    assert within(240, lambda: min(niceness(), default=0) == min(19, own + NICENESS))


def refused(tmp_path: Path, *args: str, **environment: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "gridwise", "web", "--no-browser", *args]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "GRIDWISE_DATA_DIR": str(tmp_path / "data"), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_a_second_server_on_the_port_says_so(server: Server, tmp_path: Path) -> None:
    status, words = refused(tmp_path, "--port", str(server.port))
    assert status == 2
    assert words.count("\n") == 1
    assert f"Port {server.port}" in words and "--port" in words


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--port", "70000"], "from 0 to 65535"),
        (["--port", "x"], "whole number"),
        (["--host", "no such host", "--port", "0"], "no host"),
        (["--token", "short", "--port", "0"], "from 16"),
        (["--workers", "0"], "above 0"),
        (["--data", "/dev/null/x", "--port", "0"], "cannot be used"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: list[str],
    words: str,
) -> None:
    monkeypatch.setenv("GRIDWISE_DATA_DIR", str(tmp_path / "data"))
    assert program(["web", "--no-browser", *args]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert words in said.err


# Who is let in.

PATHS = (
    "/",
    "/sudoku",
    "/static/page.css",
    f"{SOCKET}polling",
    "/api/v1/puzzles",
    "/api/v1/docs",
    "/api/v1/openapi.json",
    "/nothing",
    "/favicon.ico",
    "/login",
)


@pytest.mark.parametrize("path", PATHS)
def test_foreign_hosts_and_origins_are_refused_on_every_route(server: Server, path: str) -> None:
    own = f"http://127.0.0.1:{server.port}"
    assert ask(server, path, origin=own)[0] in (200, 303, 404)
    foreign = f"evil.example:{server.port}"
    for headers in (
        {"host": foreign},
        {"host": foreign, "origin": f"http://{foreign}"},
        {"host": "127.0.0.1"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors"},
        {"sec_fetch_site": "same-site", "sec_fetch_mode": "cors"},
    ):
        status, found, body = ask(server, path, **headers)
        assert status == 403, headers
        assert "access-control-allow-origin" not in found
        assert "set-cookie" not in found
        assert b"socket.io" not in body
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert ask(server, path, method, origin="http://evil.example")[0] == 403


def test_the_assets_of_a_page_are_behind_it_too(server: Server) -> None:
    page = server.get("/").decode()
    paths = set(re.findall(r'"(/_nicegui/[^"]+\.(?:js|css|mjs))', page))
    assert len(paths) > 3
    for path in paths:
        assert ask(server, path)[0] == 200
        assert ask(server, path, host=f"evil.example:{server.port}")[0] == 403


def test_the_socket_is_for_its_own_page_alone(server: Server) -> None:
    own = f"http://127.0.0.1:{server.port}"
    assert b" 101 " in upgrade(server, origin=own)
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"http://localhost:{server.port}"},
        {"host": f"evil.example:{server.port}", "origin": f"http://evil.example:{server.port}"},
        {"host": "evil.example"},
    ):
        assert b" 403 " in upgrade(server, **headers), headers


def test_a_token_opens_everything_and_nothing_is_open_without(guarded: Server) -> None:
    assert guarded.login == f"{guarded.url}login?token={TOKEN}"
    for path in PATHS:
        assert ask(guarded, path)[0] == 401
    assert b" 403 " in upgrade(guarded)
    path = guarded.login.removeprefix(guarded.url[:-1])
    status, headers, _ = ask(guarded, path)
    assert (status, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"].partition(";")[0]
    assert ask(guarded, cookie=cookie)[0] == 200
    assert b" 101 " in upgrade(guarded, cookie=cookie)
    assert ask(guarded, "/api/v1/puzzles", authorization=f"Bearer {TOKEN}")[0] == 200
    assert ask(guarded, "/api/v1/puzzles", authorization="Bearer 0123456789abcdeg")[0] == 401


def test_the_link_leads_a_browser_in(guarded: Server, browser: Any) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        assert page.goto(guarded.url).status == 401
        assert "token" in page.inner_text("main")
        page.goto(guarded.login)
        page.wait_for_selector("main h1")
        assert page.url == guarded.url
        page.reload()
        page.wait_for_selector("main h1")


def test_another_host_gets_a_token_of_its_own(shared: Server) -> None:
    assert re.search(r"/login\?token=[\w-]{32}$", shared.login)
    assert ask(shared)[0] == 401
    token = shared.login.partition("token=")[2]
    bearer = f"Bearer {token}"
    status, headers, body = ask(shared, authorization=bearer, accept_encoding="gzip")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    import gzip

    nonce = re.search(r"'nonce-([^']+)'", headers["content-security-policy"])
    assert nonce is not None and nonce[1].encode() in gzip.decompress(body)
    assert ask(shared, authorization=bearer, host=f"evil.example:{shared.port}")[0] == 403


# How much they may send.


def test_too_much_is_refused_and_the_server_goes_on(server: Server) -> None:
    own = f"host: 127.0.0.1:{server.port}\r\n".encode()
    assert ask(server, "/api/v1/solve", "POST", b" " * 1_500_000)[0] == 413
    chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    chunked = (
        b"POST /api/v1/count HTTP/1.1\r\n"
        + own
        + b"transfer-encoding: chunked\r\n\r\n"
        + chunk * 20
    )
    assert raw(server, chunked + b"0\r\n\r\n").split()[1] == b"413"
    assert ask(server, "/sudoku", "POST", b" ")[0] == 405
    assert ask(server, "/" + "x" * 10_000)[0] == 414
    assert ask(server, x="y" * 31_000)[0] == 200
    assert ask(server, x="y" * 33_000)[0] in (400, 431)
    endless = b"GET / HTTP/1.1\r\n" + own + b"x: " + b"y" * 400_000
    assert raw(server, endless).split()[1] in (b"400", b"431")
    assert raw(server, b"\x16\x03\x01\r\n\r\n").split()[1] == b"400"
    assert ask(server)[0] == 200


def test_a_long_message_on_the_socket_ends_it(server: Server) -> None:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    address = f"ws://127.0.0.1:{server.port}{SOCKET}websocket"
    own = f"http://127.0.0.1:{server.port}"
    with connect(address, origin=own, close_timeout=30) as line:  # type: ignore[arg-type]
        line.recv(timeout=240)
        with pytest.raises(ConnectionClosed) as caught:
            line.send("4" + "x" * 1_100_000)
            while True:
                line.recv(timeout=240)
        assert caught.value.rcvd is not None and caught.value.rcvd.code == 1009
    assert ask(server)[0] == 200


def test_errors_are_calm_pages(server: Server) -> None:
    status, headers, body = ask(server, "/nothing/there", accept_language="en")
    assert (status, headers["content-type"][:9]) == (404, "text/html")
    assert b"There is no such page" in body
    for path in ("/nothing", "/static/../../etc/passwd", "/static/%2e%2e/app.py", "/%00", "/a%0ab"):
        status, _, body = ask(server, path)
        assert status == 404
        for trace in (b"Traceback", b"site-packages", b"create_app", bytes(server.folder)):
            assert trace not in body


# In a browser.


@pytest.fixture(scope="module")
def astray(browser: Any, server: Server) -> Iterator[Any]:
    """A browser in which evil.example is this machine."""
    arguments = ["--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1"]
    made = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    yield made
    made.close()


_TRY = """async (origin) => {
  const found = {};
  for (const path of ["/", "/api/v1/puzzles", "/static/page.css"]) {
    try { found[path] = (await fetch(origin + path)).status; } catch { found[path] = "refused"; }
  }
  const polling = "/_nicegui_ws/socket.io/?EIO=4&transport=polling";
  try { found.polling = (await fetch(origin + polling)).status; }
  catch { found.polling = "refused"; }
  try {
    const headers = { "content-type": "application/json" };
    const options = { method: "POST", headers, body: '{"notation": "queens:4:"}' };
    found.post = (await fetch(origin + "/api/v1/solve", options)).status;
  } catch { found.post = "refused"; }
  found.socket = await new Promise((tell) => {
    const path = polling.replace("polling", "websocket");
    const line = new WebSocket(origin.replace("http", "ws") + path);
    line.onopen = () => tell("open");
    line.onerror = () => tell("refused");
  });
  return found;
}"""
"""What a page can reach at an address, page, socket and API."""


def test_a_name_that_was_led_here_reaches_nothing(astray: Any, server: Server) -> None:
    with astray.new_context(bypass_csp=True) as context:
        page = context.new_page()
        led = f"http://evil.example:{server.port}"
        answer = page.goto(led)
        assert answer.status == 403
        assert "Gridwise" in page.title()
        assert page.query_selector("script") is None
        reached = page.evaluate(_TRY, led)
        assert set(reached.values()) == {403, "refused"}
        assert reached["socket"] == "refused"
        # And from there this machine's own name is another origin.
        own = f"http://127.0.0.1:{server.port}"
        assert set(page.evaluate(_TRY, own).values()) == {"refused"}
        # The same from the page itself, so that the above says something.
        page.goto(own)
        reached = page.evaluate(_TRY, own)
        assert reached.pop("socket") == "open"
        assert set(reached.values()) == {200, 202}


def test_a_page_runs_only_its_own_scripts(browser: Any, server: Server) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(server.url)
        page.wait_for_selector("main h1")
        assert not [text for text in said if "Content Security Policy" in text]
        page.evaluate(
            """() => {
              const place = document.createElement("div");
              document.body.append(place);
              place.innerHTML = '<img src="data:," onerror="window.ran = 1"><svg onload="ran = 2">';
              const script = document.createElement("script");
              script.textContent = "window.ran = 3";
              document.body.append(script);
              const frame = document.createElement("iframe");
              frame.srcdoc = "<script>parent.ran = 4</script>";
              document.body.append(frame);
              location.href = "javascript:window.ran = 5";
            }"""
        )
        assert within(240, lambda: (page.wait_for_timeout(50), len(said) >= 4)[1])
        assert page.evaluate("window.ran") is None
        refused = page.evaluate(
            "fetch('http://evil.example/').then(() => 'sent', (error) => 'refused')"
        )
        assert refused == "refused"


def test_no_page_is_framed(browser: Any, server: Server) -> None:
    with browser.new_context(bypass_csp=False) as context:
        page = context.new_page()
        page.set_content(f'<iframe src="{server.url}"></iframe>')
        frame = page.frames[1]
        assert within(240, lambda: (page.wait_for_timeout(50), "chrome-error" in frame.url)[1])


def test_the_documents_of_the_api_pass_the_policy(browser: Any, server: Server) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"{server.url}api/v1/docs")
        assert "POST /api/v1/solve" in page.inner_text("main")
        page.click("a[href='#Solve']")
        assert said == []


# The server.


def test_there_is_an_end_to_what_waits(tmp_path: Path) -> None:
    server = ServerContext(Config(tmp_path))
    try:
        tickets = [server.submit("ping", {}, owner="a") for _ in range(1)]
        tickets[0].result(300)
        with pytest.raises(ParameterError):
            server.submit("ping", {"x": 1} | {"echo": object()}, owner="a")
        long = {"notation": "queens:20:", "method": "backtracking"}
        tickets = [server.submit("count", long, owner="a") for _ in range(MOST_TASKS_EACH)]
        with pytest.raises(BusyError, match="8 tasks"):
            server.submit("count", long, owner="a")
        for number in range(MOST_TASKS - MOST_TASKS_EACH):
            tickets.append(server.submit("count", long, owner=f"b{number}"))
        with pytest.raises(BusyError, match="The server is busy"):
            server.submit("count", long, owner="c")
        told = asyncio.run(server.ask("count", long, owner="a"))
        assert (told.end, told.value) == ("refused", None)
        assert "8 tasks" in told.error
        for ticket in tickets:
            ticket.cancel()
        for ticket in tickets:
            ticket.result(240)
        assert server.submit("ping", {}, owner="a").result(240).end == "answered"
    finally:
        server.close()
    with pytest.raises(ParameterError, match="ended"):
        server.submit("ping", {})


def test_niceness_has_limits() -> None:
    for wrong in (-1, 20):
        with pytest.raises(ParameterError, match="Niceness"):
            Supervisor(niceness=wrong)
