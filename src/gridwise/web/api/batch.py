"""Batches: the same as those of the page; they outlive the server."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import contextmanager_in_threadpool
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from gridwise.core import registry
from gridwise.core.message import msg
from gridwise.jobs.stored import JobPhase
from gridwise.web.api import job_routes
from gridwise.web.api.lists import OfPuzzle
from gridwise.web.api.models import KnownName, Problem
from gridwise.web.server.batches import (
    DEFAULT_S,
    FORMS,
    LONGEST_S,
    MOST_UPLOADED,
    Batches,
    StoredBatch,
)
from gridwise.web.server.context import ServerContext

MethodName = Annotated[str, KnownName("method", lambda: ("auto", *registry.methods()))]

LimitS = Annotated[float, Field(gt=0, le=LONGEST_S, allow_inf_nan=False)]

_BODY = {
    "requestBody": {
        "required": True,
        "description": f"The file itself, {MOST_UPLOADED // 10**6} MB at most.",
        "content": {"application/octet-stream": {"schema": {"type": "string"}}},
    }
}
_LARGE: dict[str, Any] = {"model": Problem, "description": "A larger file."}
_EARLY: dict[str, Any] = {"model": Problem, "description": "It is not done yet."}


class BatchQuery(BaseModel):
    """What is asked about every puzzle of a file."""

    do: Literal["solve", "count", "rate", "explain", "certify"] = "solve"
    method: MethodName = Field("auto", description="For solve, count and certify.")
    puzzle: OfPuzzle = None
    form: Literal["csv", "jsonl", "text", "parquet"] = Field(
        "csv", alias="format", description="Of the answers."
    )
    name: str = Field(
        "puzzles.txt", min_length=1, max_length=200, description="Of the file; errors mention it."
    )
    time_s: LimitS = Field(DEFAULT_S, description="For one puzzle, seconds.")
    cpu_s: LimitS | None = Field(None, description="For one puzzle, seconds of processor time.")


class BatchJob(BaseModel):
    """A batch as the API shows it."""

    id: str
    state: Literal["waiting", "running", "paused", "done", "failed"]
    name: str = Field(description="Of the uploaded file.")
    do: str
    method: str
    puzzle: str | None
    format: str
    rows: int = Field(description="Puzzles that are answered.")
    total: int
    bad: int = Field(description="Of these, how many are errors.")
    per_s: int | None = Field(description="While it runs: puzzles a second.")
    left_s: int | None = Field(description="While it runs: seconds left, about.")
    notes: list[str] = Field(description="What was assumed to choose the kind of the lines.")
    error: str | None
    made: str


def router(server: ServerContext) -> APIRouter:
    """Return the routes."""
    made = APIRouter(tags=["batches"])
    one: job_routes.Answers = {404: job_routes.MISSING, 422: job_routes.INVALID}

    @made.post(
        "/batch",
        summary="Begin a batch: one question about every puzzle of the file in the body",
        response_model=None,
        status_code=202,
        responses={
            202: {"model": BatchJob, "description": "It is on its way."},
            413: _LARGE,
            422: job_routes.INVALID,
            429: job_routes.BUSY,
        },
        openapi_extra=_BODY,
    )
    async def begin(request: Request, asked: Annotated[BatchQuery, Query()]) -> Response:
        owner, batches = job_routes.owner_of(request), server.batches
        async with contextmanager_in_threadpool(batches.receiving(owner)) as path:
            with path.open("wb") as file:
                async for part in request.stream():
                    await run_in_threadpool(file.write, part)

            begun = partial(batches.start, path, owner=owner, **asked.model_dump())
            ident = await run_in_threadpool(begun)
            job = await run_in_threadpool(batches.find, ident)
        where = f"{request.scope.get('root_path', '')}/batch/{ident}"
        return JSONResponse(_shown(job).model_dump(), 202, {"Location": where})

    @made.get("/batch", summary="Your batches, the latest first")
    def mine(request: Request) -> list[BatchJob]:
        return [_shown(job) for job in server.batches.of(job_routes.owner_of(request))]

    @made.get("/batch/{ident}", summary="Look at a batch", responses=one)
    def look(request: Request, ident: job_routes.Ident) -> BatchJob:
        return _shown(_found(server, request, ident))

    def changing(change: Callable[[Batches, str], None]) -> Callable[..., BatchJob]:
        def changed(request: Request, ident: job_routes.Ident) -> BatchJob:
            _found(server, request, ident)
            change(server.batches, ident)
            return _shown(_found(server, request, ident))

        return changed

    made.post(
        "/batch/{ident}/pause", summary="Pause a batch; what is answered is kept", responses=one
    )(changing(Batches.cancel))
    made.post(
        "/batch/{ident}/resume",
        summary="Go on with a batch that was paused or failed",
        responses=one | {429: job_routes.BUSY},
    )(changing(Batches.resume))

    @made.delete(
        "/batch/{ident}",
        summary="End a batch and delete its files",
        status_code=204,
        responses=one,
        response_model=None,
    )
    def delete(request: Request, ident: job_routes.Ident) -> Response:
        _found(server, request, ident)
        server.batches.remove(ident)
        return Response(status_code=204)

    @made.get(
        "/batch/{ident}/result",
        summary="The answers of a batch that is done",
        response_class=FileResponse,
        responses=one
        | {
            200: {
                "description": "The file.",
                "content": {
                    kind.partition(";")[0]: {"schema": {"type": "string"}}
                    for _, kind in FORMS.values()
                },
            },
            409: _EARLY,
        },
    )
    def result(request: Request, ident: job_routes.Ident) -> Response:
        job = _found(server, request, ident)
        path = job.result()
        if path is None:
            raise HTTPException(409, str(msg("the batch is not done")))
        return FileResponse(path, media_type=FORMS[job.form][1], filename=job.download)

    return made


def _found(server: ServerContext, request: Request, ident: str) -> StoredBatch:
    """Return a batch of the caller's; raise HTTP 404."""
    job = server.batches.get(ident, job_routes.owner_of(request))
    if job is None:
        raise HTTPException(404)
    return job


def _shown(job: StoredBatch) -> BatchJob:
    running = job.phase is JobPhase.RUNNING
    return BatchJob(
        id=job.ident,
        state="paused" if job.phase is JobPhase.STOPPED else job.phase.value,
        name=job.name,
        do=job.do,
        method=job.method,
        puzzle=job.puzzle,
        format=job.form,
        rows=job.done,
        total=job.total,
        bad=job.bad,
        per_s=job.per_s if running else None,
        left_s=job.left_s,
        notes=[str(note) for note in job.notes],
        error=job.error or None,
        made=job.made,
    )
