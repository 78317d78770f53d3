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
from .paper_measuring import measure, overheads, select_kernels, speedups, text

INTERRUPTS = "tactus-interrupt"
DEVICE = "/dev/tactus_beat"
BEATS = (20, 50, 100, 500)


def sources():
    """(name, variant, environment) of each source that can be had on this machine."""
    interrupting = ["ping", "timer", "perf", *(["kernel"] if os.access(DEVICE, os.R_OK | os.W_OK) else [])]
    return [("polls", "tactus", {}), *((source, INTERRUPTS, {"TACTUS_BEAT": source}) for source in interrupting)]


def hbc_figure_7(options, toolchain):
    without = {"TACTUS_HEARTBEAT_US": "0"}
    systems = [("polls, no beats", without), ("interrupt code, no beats", without, INTERRUPTS),
               *((f"{name}, no promotion", environment, variant) for name, variant, environment in sources())]
    return overheads(options, toolchain, ITERATIVE, systems, numbers.HBC_FIGURE_7.items())


def hbc_figure_9(options, toolchain):
    systems = [(name, variant, options.threads, environment) for name, variant, environment in sources()]
    paper = [numbers.HBC_FIGURE_9_MEANS.get(name) for name, *_ in systems]
    return speedups(options, toolchain, ITERATIVE, systems, [("paper's mean, 64 cores", paper)])


def tpal_figure_10(options, toolchain):
    """Beats that are seen, as a share of those that are due."""
    systems = [((name, beat), variant, options.threads, {**environment, "TACTUS_HEARTBEAT_US": str(beat)})
               for beat in BEATS for name, variant, environment in sources()]
    rows = []
    for kernel in select_kernels(ITERATIVE):
        measured = measure(options, toolchain, kernel, systems)
        rows += [[f"{kernel.name}, {beat} µs", *(text(share_of_beats(measured[name, beat]), 0) for name, *_ in sources())]
                 for beat in BEATS]
    # "Falls short by a factor of 2.7 to 9."
    names = [name for name, *_ in sources()]
    paper = ["paper, 20 µs, 15 cores", *("11 to 37" if name == "ping" else DASH for name in names)]
    return ["beats seen, percent", *names], [*rows, paper]
