"""The guard in front of every route: access, sizes of requests, and the pages' policy.

Pure ASGI and outermost, so that everything is behind it: pages, static files, the REST API, and
NiceGUI's socket with its polling, which itself accepts any host and origin. The header `Host`
reveals a page whose own host name was pointed at this machine (DNS rebinding), `Origin` and
`Sec-Fetch-Site` any other page of another origin.
"""

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import re
import secrets
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect

from gridwise.core.errors import ParameterError
from gridwise.web.server.context import Config, is_loopback
from gridwise.web.server.refusals import refusal

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_log = logging.getLogger("gridwise.web")

COOKIE_S = 365 * 24 * 3600
MOST_HEADERS, MOST_HEADER_BYTES, MOST_TARGET_BYTES = 100, 32_768, 8_192


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """The limits of request bodies for some paths.

    Parameters
    ----------
    path
        A pattern of whole paths.
    size
        The most bytes.
    time_s
        Seconds to receive the body.
    """

    path: re.Pattern[str]
    size: int
    time_s: float


BODY_LIMITS = (
    # Where NiceGUI takes files: pictures, boards.
    BodyLimit(re.compile(r"/_nicegui/client/[0-9a-f-]{36}/upload/\d{1,9}"), 30_000_000, 120.0),
    BodyLimit(re.compile(r"/api/v1/batch"), 30_000_000, 120.0),
    BodyLimit(re.compile(r"/api/v1/verify"), 8_000_000, 120.0),
)
OTHER_BODIES = BodyLimit(re.compile(r".*", re.DOTALL), 1_000_000, 30.0)

_DRAIN_BYTES, _DRAIN_S = 40_000_000, 3.0
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_TAKES = ("/api/", "/_nicegui/", "/_nicegui_ws/")
"""Paths that take other methods too; all others are pages."""
_SCRIPT = re.compile(rb"<script(?=[\s>])", re.IGNORECASE)
_ISOLATION = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"accelerometer=(), autoplay=(self), browsing-topics=(), camera=(), display-capture=(), "
        b"fullscreen=(self), geolocation=(), gyroscope=(), hid=(), magnetometer=(), "
        b"microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()",
    ),
)
_OURS = frozenset(name for name, _ in _ISOLATION)
_POLICY = b"content-security-policy"


@lru_cache(maxsize=64)
def _rest_of_policy(host: str) -> str:
    return (
        "default-src 'self'; "
        "style-src 'self' 'unsafe-inline'; "  # Quasar and Vue set styles in elements
        "font-src 'self' data:; "
        "img-src 'self' data: blob:; "
        "media-src 'self' blob:; "
        "worker-src 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "frame-src 'none'; manifest-src 'self'; "
    )


def policy(host: str, nonce: str | None = None) -> bytes:
    """Return the Content-Security-Policy of a response, with the nonce of its inline scripts.

    Vue compiles a page's templates in the browser, so pages may evaluate text; event handlers in
    HTML and scripts without the nonce are refused.
    """
    scripts = "script-src 'self'"
    if nonce is not None:
        scripts += f" 'nonce-{nonce}' 'unsafe-eval'"
    return f"{_rest_of_policy(host)}{scripts}; script-src-attr 'none'".encode("latin-1")


class Head:
    """The headers of a request that the guard needs; of repeated ones, the last."""

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        self.size = sum(len(name) + len(value) for name, value in headers)
        known: dict[bytes, list[str]] = {}
        for name, value in headers:
            known.setdefault(name, []).append(value.decode("latin-1"))

        def last(name: bytes) -> str:
            return known.get(name, [""])[-1]

        self.hosts = [value.lower() for value in known.get(b"host", ())]
        self.origins = [value.lower() for value in known.get(b"origin", ())]
        self.cookies = known.get(b"cookie", [])
        self.site, self.mode = last(b"sec-fetch-site"), last(b"sec-fetch-mode")
        self.target = last(b"sec-fetch-dest")
        self.bearer, self.accepted = last(b"authorization"), last(b"accept-language")
        self.length = last(b"content-length")
        lengths = known.get(b"content-length", ())
        self.bodied = b"transfer-encoding" in known or any(value != "0" for value in lengths)
        self.forwarded = b"x-forwarded-prefix" in known


class Keys:
    """The names of our cookies, and the check of the token.

    Parameters
    ----------
    secret
        The data folder's secret. The cookies' names depend on it: a browser does not separate
        cookies by port, so two servers on one machine would take each other's.
    token
        The required token, or None.
    """

    def __init__(self, secret: str, token: str | None) -> None:
        tag = hashlib.sha256(b"cookie name " + secret.encode()).hexdigest()[:12]
        self.session = f"gridwise-{tag}"
        self.login = f"gridwise-login-{tag}"
        self._token = token
        self._mark = (
            "" if token is None else hmac.digest(secret.encode(), token.encode(), "sha256").hex()
        )

    @property
    def wanted(self) -> bool:
        """Whether a token is required."""
        return self._token is not None

    def is_token(self, text: str) -> bool:
        """Return whether a text is the token, in constant time."""
        return self._token is not None and hmac.compare_digest(
            text.encode("utf-8", "replace"), self._token.encode()
        )

    def allows(self, head: Head) -> bool:
        """Return whether a request has the token, or its cookie."""
        if self._token is None:
            return True
        scheme, _, bearer = head.bearer.partition(" ")
        if scheme.lower() == "bearer" and self.is_token(bearer.strip()):
            return True
        for line in head.cookies:
            for part in line.split(";"):
                name, _, value = part.strip().partition("=")
                if name == self.login and hmac.compare_digest(value.encode(), self._mark.encode()):
                    return True
        return False

    @property
    def cookie(self) -> str:
        """The cookie that is set for the right token."""
        return f"{self.login}={self._mark}; Path=/; Max-Age={COOKIE_S}; HttpOnly; SameSite=Strict"


class Guard:
    """The outermost app.

    Parameters
    ----------
    app
        The app behind it.
    config
        The server's address and token.
    keys
        The cookies and the token.
    """

    def __init__(self, app: App, config: Config, keys: Keys) -> None:
        if config.token is None and not is_loopback(config.host):
            raise ParameterError(f"listening on {config.host} needs a token")
        self.app = app
        self.keys = keys
        self._config = config
        self._hosts = cache(self._allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        head = Head(scope["headers"])
        status = self._refused(scope, head)
        if status is not None:
            await _refuse(scope, receive, send, head, status)
            return
        if head.forwarded:  # it would choose the origin of a page's scripts
            scope["headers"] = [h for h in scope["headers"] if h[0] != b"x-forwarded-prefix"]
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        if scope["path"] == "/login":
            await self._login(scope, receive, send, head)
            return
        await self._pass(scope, receive, send, head)

    def _allowed_hosts(self, address: str, port: int) -> frozenset[str]:
        """Return the allowed values of the header Host on a connection to this address of ours."""
        names = {"127.0.0.1", "localhost", "[::1]", _bracketed(self._config.host.lower())}
        if _is_wildcard(self._config.host):
            # An address cannot be rebound, and the name is this machine's own.
            names |= {_bracketed(address), socket.gethostname().lower(), socket.getfqdn().lower()}
        hosts = {f"{name}:{port}" for name in names}
        return frozenset(hosts | names if port == 80 else hosts)

    def _refused(self, scope: Scope, head: Head) -> int | None:
        """Return the status of a refusal, or None for a request to pass on."""
        if len(scope["headers"]) > MOST_HEADERS or head.size > MOST_HEADER_BYTES:
            return 431
        if not scope["path"].isprintable():
            return 404  # the router does not match a path with a line break
        target = len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
        if target > MOST_TARGET_BYTES:
            return 414
        address, port = scope.get("server") or (self._config.host, self._config.port)
        if len(head.hosts) != 1 or head.hosts[0] not in self._hosts(str(address), int(port or 0)):
            return 403
        if len(head.origins) > 1 or (
            head.origins and _bare(head.origins[0]) != _bare(f"http://{head.hosts[0]}")
        ):
            return 403
        if head.site not in ("", "same-origin", "none") and not (
            # Another page may only link here.
            scope["type"] == "http"
            and scope["method"] in ("GET", "HEAD")
            and head.mode == "navigate"
            and head.target == "document"
        ):
            return 403
        if not self.keys.allows(head) and scope["path"] != "/login":
            return 401
        return None

    async def _login(self, scope: Scope, receive: Receive, send: Send, head: Head) -> None:
        """Check the token in a link, and set the cookie for it."""
        query = scope.get("query_string", b"").decode("latin-1")
        given = parse_qs(query).get("token", [""])[0]
        if scope["method"] not in ("GET", "HEAD"):
            await _refuse(scope, receive, send, head, 405)
        elif self.keys.wanted and not self.keys.is_token(given):
            await _refuse(scope, receive, send, head, 401)
        else:
            headers = [
                (b"location", b"/"),
                (b"content-length", b"0"),
                (b"cache-control", b"no-store"),
            ]
            if self.keys.wanted:
                headers.append((b"set-cookie", self.keys.cookie.encode()))
            start = {"type": "http.response.start", "status": 303, "headers": headers}
            await _dressed(send, head)(start)
            await send({"type": "http.response.body", "body": b""})

    async def _pass(self, scope: Scope, receive: Receive, send: Send, head: Head) -> None:
        body = _Body(scope, receive, head) if head.bodied else None
        if body is not None and body.too_long:
            await _refuse(scope, receive, send, head, 413)
            return
        if scope["method"] not in _SAFE and not scope["path"].startswith(_TAKES):
            await _refuse(scope, receive, send, head, 405)
            return
        started = False
        outward = _dressed(send, head)

        async def sending(message: Event) -> None:
            nonlocal started
            if body is not None and body.problem is not None and not started:
                return  # the app saw a truncated body; its response does not count
            started = True
            await outward(message)

        try:
            await self.app(scope, receive if body is None else body.receive, sending)
        except ClientDisconnect:
            return  # in the middle of what it sent; nobody reads an answer
        except Exception:
            if started:
                raise  # the server closes the connection
            if body is None or body.problem is None:
                _log.exception("a fault while %s was answered", scope["method"])
                await _refuse(scope, receive, send, head, 500)
                return
        if body is not None and body.problem is not None and not started:
            await _refuse(scope, receive, send, head, body.problem)


class _Body:
    """The body of a request, measured and timed as it arrives."""

    def __init__(self, scope: Scope, receive: Receive, head: Head) -> None:
        path = scope["path"]
        self._limit = next((b for b in BODY_LIMITS if b.path.fullmatch(path)), OTHER_BODIES)
        self._receive = receive
        self._seen = 0
        self._until: float | None = None
        self._whole = False
        self.problem: int | None = None
        length = head.length
        self.too_long = length.isdigit() and int(length[:18]) > self._limit.size

    async def receive(self) -> Event:
        """Return the next part; a disconnect, once the body is too long or too slow."""
        if self.problem is not None:
            return {"type": "http.disconnect"}
        if self._whole:
            return await self._receive()
        now = asyncio.get_running_loop().time()
        self._until = now + self._limit.time_s if self._until is None else self._until
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._until - now))
        except TimeoutError:
            self.problem = 408
            return {"type": "http.disconnect"}
        if message["type"] == "http.request":
            self._seen += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._seen > self._limit.size:
                self.problem = 413
                return {"type": "http.disconnect"}
        return message


class Nonces:
    """Gives the inline scripts of every page the nonce that its policy requires.

    They come from NiceGUI's template and from our own head. Text of users is in there with its
    `<` escaped, so it never counts as a script.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; add nonces to a page."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start: Event | None = None
        page = bytearray()

        async def sending(message: Event) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_page(message["headers"]):
                start = message
                return
            if start is None or message["type"] != "http.response.body":
                await send(message)
                return
            page.extend(message.get("body", b""))
            if message.get("more_body", False):
                return
            nonce = secrets.token_urlsafe(18)
            body = _SCRIPT.sub(f'<script nonce="{nonce}"'.encode(), bytes(page))
            host = next(v for n, v in scope["headers"] if n == b"host").decode("latin-1")
            without = (b"content-length", _POLICY)
            headers = [header for header in start["headers"] if header[0].lower() not in without]
            length = start["headers"] and _value(start["headers"], b"content-length")
            if length is not None and scope["method"] != "HEAD":
                headers.append((b"content-length", str(len(body)).encode()))
            headers.append((_POLICY, policy(host, nonce)))
            await send({**start, "headers": headers})
            start = None
            await send({"type": "http.response.body", "body": body})

        await self.app(scope, receive, sending)


def _dressed(send: Send, head: Head) -> Send:
    """Return a `send` that sets our headers on a response, replacing its own."""

    async def sending(message: Event) -> None:
        if message["type"] == "http.response.start":
            headers = [
                (name, value)
                for name, value in message.get("headers", ())
                if name.lower() not in _OURS and not name.lower().startswith(b"access-control-")
            ]
            headers.extend(_ISOLATION)
            if _value(headers, _POLICY) is None:
                headers.append((_POLICY, policy(head.hosts[0] if head.hosts else "")))
            message["headers"] = headers
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send, head: Head, status: int) -> None:
    """Answer with an error; read the rest of a body, so that the sender reads the response."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    kind, body, more = refusal(status, scope["path"], head.accepted)
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *more,
    ]
    if head.bodied:
        headers.append((b"connection", b"close"))
    known = Head([(b"host", b"localhost")])  # no foreign host in the policy
    start = {"type": "http.response.start", "status": status, "headers": headers}
    await _dressed(send, known)(start)
    body = b"" if scope["method"] == "HEAD" else body
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if head.bodied and status == 413:
        with suppress(TimeoutError):
            await asyncio.wait_for(_drain(receive), _DRAIN_S)
    await send({"type": "http.response.body", "body": b""})


async def _drain(receive: Receive) -> None:
    left = _DRAIN_BYTES
    while left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


def _value(headers: list[tuple[bytes, bytes]], name: bytes) -> bytes | None:
    return next((value for key, value in headers if key.lower() == name), None)


def _is_page(headers: list[tuple[bytes, bytes]]) -> bool:
    kind = _value(headers, b"content-type") or b""
    return kind.startswith(b"text/html") and _value(headers, b"content-encoding") is None


def _bare(origin: str) -> str:
    """Return an origin without the default port."""
    return origin.removesuffix(":80")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_wildcard(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host
