#!/usr/bin/env python3
# Part of Tactus, under the MIT licence. See LICENSE for details.
"""foreign.py SUITE SOURCES [--root build/release] [--compiler NAME,...] [--only PATTERN] [--work DIR] [--jobs N]

Builds other projects' tests of the standard's parallel algorithms against <tactus/execution> and runs them in all modes that
promote. SUITE is `libstdc++`, `llvm` or `libc++`, SOURCES where its sources have been unpacked: the folder that has `testsuite`
(gcc-12), or `pstl` and `libcxx` (llvm-toolchain-19). They are not ours, and no part of the tree (docs/internals/testing.md).

A program that fails is built with oneTBB instead, by g++: one that fails there too is not counted as ours. With --libcxx, the
standard library is libc++ and the reference its own back end; compilers that are not clang are left out.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LLVM = os.environ.get("LLVM", "19")

SETTINGS = {
    "alone": {"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "5"},
    "two": {"TACTUS_WORKERS": "2", "TACTUS_HEARTBEAT_US": "5"},
    "four": {"TACTUS_WORKERS": "4", "TACTUS_HEARTBEAT_US": "1"},
    "chaos-7": {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "7"},
    "chaos-8": {"TACTUS_WORKERS": "2", "TACTUS_CHAOS": "8"},
    "chaos-9": {"TACTUS_WORKERS": "1", "TACTUS_CHAOS": "9"},
}
# Where each suite has its programs, and the folder of its own headers.
SUITES = {
    "libstdc++": (["testsuite/25_algorithms/pstl", "testsuite/20_util/specialized_algorithms/pstl",
                   "testsuite/26_numerics/pstl"], "*.cc", "testsuite/util"),
    "llvm": (["pstl/test/std", "pstl/test/pstl"], "*.pass.cpp", "pstl/test"),
    "libc++": (["libcxx/test/std"], "pstl.*.pass.cpp", "libcxx/test/support"),
}
SECONDS = 300
# In front of LLVM's tests: the iterators that they wrap vectors in hide a type that C++20's concepts ask for.
OPEN = """#include <algorithm>
#include <chrono>
#include <cmath>
#include <execution>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>
#define protected public
"""


def run(command, settings=None):
    """Status and output; 124 if it took too long."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=SECONDS, env={**os.environ, **(settings or {})})
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return 124, "took too long"


def build_command(compiler, options, source, program):
    """By the compiler, on Tactus; or as the reference, which is oneTBB by g++, or libc++ by itself."""
    headers = ["-I", options.sources / SUITES[options.suite][2]]
    before = [] if compiler == "reference" else ["-I", options.root / "include", "-include", "tactus/execution"]
    if options.libcxx:
        before += ["-stdlib=libc++", "-fexperimental-library"]
    if options.suite == "llvm":
        before += ["-include", options.work / "open.h"]
    common = ["-std=c++20", options.level, "-w", *headers, *before, source, "-o", program, "-pthread"]
    if compiler == "reference":
        return [f"clang++-{LLVM}", *common] if options.libcxx else ["g++-12", *common, "-ltbb"]
    if compiler == "tactus-clang++":
        return [options.root / "bin/tactus-clang++", *common]
    return [compiler, *common, "-L", options.root / "lib", "-ltactus", f"-Wl,-rpath,{options.root / 'lib'}"]


def is_program(source):
    """Some only look at macros that <execution> defines."""
    return re.search(r"\bmain\s*\(", source.read_text(errors="replace")) is not None


def outcome(compiler, options, source):
    """What became of it, and the last output."""
    program = options.work / f"{source.stem}.{compiler}"
    status, output = run(build_command(compiler, options, source, program))
    if status != 0:
        return "does not build", output
    for name, settings in SETTINGS.items() if compiler != "reference" else [("reference", {})]:
        status, output = run([program], settings)
        if status != 0 or "tactus: " in output:
            return f"fails ({name}, status {status})", output
    program.unlink()
    return "passes", ""


def outcome_beside_reference(compiler, options, source):
    """The same, but for what is not ours; says so as it goes."""
    result, output = outcome(compiler, options, source)
    if result != "passes":
        reference = outcome("reference", options, source)[0]
        if reference != "passes":
            result = f"without Tactus as well {reference.split(' (')[0]}"
    print(f"{compiler}: {source.name}: {result}\n{output[-1500:]}".rstrip(), flush=True)
    return result.split(" (")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("sources", type=Path)
    parser.add_argument("--root", type=Path, default=Path("build/release"))
    parser.add_argument("--compiler", default=f"g++-12,clang++-{LLVM},tactus-clang++")
    parser.add_argument("--only", default="")
    parser.add_argument("--level", default="-O1", help="-O0, -O1, ...: building takes longer than running")
    parser.add_argument("--work", type=Path, default=Path("/tmp/tactus-foreign"))
    parser.add_argument("--libcxx", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    options = parser.parse_args()
    options.root, options.sources = options.root.resolve(), options.sources.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    (options.work / "open.h").write_text(OPEN)
    folders, pattern, _ = SUITES[options.suite]
    sources = [one for folder in folders for one in sorted((options.sources / folder).rglob(pattern))
               if re.search(options.only, str(one)) and is_program(one)]
    if not sources:
        sys.exit(f"foreign.py: error: no programs below {options.sources}, name the folder that has {folders[0]}")
    failed = False
    for compiler in options.compiler.split(","):
        if options.libcxx and "clang" not in compiler:
            continue
        with ThreadPoolExecutor(options.jobs) as pool:
            counts = Counter(pool.map(lambda source: outcome_beside_reference(compiler, options, source), sources))
        failed |= any(name in ("fails", "does not build") for name in counts)
        print(f"| {options.suite} | {compiler} | {len(sources)} | " + ", ".join(f"{n} {w}" for w, n in counts.items()) + " |", flush=True)
    sys.exit(failed)


main()
