# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Programs of the kinds that lost against libomp where they came from outside: measured as those of the region suite are
(regions.py), against other bars (strangers_report.py)."""

from . import regions


def verify(options, toolchain):
    regions.verify_all(options, toolchain, options.kernels["strangers"])


def measure(options, toolchain, results):
    """Everything about this suite, added to `results` as it becomes known, as it goes into the JSON file."""
    regions.measure_all(options, toolchain, results, options.kernels["strangers"])
