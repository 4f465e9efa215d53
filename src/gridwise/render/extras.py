"""Optional libraries, and the error if one is missing."""

from importlib import import_module
from types import ModuleType

from gridwise.core.errors import UsageError
from gridwise.core.message import msg


def needed(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Return a library of an optional extra.

    Parameters
    ----------
    module
        Its name in Python.
    extra
        The extra of this package that brings it.
    purpose
        The use of the library, as the beginning of the message: `a .docx file`.

    Raises
    ------
    UsageError
        The library is not installed; the message is the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != package:
            raise  # it is installed, and broken
        raise UsageError(
            msg(
                "{purpose} needs {package}, which is not installed: {command}",
                purpose=purpose,
                package=package,
                command=f'pip install "gridwise[{extra}]"',
            )
        ) from error
