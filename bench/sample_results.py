# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Results that nobody measured, for the harness's tests."""

from harness import compare

ORIGIN = {"date": "today", "command": "bench", "commit": "c0ffee", "flags": "-O3", "rounds": 7, "threads": 2,
          "machine": {"processor": "p", "processors": 2, "processors_used": [0, 1], "kernel": "6", "compiler": "clang"}}


def measured(calm, everything=None):
    return compare.Measured(calm=calm, all=everything or calm)


def ratio_entry(low, median, high, **more):
    return {"median": median, "low": low, "high": high, "disturbed": False, **more}


def mpl_results(**ratios):
    return {"mpl": {"suite": "mpl", **ORIGIN, "quick": False, "kernels": [
        {"kernel": name, "seconds": {"serial": 1.0}, "disturbed_runs": {}, "ratios": {"tactus-full/tactus-tuned": entry}}
        for name, entry in ratios.items()]}}
