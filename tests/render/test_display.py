"""The functions that show results, registered by type."""

from importlib import import_module
from inspect import get_annotations

from every import every
from gridwise.render.display import CHARTS, TABLES, TEXTS, VERDICTS

REGISTERED = [item for among in (CHARTS, TABLES, TEXTS, VERDICTS) for item in among.items()]


@every("kind, where", REGISTERED)
def test_a_function_shows_the_type_that_it_is_registered_for(
    kind: str, where: tuple[str, str]
) -> None:
    module, function = where
    taken = get_annotations(getattr(import_module(module), function)).values()
    assert kind in {one.__name__ for one in taken if isinstance(one, type)}
