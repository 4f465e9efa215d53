"""What people read begins with a capital or a literal and ends as a sentence, in each language."""

import re
import string
from collections.abc import Callable, Iterator

import pytest

import gridwise as gw
from cli.running import Command, gridwise
from every import every
from gridwise.core.errors import InputError, ParameterError, ParseError, UnknownNameError
from gridwise.core.message import Message, as_message, msg
from gridwise.core.numbers import number
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.screen import PlainScreen
from gridwise.web.server.visitor import Visitor

__all__ = ["gridwise"]
PLACE = re.compile(r"(?:gridwise: )?(?:\S+:\d+(?::\d+)?: )?")
ENDS = re.compile(r"[.!?:…。！？：][\"'”’」』)）\]]*$")
LITERAL = re.compile(r"\S*[^\w\s'’-]\S*[^\s.,:;!?]|\w*[\d_]|[a-z_0-9]+(?=[.:])")
"""The first word where it is no word of ours: an option, a file, a quoted text, an id."""

CHINESE = re.compile(r"[\u3000-\u9fff]")
"""Where text has any of these, words in Latin letters are names, or not translated yet."""


def begins(text: str) -> bool:
    said = PLACE.sub("", text, count=1)
    return not said[0].islower() or bool(LITERAL.match(said) or CHINESE.search(said))


def ends(text: str) -> bool:
    return ENDS.search(text) is not None or " --ruled-out " in text.replace("：", " ")


def bare(text: str) -> str:
    return text.casefold().rstrip(".。")


def filled(template: str, value: object) -> Message:
    fields = {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
    return Message(template, tuple((name, value) for name in fields))


@every("language", LANGUAGES)
def test_every_text_of_the_catalogue_makes_a_sentence(language: str) -> None:
    words = catalogue(language)
    for template in catalogue("vi"):
        message = filled(template, "r1c1")
        said, plain = message.sentence(words), message.words(words)
        assert bare(said) == bare(plain), template
        if plain[:1].isspace():
            assert said == plain
            continue
        if language != "zh-Hant" and re.match(r"[^\W\d_]+(?=[ ,;:.]|$)", plain):
            first = words.get(template, template)
            assert said[0].isupper() or first.startswith("{"), template
        fragment = template.startswith("{") and template.endswith("}")
        copied = re.search(r"[:：][^:：]*\{\w+\}$|--help$", words.get(template, template))
        assert ends(said) or fragment or copied or " · " in said, template


def test_what_begins_and_ends_a_sentence() -> None:
    chinese, vietnamese = catalogue("zh-Hant"), catalogue("vi")
    assert msg("solved").sentence() == "Solved."
    assert msg("solved").sentence(vietnamese) == "Đã giải."
    assert msg("solved").sentence(chinese) == f"{chinese['solved']}。"
    assert msg("solved").heading() == "Solved"
    # An option, a file or an id keeps its case; what is to be copied has no full stop.
    assert msg("{option} needs a value", option="--lang").sentence() == "--lang needs a value."
    assert msg("{path} written", path="out.txt").sentence() == "out.txt written."
    assert as_message("time_s is short").sentence() == "time_s is short."
    assert msg("no plots: {command}", command="pip install x").sentence().endswith("install x")
    # A place, then a message; a name, then its text.
    why = msg("the board is not solved")
    assert msg("{place}: {what}", place="a:1:2", what=why).sentence() == f"a:1:2: T{str(why)[1:]}."
    unwritten = msg("{path}: {what}", path="a.csv", what=why)  # inside another
    kept = msg("{why}; the rest is kept", why=unwritten)
    assert kept.sentence() == f"a.csv: T{str(why)[1:]}; the rest is kept."
    named = msg("{technique}: {reason}", technique=msg("hidden single"), reason=why)
    assert named.sentence() == f"Hidden single: {why}."
    # Figures, values alone and rows of a table are none.
    assert msg("{a} · {b}", a=why, b="sat").sentence() == f"T{str(why)[1:]} · sat"
    assert msg("solutions: {number}", number=number(3)).sentence() == "Solutions: 3"
    assert msg("{number}", number=3).sentence() == "3"
    assert msg("  {text}", text=why).sentence() == f"  {why}"
    assert as_message("Is it {one}?").sentence() == "Is it {one}?"


def test_errors_say_so_too() -> None:
    place = {"source": "a.txt", "line": 2, "column": 7}
    error = ParseError("'z'", msg("the number of mines"), **place)  # type: ignore[arg-type]
    assert str(error) == "a.txt:2:7: Found 'z', expected the number of mines."
    assert str(InputError("no such {file}")) == "No such {file}."
    assert str(ParameterError(msg("{option} needs a value", option="--cpu")))[:5] == "--cpu"
    assert begins(str(UnknownNameError("puzzle", "sudok", ["sudoku"])))


WRONG = (
    ("solve", "sudoku:z"),
    ("solve", "nowhere.txt"),
    ("solve",),
    ("slove",),
    ("solve", "queens:6:", "--cpu", "z"),
    ("solve", "queens:6:", "--method", "magic"),
    ("solve", "queens:6:", "--tmie", "1"),
    ("hint", "sliding:3x3:1,2,5,3,4,8,6,7,0", "--ruled-out", "r1c1=5"),
    ("rate", "sudoku:2x2:11.............."),
    ("export", "queens:6:", "-o", "a.zip"),
    ("simulate", "chess"),
    ("verify",),
)
ASKED = (
    ("solve", "queens:6:", "--method", "dpll"),
    ("solve", "queens:3:", "--method", "dpll"),
    ("solve", "queens:6:", "--method", "dpll", "--nodes", "1"),
    ("solve", "queens:6:r1c1,r1c2"),
    ("count", "queens:6:", "--limit", "2"),
    ("explain", "queens:6:r1c2"),
    ("solve", "queens:6:", "--nth", "2", "--method", "dpll"),
    ("generate", "sudoku", "2x2", "--daily", "2026-01-01"),
)
BOARDS = (
    "sudoku:2x2:1.......3......4",
    "sudoku:2x2:11..............",
    "queens:6:r1c2",
    "queens:3:",
    "minesweeper:4x3x2:--1-/--21/----",
    "sliding:2x2:3,1,0,2",
)


def lines(text: str) -> Iterator[str]:
    """Yield the lines that are no drawing, no row of a table and no notation."""
    for line in text.splitlines():
        if (
            line.strip()
            and line[0] not in " ┌│├└┏┃┣┗"
            and not re.match(r"[a-z]+:\d|.*\S  +\S", line)
        ):
            yield line


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_of_the_command_line(gridwise: Command, language: str) -> None:
    for words in WRONG:
        ran = gridwise(*words, "--lang", language)
        assert ran.status in (2, 30), words
        said = ran.err.splitlines()[-1]
        assert begins(said) and ends(said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_and_hints(gridwise: Command, language: str) -> None:
    asked = [*ASKED, *(("hint", board, "--level", level) for board in BOARDS for level in range(5))]
    for words in asked:
        ran = gridwise(*words, "--lang", language)
        assert ran.status < 30, words
        for line in lines(ran.out + ran.err):
            assert begins(line) and (ends(line) or " · " in line), (words, line)


def test_texts_of_results_in_python() -> None:
    hint = gw.hint(BOARDS[0])
    for said in (hint.text, *hint.stages, gw.solve("queens:6:").text, gw.solve("queens:3:").text):
        assert begins(said) and ends(said), said
    for step in gw.explain(BOARDS[2]).to_dict()["steps"]:
        assert begins(step["text"]) and ends(step["text"]), step
    assert gw.hint(BOARDS[1]).to_dict()["technique"] == "wrong"


def printed(message: Message, language: str) -> str:
    screen = PlainScreen(catalogue=catalogue(language))
    screen.line(message)
    return screen.text


WAYS: tuple[Callable[[Message, str], str], ...] = (
    lambda message, language: Visitor("", {"language": language}).sentence(message),
    printed,
)


@every("language", LANGUAGES)
def test_pages_and_screens_say_a_message_alike(language: str) -> None:
    for template in ("stopped", "nothing is known", "time limit reached"):
        message = Message(template)
        assert {way(message, language) for way in WAYS} == {message.sentence(catalogue(language))}
