"""The command line as a program, and in this process where it starts others."""

from cli.running import gridwise, program, validator

__all__ = ["gridwise", "program", "validator"]
