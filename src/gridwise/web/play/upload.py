"""The place to choose a file or to drop one on, with a button that has a name."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from gridwise.web.play.push import Push


def upload(
    label: str,
    *,
    accept: str,
    most_bytes: int,
    on_upload: Callable[..., Any],
    on_rejected: Callable[..., Any],
) -> ui.upload:
    """Return a place for one file, which is sent as soon as it is chosen.

    Parameters
    ----------
    label
        What the button says.
    accept
        The kinds of file that the browser offers, as in HTML.
    most_bytes
        The largest file that is taken.
    on_upload, on_rejected
        What is done with a file, and where it is too large.
    """
    made = ui.upload(
        on_upload=on_upload, on_rejected=on_rejected, max_file_size=most_bytes, auto_upload=True
    )
    made.props["accept"] = accept
    made.props("flat").classes("gw-upload")
    # Quasar's own head is a button without a name that holds another control.
    with made.add_slot("header"):
        button = Push(label, icon="upload_file", classes="gw-upload-button")
        button.element.on("click", js_handler=f"() => runMethod({made.id}, 'pickFiles', [])")
        ui.element("q-uploader-add-trigger")
    return made
