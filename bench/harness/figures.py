# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What the reports of all suites are made of: ratios as text, and bars that are met, missed or not judged.

A figure that was not measured is a dash, never a guess; one that had to be computed from disturbed runs carries a `!`, and
one whose spread is larger than its difference from 1 a `~`. A bar within the spread is neither met nor missed.
"""

import math

from .verdicts import is_inconclusive, spans

DASH = "-"

# What a reader of a table of ratios has to know.
RATIOS = ("Ratios of times, median over interleaved rounds [quartiles]; below 1 the first is faster. `~`: the quartiles lie on both "
          "sides of 1, so nothing can be said about which is faster. `!`: other processes disturbed more than half of the rounds.")


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def ratio_of(kernel, name):
    entry = kernel["ratios"].get(name)
    return entry["median"] if entry else None


def ratios(kernels, name):
    return [(value, kernel["kernel"]) for kernel in kernels if (value := ratio_of(kernel, name)) is not None]


def ratio_text(kernel, name):
    entry = kernel["ratios"].get(name)
    if not entry:
        return DASH
    bound = "≤ " if entry.get("upper_bound") else "≥ " if entry.get("lower_bound") else ""
    mark = "!" if entry.get("disturbed") else "~" if is_inconclusive(entry) else ""
    if entry["low"] == entry["high"]:
        return f"{bound}{entry['median']:.3f}{mark}"
    return f"{bound}{entry['median']:.3f}{mark} [{entry['low']:.3f}–{entry['high']:.3f}]"


def summary_rows(kernels, names):
    """The cells of two last rows under columns of ratios: geometric means and worst values."""
    means, worsts = [], []
    for name in names:
        values = ratios(kernels, name)
        means.append(f"{geometric_mean([value for value, _ in values]):.3f}" if values else DASH)
        worsts.append("{0:.3f} {1}".format(*max(values)) if values else DASH)
    return means, worsts


class Bars:
    """Collects (what, bar, measured, met); met is None if not measured, or only from disturbed runs."""

    def __init__(self):
        self.rows = []

    def add(self, what, limit, value, unit="", relation="≤", digits=3, note=""):
        bar = f"{relation} {limit}{unit}"
        if value is None:
            self.rows.append((what, bar, DASH, None))
            return
        met = {"≤": value <= limit, "<": value < limit, "≥": value >= limit}[relation]
        self.rows.append((what, bar, f"{value:.{digits}f}{unit}{note}", met))

    def add_mean(self, what, kernels, name, limit, relation="≤"):
        values = ratios(kernels, name)
        self.add(f"{what}, geometric mean", limit, geometric_mean([value for value, _ in values]), relation=relation)
        entries = [kernel["ratios"][name] for kernel in kernels if name in kernel["ratios"]]
        if entries:
            self.withdraw_if_noisy({end: geometric_mean([entry[end] for entry in entries]) for end in ("low", "high")}, limit)
        self.withdraw_if_disturbed(kernels, name)

    def add_worst(self, what, kernels, name, limit):
        values = ratios(kernels, name)
        worst = max(values) if values else (None, "")
        self.add(f"{what}, worst", limit, worst[0], note=f" ({worst[1]})")
        for kernel in kernels:
            if kernel["kernel"] == worst[1]:
                self.withdraw_if_noisy(kernel["ratios"][name], limit)
        self.withdraw_if_disturbed(kernels, name)

    def add_one(self, what, kernel, name, limit):
        """The bar of a single kernel, which may be None."""
        self.add(what, limit, ratio_of(kernel, name) if kernel else None)
        if kernel and name in kernel["ratios"]:
            self.withdraw_if_noisy(kernel["ratios"][name], limit)
        self.withdraw_if_disturbed([kernel] if kernel else [], name)

    def withdraw_if_noisy(self, entry, limit):
        """Where the bar lies within the spread, measuring again could say the opposite."""
        if spans(entry, limit):
            self.mark_noisy()

    def mark_noisy(self):
        what, bar, measured, _ = self.rows[-1]
        self.rows[-1] = (what, bar, measured + "~", None)

    def withdraw_if_disturbed(self, kernels, name):
        """What disturbed runs say is shown and judges nothing."""
        if any(kernel["ratios"].get(name, {}).get("disturbed") for kernel in kernels):
            what, bar, measured, _ = self.rows[-1]
            self.rows[-1] = (what, bar, measured if measured == DASH else measured.removesuffix("~") + "!", None)


def bars_table(rows):
    def judgement(measured, met):
        if met is not None:
            return "met" if met else "MISSED"
        if measured == DASH:
            return "not measured"
        return "within the noise" if measured.endswith("~") else "disturbed, repeat"

    return ["what", "bar", "measured", ""], [[what, bar, measured, judgement(measured, met)]
                                             for what, bar, measured, met in rows]


def callgrind_table(counts):
    variants = sorted({variant for kernel in counts.values() for variant in kernel if variant != "serial"})
    rows = []
    for name, kernel in counts.items():
        rows.append([name, f"{kernel['serial']:,}"] +
                    [f"{kernel[variant] / kernel['serial']:.4f}" if variant in kernel else DASH for variant in variants])
    return ["kernel", "serial [instructions]", *(f"{variant}, 1 thread / serial" for variant in variants)], rows


def instruction_sections(results):
    """The section on instructions, if they were counted: (title, explanation, header, rows)."""
    if results.get("callgrind"):
        yield ("Instructions executed", "One repetition at a small size, compiled for x86-64-v3.",
               *callgrind_table(results["callgrind"]))
