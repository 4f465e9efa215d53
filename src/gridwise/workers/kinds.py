"""The fixed table of the tasks that a child can do, made by a scan of a few packages.

A module of these packages holds `TASKS`, a tuple of `TaskKind`. A task lies in the layer that it
needs: one that writes documents is in `gridwise.documents.tasks`.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from gridwise.core.errors import UnknownNameError
from gridwise.workers.protocol import TaskKind

PACKAGES = ("gridwise.workers.tasks", "gridwise.documents.tasks")


@cache
def task_kinds(extra: tuple[str, ...] = ()) -> Mapping[str, TaskKind[Any]]:
    """Return what can be asked, by name.

    Parameters
    ----------
    extra
        Names of further modules with `TASKS`. They come from the program that makes a supervisor,
        never from a request.
    """
    kinds: dict[str, TaskKind[Any]] = {}
    for name in (*_modules(), *extra):
        for kind in importlib.import_module(name).TASKS:
            if kind.name in kinds:
                raise ValueError(f"{name} holds a second task named {kind.name!r}")
            kinds[kind.name] = kind
    return kinds


def task_kind(name: str, extra: tuple[str, ...] = ()) -> TaskKind[Any]:
    """Return one kind of task, or raise `UnknownNameError`."""
    known = task_kinds(extra)
    if name not in known:
        raise UnknownNameError("task", name, known)
    return known[name]


def _modules() -> Iterator[str]:
    for package in PACKAGES:
        for info in pkgutil.iter_modules(importlib.import_module(package).__path__):
            if not info.name.startswith("_"):
                yield f"{package}.{info.name}"
