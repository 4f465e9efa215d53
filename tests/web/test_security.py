"""Who is let in, how much they may send, what a page may do: the guard by itself."""

import asyncio
import re
import socket
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from every import every
from gridwise.core.errors import ParameterError
from gridwise.web.server import security
from gridwise.web.server.context import Config, configured, session_secret
from gridwise.web.server.security import BodyLimit, Guard, Keys, Nonces

HERE = "127.0.0.1:8080"
TOKEN = "a-token_that-is-long-enough"
SECRET = "s" * 64
API = "/api/v1/solve"
ROUTES = (
    "/",
    "/sudoku",
    "/static/page.css",
    "/_nicegui/3/static/nicegui.js",
    "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
    "/api/v1/puzzles",
    "/nothing/there",
)


class Behind:
    """An app that takes everything, reads the body, and keeps what it saw."""

    def __init__(self, *, html: bytes | None = None, fails: bool = False) -> None:
        self.html, self.fails = html, fails
        self.scopes: list[Any] = []
        self.body = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            return
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionError("gone")
            self.body += message.get("body", b"")
            more = message.get("more_body", False)
        if self.fails:
            raise RuntimeError("a secret of /home/somebody")
        kind = b"application/json" if self.html is None else b"text/html; charset=utf-8"
        body = b"{}" if self.html is None else self.html
        headers = [
            (b"content-type", kind),
            (b"content-length", str(len(body)).encode()),
            (b"access-control-allow-origin", b"*"),
            (b"x-frame-options", b"ALLOWALL"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Answer:
    def __init__(self, messages: list[Any]) -> None:
        first = messages[0]
        self.kind = first["type"]
        self.status = first.get("status")
        self.headers = {n.decode(): v.decode() for n, v in first.get("headers", ())}
        self.count = len(first.get("headers", ()))
        self.body = b"".join(m.get("body", b"") for m in messages[1:])


def ask(
    app: Any,
    path: str = "/",
    *,
    method: str = "GET",
    kind: str = "http",
    host: str | None = HERE,
    server: tuple[str, int] = ("127.0.0.1", 8080),
    parts: Iterable[bytes] = (),
    stalls: bool = False,
    more: Iterable[tuple[str, str]] = (),
    **headers: str,
) -> Answer:
    path, _, query = path.partition("?")
    named = [] if host is None else [("host", host)]
    named += [(name.replace("_", "-"), value) for name, value in headers.items()] + list(more)
    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "server": server,
        "headers": [(n.encode(), v.encode("latin-1")) for n, v in named],
    }
    chunks = list(parts)
    sent: list[Any] = []

    async def receive() -> Any:
        if kind == "websocket":
            return {"type": "websocket.connect"}
        if stalls and not chunks:
            await asyncio.sleep(3600)
        body = chunks.pop(0) if chunks else b""
        return {"type": "http.request", "body": body, "more_body": bool(chunks) or stalls}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return Answer(sent)


def guard(app: Any = None, **config: Any) -> Guard:
    made = Config(Path("/nowhere"), **config)
    return Guard(Behind() if app is None else app, made, Keys(SECRET, made.token))


OWN = ("127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080")


@every("path, host", list(product(ROUTES, OWN)))
def test_its_own_names_are_let_in(path: str, host: str) -> None:
    assert ask(guard(), path, host=host).status == 200


FOREIGN = (
    "evil.example:8080",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.0.0.1:80801",
    "127.0.0.1:8080.evil.example",
    "evil.example@127.0.0.1:8080",
    "127.0.0.1.:8080",
    "127.1:8080",
    "2130706433:8080",
    "0.0.0.0:8080",
    "",
)


@every("path, host", list(product(ROUTES, FOREIGN)))
def test_a_foreign_host_is_refused_on_every_route(path: str, host: str) -> None:
    behind = Behind()
    answer = ask(guard(behind), path, host=host)
    assert answer.status == 403
    assert not behind.scopes
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert host == "" or host not in str(answer.headers)
    api = path.startswith("/api/")
    assert answer.headers["content-type"].startswith("application/problem+json" if api else "text/")


@every("host", FOREIGN)
def test_a_foreign_host_is_refused_on_the_socket(host: str) -> None:
    behind = Behind()
    path = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    assert ask(guard(behind), path, kind="websocket", host=host).kind == "websocket.close"
    assert not behind.scopes
    assert ask(guard(behind), path, kind="websocket").kind == "websocket.accept"


def test_no_host_and_two_hosts_are_refused() -> None:
    assert ask(guard(), host=None).status == 403
    assert ask(guard(), more=[("host", HERE)]).status == 403
    assert ask(guard(), more=[("host", "evil.example:8080")]).status == 403


def test_the_port_is_that_of_the_connection() -> None:
    app = guard()
    assert ask(app, host="localhost:9", server=("127.0.0.1", 9)).status == 200
    assert ask(app, host=HERE, server=("127.0.0.1", 9)).status == 403
    assert ask(app, host="localhost", server=("127.0.0.1", 80)).status == 200
    assert ask(app, host="localhost", server=("127.0.0.1", 8080)).status == 403


def test_a_host_that_was_named_is_let_in() -> None:
    app = guard(host="192.0.2.7", token=TOKEN)
    bearer = f"Bearer {TOKEN}"
    assert ask(app, host="192.0.2.7:8080", authorization=bearer).status == 200
    assert ask(app, host="evil.example:8080", authorization=bearer).status == 403
    every = guard(host="0.0.0.0", token=TOKEN)
    for host in ("192.0.2.9:8080", f"{socket.gethostname().lower()}:8080"):
        found = ask(every, host=host, server=("192.0.2.9", 8080), authorization=bearer)
        assert found.status == 200
    for host in ("192.0.2.10:8080", "evil.example:8080"):
        found = ask(every, host=host, server=("192.0.2.9", 8080), authorization=bearer)
        assert found.status == 403
    six = guard(host="2001:db8::1", token=TOKEN)
    assert ask(six, host="[2001:db8::1]:8080", authorization=bearer).status == 200


ORIGINS = (
    "http://evil.example",
    "http://127.0.0.1:8081",
    "http://127.0.0.1",
    "https://127.0.0.1:8080",
    "http://localhost:8080",  # another name than that of the page is another origin
    "null",
    "http://127.0.0.1:8080.evil.example",
    "",
)


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@every("path, method, origin", list(product(ROUTES, METHODS, ORIGINS)))
def test_a_foreign_origin_is_refused(path: str, method: str, origin: str) -> None:
    behind = Behind()
    assert ask(guard(behind), path, method=method, origin=origin).status == 403
    assert not behind.scopes


@every("origin", ORIGINS)
def test_a_foreign_origin_is_refused_on_the_socket(origin: str) -> None:
    path = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    assert ask(guard(), path, kind="websocket", origin=origin).kind == "websocket.close"
    own = f"http://{HERE}"
    assert ask(guard(), path, kind="websocket", origin=own).kind == "websocket.accept"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_its_own_origin_and_programs_are_let_in(method: str) -> None:
    assert ask(guard(), API, method=method, origin=f"http://{HERE}").status == 200
    assert ask(guard(), API, method=method, sec_fetch_site="same-origin").status == 200
    assert ask(guard(), API, method=method).status == 200  # no browser sends neither
    assert (
        ask(guard(), host="localhost", server=("::1", 80), origin="http://localhost").status == 200
    )


@pytest.mark.parametrize("site", ["cross-site", "same-site", "something"])
def test_of_another_page_only_a_link_leads_here(site: str) -> None:
    link = {"sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert ask(guard(), sec_fetch_site=site, **link).status == 200
    assert ask(guard(), API, method="POST", sec_fetch_site=site, **link).status == 403
    for wrong in (
        {},
        {"sec_fetch_mode": "no-cors", "sec_fetch_dest": "script"},
        {"sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"},
        {"sec_fetch_mode": "cors", "sec_fetch_dest": "document"},
    ):
        assert ask(guard(), sec_fetch_site=site, **wrong).status == 403
    assert ask(guard(), kind="websocket", sec_fetch_site=site, **link).kind == "websocket.close"


def test_a_token_is_asked_for_on_every_route() -> None:
    app = guard(token=TOKEN)
    for path in ROUTES:
        answer = ask(app, path)
        assert answer.status == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert ask(app, path, authorization=f"Bearer {TOKEN}").status == 200
        assert ask(app, path, authorization=f"bearer  {TOKEN} ").status == 200
    for wrong in (f"Bearer {TOKEN}x", "Bearer", "Bearer ", f"Basic {TOKEN}", TOKEN, "Bearer \xe9"):
        assert ask(app, authorization=wrong).status == 401
    assert ask(app, kind="websocket").kind == "websocket.close"
    assert ask(app, kind="websocket", authorization=f"Bearer {TOKEN}").kind == "websocket.accept"


def test_the_link_gives_a_cookie_that_lets_in() -> None:
    app = guard(token=TOKEN)
    answer = ask(app, f"/login?token={TOKEN}")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie, *flags = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(flags)
    assert TOKEN not in cookie
    for line in (cookie, f"a=b; {cookie}; c=d"):
        assert ask(app, cookie=line).status == 200
        assert ask(app, kind="websocket", cookie=line).kind == "websocket.accept"
    assert ask(app, cookie=f"{cookie}0").status == 401
    assert ask(app, cookie=cookie.replace("=", "=\xe9")).status == 401
    assert ask(guard(token=TOKEN + "2"), cookie=cookie).status == 401
    for query in ("", "?token=", "?token=wrong", f"?token={TOKEN}x", f"?other={TOKEN}"):
        refused = ask(app, f"/login{query}")
        assert refused.status == 401
        assert "set-cookie" not in refused.headers
    assert ask(app, f"/login?token={TOKEN}", method="POST").status == 405
    assert ask(app, f"/login?token={TOKEN}", host="evil.example:8080").status == 403
    assert ask(guard(), "/login").headers["location"] == "/"


def test_another_host_needs_a_token(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="needs a token"):
        guard(host="0.0.0.0")
    made = configured(host="0.0.0.0", folder=tmp_path)
    assert made.token is not None and len(made.token) >= 32
    assert configured(host="0.0.0.0", folder=tmp_path).token != made.token
    assert made.login.endswith(f"/login?token={made.token}")
    for host in (None, "localhost", "::1", "127.0.0.2"):
        assert configured(host=host, folder=tmp_path).token is None
    for token in ("short", "x" * 201, "with space and more of it", "quote'quote'quote'", "é" * 20):
        with pytest.raises(ParameterError, match="letters, digits"):
            configured(token=token, folder=tmp_path)


def test_the_secret_is_made_once_and_is_its_users_alone(tmp_path: Path) -> None:
    first = session_secret(tmp_path)
    path = tmp_path / "session-secret"
    assert len(first) == 64
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    assert session_secret(tmp_path) == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["session-secret"]
    path.write_text("")
    with pytest.raises(ParameterError, match="delete it"):
        session_secret(tmp_path)
    path.write_bytes(b"\xff" * 64)
    with pytest.raises(ParameterError, match="cannot be used"):
        session_secret(tmp_path)


MILLION = 1_000_000


def test_a_body_over_the_limit_is_refused_before_it_is_read() -> None:
    behind = Behind()
    answer = ask(guard(behind), "/api/v1/solve", method="POST", content_length=str(MILLION + 1))
    assert answer.status == 413
    assert b"larger than this address accepts" in answer.body
    assert not behind.scopes
    for length in ("9" * 30, "1000001"):
        assert ask(guard(), API, method="POST", content_length=length).status == 413


@pytest.mark.parametrize("size", [MILLION, MILLION + 1])
def test_a_body_in_chunks_is_counted(size: int) -> None:
    behind = Behind()
    parts = [b"x" * 60_000] * (size // 60_000) + [b"x" * (size % 60_000)]
    answer = ask(guard(behind), API, method="POST", parts=parts, transfer_encoding="chunked")
    assert answer.status == (200 if size == MILLION else 413)
    assert len(behind.body) <= MILLION


def test_a_body_that_belies_its_length_is_counted() -> None:
    answer = ask(guard(), API, method="POST", parts=[b"x" * 600_000] * 2, content_length="10")
    assert answer.status == 413


def test_only_where_files_are_taken_may_a_body_be_larger() -> None:
    upload = "/_nicegui/client/01234567-89ab-cdef-0123-456789abcdef/upload/12"
    parts = [b"x" * 900_000] * 2
    sent: dict[str, Any] = {"method": "POST", "parts": parts, "content_length": "1800000"}
    assert ask(guard(), upload, **sent).status == 200
    for path in (
        f"{upload}/x",
        f"/_nicegui{upload}",
        upload.replace("upload", "other"),
        "/api/v1/solve",
    ):
        assert ask(guard(), path, **sent).status == 413
    assert ask(guard(), upload, method="POST", content_length="30000001").status == 413


def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    short = BodyLimit(re.compile(".*"), MILLION, 0.05)
    monkeypatch.setattr(security, "OTHER_BODIES", short)
    answer = ask(guard(), API, method="POST", parts=[b"x"], stalls=True, content_length="10")
    assert answer.status == 408


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE"])
def test_pages_are_only_read(method: str) -> None:
    for path in ("/", "/sudoku", "/static/page.css", "/apiary", "/nothing"):
        assert ask(guard(), path, method=method).status == 405
        assert ask(guard(), path, method=method, content_length="2000000").status == 413
    for path in ("/api/v1/solve", "/_nicegui/x", "/_nicegui_ws/socket.io/"):
        assert ask(guard(), path, method=method).status == 200


def test_heads_have_limits() -> None:
    assert ask(guard(), "/" + "x" * 9_000).status == 414
    assert ask(guard(), "/?" + "x" * 9_000).status == 414
    assert ask(guard(), x="y" * 40_000).status == 431
    assert ask(guard(), more=[("x", "y")] * 120).status == 431
    assert ask(guard(), "/?" + "x" * 7_000, x="y" * 7_000).status == 200


def test_a_fault_says_nothing_of_itself(caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/", "/api/v1/x"):
        answer = ask(guard(Behind(fails=True)), path)
        assert answer.status == 500
        assert b"secret" not in answer.body
        assert b"home" not in answer.body
    assert "a secret of /home/somebody" in caplog.text  # but the log does


def test_pages_of_errors_speak_the_language() -> None:
    assert b"khung" not in ask(guard(), host="x").body
    page = ask(guard(), host="x", accept_language="vi").body.decode()
    assert '<html lang="vi">' in page


def test_every_answer_has_the_headers() -> None:
    answer = ask(guard())
    wanted = {
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    assert wanted.items() <= answer.headers.items()
    assert "access-control-allow-origin" not in answer.headers
    assert len(answer.headers) == answer.count  # none twice
    assert "geolocation=()" in answer.headers["permissions-policy"]


def policy_of(answer: Answer) -> dict[str, list[str]]:
    parts = (part.split() for part in answer.headers["content-security-policy"].split(";"))
    return {first: rest for first, *rest in parts}


def test_the_policy_names_no_other_host() -> None:
    found = policy_of(ask(guard()))
    for name in ("frame-ancestors", "object-src", "base-uri", "form-action", "script-src-attr"):
        assert found[name] == ["'none'"]
    assert found["default-src"] == ["'self'"]
    assert found["script-src"] == ["'self'"]
    assert found["connect-src"] == ["'self'", f"ws://{HERE}", f"wss://{HERE}"]
    known = {"'self'", "'none'", "'unsafe-inline'", "data:", "blob:"}
    known |= {f"ws://{HERE}", f"wss://{HERE}"}
    assert {source for sources in found.values() for source in sources} <= known


def test_each_page_has_its_nonce_on_each_script() -> None:
    page = b"<script>a</script><p><SCRIPT type=module>b</script><scripture><script\n>c&lt;script>"
    app = guard(Nonces(Behind(html=page)))
    one, two = ask(app), ask(app)
    sources = policy_of(one)["script-src"]
    assert sources[0] == "'self'"
    nonce = sources[1].removeprefix("'nonce-").removesuffix("'")
    assert sources[1:] == [f"'nonce-{nonce}'", "'unsafe-eval'"]
    assert len(nonce) >= 22
    assert one.body.count(f'nonce="{nonce}"'.encode()) == 3
    assert b"<scripture>" in one.body and b"&lt;script>" in one.body
    assert one.headers["content-length"] == str(len(one.body))
    assert nonce not in str(two.headers)


def test_what_is_no_page_is_left_alone() -> None:
    answer = ask(guard(Nonces(Behind())))
    assert answer.body == b"{}"
    assert policy_of(answer)["script-src"] == ["'self'"]


def test_a_prefix_from_outside_is_dropped() -> None:
    behind = Behind()
    ask(guard(behind), x_forwarded_prefix='"><script>')
    assert b"x-forwarded-prefix" not in dict(behind.scopes[0]["headers"])


def test_other_servers_cookies_have_other_names() -> None:
    one, other = Keys("a" * 64, None), Keys("b" * 64, None)
    assert len({one.session, one.login, other.session, other.login}) == 4
    assert Keys("a" * 64, TOKEN).session == one.session


def test_a_user_without_a_home_is_told_of_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_: object, **__: object) -> str:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("GRIDWISE_DATA_DIR", raising=False)
    monkeypatch.setattr("platformdirs.user_data_dir", homeless)
    with pytest.raises(ParameterError, match="GRIDWISE_DATA_DIR"):
        configured()


def test_a_client_that_leaves_while_it_sends_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def left(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 500, "headers": []})
        raise ClientDisconnect

    assert ask(guard(left), "/").status == 500
    assert not caplog.records
