# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The bars of the whole suite, for results that hold all suites."""

from .figures import Bars, bars_table

# Of each suite, the ratio that says what Tactus costs where there is one worker.
_ONE_WORKER = {"loops": "tactus-1/serial", "recursion": "tactus-par-1/serial", "mpl": "tactus-full-1/serial"}
_RATIO = "one worker"


def is_whole(suites):
    return all(suite in suites for suite in _ONE_WORKER)


def bars(suites):
    """The bars as (what, bar, measured, met); `suites` must be whole."""
    kernels = [{"kernel": kernel["kernel"], "ratios": {_RATIO: kernel["ratios"][name]}}
               for suite, name in _ONE_WORKER.items() for kernel in suites[suite]["kernels"] if name in kernel["ratios"]]
    loops, threads = suites["loops"]["kernels"], suites["loops"]["threads"]
    found = Bars()
    found.add_mean(f"Tactus on 1 worker / serial elision, {len(kernels)} benchmarks", kernels, _RATIO, 1.05)
    found.add_worst(f"Tactus on 1 worker / serial elision, {len(kernels)} benchmarks", kernels, _RATIO, 1.15)
    # Only loops have schedules to tune.
    found.add_mean(f"Tactus on {threads} workers / best OpenMP schedule, {len(loops)} loops", loops, "tactus/openmp", 0.97)
    found.add_worst(f"Tactus on {threads} workers / best OpenMP schedule, {len(loops)} loops", loops, "tactus/openmp", 1.08)
    return found.rows


def section(suites):
    """(title, explanation, header, rows)."""
    origins = "; ".join(f"{suite}: {suites[suite]['commit']}, {suites[suite]['date']}" for suite in _ONE_WORKER)
    return ("Bars", f"From the results of all suites ({origins}).", *bars_table(bars(suites)))
