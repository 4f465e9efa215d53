"""The language of the program, by its environment and the encoding of its output."""

from cli.boards import HARD
from cli.running import Command

SOLVED = {"en": "Solved, unique", "vi": "đã giải, duy nhất", "zh-Hant": "已解出，唯一解"}


def test_an_output_without_the_letters_gets_english(program: Command) -> None:
    for name in ("vi", "zh-Hant"):
        env = {"PYTHONIOENCODING": "ascii"}
        ran = program("solve", HARD, "--lang", name, env=env)
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.isascii()
        assert SOLVED["en"] in ran.out
        ran = program("slove", "--lang", name, env=env)
        assert ran.err == "gridwise: Unknown command 'slove'; did you mean solve?\n"


def test_the_program_asks_its_environment(program: Command) -> None:
    env = {"LC_ALL": "zh_TW.UTF-8"}
    assert SOLVED["zh-Hant"] in program("solve", HARD, env=env).out
