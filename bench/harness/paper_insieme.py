# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Insieme's figures and tables (Thoman et al., "Task-parallel Runtime System Optimization Using Static Compiler Analysis", CF 2017),
on the twelve task programs of bench/insieme: eager tasks with the parameters that the analysis has chosen, with the defaults, and
with the best ones that an exhaustive search finds (bench/insieme.py). Each is a function of (options, toolchain) that returns
(header, rows). The paper's machine has 32 cores and 64 threads.
"""

import contextlib
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

import insieme

from . import build, paper_numbers as numbers
from .figures import geometric_mean

MEBI = 1024


def _eager(settings, workers):
    return insieme.EAGER | {"TACTUS_WORKERS": str(workers)} | settings


@contextlib.contextmanager
def _programs(options, toolchain, names, kinds=("tactus",)):
    """The programs by name, built in a folder that lasts as long as the context."""
    sizes = insieme.QUICK_SIZES if options.quick else insieme.SIZES
    try:
        with tempfile.TemporaryDirectory() as folder:
            insieme.build_launcher(Path(folder), toolchain.clang)
            yield {name: insieme.Programs(name, sizes[name], Path(folder), Path(toolchain.root), toolchain.clang, kinds)
                   for name in names}
    except insieme.Failure as failure:
        raise build.BuildError(str(failure)) from failure


def _measure(options, program, variants):
    """{variant: (seconds, KiB)} of {variant: settings}; "libomp" names the program that is built with it."""
    options.log(f"  {program.name}")
    found = {name: (program.paths["libomp" if name == "libomp" else "tactus"], program.size, settings)
             for name, settings in variants.items()}
    return insieme.measure(found, options.rounds, "wall", statistics.median)


def _workers(options):
    return range(1, options.threads + 1)


def table_3(options, toolchain):
    rows = []
    with _programs(options, toolchain, insieme.SIZES) as programs:
        for name, program in programs.items():
            done = subprocess.run([Path(toolchain.root) / "bin" / "tactus", "analyze", "--json", program.paths["tactus"]],
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise build.BuildError(f"tactus analyze {name}: {done.stderr.strip()}")
            analysis = json.loads(done.stdout)
            found, stack = analysis["program"], analysis["parameters"]["task_stack_bytes"]["value"]
            rows.append([name, str(found["rho"]), str(found["lambda"]), f"{found['effort']:.3g}", f"{stack // 1024} k",
                         *map(str, numbers.INSIEME_TABLE_3[name])])
    return ["program", "ρ", "λ", "effort", "stack", "paper: ρ", "paper: λ", "paper: effort", "paper: stack"], rows


def _against_optimum(options, toolchain, which, unit, digits):
    """Strassen with the defaults, and the best of the search, by the number of workers. `which`: of time and memory."""
    rows, space = [], insieme.search_space(False)
    with _programs(options, toolchain, ["strassen"]) as programs:
        for workers in _workers(options):
            variants = {"default": _eager(insieme.DEFAULTS, workers)}
            variants |= {name: _eager(settings, workers) for name, settings in space.items()}
            found = {name: values[which] for name, values in _measure(options, programs["strassen"], variants).items()}
            best = min(found, key=found.get)
            rows.append([f"{workers} workers", f"{found['default'] * unit:.{digits}f}", f"{found[best] * unit:.{digits}f}",
                         f"{found['default'] / found[best]:.2f}", best, str(len(space))])
    return rows


def figure_1(options, toolchain):
    return (["strassen", "default [s]", "optimum [s]", "default / optimum", "optimum", "combinations searched"],
            _against_optimum(options, toolchain, 0, 1, 4))


def figure_2(options, toolchain):
    return (["strassen", "default [MiB]", "optimum [MiB]", "default / optimum", "optimum", "combinations searched"],
            _against_optimum(options, toolchain, 1, 1 / MEBI, 1))


def _improvements(options, toolchain, which):
    """The box plots of figures 7 and 10, as numbers: the defaults over what the analysis has chosen."""
    rows = []
    with _programs(options, toolchain, insieme.SIZES) as programs:
        for workers in _workers(options):
            ratios = []
            for program in programs.values():
                found = _measure(options, program, {"default": _eager(insieme.DEFAULTS, workers), "chosen": _eager({}, workers)})
                ratios.append(found["default"][which] / found["chosen"][which])
            low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
            rows.append([f"{workers} workers", *(f"{value:.2f}" for value in (min(ratios), low, middle, high, max(ratios),
                                                                              geometric_mean(ratios)))])
    return ["default / optimised", "least", "lower quartile", "median", "upper quartile", "most", "geometric mean"], rows


def figure_7(options, toolchain):
    return _improvements(options, toolchain, 0)


def figure_8(options, toolchain):
    rows = []
    with _programs(options, toolchain, ["strassen"], ("tactus", "libomp")) as programs:
        for workers in _workers(options):
            found = _measure(options, programs["strassen"],
                             {"default": _eager(insieme.DEFAULTS, workers), "optimised": _eager({}, workers),
                              "heartbeat": {"TACTUS_WORKERS": str(workers)}, "libomp": {"OMP_NUM_THREADS": str(workers)}})
            rows.append([f"{workers} workers", *(f"{seconds:.4f}" for seconds, _ in found.values())])
    return ["strassen, seconds", "default", "optimised", "heartbeat", "libomp, with a cut-off"], rows


def figure_9(options, toolchain):
    rows = []
    with _programs(options, toolchain, ["qap"]) as programs:
        for workers in _workers(options):
            found = _measure(options, programs["qap"],
                             {str(size): _eager({"TACTUS_QUEUE_SIZE": str(size)}, workers) for size in insieme.SIZES_OF_QUEUES})
            rows.append([f"{workers} workers", *(f"{seconds:.4f}" for seconds, _ in found.values())])
    return ["qap, seconds", *(f"queue of {size}" for size in insieme.SIZES_OF_QUEUES)], rows


def figure_10(options, toolchain):
    return _improvements(options, toolchain, 1)
