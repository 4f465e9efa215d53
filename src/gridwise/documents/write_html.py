"""A report as one HTML file that asks nothing of any other host."""

from base64 import b64encode
from collections.abc import Iterator

from gridwise.core.capabilities.about import Formula
from gridwise.core.message import msg
from gridwise.documents.formulas import to_mathml
from gridwise.documents.model import (
    Block,
    Bullets,
    Document,
    Gallery,
    Heading,
    Paragraph,
    Picture,
    Table,
    Text,
    words,
)
from gridwise.render.catalogue import Catalogue
from gridwise.render.svg import escaped, to_svg

_STYLE = """
:root { color-scheme: light dark; --line: #9aa5b1; --shade: #e9edf2; --wrong: #fbdcd9; }
body { font: 1rem/1.6 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans TC",
  "PingFang TC", "Microsoft JhengHei", sans-serif;
  max-width: 60rem; margin: 0 auto; padding: 1rem; }
header { text-align: center; padding: 3rem 0; border-bottom: 1px solid var(--line); }
h1 { line-height: 1.25; } h2 { margin-top: 2.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; width: 100%; }
caption { text-align: start; font-weight: 600; padding: .3rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }
thead th { background: var(--shade); color: #1b2430; }
table.numbers td { text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
tr.wrong th, tr.wrong td { background: var(--wrong); color: #1b2430; }
.gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
.gallery.one { grid-template-columns: 1fr; }
figure { margin: 0; text-align: center; } figure svg { width: 100%; max-width: 18rem; }
figure img { max-width: 100%; background: #fff; }
math { margin: .6rem 0; font-size: 1.1em; }
code { overflow-wrap: anywhere; }
@media print { body { max-width: none; } }
"""


def write(document: Document, catalogue: Catalogue) -> bytes:
    """Return the report as an HTML file in UTF-8."""
    return "\n".join(_lines(document, catalogue)).encode("utf-8", "replace")


def _lines(document: Document, catalogue: Catalogue) -> Iterator[str]:
    def say(text: Text) -> str:
        return escaped(words(text, catalogue))

    yield "<!DOCTYPE html>"
    yield f'<html lang="{escaped(catalogue.language)}">'
    yield '<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield (
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        "style-src 'unsafe-inline'\">"
    )
    yield '<meta name="generator" content="gridwise">'
    yield f"<title>{say(document.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f"<header>\n<h1>{say(document.title)}</h1>"
    for text in document.cover:
        yield f"<p>{say(text)}</p>"
    yield "</header>"
    heads = [block for block in document.blocks if isinstance(block, Heading) and block.level == 1]
    yield f'<nav aria-label="{say(msg("Contents"))}">\n<ol>'
    yield from (f'<li><a href="#s{n}">{say(head.text)}</a></li>' for n, head in enumerate(heads, 1))
    yield "</ol>\n</nav>\n<main>"
    section = 0
    for block in document.blocks:
        if isinstance(block, Heading) and block.level == 1:
            section += 1
            yield f'<h2 id="s{section}">{say(block.text)}</h2>'
        else:
            yield from _block(block, catalogue)
    yield f"</main>\n<footer><p>{say(document.made)}</p></footer>\n</body>\n</html>\n"


def _block(block: Block, catalogue: Catalogue) -> Iterator[str]:
    def say(text: Text) -> str:
        return escaped(words(text, catalogue))

    match block:
        case Heading(text, level):
            yield f"<h{level + 1}>{say(text)}</h{level + 1}>"
        case Paragraph(text, code=True):
            yield f"<p><code>{say(text)}</code></p>"
        case Paragraph(text, strong):
            yield f"<p><strong>{say(text)}</strong></p>" if strong else f"<p>{say(text)}</p>"
        case Bullets(items):
            yield "<ul>"
            yield from (f"<li>{say(item)}</li>" for item in items)
            yield "</ul>"
        case Formula(math):
            yield to_mathml(math)
        case Table():
            yield from _table(block, catalogue)
        case Gallery(pictures, columns):
            yield f'<div class="gallery{" one" if columns == 1 else ""}">'
            for picture in pictures:
                yield f"<figure>{_picture(picture, catalogue)}"
                yield f"<figcaption>{say(picture.caption)}</figcaption></figure>"
            yield "</div>"


def _table(table: Table, catalogue: Catalogue) -> Iterator[str]:
    def say(text: Text) -> str:
        return escaped(words(text, catalogue))

    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{say(table.caption)}">'
    yield f"<table{' class=numbers' if table.numbers else ''}>"
    yield f"<caption>{say(table.caption)}</caption>"
    head = "".join(f'<th scope="col">{say(text)}</th>' for text in table.head)
    yield f"<thead><tr>{head}</tr></thead>\n<tbody>"
    for at, line in enumerate(table.rows):
        cells = "".join(f"<td>{say(text)}</td>" for text in line[1:])
        wrong = ' class="wrong"' if at in table.marked else ""
        yield f'<tr{wrong}><th scope="row">{say(line[0])}</th>{cells}</tr>'
    yield "</tbody>\n</table>\n</div>"


def _picture(picture: Picture, catalogue: Catalogue) -> str:
    if picture.scene is not None:
        return to_svg(picture.scene, title=words(picture.alt, catalogue), catalogue=catalogue)
    # A drawing from a file is shown as a picture, where no script of it can run.
    kind, data = (
        ("svg+xml", picture.svg.encode())
        if picture.svg is not None
        else ("png", picture.png or b"")
    )
    alt = escaped(words(picture.alt, catalogue))
    return f'<img alt="{alt}" src="data:image/{kind};base64,{b64encode(data).decode("ascii")}">'
