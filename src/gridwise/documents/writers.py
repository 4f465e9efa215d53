"""The writers of documents by the ending of the file."""

from collections.abc import Callable, Mapping

from gridwise.documents import write_docx, write_html, write_pdf
from gridwise.documents.model import Document
from gridwise.render.catalogue import Catalogue

Check = Callable[[], None]
"""Callback now and then while a document is written; an exception from it ends the work."""

Writer = Callable[[Document, Catalogue, Check], bytes]

WRITERS: Mapping[str, Writer] = {
    ".docx": write_docx.write,
    ".pdf": write_pdf.write,
    ".html": write_html.write,
}
