# Part of Tactus, under the MIT licence. See LICENSE for details.
"""What all figures of the papers are made with: systems measured in turn, and their ratios as tables."""

from . import build, compare, kernels as kernel_table, processes
from .figures import DASH, geometric_mean
from .loops import openmp_environment
from .verdicts import is_inconclusive


def select_kernels(names):
    table = {kernel.name: kernel for suite in (*kernel_table.SUITES.values(), kernel_table.PAPER_KERNELS) for kernel in suite}
    return [table[name] for name in names]


def tactus_variant(kernel):
    return "tactus-par" if isinstance(kernel, kernel_table.RecursiveKernel) else "tactus"


def measure(options, toolchain, kernel, systems, sizes=None, timeout=None):
    """{system: Measured} of [(system, variant, threads, environment)], with "serial" before them. Every program has
    compared its own result at a small size before. A system that a time limit ends is not there."""
    options.log(f"  {kernel.name}")
    systems = [("serial", "serial", 1, {}), *systems]
    variants = list(dict.fromkeys(variant for _, variant, _, _ in systems))
    programs = build.build_variants(toolchain, kernel, variants, options.work, options.jobs, options.places)
    one = frozenset([min(options.processors)])

    def make(name, variant, threads, environment):
        if variant.startswith("tactus"):
            environment = {"TACTUS_WORKERS": str(threads), **environment}
        elif variant.startswith("openmp"):
            environment = openmp_environment(options, **environment)
        return compare.System(name, programs[variant], one if threads == 1 else options.processors, threads, environment)

    made = [make(*system) for system in systems]
    for variant in variants:
        compare.verify(programs[variant], next(system for system in made if system.program == programs[variant]),
                       kernel.tiny_size)
    arguments = ["--reps", 3, *(options.size_arguments(kernel) if sizes is None else sizes)]
    if timeout:
        for system in made[1:]:
            try:
                processes.run_program([system.program, *arguments], system.processors, system.environment, system.threads,
                                      timeout)
            except processes.RunTimeout:
                made.remove(system)
    return compare.interleave(made, arguments, options.rounds, options.retries, kernel.tolerance)


class _Marked(float):
    """A median that carries what figures.ratio_text() marks ratios with: `!` disturbed, `~` on both sides of 1."""

    mark = ""


def median(a, b):
    ratio = compare.ratio(a, b)
    if not ratio:
        return None
    value = _Marked(ratio.median)
    value.mark = "!" if ratio.disturbed else "~" if is_inconclusive(vars(ratio)) else ""
    return value


def text(value, digits=2):
    return DASH if value is None else f"{value:.{digits}f}{getattr(value, 'mark', '')}"


def table(title, header, values, papers=(), digits=2):
    """Rows of {kernel: [number or None]}, their geometric means, and rows [(title, numbers)] of the paper."""
    rows = [[name, *(text(value, digits) for value in line)] for name, line in values.items()]
    columns = list(zip(*values.values()))
    means = [geometric_mean([value for value in column if value is not None]) for column in columns]
    rows.append(["geometric mean", *(text(mean, digits) for mean in means)])
    rows += [[what, *(text(value, digits) for value in line)] for what, line in papers]
    return [title, *header], rows


def speedups(options, toolchain, names, systems, papers=()):
    """Speedups over the serial elision of [(title, variant, threads, environment)]; a variant of None is Tactus'."""
    values = {}
    for kernel in select_kernels(names):
        wanted = [(title, variant or tactus_variant(kernel), threads, environment)
                  for title, variant, threads, environment in systems]
        measured = measure(options, toolchain, kernel, wanted)
        values[kernel.name] = [median(measured["serial"], measured[title]) for title, *_ in systems]
    return table("speedup", [title for title, *_ in systems], values, papers)


def overheads(options, toolchain, names, systems, papers=()):
    """Percent of time beyond the serial elision, on one worker, of [(title, environment)], or of [(title, environment,
    variant)] for another variant than Tactus'."""
    titles = [title for title, *_ in systems]
    header, rows = ["overhead, percent", *titles, *(["paper"] if papers else [])], []
    columns = [[] for _ in systems]
    for kernel in select_kernels(names):
        variant = tactus_variant(kernel)
        wanted = [(title, *(other or [variant]), 1, environment) for title, environment, *other in systems]
        measured = measure(options, toolchain, kernel, wanted)
        ratios = [median(measured[title], measured["serial"]) for title in titles]
        for column, ratio in zip(columns, ratios):
            column.append(ratio)
        rows.append([kernel.name, *(text(100 * (ratio - 1), 1) + ratio.mark for ratio in ratios),
                     *([text(dict(papers).get(kernel.name), 1)] if papers else [])])
    means = [text(100 * (geometric_mean(column) - 1), 1) for column in columns]
    return header, rows + [["geometric mean", *means, *([DASH] if papers else [])]]
