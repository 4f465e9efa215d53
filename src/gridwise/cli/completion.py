"""`gridwise --install-completion`: the shell completes commands, options and values."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, get_args

from cyclopts import App, Parameter

from gridwise.cli.shared.options import file_name, valued

Shell = Literal["bash", "zsh", "fish", "powershell"]
_Output = Annotated[
    Path | None,
    valued(
        ("--output", "-o"), "FILE", "Write the script there; change no start-up file.", file_name
    ),
]


def completion_of(program: App) -> Callable[..., int]:
    """Return the command that installs the completion of a program."""

    def install_completion(
        shell: Annotated[
            Shell | None, Parameter(name="SHELL", help="By default the shell that this runs in.")
        ] = None,
        /,
        *,
        output: _Output = None,
    ) -> int:
        """Make the shell complete commands, options, names and files on TAB."""
        from cyclopts.completion.detect import ShellDetectionError

        from gridwise.cli.shared.terminal import Terminal
        from gridwise.core.errors import InputError, ParameterError
        from gridwise.core.message import msg

        try:
            path = program.install_completion(
                shell=shell, output=output, add_to_startup=output is None
            )
        except ShellDetectionError:
            shells = " | ".join(get_args(Shell))
            raise ParameterError(
                msg("which shell? gridwise --install-completion {shells}", shells=shells)
            ) from None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            where = str(error.filename or output)
            raise InputError(msg("{path}: cannot be written: {why}", path=where, why=why)) from None
        terminal = Terminal()
        terminal.note(msg("{path} written", path=str(path)))
        if output is None:
            terminal.note(msg("open a new shell, type gridwise and a space, and press TAB"))
        return 0

    return install_completion
