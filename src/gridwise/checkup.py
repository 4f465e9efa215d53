"""What is installed, compiled and cached on this machine, and what is missing.

Nothing heavy is imported: versions are read from the packages' metadata.
"""

import os
import platform
import re
import shutil
import subprocess
import webbrowser
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from gridwise.comparing.machine import cpu_name, versions
from gridwise.compiled import cache, jit
from gridwise.core import registry

PACKAGE = "gridwise"
_FOR_DEVELOPERS = frozenset({"all", "dev", "docs"})
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)([^;]*)(?:;(.*))?")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")


@dataclass(frozen=True, slots=True)
class Package:
    """A package that Gridwise needs.

    Parameters
    ----------
    wanted
        The range of versions, as in `>=1.26`.
    extra
        The extra that needs it, "" where Gridwise always does.
    version
        Of the installed one; None where it is not installed.
    """

    name: str
    wanted: str
    extra: str
    version: str | None


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder of what may be deleted at any time: `what` lies in it, and how much."""

    what: str
    path: str
    files: int
    size_bytes: int
    writable: bool


@dataclass(frozen=True, slots=True)
class Checkup:
    """What `gridwise doctor` found.

    Parameters
    ----------
    gridwise, python, platform, processor
        Versions and names.
    packages
        What is needed always and by the extras that users choose.
    compiled
        By puzzle, the folder of its compiled kernels.
    caches
        Other folders of what is made once.
    browser
        Whether a browser was found for the page.
    chinese_font
        Whether a font with Chinese letters is installed, for PDF; None where that is not known.
    """

    gridwise: str
    python: str
    platform: str
    processor: str
    packages: tuple[Package, ...]
    compiled: tuple[CacheFolder, ...]
    caches: tuple[CacheFolder, ...]
    browser: bool
    chinese_font: bool | None

    @property
    def broken(self) -> tuple[Package, ...]:
        """The packages without which Gridwise does not work, and that are not installed."""
        return tuple(p for p in self.packages if not p.extra and p.version is None)

    @property
    def missing(self) -> dict[str, tuple[str, ...]]:
        """By extra, its packages that are not installed."""
        lacking = [p for p in self.packages if p.extra and p.version is None]
        extras = dict.fromkeys(p.extra for p in lacking)
        return {extra: tuple(p.name for p in lacking if p.extra == extra) for extra in extras}

    @property
    def unwritable(self) -> tuple[CacheFolder, ...]:
        """The folders that cannot be written: what is kept there is made again by every run."""
        return tuple(one for one in (*self.compiled, *self.caches) if not one.writable)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            **asdict(self),
            "broken": [package.name for package in self.broken],
            "missing": {extra: list(names) for extra, names in self.missing.items()},
            "install": {extra: install(extra) for extra in self.missing},
        }


def install(extra: str) -> str:
    """Return the command that adds an extra."""
    return f'pip install "{PACKAGE}[{extra}]"'


def checkup() -> Checkup:
    """Look at this installation; takes well below a second."""
    engines = [name for name in registry.puzzles() if jit.sources(name)[1:]]
    return Checkup(
        gridwise=_version(PACKAGE) or "",
        python=platform.python_version(),
        platform=platform.platform(),
        processor=f"{cpu_name()}, {os.cpu_count()} threads",
        packages=tuple(_packages()),
        compiled=tuple(_folder(name, jit.folder(name), "*.kernel") for name in engines),
        caches=(_folder("tables", cache.folder(), "*"),),
        browser=_has_browser(),
        chinese_font=_has_chinese_font(),
    )


def _packages() -> Iterable[Package]:
    for line in metadata.requires(PACKAGE) or ():
        match = _REQUIREMENT.match(line)
        assert match is not None
        name, wanted, marker = match[1], match[2].strip(" ()"), match[3] or ""
        extra = _EXTRA.search(marker)
        if (extra and extra[1] in _FOR_DEVELOPERS) or name == PACKAGE:
            continue
        yield Package(name, wanted, extra[1] if extra else "", _version(name))


def _version(name: str) -> str | None:
    return versions((name,)).get(name)


def _folder(what: str, path: Path, pattern: str) -> CacheFolder:
    try:
        sizes = [one.stat().st_size for one in path.rglob(pattern) if one.is_file()]
    except OSError:
        sizes = []
    return CacheFolder(what, str(path), len(sizes), sum(sizes), _writable(path))


def _writable(path: Path) -> bool:
    """Return whether files can be made in a folder, which need not exist yet."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path.is_dir() and os.access(path, os.W_OK | os.X_OK)


def _has_browser() -> bool:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _has_chinese_font() -> bool | None:
    lister = shutil.which("fc-list")
    if lister is None:
        return None
    try:
        found = subprocess.run(
            [lister, ":lang=zh-tw", "family"], capture_output=True, timeout=5, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return bool(found.stdout.strip())
