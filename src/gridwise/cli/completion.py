"""`gridwise --install-completion`: the shell completes commands, options and values."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, get_args

from cyclopts import App, Parameter

from gridwise.cli.shared.asking import takes_options
from gridwise.core.question import Arg

Shell = Literal["bash", "zsh", "fish", "powershell"]


def completion_of(program: App) -> Callable[..., int]:
    """Return the command that installs the completion of a program."""

    @takes_options()
    def install_completion(
        shell: Annotated[
            Shell | None, Parameter(name="SHELL", help="By default the shell that this runs in.")
        ] = None,
        /,
        *,
        output: Annotated[
            Path | None,
            Arg(
                "Write the script there; change no start-up file.",
                option=("--output", "-o"),
                metavar="FILE",
            ),
        ] = None,
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
