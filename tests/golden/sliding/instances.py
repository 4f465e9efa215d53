"""Ten of Korf's 15-puzzles: optimal length, Manhattan distance and text, by their number."""

from pathlib import Path

LINES = [
    line.split("|")
    for line in Path(__file__).with_name("korf10.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
INSTANCES = {int(line[0]): (int(line[1]), int(line[2]), line[-1].strip()) for line in LINES}
