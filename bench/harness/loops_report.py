# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The report of the loop suite: its bars and tables."""

from .figures import (DASH, RATIOS, Bars, bars_table, geometric_mean, instruction_sections, ratio_text, ratios,
                      summary_rows)

_COLUMNS = (
    ("Tactus 1 / serial", "tactus-1/serial"),
    ("no beats / serial", "tactus-nobeat/serial"),
    ("Tactus / serial", "tactus/serial"),
    ("OpenMP best / serial", "openmp/serial"),
    ("Tactus / OpenMP best", "tactus/openmp"),
    ("Tactus / OpenMP nested", "tactus-nested/openmp-nested"),
    ("traced / Tactus", "tactus-traced/tactus"),
)


def columns(_results):
    """(title, ratio) of the main table."""
    return _COLUMNS


def _beats(kernel):
    beats = kernel.get("beats")
    return f"{100 * beats['share']:.2f} %" if beats else DASH


def kernel_rows(results):
    """Header and rows of the main table, last the geometric mean and the worst."""
    header = ["kernel", "serial [s]", *(title for title, _ in _COLUMNS), "beats seen", "best OpenMP"]
    rows = []
    for kernel in results["kernels"]:
        best = kernel.get("openmp_best")
        serial = kernel["seconds"].get("serial")
        rows.append([kernel["kernel"], f"{serial:.4f}" if serial else DASH,
                     *(ratio_text(kernel, name) for _, name in _COLUMNS), _beats(kernel),
                     f"{best['loops']} {best['schedule']}" if best else DASH])
    means, worsts = summary_rows(results["kernels"], [name for _, name in _COLUMNS])
    shares = [kernel["beats"]["share"] for kernel in results["kernels"] if kernel.get("beats")]
    return header, rows + [["geometric mean", "", *means, DASH, ""],
                           ["worst", "", *worsts, f"{100 * min(shares):.2f} %" if shares else DASH, ""]]


def _core(results):
    """The kernels that the bars are about."""
    return [kernel for kernel in results["kernels"] if kernel.get("is_core", True)]


def bars(results):
    """The project's bars for loops."""
    kernels, threads = _core(results), results["threads"]
    found = Bars()
    found.add_mean("Tactus on 1 worker / serial elision", kernels, "tactus-1/serial", 1.03)
    found.add_worst("Tactus on 1 worker / serial elision", kernels, "tactus-1/serial", 1.10)
    # One worker has nobody to promote for; if it did promote, this is not the figure that the bar asks for.
    never_promoted = [kernel for kernel in kernels if kernel.get("promotions_one_worker") == 0]
    values = [value for value, _ in ratios(never_promoted, "tactus-1/serial")]
    found.add("beats on but never promoting / serial elision, geometric mean", 1.02,
              geometric_mean(values) if len(values) == len(kernels) else None)
    found.withdraw_if_disturbed(kernels, "tactus-1/serial")
    found.add_mean(f"Tactus on {threads} workers / best OpenMP schedule", kernels, "tactus/openmp", 1.00)
    found.add_worst(f"Tactus on {threads} workers / best OpenMP schedule", kernels, "tactus/openmp", 1.08)
    found.add_worst("Tactus nested / OpenMP nested", kernels, "tactus-nested/openmp-nested", 1.00)
    found.add_worst("with a trace / without", kernels, "tactus-traced/tactus", 1.03)
    shares = [kernel["beats"]["share"] for kernel in kernels if kernel.get("beats")]
    found.add("beats detected, worst kernel", 99, 100 * min(shares) if shares else None, " %", relation="≥", digits=2)
    micro = results.get("micro", {})
    found.add("entering and leaving a region", 20, micro.get("region", {}).get("tactus_ns"), " ns", digits=1)
    found.add("one promotion at nest depth 3", 1000, micro.get("promotion", {}).get("promotion_ns"), " ns", digits=0)
    idle = micro.get("idle", {})
    idle_total = (idle["tactus_computing_s"] + idle["tactus_sleeping_s"]) if "tactus_computing_s" in idle else None
    # Waking up once more after the last region is not idling: allow a millisecond in two seconds.
    found.add("processor time of idle workers, 2 s", 0.001, idle_total, " s", digits=6)
    found.add("compile time over clang -fopenmp", 1.3, micro.get("compile", {}).get("ratio"), digits=2)
    return found.rows


def micro_rows(results):
    rows = []
    for part, values in results.get("micro", {}).items():
        for name, value in values.items():
            if name == "sources":
                rows += [[f"{part} {source}", f"{entry['tactus_s']:.3f} s / {entry['clang_s']:.3f} s = "
                                              f"{entry['ratio']:.2f}"] for source, entry in value.items()]
            else:
                rows.append([f"{part} {name}", DASH if value is None else f"{value:.6g}"])
    return ["mechanism", "measured"], rows


def sections(results):
    """(title, explanation, header, rows) of everything that was measured."""
    if results["kernels"]:
        names = ", ".join(kernel["kernel"] for kernel in _core(results))
        yield ("Bars", f"Over {names}.", *bars_table(bars(results)))
        yield (f"Kernels, {results['threads']} threads",
               f"{RATIOS} `≤`: the second was ended after its time limit.",
               *kernel_rows(results))
    if results.get("micro"):
        yield ("Single mechanisms", "", *micro_rows(results))
    yield from instruction_sections(results)
