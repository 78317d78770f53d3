# Part of Tactus, under the MIT licence. See LICENSE for details.
"""How well `tactus simulate` predicts: its time for all workers, from traces, over the time of runs without a trace.

  for each kernel:  record with one worker ► simulate --check, in rounds

Each round runs the program and records it, on all workers; the prediction from that recording is what the bar is about. The
one from the recording with one worker does not know how work grows where workers share memory and caches; it is shown beside.
Whole processes are compared, their preparations included: that is what a recording holds. How long these take is for the
system to say, which first has to find the memory; so the kernel is repeated until they are a small part.
"""

import json
import math
import statistics
import tempfile
from pathlib import Path

from . import build, compare, processes

VARIANTS = {"loops": "tactus", "recursion": "tactus-par", "mpl": "tactus-full"}
# Enough for every kernel, so that nothing is thinned out.
TRACE_MEGABYTES = "512"
# Of the work of a recording: threads that were kept from running for longer than this say that others disturbed it.
LOST_SHARE = 0.02
# The kernel takes so many times as long as the preparations, within these limits, in seconds.
KERNEL_OVER_PREPARATIONS = 2
LEAST_SECONDS, MOST_SECONDS = 0.5, 1.5
# Rounds are added until the median is known to this share of it: the bar is five times as wide.
PRECISION = 0.02


class BadPrediction(Exception):
    """The simulator's answer is not what it should be."""


def read_answer(text):
    """(predicted, measured, predicted from one worker, growth of the work, share of time lost) of simulate --check --json.
    Times are in microseconds. Raises BadPrediction."""
    try:
        answer = json.loads(text)
        if answer["isThinned"]:
            raise BadPrediction("the trace was thinned out; choose a smaller size")
        _, from_one, *from_all = answer["comparisons"]
        # With one processor there is nothing to record anew.
        best = from_all[-1] if from_all else from_one
        work = answer["workMicroseconds"]
        return (best["predicted"], best["measured"], from_one["predicted"],
                answer.get("workOnAllProcessorsMicroseconds", work) / work, answer["lostMicroseconds"] / work)
    except (ValueError, KeyError, TypeError) as error:
        raise BadPrediction(f"tactus simulate --json: {error}") from error


def enough_repetitions(run, least):
    """How often to repeat a kernel so that its preparations matter little, by a run of a few repetitions."""
    once = statistics.median(run.repetitions)
    # One repetition warms up and is not reported.
    preparations = run.wall - once * (len(run.repetitions) + 1)
    seconds = min(max(LEAST_SECONDS, KERNEL_OVER_PREPARATIONS * preparations), MOST_SECONDS)
    return max(least, math.ceil(seconds / once))


def measure_kernel(options, toolchain, suite, kernel):
    """{"kernel", "ratios", "work_growth"}, of predictions over measured times."""
    program = build.build_kernel(toolchain, kernel, VARIANTS[suite], options.work)
    measured, predicted, from_one = compare.Measured(), compare.Measured(), compare.Measured()
    growths = []
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        settings = {"TACTUS_TRACE_MB": TRACE_MEGABYTES}
        size = options.size_arguments(kernel)
        first = processes.run_program([program, "--reps", options.repetitions, *size], options.processors,
                                      {"TACTUS_WORKERS": str(options.threads)}, options.threads)
        command = [program, "--reps", enough_repetitions(first, options.repetitions), *size]
        for number in range(compare.MOST_TIMES_ROUNDS * options.rounds):
            if number >= options.rounds and compare.is_precise(compare.ratio(predicted, measured), PRECISION):
                break
            for attempt in range(options.retries + 1):
                processes.run_program(command, options.processors,
                                      {**settings, "TACTUS_WORKERS": "1", "TACTUS_TRACE": str(trace)}, options.threads)
                run = processes.run_program([toolchain.root / "bin/tactus", "simulate", trace, "--check", "--runs", 1,
                                             "--workers", options.threads, "--json"], options.processors, settings,
                                            options.threads)
                *times, growth, lost = read_answer(run.output)
                disturbed = bool(run.disturbed) or lost > LOST_SHARE
                if not disturbed or attempt == options.retries:
                    break
            growths.append(growth)
            for series, time in zip((predicted, measured, from_one), times):
                series.all.append(time)
                series.calm.append(None if disturbed else time)
    ratios = {"predicted/measured": compare.ratio(predicted, measured),
              "predicted-from-1/measured": compare.ratio(from_one, measured)}
    return {"kernel": kernel.name, "ratios": {name: vars(ratio) for name, ratio in ratios.items()},
            "work_growth": sorted(growths)[len(growths) // 2]}


def origin_of(results):
    """What says where the predictions of a suite's results come from: the results themselves, if nothing else."""
    return results.get("predictions_origin", results)


def attach(results, source):
    """A suite's results with the predictions of others."""
    origin = {name: origin_of(source)[name] for name in ("date", "commit", "command")}
    return results | {"predictions": source["predictions"], "predictions_origin": origin}


def measure(options, toolchain, suite):
    """The entries of all kernels of a suite."""
    found = []
    for kernel in options.kernels[suite]:
        found.append(measure_kernel(options, toolchain, suite, kernel))
        ratio = found[-1]["ratios"]["predicted/measured"]
        options.log(f"{kernel.name}: prediction / measured {ratio['median']:.3f}, {ratio['rounds']} rounds")
    return found
