"""`gridwise doctor`: what is installed, compiled and cached, and what is missing."""

from gridwise.cli.shared.options import Json


def doctor(*, json: Json = False) -> int:
    """Say what is installed, compiled and cached here, and which command adds what is missing.

    The exit status is 31 where a package is missing that Gridwise cannot work without.
    """
    from gridwise.checkup import checkup, install
    from gridwise.cli.shared.exit_status import ANSWERED, FAULT
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.message import msg
    from gridwise.render.words import byte_size, number

    terminal = Terminal(json=json)
    found = checkup()
    terminal.json_line(found.to_dict())
    terminal.line(f"gridwise {found.gridwise} · python {found.python}", "bold")
    terminal.line(f"{found.platform} · {found.processor}")
    terminal.line()
    none = msg("not installed")
    terminal.table(
        (msg("package"), msg("version"), msg("needed"), msg("for")),
        [
            (one.name, one.version or none, one.wanted, one.extra or msg("everything"))
            for one in found.packages
        ],
    )
    terminal.line()
    rows = [
        (
            msg("engine of {puzzle}", puzzle=one.what) if one in found.compiled else msg("tables"),
            number(one.files),
            byte_size(one.size_bytes),
            msg("yes") if one.writable else msg("no"),
            one.path,
        )
        for one in (*found.compiled, *found.caches)
    ]
    head = (msg("cache"), msg("files"), msg("size"), msg("writable"), msg("folder"))
    terminal.table(head, rows, right=(1, 2))
    terminal.line()
    for one in found.compiled:
        if not one.files:
            terminal.line(
                msg(
                    "{puzzle} is not compiled: it will be when the work repays it, or at once by "
                    "gridwise prepare {puzzle}",
                    puzzle=one.what,
                )
            )
    for one in found.unwritable:
        terminal.line(
            msg(
                "{path} cannot be written: every run takes longer",
                path=one.path,
            )
        )
    for extra, names in found.missing.items():
        terminal.line(msg("without {names}: {command}", names=names, command=install(extra)))
    if not found.browser:
        terminal.line(msg("no browser was found: gridwise web prints the address to open"))
    if found.chinese_font is False:
        terminal.line(msg("no Chinese font was found: a PDF in that language needs one"))
    if found.broken:
        names = tuple(one.name for one in found.broken)
        terminal.line(
            msg("missing, and needed: {names}; pip install gridwise adds them", names=names),
            "bold red",
        )
        return FAULT
    terminal.line(msg("all that Gridwise needs is there"), "bold green")
    return ANSWERED
