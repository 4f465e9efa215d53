"""Who won a comparison, by how much and how sure that is: its first sentences, wherever shown.

The winner answered every run on the most boards; of several, it has the least geometric mean of CPU
times. What is sure follows from the rules of `gridwise.comparing.significance`.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from gridwise.agents.statistics import percent
from gridwise.comparing import significance
from gridwise.comparing.measures import END_NAMES, HEAP
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import LEVEL, TIME, Extent, Ratio
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.render.words import number

MOST_NAMED = 6
"""Boards and methods are named up to so many; more are counted."""
_FEW = next(n for n in range(1, 99) if 2 / math.comb(2 * n, n) <= LEVEL)
"""The least number of runs of each pair by which two can be told apart."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one contender did over all boards.

    Parameters
    ----------
    contender
        Its id.
    boards, answered
        The boards that it was run on, and those on which every run answered.
    slower
        The geometric mean, over the latter, of its median time over the least of the board. NaN
        without such a board.
    finished, games
        Of a player: games finished and played.
    share
        Of a player: the mean, over its boards, of the share of games that it finished. A game that
        a limit kept from its end is not finished.
    """

    contender: str
    boards: tuple[str, ...]
    answered: tuple[str, ...]
    slower: float = math.nan
    finished: int = 0
    games: int = 0
    share: float = 0.0


def standings(comparison: Comparison) -> tuple[Standing, ...]:
    """Return how all contenders did, best first."""
    found = [_standing(comparison, one.id) for one in comparison.contenders]
    if comparison.of_games:
        return tuple(sorted(found, key=lambda s: (-s.share, len(s.boards) - len(s.answered))))
    return tuple(
        sorted(found, key=lambda s: (-len(s.answered), math.inf if not s.answered else s.slower))
    )


def _standing(comparison: Comparison, contender: str) -> Standing:
    cells = [comparison.runs_of(contender, subject.id) for subject in comparison.subjects]
    run = [cell for cell in cells if cell.runs]
    whole = tuple(cell.subject for cell in run if cell.answered == cell.runs)
    games = [comparison.runs_of(contender, subject.id).games for subject in comparison.subjects]
    logs = []
    for subject in whole:
        own = comparison.runs_of(contender, subject).median(TIME)
        _, best = significance.ranked(comparison, subject, TIME)[0]
        if own and best:
            logs.append(math.log(own / best))
    return Standing(
        contender,
        tuple(cell.subject for cell in run),
        whole,
        math.exp(sum(logs) / len(logs)) if logs else math.nan,
        sum(finished for _, finished in games),
        sum(played for played, _ in games),
        _share(comparison, contender),
    )


def _share(comparison: Comparison, contender: str) -> float:
    """Return the mean share of a player over its boards, of the games that it was to play."""
    found = []
    for subject in comparison.subjects:
        cell = comparison.runs_of(contender, subject.id)
        a_run = max(
            (row.counters.get("games", 0) for row in comparison.rows if row.subject == subject.id),
            default=0,
        )
        if cell.runs and a_run:
            _, finished = comparison.runs_of(contender, subject.id).games
            found.append(finished / (cell.runs * a_run))
    return sum(found) / len(found) if found else 0.0


def whole_rounds(comparison: Comparison) -> Comparison:
    """Return a comparison that still runs without the round that is not complete yet."""
    latest = max((row.repeat for row in comparison.rows if row.kind != HEAP), default=0)
    if any(row.kind == HEAP for row in comparison.rows):
        return comparison
    rows = tuple(row for row in comparison.rows if row.repeat < latest)
    return replace(comparison, rows=rows)


def verdict(comparison: Comparison) -> tuple[Message, ...]:
    """Return the sentences that say who won, by how much, and how sure that is."""
    return tuple(_verdict(comparison))


def _verdict(comparison: Comparison) -> Iterator[Message]:
    wrong = {one.subject for one in comparison.disagreements()}
    wrong |= {row.subject for row in comparison.faults()}
    if wrong:
        boards = [one.id for one in comparison.subjects if one.id in wrong]
        yield msg(
            "Answers disagree or runs failed ({boards}): do not trust the rest before that is "
            "cleared up.",
            boards=named(boards, comparison.labels),
        )
    order = standings(comparison)
    if comparison.of_games:
        yield from _games(comparison, order)
        yield from without(comparison, order)
        return
    if not order or not order[0].answered:
        yield msg("No method answered every run on any board.")
    elif len(order) == 1 or not order[1].answered:
        yield _alone(comparison, order)
    else:
        yield from _fastest(comparison, order[0], order[1])
    if comparison.manifest.get("question") == "winner":
        yield from _winners(comparison)
    yield from start_of_programs(comparison)
    yield from without(comparison, order)


def _alone(comparison: Comparison, order: Sequence[Standing]) -> Message:
    who, n, every = comparison.labels[order[0].contender], len(order[0].answered), order[0].boards
    if len(order) == 1 and len(every) == 1:
        return msg("{who} answered; there is no other method to compare it with.", who=who)
    if len(order) == 1:
        return msg(
            "{who} answered on {n} of {all} boards; there is no other method to compare it with.",
            who=who,
            n=n,
            all=len(every),
        )
    if len(every) == 1:
        return msg("Only {who} had an answer.", who=who)
    return msg("Only {who} had answers: on {n} of {all} boards.", who=who, n=n, all=len(every))


def _fastest(comparison: Comparison, first: Standing, second: Standing) -> Iterator[Message]:
    ahead, labels = len(first.answered) > len(second.answered), comparison.labels
    both = [board for board in first.answered if board in second.answered]
    found = significance.ratio(comparison, second.contender, first.contender, TIME, both)
    if ahead:
        yield msg(
            "{who} won: it answered on {n} of {all} boards, {other} on {m}.",
            who=labels[first.contender],
            n=len(first.answered),
            all=len(comparison.subjects),
            other=labels[second.contender],
            m=len(second.answered),
        )
    if found is None:
        if not ahead:
            yield _no_ratio(comparison, first, second, both)
        return
    if found.times < 1:  # it answered on more boards, but took longer
        first, second, found = second, first, found.inverse
    leads = Counter(significance.ranked(comparison, one, TIME)[0][0] for one in both)
    params: dict[str, int | str | Message] = {
        "who": labels[first.contender],
        "other": labels[second.contender],
        "n": leads[first.contender],
        "all": len(both),
        "times": ratio_words(found.times),
        "sure": _interval(found),
        "few": _FEW,
    }
    yield Message(
        _claim(found, ahead, leads[first.contender], len(both)).template, tuple(params.items())
    )
    yield from _how_sure(comparison, first, second, both, found)
    for third, n in leads.most_common(1):
        if n > leads[first.contender] and third not in (first.contender, second.contender):
            said = labels[third]
            if n == 1:
                yield msg("{third} was first on 1 board, but did not answer all.", third=said)
            else:
                yield msg(
                    "{third} was first on {n} boards, but did not answer all.", third=said, n=n
                )


def _no_ratio(
    comparison: Comparison, first: Standing, second: Standing, both: Sequence[str]
) -> Message:
    """Return why nobody won though two answered on equally many boards."""
    who = {"who": comparison.labels[first.contender], "other": comparison.labels[second.contender]}
    if both:
        return msg(
            "{who} and {other} answered on equally many boards; their times cannot be compared, "
            "as a run of them measured none.",
            **who,
        )
    answered = [one.answered for one in standings(comparison)]
    if all(set(one).isdisjoint(other) for one, other in combinations(answered, 2)):
        return msg("No two methods answered on the same boards, so that none won.")
    return msg(
        "{who} and {other} answered on equally many boards, but not on the same ones, so that "
        "neither won.",
        **who,
    )


def _winners(comparison: Comparison) -> Iterator[Message]:
    """Yield on which boards the player to move wins and loses, by the methods that answered."""
    values = {row.subject: row.claims.get("game_value") for row in comparison.rows if row.claims}
    won = [one.id for one in comparison.subjects if (values.get(one.id) or 0) > 0]
    lost = [one.id for one in comparison.subjects if (values.get(one.id) or 0) < 0]
    if won:
        yield msg("The player to move wins on {boards}.", boards=named(won, comparison.labels))
    if lost:
        yield msg("The player to move loses on {boards}.", boards=named(lost, comparison.labels))


def start_of_programs(comparison: Comparison) -> Iterator[Message]:
    """Yield that the times of programs have more in them, where others are compared with them."""
    programs = tuple(one.label or one.id for one in comparison.contenders if one.is_program)
    if 0 < len(programs) < len(comparison.contenders):
        yield msg(
            "The times of a program have the start of its process in them, those of a method or a "
            "function have not. Programs are: {who}.",
            who=programs,
        )


def _claim(found: Ratio, ahead: bool, leads: int, boards: int) -> Message:
    if found.ci95 is None:
        return msg(
            "{who} looks faster: {other} took {times} times as long. With fewer than {few} runs of "
            "each pair that is not sure."
        )
    if ahead and found.told_apart:
        return msg("On the boards of both, {who} was {times} times as fast as {other}{sure}.")
    if ahead:
        return msg(
            "On the boards of both it is not sure which was faster: {other} took {times} times as "
            "long as {who}{sure}."
        )
    if not found.told_apart:
        return msg(
            "It is not sure which method was fastest: {other} took {times} times as long as "
            "{who}{sure}."
        )
    if boards == 1:
        return msg("{who} was fastest: {times} times as fast as {other}{sure}.")
    if not leads:
        return msg(
            "{who} was fastest over all {all} boards: {times} times as fast as {other}{sure}."
        )
    return msg(
        "{who} was fastest: first on {n} of {all} boards, and over all of them {times} times as "
        "fast as {other}{sure}."
    )


def ratio_words(value: float) -> Numeral:
    """Return how many times one is another: 1.04, 3.1, 1,200."""
    places = 2 if value < 1.995 else 1 if value < 9.95 else 0
    return Numeral(f"{value:,.{places}f}")


def _interval(found: Ratio) -> Message | str:
    if found.ci95 is None:
        return ""
    low, high = map(ratio_words, found.ci95)
    return msg(" (95 % interval {low} to {high})", low=low, high=high)


def _how_sure(
    comparison: Comparison,
    first: Standing,
    second: Standing,
    boards: Sequence[str],
    found: Ratio,
) -> Iterator[Message]:
    """Yield what the runs of the two say of each board; `first` is the faster one over all."""
    labels = comparison.labels
    who, other = labels[first.contender], labels[second.contender]
    pair = significance.pair(comparison, first.contender, second.contender, TIME, boards)
    if found.ci95 is None or pair is None:
        return
    against = pair.above if pair.first == first.contender else pair.below
    if pair.extent is Extent.NOWHERE:
        yield msg("On no single board can {who} and {other} be told apart.", who=who, other=other)
    elif against:
        yield msg(
            "It depends on the board: {other} was faster on {names}.",
            other=other,
            names=named(against, labels),
        )
    elif pair.level:
        yield msg("The two cannot be told apart on {names}.", names=named(pair.level, labels))
    else:
        yield msg(
            "That is sure here: on the same board each run of {who} was faster than every run of "
            "{other}.",
            who=who,
            other=other,
        )


def without(
    comparison: Comparison, order: Sequence[Standing], most: int = MOST_NAMED
) -> Iterator[Message]:
    """Yield who had no answer to every run, and why; more than `most` are counted."""
    parts = []
    for one in order:
        missing = [board for board in one.boards if board not in one.answered]
        ends: Counter[str] = Counter()
        for board in missing:
            ends.update(comparison.runs_of(one.contender, board).censored)
        params: dict[str, int | str | Message | tuple[Message, ...]] = {
            "who": comparison.labels[one.contender],
            "n": len(missing),
            "all": len(one.boards),
            "why": tuple(END_NAMES[end] for end in END_NAMES if ends[end]),
        }
        if missing and len(one.boards) == 1:
            parts.append(msg("{who} ({why})", **params))
        elif missing:
            parts.append(msg("{who} on {n} of {all} boards ({why})", **params))
    if len(parts) > most:
        yield msg("{n} methods had no answer in some runs.", n=len(parts))
    elif parts:
        yield msg("No answer in some runs: {parts}.", parts=tuple(parts))


def _games(comparison: Comparison, order: Sequence[Standing]) -> Iterator[Message]:
    played = [one for one in order if one.games]
    if not played:
        yield msg("No game was played to its end.")
        return
    first, rest = played[0], played[1:]
    if not rest:
        yield msg(
            "{who} finished {rate} of {games} games without a guess.",
            who=comparison.labels[first.contender],
            rate=percent(first.finished / first.games),
            games=number(first.games),
        )
        return
    found = significance.mean_shares(comparison, first.contender, rest[0].contender)
    if found is None:
        yield msg(
            "{who} and {other} ended no round of the same games: they are not compared.",
            who=comparison.labels[first.contender],
            other=comparison.labels[rest[0].contender],
        )
        return
    low, high = found.ci95
    params: dict[str, int | str | Message] = {
        "who": comparison.labels[found.first],
        "rate": percent(found.means[0]),
        "other": comparison.labels[found.second],
        "rate2": percent(found.means[1]),
        "low": Numeral(f"{100 * low:+.1f}"),
        "high": Numeral(f"{100 * high:+.1f}"),
        "games": number(found.games),
        "n": found.boards,
    }
    if found.boards == 1 and low > 0:
        yield msg(
            "{who} finished most games without a guess: {rate} of {games}, {other} {rate2} of the "
            "same (95 % interval of the difference {low} to {high} points).",
            **params,
        )
    elif found.boards == 1:
        yield msg(
            "It is not sure who finishes most games without a guess: {who} finished {rate} of "
            "{games}, {other} {rate2} of the same (95 % interval of the difference {low} to {high} "
            "points).",
            **params,
        )
    elif low > 0:
        yield msg(
            "{who} finished most games without a guess: {rate} on average over {n} boards, {other} "
            "{rate2} of the same {games} games (95 % interval of the difference {low} to {high} "
            "points).",
            **params,
        )
    else:
        yield msg(
            "It is not sure who finishes most games without a guess: {who} finished {rate} on "
            "average over {n} boards, {other} {rate2} of the same {games} games (95 % interval of "
            "the difference {low} to {high} points).",
            **params,
        )
    if found.boards > 1:
        yield _by_board(comparison, found)


def _by_board(comparison: Comparison, found: significance.MeanShares) -> Message:
    """Return on which boards two players can be told apart: what the sections say of each."""
    ahead: dict[str, list[str]] = {found.first: [], found.second: []}
    for subject in comparison.subjects:
        sides = ((found.first, subject.id), (found.second, subject.id))
        shares = significance.shares(comparison, *sides)
        if shares is not None and shares.told_apart:
            ahead[shares.first].append(subject.id)
    labels = comparison.labels
    who = {"who": labels[found.first], "other": labels[found.second]}
    first, second = (named(boards, labels) for boards in ahead.values())
    if ahead[found.second] and ahead[found.first]:
        return msg(
            "It depends on the board: {who} finished more games on {names}, {other} on {others}.",
            names=first,
            others=second,
            **who,
        )
    if ahead[found.second]:
        return msg("But on {names} {other} finished more games than {who}.", names=second, **who)
    if not ahead[found.first]:
        return msg("On no single board can {who} and {other} be told apart.", **who)
    if len(ahead[found.first]) == found.boards:
        return msg("{who} finished more games than {other} on every board.", **who)
    return msg(
        "{who} finished more games on {names}; on the other boards the two cannot be told apart.",
        names=first,
        **who,
    )


def named(boards: Sequence[str], labels: Mapping[str, str]) -> Message:
    """Return boards by their labels, or their number where they are many."""
    if len(boards) > MOST_NAMED:
        return msg("{n} boards", n=number(len(boards)))
    return msg("{names}", names=tuple(labels[one] for one in boards))
