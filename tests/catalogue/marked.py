"""A language for tests of what is translated, whatever words the real ones have."""


class Marked(dict[str, str]):
    """A catalogue whose words are the English ones with a mark behind."""

    def get(self, template: str, default: object = None) -> str:  # type: ignore[override]
        return f"{template}°"


MARKED = Marked(any="")  # an empty catalogue would be that of English
