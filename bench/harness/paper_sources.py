# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The papers' figures about what brings the beat: polls, or interrupts to code without polls (-ftactus-beat=interrupt).

  ping    one thread signals the workers, as in TPAL and HBC       timer   a timer for each worker
  perf    an event counter for each worker, PAPI's mechanism     kernel  HBC's kernel module, where ours is loaded (kernel/)

Who pings needs a processor of its own, which the papers give it; here it shares those of the workers.
"""

import os

from . import paper_numbers as numbers
from .figures import DASH
from .paper_chunks import ITERATIVE, share_of_beats
from .paper_measuring import measure, median, overheads, select_kernels, speedups, text

INTERRUPTS = "tactus-interrupt"
DEVICE = "/dev/tactus_beat"
BEATS = (20, 50, 100, 500)


def sources():
    """(name, variant, environment) of each source that can be had on this machine."""
    interrupting = ["ping", "timer", "perf", *(["kernel"] if os.access(DEVICE, os.R_OK | os.W_OK) else [])]
    return [("polls", "tactus", {}), *((source, INTERRUPTS, {"TACTUS_BEAT": source}) for source in interrupting)]


def hbc_figure_7(options, toolchain):
    """What each version adds to the one before is what the figure breaks down. Code without polls has slices, what they
    capture, and promotion points; the polling version charges credit as well, and hands it from loop to loop (HBC's chunking
    and its transfer); then beats are due, and polls read the clock."""
    without = {"TACTUS_HEARTBEAT_US": "0"}
    systems = [("code without polls, no beats", without, INTERRUPTS), ("and credit", without, "tactus"),
               *((f"{'and polls' if name == 'polls' else name}, no promotion", environment, variant)
                 for name, variant, environment in sources())]
    return overheads(options, toolchain, ITERATIVE, systems, numbers.HBC_FIGURE_7.items())


def hbc_figure_9(options, toolchain):
    systems = [(name, variant, options.threads, environment) for name, variant, environment in sources()]
    paper = [numbers.HBC_FIGURE_9_MEANS.get(name) for name, *_ in systems]
    return speedups(options, toolchain, ITERATIVE, systems, [("paper's mean, 64 cores", paper)])


def tpal_figure_10(options, toolchain):
    """What the beats cost where nothing is promoted, how many of those that are due are seen, and what they lead to."""
    alone, usual = "1 worker", "100"
    names = [name for name, *_ in sources()]
    systems = [((name, str(beat)), variant, options.threads, {**environment, "TACTUS_HEARTBEAT_US": str(beat)})
               for beat in BEATS for name, variant, environment in sources()]
    systems += [((name, alone), variant, 1, {**environment, "TACTUS_HEARTBEAT_US": usual})
                for name, variant, environment in sources()]
    costs, shares, gains = [], [], []
    for kernel in select_kernels(ITERATIVE):
        measured = measure(options, toolchain, kernel, systems)
        ratios = [median(measured[name, alone], measured["serial"]) for name in names]
        costs.append([f"{kernel.name}: overhead on 1 worker, percent",
                      *(text(ratio and 100 * (ratio - 1), 1) + getattr(ratio, "mark", "") for ratio in ratios)])
        shares += [[f"{kernel.name}: beats seen every {beat} µs, percent",
                    *(text(share_of_beats(measured[name, str(beat)]), 0) for name in names)] for beat in BEATS]
        gains.append([f"{kernel.name}: speedup", *(text(median(measured["serial"], measured[name, usual])) for name in names)])
    # "Falls short by a factor of 2.7 to 9."
    paper = ["paper: beats seen every 20 µs, 15 cores", *("11 to 37" if name == "ping" else DASH for name in names)]
    return ["every 100 µs, but where it says otherwise", *names], [*costs, *shares, paper, *gains]
