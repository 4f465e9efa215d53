"""Routes that start a job, show it, stream its events and end it."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.solving.inputs import parse
from gridwise.web.api import compare
from gridwise.web.api.job_routes import (
    ASKED,
    BEAT_S,
    INVALID,
    MISSING,
    Ident,
    Wait,
    answered,
    event,
    owner_of,
)
from gridwise.web.api.jobs import Job, Jobs
from gridwise.web.api.models import (
    MOST_SOLUTIONS,
    REQUESTS,
    Asked,
    Generate,
    OnBoard,
    Simulate,
    Solve,
)
from gridwise.web.api.models import Job as JobModel
from gridwise.web.server.context import ServerContext

_CANCEL_S = 5.0


def router(jobs: Jobs, server: ServerContext) -> APIRouter:
    """Return the routes."""
    made = APIRouter(tags=["jobs"])
    for kind, model in REQUESTS.items():
        made.post(
            f"/{kind}",
            name=kind,
            summary=f"gridwise {kind}",
            response_model=None,
            status_code=202,
            responses=ASKED,
        )(_asking(jobs, kind, model))

    @made.get(
        "/jobs/{ident}",
        summary="Look at a job",
        responses={200: {"model": JobModel}, 404: MISSING, 422: INVALID},
        response_model=None,
    )
    async def look(request: Request, ident: Ident) -> Response:
        return JSONResponse(await _found(request, ident))

    @made.delete(
        "/jobs/{ident}",
        summary="End a job, or forget one that has ended",
        responses={
            200: {"model": JobModel, "description": "It was ended."},
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


def _asking(jobs: Jobs, kind: str, model: type[Asked]) -> Callable[..., Any]:
    async def ask(request: Request, asked: Asked, wait: Wait = 0.0) -> Response:
        args = await run_in_threadpool(_arguments, asked)
        time_s = args.pop("time_s")
        job = jobs.start(kind, args, owner_of(request), time_s)
        if wait:
            await _within(job.done.wait(), wait)
        if job.refusal is not None:
            raise ParameterError(job.refusal)
        return answered(request, job.as_json())

    ask.__doc__ = model.__doc__
    ask.__annotations__["asked"] = model
    return ask


def _arguments(asked: Asked) -> dict[str, Any]:
    """Return the arguments of the task; what cannot be read is refused before it is one."""
    args = asked.model_dump(exclude_none=True)
    if isinstance(asked, OnBoard):
        position = parse(asked.notation, puzzle=asked.puzzle)
        if "origin" in args:
            origin = parse(args["origin"], puzzle=asked.puzzle)
            if registry.puzzle_of(origin) is not registry.puzzle_of(position):
                raise ParameterError("origin and notation are boards of different puzzles")
    if isinstance(asked, Solve) and asked.all:
        args.setdefault("limit", MOST_SOLUTIONS)
    if isinstance(asked, Generate):
        args.setdefault("seed", secrets.randbelow(1_000_000_000))
    if isinstance(asked, Simulate):
        _checked(asked, args)
    return args


def _checked(asked: Simulate, args: dict[str, Any]) -> None:
    """Refuse games that cannot be played, before they are a task."""
    from gridwise.agents.plan import planned

    names = ("board", "policy", "first_click", "free_cells", "games", "repeat", "seed", "guess")
    given = {name: args[name] for name in names if name in args}
    planned(asked.puzzle, options=asked.options, **given)


async def _events(job: Job) -> AsyncIterator[str]:
    while True:
        changed = job.changed
        yield event("end" if job.done.is_set() else "progress", job.as_json())
        if job.done.is_set():
            return
        while not await _within(changed.wait(), BEAT_S):
            yield ": still here\n\n"


async def _within(waiting: Any, seconds: float) -> bool:
    try:
        await asyncio.wait_for(waiting, seconds)
    except TimeoutError:
        return False
    return True
