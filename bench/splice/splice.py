#!/usr/bin/env python3
"""The eight programs of the splicing paper: builds them, checks that all versions agree, measures them.

  bench/splice/splice.py --root build/release             all: agreement, times, misses, as a table
  bench/splice/splice.py --check                          agreement only, at small sizes: what ctest runs
  bench/splice/splice.py --parts time --rounds 9          medians of interleaved runs
  bench/splice/splice.py --parts misses                   last-level misses, by cachegrind
  bench/splice/splice.py --parts annotated                what annotations cost where nothing is spliced, in instructions
  bench/splice/splice.py --parts count                    every number of spliced calls, and the one chosen at run time
  bench/splice/splice.py --parts blocks                   the best block and number of calls: the paper's table 1, small arrays
  bench/splice/splice.py --parts statistics               what the scheduler did: the paper's table 4
  bench/splice/splice.py --parts parallel --workers 1,2   CILK and SP on several workers

Times are processor time of the thread, so that a loaded machine disturbs less; in parallel, the time that passed. The last
level that cachegrind simulates has the size of this machine's second-level cache. All programs run on one worker but for the
last part.
"""
import argparse
import itertools
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

LLVM = os.environ.get("LLVM", "19")

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["jacobi_1d", "jacobi_2d", "jacobi_3d", "seidel_2d", "fdtd_2d", "apop", "mvt", "bicg"]
# Where no compiler can tile: measured apart, and checked with the others.
IRREGULAR = ["two_traversals", "mesh_filters", "matrix_chain", "strassen_norm"]
VERSIONS = ["plain", "cilk", "serial", "splice", "tiled"]

# Small enough for a test, with blocks and parts that do not fit evenly.
SMALL = {
    "jacobi_1d": "--rows 10007 --phases 13 --block 700 --grain 64",
    "jacobi_2d": "--rows 103 --columns 61 --phases 13 --block 9 --grain 2",
    "jacobi_3d": "--rows 41 --columns 12 --phases 9 --block 5 --grain 1",
    "seidel_2d": "--rows 103 --columns 61 --phases 13 --block 9 --grain 2",
    "fdtd_2d": "--rows 91 --columns 53 --phases 18 --block 9 --grain 2",
    "apop": "--rows 10007 --phases 13 --block 700 --grain 64",
    "mvt": "--rows 97 --columns 101 --phases 2 --repeat 2 --block 10 --grain 3",
    "bicg": "--rows 97 --columns 101 --phases 2 --repeat 2 --block 10 --grain 3",
    "two_traversals": "--rows 5000 --phases 3 --block 64",
    "mesh_filters": "--rows 10007 --columns 30 --phases 14 --block 700 --grain 64",
    "matrix_chain": "--rows 10007 --phases 13 --block 700 --grain 64",
    "strassen_norm": "--rows 64 --phases 3 --block 8",
}
# Arrays of 16 MiB and more, 16 times a cache of 1 MiB; there are more rows where the cache is larger (simulated_size).
SIMULATED = {
    "jacobi_1d": "--rows 2097152 --phases 16",
    "jacobi_2d": "--rows 1448 --columns 1448 --phases 16",
    "jacobi_3d": "--rows 328 --columns 80 --phases 16",
    "seidel_2d": "--rows 1448 --columns 1448 --phases 16",
    "fdtd_2d": "--rows 1448 --columns 1448 --phases 48",
    "apop": "--rows 2097152 --phases 16",
    "mvt": "--rows 1448 --columns 1448 --phases 2",
    "bicg": "--rows 1448 --columns 1448 --phases 2",
    "two_traversals": "--rows 262144 --phases 2",
    "mesh_filters": "--rows 2097152 --phases 24",
    "matrix_chain": "--rows 262144 --phases 16",
    "strassen_norm": "--rows 512 --phases 2",
}
# Where times are measured: arrays of 0.5 to 1 GiB, which no cache holds, as the paper's. Third-level caches have become
# so large (480 MiB where this was chosen) that the programs' own sizes fit.
TIMED = {
    "jacobi_1d": "--rows 67108864 --phases 16",
    "jacobi_2d": "--rows 32768 --columns 2048 --phases 16",
    "jacobi_3d": "--rows 8192 --columns 80 --phases 16",
    "seidel_2d": "--rows 32768 --columns 2048 --phases 8",
    "fdtd_2d": "--rows 25600 --columns 1600 --phases 48",
    "apop": "--rows 67108864 --phases 16",
    "mvt": "--rows 23168 --columns 2896 --phases 2",
    "bicg": "--rows 23168 --columns 2896 --phases 2",
    "two_traversals": "--rows 8388608 --phases 4",
    "mesh_filters": "--rows 8388608 --phases 48",
    "matrix_chain": "--rows 4194304 --phases 32",
}
# The number of spliced calls, found by search (--parts count).
COUNT = {"jacobi_1d": 16, "jacobi_2d": 16, "jacobi_3d": 8, "seidel_2d": 8, "fdtd_2d": 24, "apop": 16, "mvt": 2, "bicg": 2,
         "two_traversals": 2, "mesh_filters": 12, "matrix_chain": 16, "strassen_norm": 2}
# On several workers, where it is another one: more calls leave more at each cut to be done after the join.
PARALLEL_COUNT = COUNT | {"jacobi_2d": 8, "fdtd_2d": 8}


class Failed(Exception):
    pass


def compile_program(source, binary, level, *flags, compiler=f"clang++-{LLVM}"):
    command = [str(compiler), "-std=c++20", level, "-march=x86-64-v3", str(source), "-o", str(binary), *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{source.name} does not compile: {done.stderr}")
    return binary


def build(program, root, folder, level="-O3", flags=()):
    return compile_program(HERE / "programs" / f"{program}.cpp", folder / program, level, *flags,
                           f"-I{root / 'include'}", str(root / "lib" / "libtactus_splice.a"),
                           str(root / "lib" / "libtactus.a"))


def build_loops(program, size, folder, flags=(), **compiler):
    """The plain loops with sizes that the compiler knows."""
    words = dict(re.findall(r"--(\w+) (\d+)", size))
    constants = [f"-D{name.upper()}={words.get(name, 1)}" for name in ("rows", "columns", "phases")]
    return compile_program(HERE / "stencils.cpp", folder / program, "-O3", f"-D{program.upper()}", *constants, *flags, **compiler)


def build_stencil(program, *arguments, **options):
    """None for what is no stencil, or has other bits as plain loops."""
    return None if program in ["mvt", "bicg", *IRREGULAR] else build_loops(program, *arguments, **options)


def build_derived(program, size, root, folder):
    """The same, spliced by effects that the compiler derives."""
    (folder / "derived").mkdir(exist_ok=True)
    return build_stencil(program, size, folder / "derived", compiler=root / "bin" / "tactus-clang++")


THREAD, PROCESS, PASSED = range(3)


def run(binary, version, arguments, environment=None, clock=THREAD):
    """Seconds of one of the clocks and the hash of the result. On one worker, if nothing else is said."""
    command = [str(binary), "--version", version, *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True,
                          env={**os.environ, "TACTUS_WORKERS": "1", **(environment or {})})
    match = re.fullmatch(r"([0-9.]+) ([0-9.]+) ([0-9.]+) ([0-9a-f]{16})\n", done.stdout)
    if done.returncode or not match or done.stderr:
        raise Failed(f"{' '.join(command)}: status {done.returncode}, output {done.stdout!r}, errors {done.stderr!r}")
    return float(match[1 + clock]), match[4]


def configuration(binary, arguments):
    """(rows, columns, phases, rows of a block, rows of a part) of the spliced version."""
    done = subprocess.run([str(binary), "--version", "configuration", *arguments.split()], capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{binary.name}: {done.stderr}")
    return tuple(map(int, done.stdout.split()))


def check(binaries, root, folder):
    """All versions leave the same bits."""
    for program, binary in binaries.items():
        expected = run(binary, "plain", SMALL[program])[1]
        (folder / "stencils").mkdir(exist_ok=True)
        stencil = build_stencil(program, SMALL[program], folder / "stencils")
        if stencil and run(stencil, "plain", "")[1] != expected:
            raise Failed(f"{program} with constant sizes leaves another result")
        for environment in ({"TACTUS_SPLICE": "3"}, {"TACTUS_SPLICE": "16", "TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1"}):
            if stencil and run(build_derived(program, SMALL[program], root, folder), "plain", "", environment)[1] != expected:
                raise Failed(f"{program} with derived effects, {environment}, leaves another result")
        cases = [(version, 0, {}) for version in VERSIONS]
        cases += [("splice", count, {}) for count in (1, 2, 3, 7, 16, 64)]
        cases += [("splice", 8, {"TACTUS_SPLICE_SPACE_KB": "2"}), ("splice", 8, {"TACTUS_SPLICE_CHECK": "1"})]
        parallel = {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": "1"}
        cases += [("cilk", 0, parallel), *[("splice", count, parallel) for count in (0, 1, 2, 8)]]
        for version, count, environment in cases:
            found = run(binary, version, f"{SMALL[program]} --count {count}", environment)[1]
            if found != expected:
                raise Failed(f"{program}, {version}, {count} calls, {environment}: {found} instead of {expected}")
    print(f"{len(binaries)} programs: all versions agree")


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def print_table(title, columns, rows):
    print(f"\n{title}\n\n| program | {' | '.join(columns)} |\n| --- | {'---: | ' * len(columns)}".rstrip())
    for name, values in rows.items():
        print(f"| {name} | {' | '.join(values)} |")


def measure_times(binaries, rounds):
    rows, ratios = {}, {}
    for program, binary in binaries.items():
        samples = {version: [] for version in VERSIONS}
        for _ in range(rounds):
            for version in VERSIONS:
                count = COUNT[program] if version in ("splice", "tiled") else 0
                samples[version].append(run(binary, version, f"{TIMED.get(program, '')} --count {count}")[0])
        medians = {version: statistics.median(values) for version, values in samples.items()}
        chosen = {"SP/CILK": ("splice", "cilk"), "SP/plain": ("splice", "plain"), "SP/tiled": ("splice", "tiled"),
                  "annotated/CILK": ("serial", "cilk")}
        for name, (over, under) in chosen.items():
            ratios.setdefault(name, []).append(medians[over] / medians[under])
        rows[program] = [f"{medians[version] * 1000:.0f} ms" for version in VERSIONS] + \
                        [f"{values[-1]:.2f}" for values in ratios.values()]
    rows["geometric mean"] = [""] * len(VERSIONS) + [f"{geometric_mean(values):.2f}" for values in ratios.values()]
    print_table(f"Processor time on one thread, medians of {rounds} interleaved runs", [*VERSIONS, *ratios], rows)


def measure_parallel(binaries, rounds, workers, clock):
    """CILK and SP on each number of workers."""
    rows, ratios = {}, {}
    cases = [(version, number) for number in workers for version in ("cilk", "splice")]
    for program, binary in binaries.items():
        samples = {case: [] for case in cases}
        for _ in range(rounds):
            for version, number in cases:
                count = (COUNT if number == 1 else PARALLEL_COUNT)[program] if version == "splice" else 0
                environment = {"TACTUS_WORKERS": str(number)}
                arguments = f"{TIMED.get(program, '')} --count {count}"
                samples[version, number].append(run(binary, version, arguments, environment, clock)[0])
        medians = {case: statistics.median(values) for case, values in samples.items()}
        for number in workers:
            ratios.setdefault(f"SP/CILK on {number}", []).append(medians["splice", number] / medians["cilk", number])
        rows[program] = [f"{medians[case] * 1000:.0f} ms" for case in cases] + \
                        [f"{values[-1]:.2f}" for values in ratios.values()]
        print(program, rows[program], file=sys.stderr, flush=True)
    rows["geometric mean"] = [""] * len(cases) + [f"{geometric_mean(values):.2f}" for values in ratios.values()]
    what = "Time that passed" if clock == PASSED else "Processor time of all workers"
    print_table(f"{what}, medians of {rounds} interleaved runs",
                [*(f"{version} on {number}" for version, number in cases), *ratios], rows)


def second_level_cache():
    """Its size, associativity and line, as cachegrind takes them."""
    for index in pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"):
        if (index / "level").read_text().strip() == "2":
            size = int((index / "size").read_text().strip().rstrip("K")) * 1024
            ways, line = ((index / name).read_text().strip() for name in ("ways_of_associativity", "coherency_line_size"))
            return f"{size},{ways},{line}"
    raise Failed("no second-level cache in /sys/devices/system/cpu")


def count_events(binary, version, arguments, folder, cache, environment=None):
    """What cachegrind counts, by its names."""
    out = folder / "cachegrind.out"
    command = ["valgrind", "--tool=cachegrind", f"--LL={cache}", f"--cachegrind-out-file={out}", str(binary),
               "--version", version, *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True,
                          env={**os.environ, "TACTUS_WORKERS": "1", **(environment or {})})
    if done.returncode:
        raise Failed(f"{' '.join(command)}: {done.stderr}")
    events, totals = None, None
    for line in out.read_text().splitlines():
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("summary:"):
            totals = [int(value) for value in line.split()[1:]]
    return dict(zip(events, totals))


def simulated_size(program, cache):
    """Arrays of 16 times the simulated cache."""
    times = max(1, math.ceil(int(cache.split(",")[0]) / 2**20))
    rows = lambda found: f"--rows {int(found[1]) * times}"
    return re.sub(r"--rows (\d+)", rows, SIMULATED[program]) if program in PROGRAMS else SIMULATED[program]


def simulate(binary, version, arguments, folder, cache, environment=None):
    """Data misses in the last level, and instructions."""
    counted = count_events(binary, version, arguments, folder, cache, environment)
    return counted["DLmr"] + counted["DLmw"], counted["Ir"]


def misses_of_derived(program, size, root, folder, cache):
    """Of plain loops with the pragma and no clauses, less those of a run without phases."""
    def misses(phases):
        binary = build_derived(program, re.sub(r"--phases \d+", f"--phases {phases}", size), root, folder)
        count = {"TACTUS_SPLICE": str(COUNT[program])}
        return simulate(binary, "plain", "", folder, cache, count)[0] if binary else 0
    most = int(re.search(r"--phases (\d+)", size)[1])
    return f"{(misses(most) - misses(0)) / 1e6:.2f} M"


def measure_misses(binaries, root, folder):
    cache = second_level_cache()
    rows, ratios = {}, []
    for program, binary in binaries.items():
        # What fills the arrays and reads the results is in every version; a run without time steps shows it.
        size = simulated_size(program, cache)
        base = simulate(binary, "cilk", f"{size} --repeat 0", folder, cache)
        found = {}
        for version in ("plain", "cilk", "splice", "tiled"):
            count = COUNT[program] if version in ("splice", "tiled") else 0
            total = simulate(binary, version, f"{size} --count {count}", folder, cache)
            found[version] = [after - before for after, before in zip(total, base)]
        ratio = found["splice"][0] / found["cilk"][0]
        derived = misses_of_derived(program, size, root, folder, cache)
        ratios.append(ratio)
        rows[program] = [f"{found[version][0] / 1e6:.2f} M" for version in found] + [f"{ratio:.2f}"] + \
                        [f"{found['splice'][1] / found['cilk'][1]:.2f}", derived]
        print(program, rows[program], file=sys.stderr, flush=True)
    rows["geometric mean"] = [""] * 4 + [f"{geometric_mean(ratios):.2f}", "", ""]
    print_table(f"Data misses in a last level of {cache.split(',')[0]} bytes, by cachegrind",
                ["plain", "cilk", "splice", "tiled", "SP/CILK", "instructions SP/CILK", "derived"], rows)


def measure_annotated(binaries, folder):
    """What annotations cost where nothing is spliced: instructions, which no other load on the machine changes."""
    cache = second_level_cache()
    rows, ratios = {}, []
    for program, binary in binaries.items():
        size = simulated_size(program, cache)
        base = simulate(binary, "cilk", f"{size} --repeat 0", folder, cache)[1]
        cilk, serial = (simulate(binary, version, size, folder, cache)[1] - base
                        for version in ("cilk", "serial"))
        ratios.append(serial / cilk)
        rows[program] = [f"{cilk / 1e6:.1f} M", f"{serial / 1e6:.1f} M", f"{ratios[-1]:.4f}"]
        print(program, rows[program], file=sys.stderr, flush=True)
    rows["geometric mean"] = ["", "", f"{geometric_mean(ratios):.4f}"]
    print_table("Instructions of annotated code that is not spliced", ["cilk", "serial", "serial/CILK"], rows)


def measure_counts(binaries, rounds):
    counts = [1, 2, 4, 8, 16, 32, 64, 0]
    rows, ratios = {}, []
    for program, binary in binaries.items():
        samples = {count: [] for count in counts}
        for _ in range(rounds):
            for count in counts:
                samples[count].append(run(binary, "splice", f"--count {count} --repeat 4")[0])
        medians = {count: statistics.median(values) for count, values in samples.items()}
        best = min(medians[count] for count in counts if count)
        ratios.append(medians[0] / best)
        rows[program] = [f"{medians[count] * 1000:.0f} ms" for count in counts] + [f"{ratios[-1]:.2f}"]
        print(program, rows[program], file=sys.stderr, flush=True)
    rows["geometric mean"] = [""] * len(counts) + [f"{geometric_mean(ratios):.2f}"]
    print_table(f"Spliced calls, medians of {rounds} runs of four rounds",
                [str(count) if count else "chosen" for count in counts] + ["chosen/best"], rows)


def interleaved(cases, rounds, clock=THREAD, same=True):
    """{name: median seconds} of {name: (binary, version, arguments, environment)}, which leave the same bits."""
    samples, hashes = {name: [] for name in cases}, set()
    for _ in range(rounds):
        for name, (binary, version, arguments, environment) in cases.items():
            seconds, result = run(binary, version, arguments, environment, clock)
            samples[name].append(seconds)
            hashes.add(result)
    if same and len(hashes) != 1:
        raise Failed(f"the versions of {next(iter(cases.values()))[0].name} leave different results")
    return {name: statistics.median(values) for name, values in samples.items()}


def best_block(binary, program, size, rounds):
    """The paper's search: (rows of a block, spliced calls) that are fastest, of the program's own and those around them; and
    the time of the program's own over that. The best of many runs is in part luck, so it is measured once more beside them."""
    own = (configuration(binary, size)[3], COUNT[program])
    blocks = {max(1, own[0] * quarters // 4) for quarters in (1, 2, 4, 8, 16)}
    counts = {own[1] // 2, own[1], own[1] * 2} if own[1] > 2 else {own[1]}  # those with two have two phases
    case = lambda block, count: (binary, "splice", f"{size} --block {block} --count {count}", {})
    # Sums over the rows of a block are added up block by block, so their bits are those of the block.
    tried = interleaved({pair: case(*pair) for pair in itertools.product(sorted(blocks), sorted(counts))}, 1, same=False)
    best = min(tried, key=tried.get)
    again = interleaved({pair: case(*pair) for pair in (own, best)}, rounds, same=False)
    # What is not better the second time was luck.
    return (best, again[own] / again[best]) if again[best] < again[own] else (own, 1.0)


def measure_blocks(binaries, rounds):
    rows, cache = {}, second_level_cache()
    for program, binary in binaries.items():
        size = simulated_size(program, cache)
        _, columns, _, block, _ = configuration(binary, size)
        best, ratio = best_block(binary, program, size, rounds)
        rows[program] = [f"{block} × {columns}", str(COUNT[program]), f"{best[0]} × {columns}", str(best[1]), f"{ratio:.2f}"]
        print(program, rows[program], file=sys.stderr, flush=True)
    print_table(f"Blocks and spliced calls, found with {rounds} rounds", ["block", "calls", "best block", "its calls", "ours/best"],
                rows)


def counters_of(binary, arguments, folder):
    """The scheduler's, of a spliced run."""
    run(binary, "splice", arguments, {"TACTUS_STATS": str(folder / "statistics.json")})
    return json.loads((folder / "statistics.splice.json").read_text())["counters"]


def measure_statistics(binaries, folder):
    columns = {"steps": "parts of steps", "interferenceChecks": "interference checks", "contextSwitches": "context switches",
               "delayedSteps": "delayed steps", "dependences": "dependences"}
    rows = {}
    for program, binary in binaries.items():
        counters = counters_of(binary, f"{TIMED.get(program, '')} --count {COUNT[program]}", folder)
        rows[program] = [str(counters[name]) for name in columns] + [f"{counters['extraBytes'] / 2**20:.2f}"]
    print_table("What the scheduler did", [*columns.values(), "extra space, MiB"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parents[1] / "build" / "release")
    parser.add_argument("--programs", help="names with commas; without it the paper's eight, for --check all")
    parser.add_argument("--parts", default="time,misses,count,statistics")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=lambda text: [int(word) for word in text.split(",")], default=[1, 2])
    parser.add_argument("--processor", action="store_true",
                        help="in parallel, the processor time of all workers: on a loaded machine, what parallel runs cost")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs = arguments.programs.split(",") if arguments.programs else PROGRAMS + IRREGULAR * arguments.check
        try:
            level = "-O1" if arguments.check else "-O3"
            binaries = {program: build(program, arguments.root, folder, level)
                        for program in programs}
            check(binaries, arguments.root, folder)
            parts = [] if arguments.check else arguments.parts.split(",")
            if "time" in parts:
                measure_times(binaries, arguments.rounds)
            if "parallel" in parts:
                measure_parallel(binaries, arguments.rounds, arguments.workers,
                                 PROCESS if arguments.processor else PASSED)
            if "misses" in parts:
                measure_misses(binaries, arguments.root, folder)
            if "annotated" in parts:
                measure_annotated(binaries, folder)
            if "count" in parts:
                measure_counts(binaries, arguments.rounds)
            if "blocks" in parts:
                measure_blocks(binaries, arguments.rounds)
            if "statistics" in parts:
                measure_statistics(binaries, folder)
        except Failed as failure:
            print(f"error: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
