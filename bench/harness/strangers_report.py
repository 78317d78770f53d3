# Part of Tactus, under the MIT licence. See LICENSE for details.
"""The report of programs that came from outside: its bars and tables."""

from . import regions_report
from .figures import Bars

columns = regions_report.columns


def bars(results):
    """The project's bars for these programs."""
    kernels, threads = results["kernels"], results["threads"]
    found = Bars()
    found.add_mean(f"Tactus on {threads} workers / best OpenMP schedule", kernels, "tactus/openmp", 0.92)
    found.add_worst(f"Tactus on {threads} workers / best OpenMP schedule", kernels, "tactus/openmp", 1.03)
    found.add_worst("Tactus on 1 worker / serial elision", kernels, "tactus-1/serial", 1.03)
    found.add_worst(f"Tactus on {threads} workers / serial elision", kernels, "tactus/serial", 1.03)
    found.add_mean(f"Tactus on {threads} workers / best OpenMP schedule, beside a foreign busy process", kernels,
                   "tactus-busy/openmp-busy", 0.85)
    return found.rows


def sections(results):
    """(title, explanation, header, rows) of everything that was measured."""
    return regions_report.sections(results, bars, "A program may be a single loop, tasks, or a region.")
