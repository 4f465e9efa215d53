"""Documents as one HTML page: pictures inside it, nothing loaded, nothing run."""

from base64 import b64encode
from collections.abc import Callable, Iterator

from gridwise.core.formula import Formula
from gridwise.core.message import msg
from gridwise.documents import model
from gridwise.documents.formulas import to_mathml
from gridwise.documents.model import ONE_COLUMN, Document, Figure
from gridwise.render.catalogue import Catalogue
from gridwise.render.palette import Theme
from gridwise.render.svg import escaped
from gridwise.render.tables import ResultTable, html_rows

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
_OTHER = {"board": "solution", "solution": "board"}
_STYLE = """
body { margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans TC",
  "PingFang TC", "Microsoft JhengHei", Helvetica, Arial, sans-serif; }
header, nav, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
main.booklet { max-width: 76rem; padding: 1.5rem; }
header { text-align: center; padding: 3rem 1rem; border-bottom: 1px solid var(--line); }
h1, h2 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; }
a { color: var(--link); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; width: 100%; }
caption { text-align: start; font-weight: 600; padding: .3rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }
thead th { background: #e9edf2; color: #1b2430; }
table.numbers td { text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
tr.wrong th, tr.wrong td { background: #fbdcd9; color: #1b2430; }
.gallery { display: grid; gap: 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); }
.gallery.one { grid-template-columns: 1fr; }
.gallery.board { grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
.gallery.solution { grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr));
  font-size: .85rem; }
.gallery.beside { grid-template-columns: 1fr 1fr; }
figure.upside-down { rotate: 180deg; }
figure { margin: 0; break-inside: avoid; text-align: center; }
figcaption { margin-top: .3rem; overflow-wrap: anywhere; }
figcaption div { display: table; margin: 0 auto; text-align: start;
  font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; max-height: 92vh; margin: 0 auto; }
main:not(.booklet) svg { max-width: 18rem; }
img { max-width: 100%; background: #fff; }
math { margin: .6rem 0; font-size: 1.1em; }
code { overflow-wrap: anywhere; }
.space div { height: 2rem; border-bottom: 1px solid var(--line); }
@media (max-width: 40rem) { .gallery.beside { grid-template-columns: 1fr; } }
@media print {
  header, nav, main, footer { max-width: none; }
  svg { max-height: 22cm; }
  .new-page { break-before: page; }
}
"""


def write(
    document: Document, catalogue: Catalogue, check: Callable[[], None] = lambda: None
) -> bytes:
    """Return the document as an HTML file in UTF-8."""
    return "\n".join(_Page(document, catalogue).lines()).encode("utf-8", "replace")


def _colours(theme: Theme | None) -> str:
    scheme, page, ink, link = ("light dark", "Canvas", "CanvasText", "LinkText")
    if theme is not None:
        scheme, page, ink, link = theme.scheme, theme.page, theme.ink, theme.filled
    return (
        f":root {{ color-scheme: {scheme}; --page: {page}; --ink: {ink}; --link: {link}; "
        "--line: #9aa5b1; }"
    )


class _Page:
    """Writes one document, a block after the other."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.document, self.catalogue = document, catalogue
        self.sections = 0
        self.ids = {
            f"{figure.kind}-{figure.number}"
            for block in document.blocks
            if isinstance(block, model.Gallery)
            for figure in block.figures
        }

    def say(self, text: model.Text) -> str:
        return escaped(model.words(text, self.catalogue))

    def lines(self) -> Iterator[str]:
        document, title = self.document, self.say(self.document.title)
        yield "<!DOCTYPE html>"
        yield f'<html lang="{escaped(self.catalogue.language)}">'
        yield '<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{escaped(_POLICY)}">'
        yield '<meta name="generator" content="gridwise">'
        yield f"<title>{title}</title>"
        yield f"<style>\n{_colours(document.theme)}{_STYLE}</style>\n</head>\n<body>"
        if document.cover is None:
            yield f'<main class="booklet">\n<h1>{title}</h1>'
        else:
            yield f"<header>\n<h1>{title}</h1>"
            yield from (f"<p>{self.say(text)}</p>" for text in document.cover.lines)
            yield "</header>"
            if document.cover.own_page:
                yield from self.contents()
            yield "<main>"
        for block in document.blocks:
            yield from self.block(block)
        yield "</main>"
        if document.cover is not None:
            yield f"<footer><p>{self.say(document.cover.source)}</p></footer>"
        yield "</body>\n</html>\n"

    def contents(self) -> Iterator[str]:
        heads = [b for b in self.document.blocks if isinstance(b, model.Heading) and b.level == 1]
        yield f'<nav aria-label="{self.say(msg("Contents"))}">\n<ol>'
        for number, head in enumerate(heads, 1):
            yield f'<li><a href="#s{number}">{self.say(head.text)}</a></li>'
        yield "</ol>\n</nav>"

    def block(self, block: model.Block) -> Iterator[str]:
        say = self.say
        match block:
            case model.Heading(text, 1, new_page):
                self.sections += 1
                on_new = ' class="new-page"' if new_page else ""
                yield f'<h2 id="s{self.sections}"{on_new}>{say(text)}</h2>'
            case model.Heading(text, level):
                yield f"<h{level + 1}>{say(text)}</h{level + 1}>"
            case model.Paragraph(text, code=True):
                yield f"<p><code>{say(text)}</code></p>"
            case model.Paragraph(text, strong):
                sentence = escaped(model.sentence(text, self.catalogue))
                yield f"<p><strong>{sentence}</strong></p>" if strong else f"<p>{sentence}</p>"
            case model.Bullets(items):
                yield "<ul>"
                for item in items:
                    yield f"<li>{escaped(model.sentence(item, self.catalogue))}</li>"
                yield "</ul>"
            case Formula(math):
                yield to_mathml(math)
            case ResultTable():
                yield from self.table(block)
            case model.WritingSpace(lines):
                yield f'<div class="space">{"<div></div>" * lines}</div>'
            case model.Gallery(figures, grid):
                kinds = {figure.kind for figure in figures}
                kind = "beside" if len(kinds) > 1 else kinds.pop()
                yield f'<div class="gallery {kind or ("one" if grid == ONE_COLUMN else "")}">'
                for figure in figures:
                    yield from self.figure(figure)
                yield "</div>"

    def table(self, table: ResultTable) -> Iterator[str]:
        caption = self.say(table.title)
        yield f'<div class="scroll" role="region" tabindex="0" aria-label="{caption}">'
        yield f"<table{' class=numbers' if table.numbers else ''}>"
        yield f"<caption>{caption}</caption>"
        head = [model.words(text, self.catalogue) for text in table.head]
        rows = ([model.words(text, self.catalogue) for text in line] for line in table.rows)
        yield from html_rows(head, rows, marked=table.marked, mark=' class="wrong"')
        yield "</table>\n</div>"

    def figure(self, figure: Figure) -> Iterator[str]:
        number, opening = "", "<figure>"
        if figure.number is not None:
            other = f"{_OTHER.get(figure.kind)}-{figure.number}"
            number = f"{figure.number}."
            if other in self.ids:
                number = f'<a href="#{other}">{number}</a>'
            number = f"<b>{number}</b> "
            look = ' class="upside-down"' if figure.upside_down else ""
            opening = f'<figure id="{figure.kind}-{figure.number}"{look}>'
        yield opening
        if figure.is_drawn:
            yield self.picture(figure)
        lines = "<br>".join(map(self.say, figure.lines))
        below = f"<div>{lines}</div>" if lines else ""
        yield f"<figcaption>{number}{self.say(figure.caption)}{below}</figcaption>\n</figure>"

    def picture(self, figure: Figure) -> str:
        svg = figure.drawn(self.catalogue, self.document.theme)
        if figure.scene is not None and svg is not None:
            return svg.rstrip()
        # A drawing from a file is shown as a picture, where no script of it can run.
        kind, data = ("png", figure.png or b"") if svg is None else ("svg+xml", svg.encode())
        coded = b64encode(data).decode("ascii")
        alt = escaped(figure.alt(self.catalogue))
        return f'<img alt="{alt}" src="data:image/{kind};base64,{coded}">'
