# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The report of the MPL suite: its bars and tables."""

from .figures import DASH, RATIOS, Bars, bars_table, instruction_sections, ratio_text, summary_rows

_COLUMNS = (
    ("full 1 / serial", "tactus-full-1/serial"),
    ("full 1 / tuned 1", "tactus-full-1/tactus-tuned-1"),
    ("full / serial", "tactus-full/serial"),
    ("full / tuned", "tactus-full/tactus-tuned"),
    ("full / full classic", "tactus-full/tactus-full-classic"),
    ("full / oneTBB", "tactus-full/tbb"),
    ("oneTBB / serial", "tbb/serial"),
)


def columns(_results):
    """(title, ratio) of the main table."""
    return _COLUMNS


def kernel_rows(results):
    """Header and rows of the main table, last the geometric mean and the worst."""
    rows = []
    for kernel in results["kernels"]:
        serial = kernel["seconds"].get("serial")
        rows.append([kernel["kernel"], f"{serial:.4f}" if serial else DASH,
                     *(ratio_text(kernel, name) for _, name in _COLUMNS)])
    means, worsts = summary_rows(results["kernels"], [name for _, name in _COLUMNS])
    return (["kernel", "serial [s]", *(title for title, _ in _COLUMNS)],
            rows + [["geometric mean", "", *means], ["worst", "", *worsts]])


def bars(results):
    """The project's bars for MPL's sixteen: what leaving out all grains may cost."""
    kernels, threads = results["kernels"], results["threads"]
    found = Bars()
    for title, name in (("1 worker", "tactus-full-1/tactus-tuned-1"), (f"{threads} workers", "tactus-full/tactus-tuned")):
        found.add_mean(f"fully parallel / hand-tuned, {title}", kernels, name, 1.05)
        found.add_worst(f"fully parallel / hand-tuned, {title}", kernels, name, 1.25)
    found.add_mean("fully parallel, 1 worker / serial elision", kernels, "tactus-full-1/serial", 1.05)
    found.add_worst("fully parallel, 1 worker / serial elision", kernels, "tactus-full-1/serial", 1.15)
    return found.rows


def sections(results):
    """(title, explanation, header, rows) of everything that was measured."""
    if results["kernels"]:
        sizes = " Sizes of `--quick`, which are smaller." if results["quick"] else ""
        yield ("Bars", f"Over {len(results['kernels'])} kernels.{sizes}", *bars_table(bars(results)))
        yield (f"Kernels, 1 and {results['threads']} workers",
               f"Full: no grain anywhere; tuned: the same source with grains. {RATIOS}",
               *kernel_rows(results))
    yield from instruction_sections(results)
