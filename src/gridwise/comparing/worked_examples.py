"""The worked examples of a course report, computed by this program.

An example is data of a suite: a `kind`, what that kind takes, and `report` with what the report
itself gives, where that is known. The results are kept in `worked.json` of the comparison's folder.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from gridwise.agents.play import PlayedGame, finished, turns
from gridwise.comparing.measures import name_of
from gridwise.core import numbers, registry
from gridwise.core.errors import ParseError
from gridwise.core.grid import cell_name
from gridwise.core.limits import Limits
from gridwise.core.message import Message, from_json, msg
from gridwise.core.puzzle import Question
from gridwise.core.result import Result, Solutions
from gridwise.core.run import Run
from gridwise.core.trace import COLUMNS, Kind
from gridwise.core.views import CnfModel, StateSpace, View
from gridwise.render.spoken import spoken
from gridwise.solving.inputs import parse
from gridwise.solving.solve import count, solve

WORKED = "worked.json"
_LIMITS = Limits(time_s=20.0)
_MOST_NAMED = 20

Text = Message | str


@dataclass(frozen=True)
class WorkedExample:
    """One worked example with its result.

    Parameters
    ----------
    name, title
        The name that claims use, and a title for people.
    head, rows
        Its table; the cells of what the report does not give are empty.
    agrees
        Whether every figure of the report came out; None if it gives none.
    lines
        What follows the table, for a reader of plain text.
    boards
        Boards to draw below: what each is, and its notation.
    """

    name: str
    title: Message
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    agrees: bool | None = None
    lines: tuple[Text, ...] = ()
    boards: tuple[tuple[Message, str], ...] = ()


def compute(
    examples: Sequence[Mapping[str, Any]], boards: Sequence[tuple[str, str]]
) -> tuple[WorkedExample, ...]:
    """Compute the worked examples of a suite; `boards` are for examples that name no boards."""
    return tuple(_KINDS[one["kind"]]({"boards": boards, **one}) for one in examples)


def save(examples: Sequence[WorkedExample], folder: Path) -> None:
    """Write the examples to a comparison's folder."""
    text = json.dumps(examples, default=_to_json, indent=1, ensure_ascii=False)
    (folder / WORKED).write_text(text + "\n", "utf-8")


def load(folder: Path) -> tuple[WorkedExample, ...]:
    """Return the examples in the file of a folder, if it exists; raise `ParseError`."""
    path = folder / WORKED
    if not path.exists():
        return ()
    try:
        return tuple(
            WorkedExample(
                one["name"],
                from_json(one["title"]),
                agrees=one["agrees"],
                **{name: _from_json(one[name]) for name in ("head", "rows", "lines", "boards")},
            )
            for one in json.loads(path.read_text("utf-8"))
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ParseError(str(error), "the worked examples", source=str(path)) from None


def _to_json(value: Message | WorkedExample) -> Any:
    return value.as_json() if isinstance(value, Message) else vars(value)


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_from_json, value))
    return value if isinstance(value, str) else from_json(value)


def _made(
    example: Mapping[str, Any],
    head: tuple[Text, ...],
    rows: Sequence[tuple[Text, ...]],
    agrees: bool | None = None,
    boards: tuple[tuple[Message, str], ...] = (),
) -> WorkedExample:
    title = Message(str(example["title"]))
    return WorkedExample(example["name"], title, head, tuple(rows), agrees, boards=boards)


def _heuristics(example: Mapping[str, Any]) -> WorkedExample:
    """Return the estimates of one board by each heuristic named."""
    position = parse(example["board"])
    space = _view(position, StateSpace.kind)
    assert isinstance(space, StateSpace)
    given, rows, agrees = example["report"], [], True
    for name, value in given.items():
        heuristic = space.heuristic(name, Run(_LIMITS))
        found = heuristic.estimate(space.initial())
        agrees &= found == value
        rows.append((spoken(name), str(found), str(value), _yes(heuristic.admissible)))
    head = (msg("heuristic"), msg("here"), msg("the report"), msg("admissible"))
    return _made(example, head, rows, agrees, _board(example["board"]))


def _view(position: Any, kind: str, **options: str) -> View[Any]:
    offers = registry.puzzle_of(position).views(position)
    return next(offer.make(**options) for view, offer in offers.items() if view.kind == kind)


def _yes(value: bool) -> Message:
    return msg("yes") if value else msg("no")


def _board(notation: str) -> tuple[tuple[Message, str], ...]:
    return ((msg("The board {board}", board=notation), notation),)


def _table(example: Mapping[str, Any]) -> WorkedExample:
    """Return rows of a table of a method's result."""
    result = _solve(parse(example["board"]), example)
    columns = example["columns"]
    found = [
        [row[name] for name in columns]
        for row in result.tables.get(example["table"], ())
        if all(row[name] == value for name, value in example["where"].items())
    ]
    given = example["report"]
    names = example.get("rows", [str(at + 1) for at in range(len(found))])
    rows = []
    for at, name in enumerate(names):
        ours = found[at] if at < len(found) else []
        rows.append((name, _numbers(ours), _numbers(given[at]) if at < len(given) else ""))
    head = (
        msg("what"),
        msg("here: {columns}", columns=tuple(map(name_of, columns))),
        msg("the report"),
    )
    return _made(example, head, rows, found == given, _board(example["board"]))


def _solve(position: Any, example: Mapping[str, Any]) -> Result[Any]:
    method, options = example["method"], example.get("options")
    return solve(position, method=method, options=options, limits=_LIMITS)


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{value:g}" for value in values)


def _answer(example: Mapping[str, Any]) -> WorkedExample:
    """Return the board that a method finds."""
    position = parse(example["board"])
    result = _solve(position, example)
    puzzle = registry.puzzle_of(position)
    items = result.answer.items if isinstance(result.answer, Solutions) else ()
    ours = puzzle.format(items[0].position) if items else "-"
    rows = ((example["board"], ours, example["report"]),)
    head = (msg("board"), msg("here"), msg("the report"))
    agrees = bool(items) and items[0].position == parse(example["report"])
    shown = ((msg("The answer"), ours),) if items else ()
    return _made(example, head, rows, agrees, shown)


def _solved(example: Mapping[str, Any]) -> WorkedExample:
    """Return which boards of a family each form of a method solves."""
    family = list(_family(example["boards"]))
    rows = []
    for options in example["options"]:
        how = {**example, "options": options}
        done = [name for name, text in family if _solve(parse(text), how).answer is not None]
        which: Text = msg("{names}", names=tuple(done[:_MOST_NAMED])) if done else "-"
        label = " ".join([example["method"], *(f"{k}={v}" for k, v in options.items())])
        rows.append((label, str(len(done)), str(len(family)), which))
    head = (msg("method"), msg("solved"), msg("of"), msg("which"))
    agrees = rows[0][1] == str(example["report"]) if "report" in example else None
    return _made(example, head, rows, agrees)


def _family(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the notation of each board of a pattern with numbers."""
    ranges = said["numbers"]
    for values in product(*(range(low, high + 1) for low, high in ranges.values())):
        numbers = dict(zip(ranges, values, strict=True))
        yield said["label"].format(**numbers), said["board"].format(**numbers)


def _estimate(example: Mapping[str, Any]) -> WorkedExample:
    """Return the estimate at the root of a search beside the least number of steps to a goal."""
    position, method = parse(example["board"]), example["method"]
    how: dict[str, Any] = {"method": method, "limits": _LIMITS, "question": Question.SOLUTION}
    guessed = solve(position, trace=True, options=example["options"], **how)
    shortest = solve(position, options=example["shortest"], **how)
    assert guessed.trace is not None
    kind, measure = COLUMNS.index("KIND"), COLUMNS.index("MEASURE")
    made = [row for row in guessed.trace.rows if row[kind] == Kind.GENERATE]
    h, steps = int(made[0][measure]), shortest.statistics.counters.get("depth")
    head = (msg("board"), msg("estimate at the start"), msg("least steps to a goal"))
    rows = ((example["board"], str(h), "-" if steps is None else str(steps)),)
    return _made(example, head, rows)


def _clauses(example: Mapping[str, Any]) -> WorkedExample:
    """Return the clauses of each board, as sets of literals in the order of their sizes."""
    rows, agrees = [], True
    for notation, given in zip(example["boards"], example["report"], strict=True):
        model = _view(parse(notation), CnfModel.kind)
        assert isinstance(model, CnfModel)
        ours, theirs = ({frozenset(clause) for clause in one} for one in (model.clauses, given))
        agrees &= ours == theirs
        rows.append((notation, _clause_set(ours), _clause_set(theirs)))
    return _made(example, (msg("board"), msg("here"), msg("the report")), rows, agrees)


def _clause_set(clauses: set[frozenset[int]]) -> str:
    sides = (sorted(clause, key=abs) for clause in clauses)
    ordered = sorted(sides, key=lambda clause: (len(clause), [abs(literal) for literal in clause]))
    return " ".join(f"({' '.join(map(str, clause))})" for clause in ordered)


def _game(example: Mapping[str, Any]) -> WorkedExample:
    """Return how a policy's game ends on a board that the report prints, from its free cells."""
    start, answer = parse(example["start"]), parse(example["answer"])
    puzzle = registry.puzzle_of(start)
    state = registry.referee(puzzle.name).resume(start, answer)
    policy, options = example["policy"], example.get("options")
    game = finished(turns(puzzle.name, policy=policy, game=state, options=options, limits=_LIMITS))
    known, given = literals(game, game.known), example["report"]
    ended = "-" if game.outcome is None else game.outcome.value
    found = {"game": ended, **game.facts, "mines": sum(mine for _, mine in known)}
    agrees = all(found[name] == value for name, value in given.items() if name != "kb0")
    rows: list[tuple[Text, ...]] = [
        (
            name_of(name),
            *(spoken(each) if isinstance(each, str) and each else str(each) for each in pair),
        )
        for name, value in found.items()
        if (pair := (value, given.get(name, "")))
    ]
    width = puzzle.scene(start).width
    names = _signed_names(known, width)
    how = msg("KB0, {n} literals in the order they were decided (+ mine, - safe):", n=len(names))
    lines: tuple[Text, ...] = (how, msg("{names}", names=names))
    if "kb0" in given:
        theirs = [(abs(literal) - 1, literal > 0) for literal in given["kb0"]]
        agrees = agrees and sorted(theirs) == sorted(known)
        names = _signed_names(theirs, width)
        lines += (
            msg("KB0 in the report, {n} literals:", n=len(names)),
            msg("{names}", names=names),
        )
    boards = ((msg("Player's board"), game.position), (msg("Answer board"), game.answer))
    shown = tuple((title, puzzle.format(board)) for title, board in boards)
    head = (msg("what"), msg("here"), msg("the report"))
    return replace(_made(example, head, rows, agrees, boards=shown), lines=lines)


def _signed_names(literals: Sequence[tuple[int, bool]], width: int) -> tuple[str, ...]:
    return tuple(("+" if mine else "-") + cell_name(cell, width) for cell, mine in literals)


def literals(game: PlayedGame, claims: Sequence[Any]) -> list[tuple[int, bool]]:
    """Return claims as cells, each with whether it is claimed to be a mine."""
    puzzle = registry.puzzle(game.puzzle)
    signs = (puzzle.format_move(game.begin, claim).rpartition("=")[2] for claim in claims)
    return [(claim.cell, sign == "X") for claim, sign in zip(claims, signs, strict=True)]


def _levels(example: Mapping[str, Any]) -> WorkedExample:
    """Return the named boards of a game."""
    known, given = registry.referee(example["puzzle"]).levels, example["report"]
    rows: tuple[tuple[Text, ...], ...] = tuple(
        (spoken(name), board, str(given.get(name, ""))) for name, board in known.items()
    )
    agrees = all(known.get(name) == board for name, board in given.items())
    head = (msg("level"), msg("here"), msg("the report"))
    return _made(example, head, rows, agrees)


def _open(example: Mapping[str, Any]) -> WorkedExample:
    """Return how many variables the clauses leave open, by options of the view."""
    every = example["options"]
    rows = []
    for name, notation in example["boards"]:
        made = (_view(parse(notation), CnfModel.kind, **options) for options in every)
        left = [len(model.decisions) for model in made if isinstance(model, CnfModel)]
        rows.append((name, *map(str, left)))
    head: tuple[Text, ...] = (
        msg("board"),
        *(
            msg(
                "{parts}",
                parts=tuple(
                    msg("{option}: {value}", option=spoken(name), value=spoken(value))
                    for name, value in one.items()
                ),
            )
            for one in every
        ),
    )
    return _made(example, head, rows)


def _statistics(example: Mapping[str, Any]) -> WorkedExample:
    """Return statistics of each board, and the number of its answers."""
    rows: list[tuple[Text, ...]] = []
    names: list[Message] = []
    for label, notation in example["boards"]:
        position = parse(notation)
        facts = registry.features(position)
        names = [Message(name.replace("_", " ")) for name in facts]
        limits = Limits(time_s=5.0, solutions=example["most"])
        found = count(position, method=example["method"], limits=limits).answer
        number: Text = "-"
        if found is not None:
            at_least = msg("at least {n}", n=numbers.number(found.number))
            number = numbers.number(found.number) if found.exact else at_least
        rows.append((label, *(numbers.number(value) for value in facts.values()), number))
    head: tuple[Text, ...] = (msg("board"), *names, msg("answers"))
    return _made(example, head, rows)


_KINDS: Mapping[str, Callable[[Mapping[str, Any]], WorkedExample]] = {
    "heuristics": _heuristics,
    "table": _table,
    "answer": _answer,
    "solved": _solved,
    "estimate": _estimate,
    "clauses": _clauses,
    "game": _game,
    "levels": _levels,
    "open": _open,
    "statistics": _statistics,
}
