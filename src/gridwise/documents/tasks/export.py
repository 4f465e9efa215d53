"""A task that writes a board as a document or picture."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.documents import export as exporting
from gridwise.documents.tasks._files import as_base64
from gridwise.render.catalogue import catalogue
from gridwise.workers.arguments import OnBoard
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind
from gridwise.workers.tasks.solve import MOST_SENT_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportArguments(OnBoard):
    """Arguments of `export`."""

    ending: str
    solution: bool = False
    certificate: bool = False
    theme: str = "light"
    title: str | None = None
    lang: str = "en"


def export(call: Call, args: ExportArguments) -> TaskAnswer:
    """Write a board as a document or picture; the files come back in base64, by name.

    Certificates come back too, but for those that are too large to be sent.
    """
    position = args.position()
    endings = (*exporting.DOCUMENTS, *exporting.PICTURES)
    if args.ending not in endings:
        raise ParameterError(f"the ending is one of {', '.join(endings)}, not {args.ending!r}")
    stem = f"gridwise-{registry.puzzle_of(position).name}"
    with tempfile.TemporaryDirectory() as folder, call.measured():
        proofs = Path(folder) / "certificates"
        done = exporting.export(
            position,
            Path(folder) / f"{stem}{args.ending}",
            solution=args.solution,
            theme=args.theme,
            title=args.title if args.ending in exporting.DOCUMENTS else None,
            lang=args.lang,
            time_s=call.left_s() or exporting.DEFAULT_S,
            certificate=proofs if args.certificate else None,
            cancel=call.cancel,
        )
        made = sorted(proofs.iterdir()) if proofs.is_dir() else []
        sent = [path for path in made if path.stat().st_size <= MOST_SENT_BYTES]
        files = as_base64([*done.paths, *sent])
    words = catalogue(args.lang)
    unanswered = [board.known.words(words) for _, board in done.unanswered if board.known]
    left = len(made) - len(sent)
    return TaskAnswer({"files": files, "unanswered": unanswered, "too_large": left})


TASKS = (TaskKind("export", ExportArguments, export, short=True),)
