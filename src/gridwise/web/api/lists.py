"""The routes that list what can be chosen: puzzles, methods, policies, themes."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic.json_schema import SkipJsonSchema

from gridwise.core import registry
from gridwise.solving import listing
from gridwise.web.api.models import KnownName, Problem

OfPuzzle = Annotated[
    Annotated[str, KnownName("puzzle", registry.puzzles)]
    | SkipJsonSchema[None],  # absent, not null
    Query(description="Those of one puzzle."),
]
_WRONG: dict[int | str, dict[str, Any]] = {
    422: {"model": Problem, "description": "No such puzzle."},
}


def router() -> APIRouter:
    """Return the routes. None of them waits or changes anything."""
    made = APIRouter(tags=["lists"])

    @made.get("/puzzles", summary="The puzzles")
    def puzzles() -> list[dict[str, Any]]:
        return listing.puzzles()

    @made.get("/methods", summary="The methods", responses=_WRONG)
    def methods(puzzle: OfPuzzle = None) -> list[dict[str, Any]]:
        return listing.methods(puzzle)

    @made.get("/policies", summary="The policies that play", responses=_WRONG)
    def policies(puzzle: OfPuzzle = None) -> list[dict[str, Any]]:
        return [listing.policy_as_json(*each) for each in listing.policies_of(puzzle)]

    @made.get("/themes", summary="The themes of drawings")
    def themes() -> list[dict[str, Any]]:
        return listing.themes()

    return made
