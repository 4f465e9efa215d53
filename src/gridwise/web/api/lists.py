"""What there is to choose from."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic.json_schema import SkipJsonSchema

from gridwise.solving import listing
from gridwise.web.api.models import KindName, Problem

Kind = Annotated[
    KindName | SkipJsonSchema[None], Query(description="Those of one puzzle.")  # absent, not null
]
_WRONG: dict[int | str, dict[str, Any]] = {
    422: {"model": Problem, "description": "No such puzzle."},
}


def router() -> APIRouter:
    """Return the routes. None of them waits, and none changes anything."""
    made = APIRouter(tags=["lists"])

    @made.get("/puzzles", summary="The puzzles")
    def puzzles() -> list[dict[str, Any]]:
        return listing.puzzles()

    @made.get("/methods", summary="The methods", responses=_WRONG)
    def methods(puzzle: Kind = None) -> list[dict[str, Any]]:
        return listing.methods(puzzle)

    @made.get("/policies", summary="The policies that play", responses=_WRONG)
    def policies(puzzle: Kind = None) -> list[dict[str, Any]]:
        return listing.policies(puzzle)

    @made.get("/themes", summary="The themes of drawings")
    def themes() -> list[dict[str, Any]]:
        return listing.themes()

    return made
