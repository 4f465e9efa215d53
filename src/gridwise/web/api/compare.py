"""Comparisons as jobs: the same as those of the page; they outlive the server."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from gridwise.core.errors import UnknownNameError
from gridwise.web.api import job_routes
from gridwise.web.api.jobs import OPEN, full
from gridwise.web.api.models import Compare
from gridwise.web.server.comparisons import FILES, MOST_WAITING, ComparisonState
from gridwise.web.server.context import ServerContext
from gridwise.web.server.stored_jobs import OPEN as OPEN_PHASES
from gridwise.web.server.stored_jobs import JobPhase

FileName = Annotated[Literal["manifest.json", "runs.jsonl", "runs.csv", "table.csv"], Path()]
"""One of `FILES`."""

MOST_KEPT = 50
"""The most comparisons of one owner; they stay on disk until their owner deletes them."""

_EVERY_S = 0.25
_STATES: Mapping[JobPhase, str] = {
    JobPhase.WAITING: "waiting",
    JobPhase.RUNNING: "running",
    JobPhase.STOPPED: "cancelled",
    JobPhase.DONE: "done",
    JobPhase.FAILED: "failed",
}
_ENDS: Mapping[JobPhase, str] = {
    JobPhase.STOPPED: "cancelled",
    JobPhase.DONE: "answered",
    JobPhase.FAILED: "fault",
}


def router(server: ServerContext) -> APIRouter:
    """Return the routes."""
    made = APIRouter(tags=["jobs"])

    @made.post(
        "/compare",
        summary="gridwise compare",
        response_model=None,
        status_code=202,
        responses=job_routes.ASKED,
    )
    async def compare(request: Request, asked: Compare, wait: job_routes.Wait = 0.0) -> Response:
        owner = job_routes.owner_of(request)
        ident = await run_in_threadpool(_start, server, asked, owner)
        job = await run_in_threadpool(seen, server, ident, owner)
        until = asyncio.get_running_loop().time() + wait
        while job["state"] in OPEN and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(_EVERY_S)
            job = await run_in_threadpool(seen, server, ident, owner)
        return job_routes.answered(request, job)

    @made.get(
        "/jobs/{ident}/files/{name}",
        summary="A file of a comparison",
        responses={
            200: {
                "description": "The file.",
                "content": {kind: {"schema": {"type": "string"}} for kind in FILES.values()},
            },
            404: job_routes.MISSING,
            422: job_routes.INVALID,
        },
        response_class=Response,
    )
    async def file(request: Request, ident: job_routes.Ident, name: FileName) -> Response:
        owner = job_routes.owner_of(request)
        return Response(
            await run_in_threadpool(_file, server, ident, owner, name),
            media_type=FILES[name],
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    return made


def _start(server: ServerContext, asked: Compare, owner: str) -> str:
    every = server.comparisons
    mine = every.of(owner)
    waiting = sum(1 for state in mine if state.phase is JobPhase.WAITING)
    if len(mine) >= MOST_KEPT or waiting >= MOST_WAITING:
        raise full(len(mine))
    return every.start(
        [asked.boards] if isinstance(asked.boards, str) else asked.boards,
        owner=owner,
        methods=asked.methods,
        question=asked.question,
        repeats=asked.repeats,
        seed=asked.seed,
        time_s=asked.time_s,
        cpu_s=asked.cpu_s,
    )


def _state(server: ServerContext, ident: str, owner: str) -> ComparisonState:
    """Return a comparison of this owner; raise HTTP 404."""
    state = server.comparisons.state_of(ident, owner)
    if state is None:
        raise HTTPException(404)
    return state


def seen(server: ServerContext, ident: str, owner: str) -> dict[str, Any]:
    """Return a comparison as a job; raise HTTP 404."""
    state = _state(server, ident, owner)
    result: dict[str, Any] | None = None
    if state.phase is JobPhase.DONE:
        result = {"rows": list(server.comparisons.records(ident)), "files": list(FILES)}
    failed = "the comparison failed; the server's log says why"
    return {
        "id": ident,
        "kind": "compare",
        "state": _STATES[state.phase],
        "end": _ENDS.get(state.phase),
        "progress": {"elapsed_s": 0.0, "counters": {"done": state.done, "total": state.total}},
        "result": result,
        "error": failed if state.phase is JobPhase.FAILED else None,
    }


def ended(server: ServerContext, ident: str, owner: str) -> dict[str, Any] | None:
    """End a comparison and return it, or delete one that has ended; raise HTTP 404."""
    state = _state(server, ident, owner)
    every = server.comparisons
    if state.phase in OPEN_PHASES:
        every.cancel(ident)
        return {**seen(server, ident, owner), "state": "cancelled", "end": "cancelled"}
    every.remove(ident)
    return None


def _file(server: ServerContext, ident: str, owner: str, name: str) -> bytes:
    _state(server, ident, owner)
    try:
        return server.comparisons.file(ident, name)
    except UnknownNameError:
        raise HTTPException(404) from None


async def events(server: ServerContext, ident: str, owner: str) -> AsyncIterator[str]:
    """Yield the events of a comparison."""
    before: dict[str, Any] | None = None
    silent = 0.0
    while True:
        job = await run_in_threadpool(seen, server, ident, owner)
        going = job["state"] in OPEN
        if job != before or not going:
            yield job_routes.event("progress" if going else "end", job)
            before, silent = job, 0.0
        if not going:
            return
        await asyncio.sleep(_EVERY_S)
        silent += _EVERY_S
        if silent >= job_routes.BEAT_S:
            yield ": still here\n\n"
            silent = 0.0
