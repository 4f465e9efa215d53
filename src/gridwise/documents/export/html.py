"""Booklets as one web page: drawings inside it, nothing loaded, nothing run."""

from gridwise.documents.export.booklet import Booklet, Figure
from gridwise.render.palette import Theme
from gridwise.render.svg import escaped

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def to_html(booklet: Booklet) -> str:
    """Return the booklet as an HTML document that needs no other file."""
    title = escaped(booklet.title)
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{escaped(booklet.lang)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escaped(_POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="generator" content="Gridwise">',
        f"<title>{title}</title>",
        f"<style>\n{_style(booklet.theme)}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{title}</h1>",
        *_section(booklet, booklet.boards, "board"),
    ]
    if booklet.solutions:
        parts.append(f'<h2 id="solutions">{escaped(booklet.solutions_title)}</h2>')
        parts += _section(booklet, booklet.solutions, "solution")
    return "\n".join((*parts, "</main>", "</body>", "</html>", ""))


def _section(booklet: Booklet, figures: tuple[Figure, ...], kind: str) -> list[str]:
    out = [f'<div class="{kind}s">']
    other = "solution" if kind == "board" else "board"
    for figure in figures:
        number = f"{figure.number}."
        if booklet.solutions:
            number = f'<a href="#{other}-{figure.number}">{number}</a>'
        out.append(f'<figure id="{kind}-{figure.number}">')
        if figure.scene is not None:
            out.append(figure.svg(booklet.theme).rstrip())
        out.append(f"<figcaption><b>{number}</b> {escaped(figure.caption)}</figcaption>")
        out.append("</figure>")
    return [*out, "</div>"]


def _style(theme: Theme) -> str:
    return f"""\
:root {{ color-scheme: {theme.scheme}; }}
body {{ margin: 0; background: {theme.page}; color: {theme.ink};
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }}
main {{ max-width: 76rem; margin: 0 auto; padding: 1.5rem; }}
h1, h2 {{ line-height: 1.2; overflow-wrap: anywhere; }}
.boards, .solutions {{ display: grid; gap: 1.5rem; }}
.boards {{ grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }}
.solutions {{ grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr));
  font-size: 0.85rem; }}
figure {{ margin: 0; break-inside: avoid; }}
svg {{ display: block; width: 100%; max-height: 92vh; }}
figcaption {{ margin-top: 0.3rem; text-align: center; overflow-wrap: anywhere; }}
a {{ color: {theme.filled}; }}
@media print {{ h2 {{ break-before: page; }} svg {{ max-height: 22cm; }} }}
"""
