# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The figures and tables of the papers that can be measured here: what is run, and how it is tabulated.

Each is a function of (options, toolchain) that returns (header, rows). Paper's numbers stand in columns or rows of their own,
and are those of the paper's machine.
"""

import functools
import tempfile
from pathlib import Path

from . import build, compare, kernels as kernel_table, paper_numbers as numbers, pml, processes, statistics_file
from .figures import DASH
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


def hbc_figure_13(options, toolchain):
    rows = []
    for kernel in select_kernels(("spmv-arrowhead", "spmv-powerlaw", "spmv-random")):
        runs = measure(options, toolchain, kernel, [("Tactus", "tactus", options.threads, {})])["Tactus"]
        # Disturbed runs, which cannot see their beats, count none.
        rows.append([kernel.name, str(runs.beats_due) if runs.beats_due else "disturbed, repeat",
                     text(100 * runs.beats_seen / runs.beats_due if runs.beats_due else None)])
    return ["heartbeats", "due", "seen, percent"], rows + [["paper, 4 polls a beat", DASH, "more than 99"]]


def hbc_figure_14(options, toolchain):
    systems = [(f"dynamic,{chunk}", "openmp-outer-tuned", options.threads, {"OMP_SCHEDULE": f"dynamic,{chunk}"})
               for chunk in CHUNKS]
    return speedups(options, toolchain, MANUAL_IRREGULAR, systems)


def hbc_figure_15(options, toolchain):
    systems = [("outermost loop", "openmp-outer-tuned", options.threads, {"OMP_SCHEDULE": "dynamic"}),
               ("all loops", "openmp-nested", options.threads, {"OMP_MAX_ACTIVE_LEVELS": "16"}),
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
    beats = (100, 20)
    header, rows = overheads(options, toolchain, (*ITERATIVE, *RECURSIVE),
                              [(f"beat of {beat} µs", {"TACTUS_HEARTBEAT_US": str(beat)}) for beat in beats])
    return header, rows + [["paper's mean, interrupts alone", *(text(mean, 1) for mean in numbers.TPAL_FIGURE_9_MEANS)]]


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


def mpl_table_1(options, toolchain, measuring=measure):
    several = options.threads
    systems = [("one", "tactus-full", 1, {}), ("several", "tactus-full", several, {})]
    rows = []
    for name, measured in _mpl(options, toolchain, systems, measuring):
        one, all_workers = compare.median_seconds(measured["one"]), compare.median_seconds(measured["several"])
        runs = measured["several"]
        # A process has one repetition to warm up, and three that are timed; disturbed processes counted nothing.
        repetitions = 4 * sum(seconds is not None for seconds in runs.calm)
        promotions = (runs.promotions or 0) / repetitions if repetitions else None
        paper_one, paper_64, paper_promotions, paper_work = numbers.MPL_TABLE_1[name]
        rows.append([name, text(one, 4), text(all_workers, 4), text(promotions, 0),
                     text(1e6 * one / promotions if promotions else None, 0), text(paper_one), text(paper_64, 3),
                     text(paper_promotions, 0), text(paper_work, 0)])
    return ["fully parallel", "1 worker [s]", f"{several} workers [s]", "promotions", "work for one [µs]",
            "paper: 1 [s]", "paper: 64 [s]", "paper: promotions", "paper: work for one [µs]"], rows


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
               ("full", "tactus-full", several, {}), ("tuned", "tactus-tuned", several, {})]
    return _ratios_with_paper(options, toolchain, measuring, "fully parallel over tuned", systems,
                              [("1 worker", "full 1", "tuned 1"), (f"{several} workers", "full", "tuned")],
                              numbers.MPL_TABLE_4, ["paper: MPL, 1", "paper: MPL^s, 1", "paper: MPL, 64", "paper: MPL^s, 64"],
                              numbers.MPL_TABLE_4_MEANS)


def mpl_figure_10(options, toolchain):
    header, rows = _by_workers(options, toolchain, [kernel.name for kernel in kernel_table.MPL_KERNELS], "tactus-full")
    # The right end of the paper's curves is in its table 2.
    papers = {f"mpl-{name}": speedup for name, (_, speedup) in numbers.MPL_TABLE_2.items()}
    papers[rows[-1][0]] = numbers.MPL_TABLE_2_MEANS[1]
    return [*header, "paper: 64"], [[*row, text(papers[row[0]], 0)] for row in rows]
