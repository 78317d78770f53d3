# Part of Tactus, under the MIT licence. See LICENSE for details.
"""tactus bench paper hbc:fig4 mpl:table4 ...: the papers' evaluations, figure by figure, beside this machine's.

What cannot be measured here is listed with the reason. The papers' machines have 64 and 15 cores, and other processors: what
can be compared is who wins and by how much, not the speedups.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from . import page, paper_chunks as chunks, paper_figures as figures, paper_insieme as insieme
from . import paper_sources as sources, paper_splicing as splicing, report, whole_file


@dataclass(frozen=True)
class Figure:
    title: str
    # What the paper says about it, in numbers.
    claim: str
    # (options, toolchain) -> (header, rows); None if it cannot be measured here, and then the claim is the reason.
    measure: Callable | None
    # How many of its columns, from the left, are of one unit, so that one chart can show them; None for all.
    charted: int | None = None


FIGURES = {
    "hbc:fig4": Figure("OpenMP dynamic and heartbeat, irregular workloads",
                       "HBC wins on all; geometric means 14.2 (OpenMP) and 21.7 on 64 cores", figures.hbc_figure_4),
    "hbc:fig5": Figure("promotions by nesting level", "several levels contribute", figures.hbc_figure_5, charted=0),
    "hbc:fig6": Figure("HBC and TPAL, loop-based benchmarks",
                       "not here: TPAL's programs were written by hand, and are not in the paper; what is different in them, "
                       "interrupts from a ping thread and fixed chunks, is in hbc:fig9 and hbc:fig8", None),
    "hbc:fig7": Figure("overhead without promotion, by what it comes from", "58.46 % on spmv-arrowhead, 22.14 % on spmv-powerlaw, others below 10 %",
                       sources.hbc_figure_7),
    "hbc:fig8": Figure("polling overhead by chunking, without promotion",
                       "no chunking is 7.5 times slower; static chunks take far less, and adaptive ones least", chunks.hbc_figure_8,
                       charted=4),
    "hbc:fig9": Figure("speedups by what brings the beat", "means 22.0 by polling and 17.7 by a ping thread, on 64 cores",
                       sources.hbc_figure_9),
    "hbc:fig10": Figure("the best chunk size depends on the input",
                        "from 1 to 512, input 2 (cheap) becomes faster and input 1 (expensive) slower", chunks.hbc_figure_10),
    "hbc:fig11": Figure("fixed against adaptive chunk sizes, inputs in turn",
                        "17 with the best fixed size, 2; 28 with adaptive ones, on 64 cores", chunks.hbc_figure_11),
    "hbc:fig12": Figure("adaptive chunk sizes over time",
                        "the longer an iteration takes, the smaller the chunk; here, chunks of the inner loop: nonzeros cost "
                        "the same in rows of any length, but for a share of the outer loop, and pixels of two inputs do not",
                        chunks.hbc_figure_12),
    "hbc:fig13": Figure("heartbeats detected, by the target polling count",
                        "more than 99 % with 4 polls a beat; with too few half of them, with too many polls cost much",
                        chunks.hbc_figure_13, charted=len(chunks.POLLS)),
    "hbc:fig14": Figure("OpenMP dynamic, chunk sizes", "larger chunks are slower, but for cg", figures.hbc_figure_14),
    "hbc:fig15": Figure("OpenMP dynamic, outermost and all loops",
                        "all loops are far slower, but for cg; spmv did not finish in two hours", figures.hbc_figure_15),
    "hbc:fig16": Figure("OpenMP static and heartbeat, regular workloads",
                        "OpenMP wins, but for kmeans, where HBC is more than 50 % faster", figures.hbc_figure_16),
    "tpal:fig6": Figure("one core, over serial", "Cilk Plus, to which the paper compares, is not measured", figures.tpal_figure_6),
    "tpal:fig7": Figure("speedups", "geometric means 4 (iterative) and 3.2 (recursive) on 15 cores; Cilk Plus 1.9 and 2.4",
                        figures.tpal_figure_7),
    "tpal:fig8": Figure("one core without heartbeats", "at most 6 %, but for floyd-warshall, kmeans (17 %) and knapsack (51 %)",
                        figures.tpal_figure_8),
    "tpal:fig9": Figure("heartbeats and promotions on one core",
                        "interrupts alone: 3 % every 100 µs, 16 % every 20 µs; with promotions 34 % every 20 µs",
                        figures.tpal_figure_9),
    "tpal:fig10": Figure("heartbeats by what brings them", "a ping thread delivers from 11 to 37 % every 20 µs, on 15 cores",
                         sources.tpal_figure_10),
    "tpal:fig11": Figure("speedups by cores", "grow with the cores, but for mandelbrot", figures.tpal_figure_11),
    "tpal:fig12": Figure("how a beat comes in Nautilus and in Linux", "not here: a drawing of mechanisms; ours are in "
                         "docs/settings.md, TACTUS_BEAT", None),
    "tpal:fig13": Figure("heartbeats and promotions on one core, in Nautilus",
                         "not here: it needs a kernel of its own; tpal:fig9 is the same in Linux, and the kernel module's beats "
                         "(docs/kernel.md) are a column of hbc:fig7 and tpal:fig10 where it is loaded", None),
    "tpal:fig14": Figure("speedups in Linux and in Nautilus",
                         "not here: it needs a kernel of its own; tpal:fig7 is the same in Linux", None),
    "mpl:table1": Figure("eager par over ours, calls of par and promotions, fully parallel",
                         "eager par takes 2.17 and 4.09 times as long in the mean, 14.50 at worst", figures.mpl_table_1, charted=0),
    "mpl:table2": Figure("overhead and speedup over sequential", "1.79 and 27 in the mean", figures.mpl_table_2,
                         charted=0),
    "mpl:table3": Figure("classic heartbeat over tokens", "1.01 and 1.24 in the mean", figures.mpl_table_3),
    "mpl:table4": Figure("fully parallel over manually tuned", "eager par: 3.89 and 6.87 in the mean; MPL^s: 1.72 and 1.63, 5.67 "
                         "at worst", figures.mpl_table_4),
    **{f"mpl:table{number}-sml": Figure(f"{title}, in Standard ML", claim, figures.in_sml(table), charted)
       for number, title, claim, table, charted in (
           (1, "eager par over ours, calls of par and promotions, fully parallel",
            "eager par takes 2.17 and 4.09 times as long in the mean, 14.50 at worst", figures.mpl_table_1, 0),
           (2, "overhead and speedup over par elided", "1.79 and 27 in the mean", figures.mpl_table_2, 0),
           (3, "classic heartbeat over tokens", "1.01 and 1.24 in the mean", figures.mpl_table_3, None),
           (4, "fully parallel over manually tuned", "eager par: 3.89 and 6.87 in the mean; MPL^s: 1.72 and 1.63",
            figures.mpl_table_4, None))},
    "mpl:fig10": Figure("speedups by processors", "18 to 49 on 64", figures.mpl_figure_10),
    "insieme:fig1": Figure("Strassen, default and optimum of the exhaustive search", "up to 1.97 at 32 threads", insieme.figure_1,
                           charted=2),
    "insieme:fig2": Figure("Strassen's memory, default and optimum", "up to 1.36 at 64 threads", insieme.figure_2, charted=2),
    "insieme:table3": Figure("what the analysis finds of the twelve programs", "", insieme.table_3, charted=0),
    "insieme:fig7": Figure("time, default over optimised", "geometric mean 1.39; 0.91 at worst, QAP2 with 4 threads", insieme.figure_7),
    "insieme:fig8": Figure("Strassen by workers", "the default beats GCC's OpenMP and Cilk+ from 4 threads on", insieme.figure_8),
    "insieme:fig9": Figure("QAP by queue size", "short queues are better on one socket", insieme.figure_9),
    "insieme:fig10": Figure("memory, default over optimised", "never below 1; more than 100 at most, with stacks of 8 MiB that are "
                            "touched", insieme.figure_10),
    "splicing:table1": Figure("the eight programs: sizes, time of plain loops, calls spliced", "8 or 16 calls, but for MVT and BICG",
                              splicing.table_1, charted=0),
    "splicing:table2": Figure("times over SP, one worker", "CILK 2.10, Pochoir 1.31, Pluto 0.87 in the mean, up to 8 cores",
                              splicing.table_2),
    "splicing:table3": Figure("cache misses and instructions, by cachegrind",
                              "L3 misses fall to 0.1 to 0.5 of CILK's; in JACOBI-1D's rows two lines seem to be swapped",
                              splicing.table_3, charted=0),
    "splicing:table4": Figure("what the scheduler does", "tens of millions of checks on 64 cores; at most 16 MB of extra space",
                              splicing.table_4, charted=0),
    "splicing:fig7": Figure("speedups over perfectly scaled serial programs", "SP two to three times CILK", splicing.figure_7),
}


def listing():
    width = max(map(len, FIGURES))
    return "\n".join(f"{name:{width}}  {figure.title}" + (f" ({figure.claim})" if not figure.measure else "")
                     for name, figure in FIGURES.items())


INTRODUCTION = ("Medians; !: other processes disturbed more than half of the rounds; ~: the quartiles of the ratio to what it is "
                "compared with lie on both sides of 1.")


def _measure_all(options, toolchain, results):
    for name in options.figures or FIGURES:
        figure = FIGURES[name]
        print(f"{name}: {figure.title}" + (f"\npaper: {figure.claim}" if figure.claim else ""), flush=True)
        if figure.measure:
            header, rows = figure.measure(options, toolchain)
            print("\n" + report.as_text(header, rows), flush=True)
            results[name] = {"title": figure.title, "claim": figure.claim, "header": header, "rows": rows,
                             "charted": figure.charted}
        print(flush=True)


def run(options, toolchain):
    """Measures the chosen figures, or all; prints each as it is ready, and writes all as JSON and as a page, or those until
    one failed. Returns the exit status."""
    Path(options.work).mkdir(parents=True, exist_ok=True)
    print(INTRODUCTION + "\n", flush=True)
    results = {}
    try:
        _measure_all(options, toolchain, results)
    finally:
        if results:
            whole_file.write_text(options.json, json.dumps(results, indent=1) + "\n")
            page.write_figures(options.html, results, INTRODUCTION, options.log)
            options.log(f"written: {options.json}, {options.html}")
    return 0
