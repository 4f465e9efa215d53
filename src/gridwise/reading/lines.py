"""Lines of a text: their characters made plain, and what each is by itself.

Nothing here knows a puzzle: a line is blank, a ruling, a row of cells, a directive such as
`mines: 10`, or words.
"""

import re
import unicodedata
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

BARS = "|│┃║¦┆┇┊┋"
HEAVY_BARS = "┃║"

_NAMES = dict(
    zip(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
        range(10),
        strict=True,
    )
)
_PICTURES = {
    "bomb": "💣",
    "boom": "💣",
    "triangular_flag_on_post": "🚩",
    "white_large_square": "⬜",
    "black_large_square": "⬛",
    "blue_square": "⬜",
}
_NAMED = re.compile(r":([a-z_]{3,30}):")
_SPOILER = re.compile(r"\|\|([^|\s]{1,32})\|\|")
_DROPPED = re.compile("[\ufe0f\u20e3\u200b-\u200f\u2060\ufeff\u00ad]")
_BLANK = re.compile(r"[^\S\n\t]")

_FENCE = re.compile(r"\s*(```|~~~)")
_QUOTED = re.compile(r"\s*(?:>[ \t]?)+")
_MARK = re.compile(r"\s*(#+|//+|%+|--+|;+|/\*+|\*/|')")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_LETTER = re.compile(r"[^\W\d_]")
INLINE = re.compile(
    r"\s(?:#|//|%|--|;)\s+\S*[A-Za-z]\S.*$|\s(?:#|//|%)[^\W\d_]{2,}.*$|(?<!\s)\s++(?:<-|←).*$"
)
_MAY_REMARK = re.compile(r"[#%;←]|//|--|<-")
_RULING = re.compile(
    r"\s*+(?:\*[-+|=]+\*"
    r"|[.'`:+|]?[-=_~+:|\s\u2010-\u2015\u2212\u2500-\u257f¦]++(?:[.'+][-=_~]+)*+[.'`:+|]?)\s*"
)
_RUN = re.compile(
    r"[-=~]{3}|[-=][+:|][-=]|___|[\u2010-\u2015\u2212]{2}|[\u2500\u2501\u2504-\u250b\u254c\u254d\u2550]{2}"
)
_BARRED_DASHES = re.compile(r"\s*[|│](?:\s*-\s*[|│])+\s*|\s*-(?:\s*[|│]\s*-){2,}\s*")
_MARKDOWN = re.compile(r"\s*+\|?(?:\s*+(?::?--+:?|:-+:?|-+:)\s*+\|)++(?:\s*+:?-+:?)?\s*")
HEAVY_RULE = re.compile("[=━═]")
_DASHES = re.compile(r"\s*(?:(?:-\s*)+|(?:_\s*)+|(?:\*\s*)+|(?:[\u2010-\u2015\u2212]\s*)+)")
_LABEL = re.compile(
    r"(\s*(?:(?:row|line|zeile|r)\s*\d{1,3}\s*[:.)=]|\d{1,3}[:)]|\d{1,6}\.(?=\s)|[A-Za-z]:)\s*)(?=\S)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\s*\[\s*([a-z]\w*)\s*\]\s*", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*(?:#\s?\d{1,5}[.:]?|\(?\d{1,5}[.):]|\[\d{1,5}\])\s*")
_ASSIGNED = re.compile(r"\s*[A-Za-z]\w*\s*=\s*", re.ASCII)
"""What MATLAB prints above a matrix."""
_LATEX = re.compile(r"\s*\\(?:hline|cline|toprule|midrule|bottomrule)\S*\s*")
_GAME = re.compile(r"(?<=[\w/])\s+[wb]\s+[-KQkq]+(?:\s+\S+)*\s*$")

MINES = re.compile(
    r"(?<!safe, )(?<![^\W_])(\d{1,6})\s*(?:mines|bombs)\b"
    r"|(?<!known )(?<![^\W_])(?:mines|bombs|mine_?count)\b[^\d,]{1,12}(\d{1,6})\b",
    re.IGNORECASE,
)
"""A number of mines among words, or as a value in a program."""
SOLVED = re.compile(
    r"(?<![^\W_])(?:solutions?|solved|answer|result|expected)(?![^\W_])", re.IGNORECASE
)
"""The words for a board that is the solution of the one before."""
GOAL = re.compile(r"(?<![^\W_])(?:goal|target|final)(?![^\W_])", re.IGNORECASE)
"""The words for a board that is the goal of the one before."""
_DIRECTIVES = {
    "mines": re.compile(
        r"(?:(?:total\s+)?(?:number\s+of\s+|num_?)?(?:mines|bombs|total)(?:\s+total)?\s*+"
        r"(?:[:=]|\bis\b|(?<=\s))\s*+"
        r"(?P<a>\d{1,7})(?!\d)|(?:m|💣)\s*+[:=]?\s*+(?P<c>\d{1,7})"
        r"|(?P<b>\d{1,7})\s*+(?:mines|bombs)\b|(?:mines|bombs)(?:\s*+[:=]\s*+|\s++)(?P<d>\S{1,20}))",
        re.IGNORECASE,
    ),
    "size": re.compile(
        r"(?:board\s+|grid\s+)?(?:size|dimensions?)\s*+[:=]?\s*+(?P<a>\S.*)", re.IGNORECASE
    ),
    "n": re.compile(r"n\s*[:=]\s*(?P<a>\d+)|(?P<b>\d{1,7})[ -]queens", re.IGNORECASE),
    "goal": re.compile(
        r"(?:goal|target|final)(?:\s+state)?(?:\s*[:=]\s*|\s+(?=\d+[\s,]))(?P<a>\S.*)",
        re.IGNORECASE,
    ),
    "boxes": re.compile(r"box(?:es)?\s*[:=]\s*(?P<a>\d{1,2}\s*x\s*\d{1,2})", re.IGNORECASE),
}


_CELLS = re.compile(r"[ \t]*(?!\d{1,6}\.\s)[0-9.](?:[0-9., \t]*[0-9.])?[ \t]*", re.ASCII)
"""A line that needs no closer look: digits and dots."""


class Sort(Enum):
    """What a line is by itself."""

    BLANK = 0
    ROW = 1
    RULING = 2
    DASHES = 3
    """One dash again and again: a ruling or a row of empty cells."""
    WORDS = 4
    DIRECTIVE = 5
    NOTATION = 6
    COMMENT = 7
    """Words after the mark of a comment."""
    SECTION = 8


class Line(NamedTuple):
    """A line, what it is, and the text that counts, which begins at an offset."""

    number: int
    kind: Sort
    text: str
    at: int = 0
    name: str = ""
    """Of a directive, a section or a puzzle."""
    label: int = 0
    """The length of a label such as `row 1:` before the cells."""


def plain(text: str) -> str:
    """Return a line with plain spaces and digits: no full-width, circled or emoji forms."""
    if ":" in text and text.count(":") > 3:
        text = _NAMED.sub(_picture, text)
    if "||" in text:
        text = _SPOILER.sub(r"\1", text)
    if text.isascii():
        return text
    return "".join(map(_plain_sign, _DROPPED.sub("", text)))


def unquoted(line: str) -> str:
    """Return a line with blanks in place of the `>` of a quotation."""
    quote = _QUOTED.match(line)
    return line if quote is None else " " * quote.end() + line[quote.end() :]


def _picture(match: re.Match[str]) -> str:
    if match[1] in _NAMES:
        return str(_NAMES[match[1]])
    return _PICTURES.get(match[1], match[0])


def _plain_sign(sign: str) -> str:
    if sign < "\x80":
        return sign
    digit = unicodedata.digit(sign, None)
    if digit is not None:
        return str(digit)
    if "\uff01" <= sign <= "\uff5e":
        return chr(ord(sign) - 0xFEE0)
    return " " if _BLANK.match(sign) else sign


CELL = re.compile(
    r"[-+]?\d{1,4}(?:\.0)?|x?r\d{1,7}c\d{1,7}|Q?[A-Za-z]\d{1,3}|u\d{1,2}|None|null|nil|nan|NaN|NA|N/A|True|False"
)
"""A cell of several characters; any single character is one too."""
BLANK_WORDS = frozenset(
    {"None", "null", "nil", "nan", "NaN", "NA", "N/A", "<NA>", "''", '""', "' '", '" "'}
)
_SIDE_BY_SIDE = re.compile(
    r"[0-9A-Z\W_]{2,}|[0-9a-z\W_]{2,}|[0-9A-Zx\W_]{2,}|[0-9A-Zo\W_]{2,}|[0-9QqXxOoSsFfMmBbEeHhPp\W_]{2,}"
)
_NEVER = re.compile(r"[/\\@&%$€£,;:=()<>\[\]{}\"']{2}|[a-wyz]!!|[()<>\[\]{}\"'`=\\]|/[^\W\d_]{2}")
_BRACED = re.compile(r"[({\[][0-9,]+[)}\]]")
_LETTERS = re.compile(r"[A-Za-z]+")


def is_cell(token: str) -> bool:
    """Return whether a token may be a cell, or cells side by side."""
    if not token.isprintable():
        return False
    if len(token) == 1 or CELL.fullmatch(token) is not None or _BRACED.fullmatch(token):
        return True
    if _SIDE_BY_SIDE.fullmatch(token) is None or _NEVER.search(token) is not None:
        return False
    words = _LETTERS.findall(token)
    letters = "".join(words)
    if not letters:
        return True
    if len(letters) > 2 and token == f"{letters}:":
        return False  # the name of what follows
    if len(letters) == len(token):
        # A row without empty cells in letters, or one letter for all empty cells; not a word.
        kinds = len(set(letters))
        return (
            kinds <= 2
            or len(token) >= 36
            or 3 * kinds <= len(token)  # a map of regions
            or (token.isupper() and len(token) >= 9)
        )
    return (
        max(map(len, words)) <= 3
        or token.isupper()
        or len(set(letters)) <= 4
        or 2 * len(letters) <= len(token)
        or len(token) >= 36
    )


def scan(number: int, raw: str, heads: frozenset[str]) -> Line:
    """Return what a line is. `heads` are the names of puzzles, with which notations begin."""
    if _CELLS.fullmatch(raw) is not None and _NUMBERED.fullmatch(raw) is None:
        return Line(number, Sort.ROW, raw.rstrip())
    return _scanned(raw, heads)._replace(number=number)


@lru_cache(maxsize=512)
def _scanned(raw: str, heads: frozenset[str]) -> Line:
    number = 0
    text = plain(raw)
    at = 0
    if (quote := _QUOTED.match(text)) is not None:
        at = quote.end()
    body = text[at:].rstrip()
    stripped = body.lstrip(" \t\"'`([{")
    if not stripped:
        return Line(
            number,
            Sort.BLANK if not body.strip() or _FENCE.match(body) else Sort.WORDS,
            text[at:].rstrip("\r"),
            at,
        )
    head, colon, _ = stripped.partition(":")
    if colon and head in heads:
        return Line(number, Sort.NOTATION, body, at, head)
    if _FENCE.match(body) is not None:
        return Line(number, Sort.BLANK, "", at)
    mark = _MARK.match(body)
    inner = body[mark.end() :].strip(" \t#/*%-") if mark is not None else body.strip()
    if (mark is not None or _WORDS.search(inner) is not None or inner[:1] in "nNmM💣") and inner:
        for name, form in _DIRECTIVES.items():
            match = form.fullmatch(inner.rstrip(".;"))
            if match is not None:
                group = next(key for key in match.groupdict() if match[key] is not None)
                start = body.index(inner) + match.start(group)
                return Line(number, Sort.DIRECTIVE, match[group], at + start, name)
    if (
        mark is not None
        and mark[1] != "'"
        and _is_comment(body, mark.end())
        and (_LETTER.search(inner) is not None or not inner)
        and (set(body) - {" ", "\t", mark[1][0]} or len(body.strip()) < 2)
    ):
        return Line(number, Sort.COMMENT, inner, at)
    if _NUMBERED.fullmatch(body) is not None:
        return Line(number, Sort.WORDS, body, at)
    section = _SECTION.fullmatch(body)
    if section is not None:
        return Line(number, Sort.SECTION, body, at, section[1].lower())
    if _MAY_REMARK.search(body) is not None:
        body = INLINE.sub("", body)
    if body.endswith("\\\\") and "&" in body:
        body = body[:-2].rstrip()
    if "/" in body:
        body = _GAME.sub("", body)
    if _ASSIGNED.fullmatch(body) is not None:
        return Line(number, Sort.WORDS, body, at)
    if _LATEX.fullmatch(body) is not None:
        return Line(number, Sort.RULING, body, at)
    if _BARRED_DASHES.fullmatch(body) is not None:
        return Line(number, Sort.DASHES, body, at)
    if _MARKDOWN.fullmatch(body) is not None:
        return Line(number, Sort.RULING, body, at, "head")
    if _DASHES.fullmatch(body) is not None:
        return Line(number, Sort.DASHES, body, at)
    if _RULING.fullmatch(body) is not None and (_RUN.search(body) is not None or _all_bars(body)):
        return Line(number, Sort.RULING, body, at)
    label = _LABEL.match(body)
    if label is not None and is_row(body[label.end() :]):
        return Line(number, Sort.ROW, body, at, label=label.end())
    return Line(number, Sort.ROW if is_row(body) else Sort.WORDS, body, at)


def _is_comment(body: str, end: int) -> bool:
    """Return whether what follows the mark of a comment is no cell."""
    rest = body[end:]
    return (
        not rest
        or rest[0] in " \t"
        or (rest[0].isalpha() and (body.lstrip()[0] in "#%/" or not is_row(INLINE.sub("", body))))
    )


def _all_bars(body: str) -> bool:
    return not set(body) - set(BARS + " \t") and len(body.split()) == 1 and len(set(body)) == 1


_SEPARATOR = re.compile(rf"[,;&{re.escape(BARS)}]")
_SEPARATORS = re.compile(rf"[\s,;&{re.escape(BARS)}]+")


def is_row(body: str) -> bool:
    """Return whether all tokens of a line may be cells."""
    tokens = [token.strip("\"'") for token in _SEPARATORS.split(body) if token]
    return (bool(tokens) or len(_SEPARATOR.findall(body)) > 1) and all(
        not token or is_cell(token) for token in tokens
    )
