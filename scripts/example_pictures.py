#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Makes the pictures that the examples show, by building and running them as their READMEs say (decision 155).

    example_pictures.py --root ROOT            writes the pictures beside the examples. ROOT: a tree that is built or installed
    example_pictures.py --root ROOT --check    only says which are not what the examples make, with exit status 1
"""

import argparse
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from packaging_support import whole_file

SOURCE = Path(__file__).resolve().parent.parent
EXAMPLES = SOURCE / "examples"
# On a light page as on a dark one.
INK, LINE, GROUND, ACCENT = "#57606a", "#8c959f", "#f6f8fa", "#0969da"
# Of a picture that another C library has computed, so many values may differ, each by little.
MOST_DIFFERENT, LARGEST_DIFFERENCE = 0.01, 2


def fail(message):
    sys.exit(f"tactus: error: {message}")


class Programs:
    """The examples, built in a folder of their own."""

    def __init__(self, root, work):
        self.work = work
        self.environment = {**os.environ, "PATH": f"{root}/bin:{os.environ['PATH']}", "CMAKE_PREFIX_PATH": str(root)}
        shutil.copytree(EXAMPLES, work / "examples", ignore=shutil.ignore_patterns("build"))

    def run(self, *command):
        done = subprocess.run(list(map(str, command)), cwd=self.work, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            fail(f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr or done.stdout}")
        return done.stdout

    def example(self, name, *arguments):
        build = self.work / "examples" / name / "build"
        if not build.exists():
            self.run("cmake", "-S", build.parent, "-B", build)
            self.run("cmake", "--build", build, "--target", name)
        return self.run(build / name, *arguments)


class Png:
    """A picture of three bytes a pixel, as common/png.h writes them, or as `compressed` does."""

    def __init__(self, data):
        at, packed = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            chunk = data[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height = struct.unpack(">II", chunk[:8])
            elif kind == b"IDAT":
                packed += chunk
            at += length + 12
        self.rows, before, raw, stride = [], bytes(3 * self.width), zlib.decompress(packed), 3 * self.width
        for y in range(self.height):
            kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
            for x in range(stride):
                line[x] = (line[x] + self.predicted(kind, line, before, x)) & 255
            self.rows.append(bytes(line))
            before = self.rows[-1]

    @staticmethod
    def predicted(kind, line, before, x):
        """By the filter of the line: 0 nothing, 1 the pixel on the left, 2 the one above."""
        if kind > 2:
            fail(f"a line is filtered by {kind}, which nobody here writes")
        return 0 if kind == 0 else (line[x - 3] if x >= 3 else 0) if kind == 1 else before[x]

    def filtered(self, kind):
        before = bytes(3 * self.width)
        for row in self.rows:
            yield bytes([kind]) + bytes((row[x] - self.predicted(kind, row, before, x)) & 255 for x in range(len(row)))
            before = row

    def compressed(self):
        packed = min((zlib.compress(b"".join(self.filtered(kind)), 9) for kind in (0, 1, 2)), key=len)
        chunks = [(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)), (b"IDAT", packed), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)

    def is_like(self, other):
        if (self.width, self.height) != (other.width, other.height):
            return False
        differences = [abs(a - b) for mine, theirs in zip(self.rows, other.rows) for a, b in zip(mine, theirs) if a != b]
        return len(differences) <= MOST_DIFFERENT * 3 * self.width * self.height and max(differences, default=0) <= LARGEST_DIFFERENCE


def svg(width, height, title, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
            f'font-family="system-ui, sans-serif">\n<title>{title}</title>\n' + "\n".join(parts) + "\n</svg>\n")


def life(programs):
    """What `life --show` draws in a terminal, generation after generation, as a film."""
    width, height, generations, seconds, size = 48, 16, 64, 10, 10
    frames = programs.example("life", width, height, generations, "--show").split("\x1b[H\x1b[2J")[1:]
    parts = [f'<rect width="100%" height="100%" fill="{GROUND}"/>']
    for index, frame in enumerate(frames):
        # Short thick lines.
        cells = "".join(f"M{x * size} {y * size + size // 2}h{size - 1}"
                        for y, line in enumerate(frame.split("\n")[:height]) for x, cell in enumerate(line) if cell == "o")
        begin, end = index / len(frames), (index + 1) / len(frames)
        values, times = ("visible;hidden", f"0;{end:.4f}") if index == 0 else ("hidden;visible;hidden", f"0;{begin:.4f};{end:.4f}")
        if index == len(frames) - 1:
            values, times = "hidden;visible", f"0;{begin:.4f}"
        parts.append(f'<path d="{cells}" stroke="{ACCENT}" stroke-width="{size - 1}" visibility="{"hidden" if index else "visible"}"><animate '
                     f'attributeName="visibility" values="{values}" keyTimes="{times}" calcMode="discrete" dur="{seconds}s" '
                     'repeatCount="indefinite"/></path>')
    return svg(width * size, height * size, f"Conway’s game of life, {generations} generations", parts)


def pagerank(programs):
    """The karate club as a circle, each member as large as its rank."""
    matrix = EXAMPLES / "spmv/matrices/karate.mtx"
    printed = (line.split() for line in programs.example("pagerank", matrix, 1000).splitlines())
    # Those of equal rank come in any order.
    ranks = dict(sorted(((int(vertex), float(rank)) for vertex, rank in printed), key=lambda one: (-one[1], one[0])))
    edges = [tuple(map(int, line.split())) for line in matrix.read_text().splitlines() if not line.startswith("%")][1:]
    middle, radius = 260, 215
    place = {vertex: (middle + radius * math.sin(2 * math.pi * i / len(ranks)), middle - radius * math.cos(2 * math.pi * i / len(ranks)))
             for i, vertex in enumerate(ranks)}
    parts = [f'<rect width="100%" height="100%" fill="{GROUND}"/>']
    parts += [f'<line x1="{place[a][0]:.1f}" y1="{place[a][1]:.1f}" x2="{place[b][0]:.1f}" y2="{place[b][1]:.1f}" stroke="{LINE}" '
              'stroke-width="0.7"/>' for a, b in edges]
    for vertex, rank in ranks.items():
        x, y = place[vertex]
        size = 75 * math.sqrt(rank)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{ACCENT}"/>')
        inside = size > 11
        away = 0 if inside else size + 9
        tx, ty = x + (x - middle) / radius * away, y + (y - middle) / radius * away
        parts.append(f'<text x="{tx:.1f}" y="{ty + 4:.1f}" font-size="12" text-anchor="middle" fill="{"#ffffff" if inside else INK}">'
                     f'{vertex}</text>')
    return svg(2 * middle, 2 * middle, "Members of the karate club, as large as their ranks", parts)


def pictures(programs):
    """Path -> content of all pictures."""
    ray, few, original = (programs.work / name for name in ("ray.png", "few.png", "original.png"))
    programs.example("raytracer", 480, 270, ray)
    programs.example("quantise", 320, 180, few, original)
    return {EXAMPLES / "raytracer/raytracer.png": Png(ray.read_bytes()),
            EXAMPLES / "quantise/original.png": Png(original.read_bytes()),
            EXAMPLES / "quantise/quantised.png": Png(few.read_bytes()),
            EXAMPLES / "life/life.svg": life(programs),
            EXAMPLES / "pagerank/pagerank.svg": pagerank(programs)}


def is_current(path, content):
    if not path.exists():
        return False
    return content.is_like(Png(path.read_bytes())) if isinstance(content, Png) else path.read_text() == content


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--check", action="store_true", help="write nothing, say what is stale")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        made = pictures(Programs(options.root.resolve(), Path(work).resolve()))
    stale = [path for path, content in made.items() if not is_current(path, content)]
    if options.check:
        if stale:
            fail(f"{', '.join(str(path.relative_to(SOURCE)) for path in stale)}: not what the examples make; run "
                 "scripts/example_pictures.py")
        return
    for path in stale:
        content = made[path]
        whole_file.write_bytes(path, content.compressed() if isinstance(content, Png) else content.encode())
        print(path.relative_to(SOURCE))


if __name__ == "__main__":
    main()
