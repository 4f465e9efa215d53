"""Runs one server from its port to its end, for `gridwise web`."""

import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from gridwise.core.errors import ParameterError
from gridwise.web.server.app import create_app
from gridwise.web.server.context import Config, is_loopback

MESSAGE_BYTES = 1_000_000
"""The most bytes of a message; a longer one closes the websocket."""
HEADER_BYTES = 32_768
_GRACE_S = 2
_KEEP_S = 5


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one.

    Raises
    ------
    ParameterError
        The host does not exist, or the port is taken or not allowed for this user.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise ParameterError(f"there is no host {host!r} to listen on") from None
    made = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":  # a reused address would be shared with its owner there
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(128)
    except OSError as error:
        made.close()
        raise ParameterError(
            f"port {port} on {host} cannot be had: {(error.strerror or str(error)).lower()}; "
            "another server may be there, so take another with --port"
        ) from None
    made.setblocking(False)
    return made


class Serving(uvicorn.Server):
    """A server that calls back when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(config: Config, taken: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process or a page ends it.

    Parameters
    ----------
    config
        The configuration; its port is the socket's.
    taken
        The socket from `listening`.
    ready
        Called when requests can come.
    """
    server: Serving | None = None

    def stop() -> None:
        if server is not None:
            server.should_exit = True

    settings = uvicorn.Config(
        create_app(config, stop),
        http="h11",  # the one that bounds the head of a request
        h11_max_incomplete_event_size=HEADER_BYTES,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=not is_loopback(config.host),  # on one machine it only costs time
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # a client could claim any address
        timeout_keep_alive=_KEEP_S,
        timeout_graceful_shutdown=_GRACE_S,
    )
    with suppress(KeyboardInterrupt):
        server = Serving(settings, ready)
        server.run(sockets=[taken])
