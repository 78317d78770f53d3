#!/usr/bin/env python3
"""Measures the library's algorithms (library.cpp), compiled by tactus-clang++ and by g++, on several numbers of workers.

    library.py [--root BUILD] [--workers 1,2] [--output FILE.md]
    library.py [--root BUILD] --instructions [ROW...]

The second form counts instructions on one worker (valgrind), which do not depend on what else the machine does: of the serial
program, and of Tactus in relation to it. Opponents are compiled in where they are installed: oneTBB (libtbb-dev) as libstdc++'s std::execution::par, and libstdc++'s
parallel mode, which needs g++ and OpenMP.
"""
import argparse
import datetime
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import whole_file  # noqa: E402

NATURAL = "[&] "  # how the names of natural forms begin
NAME_WIDTH = 22
# A program is some 50 times slower under valgrind. Beats would come that much too often, so there are none.
NO_BEAT = {"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "0", "OMP_WAIT_POLICY": "passive"}
HERE = pathlib.Path(__file__).resolve().parent


def has_header(compiler, header):
    probe = subprocess.run([compiler, "-std=c++20", "-x", "c++", "-E", "-"], input=f"#include <{header}>\n", text=True,
                           capture_output=True)
    return probe.returncode == 0


def build(root, compiler, work, *flags):
    """The program, or None if there is no such compiler."""
    command = {"tactus-clang++": [str(root / "bin/tactus-clang++")], "g++": ["g++", f"-I{HERE.parent.parent / 'include'}"]}[compiler]
    program = work / compiler
    flags, libraries = list(flags), []
    if has_header(command[0], "tbb/global_control.h"):
        flags.append("-DHAVE_PSTL")
        libraries.append("-ltbb")
    if compiler == "g++":
        flags += ["-fopenmp", "-DHAVE_PARALLEL_MODE"]
        libraries += [str(root / "lib/libtactus.a"), "-pthread"]
    else:
        flags.append("-ftactus-static-runtime")
    subprocess.run([*command, "-std=c++20", "-O3", "-Wno-deprecated-declarations", *flags,
                    *(str(HERE / name) for name in ("library.cpp", "measure.cpp", "natural.cpp")), "-o", str(program), *libraries],
                   check=True)
    return program


def measure(program, workers):
    environment = {**os.environ, "TACTUS_WORKERS": str(workers), "OMP_WAIT_POLICY": "passive"}
    lines = subprocess.run([program], env=environment, check=True, capture_output=True, text=True).stdout.splitlines()
    return [(line[:NAME_WIDTH].strip(), line[NAME_WIDTH:].split()) for line in lines[1:]]


def geometric_mean(factors):
    return math.prod(factors) ** (1 / len(factors))


def table(rows):
    text = "| algorithm | std, ms | Tactus | std::execution::par, oneTBB | parallel mode |\n| --- | --- | --- | --- | --- |\n"
    algorithms = [row for row in rows if not row[0].startswith(NATURAL)]
    for name, figures in algorithms:
        text += f"| {name} | {' | '.join(figures)} |\n"
    text += f"| *geometric mean* | | {geometric_mean([float(figures[1]) for _, figures in algorithms]):.2f} | | |\n"
    text += "\n| natural form | `for`, ms | Tactus |\n| --- | --- | --- |\n"
    for name, figures in rows:
        if name.startswith(NATURAL):
            text += f"| {name.removeprefix(NATURAL)} | {figures[0]} | {figures[1]} |\n"
    return text


def count_instructions(program, row, system):
    """Of one run: two runs less one, so that what comes before them does not count."""
    def count(runs):
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "--run", row, str(system), str(runs)],
                              env={**os.environ, **NO_BEAT}, capture_output=True, text=True, check=True)
        return int(re.search(r"Collected : (\d+)", done.stderr)[1])
    return count(3) - count(2)


def instructions(program, wanted):
    names = [name for name, _ in measure(program, 1)] if not wanted else wanted
    text = "| algorithm | serial, million | Tactus |\n| --- | --- | --- |\n"
    for name in names:
        serial, tactus = (count_instructions(program, name, system) for system in (0, 1))
        text += f"| {name.removeprefix(NATURAL)} | {serial / 1e6:.2f} | {tactus / serial:.2f} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent.parent / "build/release")
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    arguments = parser.parse_args()
    if not (arguments.root / "bin/tactus-clang++").exists():
        sys.exit(f"tactus: error: {arguments.root}: no bin/tactus-clang++ there; build it, or name a build by --root")
    text = ""
    with tempfile.TemporaryDirectory() as work:
        for compiler in ("tactus-clang++", "g++"):
            if arguments.instructions:
                program = build(arguments.root, compiler, pathlib.Path(work), "-DLIBRARY_LOG_COUNT=14")
                text += f"\n## {compiler}, instructions\n\n{instructions(program, arguments.rows)}"
                continue
            program = build(arguments.root, compiler, pathlib.Path(work))
            for workers in map(int, arguments.workers.split(",")):
                load = os.getloadavg()[0]
                text += (f"\n## {compiler}, {workers} worker{'s' if workers > 1 else ''}\n\n{table(measure(program, workers))}\n"
                         f"{os.cpu_count()} processors, {load:.1f} running before; {datetime.date.today()}\n")
    print(text)
    if arguments.output:
        head = arguments.output.read_text().split("\n## ")[0].rstrip() if arguments.output.exists() else "# The library"
        whole_file.write_text(arguments.output, f"{head}\n{text}")


main()
