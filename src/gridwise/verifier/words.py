"""Sentences of the verifier, as data, so that callers can translate them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence with named parameters; `str()` gives it in English."""

    template: str
    params: tuple[tuple[str, int | str], ...] = ()

    def __str__(self) -> str:
        return self.template.format(**dict(self.params))


def msg(template: str, /, **params: int | str) -> Words:
    """Make a sentence. Catalogue tools look for calls of this name."""
    return Words(template, tuple(params.items()))


class ForeignError(Exception):
    """A file that is no whole certificate, with the line (1-based) that shows it."""

    def __init__(self, line: int, what: Words) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line
        self.what = what


class UnprovedError(Exception):
    """Evidence that does not prove its claim, with the line where it fails."""

    def __init__(self, line: int, what: Words, *, open_: bool = False) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line
        self.what = what
        self.open = open_
        """Whether the claim was not refuted: only too large to check."""
