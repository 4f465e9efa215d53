"""Scores how sure it is that a text is a sliding puzzle.

========= =====================================================================================
score     what the first lines hold
========= =====================================================================================
100       a notation `sliding:...`
95        each of the numbers from 0 up once, in rows or all on one line, in a file named like
          a sliding puzzle; or boards on lines after columns that end with `|`
90        each of the numbers from 0 up once, with one over 9 or an empty field or `_`
80        each of the numbers from 0 up once, none of them over 9
60        rows of different numbers, one of them 10 or more, that are not quite a board, in a
          file named like a sliding puzzle
30        the same, whatever its name
0         anything else
========= =====================================================================================
"""

import re

from gridwise.core.reading import head_lines
from gridwise.puzzles.sliding.text import files
from gridwise.puzzles.sliding.text.notation import HEAD

_NAME = re.compile(r"sliding|puzzle[-_ ]?(?:8|15|24)|(?:8|15|24)[-_ ]?puzzle|korf", re.IGNORECASE)
_FIELDS = re.compile(r"[0-9_ \t,|]+", re.ASCII)


def recognise(text: str, filename: str = "") -> int:
    """Return a score from 0 to 100 by the table of this module; reads only the head."""
    lines, _ = head_lines(text)
    block: list[str] = []
    for line in lines:
        stripped = line.strip(" \t")
        if stripped.startswith(HEAD):
            return 100 if not any(not row.lstrip().startswith("#") for row in block) else 50
        if stripped:
            block.append(line)
        elif any(not row.lstrip().startswith("#") for row in block):
            break
    rows = [line for line in block if not line.lstrip(" \t").startswith("#")]
    if not rows or not all(_FIELDS.fullmatch(row) for row in rows[:200]):
        return 0
    named = _NAME.search(filename) is not None
    entry = next(files.read("\n".join(block[:200])), None)
    if entry is not None and entry.position is not None and entry.position.size >= 4:
        if named or "|" in rows[0]:
            return 95
        over = entry.position.size > 10 or any("_" in row or ",," in row for row in rows)
        return 90 if over else 80
    return _nearly(rows, named)


def _nearly(rows: list[str], named: bool) -> int:
    """Score rows of numbers that are no board."""
    words = [field.text for row in rows[:100] for field in files.fields_of(row)]
    numbers = [int(word) for word in words if word.isdigit() and len(word) < 6]
    if len(words) < 4 or len(numbers) + 1 < len(words) or max(numbers, default=0) < 10:
        return 0
    if 4 * len(set(numbers)) < 3 * len(numbers) or max(numbers) > 2 * len(numbers):
        return 0
    return 60 if named else 30
