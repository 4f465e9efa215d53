"""The routes of jobs: begin, look, follow, end."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.web.api import compare, job_routes
from gridwise.web.api.jobs import Jobs, TaskJob
from gridwise.web.api.models import (
    TIMES_S,
    JobState,
    RequestModel,
    request_model,
)
from gridwise.web.server.context import ServerContext
from gridwise.workers.arguments import OnBoard, OnBoardSince
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import read_arguments
from gridwise.workers.tasks.simulate import SimulateArguments
from gridwise.workers.tasks.solve import MOST_SOLUTIONS

_CANCEL_S = 5.0


def router(jobs: Jobs, server: ServerContext) -> APIRouter:
    """Return the routes."""
    api = APIRouter(tags=["jobs"])
    for kind, time_s in TIMES_S.items():
        api.post(
            f"/{kind}",
            name=kind,
            summary=f"gridwise {kind}",
            response_model=None,
            status_code=202,
            responses=job_routes.ASKED,
        )(_asking(jobs, kind, request_model(kind, time_s)))

    @api.get(
        "/jobs/{ident}",
        summary="Look at a job",
        responses={200: {"model": JobState}, 404: job_routes.MISSING, 422: job_routes.INVALID},
        response_model=None,
    )
    async def look(request: Request, ident: job_routes.Ident) -> Response:
        return job_routes.JobResponse(await _found(request, ident))

    @api.delete(
        "/jobs/{ident}",
        summary="End a job, or forget one that has ended",
        responses={
            200: {"model": JobState, "description": "It was ended."},
            204: {"description": "It is forgotten."},
            404: job_routes.MISSING,
            422: job_routes.INVALID,
        },
        response_model=None,
    )
    async def end(request: Request, ident: job_routes.Ident) -> Response:
        owner = job_routes.owner_of(request)
        job = jobs.get(ident, owner)
        if job is None:
            left = await run_in_threadpool(compare.ended, server, ident, owner)
            return Response(status_code=204) if left is None else job_routes.JobResponse(left)
        if job.done.is_set():
            jobs.forget(job)
            return Response(status_code=204)
        job.cancel()
        await _within(job.done.wait(), _CANCEL_S)
        return job_routes.JobResponse(job.as_json())

    @api.get(
        "/jobs/{ident}/events",
        summary="Follow a job, as server-sent events",
        responses={
            200: {
                "description": "`progress` with the job as it is, then one `end`.",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            404: job_routes.MISSING,
            422: job_routes.INVALID,
        },
        response_class=StreamingResponse,
    )
    async def follow(request: Request, ident: job_routes.Ident) -> Response:
        await _found(request, ident)
        owner = job_routes.owner_of(request)
        job = jobs.get(ident, owner)
        events = compare.events(server, ident, owner) if job is None else _events(job)
        return StreamingResponse(
            events, media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    async def _found(request: Request, ident: str) -> dict[str, Any]:
        owner = job_routes.owner_of(request)
        job = jobs.get(ident, owner)
        if job is not None:
            return job.as_json()
        return await run_in_threadpool(compare.seen, server, ident, owner)

    return api


def _asking(jobs: Jobs, kind: str, model: type[RequestModel]) -> Callable[..., Any]:
    async def ask(request: Request, asked: RequestModel, wait: job_routes.Wait = 0.0) -> Response:
        given = asked.model_dump(exclude_none=True)
        time_s, cpu_s = given.pop("time_s"), given.pop("cpu_s", None)
        args = await run_in_threadpool(task_arguments, kind, given)
        job = jobs.start(kind, args, job_routes.owner_of(request), time_s, cpu_s)
        if wait:
            await _within(job.done.wait(), wait)
        if job.refusal is not None:
            raise ParameterError(job.refusal)
        return job_routes.answered(request, job.as_json())

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


async def _events(job: TaskJob) -> AsyncIterator[str]:
    while True:
        changed, ended = job.changed, job.done.is_set()
        yield job_routes.event("end" if ended else "progress", job.as_json())
        if ended:  # not what is true by now: the end needs an event of its own
            return
        while not await _within(changed.wait(), job_routes.BEAT_S):
            yield ": still here\n\n"


async def _within(waiting: Any, seconds: float) -> bool:
    try:
        await asyncio.wait_for(waiting, seconds)
    except TimeoutError:
        return False
    return True
