"""A course report beside this comparison: its figures, its worked examples, its claims.

The report's figures are data of the suite; every other number is computed from the runs. Times
of another machine are marked.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from pathlib import Path
from typing import Any

from gridwise.agents.intervals import wilson
from gridwise.agents.statistics import percent
from gridwise.comparing import results as model
from gridwise.comparing import significance
from gridwise.comparing.measures import name_of
from gridwise.comparing.results import Comparison
from gridwise.comparing.suites import CourseReport, suites
from gridwise.comparing.tables import cell_words, number
from gridwise.comparing.verdict import named
from gridwise.comparing.worked_examples import WorkedExample, load
from gridwise.core import numbers, registry
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.documents.model import (
    Block,
    Bullets,
    Figure,
    Gallery,
    Heading,
    Paragraph,
    Text,
)
from gridwise.documents.report.conclusions import sentence, shares_sentences
from gridwise.render.tables import TEXT, ResultTable

GAME_S = "game_s"
"""The CPU time of one game: a row's time by its number of games."""

_SOURCES: Mapping[str, Message] = {
    "report": msg("given in the report"),
    "mean": msg("the mean of the runs that the report gives"),
    "machine": msg("given in the report, measured on another machine"),
}


class Holds(Enum):
    """Whether a claim holds here."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


_HOLDS: Mapping[Holds, Message] = {
    Holds.YES: msg("holds here"),
    Holds.NO: msg("does not hold here"),
    Holds.OPEN: msg("cannot be decided by these numbers"),
}


@dataclass(frozen=True)
class JudgedClaim:
    """A claim of the report, whether it holds here, and the numbers that decide it."""

    claim: Message
    holds: Holds
    why: Message

    def sentence(self) -> Message:
        """Return the claim in words."""
        return msg("{claim}: {verdict}. {why}", claim=self.claim, verdict=_HOLDS[self.holds],
                   why=self.why)  # fmt: skip


def course_report(comparison: Comparison) -> CourseReport | None:
    """Return the course report that this comparison repeats, if any."""
    suite = suites().get(str(comparison.manifest.get("suite")))
    return None if suite is None else suite.report


def about_report(comparison: Comparison, *, heading: bool = True) -> Iterator[Block]:
    """Yield the subject of the report, and the differences of this comparison.

    With a heading also which forms of methods are its own.
    """
    report = course_report(comparison)
    if report is None:
        return
    if heading:
        yield Heading(msg("The report that this repeats"))
    for text in report.about:
        yield Paragraph(text)
    if not heading:
        return  # the table of the methods tells the forms
    theirs = _known(comparison, (label for label, _ in report.forms))
    ours = _known(comparison, (label for _, label in report.forms))
    if theirs and ours:
        yield Paragraph(
            msg(
                "As in the report: {theirs}. The better form: {ours}.",
                theirs=tuple(theirs),
                ours=tuple(ours),
            )
        )


def _known(comparison: Comparison, labels: Iterator[str]) -> list[str]:
    known = {one.label: comparison.labels[one.id] for one in comparison.contenders}
    return [known[label] for label in dict.fromkeys(labels) if label in known]


def form_pairs(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    """Return the ids of the report's own forms and the better ones, two by two."""
    report = course_report(comparison)
    ids = {contender.label: contender.id for contender in comparison.contenders}
    forms = () if report is None else report.forms
    return tuple(
        (ids[theirs], ids[ours])
        for theirs, ours in forms
        if theirs in ids and ours in ids and theirs != ours
    )


def figures_and_examples(
    comparison: Comparison, folder: Path, *, examples: bool = True
) -> Iterator[Block]:
    """Yield the report's figures beside the measured ones, and its worked examples."""
    report = course_report(comparison)
    if report is None:
        return
    figures = _figures(comparison, report)
    worked = load(folder) if examples else ()
    if figures is None and not worked:
        return
    yield Heading(msg("The report's figures, and those measured here"))
    if figures is not None:
        yield figures
    for example in worked:
        yield from _example(example, comparison.names)


def _figures(comparison: Comparison, report: CourseReport) -> ResultTable | None:
    subjects = {subject.label: subject.id for subject in comparison.subjects}
    contenders = {contender.label: contender.id for contender in comparison.contenders}
    rows: list[tuple[Text, ...]] = []
    for contender, board, name, value, source in report.figures:
        if board not in subjects or contender not in contenders:
            continue
        here = median_or_reason(comparison, contenders[contender], subjects[board], name)
        shown: Text = here if isinstance(here, Message) else number(name, here)
        names = [comparison.labels[one] for one in (subjects[board], contenders[contender])]
        rows.append((*names, _name(name), number(name, value), shown, _SOURCES[source]))
    if not rows:
        return None
    head = (msg("board"), msg("method"), msg("what"), msg("the report"), msg("here"))
    return ResultTable(
        msg("Figures of the report and of this machine"),
        (*head, msg("where the report's figure is from")),
        tuple(rows),
        names=TEXT,
    )


def _name(name: str) -> Text:
    if name == GAME_S:
        return msg("CPU time of a game")
    first, plus, second = name.partition("+")
    if plus:
        return msg("{first} + {second}", first=name_of(first), second=name_of(second))
    return name_of(name)


def median_or_reason(
    comparison: Comparison, contender: str, subject: str, name: str
) -> float | Message:
    """Return a median, or the reason for its absence, in words.

    `game_s` is the CPU time of one game; `a+b` is the sum of two counters.
    """
    cell = comparison.runs_of(contender, subject)
    if name == GAME_S:
        spent, games = cell.median("cpu_s"), cell.median("games")
        if spent is not None and games:
            return spent / games
        shown = cell_words(comparison, contender, subject, "cpu_s")
        played = next(s for s in comparison.subjects if s.id == subject).options.get("games")
        if cell.runs and played:
            return msg("{text} for {games} games", text=shown, games=played)
    else:
        parts = name.split("+")
        medians = [value for part in parts if (value := cell.median(part)) is not None]
        if len(medians) == len(parts):
            return sum(medians)
        shown = cell_words(comparison, contender, subject, parts[0])
    return msg("{text}", text=shown)


def _example(example: WorkedExample, names: Mapping[str, str]) -> Iterator[Block]:
    rows = tuple(
        tuple(names.get(text, text) if isinstance(text, str) else text for text in row)
        for row in example.rows
    )
    yield ResultTable(example.title, example.head, rows, names=TEXT)
    if example.agrees is not None:
        yield Paragraph(
            msg("What is computed here agrees with the report.")
            if example.agrees
            else msg("What is computed here differs from the report.")
        )
    for line in example.lines:
        yield Paragraph(line)
    pictures = tuple(
        found for title, notation in example.boards if (found := _picture(title, notation))
    )
    if pictures:
        yield Gallery(pictures)


def _picture(title: Message, notation: str) -> Figure | None:
    try:
        puzzle = registry.puzzle(notation.split(":", 1)[0])
        position = puzzle.parse(notation)
    except GridwiseError:
        return None
    scene = puzzle.scene(position, origin=position)
    return Figure(title, title, scene)


def claims(comparison: Comparison, folder: Path, *, gains: bool = True) -> Iterator[Block]:
    """Yield a conclusion for each claim of the report, and the gains of the better forms."""
    report = course_report(comparison)
    if report is None:
        return
    judged = judge_claims(comparison, folder)
    if judged:
        yield Heading(msg("The report's claims, and what the numbers here say"), 2)
        yield Bullets(tuple(claim.sentence() for claim in judged))
    gained = tuple(_gains(comparison)) if gains else ()
    if gained:
        yield Heading(msg("The report's form and the better one"), 2)
        yield Bullets(gained)


def _gains(comparison: Comparison) -> Iterator[Message]:
    labels = comparison.labels
    games = comparison.of_games
    names = ("cpu_s",) if games else ("cpu_s", *_main_counters(comparison.manifest["metrics"]))
    for theirs, ours in form_pairs(comparison):
        if not games:
            yield from _one_sided_answers(comparison, theirs, ours, labels)
        for name in names:
            pair = significance.pair(comparison, theirs, ours, name)
            if pair is not None and pair.extent is not significance.Extent.NOWHERE:
                yield msg("{what}: {said}", what=name_of(name), said=sentence(pair, labels))
        for subject in comparison.subjects if games else ():
            cells = [comparison.runs_of(who, subject.id) for who in (theirs, ours)]
            if any(cell.answered < cell.runs for cell in cells):
                continue  # games that a limit ended cannot be compared with the others
            sides = ((theirs, subject.id), (ours, subject.id))
            shares = significance.shares(comparison, *sides)
            if shares is not None:
                yield from shares_sentences([shares], labels[subject.id], labels)


def _one_sided_answers(
    comparison: Comparison, theirs: str, ours: str, labels: Mapping[str, str]
) -> Iterator[Message]:
    """Yield the boards that only one of the two answers."""
    for one, other in ((ours, theirs), (theirs, ours)):
        boards = [
            subject.id
            for subject in comparison.subjects
            if (had := comparison.runs_of(one, subject.id)).runs
            and had.answered == had.runs
            and (not_had := comparison.runs_of(other, subject.id)).runs
            and not not_had.answered
        ]
        if boards:
            yield msg(
                "{first} answers where {second} has no answer: {names}",
                first=labels[one],
                second=labels[other],
                names=named(boards, labels),
            )


def _main_counters(metrics: Sequence[str]) -> tuple[str, ...]:
    """Return the first counter of work, and the length of the answer if it is a counter."""
    return tuple(dict.fromkeys((*metrics[:1], *(name for name in metrics if name == "length"))))


def judge_claims(comparison: Comparison, folder: Path) -> tuple[JudgedClaim, ...]:
    """Judge each claim; claims about contenders or boards that were not run are left out."""
    report = course_report(comparison)
    if report is None:
        return ()
    context = _ClaimContext(comparison, report, {one.name: one for one in load(folder)})
    out = []
    for claim in report.claims:
        test = claim["test"]
        verdict = _TESTS[test["kind"]](context, test)
        if verdict is not None:
            out.append(JudgedClaim(Message(str(claim["text"])), *verdict))
    return tuple(out)


@dataclass(frozen=True)
class _ClaimContext:
    comparison: Comparison
    report: CourseReport
    worked: Mapping[str, WorkedExample]

    def contender(self, label: str) -> str | None:
        return next((c.id for c in self.comparison.contenders if c.label == label), None)

    def subjects(self, labels: Sequence[str]) -> list[model.Subject]:
        """Return the boards with these labels, or all without labels."""
        every = self.comparison.subjects
        return [s for s in every if not labels or s.label in labels]

    def name(self, label: str) -> str:
        """Return the name of a board in this document."""
        return next(self.comparison.labels[s.id] for s in self.subjects([label]))


_Found = tuple[Holds, Message]


def _by_example(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Judge a claim by a worked example."""
    example = context.worked.get(test["of"])
    if example is None or example.agrees is None:
        return None
    if example.agrees:
        return Holds.YES, msg('As the worked example "{title}" shows', title=example.title)
    heads = example.head[1:]
    parts = tuple(
        msg(
            "{name}: {values}",
            name=row[0],
            values=tuple(
                msg("{what} {value}", what=head, value=cell)
                for head, cell in zip(heads, row[1:], strict=True)
            ),
        )
        for row in example.rows
        if len(set(row[1:])) > 1
    )
    return Holds.NO, msg("{values}", values=parts)


def _never(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Judge whether a counter is 0 on every board."""
    contender = context.contender(test["contender"])
    if contender is None:
        return None
    seen = [
        (subject.label, value)
        for subject in context.comparison.subjects
        if (value := context.comparison.runs_of(contender, subject.id).median(test["name"]))
        is not None
    ]
    if not seen:
        return None
    parts = tuple(
        msg("{board}: {value}", board=context.name(label), value=number(test["name"], value))
        for label, value in seen
    )
    why = msg("{name} by board: {values}", name=name_of(test["name"]), values=parts)
    return (Holds.NO if any(value for _, value in seen) else Holds.YES), why


def _share(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Judge whether the share of games finished lies between two values."""
    contender = context.contender(test["contender"])
    if contender is None:
        return None
    counts = [
        context.comparison.runs_of(contender, subject.id).games
        for subject in context.subjects(test["boards"])
    ]
    games, finished = (sum(count[at] for count in counts) for at in (0, 1))
    if not games:
        return None
    low, high = wilson(finished, games)
    why = msg(
        "{finished} of {games} games were finished here, {share} (95 % interval {low} to {high})",
        finished=numbers.number(finished),
        games=numbers.number(games),
        share=percent(finished / games),
        low=percent(low),
        high=percent(high),
    )
    if test["low"] <= low and high <= test["high"]:
        return Holds.YES, why
    return (Holds.NO if high < test["low"] or low > test["high"] else Holds.OPEN), why


def _alike(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Judge whether the shares of games finished on some boards differ by `most` at most.

    They do if the 95 % interval of each difference lies within that bound.
    """
    contender = context.contender(test["contender"])
    if contender is None:
        return None
    subjects, most = context.subjects(test["boards"]), test["most"]
    pairs = [
        shares
        for one, other in combinations(subjects, 2)
        if (shares := significance.shares(
            context.comparison, (contender, one.id), (contender, other.id)
        ))
    ]  # fmt: skip
    if not pairs or len(pairs) < math.comb(len(subjects), 2):
        return None
    labels = context.comparison.labels
    parts = tuple(
        msg(
            "{first} less {second}: {low} to {high} points",
            first=labels[pair.first],
            second=labels[pair.second],
            low=f"{100 * pair.ci95[0]:+.1f}",
            high=f"{100 * pair.ci95[1]:+.1f}",
        )
        for pair in pairs
    )
    why = msg(
        "Differences of up to {most} points are taken to hardly matter; 95 % intervals: {values}",
        most=f"{100 * most:g}",
        values=parts,
    )
    if all(-most <= pair.ci95[0] and pair.ci95[1] <= most for pair in pairs):
        return Holds.YES, why
    apart = any(most < pair.ci95[0] or pair.ci95[1] < -most for pair in pairs)
    return (Holds.NO if apart else Holds.OPEN), why


def _least(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Judge whether some contenders have the least value of all on every board that they answer."""
    ids = [who for label in test["contenders"] if (who := context.contender(label)) is not None]
    compared, above = 0, []
    for subject in context.comparison.subjects:
        medians = {
            one.id: value
            for one in context.comparison.contenders
            if (value := context.comparison.runs_of(one.id, subject.id).median(test["name"]))
            is not None
        }
        least = min(medians.values(), default=0.0)
        for who in ids:
            if who in medians:
                compared += 1
                if medians[who] > least:
                    above.append((who, context.comparison.labels[subject.id], medians[who], least))
    if not compared:
        return None
    if not above:
        return Holds.YES, msg("No other contender has less on any board")
    parts = tuple(
        msg(
            "{first} on {board}: {value} instead of {least}",
            first=context.comparison.labels[who],
            board=label,
            value=number(test["name"], value),
            least=number(test["name"], least),
        )
        for who, label, value, least in above
    )
    return Holds.NO, msg("{values}", values=parts)


def _below(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Judge whether a contender is below another by a measure, on all boards or most."""
    one, other = (context.contender(test[side]) for side in ("contender", "other"))
    if one is None or other is None:
        return None
    pair = significance.pair(context.comparison, one, other, test["name"])
    if pair is None:
        return None
    labels = context.comparison.labels
    said = sentence(pair, labels)
    if pair.extent is significance.Extent.NOWHERE:
        sides = {"first": labels[pair.first], "second": labels[pair.second]}
        said = msg("{first} and {second} cannot be told apart on any board", **sides)
    why = msg("{what}: {said}", what=name_of(test["name"]), said=said)
    if pair.extent is significance.Extent.EQUAL:
        return Holds.NO, why
    if pair.extent in (significance.Extent.EVERYWHERE, significance.Extent.MOSTLY):
        return (Holds.YES if pair.first == one else Holds.NO), why
    return Holds.OPEN, why


def _times(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Compare how times grow; times of two machines cannot be compared."""
    contender = context.contender(test["contender"])
    given = [
        one
        for one in context.report.figures
        if one[0] == test["contender"] and one[2] == test["name"]
    ]
    if contender is None or len(given) < 2:
        return None
    ids = {subject.label: subject.id for subject in context.comparison.subjects}
    if any(one[1] not in ids for one in given):
        return None
    medians = [
        median_or_reason(context.comparison, contender, ids[one[1]], test["name"]) for one in given
    ]
    parts = tuple(
        msg("{board}: {value}", board=context.name(one[1]), value=_shown(test["name"], value))
        for one, value in zip(given, medians, strict=True)
    )
    theirs = given[-1][3] / given[0][3]
    first, last = medians[0], medians[-1]
    if isinstance(first, Message) or isinstance(last, Message):
        return Holds.OPEN, msg(
            "Here: {values}. The machine is another one, and not all ended within the limit",
            values=parts,
        )
    return Holds.OPEN, msg(
        "Here: {values}. The machine is another one; from the first board to the last the time "
        "grows {here} times here and {theirs} times in the report",
        values=parts,
        here=f"{last / first:,.3g}",
        theirs=f"{theirs:,.0f}",
    )


def _shown(name: str, value: float | Message) -> Text:
    return value if isinstance(value, Message) else number(name, value)


def _answered(context: _ClaimContext, test: Mapping[str, Any]) -> _Found | None:
    """Judge whether a contender answers on each of some boards."""
    contender = context.contender(test["contender"])
    cells = [
        (context.name(subject.label), context.comparison.runs_of(contender, subject.id))
        for subject in context.subjects(test["boards"])
        if contender is not None
    ]
    cells = [(label, cell) for label, cell in cells if cell.runs]
    if not cells:
        return None
    done = tuple(label for label, cell in cells if cell.answered == cell.runs)
    missing = tuple(label for label, cell in cells if cell.answered < cell.runs)
    why = msg("Answered on {n} of {all} boards", n=len(done), all=len(cells))
    if done:
        why = msg("{said} ({names})", said=why, names=done)
    if missing:
        why = msg("{said}; not on {names}", said=why, names=missing)
    return (Holds.NO if missing else Holds.YES), why


_TESTS: Mapping[str, Callable[[_ClaimContext, Mapping[str, Any]], _Found | None]] = {
    "worked": _by_example,
    "never": _never,
    "share": _share,
    "alike": _alike,
    "least": _least,
    "below": _below,
    "times": _times,
    "answered": _answered,
}
