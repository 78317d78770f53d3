#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Instructions of compiled TPAL on one worker without beats: polls and interrupts over the program without annotations.

    0124-callgrind.py BUILD [PROGRAM...]
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parents[3] / "tpal/programs"


def numbers(name, values):
    """The text with other contents of an array."""
    body = ", ".join(map(str, values))
    return lambda text: re.sub(rf"^\.data {name} = .*", f".data {name} = {{ {body} }}", text, flags=re.MULTILINE)


def changed(*changes):
    def change(text):
        text = "".join(line for line in text.splitlines(True) if not line.startswith(".expect"))
        for each in changes:
            text = each(text)
        return text
    return change


def cases():
    """Name: arguments, and what is changed in the source so that it has enough to do."""
    draw = random.Random(1)
    items, values, nodes, rows = 18, 3000, 60, 400
    columns = sorted((row, draw.randrange(rows)) for row in range(rows) for _ in range(20))
    starts = [20 * row for row in range(rows + 1)]
    return {
        "prod": (["a=300000"], changed()),
        "power": (["d=3", "e=12"], changed()),
        "mandelbrot": (["width=80", "height=60", "limit=100"], changed()),
        "fib": (["n=24"], changed()),
        "treesum": (["nodes=30000"], changed()),
        "knapsack": ([f"items={items}", "capacity=60"],
                     changed(numbers("weights", [draw.randrange(1, 12) for _ in range(items)]),
                             numbers("prices", [draw.randrange(1, 20) for _ in range(items)]))),
        "mergesort": ([f"length={values}"],
                      changed(numbers("xs", [draw.randrange(10000) for _ in range(values)]), numbers("ys", [0] * values))),
        "floyd-warshall": ([f"n={nodes}"],
                           changed(numbers("dist", [draw.randrange(1, 999) for _ in range(nodes * nodes)]))),
        "spmv": ([f"n={rows}"],
                 changed(numbers("rows", starts), numbers("columns", [column for _, column in columns]),
                         numbers("values", [f"{draw.randrange(1, 9)}.0" for _ in columns]),
                         numbers("x", [f"{draw.randrange(1, 9)}.0" for _ in range(rows)]),
                         lambda text: re.sub(r"^\.data y = .*", ".data y = { " + ", ".join(["0.0"] * rows) + " }", text,
                                             flags=re.MULTILINE))),
    }


def count(program, arguments):
    environment = {**os.environ, "TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "0", "LD_BIND_NOW": "1"}
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=body.0",
                          program, *arguments], env=environment, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]), run.stdout


def main():
    build, *chosen = sys.argv[1:]
    tool = Path(build) / "bin/tactus-tpal"
    print("| program | serial | polls | interrupts | interrupts over polls |\n| --- | ---: | ---: | ---: | ---: |")
    for name, (arguments, change) in cases().items():
        if chosen and name not in chosen:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source, serial = Path(folder) / f"{name}.tpal", Path(folder) / f"{name}-serial.tpal"
            source.write_text(change((PROGRAMS / f"{name}.tpal").read_text()))
            text = re.sub(r"\[prppt [^\]]*\]", "", source.read_text())
            serial.write_text(text)
            counts, outputs = [], set()
            for file, flags in ((serial, []), (source, []), (source, ["-ftactus-beat=interrupt"])):
                program = Path(folder) / "program"
                subprocess.run([tool, "compile", *flags, file, "-o", program], check=True)
                instructions, output = count(program, arguments)
                counts.append(instructions)
                outputs.add(output)
            if len(outputs) != 1:
                sys.exit(f"{name}: results differ")
            plain, polls, interrupts = counts
            print(f"| {name} | {plain} | {polls / plain:.4f} | {interrupts / plain:.4f} | {interrupts / polls:.4f} |",
                  flush=True)


if __name__ == "__main__":
    main()
