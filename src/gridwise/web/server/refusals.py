"""Responses to refused and failed requests: problem JSON on the API, else a plain page."""

import json
from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.render.catalogue import catalogue
from gridwise.render.words import in_words
from gridwise.web.server.visitor import negotiated

API = "/api/"
PROBLEM = "application/problem+json"

TEXTS: Mapping[int, Message] = {
    400: msg("This request could not be read."),
    401: msg(
        "This server asks for a token. Open the link that it printed when it was started; a "
        "program sends the header Authorization: Bearer with the token."
    ),
    403: msg(
        "This server answers only under its own address, and only its own pages. Open the "
        "address that it printed when it was started."
    ),
    404: msg("There is nothing at this address."),
    405: msg("This cannot be done with this address."),
    408: msg("What was sent took too long to arrive."),
    413: msg("What was sent is larger than this address accepts."),
    414: msg("This address is too long."),
    429: msg("The server is busy: try again soon."),
    431: msg("This request has more headers than the server reads."),
    500: msg("Something went wrong here. The fault is ours; what you played is saved."),
}


def problem(status: int, detail: str, **more: Any) -> dict[str, Any]:
    """Return an error as a problem of RFC 9457."""
    title = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}


def refusal(
    status: int, path: str, accepted: str
) -> tuple[bytes, bytes, list[tuple[bytes, bytes]]]:
    """Return the media type, the body and further headers of an error response.

    Parameters
    ----------
    status
        The HTTP status.
    path
        The requested path; it tells the API from pages.
    accepted
        The header Accept-Language.
    """
    text = TEXTS.get(status, TEXTS[400])
    more = [(b"www-authenticate", b"Bearer")] if status == 401 else []
    if path.startswith(API):
        body = json.dumps(problem(status, in_words(text))).encode()
        return PROBLEM.encode(), body, more
    language = negotiated(accepted)
    words = in_words(text, catalogue(language))
    title = in_words(msg("Gridwise: {status}", status=status), catalogue(language))
    page = plain_page(language, title, words)
    return b"text/html; charset=utf-8", page.encode(), more


def plain_page(language: str, title: str, words: str, more: str = "") -> str:
    """Return a page that needs nothing else; `more` is HTML below the words."""
    return _PAGE.format(
        language=escape(language), title=escape(title), words=escape(words), more=more
    )


_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; min-height: 100vh; display: grid; place-items: center;
  font: 1.125rem/1.6 system-ui, sans-serif; }}
main {{ max-width: 34rem; padding: 2rem; }}
h1 {{ font-size: 1.25rem; font-weight: 600; }}
</style>
</head>
<body><main><h1>{title}</h1><p>{words}</p>{more}</main></body>
</html>
"""
