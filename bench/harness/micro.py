# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Costs of single mechanisms: entering a region, teams, one promotion, idle workers, allocation, compile time.

Each function returns a dictionary for the JSON file, with None for what could not be measured. See micro/micro.c and
micro/forks.cpp for how the programs measure.
"""

import statistics
import tempfile
from pathlib import Path

from . import build, processes, statistics_file
from .kernels import MICRO_DIRECTORY

COMPILE_ROUNDS = 5


def _values(run, key):
    return [float(words[0]) for words in run.facts[key]]


# A few iterations, which a system may treat specially, and enough for a leaf loop that is worth a poll.
REGION_ITERATIONS = (4, 256)


def region_cost(programs, processors, threads):
    """Nanoseconds for entering and leaving a short region, beyond the serial call; "tactus_ns" is the worst of all sizes."""
    one = frozenset([min(processors)])

    def nanoseconds(variant, where, environment, workers, iterations, calls=1000000):
        run = processes.run_program([programs[variant], "region", calls, iterations], where, environment, workers)
        return statistics.median(_values(run, "region_ns"))

    result = {}
    for iterations in REGION_ITERATIONS:
        serial = nanoseconds("serial", one, {}, 1, iterations)
        result[f"serial_{iterations}_iterations_ns"] = serial
        if "tactus" in programs:
            for workers, where in ((1, one), (threads, processors)):
                cost = nanoseconds("tactus", where, {"TACTUS_WORKERS": str(workers)}, workers, iterations) - serial
                result[f"tactus_{iterations}_iterations_{workers}_workers_ns"] = cost
                result["tactus_ns"] = max(cost, result.get("tactus_ns", cost))
        if "openmp-nested" in programs:
            environment = {"OMP_NUM_THREADS": str(threads)}
            result[f"openmp_{iterations}_iterations_ns"] = nanoseconds("openmp-nested", processors, environment, threads,
                                                                       iterations, 50000) - serial
    return result


TEAM_ROUNDS = 5


def team_costs(programs, processors, threads):
    """Nanoseconds of what the members of a team have in common, for teams of strands and of libomp's threads, which wait actively:
    the medians of interleaved runs, and their quotient for a barrier."""
    environments = {"tactus": {"TACTUS_WORKERS": str(threads)},
                    "openmp-nested": {"OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "active"}}
    found = {}
    for _ in range(TEAM_ROUNDS):
        for variant, program in programs.items():
            run = processes.run_program([program, threads], processors, environments[variant], threads)
            for name in ("barrier_ns", "region_ns", "single_ns", "chunk_ns", "reduction_ns"):
                found.setdefault(f"{variant.partition('-')[0]}_{name}", []).extend(_values(run, name))
    result = {name: statistics.median(values) for name, values in found.items()}
    if len(programs) == 2:
        result["barrier_ratio"] = result["tactus_barrier_ns"] / result["openmp_barrier_ns"]
    return result


def promotion_cost(program, processors, threads, runs=9):
    """Nanoseconds of one promotion, at nest depth three of loops or of the oldest fork of a recursion.

    The median of the N largest gaps, or of all if they are fewer, N promotions being counted. A program that cannot tell
    which gaps promoted reports all, and how often it lost its processor: as many gaps are left out.
    """
    largest, poll_gap = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "counters.json"
            run = processes.run_program([program, "promotion"], processors,
                                        {"TACTUS_WORKERS": str(threads), "TACTUS_STATS": str(path)}, threads)
            counters = statistics_file.read(path)
        if not counters or not counters.promotions:
            continue
        gaps = [float(word) for word in run.facts["gaps_ns"][0]]
        shortest = float(run.facts["shortest_gap_ns"][0][0])
        lost = int(run.facts["involuntary_switches"][0][0]) if "involuntary_switches" in run.facts else 0
        largest += [gap - shortest for gap in gaps[lost:lost + counters.promotions]]
        poll_gap.append(float(run.facts["median_gap_ns"][0][0]) - shortest)
    if not largest:
        return {"promotion_ns": None, "promotions": 0}
    return {"promotion_ns": statistics.median(largest), "promotions": len(largest),
            "latch_ns": statistics.median(poll_gap)}


def idle_cost(programs, processors, threads):
    """Processor seconds of all other threads during a second of sequential computing, and of sleeping."""
    result = {}
    for variant, environment in (("tactus", {"TACTUS_WORKERS": str(threads)}),
                                 ("openmp-nested", {"OMP_NUM_THREADS": str(threads)})):
        if variant in programs:
            run = processes.run_program([programs[variant], "idle"], processors, environment, threads)
            name = variant.partition("-")[0]
            result[f"{name}_computing_s"] = _values(run, "idle_computing_s")[0]
            result[f"{name}_sleeping_s"] = _values(run, "idle_sleeping_s")[0]
    return result


def heap_bytes_of_a_repetition(program, preload, size, processors, environment):
    """Bytes that one repetition of a kernel asks the heap for: two repetitions less one, so that starting up cancels out."""
    def heap_bytes(repetitions):
        arguments = ["--size", size, "--warmup", 1, "--reps", repetitions]
        run = processes.run_program([program, *arguments], processors, {**environment, "LD_PRELOAD": str(preload)})
        return int(run.facts["heap_bytes"][0][0])

    return heap_bytes(2) - heap_bytes(1)


def compile_time(toolchain, kernels, directory, rounds=COMPILE_ROUNDS):
    """Processor seconds of tactus-clang -fopenmp over clang -fopenmp, per source and overall (both medians)."""
    sources = {kernel.source: (kernel.path, kernel.is_cpp, kernel.defines) for kernel in kernels}
    sources["compile_time.cpp"] = (MICRO_DIRECTORY / "compile_time.cpp", True, ())
    result = {"sources": {}}
    for name, (path, is_cpp, defines) in sources.items():
        times = {"openmp-nested": [], "tactus": []}
        for _ in range(rounds):
            for variant, seconds in times.items():
                command = build.compile_command(toolchain, variant, path, is_cpp, Path(directory) / "compiled.o",
                                                extra=defines)
                seconds.append(build.run_compiler(command))
        quotients = [a / b for a, b in zip(times["tactus"], times["openmp-nested"]) if b > 0]
        result["sources"][name] = {"clang_s": statistics.median(times["openmp-nested"]),
                                   "tactus_s": statistics.median(times["tactus"]),
                                   "ratio": statistics.median(quotients)}
    result["ratio"] = statistics.median(source["ratio"] for source in result["sources"].values())
    result["worst"] = max(source["ratio"] for source in result["sources"].values())
    return result
