"""`gridwise puzzles`, `methods`, `--help`, `--version`: made from the registry."""

import pytest

from cli.running import Command
from every import every
from gridwise import __version__
from gridwise.comparing.suites import suites
from gridwise.core import registry


def test_puzzles(gridwise: Command) -> None:
    ran = gridwise("puzzles")
    assert ran.status == 0
    for puzzle in registry.puzzles().values():
        assert f"\n{puzzle.name} " in ran.out
        assert puzzle.title in ran.out
    assert all(line == line.rstrip() for line in ran.out.splitlines())
    records = gridwise("puzzles", "--json").records
    assert [record["puzzle"] for record in records] == list(registry.puzzles())
    assert {"title", "questions", "extensions", "styles", "examples"} <= set(records[0])


def test_the_examples_that_are_shown_work(gridwise: Command) -> None:
    lines = gridwise("puzzles").out.splitlines()
    shown = [line.split()[1:] for line in lines if line.startswith("  gridwise ")]
    assert len(shown) == len(registry.puzzles())
    for args in shown:
        assert gridwise(*args).status == 0, args


def test_methods(gridwise: Command) -> None:
    out = gridwise("methods").out
    for method in registry.methods().values():
        assert method.title in out
    records = {record["method"]: record for record in gridwise("methods", "--json").records}
    assert set(records) == set(registry.methods())
    assert records["sat"]["emits"] == []
    assert "minesweeper" in records["dpll"]["puzzles"]
    assert "encoding" in [o["name"] for o in records["dpll"]["view_options"]["minesweeper"]]
    assert records["exact_cover"]["puzzles"] != []


def test_methods_of_one_puzzle(gridwise: Command) -> None:
    records = gridwise("methods", "--puzzle", "minesweeper", "--json").records
    assert {record["method"] for record in records} >= {"sat", "dpll", "brute_force"}
    assert "exact_cover" not in {record["method"] for record in records}
    assert all(record["puzzles"] == ["minesweeper"] for record in records)


@every("name", list(registry.methods()))
def test_one_method_in_full(gridwise: Command, name: str) -> None:
    method = registry.method(name)
    out = gridwise("methods", name).out
    assert out.startswith(f"{name}: {method.title}\n")
    assert method.source in out
    assert method.node in out
    for option in method.options:
        assert option.name in out
        assert str(option.default) in out


@pytest.mark.parametrize("name", ["a_star", "weighted_a_star", "ida_star", "beam"])
def test_the_names_that_an_option_takes(gridwise: Command, name: str) -> None:
    """A heuristic is no number: its names are listed by puzzle, with what each claims."""
    out = gridwise("methods", name).out
    heuristic = out.partition("  heuristic ")[2].partition("Options of its view")[0]
    assert "a whole number" not in heuristic.partition("max_steps")[0].partition("width")[0]
    wanted = {
        "linear_conflict": "admissible, consistent",
        "pattern_database": "admissible, consistent on some boards",
        "squared_reversals": "not admissible, not consistent",
    }
    for line in heuristic.splitlines():
        words = line.split()
        if words and words[0] in wanted:
            assert line.split(maxsplit=1)[1].startswith(wanted.pop(words[0]) + ":")
    assert wanted == {}
    [record] = gridwise("methods", name, "--json").records
    [option] = [one for one in record["options"] if one["name"] == "heuristic"]
    sliding = option["names"]["sliding"]
    assert next(iter(sliding)) == "linear_conflict"
    assert sliding["manhattan"]["admissible"] is sliding["manhattan"]["consistent"] is True
    assert sliding["squared_discounted"]["admissible"] is False
    assert sliding["pattern_database"]["consistent"] is None
    assert ("minesweeper" in option["names"]) is (name == "a_star")
    if name == "a_star":
        clauses = option["names"]["minesweeper"]
        assert [clauses[h]["admissible"] for h in clauses] == [False, True]


def test_a_word_that_is_no_choice_is_not_called_a_number(gridwise: Command) -> None:
    out = gridwise("methods", "weighted_a_star").out
    assert "(default 3/2)" in out
    assert "a whole number" not in out


@every("args", [("methods", "st"), ("methods", "--puzzle", "sudoko"), ("frob",), ("puzzles", "x")])
def test_unknown_names(gridwise: Command, args: tuple[str, ...]) -> None:
    ran = gridwise(*args)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


def test_version_and_help(gridwise: Command) -> None:
    assert gridwise("--version").out == f"gridwise {__version__}\n"
    for args in (("--help",), ("solve", "--help"), ("count", "-h"), (), ("methods", "--help")):
        ran = gridwise(*args)
        assert ran.status == 0
        assert "Usage: gridwise" in ran.out
    out = gridwise("--help").out
    for command in ("solve", "count", "puzzles", "methods", "Exit status", "31 a fault of ours"):
        assert command in " ".join(out.split())


def test_help_names_every_option_of_the_promise(gridwise: Command) -> None:
    out = gridwise("solve", "--help").out
    for option in [
        "--puzzle",
        "--method",
        "--layout",
        "--all",
        "--count",
        "--nth",
        "--limit",
        "--time",
        "--nodes",
        "--memory",
        "--seed",
        "--set",
        "--encoding",
        "--json",
        "--ascii",
        "--trace",
        "--certificate",
        "--output",
        "-o",
    ]:
        assert option in out
    assert "--no-" not in out


def test_the_help_of_compare_names_every_suite(gridwise: Command) -> None:
    words = gridwise("compare", "--help").out.replace("│", " ").replace(",", " ").replace(".", " ")
    assert set(suites()) <= set(words.replace(";", " ").split())


def test_options_within_a_method_s_name_say_where_they_go(gridwise: Command) -> None:
    ran = gridwise("solve", "queens:8", "--method", "min_max:f2=open_rows")
    assert ran.status == 2
    assert "--method min_max --set f2=open_rows" in ran.err
