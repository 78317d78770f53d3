# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The report of the region suite: its bars and tables."""

from .figures import DASH, RATIOS, Bars, bars_table, instruction_sections, ratio_text, summary_rows
from .loops_report import micro_rows

_COLUMNS = (
    ("Tactus 1 / serial", "tactus-1/serial"),
    ("Tactus / serial", "tactus/serial"),
    ("OpenMP best / serial", "openmp/serial"),
    ("Tactus / OpenMP best", "tactus/openmp"),
    ("the same, beside a busy process", "tactus-busy/openmp-busy"),
)


def columns(_results):
    """(title, ratio) of the main table."""
    return _COLUMNS


def _loops_text(loops):
    return "{latent} / {phases} / {strands} / {libomp}".format(**loops) if loops else DASH


def program_rows(results):
    """Header and rows of the main table, last the geometric mean and the worst."""
    header = ["program", "latent / in phases / strands / libomp", "serial [s]", *(title for title, _ in _COLUMNS), "best OpenMP"]
    rows = []
    for kernel in results["kernels"]:
        serial = kernel["seconds"].get("serial")
        rows.append([kernel["kernel"], _loops_text(kernel.get("loops")), f"{serial:.4f}" if serial else DASH,
                     *(ratio_text(kernel, name) for _, name in _COLUMNS), kernel.get("openmp_best", DASH)])
    means, worsts = summary_rows(results["kernels"], [name for _, name in _COLUMNS])
    return header, rows + [["geometric mean", "", "", *means, ""], ["worst", "", "", *worsts, ""]]


def _share(kernels, kinds):
    """Of the worksharing loops of the programs in the region style, in percent."""
    loops = [kernel["loops"] for kernel in kernels if kernel.get("loops") and kernel.get("is_region")]
    total = sum(sum(each.values()) for each in loops)
    return 100 * sum(each[kind] for each in loops for kind in kinds) / total if total else None


def bars(results):
    """The project's bars for whole OpenMP programs."""
    kernels, threads = results["kernels"], results["threads"]
    found = Bars()
    ours, latent = ("latent", "phases", "strands"), ("latent", "phases")
    found.add("worksharing loops latent or as strands", 100, _share(kernels, ours), " %", relation="≥", digits=0)
    found.add("worksharing loops latent, by iterations or by threads (in phases)", 85, _share(kernels, latent), " %", relation="≥", digits=0)
    found.add_mean("Tactus on 1 worker / serial elision", kernels, "tactus-1/serial", 1.03)
    found.add_worst("Tactus on 1 worker / serial elision", kernels, "tactus-1/serial", 1.10)
    found.add_mean(f"Tactus on {threads} workers / best OpenMP schedule", kernels, "tactus/openmp", 0.98)
    found.add_worst(f"Tactus on {threads} workers / best OpenMP schedule", kernels, "tactus/openmp", 1.06)
    found.add_mean("the same, beside a foreign busy process", kernels, "tactus-busy/openmp-busy", 0.85)
    costs = results.get("micro", {})
    found.add("a barrier of strands / libomp's, which waits actively", 1.00, costs.get("team", {}).get("barrier_ratio"), digits=2)
    found.add("a region entered and left, not promoted", 10, costs.get("region", {}).get("tactus_ns"), " ns", digits=1)
    return found.rows


def sections(results, bars=bars, explanation="Loops are those of the programs with regions; times are of all programs."):
    """(title, explanation, header, rows) of everything that was measured."""
    if results["kernels"]:
        sizes = " Sizes of `--quick`, which are smaller." if results["quick"] else ""
        yield ("Bars", f"{explanation}{sizes}", *bars_table(bars(results)))
        yield (f"Programs, {results['threads']} threads",
               RATIOS, *program_rows(results))
    if results.get("micro"):
        yield ("Single mechanisms", "A region is one latent loop; a team has as many members as threads.", *micro_rows(results))
    yield from instruction_sections(results)
