"""Tasks of the replay: what can be watched on a board, a method recorded, a policy let play."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.method import Option
from gridwise.core.puzzle import Question
from gridwise.solving.listing import options_on

if TYPE_CHECKING:
    from gridwise.workers.tasks.solving import Answer, Call

_SLACK_S = 0.3
"""What is left of the time for writing the answer, once lifting has to end."""
_LEAST_S = 0.05


def watchable(call: "Call") -> "Answer":
    """Return the methods that work on a board, which of them can be watched, and their options.

    Where the puzzle is a game there are also its boards, policies, and rules of the first click.
    """
    from gridwise.agents.play import GUESSES
    from gridwise.workers.tasks.solving import Answer

    call.only("notation", "puzzle")
    position = call.position()
    puzzle = registry.puzzle_of(position)
    offers = puzzle.views(position)
    with call.measured():
        methods = [
            {
                "name": method.name,
                "title": method.title,
                "watched": bool(method.emits),
                "complete": method.complete,
                "options": [_option(one) for one in options_on(method, offers)],
            }
            for method in registry.methods_for(position)
        ]
    found: dict[str, Any] = {
        "puzzle": puzzle.name,
        "methods": methods,
        "questions": [question.value for question in puzzle.questions],
        "game": None,
    }
    referee = registry.referees().get(puzzle.name)
    if referee is not None:
        policies = sorted(registry.policies(puzzle.name).values(), key=lambda p: (-p.rank, p.name))
        found["game"] = {
            "levels": dict(referee.levels),
            "first_clicks": dict(referee.first_clicks),
            "guesses": dict(GUESSES),
            "policies": [
                {
                    "name": policy.name,
                    "title": policy.title,
                    "guesses": policy.guesses,
                    "watched": bool(policy.emits),
                    "options": [_option(one) for one in policy.options],
                }
                for policy in policies
            ],
        }
    return Answer(found)


def _option(one: Option) -> dict[str, Any]:
    return {
        "name": one.name,
        "default": one.default,
        "choices": list(one.choices),
        "text": one.text,
    }


def _budget(call: "Call") -> Any:
    from gridwise.recording.replay import Budget

    until = None
    if call.time_s is not None:
        until = call.began + call.time_s - min(_SLACK_S, call.time_s / 4)
    return Budget(until, call.cancel, call.progress)


def _seconds(call: "Call") -> float | None:
    """Return how long the method itself may take: what was asked, and no more than there is."""
    asked, left = call.args.get("run_s"), call.left_s()
    if asked is not None and (
        isinstance(asked, bool) or not isinstance(asked, int | float) or not asked > 0
    ):
        raise ParameterError(f"run_s is a number above 0, not {asked!r}")
    known = [float(value) for value in (asked, left) if value is not None]
    return max(_LEAST_S, min(known)) if known else None


def _most(call: "Call", name: str) -> int:
    from gridwise.recording.replay import DEFAULT_ROWS, MOST_ROWS

    most = call.whole(name, DEFAULT_ROWS)
    assert most is not None
    if most > MOST_ROWS:
        raise ParameterError(f"{name} is at most {MOST_ROWS}, not {most}")
    return most


def replay(call: "Call") -> "Answer":
    """Record a method on a board; see `workbench.replay`."""
    from gridwise.core.limits import Limits
    from gridwise.recording.replay import replay as record

    call.only(
        "notation", "puzzle", "origin", "method", "options", "question", "seed", "max_rows", "run_s"
    )
    position = call.position()
    origin = None if call.args.get("origin") is None else call.position("origin")
    if origin is not None and type(origin) is not type(position):
        raise ParameterError("origin is a board of another puzzle")
    asked = call.maybe("question")
    words = {question.value: question for question in Question}
    if asked is not None and asked not in words:
        raise UnknownNameError("question", asked, words)
    with call.measured():
        made = record(
            position,
            method=call.text("method", "auto"),
            origin=origin,
            question=None if asked is None else words[asked],
            max_rows=_most(call, "max_rows"),
            limits=Limits(_seconds(call), memory_bytes=call.memory_bytes),
            seed=call.whole("seed", 0, least=0) or 0,
            options=call.options(),
            budget=_budget(call),
        )
    return _answer(call, made)


def let_play(call: "Call") -> "Answer":
    """Record a policy that plays a new game, or the one whose state is given."""
    from gridwise.core.limits import Limits
    from gridwise.recording.replay import let_play as record

    call.only(
        "puzzle",
        "board",
        "policy",
        "options",
        "first_click",
        "free_cells",
        "guess",
        "seed",
        "state",
        "afresh",
        "max_rows",
        "run_s",
    )
    kind, state = call.text("puzzle"), call.args.get("state")
    game = None
    if state is not None:
        if not isinstance(state, Mapping):
            raise ParameterError("state is the object that was kept of a game")
        interaction = registry.interaction(kind)
        game = interaction.referee_state(interaction.load(state), restart=call.flag("afresh"))
        if game is None:
            raise ParameterError("there is no game to play on here: begin a new one")
    with call.measured():
        made = record(
            kind,
            board=call.maybe("board"),
            policy=call.maybe("policy"),
            first_click=call.maybe("first_click"),
            free_cells=call.whole("free_cells", 0, least=0) or 0,
            guess=call.text("guess", "never"),
            seed=call.whole("seed", 0, least=0) or 0,
            game=game,
            max_turns=_most(call, "max_rows"),
            limits=Limits(_seconds(call), memory_bytes=call.memory_bytes),
            options=call.options(),
            budget=_budget(call),
        )
    return _answer(call, made)


def _answer(call: "Call", made: dict[str, Any]) -> "Answer":
    from gridwise.workers.tasks.solving import Answer

    if call.cancel.is_set():
        return Answer(None, "CANCELLED")
    return Answer(made)


TABLE = {"watchable": watchable, "replay": replay, "let_play": let_play}
