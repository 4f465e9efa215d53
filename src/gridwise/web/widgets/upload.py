"""Files from the visitor: an upload field, and texts or files pasted or dropped on the page."""

import base64
import binascii
from collections.abc import Callable
from typing import Any

from nicegui import events, ui

from gridwise.web.widgets.parts import Button


def upload(
    label: str,
    *,
    most_bytes: int,
    on_upload: Callable[..., Any],
    on_rejected: Callable[..., Any],
    accept: str = "",
) -> ui.upload:
    """Return an upload field for one file, sent as soon as it is chosen.

    Parameters
    ----------
    label
        The button's text.
    most_bytes
        The largest file that is taken.
    on_upload, on_rejected
        Called with the file; called if it is too large, or none of `accept`.
    accept
        The kinds of file that are taken, as in HTML; by default any, whatever its name.
    """
    made = ui.upload(
        on_upload=on_upload, on_rejected=on_rejected, max_file_size=most_bytes, auto_upload=True
    )
    if accept:
        made.props["accept"] = accept
    made.props("flat").classes("gw-upload")
    # Quasar's own head is a button without a name that holds another control.
    with made.add_slot("header"):
        button = Button(label, icon="upload_file", classes="gw-upload-button")
        button.on("click", js_handler=f"() => runMethod({made.id}, 'pickFiles', [])")
        ui.element("q-uploader-add-trigger")
    return made


MOST_PASTED = 200_000
"""The most bytes that may be pasted or dropped; the dialog takes longer files."""
_TAKE = """
(() => {
  const id = "%(id)s", most = %(most)d;
  let waiting = [];  // what came before the server listened; then null
  const send = detail =>
    document.getElementById(id).dispatchEvent(new CustomEvent("gw-taken", { detail }));
  const tell = (kind, [name, content]) => {
    const detail = [kind, name, content];
    if (waiting) waiting.push(detail); else send(detail);
  };
  window.gwTake = () => {
    const held = waiting || [];
    waiting = null;
    held.forEach(send);
  };
  const give = async file => {
    if (file.size > most) return tell("long", [file.name, ""]);
    const url = await new Promise(done => {
      const reader = new FileReader();
      reader.onload = () => done(String(reader.result));
      reader.onerror = () => done(",");
      reader.readAsDataURL(file);
    });
    tell("file", [file.name, url.slice(url.indexOf(",") + 1)]);
  };
  const elsewhere = e => e.target.closest
    && e.target.closest("input, textarea, select, [contenteditable=true], .q-dialog, .gw-upload");
  document.onpaste = e => {
    if (elsewhere(e)) return;
    const file = e.clipboardData.files[0], text = e.clipboardData.getData("text/plain");
    if (text.length > most) tell("long", ["", ""]);
    else if (text) tell("text", ["", text]);
    else if (file) give(file);
    else return;
    e.preventDefault();
  };
  const files = e => !elsewhere(e) && [...e.dataTransfer.types].includes("Files");
  document.ondragover = e => { if (files(e)) e.preventDefault(); };
  document.ondrop = e => {
    if (!files(e)) return;
    e.preventDefault();
    if (e.dataTransfer.files[0]) give(e.dataTransfer.files[0]);
  };
})()
"""


def taken_anywhere(
    on_taken: Callable[[bytes, str], Any], on_rejected: Callable[[], Any]
) -> ui.element:
    """Handle texts and files pasted or dropped anywhere, except in fields and dialogs.

    Parameters
    ----------
    on_taken
        Called with the bytes and the name of the file, empty for pasted text.
    on_rejected
        Called if the data are longer than `MOST_PASTED`.
    """
    heard = ui.element("div").classes("gw-hidden").props('aria-hidden="true"')

    def take(event: events.GenericEventArguments) -> Any:
        sent = event.args
        if not (
            isinstance(sent, list) and len(sent) == 3 and all(isinstance(s, str) for s in sent)
        ):
            return None
        kind, name, content = sent
        if kind == "long":
            return on_rejected()
        if kind == "text":
            return on_taken(content.encode("utf-8", "replace"), name)
        try:
            return on_taken(base64.b64decode(content, validate=True), name)
        except binascii.Error:
            return None

    heard.on("gw-taken", take, js_handler="(e) => emit(e.detail)")
    script = _TAKE % {"id": heard.html_id, "most": MOST_PASTED}
    if ui.context.client.has_socket_connection:  # reached from another page of ours
        ui.run_javascript(f"{script}; window.gwTake()")
    else:  # part of the page itself, as the board is seen before the server listens
        ui.add_body_html(f"<script>{script}</script>")
        ui.run_javascript("window.gwTake()")
    return heard
