// The board: draws a scene as SVG and says what is done to it. All text goes in by textContent.
//
// A cell of a scene: r role, t text, n notes, c notes in the middle, o overlay, h heat, s shade,
// m highlight, i what moves, p its part of a picture, l its name.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 48; // of a cell, in the units of the drawing
const LEAST = 24; // pixels of a cell on the screen
const MOST = 76;
const GREAT = 120; // where there are few cells
const LONG_PRESS_MS = 450;
const SLOP = 10; // pixels that a finger may move in a long press

function make(name, attributes = {}, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function label(x, y, text, size, css) {
  // A digit is about 0.72 em high in these fonts.
  return make("text", { x, y: y + size * 0.36, "font-size": size, class: css }, text);
}

const fitting = (text, size) => Math.min(size, (SIDE * 0.85) / (0.6 * Math.max(1, text.length)));

const half = SIDE / 2;

const SHAPES = {
  covered: () => [make("path", { d: "M3 45V3H45", class: "gw-lit" }), make("path", { d: "M45 3V45H3", class: "gw-dim" })],
  mine: () => mine("gw-ink-fill"),
  exploded: () => [
    make("path", { d: "M24 3l5 11 11-6-5 11 12 5-12 5 5 11-11-6-5 11-5-11-11 6 5-11-12-5 12-5-5-11 11 6z", class: "gw-blast" }),
    ...mine("gw-ink-fill"),
  ],
  flag: () => [...SHAPES.covered(), ...flag()],
  "wrong-flag": () => [...SHAPES.covered(), ...flag(), make("path", { d: "M10 10L38 38M38 10L10 38", class: "gw-strike" })],
  queen: () => [
    make("path", { d: "M8 17l8 9 2-14 6 13 6-13 2 14 8-9-4 18H12z", class: "gw-queen" }),
    make("path", { d: "M12 38.5h24", class: "gw-queen-base" }),
    ...[[8, 15], [18, 10], [30, 10], [40, 15]].map(([cx, cy]) => make("circle", { cx, cy, r: 2.6, class: "gw-ink-fill" })),
  ],
  blocked: () => [make("path", { d: "M14 14l20 20m0-20l-20 20", class: "gw-cross-out" })],
  cross: () => [make("path", { d: "M17 17l14 14m0-14l-14 14", class: "gw-no" })],
  blank: () => [make("rect", { x: 7, y: 7, width: SIDE - 14, height: SIDE - 14, rx: 6, class: "gw-gap" })],
};

function mine(css) {
  return [
    make("path", { d: "M8 24h32M24 8v32M13 13l22 22M13 35l22-22", class: "gw-spikes" }),
    make("circle", { cx: half, cy: half, r: 10.5, class: css }),
    make("circle", { cx: 20, cy: 20, r: 2.6, class: "gw-glint" }),
  ];
}

function flag() {
  return [
    make("path", { d: "M19 10v29M12 39h17", class: "gw-pole" }),
    make("path", { d: "M19 10l17 8-17 8z", class: "gw-flag" }),
  ];
}

function notes(list) {
  const side = Math.max(3, Math.ceil(Math.sqrt(list.length)));
  const step = (SIDE - 6) / side;
  const longest = Math.max(...list.map((note) => note.length));
  const size = Math.min(13, step * 0.9, step / (0.62 * longest));
  return list.map((note, at) => {
    // Digits have their own places, so that a note is found without reading.
    const place = /^[1-9]$/.test(note) && side === 3 ? Number(note) - 1 : at;
    return label(3 + ((place % side) + 0.5) * step, 3 + (Math.floor(place / side) + 0.5) * step, note, size, "gw-note");
  });
}

function piece(cell) {
  // What lies in a cell, apart from its ground.
  const out = [];
  if (cell.s) out.push(...shade(cell.s));
  if (cell.h !== undefined) {
    out.push(make("rect", { width: SIDE, height: SIDE, class: "gw-heat", "fill-opacity": (0.08 + 0.62 * cell.h).toFixed(3) }));
  }
  if (SHAPES[cell.r]) out.push(...SHAPES[cell.r]());
  const sign = ["mine", "queen", "blocked", "flag", "exploded", "wrong-flag", "cross"].includes(cell.r);
  if (cell.r === "safe" && !/^\d+$/.test(cell.t || "")) {
    out.push(make("path", { d: "M14 25l8 8 12-16", class: "gw-tick" }));
  } else if (cell.t && !sign && cell.i === undefined) {
    out.push(label(half, half, cell.t, fitting(cell.t, 27), `gw-text${cell.r === "number" ? ` gw-n${cell.t}` : ""}`));
    if (cell.r === "safe") out.push(make("path", { d: "M34 9l4 4 6-8", class: "gw-tick gw-small" }));
  }
  if (cell.n) out.push(...notes(cell.n));
  if (cell.c) {
    const text = cell.c.join("");
    out.push(label(half, half, text, Math.min(15, (SIDE * 0.88) / (0.6 * text.length)), "gw-note gw-centre"));
  }
  if (cell.o) out.push(label(half, half, cell.o, fitting(cell.o, 14), "gw-overlay"));
  return out;
}

function shade(name) {
  const out = [make("rect", { width: SIDE, height: SIDE, class: `gw-shade-${name}` })];
  if (name === "attacked") out.push(make("circle", { cx: half, cy: half, r: 3.4, class: "gw-attacked-dot" }));
  return out;
}

function frame(name) {
  const group = make("g", { class: `gw-mark gw-mark-${name}` });
  if (name !== "target") group.append(make("rect", { width: SIDE, height: SIDE, class: "gw-mark-fill" }));
  group.append(make("rect", { x: 2.5, y: 2.5, width: SIDE - 5, height: SIDE - 5, rx: 5, class: "gw-mark-frame" }));
  if (name === "conflict") group.append(make("path", { d: "M6 42L42 6", class: "gw-mark-strike" }));
  return group;
}

let boards = 0;

export default {
  template: `<div class="gw-board" ref="box"></div>`,
  props: {
    scene: Object,
    label: String,
    keys: Array,
    readonly: Boolean,
    picture: String,
    numbers: Boolean,
  },
  mounted() {
    this.id_ = `gw-board-${++boards}`;
    this.taken = new Set(this.keys || []);
    this.at = 0;
    this.laid = this.picture;
    this.written = this.numbers;
    this.build();
  },
  beforeUnmount() {
    clearTimeout(this.press_);
  },
  watch: {
    scene() {
      this.build();
    },
    keys(list) {
      this.taken = new Set(list || []);
    },
  },
  methods: {
    build() {
      const { width, height } = this.scene;
      const had = this.$refs.box.contains(document.activeElement);
      this.data = this.scene.cells.slice();
      this.at = Math.min(this.at, this.data.length - 1);
      this.places = [];
      const pad = 3;
      const svg = make("svg", {
        viewBox: `${-pad} ${-pad} ${width * SIDE + 2 * pad} ${height * SIDE + 2 * pad}`,
        class: "gw-svg",
        role: this.readonly ? "img" : "grid",
        "aria-label": this.label || "",
      });
      svg.style.minWidth = `${width * LEAST + 2 * pad}px`;
      svg.style.maxWidth = `${width * (Math.max(width, height) > 4 ? MOST : GREAT) + 2 * pad}px`;
      svg.append(this.patterns());
      if (!this.readonly) {
        svg.setAttribute("aria-rowcount", height);
        svg.setAttribute("aria-colcount", width);
      }
      const ground = make("rect", { width: width * SIDE, height: height * SIDE, class: "gw-ground" });
      svg.append(ground);
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
      this.layer = make("g", { class: "gw-pieces", "aria-hidden": "true" });
      svg.append(this.layer);
      this.marks = make("g", { class: "gw-marks", "aria-hidden": "true" });
      svg.append(this.marks);
      this.ring = make("rect", { width: SIDE - 2, height: SIDE - 2, rx: 4, class: "gw-ring" });
      svg.append(this.ring);
      this.pieces = new Map();
      this.framed = new Map();
      this.data.forEach((_, at) => this.paint(at));
      this.placePieces(false);
      this.$refs.box.replaceChildren(svg);
      this.svg = svg;
      this.moveRing();
      if (!this.readonly) this.listen(svg);
      if (had) this.places[this.at].focus({ preventScroll: true });
    },

    patterns() {
      const defs = make("defs");
      const hatch = (name, size, d) => {
        const pattern = make("pattern", { id: `${this.id_}-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse" });
        pattern.append(make("path", { d, class: `gw-pattern gw-pattern-${name}` }));
        return pattern;
      };
      defs.append(
        hatch("conflict", 8, "M-2 2l4-4M0 8l8-8M6 10l4-4"),
        hatch("reason", 8, "M2 2h.01M6 6h.01"),
        hatch("tried", 8, "M0 4h8"),
        hatch("heat", 6, "M-1 1l2-2M0 6l6-6M5 7l2-2"),
      );
      return defs;
    },

    lines() {
      const { width, height, rows, cols } = this.scene;
      const group = make("g", { "aria-hidden": "true", class: "gw-lines" });
      let thin = "";
      for (let c = 1; c < width; c++) thin += `M${c * SIDE} 0V${height * SIDE}`;
      for (let r = 1; r < height; r++) thin += `M0 ${r * SIDE}H${width * SIDE}`;
      group.append(make("path", { d: thin, class: "gw-thin" }));
      let heavy = "";
      for (const c of cols) heavy += `M${c * SIDE} 0V${height * SIDE}`;
      for (const r of rows) heavy += `M0 ${r * SIDE}H${width * SIDE}`;
      group.append(make("path", { d: heavy, class: "gw-heavy" }));
      group.append(make("rect", { width: width * SIDE, height: height * SIDE, rx: 3, class: "gw-outline" }));
      return group;
    },

    paint(at) {
      const cell = this.data[at];
      const place = this.places[at];
      place.setAttribute("class", `gw-cell gw-role-${cell.r}`);
      if (!this.readonly) place.setAttribute("aria-label", cell.l);
      place.replaceChildren(make("rect", { width: SIDE, height: SIDE, class: "gw-paper" }), ...piece(cell));
      const old = this.framed.get(at);
      if (old && old.name !== cell.m) {
        old.node.remove();
        this.framed.delete(at);
      }
      if (cell.m && !(old && old.name === cell.m)) {
        const node = frame(cell.m);
        const [x, y] = this.xy(at);
        node.setAttribute("transform", `translate(${x} ${y})`);
        const fill = node.querySelector(".gw-mark-fill");
        if (fill) fill.setAttribute("fill", `url(#${this.id_}-${cell.m})`);
        this.marks.append(node);
        this.framed.set(at, { name: cell.m, node });
      }
    },

    xy(at) {
      const { width } = this.scene;
      return [(at % width) * SIDE, Math.floor(at / width) * SIDE];
    },

    // Tiles are no part of their cells: they keep who they are while they move.
    placePieces(animate) {
      const seen = new Set();
      this.layer.classList.toggle("gw-still", !animate);
      this.data.forEach((cell, at) => {
        if (cell.i === undefined) return;
        seen.add(cell.i);
        let tile = this.pieces.get(cell.i);
        if (!tile) {
          tile = this.tile(cell);
          this.pieces.set(cell.i, tile);
          this.layer.append(tile);
        }
        const [x, y] = this.xy(at);
        tile.style.transform = `translate(${x}px, ${y}px)`;
      });
      for (const [ident, tile] of this.pieces) {
        if (!seen.has(ident)) {
          tile.remove();
          this.pieces.delete(ident);
        }
      }
    },

    tile(cell) {
      const { width, height } = this.scene;
      const group = make("g", { class: "gw-tile" });
      const side = SIDE - 4;
      if (this.laid && cell.p !== undefined) {
        const [x, y] = this.xy(cell.p);
        const window_ = make("svg", { x: 2, y: 2, width: side, height: side, viewBox: `${x + 2} ${y + 2} ${side} ${side}` });
        const image = make("image", { width: width * SIDE, height: height * SIDE, preserveAspectRatio: "none" });
        image.setAttribute("href", this.laid);
        window_.append(image);
        group.append(window_, make("rect", { x: 2, y: 2, width: side, height: side, rx: 3, class: "gw-tile-rim" }));
        if (this.written) {
          const size = fitting(cell.t, 17);
          group.append(make("rect", { x: 4, y: 4, width: 8 + cell.t.length * size * 0.6, height: size + 6, rx: 5, class: "gw-tile-tag" }));
          group.append(label(8 + (cell.t.length * size * 0.6) / 2, 7 + size / 2, cell.t, size, "gw-tile-tag-text"));
        }
        return group;
      }
      group.append(make("rect", { x: 2, y: 2, width: side, height: side, rx: 7, class: "gw-tile-face" }));
      group.append(label(half, half, cell.t, fitting(cell.t, 22), "gw-tile-text"));
      return group;
    },

    moveRing() {
      const [x, y] = this.xy(this.at);
      this.ring.setAttribute("transform", `translate(${x + 1} ${y + 1})`);
    },

    // What the page asks for.

    patch(cells, animate) {
      for (const [at, cell] of cells) {
        this.data[at] = cell;
        this.paint(at);
      }
      if (this.pieces.size || cells.some(([, cell]) => cell.i !== undefined)) this.placePieces(animate);
    },
    select(at) {
      this.go(at, false);
    },
    takeKeys(list) {
      this.taken = new Set(list);
    },
    lay(picture, numbers) {
      this.laid = picture;
      this.written = numbers;
      for (const tile of this.pieces.values()) tile.remove();
      this.pieces.clear();
      this.placePieces(false);
    },

    // What is done to the board.

    go(at, focus = true) {
      if (at < 0 || at >= this.places.length) return;
      this.places[this.at].setAttribute("tabindex", -1);
      this.at = at;
      this.places[at].setAttribute("tabindex", 0);
      this.moveRing();
      if (focus) this.places[at].focus();
    },

    listen(svg) {
      const cellOf = (event) => {
        const place = event.target.closest("[data-cell]");
        if (place) return Number(place.dataset.cell);
        const box = svg.getBoundingClientRect();
        const view = svg.viewBox.baseVal;
        const scale = box.width / view.width;
        const col = Math.floor(((event.clientX - box.left) / scale + view.x) / SIDE);
        const row = Math.floor(((event.clientY - box.top) / scale + view.y) / SIDE);
        const { width, height } = this.scene;
        return col >= 0 && col < width && row >= 0 && row < height ? row * width + col : -1;
      };
      const quiet = () => {
        clearTimeout(this.press_);
        this.press_ = null;
      };
      svg.addEventListener("pointerdown", (event) => {
        const at = cellOf(event);
        this.long = false;
        this.chorded = false;
        if (at < 0) return;
        if (event.buttons === 3) {
          this.chorded = true;
          this.$emit("chord", at);
          return;
        }
        if (event.pointerType !== "mouse") {
          this.from = [event.clientX, event.clientY];
          this.press_ = setTimeout(() => {
            this.long = true;
            this.go(at);
            this.$emit("second", at);
          }, LONG_PRESS_MS);
        }
      });
      svg.addEventListener("pointermove", (event) => {
        if (this.press_ && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > SLOP) quiet();
      });
      for (const name of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(name, quiet);
      svg.addEventListener("click", (event) => {
        const at = cellOf(event);
        if (at < 0 || this.long || this.chorded) return;
        this.go(at);
        if (event.detail === 2) this.$emit("chord", at);
        else this.$emit("press", at);
      });
      svg.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        const at = cellOf(event);
        if (at < 0 || this.long || this.chorded) return;
        this.go(at);
        this.$emit("second", at);
      });
      svg.addEventListener("focusin", (event) => {
        const place = event.target.closest("[data-cell]");
        if (place && Number(place.dataset.cell) !== this.at) this.go(Number(place.dataset.cell), false);
      });
      svg.addEventListener("keydown", (event) => this.key(event));
    },

    key(event) {
      if (event.code === "Tab") return;
      // An input method may be on: what it composes is of no interest here, the place of the key is.
      const held = [];
      if (event.ctrlKey) held.push("Control");
      if (event.altKey) held.push("Alt");
      if (event.metaKey) held.push("Meta");
      if (event.shiftKey) held.push("Shift");
      const code = [...held, event.code].join("+");
      if (this.taken.has(code)) {
        event.preventDefault();
        this.$emit("key", code, this.at);
        return;
      }
      const next = this.next(held.join("+"), event.code);
      if (next !== null) {
        event.preventDefault();
        if (next !== this.at) {
          this.go(next);
          this.$emit("select", next);
        }
      } else if (!held.length && (event.code === "Enter" || event.code === "Space" || event.code === "NumpadEnter")) {
        event.preventDefault();
        this.$emit("press", this.at);
      } else if (!held.length && event.code === "ContextMenu") {
        event.preventDefault();
        this.$emit("second", this.at);
      }
    },

    next(held, code) {
      const { width, height } = this.scene;
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
