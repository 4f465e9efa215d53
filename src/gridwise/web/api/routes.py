"""The jobs: asked for, looked at, followed, ended."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.web.api import compare
from gridwise.web.api.jobs import OPEN, Job, Jobs
from gridwise.web.api.models import (
    LONGEST_WAIT_S,
    TIMES_S,
    JobState,
    Problem,
    RequestModel,
    request_model,
)
from gridwise.web.server.context import ServerContext
from gridwise.workers.arguments import OnBoard, OnBoardSince
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import read_arguments
from gridwise.workers.tasks.simulate import SimulateArguments
from gridwise.workers.tasks.solve import MOST_SOLUTIONS

BEAT_S = 15.0
"""A stream of events says something at least so often, so that a lost reader is noticed."""
_CANCEL_S = 5.0

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
Answers = dict[int | str, dict[str, Any]]

LOCATION: dict[str, Any] = {
    "Location": {"description": "The job.", "schema": {"type": "string"}},
}
BUSY: dict[str, Any] = {
    "model": Problem,
    "description": "There is too much to do already.",
    "headers": {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}},
}
UNREADABLE: dict[str, Any] = {"model": Problem, "description": "No JSON."}
TOO_LARGE: dict[str, Any] = {"model": Problem, "description": "More than a megabyte."}
INVALID: dict[str, Any] = {"model": Problem, "description": "What was asked cannot be."}
MISSING: dict[str, Any] = {"model": Problem, "description": "No such job of yours."}
ASKED: Answers = {
    200: {"model": JobState, "description": "It has ended.", "headers": LOCATION},
    202: {"model": JobState, "description": "It is on its way.", "headers": LOCATION},
    400: UNREADABLE,
    413: TOO_LARGE,
    422: INVALID,
    429: BUSY,
}


def owner_of(request: Request) -> str:
    """Return whose jobs a request is about: a browser's, by its session, or the token's."""
    session = request.scope.get("session")
    ident = session.get("id") if session else None
    return str(ident) if ident else "api"


def answered(request: Request, job: dict[str, Any]) -> JSONResponse:
    """Return the answer to who asked for a job."""
    status = 202 if job["state"] in OPEN else 200
    where = f"{request.scope.get('root_path', '')}/jobs/{job['id']}"
    return JSONResponse(job, status, {"Location": where})


def router(jobs: Jobs, server: ServerContext) -> APIRouter:
    """Return the routes."""
    made = APIRouter(tags=["jobs"])
    for kind, time_s in TIMES_S.items():
        made.post(
            f"/{kind}",
            name=kind,
            summary=f"gridwise {kind}",
            response_model=None,
            status_code=202,
            responses=ASKED,
        )(_asking(jobs, kind, request_model(kind, time_s)))

    @made.get(
        "/jobs/{ident}",
        summary="Look at a job",
        responses={200: {"model": JobState}, 404: MISSING, 422: INVALID},
        response_model=None,
    )
    async def look(request: Request, ident: Ident) -> Response:
        return JSONResponse(await _found(request, ident))

    @made.delete(
        "/jobs/{ident}",
        summary="End a job, or forget one that has ended",
        responses={
            200: {"model": JobState, "description": "It was ended."},
            204: {"description": "It is forgotten."},
            404: MISSING,
            422: INVALID,
        },
        response_model=None,
    )
    async def end(request: Request, ident: Ident) -> Response:
        owner = owner_of(request)
        job = jobs.get(ident, owner)
        if job is None:
            left = await run_in_threadpool(compare.ended, server, ident, owner)
            return Response(status_code=204) if left is None else JSONResponse(left)
        if job.done.is_set():
            jobs.forget(job)
            return Response(status_code=204)
        job.cancel()
        await _within(job.done.wait(), _CANCEL_S)
        return JSONResponse(job.as_json())

    @made.get(
        "/jobs/{ident}/events",
        summary="Follow a job, as server-sent events",
        responses={
            200: {
                "description": "`progress` with the job as it is, then one `end`.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            404: MISSING,
            422: INVALID,
        },
        response_class=StreamingResponse,
    )
    async def follow(request: Request, ident: Ident) -> Response:
        await _found(request, ident)
        owner = owner_of(request)
        job = jobs.get(ident, owner)
        events = compare.events(server, ident, owner) if job is None else _events(job)
        return StreamingResponse(
            events, media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    async def _found(request: Request, ident: str) -> dict[str, Any]:
        owner = owner_of(request)
        job = jobs.get(ident, owner)
        if job is not None:
            return job.as_json()
        return await run_in_threadpool(compare.seen, server, ident, owner)

    return made


def _asking(jobs: Jobs, kind: str, model: type[RequestModel]) -> Callable[..., Any]:
    async def ask(request: Request, asked: RequestModel, wait: Wait = 0.0) -> Response:
        given = asked.model_dump(exclude_none=True)
        time_s = given.pop("time_s")
        args = await run_in_threadpool(task_arguments, kind, given)
        job = jobs.start(kind, args, owner_of(request), time_s)
        if wait:
            await _within(job.done.wait(), wait)
        if job.refusal is not None:
            raise ParameterError(job.refusal)
        return answered(request, job.as_json())

    ask.__doc__ = model.__doc__
    ask.__annotations__["asked"] = model
    return ask


def task_arguments(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the task; what the child would refuse is refused before that."""
    args = dict(given)
    if kind == "generate":
        args.setdefault("seed", secrets.randbelow(1_000_000_000))
    elif args.get("all"):
        args.setdefault("limit", MOST_SOLUTIONS)
    checked = read_arguments(task_kind(kind).arguments, args)
    if isinstance(checked, OnBoard):
        position = checked.position()
        origin = checked.origin_position() if isinstance(checked, OnBoardSince) else None
        if origin is not None and registry.puzzle_of(origin) is not registry.puzzle_of(position):
            raise ParameterError("origin and notation are boards of different puzzles")
    elif isinstance(checked, SimulateArguments):
        checked.plan()
    return args


async def _events(job: Job) -> AsyncIterator[str]:
    while True:
        changed = job.changed
        yield event("end" if job.done.is_set() else "progress", job.as_json())
        if job.done.is_set():
            return
        while not await _within(changed.wait(), BEAT_S):
            yield ": still here\n\n"


def event(name: str, value: dict[str, Any]) -> str:
    """Return one server-sent event."""
    return f"event: {name}\ndata: {json.dumps(value)}\n\n"


async def _within(waiting: Any, seconds: float) -> bool:
    try:
        await asyncio.wait_for(waiting, seconds)
    except TimeoutError:
        return False
    return True
