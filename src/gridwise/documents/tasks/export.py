"""A task that writes a board as a document or picture."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from gridwise.core import registry
from gridwise.core.question import Arg
from gridwise.documents import export as exporting
from gridwise.documents.tasks._files import as_base64
from gridwise.render.catalogue import catalogue
from gridwise.workers.arguments import OnBoard, takes_parameters
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind
from gridwise.workers.tasks.solve import MOST_SENT_BYTES

ENDINGS = (*exporting.DOCUMENTS, *exporting.PICTURES)


@takes_parameters(exporting.export)
@dataclass(frozen=True, slots=True, kw_only=True)
class ExportArguments(OnBoard):
    """Arguments of `export`."""

    ending: Annotated[str, Arg("The kind of file.", what="ending", names=lambda: ENDINGS)]
    solution: bool = False
    solution_at: str | None = None
    per_page: int | None = None
    certificate: Annotated[bool, Arg("Write a certificate of every claim.")] = False
    theme: str = "light"
    title: str | None = None
    lang: str = "en"


def export(call: Call, args: ExportArguments) -> TaskAnswer:
    """Write a board as a document or picture; the files come back in base64, by name.

    Certificates come back too, unless they are too large to be sent.
    """
    position = args.position()
    stem = f"gridwise-{registry.puzzle_of(position).name}"
    with tempfile.TemporaryDirectory() as folder, call.measured():
        proofs = Path(folder) / "certificates"
        done = exporting.export(
            position,
            Path(folder) / f"{stem}{args.ending}",
            solution=args.solution,
            solution_at=args.solution_at,
            per_page=args.per_page,
            theme=args.theme,
            title=args.title if args.ending in exporting.DOCUMENTS else None,
            lang=args.lang,
            time_s=call.left_s(),
            cpu_s=call.left_cpu_s(),
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
