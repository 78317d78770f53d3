# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The figures and tables of the papers that can be measured here: what is run, and how it is tabulated.

Each is a function of (options, toolchain) that returns (header, rows). Paper's numbers stand in columns or rows of their own,
and are those of the paper's machine.
"""

import tempfile
from pathlib import Path

from . import build, compare, kernels as kernel_table, paper_numbers as numbers, processes, statistics_file
from .figures import DASH, geometric_mean
from .loops import openmp_environment
from .verdicts import is_inconclusive

MANUAL_IRREGULAR = ("mandelbrot", "spmv-arrowhead", "spmv-powerlaw", "mandelbulb", "cg")
IRREGULAR = (*MANUAL_IRREGULAR, "ttv", "ttm", "bfs", "cc", "pr", "cf", "pr-delta", "sssp")
REGULAR = ("spmv-random", "floyd-warshall", "kmeans", "plus-reduce-array", "srad")
ITERATIVE = ("mandelbrot", "spmv-arrowhead", "spmv-powerlaw", *REGULAR)
RECURSIVE = ("knapsack", "mergesort", "mergesort-exponential")
NESTED_LIMIT_SECONDS = 60
CHUNKS = (1, 2, 4, 8, 16, 32, 64)


def _kernels(names):
    table = {kernel.name: kernel for suite in kernel_table.SUITES.values() for kernel in suite}
    return [table[name] for name in names]


def _tactus_variant(kernel):
    return "tactus-par" if isinstance(kernel, kernel_table.RecursiveKernel) else "tactus"


def _measure(options, toolchain, kernel, systems, sizes=None, timeout=None):
    """{system: Measured} of [(system, variant, threads, environment)], with "serial" before them. Every program has
    compared its own result at a small size before. A system that a time limit ends is not there."""
    options.log(f"  {kernel.name}")
    systems = [("serial", "serial", 1, {}), *systems]
    variants = list(dict.fromkeys(variant for _, variant, _, _ in systems))
    programs = build.build_variants(toolchain, kernel, variants, options.work, options.jobs)
    one = frozenset([min(options.processors)])

    def make(name, variant, threads, environment):
        if variant.startswith("tactus"):
            environment = {"TACTUS_WORKERS": str(threads), **environment}
        elif variant.startswith("openmp"):
            environment = openmp_environment(options, **environment)
        return compare.System(name, programs[variant], one if threads == 1 else options.processors, threads, environment)

    made = [make(*system) for system in systems]
    for variant in variants:
        compare.verify(programs[variant], next(system for system in made if system.program == programs[variant]),
                       kernel.tiny_size)
    arguments = ["--reps", 3, *(options.size_arguments(kernel) if sizes is None else sizes)]
    if timeout:
        for system in made[1:]:
            try:
                processes.run_program([system.program, *arguments], system.processors, system.environment, system.threads,
                                      timeout)
            except processes.RunTimeout:
                made.remove(system)
    return compare.interleave(made, arguments, options.rounds, options.retries, kernel.tolerance)


class _Marked(float):
    """A median that carries what figures.ratio_text() marks ratios with: `!` disturbed, `~` on both sides of 1."""

    mark = ""


def _median(a, b):
    ratio = compare.ratio(a, b)
    if not ratio:
        return None
    value = _Marked(ratio.median)
    value.mark = "!" if ratio.disturbed else "~" if is_inconclusive(vars(ratio)) else ""
    return value


def _text(value, digits=2):
    return DASH if value is None else f"{value:.{digits}f}{getattr(value, 'mark', '')}"


def _table(title, header, values, papers=(), digits=2):
    """Rows of {kernel: [number or None]}, their geometric means, and rows [(title, numbers)] of the paper."""
    rows = [[name, *(_text(value, digits) for value in line)] for name, line in values.items()]
    columns = list(zip(*values.values()))
    means = [geometric_mean([value for value in column if value is not None]) for column in columns]
    rows.append(["geometric mean", *(_text(mean, digits) for mean in means)])
    rows += [[what, *(_text(value, digits) for value in line)] for what, line in papers]
    return [title, *header], rows


def _speedups(options, toolchain, names, systems, papers=()):
    """Speedups over the serial elision of [(title, variant, threads, environment)]; a variant of None is Tactus'."""
    values = {}
    for kernel in _kernels(names):
        wanted = [(title, variant or _tactus_variant(kernel), threads, environment)
                  for title, variant, threads, environment in systems]
        measured = _measure(options, toolchain, kernel, wanted)
        values[kernel.name] = [_median(measured["serial"], measured[title]) for title, *_ in systems]
    return _table("speedup", [title for title, *_ in systems], values, papers)


def _overheads(options, toolchain, names, systems, papers=()):
    """Percent of time beyond the serial elision, on one worker, of [(title, environment)]."""
    header, rows = ["overhead, percent", *(title for title, _ in systems), "paper"], []
    columns = [[] for _ in systems]
    for kernel in _kernels(names):
        variant = _tactus_variant(kernel)
        measured = _measure(options, toolchain, kernel, [(title, variant, 1, environment) for title, environment in systems])
        ratios = [_median(measured[title], measured["serial"]) for title, _ in systems]
        for column, ratio in zip(columns, ratios):
            column.append(ratio)
        rows.append([kernel.name, *(_text(100 * (ratio - 1), 1) + ratio.mark for ratio in ratios),
                     _text(dict(papers).get(kernel.name), 1)])
    return header, rows + [["geometric mean", *(_text(100 * (geometric_mean(column) - 1), 1) for column in columns), DASH]]


def hbc_figure_4(options, toolchain):
    systems = [(f"OpenMP dynamic, {options.threads}", "openmp-outer-tuned", options.threads, {"OMP_SCHEDULE": "dynamic"}),
               (f"Tactus, {options.threads}", None, options.threads, {})]
    return _speedups(options, toolchain, IRREGULAR, systems, [("paper's mean, 64 cores", numbers.HBC_FIGURE_4_MEANS)])


def hbc_figure_5(options, toolchain):
    rows = []
    for kernel in _kernels(IRREGULAR):
        program = build.build_kernel(toolchain, kernel, "tactus", options.work)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "counters.json"
            environment = {"TACTUS_WORKERS": str(options.threads), "TACTUS_STATS": str(path)}
            processes.run_program([program, "--reps", 3, *options.size_arguments(kernel)], options.processors, environment,
                                  options.threads)
            levels = statistics_file.read(path).levels[:4]
        total = sum(levels)
        rows.append([kernel.name, str(total), *(_text(100 * count / total, 1) if total else DASH for count in levels)])
    return ["promotions", "all", *(f"level {level}, percent" for level in range(4))], rows


def hbc_figure_7(options, toolchain):
    systems = [("no beats", {"TACTUS_HEARTBEAT_US": "0"}), ("beats, no promotion", {})]
    return _overheads(options, toolchain, ITERATIVE, systems, numbers.HBC_FIGURE_7.items())


def hbc_figure_13(options, toolchain):
    rows = []
    for kernel in _kernels(("spmv-arrowhead", "spmv-powerlaw", "spmv-random")):
        runs = _measure(options, toolchain, kernel, [("Tactus", "tactus", options.threads, {})])["Tactus"]
        # Disturbed runs, which cannot see their beats, count none.
        rows.append([kernel.name, str(runs.beats_due) if runs.beats_due else "disturbed, repeat",
                     _text(100 * runs.beats_seen / runs.beats_due if runs.beats_due else None)])
    return ["heartbeats", "due", "seen, percent"], rows + [["paper, 4 polls a beat", DASH, "more than 99"]]


def hbc_figure_14(options, toolchain):
    systems = [(f"dynamic,{chunk}", "openmp-outer-tuned", options.threads, {"OMP_SCHEDULE": f"dynamic,{chunk}"})
               for chunk in CHUNKS]
    return _speedups(options, toolchain, MANUAL_IRREGULAR, systems)


def hbc_figure_15(options, toolchain):
    systems = [("outermost loop", "openmp-outer-tuned", options.threads, {"OMP_SCHEDULE": "dynamic"}),
               ("all loops", "openmp-nested", options.threads, {"OMP_MAX_ACTIVE_LEVELS": "16"}),
               ("Tactus, all loops", "tactus", options.threads, {})]
    values = {}
    for kernel in _kernels(MANUAL_IRREGULAR):
        measured = _measure(options, toolchain, kernel, systems, ["--size", kernel.small_size], NESTED_LIMIT_SECONDS)
        values[kernel.name] = [_median(measured["serial"], measured.get(title)) for title, *_ in systems]
    return _table("speedup, small sizes", [title for title, *_ in systems], values, digits=4)


def hbc_figure_16(options, toolchain):
    systems = [(f"OpenMP static, {options.threads}", "openmp-outer", options.threads, {}),
               (f"Tactus, {options.threads}", None, options.threads, {})]
    return _speedups(options, toolchain, REGULAR, systems)


def tpal_figure_6(options, toolchain):
    return _overheads(options, toolchain, (*ITERATIVE, *RECURSIVE), [("Tactus, one worker", {})])


def tpal_figure_7(options, toolchain):
    papers = [(f"paper's mean, TPAL, {kind}, 15 cores", [tpal]) for kind, (_, tpal) in numbers.TPAL_FIGURE_7_MEANS.items()]
    return _speedups(options, toolchain, (*ITERATIVE, *RECURSIVE), [(f"Tactus, {options.threads}", None, options.threads, {})],
                     papers)


def tpal_figure_8(options, toolchain):
    return _overheads(options, toolchain, (*ITERATIVE, *RECURSIVE), [("no beats", {"TACTUS_HEARTBEAT_US": "0"})],
                      numbers.TPAL_FIGURE_8.items())


def tpal_figure_9(options, toolchain):
    beats = (100, 20)
    header, rows = _overheads(options, toolchain, (*ITERATIVE, *RECURSIVE),
                              [(f"beat of {beat} µs", {"TACTUS_HEARTBEAT_US": str(beat)}) for beat in beats])
    return header[:-1], [row[:-1] for row in rows] + [["paper's mean, interrupts alone",
                                                       *(_text(mean, 1) for mean in numbers.TPAL_FIGURE_9_MEANS)]]


def _by_workers(options, toolchain, names, variant):
    systems = [(f"{workers} workers", variant, workers, {}) for workers in range(1, options.threads + 1)]
    return _speedups(options, toolchain, names, systems)


def tpal_figure_11(options, toolchain):
    return _by_workers(options, toolchain, (*ITERATIVE, *RECURSIVE), None)


def _mpl(options, toolchain, systems):
    """(name, {system: Measured}) of each of the sixteen."""
    for kernel in kernel_table.MPL_KERNELS:
        yield kernel.name.removeprefix("mpl-"), _measure(options, toolchain, kernel, systems)


def mpl_table_1(options, toolchain):
    several = options.threads
    systems = [("one", "tactus-full", 1, {}), ("several", "tactus-full", several, {})]
    rows = []
    for name, measured in _mpl(options, toolchain, systems):
        one, all_workers = compare.median_seconds(measured["one"]), compare.median_seconds(measured["several"])
        runs = measured["several"]
        # A process has one repetition to warm up, and three that are timed; disturbed processes counted nothing.
        repetitions = 4 * sum(seconds is not None for seconds in runs.calm)
        promotions = (runs.promotions or 0) / repetitions if repetitions else None
        paper_one, paper_64, paper_promotions, paper_work = numbers.MPL_TABLE_1[name]
        rows.append([name, _text(one, 4), _text(all_workers, 4), _text(promotions, 0),
                     _text(1e6 * one / promotions if promotions else None, 0), _text(paper_one), _text(paper_64, 3),
                     _text(paper_promotions, 0), _text(paper_work, 0)])
    return ["fully parallel", "1 worker [s]", f"{several} workers [s]", "promotions", "work for one [µs]",
            "paper: 1 [s]", "paper: 64 [s]", "paper: promotions", "paper: work for one [µs]"], rows


def _ratios_with_paper(options, toolchain, title, systems, pairs, paper, paper_header, paper_means):
    values = {}
    for name, measured in _mpl(options, toolchain, systems):
        values[name] = [_median(measured[a], measured[b]) for _, a, b in pairs] + list(paper[name])
    header, rows = _table(title, [*(what for what, _, _ in pairs), *paper_header], values)
    # The paper's own means, which are those of more digits than its tables print.
    rows[-1][len(pairs) + 1:] = [_text(mean) for mean in paper_means]
    return header, rows


def mpl_table_2(options, toolchain):
    several = options.threads
    systems = [("one", "tactus-full", 1, {}), ("several", "tactus-full", several, {})]
    return _ratios_with_paper(options, toolchain, "over the serial elision", systems,
                              [("overhead, 1 worker", "one", "serial"), (f"speedup, {several}", "serial", "several")],
                              numbers.MPL_TABLE_2, ["paper: overhead, 1", "paper: speedup, 64"], numbers.MPL_TABLE_2_MEANS)


def mpl_table_3(options, toolchain):
    several, classic = options.threads, {"TACTUS_TOKENS": "classic"}
    systems = [("tokens 1", "tactus-full", 1, {}), ("classic 1", "tactus-full", 1, classic),
               ("tokens", "tactus-full", several, {}), ("classic", "tactus-full", several, classic)]
    return _ratios_with_paper(options, toolchain, "classic heartbeat over tokens", systems,
                              [("1 worker", "classic 1", "tokens 1"), (f"{several} workers", "classic", "tokens")],
                              numbers.MPL_TABLE_3, ["paper: 1", "paper: 64"], numbers.MPL_TABLE_3_MEANS)


def mpl_table_4(options, toolchain):
    several = options.threads
    systems = [("full 1", "tactus-full", 1, {}), ("tuned 1", "tactus-tuned", 1, {}),
               ("full", "tactus-full", several, {}), ("tuned", "tactus-tuned", several, {})]
    return _ratios_with_paper(options, toolchain, "fully parallel over tuned", systems,
                              [("1 worker", "full 1", "tuned 1"), (f"{several} workers", "full", "tuned")],
                              numbers.MPL_TABLE_4, ["paper: MPL, 1", "paper: MPL^s, 1", "paper: MPL, 64", "paper: MPL^s, 64"],
                              numbers.MPL_TABLE_4_MEANS)


def mpl_figure_10(options, toolchain):
    return _by_workers(options, toolchain, [kernel.name for kernel in kernel_table.MPL_KERNELS], "tactus-full")
