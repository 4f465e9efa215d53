"""A server without children: its tasks run one after another in a thread of this process."""

import json
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from gridwise.core.errors import InputError, UsageError
from gridwise.core.limits import Interrupted, Limits
from gridwise.process.queue import Queue, TaskOutcome, Ticket
from gridwise.process.supervisor import Task
from gridwise.web.server.context import Config, ServerContext
from gridwise.web.server.security import Guard, Keys
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call, TaskAnswer

ENDS = {"TIME_LIMIT": "time_limit", "MEMORY_LIMIT": "memory_limit", "CANCELLED": "cancelled"}


class Token:
    """What a task looks at to see whether its ticket was cancelled."""

    def __init__(self, ticket: Ticket) -> None:
        self.is_set = ticket.is_cancelled


class Here:
    """Takes the place of a supervisor."""

    def __init__(self) -> None:
        self._queue = Queue()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def submit(self, task: Task, limits: Limits, **options: Any) -> Ticket:
        task_kind(task.name)  # raises where there is none
        ticket = Ticket(task.name, json.dumps(dict(task.args)), limits, **options)
        self._queue.put(ticket)
        return ticket

    def close(self) -> None:
        self._queue.close()
        self._thread.join()

    def _work(self) -> None:
        while (ticket := self._queue.take(lambda: False)) is not None:
            ticket.end(self._outcome(ticket))
            self._queue.ended(ticket)

    def _outcome(self, ticket: Ticket) -> TaskOutcome:
        token: Any = Token(ticket)
        limits = ticket.limits
        call = Call(token, limits.time_s, limits.memory_bytes, ticket.progress)
        try:
            answer = task_kind(ticket.name).run(json.loads(ticket.args), call)
        except Interrupted as end:
            answer = TaskAnswer(None, end.stop.value)
        except (UsageError, InputError) as error:
            return TaskOutcome("refused", error=str(error), message=error.message)
        except Exception as error:
            return TaskOutcome("fault", error=repr(error))
        return TaskOutcome(ENDS.get(answer.stop or "", "answered"), answer.value)


class HereServer(ServerContext):
    """The context of a server without children."""

    def open(self) -> None:
        if self._supervisor is None:
            self._supervisor = Here()  # type: ignore[assignment]


@contextmanager
def api_client(folder: Path) -> Iterator[httpx.Client]:
    """Yield a client of the REST API behind its guard."""
    from fastapi import FastAPI

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wants a later name of httpx
        from starlette.testclient import TestClient

    from gridwise.web.api import create_api

    config = Config(folder)
    server = HereServer(config)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.mount("/api/v1", create_api(server))
    guard = Guard(app, config, Keys("s" * 64, None))
    address = "http://127.0.0.1:8080/api/v1"
    with TestClient(guard, address, client=("127.0.0.1", 9), follow_redirects=False) as client:
        yield client
        server.close()
