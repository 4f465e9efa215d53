"""The command line in this process."""

from cli.running import gridwise

__all__ = ["gridwise"]
