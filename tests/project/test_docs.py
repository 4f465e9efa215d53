"""The docs keep up with the code. The build itself is run by `.ci/run`."""

import doctest
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import gridwise
import template_puzzle
from gridwise.core import registry
from gridwise.core.method import Method
from gridwise.core.result import COUNTERS, MEASURES
from gridwise.core.run import Run
from gridwise.core.trace import COLUMNS, Kind
from gridwise.core.views import CnfModel, Family
from gridwise.methods._shared.cnf_states import CnfStates, State
from gridwise.solving.hint import hint
from gridwise.solving.result_json import KEYS
from hint_json import as_json
from samples import sample
from template_puzzle.views import domain_model

DOCS = Path(__file__).parents[2] / "docs"


def pages_with_examples() -> Iterator[object]:
    """Yield the pages with examples to run; those with slow ones once more, for these."""
    for path in (DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))):
        name, text = path.relative_to(DOCS.parent).as_posix(), path.read_text("utf-8")
        if "<!-- run -->" in text:
            yield pytest.param(name, False, id=name)
        if "<!-- run slow -->" in text:
            yield pytest.param(name, True, id=f"{name}-slow", marks=pytest.mark.slow)


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def shipped(things: object) -> list[str]:
    found = things.items()  # type: ignore[attr-defined]
    return [name for name, t in found if type(t).__module__.startswith("gridwise.")]


@pytest.mark.parametrize("name", shipped(registry.methods()))
def test_every_method_has_its_page(name: str) -> None:
    text = page(f"methods/{name}")
    assert text.startswith(f"# {name}\n")
    assert f"```{{method-card}} {name}\n" in text
    for heading in ("## Counters", "## Order of solutions", "## Limits", "## Source"):
        assert heading in text or name == "sat", heading  # sat says these in its own order


@pytest.mark.parametrize("name", shipped(registry.puzzles()))
def test_every_puzzle_has_its_page(name: str) -> None:
    text = page(name)
    assert f"```{{puzzle-card}} {name}\n" in text
    assert f"`{name}:" in text, "its notation"
    for heading in ("## Rules", "## Notation and files", "## Views", "## Example"):
        assert heading in text, heading


def test_no_page_is_about_something_that_is_not_there() -> None:
    assert {path.stem for path in (DOCS / "methods").glob("*.md")} == set(
        shipped(registry.methods())
    )


def glossary() -> set[str]:
    return set(re.findall(r"^(\w[^\n]*)\n  \w", page("glossary"), re.MULTILINE))


TERMS = (
    "given candidate house box clause literal unit conflict expand generate g h f frontier layout "
    "cell position move solution model fact view decoder trace row keyframe status stop limit "
    "admissible consistent complete backbone forced notation encoding premise family node depth "
    "level oracle"
)


@pytest.mark.parametrize("term", TERMS.split(" "))
def test_the_glossary_has(term: str) -> None:
    assert term in glossary()


def test_the_glossary_says_each_term_once() -> None:
    terms = re.findall(r"^(\w[^\n]*)\n  \w", page("glossary"), re.MULTILINE)
    assert len(terms) > 70
    assert len({term.lower() for term in terms}) == len(terms)


def test_the_json_page_names_every_key() -> None:
    results, hints = page("json").split("## Hints")
    assert keys_in(results) == set(KEYS)
    found = set()
    for text in ("minesweeper:3x3x3:-2-/2--/--2", "sudoku:2x2:1.....2..3.....4"):
        board = gridwise.parse(text)
        for time_s in (1e-9, 60.0):
            given = hint(board, time_s=time_s)
            found |= {key for level in range(5) for key in as_json(given, board, level=level)}
    hints, explanations = hints.split("## Explanations and ratings")
    # The command adds the place of the input, and the heuristics of a board that is a path.
    assert keys_in(hints) == found | {"index", "heuristics"}
    bench = gridwise.setter_bench("sudoku:2x2:1.....2..3.....4").as_json()
    assert keys_in(explanations.split("## Other forms")[0]) == {*bench, "index", "notation"}


def keys_in(text: str) -> set[str]:
    """What the first column of the tables names."""
    cells = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_architecture_page_names_every_kind_and_column() -> None:
    text = page("architecture")
    assert set(re.findall(r"^\| `([A-Z]+)` \|", text, re.MULTILINE)) >= {k.name for k in Kind}
    assert all(f"`{column}`" in text for column in COLUMNS)


def test_the_statistics_page_defines_everything_that_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(DOCS / "_ext")
    import registry_tables

    text = page("statistics")
    assert "```{counter-table}" in text
    assert "```{measure-table}" in text

    def names(directive: type) -> list[str]:
        lines = directive.lines(None)  # type: ignore[attr-defined]
        return [m[1] for line in lines if (m := re.match(r"\| `(\w+)` \|", line))]

    assert names(registry_tables.CounterTable) == list(COUNTERS)
    assert names(registry_tables.MeasureTable) == list(MEASURES)


def test_the_packages_own_example_works() -> None:
    found = doctest.testmod(gridwise)
    assert found.attempted >= 3
    assert not found.failed


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(DOCS / "_ext")
    import run_examples

    return run_examples


def test_the_pages_with_outputs(examples: ModuleType) -> None:
    found = {path.relative_to(DOCS.parent).as_posix() for path in examples.pages()}
    assert {"README.md", "docs/sudoku.md", "docs/json.md", "docs/methods/a_star.md"} <= found
    for path in examples.pages():
        text = path.read_text("utf-8")
        marked = examples.blocks(text, slow=False) + examples.blocks(text, slow=True)
        assert marked == text.count(examples.MARK), f"{path}: a mark without a block"


@pytest.mark.parametrize(("name", "slow"), [*pages_with_examples()])
def test_the_outputs_on_a_page_are_real(examples: ModuleType, name: str, slow: bool) -> None:
    text = (DOCS.parent / name).read_text("utf-8")
    real = examples.renewed(text, run=examples.in_process, slow=slow)
    assert examples.compared(text) == examples.compared(real), (
        f"run python docs/_ext/run_examples.py {name}"
    )


def test_the_readme_is_one_page(examples: ModuleType) -> None:
    text = (DOCS.parent / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 150
    assert len(text.encode()) <= 10 * 1024
    outputs = re.findall(r"<!-- run -->\n```console\n\$ (gridwise .*)\n((?:.*\n)*?)```", text)
    assert len({command for command, _ in outputs}) == 5
    assert all(1 <= len(output.splitlines()) <= 12 for _, output in outputs)


@pytest.mark.parametrize("name", ["readme", "tour"])
@pytest.mark.parametrize("language", ["vi", "zh-Hant"])
def test_a_translated_page_has_the_same_examples(language: str, name: str) -> None:
    """Only `--lang` is added. Programs are run on the English page alone."""
    english = DOCS.parent / "README.md" if name == "readme" else DOCS / "tour.md"

    def examples(path: Path) -> list[tuple[str, ...]]:
        text = path.read_text("utf-8").replace(f" --lang {language}", "")
        found = re.findall(r"(?:(<!-- run.*? -->)\n)?```(\w+)\n(.*?)```", text, re.DOTALL)
        return [
            ("", body)
            if kind == "python"
            else (mark, *(one for one in body.splitlines() if re.match(r"(\$|>>>|\.\.\.) ", one)))
            for mark, kind, body in found
        ]

    assert examples(DOCS / language / f"{name}.md") == examples(english)


def test_a_program_prints_the_same(examples: ModuleType, tmp_path: Path) -> None:
    """The outputs are tested in this process and written by programs of their own."""
    for words in (["count", "queens:6:"], ["solve", "nowhere.txt"]):
        here, there = (run(words, tmp_path) for run in (examples.in_process, examples.as_program))
        assert here == there
        assert here.strip()


def test_what_is_compared_of_an_output(examples: ModuleType) -> None:
    one = "solved · dpll · 16 ms\n  decisions 6 · cpu 3.7 ms\nsat   solved  12 ms  decisions 5\n"
    two = "solved · dpll · 1.6 s\n  decisions 6 · cpu 4 s\nsat   solved   1.2 s  decisions 77\n"
    assert examples.compared(one) == examples.compared(two)
    assert examples.compared(one) != examples.compared(one.replace("decisions 6", "decisions 7"))
    assert examples.compared(one) != examples.compared(one.replace("solved ·", "gave up ·"))
    # Without --method: whatever method answers, it knows the same.
    auto = (
        "$ gridwise solve a\nsolved, unique · sat · 1 ms\n  givens 17\n  decisions 6 · cpu 1 ms\n"
    )
    kernel = auto.replace("sat · 1", "kernel · 4").replace("decisions 6 · ", "")
    assert examples.compared(auto) == examples.compared(kernel)
    assert examples.compared(auto) != examples.compared(kernel.replace("unique", "optimal"))
    assert examples.compared(auto) != examples.compared(kernel.replace("17", "18"))
    named = "$ gridwise solve a --method sat\n"
    auto, kernel = (named + one.partition("\n")[2] for one in (auto, kernel))
    assert examples.compared(auto) != examples.compared(kernel)


def test_a_wrong_output_is_found(examples: ModuleType) -> None:
    text = (
        "<!-- run -->\n```console\n$ gridwise count queens:6:\n4\n```\n"
        "<!-- run slow -->\n```pycon\n>>> 1 + 1\n2\n>>> 1 / 0\n```\n"
        "<!-- run -->\n```python\nn = 6\n```\n<!-- run -->\n```pycon\n>>> n\n6\n```\n"
    )

    def real(text: str, slow: bool | None = None) -> str:
        return str(examples.renewed(text, run=examples.in_process, slow=slow))

    failed = "Traceback (most recent call last):\n  ...\nZeroDivisionError: division by zero\n"
    assert real(text) == text.replace("1 / 0\n", f"1 / 0\n{failed}")
    assert real(text, slow=False) == text
    wrong = text.replace("\n4\n", "\n5\n").replace("\n2\n", "\n3\n")
    assert real(wrong, slow=True) == real(text).replace("\n4\n", "\n5\n")
    assert real(wrong, slow=False) == text.replace("\n2\n", "\n3\n")
    with pytest.raises(NameError):
        real("<!-- run -->\n```python\nnowhere\n```\n")


@pytest.fixture
def example() -> Iterator[Method]:
    """The method that `add-a-method.md` shows, made of the text there."""
    code = re.search(r"```python\n(.*?)```", page("add-a-method"), re.DOTALL)
    assert code is not None
    module = ModuleType("generate_and_test")
    exec(code[1], module.__dict__)
    yield module.METHOD


def test_the_method_of_the_docs_works(example: Method) -> None:
    from oracles import latin

    puzzle = template_puzzle.PUZZLE
    for seed in range(25):
        position = sample(puzzle, Random(seed))
        view = domain_model(position)
        run = Run()
        models = list(example.models(view, run, ordered=True))
        boards = []
        for model in models:
            after = position
            for move in view.decoder.moves(model):
                after = puzzle.apply(after, move)
            boards.append(after.cells)
        assert boards == latin.solutions(puzzle.format(position))
        assert run.count.layouts == len(models) <= run.count.assignments == run.nodes
    assert gridwise.count("queens:5:", method=example).count == 10, "on diagonals too"


def true_cost(space: CnfStates, start: State) -> int | None:
    """Steps to the nearest goal, by breadth-first search; None where there is none."""
    waiting = deque([(start, 0)])
    while waiting:
        state, cost = waiting.popleft()
        if space.is_goal(state):
            return cost
        waiting.extend((after, cost + step) for _, after, step in space.successors(state))
    return None


def test_the_counterexample_on_the_a_star_page() -> None:
    text = page("methods/a_star")
    notation = re.search(r"`(minesweeper:[^`]+)`", text)
    assert notation is not None
    puzzle = registry.puzzle("minesweeper")
    model = puzzle.views(puzzle.parse(notation[1]))[CnfModel].make()
    assert isinstance(model, CnfModel)
    assert set(model.simplified.clauses) == {(2, 3, 4), (-2, -3), (-2, -4), (-3, -4)}
    space = CnfStates(model, Run())
    root = space.initial()
    h = {name: heuristic.estimate(root) for name, heuristic in space.heuristics.items()}
    assert (h["open_clauses"], true_cost(space, root), h["open_clauses_bound"]) == (4, 3, 2)
    assert "4 > 3" in text
    assert "⌈4 / 2⌉ = 2" in text


def test_the_heuristics_keep_what_the_page_claims() -> None:
    """On random clause sets: the bound is never above the true cost, the plain one often is."""
    random = Random(1968)
    exceeded = states = 0
    for _ in range(60):
        clauses = {
            tuple(v * random.choice((-1, 1)) for v in sorted(random.sample(range(1, 6), size)))
            for size in random.choices((2, 2, 3), k=random.randint(2, 7))
        }
        model = CnfModel(
            variables=5,
            primary=5,
            clauses=tuple(sorted(clauses)),
            family_of=(0,) * len(clauses),
            families=(Family("any"),),
            order=(-1, -2, -3, -4, -5),
            decoder=template_puzzle.PUZZLE,  # type: ignore[arg-type]  # never read here
        )
        if model.simplified.contradiction is not None:
            continue
        space = CnfStates(model, Run())
        waiting = [space.initial()]
        while waiting:
            state = waiting.pop()
            states += 1
            cost = true_cost(space, state)
            bound = space.heuristics["open_clauses_bound"].estimate(state)
            plain = space.heuristics["open_clauses"].estimate(state)
            if cost is not None:
                assert bound <= cost
                exceeded += plain > cost
            if space.is_goal(state):
                continue
            for _, after, step in space.successors(state):
                assert bound <= step + space.heuristics["open_clauses_bound"].estimate(after)
                waiting.append(after)
    assert states > 300
    assert exceeded > 30
    assert not space.heuristics["open_clauses"].admissible
    assert space.heuristics["open_clauses_bound"].admissible
    assert space.heuristics["open_clauses_bound"].consistent
