# Part of Tactus, under the MIT licence. See LICENSE for details.
"""HBC's figures about chunk sizes: polling overhead, fixed against adaptive chunks, and how chunks adapt.

TACTUS_CHUNK=N fixes the iterations between two polls. Iterations of all loops count, also of the outer ones, which in HBC's
programs do not: their polls belong to leaf loops.
"""

import statistics
import tempfile
from pathlib import Path

from . import build, processes, trace_file
from .figures import DASH, geometric_mean
from .paper_measuring import measure, median, select_kernels, text

ITERATIVE = ("mandelbrot", "spmv-arrowhead", "spmv-powerlaw", "spmv-random", "floyd-warshall", "kmeans", "plus-reduce-array",
             "srad")
# A chunk that suits a loop of cheap iterations, and one for expensive ones. HBC uses TPAL's, which were tuned for each
# benchmark and are not in the papers.
STATIC_CHUNKS = (64, 1024)
CHUNKS = tuple(2 ** exponent for exponent in range(10))
MATRICES = ("spmv-arrowhead", "spmv-powerlaw", "spmv-random")
# Nonzeros: in short rows each of them costs more, since it bears its share of the loop around.
ROW_LENGTHS = (10, 100, 1000, 10000)


def _fixed(chunk):
    return {"TACTUS_CHUNK": str(chunk)}


def share_of_beats(measured):
    # Disturbed runs, which cannot see their beats, count none.
    return 100 * measured.beats_seen / measured.beats_due if measured.beats_due else None


def hbc_figure_8(options, toolchain):
    systems = [("no chunking", _fixed(1)), *((f"static {chunk}", _fixed(chunk)) for chunk in STATIC_CHUNKS), ("adaptive", {})]
    rows, columns = [], [[] for _ in systems]
    for kernel in select_kernels(ITERATIVE):
        measured = measure(options, toolchain, kernel, [(title, "tactus", 1, environment) for title, environment in systems])
        ratios = [median(measured[title], measured["serial"]) for title, _ in systems]
        for column, ratio in zip(columns, ratios):
            column.append(ratio)
        rows.append([kernel.name, *(text(100 * (ratio - 1), 1) + ratio.mark for ratio in ratios),
                     *(text(share_of_beats(measured[title]), 0) for title, _ in systems)])
    means = [text(100 * (geometric_mean(column) - 1), 1) for column in columns]
    # "A 7.5x slowdown", of which benchmarks is not said.
    papers = ["paper", "650.0", *[DASH] * (2 * len(systems) - 1)]
    return (["overhead, percent", *(title for title, _ in systems), *(f"beats seen: {title}" for title, _ in systems)],
            rows + [["geometric mean", *means, *[DASH] * len(systems)], papers])


def _chunk_speedups(options, toolchain, names):
    """{name: {chunk, or "adaptive": median speedup over serial}}."""
    systems = [(str(chunk), "tactus", options.threads, _fixed(chunk)) for chunk in CHUNKS]
    systems.append(("adaptive", "tactus", options.threads, {}))
    found = {}
    for kernel in select_kernels(names):
        measured = measure(options, toolchain, kernel, systems)
        found[kernel.name] = {title: median(measured["serial"], measured[title]) for title, *_ in systems}
    return found


def hbc_figure_10(options, toolchain):
    expensive, cheap = _chunk_speedups(options, toolchain, ("mandelbrot-expensive", "mandelbrot-cheap")).values()
    rows = [[title, text(expensive[title]), text(cheap[title])] for title in expensive]
    best = [max((title for title in found if title != "adaptive"), key=found.get) for found in (expensive, cheap)]
    return (["iterations between polls", "speedup, input 1 (expensive pixels)", "speedup, input 2 (cheap pixels)"],
            rows + [["best fixed", *best]])


def hbc_figure_11(options, toolchain):
    (found,) = _chunk_speedups(options, toolchain, ("mandelbrot-alternating",)).values()
    papers = {"2": "17", "adaptive": "28"}
    return (["iterations between polls", f"speedup, {options.threads} workers", "paper, 64 cores"],
            [[title, text(speedup), papers.get(title, DASH)] for title, speedup in found.items()])


# Target polling counts of HBC's figure 13, which are TACTUS_POLLS.
POLLS = (1, 2, 4, 8, 16, 32)


def hbc_figure_13(options, toolchain):
    """On one worker, which promotes nothing: the beats that are seen, and what finding them costs."""
    systems = [(str(polls), "tactus", 1, {"TACTUS_POLLS": str(polls)}) for polls in POLLS]
    rows = []
    for kernel in select_kernels(MATRICES):
        measured = measure(options, toolchain, kernel, systems)
        ratios = [median(measured[title], measured["serial"]) for title, *_ in systems]
        rows.append([kernel.name, *(text(share_of_beats(measured[title])) for title, *_ in systems),
                     *(text(100 * (ratio - 1), 1) + ratio.mark for ratio in ratios)])
    papers = ["paper, 64 cores", *("more than 99" if polls == 4 else DASH for polls in POLLS), *[DASH] * len(POLLS)]
    return (["target polling count", *(f"beats seen, percent: {polls}" for polls in POLLS),
             *(f"overhead, percent: {polls}" for polls in POLLS)], rows + [papers])


def chunks_by_length(beats):
    """The chunk sizes at beats inside the inner of two loops, by the upper end of the class of its length."""
    found = {}
    for beat in beats:
        if len(beat.loops) == 2 and beat.chunk:
            _, length = beat.loops[1]
            limit = next((limit for limit in ROW_LENGTHS if length < limit), None)
            found.setdefault(limit, []).append(beat.chunk)
    return found


def hbc_figure_12(options, toolchain):
    rows = []
    # Nonzeros all cost the same, pixels do not.
    for kernel in select_kernels((*MATRICES, "mandelbrot-expensive", "mandelbrot-cheap")):
        program = build.build_kernel(toolchain, kernel, "tactus", options.work)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.json"
            # With one worker, which promotes nothing, a loop ends where its row does.
            processes.run_program([program, "--reps", 3, *options.size_arguments(kernel)], frozenset([min(options.processors)]),
                                  {"TACTUS_WORKERS": "1", "TACTUS_TRACE": str(path)})
            chunks = chunks_by_length(trace_file.read_beats(path))
        cells = [(statistics.median(chunks[limit]), len(chunks[limit])) if limit in chunks else None
                 for limit in (*ROW_LENGTHS, None)]
        rows.append([kernel.name, *("{:.0f} ({})".format(*cell) if cell else DASH for cell in cells)])
    titles = [f"rows of less than {limit}" for limit in ROW_LENGTHS]
    return ["iterations between polls (beats)", *titles, "longer rows"], rows
