"""Changed certificates with a right hash, and whether what is said of an accepted one is true.

The certificates are those of small boards, changed at random as somebody might who wants a false
statement to be accepted: also with the clauses, or the account of a search, made anew for the
changed board. What the verifier says of an accepted one is compared with `oracles`, which try every
way and share nothing with the package.
"""

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import gridwise as gw
from gridwise.verifier import ForeignError, Verdict, verify
from gridwise.verifier.boards import minesweeper as mine_rules
from gridwise.verifier.boards import queens as queen_rules
from gridwise.verifier.boards import sliding as slide_rules
from gridwise.verifier.boards import sudoku as digit_rules
from oracles import minesweeper, queens, sliding, sudoku

Lines = list[dict[str, Any]]
RULES = {
    "minesweeper": mine_rules.rules,
    "queens": queen_rules.rules,
    "sudoku": digit_rules.rules,
}
ORACLES = {"minesweeper": minesweeper, "queens": queens, "sliding": sliding, "sudoku": sudoku}

BOARDS: Mapping[str, Sequence[tuple[str, str]]] = {
    "solved": (
        ("solution", "sudoku:2x2:1.......3......4"),
        ("solution", "queens:5:r1c2"),
        ("solution", "queens:5:xr1c1,xr2c2"),
        ("solution", "minesweeper:3x2x2:---/1--"),
        ("path", "sliding:3x2:1,2,5,3,4,0"),
        ("path", "sliding:2x2:3,1,0,2@last"),
    ),
    "solutions": (
        ("count", "sudoku:2x2:123....4........"),
        ("count", "sudoku:2x2:1...34....2.4..."),
        ("count", "sudoku:2x2:..1....43.....2."),
        ("count", "queens:3:"),
        ("count", "queens:4:"),
        ("count", "queens:4:r1c2"),
        ("count", "queens:5:r1c1,xr2c3"),
        ("count", "minesweeper:2x1x2:1-"),
        ("count", "minesweeper:3x2x2:---/1--"),
        ("count", "minesweeper:3x3:---/-1-/---"),
    ),
    "minimal": (
        ("solve", "sudoku:2x2:..1....43.....2."),
        ("solve", "sudoku:2x2:..1....3..4.2..."),
        ("solve", "sudoku:2x2:..1.2.......42.."),
    ),
    "forced": (
        ("forced", "minesweeper:4x3x2:--1-/--21/----"),
        ("forced", "minesweeper:3x3:---/-1-/---"),
        ("forced", "minesweeper:3x1:-0-"),
        ("forced", "minesweeper:3x2:1-1/-2-"),
        ("forced", "minesweeper:4x2x2:1-s-/X2--"),
    ),
    "unsolvable": (
        ("solve", "sliding:2x2:3,1,2,0"),
        ("solve", "sliding:3x1:0,2,1"),
        ("solve", "sliding:3x2:2,1,0,3,4,5"),
    ),
    "shortest": (
        ("solve", "sliding:3x2:1,2,5,3,4,0"),
        ("solve", "sliding:2x2:0,3,2,1@last"),
        ("solve", "sliding:2x3:0,1,4,3,5,2"),
        ("solve", "sliding:2x3:2,0,4,3,1,5@last"),
        ("solve", "sliding:3x2:4,0,2,5,1,3"),
        ("solve", "sliding:4x1:1,2,0,3@last"),
    ),
}
"""By kind of claim boards, each with what is asked."""


def certificates(folder: Path) -> dict[str, list[Lines]]:
    """Return certificates by kind, without the hash; each refutation in both forms."""
    return {kind: _of_kind(kind, folder) for kind in BOARDS}


def _of_kind(kind: str, folder: Path) -> list[Lines]:
    made: list[Lines] = []
    for at, (question, board) in enumerate(BOARDS[kind]):
        where = folder / f"{kind}{at}"
        method = "auto" if board.startswith("sliding") else "dpll"  # it starts no process
        if question == "count":
            gw.count(board, method=method, certificate=where)
        elif question in ("forced", "solution"):
            gw.solve(board, method=method, question=question, certificate=where)
        else:
            gw.solve(board, method=method, certificate=where)
        before = len(made)
        for path in sorted(where.iterdir()):
            lines = list(map(json.loads, gzip.decompress(path.read_bytes()).splitlines()))[:-1]
            if question == "path":
                lines[0]["claim"] = {"kind": "solved"}
            if lines[0]["claim"]["kind"] == kind:
                made.append(lines)
                if any("resolution" in line for line in lines):
                    made.append(list(map(as_drat, lines)))
        assert len(made) > before, board
    return made


def as_drat(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line with the resolvents of a refutation as steps of a DRAT proof."""
    if "resolution" not in line:
        return line
    resolvents = [clause for clause, *parents in line["resolution"] if parents]
    return {"proof": [" ".join(map(str, (*clause, 0))) for clause in resolvents]}


def written(path: Path, lines: Lines) -> Path:
    """Write a certificate, with the hash of its lines."""
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    end = json.dumps({"sha256": hashlib.sha256(data).hexdigest()})
    path.write_bytes(gzip.compress(data + f"{end}\n".encode(), 1))
    return path


# What a forger does.


class Forger:
    """Changes certificates at random; those of `others` are where foreign parts come from."""

    def __init__(self, random: Random, others: Sequence[Lines]) -> None:
        self.random, self.others = random, others

    def other(self) -> Lines:
        """Return a copy of another certificate."""
        return _copy(self.random.choice(self.others))

    def changed(self, lines: Lines) -> Lines:
        """Return a certificate with one to four changes."""
        made = _copy(lines)
        changes = (
            *(self.board, self.claim, self.literals, self.number, self.line, self.part),
            *(self.moves, self.slide, self.cell, self.cell),
        )
        for change in self.random.choices(changes, k=self.random.choice((1, 1, 2, 3, 4))):
            change(made)
        if self.random.random() < 0.6:
            self.clauses(made)
            self.account(made)
        return made

    def text(self, text: str) -> str:
        """Return a text with a character or a part of it changed."""
        random = self.random
        marks = "0123456789-X.srcx:,/@ABC+ _\n"
        at, other = (random.randrange(len(text) + 1) for _ in range(2))
        kind = random.randrange(5)
        if kind == 0:
            return text[:at] + random.choice(marks) + text[at + 1 :]
        if kind == 1:
            return text[:at] + random.choice(marks) + text[at:]
        if kind == 2:
            return text[:at] + text[at + 1 :]
        if kind == 3:  # two parts exchanged
            for split in (",", "/", ":"):
                head, colon, rest = text.rpartition(":")
                parts = rest.split(split)
                if len(parts) > 1:
                    one, two = random.sample(range(len(parts)), 2)
                    parts[one], parts[two] = parts[two], parts[one]
                    return head + colon + split.join(parts)
        one, two = sorted((at, other))
        if two - one < 1 or two == len(text):
            return text
        return text[:one] + text[two] + text[one + 1 : two] + text[one] + text[two + 1 :]

    def board(self, lines: Lines) -> None:
        lines[0]["board"] = self.text(str(lines[0].get("board")))

    def cell(self, lines: Lines) -> None:
        """Clear a cell or fill it as a solution that is listed, and drop what is shown of it."""
        random, board = self.random, str(lines[0]["board"])
        head, _, cells = board.rpartition(":")
        listed = [line["solution"] for line in lines[1:] if "solution" in line]
        if not cells or (lines[0]["puzzle"] not in ("sudoku", "minesweeper")):
            return
        at = random.randrange(len(cells))
        filled = str(random.choice(listed)).rpartition(":")[2] if listed else ""
        if cells[at] == "/" or (len(filled) != len(cells) and cells[at] in ".-"):
            return
        empty = "." if lines[0]["puzzle"] == "sudoku" else "-"
        mark = filled[at] if cells[at] == empty else empty
        lines[0]["board"] = f"{head}:{cells[:at]}{mark}{cells[at + 1 :]}"
        lines[1:] = [line for line in lines[1:] if line.get("without") != at]

    def slide(self, lines: Lines) -> None:
        """Slide a tile of the board, and put the slide back before the path."""
        board = str(lines[0]["board"])
        try:
            ways = sliding.slides(board)
        except (ValueError, AssertionError, KeyError):
            return
        lines[0]["board"], tile = self.random.choice(ways)
        for line in lines:
            if isinstance(line.get("moves"), list):
                line["moves"].insert(0, tile)
                self.number_is(lines, len(line["moves"]))

    def claim(self, lines: Lines) -> None:
        random, head = self.random, lines[0]
        kind = random.randrange(5)
        if kind == 0:
            head["claim"] = self.other()[0]["claim"]
        elif kind == 1 and isinstance(head["claim"], dict):
            head["claim"]["kind"] = random.choice(list(BOARDS))
        elif kind == 2 and isinstance(head["claim"], dict):
            head["claim"][random.choice(("number", "unique", "literals"))] = random.choice(
                (0, 1, 2, True, [], [1], "1")
            )
        elif kind == 3:
            other = self.other()[0]
            head["board"], head["puzzle"] = other["board"], other["puzzle"]
        else:
            head["puzzle"] = random.choice(list(ORACLES))

    def literals(self, lines: Lines) -> None:
        """Change the forced cells that are claimed, and perhaps what refutes them."""
        random, claim = self.random, lines[0]["claim"]
        named = claim.get("literals") if isinstance(claim, dict) else None
        if not isinstance(named, list):
            return
        kind = random.randrange(5)
        if kind == 0 and named:
            named += [random.choice(named)] * random.randint(1, 50)
        elif kind == 1 and named:
            named.remove(random.choice(named))
        elif kind == 2 and named:
            at = random.randrange(len(named))
            named[at] = random.choice((0, 99, True, 1.0, None, "1", [1], -1, 1))
        elif kind == 3:
            named.append(random.choice((-1, 1)) * random.randint(1, 12))
        else:
            random.shuffle(named)

    def number(self, lines: Lines) -> None:
        claim = lines[0]["claim"]
        if isinstance(claim, dict) and isinstance(claim.get("number"), int):
            claim["number"] += self.random.choice((-2, -1, 1, 2))

    def line(self, lines: Lines) -> None:
        """Leave out, repeat, exchange or bring in a line after the first."""
        random = self.random
        foreign = random.choice(self.other()[1:] or [{}])
        if len(lines) < 2 or random.random() < 0.2:
            lines.insert(random.randint(1, len(lines)), foreign)
            return
        at, other = (random.randrange(1, len(lines)) for _ in range(2))
        kind = random.randrange(4)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(other, *_copy([lines[at]]))
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[at] = foreign

    def part(self, lines: Lines) -> None:
        """Change one value somewhere below a line."""
        random = self.random
        at: Any = random.choice(lines)
        for _ in range(6):
            if isinstance(at, dict):
                places: list[Any] = list(at)
            else:
                places = list(range(len(at)))
            if not places:
                return
            place = random.choice(places)
            value = at[place]
            if isinstance(value, dict | list) and value and random.random() < 0.85:
                at = value
                continue
            if isinstance(at, list) and random.random() < 0.4:
                if random.random() < 0.5:
                    at.insert(random.choice(places), value)
                else:
                    del at[place]
            elif isinstance(value, int):
                at[place] = random.choice((-value, value + 1, value - 1, random.randint(-9, 9)))
            elif isinstance(value, str):
                at[place] = self.text(value)
            elif isinstance(value, list):
                random.shuffle(value)
            return

    def moves(self, lines: Lines) -> None:
        """Slide a tile there and back, and claim the longer path."""
        random = self.random
        for line in lines:
            moves = line.get("moves")
            if isinstance(moves, list) and moves:
                at = random.randint(0, len(moves))
                moves[at:at] = [random.choice(moves)] * 2
                if random.random() < 0.8:
                    self.number_is(lines, len(moves))

    def number_is(self, lines: Lines, number: int) -> None:
        claim = lines[0]["claim"]
        if isinstance(claim, dict) and "number" in claim:
            claim["number"] = number

    def clauses(self, lines: Lines) -> None:
        """Make the clauses anew for the board and the solutions that are there now."""
        head = lines[0]
        try:
            rules = RULES[head["puzzle"]](head["board"])
            texts = [line["solution"] for line in lines[1:] if "solution" in line]
            listed = [rules.literals(text) for text in texts]
        except (KeyError, ValueError, IndexError, TypeError, AttributeError):
            return
        if isinstance(head["claim"], dict) and head["claim"].get("kind") == "forced":
            listed = []
        self.number_is(lines, len(listed))
        made = [*rules.clauses, *(tuple(-lit for lit in one) for one in listed)]
        after = [line for line in lines[1:] if "clauses" not in line]
        lines[1:] = [{"clauses": list(map(list, made))}, *after]

    def account(self, lines: Lines) -> None:
        """Make the account of the search anew for the board and the path that are there now."""
        head = lines[0]
        moves = next((line["moves"] for line in lines[1:] if "moves" in line), None)
        if head["puzzle"] != "sliding" or not isinstance(moves, list):
            return
        try:
            sizes = slide_rules.search_sizes(head["board"], len(moves))
        except (ValueError, IndexError, AttributeError):
            return
        self.number_is(lines, len(moves))
        lines[1:] = [line for line in lines[1:] if "search" not in line]
        lines.append({"search": {"sizes": sizes or []}})


def _copy(lines: Lines) -> Lines:
    copied: Lines = json.loads(json.dumps(lines))
    return copied


# What is said, and whether it is so.

solutions_of: Mapping[str, Callable[[str], Sequence[tuple[int, ...]]]] = {
    name: cache(oracle.solutions) for name, oracle in ORACLES.items()
}


def untrue(found: Verdict, lines: Lines) -> str | None:
    """Return what is false in what is said of an accepted certificate, or None."""
    said = found.to_dict()
    if said["notation"] != lines[0]["board"] or said["puzzle"] != said["notation"].split(":")[0]:
        return "another board is named"
    if str(found) != f"Proved: {said['text']}." or said["line"] or said["why"]:
        return "it is called proved, and not"
    for pattern, judge in JUDGES.items():
        if words := re.fullmatch(pattern, said["text"]):
            wrong = judge(said, *words.groups())
            return wrong or _account(said, lines)
    return "these words mean nothing"


def _solution(said: Mapping[str, Any]) -> str | None:
    board = said["notation"]
    if said["claim"] != {"kind": "solved"}:
        return "the claim is another"
    wrong: str | None = ORACLES[board.split(":")[0]].breaks(board, said["solution"])
    return wrong


def _number(said: Mapping[str, Any], words: str) -> str | None:
    board = said["notation"]
    number = {"is no solution": 0, "is exactly one solution": 1}.get(words)
    if number is None:
        number = int(words.split()[2])
    if said["claim"] != {"kind": "solutions", "number": number}:
        return "the claim is another"
    have = len(solutions_of[board.split(":")[0]](board))
    return None if have == number else f"there are {have} solutions"


def _independent(said: Mapping[str, Any]) -> str | None:
    if said["claim"] != {"kind": "minimal"}:
        return "the claim is another"
    head, _, cells = said["notation"].rpartition(":")
    for cell, digit in enumerate(sudoku.reading(said["notation"])):
        if digit is not None:
            left = f"{head}:{cells[:cell]}.{cells[cell + 1 :]}"
            if all(solution[cell] == digit for solution in solutions_of["sudoku"](left)):
                return f"the given of cell {cell} follows from the others"
    return None


def _forced(said: Mapping[str, Any], safe: str, mines: str) -> str | None:
    board = said["notation"]
    layouts = solutions_of["minesweeper"](board)
    if not layouts:
        return "there is no layout"
    forced = []
    for cell, known in enumerate(minesweeper.reading(board)):
        values = {layout[cell] for layout in layouts}
        if known is None and len(values) == 1:
            forced.append(cell + 1 if values == {1} else -cell - 1)
    literals = said["claim"].get("literals")
    if said["claim"].keys() != {"kind", "literals"} or sorted(literals) != sorted(forced):
        return f"these are forced: {forced}"
    numbers = sum(lit < 0 for lit in forced), sum(lit > 0 for lit in forced)
    return None if numbers == (int(safe), int(mines)) else f"{numbers} are safe and mines"


def _path(said: Mapping[str, Any]) -> str | None:
    if said["claim"] != {"kind": "solved"}:
        return "the claim is another"
    return sliding.strays(said["notation"], said["slides"])


def _least(said: Mapping[str, Any], number: str) -> str | None:
    if said["claim"] != {"kind": "shortest", "number": int(number)}:
        return "the claim is another"
    tiles = said["slides"]
    least = sliding.least(said["notation"])
    if len(tiles) != int(number) or least != int(number):
        return f"the shortest path has {least} slides, this one {len(tiles)}"
    return sliding.strays(said["notation"], tiles)


def _out_of_reach(said: Mapping[str, Any]) -> str | None:
    if said["claim"] != {"kind": "unsolvable"}:
        return "the claim is another"
    return None if sliding.least(said["notation"]) is None else "there is a path"


JUDGES: Mapping[str, Callable[..., str | None]] = {
    "this is a solution": _solution,
    r"there (is no solution|is exactly one solution|are exactly \d+ solutions)": _number,
    "no given follows from the others": _independent,
    r"safe cells: (\d+), mines: (\d+); no other cell is forced": _forced,
    "this path leads to the goal": _path,
    r"no path has fewer than (\d+) slides": _least,
    "the goal cannot be reached": _out_of_reach,
}
"""By the words of a claim what tells from the rules alone whether they are true."""
CHECKERS = {
    "solved": ({"replay"},),
    "minimal": ({"replay"},),
    "unsolvable": ({"invariant"},),
    "shortest": ({"distance"}, {"search"}),
}


def _account(said: Mapping[str, Any], lines: Lines) -> str | None:
    """Return what is false in what is said of the check itself."""
    kind, named = said["claim"]["kind"], set(said["checker"].split(", "))
    refuted = len(said["claim"].get("literals", "x"))  # refutations that the claim needs
    if not refuted:
        named_rightly, least, most = named == {"replay"}, 0, 0
    elif kind in CHECKERS:
        named_rightly = named in CHECKERS[kind]
        least, most = (1, 10**6) if named == {"search"} else (0, 0)
    else:
        held: list[str] = []
        for line in lines:
            held += ["strict RUP"] if "refute" in line else []
            held[-1:] = ["resolution"] if line.get("resolution") else held[-1:]
        named_rightly = named == set(held)
        listed = (line.get(form, ()) for line in lines for form in ("proof", "resolution"))
        least, most = 0, sum(map(len, listed))
    if not named_rightly:
        return f"{named} did not check it"
    if not least <= said["steps"] <= most:
        return f"{said['steps']} steps were not checked"
    shown = said["text"] == "this is a solution", said["text"].startswith(("this path", "no path"))
    if shown != (said["solution"] is not None, said["slides"] is not None):
        return "it shows a solution that is not meant, or none"
    return (
        None if (said["clauses"] > 0) == (refuted > 0 and kind not in CHECKERS) else "the clauses"
    )


def tried(
    kind: str, made: Mapping[str, Sequence[Lines]], folder: Path, seeds: range
) -> Counter[str]:
    """Change certificates of a kind, one a seed, and return how many say what and are accepted.

    Fails at one that says what is not so, or that ends the verifier otherwise than by an answer.

    Parameters
    ----------
    made
        What `certificates` returns.
    folder
        Where a changed one is written.
    """
    own, others = made[kind], [lines for part in made.values() for lines in part]
    counted: Counter[str] = Counter()
    path = folder / "changed.jsonl.gz"
    for seed in seeds:
        random = Random(f"{kind} {seed}")
        base = random.choice(own)
        lines = Forger(random, others).changed(base)
        try:
            found = verify(written(path, lines))
        except ForeignError:
            counted["refused"] += 1
            continue
        if not found.proved:
            counted["not proved"] += 1
            continue
        wrong = untrue(found, lines)
        assert wrong is None, f"{kind} {seed}: {found} of {found.board}: {wrong}"
        same = (found.board, found.claim) == (base[0]["board"], base[0]["claim"])
        counted[f"{'the same' if same else 'another'}: {found.text}"] += 1
    return counted
