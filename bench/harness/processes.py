# Part of Tactus, under the MIT licence. See LICENSE for details.
"""One pinned run of a benchmark program, and the judgement whether others disturbed it.

A figure is worth nothing if something else ran on the same processors. Three independent signs are looked at:

  foreign time   busy time of our processors in /proc/stat, less what the program and its children used
  steal          time that the hypervisor gave to other machines
  waiting        a repetition of a program with one thread that took more wall than processor time

A disturbed run is dropped and repeated by the caller. The signs have the resolution of the kernel's clock tick (10 ms), so
the limits below are a little above one tick.
"""

import contextlib
import os
import signal
import subprocess
import time
from dataclasses import dataclass, field

FOREIGN_SHARE = 0.02
FOREIGN_SECONDS = 0.03
STEAL_SHARE = 0.01
STEAL_SECONDS = 0.02
# Wall time beyond processor time, for a repetition with one thread.
WAITING_SHARE = 0.01
# What a program compiled for interrupts may say: some of it polls, and that is what is measured.
PARTLY_WITHOUT_BEATS = "have versions that differ in memory"


class RunError(Exception):
    """The program failed; the text says how."""


class RunTimeout(Exception):
    """The program was ended because it took longer than the caller allowed."""


@dataclass
class Run:
    """What one process printed and how it went."""

    # Wall seconds of the repetitions that were not disturbed, or of all if `disturbed`.
    repetitions: list = field(default_factory=list)
    checksum: float | None = None
    # All that it printed, and the same by the driver's keys.
    output: str = ""
    facts: dict = field(default_factory=dict)
    disturbed: str = ""
    wall: float = 0.0
    # The most memory that the process had, in KiB.
    peak: int = 0

    @property
    def processor_seconds(self):
        """Of its fastest repetition, all threads together. Other processes lengthen it little."""
        return min(float(words[1]) for words in self.facts["repetition"])


def _tick_counts(processors):
    """Busy and stolen clock ticks of `processors` since the machine started."""
    busy = stolen = 0
    with open("/proc/stat") as file:
        for line in file:
            name, *counts = line.split()
            if name.startswith("cpu") and name[3:].isdigit() and int(name[3:]) in processors:
                user, nice, system, _idle, _wait, interrupt, soft_interrupt, steal = map(int, counts[:8])
                busy += user + nice + system + interrupt + soft_interrupt
                stolen += steal
    return busy, stolen


def _wait(process, timeout):
    """Waits for the process; returns its exit status, output, errors and resource usage."""
    deadline = time.monotonic() + timeout if timeout else None
    timer_fired = False
    if deadline:
        # communicate() would reap the process and lose its resource usage, so the clock is a signal.
        def expire(_signal, _frame):
            nonlocal timer_fired
            timer_fired = True
            os.killpg(process.pid, signal.SIGKILL)

        previous = signal.signal(signal.SIGALRM, expire)
        signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        output = process.stdout.read()
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        # It is in a session of its own, where whoever ends us does not reach it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    finally:
        if deadline:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    process.stderr.close()
    if timer_fired:
        raise RunTimeout
    return output, errors, usage


def parse_output(text):
    """The driver's "key value" lines, as a dictionary; repeated keys become lists of their values' words."""
    facts = {}
    for line in text.splitlines():
        key, _, value = line.partition(" ")
        facts.setdefault(key, []).append(value.split())
    return facts


def run_program(command, processors, environment=None, threads=1, timeout=None):
    """Runs `command` on `processors` and returns a Run. Raises RunError or RunTimeout."""
    full_environment = {name: value for name, value in os.environ.items()
                        if not name.startswith(("OMP_", "KMP_", "TACTUS_"))}
    full_environment.update(environment or {})
    busy_before, stolen_before = _tick_counts(processors)
    start = time.monotonic()
    # The files are read one after the other, which is safe because errors are a few lines at most.
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=full_environment, start_new_session=True,
                               preexec_fn=lambda: os.sched_setaffinity(0, processors))
    output, errors, usage = _wait(process, timeout)
    wall = time.monotonic() - start
    busy, stolen = _tick_counts(processors)
    tick = 1.0 / os.sysconf("SC_CLK_TCK")
    foreign = (busy - busy_before) * tick - (usage.ru_utime + usage.ru_stime)
    steal = (stolen - stolen_before) * tick
    if process.returncode != 0:
        raise RunError(f"{' '.join(map(str, command))}: exit status {process.returncode}: {errors.strip()[-500:]}")
    # A setting that libtactus does not accept would silently be measured with its default.
    if any(line.startswith("tactus: ") and PARTLY_WITHOUT_BEATS not in line for line in errors.splitlines()):
        raise RunError(f"{' '.join(map(str, command))}: {errors.strip()[-500:]}")

    run = Run(facts=parse_output(output), output=output, wall=wall, peak=usage.ru_maxrss)
    # What the system counts for a process includes this one, from between fork and exec. Some programs say what they had.
    if "peak" in run.facts:
        run.peak = int(run.facts["peak"][0][0])
    if "checksum" in run.facts:
        run.checksum = float(run.facts["checksum"][0][0])
    capacity = wall * len(processors)
    if foreign > max(FOREIGN_SECONDS, FOREIGN_SHARE * capacity):
        run.disturbed = f"{foreign:.2f} s of other processes"
    elif steal > max(STEAL_SECONDS, STEAL_SHARE * capacity):
        run.disturbed = f"{steal:.2f} s taken by the hypervisor"
    everything = [float(words[0]) for words in run.facts.get("repetition", [])]
    calm = [float(words[0]) for words in run.facts.get("repetition", [])
            if threads > 1 or float(words[0]) - float(words[1]) <= WAITING_SHARE * float(words[0])]
    if everything and not calm and not run.disturbed:
        run.disturbed = "every repetition waited for its processor"
    run.repetitions = everything if run.disturbed else calm
    return run
