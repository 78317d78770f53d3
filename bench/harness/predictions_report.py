# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The report of predictions: how far they are off, and their bar."""

from .figures import Bars, bars_table, ratio_text
from .predictions import origin_of
from .verdicts import spans

RATIO = "predicted/measured"
LARGEST_ERROR = 10


def _error(kernel):
    """In percent, of a prediction that is too high or too low."""
    return 100 * abs(kernel["ratios"][RATIO]["median"] - 1)


def bars(results):
    """The bar of the simulator, nothing where it has not been measured."""
    kernels = results.get("predictions")
    if not kernels:
        return []
    found = Bars()
    worst = max(kernels, key=_error)
    found.add("error of the simulator's prediction, worst kernel", LARGEST_ERROR, _error(worst), " %", digits=1,
              note=f" ({worst['kernel']})")
    entry = worst["ratios"][RATIO]
    if any(spans(entry, 1 + sign * LARGEST_ERROR / 100) for sign in (-1, 1)):
        found.mark_noisy()
    found.withdraw_if_disturbed([worst], RATIO)
    return found.rows


def sections(results):
    """(title, explanation, header, rows), as other reports have them."""
    kernels = results.get("predictions")
    if not kernels:
        return
    origin = origin_of(results)
    yield ("Bar of the simulator", f"From {origin['date']}, commit {origin['commit']}: `{origin['command']}`.",
           *bars_table(bars(results)))
    yield (f"Predictions of tactus simulate, {results['threads']} workers",
           "Predicted over measured time of the whole process, median over rounds [quartiles]: from a trace of the same number "
           "of workers, and from one of a single worker, which cannot know by how much the work grows.",
           ["kernel", "predicted / measured", "from 1 worker / measured", "work grows by"],
           [[kernel["kernel"], ratio_text(kernel, RATIO), ratio_text(kernel, "predicted-from-1/measured"),
             f"{100 * (kernel['work_growth'] - 1):+.1f} %"] for kernel in kernels])
