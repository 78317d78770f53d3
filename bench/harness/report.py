# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Turns results into text: the table on the terminal and RESULTS.md. Reads only what bench.py put in the JSON file.

A figure that was not measured is a dash, never a guess; one that had to be computed from disturbed runs carries a `!`.
"""

import math

DASH = "-"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def _ratio_of(kernel, name):
    entry = kernel["ratios"].get(name)
    return entry["median"] if entry else None


def _all(kernels, name):
    return [(value, kernel["kernel"]) for kernel in kernels if (value := _ratio_of(kernel, name)) is not None]


def _text(kernel, name):
    entry = kernel["ratios"].get(name)
    if not entry:
        return DASH
    bound = "≤ " if entry.get("upper_bound") else ""
    mark = "!" if entry.get("disturbed") else ""
    if entry["low"] == entry["high"]:
        return f"{bound}{entry['median']:.3f}{mark}"
    return f"{bound}{entry['median']:.3f}{mark} [{entry['low']:.3f}–{entry['high']:.3f}]"


COLUMNS = (
    ("Tactus 1 / serial", "tactus-1/serial"),
    ("no beats / serial", "tactus-nobeat/serial"),
    ("Tactus / serial", "tactus/serial"),
    ("OpenMP best / serial", "openmp/serial"),
    ("Tactus / OpenMP best", "tactus/openmp"),
    ("Tactus / OpenMP nested", "tactus-nested/openmp-nested"),
)


def _beats(kernel):
    beats = kernel.get("beats")
    return f"{100 * beats['share']:.2f} %" if beats else DASH


def kernel_rows(results):
    """Header and rows of the main table, last the geometric mean and the worst."""
    header = ["kernel", "serial [s]", *(title for title, _ in COLUMNS), "beats seen", "best OpenMP"]
    rows = []
    for kernel in results["kernels"]:
        best = kernel.get("openmp_best")
        serial = kernel["seconds"].get("serial")
        rows.append([kernel["kernel"], f"{serial:.4f}" if serial else DASH,
                     *(_text(kernel, name) for _, name in COLUMNS), _beats(kernel),
                     f"{best['loops']} {best['schedule']}" if best else DASH])
    means, worsts = ["geometric mean", ""], ["worst", ""]
    for _, name in COLUMNS:
        values = _all(results["kernels"], name)
        means.append(f"{geometric_mean([value for value, _ in values]):.3f}" if values else DASH)
        worsts.append("{0:.3f} {1}".format(*max(values)) if values else DASH)
    shares = [kernel["beats"]["share"] for kernel in results["kernels"] if kernel.get("beats")]
    return header, rows + [means + [DASH, ""], worsts + [f"{100 * min(shares):.2f} %" if shares else DASH, ""]]


def bars(results):
    """The project's bars as (what, bar, measured, met); met is None if not measured, or only from disturbed runs."""
    kernels = results["kernels"]
    found = []

    def add(what, limit, value, unit="", at_least=False, digits=3, note=""):
        if value is None:
            found.append((what, f"{'≥' if at_least else '≤'} {limit}{unit}", DASH, None))
            return
        met = value >= limit if at_least else value <= limit
        found.append((what, f"{'≥' if at_least else '≤'} {limit}{unit}", f"{value:.{digits}f}{unit}{note}", met))

    def withdraw_if_disturbed(names):
        """What disturbed runs say is shown and judges nothing."""
        if any(kernel["ratios"].get(name, {}).get("disturbed") for kernel in kernels for name in names):
            what, bar, measured, _ = found[-1]
            found[-1] = (what, bar, measured + "!", None)

    def add_mean(what, name, limit):
        values = _all(kernels, name)
        add(f"{what}, geometric mean", limit, geometric_mean([value for value, _ in values]))
        withdraw_if_disturbed([name])

    def add_worst(what, name, limit):
        values = _all(kernels, name)
        worst = max(values) if values else (None, "")
        add(f"{what}, worst", limit, worst[0], note=f" ({worst[1]})")
        withdraw_if_disturbed([name])

    threads = results["threads"]
    add_mean("Tactus on 1 worker / serial elision", "tactus-1/serial", 1.03)
    add_worst("Tactus on 1 worker / serial elision", "tactus-1/serial", 1.10)
    # One worker has nobody to promote for; if it did promote, this is not the figure that the bar asks for.
    never_promoted = [kernel for kernel in kernels if kernel.get("promotions_one_worker") == 0]
    values = [value for value, _ in _all(never_promoted, "tactus-1/serial")]
    add("beats on but never promoting / serial elision, geometric mean", 1.02,
        geometric_mean(values) if len(values) == len(kernels) else None)
    withdraw_if_disturbed(["tactus-1/serial"])
    add_mean(f"Tactus on {threads} workers / best OpenMP schedule", "tactus/openmp", 1.00)
    add_worst(f"Tactus on {threads} workers / best OpenMP schedule", "tactus/openmp", 1.08)
    add_worst("Tactus nested / OpenMP nested", "tactus-nested/openmp-nested", 1.00)
    shares = [kernel["beats"]["share"] for kernel in kernels if kernel.get("beats")]
    add("beats detected, worst kernel", 99, 100 * min(shares) if shares else None, " %", at_least=True, digits=2)
    micro = results.get("micro", {})
    add("entering and leaving a region", 20, micro.get("region", {}).get("tactus_ns"), " ns", digits=1)
    add("one promotion at nest depth 3", 1000, micro.get("promotion", {}).get("promotion_ns"), " ns", digits=0)
    idle = micro.get("idle", {})
    idle_total = (idle["tactus_computing_s"] + idle["tactus_sleeping_s"]) if "tactus_computing_s" in idle else None
    # Waking up once more after the last region is not idling: allow a millisecond in two seconds.
    add("processor time of idle workers, 2 s", 0.001, idle_total, " s", digits=6)
    add("compile time over clang -fopenmp", 1.3, micro.get("compile", {}).get("ratio"), digits=2)
    return found


def bars_rows(results):
    words = {True: "met", False: "MISSED"}
    return ["what", "bar", "measured", ""], [
        [what, bar, measured, words.get(met, "not measured" if measured == DASH else "disturbed, repeat")]
        for what, bar, measured, met in bars(results)]


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


def callgrind_rows(results):
    counts = results.get("callgrind", {})
    variants = sorted({variant for kernel in counts.values() for variant in kernel if variant != "serial"})
    rows = []
    for name, kernel in counts.items():
        rows.append([name, f"{kernel['serial']:,}"] +
                    [f"{kernel[variant] / kernel['serial']:.4f}" if variant in kernel else DASH for variant in variants])
    return ["kernel", "serial [instructions]", *(f"{variant}, 1 thread / serial" for variant in variants)], rows


def as_text(header, rows):
    """An aligned table; the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = []
    for row in [header, *rows]:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def as_markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def sections(results):
    """(title, explanation, header, rows) of everything that was measured."""
    if results["kernels"]:
        yield ("Bars", f"Over {len(results['kernels'])} kernels.", *bars_rows(results))
        yield (f"Kernels, {results['threads']} threads",
               "Ratios of times, median over interleaved rounds [quartiles]; below 1 the first is faster. `≤`: the second "
               "was ended after its time limit. `!`: other processes disturbed more than half of the rounds.",
               *kernel_rows(results))
    if results.get("micro"):
        yield ("Single mechanisms", "", *micro_rows(results))
    if results.get("callgrind"):
        yield ("Instructions executed", "One repetition at a small size, compiled for x86-64-v3.",
               *callgrind_rows(results))


def terminal(results):
    return "\n\n".join(f"{title}\n\n{as_text(header, rows)}" for title, _, header, rows in sections(results))


def markdown(results):
    machine = results["machine"]
    parts = ["# Benchmark results", "",
             "Written by `bench/bench.py --write-results`; do not edit. The method is described in "
             "[docs/benchmarks.md](../docs/benchmarks.md).", "",
             f"- Date: {results['date']}", f"- Command: `{results['command']}`", f"- Commit: {results['commit']}",
             f"- Machine: {machine['processor']}, processors used: {machine['processors_used']} of "
             f"{machine['processors']}, Linux {machine['kernel']}", f"- Compiler: {machine['compiler']}",
             f"- Flags for all: `{results['flags']}`, rounds: {results['rounds']}"]
    disturbed = sum(sum(kernel["disturbed_runs"].values()) for kernel in results["kernels"])
    parts.append(f"- Runs dropped because other processes disturbed them: {disturbed}")
    for title, explanation, header, rows in sections(results):
        parts += ["", f"## {title}", ""] + ([explanation, ""] if explanation else []) + [as_markdown(header, rows)]
    return "\n".join(parts) + "\n"
