#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Loops whose iterations use an array by thread number, in a function that the compiler does not see.

loops.c is converted; scratch.c, a file of its own, aborts when a number is out of bounds, changes within an iteration, or is
used by two iterations at a time. Runs with 1, 2, 4 and 9 workers, beats of a microsecond, every split promoted, and chaos,
where the watcher of waiting tasks takes everybody for one that waits, and without it; linked dynamically, statically with the
runtime, and with the other file compiled by plain clang; all must print what the program prints on libomp alone.

    run.py --root BUILD
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

LLVM = os.environ.get("LLVM", "19")

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = [HERE / "loops.c", HERE / "scratch.c"]


def compile_object(compiler, source, folder):
    output = folder / (source.stem + ".o")
    subprocess.run([compiler, "-O2", "-fopenmp", "-c", source, "-o", output], check=True)
    return output


def settings():
    for workers in ("1", "2", "4", "9"):
        yield {"TACTUS_WORKERS": workers}
        # Whether the first question meets a slot, and which, is chance.
        yield from [{"TACTUS_WORKERS": workers, "TACTUS_HEARTBEAT_US": "1"}] * 4
        yield {"TACTUS_WORKERS": workers, "TACTUS_PROMOTE": "all"}
        for seed in range(1, 6):
            yield {"TACTUS_WORKERS": workers, "TACTUS_CHAOS": str(seed)}
            yield {"TACTUS_WORKERS": workers, "TACTUS_CHAOS": str(seed), "TACTUS_WATCH": "0"}


def run(program, extra):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("TACTUS_", "OMP_"))}
    return subprocess.run([program], env=environment | extra, capture_output=True, text=True, timeout=120, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    tactus = parser.parse_args().root / "bin" / "tactus-clang"
    failures = runs = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([f"clang-{LLVM}", "-O2", "-fopenmp", *SOURCES, "-o", folder / "expected"], check=True)
        expected = run(folder / "expected", {"OMP_NUM_THREADS": "4"})
        assert expected.returncode == 0, expected.stderr
        loops = compile_object(tactus, SOURCES[0], folder)
        for compiler, flags in ((tactus, []), (tactus, ["-ftactus-static-runtime"]), (f"clang-{LLVM}", [])):
            program = folder / "program"
            subprocess.run([tactus, "-fopenmp", *flags, loops, compile_object(compiler, SOURCES[1], folder), "-o", program],
                           check=True)
            for extra in settings():
                runs += 1
                result = run(program, extra)
                if result.returncode != 0 or result.stdout != expected.stdout:
                    failures += 1
                    print(f"FAIL {compiler} {flags} {extra}: {result.returncode}\n{result.stdout}{result.stderr}")
    print(f"{runs} runs, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
