# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The report of the recursion suite: its bars and tables."""

from .figures import DASH, RATIOS, Bars, bars_table, instruction_sections, ratio_text, summary_rows

INTERFACES = (("C++ par", "tactus-par"), ("OpenMP tasks", "tactus-tasks"))


def columns(results):
    """(title, ratio) of the main table."""
    threads = results["threads"]
    return (
        ("par 1 / serial", "tactus-par-1/serial"),
        ("tasks 1 / serial", "tactus-tasks-1/serial"),
        ("par no beats / serial", "tactus-par-nobeat/serial"),
        (f"par {threads} / serial", "tactus-par/serial"),
        (f"tasks {threads} / serial", "tactus-tasks/serial"),
        ("tokens / classic", "tactus-par/tactus-par-classic"),
        ("g++ header 1 / g++ serial", "tactus-header-1/gcc-serial"),
        ("libomp 1 / serial", "libomp/serial"),
    )


def kernel_rows(results):
    """Header and rows of the main table, last the geometric mean and the worst."""
    shown = columns(results)
    rows = []
    for kernel in results["kernels"]:
        serial = kernel["seconds"].get("serial")
        rows.append([kernel["kernel"], f"{serial:.4f}" if serial else DASH,
                     *(ratio_text(kernel, name) for _, name in shown)])
    means, worsts = summary_rows(results["kernels"], [name for _, name in shown])
    return ["kernel", "serial [s]", *(title for title, _ in shown)], rows + [["geometric mean", "", *means],
                                                                             ["worst", "", *worsts]]


def promotion_share(results, kernel, system):
    """Share of the processor time that promotions took, in percent, or None."""
    figures = kernel["promotions"].get(system)
    price = results.get("micro", {}).get(system, {}).get("promotion_ns")
    if not figures or (price is None and figures["promotions"]):
        return None
    return 100 * figures["promotions"] * (price or 0) * 1e-9 / figures["processor_seconds"]


def _number(value, text):
    return DASH if value is None else text.format(value)


def promotion_rows(results):
    header = ["kernel", *(f"{what}, {title}" for title, _ in INTERFACES
                          for what in ("promotions a second", "for each token", "share of the time")), "heap bytes",
              "frame bytes"]
    rows = []
    for kernel in results["kernels"]:
        row = [kernel["kernel"]]
        for _, system in INTERFACES:
            figures = kernel["promotions"].get(system, {})
            row += [_number(figures.get("per_second"), "{:.0f}"), _number(figures.get("per_token"), "{:.3f}"),
                    _number(promotion_share(results, kernel, system), "{:.3f} %")]
        rows.append([*row, *(", ".join(f"{variant} {size}" for variant, size in kernel.get(what, {}).items()) or DASH
                             for what in ("heap_bytes", "frame_bytes"))])
    return header, rows


def bars(results):
    """The project's bars for recursion."""
    kernels, threads = results["kernels"], results["threads"]
    by_name = {kernel["kernel"]: kernel for kernel in kernels}
    fib, others = by_name.get("fib"), [kernel for kernel in kernels if kernel["kernel"] != "fib"]
    found = Bars()
    for (title, system), limit in zip(INTERFACES, (1.20, 1.30)):
        found.add_one(f"fib, {title}, 1 worker / serial elision", fib, f"{system}-1/serial", limit)
    for title, system in INTERFACES:
        found.add_mean(f"others, {title}, 1 worker / serial elision", others, f"{system}-1/serial", 1.12)
        found.add_worst(f"others, {title}, 1 worker / serial elision", others, f"{system}-1/serial", 1.25)
    for title, system in INTERFACES:
        found.add_mean(f"others, {title}, {threads} workers / serial elision", others, f"{system}/serial", 0.56)
    found.add_one("fib, plain g++ header mode, 1 worker / g++ serial", fib, "tactus-header-1/gcc-serial", 2.5)
    figures = [(kernel, system) for kernel in kernels for _, system in INTERFACES if system in kernel["promotions"]]

    def add_worst_figure(what, limit, values, unit, digits):
        worst = max(values, default=None)
        found.add(what, limit, worst and worst[0], unit, digits=digits, note=worst and f" ({worst[1]})")

    add_worst_figure("promotions for each token granted, worst", 1,
                     [(value, f"{kernel['kernel']}, {system}") for kernel, system in figures
                      if (value := kernel["promotions"][system]["per_token"]) is not None], "", 3)
    shares = [(share, f"{kernel['kernel']}, {system}") for kernel, system in figures
              if (share := promotion_share(results, kernel, system)) is not None]
    add_worst_figure("price of promotions, share of the time, worst", 1, shares if len(shares) == len(figures) else [],
                     " %", 3)
    found.add_worst("tokens / classic heartbeat", kernels, "tactus-par/tactus-par-classic", 1.02)
    found.add_mean("tokens / classic heartbeat, irregular kernels", [kernel for kernel in kernels if kernel["irregular"]],
                   "tactus-par/tactus-par-classic", 1, relation="<")
    add_worst_figure("heap bytes of forks not promoted, worst", 0,
                     [(value, f"{kernel['kernel']}, {variant}") for kernel in kernels
                      for variant, value in kernel["heap_bytes"].items()], "", 0)
    # Frames are multiples of 16 bytes, so a slot of 8 may cost 16.
    frames = fib.get("frame_bytes", {}) if fib else {}
    add_worst_figure("fib, stack bytes of a frame beyond the serial one, worst", 16,
                     [(size - frames["serial"], variant) for variant, size in frames.items() if variant != "serial"], "", 0)
    return found.rows


def micro_rows(results):
    return ["mechanism", "measured"], [[f"promotion of a fork, {system}, {name}", _number(value, "{:.6g}")]
                                       for system, values in results["micro"].items() for name, value in values.items()]


def sections(results):
    """(title, explanation, header, rows) of everything that was measured."""
    if results["kernels"]:
        others = len([kernel for kernel in results["kernels"] if kernel["kernel"] != "fib"])
        sizes = " Sizes of `--quick`, which are smaller than those that the bars name." if results["quick"] else ""
        yield ("Bars", f"Others: all kernels but fib, {others} of them. All forks are kept.{sizes}",
               *bars_table(bars(results)))
        yield (f"Kernels, 1 and {results['threads']} workers",
               f"{RATIOS} `≥`: the first was ended after its time limit. libomp runs on one thread, at the size of "
               "`--quick`, for orientation.", *kernel_rows(results))
        yield (f"Promotions, {results['threads']} workers, and memory",
               "Share of the time: promotions times the price of one, over the processor time of all workers. Heap bytes: of "
               "a repetition in which nothing is promoted. Frame bytes: stack of one call, without its return address.",
               *promotion_rows(results))
    if results.get("micro"):
        yield ("Single mechanisms", "", *micro_rows(results))
    yield from instruction_sections(results)
