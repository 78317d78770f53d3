# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The report of the Parallel ML suite: its bars and tables."""

from .figures import DASH, Bars, bars_table, geometric_mean, ratio_text, summary_rows

_PARALLEL = (
    ("elide / C++", "elide/serial"),
    ("full 1 / C++", "full-1/serial"),
    ("full 1 / elide", "full-1/elide"),
    ("full 1 / tuned 1", "full-1/tuned-1"),
    ("full / elide", "full/elide-wall"),
    ("full / tuned", "full/tuned"),
)
_SEQUENTIAL = (("over MLton", "tactus/mlton"), ("over Poly/ML", "tactus/poly"), ("over SML/NJ", "tactus/smlnj"))


def _parallel(results):
    return [kernel for kernel in results["kernels"] if kernel["is_parallel"]]


def _objects(results):
    return [kernel for kernel in results["kernels"] if kernel["kernel"].startswith("pml-objects-")]


def _classic(results):
    return [kernel for kernel in results["kernels"] if kernel["kernel"].startswith("pml-classic-")]


def columns(results):
    """(title, ratio) of the main table."""
    return _PARALLEL if _parallel(results) else _SEQUENTIAL


def _rows(kernels, first, shown):
    rows = []
    for kernel in kernels:
        seconds = [kernel["seconds"].get(name) for name in first]
        rows.append([kernel["kernel"].removeprefix("pml-"), *(f"{each:.4f}" if each else DASH for each in seconds),
                     *(ratio_text(kernel, name) for _, name in shown)])
    means, worsts = summary_rows(kernels, [name for _, name in shown])
    empty = [""] * len(first)
    return rows + [["geometric mean", *empty, *means], ["worst", *empty, *worsts]]


def _better_of_both(kernel):
    """Our time over that of the faster of the two others."""
    others = [seconds for name in ("poly", "smlnj") if (seconds := kernel["seconds"].get(name))]
    ours = kernel["seconds"].get("tactus")
    return ours / min(others) if ours and others else None


def _memory(kernel, ours="full", others="elide-wall"):
    peaks = kernel["peak_mib"]
    return peaks[ours] / peaks[others] if ours in peaks and others in peaks else None


def _memory_over_mlton(kernels):
    return [(value, kernel["kernel"]) for kernel in kernels if (value := _memory(kernel, "tactus", "mlton"))]


def _objects_rows(kernels):
    """Times as of the classic programs, with the memory of both behind them."""
    rows = _rows(kernels, ("tactus", "mlton"), _SEQUENTIAL[:1])
    for kernel, row in zip(kernels, rows):
        peaks, over = kernel["peak_mib"], _memory(kernel, "tactus", "mlton")
        row += [*(f"{peaks[name]:.1f}" if name in peaks else DASH for name in ("tactus", "mlton")), f"{over:.3f}" if over else DASH]
    memory = _memory_over_mlton(kernels)
    rows[-2] += ["", "", f"{geometric_mean([value for value, _ in memory]):.3f}" if memory else DASH]
    rows[-1] += ["", "", "{0:.3f} {1}".format(*max(memory)) if memory else DASH]
    return rows


def bars(results):
    """The project's bars for Parallel ML."""
    parallel, threads = _parallel(results), results["threads"]
    found = Bars()
    found.add_mean("the 16, 1 worker / C++", parallel, "full-1/serial", 1.8)
    found.add_worst("the 16, 1 worker / C++", parallel, "full-1/serial", 4)
    found.add_mean("the 16, 1 worker / elide", parallel, "full-1/elide", 1.05)
    found.add_worst("the 16, 1 worker / elide", parallel, "full-1/elide", 1.25)
    found.add_mean(f"the 16, {threads} workers / elide", parallel, "full/elide-wall", 0.58)
    found.add_mean(f"the 16, fully parallel / tuned, {threads} workers", parallel, "full/tuned", 1.05)
    memory = [value for kernel in parallel if (value := _memory(kernel))]
    found.add(f"the 16, memory of {threads} workers / elide, geometric mean", 1.5, geometric_mean(memory))
    classic = [(value, kernel["kernel"]) for kernel in _classic(results) if (value := _better_of_both(kernel))]
    found.add("12 classic programs / the better of Poly/ML and SML/NJ, geometric mean", 0.5,
              geometric_mean([value for value, _ in classic]))
    worst = max(classic) if classic else (None, "")
    found.add("12 classic programs / the better of both, worst", 1, worst[0], note=f" ({worst[1].removeprefix('pml-classic-')})")
    found.add_mean("12 classic programs / MLton", _classic(results), "tactus/mlton", 0.75)
    found.add_worst("12 classic programs / MLton", _classic(results), "tactus/mlton", 1)
    objects = _objects(results)
    found.add_mean("6 programs of objects / MLton", objects, "tactus/mlton", 0.9)
    found.add_worst("6 programs of objects / MLton", objects, "tactus/mlton", 1.1)
    memory = _memory_over_mlton(objects)
    found.add("6 programs of objects / MLton, memory, geometric mean", 0.9, geometric_mean([value for value, _ in memory]))
    worst = max(memory) if memory else (None, "")
    found.add("6 programs of objects / MLton, memory, worst", 1.1, worst[0], note=f" ({worst[1]})")
    return found.rows


def sections(results):
    """(title, explanation, header, rows) of everything that was measured."""
    if not results["kernels"]:
        return
    sizes = " Sizes of `--quick`, which are smaller." if results["quick"] else ""
    yield ("Bars", f"Over {len(results['kernels'])} programs.{sizes}", *bars_table(bars(results)))
    if parallel := _parallel(results):
        yield ("MPL's sixteen",
               "Full: par everywhere, no grain; tuned: the same source with grains; elide: par is sequential. With `1` and over C++: "
               "processor time of one thread, the fastest repetition of a process, median over interleaved rounds [quartiles]. "
               f"The last two columns: {results['threads']} workers, wall time. `~`: the quartiles lie on both sides of 1. `!`: other "
               "processes disturbed more than half of the rounds.",
               ["program", "C++ [s]", "elide [s]", *(title for title, _ in _PARALLEL)],
               _rows(parallel, ("serial", "elide"), _PARALLEL))
    if classic := _classic(results):
        yield ("Classic sequential programs", "Processor time, as above; ratios are Tactus over the other.",
               ["program", "Tactus [s]", "MLton [s]", "Poly/ML [s]", "SML/NJ [s]", *(title for title, _ in _SEQUENTIAL)],
               _rows(classic, ("tactus", "mlton", "poly", "smlnj"), _SEQUENTIAL))
    if objects := _objects(results):
        yield ("Programs of lists, trees, strings and large integers",
               "Processor time, as above, and the most memory that a process has had.",
               ["program", "Tactus [s]", "MLton [s]", "over MLton", "Tactus [MiB]", "MLton [MiB]", "over MLton"],
               _objects_rows(objects))
