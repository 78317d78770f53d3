#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The demo: one source, five ways to run it, on one real matrix and three generated ones.

  serial               clang, pragmas ignored
  static, dynamic,     clang -fopenmp -DHAND_TUNED: pragma on the rows only, schedule from OMP_SCHEDULE
  guided
  Tactus               tactus-clang -fopenmp: a pragma on both loops, no schedule

Every system's product is compared with the serial one, element by element; a difference beyond what the order of
additions explains is an error and exit status 1. Then one table (times, ratios to serial, Tactus' promotions by loop),
then the compiler's remarks about the loops.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

DIRECTORY = Path(__file__).resolve().parent
FLAGS = ["-std=c++20", "-O3", "-march=native", "-Wno-unknown-pragmas"]
SUPPORT_SOURCES = ("matrix_market.cpp", "generate.cpp")
# All products have terms of one sign only, so reassociation moves them by far less, even in long rows.
TOLERANCE = 1e-10
# A chunk of 1, the default of `dynamic`, would be a straw man; 256 rows is what somebody who tunes would find.
SCHEDULES = {"static": "static", "dynamic": "dynamic,256", "guided": "guided"}
ALL_SYSTEMS = ("serial", *SCHEDULES, "Tactus")
ROUNDS = 3


class DemoError(Exception):
    """One line for the user; exit status 1."""


def run(command, environment=None):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KMP_", "TACTUS_"))}
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=clean | (environment or {}))
    if result.returncode != 0:
        lines = (result.stderr.strip() or f"exit status {result.returncode}").splitlines()
        raise DemoError(f"{Path(command[0]).name} failed: {lines[0]}" + ("".join("\n" + line for line in lines[1:])))
    return result


def find_clang(root):
    """The clang of the LLVM that the tree is for, which it says itself."""
    try:
        version = (root / "share/tactus/llvm-version").read_text().strip()
    except FileNotFoundError:
        version = os.environ.get("LLVM", "19")
    clang = shutil.which(f"clang++-{version}") or shutil.which("clang++")
    if not clang:
        raise DemoError(f"clang++-{version} not found, install the package clang-{version}")
    return clang


def compile_all(root, systems, directory):
    """Compiles the source once for each way; returns ({system: program}, remarks of tactus-clang++)."""
    clang = find_clang(root)
    tactus_clang = root / "bin" / "tactus-clang++"
    if "Tactus" in systems and not os.access(tactus_clang, os.X_OK):
        raise DemoError(f"{tactus_clang} not found, build Tactus first (make) or name its build tree")
    support = []
    for source in SUPPORT_SOURCES:
        support.append(directory / (source + ".o"))
        run([clang, *FLAGS, "-c", DIRECTORY / source, "-o", support[-1]])
    programs, openmp, remarks = {}, None, ""

    def build(name, compiler, *flags):
        object_file, program = directory / f"{name}.o", directory / f"spmv-{name}"
        # In the source's own folder, so that remarks name the file as the reader sees it.
        result = subprocess.run([compiler, *FLAGS, *flags, "-c", "spmv.cpp", "-o", str(object_file)], cwd=DIRECTORY,
                                capture_output=True, text=True)
        if result.returncode != 0:
            raise DemoError(f"{Path(compiler).name} failed on spmv.cpp:\n{result.stderr.strip()}")
        run([compiler, *(flag for flag in flags if flag == "-fopenmp"), object_file, *support, "-o", program])
        return program, result.stderr

    for system in systems:
        if system == "serial":
            programs[system], _ = build("serial", clang)
        elif system == "Tactus":
            programs[system], remarks = build("tactus", str(tactus_clang.absolute()), "-fopenmp", "-Rpass=tactus",
                                              "-Rpass-missed=tactus")
        else:
            if openmp is None:
                openmp, _ = build("openmp", clang, "-fopenmp", "-DHAND_TUNED")
            programs[system] = openmp
    return programs, remarks


def environment_for(system, threads, counters):
    if system in SCHEDULES:
        return {"OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true", "OMP_SCHEDULE": SCHEDULES[system]}
    if system == "Tactus":
        return {"TACTUS_WORKERS": str(threads), "TACTUS_STATS": str(counters)}
    return {}


def read_product(path):
    lines = path.read_text().split("\n")
    return [float(line) for line in lines[2:] if line]


def compare_products(matrix, system, product, reference):
    if len(product) != len(reference):
        raise DemoError(f"{matrix}: the product of {system} has {len(product)} elements, that of serial {len(reference)}")
    for row, (found, expected) in enumerate(zip(product, reference)):
        # Written so that a NaN is a difference.
        if not abs(found - expected) <= TOLERANCE * max(abs(found), abs(expected)):
            raise DemoError(f"{matrix}: {system} computes {found!r} for row {row + 1}, serial {expected!r}")


def promotions_by_loop(path):
    """"line 42: 7" for each loop that the counters name, or "-" if there are no counters."""
    try:
        loops = json.loads(path.read_text())["loops"]
        found = sorted((loop["line"], loop["promotions"]) for loop in loops if "line" in loop and "promotions" in loop)
    except (OSError, ValueError, KeyError, TypeError):
        return "-"
    return ", ".join(f"line {line}: {promotions}" for line, promotions in found) or "-"


def measure(name, arguments, programs, threads, rounds, directory):
    """Runs all systems in turn; returns a row of the table as a dictionary."""
    row = {"matrix": name, "times": {}, "promotions": "-"}
    times = {system: [] for system in programs}
    reference = None
    for round_number in range(rounds):
        for system, program in programs.items():
            counters, product = directory / "counters.json", directory / "product.mtx"
            counters.unlink(missing_ok=True)
            first = ["--product", product] if round_number == 0 else []
            output = run([program, *arguments, *first], environment_for(system, threads, counters)).stdout
            facts = dict(line.split(" ", 1) for line in output.splitlines() if " " in line)
            times[system].append(float(facts["product_seconds"]))
            row["rows"], row["nonzeros"] = int(facts["rows"]), int(facts["nonzeros"])
            if round_number == 0:
                result = read_product(product)
                reference = result if reference is None else reference
                compare_products(name, system, result, reference)
            if system == "Tactus":
                row["promotions"] = promotions_by_loop(counters)
    row["times"] = {system: statistics.median(values) for system, values in times.items()}
    return row


def format_time(seconds):
    for limit, factor, unit in ((1e-6, 1e9, "ns"), (1e-3, 1e6, "us"), (1, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def table(rows, systems):
    header = ["matrix", "rows", "nonzeros"]
    for system in systems:
        header += [system] + (["ratio"] if system != "serial" else [])
    header += ["promotions by loop"] if "Tactus" in systems else []
    lines = [header]
    for row in rows:
        line = [row["matrix"], f"{row['rows']:,}", f"{row['nonzeros']:,}"]
        for system in systems:
            line.append(format_time(row["times"][system]))
            if system != "serial":
                line.append(f"{row['times'][system] / row['times']['serial']:.2f}")
        lines.append(line + ([row["promotions"]] if "Tactus" in systems else []))
    widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
    text = ["  ".join(cell.ljust(width) if i in (0, len(header) - 1) and header[i] in ("matrix", "promotions by loop")
                      else cell.rjust(width) for i, (cell, width) in enumerate(zip(line, widths))).rstrip()
            for line in lines]
    text.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(text)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="demo.sh", description=__doc__.splitlines()[0])
    parser.add_argument("root", metavar="ROOT", type=Path, help="build or install tree with bin/tactus-clang++")
    parser.add_argument("--check", action="store_true", help="small matrices and one round: only compare the results")
    parser.add_argument("--systems", default=",".join(ALL_SYSTEMS), metavar="A,B",
                        help=f"of {', '.join(ALL_SYSTEMS)} (default: all; serial is always included)")
    options = parser.parse_args(arguments)
    chosen = options.systems.split(",")
    for system in chosen:
        if system not in ALL_SYSTEMS:
            parser.error(f"--systems: unknown {system!r}, choose from {', '.join(ALL_SYSTEMS)}")
    options.systems = [system for system in ALL_SYSTEMS if system == "serial" or system in chosen]
    return options


def demo(options):
    threads = len(os.sched_getaffinity(0))
    scale, rounds, timing = (100, 1, ["--batches", 1, "--batch-ms", 1]) if options.check else (1, ROUNDS, [])
    inputs = [("karate (real)", [DIRECTORY / "matrices" / "karate.mtx"])]
    for kind, size in (("arrowhead", 2000000), ("powerlaw", 200000), ("random", 100000)):
        inputs.append((kind, ["--generate", kind, "--rows", size // scale, "--seed", 1]))
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        programs, remarks = compile_all(options.root, options.systems, directory)
        rows = [measure(matrix, [*arguments, *timing], programs, threads, rounds, directory)
                for matrix, arguments in inputs]
    print(f"Sparse matrix times vector, {threads} threads, time for one product. Ratios are to serial, below 1 is faster;\n"
          f"dynamic is {SCHEDULES['dynamic']}. All results agree.\n")
    print(table(rows, options.systems))
    if "Tactus" in options.systems:
        print("\nWhat tactus-clang++ says about spmv.cpp (-Rpass=tactus -Rpass-missed=tactus):\n")
        print(remarks.strip() or "(no remarks)")


def main(arguments):
    options = parse_arguments(arguments)
    try:
        demo(options)
    except DemoError as error:
        print(f"demo: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
