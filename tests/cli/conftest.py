"""The command line in this process."""

from cli.running import Command, gridwise, validator

__all__ = ["Command", "gridwise", "validator"]
