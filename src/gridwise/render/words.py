"""Results, events, counters and measures as text, one line each."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from gridwise.core.limits import NO_LIMITS, Limits
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.core.numbers import number as number  # noqa: PLC0414  (it is taken from here)
from gridwise.core.result import BestPlay, Count, Result, Solutions, Status, Stop
from gridwise.core.scene import Role, Scene

Catalogue = Mapping[str, str]
"""The templates of one language by the English ones; see `core.message`."""


def printable(text: str, *, ascii: bool = False) -> str:
    r"""Return the text with everything that could control a terminal escaped.

    Control characters, lone surrogates and marks that turn the writing direction become `\x1b`,
    `\u202e` and the like; with `ascii`, so do all others outside ASCII.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c
        if c.isprintable() and (c.isascii() or not ascii)
        else c.encode("unicode_escape").decode("ascii")
        for c in text
    )


def in_words(message: Message | Numeral, catalogue: Catalogue | None = None) -> str:
    """Return a message as one safe line, in the catalogue's language (English without one)."""
    return printable(in_language(message, catalogue))


def in_sentence(text: str | Message, catalogue: Catalogue | None = None) -> str:
    """Return a message as one safe line that is a sentence; see `Message.sentence`."""
    words = text.sentence(catalogue) if isinstance(text, Message) else in_language(text, catalogue)
    return printable(words)


def in_heading(text: str | Message, catalogue: Catalogue | None = None) -> str:
    """Return a message as one safe line that begins with a capital; see `Message.heading`."""
    words = text.heading(catalogue) if isinstance(text, Message) else in_language(text, catalogue)
    return printable(words)


def in_language(text: str | Message, catalogue: Catalogue | None = None) -> str:
    """Return a message or a numeral in the catalogue's language; other texts are in none."""
    if isinstance(text, Message):
        return text.words(catalogue)
    return text.in_language(catalogue) if isinstance(text, Numeral) and catalogue else text


def duration(seconds: float) -> Numeral:
    """Return a duration in a suitable unit: 0.4 ms, 35 ms, 1.25 s, 2 min 05 s, 1 h 02 min."""
    if seconds < 0.01:
        return Numeral(f"{seconds * 1000:.1f} ms")
    if seconds < 1:
        return Numeral(f"{seconds * 1000:.0f} ms")
    if seconds < 9.995:
        return Numeral(f"{seconds:.2f} s")
    if seconds < 59.95:
        return Numeral(f"{seconds:.1f} s")
    whole = round(seconds)
    if whole < 3600:
        return Numeral(f"{whole // 60} min {whole % 60:02} s")
    minutes = round(seconds / 60)
    return Numeral(f"{minutes // 60} h {minutes % 60:02} min")


def limit_words(seconds: float) -> Numeral:
    """Return a time limit as it was given: 1 s, 0.5 s, 600 s."""
    return Numeral(f"{seconds:g} s")


def times_words(limits: Limits) -> Message | Numeral:
    """Return the limits of time, each with its clock if both may have ended a run."""
    clock = Numeral("") if limits.time_s is None else limit_words(limits.time_s)
    if limits.cpu_s is None:
        return clock
    cpu = msg("{limit} of CPU time", limit=limit_words(limits.cpu_s))
    return msg("{cpu} or {limit} on the clock", cpu=cpu, limit=clock) if clock else cpu


def rough_duration(seconds: float) -> Numeral:
    """Return an estimated time without digits that would claim more."""
    if seconds < 57.5:
        step = 1 if seconds < 10 else 5
        return limit_words(max(1, round(seconds / step)) * step)
    return duration(max(60, round(seconds / 15) * 15))


def byte_size(size: int) -> Numeral:
    """Return a size in bytes, decimal units: 512 B, 1.5 kB, 20 MB."""
    if size < 1000:
        return Numeral(f"{size} B")
    value = float(size)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 9.95:
            return Numeral(f"{value:.1f} {unit}")
        if value < 999.5 or unit == "TB":
            break
    return Numeral(f"{value:.0f} {unit}")


def measure(name: str, value: float) -> Numeral:
    """Return one value of `Statistics.as_dict` with its unit, by its key."""
    if name.endswith("_s"):
        return duration(value)
    if name.endswith("_bytes"):
        return byte_size(int(value))
    if isinstance(value, int):
        return number(value)
    return Numeral(f"{value:.3g}")


def counter_name(name: str) -> Message:
    """Return a counter's name in words; its id says what it counts of one puzzle."""
    return msg("solutions") if name == "layouts" else Message(name.replace("_", " "))


def counter_words(counters: Mapping[str, int | float], catalogue: Catalogue | None = None) -> str:
    """Return the counters that are not 0 on one line: `decisions 12 · conflicts 3`."""
    parts = [
        f"{in_words(counter_name(name), catalogue)} {in_language(measure(name, value), catalogue)}"
        for name, value in counters.items()
        if value
    ]
    return " · ".join(parts)


def before_colon(text: str) -> str:
    """Return the name at the beginning of a title: the part before its colon."""
    return text.replace("：", ":").partition(":")[0]


def count_words(count: Count) -> Message:
    """Return a count; a lower bound says "at least"."""
    if count.exact:
        return msg("{number}", number=count.number)
    return msg("at least {number}", number=count.number)


def stop_words(result: Result[Any], *, limits: Limits = NO_LIMITS) -> Message:
    """Return why the run ended; the words name the `limits` of the run."""
    match result.stop:
        case Stop.COMPLETED:
            return msg("completed")
        case Stop.SOLUTION_LIMIT:
            return msg("solution limit reached")
        case Stop.TIME_LIMIT if limits.cpu_s is not None and _used(result) >= limits.cpu_s:
            return msg("limit of {limit} of CPU time reached", limit=limit_words(limits.cpu_s))
        case Stop.TIME_LIMIT if limits.time_s is not None:
            return msg("time limit of {limit} reached", limit=limit_words(limits.time_s))
        case Stop.TIME_LIMIT:
            return msg("time limit reached")
        case Stop.NODE_LIMIT:
            return msg("node limit reached")
        case Stop.MEMORY_LIMIT:
            return msg("memory limit reached")
        case Stop.CANCELLED:
            return msg("cancelled")
        case Stop.INCOMPLETE:
            return msg("the method gave up a part of the search on its own")


def _used(result: Result[Any]) -> float:
    """Return the processor seconds that count against a limit."""
    return result.statistics.cpu_s + result.statistics.tables_cpu_s


def _play(result: Result[Any], answer: BestPlay[Any, Any]) -> Message:
    """Return who wins a game of two players, and a best move."""
    from gridwise.core import registry  # help and completion do without it

    moves = answer.items[0].moves
    if not moves:
        return msg("the game is over: the player to move has no move left")
    move = registry.puzzle(result.puzzle).format_move(result.position, moves[0])
    if answer.value == 0:
        return msg("a draw; a best move is {move}", move=move)
    if answer.value > 0:
        return msg("the player to move wins; a best move is {move}", move=move)
    return msg("the player to move loses, whatever the move")


_OPEN = frozenset({Role.COVERED, Role.EMPTY, Role.BLANK})


def forced_words(before: Scene, after: Scene) -> Message:
    """Return the numbers of cells proved, by kind, and of those left.

    A covered cell that shows a number afterwards was proved safe.
    """
    proved: Counter[Role] = Counter()
    for old, new in zip(before.cells, after.cells, strict=True):
        if old.role in _OPEN:
            role = Role.SAFE if new.role is Role.NUMBER else new.role
            proved[Role.COVERED if role in _OPEN else role] += 1
    rest = msg("{number} undetermined", number=number(proved.pop(Role.COVERED, 0)))
    if any(cell.role is Role.COVERED for cell in before.cells):
        safe = msg("{number} safe", number=number(proved[Role.SAFE]))
        mined = proved[Role.MINE]
        mines = msg("1 mine") if mined == 1 else msg("{number} mines", number=number(mined))
        return msg("{parts}", parts=(safe, mines, rest))
    return msg("{parts}", parts=(msg("{number} forced", number=number(proved.total())), rest))


def outcome(
    result: "Result[Solutions[Any, Any]] | Result[Count]",
    *,
    limits: Limits = NO_LIMITS,
    forced: Message | None = None,
) -> Message:
    """Return the finding of a run and, if the answer is incomplete, why the run ended.

    "No solution", "unique" and "gave up" never look alike.

    Parameters
    ----------
    result
        The result of `solve` or `count`.
    limits
        The limits of the run, for the words.
    forced
        The text of `forced_words`, for the forced question.
    """
    why = stop_words(result, limits=limits)
    if result.status is Status.UNSATISFIABLE:
        if result.conflict is not None:
            return msg("no solution: {conflict}", conflict=result.conflict.text)
        checked = result.certificate or ()
        if any(claim.proved for claim in checked):
            return msg("no solution (proved)")
        return msg("no solution")
    if result.status is Status.UNKNOWN:
        if result.stop is Stop.CANCELLED:
            return msg("cancelled; {known}", known=_known(result, forced))
        reason = why if result.note is None else result.note
        return msg("gave up: {why}; {known}", why=reason, known=_known(result, forced))
    answer = result.answer
    if isinstance(answer, Count):
        if answer.exact:
            return count_words(answer)
        return msg("{count} ({why})", count=count_words(answer), why=why)
    assert answer is not None
    return _solved(result, answer, why, forced)


def _known(result: Result[Any], forced: Message | None) -> Message:
    if result.best is None:
        return msg("nothing is known")
    if isinstance(result.best, Count):
        return msg("{count} found", count=count_words(result.best))
    if forced is not None:
        return msg("certain so far: {forced}", forced=forced)
    return msg("what was found until then is no answer")


def _solved(
    result: Result[Any], answer: Solutions[Any, Any], why: Message, forced: Message | None
) -> Message:
    if isinstance(answer, BestPlay):
        return _play(result, answer)
    if answer.nth is not None:
        ordinal = number(answer.nth)
        if not answer.items:
            assert answer.count is not None
            return msg(
                "there is no solution {ordinal}: there are {count}",
                ordinal=ordinal,
                count=count_words(answer.count),
            )
        return msg("solution {ordinal} in the defined order", ordinal=ordinal)
    if forced is not None:
        return msg("solved: {forced}", forced=forced)
    if answer.count is not None:
        if answer.count == Count(1, True):
            return msg("1 solution, the only one")
        if answer.count.exact:
            return msg("{number} solutions, all of them", number=number(answer.count.number))
        return msg("at least {n} solutions ({why})", n=number(answer.count.number), why=why)
    if result.optimal:
        return msg("solved, optimal")
    if result.bound is not None:
        return msg("solved, at most {bound} times the optimum", bound=Numeral(f"{result.bound:g}"))
    if result.unique is True:
        return msg("solved, unique")
    if result.unique is False:
        return msg("solved, not unique")
    if result.stop in (Stop.COMPLETED, Stop.SOLUTION_LIMIT):
        return msg("solved")
    return msg("solved; whether there is another solution is not known ({why})", why=why)
