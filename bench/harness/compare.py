# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Interleaved rounds of several systems on one kernel, and ratios between them.

  round 1:  serial  tactus  openmp  ...
  round 2:  serial  tactus  openmp  ...

Machines drift (clock speed, memory of other guests), so a ratio is taken within a round and the median over the rounds is
reported, with its quartiles as the spread. A run that others disturbed is repeated at once; if it stays disturbed the
round has no value for that system. Ratios for which too few rounds are left are computed from all runs and marked.
"""

import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import processes, statistics_file


class WrongResult(Exception):
    """Two systems disagree about a result, or a program's own verification failed."""


@dataclass
class System:
    name: str
    program: Path
    processors: frozenset
    threads: int
    environment: dict = field(default_factory=dict)

    @property
    def counts_beats(self):
        """Whether it is Tactus: all of its systems name their workers, whatever they are called."""
        return "TACTUS_WORKERS" in self.environment


@dataclass
class Measured:
    """All runs of one system on one kernel."""

    # One value a round: the median of the repetitions; None where the run was disturbed.
    calm: list = field(default_factory=list)
    # The same, with disturbed runs included.
    all: list = field(default_factory=list)
    disturbed_runs: int = 0
    beats_due: int = 0
    beats_seen: int = 0
    promotions: int | None = None


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


def _run_once(system, arguments, statistics_path, timeout):
    environment = dict(system.environment)
    if system.counts_beats:
        environment["TACTUS_STATS"] = str(statistics_path)
    return processes.run_program([system.program, *arguments], system.processors, environment, system.threads, timeout)


def interleave(systems, arguments, rounds, retries, tolerance, timeout=None):
    """Runs all `systems`, `rounds` times in turn. The first one's checksum is the reference for the others.

    Returns a dictionary from system name to Measured. Raises WrongResult if checksums differ by more than `tolerance`.
    """
    results = {system.name: Measured() for system in systems}
    reference = None
    with tempfile.TemporaryDirectory() as directory:
        statistics_path = Path(directory) / "counters.json"
        for _ in range(rounds):
            for system in systems:
                measured = results[system.name]
                for attempt in range(retries + 1):
                    statistics_path.unlink(missing_ok=True)
                    run = _run_once(system, arguments, statistics_path, timeout)
                    reference = run.checksum if reference is None else reference
                    if not checksums_agree(run.checksum, reference, tolerance):
                        raise WrongResult(f"{system.program.name}: checksum {run.checksum} of {system.name}, but "
                                          f"{reference} of {systems[0].name}")
                    measured.disturbed_runs += bool(run.disturbed)
                    if not run.disturbed or attempt == retries:
                        break
                seconds = statistics.median(run.repetitions)
                measured.all.append(seconds)
                measured.calm.append(None if run.disturbed else seconds)
                # A program that lost its processor could not see its beats: disturbed runs count none.
                counters = None
                if system.counts_beats and not run.disturbed:
                    counters = statistics_file.read(statistics_path)
                if counters:
                    measured.beats_due += counters.beats_due or 0
                    measured.beats_seen += counters.beats_seen or 0
                    if counters.promotions is not None:
                        measured.promotions = (measured.promotions or 0) + counters.promotions
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
