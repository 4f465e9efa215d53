"""Puts compiled code into a wheel when `python -m gridwise.compiled.build` asks for it."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCode(BuildHookInterface):
    """Adds the folder of compiled code and sets the tag that `gridwise.compiled.build` names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Change what the wheel holds; without the two variables it is the usual one."""
        code, tag = os.environ.get("GRIDWISE_WHEEL_CODE"), os.environ.get("GRIDWISE_WHEEL_TAG")
        if code and tag:
            build_data["pure_python"] = False
            build_data["tag"] = tag
            for path in sorted(Path(code).glob("*/*/*/*.kernel")):
                inside = Path("gridwise/compiled/shipped", path.relative_to(code))
                build_data["force_include"][str(path)] = inside.as_posix()
