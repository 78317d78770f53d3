# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The figures and tables of the papers that can be measured here: what is run, and how it is tabulated.

Each is a function of (options, toolchain) that returns (header, rows). Paper's numbers stand in columns or rows of their own,
and are those of the paper's machine.
"""

import functools
import tempfile
from pathlib import Path

from . import build, compare, kernels as kernel_table, paper_numbers as numbers, pml, processes, statistics_file
from .figures import DASH, geometric_mean
from .paper_measuring import measure, median, overheads, select_kernels, speedups, table, text

MANUAL_IRREGULAR = ("mandelbrot", "spmv-arrowhead", "spmv-powerlaw", "mandelbulb", "cg")
IRREGULAR = (*MANUAL_IRREGULAR, "ttv", "ttm", "bfs", "cc", "pr", "cf", "pr-delta", "sssp")
REGULAR = ("spmv-random", "floyd-warshall", "kmeans", "plus-reduce-array", "srad")
ITERATIVE = ("mandelbrot", "spmv-arrowhead", "spmv-powerlaw", *REGULAR)
RECURSIVE = ("knapsack", "mergesort", "mergesort-exponential")
NESTED_LIMIT_SECONDS = 60
CHUNKS = (1, 2, 4, 8, 16, 32, 64)


def hbc_figure_4(options, toolchain):
    systems = [(f"OpenMP dynamic, {options.threads}", "openmp-outer-tuned", options.threads, {"OMP_SCHEDULE": "dynamic"}),
               (f"Tactus, {options.threads}", None, options.threads, {})]
    return speedups(options, toolchain, IRREGULAR, systems, [("paper's mean, 64 cores", numbers.HBC_FIGURE_4_MEANS)])


def hbc_figure_5(options, toolchain):
    rows = []
    for kernel in select_kernels(IRREGULAR):
        program = build.build_kernel(toolchain, kernel, "tactus", options.work)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "counters.json"
            environment = {"TACTUS_WORKERS": str(options.threads), "TACTUS_STATS": str(path)}
            processes.run_program([program, "--reps", 3, *options.size_arguments(kernel)], options.processors, environment,
                                  options.threads)
            levels = statistics_file.read(path).levels[:4]
        total = sum(levels)
        rows.append([kernel.name, str(total), *(text(100 * count / total, 1) if total else DASH for count in levels)])
    return ["promotions", "all", *(f"level {level}, percent" for level in range(4))], rows


def hbc_figure_14(options, toolchain):
    systems = [(f"dynamic,{chunk}", "openmp-outer-tuned", options.threads, {"OMP_SCHEDULE": f"dynamic,{chunk}"})
               for chunk in CHUNKS]
    return speedups(options, toolchain, MANUAL_IRREGULAR, systems)


def hbc_figure_15(options, toolchain):
    dynamic = {"OMP_SCHEDULE": "dynamic"}
    systems = [("outermost loop", "openmp-outer-tuned", options.threads, dynamic),
               ("all loops", "openmp-tuned", options.threads, dynamic | {"OMP_MAX_ACTIVE_LEVELS": "16"}),
               ("Tactus, all loops", "tactus", options.threads, {})]
    values = {}
    for kernel in select_kernels(MANUAL_IRREGULAR):
        measured = measure(options, toolchain, kernel, systems, ["--size", kernel.small_size], NESTED_LIMIT_SECONDS)
        values[kernel.name] = [median(measured["serial"], measured.get(title)) for title, *_ in systems]
    return table("speedup, small sizes", [title for title, *_ in systems], values, digits=4)


def hbc_figure_16(options, toolchain):
    systems = [(f"OpenMP static, {options.threads}", "openmp-outer", options.threads, {}),
               (f"Tactus, {options.threads}", None, options.threads, {})]
    return speedups(options, toolchain, REGULAR, systems)


def tpal_figure_6(options, toolchain):
    return overheads(options, toolchain, (*ITERATIVE, *RECURSIVE), [("Tactus, one worker", {})])


def tpal_figure_7(options, toolchain):
    papers = [(f"paper's mean, TPAL, {kind}, 15 cores", [tpal]) for kind, (_, tpal) in numbers.TPAL_FIGURE_7_MEANS.items()]
    return speedups(options, toolchain, (*ITERATIVE, *RECURSIVE), [(f"Tactus, {options.threads}", None, options.threads, {})],
                     papers)


def tpal_figure_8(options, toolchain):
    return overheads(options, toolchain, (*ITERATIVE, *RECURSIVE), [("no beats", {"TACTUS_HEARTBEAT_US": "0"})],
                      numbers.TPAL_FIGURE_8.items())


def tpal_figure_9(options, toolchain):
    """On one worker nothing is promoted, unless each beat's token is to be spent."""
    systems = []
    for beat in (100, 20):
        every = {"TACTUS_HEARTBEAT_US": str(beat)}
        systems += [(f"beats every {beat} µs", every), (f"and promotions, {beat} µs", every | {"TACTUS_PROMOTE": "tokens"})]
    header, rows = overheads(options, toolchain, (*ITERATIVE, *RECURSIVE), systems)
    paper = (numbers.TPAL_FIGURE_9_MEANS[0], None, numbers.TPAL_FIGURE_9_MEANS[1], numbers.TPAL_FIGURE_9_PROMOTIONS_MEAN)
    return header, rows + [["paper's mean, a ping thread", *(text(mean, 1) for mean in paper)]]


def _by_workers(options, toolchain, names, variant):
    systems = [(f"{workers} workers", variant, workers, {}) for workers in range(1, options.threads + 1)]
    return speedups(options, toolchain, names, systems)


def tpal_figure_11(options, toolchain):
    return _by_workers(options, toolchain, (*ITERATIVE, *RECURSIVE), None)


def _mpl(options, toolchain, systems, measuring):
    """(name, {system: Measured}) of each of the sixteen, in C++ or in Standard ML."""
    for kernel in kernel_table.MPL_KERNELS:
        yield kernel.name.removeprefix("mpl-"), measuring(options, toolchain, kernel, systems)


def in_sml(table):
    """One of MPL's tables for the programs in Standard ML."""
    return functools.partial(table, measuring=pml.measure_systems)


# MPL's eager par: each call makes a task. Fewer calls than wait here are around each other.
EAGER = {"TACTUS_TASKS": "eager", "TACTUS_QUEUE_SIZE": "128"}


def _promotions(runs):
    """Of one repetition. A process has one to warm up, and three that are timed; disturbed processes counted nothing."""
    repetitions = 4 * sum(seconds is not None for seconds in runs.calm)
    return (runs.promotions or 0) / repetitions if repetitions else None


def mpl_table_1(options, toolchain, measuring=measure):
    """With MPL's policy, by which each token is spent."""
    several, ours = options.threads, {"TACTUS_PROMOTE": "tokens"}
    systems = [("one", "tactus-full", 1, ours), ("several", "tactus-full", several, ours),
               ("eager one", "tactus-eager", 1, EAGER), ("eager several", "tactus-eager", several, EAGER)]
    rows, ratios = [], []
    for name, measured in _mpl(options, toolchain, systems, measuring):
        one, all_workers = compare.median_seconds(measured["one"]), compare.median_seconds(measured["several"])
        promotions, calls = _promotions(measured["one"]), _promotions(measured["eager one"])
        ratios.append([median(measured["eager one"], measured["one"]), median(measured["eager several"], measured["several"])])
        per_one, per_64, per_promotion, work = numbers.MPL_TABLE_1[name]
        rows.append([name, text(one, 4), text(all_workers, 4), *map(text, ratios[-1]), text(calls, 0), text(promotions, 0),
                     text(calls / promotions if calls and promotions else None, 0),
                     text(1e6 * one / promotions if promotions else None, 0), text(per_one), text(per_64),
                     text(per_promotion, 0), text(work, 0)])
    means = [text(geometric_mean([ratio for ratio in column if ratio is not None])) for column in zip(*ratios)]
    paper_means = map(text, numbers.MPL_TABLE_1_MEANS)
    rows.append(["geometric mean", DASH, DASH, *means, *[DASH] * 4, *paper_means, DASH, DASH])
    return ["fully parallel", "1 worker [s]", f"{several} workers [s]", "eager par over ours, 1", f"{several} workers",
            "calls of par", "promotions", "calls for one", "work for one [µs]", "paper: eager over ours, 1",
            "paper: 64", "paper: calls for one", "paper: work for one [µs]"], rows


def _ratios_with_paper(options, toolchain, measuring, title, systems, pairs, paper, paper_header, paper_means):
    values = {}
    for name, measured in _mpl(options, toolchain, systems, measuring):
        values[name] = [median(measured[a], measured[b]) for _, a, b in pairs] + list(paper[name])
    header, rows = table(title, [*(what for what, _, _ in pairs), *paper_header], values)
    # The paper's own means, which are those of more digits than its tables print.
    rows[-1][len(pairs) + 1:] = [text(mean) for mean in paper_means]
    return header, rows


def mpl_table_2(options, toolchain, measuring=measure):
    several = options.threads
    systems = [("one", "tactus-full", 1, {}), ("several", "tactus-full", several, {})]
    return _ratios_with_paper(options, toolchain, measuring, "over the serial elision", systems,
                              [("overhead, 1 worker", "one", "serial"), (f"speedup, {several}", "serial", "several")],
                              numbers.MPL_TABLE_2, ["paper: overhead, 1", "paper: speedup, 64"], numbers.MPL_TABLE_2_MEANS)


def mpl_table_3(options, toolchain, measuring=measure):
    several, classic = options.threads, {"TACTUS_TOKENS": "classic"}
    systems = [("tokens 1", "tactus-full", 1, {}), ("classic 1", "tactus-full", 1, classic),
               ("tokens", "tactus-full", several, {}), ("classic", "tactus-full", several, classic)]
    return _ratios_with_paper(options, toolchain, measuring, "classic heartbeat over tokens", systems,
                              [("1 worker", "classic 1", "tokens 1"), (f"{several} workers", "classic", "tokens")],
                              numbers.MPL_TABLE_3, ["paper: 1", "paper: 64"], numbers.MPL_TABLE_3_MEANS)


def mpl_table_4(options, toolchain, measuring=measure):
    several = options.threads
    systems = [("full 1", "tactus-full", 1, {}), ("tuned 1", "tactus-tuned", 1, {}),
               ("full", "tactus-full", several, {}), ("tuned", "tactus-tuned", several, {}),
               ("eager full 1", "tactus-eager", 1, EAGER), ("eager tuned 1", "tactus-eager-tuned", 1, EAGER),
               ("eager full", "tactus-eager", several, EAGER), ("eager tuned", "tactus-eager-tuned", several, EAGER)]
    return _ratios_with_paper(options, toolchain, measuring, "fully parallel over tuned", systems,
                              [("eager par, 1 worker", "eager full 1", "eager tuned 1"), ("1 worker", "full 1", "tuned 1"),
                               (f"eager par, {several} workers", "eager full", "eager tuned"),
                               (f"{several} workers", "full", "tuned")],
                              numbers.MPL_TABLE_4, ["paper: MPL, 1", "paper: MPL^s, 1", "paper: MPL, 64", "paper: MPL^s, 64"],
                              numbers.MPL_TABLE_4_MEANS)


def mpl_figure_10(options, toolchain):
    header, rows = _by_workers(options, toolchain, [kernel.name for kernel in kernel_table.MPL_KERNELS], "tactus-full")
    # The right end of the paper's curves is in its table 2.
    papers = {f"mpl-{name}": speedup for name, (_, speedup) in numbers.MPL_TABLE_2.items()}
    papers[rows[-1][0]] = numbers.MPL_TABLE_2_MEANS[1]
    return [*header, "paper: 64"], [[*row, text(papers[row[0]], 0)] for row in rows]
