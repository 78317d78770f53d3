# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Exact instruction counts of one repetition, by difference of two runs under callgrind.

  instructions(kernel) = instructions(2 repetitions) - instructions(1 repetition)

so that generating the input and starting up cancel out. Free of noise from other processes, blind to memory and to
branches. Time passes some fifty times more slowly for a program under valgrind than for the time stamp counter it polls, so
there would be fifty times as many polls and beats, and not the same number in any two runs: beats are off. What is counted
is what there is to execute between two beats.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import build


class NoValgrind(Exception):
    pass


def count_instructions(program, size, repetitions, environment):
    with tempfile.TemporaryDirectory() as directory:
        result = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={Path(directory) / 'callgrind.out'}", str(program),
             "--size", str(size), "--warmup", "0", "--reps", str(repetitions)],
            capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", **environment})
    match = re.search(r"Collected\s*:\s*(\d+)", result.stderr)
    if result.returncode != 0 or not match:
        raise build.BuildError(f"callgrind {program}: {result.stderr.strip()[-500:]}")
    return int(match.group(1))


def compare(toolchain, kernels, variants, directory, log):
    """Instructions of one repetition: {kernel: {variant: count}}."""
    if not shutil.which("valgrind"):
        raise NoValgrind("valgrind not found, install the package valgrind")
    environment = {"TACTUS_WORKERS": "1", "TACTUS_HEARTBEAT_US": "0", "OMP_NUM_THREADS": "1", "OMP_MAX_ACTIVE_LEVELS": "1"}
    result = {}
    for kernel in kernels:
        counts = {}
        for variant in variants:
            program = build.build_kernel(toolchain, kernel, variant, Path(directory) / "callgrind", build.CALLGRIND_FLAGS)
            once, twice = (count_instructions(program, kernel.tiny_size, repetitions, environment)
                           for repetitions in (1, 2))
            counts[variant] = twice - once
        log(f"  {kernel.name}: " + ", ".join(f"{variant} {count:,}" for variant, count in counts.items()))
        result[kernel.name] = counts
    return result
