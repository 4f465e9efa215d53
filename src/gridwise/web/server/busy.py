"""The error for a server that has too much to do."""

from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message


class BusyError(GridwiseError):
    """The server has too much to do already; the same request may succeed later."""

    def __init__(self, words: Message) -> None:
        super().__init__(words)

    def __reduce__(self) -> tuple[object, ...]:
        return (BusyError, self.args)
