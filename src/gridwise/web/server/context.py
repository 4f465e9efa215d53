"""The state that all pages and routes of one server share: configuration, store, workers."""

import asyncio
import ipaddress
import os
import secrets
import socket
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.run import Progress
from gridwise.jobs.stored import BusyError
from gridwise.process.supervisor import Supervisor, Task, TaskOutcome, Ticket
from gridwise.web.server.compile_ahead import CompileAhead

if TYPE_CHECKING:
    from gridwise.games.store import Store
    from gridwise.web.server.batches import Batches
    from gridwise.web.server.comparisons import Comparisons

LOOPBACK = "127.0.0.1"
MOST_TASKS = 64
"""The most tasks that wait or run at a time."""
MOST_TASKS_EACH = 8
"""The most tasks of one visitor."""
LEAST_TOKEN, MOST_TOKEN = 16, 200
NICENESS = 5
"""The niceness of the children on POSIX: pages stay quick while all are busy.

With 10 a child got 5 % of a processor beside other busy programs, and a new game took minutes.
"""


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration of a server.

    Parameters
    ----------
    folder
        The folder of the user's data: the store, the session secret.
    host, port
        The address on which the server listens.
    token
        The secret that a browser or client has to present first; None for this machine alone.
    workers
        The number of tasks that run at a time; one child more is kept for short tasks.
    """

    folder: Path
    host: str = LOOPBACK
    port: int = 8080
    token: str | None = None
    workers: int = 1

    @property
    def address(self) -> str:
        """The address of the page."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}/" if self.port == 80 else f"http://{host}:{self.port}/"

    @property
    def login(self) -> str:
        """The address for the first visit, with the token if one is needed."""
        return self.address if self.token is None else f"{self.address}login?token={self.token}"

    @property
    def network_host(self) -> str | None:
        """The host by which other machines reach the server, or None if they cannot."""
        try:
            everywhere = not self.host or ipaddress.ip_address(self.host).is_unspecified
        except ValueError:
            everywhere = False
        host = _own_address() if everywhere else self.host
        return None if host is None or is_loopback(host) else host

    def at(self, port: int) -> "Config":
        """Return this configuration on another port."""
        return replace(self, port=port)


def configured(
    *,
    host: str | None = None,
    port: int = 8080,
    token: str | None = None,
    workers: int | None = None,
    folder: Path | None = None,
) -> Config:
    """Return a checked configuration; make the folder and, if needed, a token.

    Raises
    ------
    ParameterError
        The port or the token is invalid, or the folder cannot be made.
    """
    if not 0 <= port <= 65_535:
        raise ParameterError(f"a port is from 0 to 65535, not {port}")
    host = LOOPBACK if host is None else host.strip("[]")
    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(24)
    if token is not None and not (
        LEAST_TOKEN <= len(token) <= MOST_TOKEN
        and token.isascii()
        and token.replace("-", "").replace("_", "").isalnum()
    ):
        raise ParameterError(
            f"a token has from {LEAST_TOKEN} to {MOST_TOKEN} letters, digits, - and _"
        )
    if workers is None:
        workers = max(1, (os.cpu_count() or 1) - 1)
    return Config(made_private(folder or data_folder()), host, port, token, workers)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host's address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _own_address() -> str | None:
    """Return this machine's address in its network, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # nothing is sent: the system chooses the way
        except OSError:
            return None
        return str(asked.getsockname()[0])


def data_folder() -> Path:
    """Return the folder of a user's data: `GRIDWISE_DATA_DIR`, or the system's usual one.

    Raises
    ------
    ParameterError
        The user has no home, and the variable is not set.
    """
    path = os.environ.get("GRIDWISE_DATA_DIR")
    if path:
        return Path(path)
    from platformdirs import user_data_dir

    try:
        return Path(user_data_dir("gridwise", appauthor=False))
    except RuntimeError:
        raise ParameterError(
            msg("this user has no home folder for saved games: GRIDWISE_DATA_DIR names another")
        ) from None


def made_private(folder: Path) -> Path:
    """Make a folder that only its user may enter, unless it exists; return it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = folder.resolve()
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "permission denied")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ParameterError(f"the data folder {folder} cannot be used: {why}") from None
    return folder


def session_secret(folder: Path) -> str:
    """Return the key that signs session cookies; made at the first start.

    Raises
    ------
    ParameterError
        The file cannot be read or written, or holds no key.
    """
    path = folder / "session-secret"
    fresh = folder / f".session-secret-{secrets.token_hex(8)}"
    try:
        if not path.exists():
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_hex(32))
            try:
                os.link(fresh, path)  # unlike a rename, it keeps an existing secret
            except FileExistsError:
                pass
            except OSError:  # a file system without links
                fresh.replace(path)
            fresh.unlink(missing_ok=True)
        path.chmod(0o600)
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise ParameterError(f"the session secret {path} cannot be used: {error}") from None
    if len(secret) < 32:
        raise ParameterError(f"{path} holds no session secret: delete it, and a new one is made")
    return secret


class ServerContext:
    """The shared state of one server; `open` and `close` begin and end its children.

    Parameters
    ----------
    config
        The configuration.
    stop
        A function that ends the server; None if pages cannot.
    """

    def __init__(self, config: Config, stop: Callable[[], None] | None = None) -> None:
        self.config = config
        self._stop = stop
        self._supervisor: Supervisor | None = None
        self._compiler: CompileAhead | None = None
        self._store: Store | None = None
        self._comparisons: Comparisons | None = None
        self._batches: Batches | None = None
        self._lock = threading.RLock()
        self._tasks: Counter[str] = Counter()
        self._closed = False

    def open(self) -> None:
        """Start the children, which warm up, and the compiling, both in the background."""
        with self._lock:
            if self._closed:
                raise ParameterError("the server is being ended")
            if self._supervisor is None:
                self._supervisor = Supervisor(
                    self.config.workers, niceness=NICENESS, short_workers=1
                )
                self._compiler = CompileAhead()
                if self._batch_folder.is_dir():  # batches of the last server go on
                    _ = self.batches

    def close(self) -> None:
        """End the children, stop comparisons and batches, and close the store."""
        with self._lock:
            self._closed = True
            supervisor, self._supervisor = self._supervisor, None
            compiler, self._compiler = self._compiler, None
            stored = (self._comparisons, self._batches)
            self._comparisons = self._batches = None
        for jobs in stored:
            if jobs is not None:
                jobs.close()
        if compiler is not None:
            compiler.close()
        if supervisor is not None:
            supervisor.close()
        with self._lock:
            store, self._store = self._store, None
        if store is not None:
            store.close()

    @property
    def may_end(self) -> bool:
        """Whether a page may end the server: only on a loopback address."""
        return self._stop is not None and is_loopback(self.config.host)

    def end(self) -> None:
        """End the server, as Ctrl-C does; raise `ParameterError` if a page may not."""
        if self._stop is None or not self.may_end:
            raise ParameterError(msg("others use this server too: a page cannot end it"))
        self._stop()

    @property
    def supervisor(self) -> Supervisor:
        """Return the supervisor of the children, started if needed."""
        self.open()
        assert self._supervisor is not None
        return self._supervisor

    @property
    def store(self) -> "Store":
        """Return the store of games, settings and statistics, opened if needed."""
        with self._lock:
            if self._store is None:
                from gridwise.games.store import Store

                self._store = Store(self.config.folder / "gridwise.sqlite3")
            return self._store

    @property
    def comparisons(self) -> "Comparisons":
        """Return the comparisons of this server's users."""
        with self._lock:
            if self._comparisons is None:
                from gridwise.web.server.comparisons import Comparisons

                self._comparisons = Comparisons(self.config.folder / "comparisons")
            return self._comparisons

    @property
    def _batch_folder(self) -> Path:
        return self.config.folder / "batches"

    @property
    def batches(self) -> "Batches":
        """Return the batches of this server's users."""
        with self._lock:
            if self._batches is None:
                from gridwise.web.server.batches import Batches

                self._batches = Batches(self._batch_folder)
            return self._batches

    def submit(
        self,
        name: str,
        args: Mapping[str, Any],
        limits: Limits = NO_LIMITS,
        *,
        owner: str = "",
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
    ) -> Ticket:
        """Submit a task to a child, as `Supervisor.submit` does.

        Raises
        ------
        BusyError
            Too many tasks wait and run, of this owner or of all.
        ParameterError, UnknownNameError
            As for `Supervisor.submit`.
        """
        supervisor = self.supervisor
        with self._lock:
            if owner and self._tasks[owner] >= MOST_TASKS_EACH:
                raise BusyError(msg("you have {number} tasks waiting", number=MOST_TASKS_EACH))
            if self._tasks.total() >= MOST_TASKS:
                raise BusyError(msg("the server is busy: try again soon"))
            ticket = supervisor.submit(
                Task(name, args), limits, owner=owner, cancel=cancel, progress=progress
            )
            self._tasks[owner] += 1
        ticket.add_done_callback(lambda _: self._ended(owner))
        return ticket

    def _ended(self, owner: str) -> None:
        with self._lock:
            self._tasks[owner] -= 1
            if self._tasks[owner] <= 0:
                del self._tasks[owner]

    async def ask(
        self,
        name: str,
        args: Mapping[str, Any],
        *,
        owner: str = "",
        time_s: float | None = None,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
        taken: Callable[[Ticket], None] | None = None,
    ) -> TaskOutcome:
        """Run a task in a child and wait for it without blocking the loop.

        Parameters and errors as for `submit`, but instead of raising `BusyError` it returns the
        outcome `refused`. `taken` is called with the ticket. Cancelling the coroutine cancels the
        task.
        """
        try:
            ticket = self.submit(
                *(name, args, Limits(time_s)), owner=owner, cancel=cancel, progress=progress
            )
        except BusyError as error:
            return TaskOutcome("refused", error=str(error.placed), message=error.message)
        if taken is not None:
            taken(ticket)
        return await asyncio.wrap_future(ticket)
