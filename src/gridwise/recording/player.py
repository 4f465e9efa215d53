"""A small player for a notebook: the boards of a run, with a slider, in one piece of HTML.

It loads nothing and needs no widget library. Without scripts it shows the last board. The pictures
are packed: each distinct line of their SVG is kept once, a picture is a list of line numbers, and
all is compressed; the browser unpacks it.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence

from gridwise.core.message import Message, msg
from gridwise.recording.frames import BoardFrame
from gridwise.render.svg import escaped, to_svg
from gridwise.render.words import Catalogue, in_sentence, in_words

_REM_A_CELL, _LEAST_REM, _MOST_REM = 2.4, 12.0, 30.0

_SCRIPT = """
(function start(tries) {
  var found = document.querySelectorAll('[data-gridwise="ID"]:not([data-ready])');
  if (!found.length && tries) { setTimeout(start, 100, tries - 1); return; }
  if (!window.DecompressionStream) { return; }
  var packed = Uint8Array.from(atob("DATA"), function (c) { return c.charCodeAt(0); });
  var stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  new Response(stream).json().then(function (data) {
    found.forEach(function (root) { play(root, data); });
  });
  function play(root, data) {
    function part(name) { return root.querySelector('[data-part="' + name + '"]'); }
    var slider = part("slider"), said = part("said"), stage = part("stage");
    var button = part("play"), last = data.frames.length - 1, timer = null;
    function show(at) {
      at = Math.max(0, Math.min(last, at));
      stage.innerHTML = data.frames[at].map(function (n) { return data.lines[n]; }).join("");
      said.textContent = data.said[at];
      slider.value = at;
      slider.setAttribute("aria-valuetext", data.said[at]);
    }
    function stop() {
      clearInterval(timer);
      timer = null;
      button.textContent = data.play;
      said.setAttribute("aria-live", "polite");
    }
    button.addEventListener("click", function () {
      if (timer !== null) { stop(); return; }
      if (+slider.value === last) { show(0); }
      button.textContent = data.pause;
      said.setAttribute("aria-live", "off");
      timer = setInterval(function () {
        if (!root.isConnected || +slider.value === last) { stop(); return; }
        show(+slider.value + 1);
      }, Math.max(80, Math.min(800, 20000 / (last + 1))));
    });
    slider.addEventListener("input", function () { stop(); show(+slider.value); });
    part("back").addEventListener("click", function () { stop(); show(+slider.value - 1); });
    part("on").addEventListener("click", function () { stop(); show(+slider.value + 1); });
    root.setAttribute("data-ready", "");
    part("controls").hidden = false;
    show(last);
  }
})(50);
"""


def packed_frames(
    frames: Sequence[BoardFrame], steps: int, catalogue: Catalogue | None = None
) -> str:
    """Return the pictures and words of frames as compressed JSON in base64.

    `steps` is the number of steps of the whole run; the frames may be a part of it.
    """
    lines: dict[str, int] = {}
    drawn, words = [], []
    for frame in frames:
        text = _said(frame, steps, catalogue)
        svg = to_svg(frame.scene, title=text, catalogue=catalogue).split("\n")
        drawn.append([lines.setdefault(line, len(lines)) for line in svg])
        words.append(text)
    data = {
        "lines": list(lines),
        "frames": drawn,
        "said": words,
        "play": msg("Play").words(catalogue),
        "pause": msg("Pause").words(catalogue),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode("ascii")


def player(
    frames: Sequence[BoardFrame],
    *,
    steps: int,
    title: Message,
    notes: Sequence[Message] = (),
    packed: str | None = None,
    catalogue: Catalogue | None = None,
) -> str:
    """Return the player as HTML.

    Parameters
    ----------
    frames
        At least one board.
    steps
        The number of steps of the whole run.
    title
        The name of the run, for screen readers.
    notes
        Lines below, such as which steps were left out.
    packed
        The result of `packed_frames`; None makes it.
    catalogue
        The language; English without one.
    """

    def say(message: Message) -> str:
        return escaped(in_words(message, catalogue))

    data = packed_frames(frames, steps, catalogue) if packed is None else packed
    ident = hashlib.sha256(data.encode()).hexdigest()[:12]
    end = frames[-1]
    text = _said(end, steps, catalogue)
    svg = to_svg(end.scene, title=text, catalogue=catalogue).encode("utf-8", "replace")
    picture = base64.b64encode(svg).decode("ascii")
    wide = min(_MOST_REM, max(_LEAST_REM, _REM_A_CELL * end.scene.width))
    last, below = (
        len(frames) - 1,
        "".join(f"<br>{escaped(in_sentence(note, catalogue))}" for note in notes),
    )
    script = _SCRIPT.replace("ID", ident, 1).replace("DATA", data, 1)
    return f"""<div data-gridwise="{ident}" role="group" aria-label="{say(title)}" \
data-lm-suppress-shortcuts="true" style="max-width: {wide:g}rem">
<div data-part="stage"><img alt="{escaped(text)}" style="width: 100%" \
src="data:image/svg+xml;base64,{picture}"></div>
<div data-part="controls" hidden>
<label style="display: block">{say(msg("Step"))}
<input data-part="slider" type="range" min="0" max="{last}" value="{last}" step="1" \
data-lm-suppress-shortcuts="true" style="width: 100%"></label>
<button data-part="play" type="button">{say(msg("Play"))}</button>
<button data-part="back" type="button">{say(msg("Step back"))}</button>
<button data-part="on" type="button">{say(msg("Step forward"))}</button>
</div>
<p data-part="said" aria-live="polite" style="min-height: 3em">{escaped(text)}</p>
<p><small>{say(title)}{below}</small></p>
<script>{script}</script>
</div>
"""


def _said(frame: BoardFrame, steps: int, catalogue: Catalogue | None) -> str:
    if not frame.step:
        return in_sentence(frame.text, catalogue)
    number = msg("step {step} of {steps}", step=frame.step, steps=steps)
    return in_sentence(msg("{what}: {why}", what=number, why=frame.text), catalogue)
