"""The conclusions of a report: sentences computed from the numbers, and the rule behind them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from gridwise.agents.statistics import percent
from gridwise.comparing import measures, significance
from gridwise.comparing.measures import name_of
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import Extent, Pair, Shares
from gridwise.comparing.tables import number
from gridwise.comparing.verdict import Standing, named, standings, verdict, without
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.documents.model import Block, Bullets, Heading, Paragraph, Text
from gridwise.render.words import byte_size

MOST_PAIRS = 15
"""The most pairs listed; of more, only pairs of the contender that is least on most boards."""


def conclusions(comparison: Comparison, first: Iterable[Block] = ()) -> Iterator[Block]:
    """Yield the conclusions from the numbers: who won, what is wrong, `first`, then the rule."""
    labels = comparison.labels
    for at, said in enumerate(verdict(comparison)):
        yield Paragraph(said, strong=at == 0)
    yield from wrong(comparison)
    yield from first
    games = comparison.of_games
    if games:
        yield from _games(comparison, labels)
    yield from _rule(comparison)
    yield from _answered(comparison, labels)
    # Players are compared by their shares; their counters are no cost.
    metrics = () if games else comparison.manifest.get("metrics", ())
    for name in ("cpu_s", "peak_bytes", *metrics):
        yield from _measure(comparison, labels, name)


def three(comparison: Comparison, first: Sequence[tuple[str, str]] = ()) -> Iterator[Message]:
    """Yield the three conclusions of a short report.

    They are: who won and how sure that is; the pair that differs on most boards in work, or of
    players what their free cells change; who had no answer, and why.

    Parameters
    ----------
    first
        Pairs of ids that go before all others.
    """
    order = standings(comparison)
    missing = tuple(without(comparison, order, most=len(order)))
    short = set(map(str, without(comparison, order)))
    said = [one for one in verdict(comparison) if str(one) not in short]
    while len(said) > 1:
        said[:2] = [msg("{first} {second}", first=said[0], second=said[1])]
    yield from said
    yield from _games_apart(comparison, order) if comparison.of_games else _work(comparison, first)
    yield from missing or (msg("Every run ended with an answer."),)


def _work(comparison: Comparison, first: Sequence[tuple[str, str]]) -> Iterator[Message]:
    """Yield the pair that differs on most boards by the first counter that tells two apart."""
    every = list(combinations([one.id for one in comparison.contenders], 2))
    names = comparison.manifest.get("metrics", ())
    for name in names:
        for candidates in (first, every):
            pairs = [
                pair
                for one, other in candidates
                if (pair := significance.pair(comparison, one, other, name)) is not None
                and pair.below
            ]
            if pairs:
                best = max(pairs, key=lambda pair: len(pair.below) - len(pair.above))
                text = sentence(best, comparison.labels)
                yield msg("{what}: {said}", what=name_of(name), said=text)
                return
    if names and len(comparison.contenders) > 1:
        yield msg(
            "{what}: no two methods can be told apart on any board.",
            what=tuple(map(name_of, names)),
        )


def _games_apart(comparison: Comparison, order: Sequence[Standing]) -> Iterator[Message]:
    """Yield what most free cells change for the first player, on boards of the same measures."""
    by_measures: dict[str, dict[int, str]] = {}
    for subject in comparison.subjects:
        free = int(subject.options.get("free_cells") or 0)
        by_measures.setdefault(subject.notation, {}).setdefault(free, subject.id)
    boards = max(by_measures.values(), key=len)
    if not order or len(boards) < 2:
        return
    who = order[0].contender
    found = significance.shares(comparison, (who, boards[min(boards)]), (who, boards[max(boards)]))
    if found is not None:
        yield from shares_sentences([found], comparison.labels[who], comparison.labels)


def wrong(comparison: Comparison) -> Iterator[Block]:
    """Yield the answers that exclude each other and the runs that failed, or that none did."""
    labels = comparison.labels
    clashes, faults = comparison.disagreements(), comparison.faults()
    items = [
        msg(
            "{first} and {second} disagree on {board}: {what}",
            first=labels[one.contenders[0]],
            second=labels[one.contenders[1]],
            board=labels[one.subject],
            what=one.text,
        )
        for one in clashes
    ]
    pairs = dict.fromkeys((row.contender, row.subject) for row in faults)
    items += [
        msg("{who} failed on {board}", who=labels[who], board=labels[board]) for who, board in pairs
    ]
    if not items:
        yield Paragraph(
            msg(
                "The answers of all runs were compared with each other: no two exclude each other, "
                "and no run failed."
            )
        )
        return
    yield Paragraph(
        msg("Something is wrong: what is said below of these boards is not to be trusted."),
        strong=True,
    )
    yield Bullets(tuple(items))


def _rule(comparison: Comparison) -> Iterator[Block]:
    yield Heading(msg("When two are told apart"), 2)
    yield Paragraph(
        msg(
            "On one board, A is below B when the largest value of A's runs is less than the least "
            "of B's, and both have so many runs that chance alone would part two alike ones so in "
            "at most 5 % of cases (four runs each are enough: 2 of 70 orders). Counts that are the "
            "same in all runs of both are equal. Otherwise the two cannot be told apart on that "
            "board."
        )
    )
    yield Paragraph(
        msg(
            "Of a run that a limit stopped only a bound is known: its CPU time is above what it "
            "had used until then. Where a method gave up by itself, times are not compared. "
            "Counters are compared only on boards where all runs of both were answered, and so is "
            "memory, above {noise} of difference: less is noise. Runs that failed or were "
            "cancelled are left out.",
            noise=byte_size(significance.NOISE_BYTES),
        )
    )
    yield Paragraph(
        msg(
            "Over all boards, A is below B when it is so on every board; or when, of the boards on "
            "which the two were told apart, it is below on so many that a fair coin would fall as "
            "unevenly in at most 5 % of cases (sign test, two-sided). Every comparison is at 5 % "
            "for itself; nothing is corrected for their number."
        )
    )
    if comparison.manifest.get("repeats", 0) < 4 and any(
        row.kind == measures.TIME for row in comparison.rows
    ):
        yield Paragraph(
            msg("With fewer than four runs of each pair, nothing is told apart here."),
            strong=True,
        )


def _answered(comparison: Comparison, labels: Mapping[str, str]) -> Iterator[Block]:
    items: list[Text] = []
    for contender in comparison.contenders:
        cells = [comparison.runs_of(contender.id, s.id) for s in comparison.subjects]
        run = [cell for cell in cells if cell.runs]
        if not run:
            continue
        missing = [cell.subject for cell in run if cell.answered < cell.runs]
        params = {"who": labels[contender.id], "n": len(run) - len(missing), "all": len(run)}
        if len(run) == 1:
            text = msg("{who}: not every run answered", **params)
            if not missing:
                text = msg("{who}: every run answered", **params)
        elif missing:
            text = msg(
                "{who}: every run answered on {n} of {all} boards; not on {missing}",
                **params,
                missing=named(missing, labels),
            )
        else:
            text = msg("{who}: every run answered on {n} of {all} boards", **params)
        items.append(text)
    if items:
        yield Heading(msg("Who answered"), 2)
        yield Bullets(tuple(items))


def _measure(comparison: Comparison, labels: Mapping[str, str], name: str) -> Iterator[Block]:
    pairs = [
        one
        for first, second in combinations([c.id for c in comparison.contenders], 2)
        if (one := significance.pair(comparison, first, second, name)) is not None
    ]
    best = [
        least
        for subject in comparison.subjects
        if (least := significance.least(comparison, subject.id, name)) is not None
    ]
    if not pairs:
        return
    if len(pairs) > MOST_PAIRS:
        leads = [least.best for least in best]
        leader = max(dict.fromkeys(leads), key=leads.count)
        pairs = [pair for pair in pairs if leader in (pair.first, pair.second)]
    yield Heading(name_of(name), 2)
    yield Bullets(tuple(_least(least, labels, name) for least in best))
    clear = [pair for pair in pairs if pair.extent not in (Extent.NOWHERE, Extent.EQUAL)]
    if clear:
        yield Bullets(tuple(sentence(pair, labels) for pair in clear))
    equal = [pair for pair in pairs if pair.extent is Extent.EQUAL]
    if equal:
        yield Bullets(tuple(sentence(pair, labels) for pair in equal))
    level = [pair for pair in pairs if pair.extent is Extent.NOWHERE]
    if level:
        yield Paragraph(msg("These cannot be told apart on any board:"))
        yield Bullets(tuple(sentence(pair, labels) for pair in level))


def _least(found: significance.Least, labels: Mapping[str, str], name: str) -> Message:
    median: Text = number(name, found.median)
    if name == "peak_bytes" and found.median < significance.NOISE_BYTES:
        median = msg("less than {size}", size=byte_size(significance.NOISE_BYTES))
    parts = [
        msg(
            "{board}: the least median is that of {best}, {median}",
            board=labels[found.subject],
            best=labels[found.best],
            median=median,
        )
    ]
    if found.equal:
        equal = tuple(labels[ident] for ident in found.equal)
        parts.append(msg("{said}; equal to it: {equal}", said=parts[-1], equal=equal))
    if found.level:
        level = tuple(labels[ident] for ident in found.level)
        parts.append(
            msg("{said}; cannot be told apart from it: {level}", said=parts[-1], level=level)
        )
    if found.without:
        without = tuple(labels[ident] for ident in found.without)
        parts.append(msg("{said}; not compared: {without}", said=parts[-1], without=without))
    return parts[-1]


_FASTER: Mapping[Extent, Message] = {
    Extent.EVERYWHERE: msg(
        "{first} is faster than {second}, on each of the boards compared ({all})"
    ),
    Extent.MOSTLY: msg(
        "{first} is faster than {second}: on {below} boards, slower on {above}, not told apart on "
        "{level} (sign test: p = {chance})"
    ),
    Extent.SOMEWHERE: msg(
        "{first} is faster than {second} on {below} of {all} boards ({names}); on the others the "
        "two cannot be told apart"
    ),
    Extent.EQUAL: msg("{first} and {second} are equal on each of the boards compared ({all})"),
    Extent.MIXED: msg(
        "Over all {all} boards {first} and {second} cannot be told apart (sign test: p = "
        "{chance}): {first} is faster on {below} ({names}), {second} on {above} ({others})"
    ),
    Extent.NOWHERE: msg("{first} and {second} (boards compared: {all})"),
}
_BELOW: Mapping[Extent, Message] = {
    Extent.EVERYWHERE: msg("{first} is below {second}, on each of the boards compared ({all})"),
    Extent.MOSTLY: msg(
        "{first} is below {second}: on {below} boards, above on {above}, {rest} (sign test: p = "
        "{chance})"
    ),
    Extent.SOMEWHERE: msg(
        "{first} is below {second} on {below} of {all} boards ({names}); of the others: {rest}"
    ),
    Extent.EQUAL: _FASTER[Extent.EQUAL],
    Extent.MIXED: msg(
        "Over all {all} boards {first} and {second} cannot be told apart (sign test: p = "
        "{chance}): {first} is below on {below} ({names}), {second} on {above} ({others})"
    ),
    Extent.NOWHERE: _FASTER[Extent.NOWHERE],
}


def _rest(pair: Pair) -> Message:
    """Return on how many boards two contenders are equal, and on how many not told apart."""
    if not pair.equal:
        return msg("not told apart on {level}", level=len(pair.level))
    if not pair.level:
        return msg("equal on {equal}", equal=len(pair.equal))
    return msg(
        "equal on {equal}, not told apart on {level}",
        equal=len(pair.equal),
        level=len(pair.level),
    )


def sentence(pair: Pair, labels: Mapping[str, str]) -> Message:
    """Return the comparison of two contenders, with the numbers that it follows from."""
    templates = _FASTER if pair.name == significance.TIME else _BELOW
    params: dict[str, object] = {
        "first": labels[pair.first],
        "second": labels[pair.second],
        "below": len(pair.below),
        "above": len(pair.above),
        "level": len(pair.level),
        "rest": _rest(pair),
        "all": pair.boards,
        "names": named(pair.below, labels),
        "others": named(pair.above, labels),
        "chance": Numeral(f"{pair.chance:.2g}"),
    }
    return Message(templates[pair.extent].template, tuple(params.items()))


def _games(comparison: Comparison, labels: Mapping[str, str]) -> Iterator[Block]:
    yield Heading(msg("Games finished"), 2)
    yield Paragraph(
        msg(
            "Two shares of games are told apart when the 95 % interval of their difference leaves "
            "out 0. The players are compared on each board by the same games, which both ended "
            "(paired: Newcombe 1998, Statistics in Medicine 17, 2635-2650, method 10), and each "
            "player on boards of the same measures (independent: 873-890, method 10). Over all "
            "boards it is the mean of the differences that is compared. Every interval is at 95 % "
            "for itself."
        )
    )
    shares_of: dict[str, list[Shares]] = {}
    for subject in comparison.subjects:
        for one, other in combinations(comparison.contenders, 2):
            sides = ((one.id, subject.id), (other.id, subject.id))
            _add(shares_of, labels[subject.id], significance.shares(comparison, *sides))
    for contender in comparison.contenders:
        for here, there in combinations(comparison.subjects, 2):
            if (here.puzzle, here.notation) == (there.puzzle, there.notation):
                sides = ((contender.id, here.id), (contender.id, there.id))
                _add(shares_of, labels[contender.id], significance.shares(comparison, *sides))
    yield Bullets(
        tuple(
            sentence
            for where, pairs in shares_of.items()
            for sentence in shares_sentences(pairs, where, labels)
        )
    )


def _add(found: dict[str, list[Shares]], where: str, pair: Shares | None) -> None:
    if pair is not None:
        found.setdefault(where, []).append(pair)


def shares_sentences(
    pairs: Iterable[Shares], where: str, labels: Mapping[str, str]
) -> Iterator[Message]:
    """Yield a sentence for each two contenders that are told apart, then one for the others."""
    level: list[Message] = []
    for found in pairs:
        one, two = found.first_counts, found.second_counts
        who = {
            "first": labels[found.first],
            "second": labels[found.second],
            "rate1": percent(one[0] / one[1]),
            "rate2": percent(two[0] / two[1]),
        }
        if not found.told_apart:
            level.append(msg("{first} ({rate1}) and {second} ({rate2})", **who))
            continue
        yield msg(
            "{where}: {first} finishes more games ({rate1}) than {second} ({rate2}): difference "
            "{difference} points, 95 % interval {low} to {high}",
            where=where,
            difference=Numeral(f"{100 * found.difference:+.1f}"),
            low=Numeral(f"{100 * found.ci95[0]:+.1f}"),
            high=Numeral(f"{100 * found.ci95[1]:+.1f}"),
            **who,
        )
    if level:
        yield msg("{where}: these cannot be told apart: {pairs}", where=where, pairs=tuple(level))
