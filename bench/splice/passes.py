#!/usr/bin/env python3
"""Twelve further programs over the same data again and again: spliced as they are, over plain.

  bench/splice/passes.py --root build/release --check           the same bits, at small sizes: what ctest runs
  bench/splice/passes.py --root build/release --parts misses    last-level misses and instructions, by cachegrind
  bench/splice/passes.py --root build/release --parts time      medians of interleaved runs on 1 and 2 workers
  ... --hold                                                    fails if a ratio is over its bar

Ten are plain loops (passes.cpp) that clang compiles without the pragmas, and tactus-clang with them. Two are programs of
splice.py, whose recursion no loop can say. The number of calls is the one that is chosen at run time, and so what the search
for it costs is counted as well.
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
BARS = {"geometric mean": 0.75, "each": 1.02}


class Program:
    """Both versions of it: (binary, name of the version, arguments)."""

    def __init__(self, name, size, root, folder):
        self.name = name
        index = ("check", "misses", "time").index(size)
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


def check(programs):
    for program in programs:
        expected = splice.run(*program.plain)[1]
        settings = [{}, {"TACTUS_SPLICE": "1"}]
        settings += [{"TACTUS_SPLICE": str(count)} for count in (2, 3, 8, 64)]
        settings += [{"TACTUS_SPLICE": "8", "TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1"}, {"TACTUS_WORKERS": "2"}]
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
        yield program.name, row, {"misses": spliced[0] / plain[0], "instructions": spliced[1] / plain[1]}


def measure_times(programs, rounds):
    for program in programs:
        samples = {"plain": [], 1: [], 2: []}
        for _ in range(rounds):
            samples["plain"].append(splice.run(*program.plain, clock=splice.PASSED)[0])
            for workers in 1, 2:
                environment = {"TACTUS_WORKERS": str(workers)}
                samples[workers].append(splice.run(*program.spliced, environment, splice.PASSED)[0])
        medians = {case: statistics.median(values) for case, values in samples.items()}
        row = [f"{median * 1000:.0f} ms" for median in medians.values()]
        yield program.name, row, {f"{workers} worker{'s' * (workers > 1)}": medians[workers] / medians["plain"]
                                  for workers in (1, 2)}


def report(title, columns, found, held):
    """Prints the table. What is over its bar, of the ratios that are held."""
    rows, ratios = {}, {}
    for name, row, ratio in found:
        rows[name] = row + [f"{value:.2f}" for value in ratio.values()]
        print(name, rows[name], file=sys.stderr, flush=True)
        for what, value in ratio.items():
            ratios.setdefault(what, {})[name] = value
    means = {what: splice.geometric_mean(values.values()) for what, values in ratios.items()}
    rows["geometric mean"] = [""] * len(columns) + [f"{mean:.2f}" for mean in means.values()]
    splice.print_table(title, [*columns, *ratios], rows)
    over = [f"{what}: geometric mean {mean:.2f}" for what, mean in means.items()
            if what in held and mean > BARS["geometric mean"]]
    return over + [f"{what}: {name} {value:.2f}" for what, values in ratios.items() if what in held
                   for name, value in values.items() if value > BARS["each"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parents[1] / "build" / "release")
    parser.add_argument("--programs", help="names with commas; without it all")
    parser.add_argument("--parts", default="time,misses")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--hold", action="store_true", help=f"to the bars: {BARS}")
    arguments = parser.parse_args()
    names = arguments.programs.split(",") if arguments.programs else [*LOOPS, *RECURSIONS]
    over = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        build = lambda size: [Program(name, size, arguments.root, folder) for name in names]
        try:
            if arguments.check:
                check(build("check"))
            elif "misses" in arguments.parts:
                over += report("Data misses in the last level, by cachegrind", ["plain", "spliced"],
                               measure_misses(build("misses"), folder), ["misses"])
            if not arguments.check and "time" in arguments.parts:
                over += report(f"Time that passed, medians of {arguments.rounds} interleaved runs",
                               ["plain", "on 1", "on 2"], measure_times(build("time"), arguments.rounds),
                               ["1 worker", "2 workers"])
        except Failed as failure:
            print(f"error: {failure}", file=sys.stderr)
            return 1
    for line in over * arguments.hold:
        print(f"error: over its bar: {line}", file=sys.stderr)
    return 1 if over and arguments.hold else 0


if __name__ == "__main__":
    sys.exit(main())
