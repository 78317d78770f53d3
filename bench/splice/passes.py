#!/usr/bin/env python3
"""Plain loops with one pragma and no clause, spliced, over plain: the eight programs of the paper's table 4, and twelve further
programs over the same data again and again.

  bench/splice/passes.py --root build/release --check           the same bits, at small sizes: what ctest runs
  bench/splice/passes.py --root build/release --parts misses    last-level misses and instructions, by cachegrind
  bench/splice/passes.py --root build/release --parts time      medians of interleaved runs on 1 and 2 workers: both tables
  ... --tables eight                                            one of them
  ... --hold                                                    fails if a ratio is over its bar

The eight (stencils.cpp) are compared with plain loops at -O3, with their versions that have clauses (splice.py), and with tiles
by hand. Of the twelve, ten are plain loops (passes.cpp) that clang compiles without the pragmas, and tactus-clang with them. Two
are programs of splice.py, whose recursion no loop can say. The number of calls is the one that is chosen at run time, and so what
the search for it costs is counted as well.
"""
import argparse
import pathlib
import statistics
import sys
import tempfile

import splice
from splice import Failed

HERE = pathlib.Path(__file__).resolve().parent
# By name: sizes for a test, for cachegrind (arrays of 16 MiB and more) and for times (0.5 GiB and more).
LOOPS = {
    "wave": ("103 61 13", "1448 1448 24", "32768 2048 24"),
    "maxwell": ("91 53 7", "720 720 16", "12288 1024 16"),
    "lattice_boltzmann": ("61 53 7", "480 512 16", "8192 1024 16"),
    "red_black": ("103 61 13", "1448 1448 16", "32768 2048 16"),
    "image_pipeline": ("91 53 4", "1024 1024 8", "16384 2048 8"),
    "columns_down": ("103 61 13", "1448 1448 16", "32768 2048 16"),
    "band_solver": ("10007 1 13", "1048576 1 24", "8388608 1 24"),
    "smith_waterman": ("10007 1 13", "2097152 1 24", "67108864 1 16"),
    "sparse": ("10007 5 13", "262144 8 24", "8388608 8 24"),
    "fourier": ("8192 1 9", "2097152 1 14", "67108864 1 16"),
}
RECURSIONS = ("two_traversals", "matrix_chain")
# Of a ratio: its geometric mean over all programs, and the worst.
BARS = {"eight": {"over plain": (0.60, 1.02), "over clauses": (1.05, None), "over tiled": (1.15, None)},
        "twelve": {"over plain": (0.75, 1.02)}}
SIZES = ("check", "misses", "time")
ONE, TWO = {"TACTUS_WORKERS": "1"}, {"TACTUS_WORKERS": "2"}


class Further:
    """One of the twelve. A version is (binary, its name there, arguments)."""

    def __init__(self, name, size, root, folder):
        self.name = name
        index = SIZES.index(size)
        if name in RECURSIONS:
            binary = splice.build(name, root, folder)
            arguments = (splice.SMALL, splice.SIMULATED, splice.TIMED)[index][name]
            self.plain, self.spliced = (binary, "plain", arguments), (binary, "splice", f"{arguments} --count 0")
            return
        rows, columns, phases = LOOPS[name][index].split()
        flags = [f"-D{name.upper()}", f"-DROWS={rows}", f"-DCOLUMNS={columns}", f"-DPHASES={phases}", "-mcmodel=large",
                 f"-I{root / 'include'}"]
        build = lambda kind, compiler: splice.compile_program(HERE / "passes.cpp", folder / f"{name}.{kind}", "-O3", *flags,
                                                              compiler=compiler)
        self.plain = (build("plain", f"clang++-{splice.LLVM}"), "plain", "")
        self.spliced = (build("spliced", root / "bin" / "tactus-clang++"), "splice", "")

    def others(self, workers):
        return {}


class OfThePaper:
    """One of the eight."""

    def __init__(self, name, size, root, folder):
        self.name = name
        sizes = (splice.SMALL, splice.SIMULATED, splice.TIMED)[SIZES.index(size)]
        self.arguments = sizes[name]
        for kind in "plain", "derived":
            (folder / kind).mkdir(exist_ok=True)
        build = lambda kind, **compiler: splice.build_loops(name, self.arguments, folder / kind, ["-mcmodel=large"], **compiler)
        self.plain = (build("plain"), "plain", "")
        self.spliced = (build("derived", compiler=root / "bin" / "tactus-clang++"), "splice", "")
        if size == "time":
            self.recursive = splice.build(name, root, folder)

    def others(self, workers):
        """What else it is compared with, by name. Tiles by hand have one worker."""
        count = (splice.COUNT if workers == 1 else splice.PARALLEL_COUNT)[self.name]
        versions = {"clauses": "splice", "tiled": "tiled"} if workers == 1 else {"clauses": "splice"}
        return {name: (self.recursive, version, f"{self.arguments} --count {count}") for name, version in versions.items()}


TABLES = {"eight": (OfThePaper, splice.PROGRAMS), "twelve": (Further, [*LOOPS, *RECURSIONS])}


def check(programs):
    for program in programs:
        expected = splice.run(*program.plain)[1]
        settings = [{}, {"TACTUS_SPLICE": "1"}]
        settings += [{"TACTUS_SPLICE": str(count)} for count in (2, 3, 8, 64)]
        settings += [{"TACTUS_SPLICE": "8", "TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1"}, TWO]
        for environment in settings:
            found = splice.run(*program.spliced, environment)[1]
            if found != expected:
                raise Failed(f"{program.name}, {environment}: {found} instead of {expected}")
    print(f"{len(programs)} programs: both versions agree")


def measure_misses(programs, folder):
    cache = splice.second_level_cache()
    for program in programs:
        plain, spliced = (splice.simulate(*version, folder, cache) for version in (program.plain, program.spliced))
        row = [f"{misses / 1e6:.2f} M" for misses in (plain[0], spliced[0])]
        yield program.name, row, {"over plain": spliced[0] / plain[0], "instructions": spliced[1] / plain[1]}


def measure_times(programs, rounds, workers):
    """All versions of a program take turns."""
    environment = {1: ONE, 2: TWO}[workers]
    for program in programs:
        versions = {"plain": program.plain, "spliced": program.spliced, **program.others(workers)}
        samples = {name: [] for name in versions}
        for _ in range(rounds):
            for name, version in versions.items():
                samples[name].append(splice.run(*version, environment, splice.PASSED)[0])
        medians = {name: statistics.median(values) for name, values in samples.items()}
        row = [f"{medians[name] * 1000:.0f} ms" if name in medians else "" for name in ("plain", "spliced", "clauses", "tiled")]
        yield program.name, row, {f"over {name}": medians["spliced"] / median for name, median in medians.items()
                                  if name != "spliced"}


def report(title, columns, found, bars):
    """Prints the table. What is over its bar."""
    rows, ratios = {}, {}
    for name, row, ratio in found:
        rows[name] = row[:len(columns)] + [f"{value:.2f}" for value in ratio.values()]
        print(name, rows[name], file=sys.stderr, flush=True)
        for what, value in ratio.items():
            ratios.setdefault(what, {})[name] = value
    means = {what: splice.geometric_mean(values.values()) for what, values in ratios.items()}
    rows["geometric mean"] = [""] * len(columns) + [f"{mean:.2f}" for mean in means.values()]
    splice.print_table(title, [*columns, *ratios], rows)
    over = []
    for what, (most, each) in bars.items():
        if what in means and means[what] > most:
            over.append(f"{title}, {what}: geometric mean {means[what]:.2f}, bar {most}")
        over += [f"{title}, {what}: {name} {value:.2f}, bar {each}" for name, value in ratios.get(what, {}).items()
                 if each and value > each]
    return over


def measure(table, arguments, folder):
    kind, names = TABLES[table]
    if arguments.programs:
        names = [name for name in names if name in arguments.programs.split(",")]
    build = lambda size: [kind(name, size, arguments.root, folder) for name in names]
    if not names:
        return []
    if arguments.check:
        check(build("check"))
        return []
    over, bars = [], BARS[table]
    if "misses" in arguments.parts:
        over += report(f"Data misses in the last level, by cachegrind: the {table}", ["plain", "spliced"],
                       measure_misses(build("misses"), folder), bars)
    if "time" in arguments.parts:
        columns = ["plain", "spliced", "clauses", "tiled"][:4 if table == "eight" else 2]
        programs = build("time")
        for workers in 1, 2:
            title = f"Time that passed, medians of {arguments.rounds} interleaved runs: the {table}, workers: {workers}"
            over += report(title, columns, measure_times(programs, arguments.rounds, workers), bars)
    return over


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parents[1] / "build" / "release")
    parser.add_argument("--tables", default="eight,twelve")
    parser.add_argument("--programs", help="names with commas; without it all")
    parser.add_argument("--parts", default="time,misses")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--hold", action="store_true", help=f"to the bars: {BARS}")
    arguments = parser.parse_args()
    over = []
    with tempfile.TemporaryDirectory() as name:
        try:
            for table in arguments.tables.split(","):
                folder = pathlib.Path(name) / table
                folder.mkdir()
                over += measure(table, arguments, folder)
        except Failed as failure:
            print(f"error: {failure}", file=sys.stderr)
            return 1
    for line in over * arguments.hold:
        print(f"error: over its bar: {line}", file=sys.stderr)
    return 1 if over and arguments.hold else 0


if __name__ == "__main__":
    sys.exit(main())
