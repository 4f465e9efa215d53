"""The installed packages, compiled code and caches of this machine, and what is missing.

Nothing heavy is imported: versions are read from the packages' metadata.
"""

import os
import platform
import re
import shutil
import subprocess
import webbrowser
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwise.comparing.machine import cpu_name, versions
from gridwise.compiled import cache, jit
from gridwise.core import registry
from gridwise.core.message import msg
from gridwise.render.words import byte_size, number

if TYPE_CHECKING:
    from gridwise.render.screen import Screen

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
        The extra that needs it, "" if Gridwise always does.
    version
        The installed version, or None.
    """

    name: str
    wanted: str
    extra: str
    version: str | None


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder of files that are made once: their kind (`what`), and their size.

    Parameters
    ----------
    levels
        The kinds of processor of compiled code, such as `x86_64_v3`.
    shipped
        Whether it came with the package and is never written.
    """

    what: str
    path: str
    files: int
    size_bytes: int
    writable: bool
    levels: tuple[str, ...] = ()
    shipped: bool = False


@dataclass(frozen=True, slots=True)
class Checkup:
    """The findings of `gridwise doctor`.

    Parameters
    ----------
    gridwise, python, platform, processor
        Versions and names.
    packages
        The packages that are always needed, and packages of the extras.
    compiled
        The folders of compiled kernels, one a puzzle, and those that came with the package.
    caches
        The other folders of files that are made once.
    browser
        Whether a browser was found for the page.
    chinese_font
        Whether a font with Chinese letters is installed, for PDF; None if unknown.
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

    def __str__(self) -> str:
        from gridwise.render.screen import PlainScreen

        screen = PlainScreen()
        show(screen, self)
        return screen.text

    @property
    def broken(self) -> tuple[Package, ...]:
        """The missing packages without which Gridwise does not work."""
        return tuple(p for p in self.packages if not p.extra and p.version is None)

    @property
    def missing(self) -> dict[str, tuple[str, ...]]:
        """The missing packages of each extra."""
        lacking = [p for p in self.packages if p.extra and p.version is None]
        extras = dict.fromkeys(p.extra for p in lacking)
        return {extra: tuple(p.name for p in lacking if p.extra == extra) for extra in extras}

    @property
    def unwritable(self) -> tuple[CacheFolder, ...]:
        """The folders that cannot be written, so that every run makes their files again."""
        every = (*self.compiled, *self.caches)
        return tuple(one for one in every if not one.writable and not one.shipped)

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


def doctor() -> Checkup:
    """Return the findings about this machine; takes well below a second."""
    return Checkup(
        gridwise=_version(PACKAGE) or "",
        python=platform.python_version(),
        platform=platform.platform(),
        processor=f"{cpu_name()}, {os.cpu_count()} threads",
        packages=tuple(_packages()),
        compiled=tuple(_compiled()),
        caches=(_folder("tables", cache.folder(), "*"),),
        browser=_has_browser(),
        chinese_font=_has_chinese_font(),
    )


def _compiled() -> Iterable[CacheFolder]:
    for name in jit.puzzles():
        came = jit.shipped(name)
        if came.is_dir():
            yield replace(_folder(name, came, "*.kernel"), levels=_levels(came), shipped=True)
        own = jit.folder(name)
        yield replace(_folder(name, own, "*.kernel"), levels=_levels(own))


def _levels(path: Path) -> tuple[str, ...]:
    return tuple(sorted({one.parents[1].name for one in path.glob("*/*/*.kernel")}))


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
    """Return whether files can be made in a folder, which may not exist yet."""
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


def show(screen: "Screen", found: Checkup) -> None:
    """Print the packages, the folders, and then only what the user should do."""
    screen.line(f"gridwise {found.gridwise} · python {found.python}", "bold")
    screen.line(f"{found.platform} · {found.processor}")
    screen.line()
    none, everything = msg("not installed"), msg("everything")
    screen.table(
        (msg("package"), msg("version"), msg("needed"), msg("for")),
        [
            (one.name, one.version or none, one.wanted, one.extra or everything)
            for one in found.packages
        ],
    )
    screen.line()
    rows = [
        (
            msg("engine of {puzzle}", puzzle=one.what) if one in found.compiled else msg("tables"),
            number(one.files),
            byte_size(one.size_bytes),
            msg("yes") if one.writable else msg("no"),
            " ".join(one.levels) or "-",
            one.path,
        )
        for one in (*found.compiled, *found.caches)
    ]
    head = (msg("cache"), msg("files"), msg("size"), msg("writable"), msg("processor"))
    screen.table((*head, msg("folder")), rows, right=(1, 2))
    screen.line()
    ready = {one.what for one in found.compiled if one.files}
    for puzzle in dict.fromkeys(one.what for one in found.compiled):
        if puzzle not in ready:
            screen.line(
                msg(
                    "{puzzle} is not compiled: it will be when the work repays it, or at once by "
                    "gridwise prepare {puzzle}",
                    puzzle=puzzle,
                )
            )
    for one in found.unwritable:
        screen.line(msg("{path} cannot be written: every run takes longer", path=one.path))
    for extra, names in found.missing.items():
        screen.line(msg("without {names}: {command}", names=names, command=install(extra)))
    for name, why in registry.failed().items():
        screen.line(msg("{name} cannot be loaded: {why}", name=name, why=why))
    if not found.browser:
        screen.line(msg("no browser was found: gridwise web prints the address to open"))
    if found.chinese_font is False:
        screen.line(msg("no Chinese font was found: a PDF in that language needs one"))
    broken = tuple(one.name for one in found.broken)
    if broken:
        text = msg("missing, and needed: {names}; pip install gridwise adds them", names=broken)
        screen.line(text, "bold red")
    else:
        screen.line(msg("all that Gridwise needs is there"), "bold green")
