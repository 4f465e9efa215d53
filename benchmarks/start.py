"""What it costs to start the program: CPU seconds of the commands that only say something.

    python benchmarks/start.py [TIMES]

Each is started TIMES times (5 unless told otherwise) in a process of its own; the least and the
median are printed, as other work on the machine only adds.
"""

import subprocess
import sys
from statistics import median

from gridwise.comparing.machine import machine

COMMANDS = (("--help",), ("solve", "--help"), ("puzzles",), ("methods",), ("--version",))
SOURCE = """
import sys, time
from gridwise.cli.main import run
try:
    run({args!r})
finally:
    print(time.process_time(), file=sys.stderr)
"""


def cpu_s(args: tuple[str, ...]) -> float:
    """Return the CPU seconds of one start, until the command has answered."""
    program = [sys.executable, "-c", SOURCE.format(args=list(args))]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return float(done.stderr.split()[-1])


def main() -> None:
    """Measure, and print a line each."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for args in COMMANDS:
        found = [cpu_s(args) for _ in range(times)]
        print(f"{' '.join(args):<14} least {min(found):.2f} s, median {median(found):.2f} s")
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    main()
