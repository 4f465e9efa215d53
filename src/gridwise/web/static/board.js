// The board: draws a scene as SVG and tells what is done to it. All text goes in by textContent.
//
// A cell of a scene: r role, t text, g given, n notes, c notes in the middle, o overlay, h heat,
// s shade, m highlight, i what moves, p its part of a picture, l its name.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 48; // of a cell, in the units of the drawing
const HALF = SIDE / 2;
const RIM = 26; // for the numbers of rows and columns, in the units of the drawing
const EDGE = 3; // pixels around the grid, for its outline
const LEAST = 24; // pixels of a cell that can be pressed
const LEAST_LOW = 18; // the same where a window is low and a mouse presses, so that no row is out of sight
const LEAST_TOUCHED = 32; // the same where fingers press
const LEAST_SEEN = 12; // pixels of a cell that is only looked at
const WHOLE = 648; // pixels of a board among other things that has all the room it wants
const LARGEST = 400; // pixels of a cell of a board that a page is made for
const TALL = 230; // pixels that a page wants above and below a board, where --gw-beyond does not say
const LEAST_PANNED = 160; // pixels of a board in view, however low the window is
const ZOOMED = 96; // pixels that a cell can be zoomed to
const STEP = 1.25; // by which a button or a key zooms
const ZOOM_KEYS = { "+": 1, "=": 1, "-": -1, 0: 0 };
const FIFTH = 5; // cells between two seams of a large board
const BELOW = 10; // pixels that stay free below a board that fits into the window
const LONG_PRESS_MS = 450;
const INSET = 2.5; // of the outline of an area
const DIGITS = /^\d+$/;
const DOUBLE_MS = 400; // between the clicks of a double one
const SLOP = 10; // pixels that a finger may move in a long press
const INNER = 0.4; // of a cell's side: how far from its middle a drag selects it, so that a slanted one spares corners
const SWIPE = 18; // pixels after which a tile is pushed
const CORNERS = [0, 2, 6, 8, 1, 7, 3, 5]; // places of a 3x3 grid around the middle
// What takes keys itself, wholly; and what is pressed by Space and Enter.
const TYPED = "input, select, textarea, pre, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=slider]";
const PRESSED = "button, a, summary, label, [role=button], [role=switch], [role=checkbox], [role=radio], [role=tab]";
const NEAT = new Set(["mine", "queen", "blocked", "flag", "exploded", "wrong-flag", "cross"]);

function make(name, attributes = {}, text) {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  return node;
}

const path = (d, css) => make("path", { d, class: css });
const rect = (x, y, width, height, rx, css) => make("rect", { x, y, width, height, rx, class: css });
const dot = (cx, cy, r, css) => make("circle", { cx, cy, r, class: css });

// A digit is about 0.72 em high in these fonts.
const label = (x, y, text, size, css) =>
  make("text", { x, y: (y + size * 0.36).toFixed(2), "font-size": size.toFixed(2), class: css }, text);

const fitting = (text, size) => Math.min(size, (SIDE * 0.85) / (0.6 * Math.max(1, text.length)));

// Pieces, drawn for a square of 48.

const covered = () => [
  rect(0, 0, SIDE, SIDE, 3, "gw-cover-side"),
  rect(2.5, 1.5, 43, 42, 5, "gw-cover"),
  path("M6 3H42", "gw-cover-light"),
];

const mine = () => [
  path("M24 6.5V41.5M6.5 24H41.5M12.2 12.2L35.8 35.8M12.2 35.8L35.8 12.2", "gw-spikes"),
  dot(HALF, HALF, 11.6, "gw-mine"),
  path("M17.2 22.4a7.4 7.4 0 0 1 5.2-5.4", "gw-glint"),
];

const flag = () => [
  path("M11.5 41c0-2.7 4.2-3.9 9-3.9s9 1.2 9 3.9z", "gw-pole-foot"),
  path("M20.5 8.5V38.5", "gw-pole"),
  path("M22 9.3c4.4-2.3 7.8 1.9 15 -.3v14.4c-7.2 2.2-10.6-2-15 .3z", "gw-flag"),
  path("M22 16.5c4.4-2.3 7.8 1.9 15-.3v7.2c-7.2 2.2-10.6-2-15 .3z", "gw-flag-fold"),
];

const queen = (given) => {
  const css = given ? "gw-queen gw-queen-given" : "gw-queen";
  return [
    path(
      "M11.2 33.2L7.4 17.6 15.4 25 16.4 12.6 21.4 23.6 24 10.6 26.6 23.6 31.6 12.6 32.6 25 40.6 17.6 36.8 33.2Q24 29.4 11.2 33.2z",
      css,
    ),
    path("M11.6 36.2Q24 32.4 36.4 36.2L37.8 41.2Q24 44.6 10.2 41.2z", css),
    ...[[7, 15.4, 2.5], [16.2, 10, 2.5], [24, 7.6, 2.8], [31.8, 10, 2.5], [41, 15.4, 2.5]].map(([cx, cy, r]) => dot(cx, cy, r, css)),
  ];
};

const SHAPES = {
  covered,
  mine,
  exploded: () => [path("M24 1.5l4.8 9.6 9.6-5.8-3.2 10.6 11.3.6-8.7 7.5 8.7 7.5-11.3.6 3.2 10.6-9.6-5.8L24 46.5l-4.8-9.6-9.6 5.8 3.2-10.6-11.3-.6L10.2 24l-8.7-7.5 11.3-.6L9.6 5.3l9.6 5.8z", "gw-blast"), ...mine()],
  flag: () => [...covered(), ...flag()],
  "wrong-flag": () => [...covered(), ...flag(), path("M9 9L39 39M39 9L9 39", "gw-strike-back"), path("M9 9L39 39M39 9L9 39", "gw-strike")],
  queen: (cell) => queen(cell.g),
  blocked: () => [rect(3, 3, 42, 42, 5, "gw-block"), path("M15 15l18 18m0-18l-18 18", "gw-block-cross")],
  cross: () => [path("M17.5 17.5l13 13m0-13l-13 13", "gw-no")],
  blank: () => [rect(5, 5, SIDE - 10, SIDE - 10, 7, "gw-gap")],
};

function notes(cell, most) {
  const list = cell.n;
  // Where something stands in the middle too, the others keep to the rim.
  if (cell.c && list.length <= CORNERS.length) return spread(list, CORNERS, 3);
  // Digits have their own places, so that a note is found without reading.
  const own = list.map((note) => Number(note) - 1);
  const side = Math.max(3, Math.ceil(Math.sqrt(Math.max(most, list.length))));
  return spread(list, own.every((place) => place >= 0 && place < side * side) ? own : list.keys(), side);
}

function spread(list, places, side) {
  const step = (SIDE - 6) / side;
  const longest = Math.max(...list.map((note) => note.length));
  // Numbers of two digits are kept apart from their neighbours.
  const size = Math.min(13, step * 0.92, step / (0.62 * longest + (longest > 1 ? 0.2 : 0)));
  const at = [...places];
  return list.map((note, i) =>
    label(3 + ((at[i] % side) + 0.5) * step, 3 + (Math.floor(at[i] / side) + 0.5) * step, note, size, "gw-note"),
  );
}

function shade(name, id) {
  if (name === "attacked") return [dot(HALF, HALF, 4, "gw-attacked")];
  const out = [rect(0, 0, SIDE, SIDE, 0, `gw-shade-${name}`)];
  if (name === "peer") out.push(make("rect", { width: SIDE, height: SIDE, fill: `url(#${id}-peer)` }));
  else out.push(path("M12 42.5H36", "gw-same-line"));
  return out;
}

function frame(name) {
  const group = make("g", { class: `gw-mark gw-mark-${name}` });
  group.append(rect(2.5, 2.5, SIDE - 5, SIDE - 5, 4, "gw-mark-back"), rect(2.5, 2.5, SIDE - 5, SIDE - 5, 4, "gw-mark-frame"));
  if (name === "target") group.append(rect(7, 7, SIDE - 14, SIDE - 14, 3, "gw-mark-inner"));
  if (name === "conflict") group.append(path("M35 2.5H45.5V13z", "gw-mark-flag"));
  return group;
}

// The outline of an area, just inside of its cells.
function outline(cells, width) {
  const inside = new Set(cells);
  let d = "";
  for (const at of cells) {
    const col = at % width;
    const up = inside.has(at - width);
    const down = inside.has(at + width);
    const left = col > 0 && inside.has(at - 1);
    const right = col + 1 < width && inside.has(at + 1);
    const x = col * SIDE + (left ? 0 : INSET);
    const y = Math.floor(at / width) * SIDE + (up ? 0 : INSET);
    const across = (col + 1) * SIDE - (right ? 0 : INSET);
    const below = (Math.floor(at / width) + 1) * SIDE - (down ? 0 : INSET);
    if (!up) d += `M${x} ${y}H${across}`;
    if (!down) d += `M${x} ${below}H${across}`;
    if (!left) d += `M${x} ${y}V${below}`;
    if (!right) d += `M${across} ${y}V${below}`;
  }
  return d;
}

// A link from rim to rim, slightly bent so that it passes what lies between, and its head.
function arrow([x, y, from], [tx, ty, to]) {
  const length = Math.hypot(tx - x, ty - y);
  if (length < from + to + 2) return ["", ""];
  const [ux, uy] = [(tx - x) / length, (ty - y) / length];
  const bend = Math.min(14, length * 0.12);
  const [mx, my] = [(x + tx) / 2 - uy * bend, (y + ty) / 2 + ux * bend];
  const cut = (px, py, by) => {
    const far = Math.hypot(mx - px, my - py);
    return [px + ((mx - px) / far) * by, py + ((my - py) / far) * by, (px - mx) / far, (py - my) / far];
  };
  const [sx, sy] = cut(x, y, from);
  const [ex, ey, dx, dy] = cut(tx, ty, to + 1);
  const at = (along, across) => `${(ex - dx * along - dy * across).toFixed(1)} ${(ey - dy * along + dx * across).toFixed(1)}`;
  const f = (number) => number.toFixed(1);
  return [`M${f(sx)} ${f(sy)}Q${f(mx)} ${f(my)} ${f(ex - dx * 3)} ${f(ey - dy * 3)}`, `M${f(ex)} ${f(ey)}L${at(5.5, 2.8)}L${at(5.5, -2.8)}Z`];
}

// A candidate in a circle or a square, or crossed out; the same around a whole cell.
function marked([x, y, reach], text, tone) {
  const r = reach - 0.3;
  const css = `gw-tone-${tone}`;
  const out = [];
  if (tone === "first") out.push(dot(x, y, r, text ? css : `${css} gw-tone-whole`));
  else if (text && tone === "removed") out.push(dot(x, y, r, "gw-tone-out"));
  else if (tone === "second") out.push(rect(x - r + 0.4, y - r + 0.4, 2 * r - 0.8, 2 * r - 0.8, 1.5, text ? css : `${css} gw-tone-whole`));
  if (tone === "removed") {
    const d = `M${x - r} ${y + r}L${x + r} ${y - r}${text ? "" : `M${x - r} ${y - r}L${x + r} ${y + r}`}`;
    out.push(path(d, css));
  }
  if (text) out.push(label(x, y, text, Math.min(12.5, (reach * 1.85) / (0.62 * text.length + 0.35)), `gw-tone-text ${css}-text`));
  return out;
}

let boards = 0;

export default {
  template: `<div class="gw-board" ref="box"></div>`,
  props: {
    scene: String, // JSON: a text is handed through as it is, where Vue would watch every cell
    rev: Number,
    label: String,
    keys: Array,
    readonly: Boolean,
    anywhere: Boolean,
    several: Boolean,
    coordinates: Boolean,
    picture: String,
    numbers: Boolean,
  },
  emits: ["press", "second", "chord", "select", "choose", "key", "seen", "stale"],
  mounted() {
    this.mark_ = `gw-board-${++boards}`;
    this.at = 0;
    this.told = -1;
    this.zoom = 1;
    this.zoomer = this.fitted()?.querySelector("[data-zoom]");
    this.zoomer?.addEventListener("click", (event) => {
      const by = event.target.closest("[data-by]")?.dataset.by;
      if (by !== undefined) this.zoomBy(Number(by));
    });
    this.numbered = this.coordinates;
    this.takeAll(this.rev, JSON.parse(this.scene), this.keys, this.picture, this.numbers);
    if (!this.readonly) this.listen(this.$refs.box);
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this.$refs.box);
    this.foot = this.fitted()?.querySelector("[data-foot]");
    if (this.foot) this.watcher.observe(this.foot);
    // What is above the board may become lower, too.
    this.around = new ResizeObserver(() => requestAnimationFrame(() => this.svg.isConnected && this.fit()));
    if (this.fitted()) this.around.observe(this.fitted());
    this.onWindow = () => this.fit();
    window.addEventListener("resize", this.onWindow);
    if (!this.readonly) {
      this.onSeen = () => this.$emit("seen", !document.hidden);
      document.addEventListener("visibilitychange", this.onSeen);
      if (document.hidden) this.onSeen();
      this.onKey = (event) => this.elsewhere(event);
      if (this.anywhere) document.addEventListener("keydown", this.onKey);
    }
    // What was sent while the element was not on the page is lost; the server knows what it sent.
    this.$emit("stale", this.rev_);
  },
  beforeUnmount() {
    clearTimeout(this.press_);
    this.watcher.disconnect();
    this.around.disconnect();
    window.removeEventListener("resize", this.onWindow);
    document.removeEventListener("visibilitychange", this.onSeen);
    document.removeEventListener("keydown", this.onKey);
  },
  watch: {
    rev(number) {
      if (number > this.rev_) this.takeAll(number, JSON.parse(this.scene), this.keys, this.picture, this.numbers);
    },
  },
  methods: {
    // What the page asks for. Every change has a number: what is older than what is shown is
    // dropped, and where one is missing the whole is asked for.

    takeAll(rev, scene, keys, picture, numbers) {
      if (rev < this.rev_) return; // sent before what is shown, and overtaken on the way
      this.rev_ = rev;
      this.taken = new Set(keys || []);
      const before = this.drawn;
      const laid = this.laid === picture && this.written === numbers;
      this.laid = picture;
      this.written = numbers;
      this.drawn = scene;
      const frameOf = (one) => JSON.stringify([one.width, one.height, one.rows, one.cols]);
      if (before && laid && frameOf(before) === frameOf(scene)) {
        this.change(scene.cells.map((cell, at) => [at, cell]), true);
        this.explain();
        this.alt(scene.alt);
      } else {
        const other = !before || frameOf(before) !== frameOf(scene);
        if (other) this.zoom = this.kept() || 1;
        this.unseen ||= other;
        this.build();
      }
    },
    patch(rev, cells, animate, alt, overlay) {
      if (!this.follows(rev)) return;
      const targets = this.targets(cells);
      this.change(cells, animate);
      // When what explains them lies where it will lie.
      requestAnimationFrame(() => requestAnimationFrame(() => this.bring(targets)));
      this.drawn.overlay = overlay;
      this.explain();
      this.alt(alt);
    },
    takeKeys(rev, list) {
      if (this.follows(rev)) this.taken = new Set(list);
    },
    lay(rev, picture, numbers) {
      if (!this.follows(rev)) return;
      this.laid = picture;
      this.written = numbers;
      this.dropPieces();
      this.placePieces(false);
    },
    select(at) {
      this.told = at;
      this.choose([], false);
      this.go(at, false);
    },
    coordinate(wanted) {
      this.numbered = wanted;
      this.build();
    },
    follows(rev) {
      if (rev <= this.rev_) return false;
      if (rev !== this.rev_ + 1) {
        this.$emit("stale", this.rev_);
        return false;
      }
      this.rev_ = rev;
      return true;
    },

    // Drawing.

    change(cells, animate) {
      let moves = this.pieces.size > 0;
      for (const [at, cell] of cells) {
        this.data[at] = cell;
        moves ||= cell.i !== undefined;
        this.paint(at);
      }
      if (moves) this.placePieces(animate);
    },

    alt(text) {
      if (this.readonly) this.svg.setAttribute("aria-label", [this.label, text].filter(Boolean).join(": "));
    },

    build() {
      const { width, height, cells } = this.drawn;
      const box = this.$refs.box;
      const had = box.contains(document.activeElement);
      const [left, top] = [box.scrollLeft, box.scrollTop];
      this.data = cells.slice();
      this.at = Math.min(this.at, this.data.length - 1);
      this.places = [];
      this.shown = [];
      const svg = make("svg", { class: "gw-svg", role: this.readonly ? "img" : "grid", "aria-label": this.label || "" });
      this.svg = svg;
      if (!this.readonly) {
        svg.setAttribute("aria-rowcount", height);
        svg.setAttribute("aria-colcount", width);
        if (this.several) svg.setAttribute("aria-multiselectable", "true");
      }
      svg.append(this.patterns());
      for (let row = 0; row < height; row++) {
        const line = make("g", this.readonly ? {} : { role: "row", "aria-rowindex": row + 1 });
        for (let col = 0; col < width; col++) {
          const at = row * width + col;
          const place = make("g", { transform: `translate(${col * SIDE} ${row * SIDE})` });
          if (!this.readonly) {
            place.setAttribute("role", "gridcell");
            place.setAttribute("aria-colindex", col + 1);
            place.setAttribute("tabindex", at === this.at ? 0 : -1);
          }
          place.dataset.cell = at;
          this.places.push(place);
          line.append(place);
        }
        svg.append(line);
      }
      svg.append(this.lines());
      if (this.numbered) svg.append(this.margins());
      this.layer = make("g", { class: "gw-pieces", "aria-hidden": "true" });
      this.marks = make("g", { class: "gw-marks", "aria-hidden": "true" });
      this.ring = make("g", { class: "gw-ring", "aria-hidden": "true" });
      this.ring.append(rect(2, 2, SIDE - 4, SIDE - 4, 4, "gw-ring-back"), rect(2, 2, SIDE - 4, SIDE - 4, 4, "gw-ring-line"));
      this.over = make("g", { class: "gw-explained", "aria-hidden": "true" });
      this.chosen = [];
      this.hold = null;
      this.band = make("g", { class: "gw-band", "aria-hidden": "true" });
      svg.append(this.layer, this.marks, this.over, this.band, this.ring);
      this.pieces = new Map();
      this.framed = new Map();
      for (let at = 0; at < this.data.length; at++) this.paint(at);
      this.placePieces(false);
      this.explain();
      this.moveRing();
      this.alt(this.drawn.alt);
      svg.classList.toggle("gw-zooms", !!this.fitted());
      svg.classList.toggle("gw-pushed", this.pieces.size > 0 && !this.readonly);
      box.replaceChildren(svg);
      this.fit();
      box.scrollTo(left, top);
      if (had) this.places[this.at].focus({ preventScroll: true });
    },

    // A cell is a whole number of the screen's own pixels, so that lines are crisp.
    fit() {
      const rim = this.numbered ? RIM : 0;
      const width = this.drawn.width + rim / SIDE;
      const height = this.drawn.height + rim / SIDE;
      const box = this.$refs.box;
      const room = box.offsetWidth; // of which a scroll bar may take some
      if (!room) return;
      const fine = window.devicePixelRatio || 1;
      const page = this.fitted();
      const most = page ? LARGEST : Math.max(56, Math.min(128, WHOLE / Math.max(width, height)));
      const least = this.readonly ? LEAST_SEEN : LEAST;
      const wide = (room - 2 * EDGE) / width;
      const touched = matchMedia("(pointer: coarse)").matches;
      // A board that is too wide is scrolled anyway; of one that is not, no row is out of sight.
      const lowest = touched ? LEAST_TOUCHED : wide < least ? least : LEAST_LOW;
      const free = this.free(page);
      const tall = Math.max(page ? lowest : 36, free / height);
      // So that what is beside the board is beside it, and not at the rim of a wide window.
      page?.style.setProperty("--gw-fit", `${Math.ceil(width * Math.min(most, tall)) + 2 * EDGE}px`);
      const crisp = (pixels) => Math.floor(pixels * fine) / fine;
      let side = Math.max(wide < least ? least : 0, crisp(Math.min(wide, most, tall)));
      if (page) side = crisp(this.zoomed(side, crisp(Math.min(wide, free / height)), touched) + 0.5 / fine);
      const edge = (EDGE * SIDE) / side;
      const svg = this.svg;
      svg.setAttribute("viewBox", `${-edge - rim} ${-edge - rim} ${width * SIDE + 2 * edge} ${height * SIDE + 2 * edge}`);
      svg.setAttribute("width", width * side + 2 * EDGE);
      svg.setAttribute("height", height * side + 2 * EDGE);
      const over = width * side + 2 * EDGE > room + 1;
      // What does not fit is moved about in its frame, which stays between the messages and the tools.
      const high = Math.max(LEAST_PANNED, free + 2 * EDGE);
      const pans = page && height * side + 2 * EDGE > high + 1;
      box.style.maxHeight = pans ? `${high}px` : "";
      box.style.overflowY = pans ? "auto" : "";
      // A finger that moves selects, unless it has to scroll the board.
      this.dragged = this.several && !this.readonly && !over && !pans;
      svg.classList.toggle("gw-dragged", this.dragged);
      // Cells take the focus and bring themselves into view; a picture has to be scrolled itself.
      if (this.readonly && over) box.setAttribute("tabindex", 0);
      else box.removeAttribute("tabindex");
      if (page && this.unseen) requestAnimationFrame(() => this.centre());
      this.unseen = false;
    },

    // How high a cell may be, so that the board ends above the foot of the window. The part of the
    // page that says `data-fits` is measured; the column with the board in it may stick to the window,
    // and the part that says `data-foot` to its foot.
    fitted() {
      return this.readonly ? null : this.$refs.box.closest("[data-fits]");
    },

    free(page) {
      const box = this.$refs.box;
      const high = document.documentElement.clientHeight; // which a page that is zoomed does not change
      if (!page) {
        const beyond = parseFloat(getComputedStyle(box).getPropertyValue("--gw-beyond")) || TALL;
        return high - beyond;
      }
      let column = box;
      while (column.parentElement !== page) column = column.parentElement;
      const above = (one) => one.getBoundingClientRect().top;
      const { display, position } = getComputedStyle(column);
      const stuck = position === "sticky" && display !== "contents";
      const top = window.scrollY + (stuck ? above(page) + above(box) - above(column) : above(box));
      const foot = this.foot && getComputedStyle(this.foot).position === "sticky" ? this.foot.offsetHeight : 0;
      return high - top - foot - 2 * EDGE - BELOW;
    },

    // Zooming: 1 is the usual size, in which cells can be pressed; the least shows the whole board.

    zoomed(usual, whole, touched) {
      const least = Math.min(1, Math.max(whole, LEAST_SEEN / 2) / usual);
      const most = Math.max(1, ZOOMED / usual);
      this.zoom = Math.max(least, Math.min(most, this.zoom));
      if (this.zoomer) {
        const small = usual < (touched ? LEAST_TOUCHED : LEAST + 4);
        this.zoomer.hidden = !small && Math.abs(this.zoom - 1) < 0.01;
        const [out, usually, closer] = this.zoomer.querySelectorAll("[data-by]");
        out.disabled = this.zoom <= least + 0.001;
        usually.disabled = Math.abs(this.zoom - 1) < 0.001;
        closer.disabled = this.zoom >= most - 0.001;
      }
      return usual * this.zoom;
    },

    // What is at one point of the window comes to the other.
    zoomTo(zoom, [x, y], [toX, toY] = [x, y]) {
      const box = this.$refs.box;
      const before = this.svg.getBoundingClientRect();
      this.zoom = zoom;
      this.fit();
      const after = this.svg.getBoundingClientRect();
      box.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - toX;
      box.scrollTop += after.top + ((y - before.top) / before.height) * after.height - toY;
      try {
        localStorage.setItem(this.named(), String(this.zoom));
      } catch {} // it is not kept then
    },

    // By a step, or for 0 to the usual size; the cell where one is stays in its place.
    zoomBy(steps) {
      const outer = this.$refs.box.getBoundingClientRect();
      const cell = this.places[this.at].getBoundingClientRect();
      const middle = (one) => [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
      const [x, y] = middle(cell);
      const inside = x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
      const at = inside && this.ring.classList.contains("gw-placed") ? [x, y] : middle(outer);
      this.zoomTo(steps ? this.zoom * STEP ** steps : 1, at);
    },

    named() {
      return `gw-zoom-${this.drawn.width}x${this.drawn.height}`;
    },

    kept() {
      try {
        return this.fitted() ? Number(localStorage.getItem(this.named())) : 0;
      } catch {
        return 0;
      }
    },

    pinched(box) {
      let last = null;
      let next = null;
      const read = ([one, two]) => [
        Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
        [(one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2],
      ];
      const zoom = () => {
        if (last && next) {
          this.zoomTo((this.zoom * next[0]) / last[0], last[1], next[1]);
          last = next;
        }
        next = null;
      };
      box.addEventListener(
        "touchstart",
        (event) => {
          last = event.touches.length === 2 ? read(event.touches) : null;
          if (last) event.preventDefault();
        },
        { passive: false },
      );
      box.addEventListener(
        "touchmove",
        (event) => {
          if (!last || event.touches.length !== 2) return;
          event.preventDefault();
          if (!next) requestAnimationFrame(zoom);
          next = read(event.touches);
        },
        { passive: false },
      );
      for (const name of ["touchend", "touchcancel"]) {
        box.addEventListener(name, () => {
          zoom();
          last = null;
        });
      }
    },

    patterns() {
      const defs = make("defs");
      const add = (name, width, height, d) => {
        const pattern = make("pattern", { id: `${this.mark_}-${name}`, width, height, patternUnits: "userSpaceOnUse" });
        pattern.append(path(d, `gw-pattern gw-pattern-${name}`));
        defs.append(pattern);
      };
      add("conflict", 8, 8, "M-2 2l4-4M0 8l8-8M6 10l4-4");
      add("reason", 8, 8, "M2 2h.01M6 6h.01");
      add("tried", 8, 6, "M0 3h8");
      add("heat", 6, 6, "M-1 1l2-2M0 6l6-6M5 7l2-2");
      add("peer", 12, 12, "M6 6h.01");
      // A player's colours, each with a pattern of its own.
      const painted = ["M-2 2l4-4M0 8l8-8M6 10l4-4", "M-2 6l4 4M0 0l8 8M6-2l4 4", "M0 4h8", "M4 0v8", "M4 4h.01", "M4 2v4M2 4h4"];
      painted.forEach((d, i) => add(`colour-${i + 1}`, 8, 8, d));
      return defs;
    },

    lines() {
      const { width, height, rows, cols } = this.drawn;
      const group = make("g", { "aria-hidden": "true", class: "gw-lines" });
      let thin = "";
      for (let c = 1; c < width; c++) thin += `M${c * SIDE} 0V${height * SIDE}`;
      for (let r = 1; r < height; r++) thin += `M0 ${r * SIDE}H${width * SIDE}`;
      let heavy = "";
      for (const c of cols) heavy += `M${c * SIDE} 0V${height * SIDE}`;
      for (const r of rows) heavy += `M0 ${r * SIDE}H${width * SIDE}`;
      // So that a row is found again on a large board that has no other lines.
      let fifth = "";
      if (!rows.length && !cols.length && Math.max(width, height) > 2 * FIFTH && !this.chequered) {
        for (let c = FIFTH; c < width; c += FIFTH) fifth += `M${c * SIDE} 0V${height * SIDE}`;
        for (let r = FIFTH; r < height; r += FIFTH) fifth += `M0 ${r * SIDE}H${width * SIDE}`;
      }
      group.append(path(thin, "gw-thin"), path(fifth, "gw-fifth"), path(heavy, "gw-heavy"), rect(0, 0, width * SIDE, height * SIDE, 3, "gw-outline"));
      return group;
    },

    // The numbers of rows and columns, as texts name them.
    margins() {
      const { width, height } = this.drawn;
      const group = make("g", { "aria-hidden": "true", class: "gw-coordinates" });
      for (let c = 0; c < width; c++) group.append(label((c + 0.5) * SIDE, -RIM / 2, `c${c + 1}`, 13, "gw-coordinate"));
      for (let r = 0; r < height; r++) group.append(label(-RIM / 2, (r + 0.5) * SIDE, `r${r + 1}`, 13, "gw-coordinate"));
      return group;
    },

    paint(at) {
      const cell = this.data[at];
      const place = this.places[at];
      const { width } = this.drawn;
      const dark = this.drawn.chequered && ((at % width) + Math.floor(at / width)) % 2 === 1;
      const css = `gw-cell gw-role-${cell.r}${dark ? " gw-dark" : ""}${cell.m ? " gw-marked" : ""}`;
      if (this.shown[at] !== css) {
        place.setAttribute("class", css);
        this.shown[at] = css;
      }
      if (!this.readonly) place.setAttribute("aria-label", cell.l);
      place.replaceChildren(rect(0, 0, SIDE, SIDE, 0, "gw-paper"), ...this.content(cell));
      const old = this.framed.get(at);
      if (old && old.name !== cell.m) {
        old.node.remove();
        this.framed.delete(at);
      }
      if (cell.m && !(old && old.name === cell.m)) {
        const node = frame(cell.m);
        const [x, y] = this.xy(at);
        node.setAttribute("transform", `translate(${x} ${y})`);
        this.marks.append(node);
        this.framed.set(at, { name: cell.m, node });
      }
    },

    // What lies in a cell, apart from its ground.
    content(cell) {
      const out = [];
      const over = (name) => out.push(make("rect", { width: SIDE, height: SIDE, class: `gw-over-${name}`, fill: `url(#${this.mark_}-${name})` }));
      if (cell.b) {
        out.push(rect(0, 0, SIDE, SIDE, 0, `gw-colour-${cell.b}`));
        over(`colour-${cell.b}`);
      }
      const key = cell.r === "covered" || cell.r === "flag" || cell.r === "wrong-flag";
      const shaded = cell.s && cell.s !== "attacked";
      if (shaded && !key) out.push(...shade(cell.s, this.mark_));
      if (cell.s === "attacked" && cell.r === "empty") out.push(...shade(cell.s));
      if (SHAPES[cell.r]) out.push(...SHAPES[cell.r](cell));
      if (shaded && key) {
        out.push(rect(1, 1, 46, 43, 5, "gw-shade-key"));
        over("peer");
      }
      if (cell.h !== undefined) {
        // Certainly none, perhaps, certainly: three looks, and shades between.
        const heat = rect(1, 1, 46, 46, 5, cell.h === 0 ? "gw-heat gw-heat-none" : "gw-heat");
        heat.setAttribute("fill-opacity", cell.h === 0 ? 0.55 : cell.h === 1 ? 0.85 : (0.1 + 0.45 * cell.h).toFixed(3));
        out.push(heat);
        if (cell.h >= 0.5) over("heat");
      }
      if (cell.m && cell.m !== "target") over(cell.m);
      if (cell.r === "safe" && !/^\d+$/.test(cell.t || "")) {
        out.push(path("M13.5 25l7.5 7.5L34.5 16", "gw-tick"));
      } else if (cell.t && cell.i === undefined && !NEAT.has(cell.r) && !(cell.r === "number" && cell.t === "0")) {
        out.push(label(HALF, HALF, cell.t, fitting(cell.t, cell.r === "tile" ? 22 : 28), `gw-text${cell.r === "number" ? ` gw-n${cell.t}` : ""}`));
        if (cell.r === "safe") out.push(path("M35 9l3.4 3.4L44 5", "gw-tick gw-tick-small"));
      }
      if (cell.n) out.push(...notes(cell, this.drawn.width));
      if (cell.c) {
        const text = cell.c.join("");
        out.push(label(HALF, HALF, text, Math.min(15, (SIDE * 0.88) / (0.6 * text.length)), "gw-note gw-centre"));
      }
      if (cell.o) out.push(label(HALF, HALF, cell.o, fitting(cell.o, 15), "gw-overlay"));
      return out;
    },

    // What explains a step, over the board: areas, links, marked candidates.
    explain() {
      const { c = [], l = [], a = [] } = this.drawn.overlay || {};
      const out = a.map((cells) => path(outline(cells, this.drawn.width), "gw-area"));
      for (const [at, text, to, other, strong] of l) {
        const [d, head] = arrow(this.spot(at, text), this.spot(to, other));
        if (!d) continue;
        const css = strong ? "gw-link gw-strong" : "gw-link gw-weak";
        out.push(path(d, "gw-link-back"), path(d, css), path(head, "gw-arrow"));
      }
      for (const [at, text, tone] of c) {
        const cell = this.data[at];
        if (text && (cell.t || !DIGITS.test(text))) continue;
        out.push(...marked(this.spot(at, text), text, tone));
      }
      this.over.replaceChildren(...out);
    },

    // The middle of a candidate, or of a cell, and how far its mark reaches.
    spot(at, text) {
      const [x, y] = this.xy(at);
      if (!text || this.data[at].t) return [x + HALF, y + HALF, HALF - 6];
      const side = Math.max(3, Math.ceil(Math.sqrt(this.drawn.width)));
      const step = (SIDE - 6) / side;
      const place = Number(text) - 1;
      return [x + 3 + ((place % side) + 0.5) * step, y + 3 + (Math.floor(place / side) + 0.5) * step, step / 2];
    },

    xy(at) {
      const { width } = this.drawn;
      return [(at % width) * SIDE, Math.floor(at / width) * SIDE];
    },

    // Tiles are no part of their cells: they keep who they are while they move.
    placePieces(animate) {
      const seen = new Set();
      this.layer.classList.toggle("gw-still", !animate);
      this.data.forEach((cell, at) => {
        if (cell.i === undefined) return;
        seen.add(cell.i);
        const look = `${cell.t}|${cell.p}`;
        let tile = this.pieces.get(cell.i);
        if (tile && tile.look !== look) {
          tile.node.remove();
          tile = undefined;
        }
        if (!tile) {
          tile = { node: this.tile(cell), look };
          this.pieces.set(cell.i, tile);
          this.layer.append(tile.node);
        }
        const [x, y] = this.xy(at);
        tile.node.style.transform = `translate(${x}px, ${y}px)`;
      });
      for (const [ident, tile] of this.pieces) {
        if (!seen.has(ident)) {
          tile.node.remove();
          this.pieces.delete(ident);
        }
      }
    },

    dropPieces() {
      for (const tile of this.pieces.values()) tile.node.remove();
      this.pieces.clear();
    },

    tile(cell) {
      const { width, height } = this.drawn;
      const group = make("g", { class: "gw-tile" });
      const side = SIDE - 3;
      const text = cell.t || "";
      if (this.laid && cell.p !== undefined) {
        const [x, y] = this.xy(cell.p);
        const view = make("svg", { x: 1.5, y: 1.5, width: side, height: side, viewBox: `${x + 1.5} ${y + 1.5} ${side} ${side}` });
        const image = make("image", { width: width * SIDE, height: height * SIDE, preserveAspectRatio: "xMidYMid slice" });
        image.setAttribute("href", this.laid);
        view.append(image);
        group.append(view, rect(1.5, 1.5, side, side, 2, "gw-tile-rim"));
        if (this.written) {
          const size = fitting(text, 14);
          const wide = Math.max(size + 5, 7 + text.length * size * 0.6);
          group.append(rect(4, 4, wide, size + 5, 4.5, "gw-tile-tag"), label(4 + wide / 2, 6.5 + size / 2, text, size, "gw-tile-tag-text"));
        }
        return group;
      }
      group.append(
        rect(1.5, 1.5, side, side, 7, "gw-tile-side"),
        rect(1.5, 1.5, side, side - 3, 7, "gw-tile-face"),
        path("M8 3H40", "gw-tile-light"),
        label(HALF, HALF - 1, text, fitting(text, 23), "gw-tile-text"),
      );
      return group;
    },

    moveRing() {
      const [x, y] = this.xy(this.at);
      this.ring.setAttribute("transform", `translate(${x} ${y})`);
    },

    // What is done to the board.

    go(at, focus = true, scroll = true) {
      if (at < 0 || at >= this.places.length) return;
      this.places[this.at].setAttribute("tabindex", -1);
      this.at = at;
      this.places[at].setAttribute("tabindex", 0);
      this.moveRing();
      this.ring.classList.add("gw-placed");
      if (focus) this.places[at].focus({ preventScroll: !scroll });
      if (scroll && focus) this.bring([at]);
    },

    // Some browsers do not bring a part of a drawing into view where it takes the focus.
    bring(cells) {
      const box = this.$refs.box;
      if (!box || !cells.length || cells.some((at) => at >= this.places.length)) return;
      const outer = box.getBoundingClientRect();
      const all = cells.map((at) => this.places[at].getBoundingClientRect());
      const by = (from, to) => {
        const [low, high] = [Math.min(...all.map((one) => one[from])), Math.max(...all.map((one) => one[to]))];
        if (high - low > outer[to] - outer[from]) return (low + high - outer[from] - outer[to]) / 2;
        return low < outer[from] ? low - outer[from] - 8 : high > outer[to] ? high - outer[to] + 8 : 0;
      };
      box.scrollLeft += by("left", "right");
      box.scrollTop += by("top", "bottom");
    },

    // Of a covered board that is larger than its frame the opened cells, or else its middle, come to
    // the middle; any other is read from its corner.
    centre() {
      const opened = [...this.data.keys()].filter((at) => !/covered|flag/.test(this.data[at].r));
      if (opened.length === this.data.length) return;
      const { width, height } = this.drawn;
      const mean = (of) => opened.reduce((sum, at) => sum + of(at) + 0.5, 0) / opened.length;
      const [x, y] = opened.length ? [mean((at) => at % width), mean((at) => Math.floor(at / width))] : [width / 2, height / 2];
      const box = this.$refs.box;
      box.scrollLeft = (x / width) * box.scrollWidth - box.clientWidth / 2;
      box.scrollTop = (y / height) * box.scrollHeight - box.clientHeight / 2;
    },

    // The cells that a hint begins to show.
    targets(cells) {
      return cells.filter(([at, cell]) => cell.m === "target" && this.data[at].m !== "target").map(([at]) => at);
    },

    // A tile that is pushed goes, with those before it, where the gap is; where that is not in its
    // line, the one does that the gap has beside it.
    push(event) {
      const [at, fromX, fromY] = this.grip;
      const [x, y] = [event.clientX - fromX, event.clientY - fromY];
      if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
      this.grip = null;
      this.long = true; // what follows is no click
      const { width, height } = this.drawn;
      const [across, down] = Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)];
      const gap = this.data.findIndex((cell) => cell.r === "blank");
      const [col, row] = [gap % width, Math.floor(gap / width)];
      const far = across ? (col - (at % width)) * across : (row - Math.floor(at / width)) * down;
      const inLine = across ? Math.floor(at / width) === row : at % width === col;
      const steps = inLine && far > 0 ? far : 1;
      const [c, r] = [col - across * steps, row - down * steps];
      if (gap < 0 || c < 0 || r < 0 || c >= width || r >= height) return;
      this.go(r * width + c, true, false);
      this.tell("press", r * width + c);
    },

    // Several cells that are selected together; `tell` where the page is to know.
    choose(cells, tell = true, dragged = false) {
      for (const at of this.chosen) this.places[at]?.removeAttribute("aria-selected");
      this.chosen = cells.length > 1 ? cells : [];
      for (const at of this.chosen) this.places[at].setAttribute("aria-selected", "true");
      const { width } = this.drawn;
      const squares = this.chosen.map((at) => {
        const [x, y] = this.xy(at);
        return rect(x, y, SIDE, SIDE, 0, "gw-band-cell");
      });
      this.band.replaceChildren(...squares, path(outline(this.chosen, width), "gw-band-line"));
      if (!tell || !cells.length) return;
      this.told = this.at;
      this.$emit("choose", cells, dragged);
    },

    // The selection with another cell, which comes last.
    more(at) {
      const cells = this.chosen.length ? this.chosen : [this.at];
      return [...cells.filter((one) => one !== at), at];
    },

    drag(event) {
      for (const one of event.getCoalescedEvents?.() ?? [event]) {
        const at = this.cellAt(one.clientX, one.clientY, INNER);
        if (at < 0 || at === this.hold.last) continue;
        this.hold.last = at;
        this.long = true; // what follows is no click
        this.hold.moved = true;
        const cells = [...this.hold.cells.filter((cell) => cell !== at), at];
        this.hold.cells = cells;
        this.go(at, true, false);
        this.choose(cells, false);
      }
    },

    tell(name, at) {
      this.told = at;
      if (this.chosen.length) this.choose([], false);
      this.$emit(name, at);
    },

    cellOf(event) {
      const place = event.target.closest("[data-cell]");
      return place ? Number(place.dataset.cell) : this.cellAt(event.clientX, event.clientY);
    },

    // The cell at a place of the window, -1 for none, or outside its inner part.
    cellAt(clientX, clientY, inner = 0.5) {
      const box = this.svg.getBoundingClientRect();
      const view = this.svg.viewBox.baseVal;
      const scale = box.width / view.width;
      const across = ((clientX - box.left) / scale + view.x) / SIDE;
      const down = ((clientY - box.top) / scale + view.y) / SIDE;
      const [col, row] = [Math.floor(across), Math.floor(down)];
      if (Math.max(Math.abs(across - col - 0.5), Math.abs(down - row - 0.5)) > inner) return -1;
      const { width, height } = this.drawn;
      return col >= 0 && col < width && row >= 0 && row < height ? row * width + col : -1;
    },

    // Not on the drawing itself: some browsers let a drawing that hears of focus take it.
    listen(box) {
      if (this.fitted()) this.pinched(box);
      const quiet = () => {
        clearTimeout(this.press_);
        this.press_ = null;
      };
      const letGo = (back) => {
        const held = this.hold;
        this.hold = null;
        if (held?.moved) this.choose(back ? held.before : held.cells, !back, true);
      };
      box.addEventListener("pointerdown", (event) => {
        const at = this.cellOf(event);
        this.pointing = true;
        this.long = false;
        quiet();
        this.grip = at >= 0 && event.isPrimary && event.button === 0 && this.pieces.size ? [at, event.clientX, event.clientY] : null;
        const drags = this.dragged || event.pointerType === "mouse";
        this.hold = null;
        if (this.several && at >= 0 && event.isPrimary && event.button === 0) {
          this.with_ = this.more(at); // before the focus moves there
          const cells = event.ctrlKey || event.metaKey ? this.with_ : [at];
          if (drags) this.hold = { before: this.chosen, cells, last: at, moved: false };
        }
        if (at < 0 || event.pointerType === "mouse" || !event.isPrimary) return;
        this.from = [event.clientX, event.clientY];
        this.press_ = setTimeout(() => {
          this.press_ = null;
          this.long = true;
          this.go(at, true, false);
          this.tell("second", at);
        }, LONG_PRESS_MS);
      });
      box.addEventListener("pointermove", (event) => {
        if (this.press_ && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > SLOP) quiet();
        if (this.grip) this.push(event);
        if (this.hold) this.drag(event);
      });
      for (const name of ["pointercancel", "pointerleave"]) {
        box.addEventListener(name, () => {
          quiet();
          this.pointing = false;
          this.grip = null;
          letGo(name === "pointercancel");
        });
      }
      box.addEventListener("pointerup", () => {
        quiet();
        this.grip = null;
        letGo(false);
        setTimeout(() => {
          this.pointing = false;
          // Pressed and let go elsewhere: the focus moved all the same.
          if (this.told !== this.at && box.contains(document.activeElement)) this.tell("select", this.at);
        });
      });
      // The second button of a chord is no pointer event of its own.
      box.addEventListener("mousedown", (event) => {
        if (event.buttons !== 3) {
          this.both = false;
          return;
        }
        const at = this.cellOf(event);
        this.both = true;
        if (at < 0) return;
        this.go(at, true, false);
        this.tell("chord", at);
      });
      box.addEventListener("click", (event) => {
        const at = this.cellOf(event);
        const ignored = this.long || this.both;
        this.long = false;
        if (at < 0 || ignored) return;
        if (this.several && (event.ctrlKey || event.metaKey)) {
          const left = this.chosen.filter((one) => one !== at);
          const cells = left.length < this.chosen.length ? left : this.with_;
          this.go(cells[cells.length - 1], true, false);
          this.choose(cells);
          return;
        }
        this.go(at, true, false);
        const again = this.clicked && this.clicked.at === at && event.timeStamp - this.clicked.when < DOUBLE_MS;
        this.clicked = again ? null : { at, when: event.timeStamp };
        this.tell("press", at);
        if (again) this.tell("chord", at);
      });
      box.addEventListener("contextmenu", (event) => {
        const at = this.cellOf(event);
        if (at < 0) return;
        event.preventDefault();
        if (this.long || this.both || event.timeStamp - (this.menuKey ?? -1e9) < 1000) return;
        quiet();
        this.go(at, true, false);
        this.tell("second", at);
      });
      box.addEventListener("dragstart", (event) => event.preventDefault());
      box.addEventListener("focusin", (event) => {
        const place = event.target.closest("[data-cell]");
        if (!place) return;
        const at = Number(place.dataset.cell);
        if (at !== this.at) this.go(at, false);
        this.ring.classList.add("gw-placed");
        if (!this.pointing && this.told !== at) this.tell("select", at);
      });
      box.addEventListener("keydown", (event) => this.key(event));
    },

    // An input method may be on: what it composes is of no interest here (`isComposing`, key code
    // 229), the place of the key is. Only where a keyboard has no places its letter is taken.
    codeOf(event) {
      const { code, key } = event;
      if (!code) return /^[0-9]$/.test(key) ? `Digit${key}` : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
      // With Num Lock off the number pad moves.
      if (code.startsWith("Numpad") && /^(Arrow|Home|End|Page|Insert|Delete)/.test(key)) return key;
      return code;
    },

    // Keys that are pressed elsewhere on the page count as on the board, but where they have a
    // meaning of their own; those that only move through a page are left to it.
    elsewhere(event) {
      const at = event.target;
      if (event.defaultPrevented || this.$refs.box.contains(at)) return;
      if (document.querySelector(".q-dialog, .q-menu") || at.closest?.(TYPED)) return;
      const code = this.codeOf(event);
      const press = /^(Space|(Numpad)?Enter)$/.test(code);
      if (/^(Home|End|Page|ContextMenu)/.test(code) || (press && at.closest?.(PRESSED))) return;
      const placed = this.ring.classList.contains("gw-placed");
      if (press && !placed) {
        event.preventDefault();
        this.go(this.at); // nothing is pressed before it is seen which cell that is
        return;
      }
      this.key(event);
      const here = !/^Arrow/.test(code) && !event.ctrlKey && !event.metaKey;
      if (event.defaultPrevented && here) this.ring.classList.add("gw-placed");
    },

    key(event) {
      const code = this.codeOf(event);
      if (!code || code === "Tab") return;
      // A sign that is on another key on every keyboard.
      if (event.key === "?" && this.taken.has("?") && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        this.$emit("key", "?", this.at);
        return;
      }
      const held = [];
      if (event.ctrlKey) held.push("Control");
      if (event.altKey) held.push("Alt");
      if (event.metaKey) held.push("Meta");
      if (event.shiftKey) held.push("Shift");
      const name = [...held, code].join("+");
      if (this.several && this.chooses(held.join("+"), code)) {
        event.preventDefault();
        return;
      }
      if (this.taken.has(name)) {
        event.preventDefault();
        this.told = this.at;
        this.$emit("key", name, this.at);
        return;
      }
      if (event.key in ZOOM_KEYS && !/Control|Alt|Meta/.test(held) && this.fitted()) {
        event.preventDefault();
        this.zoomBy(ZOOM_KEYS[event.key]);
        return;
      }
      const next = this.next(held.join("+"), code);
      if (next !== null) {
        event.preventDefault();
        if (next !== this.at) {
          this.told = next;
          this.go(next);
          this.tell("select", next);
        }
      } else if (!held.length && (code === "Enter" || code === "Space" || code === "NumpadEnter")) {
        event.preventDefault();
        if (!event.repeat) this.tell("press", this.at);
      } else if (code === "ContextMenu" && !held.length) {
        event.preventDefault();
        this.menuKey = event.timeStamp;
        this.tell("second", this.at);
      }
    },

    // Whether a key selects several cells, or only one again.
    chooses(held, code) {
      const lone = held === "" && code === "Escape" && this.chosen.length > 0;
      const every = (held === "Control" || held === "Meta") && code === "KeyA";
      const grows = held === "Shift" && /^Arrow/.test(code);
      if (lone) this.tell("select", this.at);
      if (every) this.choose([...this.data.keys()].filter((at) => at !== this.at).concat(this.at));
      if (grows) {
        const next = this.next("", code);
        const cells = this.more(next);
        this.told = next;
        this.go(next);
        this.choose(cells);
      }
      return lone || every || grows;
    },

    next(held, code) {
      const { width, height } = this.drawn;
      const col = this.at % width;
      const row = Math.floor(this.at / width);
      const at = (r, c) => Math.max(0, Math.min(height - 1, r)) * width + Math.max(0, Math.min(width - 1, c));
      if (held === "Control") {
        if (code === "Home") return 0;
        if (code === "End") return width * height - 1;
      }
      // With Alt the arrows move the focus where a puzzle takes the plain ones for itself.
      if (held && held !== "Alt") return null;
      switch (code) {
        case "ArrowUp":
          return at(row - 1, col);
        case "ArrowDown":
          return at(row + 1, col);
        case "ArrowLeft":
          return at(row, col - 1);
        case "ArrowRight":
          return at(row, col + 1);
        case "Home":
          return at(row, 0);
        case "End":
          return at(row, width - 1);
        case "PageUp":
          return at(0, col);
        case "PageDown":
          return at(height - 1, col);
        default:
          return null;
      }
    },
  },
};
