# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The bars of the whole suite, for results that hold all suites, and why single benchmarks miss them."""

from .figures import Bars, bars_table, ratio_text

# Of each suite, the ratio that says what Tactus costs where there is one worker.
_ONE_WORKER = {"loops": "tactus-1/serial", "recursion": "tactus-par-1/serial", "mpl": "tactus-full-1/serial"}
_RATIO = "one worker"
_MOST_ON_ONE_WORKER = 1.15
_MOST_OVER_OPENMP = 1.08

# Why a benchmark misses one of the two. Shown only where it does, so it must say what holds on any machine.
EXPLANATIONS = {
    "fib": "A fork and an addition, hardly anything else: beside some 20 instructions of a call there are the four of a poll "
           "(two loads, the subtraction in memory and a branch). Where in a line of the cache they lie makes up to a sixth.",
    "mpl-nqueens": "Its loop of a dozen iterations calls the function that contains it. At each entry it charges for them, "
                   "and writes the slot and the closure that a promotion would start from: some thirty instructions "
                   "(docs/decisions/0027).",
    "mpl-sparse-mxv-csr": "Half of its rows have at most six entries, and each is priced and paid for by itself.",
    "ttv": "Slices of some twenty fibers: at each, the nest's bounds go to memory, for a promotion to take from there "
           "(--parts callgrind counts them).",
    "spmv-random": "Bound by memory: what is left are beats, whose code the streaming matrix has thrown out of the cache.",
    "spmv-powerlaw": "Bound by memory: what is left are beats, whose code the streaming matrix has thrown out of the cache.",
}
_UNEXPLAINED = "Not known; measure again first."


def is_whole(suites):
    return all(suite in suites for suite in _ONE_WORKER)


def is_part(suites):
    """Whether one of its suites is among these."""
    return any(suite in suites for suite in _ONE_WORKER)


def _on_one_worker(suites):
    return [{"kernel": kernel["kernel"], "ratios": {_RATIO: kernel["ratios"][name]}}
            for suite, name in _ONE_WORKER.items() for kernel in suites[suite]["kernels"] if name in kernel["ratios"]]


def bars(suites):
    """The bars as (what, bar, measured, met); `suites` must be whole."""
    kernels = _on_one_worker(suites)
    loops, threads = suites["loops"]["kernels"], suites["loops"]["threads"]
    found = Bars()
    found.add_mean(f"Tactus on 1 worker / serial elision, {len(kernels)} benchmarks", kernels, _RATIO, 1.05)
    found.add_worst(f"Tactus on 1 worker / serial elision, {len(kernels)} benchmarks", kernels, _RATIO,
                    _MOST_ON_ONE_WORKER)
    # Only loops have schedules to tune.
    found.add_mean(f"Tactus on {threads} workers / best OpenMP schedule, {len(loops)} loops", loops, "tactus/openmp", 0.97)
    found.add_worst(f"Tactus on {threads} workers / best OpenMP schedule, {len(loops)} loops", loops, "tactus/openmp",
                    _MOST_OVER_OPENMP)
    return found.rows


def misses(suites):
    """[benchmark, over what, ratio] of everything that is over a bar for the worst, be it within the noise."""
    threads = suites["loops"]["threads"]
    judged = ((_on_one_worker(suites), _RATIO, "1 worker / serial", _MOST_ON_ONE_WORKER),
              (suites["loops"]["kernels"], "tactus/openmp", f"{threads} workers / best OpenMP", _MOST_OVER_OPENMP))
    return [[kernel["kernel"], what, ratio_text(kernel, name)] for kernels, name, what, limit in judged for kernel in kernels
            if name in kernel["ratios"] and kernel["ratios"][name]["median"] > limit]


def sections(suites):
    """(title, explanation, header, rows) of the bars, and of what misses them."""
    origins = "; ".join(f"{suite}: {suites[suite]['commit']}, {suites[suite]['date']}" for suite in _ONE_WORKER)
    found = [("Bars", f"From the results of all suites ({origins}).", *bars_table(bars(suites)))]
    if missing := misses(suites):
        reasons = [f"{name}: {EXPLANATIONS.get(name, _UNEXPLAINED)}" for name in dict.fromkeys(row[0] for row in missing)]
        found.append(("What misses them", " ".join(["Every benchmark whose median is over a bar for the worst.", *reasons]),
                      ["benchmark", "ratio", "measured"], missing))
    return found
