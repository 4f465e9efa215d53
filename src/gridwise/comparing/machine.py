"""The machine that measures: its processor, the versions of what runs there, and the day."""

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any


def machine() -> dict[str, str]:
    """Return what speeds depend on, as the keys of one flat row."""
    return {
        "cpu": cpu_name(),
        "python": platform.python_version(),
        **versions(("numpy", "numba", "llvmlite", "gridwise")),
        "date": datetime.now(UTC).date().isoformat(),
    }


def machine_for_manifest() -> dict[str, Any]:
    """Return the machine, the versions and the time of day as a manifest holds them."""
    return {
        **versions(("gridwise",)),
        "commit": _commit(),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "packages": versions(("numpy", "numba", "llvmlite", "python-sat")),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "interpreter": sys.implementation.name,
    }


def versions(packages: Sequence[str]) -> dict[str, str]:
    """Return the versions of those packages that are installed."""
    found = {}
    for name in packages:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def cpu_name() -> str:
    """Return the processor's name, as far as the system reveals it."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _commit() -> str | None:
    """Return the commit of the checkout that runs, with `+` if it was changed, or None."""
    root = Path(__file__).resolve().parents[3]
    if not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--dirty=+"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
