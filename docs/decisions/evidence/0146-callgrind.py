# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Instructions and memory of the programs of bench/pml by two compilers:
python3 docs/decisions/evidence/0146-callgrind.py BEFORE AFTER [PROGRAM ...], which are build trees.

Instructions of one repetition as bench/harness/callgrind.py counts them, and those of the run around it, which makes the
input. Memory: the high water of a run of a larger input, without valgrind, beats off; Python's own, 14 MiB, is the least."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BENCH = Path(__file__).resolve().parents[3] / "bench"
SIZES = {"bfs": 6000, "bignum-add": 400000, "delaunay": 2000, "grep": 150000, "linefit": 400000, "mandelbrot": 40,
         "map-heavy": 20, "map-light": 400000, "msort": 20000, "nearest-nbrs": 4000, "nqueens": 8, "primes": 150000,
         "sparse-mxv-csr": 3000, "suffix-array": 4000, "triangle-count": 800, "wc": 400000,
         "classic/life": 30, "classic/knuth-bendix": 3, "classic/mandelbrot": 40, "classic/matrix-product": 60,
         "classic/nucleic": 5, "classic/ray": 16, "classic/tsp": 80, "classic/fft": 11, "classic/boyer": 12,
         "classic/strings": 400, "classic/hash-tables": 10000, "classic/pidigits": 150}
# How many times as large the inputs of mpl are for the memory; those of the others take too long.
LARGER = 10
BEATS_OFF = {"PATH": "/usr/bin:/bin", "TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "0"}


def build(tree, program, folder):
    source = BENCH / "pml" / (f"{program}.mlb" if "/" in program else f"mpl/{program}.mlb")
    path = Path(folder) / program.replace("/", "-")
    subprocess.run([Path(tree) / "bin/tactus-pml", "build", source, "--mlb-path-var", "GRAINS=full", "-o", path], check=True)
    return path


def instructions(path, size, repetitions, folder):
    result = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out", path, "--size",
                             str(size), "--warmup", "0", "--reps", str(repetitions)],
                            capture_output=True, text=True, env=BEATS_OFF, check=True)
    return int(re.search(r"Collected\s*:\s*(\d+)", result.stderr).group(1))


def memory(path, size):
    """In KiB."""
    process = os.posix_spawn(path, [str(path), "--size", str(size), "--warmup", "0", "--reps", "1"], BEATS_OFF,
                             file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    return os.wait4(process, 0)[2].ru_maxrss


def main():
    with tempfile.TemporaryDirectory() as folder:
        for program in sys.argv[3:] or SIZES:
            size = SIZES[program]
            counts = []
            for tree in sys.argv[1:3]:
                path = build(tree, program, folder)
                once, twice = (instructions(path, size, repetitions, folder) for repetitions in (1, 2))
                counts.append((twice - once, 2 * once - twice, memory(path, size if program == "nqueens" or "/" in program else LARGER * size)))
            before, after = counts
            print(program, *(f"{name} {b:,} -> {a:,} ({a / max(b, 1):.4f})"
                             for name, b, a in zip(("repetition", "around", "KiB"), before, after)), sep="  ", flush=True)


main()
