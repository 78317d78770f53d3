# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Finds the best OpenMP for a kernel: which loops get a team of threads, and under which schedule.

This does by machine what people do by hand: a pragma on the outer loops only, on the inner loops only, or on both (of
which OpenMP runs the inner ones serially, unless told otherwise), and every schedule for each. The fastest few are then
compared in interleaved rounds, and the best median wins. A choice of loops whose first schedule takes several times as
long as the best so far is given up (a team for each of a million rows does not get better by a chunk size), and a run
that takes longer than that is ended.
"""

from . import compare, processes

# What `#pragma omp parallel for` without a schedule does, fixed at compile time.
COMPILED = "compiled static"
SCHEDULES = ("static", "static,1", "static,16", "static,256", "static,4096", "dynamic,1", "dynamic,16", "dynamic,256",
             "dynamic,4096", "guided", "guided,64")
QUICK_SCHEDULES = ("dynamic,1", "dynamic,64", "guided")
# A choice of loops with a first schedule this much slower than the best so far is given up.
HOPELESS = 3.0


class NoCandidate(Exception):
    pass


def _try(candidate, arguments, timeout, reference, tolerance, retries):
    """(fastest repetition, "measured"), or (None, "too slow" or "wrong result")."""
    seconds = None
    for _ in range(retries + 1):
        try:
            run = processes.run_program([candidate.program, *arguments], candidate.processors, candidate.environment,
                                        candidate.threads, timeout)
        except processes.RunTimeout:
            break
        if not compare.checksums_agree(run.checksum, reference, tolerance):
            return None, "wrong result"
        seconds = min(run.repetitions + ([] if seconds is None else [seconds]))
        if not run.disturbed:
            break
    return seconds, "too slow" if seconds is None else "measured"


def best_schedule(candidates, serial, sizes, tolerance, retries, log, finalists):
    """Returns (system, trials): the best, and a list of {loops, schedule, seconds, outcome} for the record.

    `candidates` maps a choice of loops to [(schedule, System)]; `sizes` are the arguments that set the size; `finalists`
    is how many of the fastest are compared in interleaved rounds.
    """
    arguments = ["--reps", 2, *sizes]
    first = processes.run_program([serial.program, *arguments], serial.processors, serial.environment)
    timeout = 2 * HOPELESS * first.wall + 0.5
    trials, ranking = [], []
    for loops, systems in candidates.items():
        for index, (schedule, system) in enumerate(systems):
            seconds, outcome = _try(system, arguments, timeout, first.checksum, tolerance, min(retries, 2))
            trials.append({"loops": loops, "schedule": schedule, "seconds": seconds, "outcome": outcome})
            log(f"    {loops} {schedule}: " + (f"{seconds:.4f} s" if seconds else outcome))
            if seconds is not None:
                ranking.append((seconds, len(ranking), system))
            best = min((entry[0] for entry in ranking), default=min(first.repetitions))
            if index == 0 and (outcome == "too slow" or (seconds is not None and seconds > HOPELESS * best)):
                break
    if not ranking:
        raise NoCandidate("every OpenMP schedule timed out or computed a wrong result")
    finalists = [system for _, _, system in sorted(ranking)[:finalists]]
    if len(finalists) > 1:
        measured = compare.interleave(finalists, arguments, 3, retries, tolerance)
        finalists.sort(key=lambda system: compare.median_seconds(measured[system.name]))
    return finalists[0], trials
