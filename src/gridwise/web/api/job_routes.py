"""What the routes of all jobs share: parameters, descriptions of answers, and their forms."""

from typing import Annotated, Any

from fastapi import Path, Query, Request
from fastapi.responses import JSONResponse

from gridwise.core.numbers import dumps
from gridwise.web.api.jobs import OPEN
from gridwise.web.api.models import LONGEST_WAIT_S, JobState, Problem

BEAT_S = 15.0
"""Seconds between events of a stream at most, so that a lost reader is noticed."""

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


def answered(request: Request, job: dict[str, Any]) -> JobResponse:
    """Return the response to a request for a job."""
    status = 202 if job["state"] in OPEN else 200
    where = f"{request.scope.get('root_path', '')}/jobs/{job['id']}"
    return JobResponse(job, status, {"Location": where})


def event(name: str, value: dict[str, Any]) -> str:
    """Return one server-sent event."""
    return f"event: {name}\ndata: {dumps(value)}\n\n"
