"""The texts that the catalogues have to hold, and a program that brings the files up to date.

Run from the root of a checkout, with the package and Babel installed::

    python tests/catalogue/update.py           # add new templates, drop unused ones
    python tests/catalogue/update.py --check   # change nothing; before a release

Both list the texts without a translation, which are shown in English. With `--check` there must be
none, and no unused one either.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from gridwise.comparing.suites import board_name, suite
from gridwise.core import registry
from gridwise.core.capabilities import Generator
from gridwise.core.message import FULL_STOP, LIST_SEPARATOR
from gridwise.core.method import Option
from gridwise.core.numbers import LENGTH, SEPARATORS
from gridwise.core.result import COUNTERS, MEASURES
from gridwise.render.spoken import spoken
from gridwise.solving.listing import heuristics

SOURCES = Path(__file__).parents[2] / "src" / "gridwise"
FOLDER = SOURCES / "render" / "locale"
NAME = "LC_MESSAGES/gridwise"
SUITES = "comparing/suites.json"


def calls(source: str) -> Iterator[ast.Call]:
    """Yield the calls of `msg` in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", None))
            if name == "msg":
                yield node


def template(call: ast.Call) -> str | None:
    """Return the template of a call of `msg`, None where it is none that a tool can read."""
    first = call.args[0] if len(call.args) == 1 else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def templates() -> tuple[dict[str, str], list[str]]:
    """Return every text that wants words, with where it comes from; and the calls without one."""
    found: dict[str, str] = {}
    unread = []
    for path in sorted(SOURCES.rglob("*.py")):
        source, where = path.read_text("utf-8"), path.relative_to(SOURCES).as_posix()
        for call in calls(source) if "msg(" in source else ():
            text = template(call)
            if text is None:
                unread.append(f"{where}:{call.lineno}")
            elif text:  # no words at all are the same in every language
                found.setdefault(text, where)
    for text, origin in registered().items():
        found.setdefault(text, origin)
    found.setdefault(LENGTH, "core/numbers.py")
    for text in suite_texts():
        found.setdefault(text, SUITES)
    return found, unread


def registered() -> Mapping[str, str]:
    """Return the texts of the registry that people read, each with the name of what it is of.

    The titles of puzzles, methods and policies, what a node is, the texts of options, those of
    generators with their choices, the forms of text files, the names of a position's features, and
    the definitions of counters and measures; what stands between the items of a list; and how a
    number is written. Of what
    was registered from outside the package there are no words.
    """
    found = {LIST_SEPARATOR: "a list", FULL_STOP: "a sentence", SEPARATORS: "a number"}

    def said(option: Option, origin: str) -> None:
        """Note the name of an option and its values, where these are words."""
        for name in (option.name, *option.choices):
            template = spoken(name).template
            if template.replace(" ", "").isalpha():
                found.setdefault(template, origin)

    for puzzle in filter(_ours, registry.puzzles().values()):
        found.setdefault(puzzle.title, puzzle.name)
        for notation in puzzle.examples:
            for name in registry.features(puzzle.parse(notation)):
                found.setdefault(name.replace("_", " "), puzzle.name)
            for offer in puzzle.views(puzzle.parse(notation)).values():
                for option in offer.options:
                    found.setdefault(option.text, puzzle.name)
                    said(option, puzzle.name)
        generator = registry.capability(puzzle.name, Generator)
        for option in () if generator is None else generator.options:
            found.setdefault(option.text, puzzle.name)
            said(option, puzzle.name)
        for text in puzzle.styles.values():
            found.setdefault(text, puzzle.name)
        for policy in registry.policies(puzzle.name).values():
            found.setdefault(policy.title, policy.name)
            for option in policy.options:
                found.setdefault(option.text, policy.name)
                said(option, policy.name)
            if _describes(policy.source):
                found.setdefault(policy.source, policy.name)
    for method in filter(_ours, registry.methods().values()):
        for text in (method.title, method.node, *(option.text for option in method.options)):
            found.setdefault(text, method.name)
        if _describes(method.source):
            found.setdefault(method.source, method.name)
        for option in method.options:
            said(option, method.name)
        for name in (
            *(view.kind for view in method.views),
            *(k.name.lower() for k in method.emits),
        ):
            found.setdefault(spoken(name).template, method.name)
        for names in heuristics(method, registry.puzzles()).values():
            for name in names:
                found.setdefault(spoken(name).template, method.name)
    for name, text in (*COUNTERS.items(), *MEASURES.items()):
        found.setdefault(text, name)
        found.setdefault(name.replace("_", " "), name)
    return found


def _describes(source: str) -> bool:
    """Return whether a source is words; a citation is the same in every language."""
    return source[:1].islower() and not re.search(r"\d{4}", source)


def _ours(thing: object) -> bool:
    return type(thing).__module__.startswith("gridwise.")


def suite_texts() -> Iterator[str]:
    """Yield the texts of all ready-made comparisons that are put into words."""
    for said in json.loads((SOURCES / SUITES).read_text("utf-8"))["suites"]:
        yield said["title"]
        report = said.get("report", {})
        yield from report.get("about", ())
        yield from (example["title"] for example in report.get("worked", ()))
        yield from (claim["text"] for claim in report.get("claims", ()))
        ready = suite(said["name"])
        named = ready.report.board_labels() if ready.report is not None else ()
        for label in (*(subject.label for subject in ready.subjects()), *named):
            template = board_name(label).template
            if re.search("[a-z]", re.sub(r"\{.\}", "", template)):
                yield template


def read(language: str) -> Catalog:
    """Return the catalogue of a language (`vi`, `zh_Hant`) as its file has it."""
    with (FOLDER / language / f"{NAME}.po").open("rb") as file:
        return read_po(file, locale=language, domain="gridwise")


def missing(catalog: Catalog, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that have no translation in a catalogue, with where they come from."""
    known = {message.id for message in catalog if message.string}
    return {text: origin for text, origin in wanted.items() if text not in known}


def unused(catalog: Catalog, wanted: Mapping[str, str]) -> list[str]:
    """Return the texts of a catalogue that no source has."""
    return [message.id for message in catalog if message.id and message.id not in wanted]


def updated(language: str, wanted: Mapping[str, str]) -> Catalog:
    """Return the catalogue of a language with exactly these texts, and write it to its file."""
    old = read(language)
    new = Catalog(
        locale=language,
        domain="gridwise",
        project="Gridwise",
        version="1",
        fuzzy=False,
        header_comment=old.header_comment,
        last_translator="the Gridwise authors",
        language_team=language,
        creation_date=datetime(2026, 1, 1, tzinfo=UTC),
        revision_date=datetime(2026, 1, 1, tzinfo=UTC),
        msgid_bugs_address="-",
    )
    for text, origin in wanted.items():
        known = old.get(text)
        new.add(text, "" if known is None else str(known.string), auto_comments=[origin])
    with (FOLDER / language / f"{NAME}.po").open("wb") as file:
        write_po(file, new, width=100)
    return new


def main(args: Sequence[str]) -> int:
    """Update or check all files; return 1 where a check finds a text missing or unused."""
    check, wanted, faults = list(args) == ["--check"], templates()[0], 0
    if args and not check:
        sys.exit(__doc__)
    for language in sorted(folder.name for folder in FOLDER.iterdir()):
        catalog = read(language) if check else updated(language, wanted)
        lines = [f"{origin}: {text!r}" for text, origin in missing(catalog, wanted).items()]
        lines += [f"unused: {text!r}" for text in unused(catalog, wanted)]
        faults += len(lines)
        for line in lines:
            print(f"{language}: {line}")
    return 1 if check and faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
