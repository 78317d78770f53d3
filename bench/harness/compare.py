# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Interleaved rounds of several systems on one kernel, and ratios between them.

  round 1:  serial  tactus  openmp  ...
  round 2:  serial  tactus  openmp  ...

Machines drift (clock speed, memory of other guests), so a ratio is taken within a round and the median over the rounds is
reported, with its quartiles as the spread. A run that others disturbed is repeated at once; if it stays disturbed the
round has no value for that system. Ratios for which too few rounds are left are computed from all runs and marked.

How fast code is depends on where in memory it lies, which is luck. Programs that have been linked for several places take
another one in each round (build.py), so that the spread holds that luck as well.

Two processes of one program can differ by a fifth where memory limits them: each gets other pages, and the neighbours of a
virtual machine share its cache. More rounds are run there, until the median is known well enough.
"""

import math
import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import build, processes, statistics_file


# A ratio's median is known well enough if its standard error, as a share of it, is at most this ...
PRECISION = 0.01
# ... and if it never is, so many times the rounds that were asked for are enough.
MOST_TIMES_ROUNDS = 4


class WrongResult(Exception):
    """Two systems disagree about a result, or a program's own verification failed."""


@dataclass
class System:
    name: str
    program: Path
    processors: frozenset
    threads: int
    environment: dict = field(default_factory=dict)
    # Whether processor time counts, of the fastest repetition, and no run is disturbed: for programs with one thread.
    by_processor_time: bool = False

    def seconds_of(self, run):
        return run.processor_seconds if self.by_processor_time else statistics.median(run.repetitions)

    def program_of(self, number):
        """The program of a round, with its code at another place than in the rounds before and after."""
        places = build.placements(self.program)
        return places[number % len(places)]

    @property
    def counts_beats(self):
        """Whether it is Tactus: all of its systems name their workers, whatever they are called. One with a trace would
        only see the same beats again."""
        return "TACTUS_WORKERS" in self.environment and "TACTUS_TRACE" not in self.environment


@dataclass
class Measured:
    """All runs of one system on one kernel."""

    # One value a round: the median of the repetitions; None where the run was disturbed.
    calm: list = field(default_factory=list)
    # The same, with disturbed runs included.
    all: list = field(default_factory=list)
    disturbed_runs: int = 0
    # Of a run that counts, if one was calm: the median of its repetitions, which is in none of the others, because
    # counting costs a walk of the stack at each beat.
    counted: float | None = None
    beats_due: int = 0
    beats_seen: int = 0
    promotions: int | None = None
    # KiB of memory, the most of any run.
    peak: int = 0


@dataclass
class Ratio:
    median: float
    low: float
    high: float
    rounds: int
    # True if it had to be computed from disturbed runs.
    disturbed: bool


def checksums_agree(a, b, tolerance):
    if a is None or b is None:
        return False
    return a == b or abs(a - b) <= tolerance * max(abs(a), abs(b))


def _run_calmly(system, number, arguments, retries, timeout, environment=None):
    """Runs the system as in round `number` until it is not disturbed, or `retries` have failed. Returns the last Run and how
    many were disturbed."""
    for attempt in range(retries + 1):
        run = processes.run_program([system.program_of(number), *arguments], system.processors,
                                    {**system.environment, **(environment or {})}, system.threads, timeout)
        if system.by_processor_time:
            run.disturbed = ""
        if not run.disturbed:
            return run, attempt
    return run, retries + 1


def _count(system, measured, runs, arguments, retries, timeout):
    """Beats and promotions of more runs: of the one that saw the median share of its beats. A run that lost its processor
    could not see its beats, and does not count; one that lost it for less than is noticed is outvoted."""
    counted = []
    with tempfile.TemporaryDirectory() as directory:
        for number in range(runs):
            path = Path(directory) / f"counters-{number}.json"
            run, _ = _run_calmly(system, number, arguments, retries, timeout, {"TACTUS_STATS": str(path)})
            counters = None if run.disturbed else statistics_file.read(path)
            if counters:
                counted.append((run, counters))
    if counted:
        counted.sort(key=lambda pair: (pair[1].beats_seen or 0) / max(pair[1].beats_due or 0, 1))
        run, counters = counted[len(counted) // 2]
        measured.counted = system.seconds_of(run)
        measured.beats_due = counters.beats_due or 0
        measured.beats_seen = counters.beats_seen or 0
        measured.promotions = counters.promotions


def is_precise(found, precision=PRECISION):
    """Whether the median of a Ratio is known well enough. Only the spread is looked at, never the median's place, so that
    the moment to stop favours neither of the two."""
    # Of normally distributed values: a median has 1.25 times the standard error of a mean, quartiles lie 1.35 deviations apart.
    standard_error = 1.25 * (found.high - found.low) / 1.35 / math.sqrt(found.rounds)
    return not found.disturbed and standard_error <= precision * found.median


def interleave(systems, arguments, rounds, retries, tolerance, timeout=None, precise=(), counted_runs=None):
    """Runs all `systems`, `rounds` times in turn, and those that count beats `counted_runs` times more (default: as often).
    The first one's checksum is the reference for the others.

    More rounds follow, up to MOST_TIMES_ROUNDS as many, until all ratios of the pairs of names in `precise` are; pairs of
    which a system is missing are passed over.

    Returns a dictionary from system name to Measured. Raises WrongResult if checksums differ by more than `tolerance`.
    """
    results = {system.name: Measured() for system in systems}
    reference = None

    def is_known():
        found = [ratio(results.get(a), results.get(b)) for a, b in precise]
        return all(is_precise(each) for each in found if each)

    for number in range(MOST_TIMES_ROUNDS * rounds):
        if number >= rounds and is_known():
            break
        for system in systems:
            measured = results[system.name]
            run, disturbed = _run_calmly(system, number, arguments, retries, timeout)
            reference = run.checksum if reference is None else reference
            if not checksums_agree(run.checksum, reference, tolerance):
                raise WrongResult(f"{system.program.name}: checksum {run.checksum} of {system.name}, but {reference} of "
                                  f"{systems[0].name}")
            measured.disturbed_runs += disturbed
            seconds = system.seconds_of(run)
            measured.peak = max(measured.peak, run.peak)
            measured.all.append(seconds)
            measured.calm.append(None if run.disturbed else seconds)
    for system in systems:
        if system.counts_beats:
            _count(system, results[system.name], rounds if counted_runs is None else counted_runs, arguments, retries, timeout)
    return results


def ratio(numerator, denominator):
    """The Ratio of two Measured, or None if one of them is missing or empty."""
    if not numerator or not denominator:
        return None
    pairs = [(a, b) for a, b in zip(numerator.calm, denominator.calm) if a is not None and b is not None]
    disturbed = len(pairs) * 2 < len(numerator.all)
    if disturbed:
        pairs = list(zip(numerator.all, denominator.all))
    quotients = sorted(a / b for a, b in pairs if b > 0)
    if not quotients:
        return None
    if len(quotients) >= 2:
        low, _, high = statistics.quantiles(quotients, n=4, method="inclusive")
    else:
        low = high = quotients[0]
    return Ratio(statistics.median(quotients), low, high, len(quotients), disturbed)


def median_seconds(measured):
    """Median over the calm rounds, or over all if there are none."""
    calm = [value for value in measured.calm if value is not None]
    return statistics.median(calm or measured.all)


def verify(program, system, size):
    """Lets the program compare its result with its own independent computation. Raises WrongResult."""
    try:
        processes.run_program([program, "--size", size, "--reps", 1, "--warmup", 1, "--verify"], system.processors,
                              system.environment, system.threads)
    except processes.RunError as error:
        raise WrongResult(str(error)) from error
