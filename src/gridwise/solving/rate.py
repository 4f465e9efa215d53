"""The difficulty of a board, by each measure of its puzzle."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Rating, RatingModel, Ratings
from gridwise.core.errors import InputError, ParameterError, UnknownNameError
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.core.position import refuse_rules
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.render.words import times_words
from gridwise.solving.instance import Instance

_LEAST_S = 1e-6


class BoardRatings(dict[str, Rating | None]):
    """The ratings of a board by the name of the model; None for a model that did not end.

    Attributes
    ----------
    stop
        COMPLETED, TIME_LIMIT if a model timed out, or CANCELLED.
    puzzle, notation
        The kind of the board, and the board as text.
    limits, models
        The limits of each model, and the models that were named, or None.
    """

    stop = Stop.COMPLETED

    def __init__(
        self, puzzle: str, notation: str, limits: Limits, models: Sequence[str] | None
    ) -> None:
        self.puzzle, self.notation, self.limits, self.models = puzzle, notation, limits, models

    @property
    def answered(self) -> bool:
        """Whether every model ended."""
        return None not in self.values()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object; null for a model that timed out."""
        return {"notation": self.notation, **self}


def models_of(kind: str, names: Sequence[str] | None = None) -> tuple[RatingModel, ...]:
    """Return a puzzle's rating models of these names, or all of them.

    Raises
    ------
    UnknownNameError, ParameterError
        The model does not exist, or the puzzle has none.
    """
    offered = registry.capability(kind, Ratings)
    if offered is None:
        raise ParameterError(msg("there is no rating for {puzzle}", puzzle=kind))
    for name in names or ():
        if name not in offered.models:
            raise UnknownNameError(f"rating of {kind}", name, offered.models)
    return tuple(offered.models[name] for name in (names or offered.models))


def rate(
    position: object,
    *,
    models: Sequence[str] | None = None,
    limits: Limits = NO_LIMITS,
    together: bool = False,
    cancel: CancelToken | None = None,
) -> BoardRatings:
    """Return the ratings of a position by the name of the model.

    Parameters
    ----------
    position
        The board, or its `Instance`.
    models
        Names of the models; None for all models of the puzzle that rate this board.
    limits, together
        Limits of each model; with `together` the time is shared by all models.
    cancel
        A token that ends the rating early.

    Returns
    -------
    BoardRatings
        None for a model that timed out or was cancelled, and its `stop`.

    Raises
    ------
    UnknownNameError, ParameterError
        The model does not exist, or the puzzle has none.
    InputError
        No model rates the position, or a named model does not.
    """
    instance = Instance.of(position)
    notation = instance.puzzle.format(instance.position)
    ratings = BoardRatings(instance.puzzle.name, notation, limits, models)
    chosen = models_of(instance.puzzle.name, models)
    broken = instance.puzzle.violations(instance.position)
    if broken:
        raise InputError(msg("there is no solution: {what}", what=broken[0].text))
    rules = instance.puzzle.further_rules(instance.position)
    refusal: ParameterError | None = None
    whole = Run(limits)
    for model in chosen:
        left = limits.time_s
        if together and left is not None:
            left = max(_LEAST_S, whole.remaining_s() or 0.0)
        run = Run(replace(limits, time_s=left), cancel=cancel)
        try:
            run.check()
            with run.current():
                refuse_rules(model.name, rules, model.rules)
                ratings[model.name] = dict(model.rate(instance.position, run))
        except Interrupted as end:
            ratings[model.name], ratings.stop = None, end.stop
        except ParameterError as error:
            refusal = refusal or error
    if refusal is not None and (models is not None or not any(ratings.values())):
        raise InputError(refusal.message) from refusal
    return ratings


def lines(
    kind: str,
    ratings: Mapping[str, Rating | None],
    limits: Limits,
    models: Sequence[str] | None = None,
) -> Iterator[Message]:
    """Yield the ratings of these models, None for all, one line a model."""
    for model in models_of(kind, models):
        rating = ratings.get(model.name)
        words = msg("not rated in {limit}", limit=times_words(limits))
        if getattr(ratings, "stop", None) is Stop.CANCELLED:
            words = msg("cancelled")
        if model.name not in ratings:
            words = msg("does not rate boards of this shape")
        elif rating is not None:
            numbers = tuple(
                msg("{name} {value}", name=name, value=_number(v)) for name, v in rating.items()
            )
            words = msg("{numbers}", numbers=numbers)
        name = f"{model.name} {model.version}"
        yield msg("{model}: {rating}", model=name, rating=words)


def _number(value: float | str) -> str:
    return Numeral(f"{value:g}") if isinstance(value, float) else str(value)
