# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Bars of the beat without polls: python3 docs/decisions/evidence/0130-bars.py BUILD-TREE BAR [ROUNDS]

    size     bytes of converted functions, both versions, over those of the polled function
    taken    share of beats that are taken within 20 us of when they were due, by timer, one worker
    idle     microseconds that a beat takes which leads to nothing, by timer, one worker
    workers  two workers: time by the best source of interrupts over that by polls
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

from harness import build, processes  # noqa: E402
from harness.paper_chunks import ITERATIVE  # noqa: E402
from harness.paper_measuring import select_kernels  # noqa: E402

POLLED, INTERRUPTED = "tactus", "tactus-interrupt"
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 7


def geometric_mean(values):
    return statistics.geometric_mean(values)


def run(program, kernel, environment, repetitions=3):
    workers = int(environment["TACTUS_WORKERS"])
    processors = sorted(os.sched_getaffinity(0))[:workers]
    return processes.run_program([program, "--reps", repetitions, *kernel.quick_arguments], processors, environment, workers)


def seconds(program, kernel, environment):
    return statistics.median(run(program, kernel, environment).repetitions)


def sizes(program):
    """Bytes of functions by name."""
    listing = subprocess.run(["nm", "--print-size", "--defined-only", program], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listing.stdout.splitlines()]
    return {row[3]: int(row[1], 16) for row in rows if len(row) == 4 and row[2] in "tTwW"}


def size(_kernel, polled, interrupted):
    before, after = sizes(polled), sizes(interrupted)
    pairs = [name for name in after if name + ".beat" in after and name in before]
    return {"ratio": sum(after[name] + after[name + ".beat"] for name in pairs) / sum(before[name] for name in pairs)}


def taken(kernel, _polled, interrupted):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "counters.json"
        run(interrupted, kernel, {"TACTUS_WORKERS": "1", "TACTUS_BEAT": "timer", "TACTUS_STATS": str(path)}, 10 * ROUNDS)
        counters = json.loads(path.read_text())["counters"]
    return {"share": 1 - counters["beatsTakenLate"] / counters["beatsTaken"],
            "delivered": 1 - counters["beatsDeliveredLate"] / counters["beatsDelivered"], "beats": counters["beatsTaken"]}


def idle(kernel, _polled, interrupted):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "counters.json"
        environment = {"TACTUS_WORKERS": "1", "TACTUS_BEAT": "timer"}
        run(interrupted, kernel, {**environment, "TACTUS_STATS": str(path)}, 10)
        beats = json.loads(path.read_text())["counters"]["beatsTaken"] / 11
    pairs = [(seconds(interrupted, kernel, environment), seconds(interrupted, kernel, {**environment, "TACTUS_HEARTBEAT_US": "0"}))
             for _ in range(ROUNDS)]
    return {"microseconds": statistics.median(1e6 * (with_beats - without) / beats for with_beats, without in pairs)}


def workers(kernel, polled, interrupted):
    systems = {"polls": (polled, {})} | {source: (interrupted, {"TACTUS_BEAT": source}) for source in ("ping", "timer", "perf")}
    times = {name: [] for name in systems}
    for _ in range(ROUNDS):
        for name, (program, environment) in systems.items():
            times[name].append(seconds(program, kernel, {"TACTUS_WORKERS": "2", **environment}))
    ratios = {name: statistics.median(a / b for a, b in zip(times[name], times["polls"])) for name in systems if name != "polls"}
    best = min(ratios, key=ratios.get)
    return {"ratio": ratios[best], **ratios}


bar = {function.__name__: function for function in (size, taken, idle, workers)}[sys.argv[2]]
toolchain = build.find_toolchain(sys.argv[1])
with tempfile.TemporaryDirectory() as work:
    found = []
    for each in select_kernels(ITERATIVE):
        # One place of the code serves all: both systems of a ratio have their own code anyhow.
        programs = build.build_variants(toolchain, each, [POLLED, INTERRUPTED], work, 1, 1)
        numbers = bar(each, programs[POLLED], programs[INTERRUPTED])
        found.append(next(iter(numbers.values())))
        print(each.name, *(f"{name} {value:.4g}" for name, value in numbers.items()), flush=True)
    mean = geometric_mean(found) if min(found) > 0 else statistics.mean(found)
    print(f"mean {mean:.4g}, least {min(found):.4g}, largest {max(found):.4g}")
