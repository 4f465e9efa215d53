"""Paints the pictures that are shipped for the sliding puzzle; run it to paint them again.

    python docs/images/make_pictures.py

They follow from fixed seeds and formulas alone. Every part of a picture differs from the others,
so that a tile can be told from its neighbours.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SIDE = 960
FOLDER = Path(__file__).parents[2] / "src/gridwise/web/static/pictures"
Array = np.ndarray


def colour(text: str) -> Array:
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], float)


def ramp(at: Array, *stops: str) -> Array:
    """Colours along an even scale from 0 to 1."""
    known = np.array([colour(stop) for stop in stops])
    places = np.linspace(0, 1, len(stops))
    return np.stack([np.interp(at, places, known[:, k]) for k in range(3)], axis=-1)


def blend(under: Array, over: Array, mask: Array) -> Array:
    return under + (over - under) * mask[..., None]


def grid() -> tuple[Array, Array]:
    """x and y from 0 to 1, y downwards."""
    line = (np.arange(SIDE) + 0.5) / SIDE
    return np.meshgrid(line, line)


def noise(rng: np.random.Generator, cells: int) -> Array:
    """Smooth noise from 0 to 1."""
    small = Image.fromarray((rng.random((cells, cells)) * 255).astype(np.uint8))
    return np.asarray(small.resize((SIDE, SIDE), Image.Resampling.BICUBIC), float) / 255


def ridge(rng: np.random.Generator, base: float, height: float, rough: float = 1.9) -> Array:
    """The skyline of a mountain range: a sum of ever finer waves."""
    x = (np.arange(SIDE) + 0.5) / SIDE
    line = np.zeros(SIDE)
    for octave in range(8):
        steps = 2 ** (octave + 1)
        points = rng.random(steps + 2)
        line += np.interp(x * steps, np.arange(steps + 2), points) / rough**octave
    line -= line.min()
    return base - height * line / line.max()


def below(line: Array, y: Array, soft: float = 1.5) -> Array:
    """1 below a skyline, 0 above it, with a soft edge of some pixels."""
    return np.clip((y - line[None, :]) * SIDE / soft + 0.5, 0, 1)


def dusk() -> Array:
    """Mountains at dusk, range behind range, with the sun going down over a lake."""
    rng = np.random.default_rng(61)
    x, y = grid()
    shore = 0.8
    seen = np.where(y > shore, 2 * shore - y, y)  # the lake shows what is above it
    seen = np.where(y > shore, seen + 0.012 * np.sin(y * 420) * (y - shore) * 4, seen)
    out = ramp(seen / 0.62, "#20204f", "#51397a", "#a5527f", "#ec8568", "#ffc67e", "#ffe3a6")
    away = np.hypot(x - 0.66, seen - 0.46)
    out = blend(
        out, np.broadcast_to(colour("#fff3cf"), out.shape), np.exp(-((away / 0.2) ** 2)) * 0.75
    )
    out = blend(
        out, np.broadcast_to(colour("#fffbe8"), out.shape), np.clip((0.062 - away) * 300, 0, 1)
    )
    for cx, cy, size in rng.random((70, 3)):
        glow = np.exp(
            -(((x - cx) ** 2 + (seen - cy * 0.3) ** 2) / (0.0011 + 0.0012 * size**3) ** 2)
        )
        out = blend(out, np.broadcast_to(colour("#ffffff"), out.shape), glow * (0.9 - 2 * cy * 0.4))
    ranges = (
        (0.60, 0.22, "#c2688a", "#e9947f"),
        (0.66, 0.25, "#8a4a83", "#b7657f"),
        (0.73, 0.24, "#53336e", "#75427a"),
        (0.80, 0.20, "#2b2150", "#43295f"),
    )
    for base, height, top, foot in ranges:
        line = ridge(rng, base, height)
        tone = ramp(np.clip((seen - line[None, :]) / height, 0, 1), top, foot)
        out = blend(out, tone, below(line, seen))
    lake = np.clip((y - shore) * SIDE / 2, 0, 1)
    return blend(out, out * 0.72 + colour("#1b1f52") * 0.18, lake)


def waves() -> Array:
    """Rolling waves, each crest lighter than its trough, under a red sun."""
    x, y = grid()
    out = ramp(y / 0.5, "#f7ead2", "#f5d6b4", "#efb99a")
    away = np.hypot(x - 0.3, y - 0.27)
    out = blend(
        out, np.broadcast_to(colour("#d9482f"), out.shape), np.clip((0.145 - away) * 400, 0, 1)
    )
    for k in range(5):
        cloud = (np.abs(y - 0.10 - 0.055 * k) < 0.004 + 0.002 * (k % 2)) & (
            np.abs(x - 0.75 + 0.13 * (k % 3)) < 0.13 + 0.03 * (k % 2)
        )
        out = blend(out, np.broadcast_to(colour("#fff8ea"), out.shape), cloud * 0.9)
    tones = ("#9cc5c0", "#6aa7ad", "#3f8597", "#28667f", "#1b4a68", "#123352", "#0c2340")
    for k, tone in enumerate(tones):
        depth = k / (len(tones) - 1)
        size = 0.018 + 0.05 * depth
        turns = 5.2 - 2.6 * depth
        phase = 1.7 * k + 0.4 * k * k
        t = x * turns * 2 * np.pi + phase
        # A trochoid: round troughs and pointed crests.
        shape = np.abs(np.sin(t / 2)) ** 0.8 * 2 - 1
        line = 0.47 + 0.085 * k + size * shape + 0.012 * np.sin(3 * x + k)
        inside = np.clip((y - line) * SIDE / 1.5 + 0.5, 0, 1)
        fade = np.clip((y - line) / 0.16, 0, 1)
        body = ramp(1 - fade, tone, tone, tones[max(0, k - 1)])
        out = blend(out, body, inside)
        for step in range(1, 5):  # lines that follow the crest, ever fainter
            at = np.abs(y - line - 0.012 * step - 0.004 * k) * SIDE
            out = blend(
                out,
                np.broadcast_to(colour("#f4f1e4"), out.shape),
                np.clip(1.9 - at, 0, 1) * inside * (0.75 - 0.15 * step),
            )
        foam = np.clip((0.0065 + 0.004 * depth - np.abs(y - line)) * SIDE, 0, 1)
        out = blend(out, np.broadcast_to(colour("#fbf8ee"), out.shape), foam)
    return out


def mosaic() -> Array:
    """Quarter circles and triangles in tiles, no two of which are alike."""
    palette = ("#f4e9d8", "#e4572e", "#17384f", "#f2a541", "#3d8f8a", "#a7c4b5", "#7a2d45")
    rng = np.random.default_rng(28)
    scale, tiles = 2, 8
    side = SIDE * scale // tiles
    image = Image.new("RGB", (SIDE * scale, SIDE * scale), palette[0])
    draw = ImageDraw.Draw(image)
    used: set[tuple[int, ...]] = set()
    for row in range(tiles):
        for col in range(tiles):
            while True:
                kind, turn = int(rng.integers(5)), int(rng.integers(4))
                a, b, c = (int(n) for n in rng.choice(len(palette), 3, replace=False))
                if (kind, turn, a, b) not in used:
                    used.add((kind, turn, a, b))
                    break
            x, y = col * side, row * side
            draw.rectangle((x, y, x + side, y + side), palette[a])
            corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
            px, py = corners[turn]
            near, far = corners[(turn + 1) % 4], corners[(turn + 3) % 4]
            if kind == 0:
                for radius, tone in ((side, b), (side * 0.62, c), (side * 0.28, a)):
                    draw.pieslice(
                        (px - radius, py - radius, px + radius, py + radius),
                        90 * turn,
                        90 * turn + 90,
                        palette[tone],
                    )
            elif kind == 1:
                draw.polygon([(px, py), near, far], palette[b])
                mid = ((near[0] + far[0]) / 2, (near[1] + far[1]) / 2)
                draw.polygon([(px, py), near, mid], palette[c])
            elif kind == 2:
                inset = side * 0.12
                draw.ellipse((x + inset, y + inset, x + side - inset, y + side - inset), palette[b])
                inset = side * 0.34
                draw.ellipse((x + inset, y + inset, x + side - inset, y + side - inset), palette[c])
            elif kind == 3:
                for k in range(5):
                    edge = side * (5 - k) / 5
                    dx, dy = (1 if px == x else -1), (1 if py == y else -1)
                    box = sorted((px, px + dx * edge)), sorted((py, py + dy * edge))
                    draw.rectangle(
                        (box[0][0], box[1][0], box[0][1], box[1][1]), palette[b if k % 2 else c]
                    )
            else:
                middle = (x + side / 2, y + side / 2)
                draw.polygon([corners[turn], corners[(turn + 1) % 4], middle], palette[b])
                draw.polygon([corners[(turn + 2) % 4], corners[(turn + 3) % 4], middle], palette[c])
    return np.asarray(image.resize((SIDE, SIDE), Image.Resampling.LANCZOS), float)


def planets() -> Array:
    """A planet with rings and two moons before a cloud of stars."""
    rng = np.random.default_rng(9)
    x, y = grid()
    cloud = sum(noise(rng, 2 ** (k + 1) + 2) / 2**k for k in range(5)) / 1.94
    band = np.exp(-(((x + y - 0.95) / 0.42) ** 2))
    out = ramp(
        np.clip(cloud * 0.85 * band + 0.1 * y, 0, 1),
        "#0a0d24",
        "#1d1f4e",
        "#4b2f7a",
        "#b0568f",
        "#ffb48a",
    )
    stars = np.zeros((SIDE, SIDE))
    for cx, cy, size in rng.random((260, 3)):
        r = 0.0008 + 0.0022 * size**6
        x0, y0 = int(cx * SIDE), int(cy * SIDE)
        part = np.s_[max(0, y0 - 16) : y0 + 17, max(0, x0 - 16) : x0 + 17]
        stars[part] += np.exp(-(((x[part] - cx) ** 2 + (y[part] - cy) ** 2) / r**2))
    out = blend(out, np.broadcast_to(colour("#fdf6e6"), out.shape), np.clip(stars, 0, 1))

    def ball(out: Array, cx: float, cy: float, radius: float, *tones: str, stripes: float) -> Array:
        u, v = (x - cx) / radius, (y - cy) / radius
        r2 = u**2 + v**2
        z = np.sqrt(np.clip(1 - r2, 0, 1))
        tilt = v + 0.32 * u
        wobble = 0.05 * np.sin(6 * u + 9 * tilt) + 0.3 * (cloud - 0.5)
        at = 0.5 + 0.5 * np.sin(stripes * (tilt + wobble))
        body = ramp(at, *tones)
        light = np.clip(-0.55 * u - 0.5 * v + 0.72 * z, 0.03, 1)
        return blend(
            out,
            body * light[..., None] ** 0.8,
            np.clip((1 - np.sqrt(r2)) * radius * SIDE / 1.5, 0, 1),
        )

    def ring(out: Array, front: bool) -> Array:
        u, v = (x - 0.46) / 0.27, (y - 0.54) / 0.27
        c, s = np.cos(-0.32), np.sin(-0.32)
        a, b = c * u - s * v, (s * u + c * v) / 0.26
        r = np.hypot(a, b)
        tone = ramp((r - 1.32) / 0.75, "#e9c9a0", "#b98d75", "#f3dcc0", "#8d7391", "#d9b9c0")
        gap = 1 - 0.85 * np.exp(-(((r - 1.72) / 0.025) ** 2))
        mask = np.clip((r - 1.32) * 60, 0, 1) * np.clip((2.07 - r) * 60, 0, 1) * gap * 0.93
        return blend(out, tone, mask * ((b > 0) if front else (b <= 0)))

    out = ring(out, front=False)
    out = ball(out, 0.46, 0.54, 0.27, "#f5dfb8", "#e7a66b", "#c9694f", "#f0c48d", stripes=13)
    out = ring(out, front=True)
    out = ball(out, 0.83, 0.2, 0.085, "#b9d7e8", "#6f9fc0", "#e4f1f4", stripes=7)
    return ball(out, 0.14, 0.86, 0.055, "#c9b8a8", "#8f7f78", "#ddd0c0", stripes=5)


def hills() -> Array:
    """Fields over rolling hills, with trees, a house and clouds."""
    rng = np.random.default_rng(4)
    x, y = grid()
    out = ramp(y / 0.5, "#5fb0dc", "#9bd0e8", "#dff0ee")
    puffs = np.zeros((SIDE, SIDE))
    for cx, cy, size in ((0.2, 0.14, 0.055), (0.72, 0.2, 0.07), (0.47, 0.07, 0.035)):
        for _ in range(9):
            dx, dy, r = (
                rng.normal(0, size),
                -abs(rng.normal(0, size * 0.3)),
                size * rng.uniform(0.4, 0.8),
            )
            flat = np.clip((cy + 0.012 - y) * 220, 0, 1)
            puffs = np.maximum(
                puffs, np.clip((r - np.hypot(x - cx - dx, y - cy - dy)) * 240, 0, 1) * flat
            )
    out = blend(out, np.broadcast_to(colour("#ffffff"), out.shape), puffs * 0.94)
    crops = (
        ("#9ec46c", "#b7d27e"),
        ("#e2c65a", "#f0d979"),
        ("#6fa55a", "#84b866"),
        ("#c9803f", "#dd9a55"),
        ("#4f8a4c", "#649f58"),
    )
    for k, (one, other) in enumerate(crops):
        line = 0.46 + 0.1 * k + (0.05 + 0.008 * k) * np.sin(x[0] * (3.4 + 0.5 * k) + 2.3 * k)
        depth = np.clip(y - line[None, :], 0, 1)
        # Furrows that run together towards the hill's crest.
        furrow = np.sin((x - 0.5 - 0.2 * np.sin(k * 2.1)) * 60 / (0.25 + 2.2 * depth) + k)
        tone = blend(
            np.broadcast_to(colour(one), out.shape),
            np.broadcast_to(colour(other), out.shape),
            np.clip(furrow * 2, 0, 1),
        )
        out = blend(out, tone * (1.05 - 0.5 * depth)[..., None], below(line, y))
    image = Image.fromarray(np.clip(out, 0, 255).astype(np.uint8)).resize((SIDE * 2, SIDE * 2))
    draw = ImageDraw.Draw(image)

    def tree(cx: float, cy: float, size: float, tone: str, light: str) -> None:
        s = SIDE * 2
        draw.rectangle(
            ((cx - size * 0.07) * s, (cy - size * 0.4) * s, (cx + size * 0.07) * s, cy * s),
            "#6b4630",
        )
        draw.ellipse(
            (
                (cx - size * 0.45) * s,
                (cy - size * 1.35) * s,
                (cx + size * 0.45) * s,
                (cy - size * 0.25) * s,
            ),
            tone,
        )
        draw.ellipse(
            (
                (cx - size * 0.34) * s,
                (cy - size * 1.27) * s,
                (cx + size * 0.12) * s,
                (cy - size * 0.7) * s,
            ),
            light,
        )

    def house(cx: float, cy: float, size: float) -> None:
        s = SIDE * 2
        draw.rectangle(((cx - size) * s, (cy - size) * s, (cx + size) * s, cy * s), "#fbf3e2")
        draw.polygon(
            [
                ((cx - size * 1.25) * s, (cy - size) * s),
                (cx * s, (cy - size * 2) * s),
                ((cx + size * 1.25) * s, (cy - size) * s),
            ],
            "#b8452f",
        )
        draw.rectangle(
            ((cx - size * 0.2) * s, (cy - size * 0.62) * s, (cx + size * 0.2) * s, cy * s),
            "#5b3a29",
        )
        for dx in (-0.62, 0.62):
            draw.rectangle(
                (
                    (cx + (dx - 0.17) * size) * s,
                    (cy - size * 0.7) * s,
                    (cx + (dx + 0.17) * size) * s,
                    (cy - size * 0.35) * s,
                ),
                "#7fb2cf",
            )

    for cx, cy, size in (
        (0.08, 0.52, 0.05),
        (0.13, 0.515, 0.04),
        (0.9, 0.63, 0.075),
        (0.97, 0.65, 0.09),
        (0.44, 0.6, 0.05),
    ):
        tree(cx, cy, size, "#2f6b3c", "#48894c")
    house(0.62, 0.655, 0.05)
    tree(0.72, 0.675, 0.085, "#2b6238", "#438246")
    tree(0.2, 0.86, 0.16, "#27583a", "#3d7a47")
    tree(0.84, 0.95, 0.2, "#d0752b", "#e7984a")
    return np.asarray(image.resize((SIDE, SIDE), Image.Resampling.LANCZOS), float)


PICTURES: dict[str, Callable[[], Array]] = {
    "dusk": dusk,
    "waves": waves,
    "mosaic": mosaic,
    "planets": planets,
    "hills": hills,
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        image = Image.fromarray(np.clip(PICTURES[name]() + 0.5, 0, 255).astype(np.uint8))
        image = image.filter(ImageFilter.GaussianBlur(0.4))
        path = FOLDER / f"{name}.webp"
        for quality in range(88, 30, -4):
            image.save(path, "WEBP", quality=quality, method=6)
            if path.stat().st_size <= 58_000:
                break
        print(path.name, path.stat().st_size, quality)


if __name__ == "__main__":
    main()
