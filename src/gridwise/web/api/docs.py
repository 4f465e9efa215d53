"""The documents of the API as one page, without scripts and other hosts."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_METHODS = ("get", "post", "delete")


def page(api: Mapping[str, Any], root: str = "") -> str:
    """Return the page of an API under a root; all text is escaped."""
    about = api["info"]
    parts = [
        f"<h1>{escape(about['title'])} <small>{escape(about['version'])}</small></h1>",
        f"<p>{escape(about['description'])}</p>",
        '<p>The same for programs: <a href="openapi.json">openapi.json</a></p>',
    ]
    for path, operations in api["paths"].items():
        for method in _METHODS:
            if method in operations:
                parts += _operation(method, f"{root}{path}", operations[method])
    parts.append("<h2>Models</h2>")
    for name, schema in api["components"]["schemas"].items():
        parts += _model(name, schema)
    return _PAGE.format(title=escape(about["title"]), body="\n".join(parts))


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield "<section>"
    yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
    yield f"<p>{escape(operation.get('summary', ''))}</p>"
    body = operation.get("requestBody", {}).get("content", {})
    for kind, content in body.items():
        yield f"<p>Takes {escape(kind)}: {_type(content['schema'])}</p>"
    known = operation.get("parameters", ())
    if known:
        yield _table(
            ("parameter", "in", "type", "what it is"),
            [
                (
                    f"<code>{escape(one['name'])}</code>",
                    escape(one["in"]),
                    _type(one["schema"]),
                    escape(one.get("description", "")),
                )
                for one in known
            ],
        )
    yield _table(
        ("status", "what it says", "gives"),
        [
            (
                escape(status),
                escape(answer.get("description", "")),
                ", ".join(_type(c.get("schema", {})) for c in answer.get("content", {}).values()),
            )
            for status, answer in operation["responses"].items()
        ],
    )
    yield "</section>"


def _model(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f'<section><h3 id="{escape(name)}">{escape(name)}</h3>'
    if "description" in schema:
        yield f"<p>{escape(schema['description'])}</p>"
    needed = schema.get("required", ())
    yield _table(
        ("field", "type", "what it is"),
        [
            (
                f"<code>{escape(field)}</code>" + (" (needed)" if field in needed else ""),
                _type(one),
                escape(one.get("description", "")),
            )
            for field, one in schema.get("properties", {}).items()
        ],
    )
    yield "</section>"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a table; the head is text, the cells are HTML already."""
    top = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    lines = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"
    label = escape(", ".join(head))
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">{table}</div>'


_LIMITS = {
    "minimum": "from {}",
    "exclusiveMinimum": "above {}",
    "maximum": "to {}",
    "minLength": "from {} characters",
    "maxLength": "to {} characters",
    "minItems": "from {}",
    "maxItems": "to {}",
    "default": "without: {}",
}


def _type(schema: Mapping[str, Any]) -> str:
    """Return the type of a schema as HTML."""
    if "$ref" in schema:
        name = escape(str(schema["$ref"]).rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "allOf", "oneOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    said = escape(str(schema.get("type", "anything")))
    if "items" in schema:
        said += f" of {_type(schema['items'])}"
    limits = [
        escape(text.format(schema[name]))
        for name, text in _LIMITS.items()
        if schema.get(name) not in (None, "")
    ]
    return said + (f" <small>({', '.join(limits)})</small>" if limits else "")


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: the REST API</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 1rem/1.6 system-ui, sans-serif; }}
h2 {{ margin-top: 2.5rem; font-size: 1.125rem; }}
h3 {{ margin-top: 2rem; font-size: 1rem; }}
code {{ font-family: ui-monospace, monospace; overflow-wrap: anywhere; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; margin: 0.5rem 0; }}
th, td {{ text-align: start; vertical-align: top; padding: 0.35rem 1rem 0.35rem 0;
  border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }}
</style>
</head>
<body><main>
{body}
</main></body>
</html>
"""
