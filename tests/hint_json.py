"""The JSON object of a hint, for tests that hold the hint alone."""

from typing import Any

from gridwise.solving.hint import Hint
from gridwise.solving.hint.stages import DO, in_stages, level_as_json
from gridwise.solving.instance import Instance


def as_json(found: Hint, position: object, *, level: int = DO) -> dict[str, Any]:
    """Return the object of `gridwise hint --json`."""
    instance = Instance.of(position)
    return level_as_json(in_stages(found, instance), instance, level=level)
