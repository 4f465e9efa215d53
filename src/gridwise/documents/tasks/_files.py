"""Files as a part of an answer."""

import base64
from collections.abc import Iterable
from pathlib import Path


def as_base64(paths: Iterable[Path]) -> list[dict[str, str]]:
    """Return the name and the content in base64 of each file."""
    return [
        {"name": path.name, "data": base64.b64encode(path.read_bytes()).decode("ascii")}
        for path in paths
    ]
