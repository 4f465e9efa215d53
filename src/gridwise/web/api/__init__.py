"""The REST API beside the page: the commands of the program as jobs, with progress and cancel."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from gridwise import __version__
from gridwise.core.errors import GridwiseError
from gridwise.jobs.stored import BusyError
from gridwise.web.api import batch, job_routes, lists, routes
from gridwise.web.api.docs import page
from gridwise.web.api.jobs import Jobs
from gridwise.web.server.context import ServerContext
from gridwise.web.server.refusals import PROBLEM, TEXTS, problem

RETRY_S = 2
_DESCRIPTION = """\
Solve, count, generate, explain and compare grid puzzles. Work that takes time is a job: POST
begins it, GET shows it, DELETE ends it. Its result is the JSON object that the command of the same
name prints with --json. A job belongs to the session or token that asked for it and is kept for a
quarter of an hour after its end. A batch answers one question about every puzzle of a file; it
outlives the server, and is kept for a week."""


def create_api(server: ServerContext) -> FastAPI:
    """Return the API's own app, to be mounted."""
    api = FastAPI(
        title="Gridwise",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    jobs = Jobs(server)
    api.include_router(lists.router())
    api.include_router(routes.router(jobs))
    api.include_router(job_routes.router(jobs, server))
    api.include_router(batch.router(server))

    @api.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        return HTMLResponse(page(api.openapi(), request.scope.get("root_path", "")))

    @api.get("/", include_in_schema=False)
    async def first(request: Request) -> RedirectResponse:
        return RedirectResponse(f"{request.scope.get('root_path', '')}/docs")

    handlers: dict[Any, Callable[[Request, Any], Awaitable[Response]]] = {
        RequestValidationError: _invalid,
        HTTPException: _http,
        BusyError: _busy,
        GridwiseError: _refused,
        Exception: _fault,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)
    described = api.openapi
    api.openapi = lambda: _as_problems(described())  # type: ignore[method-assign]  # as FastAPI says
    return api


def _as_problems(schema: dict[str, Any]) -> dict[str, Any]:
    """Give all errors their own media type; FastAPI gives them that of answers."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})
                if status >= "400" and "application/json" in content:
                    answer["content"] = {PROBLEM: content["application/json"]}
    return schema


def _answer(
    status: int, detail: str, headers: dict[str, str] | None = None, **more: Any
) -> JSONResponse:
    return JSONResponse(problem(status, detail, **more), status, headers, media_type=PROBLEM)


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    """Name the wrong fields, without repeating what was sent."""
    errors = [
        {
            "field": ".".join(str(part)[:100] for part in one["loc"][:10]),
            "message": _clean(str(one["msg"])),
        }
        for one in error.errors()[:20]
    ]
    detail = "; ".join(f"{one['field']}: {one['message']}" for one in errors[:3])
    return _answer(422, _clean(detail), errors=errors)


def _clean(text: str) -> str:
    """Return a text that UTF-8 can encode, cut to a length for errors."""
    return text.encode("utf-8", "replace").decode("utf-8")[:2_000]


async def _http(request: Request, error: HTTPException) -> Response:
    detail = str(TEXTS[error.status_code]) if error.status_code in TEXTS else str(error.detail)
    return _answer(error.status_code, detail, dict(error.headers or {}))


async def _busy(request: Request, error: BusyError) -> Response:
    return _answer(429, str(error), {"Retry-After": str(RETRY_S)})


async def _refused(request: Request, error: GridwiseError) -> Response:
    return _answer(422, _clean(str(error)))


async def _fault(request: Request, error: Exception) -> Response:
    return _answer(500, str(TEXTS[500]))
