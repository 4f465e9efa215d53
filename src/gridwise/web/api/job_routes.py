"""The routes of jobs: look, follow, end; and of comparisons, which outlive the server."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.core.numbers import dumps
from gridwise.jobs.stored import OPEN, BusyError, JobPhase, ServerJob
from gridwise.web.api.jobs import Jobs
from gridwise.web.api.models import LONGEST_WAIT_S, Compare, JobState, Problem
from gridwise.web.server.comparisons import FILES, MOST_WAITING, StoredComparison
from gridwise.web.server.context import ServerContext

MOST_KEPT = 50
"""The most comparisons of one owner; they stay on disk until their owner deletes them."""
BEAT_S = 15.0
"""Seconds between events of a stream at most, so that a lost reader is noticed."""
_EVERY_S, _CANCEL_S = 0.25, 5.0

Wait = Annotated[
    float,
    Query(
        ge=0,
        le=LONGEST_WAIT_S,
        allow_inf_nan=False,
        description="Wait so many seconds for the end, and answer 200 with the result.",
    ),
]
Ident = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
FileName = Annotated[Literal["manifest.json", "runs.jsonl", "runs.csv", "table.csv"], Path()]
"""One of `FILES`."""
Answers = dict[int | str, dict[str, Any]]

LOCATION: dict[str, Any] = {
    "Location": {"description": "The job.", "schema": {"type": "string"}},
}
BUSY: dict[str, Any] = {
    "model": Problem,
    "description": "The server has too much to do.",
    "headers": {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}},
}
UNREADABLE: dict[str, Any] = {"model": Problem, "description": "No JSON."}
TOO_LARGE: dict[str, Any] = {
    "model": Problem,
    "description": "More than a megabyte; a certificate: than eight.",
}
INVALID: dict[str, Any] = {"model": Problem, "description": "The request cannot be answered."}
MISSING: dict[str, Any] = {"model": Problem, "description": "No such job of yours."}
ASKED: Answers = {
    200: {"model": JobState, "description": "It has ended.", "headers": LOCATION},
    202: {"model": JobState, "description": "It is on its way.", "headers": LOCATION},
    400: UNREADABLE,
    413: TOO_LARGE,
    422: INVALID,
    429: BUSY,
}


def router(tasks: Jobs, server: ServerContext) -> APIRouter:
    """Return the routes."""
    api = APIRouter(tags=["jobs"])
    missing: Answers = {404: MISSING, 422: INVALID}

    async def found(request: Request, ident: str) -> ServerJob:
        """Return a job of the caller's; raise HTTP 404."""
        owner = owner_of(request)
        job: ServerJob | None = tasks.get(ident, owner)
        return job or await compared(ident, owner)

    async def compared(ident: str, owner: str) -> StoredComparison:
        job = await run_in_threadpool(server.comparisons.get, ident, owner)
        if job is None:
            raise HTTPException(404)
        return job

    @api.get(
        "/jobs/{ident}",
        summary="Look at a job",
        responses={200: {"model": JobState}, **missing},
        response_model=None,
    )
    async def look(request: Request, ident: Ident) -> Response:
        return JobResponse(await as_json(await found(request, ident)))

    @api.delete(
        "/jobs/{ident}",
        summary="End a job, or forget one that has ended",
        responses={
            200: {"model": JobState, "description": "It was ended."},
            204: {"description": "It is forgotten."},
            **missing,
        },
        response_model=None,
    )
    async def end(request: Request, ident: Ident) -> Response:
        job = await found(request, ident)
        kept = server.comparisons if isinstance(job, StoredComparison) else tasks
        if job.phase not in OPEN:
            await run_in_threadpool(kept.remove, ident)
            return Response(status_code=204)
        await run_in_threadpool(kept.cancel, ident)
        if await job.ended(_CANCEL_S) or kept is tasks:
            return JobResponse(await as_json(job))
        return JobResponse({**await as_json(job), "state": "cancelled", "end": "cancelled"})

    @api.get(
        "/jobs/{ident}/events",
        summary="Follow a job, as server-sent events",
        responses={
            200: {
                "description": "`progress` with the job as it is, then one `end`.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            **missing,
        },
        response_class=StreamingResponse,
    )
    async def follow(request: Request, ident: Ident) -> Response:
        return StreamingResponse(
            _events(await found(request, ident)),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store"},
        )

    @api.post(
        "/compare",
        summary="gridwise compare",
        response_model=None,
        status_code=202,
        responses=ASKED,
    )
    async def compare(request: Request, asked: Compare, wait: Wait = 0.0) -> Response:
        owner = owner_of(request)
        ident = await run_in_threadpool(_start, server, asked, owner)
        return await answered(request, await compared(ident, owner), wait)

    @api.get(
        "/jobs/{ident}/files/{name}",
        summary="A file of a comparison",
        responses={
            200: {
                "description": "The file.",
                "content": {kind: {"schema": {"type": "string"}} for kind in FILES.values()},
            },
            **missing,
        },
        response_class=Response,
    )
    async def file(request: Request, ident: Ident, name: FileName) -> Response:
        job = await compared(ident, owner_of(request))
        try:
            content = await run_in_threadpool(job.file, name)
        except UnknownNameError:
            raise HTTPException(404) from None
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=FILES[name], headers=headers)

    return api


def _start(server: ServerContext, asked: Compare, owner: str) -> str:
    every = server.comparisons
    mine = every.of(owner)
    waiting = sum(1 for job in mine if job.phase is JobPhase.WAITING)
    if len(mine) >= MOST_KEPT or waiting >= MOST_WAITING:
        raise BusyError(msg("there are {number} comparisons already: delete one", number=len(mine)))
    arguments = asked.model_dump()
    boards = arguments.pop("boards")
    return every.start([boards] if isinstance(boards, str) else boards, owner=owner, **arguments)


def owner_of(request: Request) -> str:
    """Return the owner of the jobs of a request: the browser's session, or the token."""
    session = request.scope.get("session")
    ident = session.get("id") if session else None
    return str(ident) if ident else "api"


class JobResponse(JSONResponse):
    """A response with a job, whose answer may hold integers of any size."""

    def render(self, content: Any) -> bytes:
        text = dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode()


async def as_json(job: ServerJob) -> dict[str, Any]:
    """Return a job as `models.JobState` describes it."""
    phase = job.phase  # first: what follows may already be that of its end
    return {
        "id": job.ident,
        "kind": job.kind,
        "state": "cancelled" if phase is JobPhase.STOPPED else phase.value,
        "end": job.end if phase not in OPEN else None,
        "progress": job.progress(),
        "result": await run_in_threadpool(job.answer) if phase not in OPEN else None,
        "error": job.reason if phase not in OPEN else None,
    }


async def answered(request: Request, job: ServerJob, wait_s: float) -> JobResponse:
    """Return the response to a request for a job, after its end or so many seconds.

    Raises
    ------
    ParameterError
        The job was refused.
    """
    if wait_s:
        await job.ended(wait_s)
    if job.phase is JobPhase.REFUSED:
        raise ParameterError(job.reason or "")
    shown = await as_json(job)
    status = 202 if shown["end"] is None else 200
    where = f"{request.scope.get('root_path', '')}/jobs/{job.ident}"
    return JobResponse(shown, status, {"Location": where})


def event(name: str, value: dict[str, Any]) -> str:
    """Return one server-sent event."""
    return f"event: {name}\ndata: {dumps(value)}\n\n"


async def _events(job: ServerJob) -> AsyncIterator[str]:
    """Yield the events of a job."""
    finished, before, silent_s = asyncio.wrap_future(job.finished), None, 0.0
    while True:
        shown = await as_json(job)
        if shown["end"] is not None or finished.done():
            yield event("end", shown)
            return
        if shown != before:
            yield event("progress", shown)
            before, silent_s = shown, 0.0
        elif silent_s >= BEAT_S:
            yield ": still here\n\n"
            silent_s = 0.0
        await asyncio.wait([finished], timeout=_EVERY_S)
        silent_s += _EVERY_S
