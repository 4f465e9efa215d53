"""`gridwise doctor`: what is installed, compiled and cached, and what is missing."""

from gridwise import checkup
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.exit_status import ANSWERED, FAULT
from gridwise.cli.shared.terminal import Terminal


@takes_options()
def doctor(*, json: bool = False) -> int:
    """Say what is installed, compiled and cached here, and which command adds what is missing.

    The exit status is 31 where a package is missing that Gridwise cannot work without.
    """
    terminal = Terminal(json=json)
    found = checkup.doctor()
    terminal.json_line(found.to_dict())
    checkup.show(terminal, found)
    return FAULT if found.broken else ANSWERED
