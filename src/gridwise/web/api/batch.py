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
from gridwise.web.api import job_routes
from gridwise.web.api.lists import OfPuzzle
from gridwise.web.api.models import KnownName, Problem
from gridwise.web.server.batches import (
    DEFAULT_S,
    FORMS,
    LONGEST_S,
    MOST_UPLOADED,
    Batches,
    BatchState,
)
from gridwise.web.server.context import ServerContext
from gridwise.web.server.stored_jobs import JobPhase

MethodName = Annotated[str, KnownName("method", lambda: ("auto", *registry.methods()))]

_STATES = {phase: phase.value for phase in JobPhase} | {JobPhase.STOPPED: "paused"}
_BODY = {
    "requestBody": {
        "required": True,
        "description": f"The file itself, {MOST_UPLOADED // 10**6} MB at most.",
        "content": {"application/octet-stream": {"schema": {"type": "string"}}},
    }
}
_LARGE: dict[str, Any] = {"model": Problem, "description": "A larger file."}
_EARLY: dict[str, Any] = {"model": Problem, "description": "It is not done yet."}


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
    async def begin(
        request: Request,
        do: Annotated[Literal["solve", "count", "rate", "explain", "certify"], Query()] = "solve",
        method: Annotated[MethodName, Query(description="For solve, count and certify.")] = "auto",
        puzzle: OfPuzzle = None,
        form: Annotated[
            Literal["csv", "jsonl", "text", "parquet"],
            Query(alias="format", description="Of the answers."),
        ] = "csv",
        name: Annotated[
            str,
            Query(min_length=1, max_length=200, description="Of the file; errors mention it."),
        ] = "puzzles.txt",
        time_s: Annotated[
            float,
            Query(gt=0, le=LONGEST_S, allow_inf_nan=False, description="For one puzzle, seconds."),
        ] = DEFAULT_S,
        cpu_s: Annotated[
            float | None,
            Query(
                gt=0,
                le=LONGEST_S,
                allow_inf_nan=False,
                description="For one puzzle, seconds of processor time.",
            ),
        ] = None,
    ) -> Response:
        owner, batches = job_routes.owner_of(request), server.batches
        async with contextmanager_in_threadpool(batches.receiving(owner)) as path:
            with path.open("wb") as file:
                async for part in request.stream():
                    await run_in_threadpool(file.write, part)

            ident = await run_in_threadpool(
                partial(
                    batches.start,
                    path,
                    name,
                    owner=owner,
                    do=do,
                    puzzle=puzzle,
                    method=method,
                    form=form,
                    time_s=time_s,
                    cpu_s=cpu_s,
                )
            )
            state = await run_in_threadpool(batches.state, ident)
        where = f"{request.scope.get('root_path', '')}/batch/{state.ident}"
        return JSONResponse(_shown(state), 202, {"Location": where})

    @made.get("/batch", summary="Your batches, the latest first")
    def mine(request: Request) -> list[BatchJob]:
        found = server.batches.of(job_routes.owner_of(request))
        return [BatchJob(**_shown(state)) for state in found]

    @made.get("/batch/{ident}", summary="Look at a batch", responses=one)
    def look(request: Request, ident: job_routes.Ident) -> BatchJob:
        return BatchJob(**_shown(_state(server, request, ident)))

    def changing(change: Callable[[Batches, str], None]) -> Callable[..., BatchJob]:
        def changed(request: Request, ident: job_routes.Ident) -> BatchJob:
            _state(server, request, ident)
            change(server.batches, ident)
            return BatchJob(**_shown(_state(server, request, ident)))

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
        _state(server, request, ident)
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
        state = _state(server, request, ident)
        path = server.batches.result(ident)
        if path is None:
            raise HTTPException(409, str(msg("the batch is not done")))
        return FileResponse(path, media_type=FORMS[state.form][1], filename=state.download)

    return made


def _state(server: ServerContext, request: Request, ident: str) -> BatchState:
    """Return a batch of the caller's; raise HTTP 404."""
    state = server.batches.state_of(ident, job_routes.owner_of(request))
    if state is None:
        raise HTTPException(404)
    return state


def _shown(state: BatchState) -> dict[str, Any]:
    running = state.phase is JobPhase.RUNNING
    return {
        "id": state.ident,
        "state": _STATES[state.phase],
        "name": state.name,
        "do": state.do,
        "method": state.method,
        "puzzle": state.puzzle,
        "format": state.form,
        "rows": state.done,
        "total": state.total,
        "bad": state.bad,
        "per_s": state.per_s if running else None,
        "left_s": state.left_s,
        "error": state.error or None,
        "made": state.made,
    }
