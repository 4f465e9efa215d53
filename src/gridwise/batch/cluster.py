"""Slices of a batch on a Dask cluster: a scheduler's address, or `local:N`.

Dask's own executor (`Client.get_executor`) leaves some futures without an end when the scheduler
goes away, so futures are made here: slices under way are sent again to the scheduler that comes
back. A slice that took its worker with it raises `WorkerLost`, and the coordinator decides.

Dask sends pickles, and anybody who reaches a scheduler can run code on all of its machines. So an
address is of this machine or has TLS; `insecure+tcp://` names any other on purpose.
"""

import asyncio
import ipaddress
import logging
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from gridwise.core.errors import InputError, ParameterError
from gridwise.core.message import Message, msg
from gridwise.process.sharing import WorkerLost
from gridwise.render.extras import needed

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

R = TypeVar("R")

_LOCAL = "local:"
_INSECURE = "insecure+"
_PORT = 8786
_ANSWER_S = 10.0  # for a scheduler to answer
_FIRST_WORKER_S = 60.0  # for the first worker to appear
_AWAY_S = 900.0  # for a scheduler or all workers to come back: they are started again
_LONGEST_PAUSE_S = 5.0  # between two attempts to reach it
_COUNT_S = 5.0  # between two counts of the workers
_ATTEMPTS = 20  # lost connections of one slice, at most
_SLICE_S = 1.0  # a slice costs the scheduler some milliseconds
_SLICES_PER_S = 100.0  # half of what a scheduler carries: with many workers slices are longer

_SETTINGS = {
    "distributed.scheduler.allowed-failures": 0,  # the coordinator counts, and finds the puzzle
    "distributed.scheduler.worker-saturation": 1.0,  # a worker that dies takes one slice with it
    "distributed.scheduler.worker-ttl": "60s",  # a worker is replaced after so long a silence
}
"""Settings of the scheduler of `local:N` that differ from Dask's; `docs/cluster.md` says why."""


class ConnectionLostError(Exception):
    """The scheduler went away, or forgot a slice."""


@dataclass(eq=False, slots=True)
class _Slice:
    """Work without a result yet, and the place to which it was sent."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    sent: "Future[Any] | None" = None
    attempts: int = 0


class ClusterExecutor:
    """The workers of a Dask scheduler, as a `WorkExecutor`.

    Parameters
    ----------
    address
        `tls://HOST:PORT`, `tcp://HOST:PORT` of this machine, or `local:N` for a scheduler and N
        processes that end with this executor. Certificates come from Dask's configuration.
    preload
        Kinds of puzzle whose engines a worker loads before its first slice.

    Raises
    ------
    ParameterError
        The text is no address, nobody answers there, or the answer has other versions.
    UsageError
        Dask is not installed.
    """

    def __init__(self, address: str, *, preload: Sequence[str] = ()) -> None:
        needed("distributed", extra="cluster", purpose="--cluster")
        self.workers = 1
        self.slice_s = _SLICE_S
        self.slice_bytes = 1 << 20  # the data passes through the scheduler, both ways
        self._preload = tuple(preload)
        self._lock = threading.Lock()
        self._slices: dict[Future[Any], _Slice] = {}
        self._client: Client | None = None
        self._failure: InputError | None = None
        self._closed = threading.Event()
        self._counted = 0.0
        self._empty: float | None = None  # the time since which the scheduler has had no workers
        self._cluster: LocalCluster | None = None
        processes = _processes(address)
        self.address = address if processes else _checked(address)
        try:
            if processes:
                self._cluster = _local_cluster(processes)
                self.address = self._cluster.scheduler_address
            self._client = self._connected()
            self._set_workers(self._greet(self._client, processes or 1))
        except BaseException:
            self.close()
            raise

    def submit(self, function: Callable[..., R], /, *arguments: Any) -> "Future[R]":
        """Run a function in a worker; after a lost connection it is sent again.

        It raises `InputError`, and so do all futures, once the scheduler or all workers have been
        away for too long, or a worker has other versions.
        """
        future: Future[R] = Future()
        slice_ = _Slice(function, arguments)
        with self._lock:
            if self._failure is not None:
                raise self._failure
            if self._closed.is_set():
                raise RuntimeError("this executor is closed")
            self._slices[future] = slice_
            client = self._client
        future.add_done_callback(self._forget)
        if client is not None:
            self._send(client, future, slice_)
        return future

    def close(self) -> None:
        """Cancel the slices under way and leave; a cluster of `local:N` ends."""
        with self._lock:
            self._closed.set()
            client, self._client = self._client, None
            cluster, self._cluster = self._cluster, None
            futures = list(self._slices)
        for future in futures:
            future.cancel()
        if client is not None:
            _leave(client)
        if cluster is not None:
            cluster.close(timeout=_ANSWER_S)

    # -- one slice --------------------------------------------------------------------------------

    def _send(self, client: "Client", future: "Future[Any]", slice_: _Slice) -> None:
        """Give a slice to a scheduler."""
        slice_.attempts += 1
        outcome = self._outcome(client, slice_)
        try:
            slice_.sent = asyncio.run_coroutine_threadsafe(outcome, client.loop.asyncio_loop)
        except RuntimeError:  # its loop has ended
            outcome.close()
            self._lost(client)
        else:
            slice_.sent.add_done_callback(partial(self._finish, client, future, slice_))

    async def _outcome(self, client: "Client", slice_: _Slice) -> Any:
        """Return a slice's value; raise its own error, `WorkerLost` or `ConnectionLostError`."""
        from distributed import KilledWorker
        from distributed.client import ClosedClientError

        from gridwise.batch.cluster_worker import run_slice, versions

        task = answered = None
        broken = OSError, TimeoutError, CancelledError, asyncio.CancelledError, ClosedClientError
        try:
            task = client.submit(
                run_slice, versions(), slice_.function, *slice_.arguments, pure=False
            )
            answered = asyncio.ensure_future(task)
            while not answered.done():  # for ever, as far as Dask is concerned
                await asyncio.wait((answered,), timeout=_COUNT_S)
                await self._count(client)
            return answered.result()
        except KilledWorker as error:
            raise WorkerLost(str(error)) from error
        except BaseException as error:
            known = "" if task is None else task.status
            if known == "pending" and isinstance(error, asyncio.CancelledError):
                raise  # nobody waits for it
            if known == "error" or (known in ("", "finished") and not isinstance(error, broken)):
                raise  # an error of the function itself, or a value that cannot be pickled
            raise ConnectionLostError(str(error)) from error
        finally:
            if answered is not None:
                answered.cancel()

    async def _count(self, client: "Client") -> None:
        """Count the workers from time to time; give up after too long without any.

        The waiting slices call this, so it ends with them.
        """
        now = time.monotonic()
        if now - self._counted < _COUNT_S or client.status != "running":
            return
        self._counted = now
        try:
            async with asyncio.timeout(_ANSWER_S):
                identity = await client.scheduler.identity(n_workers=0)
        except (OSError, TimeoutError):  # `_reconnect` deals with it
            return
        self._set_workers(identity["total_threads"])
        if identity["total_threads"] or client is not self._client:
            self._empty = None
        elif self._empty is None:
            self._empty = now
        elif now - self._empty > _AWAY_S:
            self._give_up(
                ParameterError(
                    msg(
                        "the Dask scheduler at {address} has had no workers for {n} minutes; "
                        "start one with: dask worker {address}",
                        address=self.address,
                        n=round(_AWAY_S / 60),
                    )
                )
            )

    def _set_workers(self, number: int) -> None:
        self.workers = max(1, number)
        self.slice_s = max(_SLICE_S, self.workers / _SLICES_PER_S)

    def _finish(
        self, client: "Client", future: "Future[Any]", slice_: _Slice, sent: "Future[Any]"
    ) -> None:
        """Hand on a slice's outcome; a slice that lost its connection waits for the next one."""
        from gridwise.batch.cluster_worker import OtherVersionsError

        if future.done():  # it was cancelled, or a copy of it that was sent before has come back
            return
        error: BaseException | None
        try:
            error = sent.exception()
        except CancelledError:
            error = ConnectionLostError()
        if isinstance(error, ConnectionLostError) and slice_.attempts < _ATTEMPTS:
            self._lost(client)
            return
        if isinstance(error, OtherVersionsError):
            name, theirs, ours = error.args
            error = self._give_up(_mismatch(msg("a worker"), name, theirs, ours))
        with suppress(InvalidStateError):
            if error is None:
                future.set_result(sent.result())
            else:
                future.set_exception(error)

    def _forget(self, future: "Future[Any]") -> None:
        with self._lock:
            slice_ = self._slices.pop(future, None)
        if slice_ is not None and slice_.sent is not None:
            slice_.sent.cancel()  # no effect if it has ended

    # -- the connection ---------------------------------------------------------------------------

    def _connected(self) -> "Client":
        """Return a client of the scheduler.

        Raises
        ------
        ParameterError
            Nobody answers.
        """
        try:
            return _client(self.address)
        except (OSError, TimeoutError) as error:
            raise ParameterError(
                msg(
                    "no Dask scheduler answers at {address} ({reason}); "
                    "expected one that was started by: dask scheduler",
                    address=self.address,
                    reason=_reason(error),
                )
            ) from error

    def _greet(self, client: "Client", wanted: int) -> int:
        """Wait for workers, compare versions and warm the workers; return their number."""
        try:
            client.wait_for_workers(wanted, timeout=_FIRST_WORKER_S)
        except TimeoutError as error:
            raise ParameterError(
                msg(
                    "the Dask scheduler at {address} has no workers; start one with: "
                    "dask worker {address}",
                    address=self.address,
                )
            ) from error
        _compare(client)
        self._warm(client)
        return sum(map(int, client.nthreads().values()))

    def _warm(self, client: "Client") -> None:
        from gridwise.batch.cluster_worker import Warm

        if self._preload:
            with suppress(OSError, TimeoutError):  # a worker may not answer just now
                client.register_plugin(Warm(self._preload))

    def _lost(self, client: "Client") -> None:
        """Begin to look for the scheduler again, unless a thread does already."""
        with self._lock:
            if self._client is not client:
                return
            self._client = None
        name = "gridwise-reconnect"
        threading.Thread(target=self._reconnect, args=(client,), name=name, daemon=True).start()

    def _reconnect(self, lost: "Client") -> None:
        """Reach the scheduler again and send it every slice without a result."""
        _leave(lost)
        pause, until = 0.1, time.monotonic() + _AWAY_S
        while not self._closed.wait(pause):
            try:
                client = self._connected()
            except ParameterError as error:
                if time.monotonic() > until:
                    self._give_up(error)
                    return
                pause = min(2 * pause, _LONGEST_PAUSE_S)
                continue
            with self._lock:
                self._client = None if self._closed.is_set() else client
                slices = list(self._slices.items())
                self._empty = None  # its workers come after the scheduler
            if self._client is None:
                _leave(client)
                return
            for future, slice_ in slices:
                self._send(client, future, slice_)
            self._warm(client)
            return

    def _give_up(self, error: ParameterError) -> InputError:
        """Let every slice, and `submit`, raise this error."""
        with self._lock:
            self._failure = failure = self._failure or InputError(error.message)
            futures = list(self._slices)
        for future in futures:
            with suppress(InvalidStateError):
                future.set_exception(failure)
        return failure


def _client(address: str) -> "Client":
    """Return a client of a scheduler; raise `OSError` if none answers."""
    from distributed import Client

    # Dask logs a lost connection with a traceback; here one is made again, or one line says it.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about versions: they are compared here
        return Client(address, timeout=_ANSWER_S, set_as_default=False, name="gridwise")


def _leave(client: "Client") -> None:
    """Close a client whose scheduler may be gone."""
    with suppress(OSError, TimeoutError, RuntimeError):
        client.close(timeout=1.0)


def _local_cluster(processes: int) -> "LocalCluster":
    """Start a scheduler and workers on this machine; they end with this process."""
    import dask
    from distributed import LocalCluster

    with dask.config.set(_SETTINGS):
        return LocalCluster(
            n_workers=processes,
            threads_per_worker=1,
            host="127.0.0.1",
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            silence_logs=logging.CRITICAL,
        )


def _processes(address: str) -> int | None:
    """Return the N of `local:N`, or None for an address."""
    if not address.startswith(_LOCAL):
        return None
    number = address.removeprefix(_LOCAL)
    if not number.isdecimal() or not int(number):
        raise ParameterError(
            msg("found {found}, expected local:4 for four processes", found=repr(address))
        )
    return int(number)


def _checked(address: str) -> str:
    """Return an address in the form that Dask takes.

    Raises
    ------
    ParameterError
        The text is no address, the address would send pickles over a network in the clear, or it
        has TLS and Dask's configuration names no certificates.
    """
    import dask

    insecure = address.startswith(_INSECURE)
    plain = address.removeprefix(_INSECURE)
    try:
        parts = urlsplit(plain)
        host, port = parts.hostname, parts.port or _PORT
    except ValueError:
        host, port = None, 0
    if not host or parts.scheme not in ("tcp", "tls") or parts.path.strip("/"):
        raise ParameterError(
            msg(
                "found {found}, expected the address of a Dask scheduler, "
                "tls://HOST:PORT or tcp://127.0.0.1:PORT, or local:N",
                found=repr(address),
            )
        )
    if parts.scheme == "tcp" and not insecure and not _of_this_machine(host):
        raise ParameterError(
            msg(
                "{address} has no TLS, and who reads or changes what Dask sends can run code on "
                "every machine; expected tls://{host}:{port}, or {insecure}{address} on purpose",
                address=plain,
                host=host,
                port=port,
                insecure=_INSECURE,
            )
        )
    if parts.scheme == "tls" and not dask.config.get("distributed.comm.tls.ca-file", None):
        raise ParameterError(
            msg(
                "{address} needs certificates; expected them in Dask's configuration: {names}",
                address=plain,
                names=tuple(
                    f"DASK_DISTRIBUTED__COMM__TLS__{name}"
                    for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
                ),
            )
        )
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _of_this_machine(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _compare(client: "Client") -> None:
    """Compare the versions of the scheduler and of all workers with those of this process.

    Raises
    ------
    ParameterError
        Some versions differ.
    """
    from gridwise.batch.cluster_worker import PACKAGES, versions

    answers = client.get_versions(packages=PACKAGES)
    for where, their in (("", answers["scheduler"]), *answers["workers"].items()):
        packages = their["packages"]
        for name, ours in versions():
            theirs = packages.get(name) or ""
            if name == "python":
                theirs = ".".join(theirs.split(".")[:2])
            if theirs != ours:
                who = msg("the worker {where}", where=where) if where else msg("the scheduler")
                raise _mismatch(who, name, theirs, ours)


def _mismatch(who: Message, name: str, theirs: str, ours: str) -> ParameterError:
    return ParameterError(
        msg(
            "{who} has {name} {theirs} and this command has {ours}; "
            "expected the same versions everywhere",
            who=who,
            name=name,
            theirs=theirs or msg("(not installed)"),
            ours=ours or msg("(not installed)"),
        )
    )


def _reason(error: BaseException) -> str:
    """Return the innermost reason that is in words."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) or type(error).__name__
