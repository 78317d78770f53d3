#!/usr/bin/env python3
"""Measures the library's algorithms (library.cpp), compiled by tactus-clang++ and by g++, on several numbers of workers.

    library.py [--root BUILD] [--workers 1,2] [--output FILE.md]

Opponents are compiled in where they are installed: oneTBB (libtbb-dev) as libstdc++'s std::execution::par, and libstdc++'s
parallel mode, which needs g++ and OpenMP.
"""
import argparse
import datetime
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def has_header(compiler, header):
    probe = subprocess.run([compiler, "-std=c++20", "-x", "c++", "-E", "-"], input=f"#include <{header}>\n", text=True,
                           capture_output=True)
    return probe.returncode == 0


def build(root, compiler, work):
    """The program, or None if there is no such compiler."""
    command = {"tactus-clang++": [str(root / "bin/tactus-clang++")], "g++": ["g++", f"-I{HERE.parent.parent / 'include'}"]}[compiler]
    program = work / compiler
    flags, libraries = [], []
    if has_header(command[0], "tbb/global_control.h"):
        flags.append("-DHAVE_PSTL")
        libraries.append("-ltbb")
    if compiler == "g++":
        flags += ["-fopenmp", "-DHAVE_PARALLEL_MODE"]
        libraries += [str(root / "lib/libtactus.a"), "-pthread"]
    else:
        flags.append("-ftactus-static-runtime")
    subprocess.run([*command, "-std=c++20", "-O3", "-Wno-deprecated-declarations", *flags, str(HERE / "library.cpp"), "-o",
                    str(program), *libraries], check=True)
    return program


def measure(program, workers):
    environment = {**os.environ, "TACTUS_WORKERS": str(workers), "OMP_WAIT_POLICY": "passive"}
    lines = subprocess.run([program], env=environment, check=True, capture_output=True, text=True).stdout.splitlines()
    return [(line[:22].strip(), line[22:].split()) for line in lines[1:]]


def table(rows):
    text = "| algorithm | std, ms | Tactus | std::execution::par, oneTBB | parallel mode |\n| --- | --- | --- | --- | --- |\n"
    product, count = 1.0, 0
    for name, figures in rows:
        text += f"| {name} | {' | '.join(figures)} |\n"
        product *= float(figures[1])
        count += 1
    return text + f"| *geometric mean* | | {product ** (1 / count):.2f} | | |\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent.parent / "build/release")
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    if not (arguments.root / "bin/tactus-clang++").exists():
        sys.exit(f"tactus: error: {arguments.root}: no bin/tactus-clang++ there; build it, or name a build by --root")
    text = ""
    with tempfile.TemporaryDirectory() as work:
        for compiler in ("tactus-clang++", "g++"):
            program = build(arguments.root, compiler, pathlib.Path(work))
            for workers in map(int, arguments.workers.split(",")):
                load = os.getloadavg()[0]
                text += (f"\n## {compiler}, {workers} worker{'s' if workers > 1 else ''}\n\n{table(measure(program, workers))}\n"
                         f"{os.cpu_count()} processors, {load:.1f} running before; {datetime.date.today()}\n")
    print(text)
    if arguments.output:
        head = arguments.output.read_text().split("\n## ")[0].rstrip() if arguments.output.exists() else "# The library"
        arguments.output.write_text(f"{head}\n{text}")


main()
