"""The routes that begin the jobs of tasks."""

import secrets
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.question import read_arguments
from gridwise.web.api import job_routes
from gridwise.web.api.jobs import Jobs
from gridwise.web.api.models import (
    OTHER_S,
    TIMES_S,
    RequestModel,
    request_model,
)
from gridwise.workers.arguments import OnBoard, OnBoardSince
from gridwise.workers.kinds import task_kind
from gridwise.workers.tasks.simulate import SimulateArguments
from gridwise.workers.tasks.solve import MOST_SOLUTIONS


def router(jobs: Jobs) -> APIRouter:
    """Return the routes."""
    api = APIRouter(tags=["jobs"])
    others = {name: OTHER_S for name, one in registry.questions().items() if one.remote}
    for kind, time_s in {**TIMES_S, **others, **TIMES_S}.items():
        api.post(
            f"/{kind}",
            name=kind,
            summary=f"gridwise {kind}",
            response_model=None,
            status_code=202,
            responses=job_routes.ASKED,
        )(_asking(jobs, kind, request_model(kind, time_s)))
    return api


def _asking(jobs: Jobs, kind: str, model: type[RequestModel]) -> Callable[..., Any]:
    async def ask(request: Request, asked: RequestModel, wait: job_routes.Wait = 0.0) -> Response:
        given = asked.model_dump(exclude_none=True)
        time_s, cpu_s = given.pop("time_s"), given.pop("cpu_s", None)
        args = await run_in_threadpool(task_arguments, kind, given)
        job = jobs.start(kind, args, job_routes.owner_of(request), time_s, cpu_s)
        return await job_routes.answered(request, job, wait)

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
